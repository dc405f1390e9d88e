"""How well a bot plays: three levels for every game, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bots.careless import Careless
from engine.bots.greedy import Greedy
from engine.bots.planner import Planner
from engine.bots.rivals import Rival
from engine.core.errors import Refused, nearest
from engine.core.rules import Rules

MISTAKES = 3
"""An easy bot among rivals makes one move in this many without thinking."""

_TOGETHER: dict[str, Callable[[float | None], Any]] = {
    "easy": lambda seconds: Greedy(),
    "normal": lambda seconds: Planner(300, seconds),
    "hard": lambda seconds: Planner(2000, seconds),
}
_RIVALS: dict[str, Callable[[float | None], Any]] = {
    "easy": lambda seconds: Careless(Greedy(), MISTAKES),
    "normal": lambda seconds: Rival(300, seconds),
    "hard": lambda seconds: Rival(6000, seconds),
}

LEVELS = tuple(_TOGETHER)
"""The levels, the easiest first."""


def at_level(level: str, rules: Rules[Any], seconds: float | None = None) -> Any:
    """A bot of a level for one game; it thinks no longer than these seconds for a move."""
    bots = _TOGETHER if rules.kind == "together" else _RIVALS
    if level not in bots:
        raise Refused(f'There is no level "{level}".{nearest(level, bots)}')
    return bots[level](seconds)
