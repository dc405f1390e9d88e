"""Bots at a plain table: they think between two questions to people, and who sits where can be changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.core.errors import Refused
from engine.core.kinds import Move, Seat
from tui.console import say, warn, wrapped
from tui.play.chairs import BotTurns, chair_of, luck_of, seat_of
from tui.play.moments import LogEntry
from tui.play.opened import Opened
from tui.play.sitting import Sitting

if TYPE_CHECKING:
    from tui.play.thinking import Thinker


class PlainBots:
    """The bots of one plain table."""

    def __init__(self, opened: Opened, sitting: Sitting, tell: Callable[[Iterable[LogEntry]], None]) -> None:
        """Note how moves are told."""
        self._opened, self._sitting, self._tell = opened, sitting, tell
        self.table, self.chairs = opened.table, opened.chairs
        self.turns = BotTurns(opened.table, opened.chairs)
        self._thinker: Thinker | None = None
        """The process in which they think; there is none before the first bot is asked."""

    def play(self) -> bool:
        """Let bots move until it is for people to answer, or the game is over; whether any has moved."""
        has_moved = False
        while seat := self.turns.next:
            self._move(seat)
            has_moved = True
        return has_moved

    def _move(self, seat: Seat) -> None:
        say("\n" + wrapped(f"{self._sitting.thinking(seat)}..."))
        sys.stdout.flush()
        move = self._thought(seat)
        number = self.table.number
        self.table.submit(seat, move)
        self._sitting.let_pass()
        for made in range(number, self.table.number):
            self._tell(self._sitting.told(made))

    def _thought(self, seat: Seat) -> Move:
        """The move of a bot, which thinks in a process of its own; Ctrl-C ends the waiting at once."""
        if self._thinker is None:
            from tui.play.thinking import Thinker  # search and processes are not loaded before a bot is asked

            self._thinker = Thinker()
        return self._thinker.choose(self.table, seat, self.chairs[seat].name, luck_of(self.table.setup.table, seat))

    def close(self) -> None:
        """Let the process go, also one that thinks."""
        if self._thinker is not None:
            self._thinker.close()

    # Words that are typed

    def go_first(self, _: str) -> None:
        """Bots that are asked together with people act before them."""
        if not self.chairs.bots:
            raise Refused('No bot plays here. Type "seats" and, for example, NAME=hard to let one play.')
        if not self.turns.asked:
            raise Refused("Nothing is asked of a bot now.")
        self.turns.go_first()

    def seats(self, typed: str) -> None:
        """Who sits where; with NAME=WHO somebody else does from now on."""
        rules = self.table.rules
        for part in filter(None, map(str.strip, typed.split(","))):
            name, _, who = part.partition("=")
            seat = seat_of(rules, name.strip(), self.table.setup.seats)
            if not who.strip():
                raise Refused("Type who sits there as well: me, person, easy, normal, hard or a name.")
            if problem := self._opened.seat(seat, chair_of(who)):
                warn(problem)
            self.turns.forget()
            self._sitting.follow_chairs()
        self.tell_seats()

    def tell_seats(self) -> None:
        """Who sits where, in one line."""
        told = [f"{self.table.rules.seat_title(seat)}: {chair.words}" for seat, chair in self.chairs.items()]
        say(wrapped("; ".join(told) + "."))
