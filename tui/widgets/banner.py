"""The name of the game on a strip of its own board: a letter on each of six spaces."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from tui.look.inks import Palette, Signs, style
from tui.widgets.hexboard import LAYOUTS

_SPACES = ("A1", "B1", "C1", "D1", "E1", "F1")
_GROUNDS = ("forest", "plain", "water", "camp", "rocks", "tower")
_BLOCKS = (
    ("█▀▄", "█▀ ", "▀  "),
    ("▄▀▄", "█▀█", "▀ ▀"),
    ("█▀▄", "█▀▄", "▀ ▀"),
    ("█  ", "█  ", "▀▀▀"),
    ("█▀▀", "█▀▀", "▀▀▀"),
    ("█ █", "▀█▀", " ▀ "),
)
_LETTERS = "PARLEY"
WIDTH, HEIGHT = LAYOUTS["large"].size(_SPACES)

Cells = list[list[tuple[str, Style]]]


def banner(look: Palette, signs: Signs) -> Text:
    """Six spaces side by side, in the colours of the board."""
    cells: Cells = [[(" ", style(look.ink, look.void))] * WIDTH for _ in range(HEIGHT)]
    for number, space in enumerate(_SPACES):
        _paint(cells, number, LAYOUTS["large"].rows(space), look, signs)
    return Text("\n", no_wrap=True).join(Text.assemble(*row) for row in cells)


def _paint(cells: Cells, number: int, rows: list[tuple[int, int, int]], look: Palette, signs: Signs) -> None:
    """One space: its ground, its edges, its signs above, its letter in the middle."""
    name = _GROUNDS[number]
    ground, edge = look.grounds[name][0], style(look.edge, look.void)
    for line, (y, first, last) in enumerate(rows):
        is_upper = line < len(rows) // 2
        left, right = (signs.slash, signs.backslash) if is_upper else (signs.backslash, signs.slash)
        _put(cells, y, first, " " * (last - first), style(look.edge, ground, underline=line == len(rows) - 1))
        _put(cells, y, first - 1, left, edge)
        _put(cells, y, last, right, edge)
    y, first, last = rows[0]
    for x in (first, last - 1):
        _put(cells, y, x, signs.grounds[name], style(look.faint, ground))
    letters = (f" {_LETTERS[number]} ",) if signs.is_ascii else _BLOCKS[number]
    start = rows[1][1] + 3
    for (y, _, _), letter in zip(rows[1:], letters, strict=False):
        _put(cells, y, start, letter, style(look.ink, ground, bold=True))


def _put(cells: Cells, y: int, x: int, words: str, looks: Style) -> None:
    for place, letter in enumerate(words):
        cells[y][x + place] = (letter, looks)
