"""One client never gets more than a fair share of the server, whatever it sends; the others play on in between."""

from __future__ import annotations

import asyncio
import weakref
from contextvars import Context

import pytest

from tests.ssh.test_bad_guests import app_of, until
from tui.ssh import share
from tui.ssh.keys import LONGEST_PASTE, MOST_WAITING
from tui.ssh.share import ACTIVE, BURST, DEEPEST, LINGER, RATE, SHORT, SURCHARGE, Share, Shares, context_for, metered


class Clock:
    """Time that passes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def spend(found: Share, clock: Clock, seconds: float) -> None:
    """A step of a task that takes a while."""
    clock.now += seconds
    found.spend(seconds)


class Contested(Shares):
    """Others are always at work."""

    def is_contested(self, share: Share, since: float) -> bool:
        return True


# A share


def test_a_share_that_is_overdrawn_fills_up_again():
    clock = Clock()
    found = Share(Contested(), clock)
    while not found.wait():
        found.begin()
        spend(found, clock, SHORT)
    wait = found.wait()
    assert 0 < wait <= SHORT / RATE
    clock.now += wait
    assert found.wait() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("steps", [1, 100])
def test_a_long_event_costs_more_than_many_short_ones(steps):
    """However many steps it takes: it holds up the others for as long."""
    waits = []
    for events in (1, 10):
        clock = Clock()
        found = Share(Contested(), clock)
        found._own._left = 0.0
        for _ in range(events):
            found.begin()
            for _ in range(steps):
                spend(found, clock, 10 * SHORT / events / steps)
        waits.append(found.wait())
    long, short = waits
    assert short == pytest.approx(10 * SHORT / RATE - 10 * SHORT)
    assert long == pytest.approx(short + SURCHARGE * 9 * SHORT / RATE)


def test_a_share_is_overdrawn_up_to_a_limit():
    clock = Clock()
    found = Share(Contested(), clock)
    found.charge()
    spend(found, clock, 1000.0)
    assert found.wait() == pytest.approx(DEEPEST / RATE)


def test_nobody_waits_while_nobody_else_plays():
    shares, clock = Shares(), Clock()
    anna, bobby = shares.of("anna"), shares.of("bobby")
    for each in (anna, bobby):
        each._clock = clock
        each.charge()
    anna._own._since, anna._own._left = 0.0, -1.0
    clock.now += ACTIVE / 2
    assert anna.wait() > 0
    clock.now += ACTIVE
    assert anna.wait() == 0


def test_many_names_of_one_address_have_one_share_together():
    """Names are cheap: ten of them must not have ten times as much."""
    shares, clock = Shares(), Clock()
    bad = [shares.of(f"bad{number}", "203.0.113.7") for number in range(10)]
    good = shares.of("good", "198.51.100.1")
    for each in (*bad, good):
        each._clock = clock
    bad[0].place._since = good.place._since = good._own._since = clock.now
    good.begin()
    for each in bad:
        each._own._since = clock.now
        each.begin()
        spend(each, clock, BURST / 5)
    late = shares.of("late", "203.0.113.7")
    late._clock, late._own._since = clock, clock.now
    assert late.wait() > 0
    assert good.wait() == 0
    good.charged_until = -2 * ACTIVE  # names of one address have to wait only where others play
    assert late.wait() == 0


def test_one_name_of_an_address_is_served_at_a_time():
    """Otherwise all of them would be as soon as there is something left for one."""
    shares = Shares()
    anna, bobby, good = shares.of("anna", "a"), shares.of("bobby", "a"), shares.of("good", "b")
    good.begin()
    anna.holder = object()
    anna.begin()
    assert bobby.wait() > 0
    assert anna.wait() == 0
    anna.holder = None
    assert bobby.wait() == 0


def test_what_an_app_does_by_itself_is_not_charged():
    """Others who move and talk at the same table would use up the share of a player."""
    clock = Clock()
    found = Share(Contested(), clock)
    found.charge()
    clock.now += LINGER
    spend(found, clock, 10.0)
    assert not found.wait()
    assert found.steps == 1


def test_sessions_of_one_player_have_one_share_that_goes_with_the_last_of_them():
    shares = Shares()
    anna, bobby = shares.of("anna"), shares.of("bobby")
    assert shares.of("anna") is anna is not bobby
    known = weakref.ref(anna)
    del anna
    assert known() is None


async def test_steps_of_tasks_are_charged_to_the_share_of_their_context():
    loop = asyncio.get_running_loop()
    loop.set_task_factory(metered)
    mine, other = Share(), Share()

    async def inside() -> str:
        await asyncio.sleep(0)
        return "done"

    async def outside() -> str:
        return await loop.create_task(inside())

    assert await loop.create_task(outside(), context=context_for(mine)) == "done"
    assert mine.steps >= 4
    assert other.steps == 0
    assert await loop.create_task(inside(), context=Context()) == "done"


async def test_a_metered_task_fails_and_is_cancelled_like_any_other():
    loop = asyncio.get_running_loop()
    loop.set_task_factory(metered)
    seen = []

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("lost")

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    with pytest.raises(KeyError, match="lost"):
        await loop.create_task(fails(), context=context_for(Share()))
    task = loop.create_task(waits(), context=context_for(Share()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]


# Keys, sizes, pastes


async def test_an_app_that_never_rests_still_gets_keys(door):
    """A step in every look: something is animated."""
    async with door.guest() as anna:
        screen = await anna.enter()
        [session] = door.server.sessions
        stop = asyncio.Event()

        async def rest_never() -> None:
            while not stop.is_set():
                await asyncio.sleep(0)

        task = asyncio.get_running_loop().create_task(rest_never(), context=context_for(session._share))
        screen.press("ab")
        await screen.until("key 1 a")
        await screen.until("2 b")
        stop.set()
        await task


async def test_a_burst_of_keys_is_worked_on_between_the_frames_of_others(door):
    """All of them would be worked on before anybody else had a turn."""
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        screen = await anna.enter()
        screen.press("1u" * 128)
        await until(lambda: app_of(door, "anna").keys)
        other.press("h")
        await other.until("key 1 h")
        assert app_of(door, "anna").keys < 200
        await until(lambda: app_of(door, "anna").keys == 256)


@pytest.fixture
def exhausted(monkeypatch):
    """Nobody has more than one event, and then nothing for a very long time."""
    monkeypatch.setattr(Shares, "is_contested", Contested.is_contested)
    monkeypatch.setattr(share, "BURST", 1e-9)
    monkeypatch.setattr(share, "RATE", 1e-9)


async def test_a_player_who_has_had_their_share_waits_and_the_others_do_not(door, exhausted):
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other, screen = await bobby.enter(), await anna.enter()
        screen.press("abc")
        await screen.until("key 1 a")
        other.press("h")
        await other.until("key 1 h")
        assert app_of(door, "anna").keys == 1


async def test_a_second_session_gets_no_second_share(door, exhausted):
    async with door.guest() as anna:
        first, second = await anna.enter(), await anna.enter()
        first.press("a")
        await first.until("key 1 a")
        second.press("b")
        await second.quiet()
        assert sum(app.keys for app in door.house.apps) == 1


async def test_of_many_sizes_the_last_one_counts_when_it_is_ones_turn(door, monkeypatch):
    async with door.guest() as anna:
        screen = await anna.enter()
        [session] = door.server.sessions
        monkeypatch.setattr(session._share, "wait", lambda: 0.05)
        for width in range(200, 300):
            screen.process.change_terminal_size(width, 100)
            await asyncio.sleep(0.002)
        await until(lambda: session._driver._new_size == (299, 100) and session._driver._is_resized)
        assert app_of(door, "anna").size == (80, 24)
        monkeypatch.undo()
        await screen.until("299x100")
        assert screen.seen.count(b"size ") == 2


async def test_keys_that_wait_are_thrown_away_with_those_that_are_too_many(door, exhausted):
    """What is left of them would be taken for the beginning of what comes next."""
    async with door.guest() as anna:
        screen = await anna.enter()
        screen.press("a" + "b" * 100)
        await screen.until("key 1 a")
        [session] = door.server.sessions
        await until(lambda: session._driver._events)
        screen.press("j" * (MOST_WAITING + LONGEST_PASTE + 1))
        await until(lambda: not session._driver._events)
        assert not session._typed


@pytest.mark.parametrize("is_contested", [True, False])
async def test_who_comes_in_again_and_again_waits_only_while_others_play(door, monkeypatch, is_contested):
    """A first screen takes as long as many keys."""
    monkeypatch.setattr(Shares, "is_contested_elsewhere", lambda *_: is_contested)
    monkeypatch.setattr(door.server.limits, "enter", lambda *_: 3600.0)
    async with door.guest() as anna:
        screen = await anna.screen()
        await until(lambda: door.server.sessions)
        [session] = door.server.sessions
        if not is_contested:
            await screen.until("Welcome")
            return
        await asyncio.sleep(0)
        assert session.app is None
        session.task.cancel()
        await screen.end()
