"""Completion of the command in bash, zsh and fish."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHELLS = ("bash", "zsh", "fish")


@pytest.fixture
def shells(tmp_path, monkeypatch):
    """A user's home folder in which nothing is set up."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def asked(monkeypatch, parley, shell, line):
    """What Parley answers when a shell asks how a line can go on."""
    words = line.split(" ")
    for name, value in {
        "_PARLEY_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }.items():
        monkeypatch.setenv(name, value)
    ran = parley()
    assert ran.code == 0
    return ran.out


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_told_how_a_line_can_go_on(monkeypatch, parley, put, lines, shell):
    put(lines, "evening")
    put(lines, "ev\x1b]0;il")
    assert "replay" in asked(monkeypatch, parley, shell, "parley re")
    assert "horrors-of-war" in asked(monkeypatch, parley, shell, "parley play h")
    found = asked(monkeypatch, parley, shell, "parley replay ev")
    assert "evening" in found
    assert "\x1b" not in found


@pytest.mark.parametrize(
    ("shell", "script", "own"),
    [
        ("bash", ".bash_completions/parley.sh", ".bashrc"),
        ("zsh", ".zfunc/_parley", ".zshrc"),
        ("fish", ".config/fish/completions/parley.fish", None),
    ],
)
def test_it_is_installed_where_the_shell_finds_it(parley, shells, shell, script, own):
    if own:
        (shells / own).write_text("alias x=y")
    for _ in range(2):
        ran = parley("completion", shell, "--install")
        assert (ran.code, ran.err) == (0, "")
    assert parley("completion", shell).out == (shells / script).read_text()
    if own:
        assert (shells / own).read_text().startswith("alias x=y\n")
        assert (shells / own).read_text().count("\n") == 2


def test_bash_completes_the_command(parley, shells, home):
    parley("completion", "bash", "--install")
    program = Path(sys.executable).parent
    code = "source ~/.bashrc; COMP_WORDS=(parley re); COMP_CWORD=1; _parley_completion parley; echo ${COMPREPLY[@]}"
    environ = {**os.environ, "PATH": f"{program}:{os.environ['PATH']}", "PARLEY_HOME": str(home)}
    ran = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, env=environ)
    assert ran.stdout.split() == ["resume", "replay"]


def test_another_shell_is_refused_in_words(parley):
    assert "bash" in parley("completion", "tcsh").sentence
