"""Text from files and names is cleaned before it is printed: it cannot move the cursor, set a title or turn letters."""

from __future__ import annotations

import json
import os
import shutil
import unicodedata
from pathlib import Path

import pytest
from rich.segment import Segment

from engine.games.horrors_of_war.content import check, library
from tests.tui.playing import opened
from tui.cli import command as cli
from tui.console import clean
from tui.paint.cells import Inks
from tui.play import index

EVIL = "ev\x1b]0;title\x07\x1b]52;c;Y2xpcA==\x1b\\\x9b31m\x85\u202ebad\u2066\u2028\x7f\x08il"
UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
HOME_OF_ALL_TESTS = os.environ["PARLEY_HOME"]
OWN = Path(__file__).parent.parent / "content" / "horrors_of_war"
NOT_RUN = {"serve", "bench", "users"}
"""They go on for long, or print nothing that comes from a save or from content."""


def unsafe(text):
    return [letter for letter in text if unicodedata.category(letter) in UNSAFE and letter != "\n"]


@pytest.fixture
def evil_content(home):
    """Content of the user's own whose words are full of control codes."""
    folder = home / "content" / "horrors_of_war"
    shutil.copytree(OWN, folder)
    path = folder / "scenarios" / "proving-ground.json"
    scenario = json.loads(path.read_text())
    scenario["title"] = scenario["story"][0] = scenario["tips"][0] = EVIL
    for each in (*scenario["sides"], *scenario["armies"], *scenario["challenges"]):
        each["title"] = EVIL
    path.write_text(json.dumps(scenario))
    for known in (library.library, check.own_mistakes, index.edition):
        known.cache_clear()
    yield folder
    os.environ["PARLEY_HOME"] = HOME_OF_ALL_TESTS
    for known in (library.library, check.own_mistakes, index.edition):
        known.cache_clear()
    library.library()


def test_no_command_prints_a_control_code(evil_content, parley, put, lines, resealed):
    mine = opened("proving-ground", challenges=("low-tide",))
    mine.journal.close()
    put(lines, EVIL.replace("/", "_"))
    put([resealed(lines[0], b'"order-in-chaos"', json.dumps(EVIL).encode()), *lines[1:]], "other")
    put([resealed(lines[0], b'"horrors-of-war"', json.dumps(EVIL).encode()), *lines[1:]], "game")
    put([lines[0], resealed(lines[1], b'"nabo"', json.dumps(EVIL).encode()), *lines[2:]], "seat")
    (evil_content / "scenarios" / f"{EVIL}.json").write_text("{")
    seats = [{"seat": EVIL, "won": True, "who": EVIL}, {"seat": EVIL, "won": False, "who": "bot:" + EVIL}]
    (evil_content.parent.parent / "log.json").write_text(
        json.dumps(
            {
                "version": 2,
                "results": [
                    {"game": EVIL, "scenario": EVIL, "challenges": [EVIL], "rounds": 1, "kind": kind, "seats": seats}
                    for kind in ("together", "rivals")
                ],
            }
        )
    )
    saves = [mine.name, EVIL, "other", "game", "seat"]
    runs = [
        ("games",),
        ("rules", EVIL),
        ("rules", "horrors-of-war", "--search", EVIL),
        ("play", EVIL),
        ("play", "horrors-of-war", "--plain", "--scenario", EVIL, "--seats", EVIL, "--name", EVIL),
        ("saves",),
        *((command, save) for command in ("resume", "replay", "verify", "hint") for save in saves),
        ("replay", mine.name, "--open"),
        ("resume", mine.name, "--plain"),
        ("replay", mine.name, "--seat", EVIL),
        ("hint", mine.name, "--budget", "5"),
        ("log",),
        ("sim", EVIL),
        ("sim", "horrors-of-war", "--bot", EVIL),
        ("data", "check"),
        ("data", EVIL),
        ("completion", EVIL),
        (EVIL,),
    ]
    for arguments in runs:
        ran = parley(*arguments, typed=f"look\nstory\n1\n{EVIL}\nlog\n")
        assert unsafe(ran.out + ran.err) == [], arguments
    assert {run[0] for run in runs} - {EVIL} == {
        *(command.name for command in cli.app.registered_commands),
        "data",
    } - NOT_RUN


def test_what_is_harmless_stays_as_it_is():
    text = "Nabo’s card ×2:\n  Ünïcode – 日本 ❤"
    assert clean(text) == text


def test_the_screens_draw_no_control_code():
    cells = Inks(None, False).cells([Segment(EVIL)])
    assert unsafe("".join(letter for letter, _ in cells)) == []
    assert "".join(letter for letter, _ in cells).startswith("ev]0;title")
