"""How units move."""

from collections.abc import Sequence

import pytest

from engine.core.kinds import Fact
from engine.games.horrors_of_war.content.operations import Advance, Face
from engine.games.horrors_of_war.facts import (
    FortificationsPlaced,
    MotivationChanged,
    UnitBlocked,
    UnitMoved,
    UnitTurned,
)
from tests.games.horrors_of_war.ground import Ground, only


def moved(facts: Sequence[Fact]) -> dict[str, str]:
    """Where each unit that moved went."""
    return {fact.unit: fact.to for fact in only(facts, UnitMoved)}


def allied(ground: Ground, army: str) -> Ground:
    """Let another army fight on the side of the Reds."""
    return ground.change(sides={**ground.state.sides, army: "red"})


def test_each_unit_of_the_group_moves_one_space_by_its_own_facing() -> None:
    """HOW-MOV-01, HOW-MOV-02"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "G4", "up-left"),
        blue_1=("pike", "circle", "A7", "up"),
    )
    facts = ground.do(Advance())
    assert only(facts, UnitMoved) == [UnitMoved("red-1", "C4"), UnitMoved("red-2", "F3")]


@pytest.mark.parametrize(("direction", "to"), [("forward", "C4"), ("backward", "C2")])
def test_a_unit_moves_forward_or_backward_as_the_card_says(direction: str, to: str) -> None:
    """HOW-MOV-01, HOW-MOV-02"""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down"))
    assert ground.do(Advance(direction=direction)) == [UnitMoved("red-1", to)]


def test_only_the_group_moves() -> None:
    """HOW-MOV-01"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "star", "G3", "down"),
        blue_1=("pike", "circle", "A7", "up"),
    )
    assert moved(ground.do(Advance())) == {"red-1": "C4"}


def test_all_units_of_a_group_have_moved_before_anything_comes_of_it() -> None:
    """HOW-MOV-03"""
    ground = Ground().units(
        red_1=("pike", "circle", "A3", "down"),
        red_2=("pike", "circle", "I3", "down"),
    )
    assert ground.motivation(red=6).do(Advance()) == [
        UnitMoved("red-1", "A4"),
        UnitMoved("red-2", "I4"),
        MotivationChanged("red", 8, "tower"),
    ]


def test_any_number_of_allies_may_share_a_space() -> None:
    """HOW-MOV-04"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "C5", "up"),
        red_3=("pike", "star", "C4", "down"),
        green_1=("pike", "circle", "C4", "down"),
    )
    assert moved(allied(ground, "green").do(Advance())) == {"red-1": "C4", "red-2": "C4"}


def test_a_unit_does_not_enter_a_space_with_an_enemy() -> None:
    """HOW-MOV-05, HOW-MOV-08"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "G4", "down"),
        blue_1=("pike", "circle", "C4", "up"),
    )
    assert ground.do(Advance()) == [UnitBlocked("red-1", "enemy"), UnitMoved("red-2", "G5")]


def test_a_unit_does_not_back_into_an_enemy_either() -> None:
    """HOW-MOV-05"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        blue_1=("pike", "circle", "C2", "down"),
    )
    assert ground.do(Advance(direction="backward")) == [UnitBlocked("red-1", "enemy")]
    assert ground.unit("red-1").space == "C3"


def test_a_unit_does_not_enter_an_impassable_space() -> None:
    """HOW-MOV-06, HOW-MOV-08"""
    ground = Ground().units(
        red_1=("pike", "circle", "E2", "up"),
        red_2=("pike", "circle", "G4", "up"),
    )
    assert ground.do(Advance()) == [UnitBlocked("red-1", "impassable"), UnitMoved("red-2", "G3")]
    assert ground.unit("red-1").space == "E2"


@pytest.mark.parametrize(
    ("space", "facing"), [("A1", "up"), ("A4", "down-left"), ("I4", "up-right"), ("D7", "down-right")]
)
def test_a_unit_does_not_leave_the_map(space: str, facing: str) -> None:
    """HOW-MOV-07, HOW-MOV-08"""
    ground = Ground().units(
        red_1=("pike", "circle", space, facing),
        red_2=("pike", "circle", "G4", "up"),
    )
    assert ground.do(Advance()) == [UnitBlocked("red-1", "edge"), UnitMoved("red-2", "G3")]
    assert ground.unit("red-1").space == space


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_a_move_never_changes_facing(direction: str) -> None:
    """HOW-MOV-09, HOW-MOV-10"""
    ground = Ground().units(red_1=("pike", "circle", "G4", "up-left"))
    assert moved(ground.do(Advance(direction=direction)))
    assert ground.unit("red-1").facing == "up-left"


def test_a_blocked_unit_keeps_its_facing() -> None:
    """HOW-MOV-09"""
    ground = Ground().units(red_1=("pike", "circle", "A1", "up"))
    assert only(ground.do(Advance()), UnitBlocked)
    assert ground.unit("red-1").facing == "up"


def test_facing_changes_when_an_effect_says_so() -> None:
    """HOW-MOV-09"""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down"))
    assert ground.do(Face(by=1)) == [UnitTurned("red-1", "down-left")]
    assert ground.unit("red-1").facing == "down-left"


def test_a_unit_that_moved_backward_goes_forward_to_where_it_came_from() -> None:
    """HOW-MOV-10"""
    ground = Ground().units(red_1=("pike", "circle", "D4", "down-right"))
    facts = ground.do(Advance(direction="backward"), Advance())
    assert facts == [UnitMoved("red-1", "C4"), UnitMoved("red-1", "D4")]


def test_an_adventurer_does_not_block_a_unit() -> None:
    """HOW-MOV-11"""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down")).stand("nabo", "C4")
    assert moved(ground.do(Advance())) == {"red-1": "C4"}
    assert ground.state.figures["nabo"] == "C4"


def test_an_adventurer_does_not_ride_along_with_a_unit() -> None:
    """HOW-MOV-11"""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down")).stand("nabo", "C3")
    assert moved(ground.do(Advance())) == {"red-1": "C4"}
    assert ground.state.figures["nabo"] == "C3"


def test_water_does_not_block_a_unit() -> None:
    """HOW-MOV-12"""
    ground = Ground().units(red_1=("pike", "circle", "G1", "down"))
    assert ground.do(Advance()) == [UnitMoved("red-1", "G2")]


def test_damage_moves_with_its_unit_and_fortifications_stay_where_they_are() -> None:
    """HOW-MOV-13"""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down", 2)).given(FortificationsPlaced("C3", 3))
    assert moved(ground.do(Advance())) == {"red-1": "C4"}
    assert ground.unit("red-1").damage == 2
    assert ground.state.fortifications == {"C3": 3}


@pytest.mark.parametrize("enemy", ["C1", "C5"])
def test_a_unit_moves_even_if_that_brings_it_no_closer_to_an_enemy(enemy: str) -> None:
    """HOW-MOV-14"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "F4", "up-left"),
        blue_1=("pike", "circle", enemy, "up"),
    )
    assert moved(ground.do(Advance())) == {"red-1": "C4", "red-2": "E4"}
