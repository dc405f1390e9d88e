"""The planner: lists whole actions, tries them in the same imagined futures, and goes on with the better ones.

It keeps to the action it has chosen as long as the table looks as it foresaw, and thinks anew when it sees more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from engine.bots.futures import Action, Futures
from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Turn

BUDGET = 2000
"""How many moves are tried in imagination for one decision."""

LISTED = 0.25
"""The share of the budget for listing actions; half of the rest goes to trying all of them, half of what is left to
trying the better ones, and so on."""

KEPT = 4
"""One action in so many is tried further."""

MOST = 64
"""In how many futures the best actions are tried at most."""

CURIOSITY = 0.05
"""How much better a future counts for each thing that the action brings to light: the next choice will be wiser for it,
which no imagined future shows, because nobody chooses again in it."""


class Advice(msgspec.Struct, frozen=True):
    """The move to make, why, whose it is, and the moves that are meant to follow it."""

    move: Move
    why: str
    seat: Seat
    then: tuple[str, ...] = ()
    """In words, as far as the first has nothing to bring to light."""


class Tried(msgspec.Struct):
    """An action and how it went, future by future."""

    action: Action
    worth: list[float] = []
    """With what curiosity adds."""
    won: int = 0
    chances: list[float] = []
    """Without it, because nobody wins by what comes to light alone."""
    news: int = 0
    """How much came to light in all of them."""

    def mean(self) -> float:
        """What it was worth so far."""
        return sum(self.worth) / len(self.worth) if self.worth else 0.0

    def rating(self) -> int:
        """The chances to win, in 100."""
        return min(99, round(100 * sum(self.chances) / len(self.chances))) if self.chances else 0


NOTHING = Action("", ())
"""Nobody should do anything now: the others who see the same need not think about it again."""


class Foreseen(NamedTuple):
    """The table as the planner expects it, and what is left of the action that it has begun."""

    state: Any
    stack: tuple[Frame, ...]
    action: Action


class Planner:
    """Plays what it has found best. One planner plays one game, for any number of seats."""

    def __init__(self, budget: int = BUDGET, seconds: float | None = None) -> None:
        """The budget decides; the seconds are a safety net for those who wait for the answer."""
        self.budget = budget
        self.seconds = seconds
        self.nodes = 0
        """How many moves were tried so far."""
        self._foreseen: Foreseen | None = None

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """The next move of the action that is best, also if it is another's; the last move of the list otherwise."""
        if len(moves) == 1 or self.budget <= 0:
            return moves[-1]
        foreseen = self._expected(rules, view, stack, seat)
        if foreseen is None:
            futures = Futures(rules, view, stack, seat, dice)
            best = self.search(futures)[0].action
            is_idle = best == Action(seat, (moves[-1],)) and rules.opens_action(futures.ask)
            foreseen = Foreseen(futures.table(0), stack, NOTHING if is_idle else best)
        move, rest = _next_move(foreseen.action, seat, moves)
        goes_on = bool(rest.moves) or rest == NOTHING
        self._foreseen = _after(rules, foreseen, seat, move, rest) if goes_on else None
        return move

    def _expected(self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat) -> Foreseen | None:
        """What was foreseen, if this seat sees just that; so no plan that was made with another's secrets fits."""
        foreseen = self._foreseen
        if foreseen and foreseen.stack == stack and rules.view(foreseen.state, seat) == view:
            return foreseen
        return None

    def search(self, futures: Futures) -> list[Tried]:
        """The actions that were tried to the end, the best first."""
        until = monotonic() + self.seconds if self.seconds else None
        alive = [Tried(action) for action in list_actions(futures, int(self.budget * LISTED))]
        idle, number = alive[0], 0
        while True:
            is_last = len(alive) <= KEPT
            goal = self.budget if is_last else (futures.nodes + self.budget) // 2
            number = self._try_all(futures, alive, number, goal, until)
            alive.sort(key=Tried.mean, reverse=True)
            if is_last:
                break
            # Doing nothing stays to the end: whatever was lucky so far has to prove better than that.
            alive = [each for place, each in enumerate(alive) if each is idle or place <= len(alive) // KEPT]
        self.nodes += futures.nodes
        return alive

    def _try_all(self, futures: Futures, alive: list[Tried], number: int, goal: int, until: float | None) -> int:
        """Try actions in one future after another, at least in one, up to a number of moves; the next future."""
        while number < MOST:
            for each in alive:
                _try(futures, each, number)
            number += 1
            if futures.nodes >= goal or (until and monotonic() > until):
                break
        return number


def _try(futures: Futures, tried: Tried, number: int) -> None:
    turn = futures.turn(number)
    futures.act(turn, tried.action)
    news = sum(fact.reveals_to(futures.seat) for fact in turn.facts)
    worth = futures.finish(turn, number)
    tried.won += worth >= 1
    tried.news += news
    tried.chances.append(worth)
    tried.worth.append(worth * (1 + CURIOSITY * news))


def _next_move(action: Action, seat: Seat, moves: Sequence[Move]) -> tuple[Move, Action]:
    """The first move of an action and what is left of it; the last move of the list if it is for another to begin."""
    if action.seat == seat and action.moves and action.moves[0] in moves:
        return action.moves[0], Action(seat, action.moves[1:])
    return moves[-1], action


def _after(rules: Rules[Any], foreseen: Foreseen, seat: Seat, move: Move, rest: Action) -> Foreseen:
    """What the table looks like after a move, if it brings nothing unforeseen."""
    turn = Turn(foreseen.state, foreseen.stack[:-1], Dice(0, 0))
    rules.take(turn, foreseen.stack[-1], seat, move)  # type: ignore[arg-type]
    turn.run(rules)
    return Foreseen(turn.state, tuple(turn.stack), rest)


# Saying why


def advise(
    rules: Rules[Any],
    view: Any,
    stack: tuple[Frame, ...],
    seat: Seat,
    moves: Sequence[Move],
    dice: Dice,
    planner: Planner | None = None,
    *,
    for_all: bool = False,
) -> Advice:
    """The move that the planner would make, and the reason in a sentence.

    If it is better that a partner acts, the advice for one seat is to wait; for all it is the partner's move.
    """
    planner = planner or Planner()
    if len(moves) == 1:
        return Advice(moves[0], "There is nothing else to choose.", seat)
    if planner.budget <= 0:
        return Advice(moves[-1], "Without a budget to think with, this is the move that does least.", seat)
    futures = Futures(rules, view, stack, seat, dice)
    best = planner.search(futures)[0]
    move, _ = _next_move(best.action, seat, moves)
    then = following(futures, best.action)
    if for_all and best.action.seat != seat:
        return Advice(
            best.action.moves[0], f"{_found(best)}, {_against(futures, best, moves[-1])}.", best.action.seat, then
        )
    return Advice(move, _reason(futures, best, move, moves), seat, then if best.action.seat == seat else ())


def following(futures: Futures, action: Action) -> tuple[str, ...]:
    """What an action does after its first move, up to where something comes to light that may change minds."""
    turn, words = futures.turn(0), []
    for number, move in enumerate(action.moves):
        ask = futures.asked(turn)
        if ask is None or any(fact.reveals_to(action.seat) for fact in turn.facts):
            break
        if number:
            words.append(futures.rules.tell_move(turn.state, action.seat, move).rstrip("."))
        futures.take(turn, ask, action.seat, move)
    return tuple(words)


def _reason(futures: Futures, best: Tried, move: Move, moves: Sequence[Move]) -> str:
    """What was found of the best action, and of another one in the same futures."""
    rules, view, seat = futures.rules, futures.view, futures.seat
    found = _found(best)
    if best.action.seat != seat:
        first = rules.tell_move(view, best.action.seat, best.action.moves[0]).rstrip(".")
        return f"It is better that {rules.seat_title(best.action.seat)} acts ({first}). {found}."
    return f"{found}, {_against(futures, best, moves[-1] if move != moves[-1] else moves[0])}."


def _found(best: Tried) -> str:
    """How the best action went."""
    count = len(best.worth)
    at_once = f", {best.won} of which {'is' if best.won == 1 else 'are'} won at once" if best.won else ""
    new = ", and brings something new to light" if best.news >= count else ""
    return f"That gives {best.rating()} chances in 100 to win, by the looks of {count} imagined rounds{at_once}{new}"


def _against(futures: Futures, best: Tried, move: Move) -> str:
    """How another move of the seat that asks went, in the same futures."""
    other = Tried(Action(futures.seat, (move,)))
    for number in range(len(best.worth)):
        _try(futures, other, number)
    words = futures.rules.tell_move(futures.view, futures.seat, move).rstrip(".")
    return f"against {other.rating()} for: {words}"


# Listing actions


def list_actions(futures: Futures, most: int) -> list[Action]:
    """Whole actions in the first future, the idlest first; of those that come to the same only one."""
    rules, ask = futures.rules, futures.ask
    found: dict[Any, Action] = {}
    seen = set()
    first = [(seat, move) for seat in futures.partners() for move in futures.moves(futures.turn(0), ask, seat)]
    idlest = futures.moves(futures.turn(0), ask, futures.seat)[-1]
    # Short actions come first, and otherwise any, because the budget may not reach the last ones.
    begun = deque((futures.turn(0), Action(seat, (move,))) for seat, move in futures.dice.shuffled(first))
    begun.appendleft((futures.turn(0), Action(futures.seat, (idlest,))))
    while begun and (futures.nodes < most or not found):
        turn, action = begun.popleft()
        futures.take(turn, turn.stack[-1], action.seat, action.moves[-1])  # type: ignore[arg-type]
        follows, gist = futures.asked(turn), rules.gist(turn.state)
        if follows is None or rules.opens_action(follows) or follows.seats != (action.seat,):
            found.setdefault(gist, action)
            continue
        answers = tuple(futures.moves(turn, follows, action.seat))
        if (follows, gist, answers) not in seen:
            seen.add((follows, gist, answers))
            begun += [
                (Turn(turn.state, turn.stack, turn.dice), Action(action.seat, (*action.moves, move)))
                for move in answers
            ]
    return list(found.values())
