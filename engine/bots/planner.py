"""The planner: lists whole actions, tries them in the same imagined futures, and goes on with the better ones.

It keeps to the action it has chosen as long as the table looks as it foresaw, and thinks anew when it sees more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

import msgspec

from engine.bots.futures import Action, Futures
from engine.bots.intent import Intent
from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Transaction

BUDGET = 2000
"""How many moves are tried in imagination for one decision."""

LISTED = 0.25
"""The share of the budget for listing actions; half of the rest goes to trying all of them, half of what is left to
trying the better ones, and so on."""

KEPT = 4
"""One action in this many is tried further."""

MOST = 64
"""In how many futures the best actions are tried at most."""

CURIOSITY = 0.05
"""How much better a future counts for each thing that the action brings to light while the seat or an ally can still
act in the round: the next choice will be wiser for it, which no imagined future shows, because nobody chooses in it."""


class TriedAction(msgspec.Struct):
    """An action and how it went, future by future."""

    action: Action
    worth: list[float] = []
    """With what curiosity adds."""
    won: int = 0
    chances: list[float] = []
    """Without it, because nobody wins by what comes to light alone."""
    news: int = 0
    """How much came to light in all of them, in time to be of use."""

    def mean(self) -> float:
        """What it was worth so far."""
        return sum(self.worth) / len(self.worth) if self.worth else 0.0

    def rating(self) -> int:
        """The chances to win, in 100."""
        return min(99, round(100 * sum(self.chances) / len(self.chances))) if self.chances else 0


class Planner:
    """Plays what it has found best. One planner plays one game, for any number of seats."""

    def __init__(
        self, budget: int = BUDGET, seconds: float | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        """The budget decides; seconds and `stop` end a search early, for those who wait for the answer."""
        self.budget = budget
        self.seconds, self.stop = seconds, stop
        self.nodes = 0
        """How many moves were tried so far."""
        self.intent = Intent()

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The next move of the best action; the idlest one while that is for another seat to carry out."""
        if len(moves) == 1:
            return moves[0]
        futures = Futures(rules, view, stack, seat, dice)
        if self.budget <= 0:
            return rules.idlest(view, futures.ask, seat)
        return self.intent.move(futures, moves, lambda futures: self.search(futures)[0].action)

    def search(self, futures: Futures) -> list[TriedAction]:
        """The actions that were tried to the end, the best first."""
        until = monotonic() + self.seconds if self.seconds else None
        alive = [TriedAction(action) for action in list_actions(futures, int(self.budget * LISTED))]
        idle, number = alive[0], 0
        while True:
            is_last = len(alive) <= KEPT
            goal = self.budget if is_last else (futures.nodes + self.budget) // 2
            number = self._try_all(futures, alive, number, goal, until)
            alive.sort(key=TriedAction.mean, reverse=True)
            if is_last:
                break
            # Doing nothing stays to the end: whatever was lucky so far has to prove better than that.
            alive = [each for place, each in enumerate(alive) if each is idle or place <= len(alive) // KEPT]
        self.nodes += futures.nodes
        return alive

    def _try_all(self, futures: Futures, alive: list[TriedAction], number: int, goal: int, until: float | None) -> int:
        """Try actions in one future after another, at least in one, up to a number of moves; the next future."""
        while number < MOST:
            for each in alive:
                _try(futures, each, number)
            number += 1
            if futures.nodes >= goal or (until and monotonic() > until) or (self.stop and self.stop()):
                break
        return number


def _try(futures: Futures, tried: TriedAction, number: int) -> None:
    """Carry an action out in one future, and note how the round ends and what the action brought to light in time."""
    turn = futures.turn(number)
    futures.act(turn, tried.action)
    found = sum(fact.reveals_to(turn.state, futures.seat) for fact in turn.facts)
    # What comes to light when no ally can act any more in the round, as at its end, is too late for this plan.
    news = found if futures.settle(turn, number) else 0
    worth = futures.worth(turn)
    tried.won += worth >= 1
    tried.news += news
    tried.chances.append(worth)
    tried.worth.append(worth * (1 + CURIOSITY * news))


# Listing actions


def list_actions(futures: Futures, most: int) -> list[Action]:
    """Whole actions in the first future, the idlest first; of those that come to the same only one."""
    rules, ask = futures.rules, futures.ask
    found: dict[Any, Action] = {}
    seen = set()
    first = [(seat, move) for seat in futures.partners() for move in futures.moves(futures.turn(0), ask, seat)]
    idlest = rules.idlest(futures.view, ask, futures.seat)
    # Short actions come first, and otherwise any, because the budget may not reach the last ones.
    begun = deque((futures.turn(0), Action(seat, (move,))) for seat, move in futures.dice.shuffled(first))
    begun.appendleft((futures.turn(0), Action(futures.seat, (idlest,))))
    while begun and (futures.nodes < most or not found):
        # Past the budget the newest action is carried on to its end: level by level, the orders of a dozen cards
        # would take for ever.
        turn, action = begun.popleft() if futures.nodes < most else begun.pop()
        futures.take(turn, turn.stack[-1], action.seat, action.moves[-1])  # type: ignore[arg-type]
        follows, gist = futures.asked(turn), rules.gist(turn.state)
        if follows is None or rules.opens_action(follows) or follows.seats != (action.seat,):
            found.setdefault(gist, action)
            continue
        answers = tuple(futures.moves(turn, follows, action.seat))
        if (follows, gist, answers) not in seen:
            seen.add((follows, gist, answers))
            begun += [
                (Transaction.on(turn.state, turn.stack, turn.dice), Action(action.seat, (*action.moves, move)))
                for move in answers
            ]
    return list(found.values())
