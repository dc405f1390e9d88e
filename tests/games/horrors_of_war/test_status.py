"""The status phase: when a game is won, lost or goes on."""

import pytest
from msgspec.structs import replace

from engine.core.content import builtin
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import Start
from engine.games.horrors_of_war.facts import (
    GameEnded,
    MotivationChanged,
    OrderBegan,
    RoundBegan,
    StatusChecked,
    UnitMoved,
)
from engine.games.horrors_of_war.frames import Act
from engine.games.horrors_of_war.value import value
from engine.games.horrors_of_war.words.plain import tell_motivation
from tests.games.horrors_of_war.ground import Ground, only


def peaceful(red: int, blue: int) -> Ground:
    """A table whose next orders change no motivation, with the tracks at these values."""
    ground = Ground().orders("red.left", "red-quiet").orders("red.right", "red-defend")
    ground.orders("blue.left", "blue-quiet").orders("blue.right", "blue-defend")
    return ground.motivation(red=red, blue=blue)


def result(red: int, blue: int) -> bool | None:
    """Won, lost, or None: how a round ends with these values."""
    ground = peaceful(red, blue)
    ground.phase()
    return ground.state.won


def test_the_status_phase_follows_when_all_orders_are_resolved() -> None:
    """HOW-STA-01"""
    ground = peaceful(6, 7).orders("red.right", "red-march").orders("blue.left", "blue-late")
    ground.orders("blue.right", "blue-march")
    facts = ground.phase()
    [check] = only(facts, StatusChecked)
    at = facts.index(check)
    assert len(only(facts[:at], OrderBegan)) == 2
    assert only(facts[:at], MotivationChanged) == [MotivationChanged("blue", 6, "blue-late")]
    assert check.motivation == {"red": 6, "blue": 6}
    assert only(facts[at:], UnitMoved) == []


def test_each_round_has_one_status_phase() -> None:
    """HOW-STA-01"""
    assert len(only(peaceful(6, 7).hand("nabo", "p-travel").pass_all(), StatusChecked)) == 1


@pytest.mark.parametrize(("red", "blue"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_both_sides_in_the_green_zone_is_a_win(red: int, blue: int) -> None:
    """HOW-STA-02"""
    assert result(red, blue) is True


@pytest.mark.parametrize(("red", "blue"), [(0, 6), (6, 0), (0, 1), (2, 0)])
def test_either_side_at_0_is_a_loss(red: int, blue: int) -> None:
    """HOW-STA-03, HOW-STA-05"""
    assert result(red, blue) is False


@pytest.mark.parametrize(("red", "blue"), [(1, 3), (3, 2), (6, 7), (15, 1)])
def test_otherwise_a_new_round_starts(red: int, blue: int) -> None:
    """HOW-STA-04, HOW-STA-02: one side alone in the green zone wins nothing."""
    ground = peaceful(red, blue)
    facts = ground.phase()
    assert only(facts, GameEnded) == []
    assert facts[-1] == RoundBegan(2)
    assert isinstance(ground.table.ask, Act)


@pytest.mark.parametrize(("red", "blue"), [(1, 1), (0, 6)])
def test_no_round_starts_after_a_win_or_a_loss(red: int, blue: int) -> None:
    """HOW-STA-02..04"""
    ground = peaceful(red, blue)
    assert only(ground.phase(), RoundBegan) == []
    assert ground.table.ask is None


def test_a_win_and_a_loss_never_coincide() -> None:
    """HOW-STA-05"""
    for red in range(16):
        for blue in range(16):
            expected = True if {red, blue} <= {1, 2} else False if 0 in (red, blue) else None
            assert result(red, blue) is expected, (red, blue)


def test_both_sides_at_0_is_a_loss() -> None:
    """HOW-STA-06"""
    assert result(0, 0) is False


def test_a_side_that_left_the_green_zone_before_the_check_does_not_win() -> None:
    """HOW-STA-07"""
    ground = peaceful(2, 2).orders("red.left", "red-gain")
    facts = ground.phase()
    assert MotivationChanged("red", 3, "red-gain") in facts
    assert ground.state.won is None


def test_a_side_that_came_into_the_green_zone_before_the_check_wins() -> None:
    """HOW-STA-07"""
    ground = peaceful(3, 2).orders("red.left", "red-late").orders("red.right", "red-march")
    facts = ground.phase()
    assert MotivationChanged("red", 2, "red-late") in facts
    assert ground.state.won is True


def test_green_before_the_status_phase_ends_nothing() -> None:
    """HOW-STA-07"""
    ground = Ground().hand("nabo", "p-fortify", "p-travel").motivation(red=3, blue=2)
    ground.do(op.Motivation(-1))
    assert ground.state.motivation == {"red": 2, "blue": 2}
    ground.use("p-fortify", "fortify")
    assert ground.table.outcome is None
    assert isinstance(ground.table.ask, Act)


def test_the_green_zone_ends_where_the_scenario_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOW-STA-08"""
    scenes = library.library().scenes
    scene = scenes["proving-ground"]
    assert result(4, 1) is None
    monkeypatch.setitem(scenes, "proving-ground", replace(scene, file=replace(scene.file, green=(1, 4))))
    assert result(4, 1) is True
    assert result(5, 1) is None


def test_the_green_zone_may_depend_on_the_number_of_adventurers(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOW-STA-08: also in what is told and in what bots think of it."""
    scenes = library.library().scenes
    scene = scenes["proving-ground"]
    alone = {"1": Start(green=(1, 4))}
    monkeypatch.setitem(scenes, "proving-ground", replace(scene, file=replace(scene.file, by_seats=alone)))
    assert result(4, 1) is True
    assert result(5, 1) is None
    assert scenes["proving-ground"].green(1) == (1, 4)
    assert scenes["proving-ground"].green(2) == (1, 2)
    one, two = Ground("nabo").motivation(red=4, blue=4), Ground("nabo", "yainar").motivation(red=4, blue=4)
    assert "(1-4)" in tell_motivation(one.state)
    assert "(1-2)" in tell_motivation(two.state)
    assert value(one.change(hands={"nabo": ()}).state) > value(two.change(hands={"nabo": (), "yainar": ()}).state)


def test_the_green_zone_starts_at_1_and_is_1_to_2_unless_a_scenario_says_otherwise() -> None:
    """HOW-STA-08"""
    assert library.library().scenes["proving-ground"].file.green == (1, 2)
    scenes = library.read(builtin("horrors-of-war")).scenes.values()
    assert {scene.file.green[0] for scene in scenes} == {1}
