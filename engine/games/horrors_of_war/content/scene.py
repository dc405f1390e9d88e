"""A scenario made ready to be played: its map, and what follows from its file."""

from __future__ import annotations

from collections import deque
from typing import cast, get_args

import msgspec

from engine.core.hexes import Grid, Path, name_of
from engine.games.horrors_of_war.content.operations import Group
from engine.games.horrors_of_war.content.types import ChallengeRule, ScenarioFile, Seats, Side, Terrain


class Board(msgspec.Struct, frozen=True):
    """A scenario's map: its geometry and what its spaces are like."""

    grid: Grid
    terrain: dict[str, Terrain]
    start: str

    def is_open(self, space: str | None) -> bool:
        """Whether there is such a space and it is not impassable."""
        return space is not None and not self.terrain[space].impassable


class Scene(msgspec.Struct, frozen=True):
    """A scenario ready to be played."""

    file: ScenarioFile
    board: Board
    ways: dict[str, tuple[str, ...]]
    """For each space the adjacent ones that an adventurer can enter."""
    homeward: dict[str, int]
    """For each space the number of steps to the starting space."""
    towers: dict[str, int]
    """The spaces with motivation icons, and how many."""
    roads: dict[tuple[str, str], Path]
    """The roads and circles, by the army and the group that keep to them."""
    regions: dict[str, int]
    """For each space the number of its region: an adventurer can walk only between spaces of one (HOW-S2-06)."""
    named: dict[str, tuple[str, ...]]
    """For each space of a named area the names of its areas."""
    side_titles: dict[str, str]
    army_titles: dict[str, str]

    def green(self, seats: int) -> tuple[int, int]:
        """HOW-STA-08: the green zone for a number of adventurers."""
        start = self.file.by_seats.get(cast(Seats, str(seats)))
        return start.green if start and start.green else self.file.green

    def motivation(self, side: Side, seats: int) -> int:
        """HOW-SET-05: where a side starts with a number of adventurers."""
        start = self.file.by_seats.get(cast(Seats, str(seats)))
        return start.motivation.get(side.id, side.motivation) if start else side.motivation

    def challenge(self, name: str) -> ChallengeRule:
        """One of the scenario's challenges."""
        return next(rule for rule in self.file.challenges if rule.id == name)


def drawn_map(file: ScenarioFile) -> dict[str, str]:
    """The symbol on each space of a drawn map: column q of row r stands at line 2r + (q odd), character 2q."""
    symbols: dict[str, str] = {}
    for line, text in enumerate(file.map):
        for place, symbol in enumerate(text):
            if symbol != " ":
                column, row = place // 2, line // 2
                if place % 2 or column % 2 != line % 2:
                    raise ValueError(f"map[{line}]|The symbol {symbol!r} at character {place + 1} is not on a hexagon.")
                symbols[name_of((column, row - column // 2))] = symbol
    return symbols


def board_of(file: ScenarioFile) -> Board:
    """The map of a scenario file."""
    symbols = drawn_map(file)
    terrain = {}
    for space, symbol in symbols.items():
        if symbol not in file.legend:
            raise ValueError(f"map|The symbol {symbol!r} on {space} is not in the legend.")
        terrain[space] = file.legend[symbol]
    starts = [space for space, kind in terrain.items() if kind.start]
    if len(starts) != 1:
        raise ValueError(f"map|A map has exactly one starting space; this one has {len(starts)}.")
    return Board(Grid(symbols), terrain, starts[0])


def scene_of(file: ScenarioFile) -> Scene:
    """A scenario made ready."""
    board = board_of(file)
    ways = {
        space: tuple(other for other in board.grid.adjacent(space) if board.is_open(other))
        for space in board.grid.spaces
    }
    towers = {space: kind.motivation for space, kind in board.terrain.items() if kind.motivation}
    roads: dict[tuple[str, str], Path] = {
        (road.army, group): Path(road.spaces, road.closed)
        for road in file.roads
        for group in ((road.group,) if road.group else get_args(Group))
    }
    titles = {side.id: side.title for side in file.sides}
    armies = {army.id: army.title for army in file.armies}
    if file.talks:
        armies[file.talks.id] = file.talks.title
    homeward = _steps_from(board.start, ways)
    named = {
        space: tuple(name for name, area in file.areas.items() if space in area)
        for space in dict.fromkeys(space for area in file.areas.values() for space in area)
    }
    return Scene(file, board, ways, homeward, towers, roads, _regions(board, ways), named, titles, armies)


def _regions(board: Board, ways: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Number the parts of a map between which nobody can walk."""
    regions: dict[str, int] = {}
    for number, space in enumerate(filter(board.is_open, board.grid.spaces)):
        if space not in regions:
            regions |= dict.fromkeys(_steps_from(space, ways), number)
    return regions


def _steps_from(start: str, ways: dict[str, tuple[str, ...]]) -> dict[str, int]:
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
