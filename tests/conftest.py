"""Settings that every test shares."""

import atexit
import os
import random
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from engine import registry
from engine.core import dice
from engine.core.added import VARIABLE
from tests.made_up import MARSH_LIGHTS

# The same examples on every machine, and no time limit: speed belongs in the benchmark.
settings.register_profile("repeatable", derandomize=True, deadline=None)
# `make soak` looks for new examples and prints how to repeat a failing one.
settings.register_profile("soak", derandomize=False, deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("repeatable")

# A user's folder for the tests alone, with the proving ground as content of the user's own beside the built-in games.
# It is chosen before any game is loaded, because content is read once.
HOME = Path(tempfile.mkdtemp(prefix="parley-tests-"))
shutil.copytree(Path(__file__).parent / "content", HOME / "content")
os.environ["PARLEY_HOME"] = str(HOME)
# Textual turns grey even if it is there and empty.
os.environ.pop("NO_COLOR", None)
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

for game in registry.game_ids():
    registry.game(game).scenarios()


@pytest.fixture(autouse=True)
def known_secrets(monkeypatch):
    """Tables without a typed seed are the same in every run of a test."""
    monkeypatch.setattr(dice, "token_bytes", random.Random(1).randbytes)


@pytest.fixture
def marsh_lights(monkeypatch):
    """The made-up game among the games, for this process and its children."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)
    return registry.game("marsh-lights")
