"""Games among bots: many of them, on all cores, the same for the same seed however many processes play them."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.bots import Bot, bot, names
from engine.bots.levels import LEVELS, at_level
from engine.core.dice import Dice
from engine.core.errors import Refused, SaveError, nearest
from engine.core.journal import NoJournal
from engine.core.kinds import Seat, Setup
from engine.core.setup import Kind
from engine.core.table import Table
from engine.store.files import SUFFIX
from tui.measure.progress import shown
from tui.measure.report import Played, Report, report
from tui.measure.workers import spread

_MANY = 40
"""From this many random games on, starting more processes pays; games of bots that think always take long enough."""

_CHUNK = 4
SEEDS = 1 << 48
"""Seeds of games and luck of bots are below this."""


class SimulationPlan(msgspec.Struct, frozen=True):
    """What is played, by whom, and what becomes of the journals."""

    setup: Setup
    bot: str
    """Who plays every seat, unless each has its own."""
    most_moves: int
    folder: Path | None = None
    budget: int | None = None
    """How many moves a bot may try in its imagination for each of its own; if nothing is said, its own measure."""
    census: bool = False
    """Whether to count which content comes into use."""
    bots: tuple[str, ...] = ()
    """Who plays each seat, in the order of the seats."""
    rotate: bool = False
    """Whether the bots change seats from game to game, so that each plays every deal in every seat."""

    def seated(self, index: int) -> tuple[tuple[str, ...], int]:
        """Who plays each seat in the game with this number, and the number of its deal."""
        bots, count = self.bots or (self.bot,) * len(self.setup.seats), len(self.setup.seats)
        if not self.rotate:
            return bots, index
        deal, turned = divmod(index, count)
        return (*bots[count - turned :], *bots[: count - turned]), deal

    @property
    def thinks(self) -> bool:
        """Whether a game takes long enough to be worth a process."""
        return any(name != "random" for name in self.seated(0)[0])


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


def play_one(plan: SimulationPlan, index: int) -> Played:
    """Play the game with this number to its end, or to the most moves it may have."""
    bots, deal = plan.seated(index)
    chance = Dice(plan.setup.seed or 0, deal)
    seed = chance.below(SEEDS)
    setup = msgspec.structs.replace(plan.setup, seed=seed)
    name = f"{setup.scenario}-{index + 1:04}{SUFFIX}"
    notebook = Notebook(name) if plan.folder else NoJournal()
    table = Table.begin(registry.game(setup.game), setup, notebook)
    play_out(table, plan, chance.below(SEEDS), bots)
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
        winners=outcome.winners if outcome else (),
        bots=bots,
    )


def play_out(table: Table[Any], plan: SimulationPlan, luck: int, bots: tuple[str, ...] = ()) -> None:
    """Let bots play a table to its end, or to the most moves it may have."""
    players = seated(table, bots or plan.seated(0)[0], plan.budget)
    while table.number <= plan.most_moves and (ask := table.ask) is not None:
        dice = Dice(luck, table.number)
        able = [seat for seat in ask.seats if table.moves(seat)]
        if not able:
            return
        seat = dice.choice(able)
        move = players[seat].choose(table.rules, table.view(seat), table.stack, seat, table.moves(seat), dice)
        table.submit(seat, move)


def seated(table: Table[Any], bots: Sequence[str], budget: int | None) -> dict[Seat, Bot]:
    """A bot for each seat. Those who play together may plan together; nobody else shares what a bot has in mind."""
    kind = table.rules.kind_of(table.setup)
    one = {name: bot_of(name, kind, budget) for name in set(bots)} if kind == "together" else {}
    places = zip(table.setup.seats, bots, strict=True)
    return {seat: one.get(name) or bot_of(name, kind, budget) for seat, name in places}


def bot_of(name: str, kind: Kind, budget: int | None = None) -> Bot:
    """A bot by its name or its level, for one game; the budget is for bots that think."""
    if name in LEVELS:
        level: Bot = at_level(name, kind)
        return level
    if name not in names():
        raise Refused(f'There is no bot "{name}".{nearest(name, (*names(), *LEVELS))}')
    return bot(name, budget)


# All of them


def simulate(plan: SimulationPlan, games: int, jobs: int | None) -> tuple[Report, list[Played]]:
    """Play the games and add them up."""
    if plan.folder:
        plan.folder.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    results = [game for _, game in played([(plan, index) for index in range(games)], jobs)]
    results.sort(key=lambda game: game.index)
    return report(registry.game(plan.setup.game), plan.setup, results, time.perf_counter() - began), results


def played(tasks: Sequence[tuple[SimulationPlan, int]], jobs: int | None) -> Iterator[tuple[int, Played]]:
    """Play games of one or several plans, with a progress bar; each as it ends, with the number of its task."""
    yield from shown(_each(list(enumerate(tasks)), jobs), len(tasks))


def _play_task(task: tuple[int, tuple[SimulationPlan, int]]) -> tuple[int, Played]:
    number, (plan, index) = task
    return number, play_one(plan, index)


def _play_chunk(tasks: Sequence[tuple[int, tuple[SimulationPlan, int]]]) -> list[tuple[int, Played]]:
    return [_play_task(task) for task in tasks]


def _each(tasks: Sequence[tuple[int, tuple[SimulationPlan, int]]], jobs: int | None) -> Iterator[tuple[int, Played]]:
    many = len(tasks) >= _MANY or any(plan.thinks for _, (plan, _) in tasks)
    processes = jobs or (min(os.cpu_count() or 1, len(tasks)) if many else 1)
    if processes == 1:
        yield from map(_play_task, tasks)
        return
    size = 1 if len(tasks) < _MANY * _CHUNK else _CHUNK
    chunks = [tasks[first : first + size] for first in range(0, len(tasks), size)]
    for results in spread(_play_chunk, chunks, processes):
        yield from results
