"""Games among bots: many of them, on all cores, the same for the same seed however many processes play them."""

from __future__ import annotations

import os
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.bots import bot
from engine.core.dice import Dice
from engine.core.errors import SaveError
from engine.core.journal import NoJournal
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.store.files import SUFFIX
from tui.console import is_ascii_only

_MANY = 40
"""From so many random games on, starting more processes pays; games of bots that think take long enough."""

_QUIET = 10.0
"""Seconds between two lines of progress where no progress bar can be drawn."""

_CHUNK = 4
_SEEDS = 1 << 48


class Plan(msgspec.Struct, frozen=True):
    """What is played, by whom, and what becomes of the journals."""

    setup: Setup
    bot: str
    most_moves: int
    folder: Path | None = None
    budget: int | None = None
    """How many moves a bot may try in its imagination for each of its own; if nothing is said, its own measure."""
    census: bool = False
    """Whether to count which content comes into use."""


class Played(msgspec.Struct, frozen=True):
    """One game: how far it came and how it ended."""

    index: int
    seed: int
    finished: bool
    won: bool
    rounds: int
    moves: int
    facts: int
    counts: dict[str, int]
    uses: dict[str, int] = {}


class Report(msgspec.Struct, frozen=True):
    """All games together."""

    games: int
    finished: int
    wins: int
    losses: int
    rounds_median: float | None
    moves: int
    facts: int
    moves_per_second: float


class Notebook:
    """A journal kept in memory until its game is over: a simulation need not survive a crash."""

    on = True
    torn = False

    def __init__(self, name: str) -> None:
        """Begin with an empty page."""
        self.name = name
        self._lines: list[bytes] = []

    def lines(self) -> Iterator[bytes]:
        """What was written."""
        return iter(self._lines)

    def append(self, line: bytes) -> None:
        """Add a line."""
        self._lines.append(line)

    def write(self, path: Path) -> None:
        """Make a save of it; never over another one."""
        try:
            with path.open("xb") as file:
                file.writelines(line + b"\n" for line in self._lines)
        except FileExistsError:
            raise SaveError(f"There is already a save {path}.") from None


# One game


def play_one(plan: Plan, index: int) -> Played:
    """Play the game with this number to its end, or to the most moves it may have."""
    chance = Dice(plan.setup.seed or 0, index)
    seed = chance.below(_SEEDS)
    setup = msgspec.structs.replace(plan.setup, seed=seed)
    name = f"{setup.scenario}-{index + 1:04}{SUFFIX}"
    notebook = Notebook(name) if plan.folder else NoJournal()
    table = Table.begin(registry.game(setup.game), setup, notebook)
    _play_out(table, plan, chance.below(_SEEDS))
    if plan.folder and isinstance(notebook, Notebook):
        notebook.write(plan.folder / name)
    outcome, rules = table.outcome, table.rules
    used = (rules.used(fact) for step in table.steps for fact in step.facts) if plan.census else ()
    return Played(
        index=index,
        seed=seed,
        finished=outcome is not None,
        won=outcome is not None and bool(outcome.winners),
        rounds=rules.round_of(table.state),
        moves=table.number - 1,
        facts=sum(len(step.facts) for step in table.steps),
        counts=rules.counts(table.state),
        uses=dict(Counter(filter(None, used))),
    )


def _play_out(table: Table[Any], plan: Plan, luck: int) -> None:
    player = bot(plan.bot, plan.budget)
    while table.number <= plan.most_moves and (ask := table.ask) is not None:
        dice = Dice(luck, table.number)
        able = [seat for seat in ask.seats if table.moves(seat)]
        if not able:
            return
        seat = dice.choice(able)
        move = player.choose(table.rules, table.view(seat), table.stack, seat, table.moves(seat), dice)
        table.submit(seat, move)


# All of them


def simulate(plan: Plan, games: int, jobs: int | None) -> tuple[Report, list[Played]]:
    """Play the games and add them up."""
    if plan.folder:
        plan.folder.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    results = [game for _, game in played([(plan, index) for index in range(games)], jobs)]
    results.sort(key=lambda game: game.index)
    return _report(results, time.perf_counter() - began), results


def played(tasks: Sequence[tuple[Plan, int]], jobs: int | None) -> Iterator[tuple[int, Played]]:
    """Play games of one or several plans, with a progress bar; each as it ends, with the number of its task."""
    yield from _shown(_each(list(enumerate(tasks)), jobs), len(tasks))


def _play_task(task: tuple[int, tuple[Plan, int]]) -> tuple[int, Played]:
    number, (plan, index) = task
    return number, play_one(plan, index)


def _each(tasks: Sequence[tuple[int, tuple[Plan, int]]], jobs: int | None) -> Iterator[tuple[int, Played]]:
    many = len(tasks) >= _MANY or any(plan.bot != "random" for _, (plan, _) in tasks)
    processes = jobs or (min(os.cpu_count() or 1, len(tasks)) if many else 1)
    if processes == 1:
        yield from map(_play_task, tasks)
        return
    from multiprocessing import get_context

    # Spawned, not forked: a progress bar has a thread, and a fork copies a process with threads badly.
    chunk = 1 if len(tasks) < _MANY * _CHUNK else _CHUNK
    with get_context("spawn").Pool(processes, _leave_ctrl_c_to_the_parent) as pool:
        yield from pool.imap_unordered(_play_task, tasks, chunksize=chunk)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _shown(games: Iterator[Any], count: int) -> Iterator[Any]:
    """The same games, with a progress bar on standard error; where that is no terminal, with a line now and then."""
    if not sys.stderr.isatty():
        yield from _counted(games, count)
        return
    with _progress(count) as advance:
        for game in games:
            advance()
            yield game


def _counted(games: Iterator[Any], count: int, clock: Callable[[], float] = time.monotonic) -> Iterator[Any]:
    """The same games; a plain line tells how many are played, at most every few seconds."""
    told = clock()
    for number, game in enumerate(games, start=1):
        if number < count and clock() - told >= _QUIET:
            sys.stderr.write(f"Played {number} of {count} games.\n")
            sys.stderr.flush()
            told = clock()
        yield game


@contextmanager
def _progress(count: int) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    # The bar is drawn with line characters; where only ASCII can be shown, the numbers have to do.
    bar = [] if is_ascii_only() else [BarColumn()]
    parts = (TextColumn("Playing"), *bar, MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=count)
        yield partial(progress.advance, task)


def _report(played: list[Played], seconds: float) -> Report:
    ended = [game for game in played if game.finished]
    moves = sum(game.moves for game in played)
    return Report(
        games=len(played),
        finished=len(ended),
        wins=sum(game.won for game in ended),
        losses=sum(not game.won for game in ended),
        rounds_median=statistics.median(game.rounds for game in ended) if ended else None,
        moves=moves,
        facts=sum(game.facts for game in played),
        moves_per_second=round(moves / seconds, 1) if seconds else 0.0,
    )
