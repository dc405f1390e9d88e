"""What happens while the table is laid, and between rounds."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Deck
from engine.core.hexes import Facing
from engine.core.kinds import Fact, Seat
from engine.games.dawn_of_peacemakers.state import AGENDA, RESOURCE, GameState, sees_hand
from engine.peacemakers.battlefield import Unit


class TableLaid(Fact, frozen=True):
    """The scenario was chosen, and the adventurers came to the marked space (DOP-SET-08)."""

    scenario: str
    options: tuple[str, ...]
    seats: tuple[Seat, ...]
    start: str
    fronts: dict[str, Facing]

    def apply(self, state: GameState) -> None:
        """Begin with an empty table."""
        state.scenario, state.options, state.seats = self.scenario, self.options, self.seats
        state.figures = dict.fromkeys(self.seats, self.start)
        state.hands = dict.fromkeys(self.seats, ())
        state.known = dict.fromkeys(self.seats, frozenset())
        state.fronts = self.fronts
        state.first = self.seats[0]


class UnitPlaced(Fact, frozen=True):
    """A unit came onto the map."""

    unit: str
    army: str
    type: str
    group: str
    space: str
    letter: str = ""

    def apply(self, state: GameState) -> None:
        """Put the figure down, looking along its side's frontline."""
        facing = state.fronts[state.sides[self.army]]
        unit = Unit(self.army, self.type, self.group, self.space, facing, letter=self.letter)
        state.units = {**state.units, self.unit: unit}

    def things(self) -> tuple[str, ...]:
        """The unit and its space."""
        return (f"unit:{self.unit}", f"space:{self.space}")


class FrontTurned(Fact, frozen=True):
    """A side advances in another direction from now on."""

    tells: ClassVar[bool] = True
    side: str
    facing: Facing

    def apply(self, state: GameState) -> None:
        """Turn the sign and all units of the side."""
        state.fronts = {**state.fronts, self.side: self.facing}
        state.units = {
            name: replace(unit, facing=self.facing) if state.sides[unit.army] == self.side else unit
            for name, unit in state.units.items()
        }

    def things(self) -> tuple[str, ...]:
        """The side."""
        return (f"side:{self.side}",)


class OrderDeckShuffled(Fact, frozen=True):
    """An order deck was shuffled; nobody knows the place of any of its cards."""

    reveals: ClassVar[bool] = True
    deck: str
    order: tuple[str, ...]
    discard: tuple[str, ...] = ()
    """What lies on the discard pile afterwards."""
    why: str = ""
    """``empty``: the ploy deck was rebuilt; ``change``: Change of plans came up."""

    def apply(self, state: GameState) -> None:
        """A new pile."""
        state.orders = {**state.orders, self.deck: Deck(self.order, discard=self.discard)}
        if any(state.known.values()):
            state.known = {seat: cards.difference(self.order) for seat, cards in state.known.items()}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HIDDEN,) * len(self.order))

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class ResourceDeckShuffled(Fact, frozen=True):
    """The resource deck was shuffled, at the start or from its discard pile (DOP-END-04)."""

    reveals: ClassVar[bool] = True
    order: tuple[str, ...]
    again: bool = False

    def apply(self, state: GameState) -> None:
        """A new pile."""
        state.resources = Deck(self.order)

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HIDDEN,) * len(self.order))


class CardDrawn(Fact, frozen=True):
    """A player drew a resource card."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """From the deck to the hand."""
        state.resources = state.resources.drawn()
        state.hands = {**state.hands, self.seat: (*state.hands[self.seat], self.card)}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """DOP-GEN-04: only the player sees it."""
        return self if sees_hand(state, seat, self.seat) else replace(self, card=RESOURCE)

    def things(self) -> tuple[str, ...]:
        """The player, and the card if one knows it."""
        seat = f"adventurer:{self.seat}"
        return (seat,) if self.card == RESOURCE else (seat, f"card:{self.card}")


class AgendaDealt(Fact, frozen=True):
    """DOP-CAMP-11: a player got an agenda; without a seat it is the one that all share."""

    reveals: ClassVar[bool] = True
    seat: Seat
    agenda: str

    def apply(self, state: GameState) -> None:
        """Lay it before the player."""
        if self.seat:
            state.agendas = {**state.agendas, self.seat: self.agenda}
        else:
            state.shared_agenda = self.agenda

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """A personal agenda is for its player alone."""
        return self if seat == self.seat or not self.seat else replace(self, agenda=AGENDA)


class StartingPlayerChosen(Fact, frozen=True):
    """DOP-SET-09, DOP-STAT-03: who has the starting player token."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Hand the token over."""
        state.first = self.seat

    def things(self) -> tuple[str, ...]:
        """The player."""
        return (f"adventurer:{self.seat}",)


class RoundBegan(Fact, frozen=True):
    """A new round began."""

    round: int
    night: bool = False

    def apply(self, state: GameState) -> None:
        """DOP-COV-03: what lasts for a round is over."""
        state.round, state.phase, state.night = self.round, "adventurers", self.night
        state.guards, state.suffered, state.turned = {}, {}, {}


class EventHappened(Fact, frozen=True):
    """An event of the scenario came about."""

    tells: ClassVar[bool] = True
    event: str

    def apply(self, state: GameState) -> None:
        """Note it; what it does are facts of their own."""
        state.happened = (*state.happened, self.event)


class TurnBegan(Fact, frozen=True):
    """DOP-ADV-01: a player's turn began."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Nothing is left of the turn before (DOP-TRAV-03, DOP-SEC-05)."""
        state.turn, state.acted, state.steps, state.tokens = self.seat, False, 0, 0

    def things(self) -> tuple[str, ...]:
        """The player."""
        return (f"adventurer:{self.seat}",)


class TurnEnded(Fact, frozen=True):
    """A player ended the turn; points and tokens that were not used are lost."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Nobody has a turn."""
        state.turn, state.steps, state.tokens = "", 0, 0

    def things(self) -> tuple[str, ...]:
        """The player."""
        return (f"adventurer:{self.seat}",)


class StatusChecked(Fact, frozen=True):
    """The status phase looked at both sides."""

    motivation: dict[str, int]

    def apply(self, state: GameState) -> None:
        """Nothing changes by looking."""
        state.phase = "status"


class AgendasChecked(Fact, frozen=True):
    """The game is over and all agendas were shown: these players met theirs, the empty name is the shared one."""

    reveals: ClassVar[bool] = True
    tells: ClassVar[bool] = True
    agendas: dict[Seat, str]
    met: tuple[Seat, ...]

    def apply(self, state: GameState) -> None:
        """Note them."""
        state.met = self.met


class GameEnded(Fact, frozen=True):
    """DOP-STAT-02: the first end condition that was met decided the game."""

    reveals: ClassVar[bool] = True
    tells: ClassVar[bool] = True
    ending: str
    won: bool

    def apply(self, state: GameState) -> None:
        """It is over."""
        state.ending, state.won, state.phase = self.ending, self.won, "over"
