"""Hexes: six facings, space names like C4, the grid of a map, and the roads and circles drawn on it.

Hexes are flat-top with axial coordinates (column, slanted row). Names count drawn columns and rows from A1 in the top
left corner; every second column (B, D, …) lies half a hex lower. A map may grow beyond that corner: left of A lie the
columns -A, -B and so on, and above row 1 the rows 0, -1 and so on, as in -A3, C0 and -B-1. A caller that asks about a
space that is not there, or about a facing that does not exist, has a bug and gets the KeyError or ValueError of the
look-up.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final, Literal

Hex = tuple[int, int]
"""A place on the endless grid, as axial coordinates."""

Facing = Literal["up", "up-right", "down-right", "down", "down-left", "up-left"]
"""One of the six sides of a hex (HOW-MAP-11)."""

FACINGS: Final[tuple[Facing, ...]] = ("up", "up-right", "down-right", "down", "down-left", "up-left")
"""The six facings clockwise as seen from above, from straight up (HOW-MAP-11): ↑ ↗ ↘ ↓ ↙ ↖."""

_STEPS: Final[dict[Facing, Hex]] = {
    "up": (0, -1),
    "up-right": (1, -1),
    "down-right": (1, 0),
    "down": (0, 1),
    "down-left": (-1, 1),
    "up-left": (-1, 0),
}
_FACING_OF_STEP: Final[dict[Hex, Facing]] = {step: facing for facing, step in _STEPS.items()}
_NAME: Final = re.compile(r"(-?)([A-Z]+)(0|-?[1-9][0-9]*)")


def turned(facing: Facing, by: int) -> Facing:
    """The facing after a number of turns of 60°: clockwise if positive, the other way round if negative."""
    return FACINGS[(FACINGS.index(facing) + by) % 6]


def opposite(facing: Facing) -> Facing:
    """The facing straight behind this one."""
    return turned(facing, 3)


def neighbour(here: Hex, facing: Facing) -> Hex:
    """The next hex in the direction of the facing."""
    step = _STEPS[facing]
    return (here[0] + step[0], here[1] + step[1])


def direction(a: Hex, b: Hex) -> Facing | None:
    """The facing that leads from one hex to an adjacent one; None if they are not adjacent."""
    return _FACING_OF_STEP.get((b[0] - a[0], b[1] - a[1]))


def distance(a: Hex, b: Hex) -> int:
    """HOW-MAP-06: the smallest number of steps between two hexes; nothing in between counts."""
    columns, rows = b[0] - a[0], b[1] - a[1]
    return max(abs(columns), abs(rows), abs(columns + rows))


def ring(centre: Hex, radius: int, facing: Facing) -> tuple[Hex, ...]:
    """HOW-ATK-05, HOW-ATK-06: the hexes at this distance, from straight ahead clockwise all the way round."""
    if radius == 0:
        return (centre,)
    ahead = _STEPS[facing]
    here = (centre[0] + radius * ahead[0], centre[1] + radius * ahead[1])
    walked = []
    for side in range(6):
        along = turned(facing, side + 2)
        for _ in range(radius):
            walked.append(here)
            here = neighbour(here, along)
    return tuple(walked)


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes up to this distance, the centre first, then ring after ring, each clockwise from straight up."""
    return tuple(here for distant in range(radius + 1) for here in ring(centre, distant, "up"))


def name_of(here: Hex) -> str:
    """The name of a hex: column letters, then row number, as in C4."""
    column, row = here[0], here[1] + here[0] // 2
    letters = _letters_of(column) if column >= 0 else f"-{_letters_of(-column - 1)}"
    return f"{letters}{row + 1}"


@cache
def hex_of(name: str) -> Hex:
    """The hex that a space name like C4 stands for."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not the name of a space: it takes column letters and a row number, as in C4.")
    column = _column_of(match[2])
    if match[1]:
        column = -column - 1
    return (column, int(match[3]) - 1 - column // 2)


def _letters_of(column: int) -> str:
    """0 is A, 25 is Z, 26 is AA, as on a spreadsheet."""
    letters = ""
    left = column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def _column_of(letters: str) -> int:
    """The number of the column that these letters name."""
    count = 0
    for letter in letters:
        count = count * 26 + ord(letter) - ord("A") + 1
    return count - 1


class Grid:
    """The spaces of one map and how they lie to each other; it never changes: a map that grows gets a new Grid."""

    __slots__ = ("_adjacent", "_beyond", "_distances", "_hexes", "_names", "_rings", "_spaces", "_steps")

    def __init__(self, spaces: Iterable[str | Hex]) -> None:
        hexes = {hex_of(space) if isinstance(space, str) else space for space in spaces}
        names = {here: name_of(here) for here in sorted(hexes)}
        self._names: dict[Hex, str] = names
        self._hexes: dict[str, Hex] = {name: here for here, name in names.items()}
        self._spaces: tuple[str, ...] = tuple(names.values())
        self._steps: dict[str, dict[Facing, str | None]] = {
            name: {facing: names.get(neighbour(here, facing)) for facing in FACINGS} for here, name in names.items()
        }
        self._adjacent: dict[str, tuple[str, ...]] = {
            name: tuple(space for space in steps.values() if space is not None) for name, steps in self._steps.items()
        }
        # Filled as they are asked for: a small map would need them all, a large one hardly any.
        self._distances: dict[str, dict[str, int]] = {}
        self._beyond: dict[tuple[str, Facing], dict[str, int]] = {}
        self._rings: dict[tuple[str, int, Facing], tuple[str, ...]] = {}

    @property
    def spaces(self) -> tuple[str, ...]:
        """The names of all spaces, column by column and downwards, in whatever order they were given."""
        return self._spaces

    def __contains__(self, space: object) -> bool:
        return space in self._steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._spaces == other._spaces

    def __hash__(self) -> int:
        return hash(self._spaces)

    def __repr__(self) -> str:
        return f"Grid({list(self._spaces)})"

    def with_spaces(self, spaces: Iterable[str | Hex]) -> "Grid":
        """The map grown by these spaces; this Grid stays as it is."""
        return Grid((*self._names, *spaces))

    def adjacent(self, space: str) -> tuple[str, ...]:
        """The spaces next to this one, clockwise from straight up."""
        return self._adjacent[space]

    def step(self, space: str, facing: Facing) -> str | None:
        """The next space in the direction of the facing; None where the map ends."""
        return self._steps[space][facing]

    def direction(self, a: str, b: str) -> Facing | None:
        """The facing that leads from one space to an adjacent one; None if they are not adjacent."""
        return direction(self._hexes[a], self._hexes[b])

    def distance(self, a: str, b: str) -> int:
        """HOW-MAP-06: the smallest number of steps of the grid; gaps in the map do not lengthen it either."""
        return self.distances(a)[b]

    def distances(self, space: str) -> dict[str, int]:
        """How far every space of the map is from this one, in the order of the spaces; measured once."""
        measured = self._distances.get(space)
        if measured is None:
            measured = self._distances[space] = self._measured(self._hexes[space])
        return measured

    def distances_ahead(self, space: str, facing: Facing) -> dict[str, int]:
        """How far every space is from the hex ahead of this one, which may lie beyond the map; measured once."""
        ahead = self._steps[space][facing]
        if ahead is not None:
            return self.distances(ahead)
        measured = self._beyond.get((space, facing))
        if measured is None:
            measured = self._measured(neighbour(self._hexes[space], facing))
            self._beyond[space, facing] = measured
        return measured

    def _measured(self, here: Hex) -> dict[str, int]:
        return {name: distance(here, there) for name, there in self._hexes.items()}

    def ring(self, space: str, radius: int, facing: Facing) -> tuple[str, ...]:
        """HOW-ATK-05, HOW-ATK-06: the spaces at this distance, from straight ahead clockwise all the way round."""
        key = (space, radius, facing)
        spaces = self._rings.get(key)
        if spaces is None:
            hexes = ring(self._hexes[space], radius, facing)
            spaces = self._rings[key] = tuple(self._names[here] for here in hexes if here in self._names)
        return spaces


@dataclass(frozen=True)
class Path:
    """Spaces with arrows from each to the next: an open road, or a closed circle whose last leads to its first."""

    spaces: Sequence[str]
    closed: bool
    _forward: dict[str, str | None] = field(init=False, repr=False, compare=False)
    _backward: dict[str, str | None] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        spaces = tuple(self.spaces)
        if len(spaces) < (3 if self.closed else 2):
            raise ValueError("A road takes at least 2 spaces and a circle at least 3.")
        if len(set(spaces)) < len(spaces):
            raise ValueError(f"A path visits no space twice, but this one does: {', '.join(spaces)}.")
        before_first, after_last = (spaces[-1], spaces[0]) if self.closed else (None, None)
        object.__setattr__(self, "spaces", spaces)
        object.__setattr__(self, "_forward", dict(zip(spaces, (*spaces[1:], after_last), strict=True)))
        object.__setattr__(self, "_backward", dict(zip(spaces, (before_first, *spaces[:-1]), strict=True)))

    def __contains__(self, space: object) -> bool:
        return space in self._forward

    def forward(self, space: str) -> str | None:
        """The next space along the arrow; None at the end of a road."""
        return self._forward[space]

    def backward(self, space: str) -> str | None:
        """The next space against the arrow; None at the start of a road."""
        return self._backward[space]

    def arrow(self, grid: Grid, space: str) -> Facing:
        """HOW-ATK-20: the facing towards the next space; at the end of a road, the facing of the last step."""
        onward = self._forward[space]
        if onward is not None:
            return _facing_of_arrow(grid, space, onward)
        return _facing_of_arrow(grid, self.spaces[-2], space)

    def check(self, grid: Grid) -> None:
        """Raise a ValueError that names the first two spaces in a row that are not adjacent on this map."""
        for a, b in pairwise(self.spaces):
            _facing_of_arrow(grid, a, b)
        if self.closed:
            _facing_of_arrow(grid, self.spaces[-1], self.spaces[0])


def _facing_of_arrow(grid: Grid, a: str, b: str) -> Facing:
    """The facing of the arrow from one space to the next of a path."""
    facing = grid.direction(a, b) if a in grid and b in grid else None
    if facing is None:
        raise ValueError(f"The path cannot go from {a} to {b}: they are not adjacent spaces of this map.")
    return facing
