"""Imagined futures: tables that fit what a seat sees, on which bots try moves and let the round run out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core.dice import Dice
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Transaction

LONGEST = 200
"""A future is judged after this many moves, even if its round is not over."""

_HERE, _ACTING, _IDLING = range(0, 3 << 20, 1 << 20)
"""Where the streams of chance begin: of what is hidden, of the action that is tried, and of the rest of the round."""


class Action(NamedTuple):
    """What one seat does: a move, and its answers to the questions that follow from it."""

    seat: Seat
    moves: tuple[Move, ...]


class Futures:
    """The futures of one question, numbered: what is hidden and how the dice fall is the same for every action tried.

    So two actions are compared in the same futures, and differ only where it is their own doing.
    """

    def __init__(self, rules: Rules[Any], view: Any, stack: Sequence[Frame], seat: Seat, dice: Dice) -> None:
        """Begin with a view, what is asked, and the bot's own chance."""
        self.rules, self.view, self.stack, self.seat = rules, view, stack, seat
        self.round = rules.round_of(view)
        self.dice = dice
        self.nodes = 0
        """How many moves were tried."""
        self._luck = dice.below(1 << 48)
        self._imagined: list[Any] = []

    @property
    def ask(self) -> Ask:
        """The question."""
        ask = self.stack[-1]
        assert isinstance(ask, Ask)
        return ask

    def table(self, number: int) -> Any:
        """The state from which a future starts."""
        while len(self._imagined) <= number:
            dice = Dice(self._luck, _HERE + len(self._imagined))
            self._imagined.append(self.rules.imagine(self.view, self.seat, dice))
        return self._imagined[number]

    def partners(self) -> list[Seat]:
        """Those asked who see what this seat sees and win with it, itself first: they can plan together."""
        rules, state = self.rules, self.table(0)
        allies = rules.side_of(self.view, self.seat)
        others = [other for other in self.ask.seats if other != self.seat and other in allies]
        return [self.seat, *(other for other in others if rules.view(state, other) == self.view)]

    def turn(self, number: int) -> Transaction[Any]:
        """A future to try moves in."""
        return Transaction.on(self.table(number), self.stack, Dice(self._luck, _ACTING + number))

    def moves(self, turn: Transaction[Any], ask: Ask, seat: Seat) -> Sequence[Move]:
        """What a seat could answer there."""
        return self.rules.moves(self.rules.view(turn.state, seat), ask, seat)

    def take(self, turn: Transaction[Any], ask: Ask, seat: Seat, move: Move) -> None:
        """Try a move."""
        turn.stack.pop()
        self.rules.take(turn, ask, seat, move)
        turn.run(self.rules)
        self.nodes += 1

    def asked(self, turn: Transaction[Any]) -> Ask | None:
        """What is asked in a future; nothing once its round, or the game, is over."""
        if not turn.stack or self.rules.round_of(turn.state) != self.round:
            return None
        ask = turn.stack[-1]
        return ask if isinstance(ask, Ask) else None

    def act(self, turn: Transaction[Any], action: Action) -> None:
        """Carry an action out as far as it goes there: what comes in between is answered idly."""
        for move in action.moves:
            while ask := self.asked(turn):
                if action.seat in ask.seats and move in self.moves(turn, ask, action.seat):
                    self.take(turn, ask, action.seat, move)
                    break
                if self.rules.opens_action(ask):
                    return
                self.idle(turn, ask)

    def idlest(self, turn: Transaction[Any], ask: Ask, seat: Seat) -> Move:
        """The answer of a seat that does least."""
        return self.rules.idlest(self.rules.view(turn.state, seat), ask, seat)

    def idle(self, turn: Transaction[Any], ask: Ask) -> None:
        """Answer with the move that does least."""
        seat = ask.seats[0]
        self.take(turn, ask, seat, self.idlest(turn, ask, seat))

    def settle(self, turn: Transaction[Any], number: int) -> bool:
        """Idle after an action until this seat or an ally has a choice to act again; whether one has in the round."""
        turn.dice = Dice(self._luck, _IDLING + number)
        for _ in range(LONGEST):
            ask = self.asked(turn)
            if ask is None:
                return False
            if self.rules.opens_action(ask) and any(self._can_use_news(turn, ask, seat) for seat in ask.seats):
                return True
            self.idle(turn, ask)
        return False

    def _can_use_news(self, turn: Transaction[Any], ask: Ask, other: Seat) -> bool:
        """Whether a seat wins with this one, and can do something about it."""
        return other in self.rules.side_of(self.view, self.seat) and len(self.moves(turn, ask, other)) > 1

    def run_out(self, turn: Transaction[Any]) -> Any:
        """Let everybody idle until the round is over; what this seat would see then."""
        for _ in range(LONGEST):
            ask = self.asked(turn)
            if ask is None:
                break
            self.idle(turn, ask)
        return self.rules.view(turn.state, self.seat)

    def end(self, turn: Transaction[Any], number: int) -> Any:
        """What this seat would see if nobody did anything more in the round."""
        self.settle(turn, number)
        return self.run_out(turn)

    def worth(self, turn: Transaction[Any]) -> float:
        """Judge the end of the round, if nobody does anything more."""
        return self.rules.value(self.run_out(turn), self.seat)
