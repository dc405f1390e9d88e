"""The table screen: somebody is asked, points at a thing or picks from the list, and sees what comes of it."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus

from engine.core.errors import ParleyError, Refused
from engine.core.kinds import Move
from tui.look import keys
from tui.play.moments import news
from tui.play.playback import in_steps
from tui.play.saves import Opened, note_result
from tui.play.sitting import Choice, Sitting
from tui.screens import eye
from tui.screens.bots import BotsScreen
from tui.widgets.dialogs import Choosing, Confirming
from tui.widgets.hand import HandView
from tui.widgets.hexboard import HexBoard
from tui.widgets.lines import Block, Lines
from tui.widgets.log import LogLines


class TableScreen(BotsScreen):
    """One table being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings(),
        Binding("escape", "skip", "Skip", show=False),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, opened: Opened, *, fresh: bool = False, sitting: Sitting | None = None) -> None:
        """Sit down at an open table; if nothing else is said, on all of its seats."""
        super().__init__(opened, sitting)
        self.fresh = fresh
        self._has_ended = False
        self._retold = 0

    def on_mount(self) -> None:
        """Show the table, and the story if it is a new one."""
        super().on_mount()
        self.board.set_reactive(HexBoard.cursor, self.where_front_stands())
        if self.sitting.has_secrets:
            self._draw_curtain(self.sitting.awaited or self.sitting.front)
        else:
            self.call_after_refresh(self.sit_down)
        for notice in filter(None, (self.table.notice, self.opened.chairs.notice)):
            self.notify(notice, severity="warning", timeout=10)
        if self.fresh:
            self.call_after_refresh(self.action_story)

    # Asking

    def ask(self) -> None:
        """Show the table as it stands and what is asked."""
        sitting = self.sitting
        self.call_bot()
        if self.table.ask is None:
            self._finish()
            return
        if self.is_passing_on:
            self._show_passing_on()
            return
        if sitting.awaited:
            self._draw_curtain(sitting.awaited)
            return
        sitting.look()
        self._has_result, self._recapped = False, ()
        self._follow_front()
        self.rest()
        self._mark_panels(False)
        self.board.hush(False)
        view, choices = sitting.view, sitting.choices
        lit = frozenset(
            space
            for choice in choices
            if not choice.move.stays  # to stay is asked about, and has a key of its own
            for thing in choice.things
            for space in self.game.spaces_of(view, thing)
        )
        self.find_ways()
        lit |= self.ways.keys()
        self.show(view, lit=lit, held=self._held())
        self.show_log(sitting.entries)
        is_new = not self.table.has_only_asides_since(self._shown_question)
        moves = self.lines("moves")
        moves.fill(self._listed(choices), index=0 if is_new else moves.index)
        if not sitting.waits_for:
            self._shown_question = self.table.question
            if is_new:
                self._lead_the_eye(choices, lit)
                self.follow_hint()
        self.show_way()
        self._show_prompt()
        self.let_bot_think()

    def _follow_front(self) -> None:
        """Empty the log if another seat of the same person looks now, who saw other things."""
        if self._retold != self.sitting.retold:
            self._retold = self.sitting.retold
            self.forget_log()

    def _lead_the_eye(self, choices: list[Choice], lit: frozenset[str]) -> None:
        """Give the keyboard to where the answer is: the hand, the board, or the list."""
        eye.lead(self, choices, lit)

    # Choosing

    def make(self, choice: Choice) -> None:
        """Make a move, after asking once more where that is wise. What plays by itself keeps nobody from an aside."""
        if self.playing and not choice.move.aside:
            return
        asked = self._before(choice)
        if not asked:
            self._make(choice)
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._make(choice)

        self.app.push_screen(Confirming(*asked, is_grave=choice.move.decides), answered)

    def _before(self, choice: Choice) -> tuple[str, str, str] | None:
        """What is asked before a move is made, and the two answers: only about what is easily done by mistake."""
        if choice.move.decides:
            name = f"{self.seat_title(choice.seat)}: " if len(self.sitting.seats) > 1 else ""
            return f"{name}{choice.words}? That can decide the game at once.", choice.words, "Not now"
        if choice.move.stays:
            left = self.sitting.question.partition("? ")[2]
            return f"{choice.words}? {left}".rstrip(), choice.words, "Not yet"
        ask = self.table.ask
        found = self.game.warns_of(self.sitting.view, ask, choice.move) if ask is not None else None
        if found and not self.table.setup.open_undo:
            words, answer = found
            return f"{words}, and that cannot be taken back. Go on?", answer, "Not yet"
        return None

    def travel(self, way: tuple[Move, ...]) -> None:
        """Make the moves of a way one by one, as far as each leads only to the next."""
        asked, told = type(self.table.ask), []
        for move in way:
            choice = next((each for each in self.sitting.choices if each.move == move), None)
            made = self.table.number
            if choice is None or self.playing:
                break
            self._make(choice)
            told.append(self.told)
            if self.table.number == made or self.table.steps[-1].reveals or type(self.table.ask) is not asked:
                break
        self._news = (self.table.number, self.sitting.front, " ".join(filter(None, told)))
        self._show_prompt()

    def _make(self, choice: Choice) -> None:
        self._notice = ""
        try:
            moments = self.sitting.make(choice)
        except ParleyError as error:
            self.say(str(error))
            return
        if self.playing:  # only an aside is made meanwhile
            self.playing = [*self.playing, *in_steps(moments, self.game)]
            self._show_prompt()
            return
        step = self.table.steps[-1]
        starts = any(self.game.is_automatic(fact) for fact in step.facts)
        self._news = (self.table.number, self.sitting.front, news(moments, alone=starts))
        self.show_result(moments)
        if starts and self.pace != "instant":
            self._play(in_steps(moments, self.game))
        else:
            self.ask()
            if not starts:
                self._show_deck([thing for each in moments if each.reveals for thing in each.entry.things])

    def choose_among(self, choices: list[Choice], nothing: str) -> None:
        """Make the only one of these moves, or ask which; say why if there is none."""
        plain = [choice for choice in choices if not self.game.letter(choice.move)]
        if len(choices) == 1 or len(plain) == 1:
            self.make((plain or choices)[0])
        elif choices:
            self._pick_from(choices, self.sitting.question, filtering=False)
        else:
            self.say(nothing)

    def _pick_from(self, choices: list[Choice], title: str, *, filtering: bool) -> None:
        def picked(choice: Choice | None) -> None:
            if choice is not None:
                self.make(choice)

        self.app.push_screen(Choosing(title, self._listed(choices, numbered=len(choices)), filtering=filtering), picked)

    def on_hex_board_chosen(self, event: HexBoard.Chosen) -> None:
        """Somebody points at a space: what can be done with anything there?"""
        if not self.is_active:
            return
        things = self.game.things_at(self.shown, event.space)
        self.inspect(f"space:{event.space}")
        choices = self.sitting.about(*things)
        if not choices and not self.playing and event.space in self.ways:
            self.travel(self.ways[event.space])
        else:
            self.choose_among(choices, self._why_not(event.space))

    def _why_not(self, space: str) -> str:
        """Why pointing at a space does nothing."""
        if self.board.lit:
            return f"{space} cannot be chosen now; the spaces that are lit can."
        return f"There is nothing to do on {space} now."

    def on_hand_view_picked(self, event: HandView.Picked) -> None:
        """A card is played, or chosen for what is asked."""
        if not self.is_active:
            return
        held = event.held
        why = f"{held.card.title} cannot be played now."
        if not self.sitting.asked:
            why = "It is not for you to answer now."
        self.choose_among(self.sitting.about(f"card:{held.card.id}"), why)

    def on_hand_view_pointed(self, event: HandView.Pointed) -> None:
        """The inspector follows the chosen card."""
        self.hush()
        self.inspect_card()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """A move of the list is made; a line of the log lights up what it speaks of; a deck is taken or read."""
        if not self.is_active:  # a key that comes too late
            return
        if event.lines.id == "moves":
            self.make(event.key)
        elif event.lines.id == "log" and not self.playing:
            self.show(self.sitting.view, marked=event.key.things, held=self._held())
            if event.key.things:
                self.inspect(event.key.things[0])
        elif event.lines.id in self.panels:
            self._take_deck(event.key)

    def _take_deck(self, thing: str) -> None:
        """Choose a deck for what is asked, if it is among the answers; otherwise look through it."""
        choices = self.sitting.about(thing)
        if choices and not self.playing:
            self.choose_among(choices, "")
        else:
            self.read_pile(thing)

    def on_log_lines_watched(self, event: LogLines.Watched) -> None:
        """Watch the game again from a line of the log, on a copy that is only read; this table waits."""
        if self.playing:
            self.say("Wait until this has played, or skip to its end.")
            return
        # What is seen here is all that may be seen there.
        copy = msgspec.structs.replace(self.opened, table=self.table.as_of(self.table.number))
        self.app.open_theatre(copy, at=event.key, seats=self.sitting.party)

    def action_log_watch(self) -> None:
        """Watch the game again from the chosen line of the log."""
        self.log_lines.action_watch()

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """What a move concerns, or a deck, is shown while one points at it."""
        self.hush()
        if event.lines.id == "moves" and event.key.things:
            self.inspect(event.key.things[0])
        elif event.lines.id in self.panels:
            self.inspect(event.key)
            if not self.playing:
                self.mark(event.key)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """While one reads a panel, the chosen line is explained, and the places that it speaks of are marked."""
        if self.shown is not None and not self.playing:
            here = [lines.key for lines in map(self.lines, self.panels) if lines.has_focus and lines.key]
            self.mark(*here)
            for thing in here:
                self.inspect(thing)

    def action_number(self, number: int) -> None:
        """Make a move by its number."""
        choices = self.sitting.choices
        if not self.playing and number <= len(choices):
            self.make(choices[number - 1])

    def on_key(self, event: events.Key) -> None:
        """Make a move by its letter, which comes before whatever else that key does."""
        found = [each for each in self.sitting.choices if event.key == self.game.letter(each.move)]
        if found and not self.playing:
            event.stop()
            event.prevent_default()
            self._take_lettered(found)
        else:
            super().on_key(event)

    def _take_lettered(self, found: list[Choice]) -> None:
        """Make the move with that letter; where several have it, the one about what is pointed at."""
        here = [choice for choice in found if set(choice.things).intersection(self._pointed())]
        if len(found) == 1 or len(here) == 1:
            self.make((here or found)[0])
        else:
            self._pick_from(found, self.sitting.question, filtering=False)

    def _pointed(self) -> tuple[str, ...]:
        """The things that are pointed at in the part that has the keyboard."""
        if self.board.has_focus:
            return self.game.things_at(self.shown, self.board.cursor)
        if self.lines("moves").has_focus:
            return self.lines("moves").key.things if self.lines("moves").key else ()
        held = self.hands.here
        return (f"card:{held.card.id}",) if held is not None else ()

    def action_list(self) -> None:
        """All moves, filtered by typing."""
        if self.sitting.choices and not self.playing:
            self._pick_from(self.sitting.choices, self.sitting.question, filtering=True)

    def action_aside(self) -> None:
        """What can be said or done outside a question, filtered by typing."""
        asides = self.sitting.asides
        if not asides:
            self.say("There is nothing that you could say or do outside what is asked now.")
            return
        several = len({choice.seat for choice in asides}) > 1
        lines = [
            Block(Text(f"{self.seat_title(each.seat)}: {each.words}" if several else each.words), each)
            for each in asides
        ]

        def picked(choice: Choice | None) -> None:
            if choice is not None:
                self.make(choice)

        title = "Say or do something outside what is asked, which stays as it is."
        self.app.push_screen(Choosing(title, lines, filtering=True), picked)

    def action_end(self) -> None:
        """Everybody passes."""
        passing = self.sitting.passes
        if self.playing:
            return
        if self.table.ask is None:
            self.show_end()
            return
        if not passing:
            self.say("Nobody can pass now: finish what was begun, or take it back.")
            return
        if self.game.passes_in_turn:
            self.make(passing[0])
            return
        if self.table.setup.open_undo:  # only what cannot be taken back is asked about
            self._pass_all()
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._pass_all()

        self.app.push_screen(Confirming(*self.before_passing()), answered)

    def before_passing(self) -> tuple[str, str, str]:
        """What is asked before everybody here passes, and the two answers."""
        words, answer = self.game.ends_phase
        return f"Everybody passes. {words}, and that cannot be taken back. Go on?", answer, "Not yet"

    def _pass_all(self) -> None:
        """One pass after another; the last one ends the phase. One that is refused is the last, too."""
        while passing := self.sitting.passes:
            made, number = self.table.number, self.table.rules.round_of(self.sitting.view)
            self._make(passing[0])
            if (
                self.table.number == made
                or self.playing
                or self.table.rules.round_of(self.sitting.view) != number
                or self.table.ask is None
            ):
                return

    def action_take_back(self) -> None:
        """Take the last move back, or say why not."""
        if self.playing:
            return
        try:
            words = self.sitting.take_back()
        except Refused as refusal:
            self.say(str(refusal))
            return
        self.forget_log()
        self._shown_question = -1
        self.ask()
        self.say(f"Taken back: {self.in_signs(words)}")

    def action_take_back_all(self) -> None:
        """Take back every move since the action began, as far as that is allowed."""
        number = self.table.number + 1
        while self.table.number < number and not self.playing:
            number = self.table.number
            self.action_take_back()
            if self.table.ask is None or self.table.rules.opens_action(self.table.ask):
                return

    def action_stop(self) -> None:
        """Leave what could still be done, after asking."""
        staying = [choice for choice in self.sitting.choices if choice.move.stays]
        self.choose_among(staying, "There is nothing to stop now.")

    # Leaving

    def _finish(self) -> None:
        """The game is over: show how it stands, note it in the log, and open the last page."""
        self.sitting.look()
        view = self.sitting.view
        self.show(view, held=self._held())
        self.show_log(self.sitting.entries)
        self.lines("moves").fill([])
        self.inspect(f"space:{self.board.cursor}")
        self._notice = self._reason()
        self._show_prompt()
        if not self._has_ended:
            self._has_ended = True
            notice = self.note_result()
            if notice:
                self.notify(notice, severity="warning")
            self.show_end()

    def show_end(self) -> None:
        """Open the last page of a finished game."""
        from tui.screens.ending import EndScreen

        self.app.push_screen(EndScreen(self.opened, self.own_seats()))

    def note_result(self) -> str:
        """Write how it ended into the log."""
        return note_result(self.opened)

    def action_leave(self) -> None:
        """Back to where one came from; the table is saved."""
        if not self.is_active:
            return
        words = self.opened.leave()
        self.app.pop_screen()
        self.app.notify(words)
