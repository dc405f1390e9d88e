"""Connections that were made and ended leave nothing behind."""

from __future__ import annotations

import asyncio
import sys

import asyncssh
import pytest

from tests.ssh.made_up import MadeUpHouse
from tui.measure import load
from tui.ssh.config import Config

PLAN = load.LoadPlan("tests.ssh.made_up:open_house", keys=("a", "\x1b[B", "\x1b[<35;9;9M"))

KEY = asyncssh.generate_private_key("ssh-ed25519")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Memory is read from /proc.")


async def come_and_go(plan: load.LoadPlan, port: int, many: int, at_once: int) -> None:
    """So many come in, press some keys and leave: one half with q, the others by hanging up."""
    gate = asyncio.Semaphore(at_once)

    async def visit(number: int) -> None:
        async with gate, load._player(plan, port, f"p{number % at_once}", KEY) as player:
            for each in (*plan.keys, "\x1b", *plan.keys):
                player.press(each)
            await asyncio.sleep(0.05)
            if number % 2:
                for each in plan.leave:
                    player.press(each)
                    await asyncio.sleep(0.2)
                await player._chan.wait_closed()

    await asyncio.gather(*(visit(number) for number in range(many)))
    await asyncio.sleep(2.5)  # the server clears away when it is quiet


def grown(tmp_path, first: int, then: int, plan: load.LoadPlan = PLAN) -> tuple[float, float]:
    server = load.HouseProcess(plan, tmp_path)
    try:
        asyncio.run(come_and_go(plan, server.port, first, 3))
        before = server.memory()
        asyncio.run(come_and_go(plan, server.port, then, 3))
        return before, server.memory()
    finally:
        server.close()


def test_a_few_dozen_connections_leave_nothing(tmp_path):
    """An app that is kept takes about half a megabyte."""
    before, after = grown(tmp_path, 15, 30)
    assert after < before * 1.1


@pytest.mark.soak
@pytest.mark.parametrize("plan", [PLAN, load.BUSY], ids=["made up", "real"])
def test_500_connections_leave_memory_where_50_did(tmp_path, plan):
    before, after = grown(tmp_path, 50, 450, plan)
    assert after < before * 1.05, f"{before:.1f} MB, then {after:.1f} MB"


def test_a_load_is_measured():
    """Small crowds are enough to see that the script works."""
    plan = load.LoadPlan(PLAN.house, keys=("a", "b"))
    found = load.measure(plan, crowds=(1, 3), together=4, seconds=1.0)
    assert found.together == 4
    assert [each.sessions for each in found.found] == [1, 3]
    assert all(0 < each.median <= each.p95 for each in found.found)
    assert all(each.first > 0 for each in found.found)
    assert found.at(1).bytes_per_key < 300
    assert found.empty <= found.at(3).memory


def test_the_same_app_is_measured_as_a_process_for_each():
    plan = load.LoadPlan(PLAN.house, sees=b"Welcome", keys=("a", "b"))
    one, two = load.apart(plan, crowds=(1, 2), seconds=1.0)
    assert (one.sessions, two.sessions) == (1, 2)
    assert all(0 < each.median <= each.p95 for each in (one, two))
    assert 10 < one.memory < 500
    assert one.bytes_per_key < 300


def test_the_first_step_on_the_board_is_measured_like_the_others(tmp_path):
    """Nothing is pressed before it in the real house, and it changes the screen."""
    assert load.BUSY.first == ()
    server = load.HouseProcess(load.BUSY, tmp_path)
    try:
        found = asyncio.run(load._crowd(load.BUSY, server, 2, 1.5))
    finally:
        server.close()
    assert found.first > 0


def test_a_move_at_the_table_of_the_load_reaches_those_who_watch(tmp_path):
    """The real house: whoever moves and whoever watches know by what they see that they are in."""
    server = load.HouseProcess(load.BUSY, tmp_path)
    try:
        assert 0 < asyncio.run(load._spread(load.BUSY, server, 2)) < load._LONGEST
    finally:
        server.close()


async def test_the_table_of_the_load_is_being_played(tmp_path):
    """With a free seat nobody could move, and whoever comes would be asked to sit down."""
    house = load.busy_house(Config(data=tmp_path))
    house.start()
    (room,) = house.rooms.values()
    assert room.stands == "running"
    assert house.people.refusal(load.MOVER, "SHA256:" + "B" * 43) == ""
    await house.close("")


def test_a_house_has_what_the_door_asks_for():
    from tui.house.visitor import AnyHouse

    house: AnyHouse = MadeUpHouse()
    assert all(hasattr(house, name) for name in ("app", "tables", "has_table", "close"))
