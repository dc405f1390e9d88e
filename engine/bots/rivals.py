"""The bot for rivals: a tree search over information sets, in which every seat plays for itself.

The moves of the question are tried in the same imagined futures, one line of play in each, and the better half of them
is tried further. Below them every seat has a tree of its own, whose nodes are what that seat has seen since the
question: nobody in the search answers what they could not know (multiple-observer information-set Monte Carlo tree
search, Cowling, Powley and Whitehouse 2012). Where the tree ends, every seat plays what has worked for it in other
lines (move-average sampling, Finnsson and Björnsson 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log, log2, sqrt
from time import monotonic
from typing import Any

import msgspec

from engine.core.dice import Dice
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Transaction

BUDGET = 4000
"""How many moves are tried in imagination for one decision."""

ROUNDS, FOR_A_ROUND = 2, 2000
"""A line of play is judged ROUNDS rounds ahead, and one round further for every FOR_A_ROUND moves of the budget:
short lines are judged by what is near, and few long ones by luck."""

LONGEST = 200
"""A line of play is judged after this many moves even if its rounds are not over."""

EXPLORATION = 0.5
"""How much the search prefers moves that it has tried little, in parts of the range of values that it has seen."""

WHIM = 10, 3
"""Of this many moves beyond the tree, how many are made at random."""

_encode = msgspec.msgpack.Encoder().encode


class TriedMove:
    """A move: how often it was possible, how often it was tried, and what it brought in all."""

    __slots__ = ("possible", "total", "tries")

    def __init__(self) -> None:
        """Nothing was tried yet."""
        self.possible, self.tries, self.total = 0, 0, 0.0

    def add(self, worth: float) -> None:
        """One more line with it."""
        self.tries += 1
        self.total += worth

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.total / self.tries if self.tries else 0.0


Node = dict[Move, TriedMove]
"""One information set of one seat."""


class LineOfPlay:
    """One line of play: what each seat has seen in it, and which moves were made."""

    def __init__(self) -> None:
        """Begin at the question."""
        self.seen: dict[Seat, int] = {}
        self.chosen: list[tuple[Seat, TriedMove]] = []
        """The moves of the tree, which learn what the line brought."""
        self.made: list[tuple[Seat, Move]] = []
        self.in_tree = True


class Search:
    """The trees of all seats, from one seat's view."""

    def __init__(
        self, rules: Rules[Any], view: Any, stack: Sequence[Frame], seat: Seat, dice: Dice, rounds: int = ROUNDS
    ) -> None:
        """Begin with a view, what is asked, and the bot's own chance."""
        self.rules, self.view, self.stack, self.seat = rules, view, stack, seat
        self.nodes = 0
        self._until = rules.round_of(view) + rounds
        self._luck = dice.below(1 << 48)
        self._trees: dict[tuple[Seat, int], Node] = {}
        self._habits: dict[tuple[Seat, Move], TriedMove] = {}
        """What each move has brought to each seat, wherever it was made."""
        self._range: dict[Seat, tuple[float, float]] = {}
        """The lowest and the highest worth that each seat has met."""

    def best(self, moves: Sequence[Move], budget: int, is_over: Callable[[], bool] = lambda: False) -> Move:
        """Try all moves in the same futures, then the better half of them, and so on; the best at the end."""
        alive = {move: TriedMove() for move in moves}
        halvings, number = max(1, ceil(log2(len(moves)))), 0
        for left in range(halvings, 0, -1):
            goal = self.nodes + (budget - self.nodes) // left
            while True:
                for move, tried in alive.items():
                    tried.add(self.try_line(number, move))
                    if is_over():
                        return _ranked(alive)[0]
                number += 1
                if self.nodes >= goal:
                    break
            alive = {move: alive[move] for move in _ranked(alive)[: (len(alive) + 1) // 2]}
        return next(iter(alive))

    def try_line(self, number: int, first: Move) -> float:
        """Play one line that begins with a move, in the future with this number; what it brings to the seat."""
        chance = Dice(self._luck, 2 * number)
        state = self.rules.imagine(self.view, self.seat, chance)
        turn, line = Transaction.on(state, self.stack, Dice(self._luck, 2 * number + 1)), LineOfPlay()
        for length in range(LONGEST):
            ask = self._asked(turn)
            if ask is None:
                break
            seat = self.seat if self.seat in ask.seats else ask.seats[0]
            move = self._choice(turn, ask, seat, line, chance) if length else first
            line.made.append((seat, move))
            self._take(turn, ask, seat, move, line)
        return self._learn(turn, line)

    def _asked(self, turn: Transaction[Any]) -> Ask | None:
        if not turn.stack or self.rules.round_of(turn.state) > self._until:
            return None
        ask = turn.stack[-1]
        return ask if isinstance(ask, Ask) else None

    def _choice(self, turn: Transaction[Any], ask: Ask, seat: Seat, line: LineOfPlay, chance: Dice) -> Move:
        """The only move, one by the tree of the seat, or beyond the tree one by its habits."""
        moves = self.rules.moves(self.rules.view(turn.state, seat), ask, seat)
        if len(moves) == 1:
            return moves[0]
        if line.in_tree:
            move, tried, line.in_tree = self._select(seat, line.seen.get(seat, 0), moves, chance)
            line.chosen.append((seat, tried))
            return move
        many, few = WHIM
        return chance.choice(moves) if chance.below(many) < few else self._habit(seat, moves, chance)

    def _select(self, seat: Seat, key: int, moves: Sequence[Move], chance: Dice) -> tuple[Move, TriedMove, bool]:
        """The move to try in an information set, and whether the line stays in the tree after it."""
        node = self._trees.setdefault((seat, key), {})
        new = [move for move in moves if move not in node]
        if new:
            move = chance.choice(new)
            tried = node[move] = TriedMove()
            tried.possible = 1
            return move, tried, False
        low, high = self._range.get(seat, (0.0, 1.0))
        explore, best, most = EXPLORATION * (high - low), moves[0], -1.0
        for each in moves:
            tried = node[each]
            tried.possible += 1
            worth = tried.mean + explore * sqrt(log(tried.possible) / tried.tries)
            if worth > most:
                best, most = each, worth
        return best, node[best], True

    def _habit(self, seat: Seat, moves: Sequence[Move], chance: Dice) -> Move:
        """The move that has brought most to the seat in other lines; one that was never made comes first."""
        first, best, most = chance.below(len(moves)), moves[0], -1.0
        for each in (*moves[first:], *moves[:first]):
            habit = self._habits.get((seat, each))
            if habit is None:
                return each
            if habit.mean > most:
                best, most = each, habit.mean
        return best

    def _take(self, turn: Transaction[Any], ask: Ask, seat: Seat, move: Move, line: LineOfPlay) -> None:
        """Carry a move out, and as long as trees are followed, note what every seat saw of it."""
        start = len(turn.facts)
        turn.stack.pop()
        self.rules.take(turn, ask, seat, move)
        turn.run(self.rules)
        self.nodes += 1
        if not line.in_tree:
            return
        for each in self.rules.players(turn.state):
            told = [fact.seen_by(turn.state, each) for fact in turn.facts[start:]]
            own = _encode(move) if each == seat else b""
            line.seen[each] = hash((line.seen.get(each, 0), seat, _encode(told), own))

    def _learn(self, turn: Transaction[Any], line: LineOfPlay) -> float:
        """Judge the end of a line for every seat; what it brought to the one that searches."""
        worth = {each: self.rules.value(turn.state, each) for each in self.rules.players(turn.state)}
        for each, found in worth.items():
            low, high = self._range.get(each, (found, found))
            self._range[each] = min(low, found), max(high, found)
        for seat, tried in line.chosen:
            tried.add(worth[seat])
        for seat, move in line.made:
            self._habits.setdefault((seat, move), TriedMove()).add(worth[seat])
        return worth[self.seat]


def _ranked(tried: Node) -> list[Move]:
    """Moves, the best first; of equal ones the first."""
    return sorted(tried, key=lambda move: tried[move].mean, reverse=True)


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
        """The move that has proved best."""
        if len(moves) == 1:
            return moves[0]
        search = Search(rules, view, stack, seat, dice, ROUNDS + self.budget // FOR_A_ROUND)
        until = monotonic() + self.seconds if self.seconds else None

        def is_over() -> bool:
            return bool((until and monotonic() > until) or (self.stop and self.stop()))

        found = search.best(moves, self.budget, is_over)
        self.nodes += search.nodes
        return found
