"""Challenges, the honour of winning without casualties, and the log of wins."""

import random
from itertools import combinations
from pathlib import Path

import pytest

from engine.core.content import builtin, home
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import ScenarioFile
from engine.games.horrors_of_war.facts import GameEnded
from engine.games.horrors_of_war.state import GameState
from engine.store.log import FILE, Log, Result, ScenarioTally, SeatResult
from tests.games.horrors_of_war.ground import Ground, only

CARDS = library.read(builtin("horrors-of-war"))
SCENARIOS = [pytest.param(scene.file, id=name) for name, scene in CARDS.scenes.items()]
BOTH = ("low-tide", "bad-dreams")
EVERY_CHOICE = [(), *combinations(BOTH, 1), BOTH]


def horrors_in_the_deck(state: GameState) -> int:
    """How many horrors the resource deck holds."""
    return sum(card in CARDS.horrors for card in state.resources.cards)


@pytest.fixture
def nothing_won_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder without a log; the content of the tests stays, because it is read once and was read before."""
    Ground()
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    assert not (home() / FILE).exists()
    return home()


# Challenges


@pytest.mark.parametrize("file", SCENARIOS)
def test_each_scenario_has_two_challenges(file: ScenarioFile) -> None:
    """HOW-CHA-01"""
    assert len({rule.id for rule in file.challenges}) == len(file.challenges) == 2


@pytest.mark.parametrize("chosen", EVERY_CHOICE)
def test_either_challenge_or_both_or_none_may_be_active(chosen: tuple[str, ...]) -> None:
    """HOW-CHA-01"""
    state = Ground(challenges=chosen).state
    assert state.motivation == ({"red": 2, "blue": 10} if "low-tide" in chosen else {"red": 6, "blue": 7})
    assert horrors_in_the_deck(state) == (8 if "bad-dreams" in chosen else 0)


@pytest.mark.parametrize("file", SCENARIOS)
def test_every_challenge_adds_stars_on_a_scale_of_five(file: ScenarioFile) -> None:
    """HOW-CHA-02"""
    [listed] = [scene for scene in rules.scenarios() if scene.id == file.id]
    one, other = (rule.id for rule in file.challenges)
    alone = listed.stars_with(())
    assert 1 <= alone == file.stars
    assert alone < min(listed.stars_with({one}), listed.stars_with({other}))
    assert max(listed.stars_with({one}), listed.stars_with({other})) <= listed.stars_with({one, other}) <= 5


@pytest.mark.parametrize("file", SCENARIOS)
def test_a_list_of_scenarios_can_show_the_stars_that_challenges_add(file: ScenarioFile) -> None:
    """HOW-CHA-02"""
    [listed] = [scene for scene in rules.scenarios() if scene.id == file.id]
    assert listed.stars == file.stars
    assert [each.stars for each in listed.challenges] == [rule.stars for rule in file.challenges]


@pytest.mark.parametrize("chosen", EVERY_CHOICE)
def test_no_challenge_is_locked_before_the_scenario_was_won(chosen: tuple[str, ...], nothing_won_yet: Path) -> None:
    """HOW-CHA-03"""
    assert Ground(challenges=chosen).state.challenges == chosen


# The honour


def ended(red: int, blue: int, *, casualty: str = "", challenges: tuple[str, ...] = ()) -> Ground:
    """A game that ends in the status phase with these motivations, perhaps with a unit lost on the way."""
    ground = Ground(challenges=challenges).orders("red.left", "red-quiet").orders("red.right", "red-defend")
    ground.orders("blue.left", "blue-quiet").orders("blue.right", "blue-defend")
    if casualty:
        ground.do(op.Wound(9, "target"), target=f"unit:{casualty}")
    facts = ground.motivation(red=red, blue=blue).phase()
    assert len(only(facts, GameEnded)) == 1
    return ground


@pytest.mark.parametrize("challenges", EVERY_CHOICE)
def test_winning_without_a_defeated_unit_is_an_honour_with_or_without_challenges(challenges: tuple[str, ...]) -> None:
    """HOW-CHA-04"""
    ground = ended(1, 2, challenges=challenges)
    assert ground.state.won
    assert rules.honours(ground.state) == ("no casualties",)


@pytest.mark.parametrize("casualty", ["red-2", "blue-2"])
def test_winning_with_a_defeated_unit_of_either_side_is_none(casualty: str) -> None:
    """HOW-CHA-04, HOW-CHA-05"""
    ground = ended(1, 2, casualty=casualty)
    assert ground.state.won
    assert rules.honours(ground.state) == ()


def test_losing_without_a_defeated_unit_is_none() -> None:
    """HOW-CHA-04"""
    ground = ended(0, 2)
    assert ground.state.won is False
    assert rules.honours(ground.state) == ()


def test_there_is_no_honour_before_the_game_is_won() -> None:
    """HOW-CHA-05"""
    assert rules.honours(Ground().state) == ()


def test_the_honour_looks_at_the_spots_for_defeated_units_and_not_at_wounds() -> None:
    """HOW-CHA-05"""
    ground = Ground().orders("red.left", "red-quiet").orders("red.right", "red-defend")
    ground.orders("blue.left", "blue-quiet").orders("blue.right", "blue-defend")
    ground.do(op.Wound(2, "army"))
    ground.motivation(red=1, blue=1).phase()
    assert ground.state.fallen == {}
    assert rules.honours(ground.state) == ("no casualties",)


# The log


def result(
    scenario: str = "order-in-chaos", *challenges: str, won: bool = True, honours: tuple[str, ...] = ()
) -> Result:
    """How a game ended after five rounds."""
    return Result(rules.id, scenario, challenges, (SeatResult("nabo", won),), 5, honours)


def logged(path: Path, *results: Result) -> list[ScenarioTally]:
    """What a log says after these games, read anew from its file."""
    log = Log(path / FILE)
    for number, each in enumerate(results):
        log.record(f"table-{number}", each)
    return Log(path / FILE).records()


def test_the_log_records_which_scenarios_have_been_won(tmp_path: Path) -> None:
    """HOW-LOG-01"""
    records = logged(tmp_path, result("order-in-chaos"), result("loose-cannon", won=False), result("order-in-chaos"))
    assert {each.scenario: each.wins for each in records} == {"order-in-chaos": 2, "loose-cannon": 0}


def test_a_game_is_recorded_once(tmp_path: Path) -> None:
    """HOW-LOG-01"""
    log = Log(tmp_path / FILE)
    assert log.record("table", result())
    assert not log.record("table", result())
    assert [each.wins for each in log.records()] == [1]


def played(seed: int) -> GameState:
    """A game played by chance for three rounds."""
    ground = Ground("nabo", "yainar", scenario="order-in-chaos", challenges=("bad-memories",), seed=seed)
    table = ground.table
    chance = random.Random(seed)
    while table.ask and table.state.round < 4:
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))
    return table.state


def test_the_log_has_no_influence_on_play(nothing_won_yet: Path) -> None:
    """HOW-LOG-02"""
    before = [played(seed) for seed in (1, 2)]
    honours = ("no casualties",)
    logged(nothing_won_yet, result(), result(won=False), result("order-in-chaos", "bad-memories", honours=honours))
    assert [played(seed) for seed in (1, 2)] == before


def test_the_log_tells_wins_apart_by_their_challenges(tmp_path: Path) -> None:
    """HOW-LOG-03"""
    choices = [(), ("timid-invasion",), ("bad-memories",), ("timid-invasion", "bad-memories")]
    games = [choice for count, choice in enumerate(choices, start=1) for _ in range(count)]
    records = logged(tmp_path, *(result("order-in-chaos", *choice) for choice in games))
    assert {frozenset(each.challenges): each.wins for each in records} == {
        frozenset(choice): count for count, choice in enumerate(choices, start=1)
    }


def test_the_order_in_which_challenges_were_chosen_does_not_matter(tmp_path: Path) -> None:
    """HOW-LOG-03"""
    first = result("order-in-chaos", "timid-invasion", "bad-memories")
    second = result("order-in-chaos", "bad-memories", "timid-invasion")
    assert [each.wins for each in logged(tmp_path, first, second)] == [2]


def test_the_log_records_the_honour_for_each_choice_of_challenges(tmp_path: Path) -> None:
    """HOW-LOG-04"""
    honour = ("no casualties",)
    records = logged(
        tmp_path,
        result("order-in-chaos", honours=honour),
        result("order-in-chaos"),
        result("order-in-chaos", "bad-memories"),
        result("order-in-chaos", "timid-invasion", "bad-memories", honours=honour),
    )
    assert {frozenset(each.challenges): each.honours for each in records} == {
        frozenset(): honour,
        frozenset({"bad-memories"}): (),
        frozenset({"timid-invasion", "bad-memories"}): honour,
    }
