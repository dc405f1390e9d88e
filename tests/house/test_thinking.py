"""Bots of many tables share a few processes, and no table waits for all that another wants to know."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from engine.core.errors import Refused
from tests.house.conftest import SETUP
from tui.house import thinking
from tui.house.house import Wish
from tui.house.record import Chair
from tui.house.thinking import LEAST, Thinkers
from tui.house.turns import Turns


async def told(turns: Turns, table: str, order: list[str]) -> None:
    """Take a turn, and note whose it was."""
    await turns.come(table)
    order.append(table)
    await asyncio.sleep(0)
    turns.over(table)


async def test_a_table_that_asks_much_holds_up_no_other():
    turns, order = Turns(1), []
    await asyncio.gather(*(told(turns, table, order) for table in ("a", "a", "a", "a", "b", "b", "c")))
    assert order == ["a", "b", "c", "a", "b", "a", "a"]


async def test_a_table_thinks_about_one_thing_at_a_time():
    """With two places the second is for somebody else."""
    turns = Turns(2)
    await turns.come("a")
    second, other = (asyncio.ensure_future(turns.come(table)) for table in ("a", "b"))
    await asyncio.sleep(0)
    assert other.done()
    assert not second.done()
    turns.over("a")
    await second


async def test_who_no_longer_waits_takes_no_turn():
    turns = Turns(1)
    await turns.come("a")
    gone, waits = (asyncio.ensure_future(turns.come(table)) for table in ("b", "c"))
    await asyncio.sleep(0)
    gone.cancel()
    turns.over("a")
    await waits
    turns.over("c")
    assert await turns.come("d") == 1.0


async def test_who_leaves_when_the_turn_comes_gives_it_back():
    turns = Turns(1)
    await turns.come("a")
    gone = asyncio.ensure_future(turns.come("b"))
    await asyncio.sleep(0)
    turns.over("a")
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    async with asyncio.timeout(5):
        await turns.come("c")


async def test_the_more_tables_wait_the_less_each_bot_thinks():
    turns = Turns(2)
    shares = [asyncio.ensure_future(turns.come(number)) for number in range(8)]
    await asyncio.sleep(0)
    assert [each.result() for each in shares if each.done()] == [1.0, 1.0]
    turns.over(0)
    await asyncio.sleep(0)
    assert shares[2].result() == pytest.approx(2 / 7)
    assert thinking.budget(600, 2 / 7) == 171
    assert thinking.budget(600, 0.001) == LEAST


# In processes


def dawdle(question, share, seconds, name):
    """Think for a long time."""
    time.sleep(seconds)
    return name


def fall_over(question, share, path):
    """Be killed the first time, or without a path every time."""
    if not path or not Path(path).exists():
        if path:
            Path(path).touch()
        os._exit(9)
    return "better"


@pytest.fixture
async def thinkers():
    found = Thinkers(count=2)
    yield found
    found.close()


@pytest.fixture
def tables(house):
    chairs = {"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom")}
    return [house.open_room("mira", Wish(SETUP, dict(chairs))).table for _ in range(2)]


async def test_long_thoughts_of_one_table_leave_a_process_for_the_others(thinkers, tables):
    busy, other = tables
    order = []

    async def ask(table, name, seconds):
        order.append(await thinkers._ask(table, "nabo", dawdle, seconds, name))

    await asyncio.gather(*(ask(table, "warm", 0.5) for table in tables))  # until both processes are there
    order.clear()
    await asyncio.gather(*(ask(busy, "long", 0.5) for _ in range(3)), *(ask(other, "short", 0.0) for _ in range(3)))
    assert order[:4].count("short") == 3, "the short ones wait for one long thought at most"


async def test_a_hint_that_nobody_waits_for_any_more_keeps_its_place_until_it_is_done(thinkers, tables):
    """A process cannot be stopped in the middle; pressing the key again and again fills no other."""
    busy, other = tables
    for _ in range(5):
        left = asyncio.ensure_future(thinkers._ask(busy, "nabo", dawdle, 0.5, "long"))
        await asyncio.sleep(0.05)
        left.cancel()
    async with asyncio.timeout(20):
        assert await thinkers._ask(other, "nabo", dawdle, 0.0, "short") == "short"
    assert busy in thinkers._turns._thinking


async def test_a_killed_thinker_is_asked_once_more(thinkers, tables, tmp_path):
    assert await thinkers._ask(tables[0], "nabo", fall_over, str(tmp_path / "once")) == "better"
    with pytest.raises(Refused, match="cannot think now"):
        await thinkers._ask(tables[0], "nabo", fall_over, "")
