"""A table of the house and who is around it: who sits where, who is in the room, what is said, what spectators see."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.core.errors import Refused, SaveError
from engine.core.grammar import joined
from engine.core.journal import Journal
from engine.core.kinds import NOBODY, Seat
from engine.core.table import Table
from engine.store.whole import PRIVATE, write_whole
from tui.house.bells import Bells
from tui.house.delay import Delay
from tui.house.record import OPEN, SUFFIX, RoomRecord
from tui.house.talk import Pace, Talk
from tui.play.saves import Opened
from tui.play.story import told_choices
from tui.play.verdict import in_a_list

LOG = logging.getLogger("parley.house")

Stands = Literal["open", "running", "finished"]

DEEDS, NUDGES = (12, 10.0), (2, 30.0)
"""How often somebody may change something about the table, or ring for the others: a number of times, and seconds."""


LONGEST_PLAYBACK = 90.0
"""Seconds for which bots wait for somebody who watches what has happened; then not again until they have caught up."""


class Beginning:
    """The first lines of a journal, for reading only."""

    on = False
    torn = False

    def __init__(self, journal: Journal, count: int) -> None:
        """The header, and some lines after it."""
        self.name = journal.name
        self._journal, self._count = journal, count

    def lines(self) -> Iterator[bytes]:
        """The complete lines, without their line ends."""
        return islice(self._journal.lines(), self._count + 1)

    def append(self, line: bytes) -> None:
        """Keep nothing."""


class Around:
    """What is known of a table and of the people around it; nothing here makes a move."""

    def __init__(self, record: RoomRecord, opened: Opened, on_change: Callable[[Any], None]) -> None:
        """Open it; `on_change` is told of everything that a list of rooms shows."""
        self.record = record
        self.opened = opened
        self.table: Table[Any] = opened.table
        self.bells = Bells()
        self.here: Counter[str] = Counter()
        """Who is in the room now, and on how many screens."""
        self.nudged = 0
        """How many nudges there have been, and for whom the last one was."""
        self.nudged_seats: tuple[Seat, ...] = ()
        self.talk = Talk(record.said)
        self._deeds, self._nudges = Pace(*DEEDS), Pace(*NUDGES)
        self._on_change = on_change
        self.delay = Delay(record.delay, self.table.number, record.made)
        self._behind: Table[Any] = self._held_back() or self.table
        """The table as spectators with a delay saw it last."""
        if record.begun is None:
            record.begun = self.table.number > 1
        self._playbacks: dict[object, tuple[str, float]] = {}
        """The screens that play what has happened, for whom, and since when without a break."""
        self._caught_up = asyncio.Event()
        self._shown: dict[str, int] = {}
        """Up to which move the screens of people show the table."""
        self._kept = b""
        self._is_closed = False
        self.is_gone = False
        """Whether the table was put away."""
        self.fault = ""
        """Why the game cannot go on, because of its save; empty if it can."""

    # What it is

    @property
    def code(self) -> str:
        """By which the room is found."""
        return self.record.code

    @property
    def path(self) -> Path:
        """Where the record is kept."""
        return self.opened.path.with_suffix(SUFFIX)

    @property
    def stands(self) -> Stands:
        """Whether the table waits for people, is being played, or is over."""
        return self._stands(self.table)

    def stands_for(self, name: str) -> Stands:
        """The same, as far as somebody may know it: spectators see the end no sooner than the other moves."""
        return self._stands(self.seen_by(name))

    def _stands(self, table: Table[Any]) -> Stands:
        if table.ask is None:
            return "finished"
        return "open" if self.open_seats else "running"

    @property
    def title(self) -> str:
        """Which scenario is played."""
        setup = self.table.setup
        return next((each.title for each in self.table.rules.scenarios() if each.id == setup.scenario), setup.scenario)

    def progress_for(self, name: str) -> str:
        """How far the game is, or how it ended, in a word or two, as far as somebody may know it."""
        table = self.seen_by(name)
        if table.outcome is not None:
            return in_a_list(table, self.seats_of(name))
        return f"round {table.rules.round_of(table.view(NOBODY))}"

    @property
    def progress(self) -> str:
        """The same for a spectator."""
        return self.progress_for("")

    @property
    def choices(self) -> str:
        """The challenges and options that were chosen."""
        return ", ".join(told_choices(self.table.rules, self.table.setup))

    @property
    def practice(self) -> str:
        """That it is practice, and why; empty if it is not. Everybody who sees the table may know."""
        return f"practice, {self.table.practice}" if self.table.practice else ""

    @property
    def has_secrets(self) -> bool:
        """Whether seats see what an outsider does not."""
        table = self.table
        return any(table.view(seat) != table.view(NOBODY) for seat in table.setup.seats)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """Seats that nobody has taken."""
        return tuple(seat for seat, chair in self.record.chairs.items() if chair.kind == "open")

    def seats_of(self, name: str) -> tuple[Seat, ...]:
        """The seats that somebody answers for."""
        return tuple(
            seat for seat, chair in self.record.chairs.items() if chair.kind == "person" and chair.name == name
        )

    def played_by(self, name: str) -> tuple[Seat, ...]:
        """The seats whose view somebody has: private hands are shown once every seat has been taken.

        Otherwise a stranger could sit down, read a hand and get up, and nobody would have agreed to anything.
        """
        return self.seats_of(name) if self.record.begun or not self.has_secrets else ()

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits at the table."""
        return tuple(dict.fromkeys(chair.name for chair in self.record.chairs.values() if chair.kind == "person"))

    @property
    def givers(self) -> tuple[str, ...]:
        """Who has lent a seat to a bot, or to a member of their campaign."""
        return tuple(chair.giver for chair in self.record.chairs.values() if chair.giver)

    def lent_by(self, name: str) -> tuple[Seat, ...]:
        """The seats that a bot, or another person, plays for somebody."""
        return tuple(seat for seat, chair in self.record.chairs.items() if chair.giver == name)

    def eyes_of(self, name: str) -> Seat:
        """Through whose eyes a spectator watches; somebody who has a seat here, or had it, looks over no shoulder."""
        return NOBODY if name in (*self.givers, *self.people) or not self.record.begun else self.record.eyes

    def title_of(self, seat: Seat) -> str:
        """A seat by its title."""
        return self.table.rules.seat_title(seat)

    def person_of(self, seat: Seat) -> str:
        """Who answers for a seat, in a word."""
        chair = self.record.chairs.get(seat, OPEN)
        return {"open": "nobody yet", "bot": f"{chair.name} bot", "person": chair.name}[chair.kind]

    def is_away(self, seat: Seat) -> bool:
        """Whether the person of a seat is not in the room."""
        chair = self.record.chairs[seat]
        return chair.kind == "person" and not self.here[chair.name]

    @property
    def asked_people(self) -> tuple[str, ...]:
        """Whom the table waits for."""
        asked = self.table.ask.seats if self.table.ask else ()
        return tuple(dict.fromkeys(self.person_of(seat) for seat in asked))

    def why_not(self, name: str) -> str:
        """Why somebody may not come in; empty if they may."""
        if name in self.record.removed:
            return "You were removed from that table."
        return "" if self.record.access != "invited" or self._is_known(name) else "That table is by invitation only."

    def invites(self, name: str) -> bool:
        """Whether somebody was invited to this table, which is not over, and has not come yet."""
        return name in self.record.unseen and self.stands_for(name) != "finished"

    def is_listed_for(self, name: str) -> bool:
        """Whether somebody sees the room in the list."""
        return name not in self.record.removed and (self.record.access == "public" or self._is_known(name))

    def _is_known(self, name: str) -> bool:
        """Whether somebody is invited, sits here, or has lent their seat to a bot."""
        return name in (self.record.owner, *self.record.invited, *self.people, *self.givers)

    def _asked(self, kind: str) -> tuple[Seat, ...]:
        """The seats that are asked and have a person, or a bot."""
        asked = self.table.ask.seats if self.table.ask else ()
        # An altered save may ask somebody who has no seat here.
        return tuple(seat for seat in asked if self.record.chairs.get(seat, OPEN).kind == kind)

    # Talking

    def say(self, name: str, words: str) -> None:
        """Say something to all in the room."""
        self._must_be_heard(name)
        self.talk.say(name, words, self.table.number)
        self._changed()

    def nudge(self, name: str) -> None:
        """Ring for those whom the table waits for."""
        waiting = tuple(seat for seat in self._asked("person") if self.record.chairs[seat].name != name)
        if not waiting:
            raise Refused("The table waits for nobody else.")
        self._must_be_heard(name)
        self._nudges.check(name)
        self._announce(f"{name} nudges {joined(dict.fromkeys(map(self.person_of, waiting)))}.")
        self.nudged += 1
        self.nudged_seats = waiting
        self._changed()

    def _must_be_heard(self, name: str) -> None:
        if name in self.record.muted:
            raise Refused("You are muted at this table.")

    def _announce(self, words: str) -> None:
        self.talk.say("", words, self.table.number)

    # Watching

    def seen_by(self, name: str) -> Table[Any]:
        """The table as far as somebody may follow it now."""
        return self.table if self.seats_of(name) else self.seen_by_spectators()

    def hold_back(self, number: int) -> None:
        """Let spectators who have seen more than these moves go on seeing it for the delay, also after a restart."""
        seen, was_holding = self.seen_by_spectators(), self.delay.is_holding
        self._behind = seen.as_of(seen.number)
        if self.delay.hold(number):
            kept = self.record.held if was_holding else None
            lines, moves = kept[1:] if kept else (self.table.question, seen.number)
            self.record.held = (self.delay.held_until, lines, moves)
            self.keep()  # before the journal says it

    def _held_back(self) -> Table[Any] | None:
        """What spectators go on seeing after a restart; nothing if no take-back is too young for them."""
        if self.record.held is None or self.record.held[0] <= time.time():
            return None
        until, lines, moves = self.record.held
        try:
            before = Table.resume(self.table.rules, Beginning(self.opened.journal, lines)).as_of(moves)
        except SaveError as error:
            LOG.warning("what spectators of %s saw cannot be read: %s", self.code, error)
            return None
        self.delay.hold_until(until)
        return before

    def seen_by_spectators(self) -> Table[Any]:
        """The table as far as spectators may follow it now."""
        if self.delay.is_holding:
            return self._behind
        number = self.delay.seen()
        if number >= self.table.number:
            return self.table
        behind = self._behind
        # One for all of them, as long as it is the same: moves may have been taken back, and others made.
        if behind.number != number or behind.steps[-1] is not self.table.steps[number - 1]:
            self._behind = self.table.as_of(number)
        return self._behind

    # What people have seen

    def looks_of(self, name: str) -> dict[Seat, int]:
        """Up to which move somebody has seen the table, for each of their seats; nothing if it is not known."""
        seen = self.record.looked.get(name)
        return {} if seen is None else dict.fromkeys(self.seats_of(name), seen)

    def note_shown(self, name: str, number: int) -> None:
        """A screen shows somebody all moves so far; a line may break before they look at it."""
        self._shown[name] = number

    def note_looked(self, name: str) -> None:
        """Somebody has pressed a key: they have seen what their screen showed."""
        if name in self._shown and self.seats_of(name):
            self.record.looked[name] = self._shown[name]

    # Playing back

    def note_playback(self, screen: object, name: str) -> None:
        """A screen plays what has happened."""
        self._playbacks.setdefault(screen, (name, time.monotonic()))

    def end_playback(self, screen: object) -> None:
        """A screen shows the table as it stands."""
        if self._playbacks.pop(screen, None) is not None:
            self._caught_up.set()

    @property
    def playback_left(self) -> float:
        """For how many seconds bots wait for those who watch what has happened: players, or anybody if none is here."""
        players = {name for name in self.people if self.here[name]}
        since = [when for name, when in self._playbacks.values() if not players or name in players]
        return max((when + LONGEST_PLAYBACK - time.monotonic() for when in since), default=0.0)

    async def let_people_watch(self) -> None:
        """Wait until they have seen it, unless that takes too long."""
        while (left := self.playback_left) > 0 and not self._is_closed:
            self._caught_up.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._caught_up.wait()

    # Keeping

    def _changed(self) -> None:
        """Write down who sits where, and tell everybody."""
        self.keep()
        self.bells.ring()
        self._on_change(self)

    def keep(self) -> None:
        """Write the record if it has changed: the old one or the new one is there, never half of one."""
        self.record.said = self.talk.said
        self.record.made = self.delay.known()
        content = msgspec.json.encode(self.record)
        if self._is_closed or content == self._kept:
            return
        try:
            write_whole(self.path, content + b"\n", PRIVATE, at_once=False)
            self._kept = content
        except OSError as error:
            # The game itself is safe in its journal; what is lost after a restart is who sat where last.
            LOG.warning("the record of %s cannot be written: %s", self.code, error.strerror)
