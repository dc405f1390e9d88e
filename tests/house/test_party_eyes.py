"""Parties in a house: one person with several seats, and allies who share all, have one pair of eyes."""

from __future__ import annotations

import pytest

from engine.core.kinds import Setup
from tests.house.test_screens import people
from tests.made_up import moves
from tui.house.record import Chair
from tui.house.sitting import RoomSitting
from tui.screens.curtain import Curtain
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Reading
from tui.widgets.log import LogLines


@pytest.fixture
def opened(marsh_lights, open_room):
    """A room of Marsh Lights after the bids, with these people on its seats."""

    def make(scenario, *names):
        seats = marsh_lights.seat_names[: len(names)]
        setup = Setup(game=marsh_lights.id, scenario=scenario, seats=seats, seed=3)
        room = open_room({seat: Chair("person", name) for seat, name in zip(seats, names, strict=True)}, setup=setup)
        for number, (seat, name) in enumerate(zip(seats, names, strict=True)):
            room.submit(name, seat, moves.Bid(number % 2), room.table.question)
        return room

    return make


def bids(entries):
    return [entry.words for entry in entries if entry.fact < 0 and entry.words.startswith("Bid")]


async def test_the_log_of_a_person_with_two_seats_has_the_eyes_of_both(opened):
    room = opened("ford", "mira", "mira", "tom")
    assert bids(RoomSitting(room, "mira").entries) == ["Bid 0", "Bid 1", "Bid in secret"]
    assert bids(RoomSitting(room, "tom").entries) == ["Bid in secret", "Bid in secret", "Bid 0"]
    assert bids(RoomSitting(room, "eve").entries) == ["Bid in secret"] * 3
    assert not RoomSitting(room, "mira").has_secrets


async def test_allies_read_each_others_secrets_and_not_those_of_the_others(opened):
    room = opened("causeway", "mira", "tom", "ann", "bob")
    seats = room.table.setup.seats
    assert bids(RoomSitting(room, "mira").entries) == ["Bid 0", "Bid in secret", "Bid 0", "Bid in secret"]
    assert RoomSitting(room, "mira").view == RoomSitting(room, "ann").view
    assert set(RoomSitting(room, "ann").party) == {seats[0], seats[2]}


async def test_the_theatre_of_a_room_has_the_eyes_of_the_party_and_no_curtain(opened, house):
    room = opened("causeway", "mira", "tom", "ann", "bob")
    seats = room.table.setup.seats
    async with people(house, "mira", "tom", "eve") as (mira, tom, eve):
        for person, party in ((mira, set(seats[::2])), (tom, set(seats[1::2])), (eve, set())):
            await person.sit_at(room)
            while isinstance(person.app.screen, Reading):
                await person.press("escape")
            screen = person.app.screen
            with person.app._context():
                screen.post_message(LogLines.Watched(screen.log_lines, screen.sitting.entries[-1]))
            theatre = await person.shows(TheatreScreen)
            (watcher,) = theatre.replay.watchers
            assert set(watcher.seats) == party
            await person.press("v")
            assert not isinstance(person.app.screen, Curtain)
