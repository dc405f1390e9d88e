"""The table screen: somebody is asked, points at a thing or picks from the list, and sees what comes of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from engine.core.errors import ParleyError, Refused
from engine.core.kinds import Seat
from engine.core.table import Table
from tui import briefing, keys
from tui.forecast import forecast
from tui.hints import Hint, hint
from tui.saves import Opened, note_result
from tui.screens import asides, eye
from tui.screens.curtain import Curtain
from tui.screens.stage import TABS, Stage
from tui.sitting import Choice, Moment, Sitting, in_steps, news, patience
from tui.widgets.dialogs import Choosing, Confirming, Menu, Reading
from tui.widgets.hand import HandView, Held
from tui.widgets.hexboard import HexBoard
from tui.widgets.lines import Block, Lines
from tui.widgets.log import LogLines
from tui.widgets.prompt import Key


class TableScreen(Stage):
    """One table being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings(),
        Binding("escape", "skip", "Skip", show=False),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, opened: Opened, *, fresh: bool = False, sitting: Sitting | None = None) -> None:
        """Sit down at an open table; if nothing else is said, on all of its seats."""
        super().__init__(opened.table.setup.game)
        self.opened = opened
        self.sitting = sitting or Sitting(opened.table)
        self.fresh = fresh
        self.playing: list[Moment] = []
        self._news = (-1, "", "")
        """After which move, in front of whom, and what came of it that should not be missed."""
        self._timer: Timer | None = None
        self._shown_question = -1
        self._has_ended = False
        self._thought_of: tuple[int, Seat] = (-1, "")
        """The question that the planner was asked about, and by whom."""

    @property
    def table(self) -> Table[Any]:
        """The table that is shown."""
        return self.sitting.table

    def on_mount(self) -> None:
        """Show the table, and the story if it is a new one."""
        super().on_mount()
        self.board.set_reactive(HexBoard.cursor, self.where_front_stands())
        if self.sitting.has_secrets:
            self._draw_curtain(self.sitting.awaited or self.sitting.front)
        else:
            self.call_after_refresh(self.ask)
        if self.table.notice:
            self.notify(self.table.notice, severity="warning", timeout=10)
        if self.fresh:
            self.call_after_refresh(self.action_story)

    def where_front_stands(self) -> str:
        """The space of whoever is in front."""
        seat = self.sitting.front or self.table.setup.seats[0]
        return "".join(self.game.spaces_of(self.sitting.view, f"adventurer:{seat}")[:1])

    # Asking

    def ask(self) -> None:
        """Show the table as it stands and what is asked."""
        sitting = self.sitting
        if self.table.ask is None:
            self._finish()
            return
        if sitting.awaited:
            self._draw_curtain(sitting.awaited)
            return
        self.rest()
        self.board.hush(False)
        view, choices = sitting.view, sitting.choices
        lit = frozenset(
            space for choice in choices for thing in choice.things for space in self.game.spaces_of(view, thing)
        )
        self.show(view, lit=lit, held=self._held())
        self.show_log(sitting.entries)
        self.lines("moves").fill(self._numbered(choices))
        if self._shown_question != self.table.question:
            self._shown_question = self.table.question
            self._lead_the_eye(choices, lit)
        self._show_prompt()

    def _draw_curtain(self, seat: Seat) -> None:
        """Hide everything until a seat has taken the keyboard."""

        def seated(who: Seat | None) -> None:
            if who:
                self.sitting.look_as(who)
                self.forget_log()
                self._shown_question = -1
                self.ask()

        self.app.push_screen(Curtain(seat), seated)

    def action_seat(self) -> None:
        """The next seat comes to the front, behind a curtain where seats have secrets."""
        seats = self.sitting.seats
        if self.playing or len(seats) < 2:
            return
        seat = seats[(seats.index(self.sitting.front) + 1) % len(seats)]
        if self.sitting.has_secrets:
            self._draw_curtain(seat)
        else:
            self.sitting.look_as(seat)
            self._shown_question = -1
            self.ask()
            self.hands.point_at_hand(seat)

    def _held(self) -> list[Held]:
        view = self.sitting.view
        can = {thing for choice in self.sitting.choices for thing in choice.things}
        # Cards that change places with every move are played by mistake: the order stays while one looks on.
        mine = (self.sitting.front,) if self.sitting.has_secrets else self.sitting.seats
        seats = sorted(self.table.setup.seats, key=lambda seat: seat not in mine)
        return self.held(view, seats, can)

    def _numbered(self, choices: list[Choice]) -> list[Block]:
        blocks = []
        several = len({choice.seat for choice in self.sitting.choices}) > 1
        _, rest = self._question()
        for number, choice in enumerate(choices, 1):
            text = Text()
            text.append(f"{number if number < 10 else ' '} ", style=f"bold {self.look.lit}")
            if several:
                text.append(f"{choice.seat.capitalize()}: ", style=f"bold {self.look.people}")
            text.append(self.in_signs(choice.words))
            blocks.append(Block(text, choice, Text(rest, style=self.look.faint) if rest and number == 1 else None))
        return blocks

    def _question(self) -> tuple[str, str]:
        """What is asked; where that is too long for the prompt, the question alone, and what was said besides."""
        words = self.sitting.question
        question, mark, rest = words.partition("? ")
        return (f"{question}?", rest) if mark and len(words) > self.size.width - 2 else (words, "")

    def _lead_the_eye(self, choices: list[Choice], lit: frozenset[str]) -> None:
        """Give the keyboard to where the answer is: the hand, the board, or the list."""
        eye.lead(self, choices, lit)

    @property
    def told(self) -> str:
        """What came of the last move, until the next one, for the eyes of whoever made it."""
        number, seat, words = self._news
        is_old = number != self.table.number or (seat != self.sitting.front and self.sitting.has_secrets)
        return "" if is_old else words

    def _show_prompt(self) -> None:
        look = self.look
        if self.playing:
            words = Text.assemble((self.playing[0].entry.words, f"bold {look.lit}"))
            more = len(self.playing) - 1
            go_on = self._key("next", f"next, {more} to come" if more else "go on")
            self.write_prompt(Text(), (go_on, asides.SKIP), words, least=1)
            return
        over = self.table.ask is None
        offered = {
            name: word for name, word in (asides.AFTERWARDS if over else asides.ASKING).items() if self.offers(name)
        }
        keys = tuple(self._key(name, word) for name, word in offered.items())
        keys = (asides.ENDED, *keys) if over else keys
        question = Text(
            f" {self._notice or self._question()[0] or self._reason()}",
            style=f"bold {look.lit if self._notice else look.ink}",
        )
        if self.log_lines.has_focus:
            question = self.told_of_log() or question
            keys = (asides.ALL_LINES, *asides.LOGGED) if self.log_lines.wanted else (*asides.LOGGED, asides.BACK)
        if self.has_tabs:
            tabs = {name: title for name, title in TABS.items() if self.offers(name)}
            keys = (*(self._key(name, title, is_on=name == self.open_tab) for name, title in tabs.items()), *keys)
        told = Text.assemble((self.told, look.lit)) if self.told else None
        self.write_prompt(question, keys, told)

    def offers(self, name: str) -> bool:
        """Whether a key does anything for whoever is here."""
        return True

    def _key(self, name: str, word: str, *, is_on: bool = False) -> Key:
        """A key of the prompt, as it is now."""
        deed = keys.deed(name)
        key, short = keys.key_of(name, self.app.settings), asides.SHORT.get(name, "")
        return Key(key, word, deed.action, is_on, short, name in asides.SPARE)

    def heading_end(self) -> Text:
        """Who plays, and whose question it is."""
        text = Text("   ")
        asked = () if self.playing else self.sitting.asked
        for seat in self.table.setup.seats:
            mark = (">" if self.signs.is_ascii else "◆") if seat in asked else " "
            text.append(
                f"{mark}{seat.capitalize()} ", style=f"bold {self.look.people}" if seat in asked else self.look.faint
            )
        return text

    # Choosing

    def make(self, choice: Choice) -> None:
        """Make a move, after asking once more if it ends the phase and so cannot be taken back."""
        if self.playing:
            return
        if self.sitting.ends_phase(choice) and not self.table.setup.open_undo:

            def answered(yes: bool | None) -> None:
                if yes:
                    self._make(choice)

            self.app.push_screen(
                Confirming("The armies act now, and that cannot be taken back. Go on?", "Let them act", "Not yet"),
                answered,
            )
            return
        self._make(choice)

    def _make(self, choice: Choice) -> None:
        self._notice = ""
        try:
            moments = self.sitting.make(choice)
        except ParleyError as error:
            self.say(str(error))
            return
        step = self.table.steps[-1]
        starts = any(self.game.is_automatic(fact) for fact in step.facts)
        self._news = (self.table.number, self.sitting.front, news(moments, alone=starts))
        if starts and self.pace != "instant":
            self._play(moments)
        else:
            self.ask()
            if not starts:
                self._show_deck([thing for each in moments if each.fact.reveals for thing in each.entry.things])

    def _show_deck(self, things: Collection[str]) -> None:
        """Bring the deck into sight that is among these things, if there is one."""
        orders = self.lines("orders")
        for place, block in enumerate(orders.blocks):
            if block.key in things:
                orders.show_at(place)

    def choose_among(self, choices: list[Choice], nothing: str) -> None:
        """Make the only one of these moves, or ask which; say why if there is none."""
        if len(choices) == 1:
            self.make(choices[0])
        elif choices:
            self._pick_from(choices, self.sitting.question, filtering=False)
        else:
            self.say(nothing)

    def _pick_from(self, choices: list[Choice], title: str, *, filtering: bool) -> None:
        def picked(choice: Choice | None) -> None:
            if choice is not None:
                self.make(choice)

        self.app.push_screen(Choosing(title, self._numbered(choices), filtering=filtering), picked)

    def on_hex_board_chosen(self, event: HexBoard.Chosen) -> None:
        """Somebody points at a space: what can be done with anything there?"""
        if not self.is_active:
            return
        things = self.game.things_at(self.shown, event.space)
        self.inspect(f"space:{event.space}")
        self.choose_among(self.sitting.about(*things), self._why_not(event.space))

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

    def inspect_card(self) -> None:
        """Explain the chosen card, and why some of its uses are not there now."""
        held = self.hands.here
        if held is None:
            return
        text = self.game.inspect(self.shown, f"card:{held.card.id}", self.look, self.signs)
        for words, can, why in held.card.lines:
            if not can and why:
                text.append(f"\nNo {words.partition(' ')[0]}: {why}", style=self.look.wound)
        self.lines("look").write(text)

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
        elif event.lines.id == "orders":
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
            self.say("Wait until the armies have acted, or skip to the end.")
            return
        # What is seen here is all that may be seen there.
        copy = msgspec.structs.replace(self.opened, table=self.table.as_of(self.table.number))
        self.app.open_theatre(copy, at=event.key, seat=self.sitting.front)

    def action_log_watch(self) -> None:
        """Watch the game again from the chosen line of the log."""
        self.log_lines.action_watch()

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """What a move concerns, or a deck, is shown while one points at it."""
        self.hush()
        if event.lines.id == "moves" and event.key.things:
            self.inspect(event.key.things[0])
        elif event.lines.id == "orders":
            self.inspect(event.key)
            if not self.playing:
                self.mark(event.key)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """While one reads the orders, the chosen one is explained, and the places that it speaks of are marked."""
        if self.shown is not None and not self.playing:
            orders = self.lines("orders")
            here = [orders.key] if orders.has_focus and orders.key else []
            self.mark(*here)
            for thing in here:
                self.inspect(thing)

    def action_number(self, number: int) -> None:
        """Make a move by its number."""
        choices = self.sitting.choices
        if not self.playing and number <= len(choices):
            self.make(choices[number - 1])

    def action_list(self) -> None:
        """All moves, filtered by typing."""
        if self.sitting.choices and not self.playing:
            self._pick_from(self.sitting.choices, self.sitting.question, filtering=True)

    def action_end(self) -> None:
        """Everybody passes."""
        passing = self.sitting.passes
        if self.playing:
            return
        if self.table.ask is None:
            self._show_end()
            return
        if not passing:
            self.say("Nobody can pass now: finish what was begun, or take it back.")
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
        return "Everybody passes and the armies act. That cannot be taken back. Go on?", "Let them act", "Not yet"

    def _pass_all(self) -> None:
        """One pass after another; the last one begins the armies' part. One that is refused is the last, too."""
        while passing := self.sitting.passes:
            made, number = self.table.number, self.table.rules.round_of(self.table.state)
            self._make(passing[0])
            if (
                self.table.number == made
                or self.playing
                or self.table.rules.round_of(self.table.state) != number
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

    # The armies' part

    @property
    def pace(self) -> str:
        """How the armies' part is shown."""
        pace: str = self.app.settings.pace
        return pace

    def _play(self, moments: list[Moment]) -> None:
        self.playing = in_steps(moments, self.game.goes_with)
        self.board.hush(True)
        if self.has_tabs:
            self.show_tab("orders")
        self._show_moment()

    def _show_moment(self) -> None:
        moment = self.playing[0]
        view = self.table.rules.view(moment.state, self.sitting.front)
        self.note_acts(moment.fact)
        self.show(view, marked=moment.entry.things, held=self.held(view, self.table.setup.seats))
        self._show_deck(moment.entry.things)
        if moment.entry.things:
            self.inspect(moment.entry.things[0])
        entries = self.sitting.entries
        here = (moment.entry.step, moment.entry.fact)
        self.show_log([entry for entry in entries if (entry.step, entry.fact) <= here])
        self._show_prompt()
        settings = self.app.settings
        if self.pace == "timed" and settings.motion:
            self._timer = self.set_timer(settings.delay * patience(moment.entry.words), self.action_next)

    def action_next(self) -> None:
        """The next step of what plays by itself."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        if not self.playing:
            return
        self.playing = self.playing[1:]
        if self.playing:
            self._show_moment()
        else:
            self.ask()

    def action_skip(self) -> None:
        """Show how it ended at once."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        was_playing, self.playing = bool(self.playing), []
        self._notice = ""
        if was_playing:
            self.ask()
        elif self.table.ask is not None:
            self._news = (-1, "", "")
            self._shown_question = -1
            self.ask()
        else:
            self._show_end()

    # Help

    def action_help(self) -> None:
        """What is asked, the rule in question, and the keys, which can be picked."""
        deeds = (deed for deed in keys.DEEDS if self.offers(deed.name))
        blocks = asides.told_keys(self.sitting.question, self._rules_now(), deeds, self.app.settings, self.look)
        self.app.push_screen(Menu("Rules and keys", blocks), self.do_picked)

    def _rules_now(self) -> list[str]:
        """The rules that what is asked is about."""
        if self.playing or self.table.ask is None:
            return []
        return briefing.rules(briefing.rulebook_text(self.table.setup.game), self.game.rules_about(self.table.ask))

    def action_story(self) -> None:
        """The scenario's story and advice."""
        text = asides.told_story(self.table.setup, self.look, self.signs)
        self.app.push_screen(Reading(self.game.heading(self.sitting.view)[0], text))

    def action_rulebook(self) -> None:
        """The rulebook."""
        self.app.open_rulebook(self.table.setup.game)

    def action_forecast(self) -> None:
        """What would happen if everybody passed now."""
        if self.playing or self.table.ask is None:
            return
        ends = forecast(self.table, self.sitting.front)
        text = asides.told_forecast(self.game, self.sitting.view, ends, self.look, self.signs)
        self.app.push_screen(Reading("Forecast", text))

    def action_hint(self) -> None:
        """Ask the planner; the answer comes when it has thought."""
        if not self.playing and self.table.ask is not None:
            self.say("Thinking...")
            self._thought_of = self._asked_now()
            self._think(self._hint_for())

    def _asked_now(self) -> tuple[int, Seat]:
        """Which question is open, and who looks at it."""
        return self.table.question, self.sitting.front

    def _hint_for(self) -> Seat | None:
        """Whoever plays all seats wants what is best for all of them; where seats have secrets, only one is told."""
        is_for_one = len(self.sitting.seats) == 1 or self.sitting.has_secrets
        return self.sitting.front if is_for_one else None

    @work(thread=True, exclusive=True, group="hint", exit_on_error=False)
    def _think(self, seat: Seat | None) -> Hint:
        return hint(self.table, seat, None)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show what the planner found, unless the table has moved on or somebody else looks at it now."""
        is_late = self._thought_of != self._asked_now() or isinstance(self.app.screen, Curtain)
        if event.worker.group != "hint" or is_late:
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._notice = ""
            self._show_prompt()
            found = event.worker.result
            eye.point_at(
                self, [each for each in self.sitting.choices if (each.seat, each.words) == (found.seat, found.move)]
            )
            self.app.push_screen(Reading("A hint", asides.told_hint(found, self.game, self.signs)))
        elif event.state is WorkerState.ERROR:
            self.say(str(event.worker.error))

    # Leaving

    def _finish(self) -> None:
        """The game is over: show how it stands, note it in the log, and open the last page."""
        view = self.sitting.view
        self.show(view, held=self._held())
        self.show_log(self.sitting.entries)
        self.inspect(f"space:{self.board.cursor}")
        self._notice = self._reason()
        self._show_prompt()
        if not self._has_ended:
            self._has_ended = True
            notice = self.note_result()
            if notice:
                self.notify(notice, severity="warning")
            self._show_end()

    def _reason(self) -> str:
        """How it ended."""
        return self.table.outcome.reason if self.table.outcome else "The game is over."

    def _show_end(self) -> None:
        from tui.screens.ending import EndScreen

        self.app.push_screen(EndScreen(self.opened))

    def note_result(self) -> str:
        """Write how it ended into the log."""
        return note_result(self.opened)

    def action_leave(self) -> None:
        """Back to where one came from; the table is saved."""
        if not self.is_active:
            return
        self.opened.journal.close()
        self.app.pop_screen()
        self.app.notify(f"The table is saved as {self.opened.name}.")
