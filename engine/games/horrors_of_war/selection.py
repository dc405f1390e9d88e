"""Which units, which sides, and what is true of them: the words that cards use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.horrors_of_war import operations as op
from engine.games.horrors_of_war.frames import Effect
from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.motivation import opponent
from engine.games.horrors_of_war.state import GameState


def units_in(state: GameState, space: str) -> list[str]:
    """The units in a space."""
    return [name for name, unit in state.units.items() if unit.space == space]


def nearby_armies(state: GameState, seat: str) -> list[str]:
    """HOW-GEN-11..12, HOW-GEN-20..21: the armies of the units that share the adventurer's space."""
    space = state.figures[seat]
    return list(dict.fromkeys([unit.army for unit in state.units.values() if unit.space == space]))


def nearby_adventurers(state: GameState, seat: str) -> list[str]:
    """HOW-GEN-13: the other adventurers in the same space."""
    space = state.figures[seat]
    return [other for other, where in state.figures.items() if where == space and other != seat]


def decks_of(state: GameState, army: str) -> list[str]:
    """HOW-ARM-24: the order decks of an army."""
    half_of = f"{army}."
    return [deck for deck in state.orders if deck.startswith(half_of)]


def nearest(state: GameState, seat: str) -> list[str]:
    """The unit closest to an adventurer; of several the one that was placed first."""
    grid = library().scenes[state.scenario].board.grid
    space = state.figures[seat]
    return sorted(state.units, key=lambda name: grid.distance(space, state.units[name].space))[:1]


def units(state: GameState, effect: Effect, who: op.Who) -> list[str]:
    """The units that an operation concerns."""
    if who == "target":
        return targets(state, effect)
    if who == "nearby":
        return units_in(state, state.figures[effect.actor])
    if who == "nearest":
        return nearest(state, effect.actor)
    army, group = effect.army, effect.group
    everybody = state.units.items()
    if who == "army":
        return [name for name, unit in everybody if unit.army == army]
    if who == "leader":
        types = library().units
        return [name for name, unit in everybody if unit.army == army and types[unit.type].leader]
    if who == "others":
        return [name for name, unit in everybody if unit.army == army and unit.group != group]
    if who == "rolled":
        group = effect.rolled
    return [name for name, unit in everybody if unit.army == army and unit.group == group]


def targets(state: GameState, effect: Effect) -> list[str]:
    """The target of a scheme as units: the unit itself, or all units of an army."""
    kind, _, name = effect.target.partition(":")
    if kind == "unit":
        return [name] if name in state.units else []
    if kind == "army":
        return [unit for unit, each in state.units.items() if each.army == name]
    return []


def sides(state: GameState, effect: Effect, whose: op.Whose) -> list[str]:
    """The sides that an operation concerns; with equal motivation no side has the highest or the lowest."""
    both = list(state.motivation)
    if whose == "each":
        return both
    if whose in ("highest", "lowest"):
        low, high = sorted(both, key=lambda side: state.motivation[side])
        if state.motivation[low] == state.motivation[high]:
            return []
        return [high if whose == "highest" else low]
    if whose in ("target", "nearest"):
        found = targets(state, effect) if whose == "target" else nearest(state, effect.actor)
        kind, _, deck = effect.target.partition(":")
        if whose == "target" and kind == "deck":
            return [state.sides[deck.partition(".")[0]]]
        return [state.sides[state.units[found[0]].army]] if found else []
    own = state.sides[effect.army]
    return [own if whose == "own" else opponent(state, own)]


# Conditions


def _on(state: GameState, effect: Effect, cond: op.On) -> bool:
    terrain = library().scenes[state.scenario].board.terrain
    found = [n for n in units(state, effect, cond.who) if getattr(terrain[state.units[n].space], cond.feature)]
    return len(found) >= cond.count


def _in(state: GameState, effect: Effect, cond: op.In) -> bool:
    area = library().scenes[state.scenario].file.areas[cond.area]
    return sum(state.units[name].space in area for name in units(state, effect, cond.who)) >= cond.count


def _enemy_within(state: GameState, effect: Effect, cond: op.EnemyWithin) -> bool:
    grid = library().scenes[state.scenario].board.grid

    def threatened(name: str) -> bool:
        unit = state.units[name]
        side = state.sides[unit.army]
        return any(
            state.sides[other.army] != side and grid.distance(unit.space, other.space) <= cond.distance
            for other in state.units.values()
        )

    return sum(map(threatened, units(state, effect, cond.who))) >= cond.count


def _hurt(state: GameState, effect: Effect, cond: op.Hurt) -> bool:
    return sum(state.units[name].damage > 0 for name in units(state, effect, cond.who)) >= cond.count


def _watched(state: GameState, effect: Effect, cond: op.Watched) -> bool:
    eyes = set(state.figures.values())
    return sum(state.units[name].space in eyes for name in units(state, effect, cond.who)) >= cond.count


def _fortified(state: GameState, effect: Effect, cond: op.Fortified) -> bool:
    walls = state.fortifications
    return sum(state.units[name].space in walls for name in units(state, effect, cond.who)) >= cond.count


def _together(state: GameState, effect: Effect, cond: op.Together) -> bool:
    grid = library().scenes[state.scenario].board.grid
    places = [state.units[name].space for name in units(state, effect, cond.who)]
    if len(places) <= 1:
        return bool(places)
    return all(
        any(grid.distance(here, there) <= 1 for other, there in enumerate(places) if other != number)
        for number, here in enumerate(places)
    )


def _tally(state: GameState, effect: Effect, cond: op.Tally) -> bool:
    earlier = effect.earlier.get(cond.what, 0) if effect.earlier else 0
    return state.tally.get(cond.what, 0) - earlier >= cond.count


def _suffered(state: GameState, effect: Effect, cond: op.Suffered) -> bool:
    return any(state.suffered.get(f"{side}.{cond.what}", 0) >= cond.count for side in sides(state, effect, cond.of))


def _motivated(state: GameState, effect: Effect, cond: op.Motivated) -> bool:
    return any(cond.least <= state.motivation[side] <= cond.most for side in sides(state, effect, cond.of))


def _not(state: GameState, effect: Effect, cond: op.Not) -> bool:
    return not holds(state, effect, cond.that)


def holds(state: GameState, effect: Effect, cond: op.Conditions) -> bool:
    """Whether a condition is true now."""
    return _CHECKS[type(cond)](state, effect, cond)


_CHECKS: dict[type, Callable[[GameState, Effect, Any], bool]] = {
    op.On: _on,
    op.In: _in,
    op.EnemyWithin: _enemy_within,
    op.Hurt: _hurt,
    op.Watched: _watched,
    op.Fortified: _fortified,
    op.Together: _together,
    op.Tally: _tally,
    op.Suffered: _suffered,
    op.Motivated: _motivated,
    op.Not: _not,
}
