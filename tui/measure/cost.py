"""What a player costs the server: processor time of a key over ssh, and memory of a session with a table of its own."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

import asyncssh
import msgspec

from tui.console import say
from tui.measure import load
from tui.measure.engine import Ratio, at_most
from tui.measure.hostile import PLAN
from tui.measure.load import HouseProcess, Player

MOST_TIME = 2.5
"""Milliseconds of processor time for a key."""

MOST_MEMORY = 3.0
PLAYERS = 20
_WAIT, _REST = 1.0, 0.02
_KEYS = 300


class Way(msgspec.Struct, frozen=True):
    """Keys of one kind."""

    name: str
    first: str
    """Leads to where they are pressed."""
    keys: tuple[str, ...]


WAYS = (
    Way("a step in the hand", "", ("\x1b[C", "\x1b[D")),
    Way("a step on the board", "\t", ("\x1b[C", "\x1b[D")),
    Way("a move made or taken back", "", ("1", "u")),
)
MIX = (9, 9, 2)
"""How often each of them is pressed: a player looks around more often than they move."""


async def _press(player: Player, way: Way, count: int) -> None:
    """Press keys, each when the frame of the last one has come."""
    for number in range(count):
        size, began = player.size, perf_counter()
        player.press(way.keys[number % len(way.keys)])
        while player.size == size and perf_counter() - began < _WAIT:
            await asyncio.sleep(0.001)
        await asyncio.sleep(_REST)


async def _time_of_keys(server: HouseProcess) -> dict[str, float]:
    """Milliseconds of processor time for a key of each kind."""
    key, found = asyncssh.generate_private_key("ssh-ed25519"), {}
    async with load._player(PLAN, server.port, "anna", key) as player:
        await player.until_quiet()
        for way in WAYS:
            player.press(way.first)
            await asyncio.sleep(_WAIT)
            await _press(player, way, 20)
            before = server.seconds()
            await _press(player, way, _KEYS)
            found[way.name] = 1000 * (server.seconds() - before) / _KEYS
    return found


async def _memory(server: HouseProcess) -> float:
    """Megabytes that one more player with a table of their own takes."""
    async with AsyncExitStack() as here:
        sizes = []
        for number in range(PLAYERS + 1):
            key = asyncssh.generate_private_key("ssh-ed25519")
            player = await here.enter_async_context(load._player(PLAN, server.port, f"p{number}", key))
            await player.until_quiet()
            for each in PLAN.first:
                player.press(each)
            await player.until_quiet()
            sizes.append(server.memory())
        return (sizes[-1] - sizes[0]) / PLAYERS


def measure() -> tuple[dict[str, float], float]:
    """Milliseconds of each kind of key, and megabytes of a player with a table of their own."""
    with tempfile.TemporaryDirectory() as folder:
        server = HouseProcess(PLAN, Path(folder))
        try:
            times = asyncio.run(_time_of_keys(server))
        finally:
            server.close()
    with tempfile.TemporaryDirectory() as folder:
        server = HouseProcess(PLAN, Path(folder))
        try:
            return times, asyncio.run(_memory(server))
        finally:
            server.close()


def mixed(times: dict[str, float]) -> float:
    """Milliseconds of a key as people press them."""
    return sum(times[way.name] * share for way, share in zip(WAYS, MIX, strict=True)) / sum(MIX)


def run() -> Iterator[Ratio]:
    """Rows of the benchmark."""
    times, memory = measure()
    for name, found in times.items():
        yield at_most(f"ms of processor time over ssh: {name}", found, MOST_TIME if name != WAYS[-1].name else 10.0)
    yield at_most("ms of processor time of a key, 18 steps to 2 moves", mixed(times), MOST_TIME)
    keys = 1000 / mixed(times)
    yield Ratio(
        "keys per second that one core serves",
        round(keys),
        1000 / MOST_TIME,
        keys >= 1000 / MOST_TIME,
        more_is_better=True,
    )
    yield at_most("MB of a session with a table each: its room, journal and states as well", memory, MOST_MEMORY)


if __name__ == "__main__":
    for row in run():
        say(f"{row.name:60} {row.ratio:g} (goal {row.goal:g})")
