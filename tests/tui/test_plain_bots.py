"""Bots in plain mode: they move between the questions to people, also from a pipe, and seats change hands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from engine.core.added import VARIABLE
from tests.made_up import MARSH_LIGHTS
from tui.play import saves


@pytest.fixture
def marsh(parley, monkeypatch):
    """Play Marsh Lights with these chairs."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)

    def play(seats, *more, typed=""):
        return parley("play", "marsh-lights", "--plain", "--seed", "3", "--seats", seats, *more, typed=typed)

    return play


def horrors(parley, *more, typed=""):
    chosen = ("--plain", "--seed", "3", "--seats", "nabo=me,yainar=easy")
    return parley("play", "horrors-of-war", *chosen, *more, typed=typed)


def steps(name):
    return saves.open_save(saves.find(name), writing=False).table.steps


def test_two_bots_and_a_person_play_a_whole_game_of_rivals(marsh, home):
    ran = marsh("amber=me,jade=easy,violet=easy", typed="1\n" * 400)
    assert ran.code == 0
    assert "Amber: you; Jade: easy bot; Violet: easy bot." in ran.out
    assert "Jade (easy) thinks..." in ran.out
    assert saves.open_save(saves.find("ford-1"), writing=False).table.outcome is not None
    assert {step.seat for step in steps("ford-1")[1:]} == {"amber", "jade", "violet"}


def test_bots_are_told_of_as_far_as_the_person_may_know(marsh):
    """A bid is secret until all are in."""
    ran = marsh("amber=me,jade=easy", typed="1\n")
    told = ran.out[ran.out.index("Jade (easy) thinks") :]
    assert "Jade" in told
    assert "Pass to" not in ran.out


def test_tables_of_bots_play_by_themselves(marsh):
    ran = marsh("amber=easy,jade=easy")
    assert ran.code == 0
    assert saves.open_save(saves.find("ford-1"), writing=False).table.outcome is not None
    assert "\n> " not in ran.out


def test_a_partner_who_is_a_bot_acts_after_the_person(parley, home):
    """Whatever nabo is asked until it is yainar's turn is answered by nabo; then yainar acts, and ends the phase."""
    ran = horrors(parley, typed="end\n")
    assert ran.code == 0
    assert "Yainar (easy) thinks..." in ran.out
    assert [step.seat for step in steps("order-in-chaos-1")[1:3]] == ["nabo", "yainar"]


def test_bots_act_first_if_they_are_let(parley, home):
    horrors(parley, typed="bots\n")
    assert steps("order-in-chaos-1")[1].seat == "yainar"


def test_a_bot_is_replaced_by_a_person_and_back(parley, home):
    ran = horrors(
        parley, typed="seats yainar=me\nseats yianar=hard\nseats Nabo = hrad\nseats yainar=hard\nseats\nquit\n"
    )
    assert "Nabo: you; Yainar: you." in ran.out
    assert 'There is no seat "yianar" at this table. Did you mean "yainar"?' in ran.out
    assert 'There is no level "hrad"' in ran.out
    assert ran.out.count("Nabo: you; Yainar: hard bot.") == 2
    again = parley("resume", "order-in-chaos-1", "--plain", typed="quit\n")
    assert "Nabo: you; Yainar: hard bot." in again.out


def test_resuming_goes_on_with_the_bots(marsh, parley, home):
    marsh("amber=me,jade=easy", typed="1\n")
    before = len(steps("ford-1"))
    ran = parley("resume", "ford-1", "--plain", typed="1\n1\n1\n")
    assert "Jade (easy) thinks..." in ran.out
    assert any(step.seat == "jade" for step in steps("ford-1")[before:])


def test_damaged_chairs_are_said_on_resuming(marsh, parley, home):
    marsh("amber=me,jade=easy", typed="1\n")
    (home / "saves" / "ford-1.note").write_text("{")
    ran = parley("resume", "ford-1", "--plain", typed="quit\n")
    assert "every seat is a person's again" in ran.err
    assert ran.code == 0


def test_with_open_undo_moves_of_bots_go_with_that_of_the_person(marsh, parley, home):
    marsh("amber=me,jade=easy", "--open-undo", typed="1\nundo\n")
    assert len(steps("ford-1")) == 1
    ran = marsh("amber=me,jade=easy", typed="1\nundo\n")
    assert "moves of bots are taken back only at a table with open undo" in " ".join(ran.out.split())
    assert len(steps("ford-2")) > 1


def test_nobody_can_let_bots_act_who_are_not_asked_or_not_there(marsh):
    assert "No bot plays here." in marsh("amber,jade", typed="bots\n").out


def test_a_hint_is_never_made_from_what_a_bot_sees(marsh, monkeypatch):
    """The person is told what is best for the own seat, though a bot is asked first."""
    asked = []
    monkeypatch.setattr("tui.play.hints.hint", lambda table, seat, budget: asked.append(seat) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        marsh("amber=easy,jade=me", typed="hint\n")
    assert asked == ["jade"]


# Processes


def running(session):
    """The command lines of all processes that belong to a session and have not ended."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, its = (each / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its) == session and state != "Z":
                found.append((each / "cmdline").read_text())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_ctrl_c_while_a_bot_thinks_leaves_the_table_saved_and_no_process_behind(home, parley):
    """It thinks in a process of its own; a terminal sends Ctrl-C to all of them, also to one that just starts."""
    seats = "nabo=me,yainar=hard"
    command = [sys.executable, "-m", "tui", "play", "horrors-of-war", "--plain", "--seed", "3", "--seats", seats]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # A shell lets its background jobs ignore SIGINT, and so would this test's child.
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), "start_new_session": True}
    with subprocess.Popen(command, **pipes, **heeding) as table:
        table.stdin.write("end\n")
        table.stdin.flush()
        while "Yainar (hard) thinks..." not in table.stdout.readline():
            pass
        while not any("spawn_main" in each for each in running(table.pid)):
            assert table.poll() is None, "the bot has thought in the same process"
            sleep(0.01)
        os.killpg(table.pid, signal.SIGINT)
        assert table.wait() == 130
        name = "order-in-chaos-1"
        said = f"parley: Stopped. The table is saved as {name}. Go on with: parley resume {name}\n"
        assert table.stderr.read() == said
        while running(table.pid):
            sleep(0.01)
    assert [step.seat for step in steps(name)[1:]] == ["nabo"]
    assert parley("verify", name).code == 0


def test_help_names_the_seats_and_parts_of_the_game_that_is_played(marsh):
    """And nothing that the game does not have; long lines go on in their column."""
    told = marsh("amber=me,jade=easy", typed="help\n").out.partition("\n> ")[2].split("\n> ")[0].splitlines()
    text = " ".join(" ".join(told).split())
    for words in ('"amber pass"', '"look rivals", "look map" for a part of it', '"look amber"', '"seats amber=hard"'):
        assert words in text
    for words in ("nabo", "units", "orders", "hands", "forecast"):
        assert words not in text
    assert [line for line in told if line.startswith("   ") and not line.startswith(" " * 16)] == []


def test_look_tells_the_map_space_by_space(marsh):
    told = marsh("amber=me,jade=easy,violet=easy", "--scenario", "isle", typed="look map\n").out.partition("\n> ")[2]
    shore = "N13: amber-1 (keeper), amber-2 (brute), amber-3 (scout), amber-4 (shade)."
    assert "N14: stone-1. Next to O14, N15 and M14. Deep water towards N13, O15 and M15." in " ".join(told.split())
    assert sorted(shore) == sorted(next(line for line in told.splitlines() if line.startswith("N13: "))[: len(shore)])
