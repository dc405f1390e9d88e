"""What a seat may see of Marsh Lights, and full states that fit what it sees."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from engine.core.cards import HIDDEN
from engine.core.dice import Dice
from engine.core.kinds import NOBODY, Seat
from tests.made_up.content import TILES, faces_of
from tests.made_up.state import Fog, owner_of


def sees(state: Fog, seat: Seat, item: str) -> bool:
    """Whether a seat knows the face of an item: it is open, of its side, or one that its side has looked at."""
    allies = state.allies(seat)
    return item in state.open or owner_of(item) in allies or any(item in state.looked[each] for each in allies)


def view(state: Fog, seat: Seat) -> Fog:
    """The state without the tiles of the stack, the faces that the seat does not know and the bids of others."""
    allies, seen = state.allies(seat), copy(state)
    known = state.open.union(*(state.looked[each] for each in allies))
    seen.tiles = state.tiles.masked()
    seen.faces = {
        item: face if item in known or owner_of(item) in allies else HIDDEN for item, face in state.faces.items()
    }
    seen.bids = {who: bid if who in allies else None for who, bid in state.bids.items()}
    return seen


def imagine(seen: Fog, seat: Seat, dice: Dice) -> Fog:
    """Deal everything out that is hidden: faces owner by owner, tiles, and bids that their seats can pay."""
    full = copy(seen)
    laid = set(seen.ground.values())
    full.tiles = replace(seen.tiles, cards=dice.shuffled([tile for tile in TILES if tile not in laid]))
    full.faces = dict(seen.faces)
    for owner in (*seen.seats, NOBODY):
        if owner in seen.allies(seat) and owner in seen.arranging:
            continue  # nobody hides a face from its own side: what is hidden is not placed yet
        known = set(seen.faces.values())
        rest = list(dice.shuffled([face for face in faces_of(owner) if face not in known]))
        hidden = [item for item, face in seen.faces.items() if face == HIDDEN and owner_of(item) == owner]
        full.faces.update(zip(hidden, rest, strict=True))
    full.bids = {
        who: dice.below(seen.sparks[who] + 1) if bid is None else bid for who, bid in sorted(seen.bids.items())
    }
    return full
