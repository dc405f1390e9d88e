"""Abilities of units: what they do when something happens to them (rulebook: Units)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.dawn_of_peacemakers.content.types import Trigger
from engine.games.dawn_of_peacemakers.facts import AbilitySlept, AbilityWoke
from engine.games.dawn_of_peacemakers.frames import Effect
from engine.games.dawn_of_peacemakers.selection import is_injured
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers.battlefield import Unit


def trigger(turn: Turn, names: Iterable[str], when: Trigger) -> None:
    """What these units' abilities do now, one after the other."""
    found: list[Effect] = []
    for name in names:
        found += effects(turn.state, name, turn.state.units[name], when)
    if found:
        turn.push(*found)


def effects(state: GameState, name: str, unit: Unit, when: Trigger) -> list[Effect]:
    """The effects of a unit's abilities for one occasion."""
    printed = state.box.units[unit.type]
    return [
        Effect(each.do, unit.type, army=unit.army, group=unit.group, target=f"unit:{name}")
        for each in printed.abilities
        if each.when == when
    ]


def has(state: GameState, unit: Unit, when: Trigger) -> bool:
    """Whether a unit has an ability for an occasion."""
    return any(each.when == when for each in state.box.units[unit.type].abilities)


def note_injuries(turn: Turn, names: Iterable[str]) -> None:
    """DOP-UNIT-09..11: abilities begin to work when their units become injured, and stop when they are so no longer."""
    state = turn.state
    for name in names:
        unit = state.units.get(name)
        if unit is None or not has(state, unit, "injured"):
            continue
        hurt, works = is_injured(state, name), name in state.hurting
        if hurt and not works:
            turn.emit(AbilityWoke(name))
            trigger(turn, [name], "injured")
        elif works and not hurt:
            turn.emit(AbilitySlept(name))
            trigger(turn, [name], "mended")


def at_removal(turn: Turn, name: str, unit: Unit) -> list[Effect]:
    """DOP-UNIT-12..13, DOP-UNIT-15: what a unit's abilities do when it is defeated.

    One that works while its unit is injured is resolved now if the unit was not injured before.
    """
    state = turn.state
    found: list[Effect] = []
    if name not in state.hurting and has(state, unit, "injured"):
        turn.emit(AbilityWoke(name))
        found += effects(state, name, unit, "injured")
    return found + effects(state, name, unit, "defeated")
