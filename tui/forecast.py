"""What would come of the round if nobody did anything more: several guesses at what is hidden, played to their end."""

from __future__ import annotations

from typing import Any

from engine.bots.futures import Futures
from engine.core.dice import Dice
from engine.core.kinds import Seat
from engine.core.table import Table

GUESSES = 40


def forecast(table: Table[Any], seat: Seat, guesses: int = GUESSES) -> list[Any]:
    """The ends of the round that fit what a seat sees; all alike if everything that matters lies open."""
    if table.ask is None:
        return []
    # The dice are the forecast's own: those of the table would tell how it will really end.
    futures = Futures(table.rules, table.view(seat), table.stack, seat, Dice(1, table.number))
    return [futures.end(futures.turn(number), number) for number in range(guesses)]
