"""What is true of injuries, surrender, rounds and marks: the words that only this game's cards and scenarios use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.dawn_of_peacemakers.content import conditions
from engine.games.dawn_of_peacemakers.frames import Effect
from engine.games.dawn_of_peacemakers.state import GameState
from engine.peacemakers.battlefield import armies_in, groups_alive
from engine.peacemakers.conditions import Tally
from engine.peacemakers.selection import CHECKS, sides, units

NOBODY = Effect((), "")
"""The meaning of a condition that no card asks: neither an actor nor an army."""


def companion_armies(state: GameState, seat: str) -> list[str]:
    """DOP-GEN-06, DOP-INF-02: the armies of the units in the adventurer's space."""
    return armies_in(state, state.figures[seat])


def is_injured(state: GameState, name: str) -> bool:
    """DOP-UNIT-10, DOP-UNIT-14: at least half of its health is gone; half is never rounded down."""
    unit = state.units[name]
    return unit.damage * 2 >= state.box.units[unit.type].health


def holds(state: GameState, effect: Effect, cond: conditions.Conditions) -> bool:
    """Whether a condition is true now."""
    return _CHECKS[type(cond)](state, effect, cond)


def _tally(state: GameState, effect: Effect, cond: Tally) -> bool:
    """DOP-SPD-03: of orders that are resolved at the same time each counts its own units, and each of them once."""
    everybody = {**state.units, **state.fallen}
    found = [name for what, _, name in (key.partition(":") for key in state.tally) if what == cond.what]
    own = [name for name in found if cond.what == "defeated" or everybody[name].army == effect.army]
    return len(own) >= cond.count


def _injured(state: GameState, effect: Effect, cond: conditions.Injured) -> bool:
    return sum(is_injured(state, name) for name in units(state, effect, cond.who)) >= cond.count


def _surrendered(state: GameState, effect: Effect, cond: conditions.Surrendered) -> bool:
    return any(not state.motivation[side] for side in sides(state, effect, cond.of))


def _ready(state: GameState, effect: Effect, cond: conditions.Ready) -> bool:
    low, high = state.box.scene.file.withdraw
    return all(low <= state.motivation[side] <= high for side in sides(state, effect, cond.of))


def _fell(state: GameState, effect: Effect, cond: conditions.Fell) -> bool:
    what, all_sides = cond.what, state.sides
    count = sum(what in (unit.type, unit.army, all_sides[unit.army], unit.letter) for unit in state.fallen.values())
    return (len(state.fallen) if what == "everyone" else count) >= cond.count


def _mixed(state: GameState, effect: Effect, cond: conditions.Mixed) -> bool:
    return len(groups_alive(state, effect.army)) >= cond.groups


def _built(state: GameState, effect: Effect, cond: conditions.Built) -> bool:
    walls = state.fortifications
    spaces = state.box.scene.file.areas[cond.area] if cond.area else tuple(walls)
    return sum(walls.get(space, 0) for space in spaces) >= cond.count


_CHECKS: dict[type, Callable[[GameState, Effect, Any], bool]] = {
    **CHECKS,
    Tally: _tally,
    conditions.Injured: _injured,
    conditions.Surrendered: _surrendered,
    conditions.Ready: _ready,
    conditions.Rounds: lambda state, effect, cond: state.round >= cond.least,
    conditions.Fell: _fell,
    conditions.Mixed: _mixed,
    conditions.Carried: lambda state, effect, cond: cond.mark in state.box.marks,
    conditions.Built: _built,
    conditions.Not: lambda state, effect, cond: not holds(state, effect, cond.that),
    conditions.All: lambda state, effect, cond: all(holds(state, effect, each) for each in cond.of),
    conditions.Any: lambda state, effect, cond: any(holds(state, effect, each) for each in cond.of),
}
