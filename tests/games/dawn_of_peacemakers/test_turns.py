"""The adventurer phase: turns, cards, points, tokens and drawing."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.facts import (
    ActionEnded,
    AdventurerMoved,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    FortificationsPlaced,
    TaskRemoved,
    TurnBegan,
)
from tests.games.dawn_of_peacemakers.ground import Ground, only

FOUR = ("nabo", "yainar", "akezan", "tambatro")


# Turns


def test_everybody_has_one_turn_clockwise_from_the_starting_player() -> None:
    """DOP-ADV-01, DOP-STAT-04"""
    began = ["nabo"]
    ground = Ground(*FOUR)
    while isinstance(ground.table.ask, f.Act) and ground.state.round == 1:
        facts = ground.submit(m.EndTurn(), ground.table.ask.seats[0])
        began += [fact.seat for fact in only(facts, TurnBegan)]
    assert began[:4] == list(FOUR)
    # Counter-clockwise goes the token: the last player of the round is the first of the next.
    assert began[4] == FOUR[-1]


def test_only_the_player_whose_turn_it_is_takes_actions() -> None:
    """DOP-ADV-12"""
    ground = Ground("nabo", "yainar").hand("yainar", "drill-1")
    with pytest.raises(Refused, match="not for Yainar"):
        ground.submit(m.PlayCard("drill-1"), "yainar")


def test_a_player_takes_any_number_of_actions_also_of_one_kind() -> None:
    """DOP-ADV-02, DOP-ADV-05"""
    ground = Ground().hand("nabo", "drill-1", "drill-2", "drill-3")
    for card in ("drill-1", "drill-2", "drill-3"):
        ground.use(card, "travel")
    assert ground.state.steps == 9
    assert isinstance(ground.table.ask, f.Act)


def test_a_card_gives_one_action_and_is_discarded_after_it() -> None:
    """DOP-ADV-03, DOP-ADV-06, DOP-GEN-05"""
    ground = Ground().hand("nabo", "drill-1").units(red_1=("pike", "circle", "E4"), blue_1=("pike", "star", "E7"))
    ground.use("drill-1", "influence")
    assert "drill-1" not in ground.state.resources.discard, "the action goes on"
    ground.submit(m.DrawOrder("red.ploy"))
    facts = ground.submit(m.DrawOrder("red.task"))
    assert only(facts, ActionEnded) == [ActionEnded(("drill-1",))]
    assert ground.state.resources.discard == ("drill-1",)
    assert ground.state.hands["nabo"] == ()


def test_a_card_is_not_used_for_what_it_has_no_icon_for() -> None:
    """DOP-ADV-04"""
    ground = Ground().hand("nabo", "slow-walk").units(red_1=("pike", "circle", "E4"), blue_1=("pike", "star", "E7"))
    ground.submit(m.PlayCard("slow-walk"))
    assert ground.moves() == [m.UseRow("travel"), m.UseScheme()]
    with pytest.raises(Refused, match="no fortify icons"):
        ground.submit(m.UseRow("fortify"))


def test_a_turn_without_an_action_exchanges_one_card_before_the_draw() -> None:
    """DOP-ADV-07, DOP-ADV-08"""
    ground = Ground().hand("nabo", "drill-1").deck("drill-2", "drill-3")
    facts = ground.submit(m.Exchange("drill-1"))
    assert only(facts, CardDiscarded) == [CardDiscarded("nabo", "drill-1")]
    drawn = [fact.card for fact in only(facts, CardDrawn)]
    assert drawn[:2] == ["drill-2", "drill-3"]
    assert len(drawn) == 1 + 4, "one for the exchange, then the normal draw"
    assert not isinstance(ground.table.ask, f.Act) or ground.state.round == 2, "once a turn: the turn is over"


def test_a_turn_with_an_action_exchanges_nothing() -> None:
    """DOP-ADV-07"""
    ground = Ground().hand("nabo", "drill-1", "drill-2")
    ground.use("drill-1", "travel")
    assert m.Exchange("drill-2") not in ground.moves()
    with pytest.raises(Refused, match="without an action"):
        ground.submit(m.Exchange("drill-2"))


def test_help_in_anothers_turn_leaves_the_exchange() -> None:
    """DOP-ADV-13"""
    ground = Ground("nabo", "yainar").hand("nabo", "drill-1").hand("yainar", "drill-2", "drill-3")
    ground.units(red_1=("pike", "circle", "E4"), blue_1=("pike", "star", "E7"))
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.AddInfluence("drill-2"), "yainar")
    ground.submit(m.DrawOrder("red.ploy"))
    ground.submit(m.DrawOrder("red.ploy"))
    while not isinstance(ground.table.ask, f.Act):
        seat = ground.table.ask.seats[0]
        ground.submit(ground.moves(seat)[-1], seat)
    ground.submit(m.EndTurn())
    assert m.Exchange("drill-3") in ground.moves("yainar")


def test_a_task_of_a_dead_group_is_replaced_while_it_is_drawn() -> None:
    """DOP-ADV-09, DOP-ADV-10, DOP-ADV-11"""
    ground = Ground().hand("nabo", "drill-1").units(red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E7"))
    dead, alive = ground.task("red", "move-circle"), ground.task("red", "move-star")
    cards = [card.partition(".")[2] for card in (dead, alive)]
    ground.orders("red.task", *cards)
    ground.use("drill-1", "influence")
    facts = ground.submit(m.DrawOrder("red.task"))
    assert only(facts, TaskRemoved) == [TaskRemoved("red.task", dead)]
    assert ground.state.influence.drawn == (alive,)
    assert ground.state.influence.due == 1, "no influence is wasted on it"
    assert dead in ground.state.removed


def test_a_removed_task_comes_back_by_no_shuffle() -> None:
    """DOP-ADV-11"""
    ground = Ground().units(red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E7"))
    dead = ground.task("red", "move-circle")
    ground.order("red", "plain", "move-circle")
    ground.order("blue", "plain", "cover-star")
    ground.phase()
    assert dead in ground.state.removed
    for _ in range(12):
        ground.order("red", "plain", "change")
        ground.phase()
        deck = ground.state.orders["red.task"]
        assert dead not in (*deck.cards, *deck.discard)


# Travel


def test_each_travel_icon_is_a_point_and_a_point_is_a_step() -> None:
    """DOP-TRAV-01"""
    ground = Ground().hand("nabo", "drill-1")
    assert m.StepTo("E3") not in ground.moves()
    ground.use("drill-1", "travel")
    assert {move.space for move in ground.moves() if isinstance(move, m.StepTo)} == {"E3", "F3", "F4", "E5", "D4", "D3"}
    facts = ground.submit(m.StepTo("E3"))
    assert AdventurerMoved("nabo", "E3") in facts
    assert (ground.state.steps, ground.state.figures["nabo"]) == (2, "E3")


def test_points_are_spent_between_other_actions_and_add_up() -> None:
    """DOP-TRAV-02, DOP-TRAV-04"""
    ground = Ground().hand("nabo", "drill-1", "drill-2", "drill-3")
    ground.use("drill-1", "travel")
    ground.submit(m.StepTo("E3"))
    ground.use("drill-2", "fortify")
    ground.submit(m.StepTo("E2"))
    ground.use("drill-3", "travel")
    assert ground.state.steps == 4


def test_points_that_are_left_are_lost() -> None:
    """DOP-TRAV-03, DOP-SEC-05"""
    ground = Ground().hand("nabo", "drill-1", "drill-2")
    ground.use("drill-1", "travel")
    ground.use("drill-2", "fortify")
    ground.submit(m.EndTurn())
    assert (ground.state.steps, ground.state.tokens) == (0, 0)


def test_spaces_with_units_of_either_side_can_be_entered() -> None:
    """DOP-TRAV-05"""
    ground = Ground().hand("nabo", "drill-1").units(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E5"))
    ground.use("drill-1", "travel")
    assert {m.StepTo("E3"), m.StepTo("E5")} <= set(ground.moves())


def test_no_point_is_spent_inside_an_influence_action() -> None:
    """DOP-TRAV-06, DOP-INF-09"""
    ground = (
        Ground().hand("nabo", "drill-1", "drill-2").units(red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E7"))
    )
    ground.use("drill-1", "travel")
    ground.use("drill-2", "influence")
    assert all(isinstance(move, m.DrawOrder) for move in ground.moves())
    with pytest.raises(Refused):
        ground.submit(m.StepTo("E3"))


# Secure


def test_each_fortify_icon_is_a_token_for_the_own_or_an_adjacent_space() -> None:
    """DOP-SEC-01, DOP-SEC-02, DOP-SEC-04, DOP-SEC-07"""
    ground = Ground().hand("nabo", "drill-1")
    ground.use("drill-1", "fortify")
    assert ground.state.tokens == 2
    places = {move.space for move in ground.moves() if isinstance(move, m.PlaceToken)}
    assert places == {"E4", "E3", "F3", "F4", "E5", "D4", "D3"}
    facts = ground.submit(m.PlaceToken("E5"))
    assert FortificationsPlaced("E5", 1) in facts
    ground.submit(m.EndTurn())
    assert ground.state.fortifications == {"E5": 1}, "it stays, and the other one was not placed"


def test_water_and_cliffs_are_never_fortified() -> None:
    """DOP-SEC-03, DOP-TERR-04"""
    ground = Ground().hand("nabo", "drill-1").stand("nabo", "F2")
    ground.use("drill-1", "fortify")
    places = {move.space for move in ground.moves() if isinstance(move, m.PlaceToken)}
    assert "G2" not in places
    assert "G3" in places
    with pytest.raises(Refused, match="water"):
        ground.submit(m.PlaceToken("G2"))


def test_a_bridge_can_be_fortified() -> None:
    """DOP-TERR-06"""
    ground = Ground().hand("nabo", "drill-1").stand("nabo", "C4")
    ground.use("drill-1", "fortify")
    assert m.PlaceToken("C4") in ground.moves()


def test_the_supply_of_fortifications_is_unlimited() -> None:
    """DOP-SEC-06"""
    ground = Ground().hand("nabo", "drill-1").change(fortifications={"A1": 99})
    ground.use("drill-1", "fortify")
    ground.submit(m.PlaceToken("E4"))
    assert ground.state.fortifications == {"A1": 99, "E4": 1}


def test_each_placement_is_judged_from_where_the_figure_stands() -> None:
    """DOP-SEC-08"""
    ground = Ground().hand("nabo", "drill-1", "drill-2")
    ground.use("drill-1", "fortify")
    ground.use("drill-2", "travel")
    ground.submit(m.PlaceToken("E5"))
    ground.submit(m.StepTo("E3"))
    assert m.PlaceToken("E5") not in ground.moves()
    assert m.PlaceToken("E2") in ground.moves()


# End of turn


@pytest.mark.parametrize(("seats", "drawn"), [(1, [4]), (2, [2, 2]), (3, [2, 1, 1]), (4, [1, 1, 1, 1])])
def test_four_cards_a_round_are_drawn_at_the_ends_of_turns(seats: int, drawn: list[int]) -> None:
    """DOP-END-01, DOP-END-02"""
    ground = Ground(*FOUR[:seats])
    counts = []
    for seat in FOUR[:seats]:
        facts = ground.submit(m.EndTurn(), seat)
        counts.append(sum(fact.seat == seat for fact in only(facts, CardDrawn)))
    assert counts == drawn
    assert sum(counts) == 4


def test_there_is_no_hand_limit() -> None:
    """DOP-END-03"""
    ground = Ground()
    cards = ground.state.resources.cards[:20]
    ground.hand("nabo", *cards)
    ground.submit(m.EndTurn())
    assert len(ground.state.hands["nabo"]) == 24


def test_an_empty_resource_deck_is_made_of_the_discard_pile() -> None:
    """DOP-END-04"""
    ground = Ground().deck("drill-1", discard=("drill-2", "drill-3", "drill-4", "waste"), only=True)
    before = len(ground.state.hands["nabo"])
    ground.submit(m.EndTurn())
    assert len(ground.state.hands["nabo"]) == before + 4
    assert ground.state.resources.discard == ()


def test_without_any_card_nobody_draws() -> None:
    """DOP-END-05"""
    ground = Ground().hand("nabo", "drill-2").deck("drill-1", only=True)
    ground.submit(m.EndTurn())
    assert sorted(ground.state.hands["nabo"]) == ["drill-1", "drill-2"]
    ground.use("drill-2", "travel")
    ground.submit(m.EndTurn())
    assert sorted(ground.state.hands["nabo"]) == ["drill-1", "drill-2"], "what was played can be drawn again"


def test_the_played_card_is_shown_to_all() -> None:
    """DOP-GEN-13"""
    ground = Ground("nabo", "yainar").hand("nabo", "drill-1")
    ground.submit(m.PlayCard("drill-1"))
    assert ground.table.view("yainar").taken == ("nabo", "?resource")
    facts = ground.submit(m.UseRow("travel"))
    assert only(facts, CardPlayed)[0].card == "drill-1"
