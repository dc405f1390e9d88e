"""What people at a table ask each other: to let somebody sit down, or to take a seat or the table that is offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from engine.core.kinds import NOBODY, Seat

What = Literal["sit", "seat", "table"]
"""Somebody would like to sit down, or offers their seat, or the table."""


class Asking(msgspec.Struct, frozen=True):
    """Somebody waits for a yes or no; nothing changes before it is said."""

    serial: int
    """Which question it is: an answer is to this one."""
    by: str
    what: What
    to: str = ""
    """Who is asked; empty for the one who is in charge when it is answered."""
    seat: Seat = NOBODY
    seat_title: str = ""

    @property
    def words(self) -> str:
        """What is asked, for the one who answers."""
        if self.what == "sit":
            return f"{self.by} would like to play {self.seat_title}, and will see that hand. Let them?"
        if self.what == "seat":
            return f"{self.by} offers you the seat {self.seat_title}. Do you take it?"
        return f"{self.by} offers you this table: you would own it. Do you take it?"

    @property
    def answers(self) -> tuple[str, str]:
        """Yes and no, in words."""
        return ("Let them play", "No") if self.what == "sit" else ("I take it", "No, thank you")

    @property
    def refusal(self) -> str:
        """What the log says of a no."""
        about = self.seat_title if self.seat else "the table"
        return f"does not let {self.by} play {about}." if self.what == "sit" else f"does not take {about}."


class RoomQuestion(msgspec.Struct, frozen=True):
    """Something that a person in the room is to answer, when they choose to."""

    key: tuple[str, int]
    """Which one it is: nobody is told of the same question twice."""
    words: str
    yes: str
    no: str
    answer: Callable[[bool], None]
