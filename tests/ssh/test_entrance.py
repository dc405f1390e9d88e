"""A crowd comes in a few at a time, and nobody keeps the next one out."""

from __future__ import annotations

import asyncio

from tests.ssh.conftest import opened
from tui.ssh import entrance
from tui.ssh.entrance import AT_ONCE, Entrance


async def waiting(door: Entrance) -> asyncio.Task:
    """Somebody who has come as far as they can."""
    task = asyncio.create_task(door.turn())
    for _ in range(5):
        await asyncio.sleep(0)
    return task


async def test_the_next_one_comes_in_when_somebody_is_in():
    door = Entrance()
    first = [await door.turn() for _ in range(AT_ONCE)]
    second, third = await waiting(door), await waiting(door)
    assert not second.done()
    first[0]()
    first[0]()  # told twice, for one place
    async with asyncio.timeout(90):
        await second
    await asyncio.sleep(0)
    assert not third.done()
    third.cancel()
    for over in (*first, second.result()):
        over()
    again = [await waiting(door) for _ in range(AT_ONCE)]
    assert all(task.done() for task in again)


async def test_nobody_is_kept_out_by_one_whose_screen_never_comes(monkeypatch):
    monkeypatch.setattr(entrance, "LONGEST", 0.01)
    door = Entrance()
    async with asyncio.timeout(90):
        for _ in range(3 * AT_ONCE):
            await door.turn()


async def test_everybody_of_a_crowd_comes_in_also_if_some_hang_up(tmp_path, monkeypatch):
    monkeypatch.setattr(entrance, "LONGEST", 3600.0)
    async with opened(tmp_path / "house", patience=1000, sessions_per_player=20, channels=20) as door:
        async with door.guest() as anna:
            gone = await asyncio.gather(*(anna.screen() for _ in range(2 * AT_ONCE)))
            for screen in gone[::2]:
                screen.process.close()
            for screen in gone[1::2]:
                await screen.until("Welcome", 30)
        async with door.guest("bobby") as bobby:
            screens = await asyncio.gather(*(bobby.screen() for _ in range(3 * AT_ONCE)))
            for screen in screens:
                await screen.until("Welcome", 30)
