"""The map of Horrors of War: its grounds, and the arrows of roads and circles."""

from __future__ import annotations

from functools import partial

from engine.games.horrors_of_war.content.scene import Scene
from engine.games.horrors_of_war.content.types import Terrain
from engine.games.horrors_of_war.movement import front
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.names import scene_of
from tui.look.inks import Signs
from tui.peacemakers import board
from tui.widgets.picture import Picture

_BY_NAME = {"deep sea": "sea", "ship": "ship", "beach": "beach", "mist": "mist"}
_HEIGHTS = {1: "low", 2: "middle", 3: "high"}


def picture(view: GameState, signs: Signs) -> Picture:
    """Every space of the map."""
    return board.picture(view, signs, ground_of, partial(front, view), _ways(scene_of(view)))


def ground_of(terrain: Terrain) -> str:
    """The name of the colours of a kind of space, by what is special about it."""
    ground = _BY_NAME.get(terrain.name) or board.ground_of(terrain)
    return _HEIGHTS.get(terrain.height, ground) if ground == "plain" else ground


def _ways(scene: Scene) -> dict[str, str]:
    """Where the arrows of roads and circles lead, by space."""
    found: dict[str, str] = {}
    for road in scene.roads.values():
        for space in road.spaces:
            found[space] = road.arrow(scene.board.grid, space)
    return found
