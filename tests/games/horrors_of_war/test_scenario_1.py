"""Scenario 1, Order in Chaos: the teaching scenario and its two challenges."""

import random

import pytest
from msgspec.structs import replace

from engine.core.content import builtin
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.facts import Reminded
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground

SCENARIO = "order-in-chaos"
CARDS = library.read(builtin("horrors-of-war"))
FILE = CARDS.scenes[SCENARIO].file


def begun(*challenges: str, seed: int = 1) -> GameState:
    """The state after setting up, for one player."""
    return Ground(scenario=SCENARIO, challenges=challenges, seed=seed).state


def reminders_of_a_game(seed: int) -> list[str]:
    """The reminders of a game played by chance, in the order in which they were shown."""
    table = Ground(*ADVENTURERS[: 2 + 2 * (seed % 2)], scenario=SCENARIO, seed=seed).table
    chance = random.Random(seed)
    while table.ask and table.state.round < 15:
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))
    return [fact.about for step in table.steps for fact in step.facts if isinstance(fact, Reminded)]


def test_it_is_scenario_number_1() -> None:
    """HOW-S1-01"""
    assert (FILE.number, FILE.title) == (1, "Order in Chaos")


def test_it_has_no_cards_and_no_rule_of_its_own() -> None:
    """HOW-S1-01"""
    own = [card.id for card in (*CARDS.resources.values(), *CARDS.horrors.values()) if SCENARIO in card.only]
    assert own == []
    assert set(begun().sides.values()) == {"macaw", "ocelot"}


def test_a_reminder_is_shown_the_first_time_it_matters_and_never_again() -> None:
    """HOW-S1-01"""
    ground = Ground(scenario=SCENARIO)
    cards = [card.id for card in CARDS.resources.values() if "fortify" in card.rows and not card.rows["fortify"].extra]
    ground.hand("nabo", *cards[:3])
    first = ground.use(cards[0], "fortify")
    second = ground.use(cards[1], "fortify")
    assert [fact.about for fact in first if isinstance(fact, Reminded)] == ["fortify"]
    assert [fact.about for fact in second if isinstance(fact, Reminded)] == []


def test_every_reminder_of_the_scenario_comes_up_in_play_once() -> None:
    """HOW-S1-01"""
    missing = set(FILE.reminders)
    for seed in range(60):
        shown = reminders_of_a_game(seed)
        assert len(shown) == len(set(shown))
        missing -= set(shown)
        if not missing:
            break
    assert missing == set()


def test_reminders_are_short_texts() -> None:
    """HOW-S1-01"""
    assert len(FILE.reminders) >= 10
    assert [about for about, text in FILE.reminders.items() if not 20 <= len(text) <= 120] == []


def test_timid_invasion_starts_the_macaws_at_2_and_the_ocelots_at_10() -> None:
    """HOW-S1-02"""
    assert begun("timid-invasion").motivation == {"macaw": 2, "ocelot": 10}
    assert begun("bad-memories").motivation == begun().motivation == {side.id: side.motivation for side in FILE.sides}


def test_timid_invasion_is_harder_than_the_printed_values() -> None:
    """HOW-S1-02"""
    printed = begun().motivation
    assert printed["macaw"] > 2
    assert printed["ocelot"] < 10


def horrors_in(cards: tuple[str, ...]) -> set[str]:
    """The horrors among cards."""
    return {card for card in cards if card in CARDS.horrors}


@pytest.mark.parametrize("seed", range(1, 6))
def test_bad_memories_shuffles_eight_horrors_into_the_resource_deck_after_the_deal(seed: int) -> None:
    """HOW-S1-03"""
    plain, state = begun(seed=seed), begun("bad-memories", seed=seed)
    horrors = horrors_in(state.resources.cards)
    assert horrors_in(plain.resources.cards) == set()
    assert len(horrors) == 8
    assert horrors_in(state.hands["nabo"]) == set()
    assert set(state.horrors) == set(plain.horrors) - horrors
    assert len(state.horrors) == len(plain.horrors) - 8


def test_bad_memories_takes_horrors_at_random_and_puts_them_anywhere() -> None:
    """HOW-S1-03"""
    decks = [begun("bad-memories", seed=seed).resources.cards for seed in range(1, 13)]
    taken = {frozenset(horrors_in(deck)) for deck in decks}
    places = {place for deck in decks for place, card in enumerate(deck) if card in CARDS.horrors}
    assert len(taken) == len(decks)
    assert {0, len(decks[0]) - 1} <= places


def test_the_macaws_have_at_most_five_units_and_the_ocelots_at_most_four() -> None:
    """HOW-S1-04"""
    armies = [unit.army for unit in begun().units.values()]
    assert 1 <= armies.count("macaw") <= 5
    assert 1 <= armies.count("ocelot") <= 4
    assert len(armies) == armies.count("macaw") + armies.count("ocelot")


def test_two_armies_bring_four_order_decks() -> None:
    """HOW-S1-04"""
    assert set(begun().orders) == {"macaw.left", "macaw.right", "ocelot.left", "ocelot.right"}


@pytest.mark.parametrize("card", ["ocelot-l1", "ocelot-l3", "ocelot-l6", "ocelot-l9"])
def test_luck_runs_with_the_lucky(card: str) -> None:
    """HOW-S1-02: what makes ocelots that start at 10 hard to bring down."""
    for start, by in ((7, 1), (8, 2)):
        ground = Ground("nabo", scenario=SCENARIO).motivation(macaw=5, ocelot=start)
        ground.do(*CARDS.left[card].do, army="ocelot", group="circle")
        assert ground.state.motivation["ocelot"] - start == by


@pytest.mark.parametrize("card", ["ocelot-l1", "ocelot-l3"])
def test_luck_also_runs_with_the_lucky_when_the_rolled_group_is_gone(card: str) -> None:
    """HOW-S1-02, HOW-GEN-16: no adventurer stands with a unit of such a group, and none of it is fortified."""
    for start, by in ((7, 1), (8, 2)):
        ground = Ground("nabo", scenario=SCENARIO).motivation(macaw=5, ocelot=start)
        ground.change(units={name: replace(unit, group="none") for name, unit in ground.state.units.items()})
        ground.do(*CARDS.left[card].do, army="ocelot", group="circle")
        assert ground.state.motivation["ocelot"] - start == by
