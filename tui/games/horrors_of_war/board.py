"""The map of Horrors of War as a picture: terrain, fortifications, units and adventurers."""

from __future__ import annotations

from engine.games.horrors_of_war.content.scene import Scene
from engine.games.horrors_of_war.content.types import Terrain
from engine.games.horrors_of_war.movement import front
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.names import scene_of
from engine.peacemakers.battlefield import units_in
from tui.look.inks import Signs
from tui.look.letters import letters_of
from tui.widgets.picture import Picture, Tile, Token

_BY_NAME = {"deep sea": "sea", "ship": "ship", "beach": "beach", "mist": "mist"}
_HEIGHTS = {1: "low", 2: "middle", 3: "high"}


def picture(view: GameState, signs: Signs) -> Picture:
    """Every space of the map."""
    scene = scene_of(view)
    ways = _ways(scene)
    return Picture({space: _tile(view, scene, space, signs, ways) for space in scene.board.grid.spaces})


def _tile(view: GameState, scene: Scene, space: str, signs: Signs, ways: dict[str, str]) -> Tile:
    terrain = scene.board.terrain[space]
    ground = ground_of(terrain)
    return Tile(
        ground=ground,
        sign=signs.grounds[ground],
        walls=view.fortifications.get(space, 0),
        tokens=tuple(_token(view, name, signs) for name in units_in(view, space)),
        people=tuple(Token(seat[0].upper(), -1) for seat, where in view.figures.items() if where == space),
        way=signs.arrows[ways[space]] if space in ways else "",
    )


def ground_of(terrain: Terrain) -> str:
    """The name of the colours of a kind of space, by what is special about it."""
    if terrain.name in _BY_NAME:
        return _BY_NAME[terrain.name]
    if terrain.impassable:
        return "wall"
    if terrain.start:
        return "camp"
    if terrain.motivation:
        return "tower"
    if terrain.water:
        return "water"
    if terrain.stealth:
        return "forest"
    if terrain.defence:
        return "rocks"
    return _HEIGHTS.get(terrain.height, "plain")


def _token(view: GameState, name: str, signs: Signs) -> Token:
    unit = view.units[name]
    return Token(
        sign=signs.pieces[unit.group],
        team=team_of(view, unit.army),
        arrow=signs.arrows[front(view, unit)],
        figure=str(unit.damage) if unit.damage else "",
        strong=view.box.units[unit.type].leader,
        kind=kind_letter(view, unit.type),
        side=_side(view, unit.army),
    )


def side_letter(view: GameState, army: str, signs: Signs) -> str:
    """The capital letter of an army, where letters tell whose a unit is."""
    return _side(view, army) if signs.has_sides else ""


def _side(view: GameState, army: str) -> str:
    return letters_of(scene_of(view).army_titles)[army].upper()


def kind_letter(view: GameState, kind: str) -> str:
    """The small letter of a kind of unit: no other kind of this scenario has it."""
    kinds = {unit.type for unit in (*view.units.values(), *view.fallen.values())}
    return letters_of({each: view.box.units[each].title for each in sorted(kinds)})[kind]


def team_of(view: GameState, army: str) -> int:
    """Which of the team colours an army has."""
    return list(scene_of(view).army_titles).index(army)


def _ways(scene: Scene) -> dict[str, str]:
    """Where the arrows of roads and circles lead, by space."""
    found: dict[str, str] = {}
    for road in scene.roads.values():
        for space in road.spaces:
            found[space] = road.arrow(scene.board.grid, space)
    return found
