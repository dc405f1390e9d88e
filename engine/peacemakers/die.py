"""The twelve-sided die, read as a number or as equal ranges (HOW-DIE-01, HOW-ATK-10..19, DOP-STR-09..16).

What its icons mean is the game's own.
"""

from __future__ import annotations

from engine.core.hexes import FACINGS, Facing
from engine.core.rules import Turn
from engine.peacemakers.battlefield import F
from engine.peacemakers.facts import DieRolled

SIDES = 12


def roll(turn: Turn[F], why: str) -> int:
    """HOW-DIE-01: roll the die."""
    result = turn.dice.roll(SIDES)
    turn.emit(DieRolled(result, why))
    return result


def facing(result: int) -> Facing:
    """Two faces for each of the six directions, clockwise from up."""
    return FACINGS[(result - 1) // 2]


def surplus(result: int, candidates: int) -> bool:
    """HOW-ATK-19, DOP-STR-16: whether a number is left over when the faces are split evenly."""
    return result > SIDES // candidates * candidates


def pick(result: int, candidates: list[str]) -> str:
    """HOW-ATK-10..11, DOP-STR-09: equal ranges of the die, in the order of the candidates."""
    return candidates[(result - 1) // (SIDES // len(candidates))]
