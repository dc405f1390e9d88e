"""The greedy bot: tries each move on an imagined table and takes the one after which things stand best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.dice import Dice
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Turn

WIDTH = 6
"""How many answers to a follow-up question are tried."""

WHIM = 20
"""One choice in so many is the last move of the list, which does least: two bots that hand each other the same card for
ever, because nothing else looks better, come to an end."""

DEPTH = 3
"""How many follow-up questions of the same action are looked at."""


class Greedy:
    """Looks one action ahead: a move and the bot's own answers to the questions that it leads to."""

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The move after which the view is worth most; chance and hidden cards are imagined once, alike for all."""
        if len(moves) == 1 or dice.below(WHIM) == 0:
            return moves[-1]
        state = rules.imagine(view, seat, dice)
        luck = dice.below(1 << 30)
        best = [(self._worth(rules, state, stack, seat, move, luck, DEPTH), move) for move in dice.shuffled(moves)]
        return max(best, key=lambda pair: pair[0])[1]

    def _worth(
        self, rules: Rules[Any], state: Any, stack: Sequence[Frame], seat: Seat, move: Move, luck: int, depth: int
    ) -> float:
        """What the table is worth after a move, answering what follows from it as well as can be."""
        turn = Turn(state, stack[:-1], Dice(luck, depth))
        ask = stack[-1]
        assert isinstance(ask, Ask)
        rules.take(turn, ask, seat, move)
        turn.run(rules)
        after = turn.stack[-1] if turn.stack else None
        view = rules.view(turn.state, seat)
        if depth == 0 or not isinstance(after, Ask) or after.seats != (seat,) or len(turn.stack) == 1:
            return rules.value(view, seat)
        answers = rules.moves(view, after, seat)[:WIDTH]
        return max(self._worth(rules, turn.state, turn.stack, seat, each, luck, depth - 1) for each in answers)
