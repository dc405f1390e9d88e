"""Advice to players: the planner's move, and the numbers that speak for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.bots.futures import Action, Futures
from engine.bots.intent import next_move
from engine.bots.planner import Planner, TriedAction
from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules


class Advice(msgspec.Struct, frozen=True):
    """The move to make, why, whose it is, and the moves that are meant to follow it."""

    move: Move
    why: str
    seat: Seat
    then: tuple[str, ...] = ()
    """In words, as far as the first has nothing to bring to light."""
    moves: tuple[Move, ...] = ()
    """The same as moves."""


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
    futures = Futures(rules, view, stack, seat, dice)
    idlest = rules.idlest(view, futures.ask, seat)
    if planner.budget <= 0:
        return Advice(idlest, "Without a budget to think with, this is the move that does least.", seat)
    found = planner.search(futures)
    best = found[0].action
    if best.seat == seat or for_all:
        then = following(futures, best)
        return Advice(best.moves[0], reason(futures, found), best.seat, then, best.moves[1 : len(then) + 1])
    first = rules.tell_move(view, best.seat, best.moves[0]).rstrip(".")
    move, _ = next_move(best, seat, moves, idlest)
    return Advice(move, f"It is better that {rules.seat_title(best.seat)} acts ({first}). {told(found[0])}.", seat)


def following(futures: Futures, action: Action) -> tuple[str, ...]:
    """What an action does after its first move, up to where something comes to light that may change minds."""
    turn, words = futures.turn(0), []
    for number, move in enumerate(action.moves):
        ask = futures.asked(turn)
        if ask is None or any(fact.reveals_to(turn.state, action.seat) for fact in turn.facts):
            break
        if number:
            words.append(futures.rules.tell_answer(turn.state, ask, action.seat, move).rstrip("."))
        futures.take(turn, ask, action.seat, move)
    return tuple(words)


# The reason


def reason(futures: Futures, found: Sequence[TriedAction]) -> str:
    """How the best action went, and another one in the same futures."""
    best, other = found[0], _compared(futures, found)
    if other is None:
        return f"{told(best)}."
    return compare(best, other, futures.rules.tell_move(futures.view, futures.seat, other.action.moves[0]).rstrip("."))


def told(best: TriedAction) -> str:
    """How an action went."""
    count = len(best.worth)
    at_once = f", {best.won} of which {'is' if best.won == 1 else 'are'} won at once" if best.won else ""
    return f"That gives {best.rating()} chances in 100 to win, by the looks of {count} imagined rounds{at_once}"


def compare(best: TriedAction, other: TriedAction, words: str) -> str:
    """The numbers of both actions; if those of the other are better, what speaks for the best one all the same."""
    beside = "as many as" if best.rating() == other.rating() else f"against {other.rating()}"
    new = "bring something new to light while there is time to act on it"
    if best.rating() < other.rating():
        return f"{told(best)}, {beside} for: {words}. But it can {new}."
    also = f" It can also {new}." if best.news >= len(best.worth) else ""
    return f"{told(best)}, {beside} for: {words}.{also}"


def _compared(futures: Futures, found: Sequence[TriedAction]) -> TriedAction | None:
    """Doing nothing, if something is advised; else the best of what the seat could begin otherwise."""
    best, seat = found[0].action, futures.seat
    nothing = Action(seat, (futures.rules.idlest(futures.view, futures.ask, seat),))
    others = [each for each in found[1:] if each.action.seat == seat and each.action.moves[0] != best.moves[0]]
    return next((each for each in others if each.action == nothing), others[0] if others else None)
