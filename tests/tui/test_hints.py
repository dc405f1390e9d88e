"""Hints at the table: the move is pointed at, and so is what is meant to follow it."""

from __future__ import annotations

import pytest

from tests.tui.playing import ROOMY, app_at, opened, table_screen
from tui.play.hints import Hint, hint

pytestmark = pytest.mark.usefixtures("home")


def two_moves(table):
    """A card to play, and the last of the uses that are asked for then."""
    seat = table.ask.seats[0]
    card = table.moves(seat)[1]
    table.submit(seat, card)
    use = table.moves(seat)[-1]
    table.undo(seat)
    return seat, card, use


async def ask_for_a_hint(app, pilot):
    """Ask, wait for the answer, and close it."""
    await pilot.pause()
    await pilot.press("h")
    await app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.press("escape")


@pytest.fixture
async def hinted(monkeypatch):
    """A table in front of which a hint was read, and the two moves of the hint."""
    table = opened()
    seat, first, second = two_moves(table.table)
    found = Hint(seat, "Play it", "It is best.", "Then: this.", ("this",), (first, second))
    monkeypatch.setattr("tui.screens.advice.hint", lambda *_: found)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await ask_for_a_hint(app, pilot)
        yield pilot, table_screen(app), first, second


async def test_enter_makes_both_moves_of_a_hint(hinted):
    pilot, screen, first, second = hinted
    await pilot.press("enter")
    await pilot.pause()
    assert screen.table.steps[-1].move == first
    assert screen.lines("moves").key.move == second
    await pilot.press("enter")
    await pilot.pause()
    assert screen.table.steps[-1].move == second


async def test_another_move_ends_the_hint(hinted):
    pilot, screen, first, _ = hinted
    await pilot.press("left", "enter")
    await pilot.pause()
    assert screen.table.steps[-1].move != first
    assert screen.lines("moves").index == 0


async def test_a_move_that_is_taken_back_is_pointed_at_again(hinted):
    pilot, screen, first, _ = hinted
    await pilot.press("enter")
    await pilot.pause()
    await pilot.press("u", "l", "c")
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()
    assert screen.table.steps[-1].move == first


@pytest.mark.parametrize("seed", [4, 8])
async def test_enter_makes_every_move_that_the_planner_means(monkeypatch, seed):
    """A scheme, whose words are a sentence, and a walk."""
    table = opened(seed=seed)
    found = hint(table.table, None, 150)
    monkeypatch.setattr("tui.screens.advice.hint", lambda *_: found)
    app = app_at(table)
    async with app.run_test(size=ROOMY) as pilot:
        await ask_for_a_hint(app, pilot)
        before = len(table.table.steps)
        for _ in found.moves:
            await pilot.press("enter")
            await pilot.pause()
        assert len(found.moves) > 1
        assert tuple(step.move for step in table.table.steps[before:]) == found.moves
