"""Which armies are nearby, and what is true of heights and facings: the words that only cards of this game use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.hexes import Facing, turned
from engine.games.horrors_of_war.content import conditions
from engine.games.horrors_of_war.frames import Effect
from engine.games.horrors_of_war.movement import front
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.battlefield import Unit, armies_in, enemy_spaces
from engine.peacemakers.selection import CHECKS, nearest, ranked_sides, sides, targets, units

__all__ = [
    "decks_of",
    "facing_enemy",
    "holds",
    "looks_away",
    "nearby_armies",
    "nearest",
    "ranked_sides",
    "sides",
    "targets",
    "units",
]


def nearby_armies(state: GameState, seat: str) -> list[str]:
    """HOW-GEN-11..12, HOW-GEN-20..21, HOW-S6-05, HOW-S6-13: the armies of the units that share the adventurer's space;
    on the starting space the talks.
    """
    space = state.figures[seat]
    near = armies_in(state, space)
    scene = state.box.scene
    if scene.file.talks and space == scene.board.start:
        near.append(scene.file.talks.id)
    return near


def decks_of(state: GameState, army: str) -> list[str]:
    """HOW-ARM-24: the order decks of an army."""
    orders = state.orders
    return [deck for deck in (f"{army}.left", f"{army}.right") if deck in orders]


# Conditions


def _astray(state: GameState, effect: Effect, cond: conditions.Astray) -> bool:
    return sum(looks_away(state, name) for name in units(state, effect, cond.who)) >= cond.count


def looks_away(state: GameState, name: str) -> bool:
    """Whether a step forward would bring a unit no closer to a closest enemy; the map may end before it."""
    unit = state.units[name]
    return not _closes_in(state, unit, front(state, unit), enemy_spaces(state, unit))


def facing_enemy(state: GameState, name: str) -> Facing:
    """Where a unit looks that turns clockwise until a step forward would bring it closer to a closest enemy."""
    unit = state.units[name]
    enemies = enemy_spaces(state, unit)
    for by in range(6):
        way = turned(unit.facing, by)
        if _closes_in(state, unit, way, enemies):
            return way
    return unit.facing


def _closes_in(state: GameState, unit: Unit, way: Facing, enemies: list[str]) -> bool:
    """Whether some enemy is closer to the hex on that side of a unit than any is to the unit now."""
    grid = state.box.scene.board.grid
    now, then = grid.distances(unit.space), grid.distances_ahead(unit.space, way)
    closest = min([now[space] for space in enemies], default=0)
    return min([then[space] for space in enemies], default=0) < closest


def _height(state: GameState, name: str) -> int:
    return state.box.scene.board.terrain[state.units[name].space].height


def _high(state: GameState, effect: Effect, cond: conditions.High) -> bool:
    return sum(_height(state, name) >= cond.least for name in units(state, effect, cond.who)) >= cond.count


def _aloft(state: GameState, effect: Effect, cond: conditions.Aloft) -> bool:
    terrain = state.box.scene.board.terrain
    return terrain[state.figures[effect.actor]].height >= cond.least


def _overlooked(state: GameState, effect: Effect, cond: conditions.Overlooked) -> bool:
    grid = state.box.scene.board.grid

    def is_overlooked(name: str) -> bool:
        unit, height = state.units[name], _height(state, name)
        return any(
            state.sides[enemy.army] != state.sides[unit.army]
            and grid.distance(unit.space, enemy.space) <= cond.distance
            and _height(state, other) > height
            for other, enemy in state.units.items()
        )

    return sum(map(is_overlooked, units(state, effect, cond.who))) >= cond.count


def _not(state: GameState, effect: Effect, cond: conditions.Not) -> bool:
    return not holds(state, effect, cond.that)


def holds(state: GameState, effect: Effect, cond: conditions.Conditions) -> bool:
    """Whether a condition is true now."""
    return _CHECKS[type(cond)](state, effect, cond)


_CHECKS: dict[type, Callable[[GameState, Effect, Any], bool]] = {
    **CHECKS,
    conditions.Astray: _astray,
    conditions.High: _high,
    conditions.Aloft: _aloft,
    conditions.Overlooked: _overlooked,
    conditions.Not: _not,
}
