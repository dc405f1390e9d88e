"""The bot for rivals: a tree search over information sets, in which every seat plays for itself.

Each iteration imagines what is hidden and plays one line of moves. Every seat has a tree of its own, whose nodes are
what that seat has seen since the question: so nobody in the search answers what he could not know (multiple-observer
information-set Monte Carlo tree search, Cowling, Powley and Whitehouse 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from time import monotonic
from typing import Any

import msgspec

from engine.core.dice import Dice
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Turn

BUDGET = 4000
"""How many moves are tried in imagination for one decision."""

ROUNDS = 1
"""A line of play is judged at the end of the round that is this many rounds ahead."""

LONGEST = 120
"""A line of play is judged after this many moves even if its rounds are not over."""

EXPLORATION = 0.5
"""How much the search prefers moves that it has tried little."""

_encode = msgspec.msgpack.Encoder().encode


class Tried:
    """A move in a node: how often it was possible, how often it was tried, and what it brought in all."""

    __slots__ = ("possible", "total", "tries")

    def __init__(self) -> None:
        """Nothing was tried yet."""
        self.possible, self.tries, self.total = 0, 0, 0.0


Node = dict[Move, Tried]
"""One information set of one seat."""


class Search:
    """The trees of all seats, from one seat's view."""

    def __init__(self, rules: Rules[Any], view: Any, stack: Sequence[Frame], seat: Seat, dice: Dice) -> None:
        """Begin with a view, what is asked, and the bot's own chance."""
        self.rules, self.view, self.stack, self.seat = rules, view, stack, seat
        self.dice = dice
        self.nodes = 0
        self._until = rules.round_of(view) + ROUNDS
        self._luck = dice.below(1 << 48)
        self._lines = 0
        self._trees: dict[tuple[Seat, int], Node] = {}

    def try_line(self) -> None:
        """Imagine what is hidden, play one line of moves, and note for every seat what it brought."""
        number = self._lines
        self._lines += 1
        chance = Dice(self._luck, 2 * number)
        state = self.rules.imagine(self.view, self.seat, chance)
        turn = Turn.on(state, self.stack, Dice(self._luck, 2 * number + 1))
        seen: dict[Seat, int] = {}
        chosen: list[tuple[Seat, Tried]] = []
        in_tree = True
        for _ in range(LONGEST):
            ask = self._asked(turn)
            if ask is None:
                break
            seat = self.seat if self.seat in ask.seats else ask.seats[0]
            moves = self.rules.moves(self.rules.view(turn.state, seat), ask, seat)
            if len(moves) == 1:
                move = moves[0]
            elif in_tree:
                move, tried, in_tree = self._select(seat, seen.get(seat, 0), moves, chance)
                chosen.append((seat, tried))
            else:
                move = moves[chance.below(len(moves))]
            self._take(turn, ask, seat, move, seen if in_tree else None)
        for seat, tried in chosen:
            tried.total += self.rules.value(turn.state, seat)

    def _asked(self, turn: Turn[Any]) -> Ask | None:
        if not turn.stack or self.rules.round_of(turn.state) > self._until:
            return None
        ask = turn.stack[-1]
        return ask if isinstance(ask, Ask) else None

    def _select(self, seat: Seat, key: int, moves: Sequence[Move], chance: Dice) -> tuple[Move, Tried, bool]:
        """The move to try in an information set, and whether the line stays in the tree after it."""
        node = self._trees.setdefault((seat, key), {})
        new = [move for move in moves if move not in node]
        if new:
            move = new[chance.below(len(new))]
            tried = node[move] = Tried()
            tried.possible = tried.tries = 1
            return move, tried, False
        best, most = moves[0], -1.0
        for each in moves:
            tried = node[each]
            tried.possible += 1
            worth = tried.total / tried.tries + EXPLORATION * sqrt(log(tried.possible) / tried.tries)
            if worth > most:
                best, most = each, worth
        node[best].tries += 1
        return best, node[best], True

    def _take(self, turn: Turn[Any], ask: Ask, seat: Seat, move: Move, seen: dict[Seat, int] | None) -> None:
        """Carry a move out, and note what every seat saw of it."""
        start = len(turn.facts)
        turn.stack.pop()
        self.rules.take(turn, ask, seat, move)
        turn.run(self.rules)
        self.nodes += 1
        if seen is None:
            return
        for each in self.rules.players(turn.state):
            told = [fact.seen_by(turn.state, each) for fact in turn.facts[start:]]
            seen[each] = hash((seen.get(each, 0), seat, _encode(told), _encode(move) if each == seat else b""))

    @property
    def tried(self) -> Node:
        """What was found of the moves of the question."""
        return self._trees.get((self.seat, 0), {})


class Rival:
    """Plays for its own seat, and expects every other seat to do the same."""

    def __init__(
        self, budget: int = BUDGET, seconds: float | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        """The budget decides; seconds and `stop` end a search early, for those who wait for the answer."""
        self.budget, self.seconds, self.stop = budget, seconds, stop
        self.nodes = 0

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The move that was tried most often."""
        if len(moves) == 1:
            return moves[0]
        search = Search(rules, view, stack, seat, dice)
        until = monotonic() + self.seconds if self.seconds else None
        while search.nodes < self.budget:
            search.try_line()
            if (until and monotonic() > until) or (self.stop and self.stop()):
                break
        self.nodes += search.nodes
        tried = search.tried
        return max(moves, key=lambda move: tried[move].tries if move in tried else 0)
