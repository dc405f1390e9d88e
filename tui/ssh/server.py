"""A game house that is open: it listens, counts, keeps an eye on everybody, and closes."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from pathlib import Path
from time import perf_counter
from weakref import WeakValueDictionary

import asyncssh

from engine.core.errors import ParleyError
from engine.store.whole import read_whole, write_whole
from tui.console import say, wrapped
from tui.house.limits import Limits, neighbourhood
from tui.house.people import Allowed, People
from tui.house.visitor import HERE, AnyHouse, Visitor
from tui.ssh.config import Config
from tui.ssh.control import Control
from tui.ssh.door import Door
from tui.ssh.door_log import DoorLog
from tui.ssh.entrance import Entrance
from tui.ssh.folder import ServeError, make_private
from tui.ssh.gate import AROUND_RATE
from tui.ssh.guests import Guests
from tui.ssh.host import Host, tell_host
from tui.ssh.private import limit_unpacking
from tui.ssh.session import Session
from tui.ssh.share import Shares, Time, metered

HOST_KEY, LOCK = "host_key", "serve.lock"
CLOSED = "The house closes for now. Every table is safe; come back later."

_LOOK = 1.0
"""Seconds between two looks at everybody."""

_WARNING = 60.0
"""Seconds before they are shown out at which the idle are told."""

_KEY_EXCHANGE = "-diffie-hellman-*,rsa*"
"""All but the old ways to agree on a key: a stranger could let the house reckon for a twentieth of a second each time,
and everybody in it would wait. Every client of the last ten years knows better ones."""

_MOST_NAMED = 20
"""Files that the log names one by one when others could read them."""

_LAST_CALL, _GRACE = 0.3, 6.0
_SETTLED, _QUIET, _LATEST = 1.0, 3.0, 60.0
"""Seconds without another end after which the memory of ended sessions is cleared away, seconds without a key that are
waited for before that, and seconds after which it is not waited for any longer."""


class Server:
    """The door of a house and all who stand in it."""

    def __init__(self, config: Config, house: AnyHouse) -> None:
        """Set up, but not yet open."""
        self.config = config
        self.house = house
        self.key = host_key(config.data)
        self.people = People(config.data)
        self.people.refresh()
        self.allowed = Allowed(config.allow)
        self.limits = Limits(config.patience, config.connections_per_address, config.names_per_address)
        self.record = DoorLog(config.data)
        self.guests = Guests(self.is_held)
        self.entrance, self.exit = Entrance(), Entrance(at_once=1)
        self.shares = Shares()
        self._packets: WeakValueDictionary[str, Time] = WeakValueDictionary()
        self.doors: set[Door] = set()
        self.sessions: set[Session] = set()
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._watch: asyncio.Task[None] | None = None
        self._edition = self.people.edition
        self._littered_since = self._last_ended = 0.0
        self._tidying: asyncio.TimerHandle | None = None
        self._shown = ""
        self.is_silent = False
        """Whether the terminal belongs to the host's own game."""

    # Opening and closing

    async def open(self) -> None:
        """Listen."""
        config = self.config
        limit_unpacking()
        asyncio.get_running_loop().set_task_factory(metered)
        try:
            self._acceptor = await asyncssh.listen(
                config.host,
                config.port,
                server_factory=lambda: Door(self),
                server_host_keys=[self.key],
                server_version="Parley",
                kex_algs=_KEY_EXCHANGE,
                reuse_address=True,
                encoding=None,
                line_editor=False,
                window=64 * 1024,
                login_timeout=config.login,
                keepalive_interval=15,
                keepalive_count_max=3,
                allow_scp=False,
                agent_forwarding=False,
                x11_forwarding=False,
                password_auth=False,
                gss_host=None,
                config=[],
            )
        except OSError as error:
            where = f"{config.host or 'any address'}, port {config.port}"
            raise ServeError(f"Nobody can come in at {where}: {os.strerror(error.errno or 0)}.") from None
        self._watch = asyncio.get_running_loop().create_task(self._keep_watch())
        self.record.note("opened", host=config.host, port=self.port, key=self.fingerprint)
        for code, problem in self.house.problems.items():
            self.record.note("cannot open", table=code, why=problem)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._acceptor.get_port() if self._acceptor else self.config.port

    @property
    def fingerprint(self) -> str:
        """Of the host key; players are shown it when they come for the first time."""
        return self.key.get_fingerprint()

    async def close(self, words: str = CLOSED) -> None:
        """Tell everybody, end all apps, give every terminal back."""
        if self._acceptor is not None:
            self._acceptor.close()
        try:
            await self.house.close(words)
        finally:
            await self._show_everybody_out(words)
            if self._watch is not None:
                self._watch.cancel()
            if self._tidying is not None:
                self._tidying.cancel()
            self.record.note("closed")
            self.record.close()

    async def _show_everybody_out(self, words: str) -> None:
        if self.sessions:
            await asyncio.sleep(_LAST_CALL)  # for what the house has to say
        tasks = [session.task for session in self.sessions if session.task is not None]
        for session in list(self.sessions):
            session.show_out(words)
        if tasks:
            await asyncio.wait(tasks, timeout=_GRACE)
        await self._until(lambda: not any(door.sessions for door in self.doors), 1.0)
        for door in list(self.doors):
            door.close("The house closes.")
        await self._until(lambda: not self.doors, 1.0)
        for door in list(self.doors):
            door.drop()

    async def _until(self, is_so: Callable[[], bool], seconds: float) -> None:
        stop = asyncio.get_running_loop().time() + seconds
        while not is_so() and asyncio.get_running_loop().time() < stop:
            await asyncio.sleep(0.02)

    # Who is here

    def crowded(self, visitor: Visitor) -> str:
        """Why there is no room for one more session of somebody; nothing if there is."""
        others = [session.door.visitor for session in self.sessions if not session.is_over]
        here = [other.name for other in others]
        if here.count(visitor.name) >= (most := self.config.sessions_per_player):
            return f"You are here {most} times already; leave one of your other sessions first."
        place = neighbourhood(visitor.address)
        # A connection can have several sessions: those of one address would fill the house otherwise.
        if sum(neighbourhood(other.address) == place for other in others) >= self.config.connections_per_address:
            return "Too many sessions from your address are open; leave one of the others first."
        return "The house is full; come back later." if len(here) >= self.config.max_sessions else ""

    def connected(self, visitor: Visitor) -> str:
        """Why somebody may not have one more connection; nothing if they may."""
        others = sum(door.is_known and door.visitor.name == visitor.name for door in self.doors)
        if others < (most := self.config.connections_per_player):
            return ""
        return f"You have {most} connections to this house already; end one of the others first."

    def taken(self, visitor: Visitor) -> str:
        """Whether a name is a guest's; who shows the guest's code is that guest."""
        is_same = visitor.is_guest and self.guests.is_code(visitor.name, visitor.code)
        if is_same or not self.is_held(visitor.name):
            return ""
        return f"A guest is here as {visitor.name}; choose another name, or come back later."

    def is_held(self, name: str) -> bool:
        """Whether a guest has a name: they are connected, or the house keeps their seat."""
        guests = (door for door in self.doors if door.is_known and door.visitor.is_guest and not door.refusal)
        return self.house.holds_guest(name) or any(door.visitor.name == name for door in guests)

    def packets(self, address: str) -> Time:
        """What all connections of an address have of the processor for their packets."""
        place = neighbourhood(address)
        found = self._packets.get(place)
        if found is None:
            found = self._packets[place] = Time(AROUND_RATE, perf_counter())
        return found

    def began(self, session: Session) -> None:
        """Somebody comes in."""
        self.sessions.add(session)
        self.show()

    def ended(self, session: Session) -> None:
        """A session is over."""
        self.sessions.discard(session)
        loop = asyncio.get_running_loop()
        self._last_ended = loop.time()
        if self._tidying is None:
            self._littered_since = self._last_ended
            self._tidying = loop.call_later(_SETTLED, self._tidy, context=Context())
        self.show()

    def show(self) -> None:
        """One line on the host's terminal says how many are here."""
        if self.is_silent or not sys.stdout.isatty():
            return
        known = sorted({session.door.visitor.name for session in self.sessions})
        names = ", ".join(known[:6]) + (", ..." if len(known) > 6 else "")
        line = f"{len(self.sessions)} here, {self.limits.open} connected{': ' if names else ''}{names}"[:78]
        if line != self._shown:
            self._shown = line
            sys.stdout.write(f"\r{line}\x1b[K")
            sys.stdout.flush()

    # Keeping watch

    async def _keep_watch(self) -> None:
        """Look at everybody again and again."""
        while True:
            await asyncio.sleep(_LOOK)
            try:
                self._look(asyncio.get_running_loop().time())
            except (ParleyError, OSError) as error:
                self.record.mistake(error, words=str(error))
            except Exception as error:  # noqa: BLE001  (else nobody would be banned or shown out any more)
                self.record.mistake(error)

    def _look(self, now: float) -> None:
        self.people.refresh()
        have_changed = self.allowed.has_changed() or self.people.edition != self._edition
        self._edition = self.people.edition
        if have_changed:
            self.check_everybody()
        for session in list(self.sessions):
            self._check_idle(session, now)
            if session.held_since and now - session.held_since > self.config.stuck:
                self.record.note("dropped", name=session.door.visitor.name, why="does not read")
                session.door.drop()
        for door in list(self.doors):
            if door.is_known and not door.sessions and now - door.since > self.config.login:
                door.close("You have been in the door for too long without coming in.")

    def check_everybody(self) -> None:
        """The people or the rules have changed: somebody may have been banned or renamed, or lost their key."""
        for door in list(self.doors):
            visitor = door.visitor
            if not door.is_known or door.refusal:
                continue
            door.refusal = self.people.refusal(visitor.name, visitor.fingerprint, visitor.address)
            door.refusal = door.refusal or self.allowed.refusal(visitor.name, visitor.fingerprint)
            if visitor.is_guest and not self.config.guests:
                door.refusal = door.refusal or "Guests are not let in any more; come with a key."
            if door.refusal:
                self.show_out(door, door.refusal)

    def show_out(self, door: Door, words: str) -> None:
        """End all that somebody has open here, with a sentence."""
        self.record.note("shown out", name=door.visitor.name, why=words)
        for session in list(door.sessions):
            session.show_out(words)

    def _check_idle(self, session: Session, now: float) -> None:
        longest = self.config.idle * 60
        away = now - session.last_typed
        if not longest:
            return
        if away > longest:
            self.record.note("shown out", name=session.door.visitor.name, why="idle")
            session.show_out(
                f"You were away for {_in_words(longest)}. What is yours is kept for you; come back any time."
            )
        elif away > longest - min(_WARNING, longest / 2) and not session.was_warned:
            session.was_warned = True
            session.tell("You have been away for a while. Press any key to stay.")

    # Clearing away

    def _tidy(self) -> None:
        """Clear away once for all sessions that have ended, when no more of them end and nobody types."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        is_quiet = all(now - session.last_typed > _QUIET for session in self.sessions)
        is_time = now - self._last_ended >= _SETTLED and is_quiet
        if not is_time and now - self._littered_since < _LATEST:
            self._tidying = loop.call_later(_SETTLED, self._tidy, context=Context())
            return
        self._tidying = None
        self._clear_away()

    def _clear_away(self) -> None:
        """Collect what is left of ended sessions; ten to twenty milliseconds with a few players, longer with many."""
        gc.collect()
        _give_back()


def _give_back() -> None:
    """Give memory that is free back to the system, where the C library knows how to."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _in_words(seconds: float) -> str:
    minutes = round(seconds / 60)
    if seconds < 60:
        return f"{seconds:.0f} seconds"
    return f"{minutes} minutes" if minutes != 1 else "a minute"


# The command


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key by which players know the house again, made once and kept."""
    path = folder / HOST_KEY
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.path.lexists(path):
            write_whole(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key(), 0o600)
        return asyncssh.import_private_key(read_whole(path, private=True))
    except OSError as error:
        raise ServeError(f"{error.filename or path}: {error.strerror}.") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError):
        raise ServeError(f"{path} is not a private key; move it away, and a new one will be made.") from None


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One server at a time for a data folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise ServeError(f"{error.filename or folder}: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ServeError(f"The house in {folder} is open already.") from None
    finally:
        os.close(lock)


def run(config: Config, open_house: Callable[[Config], AnyHouse], again: Callable[[], Config] | None = None) -> None:
    """Open a house until somebody stops it, with a setup that can be read again.

    Nothing of it is touched while another process has it open.
    """
    # Of this process's terminal; what those of the players are like is their own business.
    os.environ.pop("NO_COLOR", None)
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    os.umask(0o077)  # what a house writes is for its own account: journals know all hidden cards
    changed = make_private(config.data)
    with alone(config.data):
        asyncio.run(_run(config, open_house(config), changed, again))


class Noting(logging.Handler):
    """What the house has to tell its host goes into the log of the door."""

    def __init__(self, record: DoorLog) -> None:
        """Write into that log."""
        super().__init__(logging.WARNING)
        self._record = record

    def emit(self, record: logging.LogRecord) -> None:
        """Add a line; what is a report goes beside it, whole."""
        words, *more = record.getMessage().splitlines() or [""]
        self._record.note("house", words=words, **({"told": more} if more else {}))


async def _run(config: Config, house: AnyHouse, changed: list[str], again: Callable[[], Config] | None) -> None:
    server = Server(config, house)
    host = Host(server, again)
    if changed:
        server.record.note("made private", count=len(changed), files=changed[:_MOST_NAMED])
    streams = sys.stdout, sys.stderr
    logging.getLogger("parley").addHandler(Noting(server.record))
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_signal_handler(signal.SIGHUP, host.hang_up, stop.set)
    house.start()
    await server.open()
    control = await _listen_to_host(config.data, host)
    spare_memory()
    try:
        if config.local:
            await _play_here(server, stop)
        else:
            _greet(server)
            await stop.wait()
    finally:
        tell_host("Closing: everybody is told.")
        server.is_silent = True
        control.close()
        await server.close()
        # Every app puts back the streams that it found, and with --local those were the host's own app's.
        sys.stdout, sys.stderr = streams
        tell_host("Closed; every table is safe.")


async def _listen_to_host(folder: Path, host: Host) -> Control:
    """Let the commands of the host in; a house without them is still one."""
    control = Control(folder, host.do)
    try:
        await control.open()
    except OSError as error:
        host.server.record.note("no commands", why=error.strerror)
    return control


async def _play_here(server: Server, stop: asyncio.Event) -> None:
    """The host plays on the terminal that the house was opened from; when they leave, the house closes."""
    name = server.config.local
    # With the key of the house as its own, nobody else can claim the host's name.
    if server.people.claim(name, server.fingerprint):
        raise ServeError(
            f"{name} is somebody in this house already. Choose another name with --name; if it is you, let the key of "
            f"the house open the door for you, too: parley users add-key {name} {server.fingerprint}"
        )
    server.is_silent = True
    app = server.house.app(Visitor(name, HERE, False, server.fingerprint), "")
    app.call_later(app.notify, f"The house is open: ssh -p {server.port} NAME@HOST. When you leave, it closes.")
    playing = asyncio.get_running_loop().create_task(app.run_async(), context=Context())
    stopping = asyncio.get_running_loop().create_task(stop.wait())
    await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not playing.done():
        app.exit()
    await playing


def spare_memory() -> None:
    """Collect garbage rarely: a full pass while fifty play stops everybody for a quarter of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 100, 1_000)


def _greet(server: Server) -> None:
    host = server.config.host or "this machine, any address"
    say(wrapped(f"The house is open at {host}, port {server.port}. Players come in with:"))
    say(f"\n  ssh -p {server.port} NAME@{server.config.host or 'HOST'}\n")
    say(f"Host key  {server.fingerprint}")
    say(f"Data      {server.config.data}")
    say("Guests    " + ("may come in without a key" if server.config.guests else "need a key of their own"))
    for code, problem in server.house.problems.items():
        say(wrapped(f"The table {code} cannot be opened: {problem}"))
    say("Ctrl+C closes it.\n")
    sys.stdout.flush()
    with contextlib.suppress(OSError):
        server.show()
