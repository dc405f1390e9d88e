"""What the terminal shows, cell by cell, and the fewest codes that make it show something else.

What is shown already is not sent again. Textual sends whole lines of a widget, with all colours of every piece of them;
here the cells that look different are found, and only what changes between one cell and the next is told. That makes a
cursor move a few hundred bytes instead of tens of thousands.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import repeat

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from tui.console import in_ascii, without_unseen

Look = tuple[str, str, str]
"""How a cell looks, as codes for the terminal: attributes, ink, ground."""

Cell = tuple[str, Look]
"""A letter and its look; the second cell of a wide letter has none."""

Span = tuple[int, int, list[Cell]]
"""Cells of a line: the line, the first column, the cells."""

PLAIN: Look = ("", "", "")
_SHORT = 4
_FEW = 2000
_UNKNOWN: Cell = ("", ("?", "", ""))
_ATTRIBUTES = (("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("reverse", "7"), ("strike", "9"))
_ENDS = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
_FRAMES = str.maketrans(
    dict.fromkeys("─━┄┅┈┉╌╍═▔▁", "-")
    | dict.fromkeys("│┃┆┇┊┋╎╏║▏▕", "|")
    | dict.fromkeys("╭╮╰╯┌┐└┘┏┓┗┛├┤┬┴┼┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+")
    | dict.fromkeys("▂▃▄▅▆▇█▉▊▋▌▍▎▀░▒▓", " ")
    | {"…": ".", "•": "*", "›": ">", "◆": ">", "▶": ">", "▼": "v"}
)
_MOST_STYLES = 20_000


class Inks:
    """Styles as codes for one terminal, each worked out once."""

    def __init__(self, system: ColorSystem | None, is_ascii: bool = False) -> None:
        """For a terminal with this many colours; with none, only attributes are sent."""
        self.system = system
        self.is_ascii = is_ascii
        self._known: dict[Style | None, Look] = {}
        self._same: dict[Look, Look] = {PLAIN: PLAIN}

    def look(self, style: Style | None) -> Look:
        """The codes of a style; equal ones are the same object, which makes lines quick to compare."""
        found = self._known.get(style)
        if found is None:
            if len(self._known) > _MOST_STYLES:
                self._known.clear()
            look = self._codes(style) if style is not None else PLAIN
            found = self._known[style] = self._same.setdefault(look, look)
        return found

    def _codes(self, style: Style) -> Look:
        attributes = ";".join(code for name, code in _ATTRIBUTES if getattr(style, name))
        ink, ground = style.color, style.bgcolor
        if self.system is None:
            return attributes, "", ""
        return (
            attributes,
            ";".join(ink.downgrade(self.system).get_ansi_codes(foreground=True)) if ink else "",
            ";".join(ground.downgrade(self.system).get_ansi_codes(foreground=False)) if ground else "",
        )

    def blank(self, look: Look) -> Look:
        """The look of an empty cell: nothing is seen of it but its ground."""
        marks, _, ground = look
        if _drawn_over(marks):
            return look
        bare = ("", "", ground)
        return self._same.setdefault(bare, bare)

    def cells(self, segments: Iterable[Segment]) -> list[Cell]:
        """The cells of a piece of a line."""
        found: list[Cell] = []
        for text, style, control in segments:
            if control:
                continue
            look = self.look(style)
            if self.is_ascii and not text.isascii():
                text = _spelled(text)
            if text.isspace():
                look = self.blank(look)
            found += _cells(text, look)
        return found


@cache
def inks(system: ColorSystem | None, is_ascii: bool) -> Inks:
    """The codes for terminals of a kind; all apps of a process that draw for such a one share them."""
    return Inks(system, is_ascii)


def _spelled(text: str) -> str:
    """A text for a terminal without other letters than ASCII's, cell by cell: Textual draws its own frames and bars."""
    text = text.translate(_FRAMES)
    if text.isascii():
        return text
    return "".join(letter if letter.isascii() else in_ascii(letter)[:1].ljust(cell_len(letter), "?") for letter in text)


@lru_cache(maxsize=8192)
def _cells(text: str, look: Look) -> tuple[Cell, ...]:
    """A text as cells; most of what is seen on one terminal was seen on another, or on this one before."""
    if not text.isprintable():
        text = without_unseen(text)
    if text.isascii() or cell_len(text) == len(text):
        return tuple(zip(text, repeat(look)))
    found: list[Cell] = []
    for letter in text:
        _add(found, letter, look)
    return tuple(found)


def _add(cells: list[Cell], letter: str, look: Look) -> None:
    """Add a letter that may be two cells wide, or none."""
    width = cell_len(letter)
    if not width:
        if cells:
            cells[-1] = (cells[-1][0] + letter, cells[-1][1])
        return
    cells.append((letter, look))
    if width > 1:
        cells.append(("", look))


@lru_cache(maxsize=8192)
def change(now: Look, look: Look) -> str:
    """The shortest code that leads from one look to another; kept, because every frame of a screen has the same."""
    if now is look:
        return ""
    (marks, ink, ground), (old_marks, old_ink, old_ground) = look, now
    codes = _marks(old_marks, marks) if marks != old_marks else []
    if ink != old_ink:
        codes.append(ink or "39")
    if ground != old_ground:
        codes.append(ground or "49")
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def _drawn_over(marks: str) -> bool:
    """Whether these attributes are seen on an empty cell: a line under it, one through it, or it is turned round."""
    return bool(marks) and ("4" in marks or "7" in marks or "9" in marks)


def _marks(old: str, new: str) -> list[str]:
    """Attributes that end, and those that begin."""
    before, after = set(filter(None, old.split(";"))), set(filter(None, new.split(";")))
    ending = sorted({_ENDS[mark] for mark in before - after})
    # Bold and faint end together.
    return [*ending, *sorted(mark for mark in after if mark not in before or _ENDS[mark] in ending)]


class Run:
    """Letters next to each other that look the same."""

    __slots__ = ("is_blank", "letters", "look", "stop", "x", "y")

    def __init__(self, y: int, x: int, look: Look) -> None:
        """An empty run that begins at a cell."""
        self.y, self.x, self.stop = y, x, x
        self.look = look
        self.letters: list[str] = []
        self.is_blank = True

    def takes(self, cell: Cell) -> bool:
        """Whether a cell can go with the others: it looks the same, or only one of them is more than its ground."""
        letter, look = cell
        if look == self.look:
            return True
        if look[2] != self.look[2] or not (self.is_blank or letter == " "):
            return False
        return not _drawn_over(look[0]) and not _drawn_over(self.look[0])

    def add(self, cell: Cell) -> None:
        """Put a cell at the end."""
        letter, look = cell
        self.letters.append(letter)
        self.stop += 1
        if letter != " " and self.is_blank:
            self.is_blank = False
            self.look = look


class Shown:
    """What the terminal shows, cell by cell."""

    def __init__(self) -> None:
        """Nothing is known of the terminal yet."""
        self.inks = inks(ColorSystem.TRUECOLOR, False)
        self._size = Size(0, 0)
        self._rows: list[list[Cell]] = []

    def forget(self) -> None:
        """Somebody else has written on the terminal: everything is sent again."""
        self._size = Size(0, 0)

    def fit(self, size: Size, system: ColorSystem | None, is_ascii: bool = False) -> None:
        """Begin anew for another size, other colours or other letters."""
        if size != self._size or (system, is_ascii) != (self.inks.system, self.inks.is_ascii):
            self.inks = inks(system, is_ascii)
            self._size = size
            self._rows = [[_UNKNOWN] * size.width for _ in range(size.height)]

    def update(self, spans: Iterable[Span]) -> str:
        """Note what is to be shown; the codes that turn what was there into it."""
        runs: list[Run] = []
        for y, x, cells in spans:
            if not 0 <= y < len(self._rows):
                continue
            row = self._rows[y]
            cells = cells[: max(0, len(row) - x)]  # what was painted for a wider terminal may come late
            old = row[x : x + len(cells)]
            if old != cells:
                runs += _runs(y, x, cells, old)
                row[x : x + len(cells)] = cells
        codes = _codes(runs)
        if len(runs) <= _FEW:
            # Going back and forth can be shorter than changing colours back and forth.
            codes = min(codes, _codes(_by_look(runs)), key=len)
        return codes


def _runs(y: int, left: int, cells: list[Cell], old: list[Cell]) -> list[Run]:
    """The cells that differ, put together as long as they look the same."""
    runs: list[Run] = []
    run = Run(-1, -1, PLAIN)
    stop = -1  # the place in `cells` after the last one of the run
    for x, (cell, before) in enumerate(zip(cells, old, strict=True)):
        if cell is before or cell == before:
            continue
        letter, look = cell
        if not letter:  # the second half of a wide letter goes with the first
            if stop == x:
                run.stop += 1
                stop += 1
                continue
            x -= 1
        elif stop == x and look is run.look:  # most of them: the next one of the same look
            run.letters.append(letter)
            run.stop += 1
            stop += 1
            if letter != " ":
                run.is_blank = False
            continue
        gap = x - stop
        if not (run.y >= 0 and gap <= _SHORT and all(map(run.takes, cells[x - gap : x + 1]))):
            run = Run(y, left + x, cells[x][1])
            runs.append(run)
            gap = 0
        for each in cells[x - gap : x + 1]:
            run.add(each)
        stop = run.stop - left
    return runs


def _by_look(runs: list[Run]) -> list[Run]:
    """The runs of one ground after another, and on each ground those of one look after another."""
    grounds: dict[str, int] = {}
    looks: dict[Look, int] = {}
    for run in runs:
        grounds.setdefault(run.look[2], len(grounds))
        looks.setdefault(run.look, len(looks))
    return sorted(runs, key=lambda run: (grounds[run.look[2]], looks[run.look]))


def _codes(runs: list[Run]) -> str:
    """Where each run begins, how it looks and what it says."""
    parts: list[str] = []
    now = PLAIN
    line, place = -1, -1
    for run in runs:
        if run.y != line or run.x < place:
            parts.append(f"\x1b[{run.y + 1};{run.x + 1}H")
        elif run.x > place:
            parts.append(f"\x1b[{run.x - place}C")
        look = run.look
        if run.is_blank and not _drawn_over(look[0]) and not _drawn_over(now[0]):
            look = (now[0], now[1], look[2])
        if now is not look:
            parts.append(change(now, look))
        parts.append("".join(run.letters))
        now, line, place = look, run.y, run.stop
    if now != PLAIN:
        parts.append("\x1b[0m")
    return "".join(parts)
