"""What the planner would do at a table, for a seat that asks, from what that seat can see."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.bots.advice import Advice, advise
from engine.bots.planner import BUDGET, Planner
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.grammar import joined
from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.rules import Rules
from engine.core.table import Table

PATIENCE = 20.0
"""Nobody waits longer for a hint, in seconds."""


class Hint(msgspec.Struct, frozen=True):
    """A move in words, and why it is best."""

    seat: Seat
    move: str
    why: str
    then: str = ""
    """What is meant to follow the move."""
    steps: tuple[str, ...] = ()
    """The same, move by move."""
    moves: tuple[Move, ...] = ()
    """The move, and those that are meant to follow it."""


def hint(table: Table[Any], seat: Seat | None, budget: int | None) -> Hint:
    """The planner's move for a seat; if none is named, for the asked seat that had better act."""
    ask = table.ask
    if ask is None:
        raise Refused("The game is over: there is nothing left to choose.")
    if seat is not None and seat not in table.setup.seats:
        raise Refused(f'There is no seat "{seat}" at this table.')
    if seat is not None and seat not in ask.seats:
        name, others = table.rules.seat_title(seat), joined(map(table.rules.seat_title, ask.seats), "or")
        raise Refused(f"It is not for {name} to answer now; the table waits for {others}.")
    for_all, seat = seat is None, seat or ask.seats[0]
    found = advice(table.rules, table.view(seat), table.stack, seat, table.number, budget=budget, for_all=for_all)
    return told(table.rules, table.view(found.seat), ask, found)


def advice(
    rules: Rules[Any],
    view: Any,
    stack: tuple[Frame, ...],
    seat: Seat,
    number: int,
    *,
    budget: int | None = None,
    for_all: bool = False,
) -> Advice:
    """What the planner would do, from what one seat sees; `for_all` where everybody sees the same."""
    ask = stack[-1]
    assert isinstance(ask, Ask)
    planner = Planner(BUDGET if budget is None else budget, PATIENCE)
    # The planner has its own chance: the table's seed would tell it how the dice will fall.
    moves = rules.moves(view, ask, seat)
    return advise(rules, view, stack, seat, moves, Dice(0, number), planner, for_all=for_all)


def told(rules: Rules[Any], view: Any, ask: Ask, found: Advice) -> Hint:
    """Advice in words, as the seat that it is for sees the table."""
    then = f"Then: {'; '.join(found.then)}." if found.then else ""
    words = rules.tell_answer(view, ask, found.seat, found.move)
    return Hint(found.seat, words, found.why, then, found.then, (found.move, *found.moves))
