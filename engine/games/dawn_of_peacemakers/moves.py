"""What a seat can choose."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.kinds import Move, Seat
from engine.games.dawn_of_peacemakers.content.operations import Row
from engine.games.dawn_of_peacemakers.state import RESOURCE, GameState, back_of, has_open_hands

_HIDDEN_CARD = f"card:{RESOURCE}"


class PlayCard(Move, frozen=True):
    """Take a card from the hand to play it; the next choice is what for."""

    card: str

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """DOP-GEN-13: the others know the card when it is used, not when it is taken up."""
        return self if has_open_hands(state) else replace(self, card=RESOURCE)

    def things(self) -> tuple[str, ...]:
        """The card, if one knows it."""
        return () if self.card == RESOURCE else (f"card:{self.card}",)


class UseRow(Move, frozen=True):
    """Use one row of the card that is being played."""

    row: Row


class UseScheme(Move, frozen=True):
    """Use the scheme of the card that is being played."""


class StepTo(Move, frozen=True):
    """DOP-TRAV-01: spend a movement point to go to an adjacent space."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class PlaceToken(Move, frozen=True):
    """DOP-SEC-02: put a fortification token on the own space or an adjacent one."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class Exchange(Move, frozen=True):
    """DOP-ADV-07: take no action this turn and exchange a card."""

    card: str

    def things(self) -> tuple[str, ...]:
        """The card, which everybody sees on the discard pile."""
        return (f"card:{self.card}",)


class EndTurn(Move, frozen=True):
    """End one's turn and draw."""

    passes: ClassVar[bool] = True


class DrawOrder(Move, frozen=True):
    """DOP-INF-03: draw the next order card from this deck."""

    deck: str

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class AddInfluence(Move, frozen=True):
    """DOP-INF-05: add a card with influence, so that the influencing player draws more."""

    card: str

    def things(self) -> tuple[str, ...]:
        """The card."""
        return (f"card:{self.card}",)


class LetBe(Move, frozen=True):
    """Add nothing; stay where one is."""

    passes: ClassVar[bool] = True


class PutBack(Move, frozen=True):
    """DOP-INF-08: put this order card next, below those that have their place."""

    card: str

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """DOP-INF-04: the others see its back."""
        return replace(self, card=back_of(state.box, self.card))

    def things(self) -> tuple[str, ...]:
        """The card, if one knows it."""
        return () if self.card.startswith("?") else (f"card:{self.card}",)


class RideTo(Move, frozen=True):
    """DOP-MOVE-08: move along with a unit that moves there."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class Choose(Move, frozen=True):
    """Pick one of the things that an effect can concern."""

    thing: str

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """DOP-GEN-13: the others do not know which card of a hand is chosen."""
        card = self.thing.removeprefix("card:")
        if card not in state.box.resources or card in state.resources.discard or has_open_hands(state):
            return self
        return replace(self, thing=_HIDDEN_CARD)

    def things(self) -> tuple[str, ...]:
        """That thing, if one knows it."""
        return () if self.thing == _HIDDEN_CARD else (self.thing,)


class Decline(Move, frozen=True):
    """Leave what may be left."""


Moves = (
    PlayCard
    | UseRow
    | UseScheme
    | StepTo
    | PlaceToken
    | Exchange
    | EndTurn
    | DrawOrder
    | AddInfluence
    | LetBe
    | PutBack
    | RideTo
    | Choose
    | Decline
)
