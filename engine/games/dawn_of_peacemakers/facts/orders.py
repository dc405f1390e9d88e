"""What happens to order cards: influence, orders turned, and how they are carried out."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.kinds import Fact, Seat
from engine.games.dawn_of_peacemakers.state import GameState, Influence, back_of
from engine.peacemakers.facts import more


class InfluenceBegan(Fact, frozen=True):
    """DOP-INF-02: a player began to influence an army."""

    seat: Seat
    army: str
    cards: int

    def apply(self, state: GameState) -> None:
        """Note how many cards are due."""
        state.influence = Influence(self.seat, self.army, self.cards)

    def things(self) -> tuple[str, ...]:
        """The player and the army."""
        return (f"adventurer:{self.seat}", f"army:{self.army}")


class InfluenceAdded(Fact, frozen=True):
    """DOP-INF-05: more cards are due."""

    seat: Seat
    cards: int

    def apply(self, state: GameState) -> None:
        """Add them."""
        assert state.influence is not None
        state.influence = replace(state.influence, due=state.influence.due + self.cards)


class InfluenceLost(Fact, frozen=True):
    """DOP-INF-15: no deck could give a card, so what was due is lost."""

    tells: ClassVar[bool] = True
    army: str

    def apply(self, state: GameState) -> None:
        """Nothing is due any more."""
        assert state.influence is not None
        state.influence = replace(state.influence, due=0)


class OrderDrawn(Fact, frozen=True):
    """DOP-INF-03..04: the influencing player drew an order card and looked at it."""

    reveals: ClassVar[bool] = True
    seat: Seat
    deck: str
    card: str

    def reveals_to(self, state: GameState, seat: Seat) -> bool:
        """Only the player learns what it is."""
        return seat == self.seat

    def apply(self, state: GameState) -> None:
        """From the deck to the player; the others lose sight of it, if they knew where it lay."""
        held = state.influence
        assert held is not None
        state.influence = replace(held, due=held.due - 1, drawn=(*held.drawn, self.card))
        state.orders = {**state.orders, self.deck: state.orders[self.deck].drawn()}
        if any(state.known.values()):
            state.known = {
                seat: cards if seat == self.seat else cards - {self.card} for seat, cards in state.known.items()
            }

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """The others see its back."""
        return self if seat == self.seat else replace(self, card=back_of(state.box, self.card))

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class OrderSorted(Fact, frozen=True):
    """DOP-INF-08: the influencing player decided which card comes next."""

    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """It has its place."""
        held = state.influence
        assert held is not None
        rest = tuple([card for card in held.drawn if card != self.card])
        state.influence = replace(held, drawn=rest, sorted=(*held.sorted, self.card))

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """The others see its back."""
        return self if seat == self.seat else replace(self, card=back_of(state.box, self.card))


class OrdersReturned(Fact, frozen=True):
    """DOP-INF-08, DOP-INF-18: the order cards went back face down, each onto its own deck."""

    seat: Seat
    deck: str
    cards: tuple[str, ...]

    def apply(self, state: GameState) -> None:
        """On top of the deck; the player who put them there knows where they lie."""
        deck = state.orders[self.deck]
        state.orders = {**state.orders, self.deck: replace(deck, cards=self.cards + deck.cards)}
        state.known = {**state.known, self.seat: state.known[self.seat].union(self.cards)}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """The others see their backs."""
        if seat == self.seat:
            return self
        return replace(self, cards=tuple(back_of(state.box, card) for card in self.cards))

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class InfluenceEnded(Fact, frozen=True):
    """The influence action is finished (DOP-INF-09)."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Nobody holds order cards."""
        state.influence = None


class TaskRemoved(Fact, frozen=True):
    """DOP-ADV-09, DOP-ARMY-06, DOP-ARMY-08: a task card of a group without units left the game."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """From the top of the deck, or from the discard pile."""
        deck = state.orders[self.deck]
        if self.card in deck.discard:
            deck = replace(deck, discard=tuple([card for card in deck.discard if card != self.card]))
        else:
            deck = replace(deck, cards=tuple([card for card in deck.cards if card != self.card]))
        state.orders = {**state.orders, self.deck: deck}
        state.removed = (*state.removed, self.card)

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class OrderSpoiled(Fact, frozen=True):
    """A scheme put the top card of an order deck onto its discard pile."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """Turn it over."""
        state.orders = {**state.orders, self.deck: state.orders[self.deck].turned_over()}

    def things(self) -> tuple[str, ...]:
        """The deck and the card."""
        return (f"deck:{self.deck}", f"card:{self.card}")


class OrderSunk(Fact, frozen=True):
    """The top card of an order deck went to its bottom, unseen."""

    deck: str

    def apply(self, state: GameState) -> None:
        """Move it; who knew it still does."""
        deck = state.orders[self.deck]
        state.orders = {**state.orders, self.deck: replace(deck, cards=(*deck.cards[1:], deck.cards[0]))}

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class ArmyPhaseBegan(Fact, frozen=True):
    """The army phase began."""

    def apply(self, state: GameState) -> None:
        """No order is turned yet."""
        state.phase, state.turned, state.turn = "armies", {}, ""


class OrderTurned(Fact, frozen=True):
    """DOP-ARMY-01: an order card was turned onto its discard pile."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """It is half of the army's order now."""
        state.orders = {**state.orders, self.deck: state.orders[self.deck].turned_over()}
        army, _, half = self.deck.partition(".")
        ploy, task = state.turned.get(army, ("", ""))
        state.turned = {**state.turned, army: (self.card, task) if half == "ploy" else (ploy, self.card)}

    def things(self) -> tuple[str, ...]:
        """The deck and the card."""
        return (f"deck:{self.deck}", f"card:{self.card}")


class TaskMissing(Fact, frozen=True):
    """DOP-ARMY-18: an army has no task this round."""

    tells: ClassVar[bool] = True
    army: str

    def apply(self, state: GameState) -> None:
        """Nothing was turned."""

    def things(self) -> tuple[str, ...]:
        """The army."""
        return (f"army:{self.army}",)


class OrdersRanked(Fact, frozen=True):
    """DOP-SPD-01..03: in which of the nine steps each order is resolved."""

    steps: dict[str, tuple[str, str]]

    def apply(self, state: GameState) -> None:
        """The frames know it."""


class OrderBegan(Fact, frozen=True):
    """An army's group began to carry out its order."""

    army: str
    group: str

    def apply(self, state: GameState) -> None:
        """What units do in this step is counted from here."""
        state.tally, state.acting = {}, (*state.acting, self.army)

    def things(self) -> tuple[str, ...]:
        """The units of the group."""
        return (f"group:{self.army}.{self.group}",)


class OrderLost(Fact, frozen=True):
    """DOP-ARMY-07, DOP-ARMY-21: nobody is left to carry out an order."""

    army: str

    def apply(self, state: GameState) -> None:
        """Nothing happens."""

    def things(self) -> tuple[str, ...]:
        """The army."""
        return (f"army:{self.army}",)


class PloyMuted(Fact, frozen=True):
    """A scheme took the effect from a ploy."""

    army: str
    card: str

    def apply(self, state: GameState) -> None:
        """Nothing happens."""


class EdgeGained(Fact, frozen=True):
    """DOP-SPD-04: a ploy changes how the task is carried out."""

    army: str
    kind: str
    by: int

    def apply(self, state: GameState) -> None:
        """Count it until the step is over."""
        state.edges = more(state.edges, f"{self.army}.{self.kind}", self.by)


class StepEnded(Fact, frozen=True):
    """One of the nine steps is over."""

    def apply(self, state: GameState) -> None:
        """What ploys added is over."""
        state.edges, state.acting = {}, ()
