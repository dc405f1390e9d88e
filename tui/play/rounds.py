"""A finished game round by round, with nothing hidden any more."""

from __future__ import annotations

from typing import Any

from engine.core.kinds import NOBODY
from engine.core.table import Table
from tui.play.story import Watcher


def starts_of_rounds(table: Table[Any]) -> list[Any]:
    """What was to be seen at the start of each round and at the end; before the game is over, by a spectator."""
    watcher, found = Watcher(table.rules, NOBODY, open=table.ask is None), {}
    for step in table.steps[1:]:
        number = table.rules.round_of(step.before)
        if number and number not in found:
            found[number] = watcher.view(step.before)
    return [*found.values(), watcher.view(table.state)]
