"""Asides in a house: any seat at any moment, as a rate of the game allows, and nobody wins time by them."""

from __future__ import annotations

import asyncio

import pytest

from engine.core.errors import Refused
from engine.core.kinds import Setup
from tests.house.conftest import until
from tests.house.test_screens import people
from tests.made_up import moves
from tui.house.house import House
from tui.house.record import Chair
from tui.house.sitting import RoomSitting
from tui.widgets.dialogs import Choosing, Confirming

HAIL = moves.Remark("hail")
MARSH = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=3)
CHAIRS = {"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}


@pytest.fixture
def marsh(marsh_lights, open_room):
    """mira plays amber and is to move, tom plays jade."""

    def opened(**more):
        room = open_room(CHAIRS, setup=MARSH, **more)
        for seat, name in (("amber", "mira"), ("jade", "tom")):
            room.submit(name, seat, moves.Bid(0), room.table.question)
        assert room.table.asked == ("amber",)
        return room

    return opened


def aside(room, name, move):
    """An aside from the list on somebody's screen."""
    sitting = RoomSitting(room, name)
    sitting.make(next(each for each in sitting.asides if each.move == move))


async def test_a_seat_that_is_not_asked_speaks_and_the_question_stays(marsh):
    room = marsh()
    asked = room.table.ask
    aside(room, "tom", HAIL)
    assert (room.table.steps[-1].seat, room.table.ask) == ("jade", asked)
    room.submit("mira", "amber", moves.Rest(), room.table.question - 1)


async def test_an_aside_that_is_no_more_possible_has_its_own_reason(marsh):
    room = marsh()
    sitting = RoomSitting(room, "tom")
    remarks = [each for each in sitting.asides if isinstance(each.move, moves.Remark)]
    sitting.make(remarks[0])
    with pytest.raises(Refused, match="said something in this round"):
        sitting.make(remarks[1])


async def test_nobody_speaks_for_somebody_else(marsh):
    room = marsh()
    with pytest.raises(Refused):
        room.submit("tom", "amber", HAIL, room.table.question)
    assert RoomSitting(room, "eve").asides == []


async def test_nobody_wins_time_by_an_aside(marsh):
    room = marsh(clock=60)
    now = asyncio.get_running_loop().time()
    for name, move in (("mira", HAIL), ("tom", HAIL)):
        room.clock.deadline = now + 20
        aside(room, name, move)
        assert room.clock.deadline == pytest.approx(now + 20, abs=5)
    room.take_back("mira")
    assert room.clock.deadline == pytest.approx(now + 20, abs=5)
    room.submit("mira", "amber", moves.Rest(), room.table.question)
    assert room.clock.deadline == pytest.approx(now + 60, abs=5)


async def test_a_table_ends_by_resigning(marsh):
    room = marsh()
    aside(room, "tom", moves.Resign())
    assert room.stands == "finished"
    assert room.table.outcome.winners == ("amber",)


async def test_an_aside_is_told_on_every_screen_and_takes_the_keyboard_from_nobody(marsh, house: House):
    room = marsh()
    async with people(house, "mira", "tom") as (mira, tom):
        mine, other = await mira.sit_at(room), await tom.sit_at(room)
        await mira.press("m", "down")
        focused, index = mine.focused, mine.lines("moves").index
        await tom.press("R")
        assert isinstance(tom.app.screen, Choosing)
        await tom.press(*"well met", "enter")
        assert tom.app.screen is other
        await until(lambda: "Jade says" in mine.log_lines.blocks[-1].text.plain)
        await mira.settle()
        assert (mine.focused, mine.lines("moves").index, index) == (focused, index, 1)
        assert mine.open_tab == "moves"


async def test_resigning_on_a_shared_table_asks_first(marsh, house: House):
    room = marsh()
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("R", *"resign", "enter")
        assert isinstance(tom.app.screen, Confirming)
        assert room.table.ask is not None
        await tom.press("y")
        await until(lambda: room.table.ask is None)


async def test_spectators_have_no_asides(marsh, house: House):
    room = marsh()
    async with people(house, "eve") as (eve,):
        screen = await eve.sit_at(room)
        assert not screen.offers("aside")
        await eve.press("R")
        assert eve.app.screen is screen
