"""What cards can ask: every condition, true and false."""

import pytest

from engine.core.kinds import Fact
from engine.games.horrors_of_war.content import conditions
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    FortificationsPlaced,
    MotivationChanged,
    OrderBegan,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitWounded,
)
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import alone, duel

# Conditions


def is_true(ground: Ground, cond: conditions.Conditions, **where: str) -> bool:
    """Whether the first or the second branch is carried out."""
    ground.motivation(blue=7)
    facts = ground.do(op.If(cond, (op.Motivation(1, "enemy"),), (op.Motivation(-1, "enemy"),)), **where)
    [change] = only(facts, MotivationChanged)
    assert (change.side, change.to) in {("blue", 8), ("blue", 6)}
    return change.to == 8


def pair(first: str, second: str, *, damage: int = 0, enemy: str = "I7") -> Ground:
    """Two red pikes on these spaces, the first one hurt so much, and a blue one."""
    ground = Ground().units(
        red_1=("pike", "circle", first, "down", damage),
        red_2=("pike", "circle", second, "down"),
        blue_1=("pike", "circle", enemy, "up"),
    )
    return ground.stand("nabo", "E7")


@pytest.mark.parametrize(
    ("feature", "space"), [("motivation", "A4"), ("stealth", "C2"), ("water", "G2"), ("defence", "G6")]
)
def test_on_asks_for_a_feature_of_the_spaces(feature: str, space: str) -> None:
    cond = conditions.On("group", feature)  # type: ignore[arg-type]
    assert is_true(pair(space, "D4"), cond)
    assert not is_true(pair("D3", "D4"), cond)


def test_in_asks_for_an_area_of_the_map() -> None:
    assert is_true(pair("D3", "A1"), conditions.In("group", "middle"))
    assert not is_true(pair("D5", "A1"), conditions.In("group", "middle"))


def test_enemy_within_asks_for_the_distance_of_an_enemy_and_not_of_an_ally() -> None:
    assert is_true(pair("D3", "A1", enemy="D5"), conditions.EnemyWithin("group", 2))
    assert not is_true(pair("D3", "D4", enemy="D6"), conditions.EnemyWithin("group", 1))


def test_hurt_asks_for_damage() -> None:
    assert is_true(pair("D3", "D4", damage=1), conditions.Hurt("group"))
    assert not is_true(pair("D3", "D4"), conditions.Hurt("group"))


def test_watched_asks_for_an_adventurer_in_the_same_space() -> None:
    assert is_true(pair("D3", "D4").stand("nabo", "D4"), conditions.Watched("group"))
    assert not is_true(pair("D3", "D4").stand("nabo", "D5"), conditions.Watched("group"))


def test_fortified_asks_for_a_fortification_on_the_space() -> None:
    assert is_true(pair("D3", "D4").given(FortificationsPlaced("D4", 1)), conditions.Fortified("group"))
    assert not is_true(pair("D3", "D4").given(FortificationsPlaced("D5", 1)), conditions.Fortified("group"))


@pytest.mark.parametrize(
    "cond",
    [
        conditions.On("group", "motivation", 2),
        conditions.In("group", "middle", 2),
        conditions.EnemyWithin("group", 2, 2),
        conditions.Hurt("group", 2),
        conditions.Watched("group", 2),
        conditions.Fortified("group", 2),
    ],
    ids=lambda cond: type(cond).__name__,
)
def test_a_condition_with_a_count_asks_for_that_many_units(cond: conditions.Conditions) -> None:
    spaces = {conditions.On: ("A4", "I4"), conditions.In: ("D3", "D4"), conditions.EnemyWithin: ("D3", "D4")}
    first, second = spaces.get(type(cond), ("D3", "D3"))
    both = pair(first, second, damage=1, enemy="D5").stand("nabo", "D3").given(FortificationsPlaced("D3", 1))
    hurt = both.given(UnitWounded("red-2", 1))
    assert is_true(hurt, cond)
    one = pair(first, "H1", damage=1, enemy="D5").stand("nabo", "D3").given(FortificationsPlaced("D3", 1))
    assert not is_true(one, cond)


def test_together_asks_that_each_unit_has_another_beside_it() -> None:
    assert is_true(pair("D3", "D4"), conditions.Together("group"))
    assert is_true(pair("D3", "D3"), conditions.Together("group"))
    assert not is_true(pair("D3", "D5"), conditions.Together("group"))


def test_one_left_behind_is_not_together_though_the_others_are() -> None:
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down"),
        red_2=("pike", "circle", "D4", "down"),
        red_3=("pike", "circle", "H1", "down"),
        blue_1=("pike", "circle", "H7", "up"),
    )
    assert not is_true(ground, conditions.Together("group"))


def test_a_single_unit_is_together_with_itself() -> None:
    assert is_true(alone(), conditions.Together("group"))


@pytest.mark.parametrize(
    ("what", "fact"),
    [
        ("moved", UnitMoved("red-1", "D4")),
        ("blocked", UnitBlocked("red-1", "enemy")),
        ("attacked", UnitAttacked(("red-1",), "blue-1", 2, 2)),
        ("hit", UnitWounded("blue-1", 1, ("red-1",))),
        ("defeated", UnitDefeated("blue-1")),
    ],
)
def test_a_tally_asks_what_units_did_in_this_order(what: str, fact: Fact) -> None:
    cond = conditions.Tally(what)  # type: ignore[arg-type]
    ground = duel().given(OrderBegan("red", "circle"))
    assert not is_true(ground, cond)
    ground.given(fact)
    assert is_true(ground, cond)
    assert not is_true(ground, conditions.Tally(what, 2))  # type: ignore[arg-type]
    ground.given(OrderBegan("blue", "circle"))
    assert not is_true(ground, cond)


@pytest.mark.parametrize("what", ["wounded", "defeated"])
def test_suffered_asks_what_happened_to_a_side_this_round(what: str) -> None:
    ground = duel()
    cond = conditions.Suffered("enemy", what)  # type: ignore[arg-type]
    assert not is_true(ground, cond)
    ground.given(UnitDefeated("blue-1") if what == "defeated" else UnitWounded("blue-1", 1))
    assert is_true(ground, cond)
    assert not is_true(ground, conditions.Suffered("own", what))  # type: ignore[arg-type]
    assert not is_true(ground, conditions.Suffered("enemy", what, 2))  # type: ignore[arg-type]


@pytest.mark.parametrize(("red", "holds"), [(2, False), (3, True), (5, True), (6, False)])
def test_motivated_asks_for_a_range_with_both_ends(red: int, holds: bool) -> None:
    assert is_true(duel().motivation(red=red), conditions.Motivated("own", 3, 5)) is holds


def test_not_turns_a_condition_round() -> None:
    assert is_true(pair("D3", "D4"), conditions.Not(conditions.Hurt("group")))
    assert not is_true(pair("D3", "D4", damage=1), conditions.Not(conditions.Hurt("group")))


def test_without_an_else_nothing_happens_when_the_condition_fails() -> None:
    assert alone().do(op.If(conditions.Hurt("group"), (op.Motivation(1),))) == []


def test_with_asks_on_whose_side_an_army_is() -> None:
    """HOW-S4-04"""
    assert is_true(duel(), conditions.With("red"))
    assert not is_true(duel(), conditions.With("blue"))
    assert is_true(duel(), conditions.With("blue", "enemy"))
    assert not is_true(duel(), conditions.With("red", "enemy"))


def test_the_side_of_the_nearest_unit_is_not_that_of_a_chosen_deck() -> None:
    """HOW-HOR-05: the words of a card name the one or the other."""
    ground = alone().motivation(red=5, blue=5).stand("nabo", "H7")
    ground.do(op.Motivation(1, "nearest"), target="deck:red.left")
    assert ground.state.motivation == {"red": 5, "blue": 6}
    ground.do(op.Motivation(1, "target"), target="deck:red.left")
    assert ground.state.motivation == {"red": 6, "blue": 6}


def test_nothing_is_built_for_a_unit_that_is_gone() -> None:
    """HOW-GEN-16"""
    assert alone().do(op.Fortify(2), target="unit:red-9") == []
