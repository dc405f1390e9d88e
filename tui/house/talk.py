"""What people say to each other: plain text without anything that could move a terminal, not too long, not too fast."""

from __future__ import annotations

import time
import unicodedata
from collections import deque
from collections.abc import Callable

import msgspec

from engine.core.errors import Refused

LONGEST = 200
"""The most letters of one message."""

KEPT = 100
"""So many of the last messages are kept."""

BURST, SPAN = 6, 10.0
"""Nobody says more than so many things in so many seconds."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Letters that are not seen: control codes, changes of direction, halves of letters, line breaks."""


class Said(msgspec.Struct, frozen=True):
    """One message."""

    who: str
    """Empty if the house itself says it."""
    words: str
    at: int = 0
    """The number of moves that the table had seen then."""


def plain(text: str, longest: int = LONGEST) -> str:
    """A text that does nothing but stand there: control codes go, gaps become one space, the end is cut."""
    # What follows an escape is shown as the plain letters it is; without the escape they mean nothing.
    shown = "".join(
        " " if letter.isspace() else letter
        for letter in text[: longest * 4]
        if letter.isspace() or unicodedata.category(letter) not in _HIDDEN
    )
    # At most two marks on one letter: a pile of them covers the lines above.
    found: list[str] = []
    marks = 0
    for letter in " ".join(shown.split()):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= 2:
            found.append(letter)
    return "".join(found)[:longest].strip()


class Pace:
    """How often each person may do something."""

    def __init__(self, burst: int = BURST, span: float = SPAN, now: Callable[[], float] = time.monotonic) -> None:
        """Allow so many in so many seconds."""
        self._burst, self._span, self._now = burst, span, now
        self._done: dict[str, deque[float]] = {}

    def check(self, who: str) -> None:
        """Note that somebody does it, or refuse."""
        now = self._now()
        done = self._done.setdefault(who, deque())
        while done and done[0] <= now - self._span:
            done.popleft()
        if len(done) >= self._burst:
            raise Refused("Not so fast: wait a few seconds.")
        done.append(now)

    def forget(self, who: str) -> None:
        """Somebody has left for good."""
        self._done.pop(who, None)


class Talk:
    """The messages of a place, the last ones kept."""

    def __init__(self, said: list[Said] | None = None, pace: Pace | None = None) -> None:
        """Go on from what was said before."""
        self.said = list(said or [])[-KEPT:]
        self.dropped = 0
        """How many older messages are no longer kept."""
        self._pace = pace or Pace()

    def say(self, who: str, words: str, at: int = 0) -> Said:
        """Add a message."""
        words = plain(words)
        if not words:
            raise Refused("Type something to say.")
        if who:
            self._pace.check(who)
        said = Said(who, words, at)
        self.said.append(said)
        if len(self.said) > KEPT:
            del self.said[0]
            self.dropped += 1
        return said
