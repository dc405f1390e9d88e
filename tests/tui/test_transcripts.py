"""Golden transcripts: whole games in words, in snapshots/. A changed transcript is a changed product: read it.

`PARLEY_UPDATE=1 make test ARGS=tests/tui/test_transcripts.py` writes them anew.
"""

import os
import random
from pathlib import Path

import pytest

from engine.core.kinds import Setup
from engine.core.table import Table
from engine.registry import game
from engine.store.files import FileJournal
from tui.story import Story, Watcher

SNAPSHOTS = Path(__file__).parent.parent.parent / "snapshots"
GAMES = [("horrors-of-war", "order-in-chaos", ("nabo", "yainar"), 13)]


def played(path, name, scenario, seats, seed):
    """The save of a game that was played at random."""
    rules = game(name)
    setup = Setup(game=name, scenario=scenario, seats=seats, seed=seed)
    table = Table.begin(rules, setup, FileJournal.create(path))
    rng = random.Random(seed)
    while table.ask:
        seat = rng.choice(table.ask.seats)
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


@pytest.mark.parametrize(("name", "scenario", "seats", "seed"), GAMES)
def test_a_game_reads_as_it_did(tmp_path, name, scenario, seats, seed):
    """The story of a whole game, as its first seat saw it, and the table at its end."""
    path = tmp_path / "game.jsonl"
    table = played(path, name, scenario, seats, seed)
    story = Story(Watcher(table.rules, seats[0]), 0, None).told(FileJournal(path, writing=False))
    told = "\n".join([*story, "", table.rules.tell_view(table.view(seats[0]), seats[0]), "", table.outcome.reason, ""])
    golden = SNAPSHOTS / name.replace("-", "_") / f"{scenario}.txt"
    if os.environ.get("PARLEY_UPDATE"):
        golden.write_text(told, encoding="ascii")
    assert told == golden.read_text(encoding="ascii")
