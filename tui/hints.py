"""What the planner would do at a table, for a seat that asks, from what that seat can see."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.bots.planner import BUDGET, Planner, advise
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Seat
from engine.core.table import Table

PATIENCE = 20.0
"""Nobody waits longer for a hint, in seconds."""


class Hint(msgspec.Struct, frozen=True):
    """A move in words, and why it is best."""

    seat: Seat
    move: str
    why: str


def hint(table: Table[Any], seat: Seat | None, budget: int | None) -> Hint:
    """The planner's move for a seat; if none is named, for whoever of those asked had better act."""
    ask = table.ask
    if ask is None:
        raise Refused("The game is over: there is nothing left to choose.")
    if seat is not None and seat not in table.setup.seats:
        raise Refused(f'There is no seat "{seat}" at this table.')
    if seat is not None and seat not in ask.seats:
        raise Refused(f"It is not for {seat} to answer now; the table waits for {' or '.join(ask.seats)}.")
    for_all, seat = seat is None, seat or ask.seats[0]
    view, moves = table.view(seat), table.moves(seat)
    planner = Planner(BUDGET if budget is None else budget, PATIENCE)
    # The planner has its own chance: the table's seed would tell it how the dice will fall.
    found = advise(table.rules, view, table.stack, seat, moves, Dice(0, table.number), planner, for_all=for_all)
    return Hint(found.seat, table.rules.tell_move(table.view(found.seat), found.seat, found.move), found.why)
