"""Motivation, the status phase, rounds, events and agendas."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.facts import (
    AgendasChecked,
    EventHappened,
    GameEnded,
    MotivationChanged,
    RoundBegan,
    StartingPlayerChosen,
    StatusChecked,
)
from engine.games.dawn_of_peacemakers.status import met
from tests.games.dawn_of_peacemakers.ground import Ground, only

QUIET = {"red_1": ("captain", "cog", "A1"), "blue_1": ("captain", "cog", "I7")}
FOUR = ("nabo", "yainar", "akezan", "tambatro")


def test_zero_surrenders_one_and_two_are_ready_and_more_fights_on() -> None:
    """DOP-MOT-01, DOP-MOT-06"""
    ground = Ground()
    ends = {}
    for value in range(5):
        end = met(ground.motivation(red=value, blue=1).state)
        ends[value] = end.id if end else ""
    assert ends == {0: "surrender", 1: "withdrawal", 2: "withdrawal", 3: "", 4: ""}


def test_motivation_has_two_ends_and_no_way_up_from_0() -> None:
    """DOP-MOT-03, DOP-MOT-04, DOP-MOT-05"""
    ground = Ground().motivation(red=1, blue=14)
    ground.do(op.Motivation(-5, "red"), op.Motivation(5, "blue"))
    assert ground.state.motivation == {"red": 0, "blue": 15}
    ground.do(op.Motivation(3, "red"))
    assert ground.state.motivation["red"] == 0


def test_what_costs_motivation() -> None:
    """DOP-MOT-02"""
    ground = Ground().units(**QUIET, red_2=("pike", "star", "A4"))
    facts = ground.do(op.Wound(3, "red.star"), op.Motivation(-1, "red"))
    assert [fact.why for fact in only(facts, MotivationChanged)] == ["tower", "defeat", "red.plain"]


def test_ends_are_checked_in_the_status_phase_alone() -> None:
    """DOP-STAT-01"""
    ground = Ground().units(**QUIET).motivation(red=2, blue=1)
    facts = ground.do(op.Motivation(-2, "red"))
    assert not only(facts, GameEnded), "a side at 0 loses nothing before the status phase"
    assert rules.outcome(ground.state) is None
    facts = ground.order("red", "quick", "cover-circle").order("blue", "quick", "cover-circle").phase()
    assert [type(fact) for fact in facts[-2:]] == [StatusChecked, GameEnded]


def test_the_first_condition_that_is_met_is_the_only_one_that_counts() -> None:
    """DOP-STAT-02"""
    ground = Ground().units(**QUIET).motivation(red=0, blue=1).change(round=40)
    facts = ground.order("red", "quick", "cover-circle").order("blue", "quick", "cover-circle").phase()
    assert [fact.ending for fact in only(facts, GameEnded)] == ["surrender"]
    assert ground.state.won is False
    assert ground.table.ask is None


def test_a_game_that_is_won_ends_with_its_words() -> None:
    """DOP-STAT-02, DOP-GEN-11"""
    ground = Ground().units(**QUIET).motivation(red=1, blue=2)
    facts = ground.order("red", "quick", "cover-circle").order("blue", "quick", "cover-circle").phase()
    assert [fact.ending for fact in only(facts, GameEnded)] == ["withdrawal"]
    assert rules.epilogue(ground.state) == "Quiet."
    assert rules.marks(ground.state) == ("bloodless:proving-ground",)


def test_the_token_goes_to_the_right_and_the_last_is_first() -> None:
    """DOP-STAT-03, DOP-STAT-04"""
    ground = Ground(*FOUR).units(**QUIET)
    holders = [ground.state.first]
    for _ in range(4):
        ground.end_turns()
        holders.append(ground.state.first)
        assert ground.table.ask.seats == (ground.state.first,)
    assert holders == ["nabo", "tambatro", "akezan", "yainar", "nabo"]


def test_alone_the_token_stays() -> None:
    """DOP-STAT-06"""
    ground = Ground().units(**QUIET)
    facts = ground.end_turns()
    assert ground.state.first == "nabo"
    assert not only(facts, StartingPlayerChosen)


def test_a_round_has_three_phases() -> None:
    """DOP-GEN-11"""
    ground = Ground().units(**QUIET)
    facts = ground.end_turns()
    kinds = [type(fact).__name__ for fact in facts]
    order = ["TurnEnded", "ArmyPhaseBegan", "StatusChecked", "RoundBegan"]
    assert [kinds.index(name) for name in order] == sorted(kinds.index(name) for name in order)


def test_an_event_comes_in_its_round_and_night_falls() -> None:
    """Events and night of the campaign."""
    ground = (
        Ground()
        .units(**QUIET)
        .change(round=29)
        .order("red", "quick", "cover-circle")
        .order("blue", "quick", "cover-circle")
    )
    facts = ground.phase()
    assert only(facts, EventHappened) == [EventHappened("rain")]
    assert ground.state.motivation == {"red": 6, "blue": 5}
    ground.order("red", "quick", "cover-circle").order("blue", "quick", "cover-circle")
    assert only(ground.phase(), RoundBegan) == [RoundBegan(31, night=True)]
    assert ground.state.night


def test_agendas_are_dealt_in_secret_and_checked_when_a_game_ends_without_delaying_it() -> None:
    """DOP-CAMP-11, DOP-STAT-05"""
    ground = Ground("nabo", "yainar", scenario="night-on-the-border")
    state = ground.state
    assert set(state.agendas) == {"nabo", "yainar"}
    assert len(set(state.agendas.values())) == 2
    view = ground.table.view("yainar")
    assert view.agendas == {"nabo": "?agenda", "yainar": state.agendas["yainar"]}
    assert view.shared_agenda == state.shared_agenda != ""
    ground.motivation(**dict.fromkeys(state.motivation, 0))
    facts = ground.phase()
    while ground.table.ask is not None:
        facts += ground.submit(ground.moves(ground.table.ask.seats[0])[-1], ground.table.ask.seats[0])
    assert len(only(facts, AgendasChecked)) == 1
    assert only(facts, GameEnded)
    assert ground.table.view("yainar").agendas == state.agendas, "at the end all are shown"


def test_no_chapter_before_the_fourth_of_a_run_has_agendas() -> None:
    """DOP-CAMP-11"""
    from engine.games.dawn_of_peacemakers.content.library import library

    with_agendas = {name: scene.file.agendas for name, scene in library().scenes.items() if scene.file.number <= 12}
    assert not any(
        with_agendas[name]
        for name in (
            "between-two-worlds",
            "the-toll-of-the-ford",
            "smoke-over-sak-awhu",
            "a-seat-at-court",
            "the-elders-gourd",
        )
    )
    assert all(
        with_agendas[name] for name in ("night-on-the-border", "three-banners", "the-old-road", "the-council-stones")
    )


def test_marks_change_the_table() -> None:
    """What a table carries from its campaign."""
    plain, changed = Ground(), Ground(carried=("drill", "extra-red", "favour:nabo"))
    assert len(changed.state.units) == len(plain.state.units) + 1
    assert changed.state.motivation["blue"] == plain.state.motivation["blue"] + 2
    assert changed.state.fortifications == {"E3": 2}
    assert len(changed.state.hands["nabo"]) == 2 + 1 + 1
    assert "R" not in {unit.letter for unit in Ground(carried=("drill", "no-captain")).state.units.values()}
