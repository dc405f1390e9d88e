"""A scenario made ready to be played: its map, and what follows from its file."""

from __future__ import annotations

from typing import cast, get_args

import msgspec

from engine.core.hexes import Path
from engine.games.horrors_of_war.content.operations import Group
from engine.games.horrors_of_war.content.types import ChallengeRule, ScenarioFile, Seats, Side, Terrain
from engine.peacemakers.maps import Board, Ways, areas_of, board_of, steps_from


class Scene(msgspec.Struct, frozen=True):
    """A scenario ready to be played."""

    file: ScenarioFile
    board: Board[Terrain]
    ways: Ways
    """For each space the adjacent ones that an adventurer can enter."""
    homeward: dict[str, int]
    """For each space the number of steps to the starting space."""
    towers: dict[str, int]
    """The spaces with motivation icons, and how many."""
    firm: frozenset[str]
    """The spaces that can be fortified (HOW-FOR-02..03)."""
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


def scene_of(file: ScenarioFile) -> Scene:
    """A scenario made ready."""
    board = board_of(file.map, file.legend)
    ways = board.ways()
    roads: dict[tuple[str, str], Path] = {
        (road.army, group): Path(road.spaces, road.closed)
        for road in file.roads
        for group in ((road.group,) if road.group else get_args(Group))
    }
    titles = {side.id: side.title for side in file.sides}
    armies = {army.id: army.title for army in file.armies}
    if file.talks:
        armies[file.talks.id] = file.talks.title
    homeward, regions, named = steps_from(board.start, ways), board.regions(ways), areas_of(file.areas)
    return Scene(file, board, ways, homeward, board.towers(), board.firm(), roads, regions, named, titles, armies)
