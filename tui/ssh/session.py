"""One channel of a connection: an app on a terminal, or one of the few words that can be said without one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any

import asyncssh
import msgspec
from textual.app import App

from engine.core.errors import ParleyError
from tui.house import own_keys
from tui.house.limits import neighbourhood
from tui.paint import private
from tui.play.report import sentence
from tui.ssh.client import Client, believed, client
from tui.ssh.driver import FarDriver
from tui.ssh.keys import Typed
from tui.ssh.private import limit_surroundings
from tui.ssh.share import Share, context_for

if TYPE_CHECKING:
    from tui.ssh.door import Door

HELP = """\
Parley: board games over ssh.

  ssh -p PORT NAME@HOST               come in: the lobby, with all tables
  ssh -p PORT -t NAME@HOST join CODE  straight to a table (maple-7)
  ssh -p PORT NAME@HOST tables        list the tables
  ssh -p PORT NAME@HOST keys          list your keys; add-key and remove-key change them
  ssh -p PORT NAME@HOST help          this

The first key that comes in under a name owns it. -C makes slow lines quicker, -o SendEnv=COLORTERM tells that your
terminal has all colours. Should a lost connection leave your terminal in disorder, type: reset
"""

NO_FORWARDING = "Nothing is forwarded here."
_VERBS = "It can be tables, keys, help or join CODE."
_CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_HIGH = 64 * 1024
"""Bytes that may wait for a client before painting stops."""

_GRACE = 5.0
"""Seconds that an app has for its end, and a client for reading the last of it."""


class Session(asyncssh.SSHServerSession[bytes]):
    """What one channel asks for."""

    def __init__(self, door: Door) -> None:
        """For somebody who stands in the door."""
        self.door = door
        self.server = door.server
        self.client = Client()
        self.app: App[Any] | None = None
        self.task: asyncio.Task[None] | None = None
        self.last_typed = self.held_since = 0.0
        self.was_warned = False
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._driver: FarDriver | None = None
        self._typed = Typed()
        self._share: Share | None = None
        self._asked: tuple[str, str] = ("", "")
        self._term, self._size = "", (0, 0)
        self._holds: set[str] = set()
        self._words = ""
        self.is_over = False
        """Whether the channel is closed; the app may take a moment longer."""
        self._departing: asyncio.Task[None] | None = None
        self._come_in: Callable[[], None] | None = None
        """Lets the next one in."""

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._chan = chan
        limit_surroundings(chan)
        self._now()

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        """There is a terminal at the other end."""
        self._term, self._size = term_type[:64] or "unknown", believed(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """They come in; there is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """They say a word; it is never executed."""
        self._asked = ("word", command)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """They want to copy files, or something like it; they are told that they cannot."""
        self._asked = ("subsystem", subsystem)
        return True

    def session_started(self) -> None:
        """All is known: let them in, answer, or say why not."""
        chan = self._chan
        if chan is None:
            return
        chan.set_write_buffer_limits(high=_HIGH)
        if self._term:
            self.client = client(self._term, self._size, chan.get_environment())
        kind, asked = self._asked
        if self.door.wanted_forwarding:
            self.door.wanted_forwarding = False
            chan.write_stderr(self._lines(NO_FORWARDING))
        if self.door.refusal:
            self._refuse(self.door.refusal)
        elif kind == "subsystem":
            self._refuse("There is nothing to copy and nothing to forward here; leave that out to come in and play.")
        elif kind == "word":
            self._answer(asked.split())
        else:
            self._enter("")

    def _answer(self, words: list[str]) -> None:
        """Do what one of the few known words says."""
        match [word.lower() for word in words]:
            case ["help"]:
                self._say_and_leave("\n\n".join(filter(None, [self.server.config.motd, HELP])))
            case ["tables"]:
                self._say_and_leave(self.server.house.tables(self.door.visitor))
            case [word, *_] if word in own_keys.WORDS:
                self._change_keys([word, *words[1:]])
            case ["join", code] if _CODE.fullmatch(code):
                if problem := self.server.house.has_table(self.door.visitor, code):
                    self._refuse(problem)
                elif not self.client.is_terminal:
                    self._refuse(f"Playing needs a terminal; come with: ssh -t ... join {code}")
                else:
                    self._enter(code)
            case ["join", *_]:
                self._refuse("Say which table by its code, as `tables` lists it: join maple-7")
            case _:
                self._refuse(f"That is nothing that can be done here. {_VERBS}")

    def _change_keys(self, words: list[str]) -> None:
        try:
            self._say_and_leave(own_keys.answer(self.server.people, self.door.visitor, words))
        except ParleyError as error:
            self._refuse(str(error))

    def _enter(self, errand: str) -> None:
        """Open an app on their terminal, if there is one and there is room."""
        if not self.client.is_terminal:
            self._refuse(f"Playing needs a terminal (ssh -t). Without one: {_VERBS}")
        elif self.client.is_dumb:
            self._refuse("Your terminal cannot show screens (TERM=dumb); come with another one.")
        elif problem := self.server.crowded(self.door.visitor):
            self._refuse(problem)
        else:
            self.server.began(self)
            visitor = self.door.visitor
            self._share = self.server.shares.of(visitor.name, neighbourhood(visitor.address))
            context = context_for(self._share)
            self.task = asyncio.get_running_loop().create_task(self._play(errand), context=context)

    # Playing

    async def _play(self, errand: str) -> None:
        """Run an app from its beginning to its end."""
        visitor, record = self.door.visitor, self.server.record
        about = {"name": visitor.name, "address": visitor.address}
        record.note("came in", **about, errand=errand, terminal=msgspec.to_builtins(self.client))
        code = 1
        ended: App[Any] | None = None
        try:
            code = await self._run(errand)
            ended = self.app
        except asyncio.CancelledError:
            self._words = self._words or "You were shown out."
        except Exception as error:  # noqa: BLE001  (whatever one app does, the others play on)
            self._crashed(error)
        finally:
            self._is_in()
            self.app = self._driver = None
            self.server.ended(self)
            record.note("went", **about, code=code)
            self._leave(code)
        if ended is not None and self.task is not None and not self.task.cancelling():
            await private.dissolve(ended)

    async def _run(self, errand: str) -> int:
        await self._let_others_play()
        self._come_in = await self.server.entrance.turn()
        if self.is_over:
            return 1
        app = self.server.house.app(self.door.visitor, errand)
        last_words = private.settle(app, self.client.depth, self.client.is_ascii)
        # Textual wants a class there, and only calls it.
        app.driver_class = partial(self._drive)  # type: ignore[assignment]
        self.app = app
        if self._words:  # shown out before they were in
            return 1
        await app.run_async(size=self._size)
        error = private.mistake_of(app)
        if error is not None:
            self._crashed(error)
        elif not self._words:
            self._words = last_words.getvalue().strip()
        return app.return_code or 0

    async def _let_others_play(self) -> None:
        """Wait if many apps were opened from one address: each first screen holds up those who play elsewhere."""
        wait = self.server.limits.enter(self.door.visitor.address, asyncio.get_running_loop().time())
        if wait > 0 and self._share is not None and self._share.is_contested_elsewhere:
            await asyncio.sleep(wait)

    def _is_in(self) -> None:
        """Their first frame is on its way, or will never be: the next one comes in."""
        if self._come_in is not None:
            self._come_in()
            self._come_in = None

    def _drive(self, app: App[Any], **more: Any) -> FarDriver:
        self._driver = FarDriver(app, line=self, typed=self._typed, share=self._share, **more)
        for _ in self._holds:
            private.hold(app)
        return self._driver

    def _crashed(self, error: BaseException) -> None:
        self.server.record.mistake(error, name=self.door.visitor.name)
        self._words = f"{sentence(error)} This is a mistake in Parley, not yours; every table is safe."

    def send(self, data: bytes) -> None:
        """Send a frame; nothing is added for somebody who does not read, but their terminal back."""
        chan, app = self._chan, self.app
        is_read = not self._holds or app is None or private.is_ending(app)
        if chan is not None and is_read and not chan.is_closing():
            chan.write(data)
        if self._driver is not None and self._driver.is_listening:
            self._is_in()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Something was typed."""
        now = self._now()
        was_heard = self._typed.add(data, now)
        if self._driver is not None:
            if not was_heard:
                self._driver.deafen()
            self._driver.listen()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        self._size = believed(width, height)
        if self._driver is not None:
            self._driver.resize(self._size)

    def break_received(self, msec: int) -> bool:
        """A break means nothing here."""
        return True

    def signal_received(self, signal: str) -> None:
        """Nor does a signal."""

    def _now(self) -> float:
        self.was_warned = False
        self.last_typed = asyncio.get_running_loop().time()
        return self.last_typed

    # Clients that read slowly, or not at all

    def hold(self, why: str) -> None:
        """Stop painting, because the client does not read."""
        if why not in self._holds:
            self._holds.add(why)
            self.held_since = self.held_since or asyncio.get_running_loop().time()
            if self.app is not None and self._driver is not None:
                private.hold(self.app)

    def let_go(self, why: str) -> None:
        """Paint again; one frame shows all that happened meanwhile."""
        if why in self._holds:
            self._holds.discard(why)
            self.held_since = self.held_since if self._holds else 0.0
            if self.app is not None and self._driver is not None:
                private.let_go(self.app)

    def pause_writing(self) -> None:
        """The channel is full."""
        self.hold("channel")

    def resume_writing(self) -> None:
        """The channel has room again."""
        self.let_go("channel")

    # The end

    def tell(self, words: str) -> None:
        """Show somebody a notice."""
        if self.app is not None and self._driver is not None:
            self.app.call_later(self.app.notify, words, severity="warning", timeout=15)

    def show_out(self, words: str) -> None:
        """End the app; the words are what they read when their terminal is back."""
        self._words = self._words or words
        if self.app is not None:
            self.app.exit(return_code=0)
        if self.task is not None:
            # In an empty context: the caller's would keep its app alive.
            loop = asyncio.get_running_loop()
            handle = loop.call_later(_GRACE, self.task.cancel, context=Context())
            self.task.add_done_callback(lambda _: handle.cancel(), context=Context())

    def eof_received(self) -> bool:
        """Nothing more will be typed; without a terminal that is usual."""
        if self.task is not None:
            self.show_out("")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed."""
        self.is_over = True
        self._chan = None
        self.door.closed(self)
        if self.task is not None and not self.task.done():
            self.hold("over")
            self._departing = asyncio.get_running_loop().create_task(self._depart(self.task), context=Context())

    async def _depart(self, task: asyncio.Task[None]) -> None:
        """End the app when it is its turn: many lines may have broken at once, and the others play on meanwhile."""
        over = await self.server.exit.turn()
        self.show_out("")
        await asyncio.wait({task})
        over()

    def _say_and_leave(self, text: str) -> None:
        if self._chan is not None:
            self._chan.write(self._lines(text))
            self._exit(0)

    def _refuse(self, words: str) -> None:
        self.server.record.note("refused", name=self.door.visitor.name, address=self.door.visitor.address, why=words)
        if self._chan is not None:
            self._chan.write_stderr(self._lines(words))
            self._exit(1)

    def _leave(self, code: int) -> None:
        """Say the last words on a terminal that is as it was before."""
        if self._chan is not None and not self._chan.is_closing():
            if self._words:
                self._chan.write(self._lines(self._words))
            self._exit(code)

    def _exit(self, code: int) -> None:
        chan = self._chan
        if chan is not None:
            chan.exit(code)
            asyncio.get_running_loop().call_later(_GRACE, self._drop, context=Context())

    def _drop(self) -> None:
        """Do not wait for ever for a client to read its last words."""
        if not self.is_over:
            self.door.drop()

    def _lines(self, text: str) -> bytes:
        end = "\r\n" if self.client.is_terminal else "\n"
        return (end.join(text.rstrip("\n").split("\n")) + end).encode("utf-8", "replace")
