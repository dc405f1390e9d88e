"""What the table does next in Marsh Lights. Frames name items by number only, so they hold nothing hidden."""

from __future__ import annotations

from typing import ClassVar

from engine.core.kinds import Ask, Frame, Seat


class Arrange(Ask, frozen=True, kw_only=True):
    """Everybody arranges their walkers at the same time; whoever is ready is asked no more."""

    apart: ClassVar[bool] = True


class BeginRound(Frame, frozen=True):
    """Ask for the bids of the next round."""


class PlaceBid(Ask, frozen=True, kw_only=True):
    """Everybody bids at once; whoever has bid is asked no more."""


class ShowBids(Frame, frozen=True):
    """All bids are in."""


class TakeTurn(Frame, frozen=True):
    """A seat has its turn."""

    seat: Seat


class ChooseWalker(Ask, frozen=True, kw_only=True):
    """Who is sent?"""

    regrouped: bool = False


class ChooseDeed(Ask, frozen=True, kw_only=True):
    """What does the walker do?"""

    walker: str


class React(Ask, frozen=True, kw_only=True):
    """How does the other seat meet an attack?"""

    attacker: str
    target: str


class AnswerCover(Ask, frozen=True, kw_only=True):
    """Does the attack go on against the one who covers?"""

    attacker: str
    target: str


class Clash(Frame, frozen=True):
    """Cloaks drop and the die is rolled."""

    attacker: str
    target: str


class Dim(Ask, frozen=True, kw_only=True):
    """Does a bystander dim the attack? All are asked who could have a shade there, by what everybody knows."""

    window: ClassVar[bool] = True
    attacker: str
    target: str


class Reroll(Ask, frozen=True, kw_only=True):
    """Is the die rolled again before it stands?"""

    attacker: str
    target: str
    roll: int


class Settle(Frame, frozen=True):
    """The die stands."""

    attacker: str
    target: str
    roll: int


class EndAttack(Frame, frozen=True):
    """Lies on the stack as long as an attack lasts."""

    @property
    def scope(self) -> str:
        """Bystanders can stand by until it is over."""
        return "attack"


class EndTurn(Frame, frozen=True):
    """See whether the game is over."""


class EndRound(Frame, frozen=True):
    """Everybody had a turn."""


Frames = (
    Arrange | BeginRound | PlaceBid | ShowBids | TakeTurn | ChooseWalker | ChooseDeed | React | AnswerCover
    | Clash | Dim | Reroll | Settle | EndAttack | EndTurn | EndRound
)  # fmt: skip
