"""The registry: it finds games by folder, loads them when asked, and names the nearest when there is none."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.core.added import VARIABLE
from engine.core.content import builtin
from engine.core.errors import Refused
from engine.core.kinds import Setup

ROOT = Path(__file__).parent.parent.parent


def test_every_folder_of_games_is_a_game():
    folders = [path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py")]
    assert folders
    assert list(registry.game_ids()) == sorted(folder.replace("_", "-") for folder in folders)


@pytest.mark.parametrize("name", registry.game_ids())
def test_a_game_has_the_id_of_its_folder_and_something_to_play(name):
    rules = registry.game(name)
    assert rules.id == name
    assert rules.title
    least, most = rules.seats
    assert 1 <= least <= most <= len(rules.seat_names)
    numbers = [scenario.number for scenario in rules.scenarios()]
    assert numbers
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("name", registry.game_ids())
def test_ids_of_scenarios_challenges_and_options_are_unique(name):
    rules = registry.game(name)
    scenarios = rules.scenarios()
    options = [rules.options(Setup(game=name, scenario=each.id, seats=rules.seat_names[:1])) for each in scenarios]
    for choices in (scenarios, *options, *(scenario.challenges for scenario in scenarios)):
        ids = [choice.id for choice in choices]
        assert len(set(ids)) == len(ids)
        assert all(choice.title for choice in choices)


def test_a_game_that_is_not_there_is_refused_with_the_nearest():
    with pytest.raises(Refused) as refused:
        registry.game("horors-of-war")
    assert str(refused.value) == 'There is no game "horors-of-war". Did you mean "horrors-of-war"?'


@pytest.mark.parametrize("name", ["", "core", "horrors_of_war", "../core", "marsh-lights"])
def test_only_games_can_be_had(name):
    with pytest.raises(Refused, match=r"^There is no game"):
        registry.game(name)


def test_an_added_game_is_found_and_is_no_part_of_the_product(marsh_lights, monkeypatch):
    """PARLEY_GAMES adds it for this process and its children; without it, nothing has changed."""
    assert registry.game_ids()[-1] == "marsh-lights"
    assert registry.game("marsh-lights") is marsh_lights
    assert builtin("marsh-lights") == ROOT / "tests" / "made_up" / "data"
    code = "from engine import registry; registry.game('marsh-lights')"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
    monkeypatch.delenv(VARIABLE)
    assert "marsh-lights" not in registry.game_ids()


@pytest.mark.parametrize("named", ["", ",", "marsh-lights", "=tests.made_up", "horrors-of-war=tests.made_up"])
def test_what_names_no_other_game_adds_none(named, monkeypatch):
    before = registry.game_ids()
    monkeypatch.setenv(VARIABLE, named)
    assert registry.game_ids() == before
    assert registry.game("horrors-of-war").id == "horrors-of-war"
    assert builtin("horrors-of-war") == ROOT / "data" / "horrors_of_war"


def test_listing_the_games_loads_none_of_them():
    """So the command starts fast however many there are."""
    code = (
        "import sys; from engine import registry; ids = registry.game_ids(); "
        "sys.exit(any(name.startswith('engine.games.') for name in sys.modules) or not ids)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
