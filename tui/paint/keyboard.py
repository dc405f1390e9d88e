"""What comes from a terminal at the other end of a connection, as Textual's own parser reads it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

from tui.paint.parts import found_part

CACHED = (
    "textual._xterm_parser:XTermParser._parse_extended_key",
    "textual._styles_cache:StylesCache.get_inner_outer",
    "textual.filter:ANSIToTruecolor.truecolor_style",
)
"""Methods whose results Textual caches by object, for all apps of a process."""


class Keyboard:
    """Turns what comes from a terminal into events; nothing that comes can break it."""

    def __init__(self) -> None:
        """Nothing was typed yet."""
        self._parser = XTermParser()

    @property
    def is_waiting(self) -> bool:
        """Whether what came last may be the beginning of something: an escape, or a key that begins with one."""
        return getattr(self._parser, "_timeout_time", None) is not None

    def read(self, text: str) -> list[Message]:
        """The events of what was typed."""
        return self._events(self._parser.feed(text) if text else ())

    def tick(self) -> list[Message]:
        """The events of what was typed and has not gone on for long enough."""
        return self._events(self._parser.tick())

    def _events(self, found: Iterable[Message]) -> list[Message]:
        """Without the sizes that a terminal claims in between: the connection tells them, and checks them."""
        kept: list[Message] = []
        try:
            for event in found:
                if isinstance(event, events.Resize | messages.InBandWindowResize):
                    self._parser.mouse_pixels = False
                elif isinstance(event, events.MouseMove) and kept and _is_same_way(kept[-1], event):
                    kept[-1] = event
                else:
                    kept.append(event)
        except (ValueError, ArithmeticError, LookupError, TypeError):  # a key that no keyboard has
            self.close()
            self._parser = XTermParser()
        return kept

    def close(self) -> None:
        """Let go of all that the parser holds; each one would keep its whole app."""
        with suppress(AttributeError):  # the garbage collector frees it as well, only later
            self._parser._gen.close()
        forget_apps()


def _is_same_way(before: Message, event: events.MouseMove) -> bool:
    """Whether the mouse only went on: where it was in between does not matter."""
    return isinstance(before, events.MouseMove) and before.button == event.button


def forget_apps() -> None:
    """Clear what Textual remembers of apps that have ended: methods whose results are cached keep their objects."""
    for name in CACHED:
        clear = getattr(found_part(name), "cache_clear", None)
        if clear is not None:
            clear()
