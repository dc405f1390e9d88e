"""The README's own snippets make a game: it is played on screen, in plain mode and by bots, and obeys every law."""

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.core.added import VARIABLE
from engine.core.kinds import Setup
from tests.contracts.laws import LAWS
from tests.contracts.playing import Case, Played
from tests.tui.playing import SMALL, app_at
from tui.play import saves
from tui.screens.ending import EndScreen

ROOT = Path(__file__).parent.parent
SNIPPET = re.compile(r"```python\n# (?P<path>\S+)\n(?P<code>.*?)```", re.DOTALL)
GAME = "last-stone"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder that a newcomer has after copying the snippets."""
    place = tmp_path_factory.mktemp("newcomer")
    found = SNIPPET.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [path for path, _ in found] == ["last_stone/__init__.py", "last_stone/game.py"]
    for path, code in found:
        (place / path).parent.mkdir(exist_ok=True)
        (place / path).write_text(code, encoding="utf-8")
    return place


@pytest.fixture
def game(folder, monkeypatch):
    """The game among the others, for this process and its children."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))
    monkeypatch.setenv(VARIABLE, "last-stone=last_stone")
    importlib.invalidate_caches()
    return registry.game(GAME)


@pytest.fixture
def parley(game, tmp_path, monkeypatch):
    """The command in a process of its own, as the newcomer runs it."""
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))

    def run(*args, typed=""):
        command = [sys.executable, "-m", "tui", *args]
        ran = subprocess.run(command, cwd=tmp_path, input=typed, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_obeys_every_law(law, game):
    law(Played(Case(game, Setup(game=GAME, scenario=GAME, seats=("left", "right"), seed=1), "random")))


def test_it_is_among_the_games(parley):
    assert "Last Stone" in parley("games")


def test_it_is_played_to_its_end_in_plain_mode(parley):
    told = parley("play", GAME, "--plain", typed="1\n" * 20)
    assert "took the last stone." in told


def test_a_bot_that_thinks_beats_chance(parley):
    found = json.loads(parley("sim", GAME, "--bots", "hard,random", "--games", "20", "--json"))
    assert found["finished"] == 20
    assert found["by_bot"]["hard"]["wins"] > found["by_bot"]["random"]["wins"]


async def test_it_is_played_to_its_end_on_screen(game, tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    opened = saves.begin(game, Setup(game=GAME, scenario=GAME, seats=("left", "right"), seed=1), None)
    app = app_at(opened)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(20):
            if opened.table.outcome:
                break
            await pilot.press("1")
            await pilot.pause()
        assert opened.table.outcome
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
