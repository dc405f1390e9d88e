"""Steps of damage that both games have: attacks that count as one, and fortifications.

They differ in the order (Horrors of War: defence, then fortifications; Dawn of Peacemakers: fortifications, then
defence and shatter), so each game calls these steps in its own.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.rules import Turn
from engine.peacemakers.battlefield import F
from engine.peacemakers.facts import FortificationsRemoved, UnitMended


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


def after_fortifications(turn: Turn[F], incoming: dict[str, int]) -> dict[str, int]:
    """HOW-DMG-04, HOW-DMG-17, DOP-DMG-03..05: each token removed lowers the damage of all targets in its space by 1."""
    state = turn.state
    if not state.fortifications:
        return incoming
    left = dict(incoming)
    targets: dict[str, list[str]] = {}
    for name in incoming:
        targets.setdefault(state.units[name].space, []).append(name)
    for space, here in targets.items():
        tokens = min(state.fortifications.get(space, 0), max(map(left.__getitem__, here)))
        if tokens:
            turn.emit(FortificationsRemoved(space, tokens))
            for name in here:
                left[name] = max(0, left[name] - tokens)
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
