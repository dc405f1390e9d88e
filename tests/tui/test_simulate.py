"""Simulations: who plays which seat, what is reported, how far it is, and that nothing is left running."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Event

import pytest

from engine.core.added import VARIABLE
from engine.core.errors import Refused
from engine.core.kinds import Setup
from tests.contracts.playing import begun
from tests.made_up import MARSH_LIGHTS
from tests.made_up import rules as marsh_lights
from tui.measure import balance, progress, workers
from tui.measure.report import Played, report
from tui.measure.simulate import SimulationPlan, play_one, seated, simulate


@pytest.fixture(autouse=True)
def marsh(monkeypatch):
    """With Marsh Lights among the games, here and in other processes."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)


SETUP = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=3)
SIM = ["sim", "marsh-lights", "--games", 6, "--seed", 3]


# Progress


class Screen(io.StringIO):
    """Standard error that says when something was written."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal, self.written = is_terminal, Event()

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        written = super().write(text)
        self.written.set()
        return written


def test_quick_games_are_played_without_a_word(monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Screen(is_terminal=False))
    assert list(progress.shown(iter("abc"), 3)) == ["a", "b", "c"]
    assert screen.getvalue() == ""


def test_slow_games_are_counted_also_before_the_first_is_over(monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Screen(is_terminal=False))
    monkeypatch.setattr(progress, "QUIET", 0.001)

    def games():
        screen.written.wait()
        yield "a"
        screen.written.clear()
        screen.written.wait()
        yield "b"

    assert list(progress.shown(games(), 2)) == ["a", "b"]
    assert screen.getvalue().splitlines()[0] == "Played 0 of 2 games."
    assert "Played 1 of 2 games." in screen.getvalue()


def test_on_a_terminal_there_is_a_progress_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Screen(is_terminal=True))
    assert list(progress.shown(iter("ab"), 2)) == ["a", "b"]
    assert "0/2" in screen.getvalue()


# Processes


def kill_itself(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    if number == 2:
        raise Refused("Not two.")
    return number


def left_over() -> list[multiprocessing.process.BaseProcess]:
    return [each for each in multiprocessing.active_children() if "spawn" in repr(each).lower()]


def test_work_is_spread_over_processes():
    assert sorted(workers.spread(refuse, [1, 3, 4, 5, 6], 2)) == [1, 3, 4, 5, 6]
    assert not left_over()


def test_a_process_that_is_killed_ends_the_work_with_a_sentence():
    with pytest.raises(workers.Killed, match=r"SIGKILL.*--jobs 1"):
        list(workers.spread(kill_itself, [1, 2, 3, 4, 5], 2))
    assert not left_over()


def test_an_error_in_a_process_is_raised_in_the_parent():
    with pytest.raises(Refused, match="Not two"):
        list(workers.spread(refuse, [2, 3], 2))
    assert not left_over()


def test_work_that_is_interrupted_leaves_no_process():
    """As Ctrl+C does it: the loop over the results ends in the middle."""
    results = workers.spread(refuse, list(range(10, 30)), 2)
    next(results)
    results.close()
    assert not left_over()


STARTED = """
import os, sys
from tests.tui.test_simulate import never_done
from tui.measure.workers import spread
if __name__ == "__main__":
    list(spread(never_done, [sys.argv[1]] * 2, 2))
"""


def never_done(folder: str) -> None:
    """Say who works, and go on for ever."""
    Path(folder, str(os.getpid())).touch()
    Event().wait()


def test_processes_end_with_a_parent_that_is_killed(tmp_path):
    script, root = tmp_path / "started.py", str(Path(__file__).parents[2])
    script.write_text(STARTED)
    (folder := tmp_path / "working").mkdir()
    environ = os.environ | {"PYTHONPATH": root}
    with subprocess.Popen([sys.executable, script, folder], env=environ, stdout=subprocess.PIPE) as parent:
        while len(list(folder.iterdir())) < 2:
            assert parent.poll() is None
            time.sleep(0.02)
        parent.kill()
        # The pipe is open as long as anybody has it who could write into it.
        assert parent.stdout.read() == b""


# Who plays


def test_bots_that_rotate_play_every_deal_in_every_seat():
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade", "violet"), seed=3)
    plan = SimulationPlan(setup, "random", 5000, bots=("hard", "normal", "easy"), rotate=True)
    seatings = [plan.seated(index) for index in range(6)]
    assert [deal for _, deal in seatings] == [0, 0, 0, 1, 1, 1]
    for place in range(3):
        assert {bots[place] for bots, _ in seatings[:3]} == {"hard", "normal", "easy"}
    assert seatings[0][0] == ("hard", "normal", "easy")


def test_the_games_of_one_deal_have_one_seed():
    plan = SimulationPlan(SETUP, "random", 5000, bots=("easy", "random"), rotate=True)
    games = [play_one(plan, index) for index in range(4)]
    assert games[0].seed == games[1].seed != games[2].seed == games[3].seed
    assert [game.bots for game in games] == [("easy", "random"), ("random", "easy")] * 2


def test_rivals_share_no_bot_and_those_who_play_together_do():
    apart = seated(begun(marsh_lights, seats=["amber", "jade"]), ("easy", "easy"), None)
    assert apart["amber"] is not apart["jade"]
    table = begun(marsh_lights, seats=["amber", "jade"])
    table.rules = type("Together", (type(marsh_lights),), {"kind": "together"})()
    together = seated(table, ("easy", "easy"), None)
    assert together["amber"] is together["jade"]


# Reports


def game(index: int, winner: str, *bots: str) -> Played:
    return Played(index, 0, True, True, 6, 30, 60, {}, winners=(winner,), bots=bots)


def test_wins_are_counted_by_seat_and_by_bot():
    games = [game(0, "amber", "hard", "easy"), game(1, "jade", "easy", "hard"), game(2, "amber", "easy", "hard")]
    found = report(marsh_lights, SETUP, games, 1.0)
    assert found.wins == {"amber": 2, "jade": 1}
    assert (found.by_bot["hard"].wins, found.by_bot["hard"].games) == (2, 3)
    assert found.by_bot["easy"].wins == 1
    assert found.by_bot["hard"].interval == (0.2077, 0.9385)
    assert found.first_seat == found.by_seat["amber"]
    assert found.first_seat.fair == 0.5


def test_a_bot_in_two_of_three_seats_has_two_thirds_of_the_chances():
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade", "violet"), seed=3)
    found = report(marsh_lights, setup, [game(0, "violet", "hard", "easy", "easy")], 1.0)
    assert found.by_bot["easy"].fair == 0.6667
    assert (found.by_bot["easy"].wins, found.by_bot["hard"].wins) == (1, 0)


def test_options_are_reported_with_the_seats_that_have_them():
    setup = Setup(
        game="marsh-lights", scenario="ford", seats=("amber", "jade"), options=("long-night", "charm:jade=firefly")
    )
    found = report(marsh_lights, setup, [game(0, "jade", "easy", "easy")], 1.0).by_option
    assert list(found["long-night"]) == ["amber", "jade"]
    assert list(found["charm=firefly"]) == ["jade"]
    assert found["charm=firefly"]["jade"].wins == 1
    assert found["charm=none"]["amber"].wins == 0


def test_a_game_of_rivals_as_json(parley):
    found = json.loads(parley(*SIM, "--bots", "easy,random", "--json", "--jobs", 1).out)
    assert (found["games"], found["finished"]) == (6, 6)
    assert list(found["wins"]) == ["amber", "jade"]
    assert sum(found["wins"].values()) == 6
    assert set(found["by_bot"]) == {"easy", "random"}
    assert {"wins", "games", "share", "interval"} <= set(found["by_bot"]["easy"])
    assert found["by_bot"]["easy"]["games"] == 6
    assert found["losses"] == 0


def test_a_game_of_rivals_is_the_same_for_any_number_of_processes():
    plan = SimulationPlan(SETUP, "random", 5000, bots=("easy", "random"), rotate=True)
    one, two = (simulate(plan, 6, jobs)[1] for jobs in (1, 2))
    assert one == two


def test_a_game_of_rivals_for_people(parley):
    out = parley(*SIM, "--bots", "easy,random", "--option", "charm:jade=firefly", "--jobs", 1).out
    for words in ("bot ", "seat ", "Amber", "charm=firefly, Jade", "The first seat won", "if equal"):
        assert words in out
    assert "sparks=some" not in out


def test_bots_that_are_alike_keep_their_seats_and_others_change_them(parley):
    def bots(*more):
        return [tuple(each) for each in seats_of(parley, *more)]

    assert Counter(bots("--bots", "easy,random")) == {("easy", "random"): 2, ("random", "easy"): 2}
    assert Counter(bots("--bots", "easy,random", "--no-rotate")) == {("easy", "random"): 4}


def seats_of(parley, *more):
    """Who played each seat, game by game."""
    seen = []

    def noted(rules, found, played):
        seen.extend(each.bots for each in played)
        return ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.measure.report.told", noted)
        assert parley("sim", "marsh-lights", "--games", 4, "--jobs", 1, *more).code == 0
    return seen


def test_as_many_bots_as_seats(parley):
    assert "3 are named" in parley(*SIM, "--seats", 2, "--bots", "easy,random,easy").sentence
    assert json.loads(parley(*SIM, "--bots", "random,random,random", "--json").out)["wins"].keys() == {
        "amber",
        "jade",
        "violet",
    }
    assert 'no bot "hart". Did you mean "hard"?' in parley(*SIM, "--bots", "hart,easy").sentence


def test_all_measures_how_fair_a_game_of_rivals_is(parley, tmp_path, monkeypatch):
    monkeypatch.setattr("tui.measure.balance.CHANCE", 1)
    path = tmp_path / "balance.json"
    ran = parley("sim", "marsh-lights", "--all", "--games", 1, "--into", path, "--jobs", 1)
    assert ran.code == 0
    assert "charm:amber=firefly" in ran.out
    page = (tmp_path / "balance.md").read_text()
    assert "| 1. The Ford | none | 3 | " in page
    assert "first seat" in page


def test_a_game_without_content_names_a_file_for_its_measurements():
    with pytest.raises(Refused, match=r"no folder of content .* --into"):
        balance.place("game-without-content")


def test_games_together_with_different_bots_are_compared_too(parley):
    args = ["sim", "horrors-of-war", "--games", 2, "--seats", 2, "--max-moves", 12, "--jobs", 1, "--json"]
    found = json.loads(parley(*args, "--bots", "random,greedy").out)
    assert found["wins"] == 0
    assert found["by_bot"] == {}
    assert "by_bot" not in json.loads(parley(*args, "--bot", "random").out)
