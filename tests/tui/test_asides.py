"""Asides on the screens and in plain mode: a list that is filtered by typing, at any moment, by any seat."""

from __future__ import annotations

import asyncio

import pytest
from textual.widgets import Input

from engine import registry
from engine.core.kinds import NOBODY
from tests.made_up import moves
from tests.tui.playing import ROOMY, SMALL, app_at
from tests.tui.test_bots_at_the_table import Pondering, opened
from tests.tui.test_made_up import marsh, seated, sit_down
from tests.tui.test_snapshots import SIZES, frozen
from tui.look import keys
from tui.play import saves
from tui.play.chairs import ANYBODY, BotTurns, Chair, Chairs
from tui.play.moments import entries
from tui.play.recap import recap
from tui.play.replay import Replay
from tui.play.sitting import Sitting
from tui.play.story import Watcher
from tui.screens.curtain import Curtain
from tui.screens.ending import EndScreen
from tui.widgets.dialogs import Choosing, Confirming, Menu
from tui.widgets.lines import Lines

__all__ = ["frozen"]
pytestmark = pytest.mark.usefixtures("marsh_lights", "frozen")

HAIL = moves.Remark("hail")
SAY, SAID = 'Say "Well met in the fog!"', 'Jade says: "Well met in the fog!"'


def turn_of_amber(seats="amber=me,jade=me"):
    """A table at which amber is to move; the bids are in."""
    table = opened(seats, game="marsh-lights")
    for seat in table.table.setup.seats:
        table.table.submit(seat, moves.Bid(0))
    return table


def listed(app):
    """The lines of the list that is open."""
    return [block.text.plain for block in app.screen.query_one(Lines).blocks]


# Pictures


@SIZES
def test_the_list_of_asides(snap_compare, size):
    assert snap_compare(app_at(marsh(20)), terminal_size=size, run_before=seated("R"))


@SIZES
def test_resigning_asks_first(snap_compare, size):
    typed = ("R", *"resign", "enter")
    assert snap_compare(app_at(marsh(20, seats=("amber", "jade"))), terminal_size=size, run_before=seated(*typed))


# At the table


async def test_an_aside_is_found_by_typing_and_leaves_the_question(marsh_lights):
    table = turn_of_amber("amber=me,jade=easy")
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        asked, focused, question = table.table.ask, screen.focused, screen.prompt.question.plain
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, Choosing)
        assert app.screen.query_one(Input).has_focus
        await pilot.press(*"offer", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert (table.table.steps[-1].seat, table.table.steps[-1].move) == ("amber", moves.OfferDraw())
        assert (table.table.ask, screen.prompt.question.plain) == (asked, question)
        assert screen.focused is focused, "an aside does not lead the keyboard elsewhere"


async def test_what_decides_the_game_asks_first():
    table = turn_of_amber("amber=me,jade=easy")
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await sit_down(pilot)
        number = table.table.number
        for answer in ("escape", "enter", "y"):
            assert table.table.number == number, "a second Enter resigns no more than Esc does"
            await pilot.press("R", *"resign", "enter")
            await pilot.pause()
            assert isinstance(app.screen, Confirming)
            await pilot.press(answer)
            await pilot.pause()
        assert table.table.outcome.winners == ("jade",)
        assert isinstance(app.screen, EndScreen)


async def test_both_seats_of_one_person_have_their_asides():
    """Jade is not asked, and speaks for all that; amber stays in front."""
    table = turn_of_amber()
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        await pilot.press("R")
        await pilot.pause()
        assert {line.partition(":")[0] for line in listed(app)} == {"Amber", "Jade"}
        await pilot.press(*'jade: say "well', "enter")
        await pilot.pause()
        assert (table.table.steps[-1].seat, table.table.steps[-1].move) == ("jade", HAIL)
        assert screen.sitting.front == "amber"


async def test_a_player_who_is_not_asked_comes_to_the_keyboard_to_speak():
    """Behind a curtain; the next one brings back the player who is asked."""
    table = turn_of_amber("amber=ann,jade=bob")
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await sit_down(pilot)
        assert {choice.seat for choice in screen.sitting.asides} == {"amber"}
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert app.screen.seat == "jade"
        await sit_down(pilot)
        assert screen.sitting.front == "jade"
        assert screen.shown == table.table.view("jade")
        await pilot.press("R", *"well met", "enter")
        await pilot.pause()
        assert (table.table.steps[-1].seat, table.table.steps[-1].move) == ("jade", HAIL)
        assert app.screen is screen
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert app.screen.seat == "amber"


async def test_an_aside_is_made_while_a_bot_thinks():
    table = turn_of_amber("amber=easy,jade=me")
    app = app_at(table, motion=False)
    app._thinkers = bots = Pondering()
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await bots.begun.wait()
        await pilot.press("R", *"well met", "enter")
        await pilot.pause()
        assert table.table.steps[3].move == HAIL
        bots.go.set()
        async with asyncio.timeout(60):
            while table.table.steps[-1].seat != "amber":
                await pilot.pause()


async def test_what_plays_by_itself_keeps_nobody_from_an_aside():
    """It is played after the rest."""
    table = turn_of_amber("amber=me,jade=easy")
    app = app_at(table, pace="step")
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        screen._play(screen.sitting.moments(2)[:1] * 2)
        await pilot.press("R", *"well met", "enter")
        await pilot.pause()
        assert table.table.steps[-1].move == HAIL
        assert len(screen.playing) == 3
        assert screen.playing[-1].entry.step == table.table.number - 1


async def test_the_key_is_in_help_and_palette_where_a_game_has_asides():
    app = app_at(marsh(0))
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        assert "Asides" in [each.title for each in app.get_system_commands(screen)]
        assert "R" in [key.key for key in screen.prompt.keys]
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Menu)
        assert [line for line in listed(app) if "outside what is asked" in line]


async def test_a_game_without_asides_has_no_key_for_them():
    app = app_at(opened("nabo=me,yainar=me"))
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        assert "Asides" not in [each.title for each in app.get_system_commands(screen)]
        assert not screen.offers("aside")


def test_the_key_can_be_replaced():
    keys.check("aside", "D", {})
    assert keys.keymap({"aside": "D"}) == {"aside": "D"}


def test_an_aside_gives_bots_no_turn():
    """Where all are asked, bots act after an action of a person, not after a remark."""
    rules = registry.game("marsh-lights")
    table = opened("amber=me,jade=easy", game="marsh-lights").table
    turns = BotTurns(table, Chairs({"amber": ANYBODY, "jade": Chair("bot", "easy")}))
    table.submit("amber", HAIL)
    assert turns.next == NOBODY
    table.submit("amber", rules.idlest(table.view("amber"), table.ask, "amber"))
    assert turns.next == "jade"


# Told to others


def test_theatre_and_recap_tell_an_aside_as_far_as_others_may_hear_it(monkeypatch):
    table = turn_of_amber("amber=me,jade=easy").table
    number = table.number
    table.submit("jade", HAIL)

    def words(seat):
        return [each.words for each in entries(Watcher(table.rules, seat), table.steps[number], number)]

    assert words("amber") == words("jade") == [SAY, SAID]
    assert [moment.entry.words for moment in recap(table, "amber", number).moments] == [SAID]
    assert SAY in [entry.words for entry in Replay(table).entries]
    monkeypatch.setattr(moves.Remark, "seen_by", lambda self, state, seat: None)
    assert words("amber") == [SAID]
    assert words("jade") == [SAY, SAID]
    assert SAY not in [entry.words for entry in Replay(table).entries], "a spectator watches at first"


def test_a_table_behind_the_curtain_offers_nobodys_asides():
    """Nobody has come to the keyboard yet."""
    table = turn_of_amber("amber=ann,jade=bob")
    sitting = Sitting(table.table, chairs=table.chairs)
    assert sitting.asides == []
    sitting.look_as("amber")
    assert {choice.seat for choice in sitting.asides} == {"amber"}


# Plain mode


@pytest.fixture
def plain(parley):
    def play(seats, typed):
        chosen = ("--plain", "--seed", "3", "--seats", seats)
        return parley("play", "marsh-lights", *chosen, typed=typed).out

    return play


def last_moves():
    return [(step.seat, step.move) for step in saves.open_save(saves.find("ford-1"), writing=False).table.steps[1:]]


def test_plain_mode_lists_asides_and_makes_one_by_number_or_words(plain):
    out = plain("amber=me,jade=easy", "aside\naside 1\naside offer\n")
    assert '1. Say "Well met in the fog!"' in out
    assert 'Amber says: "Well met in the fog!"' in out
    assert last_moves() == [("amber", HAIL), ("amber", moves.OfferDraw())]


def test_plain_mode_asks_before_what_decides_the_game(plain):
    out = plain("amber=me,jade=easy", "aside resign\nno\n")
    assert "Resign? That can decide the game at once." in out
    assert "Nothing was done." in out
    assert last_moves() == []


def test_plain_mode_resigns_after_yes(plain):
    assert "Jade" in plain("amber=me,jade=easy", "aside resign\nyes\n")
    assert last_moves() == [("amber", moves.Resign())]


def test_plain_mode_lets_another_player_speak_behind_the_curtain(plain):
    out = plain("amber=ann,jade=bob", '1\n1\naside jade\nsay "well\n')
    assert last_moves()[2:] == [("jade", HAIL)]
    assert out.index("Pass to Jade.") < out.index(SAID) < out.rindex("Pass to Amber.")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("aside sing", 'There is no aside "sing"; type aside for the list.'),
        ("aside 99", 'There is no aside "99"; type aside for the list.'),
        ("aside say", 'That is the start of several: Say "Well met'),
    ],
)
def test_plain_mode_says_what_is_wrong_with_an_aside(plain, typed, said):
    out = " ".join(plain("amber=me,jade=easy", f"{typed}\n").split())
    assert said in out
    assert last_moves() == []


def test_plain_mode_says_that_a_game_has_no_asides(parley):
    out = parley("play", "horrors-of-war", "--plain", typed="aside\nhelp\n").out
    assert "In this game nothing is said or done outside what is asked." in out
    assert "aside [WORDS]" in out
