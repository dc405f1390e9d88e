"""A scenario made ready to be played: its map, and what follows from its file."""

from __future__ import annotations

import msgspec

from engine.games.dawn_of_peacemakers.content.types import EndCondition, ScenarioFile, Terrain
from engine.peacemakers.maps import Board, Ways, areas_of, board_of


class Scene(msgspec.Struct, frozen=True):
    """A scenario ready to be played."""

    file: ScenarioFile
    board: Board[Terrain]
    ways: Ways
    """For each space the adjacent ones that an adventurer can enter."""
    towers: dict[str, int]
    """The spaces with motivation icons, and how many."""
    firm: frozenset[str]
    """DOP-TERR-04: the spaces that can be fortified."""
    regions: dict[str, int]
    """For each space the number of its region: an adventurer can walk only between spaces of one."""
    named: dict[str, tuple[str, ...]]
    """For each space of a named area the names of its areas."""
    side_titles: dict[str, str]
    army_titles: dict[str, str]

    def end(self, name: str) -> EndCondition:
        """One of the end conditions."""
        return next(each for each in self.file.ends if each.id == name)


def scene_of(file: ScenarioFile) -> Scene:
    """A scenario made ready."""
    board = board_of(file.map, file.legend)
    ways = board.ways()
    sides = {side.id: side.title for side in file.sides}
    armies = {army.id: army.title for army in file.armies}
    regions, named = board.regions(ways), areas_of(file.areas)
    return Scene(file, board, ways, board.towers(), board.firm(), regions, named, sides, armies)
