"""Every printed card of every game does what it says, in that order and with those numbers."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType

import pytest

from engine.registry import game_ids
from tests.contracts.laws_of_print import Card, Step, Way, broken


def hook(game: str) -> ModuleType:
    """The module in which a game gives its printed cards."""
    return importlib.import_module(f"tests.games.{game.replace('-', '_')}.printed")


def printed() -> Iterator[Card]:
    """The cards of all games."""
    for game in game_ids():
        yield from hook(game).cards()


CARDS = [pytest.param(card, id=card.id) for card in printed()]


@pytest.mark.parametrize("game", game_ids())
def test_every_game_gives_its_printed_cards(game):
    assert next(hook(game).cards(), None) is not None


@pytest.mark.parametrize("card", CARDS)
def test_a_card_does_what_it_says_in_that_order_and_with_those_numbers(card):
    assert list(broken(card)) == []


# The laws catch what they are for


TEXT = "Draw 1 card. If it rains, move 2 spaces; if not, gain 1 coin, or 3 if you have 8 or more."
DRAW, MOVE, ONE, THREE = (
    Step("draw", "Draw 1"),
    Step("move", "move 2"),
    Step("one", "gain 1 coin"),
    Step("three", "or 3"),
)
RAIN, RICH = Step("rain", "it rains"), Step("rich", "8 or more")
WET, RICHER, POOR = Way(("yes",), (DRAW, MOVE)), Way(("no", "rich"), (DRAW, THREE)), Way(("no", "poor"), (DRAW, ONE))


def laws_broken(*ways: Way, conditions: tuple[Step, ...] = (RAIN, RICH), text: str = TEXT) -> list[str]:
    """The names of the laws that a made-up card breaks."""
    return [each.partition(":")[0] for each in broken(Card("made-up", text, ways, conditions))]


def test_a_card_that_does_what_it_says_breaks_no_law():
    assert laws_broken(WET, RICHER, POOR) == []


def test_steps_in_another_order_than_printed_are_found():
    assert "steps_happen_in_the_order_of_the_sentences" in laws_broken(Way(("yes",), (MOVE, DRAW)), RICHER, POOR)


def test_another_number_than_printed_is_found():
    moved = Way(("yes",), (DRAW, Step("move", "move 3")))
    assert "steps_happen_in_the_order_of_the_sentences" in laws_broken(moved, RICHER, POOR)


def test_a_way_on_which_the_printed_alternative_is_missing_is_found():
    none = Way(("nobody there",), (DRAW, ONE))
    assert laws_broken(WET, RICHER, POOR, none) == ["a_printed_alternative_is_open_wherever_it_is_printed"]


def test_a_sentence_for_which_nothing_happens_is_found():
    broken_laws = laws_broken(WET, RICHER, POOR, text=f"{TEXT} Each army rests.")
    assert broken_laws == ["every_sentence_stands_for_something"]


def test_a_number_that_belongs_to_nothing_is_found():
    assert laws_broken(WET, RICHER, POOR, conditions=(RAIN,)) == ["every_number_is_one_of_a_step_or_condition"]
