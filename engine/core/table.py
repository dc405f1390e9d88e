"""The table: one game being played. The only thing that accepts a move."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from engine.core import taking_back
from engine.core.dice import Chance
from engine.core.errors import Refused
from engine.core.grammar import joined
from engine.core.journal import DoesNotFold, FoldLine, Header, Journal, Keeper, Line, NoJournal, UndonePair
from engine.core.kinds import NOBODY, Ask, Fact, Frame, Move, Outcome, Seat, Setup, State
from engine.core.rules import Rules
from engine.core.steps import Folding, Step
from engine.core.transaction import Transaction as Transaction

S = TypeVar("S", bound=State[Any])


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
        self.state: S = rules.start(setup)
        self.stack: tuple[Frame, ...] = ()
        self.ask: Ask | None = None
        """What is asked now; None once the game is over."""
        self.question = 0
        """Which question that is, counting those of moves that were taken back too: no two are alike."""
        self._settled = 0
        """The first question since the table was opened or a move was taken back."""
        self._since: dict[Seat, int] = {}
        """Seats that have been asked the same since an older question: what was taken back did not concern them."""
        self.steps: list[Step] = []
        self.notice = ""
        self._header = Header.of(setup)
        self._chance = Chance()
        self._keeper: Keeper[S] = Keeper(rules, journal)
        self._views: dict[Seat, S] = {}
        self._moves: dict[Seat, Sequence[Move]] = {}
        self._asides: dict[Seat, Sequence[Move]] = {}

    @classmethod
    def begin(cls, rules: Rules[S], setup: Setup, journal: Journal, chance: Chance | None = None) -> Table[S]:
        """Open a new table: check the setup, lay everything out and write it down.

        Without a seed nobody can foresee its chance; `chance` is for a game that is played once more.
        """
        rules.check(setup)
        table = cls(rules, setup, journal)
        table._chance = chance or (Chance.fresh() if setup.seed is None else Chance(setup.seed))
        turn = Transaction.on(table.state, (), table._chance.dice(0))
        rules.set_up(turn, setup)
        turn.run(rules)
        table._keeper.write_header(table._header, table._chance)
        table._commit(NOBODY, None, turn)
        return table

    @classmethod
    def resume(cls, rules: Rules[S], journal: Journal, *, every_digest: bool = False) -> Table[S]:
        """Open a saved table by folding the facts of its journal.

        Every line's checksum is checked. The digest of the state is checked at the end; only if it is wrong there, or
        if `every_digest` asks for it, is it checked after each line, to name the first that is wrong.
        """
        keeper = Keeper(rules, journal)
        header, lines = keeper.read_to_fold(every_line=every_digest)
        table = cls(rules, header.setup, journal)
        table._keeper = keeper
        table._chance, table._header = keeper.chance, header
        try:
            with _no_collecting():
                last = table._fold(lines, every_digest)
            is_sound = every_digest or keeper.matches(last, table.state, table.stack)
        except DoesNotFold:
            if every_digest:
                raise
            is_sound = False
        if not is_sound:
            return cls.resume(rules, journal, every_digest=True)
        table.notice = keeper.notice
        return table

    @property
    def number(self) -> int:
        """The number that the next move will have."""
        return len(self.steps)

    @property
    def practice(self) -> str:
        """Why players may know what comes, in a few words, so that a win sets no record; empty if they cannot."""
        return self._header.practice

    @property
    def undone(self) -> int:
        """How many moves were taken back so far: each has added two lines to the journal."""
        return (self.question - self.number) // 2

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
            if ask is not None and seat in ask.seats:
                moves = self.rules.moves(self._views.get(seat) or self.view(seat), ask, seat)
            else:
                moves = ()
            self._moves[seat] = moves
        return moves

    def asides(self, seat: Seat) -> Sequence[Move]:
        """What a seat may say or do now outside a question; listed once per question."""
        asides = self._asides.get(seat)
        if asides is None:
            is_seated = self.ask is not None and seat in self.setup.seats
            asides = self._asides[seat] = self.rules.asides(self.view(seat), seat) if is_seated else ()
        return asides

    def submit(self, seat: Seat, move: Move, at: int | None = None) -> Sequence[Fact]:
        """Carry out a seat's move, write it down and return what happened; or refuse and change nothing.

        `at` is the `question` that the seat was looking at: a late answer is refused. An aside answers none.
        """
        ask, rules = self.ask, self.rules
        if ask is None or move not in (self._moves.get(seat) or self.moves(seat)):
            if move.aside and move in self.asides(seat):
                return self._submit_aside(seat, move)
            raise self._refusal(seat, move, at)
        if at is not None and self._is_stale(seat, at):
            raise self._refusal(seat, move, at)
        turn = Transaction(self.state.clone(), [*self.stack[:-1]], self._chance.dice(len(self.steps)))
        rules.take(turn, ask, seat, move)
        turn.run(rules)
        self._commit(seat, move, turn)
        return turn.facts

    def has_only_asides_since(self, at: int) -> bool:
        """Whether the question with that number is still the open one: nothing but asides was submitted since."""
        if not self._settled <= at <= self.question:
            return False
        return all(step.is_aside for step in self.steps[len(self.steps) - (self.question - at) :])

    def _submit_aside(self, seat: Seat, move: Move) -> Sequence[Fact]:
        turn = Transaction.on(self.state, self.stack, self._chance.dice(len(self.steps)))
        turn.take_aside(self.rules, seat, move)
        self._commit(seat, move, turn)
        return turn.facts

    def as_of(self, number: int) -> Table[S]:
        """The table as it stood before a move, for somebody who looks back; nothing of it is written down."""
        then = type(self)(self.rules, self.setup, NoJournal())
        then._header = self._header
        if number >= self.number:
            then.state, then.stack, then.steps = self.state, self.stack, list(self.steps)
        else:
            step = self.steps[number]
            then.state, then.stack, then.steps = step.before, step.waiting, self.steps[:number]
        then._forget()
        then.question = then._settled = number
        return then

    def write_to(self, journal: Journal) -> None:
        """Write the table as it stands to another journal; moves that were taken back are left out."""
        keeper = Keeper(self.rules, journal)
        keeper.write_header(self._header, self._chance)
        ends = [*((step.before, step.waiting) for step in self.steps[1:]), (self.state, self.stack)]
        for number, (step, (state, stack)) in enumerate(zip(self.steps, ends, strict=True)):
            keeper.write(Line(number, step.seat, step.move, step.facts, stack), state)

    def _is_stale(self, seat: Seat, at: int | None) -> bool:
        """Whether an answer is to another question than the one that is open for the seat."""
        if at is None or at == self.question:
            return False
        if self._since.get(seat, self._settled) <= at < self._settled:
            at = self._settled
        return not self._settled <= at <= self.question or not self._is_still_asked(seat, at)

    def _is_still_asked(self, seat: Seat, at: int) -> bool:
        """Whether a seat has been asked the same ever since, together with others who have moved meanwhile."""
        for number in range(len(self.steps) - (self.question - at), len(self.steps)):
            step = self.steps[number]
            if step.is_aside:
                continue
            ask = step.waiting[-1] if step.waiting else None
            after = self.steps[number + 1].waiting[-1] if number + 1 < len(self.steps) else self.ask
            if not isinstance(ask, Ask):
                return False
            left = replace(ask, seats=tuple(each for each in ask.seats if each != step.seat))
            if step.seat == seat or seat not in ask.seats or not (after == left or (ask.apart and after == ask)):
                return False
        return True

    def _asked_since(self, seat: Seat) -> int:
        """The first question from which on a seat has been asked the same."""
        at = self.question
        while at > self._settled and self._is_still_asked(seat, at - 1):
            at -= 1
        return self._since.get(seat, at) if at == self._settled else at

    def _refusal(self, seat: Seat, move: Move, at: int | None) -> Refused:
        """Why a move is not accepted: it is for another's seat, stale, out of turn or not legal."""
        ask = self.ask
        if seat not in self.setup.seats:
            return Refused(f'There is no seat "{seat}" at this table.')
        if ask is None:
            return Refused("The game is over.")
        if move.aside:
            return Refused(self.rules.why_not(self.view(seat), ask, seat, move))
        if self._is_stale(seat, at):
            return Refused(f"The table has moved on: that answers question {at}, and question {self.question} is open.")
        if seat not in ask.seats:
            name, others = self.rules.seat_title(seat), joined(map(self.rules.seat_title, ask.seats), "or")
            return Refused(f"It is not for {name} to answer now; the table waits for {others}.")
        return Refused(self.rules.why_not(self.view(seat), ask, seat, move))

    def undo(self, seat: Seat) -> None:
        """Take back this seat's own last move, if nothing was revealed by it and nothing since rests on it.

        What others have said since, or arranged apart, stays. With open undo the last move of all is taken back.
        """
        if len(self.steps) <= 1:
            raise Refused("There is no move to take back.")
        if seat not in self.setup.seats:
            raise Refused(f'There is no seat "{seat}" at this table.')
        number = self._undoes(seat)
        step, kept = self.steps[number], taking_back.kept(self, number, self._chance)
        is_quiet = step.is_aside or taking_back.is_apart(step)
        since = {each: self._asked_since(each) for each in self.asked if each != seat} if is_quiet else {}
        state, stack = (kept[-1].after, kept[-1].line.next) if kept else (step.before, step.waiting)
        self._keeper.write_undo(number, seat, state, stack, [(each.line, each.after) for each in kept])
        self.steps[number:] = [Step(each.line, each.stack, each.before) for each in kept]
        self.state, self.stack = state, stack
        self._forget()
        self._settled, self._since = self.question, {each: at for each, at in since.items() if each in self.asked}

    def takes_back(self, seat: Seat) -> int:
        """The number of the move that `undo` would take back for a seat; of the last one if it would refuse."""
        try:
            return self._undoes(seat)
        except Refused:
            return len(self.steps) - 1

    def _undoes(self, seat: Seat) -> int:
        return len(self.steps) - 1 if self.setup.open_undo else taking_back.last_own(self, seat)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        return self.ask.seats if self.ask is not None else ()

    def _commit(self, seat: Seat, move: Move | None, turn: Transaction[S]) -> None:
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
        keeper, folding = self._keeper, Folding(self._keeper, self.state, at_once=every_digest)
        steps, add, take_back = folding.steps, folding.add, folding.take_back
        try:
            for raw, line in lines:
                if isinstance(line, UndonePair):
                    if line.n != len(steps) or not steps:  # reading every line tells which one is wrong
                        raise keeper.does_not_fold(IndexError(line.n))
                elif line.undo is not None:
                    keeper.expect_undo(line, len(steps))
                    for _ in range(len(steps) - line.undo):
                        take_back()
                    for kept in map(bytes, line.again):
                        add(kept, keeper.line(kept).facts)
                        if every_digest:
                            keeper.check(kept, folding.state, keeper.frames(kept))
                elif line.n != len(steps):
                    raise keeper.out_of_sequence(line, len(steps))
                else:
                    add(raw, line.facts)
                if every_digest:
                    keeper.check(raw, folding.state, keeper.frames(folding.stack))
            folding.finish()
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise keeper.does_not_fold(error) from None
        self.steps, self.state, self.stack = steps, folding.state, keeper.frames(folding.stack)
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
        if self._asides:
            self._asides = {}
