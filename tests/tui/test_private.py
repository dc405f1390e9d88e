"""What reaches into Textual's private parts: these tests fail when Textual changes them."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tests.tui.playing import ROOMY, app_at, opened, table_screen
from tui.private import Forgetful, Inks, Pieces, Piecewise, Shown, Sparing, _spans, change

RED, BLUE = Style.parse("#ff0000 on #000000"), Style.parse("#0000ff on #000000")


@pytest.fixture
def shown():
    screen = Shown()
    screen.fit(Size(10, 2), ColorSystem.TRUECOLOR)
    return screen


def line(shown: Shown, *pieces: tuple[str, Style], y: int = 0, x: int = 0) -> str:
    return shown.update([(y, x, shown.inks.cells([Segment(text, style) for text, style in pieces]))])


def test_what_is_shown_already_is_not_sent_again(shown):
    assert "abc" in line(shown, ("abc", RED))
    assert line(shown, ("abc", RED)) == ""
    assert line(shown, ("abX", RED)) == "\x1b[1;3H\x1b[38;2;255;0;0;48;2;0;0;0mX\x1b[0m"


def test_everything_is_sent_again_after_somebody_else_wrote_on_the_terminal(shown):
    line(shown, ("abc", RED))
    shown.forget()
    shown.fit(Size(10, 2), ColorSystem.TRUECOLOR)
    assert "abc" in line(shown, ("abc", RED))


def test_only_what_changes_between_two_looks_is_told(shown):
    assert line(shown, ("a", RED), ("b", BLUE)) == ("\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma\x1b[38;2;0;0;255mb\x1b[0m")


def test_the_ink_of_an_empty_cell_does_not_matter(shown):
    line(shown, ("   ", RED))
    assert line(shown, ("   ", BLUE)) == ""
    assert line(shown, ("   ", BLUE + Style(reverse=True))) != ""


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        (("1", "", ""), ("", "", ""), "\x1b[22m"),
        (("1;2", "", ""), ("1", "", ""), "\x1b[22;1m"),
        (("", "31", ""), ("4", "31", "41"), "\x1b[4;41m"),
        (("7", "31", "41"), ("", "", ""), "\x1b[27;39;49m"),
        (("1", "31", ""), ("1", "31", ""), ""),
    ],
)
def test_attributes_end_one_by_one(old, new, codes):
    assert change(old, new) == codes


def test_a_wide_letter_goes_with_both_of_its_cells(shown):
    line(shown, ("ab\u4e16d", RED))
    assert "\u4e16" in line(shown, ("ab\u4e16d", BLUE))
    codes = line(shown, ("ab\u754cd", BLUE))
    assert codes.startswith("\x1b[1;3H")
    assert "d" not in codes


def test_without_colours_only_attributes_are_told():
    assert Inks(None).look(RED + Style(bold=True)) == ("1", "", "")


def test_sixteen_colours():
    assert Inks(ColorSystem.STANDARD).look(RED)[1] in ("31", "91")


def test_textual_still_makes_its_frames_of_these_parts():
    """The names that `Sparing` and `Piecewise` stand in for, with the arguments that they have."""
    assert LayoutUpdate([], Region()).strips == []
    chops = ChopsUpdate([{0: Strip([Segment("x")])}], [(0, 0, 1)], [[1]])
    assert (chops.spans, chops.chop_ends) == ([(0, 0, 1)], [[1]])
    assert App._display.__code__.co_varnames[:3] == ("self", "screen", "renderable")
    assert callable(ScrollView._scroll_update)


async def test_every_frame_of_an_app_goes_through_what_is_shown(home, monkeypatch):
    """Textual displays whole and partial updates by `_display`, and a screen draws with its own compositor."""
    kinds = set()
    monkeypatch.setattr(
        Sparing, "_display", lambda self, screen, update: kinds.add(type(update)) or App._display(self, screen, update)
    )
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        assert isinstance(screen._compositor, Piecewise)
        screen.board.focus()
        await pilot.pause()
        kinds.clear()
        await pilot.press("up", "down", "right")
        await pilot.pause()
        assert Pieces in kinds
        assert LayoutUpdate not in kinds, "a cursor move lays nothing out"


async def test_pieces_show_what_textual_shows(home):
    """A screen drawn piece by piece is the one that is drawn as a whole."""
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        screen.board.focus()
        await pilot.pause()
        board, whole = Shown(), Shown()
        compositor = screen._compositor
        drawn = []
        for each in (board, whole):
            each.fit(app.size, ColorSystem.TRUECOLOR)
        board.update(_spans(compositor.render_full_update(), board.inks))
        display = app._display
        app._display = lambda _, update: drawn.append(update) or display(_, update)
        await pilot.press("up", "right", "down", "tab", "m", "down")
        await pilot.pause()
        for update in filter(None, drawn):
            board.update(_spans(update, board.inks))
        whole.update(_spans(compositor.render_full_update(), whole.inks))
        assert board._rows == whole._rows


async def test_a_screen_below_an_opaque_one_is_not_drawn(home):
    """It is below a dialog, through which it shines."""
    app = app_at(opened())
    async with app.run_test() as pilot:
        await pilot.pause()
        table = app.screen
        assert app._background_screens == []
        assert not app.screen_stack[-2].is_current
        await pilot.press("question_mark")
        await pilot.pause()
        assert app.screen is not table
        assert table.is_current


def test_a_strip_keeps_none_of_its_pieces():
    """Every cache of a strip is the same one, which keeps nothing; what is cut and joined is right all the same."""
    strip = Strip([Segment("abc", RED), Segment("def", BLUE)])
    caches = [name for name in Strip.__slots__ if name.endswith("_cache") and name != "_render_cache"]
    assert len(caches) == 7
    assert all(isinstance(getattr(strip, name), Forgetful) for name in caches)
    for _ in range(2):
        assert strip.crop(2, 4).text == "cd"
        assert [part.text for part in strip.divide([1, 6])] == ["a", "bcdef"]
        assert strip.adjust_cell_length(8).text == "abcdef  "


async def test_the_rules_of_a_style_sheet_are_read_once_for_all_apps(home, monkeypatch):
    """Textual reads every rule by `_parse_rules`; an app with other colours has rules of its own."""
    read = []
    monkeypatch.setattr(
        Stylesheet,
        "_parse_rules",
        lambda *some, _real=Stylesheet._parse_rules, **more: read.append(some) or _real(*some, **more),
    )
    monkeypatch.setattr("tui.private._RULES", {})
    first, second = app_at(opened()), app_at(opened())
    async with first.run_test() as pilot:
        await pilot.pause()
    count = len(read)
    async with second.run_test() as pilot:
        await pilot.pause()
        assert count > 10
        assert len(read) == count
        assert second.stylesheet.rules == first.stylesheet.rules
        second.theme = "light"
        await pilot.pause()
        assert len(read) > count
