"""Move and Cover: simultaneous steps, blocking, riding along, and defence for a round."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.core.table import Transaction
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.facts import (
    AdventurerMoved,
    DefenceRaised,
    UnitBlocked,
    UnitMoved,
    UnitWounded,
)
from engine.games.dawn_of_peacemakers.frames import Act, Effect, RideAlong
from tests.games.dawn_of_peacemakers.ground import Ground, only

FAR = {"red_9": ("captain", "cog", "A1"), "blue_9": ("captain", "cog", "I7")}


def moved(
    red: dict[str, str], blue: dict[str, str], *, both: bool = True, ploys: tuple[str, str] = ("plain", "plain")
) -> tuple[dict[str, str], list[UnitBlocked]]:
    """Where star units stand after both sides moved at the same time (or the Reds alone), and who was blocked."""
    placed: dict[str, tuple[object, ...]] = dict(FAR)
    placed |= {name: ("pike", "star", space) for name, space in {**red, **blue}.items()}
    ground = Ground().units(**placed).stand("nabo", "I1")
    facts = ground.armies(red=(ploys[0], "move-star"), **({"blue": (ploys[1], "move-star")} if both else {}))
    return {name: unit.space for name, unit in ground.state.units.items() if unit.group == "star"}, only(
        facts, UnitBlocked
    )


def test_every_unit_of_the_group_steps_along_the_frontline() -> None:
    """DOP-MOVE-01"""
    assert moved({"red_1": "C2", "red_2": "E2"}, {}, both=False)[0] == {"red-1": "C3", "red-2": "E3"}


def test_a_unit_that_would_stand_beside_an_enemy_stays_and_others_go() -> None:
    """DOP-MOVE-02, DOP-MOVE-03"""
    places, blocked = moved({"red_1": "E3", "red_2": "C2"}, {"blue_1": "E4"}, both=False)
    assert places == {"red-1": "E3", "red-2": "C3", "blue-1": "E4"}
    assert blocked == [UnitBlocked("red-1", "enemy")]


def test_a_move_has_to_come_closer_to_some_enemy() -> None:
    """DOP-MOVE-04"""
    placed = {"red_1": ("pike", "star", "G5"), "red_2": ("captain", "cog", "A1"), "blue_1": ("captain", "cog", "G3")}
    ground = Ground().units(**placed).stand("nabo", "I1")
    facts = ground.armies(red=("plain", "move-star"))
    assert only(facts, UnitBlocked) == [UnitBlocked("red-1", "farther")]
    ground.units(**placed, blue_2=("pike", "star", "G7"))
    ground.armies(red=("plain", "move-star"))
    assert ground.space("red-1") == "G6", "closer to one enemy is enough"


def test_an_evasive_ploy_leads_away_from_all_enemies() -> None:
    """DOP-MOVE-05, DOP-GEN-02"""
    places, _ = moved({"red_1": "E3"}, {"blue_1": "E5"}, both=False, ploys=("back", "plain"))
    assert places["red-1"] == "E2"


def test_allies_share_a_space() -> None:
    """DOP-MOVE-06"""
    ground = Ground().units(**FAR, red_1=("pike", "star", "E2"), red_2=("pike", "circle", "E3"))
    ground.armies(red=("plain", "move-star"))
    assert ground.space("red-1") == ground.space("red-2") == "E3"


def test_no_unit_leaves_the_board_or_enters_a_cliff() -> None:
    """DOP-MOVE-07"""
    _, blocked = moved({"red_1": "C7"}, {}, both=False)
    assert blocked == [UnitBlocked("red-1", "edge")]
    _, blocked = moved({}, {"blue_1": "E2"})
    assert UnitBlocked("blue-1", "impassable") in blocked


def test_opponents_who_aim_at_the_same_space_both_stay() -> None:
    """DOP-MOVE-10"""
    places, blocked = moved({"red_1": "E3"}, {"blue_1": "E5"})
    assert places == {"red-1": "E3", "blue-1": "E5"}
    assert len(blocked) == 2


def test_opponents_who_would_swap_both_stay() -> None:
    """DOP-MOVE-11"""
    places, blocked = moved({"red_1": "E4"}, {"blue_1": "E5"})
    assert places == {"red-1": "E4", "blue-1": "E5"}
    assert {each.why for each in blocked} == {"swap"}


def test_a_space_that_an_enemy_leaves_can_be_entered() -> None:
    """DOP-MOVE-12, DOP-MOVE-13"""
    places, _ = moved({"red_1": "E4"}, {"blue_1": "E5"}, ploys=("plain", "back"))
    assert places == {"red-1": "E5", "blue-1": "E6"}


def test_who_wants_the_space_of_a_blocked_enemy_is_blocked_too() -> None:
    """DOP-MOVE-14"""
    # The Blue backs away into a Red who stays, so the Red behind it stays as well.
    placed = {
        **FAR,
        "red_1": ("pike", "star", "E4"),
        "blue_1": ("pike", "star", "E5"),
        "red_2": ("pike", "circle", "E6"),
    }
    ground = Ground().units(**placed).stand("nabo", "I1")
    facts = ground.armies(red=("plain", "move-star"), blue=("back", "move-star"))
    assert {each.unit for each in only(facts, UnitBlocked)} == {"red-1", "blue-1"}
    assert ground.space("red-1") == "E4"


# Riding along


def riding(*seats: str) -> Ground:
    """Nabo stands with a red unit that moves; its army's order is turned up to the question."""
    ground = Ground(*seats).units(**FAR, red_1=("pike", "star", "E4"))
    ground.armies(red=("plain", "move-star"))
    return ground


def test_an_adventurer_beside_a_moving_unit_may_move_along() -> None:
    """DOP-MOVE-08, DOP-MOVE-15, DOP-MOVE-16"""
    ground = riding()
    ask = ground.asked(RideAlong)
    assert ask.seats == ("nabo",)
    assert ground.space("red-1") == "E4", "asked just before the units move"
    assert ground.moves() == [m.RideTo("E5"), m.LetBe()]
    facts = ground.submit(m.RideTo("E5"))
    assert UnitMoved("red-1", "E5") in facts
    assert AdventurerMoved("nabo", "E5") in facts
    assert ground.state.steps == 0, "free of charge"


def test_an_adventurer_may_stay() -> None:
    """DOP-MOVE-08"""
    ground = riding()
    ground.submit(m.LetBe())
    assert ground.state.figures["nabo"] == "E4"
    assert ground.space("red-1") == "E5"


def test_each_player_concerned_is_asked() -> None:
    """DOP-MOVE-16"""
    ground = riding("nabo", "yainar", "akezan")
    assert ground.asked(RideAlong).seats == ("nabo", "yainar", "akezan")
    ground.submit(m.RideTo("E5"), "yainar")
    ground.submit(m.LetBe(), "akezan")
    ground.submit(m.RideTo("E5"))
    assert [ground.state.figures[seat] for seat in ("nabo", "yainar", "akezan")] == ["E5", "E5", "E4"]


def test_nobody_is_asked_about_a_unit_that_does_not_move() -> None:
    """DOP-MOVE-09"""
    ground = Ground().units(**FAR, red_1=("pike", "star", "E4"), blue_1=("pike", "circle", "E5"))
    ground.armies(red=("plain", "move-star"))
    assert isinstance(ground.table.ask, Act)
    assert ground.state.figures["nabo"] == "E4"


def test_an_adventurer_rides_along_when_a_ploy_moves_units_after_their_task() -> None:
    """DOP-MOVE-08, DOP-MOVE-09, DOP-MOVE-16"""
    ground = Ground("nabo", "yainar").stand("yainar", "C3").units(**FAR, red_1=("pike", "star", "E4"))
    turn = Transaction.on(ground.state, (), Dice(1, 94))
    turn.push(Effect((op.March(by=3, free=True), op.Motivation(1)), "red.plain", army="red", group="star"))
    turn.run(rules)
    ask = turn.stack.pop()
    assert isinstance(ask, RideAlong)
    assert ask.seats == ("nabo",)
    assert rules.moves(turn.state, ask, "nabo") == [m.RideTo("E3"), m.LetBe()]
    assert not turn.facts, "asked before the units move, and the rest of the ploy waits"
    rules.take(turn, ask, "nabo", m.RideTo("E3"))
    turn.run(rules)
    assert not turn.stack
    assert turn.facts[:2] == [UnitMoved("red-1", "E3"), AdventurerMoved("nabo", "E3")]
    assert len(only(turn.facts, UnitMoved)) == 1, "one step"
    assert turn.state.motivation["red"] == 8


# More of movement


def test_a_swift_unit_takes_two_steps_and_a_ploy_adds_one() -> None:
    """A keyword and a ploy of the campaign."""
    placed = {
        **FAR,
        "blue_1": ("pike", "circle", "C7"),
        "red_1": ("runner", "star", "C1"),
        "red_2": ("pike", "star", "C1"),
    }
    ground = Ground().units(**placed).stand("nabo", "I1")
    ground.armies(red=("plain", "move-star"))
    assert (ground.space("red-1"), ground.space("red-2")) == ("C3", "C2")
    ground.armies(red=("long", "move-star"))
    assert (ground.space("red-1"), ground.space("red-2")) == ("C6", "C4")


def test_thorns_wound_those_who_enter() -> None:
    """A terrain of the campaign."""
    ground = Ground().units(**FAR, red_1=("pike", "star", "E5"), blue_1=("pike", "circle", "E7")).stand("nabo", "I1")
    facts = ground.armies(red=("plain", "move-star"))
    assert UnitWounded("red-1", 1) in facts


# Cover


def test_cover_gives_2_defence_to_the_group_for_the_round() -> None:
    """DOP-COV-01, DOP-COV-03"""
    ground = Ground().units(
        **FAR, red_1=("pike", "star", "E3"), red_2=("pike", "star", "C3"), red_3=("pike", "circle", "G3")
    )
    ground.order("red", "plain", "cover-star").order("blue", "late", "strike-cog")
    facts = ground.phase()
    assert only(facts, DefenceRaised) == [DefenceRaised("red-1", 2), DefenceRaised("red-2", 2)]
    assert ground.state.round == 2
    assert ground.state.guards == {}, "gone in the next round"


def test_a_strike_before_the_cover_is_not_affected() -> None:
    """DOP-COV-02, DOP-SPD-06"""
    placed = {**FAR, "red_1": ("pike", "star", "E3"), "blue_1": ("pike", "star", "E4")}
    early = Ground().units(**placed).armies(red=("plain", "cover-star"), blue=("quick", "strike-star"))
    assert only(early, UnitWounded) == [UnitWounded("red-1", 2, ("blue-1",))]
    late = Ground().units(**placed).armies(red=("plain", "cover-star"), blue=("late", "strike-star"))
    assert only(late, UnitWounded) == []
