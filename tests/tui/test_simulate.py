"""How far a simulation is: a progress bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import io
import sys
from itertools import count

import pytest

from tui.measure import simulate


def told(games: int, seconds: float, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of progress, with so many seconds between two looks at the clock."""
    ticks = count(step=seconds)
    assert list(simulate._counted(iter(range(games)), games, lambda: next(ticks))) == list(range(games))
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_quick_games_are_played_without_a_word(capsys):
    assert told(40, 0.1, capsys) == []


def test_slow_games_are_counted_but_for_the_last(capsys):
    assert told(3, 20.0, capsys) == ["Played 1 of 3 games.", "Played 2 of 3 games."]


def test_lines_come_now_and_then_and_not_for_every_game(capsys):
    assert 0 < len(told(100, 1.0, capsys)) <= 10


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_there_is_a_progress_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    assert list(simulate._shown(iter("ab"), 2)) == ["a", "b"]
    assert "0/2" in screen.getvalue()
