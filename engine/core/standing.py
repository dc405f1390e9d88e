"""Standing by: a seat lets windows pass until something is over, and real passes are submitted for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.core.kinds import Ask, Frame, Move, Seat
from engine.core.table import Table


def scopes(stack: Sequence[Frame]) -> tuple[str, ...]:
    """What is going on at the table, the innermost first: until when a seat can stand by."""
    return tuple(dict.fromkeys(frame.scope for frame in reversed(stack) if frame.scope))


def is_window(table: Table[Any], seat: Seat) -> bool:
    """Whether a seat is asked in a window."""
    return isinstance(table.ask, Ask) and table.ask.window and seat in table.ask.seats


class StandingPass(msgspec.Struct, frozen=True):
    """Until what is over a seat lets windows pass, and since which move."""

    scope: str
    since: int
    """The number of moves when it began: once one of them is taken back, it ends."""


class Standing:
    """Which seats of a table stand by, and until what is over."""

    def __init__(
        self, kept: dict[Seat, StandingPass] | None = None, on_change: Callable[[], Any] | None = None
    ) -> None:
        """Begin with nobody, or with what was kept; `on_change` is called when somebody begins or ends it."""
        self.kept = kept if kept is not None else {}
        """The standing passes, for a file beside the journal; always the same dict."""
        self.on_change = on_change or (lambda: None)

    def stand_by(self, table: Table[Any], seat: Seat, scope: str) -> None:
        """Let windows pass for a seat until the scope is over."""
        self.kept[seat] = StandingPass(scope, table.number)
        self.on_change()

    def stop(self, seat: Seat) -> None:
        """Ask the seat again."""
        if self.kept.pop(seat, None) is not None:
            self.on_change()

    def scope_of(self, seat: Seat) -> str:
        """Until what is over a seat stands by; empty if it does not."""
        return self.kept[seat].scope if seat in self.kept else ""

    def resume(self, table: Table[Any]) -> None:
        """Forget what has ended while nobody looked: a later attack is not the one that was meant."""
        for seat, each in list(self.kept.items()):
            if not all(each.scope in scopes(step.waiting) for step in table.steps[each.since :]):
                del self.kept[seat]
        self.settle(table)

    def settle(self, table: Table[Any]) -> None:
        """Forget what is over or was taken back. Call it after every move, also where nobody is asked in a window."""
        if self.kept:
            lasting = scopes(table.stack)
            for seat, each in list(self.kept.items()):
                if each.scope not in lasting or each.since > table.number:
                    self.stop(seat)

    def let_pass(self, table: Table[Any], seats: Sequence[Seat]) -> None:
        """Submit the passes of those of these seats that stand by, until something else is asked."""
        self.settle(table)
        while found := next(((seat, move) for seat in seats if (move := self.passing(table, seat))), None):
            table.submit(*found)

    def passing(self, table: Table[Any], seat: Seat) -> Move | None:
        """The pass to submit for a seat now; None if it does not stand by, or what is asked is no window."""
        self.settle(table)
        if seat not in self.kept or not is_window(table, seat):
            return None
        ask = table.ask
        assert ask is not None
        return table.rules.idlest(table.view(seat), ask, seat)
