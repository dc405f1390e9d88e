"""The small operations that the effects of schemes, horrors and orders are made of, as they stand in content files."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from engine.core.hexes import Facing
from engine.games.horrors_of_war.content.conditions import Conditions
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

Row = Literal["survey", "travel", "fortify", "delegate"]
Direction = Literal["forward", "backward"]

Use = Literal["survey", "travel", "fortify", "delegate", "scheme"]
USES: tuple[Use, ...] = get_args(Use)

Until = Literal[
    "refresh",
    "round",
    "order",
    "used",
    "after-survey",
    "after-travel",
    "after-fortify",
    "after-delegate",
    "after-scheme",
]
"""When an ongoing card is done: at the next refresh; at the end of the round; when its army's next order is resolved;
when it has worked once; when the affected adventurer has played such a card."""


# Operations of orders; schemes and horrors use many of them too


class Advance(Op, frozen=True, tag="move"):
    """The units try to move forward or backward, all at once, `times` times."""

    who: Who = "group"
    direction: Direction = "forward"
    times: int = 1


class Attack(Op, frozen=True):
    """The units attack, all at once, with extra offence."""

    who: Who = "group"
    offence: int = 0


class Defend(Op, frozen=True):
    """The units have more defence until the end of the round."""

    who: Who = "group"
    amount: int = 1


class Face(Op, frozen=True, tag="turn"):
    """The units turn by steps of 60 degrees, clockwise when positive."""

    by: int
    who: Who = "group"


class Look(Op, frozen=True):
    """The units turn to a facing."""

    facing: Facing
    who: Who = "group"


class Seek(Op, frozen=True):
    """Each of the units turns clockwise until it no longer looks away from the closest enemy."""

    who: Who = "group"


class Spin(Op, frozen=True):
    """The die says for each of the units where it looks: two faces for each facing, clockwise from up."""

    who: Who = "group"


class Blast(Op, frozen=True):
    """Every unit in a named area is attacked by nobody, all at once; then the area loses fortifications."""

    area: str
    offence: int
    raze: int = 0


class Jolt(Op, frozen=True):
    """Every adventurer in a named area loses cards at random."""

    area: str
    cards: int = 1


class AddHorror(Op, frozen=True, tag="add-horror"):
    """Horrors go from the horror deck to the top of the resource deck."""

    count: int = 1


class If(Op, frozen=True):
    """One thing if a condition holds, another if not."""

    cond: Conditions
    then: tuple[Ops, ...] = ()
    orelse: tuple[Ops, ...] = msgspec.field(default=(), name="else")


class Afterwards(Op, frozen=True):
    """What a left half does once the right half is resolved."""

    do: tuple[Ops, ...]


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens on results up to and including a number."""

    upto: int
    do: tuple[Ops, ...] = ()


class RollNumber(Op, frozen=True, tag="roll"):
    """Roll the die and read its number; with `reroll` the acting player may roll once more and must keep that."""

    bands: tuple[Band, ...]
    reroll: bool = False


class RollGroup(Op, frozen=True, tag="roll-group"):
    """Roll the die and read its icon: `rolled` then means the units of the army in that group."""

    do: tuple[Ops, ...] = ()
    none: tuple[Ops, ...] = ()
    """Instead of `do` when the army has no unit in that group."""
    reroll: bool = False


# Operations with a choice, for schemes and horrors


class Sway(Op, frozen=True):
    """Turn the target unit to a facing of the player's choice, at most `steps` of 60 degrees away."""

    steps: int


class Lead(Op, frozen=True):
    """Move the target unit one space: forward, backward, or to an adjacent space of choice."""

    way: Literal["forward", "backward", "any"] = "any"


class Reveal(Op, frozen=True):
    """Turn the topmost face-down cards of the target deck face up."""

    count: int = 1


class Arrange(Op, frozen=True):
    """Put the top cards of the target deck back in any order."""

    depth: int


class Sink(Op, frozen=True):
    """Put the top card of the target deck at its bottom, as it lies."""


class Conceal(Op, frozen=True):
    """Shuffle order decks: all of their cards lie face down afterwards."""

    decks: Literal["target", "nearby", "all"] = "target"


class Travel(Op, frozen=True):
    """The adventurer may move up to that many spaces."""

    steps: int


class Ferry(Op, frozen=True):
    """The adventurer crosses from one named area to a space of the other (HOW-S2-06)."""

    between: tuple[str, str]


class Bury(Op, frozen=True):
    """Put the top card of the resource deck at its bottom."""


class Comfort(Op, frozen=True):
    """Discard an ongoing horror that lies with the target adventurer, or with the acting one if there is none."""


class Discard(Op, frozen=True):
    """Discard cards from the hand: of the player's choice, at random, or one that shows a row."""

    count: int = 1
    how: Literal["choice", "random"] = "choice"
    row: Row | None = None


class Flee(Op, frozen=True):
    """The adventurer is moved step by step: to the starting space, away from the nearest unit, or as the die says."""

    steps: int
    way: Literal["home", "away", "astray"]


# Operations that stay in play (ongoing)


class Shield(Op, frozen=True):
    """The target unit's next damage is lowered by that much."""

    amount: int
    until: Until = "used"


class Guard(Op, frozen=True):
    """The target unit has more defence."""

    amount: int
    until: Until = "round"


class Hold(Op, frozen=True):
    """The target unit, or every unit of the target army, does not move."""

    until: Until = "round"


class Pacify(Op, frozen=True):
    """The target unit, or every unit of the target army, does not attack."""

    until: Until = "round"


class Haste(Op, frozen=True):
    """The speed of the target army's next order changes."""

    by: int
    until: Until = "order"


class Mix(Op, frozen=True):
    """The target army's next order is for a group of the player's choice."""

    until: Until = "order"


class Mute(Op, frozen=True):
    """One half of the target army's next order has no effect."""

    half: Literal["left", "right"]
    until: Until = "order"


class Ward(Op, frozen=True):
    """The next horror that would affect the adventurer has no effect."""

    until: Until = "used"


class Bar(Op, frozen=True):
    """The adventurer cannot choose such rows, or schemes."""

    what: tuple[Literal["survey", "travel", "fortify", "delegate", "scheme"], ...]
    until: Until


class Slow(Op, frozen=True):
    """The adventurer's travel rows have fewer icons."""

    by: int
    until: Until


class Numb(Op, frozen=True):
    """The adventurer draws no extra cards."""

    until: Until


Ops = (
    Advance
    | Attack
    | Defend
    | Face
    | Motivation
    | Wound
    | Mend
    | DigIn
    | Raze
    | Look
    | Seek
    | Spin
    | Blast
    | Jolt
    | Build
    | Switch
    | AddHorror
    | If
    | Afterwards
    | RollNumber
    | RollGroup
    | Heal
    | Sway
    | Lead
    | Reveal
    | Arrange
    | Sink
    | Conceal
    | Fortify
    | Dismantle
    | Travel
    | Bring
    | Join
    | Ferry
    | Draw
    | Recover
    | Hand
    | Bury
    | Comfort
    | Discard
    | Flee
    | Shield
    | Guard
    | Hold
    | Pacify
    | Haste
    | Mix
    | Mute
    | Ward
    | Bar
    | Slow
    | Numb
)
ONGOING = (Shield, Guard, Hold, Pacify, Haste, Mix, Mute, Ward, Bar, Slow, Numb)
