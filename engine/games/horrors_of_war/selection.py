"""Which units, which sides, and what is true of them: the words that cards use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.hexes import Facing, turned
from engine.games.horrors_of_war.content import conditions
from engine.games.horrors_of_war.frames import Effect
from engine.games.horrors_of_war.movement import front
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers import motivation
from engine.peacemakers.battlefield import Unit, armies_in, enemy_spaces, in_army, in_group, opponent, units_in


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


def nearest(state: GameState, seat: str) -> list[str]:
    """The unit closest to an adventurer; of several the one that was placed first."""
    apart = state.box.scene.board.grid.distances(state.figures[seat])
    return sorted(state.units, key=lambda name: apart[state.units[name].space])[:1]


def units(state: GameState, effect: Effect, who: conditions.Who) -> list[str]:
    """The units that an operation concerns."""
    if who == "group":
        return in_group(state, effect.army, effect.group)
    if who == "target":
        return targets(state, effect)
    if who == "nearby":
        return units_in(state, state.figures[effect.actor])
    if who == "nearest":
        return nearest(state, effect.actor)
    if who == "army":
        return in_army(state, effect.army)
    if who == "leader":
        return _leading(state, effect.army)
    if who == "others":
        return [name for name in in_army(state, effect.army) if state.units[name].group != effect.group]
    if who == "rolled":
        return in_group(state, effect.army, effect.rolled)
    return _named(state, effect, who)


def _leading(state: GameState, army: str) -> list[str]:
    types = state.box.units
    return [name for name, unit in state.units.items() if unit.army == army and types[unit.type].leader]


def _named(state: GameState, effect: Effect, who: conditions.Who) -> list[str]:
    """Units of a side, of everybody, or of an army that is named, such as ``frog``, ``frog.star``, ``frog.leader``."""
    if who == "everyone":
        return list(state.units)
    if who in ("allies", "enemies"):
        own = state.sides[effect.army]
        return [name for name, unit in state.units.items() if (state.sides[unit.army] == own) == (who == "allies")]
    army, _, part = who.partition(".")
    if part == "leader":
        return _leading(state, army)
    return in_group(state, army, part) if part else in_army(state, army)


def targets(state: GameState, effect: Effect) -> list[str]:
    """The target of a scheme as units: the unit itself, or all units of an army."""
    kind, _, name = effect.target.partition(":")
    if kind == "unit":
        return [name] if name in state.units else []
    if kind == "army":
        return in_army(state, name)
    return []


def sides(state: GameState, effect: Effect, whose: conditions.Whose) -> list[str]:
    """The sides that an operation concerns; with equal motivation no side has the highest or the lowest."""
    if whose == "each":
        return list(state.motivation)
    if whose in ("highest", "lowest"):
        return ranked_sides(state, whose)
    if whose in state.motivation:
        return [whose]
    if whose in ("target", "nearest"):
        found = targets(state, effect) if whose == "target" else nearest(state, effect.actor)
        kind, _, deck = effect.target.partition(":")
        if whose == "target" and kind == "deck":
            owner = deck.partition(".")[0]
            return [state.sides[owner]] if owner in state.sides else []
        return [state.sides[state.units[found[0]].army]] if found else []
    own = state.sides[effect.army]
    return [own if whose == "own" else opponent(state, own)]


def ranked_sides(state: GameState, whose: str) -> list[str]:
    """The side with the highest or the lowest motivation; none if they are equal."""
    found = motivation.ranked(state)
    return [found[whose == "highest"]] if found else []


# Conditions


def _on(state: GameState, effect: Effect, cond: conditions.On) -> bool:
    terrain = state.box.scene.board.terrain
    found = [n for n in units(state, effect, cond.who) if getattr(terrain[state.units[n].space], cond.feature)]
    return len(found) >= cond.count


def _in(state: GameState, effect: Effect, cond: conditions.In) -> bool:
    area = state.box.scene.file.areas[cond.area]
    return sum(state.units[name].space in area for name in units(state, effect, cond.who)) >= cond.count


def _enemy_within(state: GameState, effect: Effect, cond: conditions.EnemyWithin) -> bool:
    grid = state.box.scene.board.grid

    def threatened(name: str) -> bool:
        unit = state.units[name]
        apart, side = grid.distances(unit.space), state.sides[unit.army]
        return any(
            apart[other.space] <= cond.distance and state.sides[other.army] != side for other in state.units.values()
        )

    return sum(map(threatened, units(state, effect, cond.who))) >= cond.count


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


def _hurt(state: GameState, effect: Effect, cond: conditions.Hurt) -> bool:
    return sum(state.units[name].damage > 0 for name in units(state, effect, cond.who)) >= cond.count


def _watched(state: GameState, effect: Effect, cond: conditions.Watched) -> bool:
    eyes = set(state.figures.values())
    return sum(state.units[name].space in eyes for name in units(state, effect, cond.who)) >= cond.count


def _fortified(state: GameState, effect: Effect, cond: conditions.Fortified) -> bool:
    walls = state.fortifications
    return sum(state.units[name].space in walls for name in units(state, effect, cond.who)) >= cond.count


def _together(state: GameState, effect: Effect, cond: conditions.Together) -> bool:
    grid = state.box.scene.board.grid
    places = [state.units[name].space for name in units(state, effect, cond.who)]
    if len(places) <= 1:
        return bool(places)
    return all(
        any(grid.distance(here, there) <= 1 for other, there in enumerate(places) if other != number)
        for number, here in enumerate(places)
    )


def _tally(state: GameState, effect: Effect, cond: conditions.Tally) -> bool:
    earlier = effect.earlier.get(cond.what, 0) if effect.earlier else 0
    return state.tally.get(cond.what, 0) - earlier >= cond.count


def _suffered(state: GameState, effect: Effect, cond: conditions.Suffered) -> bool:
    return any(state.suffered.get(f"{side}.{cond.what}", 0) >= cond.count for side in sides(state, effect, cond.of))


def _motivated(state: GameState, effect: Effect, cond: conditions.Motivated) -> bool:
    return any(cond.least <= state.motivation[side] <= cond.most for side in sides(state, effect, cond.of))


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


def _visited(state: GameState, effect: Effect, cond: conditions.Visited) -> bool:
    area = state.box.scene.file.areas[cond.area]
    return sum(space in area for space in state.figures.values()) >= cond.count


def _alive(state: GameState, effect: Effect, cond: conditions.Alive) -> bool:
    return len(units(state, effect, cond.who)) >= cond.count


def _more(state: GameState, effect: Effect, cond: conditions.More) -> bool:
    areas = state.box.scene.file.areas

    def count(who: conditions.Who) -> int:
        found = units(state, effect, who)
        return sum(state.units[name].space in areas[cond.area] for name in found) if cond.area else len(found)

    return count(cond.who) > count(cond.than)


def _leads(state: GameState, effect: Effect, cond: conditions.Leads) -> bool:
    return sides(state, effect, cond.of) == ranked_sides(state, "highest")


def _with(state: GameState, effect: Effect, cond: conditions.With) -> bool:
    return state.sides[cond.army] in sides(state, effect, cond.of)


def _not(state: GameState, effect: Effect, cond: conditions.Not) -> bool:
    return not holds(state, effect, cond.that)


def holds(state: GameState, effect: Effect, cond: conditions.Conditions) -> bool:
    """Whether a condition is true now."""
    return _CHECKS[type(cond)](state, effect, cond)


_CHECKS: dict[type, Callable[[GameState, Effect, Any], bool]] = {
    conditions.On: _on,
    conditions.In: _in,
    conditions.EnemyWithin: _enemy_within,
    conditions.Astray: _astray,
    conditions.Hurt: _hurt,
    conditions.Watched: _watched,
    conditions.Fortified: _fortified,
    conditions.Together: _together,
    conditions.Tally: _tally,
    conditions.Suffered: _suffered,
    conditions.Motivated: _motivated,
    conditions.High: _high,
    conditions.Aloft: _aloft,
    conditions.Overlooked: _overlooked,
    conditions.Visited: _visited,
    conditions.Alive: _alive,
    conditions.More: _more,
    conditions.Leads: _leads,
    conditions.With: _with,
    conditions.Not: _not,
}
