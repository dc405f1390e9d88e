"""What `parley data check` finds in content of this game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.core.content import builtin
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.content.check import check_folder, schemas
from engine.games.dawn_of_peacemakers.content.library import GAME

DRILL = Path(__file__).parents[2] / "content" / "dawn_of_peacemakers"


def test_the_content_has_no_mistakes() -> None:
    assert check_folder() == []
    assert check_folder(DRILL) == []


def found(tmp_path: Path, change: Any) -> str:
    """The first mistake in a proving ground that was changed."""
    shutil.copytree(DRILL, tmp_path / "mine")
    path = tmp_path / "mine" / "scenarios" / "proving-ground.json"
    scenario = json.loads(path.read_text())
    change(scenario)
    path.write_text(json.dumps(scenario))
    return str(check_folder(tmp_path / "mine")[0])


def put(*path: Any) -> Any:
    """A change that puts the last of these in the place that the others name."""
    *places, last, value = path

    def change(scenario: Any) -> None:
        for place in places:
            scenario = scenario[place]
        scenario[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            put("armies", 0, "portraits", 0, "type", "captin"),
            'the unit "captin". Did you mean "captain"',
        ),
        (put("armies", 0, "portraits", 0, "units", 0, "space", "E1"), "No unit can stand on E1."),
        (put("armies", 0, "side", "rad"), 'There is no side "rad". Did you mean "red"'),
        (put("armies", 0, "ploys", "dril"), 'There is no ploy deck "dril". Did you mean "drill"'),
        (put("armies", 0, "tasks", {"move": ["circle", "star"]}), "No task is for the cog group."),
        (put("areas", "middle", ["Z9"]), 'There is no space "Z9" on the map.'),
        (put("fortifications", {"G2": 1}), "G2 cannot be fortified."),
        (put("sides", 0, "motivation", 16), "Motivation starts between 1 and 15."),
        (put("events", 0, "do", [{"op": "build", "area": "midle"}]), 'no such thing as "midle"'),
        (put("events", 0, "do", [{"op": "travel", "points": 1}]), '"travel" cannot be part of an event.'),
        (put("ends", 1, "won", False), "No end condition is a win."),
        (put("variants", 1, "drops", ["Q"]), 'No unit has the letter "Q".'),
        (put("map", 0, ". . . ."), "is not on a hexagon"),
    ],
)
def test_a_mistake_in_a_scenario_is_named(tmp_path: Path, change: Any, words: str) -> None:
    assert words in found(tmp_path, change)


def test_a_ploy_deck_has_two_revoked_cards(tmp_path: Path) -> None:
    """DOP-ARMY-14"""
    shutil.copytree(DRILL, tmp_path / "mine")
    path = tmp_path / "mine" / "ploys" / "drill.json"
    path.write_text(path.read_text().replace('"copies": 2', '"copies": 1'))
    assert "exactly 2 Revoked" in str(check_folder(tmp_path / "mine")[0])


def test_every_kind_of_file_has_a_schema() -> None:
    assert set(schemas()) == {"resources", "ploys", "tasks", "units", "agendas", "scenarios"}
    folders = {path.name.removesuffix(".json") for path in builtin(GAME).iterdir() if path.suffix != ".md"}
    assert set(schemas()) <= folders


def test_marks_that_scenarios_understand_are_known_to_campaigns() -> None:
    assert {"extra-red", "no-captain", "drill", "favour:nabo"} <= rules.carries("proving-ground")
    assert "court-seal" in rules.carries("night-on-the-border")
