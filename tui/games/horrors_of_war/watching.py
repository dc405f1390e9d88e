"""Which facts of the army phase are watched as one step: a group's whole move, an attack with all that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from engine.games.horrors_of_war import facts as t

SILENT = (t.Passed, t.RefreshDrawn)
"""What says nothing by itself: who passed knows it, and the drawn cards are told when they are divided."""

MOVES = (t.UnitMoved, t.UnitBlocked, t.UnitTurned)
ATTACKS = (t.UnitAttacked, t.AreaSpared, t.FortificationsRemoved, t.UnitWounded, t.UnitDefeated, t.HorrorAdded)
ALIKE = (t.DefenceRaised, t.UnitMended, t.FortificationsPlaced, t.FortificationsRemoved, t.OngoingEnded)
"""What several units or spaces get at once."""

FALLS = ("defeat", "leader", "last unit")
"""The reasons for which motivation changes in an attack."""


def goes_with(step: Sequence[Any], fact: Any) -> Literal["", "shown", "told"]:
    """How a fact belongs to the step of the facts before it."""
    first, before = step[0], step[-1]
    if isinstance(first, t.ArmyJoined):
        return "shown" if isinstance(fact, t.UnitTurned) else ""
    return "told" if isinstance(fact, t.Reminded) or _is_part(before, fact) else ""


def _is_part(before: Any, fact: Any) -> bool:
    if isinstance(before, t.Reminded):
        return isinstance(fact, t.RoundBegan | t.GameEnded)
    if isinstance(fact, t.MotivationChanged):
        return _is_cause(before, fact)
    if isinstance(before, t.StatusChecked | t.OngoingEnded) and isinstance(fact, t.RoundBegan | t.GameEnded):
        return True
    if isinstance(before, t.StatusChecked) and isinstance(fact, t.OngoingEnded):
        return True
    if isinstance(before, t.DieRolled | t.AdventurerMoved) and isinstance(fact, t.DieRolled | t.AdventurerMoved):
        return True
    if isinstance(fact, t.HorrorDiscarded | t.HorrorStayed):
        return True
    if isinstance(before, t.OrderBegan):
        return not isinstance(fact, t.ArmyJoined | t.StatusChecked | t.OrderBegan)
    is_attack = isinstance(before, (*ATTACKS, t.DieRolled)) or _is_fall(before)
    return (
        (isinstance(before, MOVES) and isinstance(fact, MOVES))
        or (is_attack and isinstance(fact, (*ATTACKS, t.OngoingEnded)))
        or (isinstance(fact, ALIKE) and type(before) is type(fact))
        or (isinstance(before, t.DieRolled) and isinstance(fact, t.HorrorRevealed))
    )


def _is_fall(fact: Any) -> bool:
    return isinstance(fact, t.MotivationChanged) and fact.why in FALLS


def _is_cause(before: Any, change: t.MotivationChanged) -> bool:
    """Whether motivation changed because of what stands before: the order, a move, a defeat."""
    if change.why == "tower":
        return isinstance(before, (*MOVES, t.UnitDefeated, t.MotivationChanged))
    if change.why in FALLS:
        return isinstance(before, (*ATTACKS, t.MotivationChanged))
    return isinstance(before, t.OrderBegan | t.DieRolled | t.MotivationChanged)
