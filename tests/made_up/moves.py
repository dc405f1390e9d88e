"""What a seat can choose in Marsh Lights."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from engine.core.kinds import Move, Seat


class Place(Move, frozen=True):
    """Put somebody under the next cloak, in secret, before the first round."""

    face: str

    def seen_by(self, state: Any, seat: Seat) -> None:
        """The others hear nothing of it."""


class Ready(Move, frozen=True):
    """Confirm one's arrangement; who is left goes under the last cloak."""


class Bid(Move, frozen=True):
    """Offer sparks in secret for moving first."""

    sparks: int | None

    def seen_by(self, state: Any, seat: Seat) -> Self:
        """The others hear that there is a bid, not how high it is."""
        return type(self)(None)


class Regroup(Move, frozen=True):
    """Shuffle one's cloaked walkers on a space."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class Rest(Move, frozen=True):
    """Send nobody and gain a spark."""


class Send(Move, frozen=True):
    """Choose the walker that does something."""

    walker: str

    def things(self) -> tuple[str, ...]:
        """The walker."""
        return (f"walker:{self.walker}",)


class StepTo(Move, frozen=True):
    """Go to an adjacent space; evade an attack that way."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class Explore(Move, frozen=True):
    """Draw a tile, lay it where the map ends and step onto it."""

    space: str

    def things(self) -> tuple[str, ...]:
        """The place."""
        return (f"space:{self.space}",)


class Look(Move, frozen=True):
    """Look at a stone, or under a cloak, in secret."""

    item: str

    def things(self) -> tuple[str, ...]:
        """What is looked at."""
        return (f"item:{self.item}",)


class Lift(Move, frozen=True):
    """Take the stone, and turn it over for all to see."""

    stone: str

    def things(self) -> tuple[str, ...]:
        """The stone."""
        return (f"item:{self.stone}",)


class Attack(Move, frozen=True):
    """Attack an adjacent enemy."""

    target: str

    def things(self) -> tuple[str, ...]:
        """The enemy."""
        return (f"walker:{self.target}",)


class CoverWith(Move, frozen=True):
    """Let another walker of the same space meet the attack."""

    walker: str

    def things(self) -> tuple[str, ...]:
        """The walker."""
        return (f"walker:{self.walker}",)


class LetBe(Move, frozen=True):
    """Do nothing after all; call the attack off."""


class GoOn(Move, frozen=True):
    """Let things take their course: meet the attack, press it, let the die stand."""


class RollAgain(Move, frozen=True):
    """Have the die rolled again."""


class ShowShade(Move, frozen=True):
    """Drop the cloak of one's shade beside an attack, to dim it."""

    walker: str

    def things(self) -> tuple[str, ...]:
        """The walker."""
        return (f"walker:{self.walker}",)


# Asides: what can be said or done whoever is asked


class Remark(Move, frozen=True):
    """Say one of the few things that may be said in the marsh."""

    aside: ClassVar[bool] = True
    remark: str


class Resign(Move, frozen=True):
    """Give the game up."""

    aside: ClassVar[bool] = True
    decides: ClassVar[bool] = True


class OfferDraw(Move, frozen=True):
    """Offer the others to end the game without a winner; the offer stands until the end of the round."""

    aside: ClassVar[bool] = True


class AcceptDraw(Move, frozen=True):
    """Agree to a draw that somebody has offered."""

    aside: ClassVar[bool] = True
    decides: ClassVar[bool] = True


Moves = (
    Place | Ready
    | Bid | Regroup | Rest | Send | StepTo | Explore | Look | Lift | Attack | CoverWith | LetBe | GoOn | RollAgain
    | ShowShade
    | Remark | Resign | OfferDraw | AcceptDraw
)  # fmt: skip
