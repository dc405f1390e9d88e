"""How well a bot plays: three levels for every game, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bots.careless import Careless
from engine.bots.greedy import Greedy
from engine.bots.planner import Planner
from engine.bots.rivals import Rival
from engine.core.errors import Refused, nearest
from engine.core.setup import Kind

MISTAKES = {"easy": 2, "normal": 6}
"""Among rivals a bot of a level makes one move in this many without thinking."""

LEAST = 100
"""The fewest moves that a bot tries which thinks, however small its share of the effort is."""

BUDGETS = {"together": {"normal": 300, "hard": 2000}, "rivals": {"normal": 1000, "hard": 16000}}
"""How many moves a bot of a level tries in imagination for one of its own; an easy one looks one action ahead."""

LEVELS = ("easy", "normal", "hard")
"""The levels, the easiest first."""


def at_level(
    level: str,
    kind: Kind,
    seconds: float | None = None,
    *,
    share: float = 1.0,
    stop: Callable[[], bool] | None = None,
) -> Any:
    """A bot of a level for one table of a kind.

    It thinks no longer than these seconds for a move, with a share of the usual effort, and not after `stop` says so.
    """
    if level not in LEVELS:
        raise Refused(f'There is no level "{level}".{nearest(level, LEVELS)}')
    is_together = kind == "together"
    if level == LEVELS[0]:
        return Greedy() if is_together else Careless(Greedy(), MISTAKES[level])
    whole = BUDGETS["together" if is_together else "rivals"][level]
    budget = max(min(LEAST, whole), int(whole * share))
    if is_together:
        return Planner(budget, seconds, stop)
    rival = Rival(budget, seconds, stop)
    return Careless(rival, MISTAKES[level]) if level in MISTAKES else rival
