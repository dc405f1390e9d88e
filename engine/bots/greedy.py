"""The greedy bot: tries its own actions in a few imagined futures and takes the one that the round ends best with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.futures import Action, Futures
from engine.bots.intent import Intent
from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules

FUTURES = 3
"""In how many futures each action is tried: what looks best in a single one is mostly a lucky guess."""

TRIES = 5
"""How often each move is begun with, with random answers to the questions that follow; alike actions count once."""

WHIM = 20
"""One action in 20 is the idlest move: two bots that hand each other the same card for ever, because nothing else
looks better, come to an end."""


class Greedy:
    """Looks one action ahead, to the end of the round, and plans no further. One bot plays one game, for any seats."""

    def __init__(self, futures: int = FUTURES, tries: int = TRIES) -> None:
        """Fewer futures and tries are quicker, and play worse."""
        self.futures, self.tries = futures, tries
        self.intent = Intent()

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The next move of the action after which the round ends best; of equal ones the one that does least."""
        if len(moves) == 1:
            return moves[0]
        return self.intent.move(Futures(rules, view, stack, seat, dice), moves, self._think)

    def _think(self, futures: Futures) -> Action:
        idlest = futures.rules.idlest(futures.view, futures.ask, futures.seat)
        nothing = Action(futures.seat, (idlest,))
        if futures.rules.opens_action(futures.ask) and futures.dice.below(WHIM) == 0:
            return nothing
        moves = futures.moves(futures.turn(0), futures.ask, futures.seat)
        found: dict[Any, Action] = {}
        for move in moves:
            for _ in range(self.tries if move != idlest else 0):
                gist, action = self._completed(futures, move)
                found.setdefault(gist, action)
        return max([nothing, *found.values()], key=lambda action: self._worth(futures, action))

    def _completed(self, futures: Futures, move: Move) -> tuple[Any, Action]:
        """An action that begins with a move and goes on at random, and the gist of what it leads to."""
        turn, made, seat = futures.turn(0), [move], futures.seat
        futures.take(turn, futures.ask, seat, move)
        while (ask := futures.asked(turn)) and ask.seats == (seat,) and not futures.rules.opens_action(ask):
            made.append(futures.dice.choice(futures.moves(turn, ask, seat)))
            futures.take(turn, ask, seat, made[-1])
        return futures.rules.gist(turn.state), Action(seat, tuple(made))

    def _worth(self, futures: Futures, action: Action) -> float:
        """What the action brings, in all futures together."""
        return sum(self._tried(futures, action, number) for number in range(self.futures))

    def _tried(self, futures: Futures, action: Action, number: int) -> float:
        turn = futures.turn(number)
        futures.act(turn, action)
        futures.settle(turn, number)
        return futures.worth(turn)
