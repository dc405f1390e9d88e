"""Standing by in a house: one's own sign and key, and it survives a restart."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused
from engine.core.kinds import Setup
from tests.house.test_screens import people
from tests.made_up import moves
from tui.house.house import House
from tui.house.record import Chair, read_record
from tui.house.sitting import RoomSitting
from tui.widgets.dialogs import Reading

NAMES = {"amber": "mira", "jade": "tom", "violet": "ann"}
SETUP = Setup(game="marsh-lights", scenario="ford", seats=tuple(NAMES), seed=1)
SIGN = "Violet stands by until the attack is over."


@pytest.fixture
def room(marsh_lights, open_room):
    """ann is asked in a window of an attack."""
    room = open_room({seat: Chair("person", name) for seat, name in NAMES.items()}, setup=SETUP)
    table = room.table
    brute = next(item for item, face in table.state.faces.items() if face == "amber.brute")
    for seat in NAMES:
        room.submit(NAMES[seat], seat, moves.Bid(0), table.question)
    for seat, move in (("amber", moves.Send(brute)), ("amber", moves.Attack("jade-1")), ("jade", moves.GoOn())):
        room.submit(NAMES[seat], seat, move, table.question)
    assert table.asked == ("violet",)
    return room


def stands_by(room):
    sitting = RoomSitting(room, "ann")
    sitting.make(next(each for each in sitting.choices if each.scope))
    return sitting


def rolls_again(room):
    room.submit("mira", "amber", moves.RollAgain(), room.table.question)


async def test_only_the_one_who_stands_by_sees_it_and_ends_it(room):
    sitting = stands_by(room)
    assert sitting.told_standing == SIGN
    assert RoomSitting(room, "mira").told_standing == RoomSitting(room, "eve").told_standing == ""
    with pytest.raises(Refused):
        room.ask_again("mira", ["violet"])
    assert "is asked again" in sitting.ask_again()
    rolls_again(room)
    assert room.table.asked == ("violet",)


async def test_taking_the_pass_back_ends_it(room):
    stands_by(room)
    room.take_back("ann")
    assert room.table.asked == ("violet",)


async def test_a_seat_that_changes_hands_does_not_stand_by(room):
    stands_by(room)
    room.seat_bot("ann", "violet", "easy")
    assert room.standing.scope_of("violet") == ""


async def test_it_survives_a_restart_of_the_house(room, house):
    stands_by(room)
    assert read_record(room.path).standing["violet"].scope == "attack"
    await house.close("The house closes.")
    second = House(house.folder)
    try:
        back = second.rooms[room.code]
        assert RoomSitting(back, "ann").told_standing == SIGN
        rolls_again(back)
        assert (back.table.steps[-1].seat, back.table.steps[-1].move) == ("violet", moves.GoOn())
    finally:
        await second.close("The house closes.")


async def test_its_end_survives_a_restart_of_the_house(room, house):
    stands_by(room).ask_again()
    await house.close("The house closes.")
    assert House(house.folder).rooms[room.code].standing.kept == {}


async def test_the_key_and_the_sign_on_a_shared_table(room, house):
    async with people(house, "ann", "mira") as (ann, mira):
        for person in (ann, mira):
            await person.sit_at(room)
            while isinstance(person.app.screen, Reading):  # what happened meanwhile
                await person.press("escape")
        screen, other = ann.app.screen, mira.app.screen
        number = next(place for place, each in enumerate(screen.sitting.choices, 1) if each.scope)
        await ann.press(str(number))
        await ann.reads(SIGN)
        assert "X" in [key.key for key in screen.prompt.keys]
        assert "X" not in [key.key for key in other.prompt.keys]
        await ann.press("X")
        await ann.reads("Violet is asked again from now on.")
        assert room.standing.kept == {}
