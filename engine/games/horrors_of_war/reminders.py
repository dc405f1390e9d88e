"""Short reminders of rules, each shown the first time it matters (HOW-S1-01)."""

from __future__ import annotations

from engine.games.horrors_of_war.facts import Reminded
from engine.games.horrors_of_war.state import Turn


def remind(turn: Turn, about: str) -> None:
    """Show a reminder, if the scenario has one and it was not shown yet."""
    state = turn.state
    if about not in state.reminded and about in state.box.scene.file.reminders:
        turn.emit(Reminded(about))
