"""The registry: it finds games by folder, loads them when asked, and names the nearest when there is none."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.core.errors import Refused

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
    for choices in (scenarios, rules.options, *(scenario.challenges for scenario in scenarios)):
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


def test_listing_the_games_loads_none_of_them():
    """So the command starts fast however many there are."""
    code = (
        "import sys; from engine import registry; ids = registry.game_ids(); "
        "sys.exit(any(name.startswith('engine.games.') for name in sys.modules) or not ids)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
