"""Whom a unit attacks: the closest enemy, clockwise from where it looks, and the die among equals.

Both games look for the closest space in the same way, and roll one die for all attacks on a space (HOW-ATK-02..19,
DOP-STR-03..17). They differ inside a space (Horrors of War: least health left; Dawn of Peacemakers: most damage, then
lowest rank), which is the key given to `least`, and in guard, for which Dawn of Peacemakers looks among fewer enemies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from engine.core.hexes import Facing, Grid
from engine.core.rules import Turn
from engine.peacemakers import die
from engine.peacemakers.battlefield import AnyField, F

Wanted = dict[str, tuple[str, list[str]]]
"""For each attacker the space that it attacks and the enemies there among whom only the die can choose."""


def in_reach(
    field: AnyField, grid: Grid, name: str, reach: int, is_hidden: Callable[[Any, str], bool]
) -> dict[str, list[str]]:
    """HOW-ATK-03..05, DOP-STR-03, DOP-TERR-08: the enemies that a unit can attack, by space.

    `is_hidden(field, enemy)` says who has stealth: only from the same space or the next can they be attacked.
    """
    unit, sides = field.units[name], field.sides
    apart, side = grid.distances(unit.space), sides[unit.army]
    near: dict[str, list[str]] = {}
    for other, enemy in field.units.items():
        if sides[enemy.army] == side:
            continue
        space = enemy.space
        distance = apart[space]
        if distance <= reach and (distance <= 1 or not is_hidden(field, other)):
            near.setdefault(space, []).append(other)
    return near


def closest(grid: Grid, here: str, front: Facing, spaces: Collection[str]) -> str:
    """HOW-ATK-06..08, DOP-STR-05..06, DOP-STR-13: of equally close spaces the first one clockwise from the front."""
    apart = grid.distances(here)
    distance = min([apart[space] for space in spaces])
    for space in grid.ring(here, distance, front):
        if space in spaces:
            break
    return space


def least(names: Sequence[str], key: Callable[[str], Any]) -> list[str]:
    """Those units of whom the key is the least."""
    if len(names) == 1:
        return list(names)
    keys = [key(name) for name in names]
    lowest = min(keys)
    return [name for name, value in zip(names, keys, strict=True) if value == lowest]


def chosen(turn: Turn[F], wanted: Wanted) -> dict[str, str]:
    """HOW-ATK-12, DOP-STR-10: the target of each attacker; one number of the die for all attackers of a space."""
    rolled: dict[str, int] = {}
    for space, candidates in wanted.values():
        if len(candidates) > 1 and space not in rolled:
            rolled[space] = _roll_for(turn, [names for where, names in wanted.values() if where == space])
    return {
        name: candidates[0] if len(candidates) == 1 else die.pick(rolled[space], candidates)
        for name, (space, candidates) in wanted.items()
    }


def _roll_for(turn: Turn[F], choices: list[list[str]]) -> int:
    """HOW-ATK-18..19, DOP-STR-16: numbers left over for one of the attackers are rolled again."""
    while True:
        result = die.roll(turn, "target")
        if not any(die.surplus(result, len(candidates)) for candidates in choices):
            return result
