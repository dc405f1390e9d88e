"""Whole games on the screens: by keys alone and by mouse alone."""

from __future__ import annotations

from random import Random

import pytest
from textual.pilot import Pilot

from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.tui.playing import ROOMY, SMALL, app_at, opened, save_path, table_screen
from tui.app import ParleyApp
from tui.screens.ending import EndScreen
from tui.widgets.dialogs import Choosing, Confirming
from tui.widgets.lines import Lines

MOST = 2000


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause()


async def play_by_keys(app: ParleyApp, pilot: Pilot[None], chance: Random, most: int = MOST) -> int:
    """Answer every question by pressing keys until the game is over; how many keys it took."""
    for pressed in range(most):
        screen = app.screen
        if isinstance(screen, EndScreen):
            return pressed
        if isinstance(screen, Confirming):
            key = "y"
        elif isinstance(screen, Choosing):
            key = chance.choice(["enter", "down"])
        else:
            key = key_for_table(app, chance)
        await pilot.press(key)
        await settle(pilot)
    raise AssertionError(f"after {most} keys the game is still not over")


def key_for_table(app: ParleyApp, chance: Random) -> str:
    """What somebody might press: mostly something that answers the question."""
    focused = app.focused.id if app.focused else ""
    if focused == "hand":
        return chance.choice(["right", "right", "left", "enter", "e"])
    if focused == "board":
        return chance.choice(["up", "down", "left", "right", "enter", "1", "2", "9"])
    return chance.choice(["down", "enter", "1", "2", "3"])


async def test_a_whole_game_by_keys_alone():
    table = opened(seats="nabo")
    app = app_at(table)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await play_by_keys(app, pilot, Random(5))
        assert table.table.outcome is not None
        await pilot.press("escape")
    journal = FileJournal(save_path(table.name), writing=False)
    assert verify(table.table.rules, journal).moves == table.table.number - 1


async def click_line(pilot: Pilot[None], lines: Lines, place: int) -> None:
    """Click on a block of a list."""
    y = lines._starts[place] - lines.scroll_offset.y
    region = lines.content_region
    await pilot.click(offset=(region.x + 3, region.y + y))


async def test_a_whole_game_by_mouse_alone():
    table = opened(seats="nabo", seed=11)
    app = app_at(table)
    chance = Random(8)
    async with app.run_test(size=ROOMY) as pilot:
        await settle(pilot)
        for _ in range(MOST):
            screen = app.screen
            if isinstance(screen, EndScreen):
                break
            if isinstance(screen, Confirming | Choosing):
                await click_line(pilot, screen.query_one(Lines), 0)
            else:
                await click_table(app, pilot, chance)
            await settle(pilot)
        assert table.table.outcome is not None


async def click_table(app: ParleyApp, pilot: Pilot[None], chance: Random) -> None:
    """Click on a lit space, a card, or a move of the list."""
    screen = table_screen(app)
    board = screen.board
    moves = screen.lines("moves")
    if screen.hands.display and chance.random() < 0.2:
        await click_key(app, pilot, "end")
    elif screen.hands.display and screen.hands.held and chance.random() < 0.9:
        region = screen.hands.region
        await pilot.click(offset=(region.x + 5, region.y + 2))
        await pilot.click(offset=(region.x + 5, region.y + 2))
    elif board.lit and chance.random() < 0.7:
        space = chance.choice(sorted(board.lit))
        spot = board.layout_now.region(space).translate(board._margin - board.scroll_offset)
        await pilot.click(offset=(board.region.x + spot.x + 3, board.region.y + spot.y + 1))
    elif moves.display and moves.blocks:
        await click_line(pilot, moves, chance.randrange(min(5, len(moves.blocks))))
    else:
        await click_key(app, pilot, "end")


async def click_key(app: ParleyApp, pilot: Pilot[None], action: str) -> None:
    """Click on a key of the prompt."""
    prompt = table_screen(app).prompt
    start = next(start for start, _, name in prompt._spots if name == action)
    await pilot.click(offset=(prompt.region.x + start, prompt.region.y + 1))
