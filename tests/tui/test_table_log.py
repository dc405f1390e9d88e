"""The log of the table: narrowed down by words, and a way back to any moment of the game."""

from __future__ import annotations

import pytest

from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.screens.table import TableScreen
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Typing

pytestmark = pytest.mark.usefixtures("home")
SIZES = pytest.mark.parametrize("size", [SMALL, ROOMY])


async def at_the_log(pilot):
    """Make a move and go to the log."""
    await pilot.pause()
    await pilot.press("1", "l")


async def narrow(pilot, words):
    await pilot.press("slash", *words, "enter")


def shown(screen):
    return [block.text.plain for block in screen.log_lines.blocks]


async def click_key(pilot, prompt, action):
    await pilot.pause()
    start = next(start for start, _, name in prompt._spots if name == action)
    await pilot.click(offset=(prompt.region.x + start, prompt.region.y + prompt.key_row))


@SIZES
async def test_typed_words_narrow_the_log_down_and_escape_shows_all_again(size):
    app = app_at(opened())
    async with app.run_test(size=size) as pilot:
        await at_the_log(pilot)
        screen = table_screen(app)
        every = shown(screen)
        await narrow(pilot, "nabo")
        assert shown(screen) == [line for line in every if "nabo" in line.casefold()] != every
        assert f'of {len(every)} lines have "nabo"' in screen.prompt.question.plain
        assert [block.head.plain for block in screen.log_lines.blocks if block.head] == [
            "Before the first round",
            "Round 1: adventurers",
        ]
        await pilot.press("escape")
        assert shown(screen) == every
        assert screen.log_lines.has_focus
        await pilot.press("escape")
        assert not screen.log_lines.has_focus, "the second Escape goes back to what is asked"


@SIZES
async def test_the_log_is_narrowed_down_by_mouse(size):
    app = app_at(opened())
    async with app.run_test(size=size) as pilot:
        await at_the_log(pilot)
        screen = table_screen(app)
        count = len(shown(screen))
        await click_key(pilot, screen.prompt, "log_filter")
        assert isinstance(app.screen, Typing)
        await pilot.press(*"nabo", "enter")
        assert 0 < len(shown(screen)) < count
        await click_key(pilot, screen.prompt, "log_all")
        assert len(shown(screen)) == count


async def test_words_that_no_line_has_are_told_so():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await at_the_log(pilot)
        await narrow(pilot, "zeppelin")
        assert shown(table_screen(app)) == []
        assert 'No line has "zeppelin"' in table_screen(app).prompt.question.plain
        await pilot.press("enter", "w", "down")
        assert isinstance(app.screen, TableScreen)


async def test_what_happens_later_is_narrowed_down_as_well():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await at_the_log(pilot)
        screen = table_screen(app)
        await narrow(pilot, "yainar")
        before = shown(screen)
        await pilot.press("u", "e", "y")
        assert all("yainar" in line.casefold() for line in shown(screen))
        assert len(shown(screen)) > len(before)


def is_in_sight(log):
    """Whether the chosen line is among those that are seen."""
    return log.scroll_offset.y <= log._starts[log.index] < log.scroll_offset.y + log.size.height


@SIZES
async def test_a_line_of_the_log_leads_to_its_moment_and_back(size):
    table = opened()
    app = app_at(table)
    async with app.run_test(size=size) as pilot:
        await at_the_log(pilot)
        screen = table_screen(app)
        asked, number = screen.sitting.question, table.table.number
        await pilot.press("up", "up", "w")
        await pilot.pause()
        theatre = app.screen
        assert isinstance(theatre, TheatreScreen)
        assert theatre.replay.entry == screen.log_lines.key
        log = theatre.log_lines
        for _ in range(20):  # until the panels have the sizes that the question leaves them
            if is_in_sight(log):
                break
            await pilot.pause()
        assert is_in_sight(log), "the log of the theatre shows the line"
        await pilot.press("left", "escape")
        assert app.screen is screen
        assert (screen.sitting.question, table.table.number) == (asked, number)
        await pilot.press("escape", "1")
        assert table.table.number == number + 1, "the table is still open for moves"


async def test_a_moment_is_watched_with_the_eyes_of_whoever_sits_there():
    """Hands are private, and somebody else could be next."""
    app = app_at(opened(options=("private-hands",)))
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("l", "w")
        await pilot.pause()
        theatre = app.screen
        assert isinstance(theatre, TheatreScreen)
        for _ in range(3):
            assert theatre.seen == "as Nabo saw it"
            await pilot.press("v")
        assert "still played" in theatre.prompt.question.plain


async def test_the_theatre_narrows_its_log_down_and_jumps_in_it():
    table = opened()
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await at_the_log(pilot)
        await pilot.press("home", "w")
        await pilot.pause()
        theatre = app.screen
        await pilot.press("l")
        await narrow(pilot, "nabo")
        await pilot.press("end", "enter")
        assert theatre.replay.entry == theatre.log_lines.key
        assert theatre.replay.place == theatre.replay.last
        await pilot.press("escape")
        assert len(shown(theatre)) == len(theatre.replay.entries)
        assert isinstance(app.screen, TheatreScreen)


async def test_a_panel_that_was_never_seen_is_not_wrapped(home):
    """At 80 by 24 the log is a tab: its lines are wrapped when it is opened for the first time, and all are there."""
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.pause()
        log = table_screen(app).log_lines
        assert log.blocks
        assert not log._lines
        await pilot.press("l")
        await pilot.pause()
        assert len(log._lines) >= len(log.blocks)
        assert log.render_line(log.size.height - 1).text.strip()


async def test_the_log_is_grouped_by_phases():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await pilot.press("e", "y")
        await pilot.pause()
        assert [block.head.plain for block in screen.log_lines.blocks if block.head] == [
            "Before the first round",
            "Round 1: adventurers",
            "Round 1: armies",
            "Round 1: status",
            "Round 2: adventurers",
        ]
