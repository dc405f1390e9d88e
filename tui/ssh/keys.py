"""What a client types, on its way to the app: letters torn apart, pastes too long, more than anybody can type."""

from __future__ import annotations

from codecs import getincrementaldecoder

LONGEST_PASTE = 4_000
"""How much of a paste is kept; nothing in the house takes more text than that."""

MOST_WAITING = 4_096
"""How many letters may wait for the app; nobody types that far ahead."""

QUIET = 0.15
"""Seconds of silence after which somebody who sent too much is listened to again."""

_BEGIN, _END = "\x1b[200~", "\x1b[201~"


class Typed:
    """The letters that wait for the app."""

    def __init__(self) -> None:
        """Nothing was typed yet."""
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""
        self._seen = ""
        """The end of what came, in case that a paste begins in it."""
        self._pasted: int | None = None
        """Letters of the paste that is coming in; None between pastes."""
        self._held = ""
        """The end of what came of a paste, in case that it ends there."""
        self._deaf_until = 0.0

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._waiting)

    def add(self, data: bytes, now: float) -> bool:
        """Take in what came at a moment; False if it was too much and everything that waited was thrown away."""
        kept = self._cut(self._decode(data))
        if now < self._deaf_until:
            self._deaf_until = now + QUIET
            return True
        self._waiting += kept
        if len(self._waiting) <= MOST_WAITING + LONGEST_PASTE:
            return True
        self._waiting = ""
        self._deaf_until = now + QUIET
        return False

    def take(self, most: int) -> str:
        """The next letters, up to a limit; an escape sequence stays in one piece if it can."""
        end = most
        if len(self._waiting) > most:
            begin = self._waiting.rfind("\x1b", 1, most)
            end = begin if begin > 0 else most
        taken, self._waiting = self._waiting[:end], self._waiting[end:]
        return taken

    def _cut(self, text: str) -> str:
        """The text with its pastes cut to their longest; where one begins or ends may be torn between two pieces."""
        kept = []
        while text:
            if self._pasted is None:
                known = self._seen + text
                begin = known.find(_BEGIN)
                if begin < 0:
                    kept.append(text)
                    self._seen = known[-len(_BEGIN) + 1 :]
                    break
                stop = begin + len(_BEGIN) - len(self._seen)
                kept.append(text[:stop])
                text, self._seen, self._pasted = text[stop:], "", 0
            else:
                text = self._cut_paste(self._held + text, kept)
        return "".join(kept)

    def _cut_paste(self, text: str, kept: list[str]) -> str:
        """Keep what there is room for of a paste; what comes after it."""
        end = text.find(_END)
        is_over = end >= 0
        inside, self._held = (text[:end], "") if is_over else _without_tail(text)
        # Escape codes inside would be taken for keys once the paste is cut.
        kept.append(inside.replace("\x1b", "")[: max(0, LONGEST_PASTE - (self._pasted or 0))])
        self._pasted = (self._pasted or 0) + len(inside)
        if not is_over:
            return ""
        self._pasted = None
        kept.append(_END)
        return text[end + len(_END) :]


def _without_tail(text: str) -> tuple[str, str]:
    """A text without what may be the beginning of a paste's end, and that."""
    for length in range(min(len(_END) - 1, len(text)), 0, -1):
        if _END.startswith(text[-length:]):
            return text[:-length], text[-length:]
    return text, ""
