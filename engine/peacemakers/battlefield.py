"""What lies on the map in both games: units of armies on two sides, fortifications and the adventurers' figures.

Both games call units of one army with the same insignia a group (HOW-UNI, DOP-UNIT-04). They differ in the facing: in
Horrors of War each unit has its own; in Dawn of Peacemakers a side has one, its frontline, which all its units show.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from engine.core.hexes import Facing
from engine.core.kinds import Seat, State

B = TypeVar("B")


class Unit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A figure on the map."""

    army: str
    type: str
    group: str
    space: str
    facing: Facing
    damage: int = 0
    letter: str = ""


class Battlefield(State[B]):
    """The components that the states of both games begin with, in this order, which digests of saves depend on."""

    scenario: str = ""
    challenges: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    round: int = 0
    phase: str = "setup"

    units: dict[str, Unit] = {}
    fallen: dict[str, Unit] = {}
    """The spots for defeated units."""
    sides: dict[str, str] = {}
    """Which side each army is on."""
    motivation: dict[str, int] = {}
    fortifications: dict[str, int] = {}
    figures: dict[Seat, str] = {}
    """Where each adventurer stands."""


AnyField = Battlefield[Any]
"""The battlefield of either game."""

F = TypeVar("F", bound=AnyField)


# Units

_army = attrgetter("army")


def units_in(field: AnyField, space: str) -> list[str]:
    """The units in a space."""
    return [name for name, unit in field.units.items() if unit.space == space]


def in_army(field: AnyField, army: str) -> list[str]:
    """The units of an army."""
    return [name for name, unit in field.units.items() if unit.army == army]


def in_group(field: AnyField, army: str, group: str) -> list[str]:
    """The units of an army with one insignia."""
    found: list[str] = []
    for name, unit in field.units.items():
        if unit.group != group:
            continue
        if unit.army == army:
            found.append(name)
    return found


def has_army(field: AnyField, army: str) -> bool:
    """Whether an army has a unit left on the map."""
    return army in map(_army, field.units.values())


def groups_alive(field: AnyField, army: str) -> set[str]:
    """The groups of an army that have a unit on the map."""
    found: set[str] = set()
    for unit in field.units.values():
        if unit.army == army:
            found.add(unit.group)
    return found


def armies_in(field: AnyField, space: str) -> list[str]:
    """The armies that have a unit in a space."""
    found: list[str] = []
    for unit in field.units.values():
        if unit.space == space and unit.army not in found:
            found.append(unit.army)
    return found


# Sides


def opponent(field: AnyField, side: str) -> str:
    """The other side."""
    first, second = field.motivation
    return second if side == first else first


def has_units(field: AnyField, side: str) -> bool:
    """Whether a side has a unit left on the map."""
    return side in [field.sides[unit.army] for unit in field.units.values()]


def enemy_spaces(field: AnyField, unit: Unit) -> list[str]:
    """Where the enemies of a unit stand."""
    sides, side = field.sides, field.sides[unit.army]
    return [each.space for each in field.units.values() if sides[each.army] != side]


# Adventurers


def adventurers_with(field: AnyField, seat: str) -> list[str]:
    """HOW-GEN-13, DOP-GEN-06: the other adventurers in the same space."""
    figures = field.figures
    space = figures[seat]
    if list(figures.values()).count(space) == 1:
        return []
    return [other for other, where in figures.items() if where == space and other != seat]
