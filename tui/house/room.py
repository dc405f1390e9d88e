"""A room: one table of the house and the people around it, who play through it and through nothing else."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.core.errors import ParleyError, Refused
from engine.core.kinds import NOBODY, Move, Seat
from engine.core.table import Table
from tui.house.bells import Bells
from tui.house.talk import Said, Talk, plain
from tui.house.thinking import Thinkers
from tui.saves import Opened

LOG = logging.getLogger("parley.house")

SUFFIX = ".json"
STAND_IN = "greedy"
"""The bot that answers for somebody whose time is up."""

BREATH = 0.7
"""Bots wait so many seconds before a move, so that people can follow."""

LONGEST_CLOCK, LONGEST_DELAY = 24 * 3600, 3600

Access = Literal["public", "code", "invited"]


class Chair(msgspec.Struct, frozen=True):
    """Who answers for a seat: a person, a bot, or nobody yet."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""


OPEN = Chair()


class Record(msgspec.Struct):
    """What is known of a room besides its journal; kept in a file beside it."""

    code: str
    owner: str
    chairs: dict[Seat, Chair]
    opened: float = 0.0
    ended: float = 0.0
    """When its game ended; 0 while it goes on."""
    access: Access = "public"
    invited: list[str] = []
    eyes: Seat = NOBODY
    """Through whose eyes spectators watch; nobody's, that is an outsider's, unless the owner allows more."""
    delay: int = 0
    """By how many seconds spectators are behind."""
    clock: int = 0
    """How many seconds somebody has for a move; 0 for as many as they like."""
    paused: bool = False
    said: list[Said] = []


class TakingBack(msgspec.Struct, frozen=True):
    """Somebody wants to take back moves of which the later ones are not theirs."""

    by: str
    number: int
    """The first move that goes."""
    words: str
    missing: tuple[str, ...]
    """Who has to agree yet."""


class Room:
    """A table and the people around it."""

    def __init__(self, record: Record, opened: Opened, thinkers: Thinkers, on_change: Callable[[Room], None]) -> None:
        """Open a room; `on_change` is told of everything that a list of rooms shows."""
        self.record = record
        self.opened = opened
        self.table: Table[Any] = opened.table
        self.thinkers = thinkers
        self.bells = Bells()
        self.here: Counter[str] = Counter()
        """Who is in the room now, and on how many screens."""
        self.taking_back: TakingBack | None = None
        self.nudged = 0
        """How many nudges there have been, and for whom the last one was."""
        self.nudged_seats: tuple[Seat, ...] = ()
        self.deadline = 0.0
        """When the time for the open question is up, by the clock of the loop."""
        self.talk = Talk(record.said)
        self._on_change = on_change
        self._played: list[float] = [0.0] * self.table.number
        """When each move was made; those of an earlier run of the house are long ago."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots_think = False
        self._kept = b""
        self._alarm: asyncio.TimerHandle | None = None
        self._is_closed = False
        self.is_gone = False
        """Whether the table was put away."""

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
    def stands(self) -> Literal["open", "running", "finished"]:
        """Whether the table waits for people, is being played, or is over."""
        if self.table.ask is None:
            return "finished"
        return "open" if self.open_seats else "running"

    @property
    def title(self) -> str:
        """Which scenario is played."""
        setup = self.table.setup
        return next((each.title for each in self.table.rules.scenarios() if each.id == setup.scenario), setup.scenario)

    @property
    def progress(self) -> str:
        """How far the game is, or how it ended, in a word or two."""
        if outcome := self.table.outcome:
            return "won" if outcome.winners else "lost"
        return f"round {self.table.rules.round_of(self.table.state)}"

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """Seats that nobody has taken."""
        return tuple(seat for seat, chair in self.record.chairs.items() if chair.kind == "open")

    def seats_of(self, name: str) -> tuple[Seat, ...]:
        """The seats that somebody answers for."""
        return tuple(
            seat for seat, chair in self.record.chairs.items() if chair.kind == "person" and chair.name == name
        )

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits at the table."""
        return tuple(dict.fromkeys(chair.name for chair in self.record.chairs.values() if chair.kind == "person"))

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
        record = self.record
        if record.access != "invited" or name in (record.owner, *record.invited, *self.people):
            return ""
        return "That table is by invitation only."

    def is_listed_for(self, name: str) -> bool:
        """Whether somebody sees the room in the list."""
        return self.record.access == "public" or name in (self.record.owner, *self.record.invited, *self.people)

    # Coming and going

    def enter(self, name: str) -> None:
        """Somebody opens the room on a screen."""
        if why := self.why_not(name):
            raise Refused(why)
        self.here[name] += 1
        self._came_or_went()

    def leave(self, name: str) -> None:
        """A screen is closed; the seat stays."""
        self.here[name] -= 1
        if self.here[name] <= 0:
            del self.here[name]
        self._came_or_went()

    def sit_down(self, name: str, seat: Seat) -> None:
        """Take an open seat."""
        if seat not in self.record.chairs:
            raise Refused(f'There is no seat "{seat}" at this table.')
        if seat not in self.open_seats:
            raise Refused(f"{seat.capitalize()} is taken: {self.person_of(seat)} sits there.")
        self._settle(seat, Chair("person", name), f"{name} sits down as {seat.capitalize()}.")

    def seat_bot(self, name: str, seat: Seat, bot: str) -> None:
        """Give a seat to a bot: one's own, or an open one if the table is one's own."""
        if seat not in self.seats_of(name) and not (name == self.record.owner and seat in self.open_seats):
            raise Refused(f"{seat.capitalize()} is not yours to give away.")
        self._settle(seat, Chair("bot", bot), f"The {bot} bot plays {seat.capitalize()} now.")

    def hand_over(self, name: str, seat: Seat, to: str) -> None:
        """Give one's seat to somebody who is in the room."""
        self._must_sit(name, seat)
        if to == name or not self.here[to]:
            raise Refused(f"{to} is not in the room.")
        self._settle(seat, Chair("person", to), f"{name} hands {seat.capitalize()} to {to}.")

    def stand_up(self, name: str, seat: Seat) -> None:
        """Give a seat up; it is open for anybody then."""
        self._must_sit(name, seat)
        self._settle(seat, OPEN, f"{name} gets up; {seat.capitalize()} is open.")

    def take_from_bot(self, name: str, seat: Seat) -> None:
        """Take a seat back from a bot; for those who sit here already, and for the owner."""
        if self.record.chairs.get(seat, OPEN).kind != "bot":
            raise Refused(f"No bot plays {seat.capitalize()}.")
        if name != self.record.owner and not self.seats_of(name):
            raise Refused("Only somebody of this table can take a bot's seat.")
        self._settle(seat, Chair("person", name), f"{name} plays {seat.capitalize()} now.")

    def free(self, name: str) -> None:
        """Somebody who owns nothing has left the house: their seats are open again."""
        for seat in self.seats_of(name):
            self._settle(seat, OPEN, f"{name} has left; {seat.capitalize()} is open.")

    def _settle(self, seat: Seat, chair: Chair, words: str) -> None:
        self.record.chairs[seat] = chair
        if self.record.eyes == seat:  # whoever sits there now has not allowed it
            self.record.eyes = NOBODY
        self.taking_back = None
        self._announce(words)
        self._go_on()

    def _must_sit(self, name: str, seat: Seat) -> None:
        if seat not in self.seats_of(name):
            raise Refused(f"{seat.capitalize()} is not your seat.")

    def put_away(self, name: str) -> None:
        """The owner ends the table before its game is over: whoever is there is told."""
        self._must_own(name)
        self.is_gone = True
        self._announce(f"{name} has put the table away.")
        self._changed()

    def rename(self, former: set[str], name: str) -> None:
        """Somebody has another name now."""
        record = self.record
        record.owner = name if record.owner in former else record.owner
        record.invited = [name if each in former else each for each in record.invited]
        for seat, chair in record.chairs.items():
            if chair.kind == "person" and chair.name in former:
                record.chairs[seat] = Chair("person", name)
        self.keep()

    def end(self) -> None:
        """The game is over: nothing is written any more, and the file is anybody's to read."""
        self.record.ended = time.time()
        self.keep()
        self.opened.journal.close()

    # What the owner decides

    def _must_own(self, name: str) -> None:
        if name != self.record.owner:
            raise Refused(f"Only {self.record.owner}, whose table it is, can do that.")

    def invite(self, name: str, guest: str) -> None:
        """Let somebody in."""
        self._must_own(name)
        guest = plain(guest, 20).lower()
        if not guest:
            raise Refused("Type a name.")
        if guest not in self.record.invited:
            self.record.invited.append(guest)
        self._announce(f"{guest} is invited.")
        self._changed()

    def show_eyes(self, name: str, seat: Seat) -> None:
        """Let spectators see what a seat sees, or no more than an outsider."""
        self._must_own(name)
        if seat and seat not in self.seats_of(name):
            raise Refused("You can open your own seat to spectators, not somebody else's.")
        self.record.eyes = seat
        self._announce(
            f"Spectators see what {seat.capitalize()} sees." if seat else "Spectators see what an outsider may see."
        )
        self._changed()

    def pause(self, name: str) -> None:
        """Stop the table and its clock."""
        self._must_be_of(name)
        if not self.record.paused:
            self.record.paused = True
            self._announce(f"{name} stops the table.")
            self._go_on()

    def resume(self, name: str) -> None:
        """Let a stopped table go on."""
        self._must_be_of(name)
        if self.record.paused:
            self.record.paused = False
            self._announce(f"{name} lets the table go on.")
            self._go_on()

    def _must_be_of(self, name: str) -> None:
        if name != self.record.owner and not self.seats_of(name):
            raise Refused("Only somebody of this table can do that.")

    # Talking

    def say(self, name: str, words: str) -> None:
        """Say something to all in the room."""
        self.talk.say(name, words, self.table.number)
        self._changed()

    def nudge(self, name: str) -> None:
        """Ring for those whom the table waits for."""
        asked = self.table.ask.seats if self.table.ask else ()
        waiting = tuple(
            seat
            for seat in asked
            if self.record.chairs[seat].kind == "person" and self.record.chairs[seat].name != name
        )
        if not waiting:
            raise Refused("The table waits for nobody else.")
        self.talk.say(name, f"nudges {' and '.join(dict.fromkeys(map(self.person_of, waiting)))}.", self.table.number)
        self.nudged += 1
        self.nudged_seats = waiting
        self._changed()

    def _announce(self, words: str) -> None:
        self.talk.say("", words, self.table.number)

    # Playing

    def submit(self, name: str, seat: Seat, move: Move, at: int) -> None:
        """Make a move for one's seat; `at` is the question that was on one's screen."""
        self._must_sit(name, seat)
        if self.record.paused:
            raise Refused("The table is stopped; let it go on first.")
        if self.open_seats:
            names = " and ".join(seat.capitalize() for seat in self.open_seats)
            raise Refused(f"The table waits for somebody to play {names}.")
        self._play(seat, move, at)

    def _play(self, seat: Seat, move: Move, at: int) -> None:
        self.table.submit(seat, move, at)
        self._played.append(time.monotonic())
        self.taking_back = None
        self._go_on()

    def take_back(self, name: str) -> str:
        """Take one's last move back: at once if it was the last of all, else when the others agree.

        What was taken back, in words; empty if others have to agree first.
        """
        mine = self.seats_of(name)
        if not mine:
            raise Refused("Only somebody of this table can take moves back.")
        if self.table.ask is None:
            raise Refused("The game is over: its moves stand.")
        steps = self.table.steps
        number = next((each for each in range(len(steps) - 1, 0, -1) if steps[each].seat in mine), 0)
        if not number:
            raise Refused("You have no move to take back.")
        if not self.table.setup.open_undo and any(step.reveals for step in steps[number:]):
            raise Refused("Since your last move something new was revealed, so it cannot be taken back.")
        step = steps[number]
        rules = self.table.rules
        words = rules.tell_move(rules.view(step.before, step.seat), step.seat, step.move) if step.move else ""
        others = dict.fromkeys(self.record.chairs[step.seat] for step in steps[number:])
        missing = tuple(chair.name for chair in others if chair.kind == "person" and chair.name != name)
        if missing:
            self.taking_back = TakingBack(name, number, words, missing)
            self._announce(f"{name} asks {' and '.join(missing)} to agree to a take-back.")
            self._changed()
            return ""
        self._undo_to(number)
        return words

    def agree(self, name: str, yes: bool) -> None:
        """Answer somebody who wants to take moves back."""
        asked = self.taking_back
        if asked is None or name not in asked.missing:
            raise Refused("Nobody asks you that any more.")
        if not yes:
            self.taking_back = None
            self._announce(f"{name} does not agree; the moves stand.")
            self._changed()
            return
        missing = tuple(each for each in asked.missing if each != name)
        self.taking_back = msgspec.structs.replace(asked, missing=missing)
        if missing:
            self._changed()
            return
        self._announce(f"{asked.by} takes back: {asked.words}")
        self._undo_to(asked.number)

    def _undo_to(self, number: int) -> None:
        self.taking_back = None
        while self.table.number > number:
            self.table.undo(self.table.steps[-1].seat)
        del self._played[number:]
        self._go_on()

    # What happens by itself

    def start(self) -> None:
        """Let bots and clock run; called once the loop does."""
        self._go_on()

    def _go_on(self) -> None:
        """The table has moved, or who plays it has changed."""
        self._wind_clock()
        self._let_bots_think()
        self._changed()

    @property
    def _is_running(self) -> bool:
        return self.stands == "running" and not self.record.paused and not self._is_closed

    def _wind_clock(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self.deadline = 0.0
        asked = self.table.ask.seats if self.table.ask else ()
        if not self.record.clock or not self._is_running:
            return
        if not any(self.record.chairs[seat].kind == "person" for seat in asked):
            return
        loop = asyncio.get_running_loop()
        self.deadline = loop.time() + self.record.clock
        # In a context of its own: otherwise the alarm would keep alive whichever app made the last move.
        self._alarm = loop.call_later(self.record.clock, self._time_is_up, context=contextvars.Context())

    def _time_is_up(self) -> None:
        asked = self.table.ask.seats if self.table.ask else ()
        late = [seat for seat in asked if self.record.chairs[seat].kind == "person"]
        if late and self._is_running:
            self._announce(f"Time is up for {late[0].capitalize()}: a bot makes this move.")
            self._spawn(self._stand_in(late[0]))

    async def _stand_in(self, seat: Seat) -> None:
        question = self.table.question
        await self._answer(seat, STAND_IN)
        if question == self.table.question:
            self._wind_clock()

    def _let_bots_think(self) -> None:
        if self._is_running and self._bot_seat() and not self._bots_think:
            self._bots_think = True
            self._spawn(self._bots_play())

    def _spawn(self, work: Any) -> None:
        task = contextvars.Context().run(asyncio.get_running_loop().create_task, work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _bot_seat(self) -> Seat:
        asked = self.table.ask.seats if self.table.ask else ()
        return next((seat for seat in asked if self.record.chairs[seat].kind == "bot"), NOBODY)

    async def _bots_play(self) -> None:
        """One move of a bot after another, as long as bots are asked."""
        try:
            while self._is_running and (seat := self._bot_seat()):
                await asyncio.sleep(BREATH)
                chair = self.record.chairs[seat]
                if chair.kind == "bot" and not await self._answer(seat, chair.name):
                    return
        finally:
            self._bots_think = False

    async def _answer(self, seat: Seat, bot: str) -> bool:
        """Let a bot answer for a seat; False if the bots cannot think."""
        question = self.table.question
        try:
            move = await self.thinkers.choose(self.table, seat, bot, luck=len(self._played))
        except ParleyError as error:
            self._announce(str(error))
            self._changed()
            return False
        if self._is_running and question == self.table.question:
            try:
                self._play(seat, move, question)
            except ParleyError as error:
                self._announce(str(error))
                self._changed()
                return False
        return True

    # Watching

    def seen_by_spectators(self) -> Table[Any]:
        """The table as far as spectators may follow it now."""
        if not self.record.delay:
            return self.table
        limit = time.monotonic() - self.record.delay
        # The table is laid out before anybody watches.
        number = next((each for each in range(1, self.table.number) if self._played[each] > limit), self.table.number)
        return self.table if number == self.table.number else self.table.as_of(number)

    # Keeping

    def _came_or_went(self) -> None:
        """Tell everybody who is here now; that is nothing to be written down."""
        self.bells.ring_soon()
        self._on_change(self)

    def _changed(self) -> None:
        """Write down who sits where, and tell everybody."""
        self.keep()
        self.bells.ring()
        self._on_change(self)

    def keep(self) -> None:
        """Write the record if it has changed: the old one or the new one is there, never half of one."""
        self.record.said = self.talk.said
        content = msgspec.json.encode(self.record)
        if self._is_closed or content == self._kept:
            return
        draft = self.path.with_suffix(".tmp")
        try:
            draft.write_bytes(content + b"\n")
            draft.replace(self.path)
            self._kept = content
        except OSError as error:
            # The game itself is safe in its journal; what is lost after a restart is who sat where last.
            LOG.warning("the record of %s cannot be written: %s", self.code, error.strerror)

    def close(self) -> None:
        """The house closes: nothing more happens here."""
        self.keep()
        self._is_closed = True
        self._wind_clock()
        for task in self._tasks:
            task.cancel()
        self.opened.journal.close()
