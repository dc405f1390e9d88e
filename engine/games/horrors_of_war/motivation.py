"""Motivation: the two tracks, with reminders, and what a defeat costs (rulebook: Motivation)."""

from __future__ import annotations

from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState, Turn
from engine.peacemakers import motivation
from engine.peacemakers.motivation import TRACK_END


def change(turn: Turn, side: str, by: int, why: str) -> None:
    """HOW-MOT-03..04, HOW-MOT-14: move a track at once, within its ends; a side at 0 is never raised again."""
    if motivation.change(turn, side, by, why):
        remind(turn, "motivation")


def fall_to_zero(turn: Turn, side: str, why: str) -> None:
    """HOW-DMG-11..12: all motivation is gone."""
    change(turn, side, -TRACK_END, why)


def bonuses(state: GameState) -> dict[str, int]:
    """HOW-MOT-05..09: what each side has from the spaces with motivation icons that its units hold."""
    return motivation.bonuses(state, state.box.scene.towers)


def settle_bonuses(turn: Turn, before: dict[str, int]) -> None:
    """HOW-MOT-07, HOW-MOT-12..13: what one simultaneous event changed, netted per side."""
    for side, by in motivation.netted(before, bonuses(turn.state)).items():
        change(turn, side, by, "tower")
