"""What happens while the table is laid out and when rounds begin and end."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Deck
from engine.core.hexes import Facing
from engine.core.kinds import Fact, Seat
from engine.games.horrors_of_war.facts.cards import shares_seen_by
from engine.games.horrors_of_war.state import HORROR, GameState, masked
from engine.peacemakers.battlefield import Unit


class TableLaid(Fact, frozen=True):
    """A scenario was chosen, and who plays it."""

    scenario: str
    challenges: tuple[str, ...]
    options: tuple[str, ...]
    seats: tuple[Seat, ...]
    start: str

    def apply(self, state: GameState) -> None:
        """The adventurers stand on the starting space with empty hands."""
        state.scenario, state.challenges = self.scenario, self.challenges
        state.options, state.seats = self.options, self.seats
        state.figures = dict.fromkeys(self.seats, self.start)
        state.hands = dict.fromkeys(self.seats, ())


class UnitPlaced(Fact, frozen=True):
    """A unit was put on its starting space."""

    unit: str
    army: str
    type: str
    group: str
    space: str
    facing: Facing
    letter: str = ""

    def apply(self, state: GameState) -> None:
        """Put the unit on the map."""
        unit = Unit(self.army, self.type, self.group, self.space, self.facing, letter=self.letter)
        state.units = {**state.units, self.unit: unit}


class CardsGathered(Fact, frozen=True):
    """The cards of a deck were sorted out for this game (HOW-SET-06)."""

    deck: str
    cards: tuple[str, ...]

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """A view names nothing that lies face down."""
        return replace(self, cards=(HIDDEN,) * len(self.cards))

    def apply(self, state: GameState) -> None:
        """Note which cards there are."""
        state.pools = {**state.pools, self.deck: self.cards}


class OrderDeckShuffled(Fact, frozen=True):
    """An order deck was shuffled: face-up cards that stay on top, then the shuffled ones face down, and what stays
    on the discard pile.
    """

    deck: str
    order: tuple[str, ...]
    faceup: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()

    def reveals_in(self, state: GameState) -> bool:
        """Everybody sees where the Secrets came to lie, so a shuffle with Secrets stands (HOW-S3-05, HOW-S3-09)."""
        return not state.box.secrets.isdisjoint(self.order)

    def apply(self, state: GameState) -> None:
        """Lay the deck out anew."""
        deck = Deck(self.order, frozenset(self.faceup), self.discard)
        state.orders = {**state.orders, self.deck: deck}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order of face-down cards, only where Secrets lie (HOW-S3-05)."""
        seen = masked(Deck(self.order, frozenset(self.faceup)), state.box.secrets)
        return replace(self, order=seen.cards)


class HorrorDeckShuffled(Fact, frozen=True):
    """The horror deck was shuffled."""

    order: tuple[str, ...]

    def apply(self, state: GameState) -> None:
        """Lay the deck out."""
        state.horrors = self.order

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HORROR,) * len(self.order))


class ResourceDeckShuffled(Fact, frozen=True):
    """The resource deck was made anew of the cards named; its discard pile is empty then, if it was shuffled in."""

    order: tuple[str, ...]
    with_discard: bool = False

    def apply(self, state: GameState) -> None:
        """Lay the deck out; nothing is known of its order any more."""
        state.resources = Deck(self.order, discard=() if self.with_discard else state.resources.discard)
        state.known = frozenset()

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HIDDEN,) * len(self.order))


class HorrorsTaken(Fact, frozen=True):
    """Horrors left the top of the horror deck to be shuffled into the resource deck."""

    count: int

    def apply(self, state: GameState) -> None:
        """Shorten the horror deck; the shuffle that follows puts them into the resource deck."""
        state.horrors = state.horrors[self.count :]


class HandsDealt(Fact, frozen=True):
    """Cards from the top of the resource deck went to the hands."""

    reveals: ClassVar[bool] = True
    shares: dict[Seat, tuple[str, ...]]

    def apply(self, state: GameState) -> None:
        """Move the cards."""
        state.resources = state.resources.drawn(sum(len(cards) for cards in self.shares.values()))
        state.hands = {seat: hand + self.shares.get(seat, ()) for seat, hand in state.hands.items()}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Private hands stay private."""
        return replace(self, shares=shares_seen_by(state, self.shares, seat))


class RoundBegan(Fact, frozen=True):
    """A new round started with its adventurer phase."""

    round: int

    def apply(self, state: GameState) -> None:
        """Begin afresh with whatever counts by the round."""
        state.round, state.phase = self.round, "adventurer"
        state.passed, state.guards, state.speeds, state.suffered, state.tally = (), {}, {}, {}, {}


class Reminded(Fact, frozen=True):
    """A short reminder of a rule was shown for the first time (HOW-S1-01)."""

    teaches: ClassVar[bool] = True
    about: str

    def apply(self, state: GameState) -> None:
        """Once is enough."""
        state.reminded = (*state.reminded, self.about)


class StatusChecked(Fact, frozen=True):
    """All orders are resolved; the motivation of both sides was checked."""

    motivation: dict[str, int]

    def apply(self, state: GameState) -> None:
        """Note the phase."""
        state.phase = "status"


class GameEnded(Fact, frozen=True):
    """The players won or lost, together."""

    won: bool

    def apply(self, state: GameState) -> None:
        """It is over."""
        state.won, state.phase = self.won, "over"
