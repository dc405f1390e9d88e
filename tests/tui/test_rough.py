"""Rough treatment: junk, keys held down, resize storms, clicks on nothing, no room, and mistakes of our own."""

from __future__ import annotations

import asyncio

import pytest
from rich.text import Text
from textual import events, work

from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.screens.crash import CrashScreen
from tui.screens.home import HomeScreen
from tui.screens.small import TooSmall
from tui.screens.table import TableScreen
from tui.widgets.dialogs import Choosing, Menu, Reading
from tui.widgets.lines import Lines

TINY = (40, 10)
JUNK = "\x00\x1b[999;999H\udcff\u202e" + "A" * 5000 + "\n\r\t" + "\U0001f600" * 50

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_a_paste_of_junk_changes_nothing(size):
    table = opened()
    app = app_at(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        number = table.table.number
        for key in ("", "slash"):
            if key:
                await pilot.press(key)
                await pilot.pause()
                assert isinstance(app.screen, Choosing)
            app.post_message(events.Paste(JUNK))
            await pilot.pause()
        await pilot.press("escape")
        assert table.table.number == number


@pytest.mark.parametrize("key", ["up", "down", "tab", "enter", "1", "m", "z", "u", "escape", "space", "x", "f5", "q"])
async def test_a_key_held_down_does_no_harm(key):
    """Some seconds of them at once, faster than anything can be drawn."""
    table = opened()
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(60):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()
    assert app.return_code in (0, None)


async def test_a_storm_of_sizes_ends_with_the_same_question():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        asked = table_screen(app).prompt.question.plain
        for number in range(20):
            await pilot.resize_terminal(20 + 37 * number % 180, 5 + 13 * number % 60)
        await pilot.resize_terminal(1, 1)
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert table_screen(app).prompt.question.plain == asked


async def test_clicks_on_nothing_and_outside_are_ignored():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        number = table.table.number
        for x, y in ((0, 0), (119, 0), (119, 39), (0, 4), (60, 1), (100, 29)):
            await pilot.click(offset=(x, y))
        for x, y in ((-1, -1), (500, 500), (0, 10_000)):
            for kind in (events.MouseDown, events.MouseMove, events.MouseUp, events.MouseScrollDown):
                app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await pilot.pause()
        assert table.table.number == number


# Too little room


async def test_a_tiny_terminal_is_told_so_and_the_game_goes_on_when_it_grows():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=TINY) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmall)
        await pilot.press("enter", "1", "e", "y")
        assert table.table.number == 1, "nothing is played blindly"
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert table_screen(app).prompt.question.plain


async def test_an_open_dialog_is_still_open_when_the_terminal_has_grown_again():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        await pilot.pause()
        await pilot.resize_terminal(*TINY)
        await pilot.pause()
        assert isinstance(app.screen, TooSmall)
        await pilot.resize_terminal(*ROOMY)
        await pilot.pause()
        assert isinstance(app.screen, Menu)


async def test_what_opens_while_there_is_no_room_does_not_bring_the_message_back():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(*TINY)
        await pilot.pause()
        table_screen(app).action_help()
        await pilot.pause()
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


# Keys and clicks that come too late


async def test_two_picks_in_a_window_close_it_and_nothing_else():
    """A double click, or Enter pressed twice on a slow line."""
    table = opened()
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.open_table(table)
        await pilot.pause()
        await pilot.press("e")
        lines = app.screen.query_one(Lines)
        lines.action_pick()
        lines.action_pick()
        await pilot.pause()
        await pilot.pause()
        assert app.screen is table_screen(app)
        assert table.table.state.round == 2


async def test_a_pick_that_comes_after_leaving_opens_nothing():
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.open_table(opened())
        await pilot.pause()
        await pilot.press("o")
        screen = table_screen(app)
        screen.action_leave()
        screen.post_message(Lines.Picked(screen.lines("orders"), screen.lines("orders").key))
        screen.action_leave()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_key_does_nothing_to_a_window_that_has_no_parts_yet():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.push_screen(Reading("A window", Text("words")))
        assert not app.screen.is_mounted
        assert not await app._check_bindings("enter", priority=True)
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        await pilot.press("enter")
        assert app.screen is table_screen(app)


# Mistakes of our own


class Broken(Exception):
    """Something that nobody foresaw; its words quote a card that is hidden."""


HIDDEN = "card r12 is on top of the deck"


def fail(*_):
    raise Broken(HIDDEN)


async def crashed(app):
    """Wait for the app to meet the mistake; `pilot.pause` may draw in its place, and would meet it instead."""
    for _ in range(1000):
        if isinstance(app.screen, CrashScreen) and app.screen.query("#what"):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the mistake was never told")


async def in_an_action(screen, pilot):
    screen.action_hint = fail
    await pilot.press("h")


async def in_a_message(screen, pilot):
    screen.board.focus()
    await pilot.pause()
    screen.choose_among = fail
    await pilot.press("enter")


async def in_drawing(screen, pilot):
    screen.board.render_line = fail
    screen.board.refresh()


async def in_a_worker(screen, pilot):
    @work
    async def think(self):
        fail()

    think(screen)


async def in_a_window(screen, pilot):
    """A window without its parts fails again when it is filled."""
    window = Reading("A window", Text("words"))
    window.compose = fail
    screen.app.push_screen(window)


@pytest.mark.parametrize("provoke", [in_an_action, in_a_message, in_drawing, in_a_worker, in_a_window])
async def test_a_mistake_is_told_with_the_save_and_a_report(home, provoke):
    table = opened()
    app = app_at(table)
    app.catches_mistakes = True
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await provoke(table_screen(app), pilot)
        await crashed(app)
        told = app.screen.query_one("#what").render().plain
        assert "Broken" in told
        assert str(table.path) in told.replace("\n", "")
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 1
    (report,) = (home / "reports").iterdir()
    text = report.read_text()
    assert "Broken" in text
    assert "in fail" in text
    assert "Parley" in text
    assert "r12" not in text, "the words of an error can tell hidden cards"


async def test_a_report_that_cannot_be_written_says_so(home):
    app = app_at(None)
    app.catches_mistakes = True
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.tell_mistake(Broken())
        await pilot.pause()
        home.mkdir(exist_ok=True)
        (home / "reports").write_text("in the way")
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be written" in app.screen.query_one("#done").render().plain


async def test_a_mistake_in_telling_a_mistake_ends_with_one_sentence(capsys):
    app = app_at(None)
    app.catches_mistakes = True
    app.tell_mistake = fail
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.call_later(fail)
        while app.is_running:
            await asyncio.sleep(0.01)
    assert app.return_code == 1
    assert "Something unforeseen happened: Broken" in capsys.readouterr().err
