"""The types of the content files: cards, units, maps and scenarios."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

from engine.core.hexes import Facing
from engine.games.horrors_of_war.operations import Group, Ops, Row

Adventurer = Literal["tambatro", "nabo", "akezan", "yainar"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a content file; a field that the type does not know is a mistake."""


class RowIcons(Entry, frozen=True):
    """One icon row of a resource card: how many icons, and whether an extra card comes with it."""

    icons: int = 1
    extra: bool = False


class Target(Entry, frozen=True):
    """What the player picks before a scheme is carried out; `reach` 0 means nearby, N within N spaces."""

    kind: Literal["unit", "army", "deck", "space", "adventurer"]
    reach: int = 0
    damaged: bool = False
    """Only units that carry damage."""
    leader: bool | None = None
    """Only leaders (true) or only others (false)."""


class Bonus(Entry, frozen=True):
    """What a scheme does besides for one adventurer, who may also leave it."""

    adventurer: Adventurer = msgspec.field(name="for")
    text: str
    do: tuple[Ops, ...]


class Scheme(Entry, frozen=True):
    """The written effect of a resource card."""

    text: str
    do: tuple[Ops, ...]
    bonus: Bonus
    target: Target | None = None


class ResourceCard(Entry, frozen=True):
    """A card that is played for one of its rows or for its scheme."""

    id: str
    title: str
    rows: dict[Row, RowIcons]
    scheme: Scheme
    only: tuple[str, ...] = ()
    """The scenarios it belongs to; a general card belongs to all."""


class HorrorCard(Entry, frozen=True):
    """A mark that a casualty leaves; without a priority list its effect is for the whole table."""

    id: str
    title: str
    text: str
    do: tuple[Ops, ...]
    priority: tuple[Adventurer, ...] = ()
    ongoing: bool = False
    only: tuple[str, ...] = ()
    """The scenarios it belongs to; a general horror belongs to all."""


class LeftHalf(Entry, frozen=True):
    """The left half of an order: what the folk and their leader are about."""

    id: str
    title: str
    speed: int
    text: str
    do: tuple[Ops, ...]


class RightHalf(Entry, frozen=True):
    """The right half of an order: which group, by priority, and what it attempts."""

    id: str
    title: str
    speed: Decimal
    groups: tuple[Group, ...]
    text: str
    do: tuple[Ops, ...]


class OrderFile(Entry, frozen=True):
    """The two order decks of one folk; one that has no left halves has a single deck (HOW-ARM-08, HOW-ARM-24)."""

    folk: str
    left: tuple[LeftHalf, ...]
    right: tuple[RightHalf, ...]


class UnitType(Entry, frozen=True):
    """A portrait: the statistics of a kind of unit."""

    id: str
    title: str
    folk: str
    offence: int
    range: int
    defence: int
    health: int
    leader: bool = False
    stealth: bool = False
    text: str = ""


class Terrain(Entry, frozen=True):
    """What a symbol on a drawn map stands for."""

    name: str
    stealth: bool = False
    water: bool = False
    impassable: bool = False
    motivation: int = 0
    defence: int = 0
    start: bool = False


class UnitStart(Entry, frozen=True):
    """One group icon under a portrait: a unit, its base, its starting space and its facing."""

    group: Group
    space: str
    facing: Facing


class Portrait(Entry, frozen=True):
    """A unit type in a scenario and the group icons under it."""

    type: str
    units: tuple[UnitStart, ...]


class Army(Entry, frozen=True):
    """All units of one folk in a scenario; its order decks carry its name."""

    id: str
    title: str
    folk: str
    side: str
    portraits: tuple[Portrait, ...]


class Side(Entry, frozen=True):
    """One of the two opponents and its motivation at the start."""

    id: str
    title: str
    motivation: int


class ChallengeRule(Entry, frozen=True):
    """What a challenge changes."""

    id: str
    title: str
    stars: int
    text: str
    motivation: dict[str, int] = {}
    horrors_after_dealing: int = 0


class Road(Entry, frozen=True):
    """Spaces with arrows: for one group of an army they replace forward and backward (HOW-MAP-07)."""

    army: str
    group: Group
    spaces: tuple[str, ...]
    closed: bool = False
    """Whether it is a circle, which has no end."""


class ScenarioFile(Entry, frozen=True):
    """One scenario: story, map, armies, challenges and reminders."""

    id: str
    number: int
    title: str
    stars: int
    story: tuple[str, ...]
    tips: tuple[str, ...]
    map: tuple[str, ...]
    """Drawn: column q of row r stands at line 2r + (q odd), character 2q; a blank is no space."""
    legend: dict[str, Terrain]
    areas: dict[str, tuple[str, ...]]
    sides: tuple[Side, Side]
    armies: tuple[Army, ...]
    challenges: tuple[ChallengeRule, ...]
    green: tuple[int, int] = (1, 2)
    roads: tuple[Road, ...] = ()
    over_impassable: tuple[str, ...] = ()
    """The unit types that may enter impassable spaces (HOW-MOV-06)."""
    reminders: dict[str, str] = {}
    """Short notes, each shown the first time it matters; by what it is about."""
