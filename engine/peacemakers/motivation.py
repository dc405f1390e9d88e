"""The motivation of the two sides: one track each, and the spaces that lift the side that holds them.

Both games have a track from 0 to 15, never raise a side from 0, and net what one simultaneous event changes
(HOW-MOT-02..13, DOP-MOT-03..05, DOP-TERR-11..20). They differ in what a lost leader costs (in Horrors of War any leader
takes all motivation along, in Dawn of Peacemakers the last one) and in the zone of peace: both are the game's own.
"""

from __future__ import annotations

from engine.core.rules import Turn
from engine.peacemakers.battlefield import AnyField, F
from engine.peacemakers.facts import MotivationChanged

TRACK_END = 15
"""HOW-MOT-02, DOP-MOT-05: the track ends here."""


def moved(now: int, by: int) -> int:
    """HOW-MOT-03..04, HOW-MOT-14, DOP-MOT-03..05: where a bead comes to lie; from 0 it never moves."""
    return max(0, min(TRACK_END, now + by)) if now > 0 else now


def change(turn: Turn[F], side: str, by: int, why: str) -> bool:
    """Move a track at once, within its ends; whether it moved."""
    now = turn.state.motivation[side]
    to = moved(now, by)
    if to == now:
        return False
    turn.emit(MotivationChanged(side, to, why))
    return True


def bonuses(field: AnyField, towers: dict[str, int]) -> dict[str, int]:
    """HOW-MOT-05..09, DOP-TERR-11..13: what each side has from the towers that its units hold."""
    sides, held = field.sides, set()
    totals = dict.fromkeys(field.motivation, 0)
    for unit in field.units.values():
        space = unit.space
        if space in towers:
            held.add((sides[unit.army], space))
    for side, space in held:
        totals[side] += towers[space]
    return totals


def netted(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """HOW-MOT-07, HOW-MOT-12..13, DOP-TERR-17..20: what one simultaneous event changed, by side."""
    return {side: after[side] - had for side, had in before.items() if after[side] != had}


def are_within(field: AnyField, low: int, high: int) -> bool:
    """HOW-STA-05, DOP-MOT-06: whether both sides stand in the zone of peace."""
    least, most = sorted(field.motivation.values())
    return low <= least and most <= high


def ranked(field: AnyField) -> tuple[str, str] | None:
    """The side with less motivation and the one with more; None if they are equal."""
    low, high = sorted(field.motivation, key=lambda side: field.motivation[side])
    return None if field.motivation[low] == field.motivation[high] else (low, high)
