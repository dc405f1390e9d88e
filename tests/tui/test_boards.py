"""Boards: spaces in every direction from A1, growth, edges that mean something, panning, the overview, and go to."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager

import pytest
from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Offset, Size
from textual.screen import Screen

from engine.core.added import VARIABLE
from engine.core.hexes import hex_of, name_of, within
from engine.core.kinds import Setup
from tests.made_up import MARSH_LIGHTS
from tests.made_up.moves import Bid, Explore, Send
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tests.tui.test_terminal import terminal
from tui.look import settings
from tui.look.inks import ASCII, UNICODE, Signs, palette
from tui.play import saves
from tui.screens.theatre import TheatreScreen
from tui.widgets import camera
from tui.widgets.hexboard import HexBoard
from tui.widgets.layouts import LAYOUTS
from tui.widgets.picture import Picture, Tile, Token

__all__ = ["terminal"]
pytestmark = pytest.mark.usefixtures("home")

GRASS = Tile("plain", "·")


def area(radius: int, centre: str = "A1") -> dict[str, Tile]:
    """Spaces all around one."""
    return {name_of(here): GRASS for here in within(hex_of(centre), radius)}


class BoardScreen(Screen[None]):
    """A board, and nothing else."""

    def compose(self) -> ComposeResult:
        yield HexBoard()


@asynccontextmanager
async def board_of(picture: Picture, size=(60, 20), zoom="small", signs: Signs = UNICODE):
    """A board with this picture and the keyboard."""
    app = app_at(None)
    async with app.run_test(size=size) as pilot:
        await app.push_screen(BoardScreen())
        board = app.screen.query_one(HexBoard)
        board.dress(palette("dark"), signs, zoom)
        board.show(picture)
        board.focus()
        await pilot.pause()
        yield board, pilot


def lines(board: HexBoard) -> list[str]:
    return [board.render_line(y).text for y in range(board.size.height)]


def part(board: HexBoard, space: str) -> str:
    """What is drawn in the cells of a space."""
    region = board.region_of(space)
    return "\n".join(line[region.x : region.right] for line in lines(board)[region.y : region.bottom])


# Beyond A1


async def test_spaces_to_the_left_of_and_above_a1_are_drawn_and_walked_to():
    async with board_of(Picture(area(1)), zoom="wide") as (board, pilot):
        for space in area(1):
            assert space in part(board, space)
        board.cursor = "A1"
        await pilot.press("up")
        assert board.cursor == "A0"
        await pilot.press("left")
        assert board.cursor == "-A0"
        middle = board.region_of("-A1")
        assert board.space_at(middle.x + 3, middle.y) == "-A1"


async def test_a_game_may_give_spaces_names_of_its_own():
    places = {"Inn": (0, 0), "Mill": (1, 0)}
    async with board_of(Picture(dict.fromkeys(places, GRASS), places=places), zoom="wide") as (board, pilot):
        assert "Mill" in part(board, "Mill")
        board.cursor = "Inn"
        await pilot.press("right")
        assert board.cursor == "Mill"


# Growth


async def test_a_board_that_grows_stays_where_it_is_and_paints_only_what_is_new():
    first = area(1)
    async with board_of(Picture(first, is_growing=True)) as (board, _):
        before = lines(board)
        spots = {space: board.region_of(space) for space in first}
        refreshed = []
        board.refresh = lambda *regions, **_: refreshed.append(regions)
        new = "-B1"
        board.show(Picture({**first, new: GRASS}, is_growing=True))
        assert {space: board.region_of(space) for space in first} == spots
        assert refreshed == [(board.region_of(new),)]
        after = lines(board)
        region = board.region_of(new)
        changed = [
            Offset(x, y) for y, line in enumerate(after) for x, letter in enumerate(line) if letter != before[y][x]
        ]
        assert changed
        assert all(region.contains_point(cell) for cell in changed)
        assert new in part(board, new)


async def test_a_board_that_outgrows_its_room_is_drawn_anew():
    async with board_of(Picture(area(1)), size=(30, 8), zoom="auto") as (board, _):
        board.show(Picture(area(6)))
        assert board.sight.is_larger
        board.look_at("-F1")
        assert board.region_of("-F1") in board.size.region


def test_the_room_of_a_growing_board_comes_in_steps():
    layout = LAYOUTS["large"]
    sizes = {camera.roomy(Size(8 * columns, 24), layout).width for columns in range(4, 13)}
    assert len(sizes) < 5
    assert all(camera.roomy(Size(width, 24), layout).width >= width + layout.wide for width in (32, 40, 48))


def test_an_explored_tile_costs_few_bytes(terminal, marsh_lights):
    """The board stays where it is: a whole screen takes three times as much."""
    opened = saves.begin(
        marsh_lights, Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=3), None
    )
    for seat, move in (("amber", Bid(0)), ("jade", Bid(0)), ("amber", Send("amber-1"))):
        opened.table.submit(seat, move)
    ask = opened.table.ask
    assert ask is not None
    answers = marsh_lights.moves(opened.table.view("amber"), ask, "amber")
    opened.journal.close()
    command = [sys.executable, "-m", "tests.made_up", "resume", opened.name]
    table = terminal(command, size=ROOMY, **{VARIABLE: MARSH_LIGHTS, "PYTHONPATH": "."})
    table.read_until(b"nobody else looks")
    for key in ("\r", "\x1b"):  # the curtain, and what happened since
        table.read()
        table.press(key)
    table.read_until(b"Explore M13")
    table.read()
    table.press("\x0c")
    whole = len(table.read())
    table.press(str(answers.index(Explore("M13")) + 1))
    told = table.read_until(b"is laid on M13") + table.read()
    assert len(told) < whole / 2


# Edges


EDGES = {("A2", "up-right"): "cliff", ("A2", "down"): "river", ("B2", "down-right"): "route"}


@pytest.mark.parametrize("zoom", ["small", "wide", "large"])
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_edges_with_a_meaning_have_a_sign_of_their_own(zoom, signs):
    plain, meant = Picture(area(2, "B2")), Picture(area(2, "B2"), edges=EDGES)
    async with board_of(meant, zoom=zoom, signs=signs, size=(80, 30)) as (board, _):
        board.blur()
        for sign in signs.edges.values():
            assert sign in "".join(lines(board))
        drawn = part(board, "A2").splitlines()
        assert drawn[0].rstrip()[-1] == signs.edges["cliff"]
        below = drawn[-1].strip().strip(signs.slash + signs.backslash)
        assert below.startswith(signs.edges["river"])
        assert " " not in below, "the edge below takes all that is free of the last line"
        board.show(plain)
        assert not any(sign in "".join(lines(board)) for sign in (signs.edges["cliff"], signs.edges["route"]))


async def test_an_edge_keeps_its_sign_when_a_space_is_lit_or_under_the_cursor():
    async with board_of(Picture(area(2, "B2"), edges=EDGES)) as (board, _):
        board.show(board.picture, lit=frozenset({"A2", "B1"}))
        board.cursor = "A2"
        assert part(board, "A2").splitlines()[0].rstrip()[-1] == UNICODE.edges["cliff"]


# Panning


async def test_the_camera_follows_the_cursor_and_what_happens():
    async with board_of(Picture(area(9, "K12"))) as (board, _):
        for space in ("K3", "B12", "T12", "K21"):
            board.cursor = space
            assert board.region_of(space) in board.size.region
        board.look_at("K3")
        assert board.cursor == "K21"
        assert board.region_of("K3") in board.size.region


async def test_keys_and_the_wheel_pan_without_the_cursor():
    async with board_of(Picture(area(9, "K12"))) as (board, pilot):
        board.cursor = "K12"
        start = board.sight.at
        await pilot.press("shift+right")
        assert board.sight.at == start + Offset(6, 0)
        await pilot.press("shift+left", "shift+down")
        assert board.sight.at == start + Offset(0, 2)
        args = {"x": 5, "y": 5, "delta_x": 0, "delta_y": 0, "button": 0, "meta": False, "ctrl": False}
        board.post_message(MouseScrollUp(widget=board, shift=False, **args))
        await pilot.pause()
        assert board.sight.at == start
        board.post_message(MouseScrollDown(widget=board, shift=True, **args))
        await pilot.pause()
        assert board.sight.at == start + Offset(6, 0)
        assert board.cursor == "K12"


async def test_a_board_that_fits_does_not_pan():
    async with board_of(Picture(area(1, "C3"))) as (board, pilot):
        start = board.sight.at
        await pilot.press("shift+right", "shift+down")
        assert board.sight.at == start
        assert not board.sight.arrows()


async def test_arrows_tell_where_there_is_more():
    async with board_of(Picture(area(9, "K12"))) as (board, _):
        board.look_at("K12")
        board.action_pan(-40, -40)
        assert set(board.sight.arrows().values()) == {UNICODE.right, UNICODE.arrows["down"]}
        assert lines(board)[-1][-1] == UNICODE.arrows["down"]
        board.action_pan(40, 40)
        assert set(board.sight.arrows().values()) == {UNICODE.left, UNICODE.arrows["up"]}


# The overview


async def test_the_overview_shows_pieces_and_the_cursor_and_leads_to_a_space():
    tiles = area(9, "K12")
    tiles["K3"] = Tile("plain", "·", tokens=(Token("●", 0),))
    async with board_of(Picture(tiles), size=(100, 30), zoom="large") as (board, pilot):
        board.cursor = "K12"
        assert board.sight.has_overview
        corner = "\n".join(line[-22:] for line in lines(board)[:12])
        assert "+" in corner
        assert UNICODE.dot in corner
        x = next(x for x in range(70, 100) if board.sight.on_overview(x, 1) or board.sight.on_overview(x, 2))
        await pilot.click(HexBoard, offset=(x, 1 if board.sight.on_overview(x, 1) else 2))
        assert board.cursor != "K12"
        assert board.region_of(board.cursor) in board.size.region
        board.show_overview("off")
        assert not board.sight.has_overview


async def test_the_overview_is_left_out_where_it_would_hide_much_unless_it_is_asked_for():
    async with board_of(Picture(area(9, "K12")), size=(40, 9)) as (board, _):
        assert not board.sight.has_overview
        board.show_overview("on")
        assert board.sight.has_overview


async def test_a_key_of_the_table_shows_and_hides_the_overview_for_good():
    app = app_at(opened("heights-of-glory"), zoom="large")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        before = screen.board.sight.has_overview
        await pilot.press("M")
        assert screen.board.sight.has_overview is not before
        assert settings.load()[0].overview == ("off" if before else "on")


# Go to


@pytest.mark.parametrize("place", ["table", "theatre"])
async def test_a_space_is_gone_to_by_its_name(place):
    table = opened()
    app = app_at(table) if place == "table" else app_at(None, theatre=table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = app.screen
        assert place == "table" or isinstance(screen, TheatreScreen)
        await pilot.press("G", *"K4", "enter")
        await pilot.pause()
        assert app.screen is screen
        board = screen.query_one(HexBoard)
        assert board.cursor == "K4"
        assert board.has_focus
