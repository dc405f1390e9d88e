"""Which units, which sides, and what is true of them: the words that cards of both games use.

What a card is about is a `Meaning`: whose order or action it is, and which target was chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from engine.peacemakers import conditions, motivation
from engine.peacemakers.battlefield import AnyField, in_army, in_group, opponent, units_in


class Meaning(Protocol):
    """What the words of a card refer to."""

    @property
    def actor(self) -> str:
        """The adventurer who acts or is affected."""

    @property
    def army(self) -> str:
        """The army whose order it is."""

    @property
    def group(self) -> str:
        """The group that carries the order out."""

    @property
    def target(self) -> str:
        """The thing that was chosen, such as ``unit:macaw-2``."""

    @property
    def rolled(self) -> str:
        """The group that the die named."""

    @property
    def earlier(self) -> dict[str, int] | None:
        """What units did in the order before this part of it began."""


def nearest(state: AnyField, seat: str) -> list[str]:
    """The unit closest to an adventurer; of several the one that was placed first."""
    apart = state.box.scene.board.grid.distances(state.figures[seat])
    return sorted(state.units, key=lambda name: apart[state.units[name].space])[:1]


def units(state: AnyField, effect: Meaning, who: conditions.Who) -> list[str]:
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


def _leading(state: AnyField, army: str) -> list[str]:
    types = state.box.units
    return [name for name, unit in state.units.items() if unit.army == army and types[unit.type].leader]


def _named(state: AnyField, effect: Meaning, who: conditions.Who) -> list[str]:
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


def targets(state: AnyField, effect: Meaning) -> list[str]:
    """The target of a scheme as units: the unit itself, or all units of an army."""
    kind, _, name = effect.target.partition(":")
    if kind == "unit":
        return [name] if name in state.units else []
    if kind == "army":
        return in_army(state, name)
    return []


def sides(state: AnyField, effect: Meaning, whose: conditions.Whose) -> list[str]:
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


def ranked_sides(state: AnyField, whose: str) -> list[str]:
    """The side with the highest or the lowest motivation; none if they are equal."""
    found = motivation.ranked(state)
    return [found[whose == "highest"]] if found else []


# Conditions


def _on(state: AnyField, effect: Meaning, cond: conditions.On) -> bool:
    terrain = state.box.scene.board.terrain
    found = [n for n in units(state, effect, cond.who) if getattr(terrain[state.units[n].space], cond.feature)]
    return len(found) >= cond.count


def _in(state: AnyField, effect: Meaning, cond: conditions.In) -> bool:
    area = state.box.scene.file.areas[cond.area]
    return sum(state.units[name].space in area for name in units(state, effect, cond.who)) >= cond.count


def _enemy_within(state: AnyField, effect: Meaning, cond: conditions.EnemyWithin) -> bool:
    grid = state.box.scene.board.grid

    def threatened(name: str) -> bool:
        unit = state.units[name]
        apart, side = grid.distances(unit.space), state.sides[unit.army]
        return any(
            apart[other.space] <= cond.distance and state.sides[other.army] != side for other in state.units.values()
        )

    return sum(map(threatened, units(state, effect, cond.who))) >= cond.count


def _hurt(state: AnyField, effect: Meaning, cond: conditions.Hurt) -> bool:
    return sum(state.units[name].damage > 0 for name in units(state, effect, cond.who)) >= cond.count


def _watched(state: AnyField, effect: Meaning, cond: conditions.Watched) -> bool:
    eyes = set(state.figures.values())
    return sum(state.units[name].space in eyes for name in units(state, effect, cond.who)) >= cond.count


def _fortified(state: AnyField, effect: Meaning, cond: conditions.Fortified) -> bool:
    walls = state.fortifications
    return sum(state.units[name].space in walls for name in units(state, effect, cond.who)) >= cond.count


def _together(state: AnyField, effect: Meaning, cond: conditions.Together) -> bool:
    grid = state.box.scene.board.grid
    places = [state.units[name].space for name in units(state, effect, cond.who)]
    if len(places) <= 1:
        return bool(places)
    return all(
        any(grid.distance(here, there) <= 1 for other, there in enumerate(places) if other != number)
        for number, here in enumerate(places)
    )


def _tally(state: Any, effect: Meaning, cond: conditions.Tally) -> bool:
    earlier = effect.earlier.get(cond.what, 0) if effect.earlier else 0
    return int(state.tally.get(cond.what, 0)) - earlier >= cond.count


def _suffered(state: Any, effect: Meaning, cond: conditions.Suffered) -> bool:
    return any(state.suffered.get(f"{side}.{cond.what}", 0) >= cond.count for side in sides(state, effect, cond.of))


def _motivated(state: AnyField, effect: Meaning, cond: conditions.Motivated) -> bool:
    return any(cond.least <= state.motivation[side] <= cond.most for side in sides(state, effect, cond.of))


def _visited(state: AnyField, effect: Meaning, cond: conditions.Visited) -> bool:
    area = state.box.scene.file.areas[cond.area]
    return sum(space in area for space in state.figures.values()) >= cond.count


def _alive(state: AnyField, effect: Meaning, cond: conditions.Alive) -> bool:
    return len(units(state, effect, cond.who)) >= cond.count


def _more(state: AnyField, effect: Meaning, cond: conditions.More) -> bool:
    areas = state.box.scene.file.areas

    def count(who: conditions.Who) -> int:
        found = units(state, effect, who)
        return sum(state.units[name].space in areas[cond.area] for name in found) if cond.area else len(found)

    return count(cond.who) > count(cond.than)


def _leads(state: AnyField, effect: Meaning, cond: conditions.Leads) -> bool:
    return sides(state, effect, cond.of) == ranked_sides(state, "highest")


def _with(state: AnyField, effect: Meaning, cond: conditions.With) -> bool:
    return state.sides[cond.army] in sides(state, effect, cond.of)


CHECKS: dict[type, Callable[[Any, Any, Any], bool]] = {
    conditions.On: _on,
    conditions.In: _in,
    conditions.EnemyWithin: _enemy_within,
    conditions.Hurt: _hurt,
    conditions.Watched: _watched,
    conditions.Fortified: _fortified,
    conditions.Together: _together,
    conditions.Tally: _tally,
    conditions.Suffered: _suffered,
    conditions.Motivated: _motivated,
    conditions.Visited: _visited,
    conditions.Alive: _alive,
    conditions.More: _more,
    conditions.Leads: _leads,
    conditions.With: _with,
}
"""How each shared condition is checked; a game adds its own."""
