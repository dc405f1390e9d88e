"""Bots think in processes of their own: the house must never wait for one, and nobody for somebody else's."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from threading import Thread
from typing import Any, TypeVar

import msgspec

from engine import registry
from engine.bots import bot
from engine.bots.planner import BUDGET as HINT
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.table import Table
from tui.house.turns import Turns
from tui.play.forecast import ends
from tui.play.hints import Hint, advice, told

T = TypeVar("T")

BUDGET, LEAST = 600, 100
"""How many moves a planner at a table of the house tries in its imagination for each of its own, and how many it tries
at least, however many tables wait for theirs."""

LONGEST = 3.0
"""Seconds after which a bot makes the best move that it has found."""


class Question(msgspec.Struct, frozen=True):
    """All that a bot may know: what a seat sees, and what is asked."""

    game: str
    view: Any
    stack: tuple[Frame, ...]
    seat: Seat
    number: int

    @classmethod
    def of(cls, table: Table[Any], seat: Seat) -> Question:
        """The question that is open at a table for a seat."""
        return cls(table.setup.game, table.view(seat), table.stack, seat, table.number)


def choose(question: Question, share: float, name: str, luck: int) -> Move:
    """A bot's answer; runs in another process."""
    rules = registry.game(question.game)
    ask = question.stack[-1]
    assert isinstance(ask, Ask)
    moves = rules.moves(question.view, ask, question.seat)
    dice = Dice(luck, question.number)
    return bot(name, budget(BUDGET, share), LONGEST).choose(
        rules, question.view, question.stack, question.seat, moves, dice
    )


def hint(question: Question, share: float) -> Hint:
    """What the planner would do; runs in another process."""
    rules = registry.game(question.game)
    ask = question.stack[-1]
    assert isinstance(ask, Ask)
    found = advice(rules, question.view, question.stack, question.seat, question.number, budget=budget(HINT, share))
    return told(rules, question.view, ask, found)


def foresee(question: Question, share: float) -> list[Any]:
    """The ends of the round that fit what a seat sees; runs in another process."""
    return ends(registry.game(question.game), question.view, question.stack, question.seat, question.number)


def budget(whole: int, share: float) -> int:
    """What is left of a budget while others want to think, too."""
    return max(LEAST, int(whole * share))


def _quiet() -> None:
    """The house ends its thinkers itself; a Ctrl-C on the host's terminal is not for them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    Thread(target=_end_with_the_house, daemon=True).start()


def _end_with_the_house() -> None:
    """A house that was killed ends nobody, and its thinkers would wait for a question for ever."""
    house = multiprocessing.parent_process()
    assert house is not None
    house.join()
    os._exit(0)


class Thinkers:
    """The processes; they are started when the first bot is asked."""

    def __init__(self, count: int | None = None) -> None:
        """As many as there are processors, and at least two, so that a long thought holds up no other table."""
        self._count = count or max(2, os.cpu_count() or 2)
        self._turns = Turns(self._count)
        self._pool: ProcessPoolExecutor | None = None
        # Now, because it wants a real standard error, and Textual may have that for itself when the first bot is asked.
        resource_tracker.ensure_running()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=_quiet)
        return self._pool

    async def _ask(self, table: Table[Any], seat: Seat, work: Callable[..., T], *more: Any) -> T:
        """Let a process think about the open question, when it is the table's turn."""
        question = Question.of(table, seat)
        share = await self._turns.come(table)
        try:
            return await self._think(table, work, question, share, *more)
        except BrokenProcessPool:
            # Somebody has killed a thinker. One more try with new ones; who is killed twice has to say so.
            share = await self._turns.come(table)
        try:
            return await self._think(table, work, question, share, *more)
        except BrokenProcessPool:
            raise Refused("The bots cannot think now.") from None

    async def _think(self, table: Table[Any], work: Callable[..., T], *args: Any) -> T:
        """Think in a turn of the table; the turn is over when the process is free, also if nobody waits any more."""
        pool, loop = self._started(), asyncio.get_running_loop()

        def over(_: Future[T]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._turns.over, table)

        try:
            thought = pool.submit(work, *args)
        except BrokenProcessPool:
            self._turns.over(table)
            self._forget(pool)
            raise
        thought.add_done_callback(over)
        try:
            return await asyncio.wrap_future(thought)
        except BrokenProcessPool:
            self._forget(pool)
            raise

    def _forget(self, pool: ProcessPoolExecutor) -> None:
        """Others may have noticed before that it is broken, and have new ones."""
        if self._pool is pool:
            self._pool = None

    async def choose(self, table: Table[Any], seat: Seat, name: str, luck: int) -> Move:
        """A bot's move for a seat."""
        return await self._ask(table, seat, choose, name, luck)

    async def hint(self, table: Table[Any], seat: Seat) -> Hint:
        """What the planner would do for a seat."""
        return await self._ask(table, seat, hint)

    async def foresee(self, table: Table[Any], seat: Seat) -> list[Any]:
        """The ends of the round that fit what a seat sees."""
        return await self._ask(table, seat, foresee)

    def close(self) -> None:
        """Let them go; what they were thinking of is not needed any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            # One that thinks would be waited for until it has finished, and the house with it.
            for thinker in multiprocessing.active_children():
                thinker.terminate()
