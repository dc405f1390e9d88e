"""The last page of a game: a chart that fits, and who fell."""

from __future__ import annotations

import pytest

from tests.tui.playing import SMALL, app_at, opened, table_screen
from tui.games import showing
from tui.look.inks import UNICODE, palette
from tui.screens import ending
from tui.screens.ending import EndScreen, chart
from tui.widgets.lines import Lines

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def drawn(monkeypatch):
    """Draw a chart of how both sides stood."""

    def draw(*pairs, height=99, width=68):
        monkeypatch.setattr(ending, "by_round", lambda *_: [{"Macaws": one, "Ocelots": two} for one, two in pairs])
        show, table = showing("horrors-of-war"), opened().table
        return chart(table, show, palette("dark"), UNICODE, width, height).plain.splitlines()

    return draw


def test_a_chart_names_its_rounds_and_its_green_zone(drawn):
    *values, rounds, legend = drawn((5, 5), (4, 6), (2, 3))
    assert rounds.split() == ["1", "2", "end"]
    assert [line.split()[0] for line in values if "green zone" in line] == ["3"]
    assert len(values) == 7
    assert "M Macaws  O Ocelots  * both" in legend


def test_a_chart_with_little_room_leaves_out_what_nobody_stood_at(drawn):
    values = drawn((15, 5), (15, 5), (2, 2), height=8)[:-2]
    assert [int(line.split()[0]) for line in values] == [15, 6, 5, 4, 3, 2, 1, 0]


def test_many_rounds_are_still_numbered(drawn):
    assert drawn(*[(5, 5)] * 30)[-2].split() == ["5", "10", "15", "20", "25", "end"]
    assert drawn(*[(5, 5)] * 26)[-2].split() == ["5", "10", "15", "20", "end"]
    assert drawn(*[(5, 5)] * 41)[-2].split() == ["5", "10", "15", "20", "25", "30", "35", "end"]


async def test_what_one_can_do_next_is_seen_even_below_the_highest_chart(monkeypatch):
    table = opened()
    show = showing("horrors-of-war")
    high = [dict.fromkeys(show.standing(table.table.state), value) for value in range(15, -1, -1)]
    monkeypatch.setattr(ending, "by_round", lambda *_: high)
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.push_screen(EndScreen(table))
        await pilot.pause()
        lines = app.screen.query_one(Lines)
        assert lines.size.height == len(ending.NEXT)
        assert app.screen.query_one("#page").region.contains_region(lines.region)


async def test_the_fallen_are_named():
    table = opened()
    state = table.table.state
    name = next(iter(state.units))
    state.fallen = {name: state.units[name]}
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.push_screen(EndScreen(table))
        await pilot.pause()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        [words] = showing("horrors-of-war").ending(state)
        assert words.startswith("Fallen: ")
        assert words in shown
        assert table_screen(app).table is table.table


async def test_what_becomes_of_both_sides_is_told():
    table = opened()
    state = table.table.state
    state.won, state.motivation = False, dict.fromkeys(state.motivation, 0)
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.push_screen(EndScreen(table))
        await pilot.pause()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        for word in table.table.rules.epilogue(state).split():
            assert word in shown
