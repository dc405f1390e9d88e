"""Strike: targets in their order, fortifications before defence, shatter, defeat and what it costs."""

from __future__ import annotations

import pytest

from engine.core.dice import Dice
from engine.core.table import Transaction
from engine.games.dawn_of_peacemakers import strikes
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.facts import (
    DieRolled,
    FortificationsRemoved,
    MotivationChanged,
    UnitAttacked,
    UnitDefeated,
    UnitWounded,
)
from engine.peacemakers.damage import after_fortifications
from tests.games.dawn_of_peacemakers.ground import Ground, only

FAR = {"red_9": ("captain", "cog", "A1"), "blue_9": ("captain", "cog", "I7")}


def ground_with(**placed: tuple[object, ...]) -> Ground:
    return Ground().units(**FAR, **placed).stand("nabo", "I1")


def struck(ground: Ground, group: str = "star", ploy: str = "plain") -> list:
    """A strike of the Reds alone."""
    return ground.armies(red=(ploy, f"strike-{group}"))


def targets(ground: Ground) -> list[str]:
    return [fact.target for fact in only(struck(ground), UnitAttacked)]


# Targets


def test_every_unit_of_the_group_makes_one_attack_on_an_enemy() -> None:
    """DOP-STR-01, DOP-STR-02, DOP-STR-15"""
    ground = ground_with(
        red_1=("pike", "star", "C3"),
        red_2=("pike", "star", "G3"),
        red_3=("pike", "circle", "C4"),
        blue_1=("pike", "star", "C5"),
        blue_2=("pike", "star", "G5"),
    ).stand("nabo", "C4")
    facts = only(struck(ground), UnitAttacked)
    assert facts == [UnitAttacked(("red-1",), "blue-1", 2), UnitAttacked(("red-2",), "blue-2", 2)]


def test_a_target_is_within_range() -> None:
    """DOP-STR-03, DOP-UNIT-07, DOP-UNIT-08"""
    assert targets(ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E5"))) == []
    assert targets(ground_with(red_1=("bow", "star", "E2"), blue_1=("pike", "star", "E5"))) == ["blue-1"]
    assert targets(ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E4"))) == ["blue-1"]


def test_guard_goes_before_every_other_priority() -> None:
    """DOP-STR-04, DOP-SCH-04"""
    ground = ground_with(
        red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E3", 2), blue_2=("shieldmate", "star", "E4")
    )
    assert targets(ground) == ["blue-2"]


def test_among_several_guards_the_other_priorities_decide() -> None:
    """DOP-STR-17"""
    ground = ground_with(
        red_1=("pike", "star", "E2"), blue_1=("shieldmate", "star", "E3"), blue_2=("shieldmate", "star", "E4", 2)
    )
    assert targets(ground) == ["blue-1"], "the closest of them"


def test_the_closest_enemy_comes_first() -> None:
    """DOP-STR-05"""
    assert targets(
        ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E4", 2), blue_2=("pike", "star", "E3"))
    ) == ["blue-2"]


@pytest.mark.parametrize(
    ("spaces", "first"), [(("E4", "D3"), "E4"), (("D3", "D2"), "D3"), (("F2", "E2"), "E2"), (("F3", "D3"), "D3")]
)
def test_equally_close_spaces_go_clockwise_from_the_frontline(spaces: tuple[str, str], first: str) -> None:
    """DOP-STR-06"""
    ground = ground_with(
        red_1=("pike", "star", "E3"), blue_1=("pike", "star", spaces[0]), blue_2=("pike", "star", spaces[1])
    )
    found = targets(ground)[0]
    assert {"blue-1": spaces[0], "blue-2": spaces[1]}[found] == first


def test_on_farther_rings_the_walk_begins_straight_along_the_frontline() -> None:
    """DOP-STR-13"""
    ground = ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "F3"), blue_2=("pike", "star", "E4"))
    assert targets(ground) == ["blue-2"]
    ground = ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "F3"), blue_2=("pike", "star", "D3"))
    assert targets(ground) == ["blue-2"], "clockwise from down comes down-left"


def test_within_a_space_most_damage_then_lowest_rank() -> None:
    """DOP-STR-07, DOP-STR-08"""
    assert targets(
        ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E3"), blue_2=("wall", "star", "E3", 1))
    ) == ["blue-2"]
    assert targets(
        ground_with(red_1=("pike", "star", "E2"), blue_1=("wall", "star", "E3"), blue_2=("pike", "star", "E3"))
    ) == ["blue-2"]


def test_the_die_chooses_among_equals_with_one_number_for_a_space() -> None:
    """DOP-STR-09, DOP-STR-10, DOP-STR-12"""
    for seed in range(8):
        ground = (
            Ground(seed=seed)
            .units(
                **FAR,
                red_1=("pike", "star", "E2"),
                red_2=("pike", "star", "D2"),
                blue_1=("pike", "star", "E3"),
                blue_2=("pike", "circle", "E3"),
            )
            .stand("nabo", "I1")
        )
        facts = struck(ground)
        rolls = [fact for fact in only(facts, DieRolled) if fact.why == "target"]
        assert len(rolls) == 1
        wanted = "blue-1" if rolls[0].result <= 6 else "blue-2"
        assert only(facts, UnitAttacked) == [UnitAttacked(("red-1", "red-2"), wanted, 4)]


def test_numbers_left_over_are_rolled_again() -> None:
    """DOP-STR-16"""
    seen = set()
    for seed in range(60):
        placed = {f"blue_{n}": ("pike", "star", "E3") for n in range(1, 6)}
        ground = Ground(seed=seed).units(**FAR, red_1=("pike", "star", "E2"), **placed).stand("nabo", "I1")
        facts = struck(ground)
        rolls = [fact.result for fact in only(facts, DieRolled) if fact.why == "target"]
        assert rolls[-1] <= 10
        assert all(each > 10 for each in rolls[:-1])
        assert only(facts, UnitAttacked)[0].target == f"blue-{(rolls[-1] - 1) // 2 + 1}"
        seen.add(len(rolls))
    assert max(seen) > 1


def test_a_hidden_enemy_is_skipped_and_the_attack_goes_to_the_next() -> None:
    """DOP-STR-11, DOP-TERR-07, DOP-TERR-08, DOP-SCH-06"""
    ground = ground_with(
        red_1=("bow", "star", "C4"), blue_1=("shieldmate", "star", "C2"), blue_2=("pike", "star", "C7")
    )
    assert targets(ground) == ["blue-2"], "guard in a forest that is not adjacent counts for nothing"
    assert targets(ground_with(red_1=("pike", "star", "C4"), blue_1=("pike", "star", "C2"))) == []
    assert targets(ground_with(red_1=("pike", "star", "C3"), blue_1=("pike", "star", "C2"))) == ["blue-1"]


def test_all_targets_are_chosen_before_any_damage() -> None:
    """DOP-STR-12, DOP-STR-14"""
    ground = ground_with(
        red_1=("pike", "star", "E2"),
        red_2=("pike", "star", "D2"),
        blue_1=("pike", "star", "E3", 2),
        blue_2=("pike", "circle", "E3"),
    )
    facts = struck(ground)
    assert only(facts, UnitAttacked) == [UnitAttacked(("red-1", "red-2"), "blue-1", 4)], "although one would do"


# Damage


def test_attacks_of_one_army_on_one_unit_are_one_attack() -> None:
    """DOP-DMG-01, DOP-DMG-02"""
    ground = ground_with(red_1=("pike", "star", "E2"), red_2=("pike", "star", "D2"), blue_1=("wall", "star", "E3"))
    assert only(struck(ground), UnitWounded) == [UnitWounded("blue-1", 3, ("red-1", "red-2"))], "defence counts once"


def test_fortifications_absorb_one_for_one_and_never_more() -> None:
    """DOP-DMG-03"""
    ground = ground_with(red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E3")).change(fortifications={"E3": 3})
    facts = struck(ground)
    assert only(facts, FortificationsRemoved) == [FortificationsRemoved("E3", 2)]
    assert not only(facts, UnitWounded)
    assert ground.state.fortifications == {"E3": 1}


def test_one_token_lowers_the_damage_to_all_units_of_a_space() -> None:
    """DOP-DMG-04, DOP-DMG-05"""
    # The captain has guard for one attacker only: the other one does not reach it.
    ground = ground_with(
        red_1=("pike", "star", "E2"),
        red_2=("wall", "star", "E3"),
        blue_1=("shieldmate", "star", "E4"),
        blue_2=("pike", "circle", "D3"),
    ).change(fortifications={"E4": 1, "D3": 1})
    facts = struck(ground)
    assert only(facts, UnitAttacked) == [UnitAttacked(("red-1", "red-2"), "blue-1", 3)]
    assert only(facts, UnitWounded) == [UnitWounded("blue-1", 2, ("red-1", "red-2"))]
    incoming = {("red", "blue-1"): 3, ("red", "blue-2"): 1}
    turn = Transaction.on(ground.change(fortifications={"E4": 5}).state, (), Dice(1, 1))
    left = after_fortifications(turn, incoming, lambda blow: "E4")
    assert left == {("red", "blue-1"): 0, ("red", "blue-2"): 0}
    assert turn.facts == [FortificationsRemoved("E4", 3)], "as many as the largest damage"


def test_two_allied_armies_strike_two_blows() -> None:
    """DOP-DMG-18"""
    ground = Ground(scenario="three-banners")
    state = ground.state
    allies = [army for army in state.sides if state.sides[army] == "ocelot"]
    assert len(allies) == 2
    enemy = next(army for army in state.sides if state.sides[army] != "ocelot")
    spaces = [
        space for space in state.box.scene.board.grid.spaces if state.box.scene.board.terrain[space].name == "plain"
    ]
    here = next(
        space for space in spaces if sum(each in spaces for each in state.box.scene.board.grid.adjacent(space)) >= 2
    )
    near = [each for each in state.box.scene.board.grid.adjacent(here) if each in spaces]
    types = {army: next(unit.type for unit in state.units.values() if unit.army == army) for army in state.sides}
    placed = {
        f"{allies[0]}_90": (types[allies[0]], "star", near[0]),
        f"{allies[1]}_91": (types[allies[1]], "star", near[1]),
        f"{enemy}_92": (types[enemy], "star", here),
        f"{enemy}_93": (types[enemy], "star", next(s for s in reversed(spaces) if s not in (here, *near))),
    }
    ground.units(**placed).change(fortifications={here: 1}, night=False)
    facts = ground.do(op.Attack("allies"), army=allies[0], group="star")
    blows = only(facts, UnitAttacked)
    assert len(blows) == 2
    left = [max(0, blow.offence - 1) for blow in blows]
    target = blows[0].target
    guard = (
        strikes.defence(ground.state, target)
        if target in ground.state.units
        else ground.state.box.units[types[enemy]].defence
    )
    expected = sum(max(0, each - guard) for each in left if each)
    assert sum(fact.amount for fact in only(facts, UnitWounded)) == expected
    assert only(facts, FortificationsRemoved) == [FortificationsRemoved(here, 1)]


def test_defence_lowers_and_shatter_raises_what_is_left() -> None:
    """DOP-DMG-06, DOP-TERR-03, DOP-TERR-09, DOP-TERR-16, DOP-GEN-12"""
    assert (
        only(struck(ground_with(red_1=("pike", "star", "C5"), blue_1=("pike", "star", "C6"))), UnitWounded)[0].amount
        == 1
    )
    assert only(struck(ground_with(red_1=("pike", "star", "G1"), blue_1=("pike", "star", "G2"))), UnitDefeated)
    assert (
        only(struck(ground_with(red_1=("pike", "star", "G3"), blue_1=("wall", "star", "G4"))), UnitWounded)[0].amount
        == 2
    )
    assert only(struck(ground_with(red_1=("pike", "star", "C5"), blue_1=("wall", "star", "C6"))), UnitWounded) == []


def test_shatter_adds_nothing_to_what_was_stopped() -> None:
    """DOP-DMG-07"""
    ground = ground_with(red_1=("pike", "star", "G1"), blue_1=("pike", "star", "G2")).change(fortifications={"G2": 2})
    assert only(struck(ground), UnitWounded) == []


def test_fortifications_go_first_even_where_defence_would_do() -> None:
    """DOP-DMG-17"""
    ground = ground_with(red_1=("bow", "star", "E2"), blue_1=("wall", "star", "E3")).change(fortifications={"E3": 1})
    assert only(struck(ground), FortificationsRemoved) == [FortificationsRemoved("E3", 1)]


def test_damage_tokens_are_put_on_the_unit_without_limit() -> None:
    """DOP-DMG-08, DOP-DMG-09"""
    placed = {f"blue_{number}": ("captain", "circle", "G7", 4) for number in range(20, 30)}
    ground = ground_with(red_1=("pike", "star", "E2"), blue_1=("captain", "star", "E3"), **placed)
    assert only(struck(ground), UnitWounded) == [UnitWounded("blue-1", 2, ("red-1",))]
    assert ground.unit("blue-1").damage == 2
    assert sum(unit.damage for unit in ground.state.units.values()) == 42, "more than the 30 tokens of the box"


def test_damage_at_health_defeats_and_takes_the_unit_out_of_play() -> None:
    """DOP-DMG-10, DOP-DMG-11, DOP-DMG-19"""
    ground = ground_with(
        red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E3", 1), blue_2=("pike", "circle", "G7")
    )
    facts = struck(ground)
    assert only(facts, UnitDefeated) == [UnitDefeated("blue-1")]
    assert ground.state.fallen["blue-1"].damage == 0, "its tokens went back"
    assert "blue-1" not in ground.state.units
    costs = [fact for fact in only(facts, MotivationChanged) if fact.side == "blue"]
    assert costs[-1] == MotivationChanged("blue", costs[0].to - 1, "defeat")


def test_the_last_unit_takes_all_motivation_along() -> None:
    """DOP-DMG-12, DOP-MOT-03"""
    ground = Ground().units(red_1=("pike", "star", "E2"), blue_1=("bow", "star", "E3"))
    facts = ground.armies(red=("plain", "strike-star"))
    assert MotivationChanged("blue", 0, "last unit") in facts


def test_the_last_leader_takes_all_motivation_along() -> None:
    """DOP-DMG-16"""
    ground = Ground().units(
        red_1=("pike", "star", "E2"), blue_1=("captain", "star", "E3", 4), blue_2=("pike", "circle", "G7")
    )
    facts = struck(ground)
    assert MotivationChanged("blue", 0, "leader") in facts


def test_the_first_of_two_leaders_costs_1() -> None:
    """DOP-DMG-14"""
    ground = (
        Ground()
        .change(hurting=frozenset({"blue-1"}))
        .units(red_1=("pike", "star", "E2"), blue_1=("captain", "star", "E3", 4), blue_2=("captain", "circle", "G7"))
    )
    ground.change(hurting=frozenset({"blue-1"}))
    facts = struck(ground)
    assert [
        fact.why for fact in only(facts, MotivationChanged) if fact.side == "blue" and fact.why != "blue.revoked-2"
    ] == ["defeat"]


def test_a_side_without_a_leader_has_none_to_lose() -> None:
    """DOP-DMG-13"""
    ground = Ground().units(
        red_1=("pike", "star", "E2"), blue_1=("pike", "star", "E3", 2), blue_2=("pike", "circle", "G7")
    )
    facts = struck(ground)
    assert [fact.why for fact in only(facts, MotivationChanged) if fact.why in ("leader", "last unit")] == []


def test_a_combined_attack_has_the_abilities_of_all_who_take_part() -> None:
    """DOP-DMG-15"""
    ground = ground_with(
        red_1=("pike", "star", "E2"), red_2=("sapper", "star", "D2"), blue_1=("captain", "star", "E3")
    ).change(fortifications={"E3": 4})
    facts = struck(ground)
    assert only(facts, FortificationsRemoved) == [FortificationsRemoved("E3", 3)], "1 of the 4 goes past the walls"
    assert only(facts, UnitWounded)[0].amount == 1


@pytest.mark.parametrize("attacker", ["pike", "sapper", "bow"])
@pytest.mark.parametrize("target", ["captain", "wall"])
@pytest.mark.parametrize("walls", range(4))
@pytest.mark.parametrize("space", ["E3", "C6", "G2"])
def test_the_damage_of_one_unit_is_foretold_as_it_is_dealt(attacker: str, target: str, walls: int, space: str) -> None:
    """DOP-DMG-02, DOP-DMG-03, DOP-DMG-06, DOP-DMG-07"""
    here = {"E3": "E2", "C6": "C5", "G2": "G1"}[space]
    ground = ground_with(red_1=(attacker, "star", here), blue_1=(target, "star", space))
    ground.change(fortifications={space: walls} if walls else {})
    foretold = strikes.damage_alone(ground.state, "red-1", "blue-1")
    assert sum(fact.amount for fact in only(struck(ground), UnitWounded)) == foretold
