"""The table: one game being played. The only thing that accepts a move."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.structs import replace

from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.journal import FoldLine, Header, Journal, Keeper, Line, NoJournal
from engine.core.kinds import NOBODY, Ask, Fact, Frame, Move, Outcome, Seat, Setup, State
from engine.core.rules import Rules

S = TypeVar("S", bound=State)


MOST_FRAMES = 100_000
"""No move leads to so many frames: past this the rules go round in a circle, which is a bug to be seen."""

_FRAMES = range(MOST_FRAMES)

KEPT = 128
"""Of so many loaded steps one keeps its state: the others fold from there when they are asked for theirs."""


class Step(msgspec.Struct, gc=False):
    """One line of the game so far, with the state and the stack that it started from."""

    line: Any
    """Seat, move and facts; of a loaded step the bytes of its line, until somebody wants to know."""
    stack: Any
    """The frames; of a loaded step the bytes of the line that left them, until somebody wants to know."""
    kept: Any
    """The state before; of most loaded steps it is folded when somebody wants to know."""
    keeper: Any = None
    previous: Step | None = None

    @property
    def seat(self) -> Seat:
        """Who chose; nobody for the laying out of the table."""
        return cast(Seat, self._told().seat)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened."""
        return cast(tuple[Fact, ...], self._told().facts)

    def _told(self) -> Any:
        if isinstance(self.line, bytes):
            self.line = self.keeper.line(self.line)
        return self.line

    @property
    def before(self) -> Any:
        """The state that the step started from."""
        if self.kept is None:
            between: list[Step] = []
            step = self
            while step.kept is None and step.previous is not None:
                step = step.previous
                between.append(step)
            state = step.kept.clone()
            for each in reversed(between):
                for fact in each.facts:
                    fact.apply(state)
            self.kept, self.previous = state, None
        return self.kept

    @property
    def move(self) -> Move | None:
        """What the seat chose; nothing for the laying out of the table."""
        move = self._told().move
        return cast(Move | None, self.keeper.move(move) if isinstance(move, msgspec.Raw) else move)

    @property
    def waiting(self) -> tuple[Frame, ...]:
        """The frames that were waiting, the ask that was answered last."""
        if isinstance(self.stack, bytes):
            self.stack = self.keeper.frames(self.stack)
        return cast(tuple[Frame, ...], self.stack)

    @property
    def reveals(self) -> bool:
        """Whether the step told somebody something new."""
        return any(fact.reveals for fact in self.facts)


class Turn(Generic[S]):
    """A move being carried out on a copy: nothing of it is seen before it is whole and written down."""

    __slots__ = ("dice", "facts", "stack", "state")

    def __init__(self, state: S, stack: Sequence[Frame], dice: Dice) -> None:
        """Start from a state and a stack that stay untouched."""
        self.state = state.clone()
        self.stack = list(stack)
        self.dice = dice
        self.facts: list[Fact] = []

    def emit(self, fact: Fact) -> None:
        """Let something happen: the fact is applied at once and goes into the journal."""
        fact.apply(self.state)
        self.facts.append(fact)

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack; the first of them comes next."""
        if len(frames) == 1:
            self.stack.append(frames[0])
        else:
            self.stack.extend(frames[::-1])

    def run(self, rules: Rules[S]) -> None:
        """Work off frames until one waits for a seat or the game is over."""
        stack, run = self.stack, rules.run
        for _ in _FRAMES:
            if not stack or stack[-1].waits:
                return
            run(self, stack.pop())
        raise RuntimeError(f"After {MOST_FRAMES} frames the rules still ask nobody: {stack[-1]!r} comes next.")


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Hold the garbage collector off: it would walk through all that is being loaded, again and again, for nothing."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Table(Generic[S]):
    """One game being played: its journal, its state, its seats."""

    def __init__(self, rules: Rules[S], setup: Setup, journal: Journal) -> None:
        """Sit down at an empty table; `begin` or `resume` lays it out."""
        self.rules = rules
        self.setup = setup
        self.state: S = rules.empty()
        self.stack: tuple[Frame, ...] = ()
        self.ask: Ask | None = None
        """What is asked now; None once the game is over."""
        self.question = 0
        """Which question that is, counting those of moves that were taken back too: no two are alike."""
        self._settled = 0
        """The first question since the table was opened or a move was taken back: older ones are over for everybody."""
        self.steps: list[Step] = []
        self.notice = ""
        self._keeper: Keeper[S] = Keeper(rules, journal)
        self._views: dict[Seat, S] = {}
        self._moves: dict[Seat, Sequence[Move]] = {}

    @classmethod
    def begin(cls, rules: Rules[S], setup: Setup, journal: Journal) -> Table[S]:
        """Open a new table: check the setup, lay everything out and write it down."""
        rules.check(setup)
        table = cls(rules, setup, journal)
        turn = Turn(table.state, (), Dice(setup.seed, 0))
        rules.set_up(turn, setup)
        turn.run(rules)
        table._keeper.write_header(Header.of(setup))
        table._commit(NOBODY, None, turn)
        return table

    @classmethod
    def resume(cls, rules: Rules[S], journal: Journal, *, every_digest: bool = False) -> Table[S]:
        """Open a saved table by folding the facts of its journal.

        Every line's checksum is checked. The digest of the state is checked at the end; only if it is wrong there, or
        if `every_digest` asks for it, is it checked after each line, to name the first that is wrong.
        """
        keeper = Keeper(rules, journal)
        header, lines = keeper.read_to_fold()
        table = cls(rules, header.setup, journal)
        table._keeper = keeper
        with _no_collecting():
            last = table._fold(lines, every_digest)
        if not every_digest and not keeper.matches(last, table.state, table.stack):
            return cls.resume(rules, journal, every_digest=True)
        table.notice = keeper.notice
        return table

    @property
    def number(self) -> int:
        """The number that the next move will have."""
        return len(self.steps)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.rules.outcome(self.state)

    def view(self, seat: Seat) -> S:
        """What one seat may see; made once per question."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.rules.view(self.state, seat)
        return view

    def moves(self, seat: Seat) -> Sequence[Move]:
        """Every legal move of a seat; listed once per question."""
        moves = self._moves.get(seat)
        if moves is None:
            ask = self.ask
            moves = self.rules.moves(self.view(seat), ask, seat) if ask is not None and seat in ask.seats else ()
            self._moves[seat] = moves
        return moves

    def submit(self, seat: Seat, move: Move, at: int | None = None) -> Sequence[Fact]:
        """Carry out a seat's move, write it down and return what happened; or refuse and change nothing.

        `at` is the `question` that the seat was looking at: a late answer is refused.
        """
        ask, rules = self.ask, self.rules
        if ask is None or seat not in ask.seats or move not in self.moves(seat):
            raise self._refusal(seat, move, at)
        if at is not None and self._is_stale(seat, at):
            raise self._refusal(seat, move, at)
        turn = Turn(self.state, self.stack, Dice(self.setup.seed, len(self.steps)))
        turn.stack.pop()
        rules.take(turn, ask, seat, move)
        turn.run(rules)
        self._commit(seat, move, turn)
        return turn.facts

    def as_of(self, number: int) -> Table[S]:
        """The table as it stood before a move, for somebody who looks back; nothing of it is written down."""
        then = type(self)(self.rules, self.setup, NoJournal())
        if number >= self.number:
            then.state, then.stack, then.steps = self.state, self.stack, list(self.steps)
        else:
            step = self.steps[number]
            then.state, then.stack, then.steps = step.before, step.waiting, self.steps[:number]
        then._forget()
        then.question = then._settled = number
        return then

    def _is_stale(self, seat: Seat, at: int | None) -> bool:
        """Whether an answer is to another question than the one that is open for the seat."""
        if at is None or at == self.question:
            return False
        return not self._settled <= at < self.question or not self._is_still_asked(seat, at)

    def _is_still_asked(self, seat: Seat, at: int) -> bool:
        """Whether a seat has been asked the same ever since, together with others who have answered meanwhile."""
        for number in range(len(self.steps) - (self.question - at), len(self.steps)):
            step = self.steps[number]
            ask = step.waiting[-1]
            after = self.steps[number + 1].waiting[-1] if number + 1 < len(self.steps) else self.ask
            assert isinstance(ask, Ask)
            left = replace(ask, seats=tuple(each for each in ask.seats if each != step.seat))
            if step.seat == seat or seat not in ask.seats or after != left:
                return False
        return True

    def _refusal(self, seat: Seat, move: Move, at: int | None) -> Refused:
        """Why a move is not accepted: it is for another's seat, stale, out of turn or not legal."""
        ask = self.ask
        if seat not in self.setup.seats:
            return Refused(f'There is no seat "{seat}" at this table.')
        if ask is None:
            return Refused("The game is over.")
        if self._is_stale(seat, at):
            return Refused(f"The table has moved on: that answers question {at}, and question {self.question} is open.")
        if seat not in ask.seats:
            name, others = self.rules.seat_title(seat), " or ".join(map(self.rules.seat_title, ask.seats))
            return Refused(f"It is not for {name} to answer now; the table waits for {others}.")
        return Refused(self.rules.why_not(self.view(seat), ask, seat, move))

    def undo(self, seat: Seat) -> None:
        """Take back the last move, if nothing was revealed by it and it was this seat's own."""
        if len(self.steps) <= 1:
            raise Refused("There is no move to take back.")
        if seat not in self.setup.seats:
            raise Refused(f'There is no seat "{seat}" at this table.')
        last = self.steps[-1]
        if not self.setup.open_undo:
            if last.seat != seat:
                owner = self.rules.seat_title(last.seat)
                raise Refused(f"The last move was {owner}'s; only {owner} can take it back.")
            if last.reveals:
                raise Refused("The last move revealed something new, so it cannot be taken back.")
        number = self.number - 1
        self._keeper.write_undo(number, seat, last.before, last.waiting)
        self._step_back()

    def _step_back(self) -> None:
        last = self.steps.pop()
        self.state, self.stack = last.before, last.waiting
        self._forget()
        self._settled = self.question

    def _commit(self, seat: Seat, move: Move | None, turn: Turn[S]) -> None:
        """Write a finished turn down, then make it the state of the table."""
        stack = tuple(turn.stack)
        line = Line(len(self.steps), seat, move, tuple(turn.facts), stack)
        if self._keeper.is_writing:
            self._keeper.write(line, turn.state)
        self.steps.append(Step(line, self.stack, self.state))
        self.state, self.stack = turn.state, stack
        self._forget()

    def _fold(self, lines: Iterable[tuple[bytes, FoldLine[Any]]], every_digest: bool) -> bytes:
        """Bring the table to the end of its journal; the last line comes back."""
        keeper, steps = self._keeper, self.steps
        state: S = self.state
        stack: Any = self.stack
        step: Step | None = None
        for raw, line in lines:
            number = len(steps)
            if line.undo is not None:
                keeper.expect_undo(line, number)
                undone = steps.pop()
                step = steps[-1]
                state, stack = undone.before.clone(), undone.stack
            elif line.n != number:
                raise keeper.out_of_sequence(line, number)
            else:
                if number % KEPT:
                    step = Step(raw, stack, None, keeper, step)
                else:
                    step = Step(raw, stack, state, keeper)
                    state = state.clone()
                steps.append(step)
                stack = raw
                try:
                    for fact in line.facts:
                        fact.apply(state)
                except (LookupError, ValueError, TypeError, AttributeError) as error:
                    raise keeper.does_not_fold(error) from None
            if every_digest:
                keeper.check(raw, state, keeper.frames(stack))
        self.state, self.stack = state, keeper.frames(stack)
        self.question = keeper.lines_read - 1
        self._forget()
        self._settled = self.question
        return raw

    def _forget(self) -> None:
        """A new question: what was listed for the old one no longer counts."""
        self.question += 1
        top: Any = self.stack[-1] if self.stack else None
        self.ask = top if top is not None and top.waits else None
        self._views = {}
        self._moves = {}
