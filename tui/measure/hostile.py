"""What one hostile client costs the others: attacks from a process of their own, measured by a player at another table.

`python -m tui.measure.hostile [ATTACK ...]` prints the server's time between a key of the player and its frame, quiet
and under each attack; `run` gives the same as rows of the benchmark. It is processor time of the server, so that other
processes of the machine do not count.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from bisect import bisect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles
from time import perf_counter, process_time
from typing import Any

import asyncssh
import msgspec
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String

from engine.core.errors import ParleyError
from tui.console import say
from tui.house.visitor import AnyHouse, Visitor
from tui.measure import load
from tui.measure.engine import Ratio, at_most
from tui.measure.load import HouseProcess, Player
from tui.ssh.config import Config
from tui.ssh.session import Session

MOST = 3.0
"""Times as long as without an attack, at the 95th percentile."""

LINES = 100
"""Lines that break at once."""

LARGE = (300, 100)
_SAMPLES, _SECONDS = 120, 25.0
_PAUSES = (0.05, 0.15)
_LONGEST = 60.0
_HOSTILE = "hostile"
QUIET, FRAMES = "quiet", "frames.txt"


def own_tables(found: Config) -> AnyHouse:
    """A house in which everybody who comes in has a table of their own."""
    from engine import registry
    from tui.house.house import House, Wish
    from tui.house.record import Chair
    from tui.play.saves import default_setup

    rules = registry.game("horrors-of-war")
    _note_frames(found.data / FRAMES)

    class Separate(House):
        def app(self, visitor: Visitor, errand: str) -> Any:
            owned = [code for code, room in self.rooms.items() if room.record.owner == visitor.name]
            return super().app(visitor, owned[0] if owned else self._own(visitor.name))

        def _own(self, name: str) -> str:
            setup = default_setup(rules, scenario=None, seats="nabo,yainar", challenges=(), options=(), seed=1)
            return self.open_room(name, Wish(setup, {seat: Chair("person", name) for seat in setup.seats})).code

    return Separate(found.data)


def _note_frames(path: Path) -> None:
    """Write down at which moments of the server's time a frame is sent to the player."""
    send = Session.send
    path.parent.mkdir(parents=True, exist_ok=True)
    moments = path.open("a", buffering=1, encoding="ascii")

    def noted(session: Session, data: bytes) -> None:
        send(session, data)
        if session.door.visitor.name == QUIET:
            moments.write(f"{process_time()}\n")

    Session.send = noted  # type: ignore[method-assign,assignment]


PLAN = msgspec.structs.replace(load.BUSY, house="tui.measure.hostile:own_tables")


class Latency(msgspec.Struct, frozen=True):
    """Seconds of the server's time between a key and its frame."""

    median: float
    p95: float
    most: float


# The player


async def key_to_frame(player: Player, server: HouseProcess, count: int = _SAMPLES) -> Latency:
    """Press keys one after another, each when the frame of the last one has come."""
    chance, pressed = Random(count), list[float]()
    stop = perf_counter() + _SECONDS
    while len(pressed) < count and (perf_counter() < stop or len(pressed) < 2):
        await asyncio.sleep(chance.uniform(*_PAUSES))
        size, began, key = player.size, perf_counter(), PLAN.keys[len(pressed) % len(PLAN.keys)]
        pressed.append(server.seconds())
        player.press(key)
        while player.size == size and perf_counter() - began < _LONGEST:
            await asyncio.sleep(0.002)
    moments = [float(line) for line in (server.data / FRAMES).read_text(encoding="ascii").splitlines()]
    times = [moments[place] - each for each in pressed if (place := bisect(moments, each)) < len(moments)]
    times = [each for time in times for each in meanwhile(time)]
    if len(times) < 2:
        raise ParleyError("No key that was pressed has changed anything on the screen.")
    return Latency(median(times), quantiles(times, n=20)[-1], max(times))


def meanwhile(seconds: float) -> Iterator[float]:
    """The time of a key, and of those that the player would have pressed while it waited.

    A freeze of many seconds would be one slow key among a hundred otherwise, and no percentile would show it.
    """
    yield seconds
    pause = fmean(_PAUSES)
    while (seconds := seconds - pause) > 0:
        yield seconds


async def _measured(
    server: HouseProcess, attacks: tuple[str, ...], tell: Callable[[str, Latency], None]
) -> dict[str, Latency]:
    """Quiet, and under each attack."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with load._player(PLAN, server.port, QUIET, key) as player:
        await player.until_quiet()
        for each in PLAN.first:
            player.press(each)
        await asyncio.sleep(1.0)
        await key_to_frame(player, server, 20)
        found = {QUIET: await key_to_frame(player, server)}
        tell(QUIET, found[QUIET])
        for name in attacks:
            with _attacker(name, server.port) as attacker:
                await asyncio.to_thread(attacker.stdout.readline)
                await player.until_quiet()
                attacker.stdin.write("go\n")
                attacker.stdin.flush()
                found[name] = await key_to_frame(player, server)
            tell(name, found[name])
            await asyncio.sleep(2.0)
    return found


@contextlib.contextmanager
def _attacker(name: str, port: int) -> Iterator[Any]:
    command = [sys.executable, "-m", "tui.measure.hostile", "--attack", name, str(port)]
    quiet = subprocess.DEVNULL  # a flood that is cut off complains of every packet
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


# The attacks


@contextlib.asynccontextmanager
async def _in(port: int, size: tuple[int, int] = load.SIZE) -> AsyncIterator[Player]:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with load._player(PLAN, port, _HOSTILE + str(os.getpid()), key) as player:
        await player.until_quiet()
        yield player


async def _typed(port: int, text: str, pause: float) -> None:
    """Type a text again and again."""
    async with _in(port) as player:
        await _go()
        while True:
            player.press(text)
            await asyncio.sleep(pause)


async def _resized(port: int) -> None:
    """Draw a large window larger and smaller."""
    async with _in(port) as player:
        await _go()
        for number in range(1_000_000):
            player._chan.change_terminal_size(LARGE[0] - number % 2, LARGE[1])
            await asyncio.sleep(0.01)


class _Silent(asyncssh.SSHClient):
    """Agrees on a key, and never says who it is."""

    async def public_key_auth_requested(self) -> None:
        await asyncio.sleep(_LONGEST)

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self.conn = conn


async def _ignored(port: int) -> None:
    """Two connections a second that agree on a key and then send nothing but packets that mean nothing."""
    await _go()
    flooding = set()
    while True:
        flooding.add(asyncio.create_task(_flood_before_login(port)))
        await asyncio.sleep(0.5)


async def _flood_before_login(port: int) -> None:
    client = _Silent()
    options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "username": "silent"}
    coming = asyncio.ensure_future(asyncssh.connect("127.0.0.1", port, client_factory=lambda: client, **options))
    await asyncio.sleep(0.3)
    await _flood(client.conn)
    coming.cancel()


async def _flood(conn: asyncssh.SSHClientConnection) -> None:
    """Send packets that mean nothing as long as the connection takes them."""
    while not conn.is_closed() and (transport := conn._transport) is not None:
        if transport.get_write_buffer_size() < 1 << 20:
            for _ in range(200):
                conn.send_packet(MSG_IGNORE, String(b""))
        await asyncio.sleep(0.005)


async def _ignored_inside(port: int) -> None:
    """The same from somebody who is in."""
    async with _in(port) as player:
        await _go()
        await _flood(player._chan.get_connection())
        await asyncio.sleep(_LONGEST)


async def _broken(port: int) -> None:
    """Many lines that break at once."""
    async with contextlib.AsyncExitStack() as here:
        for number in range(LINES):
            key = asyncssh.generate_private_key("ssh-ed25519")
            await here.enter_async_context(load._player(PLAN, port, f"line{number}", key))
        await _go()
        os._exit(0)


async def _go() -> None:
    """Say that all is ready, and wait for the word."""
    say("ready")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)


ATTACKS: dict[str, Callable[[int], Awaitable[None]]] = {
    "moves made and taken back": lambda port: _typed(port, "1u" * 3, 0.02),
    "bursts of 256 keys": lambda port: _typed(port, "1u" * 128, 1.0),
    "cursor keys": lambda port: _typed(port, "\x1b[C\x1b[D", 0.02),
    "resizes": _resized,
    "forecasts": lambda port: _typed(port, "p\x1b[27u", 0.05),
    "pasted talk": lambda port: _typed(port, "T\x1b[200~" + "word " * 700 + "\x1b[201~\x1b[27u", 0.05),
    "ignored packets before login": _ignored,
    "ignored packets": _ignored_inside,
    "lines that break": _broken,
}


def measure(
    attacks: tuple[str, ...] = tuple(ATTACKS), tell: Callable[[str, Latency], None] = lambda name, found: None
) -> dict[str, Latency]:
    """What a player notices of each attack."""
    found: dict[str, Latency] = {}
    for name in attacks:
        with tempfile.TemporaryDirectory() as folder:
            server = HouseProcess(PLAN, Path(folder))
            try:
                found |= asyncio.run(_measured(server, (name,), tell))
            finally:
                server.close()
    return found


def run() -> Iterator[Ratio]:
    """Rows of the benchmark."""
    for name in ATTACKS:
        found = measure((name,))
        yield at_most(f"server time from key to frame, p95, under {name}", found[name].p95 / found[QUIET].p95, MOST)


def main(arguments: list[str]) -> None:
    """Attack or measure."""
    if arguments[:1] == ["--attack"]:
        asyncio.run(ATTACKS[arguments[1]](int(arguments[2])))  # type: ignore[arg-type]
        return

    def tell(name: str, found: Latency) -> None:
        times = f"{found.median * 1000:.1f} ms, p95 {found.p95 * 1000:.1f} ms, at most {found.most * 1000:.0f} ms"
        say(f"{name:32} {times}")
        sys.stdout.flush()

    measure(tuple(arguments) or tuple(ATTACKS), tell)


if __name__ == "__main__":
    main(sys.argv[1:])
