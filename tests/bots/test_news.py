"""Curiosity: what comes to light counts while somebody can still act on it, and hints say so truthfully."""

from __future__ import annotations

import re

import pytest

from engine.bots.advice import advise, compare
from engine.bots.futures import Action, Futures
from engine.bots.intent import NOTHING
from engine.bots.planner import Planner, TriedAction, _try
from engine.core.dice import Dice
from engine.core.kinds import Move
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.frames import Pick
from engine.games.horrors_of_war.moves import Choose, Pass, PlayCard, UseRow
from tests.games.horrors_of_war.ground import Ground, rules

SEATS = ("nabo", "yainar", "akezan", "tambatro")


def begin(ground: Ground) -> Ground:
    """Deal the hands: with three seats they choose who gets more."""
    while not rules.opens_action(ground.table.ask):
        ground.submit(ground.moves()[0])
    return ground


def waiting(count: int) -> tuple[Ground, str]:
    """A table of so many seats at which all but one have passed, and the one that is still asked."""
    ground = Ground(*SEATS[:count], scenario="order-in-chaos")
    begin(ground)
    for seat in SEATS[: count - 1]:
        ground.submit(Pass(), seat)
    return ground, SEATS[count - 1]


def futures_of(ground: Ground, seat: str) -> Futures:
    table = ground.table
    return Futures(rules, table.view(seat), table.stack, seat, Dice(7, 0))


def tried(futures: Futures, *moves: Move, number: int = 0) -> TriedAction:
    """An action of the seat, tried in one future."""
    found = TriedAction(Action(futures.seat, moves))
    _try(futures, found, number)
    return found


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_what_the_end_of_the_round_shows_speaks_for_no_pass(count):
    """The last to pass sees new cards, orders and dice; but so does everybody after any other action."""
    ground, seat = waiting(count)
    futures = futures_of(ground, seat)
    turn = futures.turn(0)
    futures.act(turn, Action(seat, (Pass(),)))
    assert any(fact.reveals_to(turn.state, seat) for fact in turn.facts)
    passed = tried(futures, Pass())
    assert passed.news == 0
    assert passed.worth == passed.chances


def test_a_question_on_the_way_to_the_next_round_makes_no_difference():
    """After the refresh a horror may ask which card to discard: that is no time to act on what was drawn."""
    ground = Ground("nabo").hand("nabo", "p-fortify", "p-travel")
    horror, *others = ground.state.horrors
    ground.change(horrors=tuple(others)).deck(horror)
    futures, asked = futures_of(ground, "nabo"), 0
    for number in range(20):
        turn = futures.turn(number)
        futures.act(turn, Action("nabo", (Pass(),)))
        asked += isinstance(futures.asked(turn), Pick)
        assert tried(futures, Pass(), number=number).news == 0
    assert asked


@pytest.mark.parametrize(
    ("count", "spare", "news"),
    [(1, ["r01"], 1), (1, [], 0), (2, [], 1), (3, [], 1), (4, [], 1)],
)
def test_a_survey_counts_while_somebody_has_cards_to_act_with(count, spare, news):
    """With the last card at the table nothing can be done about what it shows."""
    ground, seat = waiting(count)
    unit = next(iter(ground.state.units.values()))
    resources = library().resources
    card = next(card for card in ground.state.resources.cards if card in resources and "survey" in resources[card].rows)
    ground.stand(seat, unit.space).hand(seat, card, *spare)
    survey = PlayCard(card), UseRow("survey"), Choose(f"deck:{unit.army}.left")
    found = tried(futures_of(ground, seat), *survey)
    assert found.news == news
    assert (found.worth > found.chances) == bool(news)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_planner_does_not_end_the_first_round_to_see_what_comes(count):
    """With a full hand and nothing known there is something better than to pass, for nearly every deal."""
    passes = 0
    for seed in range(6):
        ground = begin(Ground(*SEATS[:count], scenario="order-in-chaos", seed=seed))
        bot, number = Planner(250), 0
        while (ask := ground.table.ask) and ground.state.round == 1:
            seat = ask.seats[0]
            table, number = ground.table, number + 1
            move = bot.choose(rules, table.view(seat), table.stack, seat, table.moves(seat), Dice(seed, number))
            ground.submit(move, seat)
        passes += number == count
    assert passes <= 1


# Hints


def hint_words(best: float, other: float, news: int = 0) -> str:
    rounds = 4
    tries = [TriedAction(NOTHING, [chance * (1 + 0.05 * news)] * rounds, 0, [chance] * rounds, news * rounds)
             for chance, news in ((best, news), (other, 0))]  # fmt: skip
    return compare(*tries, "Pass")


def test_a_hint_gives_the_better_number_to_the_move_that_it_recommends():
    assert hint_words(0.42, 0.40) == (
        "That gives 42 chances in 100 to win, by the looks of 4 imagined rounds, against 40 for: Pass."
    )
    assert hint_words(0.40, 0.40).endswith("imagined rounds, as many as for: Pass.")


def test_a_hint_says_what_comes_to_light_and_counts_no_chances_for_it():
    """A survey wins no more rounds than a pass; the reason to prefer it is what it shows."""
    assert hint_words(0.45, 0.42, news=1).endswith(
        " against 42 for: Pass. It can also bring something new to light while there is time to act on it."
    )


def test_a_hint_against_the_numbers_says_why():
    assert hint_words(0.40, 0.42, news=2) == (
        "That gives 40 chances in 100 to win, by the looks of 4 imagined rounds, against 42 for: Pass. "
        "But it can bring something new to light while there is time to act on it."
    )


def shown(why: str) -> tuple[int, int]:
    """The two numbers of a hint."""
    found = re.search(r"gives (\d+) chances.*(?:against (\d+)|(as many as)) for:", why)
    assert found, why
    return int(found[1]), int(found[2] or found[1])


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_no_hint_of_a_game_argues_against_itself(count):
    """The recommended move has the better number, or the reason why it is recommended all the same."""
    ground, bot, passes = Ground(*SEATS[:count], scenario="order-in-chaos", seed=2), Planner(100), 0
    for number in range(36):
        table, seat = ground.table, ground.table.ask.seats[0]
        if rules.opens_action(table.ask):
            asked = (rules, table.view(seat), table.stack, seat, table.moves(seat), Dice(1, number))
            found = advise(*asked, Planner(150))
            passes += found.move == Pass()
            assert found.move != Pass() or "to light" not in found.why
            if " for: " in found.why:
                ours, theirs = shown(found.why)
                assert ours >= theirs or " But it can bring something new to light" in found.why
        ground.submit(bot.choose(rules, table.view(seat), table.stack, seat, table.moves(seat), Dice(2, number)), seat)
    assert passes
