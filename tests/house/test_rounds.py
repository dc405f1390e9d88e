"""Screens that follow a table are drawn one at a time, and those of one address in turn with everybody else's."""

from __future__ import annotations

import asyncio

from tui.house import rounds
from tui.house.rounds import Rounds


async def test_one_screen_is_drawn_at_a_time():
    house = Rounds()
    mine, other = house.of("a"), house.of("b")
    over = await mine.turn()
    waiting = asyncio.ensure_future(other.turn())
    await asyncio.sleep(0)
    assert not waiting.done()
    over()
    over()
    (await waiting)()


async def test_addresses_take_turns_however_many_screens_one_of_them_has():
    """Forty screens of one person that follow a table of their own do not hold up a player."""
    house = Rounds()
    bad, good = house.of("bad"), house.of("good")
    drawn: list[str] = []

    async def draw(name: str, place: rounds.Place) -> None:
        over = await place.turn()
        drawn.append(name)
        over()

    screens = [asyncio.ensure_future(draw("bad", bad)) for _ in range(40)]
    await asyncio.sleep(0)
    await draw("good", good)
    assert drawn.index("good") <= 2
    await asyncio.gather(*screens)
    assert len(drawn) == 41


async def test_a_screen_that_is_never_drawn_holds_up_nobody(monkeypatch):
    """Its client may read nothing any more."""
    monkeypatch.setattr(rounds, "LONGEST", 0.0)
    house = Rounds()
    place = house.of("a")
    await place.turn()
    await place.turn()
    await house.of("b").turn()


async def test_nobody_is_held_up_by_a_screen_that_is_gone_before_its_turn():
    house = Rounds()
    place = house.of("a")
    over = await house.of("b").turn()
    waiting = asyncio.ensure_future(place.turn())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    over()
    (await place.turn())()


async def test_screens_rest_only_where_another_address_is_here(monkeypatch):
    house, rests = Rounds(), list[float]()
    loop = asyncio.get_running_loop()
    later = loop.call_later
    monkeypatch.setattr(loop, "call_later", lambda when, *do, **more: rests.append(when) or later(0, *do, **more))
    place = house.of("a")
    (await place.turn())()
    assert rests[-1] == 0
    other = house.of("b")
    (await place.turn())()
    assert rests[-1] > 0
    del other
    (await place.turn())()
    assert rests[-1] == 0
