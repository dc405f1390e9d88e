"""The clock of a table: how long the open question may take."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable


class Clock:
    """Rings when the time for a question is up; whoever stops it wins no time."""

    def __init__(self, seconds: int, ring: Callable[[], None]) -> None:
        """So many seconds for a question; none for as many as one likes."""
        self._seconds = seconds
        self._ring = ring
        self.deadline = 0.0
        """When the time for the open question is up, by the clock of the loop; 0 while it does not run."""
        self._alarm: asyncio.TimerHandle | None = None
        self._left = (-1, 0.0)
        """A question, and how many seconds were left for it when the clock was stopped."""

    def wind(self, question: int) -> None:
        """Let it run for a question: from the beginning, or with what was left when it was stopped."""
        if not self._seconds:
            return
        loop = asyncio.get_running_loop()
        known, left = self._left
        seconds = left if known == question else self._seconds
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

    def _up(self) -> None:
        self.stop()
        self._left = (-1, 0.0)  # should nobody have an answer, all the time is there again
        self._ring()
