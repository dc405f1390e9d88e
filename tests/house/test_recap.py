"""A player who comes back to a room sees what happened since they last looked, also after a restart of the house."""

import msgspec

from tests.house.conftest import SETUP, act, quiet, until
from tests.house.test_screens import people
from tui.house.house import House
from tui.house.record import Chair
from tui.house.table import HouseTableScreen
from tui.play.playback import in_recap
from tui.play.recap import recap
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Reading
from tui.widgets.log import LogLines


async def comes_back(house, room, seen):
    """Tom opens his table again, and is shown what came after the moves that he has seen."""
    async with people(house, "tom") as (tom,):
        tom.app.settings.pace = "stepped"
        screen = await tom.sit_at(room)
        await until(lambda: screen.shown is not None)
        await tom.settle()
        steps = in_recap(recap(room.table, "yainar", seen).moments, screen.game)
        assert len(steps) > 1
        assert [step.entry for step in screen.playing] == [step.entry for step in steps]
        assert all(step.view == room.table.rules.view(step.view, "yainar") for step in screen.playing)
        await tom.press("escape")
        assert not screen.playing
        assert screen.sitting.asked or room.table.ask is None
        await tom.press("l")
        assert room.record.looked["tom"] == room.table.number
    async with people(house, "tom") as (tom,):
        tom.app.settings.pace = "stepped"
        screen = await tom.sit_at(room)
        await until(lambda: screen.shown is not None)
        assert not screen.playing, "it is told once"


async def until_yainar_is_asked_alone(room):
    """Mira plays a card to its end, and passes."""
    act(room, "mira")
    while room.table.ask.seats != ("yainar",):
        quiet(room, "mira") if len(room.table.ask.seats) > 1 else act(room, "mira")


async def test_who_was_away_sees_what_happened(house, open_room):
    room = open_room(setup=msgspec.structs.replace(SETUP, options=("private-hands",)))
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("l")
    seen = room.record.looked["tom"]
    assert seen == room.table.number
    await until_yainar_is_asked_alone(room)
    await comes_back(house, room, seen)


async def test_what_was_shown_to_a_line_that_broke_counts_as_not_seen(house, room):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("l")
        seen = room.table.number
        await until_yainar_is_asked_alone(room)
        await tom.settle()
        assert tom.app.screen.table.number == room.table.number
    assert room.record.looked["tom"] == seen
    await comes_back(house, room, seen)


async def test_the_house_remembers_it_over_a_restart(house, room, tmp_path):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("l")
    seen = room.table.number
    await until_yainar_is_asked_alone(room)
    await house.close("The house closes.")
    again = House(tmp_path / "house")
    for name in ("mira", "tom"):
        again.people.claim(name, "SHA256:" + name[0] * 43)
    again.start()
    try:
        found = again.rooms[room.code]
        assert found.record.looked == {"tom": seen}
        await comes_back(again, found, seen)
    finally:
        await again.close("The house closes.")


async def test_who_watches_is_told_nothing_and_nothing_is_noted(house, room):
    await until_yainar_is_asked_alone(room)
    async with people(house, "eve") as (eve,):
        await eve.sit_at(room)
        assert not eve.app.screen.playing
        await eve.press("l")
        assert "eve" not in room.record.looked


async def test_a_move_that_is_taken_back_was_not_seen(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        await tom.sit_at(room)
        quiet(room, "mira")
        await tom.settle()
        await tom.press("l")
        assert room.record.looked["tom"] == 2
        room.take_back("mira")
        assert room.record.looked["tom"] == 1


async def test_who_gives_up_a_seat_is_forgotten(house, room):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("l")
        assert room.record.looked == {"tom": 1}
        room.stand_up("tom", "yainar")
    assert room.record.looked == {}


async def test_a_game_that_goes_on_is_watched_again_through_ones_own_seats(house, open_room):
    setup = msgspec.structs.replace(SETUP, seats=("nabo", "yainar", "akezan"), options=("private-hands",))
    chairs = {"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom"), "akezan": Chair("person", "mira")}
    room = open_room(chairs, setup=setup)
    while not any(move.passes for move in room.table.moves("nabo")):
        room.table.submit("nabo", room.table.moves("nabo")[0])
        room.delay.note()
    async with people(house, "mira", "eve") as (mira, eve):
        for person, seats in ((mira, {"nabo", "akezan"}), (eve, set())):
            await person.sit_at(room)
            await person.press("escape")
            screen = person.app.screen
            with person.app._context():
                screen.post_message(LogLines.Watched(screen.log_lines, screen.sitting.entries[0]))
            theatre = await person.shows(TheatreScreen)
            (watcher,) = theatre.replay.watchers
            assert set(watcher.seats) == seats
            assert not any(each.open for each in theatre.replay.watchers)
            await person.press("v", "b")
            assert isinstance(person.app.screen, TheatreScreen)


async def test_a_missed_round_is_a_list_for_who_watches_nothing_step_by_step(house, room):
    """Not a paragraph of twenty sentences that takes the lines of the hand and is cut."""
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("l")
    now = room.table.rules.round_of(room.table.state)
    while room.table.rules.round_of(room.table.state) == now:
        quiet(room, room.asked_people[0])
    async with people(house, "tom") as (tom,):
        await tom.press("down", "enter")
        window = await tom.shows(Reading)
        lines = window._text.plain.splitlines()
        assert len(lines) > 3
        assert all(line.startswith(tom.app.screen_stack[-2].signs.dot) for line in lines)
        screen = tom.app.screen_stack[-2]
        assert lines[3].split(maxsplit=1)[1] not in screen.told
        await tom.press("escape")
        await tom.shows(HouseTableScreen)
