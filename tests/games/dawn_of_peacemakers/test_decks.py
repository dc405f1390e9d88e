"""Order decks in their corner cases: Change of plans, dead groups, empty piles, and influence around them."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.decks import can_give
from engine.games.dawn_of_peacemakers.facts import (
    CardDiscarded,
    CardDrawn,
    CardShown,
    DefenceRaised,
    InfluenceLost,
    OrderBegan,
    OrderDeckShuffled,
    OrderDrawn,
    OrderLost,
    OrderSpoiled,
    OrdersRanked,
    OrdersReturned,
    OrderSunk,
    OrderTurned,
    ResourceDeckShuffled,
    TaskMissing,
    TaskRemoved,
    UnitDefeated,
)
from engine.peacemakers.ongoing import Ongoing
from tests.games.dawn_of_peacemakers.ground import Ground, only

BESIDE = {"red_1": ("pike", "circle", "E4"), "red_2": ("pike", "star", "A1"), "blue_1": ("pike", "star", "E7")}
NO_CIRCLE = {"red_1": ("pike", "star", "E4"), "blue_1": ("pike", "star", "E7")}


def beside(*cards: str, seats: tuple[str, ...] = (), **placed: tuple[object, ...]) -> Ground:
    """Nabo with a red unit and these cards; the others far away."""
    return Ground(*seats).hand("nabo", *cards).units(**(placed or BESIDE))


def tasks(ground: Ground, *wanted: str, army: str = "red") -> list[str]:
    """Short names of task cards."""
    return [ground.task(army, each).partition(".")[2] for each in wanted]


def lay_tasks(ground: Ground, *wanted: str, discard: tuple[str, ...] = ()) -> None:
    """A red task deck of these cards alone; all others are out of play."""
    ground.orders("red.task", *tasks(ground, *wanted), discard=tasks(ground, *discard))
    deck = ground.state.orders["red.task"]
    here = {*deck.cards, *deck.discard}
    ground.change(removed=tuple(card for card in ground.state.box.orders["red.task"] if card not in here))


# Change of plans


def test_change_of_plans_on_top_of_idle_cards_alone_gives_nothing() -> None:
    """DOP-INF-20, DOP-ARMY-18, DOP-ADV-09"""
    ground = beside("drill-1", **NO_CIRCLE)
    lay_tasks(ground, "change", "move-circle")
    assert not can_give(ground.state, "red.task")
    facts = ground.phase()
    assert TaskMissing("red") in facts
    assert not [fact for fact in only(facts, OrderDeckShuffled) if fact.deck == "red.task"]


def test_change_of_plans_brings_back_what_only_the_discard_pile_has() -> None:
    """DOP-ARMY-04, DOP-INF-10, DOP-INF-20"""
    ground = beside("drill-1")
    lay_tasks(ground, "change", discard=("move-star",))
    assert can_give(ground.state, "red.task")
    ground.use("drill-1", "influence")
    facts = ground.submit(m.DrawOrder("red.task"))
    assert only(facts, OrderDrawn)[0].card == ground.task("red", "move-star")
    assert ground.state.orders["red.task"].discard == ()


def test_a_task_deck_without_change_of_plans_is_not_shuffled_when_it_is_empty() -> None:
    """DOP-ARMY-03: Change of plans is out of play here, which ordinary play never does."""
    ground = beside("drill-1")
    lay_tasks(ground, discard=("move-star",))
    assert not can_give(ground.state, "red.task")
    facts = ground.phase()
    assert TaskMissing("red") in facts
    assert not [fact for fact in only(facts, OrderDeckShuffled) if fact.deck == "red.task"]


def test_a_discard_pile_of_idle_tasks_is_used_up_without_a_task() -> None:
    """DOP-ADV-09, DOP-ADV-11, DOP-INF-15"""
    ground = beside("drill-1", **NO_CIRCLE)
    lay_tasks(ground, "change", discard=("move-circle",))
    ground.orders("red.ploy", "quick", "late")
    ground.use("drill-1", "influence")
    facts = ground.submit(m.DrawOrder("red.task"))
    assert not only(facts, OrderDrawn)
    assert ground.state.influence is not None
    assert ground.state.influence.due == 2, "no influence is used up"
    assert ground.moves() == [m.DrawOrder("red.ploy")]


def test_a_deck_gives_what_is_in_nobodys_hand() -> None:
    """DOP-INF-15, DOP-INF-20"""
    ground = beside("drill-1", "drill-2")
    lay_tasks(ground, "move-star", "change")
    ground.orders("red.ploy").use("drill-1", "influence")
    facts = ground.submit(m.DrawOrder("red.task"))
    assert only(facts, InfluenceLost) == [InfluenceLost("red")], "its only task is in the hand"
    assert isinstance(ground.table.ask, f.Act), "nobody is asked to add what no deck could serve"
    assert ground.state.orders["red.task"].cards == tuple(ground.task("red", each) for each in ("move-star", "change"))


def test_an_army_whose_decks_give_nothing_cannot_be_influenced() -> None:
    """DOP-INF-02, DOP-INF-15"""
    ground = beside("drill-1")
    lay_tasks(ground, "change")
    ground.orders("red.ploy").submit(m.PlayCard("drill-1"))
    assert m.UseRow("influence") not in ground.moves()
    with pytest.raises(Refused, match="can give no card"):
        ground.submit(m.UseRow("influence"))


def test_an_army_without_any_ploy_has_no_order() -> None:
    """DOP-ARMY-02, DOP-ARMY-22: content of one's own may have no ploys left; an empty pile is not shuffled for ever."""
    ground = beside()
    ground.orders("red.ploy").order("blue", "plain", "cover-star")
    facts = ground.phase()
    assert [fact.army for fact in only(facts, OrderBegan)] == ["blue"]
    assert not [fact for fact in only(facts, OrderDeckShuffled) if fact.deck == "red.ploy"]


# Schemes that discard


def test_a_scheme_that_discards_passes_over_tasks_of_dead_groups() -> None:
    """DOP-ADV-09, DOP-ADV-10"""
    ground = beside("waste", **NO_CIRCLE)
    lay_tasks(ground, "move-circle", "cover-circle", "move-star", "change")
    ground.use("waste", "scheme")
    facts = ground.submit(m.Choose("deck:red.task"))
    dead = [ground.task("red", each) for each in ("move-circle", "cover-circle")]
    assert [fact.card for fact in only(facts, TaskRemoved)] == dead
    assert only(facts, OrderSpoiled) == [OrderSpoiled("red.task", ground.task("red", "move-star"))]
    assert set(dead) <= set(ground.state.removed)


def test_a_scheme_that_can_discard_nothing_is_lost() -> None:
    """DOP-INF-20, DOP-ADV-06"""
    ground = beside("waste")
    lay_tasks(ground, "change")
    ground.use("waste", "scheme")
    facts = ground.submit(m.Choose("deck:red.task"))
    assert not only(facts, OrderSpoiled)
    assert ground.state.resources.discard == ("waste",)
    assert ground.state.orders["red.task"].cards == (ground.task("red", "change"),)


def test_a_card_put_at_the_bottom_is_neither_drawn_nor_discarded() -> None:
    """DOP-ARMY-04: so Change of plans does not come up."""
    ground = beside("sink-it")
    lay_tasks(ground, "change", "move-star", "move-circle")
    ground.use("sink-it", "scheme")
    facts = ground.submit(m.Choose("deck:red.task"))
    assert only(facts, OrderSunk) == [OrderSunk("red.task")]
    assert not only(facts, OrderDeckShuffled)
    names = ("move-star", "move-circle", "change")
    assert ground.state.orders["red.task"].cards == tuple(ground.task("red", each) for each in names)
    lay_tasks(ground, "move-star")
    assert not ground.do(op.Sink(), target="deck:red.task"), "a single card is top and bottom"
    assert not ground.do(op.Sink(), op.Shuffle(), op.Spoil(), target="unit:red-1"), "a unit is no deck"


def test_a_scheme_shuffles_a_deck_and_leaves_its_discard_pile() -> None:
    """DOP-GEN-02"""
    ground = beside().orders("red.ploy", "quick", "late", "plain", discard=("back",))
    ground.change(known={"nabo": frozenset({"red.quick"})})
    ground.do(op.Shuffle(), target="deck:red.ploy")
    deck = ground.state.orders["red.ploy"]
    assert (sorted(deck.cards), deck.discard) == (["red.late", "red.plain", "red.quick"], ("red.back",))
    assert ground.state.known["nabo"] == frozenset(), "nobody knows where its cards lie"


# Helpers


def test_help_is_asked_for_as_long_as_one_of_the_decks_can_give() -> None:
    """DOP-INF-05, DOP-INF-15"""
    ground = beside("drill-1", "drill-2")
    lay_tasks(ground, "change")
    ground.orders("red.ploy", "quick", "late", "plain").use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    assert ground.asked(f.Feed).seats == ("nabo",)


def influencing(*helpers: str) -> Ground:
    """Nabo has drawn two ploys and everybody is asked for more."""
    ground = beside("drill-1", "slow-walk", seats=("nabo", *helpers))
    for number, seat in enumerate(helpers):
        ground.hand(seat, f"drill-{number + 2}").stand(seat, "A7")
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    return ground


def test_one_who_adds_nothing_leaves_it_to_the_others() -> None:
    """DOP-INF-05, DOP-INF-08"""
    ground = influencing("yainar", "akezan")
    ground.submit(m.LetBe(), "yainar")
    assert ground.asked(f.Feed).seats == ("nabo", "akezan")
    facts = ground.submit(m.AddInfluence("drill-3"), "akezan")
    assert CardShown("akezan", "drill-3") in facts
    assert isinstance(ground.table.ask, f.ChooseOrderDeck)
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    assert ground.asked(f.Feed).seats == ("nabo", "yainar"), "asked again, who has a card left"
    ground.submit(m.LetBe(), "yainar")
    ground.submit(m.LetBe())
    assert isinstance(ground.table.ask, f.PutInOrder)


def test_ploys_are_put_in_order_before_tasks() -> None:
    """DOP-INF-08, DOP-INF-18"""
    ground = beside("drill-1", "drill-2").orders("red.ploy", "quick", "late")
    lay_tasks(ground, "move-star", "move-circle", "change")
    first, second = (ground.task("red", each) for each in ("move-star", "move-circle"))
    ground.use("drill-1", "influence")
    for deck in ("red.task", "red.ploy"):
        ground.submit(m.DrawOrder(deck))
    ground.submit(m.AddInfluence("drill-2"))
    facts = [fact for deck in ("red.task", "red.ploy") for fact in ground.submit(m.DrawOrder(deck))]
    assert ground.moves() == [m.PutBack("red.quick"), m.PutBack("red.late")]
    facts += ground.submit(m.PutBack("red.late"))
    assert ground.moves() == [m.PutBack(first), m.PutBack(second)]
    facts += ground.submit(m.PutBack(second))
    assert only(facts, OrdersReturned) == [
        OrdersReturned("nabo", "red.ploy", ("red.late", "red.quick")),
        OrdersReturned("nabo", "red.task", (second, first)),
    ]


# Dead groups


def test_a_task_still_to_come_of_a_group_that_died_leaves_with_the_step() -> None:
    """RUL-07, DOP-ARMY-08, DOP-ARMY-21"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3"),
        red_2=("captain", "star", "A1"),
        blue_1=("bow", "circle", "C4", 1),
        blue_2=("captain", "star", "I7"),
    )
    facts = ground.armies(red=("quick", "strike-circle"), blue=("late", "cover-circle"))
    task = ground.task("blue", "cover-circle")
    assert OrderTurned("blue.task", task) in facts
    places = [facts.index(each) for each in (UnitDefeated("blue-1"), TaskRemoved("blue.task", task), OrderLost("blue"))]
    assert places == sorted(places), "with the step in which the last unit fell, before the order's own step"
    assert not only(facts, DefenceRaised)


def test_a_strike_in_the_step_in_which_its_group_falls_still_counts() -> None:
    """RUL-07, DOP-STR-14"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3"),
        red_2=("captain", "star", "A1"),
        blue_1=("bow", "circle", "C4", 1),
        blue_2=("captain", "star", "I7"),
    )
    facts = ground.armies(red=("plain", "strike-circle"), blue=("plain", "strike-circle"))
    assert ground.unit("red-1").damage == 1
    assert not only(facts, OrderLost)
    assert TaskRemoved("blue.task", ground.task("blue", "strike-circle")) in facts


def test_a_group_that_a_scheme_leads_to_its_death_takes_its_discarded_tasks_along() -> None:
    """DOP-ARMY-08: in the adventurer phase as well."""
    ground = beside("lead-on", red_1=("pike", "circle", "E5", 2), red_2=("pike", "star", "A1"), blue_1=BESIDE["blue_1"])
    ground.stand("nabo", "E5")
    lay_tasks(ground, "change", "move-star", discard=("move-circle", "cover-star"))
    ground.use("lead-on", "scheme")
    facts = ground.submit(m.Choose("space:E6"))
    assert only(facts, UnitDefeated) == [UnitDefeated("red-1")]
    assert only(facts, TaskRemoved) == [TaskRemoved("red.task", ground.task("red", "move-circle"))]


def test_a_group_that_an_event_ends_takes_its_discarded_tasks_along_before_the_next_turn() -> None:
    """DOP-ARMY-08"""
    ground = beside(seats=("nabo", "yainar"))
    lay_tasks(ground, "change", "move-star", discard=("move-circle",))
    ground.do(op.Wound(3, "red.circle"))
    facts = ground.submit(m.EndTurn())
    assert TaskRemoved("red.task", ground.task("red", "move-circle")) in facts


def test_an_army_without_units_turns_no_cards() -> None:
    """DOP-ARMY-01, DOP-ARMY-18"""
    ground = beside(red_1=("pike", "circle", "E2"))
    before = ground.state.orders
    facts = ground.phase()
    assert {fact.deck for fact in only(facts, OrderTurned)} == {"red.ploy", "red.task"}
    assert ground.state.orders["blue.task"] == before["blue.task"]


# Mixed groups


def mixed(*kinds: tuple[str, str, str]) -> tuple[Ongoing, ...]:
    """Mixed groups that were played, as (card, army, group)."""
    return tuple(Ongoing(card, "mix", f"army:{army}", "order", 0, (group,)) for card, army, group in kinds)


def test_mixed_groups_concerns_one_army_and_the_last_one_counts() -> None:
    """DOP-SCH-05, DOP-ARMY-10"""
    ground = Ground().units(
        red_1=("pike", "circle", "C1"),
        red_2=("pike", "star", "G1"),
        blue_1=("pike", "circle", "C7"),
        blue_2=("pike", "star", "G7"),
    )
    ground.change(ongoing=mixed(("swap-groups-1", "red", "circle"), ("swap-groups-2", "red", "star")))
    facts = ground.armies(red=("plain", "cover-circle"), blue=("quick", "cover-circle"))
    assert only(facts, OrderBegan) == [OrderBegan("blue", "circle"), OrderBegan("red", "star")]


def test_if_the_named_group_dies_the_group_on_the_card_acts() -> None:
    """DOP-SCH-05, DOP-ARMY-10, DOP-ARMY-21"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3"),
        red_9=("captain", "cog", "A1"),
        blue_1=("bow", "circle", "C4", 1),
        blue_2=("pike", "star", "G7"),
    )
    ground.change(ongoing=mixed(("swap-groups-1", "blue", "circle")))
    facts = ground.armies(red=("quick", "strike-circle"), blue=("plain", "cover-star"))
    assert UnitDefeated("blue-1") in facts
    assert OrderBegan("blue", "star") in facts
    assert only(facts, DefenceRaised) == [DefenceRaised("blue-2", 2)]


# Speed and ploys


def test_haste_never_leaves_the_three_speeds() -> None:
    """DOP-SPD-01, DOP-SPD-05"""
    found = []
    for ploy, by in (("quick", 1), ("late", -1), ("plain", -1), ("plain", 0)):
        ground = Ground().change(ongoing=(Ongoing("hurry", "haste", "army:red", "order", by),) if by else ())
        found.append(only(ground.armies(red=(ploy, "cover-star")), OrdersRanked)[0].steps["red"][0])
    assert found == ["fast", "slow", "slow", "normal"]


def test_what_a_ploy_adds_is_over_with_its_step() -> None:
    """DOP-SPD-04"""
    ground = Ground().units(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E7"))
    ground.armies(red=("fierce", "strike-star"))
    assert ground.state.edges == {}


def test_a_ploy_for_one_task_does_nothing_with_another() -> None:
    """DOP-SPD-04, DOP-GEN-07"""
    ground = Ground().units(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E7"))
    facts = ground.armies(red=("fierce", "cover-star"))
    assert "EdgeGained" not in {type(fact).__name__ for fact in facts}


def test_a_muted_ploy_does_nothing_and_its_task_is_carried_out() -> None:
    """DOP-GEN-02"""
    ground = Ground().units(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E7"))
    ground.change(ongoing=(Ongoing("drown", "mute", "army:red", "order"),))
    facts = ground.armies(red=("thick", "cover-star"))
    assert only(facts, DefenceRaised) == [DefenceRaised("red-1", 2)]


def test_who_covered_uses_its_ability_on_its_group() -> None:
    """DOP-COV-01"""
    ground = Ground().units(
        red_1=("medic", "star", "E3"),
        red_2=("pike", "star", "C3", 2),
        red_3=("pike", "circle", "A1", 2),
        blue_1=("pike", "star", "E7"),
    )
    ground.armies(red=("plain", "cover-star"))
    assert [ground.unit(f"red-{number}").damage for number in (2, 3)] == [1, 2]


# Resource cards


def test_an_exchange_with_an_empty_deck_shuffles_the_discarded_card_in() -> None:
    """DOP-ADV-07, DOP-ADV-08, DOP-END-04"""
    ground = Ground().hand("nabo", "drill-1").deck(discard=("drill-2",), only=True)
    facts = ground.submit(m.Exchange("drill-1"))
    kinds = [type(fact) for fact in facts[:5]]
    assert kinds[:4] == [CardShown, CardDiscarded, ResourceDeckShuffled, CardDrawn]
    shuffle = only(facts, ResourceDeckShuffled)[0]
    assert shuffle.again
    assert sorted(shuffle.order) == ["drill-1", "drill-2"]
    assert sorted(ground.state.hands["nabo"]) == ["drill-1", "drill-2"], "one by exchange, one by the draw"
