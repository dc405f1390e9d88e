"""Hints at the table: the move is pointed at, and so is what is meant to follow it."""

from __future__ import annotations

import pytest

from tests.tui.playing import ROOMY, app_at, opened, table_screen
from tui.hints import Hint

pytestmark = pytest.mark.usefixtures("home")


def two_moves(table):
    """A card to play, and the last of the uses that are asked for then."""
    seat = table.ask.seats[0]
    card = table.moves(seat)[1]
    first = table.rules.tell_move(table.view(seat), seat, card)
    table.submit(seat, card)
    use = table.moves(seat)[-1]
    second = table.rules.tell_move(table.view(seat), seat, use)
    table.undo(seat)
    return seat, (card, first), (use, second)


@pytest.fixture
async def hinted(monkeypatch):
    """A table in front of which a hint was read, and the two moves of the hint."""
    table = opened()
    seat, first, second = two_moves(table.table)
    found = Hint(seat, first[1], "It is best.", f"Then: {second[1]}.", (second[1],))
    monkeypatch.setattr("tui.screens.advice.hint", lambda *_: found)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.pause()
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("escape")
        yield pilot, table_screen(app), first, second


async def test_enter_makes_both_moves_of_a_hint(hinted):
    pilot, screen, first, second = hinted
    await pilot.press("enter")
    await pilot.pause()
    assert screen.table.steps[-1].move == first[0]
    assert screen.lines("moves").key.move == second[0]
    await pilot.press("enter")
    await pilot.pause()
    assert screen.table.steps[-1].move == second[0]


async def test_another_move_ends_the_hint(hinted):
    pilot, screen, first, _ = hinted
    await pilot.press("left", "enter")
    await pilot.pause()
    assert screen.table.steps[-1].move != first[0]
    assert screen.lines("moves").index == 0
    assert screen._meant == ()
