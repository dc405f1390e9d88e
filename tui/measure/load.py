"""How a house bears many players: clients of our own, each with two keys a second, against a server in its own process.

`python -m tui.measure.load MODULE:FUNCTION` measures the house that a function makes of its setup, and prints what it
found; `run` gives the same as rows of the benchmark. Beside it stands the same app as a process for each player, on a
terminal of its own and without a connection in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles
from time import clock_gettime, perf_counter
from typing import Any

import asyncssh
import msgspec

from engine.core.errors import ParleyError
from tui.console import say, say_json
from tui.house.visitor import AnyHouse, Visitor
from tui.measure.engine import Ratio, at_most
from tui.measure.terminal import Terminal
from tui.ssh import config
from tui.ssh.config import Config

APART = (1, 10)
"""How many have a process of their own, beside as many in one."""

MANY = (50, 100)
CROWDS = (*APART, *MANY)
VIEWERS = (10, 100)
"""How many see the same move."""

TOGETHER = 30
"""How many come in the same second."""

SLOWEST, SLOWER_THAN_APART, MOST_MEMORY, MOST_OF_A_PROCESS, SPREAD = 3.0, 3.0, 3.0, 0.2, 10.0
CROWDED = 6.0
"""For the largest crowd, which has nearly more to do than one processor has time for."""

MOVER = "mover"
MOVES = ("1", "u") * 3
"""A card is chosen and taken back, again and again."""

HOUSE = "house"
SIZE = (80, 24)
KEYS = ("\x1b[B", "\x1b[A")

_TERM = "xterm-kitty"
_PAUSE = 0.5
_SECONDS = 12.0
_QUIET = 0.3
_SETTLED = 2.0
"""Seconds after which those who were here first have been told of those who came last."""

_LONGEST = 60.0
_TOO_LATE = 5.0
"""Seconds after which a key has changed nothing."""

_PROCESS_CLOCK = 2
"""What Linux adds to the number of a process for the clock of its processor time (`clock_getcpuclockid`)."""

_MEGABYTE = 1 << 20
_SCREEN = 1 << 16
"""More bytes than a whole screen takes."""


class LoadPlan(msgspec.Struct, frozen=True):
    """What is measured."""

    house: str
    """A module and a function in it that makes a house of its setup: "tui.measure.load:busy_house"."""
    sees: bytes = b"\x1b[1;1H"
    """What a client is sent when it is in: the end of a frame."""
    first: tuple[str, ...] = ()
    """Keys that lead to where it is measured."""
    keys: tuple[str, ...] = KEYS
    """Keys that change something on the screen, one after another."""
    leave: tuple[str, ...] = ("q",)
    """Keys that lead out of the house."""


class LoadResult(msgspec.Struct, frozen=True):
    """The results of a number of sessions at a time."""

    sessions: int
    median: float
    """Seconds from a key to the last byte of its frame."""
    p95: float
    first: float
    """The same for the first key that a player presses, in the middle of all players."""
    bytes_per_key: float
    memory: float
    """Megabytes of the server; where each has a process, of one of them."""


class Load(msgspec.Struct, frozen=True):
    """All that was measured."""

    empty: float
    """Megabytes of the server when nobody is there."""
    found: list[LoadResult]
    together: int
    """How many of those who came in the same second saw the first screen."""
    last: float
    """Seconds until the last of them did."""

    def at(self, sessions: int) -> LoadResult:
        """The results of one number of sessions."""
        return next(each for each in self.found if each.sessions == sessions)

    @property
    def per_session(self) -> float:
        """Megabytes that one more session takes."""
        most = self.found[-1]
        return (most.memory - self.at(1).memory) / max(1, most.sessions - 1)


# The server


class HouseProcess:
    """A house in a process of its own."""

    def __init__(self, plan: LoadPlan, folder: Path) -> None:
        """Open it."""
        self.data = folder / HOUSE
        command = _command("--serve", plan, folder)
        self._process = subprocess.Popen(command, env=_environ(folder), stdout=subprocess.PIPE, text=True)
        said = ""
        while "Ctrl+C" not in said:
            line = self._process.stdout.readline() if self._process.stdout else ""
            if not line:
                raise ParleyError(f"The house {plan.house} does not open.")
            said += line
        self.port = int(re.findall(r"port (\d+)", said)[0])

    @property
    def pid(self) -> int:
        """Of its process."""
        return self._process.pid

    def memory(self) -> float:
        """Megabytes that it takes now."""
        return _megabytes(self.pid)

    def seconds(self) -> float:
        """Processor time that it has taken so far."""
        return clock_gettime(~self.pid << 3 | _PROCESS_CLOCK)

    def close(self) -> None:
        """Stop it, and everything in it."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            if self._process.stdout:
                self._process.stdout.close()


def _command(way: str, plan: LoadPlan, folder: Path) -> list[str]:
    return [sys.executable, "-m", "tui.measure.load", way, plan.house, str(folder)]


def _environ(folder: Path) -> dict[str, str]:
    places = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PARLEY_HOME": str(folder), "PYTHONPATH": os.pathsep.join(filter(None, places))}


def _megabytes(pid: int) -> float:
    """What a process takes now."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024
    except (OSError, IndexError):
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
        return int(told.stdout) / 1024


def _setup(folder: str) -> Config:
    """A house that is not slow to let in a hundred clients from one address."""
    options: dict[str, Any] = {"max_sessions": 1000, "connections_per_address": 1000, "patience": 100_000, "idle": 0}
    options |= {"data": str(Path(folder) / HOUSE), "host": "127.0.0.1", "port": 0, "names_per_address": 1000}
    options["names_per_key"] = 1000
    return config.load(None, **options)


def _opener(house: str) -> Callable[[Config], AnyHouse]:
    module, _, name = house.partition(":")
    opener: Callable[[Config], AnyHouse] = getattr(import_module(module), name)
    return opener


def _serve(house: str, folder: str) -> None:
    """Open a house for everybody."""
    from tui.ssh import server

    server.run(_setup(folder), _opener(house))


def _stand_apart(house: str, folder: str) -> None:
    """Open a house for one, and its app on this terminal."""
    _opener(house)(_setup(folder)).app(Visitor("apart", "here"), "").run()


# The clients


class Typist:
    """Presses keys and waits for frames."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.size = 0
        self.last = 0.0
        self.tail = b""

    def see(self, data: bytes) -> None:
        """A piece of a frame has come."""
        self.last = perf_counter()
        self.size += len(data)
        self.tail = (self.tail + data)[-_SCREEN:]

    def press(self, keys: str) -> None:
        """Type."""
        raise NotImplementedError

    async def until_in(self, plan: LoadPlan) -> None:
        """Wait for the first screen."""
        try:
            async with asyncio.timeout(_LONGEST):
                while plan.sees not in self.tail:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise ParleyError("Somebody who came to the house of the benchmark never saw its first screen.") from None

    async def until_quiet(self) -> None:
        """Wait until nothing has come for a while."""
        while perf_counter() - self.last < _QUIET:
            await asyncio.sleep(_QUIET / 3)

    async def play(self, plan: LoadPlan, chance: Random, stop: float) -> list[tuple[float, int]]:
        """Two keys a second until it is over; the seconds that each frame took, and its bytes."""
        found = []
        number = 0
        await asyncio.sleep(chance.random() * _PAUSE)
        while perf_counter() < stop:
            began, size = perf_counter(), self.size
            self.press(plan.keys[number % len(plan.keys)])
            number += 1
            await asyncio.sleep(_PAUSE * chance.uniform(0.9, 1.1))
            while self.size == size and perf_counter() - began < _TOO_LATE:
                await asyncio.sleep(0.01)
            if self.size > size:
                found.append((self.last - began, self.size - size))
        return found


class Player(Typist, asyncssh.SSHClientSession[bytes]):
    """Somebody at the other end of a connection."""

    def connection_made(self, chan: Any) -> None:
        """The channel is open."""
        self._chan = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """A piece of a frame."""
        self.see(data)

    def press(self, keys: str) -> None:
        """Type."""
        self._chan.write(keys.encode())


class Neighbour(Typist):
    """Somebody in front of a terminal on which the app is a process of its own."""

    def __init__(self, terminal: Terminal) -> None:
        """In front of that terminal."""
        super().__init__()
        self._terminal = terminal

    def read(self) -> None:
        """A piece of a frame."""
        with contextlib.suppress(OSError):  # the app has ended
            self.see(os.read(self._terminal.fileno(), 1 << 16))

    def press(self, keys: str) -> None:
        """Type."""
        self._terminal.press(keys)

    def memory(self) -> float:
        """Megabytes of the process."""
        return _megabytes(self._terminal.pid)


@contextlib.asynccontextmanager
async def _neighbour(plan: LoadPlan) -> AsyncIterator[Neighbour]:
    """Somebody who sees the first screen of an app of their own."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        environ = _environ(Path(folder)) | {"TERM": _TERM, "COLORTERM": "truecolor"}
        with Terminal(_command("--apart", plan, Path(folder)), size=SIZE, environ=environ) as terminal:
            neighbour = Neighbour(terminal)
            loop.add_reader(terminal.fileno(), neighbour.read)
            try:
                await neighbour.until_in(plan)
                yield neighbour
            finally:
                loop.remove_reader(terminal.fileno())


@contextlib.asynccontextmanager
async def _player(plan: LoadPlan, port: int, name: str, key: asyncssh.SSHKey) -> AsyncIterator[Player]:
    """Somebody who has come in and sees the first screen."""
    async with asyncssh.connect(
        "127.0.0.1", port, username=name, client_keys=[key], known_hosts=None, config=None, agent_path=None
    ) as connection:
        player = Player()
        await connection.create_session(lambda: player, term_type=_TERM, term_size=SIZE, encoding=None)
        await player.until_in(plan)
        yield player


async def _crowd(plan: LoadPlan, server: HouseProcess, sessions: int, seconds: float) -> LoadResult:
    """A number of players at a time."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(sessions)]
    async with contextlib.AsyncExitStack() as here:
        players = [
            await here.enter_async_context(_player(plan, server.port, f"p{sessions}-{number}", key))
            for number, key in enumerate(keys)
        ]
        return await _played(plan, players, seconds, server.memory)


async def _crowd_apart(plan: LoadPlan, processes: int, seconds: float) -> LoadResult:
    """A number of players at a time, each with a process of their own."""
    async with contextlib.AsyncExitStack() as here:
        neighbours = [await here.enter_async_context(_neighbour(plan)) for _ in range(processes)]
        return await _played(plan, neighbours, seconds, lambda: fmean(each.memory() for each in neighbours))


async def _played(plan: LoadPlan, players: Sequence[Typist], seconds: float, memory: Callable[[], float]) -> LoadResult:
    """What comes of all of them typing at the same time."""
    chance = Random(len(players))
    for player in players:
        for each in plan.first:
            player.press(each)
            await asyncio.sleep(0.05)
    await asyncio.sleep(_SETTLED)
    for player in players:
        await player.until_quiet()
    stop = perf_counter() + seconds
    played = await asyncio.gather(*(player.play(plan, chance, stop) for player in players))
    times = [time for each in played for time, _ in each]
    if len(times) < 2:
        raise ParleyError("No key that was pressed has changed anything on the screen.")
    sizes = [size for each in played for _, size in each]
    p95 = quantiles(times, n=20)[-1]
    first = median(each[0][0] for each in played if each)
    return LoadResult(len(players), median(times), p95, first, sum(sizes) / len(sizes), memory())


async def _come_together(plan: LoadPlan, server: HouseProcess, many: int) -> tuple[int, float]:
    """A number of players come in the same second: how many see the first screen, and when the last of them does."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(many)]
    began = perf_counter()
    seen: list[float] = []
    leaving = asyncio.Event()

    async def come(number: int, key: asyncssh.SSHKey) -> None:
        await asyncio.sleep(number / many)
        try:
            async with _player(plan, server.port, f"t{number}", key):
                seen.append(perf_counter() - began)
                await leaving.wait()
        except (OSError, asyncssh.Error, ParleyError):
            return

    coming = [asyncio.ensure_future(come(number, key)) for number, key in enumerate(keys)]
    while len(seen) + sum(task.done() for task in coming) < many and perf_counter() - began < _LONGEST:
        await asyncio.sleep(0.05)
    leaving.set()
    await asyncio.gather(*coming)
    return len(seen), max(seen, default=_LONGEST)


async def _spread(plan: LoadPlan, server: HouseProcess, viewers: int) -> float:
    """Seconds until the last of a number of viewers has seen a move, the median of several."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with contextlib.AsyncExitStack() as here:
        players = [
            await here.enter_async_context(_player(plan, server.port, name, key))
            for name in (MOVER, *(f"v{viewers}-{number}" for number in range(viewers)))
        ]
        await asyncio.sleep(_SETTLED)
        mover, *watching = players
        found = []
        for move in MOVES:
            for player in players:
                await player.until_quiet()
            sizes = [player.size for player in watching]
            began = perf_counter()
            mover.press(move)
            while any(player.size == size for player, size in zip(watching, sizes, strict=True)):
                if perf_counter() - began > _LONGEST:
                    raise ParleyError("A move was not seen by everybody.")
                await asyncio.sleep(0.01)
            for player in watching:
                await player.until_quiet()
            found.append(max(player.last for player in watching) - began)
    return median(found)


def spread(plan: LoadPlan) -> list[float]:
    """The same for few viewers and for many."""
    found = []
    for viewers in VIEWERS:
        with tempfile.TemporaryDirectory() as folder:
            server = HouseProcess(plan, Path(folder))
            try:
                found.append(asyncio.run(_spread(plan, server, viewers)))
            finally:
                server.close()
    return found


def measure(
    plan: LoadPlan, crowds: tuple[int, ...] = CROWDS, together: int = TOGETHER, seconds: float = _SECONDS
) -> Load:
    """Open a house for each crowd, one after another, so that none finds the memory of another."""
    found, empty = [], 0.0
    seen, last = 0, 0.0
    for sessions in crowds:
        with tempfile.TemporaryDirectory() as folder:
            server = HouseProcess(plan, Path(folder))
            try:
                empty = empty or server.memory()
                found.append(asyncio.run(_crowd(plan, server, sessions, _long(sessions, seconds))))
                if sessions == crowds[0]:
                    seen, last = asyncio.run(_come_together(plan, server, together))
            finally:
                server.close()
    return Load(empty, found, seen, last)


def _long(sessions: int, seconds: float) -> float:
    """A crowd of one has few keys to be measured by."""
    return seconds * (3 if sessions == 1 else 1)


def apart(plan: LoadPlan, crowds: tuple[int, ...] = APART, seconds: float = _SECONDS) -> list[LoadResult]:
    """The same app as a process for each player."""
    return [asyncio.run(_crowd_apart(plan, many, _long(many, seconds))) for many in crowds]


def run(plan: LoadPlan) -> Iterator[Ratio]:
    """Rows of the benchmark."""
    found = measure(plan)
    one = found.at(1)
    for sessions in MANY:
        goal = SLOWEST if sessions == MANY[0] else CROWDED
        yield at_most(f"key to frame, p95, {sessions} over ssh against 1", found.at(sessions).p95 / one.p95, goal)
    most = found.at(MANY[-1])
    yield at_most(f"first step on the board, {MANY[-1]} over ssh against 1", most.first / one.first, CROWDED)
    alone = apart(plan)
    for each in alone:
        ratio = found.at(each.sessions).p95 / each.p95
        words = f"key to frame, p95, {each.sessions} over ssh against a process each"
        yield at_most(words, ratio, SLOWER_THAN_APART)
    yield at_most("MB of a session over ssh, all at one table: app, screen, connection", found.per_session, MOST_MEMORY)
    yield at_most("memory of it against a process of its own", found.per_session / alone[0].memory, MOST_OF_A_PROCESS)
    yield at_most("bytes of a cursor move over ssh", one.bytes_per_key, 1024)
    yield at_most(f"of {TOGETHER} who come in one second, left out", TOGETHER - found.together, 0)
    few, many = spread(plan)
    yield at_most(f"a move is seen by the last of {VIEWERS[1]} against {VIEWERS[0]}", many / few, SPREAD)


def busy_house(found: Config) -> AnyHouse:
    """A house with one table, at which everybody is who comes in: one plays all seats, the others watch."""
    from engine import registry
    from tui.house.house import House, Wish
    from tui.house.record import Chair
    from tui.play.saves import default_setup

    class Busy(House):
        def app(self, visitor: Visitor, errand: str) -> Any:
            return super().app(visitor, next(iter(self.rooms)))

    house = Busy(found.data)
    # Known before they come, as somebody who was here yesterday; the key that they come with is theirs.
    house.people.add_key(MOVER, f"SHA256:{'A' * 43}")
    house.people.reset(MOVER)
    setup = default_setup(
        registry.game("horrors-of-war"), scenario=None, seats="nabo,yainar", challenges=(), options=(), seed=1
    )
    house.open_room(MOVER, Wish(setup, {seat: Chair("person", MOVER) for seat in setup.seats}))
    return house


BUSY = LoadPlan("tui.measure.load:busy_house", sees=b"Nabo", keys=("\x1b[C", "\x1b[D"), leave=("q", "q"))
"""The real house, with everybody at a table; the arrows move the cursor on its board.

The first step of each player brings the inspector to the front, and is measured like the others."""


def main(arguments: list[str]) -> None:
    """Serve or measure."""
    way, *rest = arguments
    if way in ("--serve", "--apart"):
        {"--serve": _serve, "--apart": _stand_apart}[way](*rest)
        return
    plan = LoadPlan(way, keys=tuple(rest) or KEYS)
    found, alone = measure(plan), apart(plan)
    if "--json" in sys.argv:
        say_json(msgspec.to_builtins({"together": found, "apart": alone}))
        return
    say(f"empty: {found.empty:.0f} MB; one more session: {found.per_session:.2f} MB")
    for what, each in [*(("sessions", each) for each in found.found), *(("processes", each) for each in alone)]:
        say(
            f"{each.sessions:>4} {what}: key to frame {each.median * 1000:.0f} ms, p95 {each.p95 * 1000:.0f} ms, "
            f"the first {each.first * 1000:.0f} ms; "
            f"{each.bytes_per_key:.0f} bytes a key; {each.memory:.0f} MB"
        )
    say(f"{found.together} of {TOGETHER} came in together, the last after {found.last:.1f} s")


if __name__ == "__main__":
    main([each for each in sys.argv[1:] if each != "--json"])
