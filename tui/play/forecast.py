"""What would come of the round if nobody did anything more: several guesses at what is hidden, played to their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.futures import Futures
from engine.core.dice import Dice
from engine.core.kinds import Frame, Seat
from engine.core.rules import Rules
from engine.core.table import Table

GUESSES = 40


def forecast(table: Table[Any], seat: Seat, guesses: int = GUESSES) -> list[Any]:
    """The ends of the round that fit what a seat sees; all alike if everything that matters lies open."""
    if table.ask is None:
        return []
    return ends(table.rules, table.view(seat), table.stack, seat, table.number, guesses)


def ends(
    rules: Rules[Any], view: Any, stack: Sequence[Frame], seat: Seat, number: int, guesses: int = GUESSES
) -> list[Any]:
    """The same for a question that is open at a table, of which nothing is known but a view."""
    # The dice are the forecast's own: those of the table would tell how it will really end.
    futures = Futures(rules, view, stack, seat, Dice(1, number))
    return [futures.end(futures.turn(guess), guess) for guess in range(guesses)]
