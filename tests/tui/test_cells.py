"""What the terminal shows, cell by cell: only what looks different is sent."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from tui.paint.cells import Inks, Shown, change

RED, BLUE = Style.parse("#ff0000 on #000000"), Style.parse("#0000ff on #000000")


@pytest.fixture
def shown():
    screen = Shown()
    screen.fit(Size(10, 2), ColorSystem.TRUECOLOR)
    return screen


def line(shown: Shown, *pieces: tuple[str, Style], y: int = 0, x: int = 0) -> str:
    return shown.update([(y, x, shown.inks.cells([Segment(text, style) for text, style in pieces]))])


def test_what_is_shown_already_is_not_sent_again(shown):
    assert "abc" in line(shown, ("abc", RED))
    assert line(shown, ("abc", RED)) == ""
    assert line(shown, ("abX", RED)) == "\x1b[1;3H\x1b[38;2;255;0;0;48;2;0;0;0mX\x1b[0m"


def test_everything_is_sent_again_after_somebody_else_wrote_on_the_terminal(shown):
    line(shown, ("abc", RED))
    shown.forget()
    shown.fit(Size(10, 2), ColorSystem.TRUECOLOR)
    assert "abc" in line(shown, ("abc", RED))


@pytest.mark.parametrize(("x", "seen"), [(8, "ab"), (10, ""), (11, ""), (40, "")])
def test_what_lies_beyond_the_edge_is_left_out(shown, x, seen):
    """What was painted just before the terminal became smaller comes when it is."""
    codes = line(shown, ("abcdef", RED), x=x)
    assert (f"m{seen}\x1b" in codes) if seen else codes == ""
    assert line(shown, ("abcdef", RED), x=x) == ""
    assert line(shown, ("abcdef", RED), y=2) == ""


def test_only_what_changes_between_two_looks_is_told(shown):
    assert line(shown, ("a", RED), ("b", BLUE)) == ("\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma\x1b[38;2;0;0;255mb\x1b[0m")


def test_the_ink_of_an_empty_cell_does_not_matter(shown):
    line(shown, ("   ", RED))
    assert line(shown, ("   ", BLUE)) == ""
    assert line(shown, ("   ", BLUE + Style(reverse=True))) != ""


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        (("1", "", ""), ("", "", ""), "\x1b[22m"),
        (("1;2", "", ""), ("1", "", ""), "\x1b[22;1m"),
        (("", "31", ""), ("4", "31", "41"), "\x1b[4;41m"),
        (("7", "31", "41"), ("", "", ""), "\x1b[27;39;49m"),
        (("1", "31", ""), ("1", "31", ""), ""),
    ],
)
def test_attributes_end_one_by_one(old, new, codes):
    assert change(old, new) == codes


def test_a_wide_letter_goes_with_both_of_its_cells(shown):
    line(shown, ("ab\u4e16d", RED))
    assert "\u4e16" in line(shown, ("ab\u4e16d", BLUE))
    codes = line(shown, ("ab\u754cd", BLUE))
    assert codes.startswith("\x1b[1;3H")
    assert "d" not in codes


def test_without_colours_only_attributes_are_told():
    assert Inks(None).look(RED + Style(bold=True)) == ("1", "", "")


def test_sixteen_colours():
    assert Inks(ColorSystem.STANDARD).look(RED)[1] in ("31", "91")
