"""The overlay of threat: what would fall on each space, and what the pieces under the cursor aim at."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.games.horrors_of_war import attacks, movement
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.games.horrors_of_war import showing
from tui.look.inks import palette, signs

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def close():
    """A table where one brawler stands next to the commander of the other side, and nobody else is in range."""
    table = opened()
    state = table.table.state
    brawler, leader = "ocelot-3", "macaw-1"
    alone = {name: unit for name, unit in state.units.items() if name in (brawler, leader)}
    state.units = {**alone, brawler: replace(alone[brawler], space="I4", facing="up")}
    return table, brawler, leader


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_the_damage_that_would_fall_stands_on_the_board(close, size):
    table, brawler, leader = close
    app = app_at(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("exclamation_mark")
        board = table_screen(app).board
        state = table.table.state
        expected = {
            state.units[leader].space: str(attacks.damage_alone(state, brawler, leader)),
            "I4": str(attacks.damage_alone(state, leader, brawler)),
        }
        assert board.notes == expected
        await pilot.press("exclamation_mark")
        assert board.notes == {}
        assert board.marked == frozenset()


async def test_pointing_at_a_piece_marks_its_target_and_its_next_space(close):
    table, _, leader = close
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        screen.board.focus()
        await pilot.press("exclamation_mark")
        state = table.table.state
        screen.board.cursor = state.units[leader].space
        ahead = movement.ahead(state, state.units[leader], "forward")
        assert screen.board.marked == {"I4", ahead}
        screen.board.cursor = "A4"
        assert screen.board.marked == frozenset()


async def test_the_figures_follow_the_table(close):
    table, _, leader = close
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        screen = table_screen(app)
        await pilot.press("exclamation_mark")
        space = table.table.state.units[leader].space
        before = screen.board.notes[space]
        table.table.state.fortifications = {space: 1}
        table.table._views.clear()
        screen.ask()
        assert int(screen.board.notes[space]) == int(before) - 1


# The forecast


def told(values):
    """What is foretold if the macaws end at these figures."""
    now = opened().table.state
    ends = []
    for value in values:
        end = now.clone()
        end.motivation = {**now.motivation, "macaw": value}
        ends.append(end)
    return showing.foretold(now, ends, palette("dark"), signs("ascii")).plain.splitlines()


def test_a_forecast_is_a_distribution_with_the_likeliest_figure_marked():
    macaws = told([3, 5, 5, 4, 5, 5, 3, 5])
    assert macaws[0] == "Macaws, now 5"
    assert [line[:4] for line in macaws[1:4]] == ["   3", "   4", ">  5"]
    assert [line.split("%")[0].split()[-1] for line in macaws[1:4]] == ["25", "12", "62"]
    assert "green" in macaws[1]
    assert len(macaws[3].split()[2]) > len(macaws[1].split()[1])


def test_a_certain_forecast_is_one_line():
    assert told([4, 4])[1].split() == [">", "4", signs("ascii").bar * 24, "100", "%"]
