"""What can happen in Marsh Lights, and what each fact changes. Nothing else changes a state."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Deck
from engine.core.kinds import Fact, Seat
from tests.made_up.state import Fog, Walker


class MarshLaid(Fact, frozen=True):
    """The first tiles lie, and the walkers stand at their starts."""

    seats: tuple[Seat, ...]
    ground: dict[str, str]
    walkers: dict[str, Walker]
    supply: tuple[str, ...]
    rounds: int
    sparks: int
    pairs: tuple[tuple[Seat, ...], ...] = ()
    water: tuple[tuple[str, str], ...] = ()

    def apply(self, state: Fog) -> None:
        """Lay everything out."""
        state.seats, state.ground, state.walkers, state.rounds = self.seats, self.ground, self.walkers, self.rounds
        state.order, state.supply, state.pairs = self.seats, self.supply, self.pairs
        state.water = self.water
        state.sparks = dict.fromkeys(self.seats, self.sparks)
        state.looked = dict.fromkeys(self.seats, frozenset())


class TilesShuffled(Fact, frozen=True):
    """The tiles to be explored lie face down."""

    order: tuple[str, ...]

    def apply(self, state: Fog) -> None:
        """Lay the stack out."""
        state.tiles = Deck(self.order)

    def seen_by(self, state: Fog, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HIDDEN,) * len(self.order))


class FacesShuffled(Fact, frozen=True):
    """The faces of cloaked walkers, or of the stones, were shuffled among them; what others knew of them is void."""

    reveals: ClassVar[bool] = True  # their owner sees what chance made of it
    owner: Seat
    faces: dict[str, str]

    def apply(self, state: Fog) -> None:
        """Deal the faces out."""
        state.faces = {**state.faces, **self.faces}
        state.looked = {seat: items.difference(self.faces) for seat, items in state.looked.items()}

    def seen_by(self, state: Fog, seat: Seat) -> Self:
        """Only the owner's side sees them; the stones are nobody's."""
        return self if seat in state.allies(self.owner) else replace(self, faces=dict.fromkeys(self.faces, HIDDEN))

    def things(self) -> tuple[str, ...]:
        """The items."""
        return tuple(f"item:{item}" for item in self.faces)


class MusterCalled(Fact, frozen=True):
    """Everybody arranges their walkers in secret."""

    seats: tuple[Seat, ...]

    def apply(self, state: Fog) -> None:
        """Nobody stands under a cloak yet."""
        state.arranging = self.seats
        state.faces = {**state.faces, **dict.fromkeys(state.walkers, HIDDEN)}


class FacePlaced(Fact, frozen=True):
    """A seat put somebody under a cloak in secret."""

    seat: Seat
    walker: str
    face: str

    def apply(self, state: Fog) -> None:
        """Note who it is."""
        state.faces = {**state.faces, self.walker: self.face}

    def seen_by(self, state: Fog, seat: Seat) -> Self:
        """Rivals do not even see how far the seat has come."""
        return self if seat in state.allies(self.seat) else replace(self, walker=HIDDEN, face=HIDDEN)

    def things(self) -> tuple[str, ...]:
        """The walker, if one knows it."""
        return () if self.walker == HIDDEN else (f"item:{self.walker}",)


class MusterEnded(Fact, frozen=True):
    """A seat has arranged its walkers."""

    seat: Seat

    def apply(self, state: Fog) -> None:
        """It is ready."""
        state.arranging = tuple(seat for seat in state.arranging if seat != self.seat)


class StonePlaced(Fact, frozen=True):
    """The next stone was laid on the map, face down."""

    stone: str
    space: str

    def apply(self, state: Fog) -> None:
        """Lay it there."""
        state.supply = state.supply[1:]
        state.stones = {**state.stones, self.stone: self.space}

    def things(self) -> tuple[str, ...]:
        """The stone and the space."""
        return (f"item:{self.stone}", f"space:{self.space}")


class RoundBegan(Fact, frozen=True):
    """A new round started."""

    round: int

    def apply(self, state: Fog) -> None:
        """Count it; remarks are free again, and an offer that was not accepted is void."""
        state.round, state.remarked, state.drawing = self.round, frozenset(), ()


class BidPlaced(Fact, frozen=True):
    """A seat bid in secret."""

    seat: Seat
    sparks: int | None

    def apply(self, state: Fog) -> None:
        """Note the bid."""
        state.bids = {**state.bids, self.seat: self.sparks}

    def seen_by(self, state: Fog, seat: Seat) -> Self:
        """Rivals see that there is a bid, not how high it is."""
        return self if seat in state.allies(self.seat) else replace(self, sparks=None)


class BidsShown(Fact, frozen=True):
    """All bids were shown together and paid; they made the order of the round."""

    reveals: ClassVar[bool] = True
    bids: dict[Seat, int]
    order: tuple[Seat, ...]

    def apply(self, state: Fog) -> None:
        """Pay the bids."""
        state.sparks = {seat: sparks - self.bids.get(seat, 0) for seat, sparks in state.sparks.items()}
        state.bids, state.order = {}, self.order


class SparksChanged(Fact, frozen=True):
    """A seat gained a spark by resting, or spent one."""

    seat: Seat
    by: int

    def apply(self, state: Fog) -> None:
        """Count it."""
        state.sparks = {**state.sparks, self.seat: state.sparks[self.seat] + self.by}


class TileFound(Fact, frozen=True):
    """A tile was drawn and laid where the map ended."""

    reveals: ClassVar[bool] = True
    tile: str
    space: str

    def apply(self, state: Fog) -> None:
        """The map grows."""
        state.tiles = state.tiles.drawn()
        state.ground = {**state.ground, self.space: self.tile}

    def things(self) -> tuple[str, ...]:
        """The new space."""
        return (f"space:{self.space}",)


class WalkerMoved(Fact, frozen=True):
    """A walker went to another space."""

    walker: str
    to: str

    def apply(self, state: Fog) -> None:
        """Move it."""
        state.walkers = {**state.walkers, self.walker: replace(state.walkers[self.walker], space=self.to)}

    def things(self) -> tuple[str, ...]:
        """The walker and the space."""
        return (f"walker:{self.walker}", f"space:{self.to}")


class Looked(Fact, frozen=True):
    """A seat looked at the face of an item in secret."""

    reveals: ClassVar[bool] = True
    seat: Seat
    item: str
    face: str

    def apply(self, state: Fog) -> None:
        """It knows this one now."""
        state.looked = {**state.looked, self.seat: state.looked[self.seat] | {self.item}}

    def seen_by(self, state: Fog, seat: Seat) -> Self:
        """The others see that it looked, and its owner knows what there was to see; they do not."""
        return self if seat in state.allies(self.seat) else replace(self, face=HIDDEN)

    def things(self) -> tuple[str, ...]:
        """What was looked at."""
        return (f"item:{self.item}",)


class FaceShown(Fact, frozen=True):
    """A cloak dropped, or a stone was turned over, for all to see."""

    reveals: ClassVar[bool] = True
    item: str
    face: str

    def apply(self, state: Fog) -> None:
        """Everybody sees it from now on."""
        state.open = state.open | {self.item}

    def things(self) -> tuple[str, ...]:
        """The item."""
        return (f"item:{self.item}",)


class StoneLifted(Fact, frozen=True):
    """A seat took a stone."""

    seat: Seat
    stone: str

    def apply(self, state: Fog) -> None:
        """Move it from the map to the seat."""
        state.stones = {stone: space for stone, space in state.stones.items() if stone != self.stone}
        state.lifted = {**state.lifted, self.stone: self.seat}

    def things(self) -> tuple[str, ...]:
        """The stone."""
        return (f"item:{self.stone}",)


class AttackDeclared(Fact, frozen=True):
    """A walker turned against another; or another one covered and is the target now."""

    attacker: str
    target: str

    def apply(self, state: Fog) -> None:
        """Nothing has happened to anybody yet."""
        state.dimmed = False

    def things(self) -> tuple[str, ...]:
        """Both."""
        return (f"walker:{self.attacker}", f"walker:{self.target}")


class AttackDimmed(Fact, frozen=True):
    """A bystander's shade made the attack weaker."""

    walker: str

    def apply(self, state: Fog) -> None:
        """Once is enough."""
        state.dimmed = True

    def things(self) -> tuple[str, ...]:
        """The shade."""
        return (f"walker:{self.walker}",)


class DieRolled(Fact, frozen=True):
    """The die was rolled in a clash; it does not stand before both seats are content."""

    reveals: ClassVar[bool] = True
    result: int

    def apply(self, state: Fog) -> None:
        """A result changes nothing by itself."""


class WalkerFell(Fact, frozen=True):
    """A walker left the marsh."""

    walker: str

    def apply(self, state: Fog) -> None:
        """Take it off the map."""
        state.walkers = {name: walker for name, walker in state.walkers.items() if name != self.walker}
        state.fallen = (*state.fallen, self.walker)

    def things(self) -> tuple[str, ...]:
        """The walker."""
        return (f"walker:{self.walker}",)


class RemarkMade(Fact, frozen=True):
    """A seat said something for all to hear."""

    seat: Seat
    remark: str

    def apply(self, state: Fog) -> None:
        """It has had its say in this round."""
        state.remarked = state.remarked | {self.seat}


class DrawOffered(Fact, frozen=True):
    """A seat offered a draw."""

    seat: Seat

    def apply(self, state: Fog) -> None:
        """It agrees to its own offer."""
        state.drawing = (self.seat,)


class DrawAccepted(Fact, frozen=True):
    """A seat agreed to a draw."""

    seat: Seat

    def apply(self, state: Fog) -> None:
        """Note it."""
        state.drawing = (*state.drawing, self.seat)


class SeatResigned(Fact, frozen=True):
    """A seat gave the game up."""

    seat: Seat

    def apply(self, state: Fog) -> None:
        """What comes of it is a fact of its own."""
        state.resigned = (*state.resigned, self.seat)


class GameEnded(Fact, frozen=True):
    """The game is over: by light, by resigning, or by a draw, which nobody wins."""

    ending: str
    winners: tuple[Seat, ...]
    light: dict[Seat, int]

    def apply(self, state: Fog) -> None:
        """It is over."""
        state.ending, state.winners = self.ending, self.winners


Facts = (
    MarshLaid | TilesShuffled | FacesShuffled | MusterCalled | FacePlaced | MusterEnded
    | StonePlaced | RoundBegan | BidPlaced | BidsShown | SparksChanged
    | TileFound | WalkerMoved | Looked | FaceShown | StoneLifted
    | AttackDeclared | AttackDimmed | DieRolled | WalkerFell
    | RemarkMade | DrawOffered | DrawAccepted | SeatResigned | GameEnded
)  # fmt: skip
