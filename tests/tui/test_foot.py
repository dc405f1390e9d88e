"""The foot of a table: what is asked, and keys that everybody can find; and the help that tells all of them."""

import random

import pytest
from rich.text import Text
from textual.widgets._toast import Toast

from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.screens.table import TableScreen
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Choosing, Reading
from tui.widgets.lines import Lines
from tui.widgets.prompt import Prompt

pytestmark = pytest.mark.usefixtures("home")


def foot(prompt: Prompt) -> list[str]:
    """The lines of a prompt."""
    return [prompt.render_line(y).text.strip() for y in range(prompt.size.height)]


def keys_of(prompt: Prompt) -> list[str]:
    """The keys with their words."""
    return foot(prompt)[-1].split("  ")


# Keys


async def test_every_key_has_a_word_and_the_others_are_left_to_the_help_where_room_is_short():
    app = app_at(opened())
    async with app.run_test(size=SMALL):
        told = keys_of(table_screen(app).prompt)
        assert told[-4:] == ["u back", "e end", "h hint", "? more"]
        assert all(" " in each for each in told)


async def test_every_key_of_the_log_has_a_word_where_room_is_short():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("l")
        assert keys_of(table_screen(app).prompt)[-3:] == ["Enter show", "w watch", "/ filter"]
        table_screen(app).log_lines.narrow("cards")
        await pilot.pause()
        assert "esc all lines" in keys_of(table_screen(app).prompt)


async def test_all_keys_are_told_where_there_is_room():
    app = app_at(opened())
    async with app.run_test(size=ROOMY):
        told = keys_of(table_screen(app).prompt)
        assert {"u take back", "q leave", "/ list", "p forecast", "s story", "? keys"} <= set(told)


async def test_every_key_of_the_theatre_has_a_word_where_room_is_short():
    app = app_at(None, opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TheatreScreen)
        told = foot(app.screen.prompt)[-1]
        assert told.endswith("line  space play  b continue  ? more")
        assert "Pg" not in told


# The help


async def test_what_is_left_to_the_help_can_be_picked_there_by_mouse():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("question_mark")
        lines = app.screen.query_one(Lines)
        place = next(place for place, block in enumerate(lines.blocks) if block.key == "forecast")
        await pilot.press(*["down"] * place)
        row = lines._starts[place] - lines.scroll_offset.y
        await pilot.click(offset=(lines.region.x + 4, lines.region.y + row))
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        assert "If everybody passed now" in app.screen._text.plain


async def test_what_is_left_to_the_help_of_the_theatre_can_be_picked_there():
    app = app_at(None, opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        theatre = app.screen
        assert isinstance(theatre, TheatreScreen)
        seen = theatre.seen
        await pilot.press("question_mark")
        lines = app.screen.query_one(Lines)
        place = next(place for place, block in enumerate(lines.blocks) if block.key == "eyes")
        await pilot.press(*["down"] * place, "enter")
        await pilot.pause()
        assert app.screen is theatre
        assert theatre.seen != seen


async def test_enter_closes_the_help_and_does_nothing_else():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("question_mark", "enter")
        await pilot.pause()
        assert app.screen is table_screen(app)
        assert table_screen(app).table.number == 1


# Windows


async def test_a_filter_that_nothing_fits_says_so_and_chooses_nothing():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("slash", *"xyzzy")
        assert app.screen.query_one(Lines).blocks[0].text.plain == "Nothing has these words."
        await pilot.press("enter")
        assert isinstance(app.screen, Choosing)
        await pilot.press("escape")
        assert table_screen(app).table.number == 1


async def test_a_text_is_not_drawn_before_its_width_is_known(monkeypatch):
    """One letter above the other, for the length of a frame, looks like a mistake."""
    widths = set()
    wrap = Lines._append
    monkeypatch.setattr(Lines, "_append", lambda self, *rest: (widths.add(self._width), wrap(self, *rest)))
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        await pilot.pause()
    assert not widths & set(range(1, 20))


# The question


def ask(screen: TableScreen, words: str, told: str = "") -> None:
    """Ask something else than the table does, which then no longer asks anything by itself."""
    screen._show_prompt = lambda: None
    screen.write_prompt(Text(f" {words}"), screen.prompt.keys, Text(told) if told else None)


@pytest.mark.parametrize("told", ["", "Something was revealed. " * 6])
async def test_a_long_question_is_whole(told):
    app = app_at(opened())
    words = "Tambatro: Letters from Home. How much of the 4 damage do you take off Stone-hurler (cog), who is hurt?"
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        ask(table_screen(app), words, told)
        await pilot.pause()
        lines = foot(table_screen(app).prompt)
        assert " ".join(lines[-3:-1]) == words
        assert not told or lines[0].startswith("Something was revealed.")


async def test_the_hand_keeps_its_lines_while_one_plans_and_something_is_told():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        ask(table_screen(app), "Which one?", "Something was revealed. " * 10)
        await pilot.pause()
        assert table_screen(app).hands.size.height == 6
        assert len(foot(table_screen(app).prompt)) == 6


async def test_what_is_too_long_for_the_prompt_opens_in_a_window_once():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        words = "Something was revealed. " * 30
        screen._news = (screen.table.number, screen.sitting.front, words)
        screen._show_prompt()
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        assert app.screen._text.plain == words
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        assert app.screen is screen


@pytest.mark.parametrize("size", [(64, 20), SMALL, ROOMY])
async def test_a_note_is_whole_with_the_path_of_a_file(size):
    app = app_at(opened())
    path = "/people/somebody/with/a/long/name/.local/share/parley/saves/exports/order-in-chaos-of-last-week-1.svg"
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        app.notify(f"The screen is here, and it is quite a long way to it: {path}")
        await pilot.pause()
        await pilot.pause()
        toast = app.screen.query_one(Toast)
        told = "".join(toast.render_line(y).text.strip() for y in range(toast.size.height))
        assert path in told


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_nothing_that_is_told_or_asked_is_cut_all_game_long(size):
    """Horrors, orders, dice and reminders: each is whole above its question, or opens in a window."""
    app = app_at(opened("lost-in-the-jungle", "nabo,yainar,tambatro,akezan", seed=5))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen, dice = table_screen(app), random.Random(4)
        for _ in range(50):
            screen._make(dice.choice(screen.sitting.choices))
            await pilot.pause()
            opened_whole = isinstance(app.screen, Reading) and app.screen._text.plain == screen.told
            if app.screen is not screen:
                await pilot.press("enter")
            words = " ".join(foot(screen.prompt)[:-1])
            assert opened_whole or screen.told in words
            assert opened_whole or screen._question()[0] in words
            assert size == SMALL or not any("..." in strip.text for strip in screen.hands._lines)
