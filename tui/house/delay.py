"""What spectators see later: when each move was made, also if the house was closed and opened again since."""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from itertools import accumulate

Made = tuple[int, float]
"""The number of a move, and when it was made, by the clock on the wall."""


class Delay:
    """When the moves of a table were made, for those who may see them only some seconds later."""

    def __init__(self, seconds: int, moves: int, known: list[Made]) -> None:
        """Go on from what is known of the last moves of a table."""
        self.seconds = seconds
        self._made = list(accumulate((_moment(number, known) for number in range(moves)), max))
        self._held_until = -math.inf

    def note(self) -> None:
        """A move was made."""
        self._made.append(time.monotonic())

    def hold(self, moves: int) -> bool:
        """Moves are taken back down to a number: spectators who have seen more go on seeing it for the delay."""
        if self.seconds and (self.is_holding or self.seen() > moves):
            self._held_until = time.monotonic() + self.seconds
        return self.is_holding

    def hold_until(self, when: float) -> None:
        """Go on holding after a restart, until a time by the clock on the wall."""
        self._held_until = time.monotonic() + min(when - time.time(), self.seconds)

    @property
    def held_until(self) -> float:
        """Until when spectators see what was taken back, by the clock on the wall."""
        return round(self._held_until + time.time() - time.monotonic(), 1)

    def forget(self, moves: int) -> None:
        """Only this many moves are left."""
        del self._made[moves:]

    def left(self) -> float:
        """In how many seconds spectators have seen everything."""
        return max(0.0, max(self._made[-1] + self.seconds, self._held_until) - time.monotonic())

    @property
    def is_holding(self) -> bool:
        """Whether moves are still seen that were taken back."""
        return time.monotonic() < self._held_until

    @property
    def last_made(self) -> float:
        """When the last move was made, by the clock of this machine."""
        return self._made[-1]

    def age(self, number: int) -> float:
        """How many seconds ago a move was made; 0 if nobody knows."""
        made = self._made[number] if number < len(self._made) else -math.inf
        return time.monotonic() - made if math.isfinite(made) else 0.0

    @property
    def limit(self) -> float:
        """Nothing that is younger may be seen; by the clock on the wall."""
        return time.time() - self.seconds

    def seen(self) -> int:
        """How many moves may be seen by now; the table is laid out before anybody watches."""
        if not self.seconds:
            return len(self._made)
        return max(1, bisect_right(self._made, time.monotonic() - self.seconds))

    def known(self) -> list[Made]:
        """What has to be known after a restart: the moves that are not seen yet, and the last before them."""
        if not self.seconds:
            return []
        ago = time.time() - time.monotonic()
        first = self.seen() - 1
        return [
            (number, round(made + ago, 1) if math.isfinite(made) else 0.0)
            for number, made in enumerate(self._made[first:], first)
        ]


def _moment(number: int, known: list[Made]) -> float:
    """When a move was made, by the clock of this machine: long ago, as it is known, or just now."""
    if not known or number > known[-1][0]:
        # The house fell down between the move and writing down when it was.
        return time.monotonic()
    when = next((when for each, when in known if each == number), None)
    return -math.inf if when is None else time.monotonic() - max(0.0, time.time() - when)
