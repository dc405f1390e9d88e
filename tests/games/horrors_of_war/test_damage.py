"""Attacks: damage and defeat."""

import pytest

from engine.core.cards import Deck
from engine.games.horrors_of_war.content.operations import Advance, Attack, Defend, Mend, Wound
from engine.games.horrors_of_war.facts import (
    FortificationsPlaced,
    FortificationsRemoved,
    HorrorAdded,
    MotivationChanged,
    UnitAttacked,
    UnitDefeated,
    UnitMended,
    UnitWounded,
)
from engine.games.horrors_of_war.state import Ongoing
from tests.games.horrors_of_war.ground import Ground, only

FRONT = (("C3", "down"), ("D3", "down-left"), ("B3", "down-right"))
"""Three spaces next to C4."""
BYSTANDER = ("pike", "cog", "I7", "up")
"""A Blue far away, so that no other one is the last of its side."""


def siege(attackers: str, target: tuple[object, ...], tokens: int = 0) -> Ground:
    """Reds of these types around C4, on which one Blue stands behind fortifications."""
    reds = {
        f"red_{number}": (kind, "circle", space, facing)
        for number, (kind, (space, facing)) in enumerate(zip(attackers.split(), FRONT, strict=False), 1)
    }
    kind, *damage = target
    ground = Ground().units(**reds, blue_1=(kind, "circle", "C4", "up", *damage), blue_2=BYSTANDER)
    return ground.given(FortificationsPlaced("C4", tokens)) if tokens else ground


def wipe_out(ground: Ground, *units: str) -> list[object]:
    """Let units get more damage than anybody can take, one after another."""
    return [fact for name in units for fact in ground.do(Wound(9, who="target"), target=f"unit:{name}")]


def allied(ground: Ground, army: str, side: str) -> Ground:
    """Let another army fight on a side."""
    return ground.change(sides={**ground.state.sides, army: side})


# The four steps


def test_simultaneous_attacks_on_one_unit_are_one_attack_with_the_sum_of_their_offence() -> None:
    """HOW-DMG-01, HOW-DMG-02"""
    facts = siege("pike bow wall", ("pike",)).do(Attack())
    assert only(facts, UnitAttacked) == [UnitAttacked(("red-1", "red-2", "red-3"), "blue-1", 4, 0)]
    assert only(facts, UnitWounded) == [UnitWounded("blue-1", 4, ("red-1", "red-2", "red-3"))]


def test_attacks_on_different_units_are_not_added() -> None:
    """HOW-DMG-01"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("bow", "circle", "G3", "down"),
        blue_1=("pike", "circle", "C4", "up"),
        blue_2=("pike", "star", "G4", "up"),
    )
    assert [fact.offence for fact in only(ground.do(Attack()), UnitAttacked)] == [2, 1]


def test_incoming_damage_is_the_offence_of_the_attacker() -> None:
    """HOW-DMG-02, HOW-DMG-05"""
    ground = siege("pike", ("pike",))
    assert ground.do(Attack()) == [
        UnitAttacked(("red-1",), "blue-1", 2, 0),
        UnitWounded("blue-1", 2, ("red-1",)),
    ]


def test_defence_is_subtracted_once_however_many_attack() -> None:
    """HOW-DMG-03"""
    ground = siege("wall wall wall", ("wall",))
    ground.do(Attack())
    assert ground.unit("blue-1").damage == 2


@pytest.mark.parametrize(("tokens", "removed", "damage"), [(1, 1, 1), (2, 2, 0), (3, 2, 0)])
def test_each_fortification_removed_lowers_damage_by_1(tokens: int, removed: int, damage: int) -> None:
    """HOW-DMG-04, HOW-DMG-05"""
    ground = siege("pike", ("pike",), tokens=tokens)
    facts = ground.do(Attack())
    assert only(facts, FortificationsRemoved) == [FortificationsRemoved("C4", removed)]
    assert ground.unit("blue-1").damage == damage
    assert ground.state.fortifications.get("C4", 0) == tokens - removed


def test_only_the_fortifications_of_the_targets_own_space_are_removed() -> None:
    """HOW-DMG-04"""
    ground = siege("pike", ("pike",)).given(FortificationsPlaced("C3", 2), FortificationsPlaced("C5", 2))
    ground.do(Attack())
    assert ground.unit("blue-1").damage == 2
    assert ground.state.fortifications == {"C3": 2, "C5": 2}


def test_without_damage_left_no_unit_is_wounded() -> None:
    """HOW-DMG-05"""
    assert only(siege("pike", ("pike",), tokens=2).do(Attack()), UnitWounded) == []


def test_damage_adds_to_the_damage_already_there() -> None:
    """HOW-DMG-05"""
    ground = siege("bow", ("wall", 1))
    ground.do(Attack(offence=1))
    assert ground.unit("blue-1").damage == 2


def test_damage_stopped_by_defence_removes_no_fortification() -> None:
    """HOW-DMG-06"""
    ground = siege("wall", ("wall",), tokens=2)
    assert ground.do(Attack()) == [UnitAttacked(("red-1",), "blue-1", 1, 1)]
    assert ground.state.fortifications == {"C4": 2}


def test_defence_comes_before_fortifications_and_spares_them() -> None:
    """HOW-DMG-06"""
    ground = siege("pike", ("wall",), tokens=2)
    assert only(ground.do(Attack()), FortificationsRemoved) == [FortificationsRemoved("C4", 1)]
    assert ground.unit("blue-1").damage == 0


def test_more_defence_than_offence_neither_mends_nor_fortifies() -> None:
    """HOW-DMG-07"""
    ground = siege("bow", ("wall", 2), tokens=1)
    ground.do(Defend(amount=3), army="blue")
    assert ground.do(Attack()) == [UnitAttacked(("red-1",), "blue-1", 1, 4)]
    assert ground.unit("blue-1").damage == 2
    assert ground.state.fortifications == {"C4": 1}


# Defence


@pytest.mark.parametrize(("space", "defence"), [("G6", 1), ("G5", 0)])
@pytest.mark.parametrize(("attacker", "target"), [("red", "blue"), ("blue", "red")])
def test_the_defence_of_a_space_is_added_for_any_unit_there(
    attacker: str, target: str, space: str, defence: int
) -> None:
    """HOW-DMG-15"""
    ground = Ground().units(
        **{
            f"{attacker}_1": ("pike", "circle", "G4", "down"),
            f"{target}_1": ("pike", "circle", space, "up"),
        }
    )
    facts = ground.do(Attack(), army=attacker)
    assert only(facts, UnitAttacked) == [UnitAttacked((f"{attacker}-1",), f"{target}-1", 2, defence)]
    assert ground.unit(f"{target}-1").damage == 2 - defence


def test_the_defence_of_the_attackers_space_does_not_count() -> None:
    """HOW-DMG-15"""
    ground = Ground().units(red_1=("pike", "circle", "G6", "up"), blue_1=("pike", "circle", "G5", "up"))
    ground.do(Attack())
    assert ground.unit("blue-1").damage == 2


def test_defence_is_the_units_own_and_that_of_its_space_and_temporary_changes() -> None:
    """HOW-DMG-20"""
    ground = Ground().units(red_1=("pike", "circle", "G5", "down"), blue_1=("wall", "circle", "G6", "up"))
    ground.change(ongoing=(Ongoing("p-shield", "guard", "unit:blue-1", "round", amount=8),))
    ground.do(Defend(amount=4), army="blue")
    assert only(ground.do(Attack()), UnitAttacked) == [UnitAttacked(("red-1",), "blue-1", 2, 1 + 1 + 4 + 8)]


def test_temporary_defence_is_for_its_own_unit_only() -> None:
    """HOW-DMG-20"""
    ground = siege("pike", ("pike",))
    ground.change(ongoing=(Ongoing("p-shield", "guard", "unit:blue-2", "round", amount=1),))
    ground.do(Defend(amount=1), army="blue", group="cog")
    assert [fact.defence for fact in only(ground.do(Attack()), UnitAttacked)] == [0]


# Health and defeat


@pytest.mark.parametrize(("before", "is_defeated"), [(0, False), (1, True), (2, True)])
def test_a_unit_with_no_health_left_is_defeated(before: int, is_defeated: bool) -> None:
    """HOW-DMG-08"""
    ground = siege("pike", ("pike", before))
    assert only(ground.do(Attack()), UnitDefeated) == ([UnitDefeated("blue-1")] if is_defeated else [])
    assert ("blue-1" in ground.state.units) is not is_defeated


def test_a_defeated_unit_goes_to_its_sides_spot_without_its_damage() -> None:
    """HOW-DMG-09"""
    ground = siege("pike", ("pike", 2))
    ground.do(Attack())
    assert list(ground.state.fallen) == ["blue-1"]
    assert ground.state.fallen["blue-1"].army == "blue"
    assert ground.state.fallen["blue-1"].damage == 0


def test_a_defeated_unit_is_no_longer_on_the_map() -> None:
    """HOW-DMG-09"""
    ground = siege("pike", ("pike", 2))
    facts = ground.do(Attack(), Advance())
    assert ground.unit("red-1").space == "C4"
    assert len(only(facts, UnitAttacked)) == 1


def test_a_defeat_costs_its_side_1_motivation() -> None:
    """HOW-DMG-10"""
    ground = siege("pike", ("pike", 2)).motivation(red=6, blue=7)
    assert only(ground.do(Attack()), MotivationChanged) == [MotivationChanged("blue", 6, "defeat")]
    assert ground.state.motivation == {"red": 6, "blue": 6}


def test_a_defeated_leader_takes_all_motivation_with_it() -> None:
    """HOW-DMG-11"""
    ground = siege("pike", ("captain", 2)).motivation(blue=15)
    ground.do(Attack())
    assert ground.state.motivation["blue"] == 0


def test_the_first_of_several_leaders_takes_all_motivation_with_it() -> None:
    """HOW-DMG-21"""
    ground = siege("pike", ("captain", 2)).motivation(blue=9)
    ground.change(units={**ground.state.units, "blue-3": ground.state.units["blue-1"]})
    wipe_out(ground, "blue-1")
    assert ground.state.motivation["blue"] == 0
    assert "blue-3" in ground.state.units


def test_a_sides_last_unit_takes_all_motivation_with_it() -> None:
    """HOW-DMG-12"""
    ground = siege("pike", ("pike", 2)).motivation(blue=9)
    wipe_out(ground, "blue-2")
    assert ground.state.motivation["blue"] == 8
    ground.do(Attack())
    assert ground.state.motivation["blue"] == 0


def test_the_last_unit_of_an_army_is_not_the_last_of_its_side_while_an_ally_stands() -> None:
    """HOW-DMG-14"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        blue_1=("pike", "circle", "C4", "up"),
        green_1=("pike", "circle", "G7", "up"),
    )
    allied(ground, "green", "blue").motivation(blue=9)
    wipe_out(ground, "blue-1")
    assert ground.state.motivation["blue"] == 8
    wipe_out(ground, "green-1")
    assert ground.state.motivation["blue"] == 0


@pytest.mark.parametrize(
    ("kind", "others", "why"), [("pike", True, "defeat"), ("captain", True, "leader"), ("pike", False, "last unit")]
)
def test_after_the_motivation_a_horror_goes_on_top_of_the_resource_deck(kind: str, others: bool, why: str) -> None:
    """HOW-DMG-13, HOW-DMG-09..12"""
    ground = siege("pike", (kind, 2)).deck("p-all", "p-heal").change(horrors=("q-draw", "q-slow"))
    if not others:
        ground.change(units={name: unit for name, unit in ground.state.units.items() if name != "blue-2"})
    facts = ground.do(Attack())
    defeat, lowered, horror = facts[-3:]
    assert defeat == UnitDefeated("blue-1")
    assert isinstance(lowered, MotivationChanged)
    assert lowered.why == why
    assert horror == HorrorAdded("q-draw")
    assert ground.state.resources.cards[:3] == ("q-draw", "p-all", "p-heal")
    assert ground.state.horrors == ("q-slow",)


def test_a_target_does_not_strike_back() -> None:
    """HOW-DMG-16"""
    ground = siege("pike bow", ("wall",))
    facts = ground.do(Attack())
    assert [fact.target for fact in only(facts, UnitAttacked)] == ["blue-1"]
    assert ground.unit("red-1").damage == ground.unit("red-2").damage == 0


def test_a_defeat_by_another_effect_follows_the_same_rules() -> None:
    """HOW-DMG-18"""
    ground = siege("pike", ("wall",), tokens=5).motivation(blue=7).change(horrors=("q-draw",), resources=Deck())
    assert ground.do(Wound(4), army="blue") == [
        UnitWounded("blue-1", 4),
        UnitDefeated("blue-1"),
        MotivationChanged("blue", 6, "defeat"),
        HorrorAdded("q-draw"),
    ]
    assert ground.state.fallen["blue-1"].damage == 0


@pytest.mark.parametrize(("kind", "others"), [("captain", True), ("pike", False)])
def test_a_leader_or_last_unit_defeated_by_another_effect_takes_all_motivation_with_it(kind: str, others: bool) -> None:
    """HOW-DMG-18, HOW-DMG-11..12"""
    ground = siege("pike", (kind,)).motivation(blue=7)
    if not others:
        wipe_out(ground, "blue-2")
    wipe_out(ground, "blue-1")
    assert ground.state.motivation["blue"] == 0


@pytest.mark.parametrize(("damage", "amount", "mended"), [(2, 1, 1), (2, 2, 2), (2, 5, 2)])
def test_removing_damage_never_raises_health_above_what_is_printed(damage: int, amount: int, mended: int) -> None:
    """HOW-DMG-19"""
    ground = siege("pike", ("pike", damage))
    assert ground.do(Mend(amount), army="blue") == [UnitMended("blue-1", mended)]
    assert ground.unit("blue-1").damage == damage - mended


def test_a_unit_without_damage_cannot_be_mended() -> None:
    """HOW-DMG-19"""
    ground = siege("pike", ("pike",))
    assert ground.do(Mend(1), army="blue") == []
    assert ground.unit("blue-1").damage == 0


def test_removing_damage_raises_remaining_health() -> None:
    """HOW-DMG-19"""
    ground = siege("pike", ("pike", 1))
    ground.do(Mend(1), army="blue")
    assert only(ground.do(Attack()), UnitDefeated) == []


# Several units in one event


def split_attack(tokens: int) -> Ground:
    """Reds that hit two different Blues in G5: 2 damage for blue-1, which only red-1 can see, and 1 for blue-2."""
    for seed in range(1, 200):
        ground = Ground(seed=seed).units(
            red_1=("pike", "circle", "G4", "down"),
            red_2=("bow", "circle", "G3", "down"),
            blue_1=("shade", "circle", "G5", "up"),
            blue_2=("bow", "star", "G5", "up"),
            blue_3=BYSTANDER,
        )
        facts = ground.given(FortificationsPlaced("G5", tokens)).do(Attack())
        if len(only(facts, UnitAttacked)) == 2:
            return ground
    raise AssertionError("The die never chose the unit in stealth.")


@pytest.mark.parametrize(("tokens", "left", "damage"), [(1, 0, (1, 0)), (2, 0, (0, 0)), (3, 1, (0, 0))])
def test_each_fortification_removed_lowers_the_damage_of_all_units_hit_in_its_space(
    tokens: int, left: int, damage: tuple[int, int]
) -> None:
    """HOW-DMG-17"""
    ground = split_attack(tokens)
    assert (ground.unit("blue-1").damage, ground.unit("blue-2").damage) == damage
    assert ground.state.fortifications.get("G5", 0) == left


def test_units_whose_health_runs_out_together_are_all_defeated_one_after_another() -> None:
    """HOW-DMG-22"""
    ground = Ground().units(
        blue_1=("pike", "circle", "C4", "up"),
        blue_2=("bow", "circle", "C4", "up"),
        blue_3=BYSTANDER,
    )
    ground.motivation(blue=7).change(horrors=("q-draw", "q-slow", "q-numb"))
    assert ground.do(Wound(3), army="blue") == [
        UnitWounded("blue-1", 3),
        UnitWounded("blue-2", 3),
        UnitDefeated("blue-1"),
        MotivationChanged("blue", 6, "defeat"),
        HorrorAdded("q-draw"),
        UnitDefeated("blue-2"),
        MotivationChanged("blue", 5, "defeat"),
        HorrorAdded("q-slow"),
    ]


@pytest.mark.parametrize(("kinds", "values"), [(("captain", "pike"), [0]), (("pike", "captain"), [8, 0])])
def test_with_a_leader_among_those_defeated_together_motivation_is_0_in_any_order(
    kinds: tuple[str, str], values: list[int]
) -> None:
    """HOW-DMG-22, HOW-DMG-13"""
    ground = Ground().units(
        blue_1=(kinds[0], "circle", "C4", "up"),
        blue_2=(kinds[1], "circle", "D4", "up"),
        blue_3=BYSTANDER,
    )
    facts = ground.motivation(blue=9).do(Wound(3), army="blue")
    assert [fact.to for fact in only(facts, MotivationChanged)] == values
    assert len(only(facts, HorrorAdded)) == 2
    assert set(ground.state.fallen) == {"blue-1", "blue-2"}


def test_units_of_both_spaces_fall_in_one_attack() -> None:
    """HOW-DMG-22"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "G3", "down"),
        blue_1=("pike", "circle", "C4", "up", 1),
        blue_2=("bow", "star", "G4", "up"),
        blue_3=BYSTANDER,
    )
    facts = ground.motivation(blue=7).do(Attack())
    assert [fact.unit for fact in only(facts, UnitDefeated)] == ["blue-1", "blue-2"]
    assert ground.state.motivation["blue"] == 5
    assert len(only(facts, HorrorAdded)) == 2
