"""The app on a real terminal: signals, a terminal that goes away, few colours, no letters but ASCII's, few bytes."""

from __future__ import annotations

import os
import re
import signal
import sys

import pytest

from tests.tui.playing import ROOMY, SMALL
from tui.measure.terminal import QUIET, Terminal
from tui.play import saves

PARLEY = [sys.executable, "-m", "tui"]
PLAY = [*PARLEY, "play", "horrors-of-war", "--seats", "nabo,yainar", "--seed", "3", "--name", "mine"]
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l", b"\x1b[?2004l")
"""The other screen is left, the cursor is back, the mouse and pastes are the terminal's own again."""


@pytest.fixture
def terminal(home):
    """A command on a terminal of its own; what is not given of its surroundings is usual."""
    begun = []

    def begin(command, size=SMALL, **surroundings):
        usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        environ = {"PATH": os.environ["PATH"], "PARLEY_HOME": str(home)} | usual | surroundings
        begun.append(Terminal(command, size=size, environ={name: value for name, value in environ.items() if value}))
        return begun[-1]

    yield begin
    for each in begun:
        each.__exit__()


def sit_down(terminal: Terminal) -> None:
    """Read the story and close it."""
    terminal.read_until(b"closes.")
    terminal.read()
    terminal.press("\r")
    terminal.read()


def play_one(terminal: Terminal) -> None:
    sit_down(terminal)
    terminal.press("1")
    terminal.read()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_after_a_signal_the_same_question_is_asked(terminal, number):
    killed = terminal(PLAY)
    play_one(killed)
    killed.signal(number)
    assert killed.wait() == (-number if number == signal.SIGKILL else 0)
    if number != signal.SIGKILL:
        assert [code for code in RESTORED if code not in killed.seen[-400:]] == []
    asked = saves.open_save(saves.find("mine"), writing=False).table
    assert asked.number == 2
    question = asked.rules.tell_ask(asked.view(asked.ask.seats[0]), asked.ask, asked.ask.seats[0])
    again = terminal([*PARLEY, "resume", "mine"])
    again.read_until(question[:30].encode())
    again.press("\x11")
    assert again.wait() == 0


def test_a_terminal_that_goes_away_ends_the_app(terminal):
    gone = terminal(PLAY)
    play_one(gone)
    gone.hang_up()
    gone.wait()
    assert saves.open_save(saves.find("mine"), writing=True).table.number == 2


def test_a_tiny_terminal_that_grows(terminal):
    tiny = terminal(PLAY, size=(40, 10))
    tiny.read_until(b"needs more room")
    tiny.resize(SMALL)
    tiny.read_until(b"closes.")


@pytest.mark.parametrize(
    ("size", "surroundings"),
    [
        (SMALL, {"LANG": "C"}),
        (ROOMY, {"LC_ALL": "C", "LANG": ""}),
        (SMALL, {"LANG": "POSIX", "TERM": "xterm", "COLORTERM": ""}),
    ],
)
def test_without_a_language_everything_is_ascii(terminal, size, surroundings):
    """Our own signs, and Textual's frames and scroll bars."""
    plain = terminal(PLAY, size=size, **surroundings)
    sit_down(plain)
    for key in ("\t", "\t", "\x1b[A", "?", "\x1b", "/", "\x1b", "l", "m", "o"):
        plain.press(key)
        plain.read(0.3 if key == "\x1b" else QUIET)  # Escape may be the start of another key
    assert b"Nabo" in plain.seen
    assert re.findall(rb"[\x80-\xff]+", plain.seen) == []


def colours(terminal: Terminal) -> set[str]:
    """The kinds of colour codes that were written."""
    codes = {code for codes in re.findall(rb"\x1b\[([0-9;]+)m", terminal.seen) for code in [codes.decode()]}
    kinds = {"true": "[34]8;2;", "256": "[34]8;5;", "16": r"(^|;)(3[0-7]|4[0-7]|9[0-7]|10[0-7])(;|$)"}
    return {name for name, form in kinds.items() if any(re.search(form, code) for code in codes)}


@pytest.mark.parametrize(
    ("surroundings", "kinds"),
    [
        ({}, {"true"}),
        ({"COLORTERM": ""}, {"256"}),
        ({"COLORTERM": "", "TERM": "xterm"}, {"16"}),
        ({"NO_COLOR": "1"}, set()),
    ],
    ids=["truecolor", "256", "16", "none"],
)
def test_a_terminal_gets_the_colours_that_it_has(terminal, surroundings, kinds):
    table = terminal(PLAY, **surroundings)
    sit_down(table)
    assert b"Nabo" in table.seen
    found = colours(table)
    assert found & kinds == kinds
    assert found <= kinds or kinds == {"true"} or kinds == {"256"}


def test_a_cursor_move_is_a_handful_of_bytes(terminal):
    """Fails when Textual draws in a way unknown to `tui.paint.private`; the exact number is for the benchmark."""
    table = terminal(PLAY, size=ROOMY)
    sit_down(table)
    table.press("\t\t")
    table.read()
    table.press("\x1b[A")
    assert 0 < len(table.read()) < 3000


def test_the_screen_is_sent_again_on_request(terminal):
    table = terminal(PLAY)
    sit_down(table)
    table.press("\x0c")
    assert b"Nabo" in table.read()


@pytest.mark.parametrize("stop", [lambda table: table.signal(signal.SIGTSTP), lambda table: table.press("\x1a")])
def test_after_a_stop_everything_is_drawn_again(terminal, stop):
    """By a signal or by Ctrl+Z; before `fg` somebody else has used the terminal."""
    table = terminal(PLAY)
    sit_down(table)
    stop(table)
    _, status = os.waitpid(table.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    table.read()
    table.signal(signal.SIGCONT)
    table.read_until(b"Nabo")
    table.press("1")
    table.read()
    table.press("\x11")
    assert table.wait() == 0
