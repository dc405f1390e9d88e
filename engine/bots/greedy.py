"""The greedy bot: tries each move in a few imagined futures and takes the one that the round ends best with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.futures import Futures
from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules

FUTURES = 3
"""In how many futures each move is tried: what looks best in a single one is mostly a lucky guess."""

TRIES = 2
"""How often it is tried in each, with answers at random to the questions that follow from it."""

WHIM = 20
"""One choice in so many is the last move of the list, which does least: two bots that hand each other the same card for
ever, because nothing else looks better, come to an end."""


class Greedy:
    """Looks one action ahead, to the end of the round, and plans no further."""

    def __init__(self, futures: int = FUTURES, tries: int = TRIES) -> None:
        """Fewer futures and tries are quicker, and play worse."""
        self.futures, self.tries = futures, tries

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The move after which the round ends best; of equal ones the one that does least."""
        if len(moves) == 1 or dice.below(WHIM) == 0:
            return moves[-1]
        futures = Futures(rules, view, stack, seat, dice)
        return max(reversed(moves), key=lambda move: self._worth(futures, move, dice))

    def _worth(self, futures: Futures, move: Move, dice: Dice) -> float:
        """What the move brings with good answers, in all futures together."""
        return sum(
            max(self._tried(futures, move, number, dice) for _ in range(self.tries)) for number in range(self.futures)
        )

    def _tried(self, futures: Futures, move: Move, number: int, dice: Dice) -> float:
        turn = futures.turn(number)
        futures.take(turn, futures.ask, futures.seat, move)
        while (ask := futures.asked(turn)) and ask.seats == (futures.seat,) and not futures.rules.opens_action(ask):
            futures.take(turn, ask, futures.seat, dice.choice(futures.moves(turn, ask, futures.seat)))
        return futures.finish(turn, number)
