"""Roads, circles, armies with a single deck and units that cross cliffs, on the scenario winding-ways of the tests."""

from engine.games.horrors_of_war.content.operations import Advance, Attack
from engine.games.horrors_of_war.facts import (
    OrderBegan,
    OrdersRanked,
    OrderTurned,
    UnitAttacked,
    UnitBlocked,
    UnitMoved,
)
from tests.games.horrors_of_war.ground import Ground, only

FAR = ("pike", "circle", "A7", "up")


def ways() -> Ground:
    return Ground(scenario="winding-ways")


def test_a_group_that_is_bound_to_a_road_moves_along_its_arrows() -> None:
    """HOW-MAP-07, HOW-MAP-02"""
    ground = ways().units(red_1=("pike", "star", "D3", "up"), blue_1=FAR)
    assert ground.do(Advance(), group="star") == [UnitMoved("red-1", "E4")]
    assert ground.do(Advance(direction="backward"), group="star") == [UnitMoved("red-1", "D3")]


def test_at_the_end_of_a_road_a_unit_stays() -> None:
    """HOW-MAP-07"""
    ground = ways().units(red_1=("pike", "star", "E5", "up"), blue_1=FAR)
    assert ground.do(Advance(), group="star") == [UnitBlocked("red-1", "edge")]


def test_a_circle_has_no_end() -> None:
    """HOW-MAP-07"""
    ground = ways().units(red_1=FAR, blue_1=("pike", "star", "F3", "down"))
    assert ground.do(Advance(), army="blue", group="star") == [UnitMoved("blue-1", "G3")]


def test_another_group_moves_by_its_own_facing_on_the_road_too() -> None:
    """HOW-MAP-07, HOW-MOV-02"""
    ground = ways().units(red_1=("pike", "cog", "D3", "up"), blue_1=FAR)
    assert ground.do(Advance(), group="cog") == [UnitMoved("red-1", "D2")]


def test_a_unit_on_a_road_looks_along_the_arrow_for_its_targets() -> None:
    """HOW-ATK-20: the arrow of D3 points down-right, to E4; by its facing the unit would take D2 first."""
    ground = ways().units(
        red_1=("pike", "star", "D3", "up"),
        blue_1=("pike", "circle", "D2", "up"),
        blue_2=("pike", "circle", "E4", "up"),
    )
    assert [fact.target for fact in only(ground.do(Attack(), group="star"), UnitAttacked)] == ["blue-2"]


def test_a_unit_type_that_the_scenario_lets_may_enter_an_impassable_space() -> None:
    """HOW-MOV-06"""
    ground = ways().units(red_1=("bow", "circle", "E2", "up"), red_2=("pike", "circle", "E2", "up"), blue_1=FAR)
    assert ground.do(Advance()) == [UnitMoved("red-1", "E1"), UnitBlocked("red-2", "impassable")]


def test_an_army_with_a_single_deck_turns_one_card_with_its_own_speed() -> None:
    """HOW-ARM-08, HOW-ARM-24"""
    ground = ways().orders("blue.right", "lone-march").orders("red.left", "red-quiet").orders("red.right", "red-march")
    facts = ground.phase()
    assert [fact.card for fact in only(facts, OrderTurned) if fact.deck.startswith("blue")] == ["lone-march"]
    assert only(facts, OrdersRanked)[0].speeds == {"blue": 54, "red": 21}
    assert only(facts, OrderBegan)[0] == OrderBegan("blue", "circle")
    assert UnitMoved("blue-1", "A6") in facts
