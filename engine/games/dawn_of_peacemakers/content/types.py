"""The types of the content files: cards, units, maps, scenarios and agendas."""

from __future__ import annotations

from typing import Literal

from engine.core.content import ContentPart
from engine.core.hexes import Facing
from engine.games.dawn_of_peacemakers.content.conditions import Conditions
from engine.games.dawn_of_peacemakers.content.operations import Group, Ops, Row, Speed, Task
from engine.peacemakers import maps


class Target(ContentPart, frozen=True):
    """What the player picks for a scheme; `reach` 0 means companions, N within N spaces, -1 anywhere."""

    kind: Literal["unit", "army", "deck", "space", "adventurer"]
    reach: int = 0
    damaged: bool = False
    """Only units that carry damage."""
    leader: bool | None = None
    """Only leaders (true) or only others (false)."""


class Scheme(ContentPart, frozen=True):
    """The written effect of a resource card."""

    title: str
    text: str
    do: tuple[Ops, ...]
    target: Target | None = None


class ResourceCard(ContentPart, frozen=True):
    """DOP-GEN-05: a card that is played for one of its icon rows or for its scheme."""

    id: str
    rows: dict[Row, int]
    """How many icons each row has."""
    scheme: Scheme
    copies: int = 1
    """How many such cards there are; each gets an id of its own, such as ``guard-duty-2``."""
    unlock: str = ""
    """The mark that brings it into the deck; a card without one is there from the start."""


class Ploy(ContentPart, frozen=True):
    """DOP-GEN-07: a ploy card: a folk's way of making war, the left half of an order."""

    id: str
    name: str
    """The left part of the order's name."""
    speed: Speed
    text: str
    do: tuple[Ops, ...] = ()
    revoked: bool = False
    organising: bool = False
    """DOP-SET-04: whether it stays in the box for the whole campaign."""
    skirmish: bool = False
    """DOP-GEN-10: its skirmish icon, which has no meaning in the campaign."""
    copies: int = 1
    unlock: str = ""


class PloyFile(ContentPart, frozen=True):
    """The ploy deck of a folk."""

    id: str
    title: str
    ploys: tuple[Ploy, ...]


class TaskCard(ContentPart, frozen=True):
    """DOP-GEN-07..08: a task card, the same for every army: which group does what, the right half of an order."""

    id: str
    name: str
    """The right part of the order's name."""
    task: Task | Literal["change"]
    """DOP-ARMY-04: ``change`` is Change of plans, which has no group."""
    group: Group | None = None
    text: str = ""
    skirmish: bool = False


Trigger = Literal["injured", "mended", "defeated", "moved", "covered", "struck", "hit"]
"""When an ability works: when the unit becomes injured or is so no longer, is defeated, has moved, covered or struck,
or has wounded an enemy by a strike."""


class Ability(ContentPart, frozen=True):
    """What a unit does besides; ``target`` means the unit itself, ``group`` its group, ``own`` its side."""

    when: Trigger
    do: tuple[Ops, ...]


class UnitType(ContentPart, frozen=True):
    """DOP-UNIT-02..03, DOP-UNIT-17: a unit card."""

    id: str
    title: str
    """Its name."""
    epithet: str
    """The title on its card."""
    folk: str
    kind: Literal["common", "special", "leader"]
    rank: int
    offence: int
    range: int
    defence: int
    health: int
    cost: int
    """What it costs in a skirmish, which the campaign does not have."""
    stealth: bool = False
    guard: bool = False
    swift: bool = False
    """Whether a move takes it up to 2 steps."""
    pierce: int = 0
    """How many fortifications its strikes ignore."""
    rooted: bool = False
    """Whether nothing moves it."""
    abilities: tuple[Ability, ...] = ()
    text: str = ""

    @property
    def leader(self) -> bool:
        """Whether it leads its army."""
        return self.kind == "leader"


class Terrain(maps.Terrain, frozen=True):
    """What a symbol on a drawn map stands for."""

    shatter: int = 0
    """DOP-TERR-03: how much more damage gets through to a unit there."""
    range: int = 0
    """How much farther units there strike; less if negative, but never less than 1."""
    offence: int = 0
    thorns: int = 0
    """The damage of every unit that enters."""
    grief: int = 0
    """How much a defeat there costs the other side as well."""
    text: str = ""
    """What the inspector says of it."""


class UnitStart(ContentPart, frozen=True):
    """A unit of a scenario: its insignia and its space."""

    group: Group
    space: str
    letter: str = ""
    """By which variants, words and marks of the campaign can tell it from others of its type."""


class Portrait(ContentPart, frozen=True):
    """A unit card in a scenario and the units under it."""

    type: str
    units: tuple[UnitStart, ...]


class Army(ContentPart, frozen=True):
    """All units of one insignia colour."""

    id: str
    title: str
    folk: str
    side: str
    colour: Literal["blue", "red", "green", "gold"]
    portraits: tuple[Portrait, ...]
    tasks: dict[Task, tuple[Group, ...]]
    """DOP-SET-03: each insignia icon stands for one task card."""
    changes: int = 1
    """How many Change of plans are in its task deck."""
    ploys: str = ""
    """The id of its ploy file; its folk's own if it says nothing."""


class Side(ContentPart, frozen=True):
    """One of the two opponents: its motivation at the start and the direction in which it advances."""

    id: str
    title: str
    motivation: int
    front: Facing


class EndCondition(ContentPart, frozen=True):
    """DOP-STAT-01..02: one line of the end conditions; the first that is met ends the game."""

    id: str
    when: Conditions
    won: bool
    text: str
    """How it is told, before the game as well as after it."""
    epilogue: str = ""
    """What becomes of it all."""
    gives: tuple[str, ...] = ()
    """The marks that it hands to the campaign."""


class Event(ContentPart, frozen=True):
    """Something that happens at the beginning of a round."""

    id: str
    title: str
    text: str
    do: tuple[Ops, ...]
    round: int = 0
    """In which round; 0 for every round."""
    when: Conditions | None = None
    """Only if that holds; an event with a round of 0 and a condition happens once."""


class Keepsake(ContentPart, frozen=True):
    """A mark that a finished game hands to the campaign."""

    mark: str
    when: Conditions


class Variant(ContentPart, frozen=True):
    """What is otherwise if the table carries all marks of `given` and none of `without`."""

    given: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    text: str = ""
    """What the players are told of it."""
    motivation: dict[str, int] = {}
    """How much more or less the sides start with."""
    adds: dict[str, tuple[Portrait, ...]] = {}
    """More units, by army."""
    drops: tuple[str, ...] = ()
    """The letters of units that are not there."""
    fortifications: dict[str, int] = {}
    cards: int = 0
    """How many more cards each player starts with."""
    events: tuple[Event, ...] = ()


class Agenda(ContentPart, frozen=True):
    """DOP-CAMP-11: an aim of one player, or one that all share; checked when the game ends."""

    id: str
    title: str
    text: str
    shared: bool
    when: Conditions
    """``nearby`` and ``actor`` are those of the adventurer whose agenda it is."""
    unlock: str = ""


class ScenarioFile(ContentPart, frozen=True):
    """One scenario: story, map, armies and end conditions."""

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
    ends: tuple[EndCondition, ...]
    fortifications: dict[str, int] = {}
    events: tuple[Event, ...] = ()
    night: tuple[int, ...] = ()
    """The rounds at night: every range is 1 less, but never less than 1."""
    agendas: bool = False
    """Whether players have agendas."""
    gives: tuple[Keepsake, ...] = ()
    variants: tuple[Variant, ...] = ()
    usual: tuple[str, ...] = ()
    """The marks that a table has that does not belong to a campaign."""
    rules: tuple[str, ...] = ()
    """The pages of the index that this scenario adds or uses."""
    withdraw: tuple[int, int] = (1, 2)
    """DOP-MOT-01: the zone in which a side is ready to withdraw."""
