"""What happens to order decks and orders."""

from __future__ import annotations

from typing import ClassVar

from engine.core.kinds import Fact
from engine.games.horrors_of_war.state import GameState


class OrderRevealed(Fact, frozen=True):
    """A face-down card of an order deck was turned face up where it lies."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """Turn the card."""
        state.orders = {**state.orders, self.deck: state.orders[self.deck].turned_up(self.card)}

    def things(self) -> tuple[str, ...]:
        """The deck and the card."""
        return (f"deck:{self.deck}", f"card:{self.card}")


class OrderCardsMoved(Fact, frozen=True):
    """The cards of an order deck were put into another order, each as it lay (HOW-SCH-10, HOW-SCH-12)."""

    deck: str
    places: tuple[int, ...]
    """For each place from the top, the place from which its card came; deeper cards stay."""

    def apply(self, state: GameState) -> None:
        """Reorder the pile."""
        deck = state.orders[self.deck]
        moved = tuple(deck.cards[place] for place in self.places)
        state.orders = {**state.orders, self.deck: deck.reordered(moved + deck.cards[len(self.places) :])}

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class ArmyPhaseBegan(Fact, frozen=True):
    """The adventurer phase is over; or some armies act once more (HOW-S6-11)."""

    only: tuple[str, ...] = ()

    def apply(self, state: GameState) -> None:
        """Note the phase."""
        state.phase = "army"


class OrderTurned(Fact, frozen=True):
    """The top card of an order deck went face up onto its discard pile."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        orders = state.orders.copy()
        orders[self.deck] = orders[self.deck].turned_over()
        state.orders = orders

    def things(self) -> tuple[str, ...]:
        """The deck and the card."""
        return (f"deck:{self.deck}", f"card:{self.card}")


class OrdersRanked(Fact, frozen=True):
    """The speeds of this round's orders, in tenths."""

    speeds: dict[str, int]

    def apply(self, state: GameState) -> None:
        """Note the speeds."""
        state.speeds = self.speeds


class OrderBegan(Fact, frozen=True):
    """An army began to carry out its order with one group; without units there is none (HOW-ARM-15)."""

    army: str
    group: str

    def apply(self, state: GameState) -> None:
        """Start counting what its units do."""
        state.tally = {}

    def things(self) -> tuple[str, ...]:
        """The army."""
        return (f"army:{self.army}",)


class HalfMuted(Fact, frozen=True):
    """A scheme kept one half of an order from having any effect."""

    army: str
    card: str

    def apply(self, state: GameState) -> None:
        """Nothing happens instead."""
