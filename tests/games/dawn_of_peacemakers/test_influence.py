"""Influence: drawing order cards, helpers, and putting the cards back."""

from __future__ import annotations

import pytest

from engine.core.cards import HIDDEN
from engine.core.errors import Refused
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.facts import InfluenceLost, MotivationChanged, OrderDeckShuffled, OrdersReturned
from tests.games.dawn_of_peacemakers.ground import Ground, only

BESIDE = {"red_1": ("pike", "circle", "E4"), "red_2": ("pike", "star", "A1"), "blue_1": ("pike", "star", "E7")}


def ready(*seats: str, cards: tuple[str, ...] = ("drill-1",)) -> Ground:
    """Nabo stands beside a red unit with these cards."""
    return Ground(*seats).hand("nabo", *cards).units(**BESIDE)


def influence(*seats: str) -> Ground:
    ground = ready(*seats)
    ground.use("drill-1", "influence")
    return ground


def tasks(ground: Ground, *wanted: str) -> list[str]:
    """Short names of task cards of the Reds."""
    return [ground.task("red", each).partition(".")[2] for each in wanted]


def test_each_icon_is_a_card_that_must_be_drawn() -> None:
    """DOP-INF-01, DOP-INF-19"""
    ground = influence("nabo", "yainar")
    assert ground.state.influence.due == 2
    assert set(ground.moves()) == {m.DrawOrder("red.ploy"), m.DrawOrder("red.task")}, "there is no way to stop"
    ground.submit(m.DrawOrder("red.ploy"))
    assert ground.table.ask.seats == ("nabo",), "nobody helps before all cards that are due are drawn"


def test_without_a_companion_unit_there_is_no_influence() -> None:
    """DOP-INF-02, DOP-GEN-06"""
    ground = ready().stand("nabo", "E5")
    ground.submit(m.PlayCard("drill-1"))
    assert m.UseRow("influence") not in ground.moves()
    with pytest.raises(Refused, match="no unit beside you"):
        ground.submit(m.UseRow("influence"))


def test_only_decks_of_a_companions_army_are_drawn_from() -> None:
    """DOP-INF-02, DOP-INF-14"""
    ground = influence()
    with pytest.raises(Refused, match="the Reds"):
        ground.submit(m.DrawOrder("blue.ploy"))


def test_each_card_is_drawn_from_a_deck_of_choice_and_seen_before_the_next() -> None:
    """DOP-INF-03, DOP-INF-16"""
    ground = ready().orders("red.ploy", "quick", "late")
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    assert ground.table.view("nabo").influence.drawn == ("red.quick",)
    assert len(ground.moves()) == 2


def test_drawn_cards_are_seen_by_the_influencing_player_alone() -> None:
    """DOP-INF-04, DOP-GEN-04"""
    ground = influence("nabo", "yainar")
    facts = ground.submit(m.DrawOrder("red.ploy"))
    card = ground.state.influence.drawn[0]
    assert card in ground.state.box.ploys
    for seat in ("yainar", ""):
        assert ground.table.view(seat).influence.drawn == ("?ploy",)
        told = [rules.tell_fact(ground.table.view(seat), fact.seen_by(ground.state, seat)) for fact in facts]
        assert not any(ground.state.box.title(card) in each for each in told)
    assert ground.table.view("nabo").influence.drawn == (card,)


def test_open_hands_do_not_show_order_cards() -> None:
    """DOP-GEN-15, DOP-INF-04"""
    ground = Ground("nabo", "yainar", options=("open-hands",)).hand("nabo", "drill-1").units(**BESIDE)
    assert ground.table.view("yainar").hands["nabo"] == ("drill-1",)
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    assert ground.table.view("yainar").influence.drawn == ("?ploy",)


def test_anybody_may_add_influence_wherever_they_stand() -> None:
    """DOP-INF-05, DOP-INF-06, DOP-INF-07, DOP-INF-17"""
    ground = influence("nabo", "yainar").hand("yainar", "drill-2").stand("yainar", "A7")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    ask = ground.asked(f.Feed)
    assert ask.window
    assert "yainar" in ask.seats
    ground.submit(m.AddInfluence("drill-2"), "yainar")
    assert ground.state.influence.due == 2
    assert ground.table.ask.seats == ("nabo",), "the influencing player alone chooses the decks"
    ground.submit(m.DrawOrder("red.task"))
    ground.submit(m.DrawOrder("red.task"))
    while not isinstance(ground.table.ask, f.Act):
        ground.submit(ground.moves(ground.table.ask.seats[0])[-1], ground.table.ask.seats[0])
    assert "drill-2" in ground.state.resources.discard
    assert ground.state.hands["yainar"] == ()


def test_the_influencing_player_may_add_more() -> None:
    """DOP-INF-05"""
    ground = ready(cards=("drill-1", "drill-2"))
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.AddInfluence("drill-2"))
    assert ground.state.influence.due == 2


def test_being_asked_to_help_tells_nothing_of_a_hand() -> None:
    """DOP-INF-05, DOP-GEN-13"""
    ground = influence("nabo", "yainar").hand("yainar", "slow-walk")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    assert "yainar" in ground.asked(f.Feed).seats, "asked, although the only card has no influence"
    assert ground.moves("yainar") == [m.LetBe()]


def test_all_cards_go_back_in_the_order_of_choice() -> None:
    """DOP-INF-08, DOP-INF-18"""
    ground = ready().orders("red.ploy", "quick", "late", "plain")
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    assert isinstance(ground.table.ask, f.PutInOrder)
    facts = ground.submit(m.PutBack("red.late"))
    assert only(facts, OrdersReturned) == [OrdersReturned("nabo", "red.ploy", ("red.late", "red.quick"))]
    assert ground.state.orders["red.ploy"].cards == ("red.late", "red.quick", "red.plain")
    assert ground.state.influence is None


def test_ploys_and_tasks_go_back_on_their_own_decks() -> None:
    """DOP-INF-08"""
    ground = ready()
    task = ground.task("red", "move-circle")
    ground.orders("red.ploy", "quick", "late").orders("red.task", task.partition(".")[2])
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.task"))
    assert ground.state.orders["red.ploy"].cards == ("red.quick", "red.late")
    assert ground.state.orders["red.task"].cards == (task,)


def test_the_player_remembers_where_the_cards_lie_and_nobody_else_knows() -> None:
    """DOP-INF-04, DOP-INF-08"""
    ground = ready("nabo", "yainar").hand("yainar").orders("red.ploy", "quick", "late", "plain")
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.PutBack("red.late"))
    assert ground.table.view("nabo").orders["red.ploy"].cards == ("red.late", "red.quick", HIDDEN)
    assert ground.table.view("yainar").orders["red.ploy"].cards == (HIDDEN,) * 3


def test_nothing_else_happens_before_influence_is_finished() -> None:
    """DOP-INF-09"""
    ground = influence("nabo", "yainar")
    assert not any(isinstance(move, m.EndTurn | m.PlayCard) for move in ground.moves())
    with pytest.raises(Refused, match="does not answer"):
        ground.submit(m.EndTurn())


def test_change_of_plans_reshuffles_at_once_and_uses_up_no_influence() -> None:
    """DOP-INF-10, DOP-INF-12, DOP-ARMY-04"""
    ground = ready()
    change, first, second, third = tasks(ground, "change", "move-circle", "cover-circle", "strike-circle")
    ground.orders("red.task", first, change, second, discard=(third,))
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.task"))
    facts = ground.submit(m.DrawOrder("red.task"))
    shuffles = only(facts, OrderDeckShuffled)
    assert shuffles[0].why == "change"
    assert sorted(shuffles[0].order) == sorted(f"red.{each}" for each in (change, second, third))
    assert shuffles[0].discard == ()
    held = [card for fact in only(facts, OrdersReturned) for card in fact.cards] or list(ground.state.influence.drawn)
    assert f"red.{first}" in held, "what was drawn before stays in the hand"
    assert len(held) == 2


def test_a_ploy_deck_that_is_too_small_is_made_anew() -> None:
    """DOP-INF-11, DOP-INF-12"""
    ground = ready().orders("red.ploy", "quick", discard=("late", "plain"))
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    facts = ground.submit(m.DrawOrder("red.ploy"))
    shuffle = only(facts, OrderDeckShuffled)[0]
    assert sorted(shuffle.order) == ["red.late", "red.plain"], "the card in the hand is not shuffled in"


def test_revoked_has_no_effect_when_it_is_seen_by_influence() -> None:
    """DOP-INF-13"""
    ground = ready().orders("red.ploy", "revoked-1", "revoked-2")
    ground.use("drill-1", "influence")
    facts = ground.submit(m.DrawOrder("red.ploy")) + ground.submit(m.DrawOrder("red.ploy"))
    assert not only(facts, MotivationChanged)


def test_one_action_concerns_one_army() -> None:
    """DOP-INF-14"""
    ground = Ground().hand("nabo", "drill-1").change(sides={"red": "red", "blue": "red"})
    ground.units(red_1=("pike", "circle", "E4"), blue_1=("pike", "circle", "E4"))
    ground.use("drill-1", "influence")
    assert set(ground.moves()) == {m.Choose("army:red"), m.Choose("army:blue")}
    ground.submit(m.Choose("army:blue"))
    assert set(ground.moves()) == {m.DrawOrder("blue.ploy"), m.DrawOrder("blue.task")}


def test_influence_that_no_deck_can_serve_is_lost() -> None:
    """DOP-INF-15, DOP-INF-20"""
    ground = ready()
    (change,) = tasks(ground, "change")
    ground.orders("red.ploy", "quick").orders("red.task", change)
    ground.change(removed=tuple(card for card in ground.state.box.orders["red.task"] if not card.endswith(change)))
    ground.use("drill-1", "influence")
    assert ground.moves() == [m.DrawOrder("red.ploy")], "a task deck of Change of plans alone gives nothing"
    facts = ground.submit(m.DrawOrder("red.ploy"))
    assert only(facts, InfluenceLost) == [InfluenceLost("red")]
    assert ground.state.orders["red.ploy"].cards == ("red.quick",)
