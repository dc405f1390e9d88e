"""Steps of damage that both games have: attacks that count as one, and fortifications.

They differ in the order (Horrors of War: defence, then fortifications; Dawn of Peacemakers: fortifications, then
defence and shatter), so each game calls these steps in its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from engine.core.rules import Turn
from engine.peacemakers.battlefield import F
from engine.peacemakers.facts import FortificationsRemoved, UnitMended

K = TypeVar("K", bound=Hashable)


def combined(
    targets: dict[str, str], offence: Callable[[str], int]
) -> tuple[dict[str, tuple[str, ...]], dict[str, int]]:
    """HOW-DMG-01, DOP-DMG-01: for each target who attacks it together, and with what offence."""
    hitters: dict[str, tuple[str, ...]] = {}
    totals: dict[str, int] = {}
    for name, target in targets.items():
        hitters[target] = (*hitters.get(target, ()), name)
        totals[target] = totals.get(target, 0) + offence(name)
    return hitters, totals


def _all_count(blow: Hashable) -> int:
    """No blow ignores a fortification."""
    return 0


def after_fortifications(
    turn: Turn[F],
    incoming: Mapping[K, int],
    space_of: Callable[[K], str],
    ignored_by: Callable[[K], int] = _all_count,
) -> dict[K, int]:
    """HOW-DMG-04, HOW-DMG-17, DOP-DMG-03..05, DOP-DMG-18: each token removed lowers all damage to its space by 1.

    `incoming` is the damage of each blow that falls at the same time, and `space_of` says where it falls. For a blow
    that ignores tokens (`ignored_by`) the space has that many fewer, and the blow leaves those where they are.
    """
    left = dict(incoming)
    walls = turn.state.fortifications
    if not walls:
        return left
    used: dict[str, int] = {}
    for blow, amount in incoming.items():
        space = space_of(blow)
        stopped = min(amount, max(0, walls.get(space, 0) - ignored_by(blow)))
        left[blow] -= stopped
        used[space] = max(used.get(space, 0), stopped)
    for space, tokens in used.items():
        if tokens:
            turn.emit(FortificationsRemoved(space, tokens))
    return left


def raze(turn: Turn[F], space: str, amount: int) -> None:
    """Take tokens off a space, as many as there are."""
    amount = min(amount, turn.state.fortifications.get(space, 0))
    if amount:
        turn.emit(FortificationsRemoved(space, amount))


def mend(turn: Turn[F], name: str, amount: int) -> None:
    """HOW-DMG-19: take damage off a unit, never more than it has."""
    amount = min(amount, turn.state.units[name].damage)
    if amount:
        turn.emit(UnitMended(name, amount))
