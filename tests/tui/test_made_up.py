"""Marsh Lights on the screens: what a second game, with rivals, secrets and a growing map, gets from the platform."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine import registry
from engine.core.kinds import Setup
from tests.made_up import MARSH_LIGHTS, frames, moves
from tests.made_up import showing as made_up
from tests.tui.playing import ROOMY, SMALL, app_at, table_screen
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.games import Showing, showing
from tui.look import keys as table_keys
from tui.look.inks import ASCII, UNICODE, palette
from tui.play import saves
from tui.play.saves import Opened
from tui.screens.curtain import Curtain
from tui.screens.ending import EndScreen
from tui.screens.learn import LearnScreen
from tui.screens.rulebook import RulebookScreen
from tui.screens.table import TableScreen
from tui.screens.theatre import DEEDS, TheatreScreen
from tui.widgets.dialogs import Reading
from tui.widgets.lines import Lines

__all__ = ["frozen"]
pytestmark = pytest.mark.usefixtures("marsh_lights", "frozen")

GAME = MARSH_LIGHTS.partition("=")[0]


def marsh(played: int = 0, *, seats: tuple[str, ...] = ("amber", "jade", "violet"), scenario: str = "ford") -> Opened:
    """A table of Marsh Lights after some moves by chance, which everybody has seen."""
    rules, chance = registry.game(GAME), random.Random(5)
    opened = saves.begin(rules, Setup(game=GAME, scenario=scenario, seats=seats, seed=3), None)
    for _ in range(played):
        ask = opened.table.ask
        if ask is None:
            break
        seat = ask.seats[0]
        opened.table.submit(seat, chance.choice(list(rules.moves(opened.table.view(seat), ask, seat))))
    opened.looks().update(dict.fromkeys(seats, opened.table.number))
    return opened


async def sit_down(pilot: Pilot[None]) -> TableScreen:
    """Open the curtain and read what happened meanwhile, until the table is to be seen."""
    await pilot.pause()
    while pilot.app.screen is not table_screen(pilot.app):
        await pilot.press("enter")
        await pilot.pause()
    return table_screen(pilot.app)


def seated(*pressed: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Sit down and press keys, for a picture."""

    async def run(pilot: Pilot[None]) -> None:
        await sit_down(pilot)
        await keys(*pressed)(pilot)

    return run


# Pictures


@SIZES
@pytest.mark.parametrize("played", [0, 20], ids=["first-bid", "a-walker"])
def test_the_table_of_marsh_lights(snap_compare, played, size):
    assert snap_compare(app_at(marsh(played)), terminal_size=size, run_before=seated())


@SIZES
def test_deep_water_around_the_isle(snap_compare, size):
    assert snap_compare(app_at(marsh(4, scenario="isle")), terminal_size=size, run_before=seated())


def test_deep_water_in_letters_and_without_colours(snap_compare):
    app = app_at(marsh(4, scenario="isle"), depth="mono", glyphs="ascii")
    assert snap_compare(app, terminal_size=ROOMY, run_before=seated())


def test_a_panel_of_marsh_lights(snap_compare):
    assert snap_compare(app_at(marsh(20)), terminal_size=SMALL, run_before=seated("o"))


@pytest.mark.parametrize("depth", ["16", "mono"])
def test_marsh_lights_with_fewer_colours(snap_compare, depth):
    assert snap_compare(app_at(marsh(20), depth=depth), terminal_size=ROOMY, run_before=seated())


def test_the_theatre_of_marsh_lights(snap_compare):
    assert snap_compare(app_at(None, theatre=marsh(40)), terminal_size=ROOMY, run_before=keys("end"))


def test_the_curtain_of_marsh_lights(snap_compare):
    assert snap_compare(app_at(marsh(20)), terminal_size=SMALL, run_before=keys())


def test_the_end_of_marsh_lights(snap_compare):
    async def end(pilot):
        await pilot.app.push_screen(EndScreen(marsh(400)))
        await pilot.pause()

    assert snap_compare(app_at(None), terminal_size=SMALL, run_before=end)


# The table


async def test_a_rival_sees_only_what_is_theirs_behind_a_curtain():
    app = app_at(marsh())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        curtain = app.screen
        assert isinstance(curtain, Curtain)
        await pilot.press("enter")
        await pilot.pause()
        screen = table_screen(app)
        rivals = {block.key: block.text.plain for block in screen.lines("rivals").blocks}
        assert "keeper" in rivals[f"seat:{curtain.seat}"]
        assert all("keeper" not in text for key, text in rivals.items() if key != f"seat:{curtain.seat}")


async def test_a_game_without_cards_has_no_hand_and_no_keys_for_what_it_lacks():
    app = app_at(marsh())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        screen = table_screen(app)
        assert list(screen.tabs) == ["moves", "rivals", "stones", "look", "log"]
        assert not any(screen.offers(name) for name in ("hand", "forecast", "threats"))
        await pilot.press("p", "exclamation_mark", "c")
        await pilot.pause()
        assert app.screen is screen
        assert not screen.board.notes
        assert not screen.hands.display


async def test_panels_have_a_key_that_goes_from_one_to_the_next_and_keys_of_their_own():
    app = app_at(marsh())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "o")
        screen = table_screen(app)
        assert (screen.open_tab, screen.focused) == ("rivals", screen.lines("rivals"))
        await pilot.press("o")
        assert screen.open_tab == "stones"
        await pilot.press("m", "f")
        assert (screen.open_tab, screen.focused) == ("stones", screen.lines("stones"))


async def test_the_tracks_take_as_many_lines_as_there_are_rivals():
    for seats in (("amber", "jade"), ("amber", "jade", "violet")):
        app = app_at(marsh(seats=seats))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("enter")
            await pilot.pause()
            assert table_screen(app).query_one("#tracks").region.height == len(seats)


async def test_a_walker_is_sent_and_explores_by_pointing_at_the_board():
    opened = marsh()
    for seat in ("amber", "jade", "violet"):
        opened.table.submit(seat, moves.Bid(0))
    opened.table.submit("amber", moves.Send("amber-1"))
    app = app_at(opened)
    async with app.run_test(size=ROOMY) as pilot:
        screen = await sit_down(pilot)
        assert isinstance(opened.table.ask, frames.ChooseDeed)
        [place] = [each.move.space for each in screen.sitting.choices if isinstance(each.move, moves.Explore)][:1]
        before = set(screen.board.picture.tiles)
        assert place in screen.board.lit
        screen.board.cursor = place
        screen.board.focus()
        await pilot.press("enter")
        await pilot.pause()
        assert place in opened.table.state.ground
        assert table_screen(app).is_passing_on
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        await sit_down(pilot)
        assert set(screen.board.picture.tiles) > before


async def test_marsh_lights_is_played_to_its_end_and_has_a_last_page():
    opened = marsh()
    app = app_at(opened)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(2000):
            if isinstance(app.screen, EndScreen):
                break
            is_open = app.screen is table_screen(app) and not table_screen(app).is_passing_on
            await pilot.press("1" if is_open else "enter")
        page = app.screen
        assert isinstance(page, EndScreen)
        shown = "\n".join(strip.text for strip in page._compositor.render_strips())
        assert "Rounds: " in shown
        assert "as each round began" in shown
        assert table_screen(app).lines("moves").blocks == []


# Pages


async def test_learn_offers_what_the_game_has(marsh_lights):
    app = app_at(None)
    async with app.run_test(size=ROOMY) as pilot:
        await app.push_screen(LearnScreen())
        menu = app.screen.query_one(Lines)
        offered = [key for key, game in (block.key for block in menu.blocks) if game == GAME]
        assert offered == ["rulebook", "signs", "overview"]
        for entry, kind in (("rulebook", RulebookScreen), ("signs", Reading), ("overview", Reading)):
            menu.point_at((entry, GAME))
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, kind)
            await pilot.press("escape")
            await pilot.pause()


def test_every_question_is_about_a_rule_of_the_rulebook(marsh_lights):
    book = Path(made_up.__file__).with_name("data").joinpath("rulebook.md").read_text()
    for ids in made_up.RULES.values():
        assert all(f"{each}]" in book or f"{each}," in book for each in ids)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_legend_tells_every_ground_edge_and_kind_of_walker(marsh_lights, signs):
    found = showing(GAME)
    told = found.legend(found.looks.palette(palette("dark")), found.looks.signs(signs)).plain
    for words in ("fog: ", "ruin: ", "deep water: ", "keeper: strength 1", "brute: strength 3"):
        assert words in told
    edge = found.looks.edges["deep water"]
    assert f" {edge.letter if signs.is_ascii else edge.sign}  " in told


async def test_an_unfinished_table_is_on_the_home_screen():
    marsh(20).journal.close()
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = app.screen.query_one(Lines).blocks[0].text.plain
        assert "Marsh Lights, round 2: Amber 0, Jade 0, Violet 0" in shown


# The defaults


@pytest.fixture
def plain(monkeypatch) -> Showing:
    """Marsh Lights as a game that tells nothing about its looks."""
    found = Showing(registry.game(GAME))
    monkeypatch.setattr(made_up, "showing", found)
    return found


@pytest.mark.parametrize("size", [SMALL, ROOMY, (200, 60)])
async def test_a_game_needs_no_board_and_no_panels(plain, size):
    opened = marsh()
    app = app_at(opened)
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        screen = table_screen(app)
        assert showing(GAME) is plain
        assert not screen.board.display
        assert screen.focused is screen.lines("moves")
        await pilot.press("1")
        await pilot.pause()
        assert opened.table.number == 2


async def test_the_theatre_of_a_game_without_a_board(plain):
    app = app_at(None, theatre=marsh(10))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("end")
        await pilot.pause()
        assert isinstance(app.screen, TheatreScreen)
        assert app.screen.log_lines.display


# Laws for every game


@pytest.mark.parametrize("game", ["horrors-of-war", GAME])
def test_panels_have_keys_that_do_nothing_else(game):
    taken = {key for deed in table_keys.DEEDS for key in deed.keys.split(",")}
    taken |= {key for _, each, _, _ in DEEDS for key in each.split(",")} | set("TnAg!")
    first, *others = showing(game).panels()
    given = [panel.key for panel in (first, *others) if panel.key]
    assert all(panel.key for panel in others)
    assert len(set(given)) == len(given)
    assert not taken & set(given)


WORDS = re.compile(
    r"\b(army|armies|adventurers?|peace|motivation|green zone|\"orders\"|order decks?|macaws?|nabo|yainar)\b",
    re.IGNORECASE,
)
SHARED = ("engine/core", "engine/bots", "engine/store", "engine/registry.py", "tui")
MEASURED = re.compile(r"^tui/(measure|games/[a-z_]+/|peacemakers/|cli/(command|options).py)")
"""Benchmarks name what they measure, the command gives examples, and two games share a package of their own."""


def shared_files() -> list[Path]:
    root = Path(__file__).parents[2]
    files = [
        path for part in SHARED for path in ([root / part] if part.endswith(".py") else (root / part).rglob("*.py"))
    ]
    return [path for path in files if not MEASURED.match(path.relative_to(root).as_posix())]


@pytest.mark.parametrize("path", shared_files(), ids=lambda path: "/".join(path.parts[-3:]))
def test_shared_code_has_no_word_of_one_game(path: Any):
    found = [line.strip() for line in path.read_text().splitlines() if WORDS.search(line)]
    assert not found
