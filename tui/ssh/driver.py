"""A Textual driver for a terminal at the other end of a connection: no threads, no signals, no files of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import Context
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from textual import constants
from textual.app import App
from textual.driver import Driver
from textual.message import Message

from tui.paint.keyboard import Keyboard
from tui.paint.private import set_size, waiting
from tui.ssh.keys import Typed
from tui.ssh.share import Share

PIECE = 256
"""How many letters are parsed at once."""

_BREATH = 0.01
_LOOK, _LONGEST = 0.001, 0.2
"""Seconds between two looks at an app that works on an event of input, and seconds after which it is not waited for any
longer: what it still does may be an animation."""

_SETTLED = 0.03
"""Seconds in which the sizes of a window that is being drawn larger are taken for one."""

_BEGIN = "\x1b[?1049h\x1b[?25l\x1b[?7l"
_MOUSE = "\x1b[?1000h\x1b[?1003h\x1b[?1006h"
_ASK = "\x1b[?1004h\x1b[?2004h\x1b[?2026$p\x1b[>1u"
"""Tell when the window is left, mark pastes, say whether frames can be marked, tell escape and its like apart."""

RESTORE = "\x1b[?2004l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[<u\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
"""The terminal as it was."""


class ByteSink(Protocol):
    """The way to the terminal."""

    def send(self, data: bytes) -> None:
        """Send bytes; while the client does not read, they are dropped."""
        ...


class FarDriver(Driver):
    """Brings what is typed far away to an app, and its frames there."""

    def __init__(
        self,
        app: App[Any],
        *,
        line: ByteSink,
        typed: Typed,
        share: Share | None = None,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """For an app, over a line; what was typed already waits. The share is what the player has of the processor."""
        super().__init__(app, debug=False, mouse=mouse, size=size)
        self._line = line
        self._typed = typed
        self._share = share or Share()
        self._keyboard = Keyboard()
        self._events: deque[Message] = deque()
        self._seen_steps = -1
        self._given = 0.0
        self._written: list[str] = []
        self.is_listening = False
        """Whether the terminal is the app's."""
        self._turn: asyncio.TimerHandle | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._sizing: asyncio.TimerHandle | None = None
        self._new_size = size
        self._is_resized = False

    # What is shown

    def write(self, data: str) -> None:
        """Keep a piece of a frame until all of it is there."""
        self._written.append(data)

    def flush(self) -> None:
        """Send what was written."""
        data, self._written = "".join(self._written), []
        if data:
            self._line.send(data.encode("utf-8", "replace"))

    # What is typed

    def listen(self) -> None:
        """Something was typed: give it to the app, one event at a time."""
        if self.is_listening and self._turn is None:
            self._take_turn()

    def deafen(self) -> None:
        """Too much was typed, and thrown away: what comes next has nothing to do with what came before."""
        self._events.clear()
        self._keyboard.close()
        self._keyboard = Keyboard()

    def _take_turn(self) -> None:
        """Give the app the next event, if it is done with the last one and the player has not had more than a share."""
        self._turn = None
        if not self.is_listening:
            return
        self._read()
        if self._is_at_work():
            self._turn = self._later(_LOOK, self._take_turn)
        elif self._events or self._is_resized:
            self._go_on(self._share.wait())
        self._await_escape()

    def _read(self) -> None:
        if not self._events and self._typed:
            self._events.extend(self._keyboard.read(self._typed.take(PIECE)))

    def _is_at_work(self) -> bool:
        """Whether the app still works on the last event, or another session of the same player does on one of its."""
        share = self._share
        if share.holder is not self:
            return share.holder is not None
        is_late = self._loop.time() - self._given > _LONGEST
        if (share.steps != self._seen_steps and not is_late) or waiting(self._app):
            self._seen_steps = share.steps
            share.charge()
            return True
        share.holder = None
        return False

    def _go_on(self, wait: float) -> None:
        if wait <= 0:
            self._share.holder, self._seen_steps = self, self._share.steps
            self._given = self._loop.time()
            self._share.begin()
            self._give()
        self._turn = self._later(max(wait, _LOOK), self._take_turn)

    def _give(self) -> None:
        """The next event; of several sizes of the window the last one counts."""
        if self._is_resized and self._new_size is not None:
            self._is_resized = False
            set_size(self, self._new_size)
        else:
            self.process_message(self._events.popleft())

    def _await_escape(self) -> None:
        """An escape alone is the key; with more after it, it begins another."""
        if self._keyboard.is_waiting and self._tick is None:
            self._tick = self._later(constants.ESCAPE_DELAY + _BREATH, self._take_escape)

    def _take_escape(self) -> None:
        self._tick = None
        if self._typed:  # it goes on, but has not been read yet
            self._await_escape()
        elif self.is_listening:
            self._events.extend(self._keyboard.tick())
            self._await_escape()
            self.listen()

    def send_message(self, message: Message) -> None:
        """Hand a message to the app, which lives in the same loop."""
        self._app.post_message(message)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size; a window that is being drawn larger has many, of which the last counts."""
        self._new_size = size
        if self._sizing is None:
            self._sizing = self._later(_SETTLED, self._take_size)

    def _take_size(self) -> None:
        self._sizing = None
        self._is_resized = True
        self.listen()

    def _later(self, seconds: float, do: Any) -> asyncio.TimerHandle:
        # The caller's context would keep its app alive.
        return self._loop.call_later(seconds, do, context=Context())

    # Beginning and end

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self.write(_BEGIN + (_MOUSE if self._mouse else "") + _ASK)
        self.flush()
        self.is_listening = True
        if self._new_size is not None:
            set_size(self, self._new_size)
        self.listen()

    def disable_input(self) -> None:
        """Listen to nothing any more."""
        self.is_listening = False
        for handle in (self._turn, self._tick, self._sizing):
            if handle is not None:
                handle.cancel()
        self._turn = self._tick = self._sizing = None
        if self._share.holder is self:
            self._share.holder = None

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self.disable_input()
        self.write(RESTORE)
        self.flush()

    def close(self) -> None:
        """Keep nothing of the app."""
        self._keyboard.close()

    # What would happen on the machine of the house

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Show an address: a browser would open on the wrong machine."""
        self._app.notify(url, title="Open this address yourself")

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Write no file: it would be on the wrong machine."""
        binary.close()
        self._app.notify("Files cannot be saved over a connection.", severity="warning")
