"""Motivation: the two tracks, spaces that lift a side, and what a defeat costs (rulebook: Motivation)."""

from __future__ import annotations

from engine.core.rules import Turn
from engine.games.horrors_of_war.facts import MotivationChanged
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState

TRACK_END = 15
"""HOW-MOT-02: the track ends here."""


def change(turn: Turn[GameState], side: str, by: int, why: str) -> None:
    """HOW-MOT-03..04, HOW-MOT-14: move a track at once, within its ends; a side at 0 is never raised again."""
    now = turn.state.motivation[side]
    to = max(0, min(TRACK_END, now + by))
    if now > 0 and to != now:
        turn.emit(MotivationChanged(side, to, why))
        remind(turn, "motivation")


def fall_to_zero(turn: Turn[GameState], side: str, why: str) -> None:
    """HOW-DMG-11..12: all motivation is gone."""
    change(turn, side, -TRACK_END, why)


def bonuses(state: GameState) -> dict[str, int]:
    """HOW-MOT-05..09: what each side has from the spaces with motivation icons that its units hold."""
    towers, sides = state.box.scene.towers, state.sides
    totals = dict.fromkeys(state.motivation, 0)
    for side, space in {(sides[unit.army], unit.space) for unit in state.units.values() if unit.space in towers}:
        totals[side] += towers[space]
    return totals


def settle_bonuses(turn: Turn[GameState], before: dict[str, int]) -> None:
    """HOW-MOT-07, HOW-MOT-12..13: what one simultaneous event changed, netted per side."""
    after = bonuses(turn.state)
    if after == before:
        return
    for side, had in before.items():
        if after[side] != had:
            change(turn, side, after[side] - had, "tower")


def opponent(state: GameState, side: str) -> str:
    """The other side."""
    first, second = state.motivation
    return second if side == first else first
