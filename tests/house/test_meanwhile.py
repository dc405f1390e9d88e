"""What others do at a table while somebody is looking at it, or about to answer."""

import msgspec

from tests.house.conftest import act, answer, quiet, until
from tests.house.test_screens import people
from tui.house.table import HouseTableScreen
from tui.widgets.dialogs import Confirming


async def test_whoever_is_given_a_seat_is_told_so(house, room):
    async with people(house, "eve") as (eve,):
        screen = await eve.sit_at(room)
        room.enter("tom")
        room.hand_over("tom", "yainar", "eve")
        answer(room, "eve")
        await until(lambda: screen.sitting.seats == ("yainar",))
        await eve.settle()
        assert "You play Yainar now." in eve.notes()


async def test_a_pass_that_is_refused_is_not_tried_for_ever(house, room, monkeypatch):
    """The whole house would stand still: whoever stops the table while somebody confirms could do that."""
    submit, tried = room.submit, []

    def count(*told):
        tried.append(told)
        assert len(tried) < 5, "again and again"
        submit(*told)

    monkeypatch.setattr(room, "submit", count)
    async with people(house, "mira") as (mira,):
        await mira.sit_at(room)
        await mira.press("e")
        await mira.shows(Confirming)
        room.pause("tom")
        await mira.press("y")
        await mira.shows(HouseTableScreen)
        assert len(tried) == 1
        assert "The table is stopped" in mira.text()


async def test_a_playback_tells_how_far_behind_it_is_and_keeps_only_so_much(house, room, monkeypatch):
    monkeypatch.setattr("tui.house.table.MOST_TO_COME", 5)
    async with people(house, "mira") as (mira,):
        mira.app.settings = msgspec.structs.replace(mira.app.settings, pace="stepped")
        screen = await mira.sit_at(room)
        for _ in range(3):
            number = room.table.rules.round_of(room.table.state)
            while room.table.ask is not None and room.table.rules.round_of(room.table.state) == number:
                quiet(room, room.asked_people[0])
            await until(lambda: screen._seen == room.table.number)
        await until(lambda: screen.playing)
        assert len(screen.playing) <= 6
        assert room.playback_left > 0
        assert " behind" not in mira.text().splitlines()[0]
        monkeypatch.setattr(room.delay, "age", lambda number: 130.0)
        await mira.press("space")
        assert "2:10 behind" in mira.text().splitlines()[0]
        assert f"{len(screen.playing) - 1} to come" in mira.text()
        await mira.press("escape")
        assert not screen.playing
        assert room.playback_left == 0
        assert " behind" not in mira.text().splitlines()[0]


async def test_what_others_ask_opens_no_window_about_ones_own_news(house, room):
    """Together they may be more than the prompt has room for."""
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        screen = await tom.sit_at(room)
        quiet(room, "mira")
        act(room, "tom")
        await tom.settle()
        screen._news = (room.table.number, screen.sitting.front, "something new came to light " * 14)
        tom.app.call_later(screen._show_prompt)
        await tom.settle()
        assert tom.app.screen is screen
        await mira.press("u")
        await tom.reads("would like to take")
        assert tom.app.screen is screen
