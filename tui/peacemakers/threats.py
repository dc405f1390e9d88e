"""What units would do as things stand: whom they would attack, and where they would go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.peacemakers.battlefield import AnyField, units_in

_MOST = 9

Aims = Callable[[Any, str], Sequence[str]]
"""The enemies of whom a unit would attack one; the die picks among several."""


def threats(view: AnyField, aims: Aims, damage: Callable[[Any, str, str], int]) -> dict[str, str]:
    """By space, the damage that would fall on it if every unit attacked once by itself."""
    found: dict[str, int] = {}
    for name in view.units:
        targets = aims(view, name)
        if targets:
            space = view.units[targets[0]].space
            found[space] = found.get(space, 0) + max(damage(view, name, target) for target in targets)
    return {space: str(min(damage, _MOST)) for space, damage in found.items()}


def aimed_at(view: AnyField, space: str, aims: Aims, goes_to: Callable[[Any, str], str]) -> tuple[str, ...]:
    """The spaces that the units of a space would attack or enter; `goes_to` is empty for a unit that would stay."""
    spaces: list[str] = []
    for name in units_in(view, space):
        spaces += [view.units[target].space for target in aims(view, name)]
        spaces += filter(None, [goes_to(view, name)])
    return tuple(dict.fromkeys(spaces))
