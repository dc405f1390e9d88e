"""The small operations that schemes, ploys, abilities and events are made of, as they stand in content files."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from engine.core.hexes import Facing
from engine.games.dawn_of_peacemakers.content.conditions import Conditions
from engine.peacemakers.conditions import Who
from engine.peacemakers.operations import Bring as Bring
from engine.peacemakers.operations import Build as Build
from engine.peacemakers.operations import DigIn as DigIn
from engine.peacemakers.operations import Dismantle as Dismantle
from engine.peacemakers.operations import Draw as Draw
from engine.peacemakers.operations import Fortify as Fortify
from engine.peacemakers.operations import Group as Group
from engine.peacemakers.operations import Hand as Hand
from engine.peacemakers.operations import Heal as Heal
from engine.peacemakers.operations import Join as Join
from engine.peacemakers.operations import Mend as Mend
from engine.peacemakers.operations import Motivation as Motivation
from engine.peacemakers.operations import Op as Op
from engine.peacemakers.operations import Raze as Raze
from engine.peacemakers.operations import Recover as Recover
from engine.peacemakers.operations import Switch as Switch
from engine.peacemakers.operations import Wound as Wound

Row = Literal["influence", "travel", "fortify"]
"""What the icon rows of a resource card are for."""
ROWS: tuple[Row, ...] = get_args(Row)
Use = Literal["influence", "travel", "fortify", "scheme"]
USES: tuple[Use, ...] = get_args(Use)

Task = Literal["move", "cover", "strike"]
"""DOP-SPD-02: in the order in which tasks of the same speed are resolved."""
TASKS: tuple[Task, ...] = get_args(Task)
Speed = Literal["fast", "normal", "slow"]
"""DOP-SPD-01: in the order in which orders are resolved."""
SPEEDS: tuple[Speed, ...] = get_args(Speed)

Until = Literal["round", "order", "used"]
"""When an ongoing card is done: at the end of the round; when its army's next order is resolved; when it has worked."""


# Operations of ploys: how a task is carried out


class Edge(Op, frozen=True):
    """The units have more of something while this task is carried out (less, if negative).

    `offence` and `range` count in a strike, `pierce` is a number of fortifications that a strike ignores, `steps` are
    more steps of a move, `cover` is more defence of a cover.
    """

    kind: Literal["offence", "range", "pierce", "steps", "cover"]
    by: int


class Veer(Op, frozen=True):
    """A move goes in another direction: turned from the frontline by steps of 60 degrees, clockwise when positive.

    DOP-MOVE-05: it may lead away from every enemy, unless `free` is switched off.
    """

    by: int = 0
    free: bool = True


class Everybody(Op, frozen=True):
    """The whole army carries out the task, not its group alone."""


class For(Op, frozen=True):
    """What happens only with one kind of task."""

    task: Task
    do: tuple[Ops, ...]


class Afterwards(Op, frozen=True):
    """What a ploy does once the task is carried out."""

    do: tuple[Ops, ...]


# Operations of ploys, abilities and events


class March(Op, frozen=True):
    """The units try to take one step; it may lead away from every enemy if `free`."""

    who: Who = "group"
    by: int = 0
    free: bool = False


class Attack(Op, frozen=True, tag="strike"):
    """The units strike, with more offence or less."""

    who: Who = "group"
    offence: int = 0


class Cover(Op, frozen=True):
    """The units have more defence for the rest of the round."""

    who: Who = "group"
    amount: int = 1


class If(Op, frozen=True):
    """One thing if a condition holds, another if not."""

    cond: Conditions
    then: tuple[Ops, ...] = ()
    orelse: tuple[Ops, ...] = msgspec.field(default=(), name="else")


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens on results up to and including a number."""

    upto: int
    do: tuple[Ops, ...] = ()


class RollNumber(Op, frozen=True, tag="roll"):
    """Roll the die and read its number."""

    bands: tuple[Band, ...]


class Muster(Op, frozen=True):
    """A new unit comes onto the map; if enemies stand on its space, it stays away."""

    army: str
    type: str
    group: Group
    space: str


class Front(Op, frozen=True):
    """A side advances in another direction from now on."""

    side: str
    facing: Facing


# Operations with a choice, for schemes


class Travel(Op, frozen=True):
    """The adventurer gets movement points, to be spent at any moment of the turn."""

    points: int


class Secure(Op, frozen=True):
    """The adventurer gets fortification tokens, to be placed at any moment of the turn."""

    tokens: int


class Spy(Op, frozen=True):
    """Influence the target army: look at that many of its order cards and put them back in any order."""

    cards: int


class Spoil(Op, frozen=True):
    """Discard the top card of the target deck."""


class Sink(Op, frozen=True):
    """Put the top card of the target deck at its bottom, unseen."""


class Shuffle(Op, frozen=True):
    """Shuffle the target deck; its discard pile stays as it is."""


class Lead(Op, frozen=True):
    """The target unit takes one step: in its frontline direction, or to any adjacent space."""

    way: Literal["forward", "any"] = "any"


# Operations that stay in play (ongoing)


class Guard(Op, frozen=True):
    """DOP-SCH-03..04: the target unit has guard: enemies that can must strike at it."""

    until: Until = "round"


class Shield(Op, frozen=True):
    """The target unit's next damage is lowered by that much."""

    amount: int
    until: Until = "used"


class Defend(Op, frozen=True):
    """The target unit has more defence."""

    amount: int
    until: Until = "round"


class Hold(Op, frozen=True):
    """The target unit, or every unit of the target army, does not move."""

    until: Until = "round"


class Pacify(Op, frozen=True):
    """The target unit, or every unit of the target army, does not strike."""

    until: Until = "round"


class Mix(Op, frozen=True):
    """DOP-SCH-05: the target army's next task is carried out by a group of the player's choice."""

    until: Until = "order"


class Mute(Op, frozen=True):
    """The ploy of the target army's next order has no effect; Revoked stays Revoked."""

    until: Until = "order"


class Haste(Op, frozen=True):
    """The target army's next order is that much faster, or slower if negative: slow, normal, fast."""

    by: int
    until: Until = "order"


Ops = (
    Edge
    | Veer
    | Everybody
    | For
    | Afterwards
    | March
    | Attack
    | Cover
    | Motivation
    | Wound
    | Mend
    | DigIn
    | Raze
    | Build
    | Switch
    | Muster
    | Front
    | If
    | RollNumber
    | Travel
    | Secure
    | Spy
    | Spoil
    | Sink
    | Shuffle
    | Lead
    | Heal
    | Fortify
    | Dismantle
    | Bring
    | Join
    | Draw
    | Recover
    | Hand
    | Guard
    | Shield
    | Defend
    | Hold
    | Pacify
    | Mix
    | Mute
    | Haste
)
ONGOING = (Guard, Shield, Defend, Hold, Pacify, Mix, Mute, Haste)
