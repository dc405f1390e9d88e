"""The `parley` command as tests run it: quickly in this process, or for real in one of its own."""

import io
import os
import subprocess
import sys
from functools import cache

import msgspec
import pytest
import typer

from engine import registry
from engine.core.journal import sealed
from engine.core.kinds import Setup
from tui.cli import command as cli
from tui.measure import simulate

GAME = "horrors-of-war"
SCENARIO = "order-in-chaos"


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    """A pilot goes on when the app was idle for so long; with Textual's fiftieth of a second, tests mostly wait."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 1 / 200)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 1 / 2000)


@pytest.fixture(scope="session", autouse=True)
def one_command():
    """Typer builds the whole command for each run, which takes longer than most commands do; here it does so once."""
    really = cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.main.get_command", really)
        yield


class Ran(msgspec.Struct):
    code: int
    out: str
    err: str

    @property
    def sentence(self):
        """The one sentence of an error, and that it is one."""
        assert self.err.startswith("parley: ")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.removeprefix("parley: ").rstrip("\n")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "home"


@pytest.fixture
def parley(home, monkeypatch):
    """Run the command in this process."""

    def run(*arguments, typed=""):
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        code = cli.run([str(argument) for argument in arguments])
        return Ran(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def process(home):
    """Run the command in a process of its own, under LANG=C, where its output has to be ASCII."""

    def run(*arguments, typed="", **settings):
        kept = {name: os.environ[name] for name in ("PATH", "PARLEY_HOME", "COLUMNS")}
        command = [sys.executable, "-m", "tui", *map(str, arguments)]
        ran = subprocess.run(command, input=typed.encode(), env=kept | {"LANG": "C"} | settings, capture_output=True)
        return Ran(ran.returncode, ran.stdout.decode("ascii"), ran.stderr.decode("ascii"))

    return run


@pytest.fixture(scope="session")
def journals():
    """The lines of a long game that was not finished and of one that was, made once."""
    setup = Setup(game=GAME, scenario=SCENARIO, seats=("nabo", "yainar"), seed=5)
    return {most: written(setup, most) for most in (60, 5000)}


def written(setup, most):
    journal = simulate.Notebook("game")
    table = simulate.Table.begin(registry.game(GAME), setup, journal)
    simulate.play_out(table, simulate.SimulationPlan(setup, "random", most), 11)
    return list(journal.lines())


@pytest.fixture
def lines(journals):
    """The lines of a save of 60 moves."""
    return list(journals[60])


@pytest.fixture
def finished_lines(journals):
    """The lines of a finished game's save."""
    return list(journals[5000])


@pytest.fixture
def put(home):
    """Write lines, or bytes as they are, as a save."""

    def write(content, name="game"):
        path = home / "saves" / f"{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else b"".join(line + b"\n" for line in content))
        return path

    return write


@pytest.fixture
def resealed():
    """A line changed by hand by somebody who knows how to make its checksum right again."""

    def change(line, old, new):
        assert old in line
        body, _, digest = line.replace(old, new).rpartition(b',"digest":"')
        return sealed(body + b"}", digest[:-10])

    return change
