"""How units move (rulebook: Movement)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.hexes import Facing, opposite
from engine.games.horrors_of_war import motivation
from engine.games.horrors_of_war.content.operations import Direction
from engine.games.horrors_of_war.facts import AdventurerMoved, UnitBlocked, UnitMoved
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState, Turn, is_under
from engine.peacemakers.battlefield import Unit


def ahead(state: GameState, unit: Unit, direction: Direction) -> str | None:
    """HOW-MOV-01..02, HOW-MAP-07: the space one step forward or backward of a unit, by its own facing or the arrows."""
    scene = state.box.scene
    road = scene.roads.get((unit.army, unit.group)) if scene.roads else None
    if road is not None and unit.space in road:
        return road.forward(unit.space) if direction == "forward" else road.backward(unit.space)
    facing = unit.facing if direction == "forward" else opposite(unit.facing)
    return scene.board.grid.step(unit.space, facing)


def front(state: GameState, unit: Unit) -> Facing:
    """HOW-ATK-20: where a unit looks: the arrow of its space if it moves by arrows, else its own facing."""
    scene = state.box.scene
    road = scene.roads.get((unit.army, unit.group))
    return road.arrow(scene.board.grid, unit.space) if road is not None and unit.space in road else unit.facing


def hindrance(state: GameState, name: str, to: str | None) -> str:
    """HOW-MOV-04..07: why a unit cannot enter a space; empty if it can."""
    unit, box = state.units[name], state.box
    if box.units[unit.type].rooted:
        return "rooted"
    if to is None:
        return "edge"
    scene = box.scene
    if scene.board.terrain[to].impassable and unit.type not in scene.file.over_impassable:
        return "impassable"
    sides, side = state.sides, state.sides[unit.army]
    for other in state.units.values():
        if other.space == to and sides[other.army] != side:
            return "enemy"
    return ""


def is_held(state: GameState, name: str) -> bool:
    """Whether a card in play keeps a unit where it is."""
    return is_under(state, "hold", name)


def move(turn: Turn, units: Sequence[str], direction: Direction) -> None:
    """HOW-MOV-03, HOW-MOV-08: all units try to move at once; a blocked one stops nobody else."""
    state = turn.state
    went: list[tuple[str, str | None, str]] = []
    for name in units:
        to = ahead(state, state.units[name], direction)
        is_stuck = state.ongoing and is_held(state, name)
        went.append((name, to, "held" if is_stuck else hindrance(state, name, to)))
    relocate(turn, went)


def relocate(turn: Turn, went: Sequence[tuple[str, str | None, str]]) -> None:
    """Let units move or be blocked in one event, then settle the spaces that lift a side (HOW-MOT-12)."""
    state, box = turn.state, turn.state.box
    towers = box.scene.towers
    touched = False
    for name, to, why in went:
        if not why and (to in towers or state.units[name].space in towers):
            touched = True
    before = motivation.bonuses(state) if touched else {}
    remind(turn, "move")
    for name, to, why in went:
        turn.emit(UnitMoved(name, to) if to is not None and not why else UnitBlocked(name, why))
    if touched:
        motivation.settle_bonuses(turn, before)
    if box.changes.shunned:
        part_from_shunned(turn)


def reachable(state: GameState, name: str) -> list[str]:
    """HOW-S3-02, HOW-S6-17: the adjacent spaces to which a unit can be led; one that keeps to a road stays on it."""
    unit, scene = state.units[name], state.box.scene
    road = scene.roads.get((unit.army, unit.group))
    if road is not None and unit.space in road:
        around = [to for to in (road.forward(unit.space), road.backward(unit.space)) if to is not None]
    else:
        around = list(scene.board.grid.adjacent(unit.space))
    return [to for to in dict.fromkeys(around) if not hindrance(state, name, to)]


def is_shunned(state: GameState, space: str) -> bool:
    """HOW-S6-08: whether a unit stands there beside which no adventurer can stay."""
    shunned = state.box.changes.shunned
    return bool(shunned) and any(unit.space == space and unit.army in shunned for unit in state.units.values())


def part_from_shunned(turn: Turn) -> None:
    """HOW-S6-09, HOW-S6-19..20: everybody on the space of a shunned unit steps outward until nobody is there."""
    state, box = turn.state, turn.state.box
    if not box.changes.shunned:
        return
    scene = box.scene
    for seat in state.seats:
        while is_shunned(turn.state, here := turn.state.figures[seat]):
            to = scene.file.outward.get(here)
            if to is None or not scene.board.is_open(to):
                break
            turn.emit(AdventurerMoved(seat, to))
