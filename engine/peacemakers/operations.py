"""The operations that effects of both games are made of, as they stand in content files.

A game adds its own, carries all of them out in its own way, and names the union that its content can use.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.peacemakers.conditions import Who, Whose

Group = Literal["circle", "star", "cog"]
"""The insignia of a group."""


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op", tag=str.lower):
    """One small step of an effect."""


class Motivation(Op, frozen=True):
    """The motivation of the side changes."""

    by: int
    of: Whose = "own"


class Wound(Op, frozen=True):
    """Each of the units gets damage; neither defence nor fortifications help, but what lowers its next damage does."""

    amount: int
    who: Who = "group"


class Mend(Op, frozen=True):
    """Each of the units loses damage."""

    amount: int
    who: Who = "group"


class DigIn(Op, frozen=True, tag="dig-in"):
    """Each space on which one of the units stands gets fortifications."""

    amount: int
    who: Who = "group"


class Raze(Op, frozen=True):
    """Each space on which one of the units stands loses fortifications."""

    amount: int
    who: Who = "group"


class Build(Op, frozen=True):
    """Each space of a named area gets fortifications."""

    area: str
    amount: int = 1


class Switch(Op, frozen=True):
    """An army changes sides: to the one named, or away from the one it is on."""

    army: str
    to: str = ""


class Heal(Op, frozen=True):
    """Take up to that many damage off the target unit."""

    upto: int


class Fortify(Op, frozen=True):
    """Put fortifications on the target space, on the target unit's space, or on the adventurer's own."""

    amount: int
    where: Literal["target", "own"] = "target"


class Dismantle(Op, frozen=True):
    """Take up to that many fortifications off the target space, or off the adventurer's own."""

    upto: int
    where: Literal["target", "own"] = "target"


class Bring(Op, frozen=True):
    """The target adventurer comes to the acting adventurer's space."""


class Join(Op, frozen=True):
    """The acting adventurer goes to the space of the target unit, space or adventurer."""


class Draw(Op, frozen=True):
    """Draw cards from the resource deck."""

    count: int = 1


class Recover(Op, frozen=True):
    """Take a resource card of choice out of the resource discard pile."""

    count: int = 1


class Hand(Op, frozen=True):
    """Give up to that many cards from the hand to the target adventurer."""

    upto: int
