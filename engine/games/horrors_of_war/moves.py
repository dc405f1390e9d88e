"""What a seat can choose."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.kinds import Move, Seat
from engine.games.horrors_of_war.content.operations import Row
from engine.games.horrors_of_war.state import RESOURCE, GameState

_HIDDEN_CARD = f"card:{RESOURCE}"


class PlayCard(Move, frozen=True):
    """Take a card from the hand to play it; the next choice is what for."""

    card: str

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """HOW-GEN-05: with private hands the others know the card when it is used, not when it is taken up."""
        return replace(self, card=RESOURCE) if "private-hands" in state.options else self

    def things(self) -> tuple[str, ...]:
        """The card, if one knows it."""
        return () if self.card == RESOURCE else (f"card:{self.card}",)


class UseRow(Move, frozen=True):
    """Use one row of the card that is being played."""

    row: Row


class UseScheme(Move, frozen=True):
    """Use the scheme of the card that is being played."""


class Pass(Move, frozen=True):
    """Play no further card, unless somebody else plays one first."""

    passes: ClassVar[bool] = True


class StepTo(Move, frozen=True):
    """Move one's figure to an adjacent space."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class Stop(Move, frozen=True):
    """Leave the steps that are left."""

    stays: ClassVar[bool] = True


class Choose(Move, frozen=True):
    """Pick one of the things that an effect can concern."""

    thing: str

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """HOW-GEN-05: with private hands the others do not know which resource card is chosen."""
        is_hidden = "private-hands" in state.options and self.thing.removeprefix("card:") in state.box.resources
        return replace(self, thing=_HIDDEN_CARD) if is_hidden else self

    def things(self) -> tuple[str, ...]:
        """That thing, if one knows it."""
        return () if self.thing == _HIDDEN_CARD else (self.thing,)


class Decline(Move, frozen=True):
    """Leave what may be left."""


class GiveMore(Move, frozen=True):
    """Settle who gets one card more than the others."""

    seat: str

    def things(self) -> tuple[str, ...]:
        """The adventurer."""
        return (f"adventurer:{self.seat}",)


Moves = PlayCard | UseRow | UseScheme | Pass | StepTo | Stop | Choose | Decline | GiveMore
