"""What the table does next: frames that run by themselves, and asks that wait for a seat."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.core.kinds import Ask, Frame, Seat
from engine.games.dawn_of_peacemakers.content.operations import Ops, Task
from engine.games.dawn_of_peacemakers.content.types import Target

# Rounds and phases


class BeginRound(Frame, frozen=True):
    """Start the next round."""


class TakeTurn(Frame, frozen=True):
    """DOP-ADV-01: a seat has its turn."""

    seat: Seat


class Act(Ask, frozen=True, kw_only=True):
    """Play a card, spend points and tokens, or end the turn."""


class EndOfTurn(Frame, frozen=True):
    """DOP-END-01: the seat draws, and its turn is over."""

    seat: Seat


class ArmyPhase(Frame, frozen=True):
    """DOP-ARMY-01: turn the orders and put them in order."""


class ResolveStep(Frame, frozen=True):
    """DOP-SPD-05: one of the nine steps: the orders of these armies are resolved at the same time."""

    speed: str
    task: Task
    armies: tuple[str, ...]


class PerformTask(Frame, frozen=True):
    """Carry out a task of these armies at the same time."""

    task: Task
    armies: tuple[str, ...]


class MoveStep(Frame, frozen=True):
    """One step of a move; swift units and some ploys take several."""

    armies: tuple[str, ...]
    number: int = 1


class Outing(msgspec.Struct, frozen=True):
    """Units that take one step besides their task, because a card says so."""

    units: tuple[str, ...]
    by: int = 0
    free: bool = False


class RideAlong(Ask, frozen=True, kw_only=True):
    """DOP-MOVE-08, DOP-MOVE-16: do the adventurers beside moving units move along?"""

    armies: tuple[str, ...]
    number: int
    riders: tuple[tuple[Seat, str], ...] = ()
    """Where those who answered go."""
    outing: Outing | None = None


class Relocate(Frame, frozen=True):
    """The units of a step move, and the adventurers with them."""

    armies: tuple[str, ...]
    number: int
    riders: tuple[tuple[Seat, str], ...] = ()
    outing: Outing | None = None


class EndStep(Frame, frozen=True):
    """A step is finished."""


class EndArmyPhase(Frame, frozen=True):
    """All orders are resolved."""


class StatusPhase(Frame, frozen=True):
    """Check the end conditions."""


# Actions


class ChooseUse(Ask, frozen=True, kw_only=True):
    """What is the card that was taken up played for?"""


class ChooseArmy(Ask, frozen=True, kw_only=True):
    """DOP-INF-14: which companion army is influenced?"""

    icons: int


class DrawInfluence(Frame, frozen=True):
    """Draw the order cards that are due, then ask who adds more."""

    closed: bool = False
    """Whether nobody can add more, because a scheme looks at the cards."""


class ChooseOrderDeck(Ask, frozen=True, kw_only=True):
    """DOP-INF-03: from which deck comes the next card?"""

    closed: bool = False


class Feed(Ask, frozen=True, kw_only=True):
    """DOP-INF-05..06: does anybody add influence?"""

    window: ClassVar[bool] = True


class PutInOrder(Ask, frozen=True, kw_only=True):
    """DOP-INF-08: which card comes next, from the top?"""


class EndInfluence(Frame, frozen=True):
    """Lies on the stack as long as order cards are looked at; then they go back."""

    @property
    def scope(self) -> str:
        """Others can stand by until it is over."""
        return "influence"


class EndAction(Frame, frozen=True):
    """DOP-ADV-06: what a card was played for is done; it is discarded."""

    seat: Seat


# Effects


class Effect(Frame, frozen=True):
    """The operations still to be carried out of a scheme, a ploy, an ability or an event."""

    ops: tuple[Ops, ...]
    source: str
    """The card, unit type or event that they stand on."""
    actor: Seat = ""
    army: str = ""
    group: str = ""
    target: str = ""
    task: str = ""
    """The task of the order, for a ploy."""
    rolled: str = ""
    earlier: dict[str, int] | None = None


class PickTarget(Ask, frozen=True, kw_only=True):
    """What does the scheme concern?"""

    target: Target
    effect: Effect


class Pick(Ask, frozen=True, kw_only=True):
    """A choice that an operation leaves to the player."""

    op: Ops
    effect: Effect


class Settle(Frame, frozen=True):
    """A choice of one, which needs no asking."""

    op: Ops
    effect: Effect
    thing: str


Frames = (
    BeginRound
    | TakeTurn
    | Act
    | EndOfTurn
    | ArmyPhase
    | ResolveStep
    | PerformTask
    | MoveStep
    | RideAlong
    | Relocate
    | EndStep
    | EndArmyPhase
    | StatusPhase
    | ChooseUse
    | ChooseArmy
    | DrawInfluence
    | ChooseOrderDeck
    | Feed
    | PutInOrder
    | EndInfluence
    | EndAction
    | Effect
    | PickTarget
    | Pick
    | Settle
)
