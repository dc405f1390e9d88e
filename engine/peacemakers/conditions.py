"""What can be true of the map, the armies or the round so far, in both games: the conditions that effects depend on.

A game adds its own and names the union of all that its content can use.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Who = str
"""Which units. ``target``: the scheme's target; ``group``: the order's group; ``army``: all of the order's army;
``leader``: its leader; ``others``: its units outside the group; ``rolled``: its units of the group on the die;
``nearby``: all units in the adventurer's space; ``nearest``: the unit closest to the adventurer; ``allies``,
``enemies``: all units of the order's side or of the other; ``everyone``: all units on the map. Or an army of the
scenario by its id, such as ``frog``, and a part of it, such as ``frog.star`` or ``frog.leader``."""

Whose = str
"""Which side. ``own``: the order's; ``enemy``: the opposing one; ``target``: that of the target; ``nearest``: that of
the closest unit; ``each``: both; ``highest``, ``lowest``: by motivation. Or a side of the scenario by its id."""

WHO = ("target", "group", "army", "leader", "others", "rolled", "nearby", "nearest", "allies", "enemies", "everyone")
WHOSE = ("own", "enemy", "target", "nearest", "each", "highest", "lowest")


class Condition(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="is", tag=str.lower
):
    """Something that can be true of the map, the armies or the round so far."""


class On(Condition, frozen=True):
    """At least `count` of the units stand on a space with the feature."""

    who: Who
    feature: Literal["motivation", "stealth", "water", "defence"]
    count: int = 1


class In(Condition, frozen=True):
    """At least `count` of the units stand in a named area of the map."""

    who: Who
    area: str
    count: int = 1


class EnemyWithin(Condition, frozen=True, tag="enemy-within"):
    """At least `count` of the units have an enemy within the distance."""

    who: Who
    distance: int
    count: int = 1


class Hurt(Condition, frozen=True):
    """At least `count` of the units carry damage."""

    who: Who
    count: int = 1


class Watched(Condition, frozen=True):
    """At least `count` of the units share their space with an adventurer."""

    who: Who
    count: int = 1


class Fortified(Condition, frozen=True):
    """At least `count` of the units stand on a space with a fortification."""

    who: Who
    count: int = 1


class Together(Condition, frozen=True):
    """Each of the units stands with, or next to, another one of them; a single unit is together with itself."""

    who: Who


class Tally(Condition, frozen=True):
    """At least `count` units did so in this order so far (`blocked`: tried to move and could not; `hit`: wounded an
    enemy; `defeated`: units defeated).
    """

    what: Literal["moved", "blocked", "attacked", "hit", "defeated"]
    count: int = 1


class Suffered(Condition, frozen=True):
    """At least `count` units of the side were wounded or defeated so far this round."""

    of: Whose
    what: Literal["wounded", "defeated"]
    count: int = 1


class Motivated(Condition, frozen=True):
    """The motivation of the side lies in the range."""

    of: Whose
    least: int = 0
    most: int = 15


class Visited(Condition, frozen=True):
    """At least `count` adventurers stand in a named area of the map."""

    area: str
    count: int = 1


class Alive(Condition, frozen=True):
    """There are at least `count` such units on the map."""

    who: Who
    count: int = 1


class More(Condition, frozen=True):
    """There are more of the one units than of the other; with an area only those in it count."""

    who: Who
    than: Who
    area: str = ""


class Leads(Condition, frozen=True):
    """The side has more motivation than the other."""

    of: Whose = "own"


class With(Condition, frozen=True):
    """The army is on that side now."""

    army: str
    of: Whose = "own"
