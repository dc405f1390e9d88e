"""Bots at a table at home: they think while the screen goes on, and what they do is played back step by step."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from rich.text import Text
from textual import work
from textual.timer import Timer

from engine.core.errors import ParleyError
from engine.core.kinds import NOBODY, Move, Seat
from tui.play.chairs import TURNS, BotTurns, Chair, luck_of
from tui.play.moments import Moment, news
from tui.play.playback import in_steps
from tui.play.saves import Opened
from tui.play.sitting import Sitting
from tui.screens.advice import AdvisedScreen
from tui.widgets.dialogs import Choosing
from tui.widgets.lines import Block

LONGEST = 10.0
"""Seconds after which a bot at home makes the best move that it has found."""

BLINK = 0.5
"""Seconds between two pictures of the sign that a bot thinks."""

FOR_BOTS = ("hurry", "pause")
"""The keys that do something only where bots play."""

FOR_ANSWERS = ("hint", "list")
"""The keys that are of no use while a bot thinks."""

CHOICES = tuple(chair for chair in TURNS if chair is not None)
"""Who can be given a seat in the middle of a game."""


class BotsScreen(AdvisedScreen):
    """A table at which bots play; at one of the house it does nothing, because there the room lets them play."""

    def __init__(self, opened: Opened, sitting: Sitting | None = None) -> None:
        """No bot thinks yet."""
        super().__init__(opened, sitting)
        self.turns = BotTurns(self.table, opened.chairs) if self.sitting.chairs is not None else None
        self.is_paused = False
        self._thought: tuple[int, Seat] = (-1, NOBODY)
        """The question that a bot thinks about, and for which seat."""
        self._found: Move | None = None
        """The move that it has found, while something else lies on top of the table."""
        self._dots = 0
        self._blinking: Timer | None = None

    def on_unmount(self) -> None:
        """Nobody waits for the bot any more."""
        self._stop_thinking()

    # Thinking

    def call_bot(self) -> None:
        """Find out whether it is a bot's turn: people who are asked as well wait for it."""
        if self.turns is not None:
            self.sitting.waits_for = self.turns.next

    def let_bot_think(self) -> None:
        """Let the bot think whose turn it is; it may think about that already."""
        seat, question = self.sitting.waits_for, self.table.question
        if not seat or self.is_paused or self.playing:
            self._stop_thinking()
        elif self._thought != (question, seat):
            self._stop_thinking()
            self._thought = (question, seat)
            if self.app.settings.motion:
                self._blinking = self.set_interval(BLINK, self._blink)
            self._think_of_move(seat, question)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks now."""
        return bool(self._thought[1])

    def _stop_thinking(self) -> None:
        """What a bot thinks about is not needed any more, or known by now."""
        if self._blinking is not None:
            self._blinking.stop()
            self._blinking = None
        self._dots = 0
        if self.is_thinking:
            self._thought, self._found = (-1, NOBODY), None
            self.workers.cancel_group(self, "bots")
            self.app.thinkers.hurry()  # so that the process is free for the next one

    @work(group="bots", exclusive=True)
    async def _think_of_move(self, seat: Seat, question: int) -> None:
        level, luck = self.opened.chairs[seat].name, luck_of(self.table.setup.table, seat)
        try:
            move = await self.app.thinkers.choose(self.table, seat, level, luck, longest=LONGEST)
        except ParleyError as error:
            self._fail(str(error))
            return
        if self._thought == (question, seat):
            self._found = move
            self._make_found()

    def on_screen_resume(self) -> None:
        """What lay on top of the table is closed: bots have waited for that."""
        self.call_later(self._make_found)

    def _make_found(self) -> None:
        """Make the move that a bot has found, once somebody looks at the table."""
        (question, seat), move = self._thought, self._found
        is_up = self.is_current and bool(self.query("#prompt"))  # and not being taken down
        if move is None or not is_up:
            return
        self._thought, self._found = (-1, NOBODY), None
        self._stop_thinking()
        if question == self.table.question:
            self._make_for(seat, move, question)

    def _fail(self, words: str) -> None:
        """A bot cannot move: the table stops, so that a person can decide how it goes on."""
        self._thought, self._found = (-1, NOBODY), None
        self._stop_thinking()
        self.is_paused = True
        self.say(words)

    def _make_for(self, seat: Seat, move: Move, question: int) -> None:
        number = self.table.number
        try:
            self.table.submit(seat, move, question)
            self.sitting.let_pass()
        except ParleyError as error:
            self._fail(str(error))
            return
        self._notice = ""
        moments = [each for step in range(number, self.table.number) for each in self.sitting.moments(step)]
        lead = self._lead(number)
        if self.pace != "instant":
            self.show_result(moments)
            self._play([lead, *in_steps(moments, self.game)])
        else:
            words = f"{lead.entry.words}. {news(moments, alone=False)}".rstrip()
            self._news = (self.table.number, self.sitting.front, words)
            self.show_result(moments)
            if self.turns is not None and self.turns.next:  # only what comes before a person's answer opens a window
                self._read = self._news
            self.ask()

    def _lead(self, number: int) -> Moment:
        """The move itself, as the first step of its playback."""
        entry = self.sitting.told(number)[0]
        words = f"{self.title_with_level(entry.seat)}: {self.in_signs(entry.words) or 'moves'}"
        return Moment(self.sitting.view_before(number), replace(entry, words=words), ())

    def title_with_level(self, seat: Seat) -> str:
        """A seat by its title, with the level of its bot."""
        return self.opened.chairs.titled(seat, self.table.rules)

    # The sign that a bot thinks

    def _blink(self) -> None:
        self._dots = (self._dots + 1) % 4
        if self.is_current and not self._notice:
            self._show_prompt()

    def _question(self) -> tuple[str, str]:
        """What is asked, or that a bot thinks."""
        seat = self.sitting.waits_for
        if not seat or self.table.ask is None:
            return super()._question()
        if self.is_paused:
            key = self._key("pause", "").key
            return f"The bots wait. {self.title_with_level(seat)} is next; {key} lets them go on.", ""
        dots = "." * self._dots if self.app.settings.motion else "."
        return f"{self.sitting.thinking(seat)}{dots}", ""

    def mark_of(self, seat: Seat) -> tuple[str, str]:
        """How a seat is marked in the heading: also that its bot thinks."""
        if seat == self.sitting.waits_for and not self.playing:
            return ("*" if self.signs.is_ascii else "◇"), f"bold {self.look.lit}"
        return super().mark_of(seat)

    def offers(self, name: str) -> bool:
        """Keys for bots are offered where there are any, and seats change hands at home only."""
        if name in FOR_BOTS:
            return self.turns is not None and bool(self.opened.chairs.bots)
        return (name != "seats" or self.turns is not None) and super().offers(name)

    def _is_of_use(self, name: str) -> bool:
        if name == "hurry":
            return self.turns is not None and bool(self.turns.asked) and not self.is_paused
        if name == "pause":
            return bool(self.sitting.waits_for)
        if name in FOR_ANSWERS and self.sitting.waits_for:
            return False
        return super()._is_of_use(name)

    # Keys

    def action_hurry(self) -> None:
        """Let the bot that thinks move now, or let bots act before the people who are asked as well."""
        if self.turns is None or self.playing:
            return
        if self.is_thinking:
            self.app.thinkers.hurry()
        elif self.turns.asked and not self.is_paused:
            self.turns.go_first()
            self._shown_question = -1
            self.ask()
        else:
            self.say("Nothing is asked of a bot now.")

    def action_pause(self) -> None:
        """Let the bots wait, or go on."""
        if self.turns is None or not self.opened.chairs.bots:
            return
        self.is_paused = not self.is_paused
        self._notice = ""
        if self.playing:
            self.hold_playback(self.is_paused)
        else:
            self.ask()

    def hold_playback(self, is_held: bool) -> None:
        """Stay at the step that is shown, or go on with the next one."""
        if not is_held:
            self.action_next()
        elif self._timer is not None:
            self._timer.stop()
            self._timer = None

    # Who sits where

    def action_seats(self) -> None:
        """Give a seat to somebody else: to a person, or to a bot of a level."""
        if self.turns is None or self.playing or self.table.ask is None:
            return
        chairs = self.opened.chairs
        lines = [
            Block(Text(f"{self.seat_title(seat)}: {chair.words}"), seat, label=Text(str(number)))
            for number, (seat, chair) in enumerate(chairs.items(), 1)
        ]
        self.app.push_screen(Choosing("Who sits where? Choose a seat to change that.", lines), self._ask_who)

    def _ask_who(self, seat: Any) -> None:
        if not seat:
            return
        words = (f"{chair.words[:1].upper()}{chair.words[1:]}" for chair in CHOICES)
        lines = [
            Block(Text(told), chair, label=Text(str(number)))
            for number, (told, chair) in enumerate(zip(words, CHOICES, strict=True), 1)
        ]

        def chosen(chair: Chair | None) -> None:
            if chair is not None:
                self.seat(seat, chair)

        title = f"Who plays {self.seat_title(seat)} from now on?"
        self.app.push_screen(Choosing(title, lines), chosen)

    def seat(self, seat: Seat, chair: Chair) -> None:
        """Let somebody else play a seat from now on."""
        if self.turns is None or chair == self.opened.chairs[seat]:
            return
        self._stop_thinking()
        if problem := self.opened.seat(seat, chair):
            self.notify(problem, severity="warning")
        self.turns.forget()
        self.sitting.follow_chairs()
        self.forget_log()
        self._shown_question = -1
        self.ask()
        self.say(f"{self.seat_title(seat)}: {chair.words} from now on.")
