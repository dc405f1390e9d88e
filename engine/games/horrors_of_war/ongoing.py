"""Cards that stay in play until they are fully resolved (rulebook: Schemes, Horrors)."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.horrors_of_war.facts import OngoingEnded
from engine.games.horrors_of_war.state import Ongoing, Turn


def end_ongoing(turn: Turn, is_over: Callable[[Ongoing], bool]) -> None:
    """HOW-SCH-05, HOW-HOR-16: cards in play that are over go to the resource discard pile."""
    for each in turn.state.ongoing:
        if is_over(each):
            end(turn, each)


def end_until(turn: Turn, until: str) -> None:
    """Cards that stay in play until now are over."""
    for each in turn.state.ongoing:
        if each.until == until:
            end(turn, each)


def end(turn: Turn, over: Ongoing) -> None:
    """One card is over; one that lies with several adventurers stays with the others."""
    shared = sum(each.card == over.card for each in turn.state.ongoing) > 1
    turn.emit(OngoingEnded(over.card, over.on if shared else ""))
