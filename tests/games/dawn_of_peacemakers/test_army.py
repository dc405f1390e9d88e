"""The army phase: turning cards, Revoked, Change of plans, and the nine steps."""

from __future__ import annotations

import pytest

from engine.games.dawn_of_peacemakers.content.operations import SPEEDS, TASKS
from engine.games.dawn_of_peacemakers.facts import (
    DefenceRaised,
    MotivationChanged,
    OrderBegan,
    OrderDeckShuffled,
    OrderLost,
    OrdersRanked,
    OrderTurned,
    TaskMissing,
    TaskRemoved,
    UnitDefeated,
    UnitMoved,
)
from engine.games.dawn_of_peacemakers.frames import Act
from engine.games.dawn_of_peacemakers.words.names import order_name
from tests.games.dawn_of_peacemakers.ground import Ground, only

APART = {
    "red_1": ("pike", "circle", "C1"),
    "red_2": ("pike", "star", "G1"),
    "blue_1": ("pike", "circle", "C7"),
    "blue_2": ("pike", "star", "G7"),
}


def test_each_deck_gives_one_card_onto_its_discard_pile() -> None:
    """DOP-ARMY-01, DOP-ARMY-09, DOP-GEN-09, DOP-GEN-14"""
    ground = Ground().units(**APART)
    facts = ground.armies(red=("plain", "move-star"), blue=("quick", "cover-circle"))
    assert [fact.deck for fact in only(facts, OrderTurned)] == ["red.ploy", "red.task", "blue.ploy", "blue.task"]
    first_move = next(place for place, fact in enumerate(facts) if isinstance(fact, OrderBegan))
    assert all(isinstance(fact, OrderTurned) is False for fact in facts[first_move:]), "read before executed"
    assert ground.state.orders["red.ploy"].discard[0] == "red.plain"
    task = ground.task("red", "move-star")
    ground.change(turned={"red": ("red.plain", task)})
    assert order_name(ground.state, "red") == f"Plain {ground.state.box.tasks[task].name}"


def test_an_empty_ploy_deck_is_rebuilt_and_only_then_shuffled() -> None:
    """DOP-ARMY-02, DOP-ARMY-22, DOP-ARMY-19"""
    ground = Ground().units(**APART).orders("red.ploy", "quick", discard=("late", "plain"))
    facts = ground.phase()
    assert not [fact for fact in only(facts, OrderDeckShuffled) if fact.deck == "red.ploy"], "one card is enough"
    facts = ground.phase()
    shuffles = [fact for fact in only(facts, OrderDeckShuffled) if fact.deck == "red.ploy"]
    assert [fact.why for fact in shuffles] == ["empty"]
    assert sorted(shuffles[0].order) == ["red.late", "red.plain", "red.quick"]
    assert not any(card in ground.state.box.tasks for card in ground.state.box.orders["red.ploy"])


def test_change_of_plans_shuffles_everything_and_is_replaced() -> None:
    """DOP-ARMY-03, DOP-ARMY-04, DOP-ARMY-20"""
    ground = Ground().units(**APART)
    change = ground.task("red", "change")
    ground.order("red", "plain", "change")
    deck = ground.state.orders["red.task"]
    ground.orders(
        "red.task",
        *[card.partition(".")[2] for card in deck.cards[:4]],
        discard=[card.partition(".")[2] for card in deck.cards[4:]],
    )
    facts = ground.phase()
    shuffle = next(fact for fact in only(facts, OrderDeckShuffled) if fact.deck == "red.task")
    assert shuffle.why == "change"
    assert sorted(shuffle.order) == sorted(deck.cards)
    turned = [fact.card for fact in only(facts, OrderTurned) if fact.deck == "red.task"]
    assert len(turned) == 1
    assert turned[0] != change
    assert change in ground.state.orders["red.task"].cards


def test_change_of_plans_is_carried_out_beside_revoked() -> None:
    """DOP-ARMY-05"""
    ground = Ground().units(**APART)
    facts = ground.armies(red=("revoked-1", "change"))
    assert [fact.deck for fact in only(facts, OrderDeckShuffled) if fact.why == "change"] == ["red.task"]


def test_a_task_of_a_dead_group_is_removed_and_replaced() -> None:
    """DOP-ARMY-06"""
    ground = Ground().units(**APART)
    dead = ground.task("red", "move-cog")
    ground.order("red", "plain", "move-cog")
    facts = ground.phase()
    assert TaskRemoved("red.task", dead) in facts
    turned = [fact.card for fact in only(facts, OrderTurned) if fact.deck == "red.task"]
    assert len(turned) == 1
    assert ground.state.box.tasks[turned[0]].group in ("circle", "star")


def test_an_order_whose_group_died_in_this_phase_has_no_effect() -> None:
    """DOP-ARMY-07, DOP-ARMY-21"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3"),
        red_2=("pike", "circle", "B2"),
        red_3=("captain", "star", "A1"),
        blue_1=("bow", "circle", "C4", 1),
        blue_2=("captain", "star", "I7"),
    )
    facts = ground.armies(red=("quick", "strike-circle"), blue=("proud", "cover-circle"))
    assert UnitDefeated("blue-1") in facts
    assert only(facts, OrderLost) == [OrderLost("blue")]
    assert not only(facts, DefenceRaised)
    assert not [fact for fact in only(facts, MotivationChanged) if fact.side == "blue" and fact.why == "blue.proud"]
    turned = [fact.card for fact in only(facts, OrderTurned) if fact.deck == "blue.task"]
    assert len(turned) == 1, "it is not replaced"


def test_discarded_tasks_of_a_group_leave_the_game_with_its_last_unit() -> None:
    """DOP-ARMY-08"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3"),
        red_2=("pike", "circle", "B2"),
        red_3=("captain", "star", "A1"),
        blue_1=("bow", "circle", "C4", 1),
        blue_2=("captain", "star", "I7"),
    )
    old = ground.task("blue", "strike-circle")
    ground.order("red", "quick", "strike-circle").order("blue", "plain", "cover-star")
    deck = ground.state.orders["blue.task"]
    names = [card.partition(".")[2] for card in deck.cards if card != old]
    ground.orders("blue.task", *names, discard=(old.partition(".")[2],))
    facts = ground.phase()
    assert TaskRemoved("blue.task", old) in facts
    assert old in ground.state.removed
    assert facts.index(TaskRemoved("blue.task", old)) > facts.index(UnitDefeated("blue-1"))


def test_only_the_group_on_the_task_card_acts() -> None:
    """DOP-ARMY-10, DOP-ARMY-11, DOP-UNIT-04, DOP-UNIT-16"""
    ground = Ground().units(**APART)
    facts = ground.armies(red=("plain", "move-star"))
    assert [fact.unit for fact in only(facts, UnitMoved)] == ["red-2"], "neither the other group nor the other army"


def test_players_decide_nothing_in_the_army_phase() -> None:
    """DOP-ARMY-12"""
    ground = Ground("nabo", "yainar").units(**APART)
    ground.armies(red=("plain", "strike-star"), blue=("plain", "cover-star"))
    assert isinstance(ground.table.ask, Act)
    assert ground.state.round == 2


def test_discard_piles_are_open_to_all() -> None:
    """DOP-ARMY-13"""
    ground = Ground("nabo", "yainar").units(**APART)
    ground.armies(red=("plain", "move-star"))
    for seat in ("nabo", "yainar", ""):
        view = ground.table.view(seat)
        assert view.orders["red.ploy"].discard == ground.state.orders["red.ploy"].discard


@pytest.mark.parametrize("scenario", ["between-two-worlds", "the-elders-gourd", "the-old-road"])
def test_each_ploy_deck_has_two_revoked(scenario: str) -> None:
    """DOP-ARMY-14"""
    box = Ground(scenario=scenario).state.box
    for name, cards in box.orders.items():
        if name.endswith(".ploy"):
            assert sum(box.ploys[card].revoked for card in cards) == 2


def test_revoked_costs_motivation_at_once_and_stops_the_task() -> None:
    """DOP-ARMY-15, DOP-ARMY-16, DOP-ARMY-17, DOP-MOT-02"""
    ground = Ground().units(**APART).order("red", "revoked-1", "move-star").order("blue", "plain", "move-star")
    facts = ground.phase()
    assert MotivationChanged("red", 6, "red.revoked-1") in facts
    turned = facts.index(OrderTurned("red.ploy", "red.revoked-1"))
    assert facts.index(MotivationChanged("red", 6, "red.revoked-1")) == turned + 1
    assert [fact.unit for fact in only(facts, UnitMoved)] == ["blue-2"], "the other order is resolved as usual"


def test_a_task_deck_with_nothing_but_change_of_plans_gives_no_task() -> None:
    """DOP-ARMY-18"""
    ground = Ground().units(**APART)
    change = ground.task("red", "change")
    rest = tuple(card for card in ground.state.box.orders["red.task"] if card != change)
    ground.orders("red.task", change.partition(".")[2]).change(removed=rest)
    facts = ground.phase()
    assert only(facts, TaskMissing) == [TaskMissing("red")]
    assert not [fact for fact in only(facts, OrderBegan) if fact.army == "red"]


# The nine steps


@pytest.mark.parametrize("faster", range(9))
def test_nine_steps_in_order(faster: int) -> None:
    """DOP-SPD-01, DOP-SPD-02, DOP-SPD-05, DOP-SPD-06"""
    ploys = {"fast": "quick", "normal": "plain", "slow": "late"}
    steps = [(speed, task) for speed in SPEEDS for task in TASKS]
    first = steps[faster]
    for later in steps[faster + 1 :]:
        ground = Ground().units(**APART)
        facts = ground.armies(red=(ploys[later[0]], f"{later[1]}-star"), blue=(ploys[first[0]], f"{first[1]}-star"))
        assert only(facts, OrdersRanked)[0].steps == {"red": later, "blue": first}
        assert [fact.army for fact in only(facts, OrderBegan)] == ["blue", "red"]


def test_the_same_step_is_resolved_at_the_same_time() -> None:
    """DOP-SPD-03"""
    ground = Ground().units(
        red_1=("pike", "star", "E3", 1),
        red_2=("captain", "cog", "A1"),
        blue_1=("pike", "star", "E4", 1),
        blue_2=("captain", "cog", "I7"),
    )
    facts = ground.armies(red=("plain", "strike-star"), blue=("plain", "strike-star"))
    assert {fact.unit for fact in only(facts, UnitDefeated)} == {"red-1", "blue-1"}


def test_a_ploy_works_when_its_task_is_resolved() -> None:
    """DOP-SPD-04"""
    ground = Ground().units(**APART)
    facts = ground.armies(red=("proud", "move-star"), blue=("quick", "move-star"))
    gained = next(
        place for place, fact in enumerate(facts) if isinstance(fact, MotivationChanged) and fact.why == "red.proud"
    )
    assert gained > facts.index(UnitMoved("red-2", "G2"))
    assert gained > facts.index(UnitMoved("blue-2", "G6"))
