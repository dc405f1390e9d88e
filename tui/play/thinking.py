"""Bots think in processes of their own: no screen waits for one, and no table for those of another."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr
from multiprocessing import resource_tracker
from threading import Thread
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from engine import registry
from engine.bots import Bot, bot
from engine.bots.intent import Foreseen, Intent
from engine.bots.levels import LEAST, LEVELS, at_level
from engine.bots.planner import BUDGET as HINT
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.setup import Kind
from engine.core.table import Table
from tui.play.forecast import ends
from tui.play.hints import Hint, advice, told
from tui.play.turns import Turns

T = TypeVar("T")

BUDGET = 600
"""How many moves the planner of an older record tries in its imagination for each of its own."""

LONGEST = 3.0
"""Seconds after which a bot makes the best move that it has found."""

_hurried: Any = None
"""In a process that thinks: the number of the thought that has to end now, which the others can change."""


class BotQuestion(msgspec.Struct, frozen=True):
    """All that a bot may know: what a seat sees, and what is asked."""

    game: str
    view: Any
    stack: tuple[Frame, ...]
    seat: Seat
    number: int
    kind: Kind
    """Whether the others at the table are partners or rivals."""

    @classmethod
    def of(cls, table: Table[Any], seat: Seat) -> BotQuestion:
        """The question that is open at a table for a seat."""
        kind = table.rules.kind_of(table.setup)
        return cls(table.setup.game, table.view(seat), table.stack, seat, table.number, kind)


class Order(msgspec.Struct, frozen=True):
    """How a bot thinks: at which level, with which chance, how long, and by which number it can be hurried."""

    level: str
    """One of the levels; records of an older Parley have the name of a bot."""
    luck: int
    longest: float = LONGEST
    number: int = 0


class BotAnswer(msgspec.Struct, frozen=True):
    """What a bot does, and what it is about to do next."""

    move: Move
    plan: Foreseen | None = None
    """The rest of the action that it has begun, with the table as it imagines it then: its seat knows no more."""


def choose(question: BotQuestion, share: float, order: Order, plan: Foreseen | None = None) -> BotAnswer:
    """A bot's answer, which goes on with a plan as long as the table looks as foreseen; runs in another process."""
    rules = registry.game(question.game)
    ask = question.stack[-1]
    assert isinstance(ask, Ask)
    moves = rules.moves(question.view, ask, question.seat)
    dice = Dice(order.luck, question.number)
    player = _player(order, question.kind, share)
    intent = getattr(player, "intent", None) or Intent()  # some bots plan no further than a move
    intent.foreseen = plan
    move = player.choose(rules, question.view, question.stack, question.seat, moves, dice)
    return BotAnswer(move, intent.foreseen)


def _player(order: Order, kind: Kind, share: float) -> Bot:
    if order.level not in LEVELS:
        return bot(order.level, budget(BUDGET, share), order.longest)
    player: Bot = at_level(order.level, kind, order.longest, share=share, stop=lambda: _is_hurried(order.number))
    return player


def _is_hurried(number: int) -> bool:
    return _hurried is not None and number > 0 and _hurried.value == number


def hint(question: BotQuestion, share: float) -> Hint:
    """What the planner would do; runs in another process."""
    rules = registry.game(question.game)
    ask = question.stack[-1]
    assert isinstance(ask, Ask)
    found = advice(rules, question.view, question.stack, question.seat, question.number, budget=budget(HINT, share))
    return told(rules, question.view, ask, found)


def foresee(question: BotQuestion, share: float) -> list[Any]:
    """The ends of the round that fit what a seat sees; runs in another process."""
    return ends(registry.game(question.game), question.view, question.stack, question.seat, question.number)


def budget(whole: int, share: float) -> int:
    """What is left of a budget while others want to think as well."""
    return max(LEAST, int(whole * share))


def _quiet(hurried: Any) -> None:
    """Parley ends its thinkers itself; a Ctrl-C on its terminal is not for them."""
    global _hurried  # a process of a pool has no other place for what it shares
    _hurried = hurried
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    Thread(target=_end_with_the_parent, daemon=True).start()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started now never hear of a Ctrl-C, not even before they can say so themselves."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_the_parent() -> None:
    """A Parley that was killed ends nobody, and its thinkers would wait for a question for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


class ActionPlan(msgspec.Struct, frozen=True):
    """What the bot of a seat is about to do, and how many moves had been taken back at its table by then."""

    undone: int
    foreseen: Foreseen


class Thinkers:
    """The processes; they are started when the first bot is asked."""

    def __init__(self, count: int | None = None) -> None:
        """As many as there are processors, and at least two, so that a long thought holds up no other table."""
        self._count = count or max(2, os.cpu_count() or 2)
        self._turns = Turns(self._count)
        self._pool: ProcessPoolExecutor | None = None
        self._hurried: Any = None
        self._thoughts = 0
        self._plans: WeakKeyDictionary[Table[Any], dict[tuple[Seat, str], ActionPlan]] = WeakKeyDictionary()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            with redirect_stderr(sys.__stderr__):  # it wants a real one, and Textual may have that for itself
                resource_tracker.ensure_running()
            self._hurried = context.RawValue("Q", 0)
            self._pool = ProcessPoolExecutor(
                self._count, mp_context=context, initializer=_quiet, initargs=(self._hurried,)
            )
        return self._pool

    async def _ask(self, table: Table[Any], seat: Seat, work: Callable[..., T], *more: Any) -> T:
        """Let a process think about the open question, when it is the table's turn."""
        question = BotQuestion.of(table, seat)
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
            with _uninterrupted():
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

    async def choose(self, table: Table[Any], seat: Seat, level: str, luck: int, *, longest: float = LONGEST) -> Move:
        """A bot's move for a seat; it goes on with the action that it has begun, unless moves were taken back since."""
        self._thoughts += 1
        order, undone = Order(level, luck, longest, self._thoughts), table.undone
        plans = self._plans.setdefault(table, {})
        plan = plans.get((seat, level))
        foreseen = plan.foreseen if plan is not None and plan.undone == undone else None
        answer = await self._ask(table, seat, choose, order, foreseen)
        plans.pop((seat, level), None)
        if answer.plan is not None:
            plans[seat, level] = ActionPlan(undone, answer.plan)
        return answer.move

    def hurry(self) -> None:
        """Let the bot that was asked last make the best move that it has found so far."""
        if self._hurried is not None:
            self._hurried.value = self._thoughts

    async def hint(self, table: Table[Any], seat: Seat) -> Hint:
        """What the planner would do for a seat."""
        return await self._ask(table, seat, hint)

    async def foresee(self, table: Table[Any], seat: Seat) -> list[Any]:
        """The ends of the round that fit what a seat sees."""
        return await self._ask(table, seat, foresee)

    def close(self) -> None:
        """Let them go; what they think about is not needed any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            # The interpreter would wait at its end for one that thinks.
            for thinker in multiprocessing.active_children():
                thinker.terminate()


class Thinker:
    """One process, for somebody who waits for each answer; Ctrl-C ends the waiting."""

    def __init__(self) -> None:
        """It is started when the first bot is asked."""
        self._thinkers, self._loop = Thinkers(count=1), asyncio.Runner()

    def choose(self, table: Table[Any], seat: Seat, level: str, luck: int) -> Move:
        """A bot's move for a seat."""
        return self._loop.run(self._thinkers.choose(table, seat, level, luck))

    def close(self) -> None:
        """Let it go, also if it thinks."""
        self._thinkers.close()
        self._loop.close()
