"""A move being carried out: the state so far, the frames that are left, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.core.dice import Dice
from engine.core.kinds import Fact, Frame, Move, Seat, State
from engine.core.rules import Rules

S = TypeVar("S", bound=State[Any])

MOST_FRAMES = 100_000
"""No move leads to this many frames: past it the rules go round in a circle, which is a bug that has to surface."""

_FRAMES = range(MOST_FRAMES)


class Transaction(Struct, Generic[S], gc=False):
    """A move being carried out on a copy: nothing of it is seen before it is whole and written down."""

    state: S
    stack: list[Frame]
    dice: Dice
    facts: list[Fact] = []

    @classmethod
    def on(cls, state: S, stack: Sequence[Frame], dice: Dice) -> Transaction[S]:
        """Start from a state and a stack that stay untouched."""
        return cls(state.clone(), [*stack], dice)

    def emit(self, fact: Fact) -> None:
        """Let something happen: the fact is applied at once and goes into the journal."""
        fact.apply(self.state)
        self.facts.append(fact)

    def push(self, frame: Frame, *later: Frame) -> None:
        """Put frames on the stack; the first of them comes next."""
        if later:
            self.stack.extend(later[::-1])
        self.stack.append(frame)

    def take_aside(self, rules: Rules[S], seat: Seat, move: Move) -> None:
        """Carry out an aside: what was asked is still asked, unless the game is over by it."""
        stack = [*self.stack]
        rules.take_aside(self, seat, move)
        self.stack = stack if rules.outcome(self.state) is None else []

    def run(self, rules: Rules[S]) -> None:
        """Work off frames until one waits for a seat or the game is over."""
        stack, run = self.stack, rules.run
        for _ in _FRAMES:
            if not stack or stack[-1].waits:
                return
            run(self, stack.pop())
        raise RuntimeError(f"After {MOST_FRAMES} frames the rules still ask nobody: {stack[-1]!r} comes next.")
