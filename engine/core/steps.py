"""The moves of a table so far, and how they are folded out of a journal."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, cast

import msgspec

from engine.core.journal import Keeper
from engine.core.kinds import Fact, Frame, Move, Seat, State

S = TypeVar("S", bound=State[Any])

KEPT = 128
"""Keep one snapshot every this many loaded steps; the states in between are folded on demand."""


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
    def is_aside(self) -> bool:
        """Whether the seat said or did something outside a question."""
        move = self.move
        return move is not None and move.aside

    @property
    def waiting(self) -> tuple[Frame, ...]:
        """The frames that were waiting, the ask that was answered last."""
        if isinstance(self.stack, bytes):
            self.stack = self.keeper.frames(self.stack)
        return cast(tuple[Frame, ...], self.stack)

    @property
    def reveals(self) -> bool:
        """Whether the step told somebody something new."""
        return any(fact.reveals_in(self.before) for fact in self.facts)


class Folding(Generic[S]):
    """Brings a state to the end of a journal, line by line.

    The facts of the last moves are held back, and applied block by block: those of a move that is taken back meanwhile
    never are. A block starts with a snapshot, so that an undo of a move that was applied takes back its whole block,
    once. So what is taken back, and how often, makes no difference to how long a line takes.
    """

    def __init__(self, keeper: Keeper[S], state: S, *, at_once: bool) -> None:
        """Begin with the state before the first fact; `at_once` holds nothing back."""
        self.state = state
        """The state before the facts that are held back."""
        self.stack: Any = ()
        """The frames; of a line its bytes."""
        self.steps: list[Step] = []
        self._keeper = keeper
        self._held: list[tuple[Fact, ...]] = []
        self._size, self._most = (1, 1) if at_once else (KEPT, 2 * KEPT)

    def add(self, raw: bytes, facts: tuple[Fact, ...]) -> None:
        """One more move."""
        steps, held = self.steps, self._held
        steps.append(Step(raw, self.stack, None, self._keeper, steps[-1] if steps else None))
        held.append(facts)
        self.stack = raw
        if len(held) == self._most:
            self._apply_block()

    def take_back(self) -> None:
        """The last move never was."""
        if not self._held:
            self._take_back_block()
        self._held.pop()
        self.stack = self.steps.pop().stack

    def finish(self) -> None:
        """Nothing more will be taken back."""
        while self._held:
            self._apply_block()

    def _apply_block(self) -> None:
        """Apply the oldest moves that are held back, after a snapshot."""
        held, state = self._held, self.state
        first = self.steps[len(self.steps) - len(held)]
        first.kept, first.previous = state, None
        self.state = state = state.clone()
        for facts in held[: self._size]:
            for fact in facts:
                fact.apply(state)
        del held[: self._size]

    def _take_back_block(self) -> None:
        """Go back to the last snapshot; the moves since then are held back again."""
        block = self.steps[-self._size :]
        self.state = block[0].kept
        self._held = [self._keeper.line(step.line).facts for step in block]
