"""The clock of a table: how long the open question may take."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable

_INSTANT = 0.01
"""Seconds for a question for which there are none left."""


class Clock:
    """Rings when the time for a question is up; stopping it or taking a move back wins no time."""

    def __init__(self, seconds: int, ring: Callable[[], None]) -> None:
        """Allow this many seconds for a question; None is no limit."""
        self._seconds = seconds
        self._ring = ring
        self.deadline = 0.0
        """When the time for the open question is up, by the clock of the loop; 0 while it does not run."""
        self._alarm: asyncio.TimerHandle | None = None
        self._left = (-1, 0.0)
        """A question, and how many seconds were left for it when the clock was stopped."""
        self._when_made: dict[int, float] = {}
        """How many seconds were left when a move was made, by its number."""

    def wind(self, question: int) -> None:
        """Let it run for a question: with what was left when it was stopped; from the beginning if nothing was."""
        if not self._seconds:
            return
        loop = asyncio.get_running_loop()
        seconds = self.left(question) or self._seconds
        self._left = (question, seconds)
        self.deadline = loop.time() + seconds
        # In a context of its own: otherwise the alarm would keep alive whichever app made the last move.
        self._alarm = loop.call_later(seconds, self._up, context=contextvars.Context())

    def stop(self) -> None:
        """Let it stand."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
            self._left = (self._left[0], max(0.0, self.deadline - asyncio.get_running_loop().time()))
        self.deadline = 0.0

    def left(self, question: int) -> float:
        """How many seconds there are for a question; none once its time was up."""
        if self._left[0] != question:
            return float(self._seconds)
        return max(0.0, self.deadline - asyncio.get_running_loop().time()) if self._alarm else self._left[1]

    def note(self, number: int, question: int) -> None:
        """A move answers a question."""
        if self._seconds:
            self._when_made[number] = self.left(question)

    def was_up(self, number: int) -> bool:
        """Whether the time was up when a move was made."""
        return self._when_made.get(number) == 0.0

    def go_on(self, number: int, question: int, left: float) -> None:
        """An aside leaves its question open: nobody wins time by it."""
        self.stop()
        self._when_made.pop(number, None)
        self._left = (question, max(_INSTANT, left))

    def go_back(self, number: int, question: int, left: float) -> None:
        """A move was taken back, and its question is asked again: with what was left then, or is left now if less."""
        self.stop()
        self._left = (question, max(_INSTANT, min(left, self._when_made.get(number, left))))

    def _up(self) -> None:
        self.stop()
        self._left = (self._left[0], 0.0)
        self._ring()
