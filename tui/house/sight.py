"""What a client has on its screen: a list that others have changed counts only once the client has seen it.

A frame takes its time to a terminal, and so does a key on its way back. When others change a list, the house asks the
terminal for the position of its cursor after the frame that shows the change. The answer comes in order with the keys,
so every key that comes before it was pressed in front of the older list. Until the answer is there, and for as long as
people take to react, a key that means something else on the new list does nothing.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

JUST_CHANGED = "The list has just changed; look again."

REACTION = 0.4
"""Seconds after which people have read what they see: a key that comes sooner was meant for what was there before."""

UNANSWERED = 1.5
"""Seconds after which a list counts as seen on a terminal that does not answer."""

_TURNS = 20
"""How many questions to the terminal can be told apart: each stands in a column of its own."""

QUESTION = re.compile(r"\x1b7\x1b\[1;(\d+)H\x1b\[6n\x1b8")
"""How the terminal is asked, for clients that answer."""


class LastSeen:
    """Whether a client has seen the last change that others made."""

    def __init__(self, send: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        """Ask the terminal by `send`, which sends codes after the frame that is drawn now."""
        self._send, self.now = send, now
        self._turn = 0
        self._is_pending = False
        self._answers = False
        """Whether this terminal has ever answered."""
        self._changed_at = self._seen_at = -math.inf

    def ask(self) -> None:
        """Ask the terminal to tell when it has drawn what was sent so far."""
        self._turn = self._turn % _TURNS + 1
        self._send(f"\x1b7\x1b[1;{self._turn + 1}H\x1b[6n\x1b8")

    def changed(self) -> None:
        """Others have changed what is shown."""
        self._is_pending, self._changed_at = True, self.now()
        self.ask()

    def answered(self, column: int) -> None:
        """The terminal has told where its cursor was; only the last question counts."""
        if column == self._turn:
            self._answers = True
            if self._is_pending:
                self._is_pending, self._seen_at = False, self.now()

    def settle(self) -> None:
        """What is shown now is the client's own doing."""
        self._is_pending, self._seen_at = False, -math.inf

    @property
    def is_settled(self) -> bool:
        """Whether keys mean what the screen shows."""
        if not self._is_pending:
            return self.now() - self._seen_at >= REACTION
        return not self._answers and self.now() - self._changed_at >= UNANSWERED


class Meanings(Generic[T]):
    """What each key has meant on the lists that a client may still look at."""

    def __init__(self) -> None:
        """No list was shown."""
        self._found: dict[str, set[T]] = {}

    def start(self, listed: Mapping[str, T]) -> None:
        """Only this list may be on the screen."""
        self._found = {key: {what} for key, what in listed.items()}

    def add(self, listed: Mapping[str, T]) -> None:
        """This list may be on the screen as well; a key that is new on it meant something else before, or nothing."""
        for key in listed.keys() & self._found.keys():
            self._found[key].add(listed[key])

    def agree(self, key: str, what: T) -> bool:
        """Whether a key means the same on the first of them and on every other that has it."""
        return self._found.get(key, set()) == {what}
