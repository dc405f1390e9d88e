"""The start of the app: the first frame waits for nothing that it does not show."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.tui.playing import SMALL, app_at, opened
from tui.screens.home import HomeScreen
from tui.screens.table import TableScreen
from tui.widgets.lines import Lines

pytestmark = pytest.mark.usefixtures("home")


def test_nothing_of_a_game_is_loaded_for_the_home_screen():
    code = "import sys, tui.cli.command, tui.app, tui.screens.home; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if "games" in name or name == "tui.play.saves"] == []


async def test_the_newest_table_is_found_after_the_first_frame():
    opened().journal.close()
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("enter")
        for _ in range(3):
            await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_without_an_unfinished_table_there_is_nothing_to_go_on_with():
    app = app_at(None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one(Lines).key == "new"
