"""How units move (rulebook: Movement)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.hexes import Facing, opposite
from engine.core.rules import Turn
from engine.games.horrors_of_war import motivation
from engine.games.horrors_of_war.facts import UnitBlocked, UnitMoved
from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.operations import Direction
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState, Unit, beside


def ahead(state: GameState, unit: Unit, direction: Direction) -> str | None:
    """HOW-MOV-01..02, HOW-MAP-07: the space one step forward or backward of a unit, by its own facing or the arrows."""
    scene = library().scenes[state.scenario]
    road = scene.roads.get((unit.army, unit.group))
    if road is not None and unit.space in road:
        return road.forward(unit.space) if direction == "forward" else road.backward(unit.space)
    facing = unit.facing if direction == "forward" else opposite(unit.facing)
    return scene.board.grid.step(unit.space, facing)


def front(state: GameState, unit: Unit) -> Facing:
    """HOW-ATK-20: where a unit looks: the arrow of its space if it moves by arrows, else its own facing."""
    scene = library().scenes[state.scenario]
    road = scene.roads.get((unit.army, unit.group))
    return road.arrow(scene.board.grid, unit.space) if road is not None and unit.space in road else unit.facing


def holds_enemy(state: GameState, side: str, space: str) -> bool:
    """Whether a unit of the other side is in a space."""
    there = [unit.army for unit in state.units.values() if unit.space == space]
    return any(state.sides[army] != side for army in there) if there else False


def hindrance(state: GameState, name: str, to: str | None) -> str:
    """HOW-MOV-04..07: why a unit cannot enter a space; empty if it can."""
    if to is None:
        return "edge"
    unit, scene = state.units[name], library().scenes[state.scenario]
    if scene.board.terrain[to].impassable and unit.type not in scene.file.over_impassable:
        return "impassable"
    return "enemy" if holds_enemy(state, state.sides[unit.army], to) else ""


def is_held(state: GameState, name: str) -> bool:
    """Whether a card in play keeps a unit where it is."""
    if not state.ongoing:
        return False
    return bool(beside(state, "hold", f"unit:{name}") or beside(state, "hold", f"army:{state.units[name].army}"))


def move(turn: Turn[GameState], units: Sequence[str], direction: Direction) -> None:
    """HOW-MOV-03, HOW-MOV-08: all units try to move at once; a blocked one stops nobody else."""
    state = turn.state
    went: list[tuple[str, str | None, str]] = []
    for name in units:
        to = ahead(state, state.units[name], direction)
        went.append((name, to, "held" if is_held(state, name) else hindrance(state, name, to)))
    relocate(turn, went)


def relocate(turn: Turn[GameState], went: Sequence[tuple[str, str | None, str]]) -> None:
    """Let units move or be blocked in one event, then settle the spaces that lift a side (HOW-MOT-12)."""
    before = motivation.bonuses(turn.state)
    remind(turn, "move")
    for name, to, why in went:
        turn.emit(UnitMoved(name, to) if to is not None and not why else UnitBlocked(name, why))
    motivation.settle_bonuses(turn, before)
