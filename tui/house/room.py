"""A room: one table of the house and the people around it, who play through it and through nothing else."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import ParleyError, Refused, SaveError
from engine.core.grammar import joined
from engine.core.kinds import NOBODY, Move, Seat
from engine.core.standing import Standing
from tui.house.asking import RoomQuestion
from tui.house.charge import later
from tui.house.clock import Clock
from tui.house.record import RoomRecord
from tui.house.seats import QUESTIONS, Seats
from tui.house.taking_back import TakingBack, refuse_too_many
from tui.house.talk import Pace
from tui.play.chairs import BotTurns, Chair, luck_of
from tui.play.moments import move_words
from tui.play.opened import why_not_ours
from tui.play.recap import forget_moves
from tui.play.report import told
from tui.play.saves import Opened
from tui.play.sitting import Choice
from tui.play.story import Watcher
from tui.play.thinking import Thinkers

LOG = logging.getLogger("parley.house")

STAND_IN = "normal"
"""The level of the bot that answers for somebody whose time is up."""

ANSWERED_WITHIN = 120.0
"""Seconds after which a take-back that not everybody has agreed to is off."""

FAULT = (
    "The save of this table was altered, or other rules led to it, so the game cannot go on. Everything in it is kept "
    "as it was; the host can look at it with parley verify."
)
"""What all at a table are told; what exactly is wrong could tell hidden cards, and is for the host alone."""

BREATH = 0.7
"""Bots wait this many seconds before a move, so that people can follow."""


class Room(Seats):
    """A table that is played: moves, take-backs, clock and bots."""

    def __init__(
        self, record: RoomRecord, opened: Opened, thinkers: Thinkers, on_change: Callable[[Room], None]
    ) -> None:
        """Open a room; `on_change` is told of everything that a list of rooms shows."""
        super().__init__(record, opened, on_change)
        self.stirred = {}
        self.askings = []
        self._declined = set()
        self._questions = Pace(*QUESTIONS)
        self._note_seated()
        self.thinkers = thinkers
        self._asked_back = 0
        self.clock = Clock(record.clock, self._time_is_up)
        self.standing = Standing(record.standing)
        self.standing.resume(self.table)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.turns = BotTurns(self.table, record.chairs)
        """When bots act where people are asked as well: as at home, after an action of a person."""
        self._bots_think = False
        self._is_overdue = False
        """Whether time was up while nobody of the table was there."""

    # Coming and going

    def enter(self, name: str) -> None:
        """Somebody opens the room on a screen."""
        if why := self.why_not(name):
            raise Refused(why)
        self.here[name] += 1
        self._note_here(name)
        if self._is_overdue and name in self.people:
            # A player who comes back meets the same question; for others a bot answers it.
            self._wind_clock() if name in self.asked_people else self._time_is_up()
        self.bells.ring_soon()

    def leave(self, name: str) -> None:
        """A screen is closed; the seat stays."""
        self.here[name] -= 1
        if self.here[name] <= 0:
            del self.here[name]
            self._note_gone(name)
            self._let_bots_think()
        self.bells.ring_soon()

    def end(self) -> None:
        """The game is over: nothing is written any more, and the file is anybody's to read."""
        self.record.ended, self.record.is_logged = time.time(), False
        self.keep()
        self.opened.journal.close()

    # Playing

    def submit(self, name: str, seat: Seat, move: Move, at: int) -> None:
        """Make a move for one's seat; `at` is the question that was on one's screen."""
        self._must_sit(name, seat)
        if self.record.paused:
            raise Refused("The table is stopped; let it go on first.")
        if self.open_seats:
            names = joined(self.title_of(seat) for seat in self.open_seats)
            raise Refused(f"The table waits for somebody to play {names}.")
        self._play(seat, move, at)

    def stand_by(self, name: str, choice: Choice) -> None:
        """Pass for one's seat, now and in every window until something is over."""
        self.submit(name, choice.seat, choice.move, choice.at)
        self.standing.stand_by(self.table, choice.seat, choice.scope)
        self._go_on()

    def ask_again(self, name: str, seats: Sequence[Seat]) -> None:
        """Stop standing by with some of one's seats."""
        for seat in seats:
            self._must_sit(name, seat)
            self.standing.stop(seat)
        self._changed()

    def _let_pass(self) -> bool:
        """Submit a real pass for a seat that stands by, after which the table goes on; whether there was one."""
        self.standing.settle(self.table)
        for seat in self._asked("person") if self._is_running else ():
            move = self.standing.passing(self.table, seat)
            if move is not None:
                self._play(seat, move, self.table.question)
                return True
        return False

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """What goes wrong because the save was altered is said to be its fault; nothing is played any more."""
        if self.fault:
            raise SaveError(self.fault)
        try:
            yield
        except (ParleyError, OSError):
            raise
        except Exception as error:
            if self.blame(error):
                raise SaveError(self.fault) from error
            raise

    def blame(self, error: BaseException) -> str:
        """Why a mistake is the fault of the table's save, which everybody is told then; empty if it is not."""
        if not self.fault and why_not_ours(self.opened):
            LOG.error("the save of the table %s was altered or does not fit: %s", self.code, "\n".join(told(error)))
            self.fault = FAULT
            self.clock.stop()
            self._announce(FAULT)
            self._changed()
        return self.fault

    def _play(self, seat: Seat, move: Move, at: int) -> None:
        with self._blaming():
            self._carry_out(seat, move, at)

    def _carry_out(self, seat: Seat, move: Move, at: int) -> None:
        left = self.clock.left(self.table.question) if move.aside else 0.0
        self.clock.note(self.table.number, self.table.question)
        self.table.submit(seat, move, at)
        if move.aside:
            self.clock.go_on(self.table.number - 1, self.table.question, left)
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
        refuse_too_many(self.table)
        if self.clock.was_up(number):
            raise Refused("Your time was up for that move, so it stands.")
        if not self.table.setup.open_undo and any(step.reveals for step in steps[number:]):
            raise Refused("Since your last move something new was revealed, so it cannot be taken back.")
        step = steps[number]
        if number < len(steps) - 1 and not self.table.setup.open_undo and self.table.takes_back(step.seat) == number:
            self._undo_alone(step.seat, number)
            return move_words(self.table, step)
        others = dict.fromkeys(self.record.chairs[step.seat] for step in steps[number:])
        missing = tuple(chair.name for chair in others if chair.kind == "person" and chair.name != name)
        if missing:
            self._ask_back(name, number, missing)
            return ""
        self._undo_to(number)
        return move_words(self.table, step)

    def _ask_back(self, name: str, number: int, missing: tuple[str, ...]) -> None:
        """Ask the others to agree, unless they are asked something of the kind already."""
        if asked := self.taking_back:
            raise Refused(f"{asked.by} has asked for a take-back; {joined(asked.missing)} must answer that first.")
        self.talk.pace.check(name)
        step = self.table.steps[number]
        words = move_words(self.table, step, Watcher(self.table.rules))
        self._asked_back += 1
        self.taking_back = TakingBack(name, number, words, missing, self._asked_back)
        later(ANSWERED_WITHIN, self._lapse, self._asked_back)
        self._announce(f"{name} asks {joined(missing)} to agree to a take-back.")
        self._changed()

    def _lapse(self, serial: int) -> None:
        """Nobody has to answer, and bots do not wait for an answer for ever."""
        asked = self.taking_back
        if asked is not None and asked.serial == serial and not self._is_closed:
            self.taking_back = None
            self._announce(f"{joined(asked.missing)} did not answer; the moves stand.")
            self._go_on()

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

    def questions(self, name: str) -> list[RoomQuestion]:
        """What somebody is to answer, when they choose to."""
        found = [
            RoomQuestion(
                ("asking", each.serial), each.words, *each.answers, partial(self._answer_asking, name, each.serial)
            )
            for each in self.asked_of(name)
        ]
        asked = self.taking_back
        if asked is not None and name in asked.missing:
            what = f"this back: {asked.words}." if asked.words else "a move back."
            words = f"{asked.by} would like to take {what} What came after it would go as well. Do you agree?"
            agree = partial(self._agree_to, name, asked.serial)
            found.insert(0, RoomQuestion(("take-back", asked.serial), words, "Agreed", "No, it stands", agree))
        return found

    def _answer_asking(self, name: str, serial: int, yes: bool) -> None:
        self.answer(name, yes, serial)

    def _agree_to(self, name: str, serial: int, yes: bool) -> None:
        self.agree(name, yes, serial)

    def _undo_alone(self, seat: Seat, number: int) -> None:
        """Take back what nothing since rests on: an arrangement in secret, or what others have only spoken after."""
        left = self.clock.left(self.table.question)
        self.hold_back(number)
        try:
            with self._blaming():
                self.table.undo(seat)
        finally:
            self.delay.forget(self.table.number)
            self.clock.go_back(self.table.number, self.table.question, left)
            self._go_on()

    def _undo_to(self, number: int) -> None:
        self.taking_back = None
        left = self.clock.left(self.table.question)
        self.hold_back(number)
        try:
            with self._blaming():
                while self.table.number > number:
                    self.table.undo(self.table.steps[-1].seat)
        finally:
            self.delay.forget(self.table.number)
            forget_moves(self.record.looked, self.table.number)
            forget_moves(self._shown, self.table.number)
            self.clock.go_back(number, self.table.question, left)
            self._go_on()

    # What happens by itself

    def start(self) -> None:
        """Let bots and clock run; called once the loop does."""
        self.settle_charge()
        self._go_on()

    def _go_on(self) -> None:
        """The table has moved, or who plays it has changed."""
        if self._let_pass():
            return
        self._wind_clock()
        self._let_bots_think()
        self._changed()

    @property
    def _is_running(self) -> bool:
        return self.stands == "running" and not (self.record.paused or self.fault or self._is_closed)

    def _wind_clock(self) -> None:
        """Let the clock run while people are asked."""
        self._is_overdue = False
        self.clock.stop()
        if self._is_running and self._asked("person"):
            self.clock.wind(self.table.question)

    def _time_is_up(self) -> None:
        """A bot makes a move; while nobody is there it waits, or it would play the whole game when all lines break."""
        late = self._asked("person") if self._is_running else ()
        self._is_overdue = bool(late) and not any(self.here[name] for name in self.people)
        if late and not self._is_overdue:
            self._announce(f"Time is up for {self.title_of(late[0])}: a bot makes this move.")
            self._spawn(self._stand_in(late[0], self.table.question))

    async def _stand_in(self, seat: Seat, question: int) -> None:
        """Answer the question for which the time was up, unless that is done by now."""
        if question == self.table.question:
            await self._answer(seat, STAND_IN)
        if question == self.table.question:
            self._wind_clock()

    # Bots

    def hurry_bots(self, name: str) -> None:
        """Let every bot that is asked act once before the people who are asked as well."""
        if not self.seats_of(name):
            raise Refused("Only somebody of this table can do that.")
        if not self.turns.asked:
            raise Refused("Nothing is asked of a bot now.")
        if self.record.bots_wait:
            raise Refused(f"The bots wait until {self.in_charge} lets them go on.")
        self._deeds.check(name)
        self.turns.go_first()
        self._announce(f"{name} lets the bots act first.")
        self._go_on()

    def hold_bots(self, name: str, wait: bool) -> None:
        """Let the bots wait, or go on; for the person in charge."""
        self._must_lead(name)
        if wait != self.record.bots_wait:
            self.record.bots_wait = wait
            self._announce(f"{name} lets the bots {'wait' if wait else 'go on'}.")
            self._go_on()

    def _settle(self, seat: Seat, chair: Chair, words: str) -> None:
        """Somebody else sits there: people go first."""
        self.turns.forget()
        super()._settle(seat, chair, words)

    def _let_bots_think(self) -> None:
        if self._next_bot() and not self._bots_think:
            self._bots_think = True
            self._spawn(self._bots_play())

    @property
    def _may_bots_play(self) -> bool:
        """Bots wait while somebody in the room is asked to agree to a take-back: their move would end the question."""
        asked = self.taking_back.missing if self.taking_back else ()
        return self._is_running and not self.record.bots_wait and not any(self.here[name] for name in asked)

    def _next_bot(self) -> Seat:
        """The bot that acts now; nobody while people have the first action, or the bots wait."""
        return self.turns.next if self._may_bots_play else NOBODY

    def _spawn(self, work: Any) -> None:
        task = contextvars.Context().run(asyncio.get_running_loop().create_task, work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """A mistake of a bot is ours; those who wait for it are told, and the table stays as it is."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.blame(error):
            LOG.error("a bot at %s failed:\n%s", self.code, "\n".join(told(error)))
            self._announce("A bot failed; that is a mistake in Parley. Somebody else can play in its place.")
            self._changed()

    async def _bots_play(self) -> None:
        """One move of a bot after another, as long as it is for bots to act."""
        try:
            while self._next_bot():
                await asyncio.sleep(BREATH)
                await self.let_people_watch()
                # In that moment others may have moved, taken back, or sat down in its place.
                seat = self._next_bot()
                if seat and not await self._answer(seat, self.record.chairs[seat].name):
                    return
        finally:
            self._bots_think = False

    async def _answer(self, seat: Seat, level: str) -> bool:
        """Let a bot answer for a seat; False if the bots cannot think."""
        question, chair = self.table.question, self.record.chairs[seat]
        try:
            move = await self.thinkers.choose(self.table, seat, level, luck_of(self.table.setup.table, seat))
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
                if not self.fault:  # which everybody is told already
                    self._announce(str(error))
                    self._changed()
                return False
        return True

    def follow_journal(self, before: Path) -> None:
        """The journal was lost and goes on in another file: the record goes there, so that no old one is left."""
        with suppress(OSError):
            before.replace(self.path)
        self._kept = b""
        self._announce("The file of this table was lost, so the table goes on in a new one. Nothing is missing.")
        self.keep()

    def close(self) -> None:
        """The house closes: nothing more happens here."""
        with suppress(SaveError):
            self.opened.journal.keep()
        self.keep()
        self._is_closed = True
        self._await_owner(0)
        self._wind_clock()
        for task in self._tasks:
            task.cancel()
        self.opened.journal.close()
