"""Maps of both games: drawn in the scenario file, with a legend that says what the symbols stand for.

Terrain that both games have is in `Terrain`; a game adds its own fields (Horrors of War heights, Dawn of Peacemakers
shatter). In both a space with motivation icons is called a tower here, whatever the map calls it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from engine.core.content import ContentPart
from engine.core.hexes import Grid, name_of

T = TypeVar("T", bound="Terrain")
Ways = dict[str, tuple[str, ...]]
"""For each space the adjacent ones that an adventurer can enter."""


class Terrain(ContentPart, frozen=True):
    """What a symbol on a drawn map stands for."""

    name: str
    stealth: bool = False
    water: bool = False
    impassable: bool = False
    motivation: int = 0
    """HOW-MOT-05, DOP-TERR-11..12: how much it lifts the side that holds it."""
    defence: int = 0
    start: bool = False
    """Whether the adventurers start there."""


class Board(msgspec.Struct, Generic[T], frozen=True):
    """A scenario's map: its geometry and what its spaces are like."""

    grid: Grid
    terrain: dict[str, T]
    start: str

    def is_open(self, space: str | None) -> bool:
        """Whether there is such a space and it is not impassable."""
        return space is not None and not self.terrain[space].impassable

    def ways(self) -> Ways:
        """Where an adventurer can go from each space."""
        grid = self.grid
        return {space: tuple(filter(self.is_open, grid.adjacent(space))) for space in grid.spaces}

    def firm(self) -> frozenset[str]:
        """HOW-FOR-02..03, DOP-TERR-04: the spaces that can be fortified: neither water nor impassable ones."""
        return frozenset(space for space, kind in self.terrain.items() if not kind.water and not kind.impassable)

    def towers(self) -> dict[str, int]:
        """The spaces with motivation icons, and how many."""
        return {space: kind.motivation for space, kind in self.terrain.items() if kind.motivation}

    def regions(self, ways: Ways) -> dict[str, int]:
        """For each space the number of its region: nobody can walk from one region to another."""
        regions: dict[str, int] = {}
        for number, space in enumerate(filter(self.is_open, self.grid.spaces)):
            if space not in regions:
                regions |= dict.fromkeys(steps_from(space, ways), number)
        return regions


def drawn_map(rows: Sequence[str]) -> dict[str, str]:
    """The symbol on each space of a drawn map: column q of row r stands at line 2r + (q odd), character 2q."""
    symbols: dict[str, str] = {}
    for line, text in enumerate(rows):
        for place, symbol in enumerate(text):
            if symbol != " ":
                column, row = place // 2, line // 2
                if place % 2 or column % 2 != line % 2:
                    raise ValueError(f"map[{line}]|The symbol {symbol!r} at character {place + 1} is not on a hexagon.")
                symbols[name_of((column, row - column // 2))] = symbol
    return symbols


def board_of(rows: Sequence[str], legend: Mapping[str, T]) -> Board[T]:
    """The map that is drawn in rows; a ValueError names the field, and after a bar what is wrong."""
    symbols = drawn_map(rows)
    terrain: dict[str, T] = {}
    for space, symbol in symbols.items():
        if symbol not in legend:
            raise ValueError(f"map|The symbol {symbol!r} on {space} is not in the legend.")
        terrain[space] = legend[symbol]
    starts = [space for space, kind in terrain.items() if kind.start]
    if len(starts) != 1:
        raise ValueError(f"map|A map has exactly one starting space; this one has {len(starts)}.")
    return Board(Grid(symbols), terrain, starts[0])


def steps_from(start: str, ways: Ways) -> dict[str, int]:
    """How many steps each space that can be reached is from the start."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        space = queue.popleft()
        for new in ways[space]:
            if new not in steps:
                steps[new] = steps[space] + 1
                queue.append(new)
    return steps


def areas_of(areas: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """For each space of a named area the names of its areas."""
    spaces = dict.fromkeys(space for area in areas.values() for space in area)
    return {space: tuple(name for name, area in areas.items() if space in area) for space in spaces}
