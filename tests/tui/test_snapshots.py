"""Every screen as it was when somebody last looked at it and found it good; `snapshots/` holds the pictures.

After a change on purpose: `pytest tests/tui/test_snapshots.py --snapshot-update`, then draw the pictures and look.
"""

from __future__ import annotations

import html
import os
import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_textual_snapshot
from textual.pilot import Pilot
from textual.widgets import Input

from engine.core.table import Table
from engine.registry import game
from engine.store.files import FileJournal
from tests.tui.playing import ROOMY, SMALL, app_at, opened
from tui.play import saves
from tui.screens.saves import SavesScreen

ROOT = Path(__file__).parents[2]
SCENARIOS = [
    scene.id for scene in game("horrors-of-war").scenarios() if scene.number <= 6 and scene.id != "proving-ground"
]
SIZES = pytest.mark.parametrize("size", [SMALL, ROOMY], ids=["80x24", "120x40"])


class Pictures(pytest_textual_snapshot.SVGImageExtension):
    """Keeps the pictures in the folder of the project that is there for them."""

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        """One folder for each test module."""
        return str(ROOT / "snapshots" / Path(test_location.filepath).stem)


@pytest.fixture(autouse=True)
def frozen(tmp_path, monkeypatch):
    """The same folder for pictures on every machine, saves of the test's own, and no clock in them: nothing blinks."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)
    monkeypatch.setattr(pytest_textual_snapshot, "SVGImageExtension", Pictures)
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))


def keys(*pressed: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Press keys one by one, and wait until what they led to is painted."""

    async def run(pilot: Pilot[None]) -> None:
        await pilot.pause()
        await pilot.pause()
        for key in pressed:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()

    return run


# The table in every phase

PHASES = {
    "a-card": (),
    "what-for": ("enter",),
    "where-to": ("right", "enter", "1", "right"),
    "all-moves": ("slash",),
    "forecast": ("p",),
    "keys": ("question_mark",),
    "story": ("s",),
    "end-of-phase": ("e",),
    "orders": ("o",),
    "decks": ("d",),
    "log": ("l",),
    "refused": ("enter", "e"),
    "after-a-round": ("e", "y"),
}


@SIZES
@pytest.mark.parametrize("phase", PHASES)
def test_the_table(snap_compare, phase, size):
    assert snap_compare(app_at(opened()), terminal_size=size, run_before=keys(*PHASES[phase]))


@pytest.mark.parametrize("phase", ["a-card", "what-for", "where-to", "log", "after-a-round"])
def test_the_table_in_a_large_terminal(snap_compare, phase):
    assert snap_compare(app_at(opened()), terminal_size=(200, 60), run_before=keys(*PHASES[phase]))


def test_four_hands_in_a_large_terminal(snap_compare):
    table = opened("heights-of-glory", "nabo,yainar,tambatro,akezan")
    assert snap_compare(app_at(table), terminal_size=(200, 60), run_before=keys())


@SIZES
def test_the_armies_act(snap_compare, size):
    app = app_at(opened(), pace="stepped")
    assert snap_compare(app, terminal_size=size, run_before=keys("e", "y", *["space"] * 14))


@SIZES
def test_the_end(snap_compare, size):
    """The last move of a game that was won."""
    recorded = FileJournal(ROOT / "snapshots" / "horrors_of_war" / "order-in-chaos.jsonl", writing=False)
    played = Table.resume(game("horrors-of-war"), recorded)
    table = saves.begin(played.rules, played.setup, "won")
    for step in played.steps[1:]:
        table.table.submit(step.seat, step.move)
    assert snap_compare(app_at(table), terminal_size=size, run_before=keys())


# Scenarios and looks


@SIZES
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario(snap_compare, scenario, size):
    assert snap_compare(app_at(opened(scenario)), terminal_size=size, run_before=keys())


@pytest.mark.parametrize("theme", ["light", "contrast", "safe"])
def test_every_theme(snap_compare, theme):
    run = keys("right", "enter", "1", "right")
    assert snap_compare(app_at(opened(), theme=theme), terminal_size=ROOMY, run_before=run)


@pytest.mark.parametrize("depth", ["256", "16"])
def test_fewer_colours(snap_compare, depth):
    run = keys("right", "enter", "1", "right")
    assert snap_compare(app_at(opened("loose-cannon"), depth=depth), terminal_size=ROOMY, run_before=run)


@SIZES
def test_no_colours(snap_compare, size):
    """Letters tell whose a unit is, and four people find room on one space."""
    table = opened("loose-cannon", "nabo,yainar,tambatro,akezan")
    assert snap_compare(app_at(table, depth="mono"), terminal_size=size, run_before=keys())


@SIZES
def test_letters_instead_of_signs(snap_compare, size):
    run = keys("right", "enter", "1", "right")
    assert snap_compare(app_at(opened(), glyphs="ascii"), terminal_size=size, run_before=run)


def test_too_little_room(snap_compare):
    assert snap_compare(app_at(opened()), terminal_size=(40, 10), run_before=keys())


# Other screens


@SIZES
def test_home(snap_compare, size):
    assert snap_compare(app_at(None), terminal_size=size, run_before=keys())


@SIZES
def test_the_rulebook(snap_compare, size):
    assert snap_compare(app_at(opened()), terminal_size=size, run_before=keys("r", "down", "down", "down"))


@pytest.fixture
def old_saves(monkeypatch):
    """Three saves of long ago: one begun, one won, one that cannot be read."""
    monkeypatch.setattr(SavesScreen, "_when", lambda self, entry: "long ago")
    begun = opened("loose-cannon", seed=5)
    won = saves.folder().path / "peace.jsonl"
    shutil.copy(ROOT / "snapshots" / "horrors_of_war" / "order-in-chaos.jsonl", won)
    broken = saves.folder().path / "torn.jsonl"
    broken.write_bytes(b"{")
    begun.journal.close()
    for number, path in enumerate((broken, won, begun.path)):
        os.utime(path, (1_600_000_000 + 90_000 * number,) * 2)


@SIZES
@pytest.mark.parametrize(
    ("name", "pressed"),
    [
        ("new", ("enter",)),
        ("new-chosen", ("enter", "down", "down", "enter")),
        ("log", ("down", "down", "down", "down", "enter")),
        ("learn", ("down", "down", "down", "down", "down", "enter")),
        ("signs", ("down", "down", "down", "down", "down", "enter", "down", "down", "enter")),
        ("a-round", ("down", "down", "down", "down", "down", "enter", "end", "enter")),
        ("first-game", ("down", "down", "down", "down", "down", "enter", "enter", "n", "n")),
        ("settings", ("end", "up", "enter")),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_the_menus(snap_compare, name, pressed, size):
    assert snap_compare(app_at(None), terminal_size=size, run_before=keys(*pressed))


@SIZES
@pytest.mark.parametrize("place", [3, 4], ids=["saves", "replays"])
def test_the_saves(snap_compare, old_saves, place, size):
    pressed = ["home", *["down"] * place, "enter"]
    assert snap_compare(app_at(None), terminal_size=size, run_before=keys(*pressed))


@SIZES
@pytest.mark.parametrize(
    "pressed", [(), ("pagedown", "right", "right", "right"), ("end", "v")], ids=["start", "middle", "end"]
)
def test_the_theatre(snap_compare, pressed, size):
    path = ROOT / "snapshots" / "horrors_of_war" / "order-in-chaos.jsonl"
    app = app_at(None, theatre=saves.open_save(path, writing=False))
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))


@SIZES
def test_the_curtain(snap_compare, size):
    app = app_at(opened(options=("private-hands",)))
    assert snap_compare(app, terminal_size=size, run_before=keys())


# Whole texts


LARGE = sorted(
    path for path in (ROOT / "snapshots").glob("*/*.svg") if not re.search(r"80x24|too_little_room", path.name)
)


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_no_text_is_cut_where_there_is_room(path):
    """At 120x40 and larger nothing that a decision needs ends in an ellipsis."""
    words = html.unescape(path.read_text(encoding="utf-8")).replace("\N{NO-BREAK SPACE}", " ")
    assert re.findall(r"[^<>]*(?:\u2026|\.\.\.)", words) == []
