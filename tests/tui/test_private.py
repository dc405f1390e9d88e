"""What reaches into Textual's private parts: these tests fail when Textual changes them."""

from __future__ import annotations

import logging
import sys
from importlib import import_module
from inspect import getattr_static
from types import MemberDescriptorType

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.paint import parts, private
from tui.paint.cells import Shown
from tui.paint.frames import Pieces, Piecewise, apart, spans_of
from tui.paint.keyboard import forget_apps
from tui.paint.private import Forgetful, Sparing


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
        board.update(spans_of(compositor.render_full_update(), board.inks))
        display = app._display
        app._display = lambda _, update: drawn.append(update) or display(_, update)
        await pilot.press("up", "right", "down", "tab", "m", "down")
        await pilot.pause()
        for update in filter(None, drawn):
            board.update(spans_of(update, board.inks))
        whole.update(spans_of(compositor.render_full_update(), whole.inks))
        assert board._rows == whole._rows


async def test_pieces_below_others_show_only_what_is_seen_of_them(home):
    """A change below something in front of it is cut around that, on every side; in front of all it is whole."""
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        compositor = table_screen(app)._compositor
        whole, pieces = Shown(), Shown()
        for each in (whole, pieces):
            each.fit(app.size, ColorSystem.TRUECOLOR)
        whole.update(spans_of(compositor.render_full_update(), whole.inks))
        compositor._dirty_regions.update({Region(3, 1, 110, 30), Region(0, 35, 200, 20)})
        parts = compositor.render_partial_update().parts
        pieces.update((y, x, pieces.inks.cells(strip)) for y, x, strip in parts)
        drawn = {(y, place) for y, x, strip in parts for place in range(x, x + strip.cell_length)}
        assert len(drawn) == sum(strip.cell_length for _, _, strip in parts), "nothing is drawn twice"
        assert drawn == {(y, x) for y in range(1, 31) for x in range(3, 113)} | {
            (y, x) for y in range(35, 40) for x in range(120)
        }
        assert all(pieces._rows[y][x] == whole._rows[y][x] for y, x in drawn)
        assert compositor.render_partial_update() is None


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
    strip = Strip([Segment("abc", Style(bold=True)), Segment("def", Style(dim=True))])
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
    monkeypatch.setattr("tui.paint.private._RULES", {})
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


def test_changes_that_are_far_apart_are_drawnapart():
    """By columns first, then by rows; lines that touch stay together."""
    space, near, line, next_line, aside = (
        Region(10, 2, 8, 4),
        Region(12, 5, 8, 4),
        Region(0, 18, 40, 1),
        Region(0, 19, 40, 1),
        Region(50, 2, 9, 1),
    )
    regions = {space, near, line, next_line, aside}
    columns = apart(regions, lambda region: (region.x, region.right))
    assert [set(group) for group in columns] == [{space, near, line, next_line}, {aside}]
    rows = apart(columns[0], lambda region: (region.y, region.bottom + 1))
    assert [set(group) for group in rows] == [{space, near}, {line, next_line}]


async def test_what_stands_as_it_was_is_not_drawn_again(monkeypatch):
    """Whoever watches with a hundred others draws the tracks when they change, and not for every move."""
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        drawn = []
        monkeypatch.setattr(Static, "update", lambda line, *rest, **more: drawn.append(line.id))
        screen = table_screen(app)
        screen._show_tracks()
        screen._show_heading(screen.shown)
        assert drawn == []
        screen._write("#tracks", Text("changed"))
        assert drawn == ["tracks"]


# Where Textual has changed


def test_all_parts_are_there():
    """Of the versions that pyproject.toml allows, this one has everything."""
    assert {piece: parts.missing(piece) for piece in parts.NEEDS} == {piece: [] for piece in parts.NEEDS}


@pytest.mark.parametrize(
    "part",
    ["textual.no:App", "textual.app:No", "textual.app:App._no", "textual.app:App()._no", "textual.app:No().x"],
)
def test_a_part_that_is_not_there_is_found_missing(part):
    assert parts.found_part(part) is None


class Closed:
    """A part that Textual still has for itself, and that `tui.paint` must do without.

    An override of the same name may pass the call on: a Textual without that part would not call the override.
    """

    def __init__(self, kind, name):
        self.real, self.name = getattr_static(kind, name, None), name

    def check(self):
        caller = sys._getframe(2)
        if caller.f_globals["__name__"].startswith("tui.paint") and caller.f_code.co_name != self.name:
            raise AttributeError(f"{caller.f_code.co_name} reaches for {self.name}, which is not there")

    def __get__(self, instance, owner=None):
        self.check()
        if hasattr(self.real, "__get__"):
            return self.real.__get__(instance, owner)
        if instance is None:
            return self.real
        try:
            return vars(instance)[self.name]
        except KeyError:
            raise AttributeError(self.name) from None

    def __set__(self, instance, value):
        self.check()
        vars(instance)[self.name] = value


def closed(part, monkeypatch):
    """Close a part of a class to `tui.paint`; what a module has by itself, or a class keeps in slots, stays open."""
    module, _, path = part.partition(":")
    owner, _, name = path.replace("()", "").partition(".")
    kind = getattr(import_module(module), owner)
    if name and not isinstance(getattr_static(kind, name, None), MemberDescriptorType):
        monkeypatch.setattr(kind, name, Closed(kind, name), raising=False)


@pytest.fixture
def without(monkeypatch):
    """Let Textual be one that has changed a private part, which its own code does not need any more either."""

    def take(part):
        real = parts.found_part
        monkeypatch.setattr(parts, "found_part", lambda each: None if each == part else real(each))
        closed(part, monkeypatch)
        parts.has.cache_clear()

    yield take
    parts.has.cache_clear()


@pytest.mark.parametrize("part", sorted({part for needed in parts.NEEDS.values() for part in needed}))
async def test_without_a_private_part_textual_does_it_its_own_way(home, without, caplog, part):
    """The table is shown and played all the same, and the log says once for each piece what is missing."""
    without(part)
    with caplog.at_level(logging.WARNING, "parley.paint"):
        app = app_at(opened())
        async with app.run_test(size=ROOMY) as pilot:
            await pilot.pause()
            screen = table_screen(app)
            private.hold(app)
            private.let_go(app)
            await pilot.press("up", "right", "l", "up", "question_mark", "escape", "e", "y")
            await pilot.pause()
            assert screen.table.number > 1
            assert isinstance(screen._compositor, Piecewise) == parts.has("pieces")
            assert isinstance(app.stylesheet, private.Sheet) == parts.has("sheets")
            app.catches_mistakes = True
            assert app._catches == parts.has("mistakes")
        assert bool(app.ended_nodes) == parts.has("nodes")
    for piece, needed in parts.NEEDS.items():
        assert parts.has(piece) == (part not in needed)
        told = [each for each in caplog.messages if part in each and f"its own {piece}" in each]
        assert len(told) == (part in needed)


def test_a_part_that_was_removed_is_noticed(monkeypatch, caplog):
    """Holding the paint is left out if Textual has no way to do it between two calls."""
    monkeypatch.delattr(App, "_begin_batch")
    parts.has.cache_clear()
    try:
        with caplog.at_level(logging.WARNING, "parley.paint"):
            assert not parts.has("holding")
            assert not parts.has("holding")
            private.hold(App())
        assert len(caplog.messages) == 1
        assert "textual.app:App._begin_batch" in caplog.text
    finally:
        parts.has.cache_clear()


def test_what_textual_keeps_no_longer_is_not_cleared(monkeypatch):
    from textual._xterm_parser import XTermParser

    monkeypatch.delattr(XTermParser, "_parse_extended_key")
    forget_apps()


def test_the_version_is_told_whatever_textual_is_like(parley, without):
    without("textual.app:App._display")
    assert parley("--version").code == 0
