"""A table with somebody in front of it: what is asked, in words and keys, and what plays by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rich.text import Text
from textual.timer import Timer

from engine.core.errors import Refused
from engine.core.kinds import Move, Seat
from engine.core.piles import Pile
from engine.core.table import Table
from tui.look import keys
from tui.play.moments import Moment
from tui.play.playback import patience
from tui.play.saves import Opened
from tui.play.sitting import Choice, Sitting
from tui.play.verdict import own_seats, told_end
from tui.screens import asides
from tui.screens.stage import NEEDED, Stage
from tui.widgets.dialogs import Reading
from tui.widgets.hand import Held
from tui.widgets.lines import Block
from tui.widgets.prompt import Key

CHECKED = {"aside": "aside", "ask_again": "ask-again", "index": "index"}
"""Actions that some tables do not have, and the keys that stand for them."""


class SeatedScreen(Stage):
    """Shows a table to those who sit at it, and plays what happens by itself."""

    def __init__(self, opened: Opened, sitting: Sitting | None = None) -> None:
        """Sit down at an open table; if nothing else is said, on all of its seats."""
        super().__init__(opened.table.setup.game)
        self.opened = opened
        self.sitting = sitting or Sitting(
            opened.table, chairs=opened.chairs, looked=opened.looks(), standing=opened.stands()
        )
        self.playing: list[Moment] = []
        self._news = (-1, "", "")
        """After which move, in front of whom, and what came of it that should not be missed."""
        self._read = self._news
        """What was opened in a window of its own, because it was too long for the prompt."""
        self._timer: Timer | None = None
        self._shown_question = -1
        self.ways: dict[str, tuple[Move, ...]] = {}
        """The moves that lead, one by one, to each space that can be gone to now."""

    def piles(self) -> Sequence[Pile]:
        """The decks, as the front seat sees them."""
        return self.table.rules.piles(self.shown)

    @property
    def table(self) -> Table[Any]:
        """The table that is shown."""
        return self.sitting.table

    def where_front_stands(self) -> str:
        """The space of the front seat's piece, or of the first of its pieces."""
        seat = self.sitting.front or self.table.setup.seats[0]
        return "".join(self.game.spaces_of(self.sitting.view, f"seat:{seat}")[:1])

    def _held(self) -> list[Held]:
        view = self.sitting.view
        can = {thing for choice in self.sitting.choices for thing in choice.things}
        # Cards that change places with every move are played by mistake: the order stays while one looks on.
        mine = (self.sitting.front,) if self.sitting.has_secrets else self.sitting.seats
        seats = sorted(self.table.setup.seats, key=lambda seat: seat not in mine)
        return self.held(view, seats, can)

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

    def inspect(self, thing: str) -> None:
        """Explain a thing; where a letter does something with it, also what Enter and that letter do."""
        choices = [] if self.playing or not thing.startswith("space:") else self.sitting.about(thing)
        text = self.game.inspect(self.shown, thing, self.look, self.signs, is_wide=self.has_tabs)
        if any(self.game.letter(choice.move) for choice in choices):
            told = Text()
            for choice in choices:
                key = self.game.letter(choice.move) or "Enter"
                told.append(f"{key} ", style=f"bold {self.look.lit}")
                told.append(f"{choice.words.partition(':')[0]}\n", style=self.look.good)
            text = told.append_text(text)
        self.lines("look").write(text)

    def ask(self) -> None:
        """Show the table as it stands and what is asked."""

    def show_end(self) -> None:
        """Open the last page of a finished game."""

    @property
    def is_planning(self) -> bool:
        """Whether somebody chooses a card from the hand."""
        ask = self.table.ask
        return self.open_tab == "hand" and not self.playing and ask is not None and self.table.rules.opens_action(ask)

    # Ways

    def find_ways(self) -> None:
        """Find out where the front seat can go to by several moves."""
        sitting, ask = self.sitting, self.table.ask
        is_asked = sitting.front in sitting.asked
        self.ways = self.game.ways(sitting.view, ask, sitting.front) if ask is not None and is_asked else {}

    def show_way(self) -> None:
        """Show the way to the space under the cursor."""
        moves = () if self.playing else self.ways.get(self.board.cursor, ())
        things = (thing for move in moves for thing in move.things())
        self.board.show_trail(*(space for thing in things for space in self.game.spaces_of(self.shown, thing)))

    def _look_at(self, space: str) -> None:
        super()._look_at(space)
        self.show_way()

    # The question

    def _listed(self, choices: list[Choice], *, numbered: int = 9) -> list[Block]:
        """The choices, each after the key that takes it: a letter of the game's own, or one of the first numbers."""
        blocks = []
        several = len({choice.seat for choice in self.sitting.choices}) > 1
        _, rest = self._question()
        for number, choice in enumerate(choices, 1):
            text = Text()
            if several:
                text.append(f"{self.seat_title(choice.seat)}: ", style=f"bold {self.look.people}")
            text.append(self.in_signs(choice.words))
            key = self.game.letter(choice.move) or (str(number) if number <= numbered else "")
            label = Text(f"{key:>{len(str(min(numbered, len(choices))))}}", style=f"bold {self.look.lit}")
            head = Text(rest, style=self.look.faint) if rest and number == 1 else None
            blocks.append(Block(text, choice, head, label=label))
        return blocks

    def _question(self) -> tuple[str, str]:
        """What is asked; where that is too long for the prompt, the question alone, and what was said besides."""
        words = self.sitting.question
        question, mark, rest = words.partition("? ")
        return (f"{question}?", rest) if mark and len(words) > self.size.width - 2 else (words, "")

    @property
    def told(self) -> str:
        """What came of the last move, until the next one, for the eyes of its mover."""
        number, seat, words = self._news
        is_old = number != self.table.number or (seat != self.sitting.front and self.sitting.has_secrets)
        return "" if is_old else words

    def _show_prompt(self) -> None:
        look = self.look
        if self.playing:
            words = self.playing_words()
            self.write_prompt(Text(), self.playing_keys(), words, least=1)
            return
        over = self.table.ask is None
        offered = {
            name: word
            for name, word in (asides.AFTERWARDS if over else asides.ASKING).items()
            if self.offers(name) and self._is_of_use(name)
        }
        if "end" in offered and self.table.ask is not None:
            offered["end"] = self.game.passing(self.table.ask) or offered["end"]
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
            keys = (*(self._tab_key(name) for name in self.tabs if self.offers(name)), *keys)
        told = self._above()
        is_whole = self.write_prompt(question, keys, told)
        if is_whole:  # what others say later must not open a window about it
            self._read = self._news
        elif self.is_current and self._read != self._news:
            self._read = self._news
            self.app.push_screen(Reading("What happened", Text(self.told)))

    def _above(self) -> Text | None:
        """What stands above the question: who stands by and until when, and what came of the last move."""
        parts = [(words, style) for words, style in self._told_above() if words]
        return Text(" ").join(Text(words, style=style) for words, style in parts) if parts else None

    def _told_above(self) -> tuple[tuple[str, str], ...]:
        return (self.sitting.told_standing, self.look.faint), (self.told, self.look.lit)

    def action_ask_again(self) -> None:
        """Take back the standing passes of those who look."""
        try:
            self.say(self.sitting.ask_again())
        except Refused as refusal:
            self.say(str(refusal))

    def playing_words(self) -> Text:
        """What is shown now of what plays by itself."""
        return Text(self.playing[0].entry.words, style=f"bold {self.look.lit}")

    def playing_keys(self) -> tuple[Key, ...]:
        """The keys while something plays by itself."""
        more = len(self.playing) - 1
        return self._key("next", f"next, {more} to come" if more else "go on"), asides.SKIP

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that do nothing at this table are not in the palette either."""
        return super().check_action(action, parameters) and (action not in CHECKED or self.offers(CHECKED[action]))

    def offers(self, name: str) -> bool:
        """Whether a key does anything at this table, for the player who is here."""
        if name == "aside":
            return self.table.rules.has_asides and bool(self.sitting.seats)
        if name == "ask-again":
            return self.table.rules.has_windows and bool(self.sitting.seats)
        if name == "index":
            return bool(self.table.setup.campaign) and self.app.keeps_files
        part = NEEDED.get(name.replace("-", "_"))
        return part is None or self.game.has(part)

    def _is_of_use(self, name: str) -> bool:
        """Whether what is asked now can be answered with a key; those that answer nothing are always of use."""
        if name == "stop":
            return any(choice.move.stays for choice in self.sitting.choices)
        if name == "aside":
            return bool(self.sitting.asides)
        if name == "ask-again":
            return bool(self.sitting.standing_by)
        return name != "end" or bool(self.sitting.passes)

    def _tab_key(self, name: str) -> Key:
        """The key of a panel, with its title."""
        title, is_on = self.tabs[name], name == self.open_tab
        if name not in self.panels:
            return self._key(name, title, is_on=is_on)
        key = self.panels[name].key or keys.key_of("panels", self.app.settings)
        return Key(keys.told(key), title, f"tab('{name}')", is_on)

    def _key(self, name: str, word: str, *, is_on: bool = False) -> Key:
        """A key of the prompt, as it is now."""
        deed = keys.deed(name)
        key, short = keys.key_of(name, self.app.settings), asides.SHORT.get(name, "")
        return Key(key, word, deed.action, is_on, short, name in asides.SPARE)

    def own_seats(self) -> tuple[Seat, ...]:
        """The seats of the person at this screen, if that is one person among others."""
        return own_seats(self.opened)

    def _reason(self) -> str:
        """How it ended."""
        return told_end(self.table, self.own_seats())

    def heading_end(self) -> Text:
        """Who plays, and whose question it is."""
        text = Text("   ")
        order = self.game.turn_order(self.shown) if self.shown is not None else ()
        for place, seat in enumerate(order or self.table.setup.seats, 1):
            mark, style = self.mark_of(seat)
            number = f"{place} " if len(order) > 1 else ""
            text.append(f"{mark}{number}{self.seat_title(seat)} ", style=style)
        return text

    def mark_of(self, seat: Seat) -> tuple[str, str]:
        """How a seat is marked in the heading, and in which style it is written."""
        if self.playing or seat not in self.sitting.asked:
            return " ", self.look.faint
        return (">" if self.signs.is_ascii else "◆"), f"bold {self.look.people}"

    # What plays by itself

    @property
    def pace(self) -> str:
        """How the part is shown that plays by itself."""
        pace: str = self.app.settings.pace
        return pace

    def _play(self, steps: list[Moment]) -> None:
        """Play steps one by one."""
        if not steps:
            self.ask()
            return
        self.playing = steps
        self._mark_panels(True)  # nobody chooses meanwhile: they tell who acts
        self.show_way()
        self.board.hush(True)
        if self.has_tabs and self.panels:
            self.show_tab(next(iter(self.panels)))
        self._show_moment()

    def _mark_panels(self, is_marked: bool) -> None:
        for name in self.panels:
            self.lines(name).is_marked = is_marked

    def _show_moment(self) -> None:
        moment = self.playing[0]
        view = moment.view
        self.note_acts(*moment.facts)
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

    def _show_deck(self, things: Collection[str]) -> None:
        """Bring the deck into sight that is among these things, if there is one."""
        for lines in map(self.lines, self.panels):
            for place, block in enumerate(lines.blocks):
                if block.key in things:
                    lines.show_at(place)

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
            self.show_end()
