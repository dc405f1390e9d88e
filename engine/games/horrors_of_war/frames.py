"""What the table does next: frames that run by themselves, and asks that wait for a seat."""

from __future__ import annotations

from engine.core.kinds import Ask, Frame, Seat
from engine.games.horrors_of_war.content.operations import Ops
from engine.games.horrors_of_war.content.types import Target

# Rounds and phases


class ChooseMore(Ask, frozen=True, kw_only=True):
    """The players settle together who gets more cards of a deal or a refresh that cannot be divided evenly."""

    more: int
    """How many seats get one card more."""
    chosen: tuple[Seat, ...] = ()
    dealing: bool = False


class Deal(Frame, frozen=True):
    """Deal the starting hands."""

    more: tuple[Seat, ...]


class BeginRound(Frame, frozen=True):
    """Start the next round."""


class Act(Ask, frozen=True, kw_only=True):
    """Anybody may play a card or pass."""


class Refresh(Frame, frozen=True):
    """Draw four cards and divide them."""


class Divide(Frame, frozen=True):
    """Divide the drawn cards; these seats get one more."""

    more: tuple[Seat, ...]


class FinishRefresh(Frame, frozen=True):
    """The cards of a refresh are divided and its horrors resolved; a challenge adds horrors now (HOW-S5-09)."""


class ArmyPhase(Frame, frozen=True):
    """Turn the orders and put them in order of speed: of all armies, or only of these (HOW-S6-12)."""

    only: tuple[str, ...] = ()


class ResolveOrder(Frame, frozen=True):
    """Carry out an army's order."""

    army: str


class EndOrder(Frame, frozen=True):
    """An army's order is done."""

    army: str


class EndArmyPhase(Frame, frozen=True):
    """All orders are resolved; some challenges have something happen now."""

    is_encore: bool = False


class Encore(Frame, frozen=True):
    """The side with the higher motivation may get another army phase."""


class StatusPhase(Frame, frozen=True):
    """Check whether the game is won or lost."""


# Actions


class ChooseUse(Ask, frozen=True, kw_only=True):
    """What is the card that was taken up played for?"""


class ChooseDeck(Ask, frozen=True, kw_only=True):
    """Which order deck is surveyed?"""

    card: str


class ChooseReceiver(Ask, frozen=True, kw_only=True):
    """Who gets the delegated card?"""

    card: str


class TravelOn(Ask, frozen=True, kw_only=True):
    """Where does the adventurer step next?"""

    steps: int


class DrawExtra(Frame, frozen=True):
    """The row's extra card is drawn."""

    seat: Seat


class EndAction(Frame, frozen=True):
    """What a card was played for is done; the horrors that came up are next."""

    seat: Seat
    use: str


class NextAction(Frame, frozen=True):
    """An action and all horrors that it caused are finished."""


# Horrors


class ResolveHorrors(Frame, frozen=True):
    """Reveal and resolve the horrors that were set aside, one by one."""


class FinishHorror(Frame, frozen=True):
    """A horror's effect is over."""

    card: str


# Effects


class Effect(Frame, frozen=True):
    """The operations still to be carried out of a scheme, a horror or half an order."""

    ops: tuple[Ops, ...]
    source: str
    """The card they stand on."""
    actor: Seat = ""
    army: str = ""
    group: str = ""
    target: str = ""
    rolled: str = ""
    earlier: dict[str, int] | None = None
    """What units did in the order before this half of it began."""


class StartHalf(Frame, frozen=True):
    """The right half of an order begins: what it asks about its units starts with it."""

    effect: Effect


class PickTarget(Ask, frozen=True, kw_only=True):
    """What does the scheme concern?"""

    target: Target
    effect: Effect


class Pick(Ask, frozen=True, kw_only=True):
    """A choice that an operation leaves to the player."""

    op: Ops
    effect: Effect
    picked: tuple[str, ...] = ()


class Settle(Frame, frozen=True):
    """A choice of one, which needs no asking."""

    op: Ops
    effect: Effect
    picked: tuple[str, ...]
    thing: str


class OfferBonus(Ask, frozen=True, kw_only=True):
    """The adventurer whose icon stands on the scheme may use its bonus."""

    effect: Effect


Frames = (
    ChooseMore
    | Deal
    | BeginRound
    | Act
    | Refresh
    | Divide
    | FinishRefresh
    | ArmyPhase
    | ResolveOrder
    | EndOrder
    | EndArmyPhase
    | Encore
    | StatusPhase
    | ChooseUse
    | ChooseDeck
    | ChooseReceiver
    | TravelOn
    | DrawExtra
    | EndAction
    | NextAction
    | ResolveHorrors
    | FinishHorror
    | Effect
    | StartHalf
    | PickTarget
    | Pick
    | Settle
    | OfferBonus
)
