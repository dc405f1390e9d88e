"""Standing by: a seat lets windows pass until something is over, and real passes are submitted for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.table import Table


def scopes(stack: Sequence[Frame]) -> tuple[str, ...]:
    """What is going on at the table, the innermost first: until when a seat can stand by."""
    return tuple(dict.fromkeys(frame.scope for frame in reversed(stack) if frame.scope))


def is_window(table: Table[Any], seat: Seat) -> bool:
    """Whether a seat is asked in a window."""
    return isinstance(table.ask, Ask) and table.ask.window and seat in table.ask.seats


class Standing:
    """Which seats of a table stand by, and until what is over."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._scopes: dict[Seat, str] = {}

    def stand_by(self, seat: Seat, scope: str) -> None:
        """Let windows pass for a seat until the scope is over."""
        self._scopes[seat] = scope

    def stop(self, seat: Seat) -> None:
        """Ask the seat again."""
        self._scopes.pop(seat, None)

    def scope_of(self, seat: Seat) -> str:
        """Until what is over a seat stands by; empty if it does not."""
        return self._scopes.get(seat, "")

    def settle(self, stack: Sequence[Frame]) -> None:
        """Forget what is over. Call it after every move, also where nobody is asked in a window."""
        if self._scopes:
            lasting = scopes(stack)
            self._scopes = {seat: scope for seat, scope in self._scopes.items() if scope in lasting}

    def let_pass(self, table: Table[Any], seats: Sequence[Seat]) -> None:
        """Submit the passes of those of these seats that stand by, until something else is asked."""
        while found := next(((seat, move) for seat in seats if (move := self.passing(table, seat))), None):
            table.submit(*found)

    def passing(self, table: Table[Any], seat: Seat) -> Move | None:
        """The pass to submit for a seat now; None if it does not stand by, or what is asked is no window."""
        self.settle(table.stack)
        if seat not in self._scopes or not is_window(table, seat):
            return None
        ask = table.ask
        assert ask is not None
        return table.rules.idlest(table.view(seat), ask, seat)
