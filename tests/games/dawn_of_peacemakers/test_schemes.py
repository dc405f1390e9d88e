"""Schemes: immediate and ongoing effects, guard, mixed groups, and what they do to order decks."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.content.library import library
from engine.games.dawn_of_peacemakers.facts import (
    ActionEnded,
    CardGiven,
    CardStayed,
    OngoingEnded,
    OrderBegan,
    OrderDeckShuffled,
    OrderSpoiled,
    OrdersRanked,
    PloyMuted,
    TargetMissed,
    UnitAttacked,
    UnitBlocked,
    UnitWounded,
)
from engine.games.dawn_of_peacemakers.frames import Act, ChooseOrderDeck, PutInOrder
from engine.games.dawn_of_peacemakers.strikes import has_guard
from tests.games.dawn_of_peacemakers.ground import Ground, only

FAR = {"red_9": ("captain", "cog", "A1"), "blue_9": ("captain", "cog", "I7")}


def beside(*cards: str, seats: tuple[str, ...] = (), **placed: tuple[object, ...]) -> Ground:
    """Nabo on E4 with a red pike of the star group."""
    ground = Ground(*seats).hand("nabo", *cards)
    return ground.units(**{**FAR, "red_1": ("pike", "star", "E4"), **placed})


def test_a_scheme_is_resolved_before_the_turn_goes_on() -> None:
    """DOP-SCH-01"""
    ground = beside("bandage", red_1=("pike", "star", "E4", 2))
    ground.use("bandage", "scheme")
    assert all(isinstance(move, m.Choose) for move in ground.moves())
    facts = ground.submit(m.Choose("number:2"))
    assert ground.unit("red-1").damage == 0
    assert isinstance(facts[-1], ActionEnded)
    assert isinstance(ground.table.ask, Act)


def test_an_ongoing_card_stays_until_its_effect_is_over() -> None:
    """DOP-SCH-02"""
    ground = beside("padding", "on-guard")
    facts = ground.use("padding", "scheme")
    assert [fact.ongoing.card for fact in only(facts, CardStayed)] == ["padding"]
    ground.use("on-guard", "scheme")
    assert ground.state.resources.discard == ()
    ground.armies(red=("plain", "cover-star"))
    assert "on-guard" in ground.state.resources.discard, "until the end of the round"
    assert [each.card for each in ground.state.ongoing] == ["padding"], "even if that takes several rounds"
    ground.units(**FAR, red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E5"))
    facts = ground.armies(blue=("plain", "strike-star"))
    assert OngoingEnded("padding") in facts
    assert not only(facts, UnitWounded)


def test_guard_duty_gives_guard() -> None:
    """DOP-SCH-03, DOP-SCH-04, DOP-GEN-12"""
    assert any(card.scheme.title == "Guard duty" for card in library().resources.values())
    ground = beside("on-guard", red_2=("pike", "circle", "E5", 2), blue_1=("pike", "star", "E6"))
    ground.use("on-guard", "scheme")
    assert has_guard(ground.state, "red-1")
    facts = ground.armies(blue=("plain", "strike-star"))
    assert only(facts, UnitAttacked) == [UnitAttacked(("blue-1",), "red-1", 2)], "not the closer, wounded one"


def test_the_last_mixed_groups_on_an_army_counts() -> None:
    """DOP-SCH-05"""
    assert any(card.scheme.title == "Mixed groups" for card in library().resources.values())
    ground = beside("swap-groups-1", "swap-groups-2", red_2=("pike", "circle", "C1"))
    ground.use("swap-groups-1", "scheme")
    ground.submit(m.Choose("group:circle"))
    ground.use("swap-groups-2", "scheme")
    facts = ground.submit(m.Choose("group:cog"))
    assert OngoingEnded("swap-groups-1") in facts
    facts = ground.armies(red=("plain", "cover-star"))
    assert [fact.group for fact in only(facts, OrderBegan)] == ["cog"]
    assert ground.state.ongoing == (), "it was for the next order"


def test_a_scheme_without_a_target_says_so() -> None:
    """DOP-GEN-06"""
    ground = beside("on-guard").stand("nabo", "E6")
    facts = ground.use("on-guard", "scheme")
    assert only(facts, TargetMissed)
    assert ground.state.resources.discard == ("on-guard",)


def test_held_units_do_not_move_and_pacified_ones_do_not_strike() -> None:
    """DOP-SCH-02, DOP-GEN-02"""
    ground = beside("stand-still")
    ground.use("stand-still", "scheme")
    facts = ground.armies(red=("plain", "move-star"))
    assert only(facts, UnitBlocked) == [UnitBlocked("red-1", "held")]
    ground = beside("put-down", blue_1=("pike", "star", "E5"))
    ground.use("put-down", "scheme")
    assert not only(ground.armies(red=("plain", "strike-star")), UnitAttacked)


def test_a_spoiled_card_is_discarded_and_change_of_plans_is_carried_out() -> None:
    """DOP-ARMY-04, DOP-ARMY-22"""
    ground = beside("waste").orders("red.ploy", discard=("quick", "late"))
    ground.use("waste", "scheme")
    facts = ground.submit(m.Choose("deck:red.ploy"))
    assert only(facts, OrderDeckShuffled)[0].why == "empty", "shuffled, because a card must be discarded from it"
    assert len(only(facts, OrderSpoiled)) == 1
    ground = beside("waste").order("red", "plain", "change")
    ground.use("waste", "scheme")
    facts = ground.submit(m.Choose("deck:red.task"))
    assert only(facts, OrderDeckShuffled)[0].why == "change"
    assert len(only(facts, OrderSpoiled)) == 1


def test_spying_looks_at_cards_without_help() -> None:
    """DOP-ADV-10"""
    ground = beside("eavesdrop", "drill-1").orders("red.ploy", "quick", "late", "plain")
    ground.use("eavesdrop", "scheme")
    assert isinstance(ground.table.ask, ChooseOrderDeck)
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    assert isinstance(ground.table.ask, PutInOrder), "nobody is asked to add influence"
    ground.submit(m.PutBack("red.late"))
    assert ground.state.orders["red.ploy"].cards == ("red.late", "red.quick", "red.plain")


def test_haste_and_mute_concern_the_next_order() -> None:
    """DOP-SPD-01, DOP-GEN-02"""
    ground = beside("hurry", "drown")
    ground.use("hurry", "scheme")
    ground.use("drown", "scheme")
    facts = ground.armies(red=("proud", "cover-star"), blue=("plain", "strike-cog"))
    assert only(facts, OrdersRanked)[0].steps["red"] == ("fast", "cover")
    assert only(facts, PloyMuted) == [PloyMuted("red", "red.proud")]


def test_cards_are_given_in_secret() -> None:
    """DOP-GEN-04, DOP-GEN-13"""
    ground = beside("share", "drill-1", "drill-2", seats=("nabo", "yainar", "akezan"))
    ground.stand("akezan", "A7").use("share", "scheme")
    facts = ground.submit(m.Choose("card:drill-1"))
    given = only(facts, CardGiven)[0]
    assert given.seen_by(ground.state, "akezan").card == "?resource"
    assert given.seen_by(ground.state, "yainar").card == "drill-1"
    assert "drill-1" in ground.state.hands["yainar"]
