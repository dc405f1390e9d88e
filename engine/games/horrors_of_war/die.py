"""The twelve-sided die: a number, or a group icon (rulebook: The die)."""

from __future__ import annotations

from engine.core.hexes import FACINGS, Facing
from engine.core.rules import Turn
from engine.games.horrors_of_war.facts import DieRolled
from engine.games.horrors_of_war.state import GameState

SIDES = 12
ICONS = ("circle", "star", "cog")


def roll(turn: Turn[GameState], why: str) -> int:
    """HOW-DIE-01: roll the die."""
    result = turn.dice.roll(SIDES)
    turn.emit(DieRolled(result, why))
    return result


def icon(result: int) -> str:
    """HOW-DIE-02: each icon stands on four faces."""
    return ICONS[(result - 1) // 4]


def facing(result: int) -> Facing:
    """Two faces for each of the six directions, clockwise from up."""
    return FACINGS[(result - 1) // 2]


def surplus(result: int, candidates: int) -> bool:
    """HOW-ATK-19: whether a number is left over when the faces are split evenly."""
    return result > SIDES // candidates * candidates


def pick(result: int, candidates: list[str]) -> str:
    """HOW-ATK-10..11: equal ranges of the die, in the order of the candidates."""
    return candidates[(result - 1) // (SIDES // len(candidates))]
