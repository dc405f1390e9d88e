"""A key means what was on the screen of the one who pressed it, however others have changed a list meanwhile."""

import pytest

from tests.house.conftest import OPEN, act, quiet, until
from tests.house.test_screens import people
from tui.house import sight as seeing
from tui.house.lobby import LobbyScreen
from tui.house.record import Chair
from tui.house.sight import JUST_CHANGED, QUESTION, LastSeen, Meanings
from tui.house.table import HouseTableScreen
from tui.widgets.dialogs import Choosing, Confirming
from tui.widgets.lines import Lines


class Terminal:
    """What was sent, and a clock that stands still."""

    def __init__(self):
        self.sent, self.now = [], 100.0
        self.sight = LastSeen(self.sent.append, lambda: self.now)

    def answer(self, which=-1):
        column = int(QUESTION.fullmatch(self.sent[which])[1])
        self.sight.answered(column - 1)  # columns are counted from 0 here


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(seeing, "REACTION", 0.4)
    monkeypatch.setattr(seeing, "UNANSWERED", 1.5)
    return Terminal()


def test_a_change_counts_when_the_terminal_has_shown_it_and_people_have_read_it(terminal):
    terminal.sight.ask()
    terminal.answer()
    assert terminal.sight.is_settled
    terminal.sight.changed()
    terminal.now += 1000
    assert not terminal.sight.is_settled, "however slow the line is"
    terminal.answer()
    assert not terminal.sight.is_settled
    terminal.now += 0.5
    assert terminal.sight.is_settled


def test_the_answer_to_an_older_question_says_nothing_about_the_last_change(terminal):
    terminal.sight.changed()
    terminal.sight.changed()
    terminal.answer(0)
    terminal.now += 1
    assert not terminal.sight.is_settled
    terminal.answer()
    terminal.now += 1
    assert terminal.sight.is_settled


def test_a_terminal_that_never_answers_gets_some_time(terminal):
    terminal.sight.ask()
    terminal.sight.changed()
    terminal.now += 1
    assert not terminal.sight.is_settled
    terminal.now += 1
    assert terminal.sight.is_settled


def test_what_one_does_oneself_needs_no_answer(terminal):
    terminal.sight.changed()
    terminal.sight.settle()
    assert terminal.sight.is_settled


def test_a_key_is_good_if_it_means_the_same_on_every_list_that_may_be_on_the_screen():
    meanings = Meanings()
    meanings.start({"1": "north", "2": "south"})
    meanings.add({})
    meanings.add({"1": "north", "2": "east", "3": "pass"})
    assert meanings.agree("1", "north")
    assert not meanings.agree("2", "east")
    assert not meanings.agree("3", "pass"), "it was no key of a move before"
    assert not meanings.agree("", "north")
    meanings.start({"2": "east"})
    assert meanings.agree("2", "east")


# On screens


def slow(person):
    """Let somebody have a terminal on a line so slow that it has answered once and not since."""
    person.app.sight._answers = True


def see(person):
    """Let the terminal of somebody answer."""
    person.app.sight.answered(person.app.sight._turn)


async def test_a_number_whose_meaning_others_have_changed_makes_no_move(house, room):
    """What 1 stood for when it was pressed may be gone, or another thing."""
    async with people(house, "tom") as (tom,):
        screen = await tom.sit_at(room)
        slow(tom)
        act(room, "tom")  # on another screen of his: what is listed now are the uses of that card
        await until(lambda: screen._seen == room.table.number)
        await tom.settle()
        number = room.table.number
        assert screen.sitting.choices
        for key in ("1", "enter", screen.game.letter(screen.sitting.choices[-1].move) or "2"):
            await tom.press(key)
            assert room.table.number == number
            assert JUST_CHANGED in tom.text()
        await tom.press("escape", "1")
        assert room.table.number == number, "a key that only looks again changes nothing about that"
        see(tom)
        await tom.press("1")
        assert room.table.number == number + 1


async def test_a_number_that_means_the_same_as_before_is_taken_at_once(house, room):
    async with people(house, "tom") as (tom,):
        screen = await tom.sit_at(room)
        slow(tom)
        before = screen._by_key()
        quiet(room, "mira")
        await tom.settle()
        assert screen._by_key() == before
        number = room.table.number
        await tom.press("1")
        assert room.table.number == number + 1


async def test_a_key_that_comes_before_the_screen_has_followed_makes_no_move(house, room):
    """The table has moved, and nothing of it is drawn yet: what is listed is not what was seen."""
    async with people(house, "tom") as (tom,):
        screen = await tom.sit_at(room)
        slow(tom)
        made = []

        def at_once():
            act(room, "tom")
            made.append(room.table.number)
            screen._pressed = "1"
            screen.action_number(1)
            made.append(room.table.number)

        tom.app.call_later(at_once)
        await until(lambda: len(made) == 2)
        assert made[0] == made[1]
        await tom.settle()
        assert JUST_CHANGED in tom.text()


async def test_a_pass_that_would_mean_more_than_was_asked_is_not_made(house, room):
    async with people(house, "mira") as (mira,):
        await mira.sit_at(room)
        await mira.press("e")
        await mira.shows(Confirming)
        assert "Yainar can still act" in " ".join(mira.text().split())
        quiet(room, "tom")
        number = room.table.number
        await mira.press("y")
        await mira.shows(HouseTableScreen)
        assert room.table.number == number
        assert "moved on meanwhile" in mira.text()


async def test_enter_in_the_lobby_takes_what_was_pointed_at_or_nothing(house, open_room):
    chairs = {"nabo": Chair("person", "ida"), "yainar": OPEN}
    old = open_room(chairs)
    async with people(house, "tom") as (tom,):
        slow(tom)
        lines = tom.app.screen.query_one("#rooms", Lines)
        fresh = open_room(chairs)
        await tom.reads(fresh.code)
        assert [block.key for block in lines.blocks][1:] == [fresh.code, old.code]
        await tom.press("down", "enter")
        assert isinstance(tom.app.screen, LobbyScreen)
        assert JUST_CHANGED in tom.notes()
        see(tom)
        await tom.press("down", "enter")
        await tom.shows(Choosing)
        assert f"Table {old.code}" in tom.text()
        await tom.press("escape")
        another = open_room(chairs)
        await tom.reads(another.code)
        await tom.press("enter")
        await tom.shows(Choosing)
        assert f"Table {old.code}" in tom.text(), "what is pointed at stays so"
