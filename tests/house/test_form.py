"""The form of a new table of the house, for a game with options of every sort."""

from __future__ import annotations

import msgspec

from engine.core.kinds import Setup
from tests.house.test_screens import Person
from tui.house.house import Wish, listing
from tui.house.opening import OpeningScreen
from tui.house.record import OPEN, Chair
from tui.widgets.lines import Lines


async def opened(person, marsh_lights):
    """The form of Marsh Lights."""
    await person.press("n")
    screen = await person.shows(OpeningScreen) or person.app.screen
    while screen.draft is None:
        await person.settle()
    with person.app._context():
        screen.choose_game(marsh_lights.id)
    await person.settle()
    return screen


async def pick(person, screen, *key):
    with person.app._context():
        screen.query_one("#form", Lines).point_at(key)
    await person.press("enter")


async def test_options_of_every_sort_are_chosen_for_a_table_of_the_house(house, marsh_lights):
    async with Person(house, "mira").here((120, 40)) as mira:
        screen = await opened(mira, marsh_lights)
        for name in ("long-night", "moonrise", "sparks", "charm:jade"):
            await pick(mira, screen, "option", name)
        await mira.press("b")
        (room,) = house.rooms.values()
    assert room.table.setup.options == ("long-night", "moonrise", "sparks=many", "charm:jade=firefly")


async def test_a_scenario_for_three_brings_a_free_chair(house, marsh_lights):
    async with Person(house, "mira").here((120, 40)) as mira:
        screen = await opened(mira, marsh_lights)
        await pick(mira, screen, "scenario", "isle")
        assert screen.chairs == {"amber": "mine", "jade": "open", "violet": "open"}
        lines = [block.text.plain for block in screen.query_one("#form", Lines).blocks]
        assert "Violet: free for anybody" in lines
        await mira.press("b")
        (room,) = house.rooms.values()
    assert room.open_seats == ("jade", "violet")


def test_the_list_of_tables_says_what_was_chosen(house, marsh_lights):
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), options=("charm:jade=firefly",))
    setup = msgspec.structs.replace(setup, challenges=("dim",))
    house.open_room("mira", Wish(setup, {"amber": Chair("person", "mira"), "jade": OPEN}))
    assert "Dim, Jade's Charm: Firefly" in listing(house.listed("tom"), "tom")


async def test_each_person_reads_whether_they_won(house, marsh_lights):
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"))
    names = {"amber": "mira", "jade": "tom"}
    room = house.open_room("mira", Wish(setup, {seat: Chair("person", name) for seat, name in names.items()}))
    table = room.table
    while (ask := table.ask) is not None:
        seat = ask.seats[0]
        room.submit(names[seat], seat, table.rules.idlest(table.view(seat), ask, seat), table.question)
    [winner] = map(names.get, table.outcome.winners)
    [loser] = {*names.values()} - {winner}
    title = table.rules.seat_title(table.outcome.winners[0])
    said = {winner: "You won (", loser: "You lost (", "eve": f"{title} wins ("}
    for name, words in said.items():
        assert room.progress_for(name).lower().startswith(words.lower())
        async with Person(house, name).here() as person:
            await person.sit_at(room)
            await person.reads(words)
