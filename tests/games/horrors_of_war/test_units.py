"""Sides, armies, groups and units."""

import random
from collections import Counter

import pytest

from engine.core.content import builtin
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import Army, ScenarioFile
from engine.games.horrors_of_war.facts import UnitAttacked, UnitBlocked, UnitDefeated, UnitMoved
from tests.games.horrors_of_war.ground import Ground, only

CARDS = library.read(builtin("horrors-of-war"))
SCENARIOS = [pytest.param(scene.file, id=name) for name, scene in CARDS.scenes.items()]
FIGURES = {"macaw": 5, "ocelot": 4, "bear": 4, "iguana": 4, "frog": 6, "tuatara": 1, "toucan": 5}


def groups(army: Army) -> list[str]:
    """The group of each unit of an army."""
    return [unit.group for portrait in army.portraits for unit in portrait.units]


def allied() -> Ground:
    """Reds and greens on one side, blues on the other."""
    return Ground().change(sides={"red": "red", "green": "red", "blue": "blue"})


@pytest.mark.parametrize("file", SCENARIOS)
def test_all_units_of_one_folk_form_one_army(file: ScenarioFile) -> None:
    """HOW-UNI-01"""
    assert len({army.folk for army in file.armies}) == len(file.armies)
    for army in file.armies:
        assert {CARDS.units[portrait.type].folk for portrait in army.portraits} == {army.folk}


@pytest.mark.parametrize("file", SCENARIOS)
def test_every_unit_on_the_map_belongs_to_the_army_of_its_folk(file: ScenarioFile) -> None:
    """HOW-UNI-01"""
    folks = {army.id: army.folk for army in file.armies}
    units = Ground(scenario=file.id).state.units
    assert {name: folks[unit.army] for name, unit in units.items()} == {
        name: CARDS.units[unit.type].folk for name, unit in units.items()
    }


@pytest.mark.parametrize("file", SCENARIOS)
def test_an_army_has_at_most_three_groups(file: ScenarioFile) -> None:
    """HOW-UNI-02"""
    for army in file.armies:
        assert 1 <= len(set(groups(army))) <= 3


@pytest.mark.parametrize("file", SCENARIOS)
def test_every_unit_belongs_to_the_one_group_on_its_base(file: ScenarioFile) -> None:
    """HOW-UNI-03"""
    state = Ground(scenario=file.id).state
    for army in file.armies:
        placed = [unit.group for unit in state.units.values() if unit.army == army.id]
        assert Counter(placed) == Counter(groups(army))


def test_an_order_for_one_group_leaves_the_other_groups_alone() -> None:
    """HOW-UNI-03"""
    ground = Ground()
    moved = [only(ground.do(op.Advance(), group=group), UnitMoved) for group in ("circle", "star", "cog")]
    assert [[fact.unit for fact in facts] for facts in moved] == [["red-1", "red-2"], ["red-3"], ["red-4"]]


def test_units_of_one_side_are_allies_though_their_armies_differ() -> None:
    """HOW-UNI-04"""
    ground = allied().units(
        red_1=("pike", "circle", "D3", "down"),
        green_1=("pike", "circle", "D4", "up"),
        blue_1=("pike", "circle", "I7", "up"),
    )
    assert only(ground.do(op.Attack()), UnitAttacked) == []
    assert ground.do(op.Advance()) == [UnitMoved("red-1", "D4")]


def test_units_of_opposing_sides_are_enemies() -> None:
    """HOW-UNI-04"""
    ground = allied().units(
        red_1=("pike", "circle", "D3", "down"),
        green_1=("pike", "circle", "D5", "up"),
        blue_1=("pike", "circle", "D4", "up"),
    )
    for army, unit in (("red", "red-1"), ("green", "green-1")):
        assert ground.do(op.Advance(), army=army) == [UnitBlocked(unit, "enemy")]
        [attack] = only(ground.do(op.Attack(), army=army), UnitAttacked)
        assert attack.target == "blue-1"


@pytest.mark.parametrize("file", SCENARIOS)
def test_every_army_is_on_exactly_one_of_the_two_sides_at_any_moment(file: ScenarioFile) -> None:
    """HOW-UNI-05"""
    table = Ground("nabo", "akezan", scenario=file.id).table
    sides = {side.id for side in file.sides}
    armies = {army.id for army in file.armies}
    chance = random.Random(1)
    assert len(sides) == 2
    while table.ask and table.state.round < 4:
        assert set(table.state.sides) == armies
        assert set(table.state.sides.values()) == sides == set(table.state.motivation)
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))


@pytest.mark.parametrize(
    ("kind", "offence", "reach", "defence", "health"), [("pike", 2, 2, 0, 3), ("wall", 1, 1, 1, 4), ("bow", 1, 3, 0, 2)]
)
def test_a_unit_fights_with_the_statistics_of_its_portrait(
    kind: str, offence: int, reach: int, defence: int, health: int
) -> None:
    """HOW-UNI-06"""
    spaces = ("D2", "D3", "D4", "D5", "D6")
    shots = []
    for space in spaces[1:]:
        ground = Ground().units(red_1=(kind, "circle", "D2", "down"), blue_1=(kind, "circle", space, "up"))
        shots.append([(fact.offence, fact.defence) for fact in only(ground.do(op.Attack()), UnitAttacked)])
    assert shots == [[(offence, defence)]] * reach + [[]] * (4 - reach)
    assert only(ground.do(op.Wound(health - 1)), UnitDefeated) == []
    assert only(ground.do(op.Wound(1)), UnitDefeated) == [UnitDefeated("red-1")]


@pytest.mark.parametrize(("kind", "left"), [("captain", 0), ("pike", 5)])
def test_the_portrait_says_who_is_a_leader(kind: str, left: int) -> None:
    """HOW-UNI-06"""
    ground = Ground().units(
        red_1=(kind, "circle", "D2", "down"),
        red_2=("pike", "star", "D2", "down"),
        blue_1=("pike", "circle", "I7", "up"),
    )
    ground.do(op.Wound(9))
    assert ground.state.motivation["red"] == left


@pytest.mark.parametrize("kind", CARDS.units.values(), ids=lambda kind: kind.id)
def test_the_statistics_of_a_unit_type_are_small_whole_numbers(kind: library.UnitType) -> None:
    """HOW-UNI-06"""
    assert 1 <= kind.offence <= 5
    assert 1 <= kind.range <= 5
    assert 0 <= kind.defence <= 5
    assert 1 <= kind.health <= 9


def test_more_than_half_of_all_unit_types_have_range_2() -> None:
    """HOW-UNI-07"""
    ranges = [kind.range for kind in CARDS.units.values()]
    assert ranges.count(2) * 2 > len(ranges)


@pytest.mark.parametrize("file", SCENARIOS)
def test_no_scenario_has_more_units_of_a_folk_than_there_are_figures(file: ScenarioFile) -> None:
    """HOW-UNI-08"""
    for army in file.armies:
        assert len(groups(army)) <= FIGURES[army.folk]
