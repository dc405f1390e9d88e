"""A page in a process of its own, as the host would open it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.errors import SaveError
from engine.store.files import FileJournal

ROOT = Path(__file__).parents[2]
LONGEST = 60


class Process:
    """`parley serve --web`, started from a terminal that has neither colours nor letters outside ASCII."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(home), "PYTHONPATH": str(ROOT)}
        environ |= {"LANG": "C", "NO_COLOR": "1", "TERM": "dumb"}
        command = [sys.executable, "-m", "tui", "serve", "--web", "--web-port", "0", *options]
        self.process = subprocess.Popen(
            command, env=environ, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.said = ""
        while "Ctrl+C" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"The page does not open: {self.said}"
            self.said += line
        self.address = re.search(r"http://\S+/", self.said)[0]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it; its exit code."""
        self.process.send_signal(number)
        self.said += self.process.communicate(timeout=LONGEST)[0]
        return self.process.returncode

    @property
    def saves(self) -> list[Path]:
        return sorted((self.home / "saves").glob("*.jsonl"))


def is_free(save: Path) -> bool:
    """Whether no process has a save open."""
    try:
        FileJournal(save).close()
    except SaveError as error:
        if "is open in another Parley" not in str(error):
            raise
        return False
    return True


@pytest.fixture
def begin(tmp_path):
    """Open a page."""
    begun = []

    def start(*options):
        home = tmp_path / "home"
        home.mkdir(exist_ok=True)
        begun.append(Process(home, *options))
        return begun[-1]

    yield start
    for each in begun:
        if each.process.poll() is None:
            each.stop()
        each.process.stdout.close()
