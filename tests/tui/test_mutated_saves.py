"""Saves that somebody altered and sealed again: every command opens them, refuses them, or says what is wrong."""

from __future__ import annotations

import io
import os
import random
import sys
import traceback

import pytest

from tests.tui.mutating import mutated
from tui.cli import command as cli
from tui.play import saves
from tui.play.opened import blaming
from tui.play.replay import Replay
from tui.play.story import markdown
from tui.screens import home

COUNT = int(os.environ.get("MUTATIONS", "100000"))
"""How many a soak tries."""

SEED = int(os.environ.get("MUTATION_SEED", "0"))
"""The first of them."""

AT_ONCE = 3
"""How many things a soak does with each."""


@pytest.fixture
def deeds(monkeypatch):
    """What can be done with a save, by name."""

    def command(*arguments, typed=""):
        def run():
            monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
            monkeypatch.setattr(sys, "stdout", io.StringIO())
            monkeypatch.setattr(sys, "stderr", io.StringIO())
            cli.run(list(arguments))

        return run

    def watch():
        mine = saves.open_save(saves.find("game"), writing=False)
        with blaming(mine):
            replay = Replay(mine.table)
            replay.by_round(1)
            assert replay.view is not None
            markdown(mine.table, replay.watcher)

    def branch():
        mine = saves.open_save(saves.find("game"), writing=False)
        saves.branch(mine, 1).journal.close()

    return {
        "saves": command("saves"),
        "json": command("saves", "--json"),
        "replay": command("replay", "game", "--plain"),
        "open replay": command("replay", "game", "--open"),
        "verify": command("verify", "game"),
        "hint": command("hint", "game", "--budget", "10"),
        "play": command("resume", "game", "--plain", typed="1\nundo\nlook\n2\n1\nlog\nend\n1\n"),
        "home": home.look,
        "list": lambda: list(saves.entries()),
        "watch": watch,
        "branch": branch,
    }


def mistakes(deeds, path, content):
    """What ends as a mistake in Parley for one altered save; only playing may change it."""
    found = []
    for name, deed in deeds.items():
        path.write_bytes(content)
        try:
            deed()
        except saves.ParleyError:
            pass
        except Exception as error:  # noqa: BLE001  (that is what is looked for)
            found.append((name, traceback.format_exception(error)[-3:]))
        if name != "play" and path.read_bytes() != content:
            found.append((name, "changed the file"))
    return found


def altered(lines, rng):
    return b"".join(line + b"\n" for line in mutated(list(lines), rng))


@pytest.mark.parametrize("seed", range(20))
def test_an_altered_save_is_never_a_mistake_in_parley(deeds, put, lines, seed):
    path = put(lines)
    assert mistakes(deeds, path, altered(lines[:16], random.Random(seed))) == []


@pytest.mark.soak
def test_a_hundred_thousand_altered_saves_are_never_a_mistake_in_parley(deeds, put, lines):
    path = put(lines)
    for seed in range(SEED, SEED + COUNT):
        rng = random.Random(seed)
        content = altered(lines if seed % 10 == 0 else lines[:16], rng)
        chosen = dict(rng.sample(sorted(deeds.items()), AT_ONCE))
        assert mistakes(chosen, path, content) == [], seed
        for branched in path.parent.glob("order-in-chaos-*"):
            branched.unlink()
