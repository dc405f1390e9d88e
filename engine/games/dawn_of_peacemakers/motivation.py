"""Motivation: the two tracks, towers, and what a defeat costs (rulebook: Motivation)."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers import motivation
from engine.peacemakers.battlefield import Unit, has_units, opponent
from engine.peacemakers.motivation import TRACK_END, change


def bonuses(state: GameState) -> dict[str, int]:
    """DOP-TERR-11..13: what each side has from the towers that its units hold."""
    return motivation.bonuses(state, state.box.scene.towers)


def settle_bonuses(turn: Turn, before: dict[str, int]) -> None:
    """DOP-TERR-12, DOP-TERR-17..20: what one simultaneous event changed, netted per side."""
    for side, by in motivation.netted(before, bonuses(turn.state)).items():
        change(turn, side, by, "tower")


def lower_for_defeat(turn: Turn, unit: Unit) -> None:
    """DOP-DMG-11..16: a defeat costs 1; the last unit or the last leader of a side takes all motivation along."""
    state = turn.state
    side = state.sides[unit.army]
    types = state.box.units
    is_last = not has_units(state, side)
    leads = types[unit.type].leader and not any(
        types[each.type].leader for each in state.units.values() if state.sides[each.army] == side
    )
    if is_last or leads:
        change(turn, side, -TRACK_END, "last unit" if is_last else "leader")
    else:
        change(turn, side, -1, "defeat")
    grief = state.box.scene.board.terrain[unit.space].grief
    if grief:
        change(turn, opponent(state, side), -grief, "grief")
