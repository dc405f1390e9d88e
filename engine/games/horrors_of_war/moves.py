"""What a seat can choose."""

from __future__ import annotations

from typing import ClassVar

from engine.core.kinds import Move
from engine.games.horrors_of_war.content.operations import Row


class PlayCard(Move, frozen=True):
    """Take a card from the hand to play it; the next choice is what for."""

    card: str

    def things(self) -> tuple[str, ...]:
        """The card."""
        return (f"card:{self.card}",)


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

    def things(self) -> tuple[str, ...]:
        """That thing."""
        return (self.thing,)


class Decline(Move, frozen=True):
    """Leave what may be left."""


class GiveMore(Move, frozen=True):
    """Settle who gets one card more than the others."""

    seat: str

    def things(self) -> tuple[str, ...]:
        """The adventurer."""
        return (f"adventurer:{self.seat}",)


Moves = PlayCard | UseRow | UseScheme | Pass | StepTo | Stop | Choose | Decline | GiveMore
