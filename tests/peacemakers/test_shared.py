"""The shared rules with the arguments of Dawn of Peacemakers; with those of Horrors of War its own tests use them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import Dice
from engine.core.hexes import Grid
from engine.core.table import Transaction
from engine.peacemakers import battlefield as b
from engine.peacemakers import damage, die, facts, maps, motivation, targets

ROWS = ("r   t", "  f", "p   p", "  p")
LEGEND = {
    "r": maps.Terrain("river", water=True),
    "t": maps.Terrain("tower", motivation=1, defence=1),
    "f": maps.Terrain("forest", stealth=True),
    "p": maps.Terrain("plain", start=True),
}


class War(b.Battlefield[None]):
    """A battlefield and nothing else."""


def field(**units: tuple[Any, ...]) -> War:
    """Macaws and ocelots: macaw_1=("star", "C3"[, damage])."""
    found = {}
    for key, (group, space, *hurt) in units.items():
        army = key.partition("_")[0]
        found[key] = b.Unit(army, "soldier", group, space, "up", *hurt)
    state = War(units=found, sides={"macaw": "macaw", "ocelot": "ocelot"}, motivation={"macaw": 7, "ocelot": 3})
    state.box = None
    return state


def turn_on(state: War) -> Transaction[War]:
    return Transaction.on(state, (), Dice(1, 1))


GRID = Grid([f"{column}{row}" for column in "ABCDE" for row in range(1, 6)])


# The map


def test_a_map_is_read_with_the_terrain_of_the_game() -> None:
    """Dawn of Peacemakers SET-10, TERR-04, TERR-11"""
    board = maps.board_of((*ROWS[:2], "p", ""), {**LEGEND, "p": maps.Terrain("camp", start=True)})
    assert {space: kind.name for space, kind in board.terrain.items()} == {
        "A1": "river",
        "B1": "forest",
        "C1": "tower",
        "A2": "camp",
    }
    assert board.towers() == {"C1": 1}
    assert board.firm() == {"B1", "C1", "A2"}


def test_a_map_has_one_starting_space() -> None:
    """Dawn of Peacemakers SET-08"""
    with pytest.raises(ValueError, match=r"^map\|A map has exactly one starting space; this one has 3\.$"):
        maps.board_of(ROWS, LEGEND)


# Armies and groups


def test_a_group_is_an_insignia_of_one_army() -> None:
    """Dawn of Peacemakers UNIT-04, UNIT-16"""
    state = field(macaw_1=("star", "A1"), macaw_2=("cog", "A1"), ocelot_1=("star", "B1"))
    assert b.in_group(state, "macaw", "star") == ["macaw_1"]
    assert b.groups_alive(state, "macaw") == {"star", "cog"}
    assert b.armies_in(state, "A1") == ["macaw"]


def test_enemies_are_the_units_of_the_other_side() -> None:
    """Dawn of Peacemakers STR-02"""
    state = field(macaw_1=("star", "A1"), macaw_2=("cog", "A2"), ocelot_1=("star", "B1"))
    assert b.enemy_spaces(state, state.units["macaw_1"]) == ["B1"]
    assert b.enemy_spaces(state, state.units["ocelot_1"]) == ["A1", "A2"]


def test_a_side_without_units_is_known() -> None:
    """Dawn of Peacemakers DMG-12"""
    state = field(macaw_1=("star", "A1"))
    assert (b.has_units(state, "macaw"), b.has_units(state, "ocelot")) == (True, False)


# Motivation


@pytest.mark.parametrize(("now", "by", "then"), [(7, -2, 5), (1, -3, 0), (0, 2, 0), (14, 4, 15), (3, 0, 3)])
def test_a_track_ends_at_0_and_15_and_is_never_raised_from_0(now: int, by: int, then: int) -> None:
    """Dawn of Peacemakers MOT-03..05"""
    assert motivation.moved(now, by) == then


def test_a_change_that_moves_nothing_is_no_fact() -> None:
    """Dawn of Peacemakers MOT-03"""
    turn = turn_on(field(macaw_1=("star", "A1")))
    assert motivation.change(turn, "macaw", -2, "revoked")
    assert not motivation.change(turn, "macaw", 0, "revoked")
    assert turn.facts == [facts.MotivationChanged("macaw", 5, "revoked")]


def test_going_from_tower_to_tower_changes_nothing() -> None:
    """Dawn of Peacemakers TERR-13, TERR-17..20: gains and losses of one event are netted."""
    towers = {"A1": 1, "C3": 1}
    before = field(macaw_1=("star", "A1"), macaw_2=("star", "A1"), ocelot_1=("cog", "C3"))
    after = field(macaw_1=("star", "A1"), macaw_2=("star", "C3"), ocelot_1=("cog", "B3"))
    moved = motivation.netted(motivation.bonuses(before, towers), motivation.bonuses(after, towers))
    assert moved == {"macaw": 1, "ocelot": -1}
    assert motivation.netted(moved, moved) == {}


def test_both_sides_have_to_stand_in_the_zone_of_peace() -> None:
    """Dawn of Peacemakers MOT-06: 1 to 2."""
    state = field(macaw_1=("star", "A1"))
    assert not motivation.are_within(state, 1, 2)
    state.motivation = {"macaw": 1, "ocelot": 2}
    assert motivation.are_within(state, 1, 2)


# Targets


def nobody_hides(state: War, name: str) -> bool:
    return False


def test_the_closest_space_counts_and_of_equals_the_first_clockwise_from_the_front() -> None:
    """Dawn of Peacemakers STR-03, STR-05..06"""
    state = field(macaw_1=("star", "C3"), ocelot_1=("cog", "C4"), ocelot_2=("cog", "D3"), ocelot_3=("cog", "C1"))
    near = targets.in_reach(state, GRID, "macaw_1", 2, nobody_hides)
    assert set(near) == {"C4", "D3", "C1"}
    assert targets.closest(GRID, "C3", "up", near) == "D3"
    assert targets.closest(GRID, "C3", "down", near) == "C4"


def test_enemies_with_stealth_are_skipped_unless_they_are_next_to_the_attacker() -> None:
    """Dawn of Peacemakers TERR-08, STR-11"""
    state = field(macaw_1=("star", "C3"), ocelot_1=("cog", "C1"), ocelot_2=("cog", "D3"))
    near = targets.in_reach(state, GRID, "macaw_1", 2, lambda field, name: True)
    assert near == {"D3": ["ocelot_2"]}


def test_in_a_space_the_key_of_the_game_decides() -> None:
    """Dawn of Peacemakers STR-07..08: most damage, then the lowest rank."""
    state = field(ocelot_1=("cog", "C1", 1), ocelot_2=("cog", "C1", 2), ocelot_3=("cog", "C1", 2))
    rank = {"ocelot_1": 1, "ocelot_2": 2, "ocelot_3": 1}
    names = list(state.units)
    assert targets.least(names, lambda name: (-state.units[name].damage, rank[name])) == ["ocelot_3"]
    assert targets.least(names, lambda name: -state.units[name].damage) == ["ocelot_2", "ocelot_3"]


def test_one_number_of_the_die_serves_all_attacks_on_a_space() -> None:
    """Dawn of Peacemakers STR-09..10"""
    turn = turn_on(field(macaw_1=("star", "A1")))
    tied = ["ocelot_1", "ocelot_2"]
    found = targets.chosen(turn, {"macaw_1": ("C1", tied), "macaw_2": ("C1", tied), "macaw_3": ("B1", ["ocelot_3"])})
    rolled = [fact for fact in turn.facts if isinstance(fact, facts.DieRolled)]
    assert len(rolled) == 1
    assert found["macaw_1"] == found["macaw_2"] == die.pick(rolled[0].result, tied)
    assert found["macaw_3"] == "ocelot_3"


def test_numbers_that_do_not_divide_evenly_are_rolled_again() -> None:
    """Dawn of Peacemakers STR-16"""
    assert [result for result in range(1, 13) if die.surplus(result, 5)] == [11, 12]
    assert [die.pick(result, ["a", "b", "c", "d", "e"]) for result in (1, 2, 3, 10)] == ["a", "a", "b", "e"]


# Damage


def test_attacks_of_one_army_on_one_unit_are_one_attack() -> None:
    """Dawn of Peacemakers DMG-01"""
    hitters, totals = damage.combined({"macaw_1": "ocelot_1", "macaw_2": "ocelot_1"}, lambda name: 2)
    assert (hitters, totals) == ({"ocelot_1": ("macaw_1", "macaw_2")}, {"ocelot_1": 4})


def test_fortifications_come_before_defence_in_dawn_of_peacemakers() -> None:
    """Dawn of Peacemakers DMG-03..07: as many tokens go as the largest damage, and each lowers all of it."""
    state = field(ocelot_1=("cog", "C1"), ocelot_2=("cog", "C1"), ocelot_3=("cog", "D3"))
    state.fortifications = {"C1": 2, "D3": 5}
    turn = turn_on(state)
    left = damage.after_fortifications(
        turn, {"ocelot_1": 3, "ocelot_2": 1, "ocelot_3": 2}, lambda name: turn.state.units[name].space
    )
    assert left == {"ocelot_1": 1, "ocelot_2": 0, "ocelot_3": 0}
    assert turn.facts == [facts.FortificationsRemoved("C1", 2), facts.FortificationsRemoved("D3", 2)]
    assert turn.state.fortifications == {"D3": 3}


def test_no_more_tokens_are_taken_off_than_there_are() -> None:
    """And no more damage than a unit has."""
    turn = turn_on(field(macaw_1=("star", "A1", 1)))
    turn.emit(facts.FortificationsPlaced("B1", 2))
    damage.raze(turn, "B1", 5)
    damage.raze(turn, "B1", 1)
    damage.mend(turn, "macaw_1", 3)
    assert turn.facts[1:] == [facts.FortificationsRemoved("B1", 2), facts.UnitMended("macaw_1", 1)]


def test_adventurers_in_one_space_are_companions() -> None:
    """Dawn of Peacemakers GEN-06"""
    state = field(macaw_1=("star", "A1"))
    state.figures = {"nabo": "A1", "akezan": "A1", "yainar": "B1"}
    assert b.adventurers_with(state, "nabo") == ["akezan"]
