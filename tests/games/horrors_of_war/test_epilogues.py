"""What becomes of a game: every outcome of every scenario has a short text of its own."""

from copy import copy

import pytest

from engine.core.content import builtin
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content import census, library
from engine.games.horrors_of_war.state import GameState
from tests.games.horrors_of_war.ground import Ground

CARDS = library.read(builtin("horrors-of-war"))
FILES = [scene.file for scene in CARDS.scenes.values()]
by_id = {"ids": lambda file: file.id}
LONGEST = 270
"""About four lines of the last page."""


def ended(scenario: str, motivation: tuple[int, int], *, won: bool, fallen: bool = True) -> GameState:
    """A finished game, with both tracks at these values."""
    state = copy(Ground(scenario=scenario).state)
    state.won, state.motivation = won, dict(zip(state.motivation, motivation, strict=True))
    state.fallen = dict(list(state.units.items())[:1]) if fallen else {}
    return state


@pytest.mark.parametrize("file", FILES, **by_id)
def test_every_outcome_of_a_scenario_has_words_of_its_own(file) -> None:
    """HOW-STA-02..03, HOW-CHA-04"""
    told = file.epilogue
    first, second = (side.id for side in file.sides)
    outcomes = {
        told.won: ended(file.id, (1, 2), won=True),
        f"{told.won} {told.unhurt}": ended(file.id, (1, 2), won=True, fallen=False),
        told.lost[first]: ended(file.id, (0, 2), won=False),
        told.lost[second]: ended(file.id, (2, 0), won=False),
        told.broken: ended(file.id, (0, 0), won=False, fallen=False),
    }
    assert len(outcomes) == 5
    for words, state in outcomes.items():
        assert rules.epilogue(state) == words
        assert words.endswith(".")
        assert 0 < len(words) <= LONGEST + len(told.unhurt)


def test_the_great_fall_ends_otherwise() -> None:
    """HOW-S3-15, HOW-S3-19"""
    told = CARDS.scenes["heights-of-glory"].file.epilogue
    assert rules.epilogue(ended("heights-of-glory", (0, 0), won=True)) == told.fell
    assert rules.epilogue(ended("heights-of-glory", (1, 2), won=False)) == told.spared
    assert told.fell
    assert told.spared


def test_a_game_that_goes_on_has_no_epilogue() -> None:
    assert rules.epilogue(Ground(scenario="order-in-chaos").state) == ""


def test_a_scenario_without_epilogues_ends_without_one() -> None:
    assert rules.epilogue(ended("proving-ground", (1, 2), won=True)) == ""


def test_words_do_not_make_another_edition() -> None:
    """What was measured of a scenario stays true when its epilogue is written anew."""
    assert "epilogue" in census.WORDS
