"""What others at a table ask never takes the keyboard, and no key meant for something else answers it."""

import msgspec
from textual.widgets import Input

from tests.house.conftest import SETUP, act, quiet, until
from tests.house.test_screens import people
from tui.games.horrors_of_war.asked import LETTERS
from tui.house.lobby import LobbyScreen
from tui.house.table import HouseTableScreen
from tui.widgets.dialogs import Choosing, Typing

PRIVATE = msgspec.structs.replace(SETUP, options=("private-hands",))


async def test_a_question_of_others_leaves_what_is_typed_alone(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        await tom.sit_at(room)
        quiet(room, "mira")
        act(room, "tom")
        number = room.table.number
        await tom.press("T")
        await tom.shows(Typing)
        await tom.press("h", "e")
        await mira.press("u")
        await tom.reads("mira would like to take")
        assert isinstance(tom.app.screen, Typing)
        await tom.press("y", "enter")
        assert room.talk.said[-1].words == "hey"
        await tom.press("y", "n")
        assert room.taking_back is not None
        assert room.table.number >= number


async def test_nothing_is_chosen_beforehand_and_closing_answers_nothing(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        screen = await tom.sit_at(room)
        quiet(room, "mira")
        act(room, "tom")
        number = room.table.number
        await mira.press("u")
        await tom.reads("(A answers)")
        assert tom.app.screen is screen
        assert screen.prompt.keys[0].action == "answer"
        for way in ("enter", "escape"):
            await tom.press("A")
            await tom.shows(Choosing)
            await tom.press(way)
            assert tom.app.screen is screen
            assert room.taking_back is not None
        await tom.press("A", "down", "down", "enter")
        assert room.taking_back is None
        assert room.table.number == number
        assert "(A answers)" not in tom.text()
        await tom.press("A")
        assert "Nobody asks you anything." in tom.text()


async def test_a_stranger_asks_for_a_seat_and_gets_it(house, open_room):
    room = open_room(setup=PRIVATE)
    quiet(room, "mira")
    room.stand_up("tom", "yainar")
    async with people(house, "mira", "eve") as (mira, eve):
        await mira.sit_at(room)
        await eve.press("down", "enter")
        await eve.shows(Choosing)
        assert "Ask to sit down as Yainar" in eve.text()
        await eve.press("enter")
        await eve.shows(HouseTableScreen)
        await eve.reads("mira is asked whether you may play Yainar")
        await mira.reads("eve would like to play Yainar")
        await mira.press("A", "down", "enter")
        await eve.reads("You play Yainar now.")
        assert eve.app.screen.sitting.seats == ("yainar",)


async def test_a_seat_is_taken_by_the_one_it_is_offered_to(house, room):
    async with people(house, "tom", "eve") as (tom, eve):
        await tom.sit_at(room)
        await eve.sit_at(room)
        room.hand_over("tom", "yainar", "eve")
        await eve.reads("tom offers you the seat Yainar")
        assert room.person_of("yainar") == "tom"
        await eve.press("A", "down", "enter")
        assert room.person_of("yainar") == "eve"


async def test_an_answer_is_to_the_question_that_was_seen(house, room):
    """Another one that comes meanwhile waits its turn, and one that takes its place is looked at first."""
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        screen = await tom.sit_at(room)
        quiet(room, "mira")
        act(room, "tom")
        room.hand_on("mira", "tom")
        await tom.reads("mira offers you this table")
        room.take_back("mira")
        await until(lambda: len(room.questions("tom")) == 2)
        await tom.settle()
        tom.app.sight._answers = True  # a terminal that has answered once, and not since
        await tom.press("A")
        await tom.shows(Choosing)
        assert "mira offers you this table" in tom.text()
        await tom.press("escape")
        room.hand_over("mira", "nabo", "tom")  # she asks one thing at a time
        await tom.settle()
        assert "take" in screen.told
        await tom.press("A")
        assert tom.app.screen is screen
        assert "Something else is asked now" in tom.text()
        tom.app.sight.answered(tom.app.sight._turn)
        await tom.press("A", "down", "down", "enter")
        assert room.taking_back is None
        await tom.press("A")
        await tom.shows(Choosing)
        assert "mira offers you the seat Nabo" in tom.text(), "after one's own answer the next one may follow at once"


async def test_a_spectator_who_is_removed_is_back_in_the_lobby(house, room):
    async with people(house, "mira", "eve") as (mira, eve):
        await mira.sit_at(room)
        await eve.sit_at(room)
        await eve.press("T")
        await eve.shows(Typing)
        room.remove("mira", "eve")
        await eve.shows(LobbyScreen)
        assert "You were removed from that table." in eve.notes()
        assert not eve.app.screen.query(Input)
        await until(lambda: room.here["eve"] == 0)
        assert room.code not in eve.text()


def test_no_key_of_a_move_talks_or_answers():
    keys = {key for binding in HouseTableScreen.BINDINGS for key in binding.key.split(",")}
    assert not keys & set(LETTERS.values())
