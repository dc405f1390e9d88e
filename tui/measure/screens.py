"""How fast the app is, on a real terminal: the bytes that it writes, and its times against an empty Textual app."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from engine import registry
from engine.core.errors import ParleyError
from engine.core.journal import NoJournal
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.store.files import FileJournal
from tui.measure import growth
from tui.measure.engine import SEATS, Ratio, at_most
from tui.measure.terminal import Terminal, environ
from tui.play.sitting import Sitting

GAME = "horrors-of-war"
SEED = 3
CURSOR_BYTES, MOVE_BYTES = 1024, 12 * 1024
SLOWEST_KEY, SLOWEST_START = 3.0, 1.6
KEYS, MOVES, STARTS = 150, 60, 9
ROOMY, SMALL = (120, 40), (80, 24)

_UP, _DOWN, _RIGHT, _LEFT = (f"\x1b[{letter}" for letter in "ABCD")
_ENTER, _TAB = "\r", "\t"
_FRAME = b"\x1b[1;1H"
"""Textual ends every frame so."""

_EMPTY = """
from textual.app import App
from textual.reactive import reactive
from textual.widgets import Label

class Counter(Label):
    count = reactive(0)
    def render(self):
        return f"Pressed {self.count} times"

class Empty(App):
    def compose(self):
        yield Counter()
    def on_key(self):
        self.query_one(Counter).count += 1

Empty().run()
"""


def run() -> Iterator[Ratio]:
    """All measurements, one after another."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "settings.json").write_text('{"pace": "instant", "glyphs": "unicode"}')
        for size in (ROOMY, SMALL):
            yield at_most(f"bytes of a cursor move, {_words(size)}", _cursor_bytes(home, size), CURSOR_BYTES)
            yield at_most(f"bytes of a move with all of it, {_words(size)}", _move_bytes(home, size), MOVE_BYTES)
        yield at_most("key to frame against an empty app, p95", _key_to_frame(home), SLOWEST_KEY)
        yield at_most("start to first frame against an empty app", _start(home), SLOWEST_START)
    yield from growth.run()


def _words(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# What is measured


def _parley(home: Path, *arguments: str, size: tuple[int, int] = ROOMY) -> Terminal:
    return Terminal([sys.executable, "-m", "tui", *arguments], size=size, environ=environ(home))


def _empty(home: Path) -> Terminal:
    return Terminal([sys.executable, "-c", _EMPTY], size=ROOMY, environ=environ(home))


def _table(home: Path, size: tuple[int, int], name: str, scenario: str) -> Terminal:
    """A new table on a terminal, its story read."""
    setup = ("--scenario", scenario, "--seats", ",".join(SEATS), "--seed", str(SEED), "--name", name)
    terminal = _parley(home, "play", GAME, *setup, size=size)
    terminal.read_until(b"closes.")
    terminal.read(1.0)
    terminal.press(_ENTER)
    terminal.read(1.0)
    return terminal


def _largest() -> str:
    """The scenario with the most spaces on its map."""
    from engine.games.horrors_of_war.content.library import library

    return max(library().scenes.items(), key=lambda item: len(item[1].board.grid.spaces))[0]


def _to_board(terminal: Terminal, size: tuple[int, int] = ROOMY) -> None:
    """Give the keyboard to the board; the hand has it at first, and where panels are not tabs, the log comes next."""
    for _ in range(2 if size == ROOMY else 1):
        terminal.press(_TAB)
        terminal.read(0.5)


def _walk() -> Iterator[str]:
    """A way over all of a map, column by column, again and again."""
    while True:
        yield from [_LEFT] * 12 + [_UP] * 10
        for _ in range(6):
            yield from [_DOWN] * 9 + [_RIGHT] + [_UP] * 9 + [_RIGHT]


# Bytes


def _cursor_bytes(home: Path, size: tuple[int, int]) -> int:
    """The most that a cursor move writes on a walk over the largest map; a step against its edge is none."""
    with _table(home, size, f"walk-{size[0]}", _largest()) as terminal:
        _to_board(terminal, size)
        return max(_pressed(terminal, key)[0] for key, _ in zip(_walk(), range(KEYS), strict=False))


def _pressed(terminal: Terminal, keys: str) -> tuple[int, float]:
    """Bytes that come of keys, and seconds from the key to the last of them."""
    began = perf_counter()
    terminal.press(keys)
    found = terminal.read()
    return len(found), terminal.last - began


def _move_bytes(home: Path, size: tuple[int, int]) -> int:
    """The most that a move writes, with all that it leads to: cards played, steps made, armies that act."""
    rules = registry.game(GAME)
    scenario, name = rules.scenarios()[0].id, f"moves-{size[0]}"
    # The same table here, to know which moves there are.
    sitting = Sitting(Table.begin(rules, Setup(game=GAME, scenario=scenario, seats=SEATS, seed=SEED), NoJournal()))
    worst = 0
    with _table(home, size, name, scenario) as terminal:
        for number in range(MOVES):
            place = number % min(9, len(sitting.choices))
            choice = sitting.choices[place]
            written, _ = _pressed(terminal, str(place + 1))
            if sitting.ends_phase(choice) or choice.move.stays:
                written, _ = _pressed(terminal, "y")
            worst = max(worst, written)
            sitting.make(choice)
            if sitting.ask is None:
                break
    made = sum(1 for _ in FileJournal(home / "saves" / f"{name}.jsonl", writing=False).lines()) - 1
    if made != sitting.table.number:
        raise ParleyError(f"The benchmark made {sitting.table.number} moves, and {made} of them arrived.")
    return worst


# Times


def _key_to_frame(home: Path) -> float:
    """From the writing of a key to the last byte of its frame, as somebody in front of the terminal sees it.

    Both apps get their keys turn about, so that they meet the machine in the same moods.
    """
    ours, theirs = [], []
    with _table(home, ROOMY, "keys", _largest()) as table, _empty(home) as empty:
        _to_board(table)
        empty.read(1.0)
        for key, _ in zip(_walk(), range(KEYS), strict=False):
            written, seconds = _pressed(table, key)
            if written:
                ours.append(seconds)
                theirs.append(_pressed(empty, "x")[1])
    return quantiles(ours, n=20)[-1] / quantiles(theirs, n=20)[-1]


def _start(home: Path) -> float:
    """From the start of the command to the first frame of the home screen; the middle one of several pairs."""
    return median(_first_frame(_parley(home)) / _first_frame(_empty(home)) for _ in range(STARTS))


def _first_frame(terminal: Terminal) -> float:
    with terminal:
        terminal.read_until(_FRAME)
        return terminal.last - terminal.began
