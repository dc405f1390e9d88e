"""Somebody in a room of the house: their seats, what they may see, and the log with what was said in between."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from engine.core.errors import Refused
from engine.core.grammar import joined
from engine.core.kinds import Seat
from engine.core.table import Table
from tui.house.room import Room
from tui.play.moments import SPOKEN, LogEntry, Moment
from tui.play.recap import forget_moves
from tui.play.sitting import Choice, Sitting


class RoomSitting(Sitting):
    """A person in a room: moves go through the room, and what others do is seen as it comes."""

    def __init__(self, room: Room, name: str) -> None:
        """Sit down, or stand behind the others as a spectator."""
        self.room = room
        self.name = name
        super().__init__(
            self._seen(room, name), room.played_by(name), looked=room.looks_of(name), standing=room.standing
        )
        if not self.seats:
            self._front = room.eyes_of(name)
        self._heard = 0

    def party_of(self, seat: Seat) -> str:
        """One person is in front of this screen, with all their seats."""
        return self.name

    @staticmethod
    def _seen(room: Room, name: str) -> Table[Any]:
        return room.table if room.played_by(name) else room.seen_by_spectators()

    @property
    def is_watching(self) -> bool:
        """Whether one has no seat here, or does not see its hand yet."""
        return not self.seats

    @property
    def is_behind(self) -> bool:
        """Whether one sees everything later than those who play."""
        return self.is_watching and self.room.delay.seconds > 0

    def catch_up(self) -> bool:
        """Follow the room: seats that changed hands, and a table that spectators see later. True if all is new."""
        before = self.seats, self._front
        self.seats = self.room.played_by(self.name)
        self.table = self._seen(self.room, self.name)
        if not self.seats:
            self._front = self.room.eyes_of(self.name)
        elif self._front not in self.seats:
            self._front = self.seats[0]
        if before == (self.seats, self._front):
            return False
        self.start_over()
        return True

    def look(self) -> None:
        """One's screen shows the table as it stands; the room counts it as seen once one is known to be there."""
        super().look()
        if not self.is_watching:
            self.room.note_shown(self.name, self.table.number)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """One's seats that may answer; none at a table that cannot go on."""
        return () if self.room.fault else super().asked

    @property
    def question(self) -> str:
        """What is asked, or what the table waits for."""
        room = self.room
        if self.table.ask is None:
            return ""
        if room.fault:
            return room.fault
        if room.open_seats:
            names = joined(room.title_of(seat) for seat in room.open_seats)
            is_early = room.seats_of(self.name) != self.seats
            yours = "What only you may see is shown when every seat is taken. " if is_early else ""
            return f"Waiting for somebody to play {names}. {yours}The code of this table is {room.code}."
        if room.record.paused:
            return "The table is stopped; g lets it go on."
        if self.asked:
            return super().question
        if room.record.bots_wait and room.turns.asked:
            ends = "P lets them go on" if room.in_charge == self.name else f"{room.in_charge} lets them go on"
            return f"The bots wait; {ends}."
        if self.is_watching and (lent := room.lent_by(self.name)):
            names = joined(room.title_of(seat) for seat in lent)
            player = f"{'The ' if room.record.chairs[lent[0]].is_bot else ''}{room.person_of(lent[0])}"
            return f"{player} plays {names} for you; g gives you the seat back."
        waiting = joined([f"{room.person_of(seat)} ({room.title_of(seat)})" for seat in self.table.ask.seats], "or")
        seconds = room.delay.seconds
        late = f"{seconds // 60} min" if seconds >= 60 else f"{seconds} s"
        behind = f", {late} behind" if self.is_behind else ""
        return f"{f'You watch{behind}. ' if self.is_watching else ''}The table waits for {waiting}."

    def make(self, choice: Choice) -> list[Moment]:
        """Make a move through the room; the question that it answers may be over by now."""
        number = self.table.number
        try:
            if choice.scope:
                self.room.stand_by(self.name, choice)
            else:
                self.room.submit(self.name, choice.seat, choice.move, choice.at)
        except Refused:
            if choice.at == self.table.question or choice.move.aside:
                raise
            raise Refused("Too late: the table has moved on meanwhile. Look again.") from None
        return self._made(choice, number)

    def _stop_standing(self, seats: Sequence[Seat]) -> None:
        """The room stops it, and writes it down."""
        self.room.ask_again(self.name, seats)

    def take_back(self) -> str:
        """Take a move back, or ask the others to agree."""
        words = self.room.take_back(self.name)
        if not words:
            raise Refused("The others have moved since; they are asked to agree.")
        self._forget()
        return words

    # The log

    @property
    def entries(self) -> list[LogEntry]:
        """The log, with what was said when it was said."""
        while self._told < self.table.number:
            self._hear(self._told)
            self._tell_next()
        self._hear(None if self.table is self.room.table else self.table.number)
        return self._entries

    def _hear(self, before: int | None) -> None:
        """Put in what was said before a move; with no move, all that was said."""
        talk = self.room.talk
        self._heard = max(self._heard, talk.dropped)
        # Spectators hear talk after the delay, like moves.
        limit = self.room.delay.limit if self.is_behind else math.inf
        for said in talk.said[self._heard - talk.dropped :]:
            if (before is not None and said.at > before) or said.when > limit:
                return
            last = self._entries[-1] if self._entries else LogEntry(0, SPOKEN, 0, "")
            words = f"{said.who}: {said.words}" if said.who else said.words
            at = max(0, min(said.at, self.table.number) - 1)
            self._entries.append(LogEntry(at, SPOKEN, last.round, words, phase=last.phase))
            self._heard += 1

    def start_over(self) -> None:
        """Tell the log anew, and what was said."""
        super().start_over()
        forget_moves(self.looked, self.table.number)
        self._heard = 0

    def _forget(self, number: int | None = None) -> None:
        """Moves were taken back: the log is told anew."""
        self.start_over()
