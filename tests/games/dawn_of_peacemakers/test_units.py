"""Units and terrain: statistics, injured units, towers, forests, rivers."""

from __future__ import annotations

import pytest

from engine.games.dawn_of_peacemakers import rules, strikes
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content.library import library
from engine.games.dawn_of_peacemakers.facts import (
    AbilitySlept,
    AbilityWoke,
    MotivationChanged,
    UnitDefeated,
    UnitMoved,
)
from engine.games.dawn_of_peacemakers.selection import is_injured
from tests.games.dawn_of_peacemakers.ground import Ground, only

FAR = {"red_9": ("captain", "cog", "A1"), "blue_9": ("captain", "cog", "I7")}


def by(facts: list, why: str) -> list[tuple[str, int]]:
    """How motivation changed for one reason."""
    return [(fact.side, fact.to) for fact in only(facts, MotivationChanged) if fact.why == why]


# Units


def test_every_figure_but_the_adventurers_is_a_unit() -> None:
    """DOP-UNIT-01, DOP-STR-15"""
    ground = Ground("nabo", "yainar")
    assert set(ground.state.figures) == {"nabo", "yainar"}
    assert not set(ground.state.units) & set(ground.state.figures)


def test_a_unit_card_has_five_statistics_a_name_a_title_and_a_cost() -> None:
    """DOP-UNIT-02, DOP-UNIT-17"""
    for unit in library().units.values():
        assert all(isinstance(each, int) for each in (unit.rank, unit.offence, unit.range, unit.defence, unit.health))
        assert unit.title
        assert unit.epithet
        assert unit.cost > 0


def test_each_folk_has_common_special_and_leader_units_and_rank_follows() -> None:
    """DOP-UNIT-02, DOP-UNIT-03"""
    ranks = {"common": 1, "special": 2, "leader": 3}
    for folk in ("macaw", "ocelot", "toucan", "bear"):
        units = [unit for unit in library().units.values() if unit.folk == folk]
        assert {unit.kind for unit in units} == set(ranks)
        assert all(unit.rank == ranks[unit.kind] for unit in units)


def test_soldier_and_warrior_are_the_same_and_the_archer_shoots_far() -> None:
    """DOP-UNIT-05, DOP-UNIT-06, DOP-UNIT-07, DOP-UNIT-08"""
    units = library().units
    soldier, warrior, archer = units["macaw-soldier"], units["ocelot-warrior"], units["ocelot-archer"]
    fields = ("rank", "offence", "range", "defence", "health")
    assert [getattr(soldier, name) for name in fields] == [getattr(warrior, name) for name in fields]
    assert (soldier.kind, warrior.kind, archer.kind) == ("common", "common", "special")
    assert not soldier.abilities
    assert not soldier.text
    assert not warrior.abilities
    assert archer.range == 3
    first = library().scenes["between-two-worlds"].file
    types = {portrait.type for army in first.armies for portrait in army.portraits}
    assert all(units[name].range < 3 for name in types - {"ocelot-archer"})


def test_half_of_the_health_is_injured_and_half_is_not_rounded_down() -> None:
    """DOP-UNIT-10, DOP-UNIT-14"""
    ground = Ground().units(
        red_1=("captain", "star", "E2", 2),
        red_2=("captain", "star", "E3", 3),
        red_3=("wall", "star", "C3", 2),
        blue_1=("wall", "star", "C5", 1),
    )
    assert [is_injured(ground.state, name) for name in ("red-1", "red-2", "red-3", "blue-1")] == [
        False,
        True,
        True,
        False,
    ]


def test_an_ability_works_while_its_unit_is_injured() -> None:
    """DOP-UNIT-09, DOP-UNIT-11"""
    ground = Ground().units(**FAR, red_1=("captain", "star", "E3", 2))
    facts = ground.do(op.Wound(1, "red.star"))
    assert AbilityWoke("red-1") in facts
    assert by(facts, "captain") == [("red", 6)]
    ground.do(op.Wound(1, "red.star"))
    assert ground.state.motivation["red"] == 6, "it works once"
    facts = ground.do(op.Mend(2, "red.star"))
    assert AbilitySlept("red-1") in facts
    assert by(facts, "captain") == [("red", 7)]


def test_sochiyamaq_has_such_an_ability() -> None:
    """DOP-UNIT-09"""
    card = library().units["macaw-commander"]
    assert card.leader
    assert [each.when for each in card.abilities] == ["injured", "mended"]
    assert "Sochiyamaq" in card.title


def test_one_blow_from_unhurt_to_defeated_resolves_the_ability() -> None:
    """DOP-UNIT-12"""
    ground = Ground().units(**FAR, red_1=("captain", "star", "E3", 2))
    facts = ground.do(op.Wound(3, "red.star"))
    assert AbilityWoke("red-1") in facts
    assert [fact.why for fact in only(facts, MotivationChanged)] == ["defeat", "captain"]
    assert ground.state.motivation["red"] == 5


def test_who_was_injured_before_resolves_it_no_second_time() -> None:
    """DOP-UNIT-13"""
    ground = Ground().units(**FAR, red_1=("captain", "star", "E3", 2))
    ground.do(op.Wound(1, "red.star"))
    facts = ground.do(op.Wound(2, "red.star"))
    assert only(facts, UnitDefeated)
    assert by(facts, "captain") == []


def test_a_healed_leader_counts_as_not_injured_before() -> None:
    """DOP-UNIT-15"""
    ground = Ground().units(**FAR, red_1=("captain", "star", "E3", 2))
    ground.do(op.Wound(1, "red.star"))
    ground.do(op.Mend(1, "red.star"))
    facts = ground.do(op.Wound(3, "red.star"))
    assert AbilityWoke("red-1") in facts


# Terrain


def test_the_board_is_a_grid_of_hexagons_and_the_rest_is_plain() -> None:
    """DOP-TERR-01, DOP-TERR-02, DOP-SET-10"""
    board = Ground().state.box.scene.board
    assert len(board.grid.adjacent("E4")) == 6
    plain = board.terrain["E3"]
    assert (plain.name, plain.defence, plain.shatter, plain.stealth, plain.motivation) == ("plain", 0, 0, False, 0)


def test_rivers_stop_nobody() -> None:
    """DOP-TERR-05"""
    ground = Ground().units(**FAR, red_1=("pike", "star", "G1"), blue_1=("pike", "circle", "G7")).stand("nabo", "G1")
    ground.armies(red=("plain", "move-star"))
    from engine.games.dawn_of_peacemakers.moves import RideTo

    facts = ground.submit(RideTo("G2"))
    assert UnitMoved("red-1", "G2") in facts
    assert ground.state.figures["nabo"] == "G2"


def test_a_bridge_is_like_plain() -> None:
    """DOP-TERR-06"""
    ground = Ground().units(**FAR, red_1=("pike", "star", "C4"))
    assert (strikes.shatter(ground.state, "red-1"), strikes.defence(ground.state, "red-1")) == (0, 0)


def test_rocks_and_towers_give_1_defence() -> None:
    """DOP-TERR-09, DOP-TERR-10, DOP-TERR-16"""
    ground = (
        Ground().units(**FAR, red_1=("wall", "star", "C6"), red_2=("wall", "star", "A4")).change(guards={"red-1": 2})
    )
    assert strikes.defence(ground.state, "red-1") == 1 + 1 + 2
    assert strikes.defence(ground.state, "red-2") == 2


def towers(*, red: dict[str, str], blue: dict[str, str] | None = None, order: str = "move-star") -> tuple[Ground, list]:
    placed: dict[str, tuple[object, ...]] = {**FAR, "blue_8": ("pike", "circle", "A7")}
    placed |= {name: ("pike", "star", space) for name, space in {**red, **(blue or {})}.items()}
    ground = Ground().units(**placed).stand("nabo", "E7")
    return ground, ground.armies(red=("plain", order))


def test_entering_an_empty_tower_lifts_a_side_by_1() -> None:
    """DOP-TERR-11"""
    _, facts = towers(red={"red_1": "A3"})
    assert by(facts, "tower") == [("red", 8)]


def test_a_second_unit_on_a_tower_changes_nothing() -> None:
    """DOP-TERR-13, DOP-TERR-17"""
    ground = Ground().units(
        **FAR, blue_8=("pike", "circle", "A7"), red_1=("pike", "star", "A3"), red_2=("pike", "circle", "A4")
    )
    assert by(ground.stand("nabo", "E7").armies(red=("plain", "move-star")), "tower") == []
    _, facts = towers(red={"red_1": "A3", "red_2": "A3"})
    assert by(facts, "tower") == [("red", 8)], "two who enter together count once"


def test_leaving_a_tower_costs_1_and_tower_to_tower_nothing() -> None:
    """DOP-TERR-12, DOP-TERR-19, DOP-TERR-20"""
    _, facts = towers(red={"red_1": "A4"})
    assert by(facts, "tower") == [("red", 6)]
    _, facts = towers(red={"red_1": "A4", "red_2": "A3"})
    assert by(facts, "tower") == [], "an ally enters in the same move"
    ground, facts = towers(red={"red_1": "A4", "red_2": "I3"})
    assert ground.space("red-2") == "I4"
    assert by(facts, "tower") == [], "netted per side"


def test_the_only_unit_on_a_tower_costs_2_when_it_falls() -> None:
    """DOP-TERR-12, DOP-TERR-14"""
    ground = Ground().units(**FAR, red_1=("pike", "star", "A4"))
    facts = ground.do(op.Wound(3, "red.star"))
    assert [fact.why for fact in only(facts, MotivationChanged)] == ["tower", "defeat"]
    assert ground.state.motivation["red"] == 5


def test_an_adventurer_holds_no_tower() -> None:
    """DOP-TERR-18"""
    ground = Ground().hand("nabo", "drill-1").stand("nabo", "A3")
    from engine.games.dawn_of_peacemakers.moves import StepTo

    ground.use("drill-1", "travel")
    facts = ground.submit(StepTo("A4"))
    assert not only(facts, MotivationChanged)


def test_later_chapters_bring_more_terrain() -> None:
    """DOP-TERR-15, DOP-S1-05"""
    scenes = {scene.id: library().scenes[scene.id] for scene in rules.scenarios() if scene.number <= 12}
    first = {kind.name for kind in scenes["between-two-worlds"].board.terrain.values()}
    named = {"plain", "river", "fountain", "bridge", "forest", "rock formation", "tower"}
    assert named <= first
    later = {kind.name for scene in scenes.values() for kind in scene.board.terrain.values()}
    assert {"marsh", "village", "hill", "thorns"} <= later - first


@pytest.mark.parametrize(("space", "reach"), [("G6", 1), ("I6", 3), ("E3", 2)])
def test_marsh_and_hill_change_the_range(space: str, reach: int) -> None:
    """Terrain of the campaign: never less than 1, also at night."""
    ground = Ground().units(**FAR, red_1=("pike", "star", space))
    assert strikes.reach(ground.state, "red-1") == reach
    assert strikes.reach(ground.change(night=True).state, "red-1") == max(1, reach - 1)


def test_a_defeat_in_a_village_costs_the_other_side_as_well() -> None:
    """Terrain of the campaign."""
    ground = Ground().units(**FAR, red_1=("pike", "star", "A6"))
    facts = ground.do(op.Wound(3, "red.star"))
    assert [(fact.side, fact.why) for fact in only(facts, MotivationChanged)] == [("red", "defeat"), ("blue", "grief")]
