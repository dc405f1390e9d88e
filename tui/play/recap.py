"""What happened at a table since a seat last looked: the moments to show, as far as the seat may see them.

The same recap serves the curtain, plain mode, a save that is resumed, and a player who comes back to a room.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core.kinds import Seat
from engine.core.table import Table
from tui.play.moments import Moment, move_entry
from tui.play.moments import moments as moments_of
from tui.play.story import Watcher

MOST = 120
"""A recap has at most this many moves; the log has those before."""


class Recap(msgspec.Struct, frozen=True):
    """The moments to show to one seat."""

    steps: range = range(0)
    """The moves that it tells."""
    moments: tuple[Moment, ...] = ()
    left_out: int = 0
    """The number of older moves that the seat has not seen either, and that are left to the log."""

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.moments)


NOTHING = Recap()


def recap(table: Table[Any], seat: Seat, seen: int | None, others: tuple[Seat, ...] = ()) -> Recap:
    """What a seat, or a party of seats, has missed since it saw the first `seen` moves; with None the last round.

    The laying out of the table, move 0, is never part of it: the table itself shows that.
    """
    steps, left_out = unseen(table, seen)
    watcher = Watcher(table.rules, seat, others=others)
    return Recap(steps, tuple(moment for number in steps for moment in _told(watcher, table, number)), left_out)


def unseen(table: Table[Any], seen: int | None) -> tuple[range, int]:
    """The moves that a seat has not seen, at most MOST of them, and the number of those that are left out."""
    if seen is None or not 0 <= seen <= table.number:
        return range(_last_round(table), table.number), 0
    first = max(1, seen)
    start = max(first, table.number - MOST)
    return range(start, table.number), start - first


def _last_round(table: Table[Any]) -> int:
    """The first move of the round in which the last move was made."""
    first = max(1, table.number - MOST)
    rounds = [table.rules.round_of(table.steps[number].before) for number in range(first, table.number)]
    return first + (rounds.index(rounds[-1]) if rounds else 0)


def _told(watcher: Watcher, table: Table[Any], number: int) -> Iterator[Moment]:
    """What a move led to; the move itself only if that is nothing that the watcher is told of."""
    step = table.steps[number]
    found = list(moments_of(watcher, step, number))
    entry = None if found else move_entry(watcher, step, number)
    if entry is not None and entry.words:
        ends = table.steps[number + 1].before if number + 1 < table.number else table.state
        view = watcher.view(ends)
        found = [Moment(view, entry, ())]
    yield from found


def forget_moves(looked: dict[Seat, int], number: int) -> None:
    """Only this many moves are left: nobody has seen more."""
    for seat, seen in looked.items():
        looked[seat] = min(seen, number)
