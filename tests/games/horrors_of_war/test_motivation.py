"""Motivation: the two tracks and the spaces that lift a side."""

import pytest

from engine.games.horrors_of_war.content.conditions import Motivated
from engine.games.horrors_of_war.content.operations import Advance, If, Lead, Motivation, Wound
from engine.games.horrors_of_war.facts import GameEnded, MotivationChanged, StatusChecked, UnitDefeated, UnitMoved
from engine.games.horrors_of_war.moves import Pass, PlayCard, StepTo
from tests.games.horrors_of_war.ground import Ground, only

BLUE = ("pike", "cog", "E7", "up")
"""A Blue that is in nobody's way."""


def track(*places: tuple[object, ...], red: int = 6) -> Ground:
    """Red pikes of the circle group, one for each space and facing, with their side's motivation."""
    reds = {f"red_{number}": ("pike", "circle", *place) for number, place in enumerate(places, 1)}
    return Ground().units(**reds, blue_1=BLUE).motivation(red=red)


def with_green(ground: Ground, space: str, facing: str) -> Ground:
    """Add a green army with one pike that fights on the side of the Reds."""
    units = dict(ground.state.units)
    ground.units(green_1=("pike", "circle", space, facing))
    ground.change(units=units | ground.state.units)
    return ground.change(sides={**ground.state.sides, "green": "red"})


def orders(ground: Ground, **armies: tuple[str, str]) -> Ground:
    """Lay out one card for each order deck."""
    for army, (left, right) in armies.items():
        ground.orders(f"{army}.left", left).orders(f"{army}.right", right)
    return ground


# The tracks


def test_each_side_has_one_motivation_value() -> None:
    """HOW-MOT-01"""
    ground = Ground()
    assert set(ground.state.motivation) == {"red", "blue"}
    ground.motivation(red=6, blue=7).do(Motivation(2), army="red")
    assert ground.state.motivation == {"red": 8, "blue": 7}


def test_allied_armies_share_the_motivation_of_their_side() -> None:
    """HOW-MOT-01"""
    ground = with_green(track(("C3", "down"), red=6), "G3", "down")
    assert ground.do(Motivation(-1), army="green") == [MotivationChanged("red", 5, "red-quiet")]


def test_the_defeat_of_an_ally_costs_the_shared_motivation() -> None:
    """HOW-MOT-01"""
    ground = with_green(track(("C3", "down"), red=6), "G3", "down")
    ground.do(Wound(9), army="green")
    assert ground.state.motivation["red"] == 5


def test_an_ally_on_a_tower_lifts_the_shared_motivation() -> None:
    """HOW-MOT-01, HOW-MOT-05"""
    ground = with_green(track(("C3", "down"), red=6), "A3", "down")
    ground.do(Advance(), army="green")
    assert ground.state.motivation["red"] == 7


@pytest.mark.parametrize(("now", "by", "then"), [(14, 1, 15), (14, 3, 15), (15, 1, 15), (2, -1, 1), (2, -5, 0)])
def test_the_track_runs_from_0_to_15(now: int, by: int, then: int) -> None:
    """HOW-MOT-02, HOW-MOT-03"""
    ground = Ground().motivation(red=now)
    ground.do(Motivation(by))
    assert ground.state.motivation["red"] == then


@pytest.mark.parametrize(("now", "by"), [(15, 2), (0, -2)])
def test_beyond_the_ends_of_the_track_nothing_happens(now: int, by: int) -> None:
    """HOW-MOT-03"""
    assert Ground().motivation(red=now).do(Motivation(by)) == []


def test_what_was_beyond_the_end_does_not_make_up_for_a_later_loss() -> None:
    """HOW-MOT-03"""
    ground = Ground().motivation(red=14)
    ground.do(Motivation(5), Motivation(-1))
    assert ground.state.motivation["red"] == 14


def test_a_side_at_0_is_not_raised_by_an_effect() -> None:
    """HOW-MOT-04"""
    ground = Ground().motivation(red=0, blue=3)
    assert ground.do(Motivation(3, of="each")) == [MotivationChanged("blue", 6, "red-quiet")]
    assert ground.state.motivation["red"] == 0


# Spaces that lift a side


@pytest.mark.parametrize(("space", "more"), [("A3", 1), ("I3", 1), ("C5", 2), ("C4", 0)])
def test_entering_a_space_with_motivation_icons_gives_1_for_each(space: str, more: int) -> None:
    """HOW-MOT-05, HOW-MOT-06, HOW-MOT-07"""
    ground = track((space, "down"), red=6)
    ground.do(Advance())
    assert ground.state.motivation == {"red": 6 + more, "blue": 7}


@pytest.mark.parametrize(("space", "less"), [("A4", 1), ("C6", 2), ("C4", 0)])
def test_the_bonus_is_lost_when_the_last_unit_leaves(space: str, less: int) -> None:
    """HOW-MOT-05, HOW-MOT-06, HOW-MOT-07"""
    ground = track((space, "down"), red=6)
    ground.do(Advance())
    assert ground.state.motivation == {"red": 6 - less, "blue": 7}


def test_the_bonus_is_there_as_long_as_a_unit_stays() -> None:
    """HOW-MOT-05"""
    ground = track(("A3", "down"), red=6)
    ground.do(Advance())
    ground.do(Motivation(-1))
    ground.do(Advance(direction="backward"))
    assert ground.state.motivation["red"] == 5


def test_both_sides_can_hold_spaces_of_their_own() -> None:
    """HOW-MOT-05"""
    ground = Ground().units(red_1=("pike", "circle", "A3", "down"), blue_1=("pike", "circle", "C7", "up"))
    ground.motivation(red=6, blue=7).do(Advance())
    ground.do(Advance(), army="blue")
    assert ground.state.motivation == {"red": 7, "blue": 9}


def test_the_bonus_is_lost_when_the_last_unit_there_is_defeated() -> None:
    """HOW-MOT-07, HOW-MOT-10"""
    ground = track(("C6", "down"), ("G3", "down"), red=6)
    ground.do(Wound(9, who="target"), target="unit:red-1")
    assert ground.state.motivation["red"] == 6 - 2 - 1


def test_the_defeat_of_one_of_several_units_there_costs_only_the_defeat() -> None:
    """HOW-MOT-08, HOW-MOT-10"""
    ground = track(("C6", "down"), ("C6", "down"), red=6)
    ground.do(Wound(9, who="target"), target="unit:red-1")
    assert ground.state.motivation["red"] == 6 - 1


def test_all_units_there_defeated_at_once_cost_the_bonus_once() -> None:
    """HOW-MOT-10"""
    ground = with_green(track(("A4", "down"), ("A4", "down"), red=9), "G3", "down")
    facts = ground.do(Wound(9))
    assert len(only(facts, UnitDefeated)) == 2
    assert ground.state.motivation["red"] == 9 - 1 - 1 - 1


@pytest.mark.parametrize("army", ["red", "green"])
def test_a_further_unit_of_the_side_changes_nothing(army: str) -> None:
    """HOW-MOT-08"""
    ground = with_green(track(("A3", "down"), red=6), "A3", "down")
    holder = ground.unit("green-1" if army == "red" else "red-1")
    ground.change(units={**ground.state.units, "red-9": holder})
    ground.do(Advance(who="target"), target="unit:red-9")
    assert ground.state.motivation["red"] == 7
    facts = ground.do(Advance(), army=army)
    assert only(facts, UnitMoved)
    assert only(facts, MotivationChanged) == []


def test_when_one_of_two_units_leaves_nothing_changes() -> None:
    """HOW-MOT-08"""
    ground = track(("A4", "down"), ("A4", "up-left"), red=6)
    facts = ground.do(Advance())
    assert [fact.unit for fact in only(facts, UnitMoved)] == ["red-1"]
    assert only(facts, MotivationChanged) == []


def test_an_adventurer_who_enters_such_a_space_changes_nothing() -> None:
    """HOW-MOT-09"""
    ground = track(("C3", "down")).stand("nabo", "A5").hand("nabo", "p-travel")
    ground.use("p-travel", "travel")
    facts = ground.submit(StepTo("A4"))
    assert ground.state.figures["nabo"] == "A4"
    assert only(facts, MotivationChanged) == []


def test_an_adventurer_there_neither_gains_nor_keeps_the_bonus() -> None:
    """HOW-MOT-09"""
    ground = track(("A3", "down"), red=6).stand("nabo", "A4")
    ground.do(Advance())
    assert ground.state.motivation["red"] == 7
    ground.do(Advance())
    assert ground.state.motivation["red"] == 6


def test_at_0_entering_such_a_space_gives_nothing() -> None:
    """HOW-MOT-11, HOW-MOT-04"""
    assert track(("C5", "down"), red=0).do(Advance()) == [UnitMoved("red-1", "C6")]


# One simultaneous move


def test_going_from_one_tower_straight_to_another_leaves_a_side_at_1_unharmed() -> None:
    """HOW-MOT-12"""
    ground = track(("A4", "down"), ("I3", "down"), red=1)
    assert only(ground.do(Advance()), MotivationChanged) == []
    assert ground.state.motivation["red"] == 1


def test_gains_and_losses_of_one_move_are_netted_before_the_track_moves() -> None:
    """HOW-MOT-12"""
    ground = track(("A4", "down"), ("C5", "down"), red=1)
    assert only(ground.do(Advance()), MotivationChanged) == [MotivationChanged("red", 2, "tower")]


def test_gains_do_not_run_over_the_end_of_the_track_before_the_losses() -> None:
    """HOW-MOT-12"""
    ground = track(("A3", "down"), ("I4", "down"), red=15)
    ground.do(Advance())
    assert ground.state.motivation["red"] == 15


def test_two_moves_one_after_the_other_are_not_netted() -> None:
    """HOW-MOT-12, HOW-MOT-16"""
    ground = track(("A4", "down"), red=1)
    ground.do(Advance(), Advance(direction="backward"))
    assert ground.state.motivation["red"] == 0


@pytest.mark.parametrize("first", [("A4", "A3"), ("A3", "A4")])
def test_when_one_unit_takes_the_place_of_another_nothing_changes(first: tuple[str, str]) -> None:
    """HOW-MOT-13"""
    ground = track(*((space, "down") for space in first), red=1)
    facts = ground.do(Advance())
    assert len(only(facts, UnitMoved)) == 2
    assert only(facts, MotivationChanged) == []


# When it moves, and when it counts


def test_a_change_in_the_adventurer_phase_moves_the_track_at_once() -> None:
    """HOW-MOT-14"""
    ground = track(("A3", "down"), red=6)
    assert ground.state.phase == "adventurer"
    ground.do(Lead("forward"), target="unit:red-1")
    assert ground.state.phase == "adventurer"
    assert ground.state.motivation["red"] == 7


def test_the_next_step_of_the_same_effect_already_finds_the_track_moved() -> None:
    """HOW-MOT-14"""
    ground = Ground().motivation(red=6, blue=7)
    ground.do(Motivation(1), If(Motivated("own", least=7), (Motivation(-1, of="enemy"),)))
    assert ground.state.motivation == {"red": 7, "blue": 6}


def test_a_change_in_the_army_phase_moves_the_track_before_the_order_goes_on() -> None:
    """HOW-MOT-14"""
    ground = orders(track(("C3", "down"), red=6), red=("red-gain", "red-march"), blue=("blue-quiet", "blue-defend"))
    facts = ground.phase()
    changed = facts.index(MotivationChanged("red", 7, "red-gain"))
    assert changed < facts.index(UnitMoved("red-1", "C4"))


@pytest.mark.parametrize("values", [{"red": 0, "blue": 7}, {"red": 1, "blue": 2}])
def test_nothing_is_judged_in_the_adventurer_phase(values: dict[str, int]) -> None:
    """HOW-MOT-15"""
    ground = Ground().hand("nabo", "p-fortify", "p-travel").motivation(**values)
    facts = ground.use("p-fortify", "fortify")
    assert only(facts, GameEnded) == []
    assert ground.table.outcome is None
    assert PlayCard("p-travel") in ground.moves()


@pytest.mark.parametrize(("values", "won"), [({"red": 0, "blue": 7}, False), ({"red": 1, "blue": 2}, True)])
def test_the_status_phase_judges_what_came_before(values: dict[str, int], won: bool) -> None:
    """HOW-MOT-15"""
    ground = orders(track(("C3", "down")), red=("red-quiet", "red-march"), blue=("blue-quiet", "blue-march"))
    facts = ground.motivation(**values).phase()
    assert facts[-2:] == [StatusChecked(values), GameEnded(won)]


def test_both_sides_green_in_the_middle_of_the_army_phase_win_nothing() -> None:
    """HOW-MOT-15"""
    ground = orders(track(("C3", "down")), red=("red-gain", "red-defend"), blue=("blue-gain", "blue-march"))
    ground.motivation(red=1, blue=2).phase()
    assert ground.state.motivation == {"red": 2, "blue": 3}
    assert ground.table.outcome is None
    assert Pass() in ground.moves()


def test_losing_a_bonus_can_bring_a_side_to_0_and_coming_back_does_not_help() -> None:
    """HOW-MOT-16, HOW-MOT-04"""
    ground = track(("A4", "down"), red=1)
    ground.do(Advance())
    assert ground.state.motivation["red"] == 0
    facts = ground.do(Advance(direction="backward"))
    assert facts == [UnitMoved("red-1", "A4")]
    assert ground.state.motivation["red"] == 0
