"""The state of a game of Marsh Lights. Components are replaced, never changed in place."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.core.cards import Deck
from engine.core.hexes import FACINGS, Grid, hex_of, name_of, neighbour
from engine.core.kinds import Seat, State
from tests.made_up.content import LIGHT, faces_of, grid_of


class Walker(msgspec.Struct, frozen=True, gc=False):
    """A figure under a cloak: everybody knows whose it is and where, not who."""

    seat: Seat
    space: str


class Fog(State):
    """Everything in and around the marsh. Walkers and stones are items; each has a face."""

    seats: tuple[Seat, ...] = ()
    rounds: int = 0
    round: int = 0
    order: tuple[Seat, ...] = ()
    pairs: tuple[tuple[Seat, ...], ...] = ()
    """Who plays together, where not everybody plays alone."""
    ending: str = ""
    """Why the game is over; empty while it goes on."""
    winners: tuple[Seat, ...] = ()

    ground: dict[str, str] = {}
    """The tiles of the map by space, in the order of their discovery."""
    water: tuple[tuple[str, str], ...] = ()
    """The pairs of spaces that deep water parts."""
    tiles: Deck = Deck()
    walkers: dict[str, Walker] = {}
    fallen: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()
    """The stones that are still to come, by their numbers."""
    stones: dict[str, str] = {}
    """The stones that lie on the map."""
    lifted: dict[str, Seat] = {}
    """Who lifted which stone."""

    faces: dict[str, str] = {}
    """Who stands under each cloak, and what is on the underside of each stone."""
    arranging: tuple[Seat, ...] = ()
    """Who still arranges the own walkers before the first round; a hidden face of theirs may be one to be placed."""
    open: frozenset[str] = frozenset()
    """The items whose face everybody sees."""
    looked: dict[Seat, frozenset[str]] = {}
    """The items that each seat has looked at in secret. That it looked is no secret."""

    sparks: dict[Seat, int] = {}
    bids: dict[Seat, int | None] = {}
    """The bids of this round until they are shown; None for one that is hidden."""

    dimmed: bool = False
    """Whether a bystander has dimmed the attack that is under way."""

    remarked: frozenset[Seat] = frozenset()
    """Who has made a remark in this round: one each is allowed."""
    resigned: tuple[Seat, ...] = ()
    """Who has given the game up; a side has once all of it have."""
    drawing: tuple[Seat, ...] = ()
    """Who agrees to a draw: the first of them has offered it in this round."""

    @property
    def grid(self) -> Grid:
        """The map as far as it is explored."""
        return grid_of(tuple(self.ground))

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Each for itself, or two pairs."""
        return self.pairs or tuple((seat,) for seat in self.seats)

    def allies(self, seat: Seat) -> tuple[Seat, ...]:
        """The side of a seat, itself among it; partners share all they know. A spectator has none."""
        if not self.pairs:
            return (seat,) if seat in self.seats else ()
        return next((side for side in self.pairs if seat in side), ())

    def walkers_of(self, seat: Seat) -> list[str]:
        """The walkers of a seat that still stand."""
        return [name for name, walker in self.walkers.items() if walker.seat == seat]

    def could_dim(self, attacker: str, target: str) -> tuple[Seat, ...]:
        """The bystanders who could have a shade beside an attack, by what everybody knows."""
        shown = {self.faces[item] for item in self.open}
        sides = {*self.allies(owner_of(attacker)), owner_of(target)}
        others = (seat for seat in self.seats if seat not in sides and f"{seat}.shade" not in shown)
        return tuple(seat for seat in others if self.cloaked_beside(seat, target))

    def cloaked_beside(self, seat: Seat, target: str) -> list[str]:
        """The cloaked walkers of a seat on the space of another walker, or next to it."""
        here = self.walkers[target].space
        near = {here, *self.grid.adjacent(here)}
        return [each for each in self.walkers_of(seat) if self.walkers[each].space in near and each not in self.open]

    def unplaced(self, seat: Seat) -> list[str]:
        """Those whom a seat has still to put under a cloak before the first round."""
        placed = {self.faces[walker] for walker in self.walkers_of(seat)}
        return [face for face in faces_of(seat) if face not in placed]

    def unexplored(self, space: str) -> list[str]:
        """The places next to a space where the map can grow."""
        around = (name_of(neighbour(hex_of(space), facing)) for facing in FACINGS)
        return [place for place in around if place not in self.ground]

    def can_enter(self, seat: Seat, space: str) -> bool:
        """Whether no enemy stands on a space."""
        allies = self.allies(seat)
        return all(walker.seat in allies or walker.space != space for walker in self.walkers.values())

    def is_parted(self, here: str, there: str) -> bool:
        """Whether deep water lies between two spaces: nobody steps or attacks across it."""
        return (here, there) in self.water or (there, here) in self.water

    def light(self, seat: Seat) -> int:
        """What a seat has gathered, as far as the faces can be seen."""
        keeper = any(self.faces[name] == f"{seat}.keeper" for name in self.walkers_of(seat))
        return sum(LIGHT[self.faces[stone]] for stone, who in self.lifted.items() if who == seat) + 2 * keeper


@cache
def owner_of(item: str) -> Seat:
    """Whose walker an item is; the stones are nobody's."""
    seat = item.partition("-")[0]
    return "" if seat == "stone" else seat
