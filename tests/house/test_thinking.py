"""Bots of many tables share a few processes, and no table waits for all that another wants to know."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from engine import bots, registry
from engine.bots.levels import at_level
from engine.bots.planner import Planner
from engine.bots.rivals import Rival
from engine.core.dice import Dice
from engine.core.errors import Refused
from tests.contracts.playing import begun
from tests.house.conftest import SETUP
from tui.house.house import Wish
from tui.house.record import Chair
from tui.play import thinking
from tui.play.thinking import LEAST, Thinkers
from tui.play.turns import Turns


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


def dawdle(question, share, name, place=None):
    """Think until there is a file `done` in a folder, or not at all; say in the folder that it has begun."""
    if place:
        (place / "begun").touch()
    while place and not (place / "done").exists():
        time.sleep(0.01)
    return name


async def has_begun(place):
    """Wait until a process thinks; from then on it cannot be called back."""
    async with asyncio.timeout(60):
        while not (place / "begun").exists():
            await asyncio.sleep(0.01)


def until_hurried(question, share, order, plan):
    """Think until somebody says that it is enough."""
    while not thinking._is_hurried(order.number):
        time.sleep(0.01)
    return thinking.BotAnswer(order.level)


def remember(question, share, order, plan):
    """Answer with the plan that one was given; the next one is the number of this question."""
    return thinking.BotAnswer(plan, question.number)


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


async def test_long_thoughts_of_one_table_leave_a_process_for_the_others(thinkers, tables, tmp_path):
    """The short ones are all answered while the first long one is still thought about."""
    busy, other = tables
    long = [asyncio.ensure_future(thinkers._ask(busy, "nabo", dawdle, "long", tmp_path)) for _ in range(3)]
    short = [thinkers._ask(other, "nabo", dawdle, "short") for _ in range(3)]
    async with asyncio.timeout(60):
        assert await asyncio.gather(*short) == ["short"] * 3
        assert not any(each.done() for each in long)
        (tmp_path / "done").touch()
        assert await asyncio.gather(*long) == ["long"] * 3


async def test_a_hint_that_nobody_waits_for_any_more_keeps_its_place_until_it_is_done(thinkers, tables, tmp_path):
    """A process cannot be stopped in the middle; pressing the key again and again fills no other."""
    busy, other = tables
    for _ in range(5):
        left = asyncio.ensure_future(thinkers._ask(busy, "nabo", dawdle, "long", tmp_path))
        await has_begun(tmp_path)
        await asyncio.sleep(0)
        left.cancel()
    async with asyncio.timeout(60):
        assert await thinkers._ask(other, "nabo", dawdle, "short") == "short"
        assert busy in thinkers._turns._thinking
        (tmp_path / "done").touch()
        while busy in thinkers._turns._thinking:
            await asyncio.sleep(0.01)


async def test_a_killed_thinker_is_asked_once_more(thinkers, tables, tmp_path):
    assert await thinkers._ask(tables[0], "nabo", fall_over, str(tmp_path / "once")) == "better"
    with pytest.raises(Refused, match="cannot think now"):
        await thinkers._ask(tables[0], "nabo", fall_over, "")


async def test_a_bot_that_is_hurried_makes_the_best_move_it_has_found(thinkers, tables, monkeypatch):
    monkeypatch.setattr(thinking, "choose", until_hurried)
    other = asyncio.ensure_future(thinkers.choose(tables[1], "nabo", "easy", 1))
    bot = asyncio.ensure_future(thinkers.choose(tables[0], "nabo", "hard", 1))
    await asyncio.sleep(0)  # until both are asked
    async with asyncio.timeout(60):
        while not bot.done():
            thinkers.hurry()
            await asyncio.sleep(0.01)
        assert bot.result() == "hard"
        assert not other.done()
        thinkers._hurried.value = 1
        assert await other == "easy"


HOUSE = """
import asyncio, os, sys
from pathlib import Path
from tests.house.test_thinking import who
from tui.play import thinking

async def main():
    pool = thinking.Thinkers(count=2)._started()
    pids = await asyncio.gather(*(asyncio.wrap_future(pool.submit(who)) for _ in range(4)))
    print(*set(pids), flush=True)
    await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def who():
    """Which process thinks; long enough for all of them to be started."""
    time.sleep(0.1)
    return os.getpid()


def is_there(pid):
    """Whether a process runs, and is not only waiting to be noticed as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
async def test_thinkers_end_with_a_house_that_is_killed(tmp_path):
    script = tmp_path / "house.py"
    script.write_text(HOUSE)
    here = Path(__file__).parents[2]
    house = await asyncio.create_subprocess_exec(
        sys.executable, script, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(here)}
    )
    pids = (await house.stdout.readline()).split()
    assert pids
    assert all(is_there(int(pid)) for pid in pids)
    house.kill()
    await house.wait()
    async with asyncio.timeout(60):
        while any(is_there(int(pid)) for pid in pids):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("game", "player"), [("horrors-of-war", Planner), ("marsh-lights", Rival)])
def test_a_bot_plays_as_a_partner_or_as_a_rival(marsh_lights, game, player):
    """The question says which: the table knows its kind, and the process that thinks has no table."""
    rules = registry.game(game)
    question = thinking.BotQuestion.of(begun(rules), rules.seat_names[0])
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "at_level", lambda level, kind, *_, **__: asked.append(kind) or bots.bot("random"))
        thinking.choose(question, 1.0, thinking.Order("hard", 1))
    assert isinstance(at_level("hard", asked[0]), player)


# Plans


def test_a_bot_thinks_once_for_an_action_of_several_moves(monkeypatch):
    """Each move is asked for by itself, and the plan goes with the question."""
    rules, thoughts, plan = registry.game("horrors-of-war"), [], None
    search = Planner.search
    monkeypatch.setattr(Planner, "search", lambda self, futures: thoughts.append(1) or search(self, futures))
    table = begun(rules)
    seat, goes_on = table.ask.seats[0], 0
    while goes_on < 3:
        before = len(thoughts)
        question = thinking.BotQuestion.of(table, seat)
        found = thinking.choose(question, 1.0, thinking.Order("normal", 5, longest=1000.0), plan)
        if plan is not None and not rules.opens_action(table.ask):
            assert len(thoughts) == before
            goes_on += 1
        plan = found.plan
        table.submit(seat, found.move)
        seat = table.ask.seats[0]


async def test_a_bot_goes_on_with_its_plan_until_a_move_is_taken_back(thinkers, tables, monkeypatch):
    monkeypatch.setattr(thinking, "choose", remember)
    table, other = tables

    async def told(seat="nabo", level="hard", at=table):
        return await thinkers.choose(at, seat, level, 1)

    first = table.number
    assert await told() is None
    table.submit("nabo", next(move for move in table.moves("nabo") if move.passes))
    assert await told("yainar") is None, "of another seat"
    assert await told(level="normal") is None, "of another level"
    assert await told(at=other) is None, "of another table"
    assert await told() == first
    assert await told() == first + 1
    table.undo("nabo")
    assert await told() is None


async def test_a_bot_in_another_process_plays_as_one_that_is_kept(thinkers, tables):
    """Its plan is a state of the game with frames and moves, which has to come through whole."""
    table, kept = tables[0], at_level("normal", "together")
    for _ in range(12):
        seat = table.ask.seats[0]
        view, dice = table.view(seat), Dice(5, table.number)
        if seat == "nabo":
            wanted = kept.choose(table.rules, view, table.stack, seat, table.moves(seat), dice)
            assert await thinkers.choose(table, seat, "normal", 5, longest=1000.0) == wanted
            table.submit(seat, wanted)
        else:
            table.submit(seat, table.moves(seat)[0])
