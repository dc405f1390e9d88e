"""The conditions that effects of this game depend on: those of both Peacemakers games, and its own."""

from __future__ import annotations

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
    With,
)


class Astray(Condition, frozen=True):
    """At least `count` of the units look away from the closest enemy: a step forward would not bring them closer."""

    who: Who
    count: int = 1


class High(Condition, frozen=True):
    """At least `count` of the units stand at least so high."""

    who: Who
    least: int
    count: int = 1


class Aloft(Condition, frozen=True):
    """The acting or affected adventurer stands at least so high."""

    least: int


class Overlooked(Condition, frozen=True):
    """At least `count` of the units have an enemy within the distance that stands higher than they do."""

    who: Who
    distance: int
    count: int = 1


class Not(Condition, frozen=True):
    """The other condition does not hold."""

    that: Conditions


Conditions = (
    On
    | In
    | EnemyWithin
    | Astray
    | Hurt
    | Watched
    | Fortified
    | Together
    | Tally
    | Suffered
    | Motivated
    | High
    | Aloft
    | Overlooked
    | Visited
    | Alive
    | More
    | Leads
    | With
    | Not
)
