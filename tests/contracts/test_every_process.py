"""A table plays the same in every process, whatever order Python gives to its sets there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.playing import every_game

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("game", [rules.id for rules in every_game()])
def test_the_order_of_sets_makes_no_difference(game):
    """Strings hash differently in every process: rules that walk through a set would deal or list differently."""
    first, second = (story(game, hash_seed) for hash_seed in ("1", "2"))
    assert first.strip()
    assert first == second


def story(game: str, hash_seed: str) -> str:
    """What a child process tells of the games it plays."""
    command = [sys.executable, "-m", "tests.contracts.child", "tell", game, "4"]
    settings = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, cwd=ROOT, env=settings, check=True, capture_output=True, text=True).stdout
