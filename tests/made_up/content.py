"""What is in the box of Marsh Lights."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.core.hexes import Grid, hex_of, name_of, within

SEATS = ("amber", "jade", "violet", "slate")
STRENGTH = {"keeper": 1, "scout": 2, "brute": 3, "shade": 0}
"""The four walkers of every seat. A shade cannot lift a stone; only a scout can look under a cloak."""

LIGHT = {"glow-1": 1, "glow-2": 1, "glow-3": 2, "glow-4": 2, "beacon": 3, "snare": 0}
"""What the faces of the stones are worth."""

DIMMED = 2
"""How much weaker the attacker is if a bystander's shade dims the attack."""

MARGIN = 3
"""How far above the defender's strength the attacker's must be, die included."""

TILES = ("fen-1", "fen-2", "fen-3", "fen-4", "fen-5", "ruin-1", "ruin-2", "ruin-3", "ruin-4")
"""The tiles still to be explored. Every ruin brings a stone."""

REMARKS = {
    "hail": "Well met in the fog!",
    "mine": "That stone is mine.",
    "peace": "Leave me be, and I leave you be.",
}
"""All that may be said at the table, by one word each."""


class Marsh(msgspec.Struct, frozen=True):
    """A scenario: where everybody starts and how long it lasts."""

    id: str
    number: int
    title: str
    spaces: tuple[str, ...]
    starts: tuple[str, ...]
    stones: tuple[str, ...]
    rounds: int
    seats: tuple[int, int] | None = None
    """The fewest and the most rivals, where it is not for any number of them."""
    water: tuple[tuple[str, str], ...] = ()
    """The pairs of spaces that deep water parts: nobody steps or attacks across it."""
    is_for_pairs: bool = False
    """Whether the first and the third seat play against the second and the fourth; partners share all they know."""


# Far enough from A1, beyond which spaces have no names, for all tiles to lie in a row.
_FORD = tuple(name_of(here) for here in within(hex_of("N14"), 1))
_SHORES = (_FORD[1], _FORD[3], _FORD[5])
_MOAT = tuple(("N14", shore) for shore in _SHORES)
_CAUSEWAY = ("N14", "M14", "O14", "N13", "N15", "L13", "P13")
_DYKE = ("L13", "M14", "N13", "O14", "P13")

MARSHES = {
    "ford": Marsh("ford", 1, "The Ford", _FORD, (_FORD[1], _FORD[2], _FORD[3]), ("N14", _FORD[5]), rounds=6),
    "dyke": Marsh("dyke", 2, "The Dyke", _DYKE, ("M14", "O14", "N13"), ("L13", "N13", "P13"), rounds=5),
    "isle": Marsh("isle", 3, "The Isle", _FORD, _SHORES, ("N14",), rounds=4, seats=(3, 3), water=_MOAT),
    "causeway": Marsh(
        "causeway", 4, "The Causeway", _CAUSEWAY, _CAUSEWAY[1:5], ("N14", "L13", "P13"), 4, (4, 4), is_for_pairs=True
    ),
    "sink": Marsh("sink", 5, "The Sink", _FORD, (_FORD[1], _FORD[3], _FORD[5]), ("N14",), rounds=4),
}


@lru_cache(maxsize=4096)
def grid_of(spaces: tuple[str, ...]) -> Grid:
    """The map of these spaces in the order of their discovery: the map before the last of them, grown by it."""
    return grid_of(spaces[:-1]).with_spaces(spaces[-1:]) if spaces else Grid(())


def faces_of(owner: str) -> tuple[str, ...]:
    """All faces that the walkers of a seat have; of the stones, if nobody owns them."""
    return tuple(f"{owner}.{face}" for face in STRENGTH) if owner else tuple(LIGHT)


def strength(face: str) -> int:
    """How strong the walker with this face is."""
    return STRENGTH[face.partition(".")[2]]
