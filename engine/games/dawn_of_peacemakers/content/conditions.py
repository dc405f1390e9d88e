"""The conditions that effects and ends of this game depend on: those of both Peacemakers games, and its own."""

from __future__ import annotations

from typing import Literal

from engine.peacemakers.conditions import (
    Alive,
    Condition,
    EnemyWithin,
    Fortified,
    Hurt,
    In,
    Leads,
    More,
    Motivated,
    On,
    Suffered,
    Tally,
    Together,
    Visited,
    Watched,
    Who,
    Whose,
    With,
)


class Injured(Condition, frozen=True):
    """DOP-UNIT-10: at least `count` of the units are injured."""

    who: Who
    count: int = 1


class Surrendered(Condition, frozen=True):
    """DOP-MOT-01: the side is at 0; of `each` side one is enough."""

    of: Whose = "each"


class Ready(Condition, frozen=True):
    """DOP-MOT-01: the side is ready to withdraw; of `each` side all have to be."""

    of: Whose = "each"


class Rounds(Condition, frozen=True):
    """At least that many rounds have been played."""

    least: int


class Fell(Condition, frozen=True):
    """At least `count` such units have been defeated: of a side, an army, or of a unit type."""

    what: str
    count: int = 1


class Mixed(Condition, frozen=True):
    """The units of the order belong to an army with at least that many groups on the map."""

    groups: int = 2


class Carried(Condition, frozen=True):
    """The table got this mark from its campaign, or has it because the scenario is played by itself."""

    mark: str


class Built(Condition, frozen=True):
    """There are at least `count` fortifications in a named area, or on the whole map."""

    area: str = ""
    count: int = 1


class Not(Condition, frozen=True):
    """The other condition does not hold."""

    that: Conditions


class All(Condition, frozen=True):
    """Every one of the conditions holds."""

    of: tuple[Conditions, ...]


class Any(Condition, frozen=True):
    """One of the conditions holds."""

    of: tuple[Conditions, ...]


Feature = Literal["motivation", "stealth", "water", "defence"]

Conditions = (
    On
    | In
    | EnemyWithin
    | Hurt
    | Watched
    | Fortified
    | Together
    | Tally
    | Suffered
    | Motivated
    | Visited
    | Alive
    | More
    | Leads
    | With
    | Injured
    | Surrendered
    | Ready
    | Rounds
    | Fell
    | Mixed
    | Carried
    | Built
    | Not
    | All
    | Any
)
