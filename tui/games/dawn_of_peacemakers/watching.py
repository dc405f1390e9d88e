"""Which facts are watched as one step: what units of all armies do at the same time, a strike with its results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from engine.games.dawn_of_peacemakers import facts as t

OPENING = (t.ArmyPhaseBegan, t.UnitMoved, t.UnitBlocked, t.OrderBegan, t.StepEnded)
"""What opens, or goes on with, the part of a round that plays by itself: adventurers who ride along are asked in it."""

SILENT = (t.ArmyPhaseBegan,)
"""What says nothing by itself: the orders that are turned next tell it."""

MOVES = (t.UnitMoved, t.UnitBlocked, t.AdventurerMoved)
STRIKES = (
    t.UnitAttacked,
    t.FortificationsRemoved,
    t.UnitWounded,
    t.UnitDefeated,
    t.AbilityWoke,
    t.AbilitySlept,
    t.TaskRemoved,
)
ALIKE = (t.DefenceRaised, t.UnitMended, t.FortificationsPlaced, t.FortificationsRemoved, t.OngoingEnded)
"""What several units or spaces get at once."""
DRAWS = (t.TurnEnded, t.CardDrawn, t.ResourceDeckShuffled)
"""The end of a turn."""
ORDERS = (t.OrderBegan, t.PloyMuted, t.EdgeGained)
"""The beginning of a step: all orders that are resolved in it, and what their ploys add."""

FALLS = ("defeat", "leader", "last unit", "grief")
"""The reasons for which motivation changes in a strike."""


def goes_with(step: Sequence[Any], fact: Any) -> Literal["", "shown", "told"]:
    """How a fact belongs to the step of the facts before it."""
    return "told" if _is_part(step[-1], fact) else ""


def _is_part(before: Any, fact: Any) -> bool:
    if isinstance(fact, t.MotivationChanged):
        return _is_cause(before, fact)
    if isinstance(before, t.OrderTurned) and isinstance(fact, t.OrderTurned):
        return before.deck.partition(".")[0] == fact.deck.partition(".")[0]
    if isinstance(before, t.StatusChecked | t.OngoingEnded | t.StartingPlayerChosen):
        return isinstance(fact, t.OngoingEnded | t.StartingPlayerChosen | t.RoundBegan | t.AgendasChecked | t.GameEnded)
    if isinstance(before, t.AgendasChecked):
        return isinstance(fact, t.GameEnded)
    return any(isinstance(before, kinds) and isinstance(fact, kinds) for kinds in (MOVES, ORDERS, DRAWS)) or _is_strike(
        before, fact
    )


def _is_strike(before: Any, fact: Any) -> bool:
    is_strike = isinstance(before, STRIKES) or _is_fall(before)  # a die before them would leave no room for both sides
    return (is_strike and isinstance(fact, (*STRIKES, t.OngoingEnded))) or (
        isinstance(fact, ALIKE) and type(before) is type(fact)
    )


def _is_fall(fact: Any) -> bool:
    return isinstance(fact, t.MotivationChanged) and fact.why in FALLS


def _is_cause(before: Any, change: t.MotivationChanged) -> bool:
    """Whether motivation changed because of what stands before: an order, a move, a defeat."""
    if change.why == "tower":
        return isinstance(before, (*MOVES, t.UnitDefeated, t.MotivationChanged))
    if change.why in FALLS:
        return isinstance(before, (*STRIKES, t.MotivationChanged))
    return isinstance(
        before, t.OrderTurned | t.OrderBegan | t.DieRolled | t.AbilityWoke | t.EventHappened | t.MotivationChanged
    )
