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
from tui.house.clock import Clock
from tui.house.delay import Delay
from tui.house.record import OPEN, SUFFIX, Chair, Record
from tui.house.taking_back import TakingBack
from tui.house.talk import Pace, Talk, plain
from tui.house.thinking import Thinkers
from tui.report import told
from tui.saves import Opened
from tui.ssh.people import is_name
from tui.story import Watcher

LOG = logging.getLogger("parley.house")

DEEDS, NUDGES = (12, 10.0), (2, 30.0)
"""So often in so many seconds may somebody change something about the table, or ring for the others."""

MOST_INVITED = 50

STAND_IN = "greedy"
"""The bot that answers for somebody whose time is up."""

BREATH = 0.7
"""Bots wait so many seconds before a move, so that people can follow."""


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
        self._asked_back = 0
        self.nudged = 0
        """How many nudges there have been, and for whom the last one was."""
        self.nudged_seats: tuple[Seat, ...] = ()
        self.clock = Clock(record.clock, self._time_is_up)
        self.talk = Talk(record.said)
        self._deeds, self._nudges = Pace(*DEEDS), Pace(*NUDGES)
        self._on_change = on_change
        self.delay = Delay(record.delay, self.table.number, record.made)
        self._behind: Table[Any] = self.table
        """The table as spectators with a delay saw it last."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots_think = False
        self._is_overdue = False
        """Whether time was up while nobody of the table was there."""
        self._kept = b""
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
        return f"round {self.table.rules.round_of(self.seen_by_spectators().state)}"

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

    @property
    def givers(self) -> tuple[str, ...]:
        """Who has lent a seat to a bot."""
        return tuple(chair.giver for chair in self.record.chairs.values() if chair.giver)

    def lent_by(self, name: str) -> tuple[Seat, ...]:
        """The seats that a bot plays for somebody."""
        return tuple(seat for seat, chair in self.record.chairs.items() if chair.giver == name)

    def eyes_of(self, name: str) -> Seat:
        """Through whose eyes a spectator watches; whoever has lent a seat to a bot plays on when they like."""
        return NOBODY if name in self.givers else self.record.eyes

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
        return "" if self.record.access != "invited" or self._is_known(name) else "That table is by invitation only."

    def is_listed_for(self, name: str) -> bool:
        """Whether somebody sees the room in the list."""
        return self.record.access == "public" or self._is_known(name)

    def _is_known(self, name: str) -> bool:
        """Whether somebody is invited, sits here, or has lent their seat to a bot."""
        return name in (self.record.owner, *self.record.invited, *self.people, *self.givers)

    # Coming and going

    def enter(self, name: str) -> None:
        """Somebody opens the room on a screen."""
        if why := self.why_not(name):
            raise Refused(why)
        self.here[name] += 1
        if self._is_overdue and name in self.people:
            # Whoever comes back stands before the same question; for others who come, a bot answers it.
            self._wind_clock() if name in self.asked_people else self._time_is_up()
        self.bells.ring_soon()

    def leave(self, name: str) -> None:
        """A screen is closed; the seat stays."""
        self.here[name] -= 1
        if self.here[name] <= 0:
            del self.here[name]
            self._let_bots_think()
        self.bells.ring_soon()

    def sit_down(self, name: str, seat: Seat) -> None:
        """Take an open seat."""
        if seat not in self.record.chairs:
            raise Refused(f'There is no seat "{seat}" at this table.')
        if seat not in self.open_seats:
            raise Refused(f"{seat.capitalize()} is taken: {self.person_of(seat)} sits there.")
        self._deeds.check(name)
        self._settle(seat, Chair("person", name), f"{name} sits down as {seat.capitalize()}.")

    def seat_bot(self, name: str, seat: Seat, bot: str) -> None:
        """Give a seat to a bot: one's own, or at one's own table one without a player."""
        if seat not in (*self.seats_of(name), *self.seats_without_player(name)):
            raise Refused(f"{seat.capitalize()} is not yours to give away.")
        self._deeds.check(name)
        player = self.record.chairs[seat].name
        self._settle(seat, Chair("bot", bot, player), f"The {bot} bot plays {seat.capitalize()} now.")

    def seats_without_player(self, name: str) -> tuple[Seat, ...]:
        """The seats at somebody's own table at which nobody is: the open ones, and those whose players are away."""
        if name != self.record.owner:
            return ()
        return (*self.open_seats, *filter(self.is_away, self.record.chairs))

    def hand_over(self, name: str, seat: Seat, to: str) -> None:
        """Give one's seat to somebody who is in the room."""
        self._must_sit(name, seat)
        if to == name or not self.here[to]:
            raise Refused(f"{to} is not in the room.")
        self._deeds.check(name)
        self._settle(seat, Chair("person", to), f"{name} hands {seat.capitalize()} to {to}.")

    def stand_up(self, name: str, seat: Seat) -> None:
        """Give a seat up; it is open for anybody then."""
        self._must_sit(name, seat)
        self._deeds.check(name)
        self._settle(seat, OPEN, f"{name} gets up; {seat.capitalize()} is open.")

    def take_from_bot(self, name: str, seat: Seat) -> None:
        """Play in the place of a bot."""
        if self.record.chairs.get(seat, OPEN).kind != "bot":
            raise Refused(f"No bot plays {seat.capitalize()}.")
        if not self.may_take_from_bot(name, seat):
            raise Refused(
                "Only the player it belongs to, or if there is none somebody of this table, can take a bot's seat."
            )
        self._deeds.check(name)
        self._settle(seat, Chair("person", name), f"{name} plays {seat.capitalize()} now.")

    def may_take_from_bot(self, name: str, seat: Seat) -> bool:
        """Whether somebody may have a bot's seat: it was theirs; or it was nobody's, and they are of this table."""
        chair = self.record.chairs.get(seat, OPEN)
        is_of_table = name == self.record.owner or bool(self.seats_of(name))
        return chair.kind == "bot" and (chair.giver == name if chair.giver else is_of_table)

    def free(self, name: str) -> None:
        """Somebody who owns nothing has left the house: their seats are open again."""
        for seat in self.seats_of(name):
            self._settle(seat, OPEN, f"{name} has left; {seat.capitalize()} is open.")
        for seat, chair in self.record.chairs.items():
            if chair.giver == name:
                self.record.chairs[seat] = Chair(chair.kind, chair.name)

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
            elif chair.giver in former:
                record.chairs[seat] = Chair(chair.kind, chair.name, name)
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
        self._deeds.check(name)

    def invite(self, name: str, guest: str) -> None:
        """Let somebody in."""
        self._must_own(name)
        guest = guest.strip().lower()
        if not is_name(guest):
            raise Refused(f"{plain(guest, 20) or 'That'} is no name that anybody could come in with.")
        if len(self.record.invited) >= MOST_INVITED:
            raise Refused(f"{MOST_INVITED} are invited, and there is no room for more.")
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
        self._deeds.check(name)

    # Talking

    def say(self, name: str, words: str) -> None:
        """Say something to all in the room."""
        self.talk.say(name, words, self.table.number)
        self._changed()

    def nudge(self, name: str) -> None:
        """Ring for those whom the table waits for."""
        waiting = tuple(seat for seat in self._asked("person") if self.record.chairs[seat].name != name)
        if not waiting:
            raise Refused("The table waits for nobody else.")
        self._nudges.check(name)
        self._announce(f"{name} nudges {' and '.join(dict.fromkeys(map(self.person_of, waiting)))}.")
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
        self.clock.note(self.table.number, self.table.question)
        self.table.submit(seat, move, at)
        self.delay.note()
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
        if self.clock.was_up(number):
            raise Refused("Your time was up for that move, so it stands.")
        if not self.table.setup.open_undo and any(step.reveals for step in steps[number:]):
            raise Refused("Since your last move something new was revealed, so it cannot be taken back.")
        step = steps[number]
        rules = self.table.rules
        others = dict.fromkeys(self.record.chairs[step.seat] for step in steps[number:])
        missing = tuple(chair.name for chair in others if chair.kind == "person" and chair.name != name)
        if missing:
            self._ask_back(name, number, missing)
            return ""
        self._undo_to(number)
        return rules.tell_move(rules.view(step.before, step.seat), step.seat, step.move) if step.move else ""

    def _ask_back(self, name: str, number: int, missing: tuple[str, ...]) -> None:
        """Ask the others to agree, unless they are asked something of the kind already."""
        if asked := self.taking_back:
            raise Refused(
                f"{asked.by} has asked for a take-back; {' and '.join(asked.missing)} must answer that first."
            )
        self.talk.pace.check(name)
        step = self.table.steps[number]
        words = Watcher(self.table.rules).move(step.before, step.seat, step.move) if step.move else ""
        self._asked_back += 1
        self.taking_back = TakingBack(name, number, words, missing, self._asked_back)
        self._announce(f"{name} asks {' and '.join(missing)} to agree to a take-back.")
        self._changed()

    def agree(self, name: str, yes: bool, serial: int) -> None:
        """Answer somebody who wants to take moves back; the question may be over, and another one asked."""
        asked = self.taking_back
        if asked is None or name not in asked.missing or serial != asked.serial:
            raise Refused("Nobody asks you that any more.")
        if not yes:
            self.taking_back = None
            self._announce(f"{name} does not agree; the moves stand.")
            self._go_on()
            return
        missing = tuple(each for each in asked.missing if each != name)
        self.taking_back = msgspec.structs.replace(asked, missing=missing)
        if missing:
            self._changed()
            return
        self._announce(f"{asked.by} takes back: {asked.words or 'a move'}.")
        self._undo_to(asked.number)

    def _undo_to(self, number: int) -> None:
        self.taking_back = None
        seen, left = self.seen_by_spectators(), self.clock.left(self.table.question)
        self._behind = seen.as_of(seen.number)
        try:
            while self.table.number > number:
                self.table.undo(self.table.steps[-1].seat)
        finally:
            self.delay.forget(self.table.number)
            self.clock.go_back(number, self.table.question, left)
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
        """Let the clock run while people are asked."""
        self._is_overdue = False
        self.clock.stop()
        if self._is_running and self._asked("person"):
            self.clock.wind(self.table.question)

    def _asked(self, kind: str) -> tuple[Seat, ...]:
        """The seats that are asked and have a person, or a bot."""
        asked = self.table.ask.seats if self.table.ask else ()
        return tuple(seat for seat in asked if self.record.chairs[seat].kind == kind)

    def _time_is_up(self) -> None:
        """A bot makes a move; while nobody is there it waits, or it would play the whole game when all lines break."""
        late = self._asked("person") if self._is_running else ()
        self._is_overdue = bool(late) and not any(self.here[name] for name in self.people)
        if late and not self._is_overdue:
            self._announce(f"Time is up for {late[0].capitalize()}: a bot makes this move.")
            self._spawn(self._stand_in(late[0], self.table.question))

    async def _stand_in(self, seat: Seat, question: int) -> None:
        """Answer the question for which the time was up, unless that is done by now."""
        if question == self.table.question:
            await self._answer(seat, STAND_IN)
        if question == self.table.question:
            self._wind_clock()

    def _let_bots_think(self) -> None:
        if self._bots_asked() and not self._bots_think:
            self._bots_think = True
            self._spawn(self._bots_play())

    @property
    def _may_bots_play(self) -> bool:
        """Bots wait while somebody in the room is asked to agree to a take-back: their move would end the question."""
        asked = self.taking_back.missing if self.taking_back else ()
        return self._is_running and not any(self.here[name] for name in asked)

    def _bots_asked(self) -> tuple[Seat, ...]:
        return self._asked("bot") if self._may_bots_play else ()

    def _spawn(self, work: Any) -> None:
        task = contextvars.Context().run(asyncio.get_running_loop().create_task, work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """A mistake of a bot is ours; those who wait for it are told, and the table stays as it is."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            LOG.error("a bot at %s failed:\n%s", self.code, "\n".join(told(error)))
            self._announce("A bot failed; that is a mistake in Parley. Somebody else can play in its place.")
            self._changed()

    async def _bots_play(self) -> None:
        """One move of a bot after another, as long as bots are asked."""
        try:
            while self._bots_asked():
                await asyncio.sleep(BREATH)
                # In that moment others may have moved, taken back, or sat down in its place.
                seats = self._bots_asked()
                if seats and not await self._answer(seats[0], self.record.chairs[seats[0]].name):
                    return
        finally:
            self._bots_think = False

    async def _answer(self, seat: Seat, bot: str) -> bool:
        """Let a bot answer for a seat; False if the bots cannot think."""
        question, chair = self.table.question, self.record.chairs[seat]
        try:
            move = await self.thinkers.choose(self.table, seat, bot, luck=self.table.number)
        except ParleyError as error:
            self._announce(str(error))
            self._changed()
            return False
        # Meanwhile somebody may have sat down in its place, or asked for a take-back.
        may_play = self._may_bots_play if chair.kind == "bot" else self._is_running
        if may_play and question == self.table.question and chair == self.record.chairs[seat]:
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
