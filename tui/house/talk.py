"""What people say to each other: plain text without anything that could move a terminal, not too long, not too fast."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable

import msgspec

from engine.core.errors import Refused
from tui.house.rates import Buckets

LONGEST = 200
"""The most letters of one message."""

KEPT = 100
"""How many of the last messages are kept."""

BURST, SPAN = 6, 10.0
"""The rate limit of talk: messages, and in how many seconds."""

_MOST_PEOPLE = 1_000
"""How many names are remembered before idle ones are dropped."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Letters that are not seen: control codes, changes of direction, halves of letters, line breaks."""


class Said(msgspec.Struct, frozen=True):
    """One message."""

    who: str
    """Empty if the house itself says it."""
    words: str
    at: int = 0
    """The number of moves that the table had seen then."""
    when: float = 0.0
    """The time, by the clock on the wall."""


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
        """Allow a burst of events, and as many again over a number of seconds."""
        self._span, self._now = span, now
        self._buckets = Buckets(burst / span, burst, kept=_MOST_PEOPLE)

    @property
    def remembered(self) -> int:
        """How many people are remembered."""
        return len(self._buckets)

    def check(self, who: str) -> None:
        """Note that somebody does it, or refuse."""
        if not self._buckets.take(who, self._now()):
            raise self._refusal()

    def refuse_hasty(self, who: str) -> None:
        """Refuse somebody who has done it too often; that they ask is not counted."""
        if not self._buckets.has_one(who, self._now()):
            raise self._refusal()

    def _refusal(self) -> Refused:
        return Refused(f"Not so fast: wait {_long(self._span)}.")


def _long(seconds: float) -> str:
    """A time to wait, in words."""
    return "a few seconds" if seconds < 60 else "a minute" if seconds < 120 else "a while"


class Talk:
    """The messages of a place, the last ones kept."""

    def __init__(self, said: list[Said] | None = None, pace: Pace | None = None) -> None:
        """Go on from what was said before."""
        self.said = list(said or [])[-KEPT:]
        self.dropped = 0
        """How many older messages are no longer kept."""
        self.pace = pace or Pace()

    def say(self, who: str, words: str, at: int = 0) -> Said:
        """Add a message."""
        words = plain(words)
        if not words:
            raise Refused("Type something to say.")
        if who:
            self.pace.check(who)
        said = Said(who, words, at, round(time.time(), 1))
        self.said.append(said)
        if len(self.said) > KEPT:
            del self.said[0]
            self.dropped += 1
        return said
