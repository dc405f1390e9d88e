"""Completion of the command in bash, zsh and fish."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("parley re", ["resume", "replay"]),
        ("parley play horrors-of-war --option m", ["mini-expansion"]),
        ("parley play marsh-lights --option sparks=", ["few", "some", "many"]),
        ("parley play marsh-lights --option charm:amber=f", ["firefly"]),
    ],
)
def test_bash_completes_the_command(parley, shells, home, marsh_lights, line, ways):
    """Bash replaces what follows the last `:` or `=` only."""
    parley("completion", "bash", "--install")
    program = Path(sys.executable).parent
    code = f"source ~/.bashrc; COMP_LINE='{line}'; COMP_POINT={len(line)}; "
    code += "_parley_completion parley; echo ${COMPREPLY[@]}"
    environ = {**os.environ, "PATH": f"{program}:{os.environ['PATH']}", "PARLEY_HOME": str(home)}
    environ["PYTHONPATH"] = str(ROOT)
    ran = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, env=environ)
    assert ran.stdout.split() == ways


@pytest.mark.parametrize(
    ("typed", "ways"),
    [
        ("--scenario i", ["isle"]),
        ("--seats amber=h", ["amber=hard"]),
        ("--challenge d", ["dim"]),
        ("--option c", ["charm:amber=none", "charm:amber=firefly", "charm:jade=none", "charm:jade=firefly"]),
        ("--seats jade,violet --option charm:v", ["charm:violet=none", "charm:violet=firefly"]),
        ("--scenario isle --option charm:v", ["charm:violet=none", "charm:violet=firefly"]),
        ("--option mo", []),
        ("--option long-night --option mo", ["moonrise"]),
        ("--challenge dim --option s", []),
        ("--seats nonsense=, --option l", ["long-night"]),
    ],
)
def test_choices_of_a_new_game_go_on_as_they_are_offered(monkeypatch, parley, marsh_lights, typed, ways):
    found = asked(monkeypatch, parley, "bash", f"parley play marsh-lights {typed}")
    assert found.split() == ways


def test_a_game_that_is_not_there_has_no_choices(monkeypatch, parley):
    for what in ("scenario", "challenge", "option"):
        assert asked(monkeypatch, parley, "bash", f"parley play nonsense --{what} ").strip() == ""


def test_another_shell_is_refused_in_words(parley):
    assert "bash" in parley("completion", "tcsh").sentence
