"""How the room of a terminal is shared out: more of it shows more, and players change it with keys."""

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from engine.games.horrors_of_war.moves import Pass
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.app import ParleyApp
from tui.look import settings
from tui.screens import arrange
from tui.screens.history import HistoryPage
from tui.screens.learn import first_game
from tui.screens.lesson import LessonScreen
from tui.screens.table import TableScreen
from tui.screens.theatre import TheatreScreen

pytestmark = pytest.mark.usefixtures("home")

HUGE = (200, 60)
SIDES = ("orders", "look", "log")
SIZES = pytest.mark.parametrize("size", [(64, 20), SMALL, (100, 50), ROOMY, (150, 40), HUGE, (300, 100)])


def parts(screen: TableScreen) -> dict[str, tuple[int, int]]:
    """The size of every part that is seen; none of them lies on another or sticks out."""
    seen = {part.id: part.region for part in screen.children if part.display and part.id}
    cells = sum(region.area for region in seen.values())
    assert cells <= screen.size.area
    for name, region in seen.items():
        assert screen.region.contains_region(region), name
        assert not any(region.overlaps(other) for each, other in seen.items() if each != name), name
    return {name: (region.width, region.height) for name, region in seen.items()}


# Sharing out


@SIZES
@pytest.mark.parametrize("scenario", ["order-in-chaos", "heights-of-glory"])
async def test_parts_stand_beside_each_other_and_the_board_is_seen(size, scenario):
    app = app_at(opened(scenario))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        found = parts(table_screen(app))
        assert found["board"][1] >= arrange.LEAST_BOARD
        assert found["hand"][1] >= arrange.LEAST_TAB


async def test_a_large_terminal_gives_more_room_to_every_panel():
    shares = []
    for size in (ROOMY, HUGE):
        app = app_at(opened())
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shares.append(parts(table_screen(app)))
    for name in ("orders", "look", "log", "hand"):
        small, large = shares[0][name], shares[1][name]
        assert large[0] >= 1.5 * small[0], name
        assert large[1] >= 1.5 * small[1], name


def test_the_hand_lends_lines_to_the_prompt_only_where_all_of_it_is_still_seen():
    room = arrange.GridRequest(size=Size(*ROOMY), boards=(Size(90, 26), Size(90, 14), Size(68, 14)), front=6)
    told = arrange.GridRequest(size=Size(*ROOMY), boards=room.boards, front=6, asked=4)
    assert arrange.plan(room).rows[-2:] == ("9", "2")
    assert arrange.plan(told).rows[-2:] == ("7", "4")
    full = arrange.GridRequest(size=Size(*ROOMY), boards=room.boards, front=9, asked=4)
    assert arrange.plan(full).rows[-2:] == ("9", "4")


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_the_end_of_a_lesson_leaves_a_whole_table(size):
    app = app_at(None)
    async with app.run_test(size=size) as pilot:
        await app.push_screen(first_game("horrors-of-war"))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        coach = screen.coach
        while coach.step is not None and coach.lesson.steps.index(coach.step) < 7:
            await pilot.press("n")
            await pilot.pause()
        await pilot.press("e")
        await pilot.press("escape")
        await pilot.pause()
        assert screen.told
        while coach.step is not None:
            await pilot.press("n")
            await pilot.pause()
        found = parts(screen)
        assert "coach" not in found
        assert found["board"][1] >= 9
        assert found["heading"][1] == 1


# Keys


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def test_panels_are_resized_with_keys_and_stay_so():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        before = parts(screen)
        await press(pilot, "right_square_bracket", "minus", "minus")
        after = parts(screen)
        assert after["orders"][0] == before["orders"][0] + 4
        assert after["hand"][1] == before["hand"][1] - 2
        await press(pilot, "left_square_bracket", "left_square_bracket", "plus", "plus", "plus")
        assert parts(screen)["orders"][0] == before["orders"][0] - 4
        assert parts(screen)["hand"][1] == before["hand"][1] + 1
    kept, _ = settings.load()
    assert (kept.wider, kept.higher) == (-4, 1)


async def test_panels_are_hidden_with_a_key_and_come_back_with_their_own():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        await press(pilot, "o", "backslash")
        assert "orders" not in parts(screen)
        assert settings.load()[0].hidden == ("orders",)
        await press(pilot, "o")
        assert "orders" in parts(screen)
        await press(pilot, "c", "backslash")
        assert not parts(screen).keys() & set(SIDES)
        assert parts(screen)["board"][0] == ROOMY[0]
        await press(pilot, "backslash")
        assert set(SIDES) <= parts(screen).keys()


async def test_a_new_table_takes_the_shape_that_was_kept():
    settings.save(settings.Settings(hidden=("log",), glyphs="unicode"))
    app = ParleyApp(opened())
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        assert "log" not in parts(table_screen(app))


@pytest.mark.parametrize("hidden", [("orders",), ("look",), ("log",), ("orders", "look"), SIDES])
@pytest.mark.parametrize("size", [SMALL, ROOMY, HUGE])
async def test_whatever_is_hidden_the_others_take_its_room(hidden, size):
    app = app_at(opened(), hidden=hidden)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        found = parts(table_screen(app))
        assert sum(width * height for width, height in found.values()) == size[0] * size[1]


# The whole log


async def test_the_whole_log_has_a_page_and_leads_back_to_a_line():
    app = app_at(opened())
    async with app.run_test(size=HUGE) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        await press(pilot, "e", "y")
        await press(pilot, "L")
        page = app.screen
        assert isinstance(page, HistoryPage)
        assert page.lines.counts[1] == len(screen.sitting.entries)
        assert page.lines.key == screen.sitting.entries[-1]
        place = next(n for n, each in enumerate(screen.sitting.entries) if screen._spots(each.things))
        page.lines.show_at(place)
        await press(pilot, "enter")
        assert app.screen is screen
        assert screen.board.marked == screen._spots(screen.sitting.entries[place].things)


async def test_the_whole_log_is_narrowed_down_and_watched():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        screen.make(next(each for each in screen.sitting.choices if isinstance(each.move, Pass)))
        await press(pilot, "L", "slash", *"dealt", "enter")
        page = app.screen
        assert isinstance(page, HistoryPage)
        assert all("dealt" in block.text.plain for block in page.lines.blocks)
        await press(pilot, "escape")
        assert app.screen is page
        assert page.lines.counts[0] == page.lines.counts[1]
        await press(pilot, "w")
        assert isinstance(app.screen, TheatreScreen)


@pytest.mark.parametrize("key", ["enter", "w"])
async def test_the_whole_log_of_the_theatre_leads_to_a_moment(key):
    app = app_at(None, theatre=opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        theatre = app.screen
        assert isinstance(theatre, TheatreScreen)
        await press(pilot, "L")
        assert isinstance(app.screen, HistoryPage)
        await press(pilot, "home", key)
        assert app.screen is theatre
        assert theatre.replay.entry == theatre.replay.entries[0]
