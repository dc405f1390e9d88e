"""Keeping to an action that a bot has begun, as long as the table looks as the bot foresaw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.bots.futures import Action, Futures
from engine.core.dice import Dice
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Transaction

NOTHING = Action("", ())
"""Nobody should do anything now: the others who see the same need not think about it again."""


class Foreseen(NamedTuple):
    """The table as the bot expects it, and what is left of the action that it has begun."""

    seat: Seat
    """Whose plan it is: the table is one that this seat imagined, with what it knows."""
    state: Any
    stack: tuple[Frame, ...]
    action: Action


class Intent:
    """What a bot is about to do: it thinks once for a whole action, and anew when it sees something unforeseen."""

    def __init__(self) -> None:
        """Begin without a plan."""
        self.foreseen: Foreseen | None = None

    def move(self, futures: Futures, moves: Sequence[Move], think: Callable[[Futures], Action]) -> Move:
        """The next move of the action that is under way, or of the one that comes of thinking."""
        rules, stack, seat = futures.rules, tuple(futures.stack), futures.seat
        idlest = rules.idlest(futures.view, futures.ask, seat)
        foreseen = self.expected(rules, futures.view, stack, seat)
        if foreseen is None:
            best = think(futures)
            is_idle = best == Action(seat, (idlest,)) and rules.opens_action(futures.ask)
            foreseen = Foreseen(seat, futures.table(0), stack, NOTHING if is_idle else best)
        move, rest = next_move(foreseen.action, seat, moves, idlest)
        goes_on = bool(rest.moves) or rest == NOTHING
        self.foreseen = _after(rules, foreseen, seat, move, rest) if goes_on else None
        return move

    def expected(self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat) -> Foreseen | None:
        """What was foreseen, if this seat sees just that, and its plan was made with nobody else's secrets."""
        foreseen = self.foreseen
        if foreseen is None or foreseen.stack != stack or rules.view(foreseen.state, seat) != view:
            return None
        planner = foreseen.seat
        is_shared = planner == seat or (
            planner in rules.side_of(view, seat) and rules.view(foreseen.state, planner) == view
        )
        return foreseen if is_shared else None


def next_move(action: Action, seat: Seat, moves: Sequence[Move], idlest: Move) -> tuple[Move, Action]:
    """The first move of an action and what is left of it; the idlest move if it is for another seat to begin."""
    if action.seat == seat and action.moves and action.moves[0] in moves:
        return action.moves[0], Action(seat, action.moves[1:])
    return idlest, action


def _after(rules: Rules[Any], foreseen: Foreseen, seat: Seat, move: Move, rest: Action) -> Foreseen:
    """What the table looks like after a move, if it brings nothing unforeseen."""
    ask = foreseen.stack[-1]
    assert isinstance(ask, Ask)
    turn = Transaction.on(foreseen.state, foreseen.stack[:-1], Dice(0, 0))
    rules.take(turn, ask, seat, move)
    turn.run(rules)
    return Foreseen(foreseen.seat, turn.state, tuple(turn.stack), rest)
