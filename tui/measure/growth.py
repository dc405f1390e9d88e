"""What many saves and long games cost: times with many against times with few, in one run."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from engine import registry
from engine.core.journal import Keeper, Line
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.facts import AdventurerMoved
from engine.games.horrors_of_war.moves import StepTo
from engine.store.files import SUFFIX
from tui.measure.engine import SEATS, Ratio, at_most, random_moves
from tui.measure.terminal import Terminal, environ
from tui.play.opened import MemoryJournal

GAME, SCENARIO = "horrors-of-war", "order-in-chaos"
FEW_SAVES, MANY_SAVES = 100, 10_000
FEW_MOVES, MANY_MOVES = 500, 50_000
MOST = 3.0
"""How many times as long a hundred times as much may take."""

TIMES = 5
_LONG = 60.0
_STANDS = b"Macaws"
"""Part of what the menu tells of the table to go on with."""
_PARLEY = [sys.executable, "-m", "tui"]
_ROOMY = (120, 40)
_TO_SAVES, _TO_REPLAYS = ("\x1b[B" * lines + "\r" for lines in (3, 4))


def run() -> Iterator[Ratio]:
    """All measurements, one after another."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = (_shelf(Path(folder) / str(count), count) for count in (FEW_SAVES, MANY_SAVES))
        yield at_most("home screen, 10,000 saves against 100", _ratio(_home, few, many), MOST)
        yield at_most("first screen of the list, 10,000 saves to 100", _ratio(_listed, few, many), MOST)
        short, long = (_long_game(Path(folder) / f"long-{moves}", moves) for moves in (FEW_MOVES, MANY_MOVES))
        yield at_most("theatre until shown, 50,000 moves against 500", _ratio(_theatre, short, long), MOST)


def _ratio(seconds: Callable[[Path], float], few: Path, many: Path) -> float:
    """Turn about, so that both meet the machine in the same moods."""
    pairs = [(seconds(few), seconds(many)) for _ in range(TIMES)]
    return median(two for _, two in pairs) / median(one for one, _ in pairs)


def _parley(home: Path, *arguments: str) -> Terminal:
    return Terminal([*_PARLEY, *arguments], size=_ROOMY, environ=environ(home))


# Many saves


def _shelf(home: Path, count: int) -> Path:
    """Saves of games that are over, and one older than all of them that is not; a list has been seen once."""
    done, going = _begun(), _begun()
    for _ in random_moves(done[1], random.Random(1)):
        pass
    for _ in zip(range(20), random_moves(going[1], random.Random(1)), strict=False):
        pass
    saves = _write(home, "done-0", done[0])
    _write(home, "open", going[0])
    for number in range(1, count - 1):
        os.link(saves / f"done-0{SUFFIX}", saves / f"done-{number}{SUFFIX}")
    os.utime(saves / f"open{SUFFIX}", (1, 1))
    subprocess.run([*_PARLEY, "saves"], env=environ(home), stdout=subprocess.DEVNULL, check=True)
    return home


def _begun() -> tuple[MemoryJournal, Table[Any]]:
    lines = MemoryJournal()
    setup = Setup(game=GAME, scenario=SCENARIO, seats=SEATS, seed=5)
    return lines, Table.begin(registry.game(GAME), setup, lines)


def _write(home: Path, name: str, lines: MemoryJournal) -> Path:
    """A save, in a folder that is made for it; where the saves are."""
    saves = home / "saves"
    saves.mkdir(parents=True, exist_ok=True)
    (home / "settings.json").write_text('{"pace": "instant", "glyphs": "unicode"}')
    (saves / f"{name}{SUFFIX}").write_bytes(b"".join(line + b"\n" for line in lines.kept))
    return saves


def _home(home: Path) -> float:
    """From the start of the command until the menu tells of the table to go on with."""
    with _parley(home) as terminal:
        terminal.read_until(_STANDS, _LONG)
        return terminal.last - terminal.began


def _listed(home: Path) -> float:
    """From the key in the menu until the list of saves is seen."""
    with _parley(home) as terminal:
        terminal.read_until(_STANDS, _LONG)
        terminal.read(1.0)
        began = perf_counter()
        terminal.press(_TO_SAVES)
        terminal.read_until(b"finished", _LONG)
        return terminal.last - began


# Long games


def _long_game(home: Path, moves: int) -> Path:
    """A save of a given number of moves: a figure walks to and fro, longer than any rule allows."""
    lines, table = _begun()
    keeper = Keeper(table.rules, lines)
    state, seat = table.state.clone(), SEATS[0]
    here = state.figures[seat]
    ways = (library().scenes[SCENARIO].ways[here][0], here)
    for number in range(1, moves):
        fact = AdventurerMoved(seat, ways[number % 2])
        fact.apply(state)
        keeper.write(Line(number, seat, StepTo(fact.to), (fact,), table.stack), state)
    _write(home, "long", lines)
    return home


def _theatre(home: Path) -> float:
    """From the key in the list of replays until the story of the save is seen."""
    with _parley(home) as terminal:
        terminal.read_until(_STANDS, _LONG)
        terminal.press(_TO_REPLAYS)
        terminal.read_until(b"round", _LONG)
        terminal.read(1.0)
        began = perf_counter()
        terminal.press("\r")
        terminal.read_until(b"as a spectator", _LONG)
        return terminal.last - began
