"""A table of the house whose journal was altered on disk: the save is blamed, everybody is told, nothing is lost."""

from __future__ import annotations

import json

import pytest

from engine.core.errors import SaveError
from engine.core.kinds import Setup
from tests.house.conftest import until
from tests.house.test_screens import people
from tests.made_up import moves
from tests.tui.mutating import digested
from tui.house.house import House
from tui.house.record import Chair
from tui.house.room import FAULT
from tui.house.sitting import RoomSitting
from tui.play.opened import why_not_ours

MARSH = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=3)


def altered(path, change):
    """Change the last line of a journal, with checksums and digests made right again."""
    parsed = [json.loads(line) for line in path.read_bytes().splitlines()]
    change(parsed[-1])
    path.write_bytes(b"".join(line + b"\n" for line in digested(parsed, MARSH.game)))
    return path.read_bytes()


@pytest.fixture
async def reopened(marsh_lights, house, open_room):
    """A house that is opened again after somebody has put a fight of unknown walkers below amber's question."""
    found = []

    def make(jade=None, **more):
        chairs = {"amber": Chair("person", "mira"), "jade": jade or Chair("person", "tom")}
        room = open_room(chairs, setup=MARSH, **more)
        for seat in chairs:
            room.table.submit(seat, moves.Bid(0))
        assert room.table.asked == ("amber",)
        room.close()
        del house.rooms[room.code]

        def change(line):
            place = next(place for place, frame in enumerate(line["next"]) if frame["frame"] == "TakeTurn")
            line["next"][place] = {"frame": "Settle", "attacker": "amber-9", "target": "jade-9", "roll": 1}

        altered(room.opened.path, change)
        found.append(House(house.folder))
        return found[0].rooms[room.code]

    yield make
    for each in found:
        await each.close("The house closes.")


async def test_a_move_blames_the_save_and_tells_everybody(reopened):
    room = reopened()
    content, number = room.opened.path.read_bytes(), room.table.number
    with pytest.raises(SaveError, match="The save of this table was altered"):
        room.submit("mira", "amber", moves.Rest(), room.table.question)
    assert [said.words for said in room.talk.said] == [FAULT]
    assert (room.opened.path.read_bytes(), room.table.number) == (content, number), "what was there is kept"
    for name in ("mira", "tom", "eve"):
        assert RoomSitting(room, name).question == FAULT
        assert RoomSitting(room, name).choices == []
    with pytest.raises(SaveError, match="cannot go on"):
        room.submit("mira", "amber", moves.Rest(), room.table.question)
    assert len(room.talk.said) == 1


async def test_what_is_said_tells_nothing_of_what_is_hidden(reopened):
    """The difference quotes facts and frames; it is for the host."""
    room = reopened()
    with pytest.raises(SaveError) as caught:
        room.submit("mira", "amber", moves.Rest(), room.table.question)
    assert str(caught.value) == FAULT
    assert why_not_ours(room.opened) not in FAULT


async def test_the_mistake_of_a_bot_is_blamed_on_the_save_as_well(reopened, monkeypatch):
    room = reopened()
    room.record.chairs["amber"] = Chair("bot", "easy")

    async def first(table, seat, name, luck):
        return moves.Rest()

    monkeypatch.setattr(room.thinkers, "choose", first)
    room.start()
    await until(lambda: room.fault)
    await until(lambda: not room._tasks)
    assert [said.words for said in room.talk.said] == [FAULT]


async def test_no_clock_runs_at_a_table_that_cannot_go_on(reopened):
    room = reopened(clock=60)
    room.start()
    assert room.clock.deadline
    with pytest.raises(SaveError):
        room.submit("mira", "amber", moves.Rest(), room.table.question)
    assert not room.clock.deadline


async def test_a_mistake_of_ours_is_not_blamed_on_a_sound_save(marsh_lights, open_room, monkeypatch):
    room = open_room({"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}, setup=MARSH)

    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(type(room.table.rules), "take", fail)
    monkeypatch.setattr("engine.core.verify.verify", lambda *_: None)
    with pytest.raises(ZeroDivisionError):
        room.submit("mira", "amber", moves.Bid(0), room.table.question)
    assert room.fault == ""


async def test_everybody_reads_it_on_their_screen(reopened):
    room = reopened()
    house = room._on_change.__self__
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        await tom.sit_at(room)
        with mira.app._context():
            screen = mira.app.screen
            screen._make(next(each for each in screen.sitting.choices if each.move == moves.Rest()))
        for each in (mira, tom):
            await each.reads("so the game cannot go on")
        assert mira.app.is_running


async def test_a_screen_that_breaks_blames_the_save(reopened):
    """Somebody's screen cannot show the table: the words of the connection say why."""
    room = reopened()
    house = room._on_change.__self__
    async with people(house, "mira") as (mira,):
        await mira.sit_at(room)
        with mira.app._context():
            mira.app.tell_mistake(KeyError("opal"))
        assert mira.app._exit
        assert room.fault == FAULT
