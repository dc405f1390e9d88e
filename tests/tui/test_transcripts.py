"""Golden transcripts: a game of each scenario in words, in snapshots/. A changed one is a changed product: read it.

The games are recordings (tests/record.py), each won without a single defeated unit. `PARLEY_UPDATE=1 make test
ARGS=tests/tui/test_transcripts.py` writes the transcripts anew.
"""

import os
from pathlib import Path

import pytest

from engine.core.kinds import NOBODY
from engine.core.table import Table
from engine.core.verify import verify
from engine.registry import game
from engine.store.files import FileJournal
from tui.play.story import Story, Watcher

SNAPSHOTS = Path(__file__).parent.parent.parent / "snapshots"
RULES = game("horrors-of-war")
SCENARIOS = [each.id for each in RULES.scenarios() if each.id not in ("proving-ground", "winding-ways")]


def recorded(scenario):
    return FileJournal(SNAPSHOTS / "horrors_of_war" / f"{scenario}.jsonl", writing=False)


def seen_by_all(table, state, title):
    """The table as each seat and a spectator see it."""
    for seat in (*table.setup.seats, NOBODY):
        yield f"#### {title}, as {seat or 'a spectator'} sees it"
        yield table.rules.tell_view(table.rules.view(state, seat), seat)
        yield ""


def transcript(scenario):
    """What the first seat was told, and the whole table as everybody saw it, before and after."""
    table = Table.resume(RULES, recorded(scenario))
    yield from seen_by_all(table, table.steps[1].before, "The table at the start")
    yield "#### The game"
    yield from Story(Watcher(RULES, table.setup.seats[0]), 0, None).told(recorded(scenario))
    yield ""
    yield from seen_by_all(table, table.state, "The table at the end")
    yield table.outcome.reason
    yield ""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_reads_as_it_did(scenario):
    told = "\n".join(transcript(scenario))
    golden = SNAPSHOTS / "horrors_of_war" / f"{scenario}.txt"
    if os.environ.get("PARLEY_UPDATE"):
        golden.write_text(told, encoding="ascii")
    assert told == golden.read_text(encoding="ascii")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_won_without_a_defeated_unit(scenario):
    """HOW-CHA-04: shown by a game that today's rules play just so."""
    verify(RULES, recorded(scenario))
    table = Table.resume(RULES, recorded(scenario))
    assert table.outcome.winners == table.setup.seats
    assert RULES.honours(table.state) == ("no casualties",)
    assert not table.state.fallen
