"""A table of the house on one person's screen: the others move as they like, and talk, come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import events, getters, work
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.worker import Worker

from engine.core.errors import ParleyError
from engine.core.grammar import joined
from engine.core.kinds import NOBODY, Move, Seat
from engine.core.steps import Step
from tui.house.app import HouseApp
from tui.house.asking import RoomQuestion
from tui.house.menu import Deed, deeds
from tui.house.room import Room
from tui.house.sight import JUST_CHANGED, Meanings
from tui.house.sitting import RoomSitting
from tui.house.talk import LONGEST
from tui.play.hints import Hint
from tui.play.playback import in_steps
from tui.play.sitting import Choice
from tui.screens.asides import told_bindings
from tui.screens.bots import FOR_BOTS
from tui.screens.table import TableScreen
from tui.widgets.dialogs import Choosing, Confirming, Typing
from tui.widgets.lines import Block
from tui.widgets.prompt import Key

FOR_PLAYERS = ("take-back", "end", "hint", "list", "forecast", "moves", "aside", "ask-again")
"""The keys that do nothing for those who only watch."""


MOST_TO_COME = 60
"""How many moments wait to be played at most; somebody who is further behind misses the older ones."""

WORTH_TELLING = 15.0
"""Seconds from which on it is told how far behind the table a playback is."""


class HouseTableScreen(TableScreen):
    """A shared table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Capital letters: small ones may be keys of moves, and what is said must never be one.
        Binding("T", "talk", "Talk", id="talk", tooltip="Say something to all at this table."),
        Binding("n", "nudge", "Nudge", id="nudge", tooltip="Ring for those whom the table waits for."),
        Binding("A", "answer", "Answer", id="answer", tooltip="Answer what somebody at this table asks you."),
        Binding("g", "menu", "Table", id="table-menu", tooltip="Seats, spectators, and stopping the table."),
    ]

    app = getters.app(HouseApp)
    sitting: RoomSitting

    def __init__(self, room: Room, person: str, *, fresh: bool = False, wish: Seat = NOBODY) -> None:
        """Sit down in a room, or watch; a wish is a seat to ask for."""
        super().__init__(room.opened, fresh=fresh, sitting=RoomSitting(room, person))
        self.room = room
        self.person = person
        self._seen = self.table.number
        self._last: Step = self.table.steps[-1]
        self._nudged = room.nudged
        self._heard = room.talk.dropped + len(room.talk.said)
        self._told_of: list[tuple[str, int]] = []
        """Which questions of others one was told of, in this order: the first is the one that is answered."""
        self._answered: set[tuple[str, int]] = set()
        self._is_another = False
        """Whether another question has come first while one may still look at the one before."""
        self._meanings: Meanings[tuple[Seat, Move]] = Meanings()
        self._confirmed: tuple[str, ...] = ()
        """What was asked before a pass."""
        self._pressed = ""
        """The key of a line of the list, while it makes its move."""
        self._is_own = False
        """Whether what is shown next is one's own doing."""
        self._wish = wish
        self._is_in = False
        self._bell = asyncio.Event()
        """Rings when there may be something new to see."""

    def on_mount(self) -> None:
        """Come into the room and follow it."""
        self.room.enter(self.person)
        self._is_in = True
        self.app.at = self.room
        self.follow()
        if self._wish:
            self.call_after_refresh(self._do, partial(self._ask_for, self._wish))
        self.call_after_refresh(self._tell_of_questions)
        if self.room.record.clock or self.room.record.delay:
            self.set_interval(1.0, self._tick)

    def on_unmount(self) -> None:
        """Leave the room; the seat stays."""
        if self._is_in:
            self._is_in = False
            self.app.at = None
            self.room.end_playback(self)
            self.room.leave(self.person)

    # Following the others

    @work(group="following")
    async def follow(self) -> None:
        """Look anew whenever the room rings."""
        with self.room.bells.listening() as bell:
            self._bell = bell
            while True:
                await bell.wait()
                over = await self.app.turns.turn()
                bell.clear()
                try:
                    self.catch_up()
                except NoMatches:  # the screen is being taken down
                    return
                finally:
                    self.call_after_refresh(over)

    def _tick(self) -> None:
        """Time passes: on the clock, and for spectators who see everything later."""
        if self.shown is None:
            return
        if self.sitting.is_behind:
            self._bell.set()
        self._show_heading(self.shown)

    def catch_up(self) -> None:
        """Show what has happened since one looked last."""
        why = "The table was put away." if self.room.is_gone else self.room.why_not(self.person)
        if why:
            while self in self.app.screen_stack:  # with everything that lies on top of it
                self.app.pop_screen()
            self.app.notify(why, severity="warning")
            return
        if self.shown is None:
            return
        before = self.sitting.seats
        is_other_seat = self.sitting.catch_up()
        if fresh := [self.room.title_of(seat) for seat in self.sitting.seats if seat not in before]:
            self.notify(f"You play {joined(fresh)} now.")
        self._answer_nudge()
        if is_other_seat or self._was_taken_back():
            self._begin_anew()
        elif self._seen < self.table.number:
            self._show_moves()
        else:
            self._show_around()
        self._tell_of_questions()

    def _was_taken_back(self) -> bool:
        steps = self.table.steps
        return len(steps) < self._seen or steps[self._seen - 1] is not self._last

    def _is_late(self) -> bool:
        """Whether others have moved, and the screen does not show it yet."""
        return self._seen != self.table.number or self._was_taken_back()

    def _note_seen(self) -> None:
        self._seen, self._last = self.table.number, self.table.steps[-1]

    def _begin_anew(self) -> None:
        self.playing = []
        self._notice = ""
        self.sitting.start_over()
        self.forget_log()
        self._note_seen()
        self._shown_question = -1
        self.ask()

    def _show_moves(self) -> None:
        """Others have moved: what plays by itself plays here too, the rest is shown at once."""
        first = self._seen
        self._note_seen()
        fresh = range(first, self.table.number)
        moments = [moment for number in fresh for moment in self.sitting.moments(number)]
        acts = any(self.game.is_automatic(fact) for number in fresh for fact in self.table.steps[number].facts)
        if self.playing:
            more = [*self.playing[1:], *in_steps(moments, self.game)]
            self.playing = [self.playing[0], *more[-MOST_TO_COME:]]  # the log has all of it
            self._show_prompt()
        elif acts and self.pace != "instant" and moments:
            self._play(in_steps(moments, self.game))
        else:
            self._notice = ""
            self.ask()

    def _show_moment(self) -> None:
        """Show the next moment; bots wait until those who play have seen all of them."""
        if not self.sitting.is_behind:
            self.room.note_playback(self, self.person)
        super()._show_moment()

    def _show_around(self) -> None:
        """Somebody came, went or spoke."""
        self._show_heading(self.shown)
        self._tell_of_talk()
        if not self.playing:
            self.show_log(self.sitting.entries)
            self._show_prompt()

    def _tell_of_talk(self) -> None:
        """Where the log is not seen, what others say comes as a note."""
        talk = self.room.talk
        fresh = talk.said[max(0, self._heard - talk.dropped) :]
        self._heard = talk.dropped + len(talk.said)
        if self.has_tabs and self.open_tab != "log" and not self.sitting.is_behind:
            for said in fresh[-2:]:
                if said.who not in ("", self.person):
                    self.notify(f"{said.who}: {said.words}", markup=False)

    def sit_down(self) -> None:
        """Tell somebody who comes back what happened since they last looked."""
        self.tell_meanwhile(self.sitting.recap())

    def _make(self, choice: Choice) -> None:
        """Make a move; it is seen already when the room rings for it."""
        if choice.move.aside and self._is_late():
            self.catch_up()
        with self._own_doing():
            super()._make(choice)
        if self.table.number > self._seen:
            self._note_seen()

    def action_take_back(self) -> None:
        """Take a move back, or ask the others to agree."""
        with self._own_doing():
            super().action_take_back()
        self._note_seen()

    def _answer_nudge(self) -> None:
        if self.room.nudged != self._nudged:
            self._nudged = self.room.nudged
            if set(self.room.nudged_seats) & set(self.sitting.seats):
                self.app.bell()
                self.notify("The others wait for you.")

    # What is on one's screen

    def _by_key(self) -> dict[str, tuple[Seat, Move]]:
        """What the keys of the list that is shown mean."""
        blocks = self.lines("moves").blocks
        return {
            block.label.plain.strip(): (block.key.seat, block.key.move) for block in blocks if block.label is not None
        }

    @contextmanager
    def _own_doing(self) -> Iterator[None]:
        """What changes now is what one's own key has done: the next key may follow at once."""
        before, self._is_own = self._is_own, True
        try:
            yield
        finally:
            self._is_own = before

    def ask(self) -> None:
        """Show what is asked; others may have changed what the keys mean."""
        before, is_first = self._by_key(), self.shown is None
        self.room.end_playback(self)
        super().ask()
        now = self._by_key()
        if self._is_own or is_first:
            self._meanings.start(now)
            self.app.sight.settle()
        elif now != before:
            if self.app.sight.is_settled:
                self._meanings.start(before)
            self._meanings.add(now)
            self.app.sight.changed()

    def _is_sure(self, choice: Choice) -> bool:
        """Whether a key means what was on the screen when it was pressed; says so if not."""
        pressed, self._pressed = self._pressed, ""
        if self._is_late():
            self.catch_up()
        if self.app.sight.is_settled or self._meanings.agree(pressed, (choice.seat, choice.move)):
            return True
        self.app.sight.ask()  # in case the answer was lost
        self.say(JUST_CHANGED)
        return False

    def on_key(self, event: events.Key) -> None:
        """Remember a key that may stand before a line of the list."""
        self._pressed = event.key

    def make(self, choice: Choice) -> None:
        """Make a move, if it is what was seen; the list of asides is one's own, and nobody else changes it."""
        if choice.move.aside or (not self.playing and self._is_sure(choice)):
            super().make(choice)

    def travel(self, way: tuple[Move, ...]) -> None:
        """Make the moves of a way, if its first is what was seen."""
        first = next((each for each in self.sitting.choices if each.move in way[:1]), None)
        if first is not None and self._is_sure(first):
            super().travel(way)

    # What others ask

    @property
    def told(self) -> str:
        """What somebody waits for an answer to, before what came of the last move."""
        asked = [f"{each.words} (A answers)" for each in self._questions()[:1]]
        return " ".join(filter(None, [*asked, super().told]))

    def _questions(self) -> list[RoomQuestion]:
        """What others ask, the one that one was told of first before the others."""
        told = {key: place for place, key in enumerate(self._told_of)}
        return sorted(self.room.questions(self.person), key=lambda each: told.get(each.key, len(told)))

    def _tell_of_questions(self) -> None:
        """Say once that somebody waits for an answer; it takes the keyboard from nothing, and nothing answers it."""
        questions = self._questions()
        is_over = bool(self._told_of and questions) and self._told_of[0] != questions[0].key
        if is_over and self._told_of[0] not in self._answered:
            self._is_another = True
            self.app.sight.changed()
        before, self._told_of = self._told_of, [each.key for each in questions]
        for question in questions:
            if question.key not in before:
                self.app.bell()
                self.notify(f"{question.words} Press A at the table to answer.", markup=False, timeout=15)

    def action_answer(self) -> None:
        """Answer what somebody asks: nothing is chosen beforehand, and closing it answers nothing."""
        question = next(iter(self._questions()), None)
        if question is None:
            self.say("Nobody asks you anything.")
            return
        self._is_another = self._is_another and not self.app.sight.is_settled
        if self._is_another:
            self.app.sight.ask()
            self.say("Something else is asked now; look again.")
            return
        answers = (("Decide later", None), (question.yes, True), (question.no, False))
        blocks = [Block(Text(words), answer) for words, answer in answers]

        def picked(yes: bool | None) -> None:
            if yes is not None:
                self._answered.add(question.key)
                self._do(partial(question.answer, yes))
                self._show_prompt()

        self.app.push_screen(Choosing(question.words, blocks), picked)

    def _ask_for(self, seat: Seat) -> None:
        """Sit down, or ask for the seat and say so."""
        if not self.room.sit_down(self.person, seat):
            self.say(
                f"{self.room.in_charge} is asked whether you may play {self.room.title_of(seat)}; you watch until then."
            )

    # What is shown

    def heading_end(self) -> Text:
        """How much time is left, who plays what, who is away, and whose question it is."""
        text = Text("   ")
        if self.room.clock.deadline and not self.sitting.is_behind:
            left = max(0, round(self.room.clock.deadline - self._now()))
            text.append(f"{_time(left)} ", style=f"bold {self.look.lit if left > 10 else self.look.bad}")
        behind = self.room.delay.age(self.playing[0].entry.step) if self.playing else 0.0
        if behind >= WORTH_TELLING:
            text.append(f"{_time(round(behind))} behind ", style=f"bold {self.look.lit}")
        asked = self.table.ask.seats if self.table.ask and not self.playing else ()
        for seat in self.table.setup.seats:
            mark = (">" if self.signs.is_ascii else "◆") if seat in asked else " "
            style = f"bold {self.look.people}" if seat in asked else self.look.faint
            away = ", away" if self.room.is_away(seat) else ""
            if self.has_tabs:
                text.append(f"{mark}{seat[0].upper()}:{self.room.person_of(seat)}{away} ", style=style)
                continue
            text.append(f"{mark}{self.room.title_of(seat)} ", style=style)
            text.append(f"({self.room.person_of(seat)}{away}) ", style=self.look.faint)
        if self.room.practice:  # where room is short, the reason is in the table's menu
            text.append(" practice" if self.has_tabs else f" {self.room.practice}", style=self.look.lit)
        watching = sum(1 for name in self.room.here if not self.room.seats_of(name))
        if watching:
            text.append(f" {watching} watching", style=self.look.faint)
        return text

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _show_prompt(self) -> None:
        super()._show_prompt()
        if not self.playing:
            first = (Key("A", "answer", "answer", is_on=True),) if self._questions() else ()
            more = (Key("T", "talk", "talk"), Key("g", "table", "menu"))
            self.prompt.tell((*first, *self.prompt.keys, *more), self.look)

    def _lead_the_eye(self, choices: list[Choice], lit: frozenset[str]) -> None:
        """To what is asked; a player who waits reads what the others do."""
        if choices:
            super()._lead_the_eye(choices, lit)
            return
        self.inspect(f"space:{self.board.cursor}")
        if self.has_tabs:
            self.show_tab("log")
            self.board.focus()

    def offers(self, name: str) -> bool:
        """Spectators answer nothing, so they are offered no key that does; bots are held by the person in charge."""
        if name in FOR_BOTS:
            is_theirs = bool(self.sitting.seats) if name == "hurry" else self.room.in_charge == self.person
            return is_theirs and any(chair.is_bot for chair in self.room.record.chairs.values())
        return super().offers(name) and not (self.sitting.is_watching and name in FOR_PLAYERS)

    def _is_of_use(self, name: str) -> bool:
        """The prompt has no room for the keys of bots; help and the menu of the table tell them."""
        if name in FOR_BOTS:
            return name == "pause" and self.room.record.bots_wait
        return super()._is_of_use(name)

    def action_hurry(self) -> None:
        """Let the bots act before the people who are asked as well."""
        self._do(lambda: self.room.hurry_bots(self.person))

    def action_pause(self) -> None:
        """Let the bots wait, or go on."""
        self._do(lambda: self.room.hold_bots(self.person, not self.room.record.bots_wait))

    def more_keys(self) -> list[Block]:
        """The keys of a shared table."""
        return told_bindings(type(self).BINDINGS, self.look)

    def action_end(self) -> None:
        """Pass for one's own seats, if they are asked."""
        if self.table.ask is None or self._is_asked():
            self._confirmed = self.before_passing()
            super().action_end()

    def _pass_all(self) -> None:
        """Pass, unless that means something else by now than what was asked."""
        if self._is_late():
            self.catch_up()
        if self._confirmed != self.before_passing():
            self.say("The table has moved on meanwhile. Look again.")
        else:
            super()._pass_all()

    def before_passing(self) -> tuple[str, str, str]:
        """Passing is for one's own seats; the phase ends when the others have passed as well."""
        others = set(self.table.ask.seats if self.table.ask else ()) - set(self.sitting.seats)
        if not others:
            return super().before_passing()
        names = joined(sorted(self.room.title_of(seat) for seat in others))
        return f"You pass; {names} can still act. Go on?", "Pass", "Not yet"

    def own_seats(self) -> tuple[Seat, ...]:
        """The seats of the person who is connected."""
        return self.room.seats_of(self.app.person)

    def note_result(self) -> str:
        """The house keeps its own log."""
        return ""

    # Thinking

    def action_hint(self) -> None:
        """Ask the planner, which thinks in a process of its own."""
        if self._is_asked():
            super().action_hint()

    def _is_asked(self) -> bool:
        """Whether one may answer now; says so if not."""
        if not self.sitting.asked:
            self.say("You only watch here." if self.sitting.is_watching else "You are not asked anything now.")
        return bool(self.sitting.asked)

    def _think(self, seat: Seat | None) -> Worker[Hint]:
        return self.run_worker(
            self.room.thinkers.hint(self.table, self.sitting.front), group="hint", exclusive=True, exit_on_error=False
        )

    def action_forecast(self) -> None:
        """What would happen if everybody passed; for those who play. It is thought out in a process of its own."""
        if self.sitting.is_watching:
            self.say("You only watch here.")
        elif not self.playing and self.table.ask is not None:
            self.say("Thinking...")
            self._foresee(self._asked_now())

    @work(group="forecast", exclusive=True)
    async def _foresee(self, asked: tuple[int, Seat]) -> None:
        """Show the forecast when it is there, unless the table has moved on or something else is open by then."""
        try:
            ends = await self.room.thinkers.foresee(self.table, self.sitting.front)
        except ParleyError as error:
            self.say(str(error))
            return
        if self.is_current and not self.playing and asked == self._asked_now():
            self._notice = ""
            self._show_prompt()
            self.show_forecast(ends)

    # Talking, and the table's menu

    def _do(self, deed: Callable[[], Any]) -> None:
        """Do something in the room, or say why not."""
        try:
            deed()
        except ParleyError as error:
            self.say(str(error))

    def action_talk(self) -> None:
        """Say something to all at this table."""

        def typed(words: str | None) -> None:
            if words:
                self._do(lambda: self._say(words))

        self.app.push_screen(Typing("Say to all at this table", longest=LONGEST), typed)

    def _say(self, words: str) -> None:
        self.room.say(self.person, words)
        if self.sitting.is_behind:
            self.say(f"It is said. You will read it here {_time(self.room.delay.seconds)} later, like everything.")

    def action_nudge(self) -> None:
        """Ring for those whom the table waits for."""
        self._do(lambda: self.room.nudge(self.person))

    def action_menu(self) -> None:
        """All that one can do about seats, spectators and the table itself."""
        found = self._deeds()
        blocks = [Block(Text(words), number) for number, (words, _) in enumerate(found)]
        title = ": ".join(filter(None, (f"Table {self.room.code}", self.room.practice)))

        def picked(number: int | None) -> None:
            if number is not None:
                self._do(found[number][1])

        self.app.push_screen(Choosing(title, blocks), picked)

    def _deeds(self) -> list[Deed]:
        found = deeds(self.room, self.person, self._ask_for)
        if self.room.in_charge == self.person:
            found.append(("Invite somebody", self._invite))
        if self.room.record.owner == self.person and self.room.stands != "finished":
            found.append(("Put the table away for good", self._put_away))
        return found

    def _invite(self) -> None:
        def typed(name: str | None) -> None:
            if name:
                self._do(lambda: self.room.invite(self.person, name))

        self.app.push_screen(Typing("Whom do you invite? (the name they log in with)"), typed)

    def _put_away(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._do(lambda: self.app.house.end_room(self.person, self.room.code))

        self.app.push_screen(
            Confirming("Nobody can go on with this table then. Put it away?", "Put it away", "Keep it"), answered
        )

    def action_leave(self) -> None:
        """Back to the lobby; the seat is kept."""
        if not self.is_active:
            return
        self.app.pop_screen()
        if self.room.seats_of(self.person):
            self.app.notify(f"Your seat at {self.room.code} is kept.")


def _time(seconds: int) -> str:
    """A time that is left, to the second where seconds matter."""
    if seconds >= 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"
