"""The types of the content files: cards, units, maps and scenarios."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

from engine.core.content import ContentPart
from engine.core.hexes import Facing
from engine.games.horrors_of_war.content.operations import Group, Ops, Row, Use
from engine.peacemakers import maps
from engine.peacemakers.adventurers import Adventurer

Seats = Literal["1", "2", "3", "4"]
"""A number of adventurers, as the key of a table."""


class RowIcons(ContentPart, frozen=True):
    """One icon row of a resource card: how many icons, and whether an extra card comes with it."""

    icons: int = 1
    extra: bool = False


class Target(ContentPart, frozen=True):
    """What the player picks before a scheme is carried out; `reach` 0 means nearby, N within N spaces."""

    kind: Literal["unit", "army", "deck", "space", "adventurer"]
    reach: int = 0
    damaged: bool = False
    """Only units that carry damage."""
    leader: bool | None = None
    """Only leaders (true) or only others (false)."""


class Bonus(ContentPart, frozen=True):
    """What a scheme does besides for one adventurer, who may also leave it."""

    adventurer: Adventurer = msgspec.field(name="for")
    text: str
    do: tuple[Ops, ...]


class Scheme(ContentPart, frozen=True):
    """The written effect of a resource card."""

    text: str
    do: tuple[Ops, ...]
    bonus: Bonus
    target: Target | None = None
    near: str = ""
    """The unit type that must be nearby for the scheme to be used at all (HOW-S4-12)."""


class ResourceCard(ContentPart, frozen=True):
    """A card that is played for one of its rows or for its scheme."""

    id: str
    title: str
    rows: dict[Row, RowIcons]
    scheme: Scheme
    only: tuple[str, ...] = ()
    """The scenarios it belongs to; a general card belongs to all."""
    copies: int = 1
    """How many such cards there are; each gets an id of its own, such as ``set-sail-2``."""


class HorrorCard(ContentPart, frozen=True):
    """A mark that a casualty leaves; without a priority list its effect is for the whole table."""

    id: str
    title: str
    text: str
    do: tuple[Ops, ...]
    priority: tuple[Adventurer, ...] = ()
    ongoing: bool = False
    everyone: bool = False
    """Whether it strikes every adventurer, one after another; the die says who is first (HOW-S5-03..04)."""
    only: tuple[str, ...] = ()
    """The scenarios it belongs to; a general horror is in every horror deck, and this one in none."""
    copies: int = 1


class LeftHalf(ContentPart, frozen=True):
    """The left half of an order: what the folk and their leader are about."""

    id: str
    title: str
    speed: int
    text: str
    do: tuple[Ops, ...]
    secret: bool = False
    """Whether it has a back of its own and cannot be surveyed (HOW-S3-04..07)."""


class RightHalf(ContentPart, frozen=True):
    """The right half of an order: which group, by priority, and what it attempts."""

    id: str
    title: str
    speed: Decimal
    groups: tuple[Group, ...]
    """The priority row; a card of the talks has none."""
    text: str
    do: tuple[Ops, ...]
    secret: bool = False


class OrderFile(ContentPart, frozen=True):
    """Order cards that belong together: the halves of a folk, or what it plans in one scenario."""

    id: str
    left: tuple[LeftHalf, ...] = ()
    right: tuple[RightHalf, ...] = ()


class UnitType(ContentPart, frozen=True):
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
    rooted: bool = False
    """Whether nothing moves it."""
    text: str = ""


class Terrain(maps.Terrain, frozen=True):
    """What a symbol on a drawn map stands for."""

    height: int = 0


class UnitStart(ContentPart, frozen=True):
    """One group icon under a portrait: a unit, its base, its starting space and its facing."""

    group: Group
    space: str
    facing: Facing
    letter: str = ""
    """By which it can be told from others of its type (HOW-S5-06)."""


class Portrait(ContentPart, frozen=True):
    """A unit type in a scenario and the group icons under it."""

    type: str
    units: tuple[UnitStart, ...]


class Army(ContentPart, frozen=True):
    """All units of one folk in a scenario; its order decks carry its name."""

    id: str
    title: str
    folk: str
    side: str
    portraits: tuple[Portrait, ...]
    left: str = ""
    """Whose left halves it uses: the id of an order file; its folk's own if it says nothing."""
    right: str = ""
    faces: dict[str, Facing] = {}
    """How its units are turned when it changes sides, by the side it goes to (HOW-S4-05)."""


class Talks(ContentPart, frozen=True):
    """An order deck without an army; who stands on the starting space is nearby (HOW-S6-03..05)."""

    id: str
    title: str
    right: str
    """The order file that its cards come from."""


class Side(ContentPart, frozen=True):
    """One of the two opponents and its motivation at the start."""

    id: str
    title: str
    motivation: int


class Start(ContentPart, frozen=True):
    """What a scenario sets otherwise for one number of adventurers."""

    motivation: dict[str, int] = {}
    """Starting values, by side (HOW-SET-05)."""
    green: tuple[int, int] | None = None
    """The green zone (HOW-STA-08)."""


class GroupAct(ContentPart, frozen=True):
    """What a group does without an order, because a challenge says so."""

    army: str
    group: Group
    do: tuple[Ops, ...]


class Changes(ContentPart, frozen=True, kw_only=True):
    """What challenges change."""

    motivation: dict[str, int] = {}
    """Starting values, by side."""
    horrors_after_dealing: int = 0
    """Random horrors that are shuffled into the resource deck."""
    horrors_on_top: int = 0
    """New horrors on the resource deck after dealing and after each refresh (HOW-S5-09)."""
    only_resources_count: bool = False
    """A refresh goes on until it has its number of resource cards (HOW-S4-15)."""
    barred: tuple[Use, ...] = ()
    """What no card can be played for (HOW-S2-09)."""
    offence: int = 0
    """More offence for every unit (HOW-S4-13)."""
    repeat: dict[str, int] = {}
    """How often orders with such titles are resolved in succession (HOW-S2-08)."""
    regroup: dict[str, Group] = {}
    """Units that start in another group, by letter (HOW-S5-07)."""
    after_setup: tuple[GroupAct, ...] = ()
    after_armies: tuple[GroupAct, ...] = ()
    """After each army phase (HOW-S3-14)."""
    encore: bool = False
    """The side with more motivation has another army phase (HOW-S6-11)."""
    shunned: tuple[str, ...] = ()
    """The armies beside which no adventurer can stay (HOW-S6-08..09)."""
    fall: bool = False
    """Both sides at 0 is the win (HOW-S3-15)."""


class ChallengeRule(Changes, frozen=True, kw_only=True):
    """A challenge and what it changes."""

    id: str
    title: str
    stars: int
    text: str


class Road(ContentPart, frozen=True):
    """Spaces with arrows: for an army or one group of it they replace forward and backward (HOW-MAP-07)."""

    army: str
    spaces: tuple[str, ...]
    group: Group | None = None
    """Without one it is for the whole army."""
    closed: bool = False
    """Whether it is a circle, which has no end."""


class Epilogue(ContentPart, frozen=True, kw_only=True):
    """What becomes of it all: a short text for every outcome of a scenario; those that are missing are not told."""

    won: str = ""
    unhurt: str = ""
    """Added to a win without a defeated unit (HOW-CHA-04)."""
    lost: dict[str, str] = {}
    """By the side that surrendered."""
    broken: str = ""
    """When both surrendered."""
    fell: str = ""
    """When that is the win (HOW-S3-19)."""
    spared: str = ""
    """When both stand in the green zone and that is the loss (HOW-S3-15)."""


class ScenarioFile(ContentPart, frozen=True):
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
    by_seats: dict[Seats, Start] = {}
    """What is otherwise for a number of adventurers; a challenge goes before it."""
    roads: tuple[Road, ...] = ()
    over_impassable: tuple[str, ...] = ()
    """The unit types that may enter impassable spaces (HOW-MOV-06)."""
    islands: tuple[str, ...] = ()
    """Areas that no adventurer can walk to (HOW-S2-06)."""
    outward: dict[str, str] = {}
    """For each space the neighbour that leads away from the starting space (HOW-S6-09)."""
    fortifications: dict[str, int] = {}
    """Fortifications that stand at the start (HOW-SET-12)."""
    talks: Talks | None = None
    after_dealing: tuple[str, ...] = ()
    """The horrors that are shuffled into the resource deck once the hands are dealt (HOW-SET-09)."""
    epilogue: Epilogue = Epilogue()
    reminders: dict[str, str] = {}
    """Short notes, each shown the first time it matters; by what it is about."""
