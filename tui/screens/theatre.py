"""The theatre: a save watched again, moment by moment, through anybody's eyes; and a table may branch off from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus
from textual.timer import Timer

from engine.core.content import home
from engine.core.errors import ParleyError
from engine.core.kinds import Seat
from engine.core.piles import Pile
from tui.console import clean
from tui.play.eyes import eyes, eyes_of
from tui.play.moments import LogEntry
from tui.play.replay import Replay
from tui.play.saves import Opened, write_new
from tui.play.story import Watcher, markdown
from tui.screens.asides import told_key
from tui.screens.curtain import Curtain
from tui.screens.stage import NEEDED, Stage
from tui.widgets.dialogs import Choosing, Confirming, Menu
from tui.widgets.hexboard import HexBoard
from tui.widgets.lines import Block, Lines
from tui.widgets.log import LogLines
from tui.widgets.prompt import Key
from tui.widgets.scrub import Scrub

SPEEDS = (1.6, 0.7, 0.2)
"""Seconds between two moments, by speed."""

EXPORTS = "exports"
"""The folder of what was exported, in the user's own folder."""

KEYS = (
    ("Left", "one line back", "by_line(-1)"),
    ("Right", "one line on", "by_line(1)"),
    (", .", "one move back or on; Shift with Left or Right does the same", "by_move(1)"),
    ("PgUp", "one round back", "by_round(-1)"),
    ("PgDn", "one round on", "by_round(1)"),
    ("Home", "the beginning", "first"),
    ("End", "the end", "last"),
    ("Space", "play, or pause", "play"),
    ("1", "play slowly", "speed(1)"),
    ("2", "play steadily", "speed(2)"),
    ("3", "play fast", "speed(3)"),
    ("click", "on the bar: go there; on a line of the log: go to it", ""),
    ("v", "see it as another seat or a spectator, or with nothing hidden once the game is over", "eyes"),
    ("b", "continue from here at a new table; this one stays as it is", "branch"),
    ("x", "export this screen as a picture and the story as text", "export"),
    ("Tab", "next panel; there the arrows are the panel's own until Esc", ""),
    ("c o i l", "cards, the game's own panels, inspector, log", ""),
    ("d", "what every deck can still hold", "piles"),
    ("!", "whom pieces would attack, and where they would go", "threats"),
    ("/", "in the log: only lines with some words; Esc shows all again", ""),
    ("L", "the whole log on a page of its own", "history"),
    ("[ ]", "fewer or more columns for the panels beside the board", "wider(4)"),
    ("- +", "fewer or more lines for the panel below it", "higher(1)"),
    ("\\", "hide the panel that has the keyboard, or all of them", "hide"),
    ("z", "zoom the board", "zoom"),
    ("G", "go to a space by its name", "go_to"),
    ("M", "an overview of a board that is larger than its room", "minimap"),
    ("r", "the rulebook", "rulebook"),
    ("F1", "a round on one page", "overview"),
    ("q, Esc", "leave", "leave"),
)
"""Keys, what they do in words, and the action behind them."""


WATCHING = (
    Key("PgUp", "", "by_round(-1)"),
    Key("PgDn", "round", "by_round(1)"),
    Key(",", "", "by_move(-1)"),
    Key(".", "move", "by_move(1)"),
    Key("left", "", "by_line(-1)"),
    Key("right", "line", "by_line(1)"),
    Key("space", "play", "play"),
    Key("1", "", "speed(1)"),
    Key("2", "", "speed(2)"),
    Key("3", "speed", "speed(3)"),
    Key("v", "seen by", "eyes"),
    Key("b", "continue", "branch"),
    Key("x", "export", "export"),
    Key("?", "keys", "help", short="more"),
    Key("q", "leave", "leave"),
)
PANES = {"hand": "c", "look": "i", "log": "l"}
LOGGED = (Key("Enter", "go there", "log_pick"), Key("/", "filter", "log_filter"), Key("esc", "back", "back"))
"""The keys of the log, while it has the keyboard."""

_NEEDED = ("by_line(-1)", "by_line(1)", "play", "branch", "help")
"""Where there is little room, the other keys are left to the help."""


DEEDS = (
    ("line-back", "left", "by_line(-1)", "One line back"),
    ("line-on", "right", "by_line(1)", "One line on"),
    ("move-back", "comma,shift+left", "by_move(-1)", "One move back"),
    ("move-on", "full_stop,shift+right", "by_move(1)", "One move on"),
    ("round-back", "pageup", "by_round(-1)", "One round back"),
    ("round-on", "pagedown", "by_round(1)", "One round on"),
    ("first", "home", "first", "To the beginning"),
    ("last", "end", "last", "To the end"),
    ("play", "space", "play", "Play or pause"),
    ("slow", "1", "speed(1)", "Play slowly"),
    ("steady", "2", "speed(2)", "Play steadily"),
    ("fast", "3", "speed(3)", "Play fast"),
    ("eyes", "v", "eyes", "See it through other eyes"),
    ("branch", "b", "branch", "Continue from here at a new table"),
    ("export", "x", "export", "Export the screen and the story"),
    ("hand", "c", "tab('hand')", "Cards"),
    ("panels", "o", "panels", "The game's own panels"),
    ("piles", "d", "piles", "What every deck can still hold"),
    ("threats", "exclamation_mark", "threats", "Whom pieces would attack, and where they would go"),
    ("look", "i", "tab('look')", "Inspector"),
    ("log", "l", "tab('log')", "Log"),
    ("history", "L", "history", "The whole log"),
    ("narrower", "left_square_bracket", "wider(-4)", "Panels beside the board: fewer columns"),
    ("wider", "right_square_bracket", "wider(4)", "Panels beside the board: more columns"),
    ("lower", "minus", "higher(-1)", "The panel below the board: fewer lines"),
    ("higher", "plus,equals_sign", "higher(1)", "The panel below the board: more lines"),
    ("hide", "backslash", "hide", "Hide the panel that has the keyboard"),
    ("zoom", "z", "zoom", "Zoom the board"),
    ("go-to", "G", "go_to", "Go to a space by its name"),
    ("minimap", "M", "minimap", "An overview of a board that is larger than its room"),
    ("rulebook", "r", "rulebook", "The rulebook"),
    ("overview", "f1", "overview", "A round on one page"),
    ("help", "question_mark", "help", "Keys"),
    ("back", "escape", "back", "Back"),
    ("leave", "q", "leave", "Leave"),
)
"""What the keys of the theatre do: a name, the keys, the action and its title."""


class TheatreScreen(Stage):
    """One table being watched again."""

    AUTO_FOCUS = "#scrub"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(each, action, title, show=False, id=f"theatre-{name}", tooltip=f"{title}.")
        for name, each, action, title in DEEDS
    ]

    def __init__(self, opened: Opened, *, at: LogEntry | None = None, seats: Sequence[Seat] | None = None) -> None:
        """Watch a table from its beginning, or from a line of its log; it is only read.

        With seats only their eyes are there: the table is still played, and nobody should see more than at it.
        """
        super().__init__(opened.table.setup.game)
        self.opened = opened
        self.table = opened.table
        seen = eyes(opened.table, opened.chairs) if seats is None else eyes_of(opened.table, seats)
        self.replay = Replay(opened.table, seen)
        self._at = at
        self.speed = 2
        self.open_tab = "log"
        self._timer: Timer | None = None
        self._logged_story: object = None
        """The part of the story that the log shows, and for whom."""

    def compose(self) -> ComposeResult:
        """The stage, with the bar above the prompt."""
        for part in super().compose():
            if part.id == "prompt":
                scrub = Scrub(id="scrub")
                scrub.add_class("across")
                yield scrub
            yield part

    def on_mount(self) -> None:
        """Begin at the beginning."""
        super().on_mount()
        self.log_lines.follow = False
        self.log_lines.is_marked = True
        self.call_after_refresh(self._open)
        if self.table.notice:
            self.notify(self.table.notice, severity="warning", timeout=10)

    def _open(self) -> None:
        if self._at is None:
            self.replay.by_move(1)
        else:
            self.replay.go_to(self._at)
        start = self.game.spaces_of(self.replay.view, f"seat:{self.table.setup.seats[0]}")
        self.board.set_reactive(HexBoard.cursor, "".join(start[:1]))
        self._show_story()
        self.go()

    def around(self) -> tuple[int, int]:
        """The bar stands above the prompt."""
        return 0, 1

    @property
    def has_front(self) -> bool:
        """There are cards, or nothing: nobody makes moves here."""
        return self.has_hand

    @property
    def scrub(self) -> Scrub:
        """The bar."""
        return self.query_one(Scrub)

    # Showing

    def _show_story(self) -> None:
        """The story as the watcher is told it, also what is still to come, for jumping ahead; of a long one a part."""
        replay = self.replay
        self._logged_story = (replay.watcher, replay.window)
        self.log_lines.fill(self._log_blocks(replay.entries))
        self._name_log()

    @property
    def _part(self) -> str:
        """Which moves of a long game are told; nothing if all of them are."""
        told = self.replay.window
        return "" if self.replay.is_whole else f"moves {told.start} to {told.stop - 1}"

    def _name_log(self) -> None:
        """Say above the log which part of the story it has."""
        if self._part and not self.log_lines.wanted:
            self.log_lines.border_title = f"Log, {self._part}"

    def on_log_lines_narrowed(self) -> None:
        """All lines may be shown again."""
        self._name_log()

    def told_of_log(self) -> Text | None:
        """Only the part that is told is searched."""
        text = super().told_of_log()
        return text.append(f" Only {self._part} are searched.") if text and self._part else text

    def go(self) -> None:
        """Show the moment that the replay is at."""
        self._notice = ""
        replay = self.replay
        entry, view = replay.entry, replay.view
        if self._logged_story != (replay.watcher, replay.window):
            self._show_story()
        things = entry.things if entry else ()
        self.rest()
        if not replay.ends_move:
            self.note_acts(*replay.facts)
        self.show(view, marked=things, held=self.held(view, self.table.setup.seats))
        if entry is not None:
            self.log_lines.show_moment(entry)
        bar = replay.bar
        self.scrub.show(bar.place, bar.last, bar.rounds, self.look, self.signs)
        self.inspect(things[0] if things else f"space:{self.board.cursor}")
        self._show_prompt()

    @property
    def seen(self) -> str:
        """Through whose eyes, in words."""
        watcher = self.replay.watcher
        if watcher.open:
            return "nothing hidden"
        return f"as {watcher.title} saw it" if watcher.seat else "as a spectator"

    def heading_end(self) -> Text:
        """Through whose eyes it is seen, and whether it plays."""
        text = Text("   ")
        if self._timer is not None:
            text.append(f"{'>' * self.speed} ", style=f"bold {self.look.good}")
        text.append(self.seen, style=f"bold {self.look.people}")
        return text

    def _show_prompt(self) -> None:
        look, replay = self.look, self.replay
        entry = replay.entry
        text = Text()
        if self._notice:
            text.append(f" {self._notice}", style=f"bold {look.lit}")
        elif narrowed := self.told_of_log():
            text = narrowed
        elif entry is not None:
            text.append(f" Move {entry.step} of {self.table.number - 1} ", style=look.faint)
            if entry.fact < 0:
                text.append(f" {self.seat_title(entry.seat)}: ", style=f"bold {look.people}")
            text.append(self.in_signs(entry.words) or "a move that is hidden", style=f"bold {look.ink}")
        told = tuple(self._in_use(key) for key in WATCHING if self._offers(key.action))
        if self.has_tabs:
            panes = {name: PANES.get(name) or self.panels[name].key or "o" for name in self.tabs if name != "moves"}
            tabs = [Key(key, self.tabs[name], f"tab('{name}')", name == self.open_tab) for name, key in panes.items()]
            told = (*tabs, *told)
        if self.log_lines.has_focus:
            told = (*LOGGED, *told)
        self.write_prompt(text, told)

    def _offers(self, action: str) -> bool:
        """Whether a key does anything here: only what is not refused is offered."""
        if action == "export":
            return self.app.keeps_files
        if action in NEEDED:
            return self.game.has(NEEDED[action])
        return action != "branch" or not self.app.why_no_branch(self.opened)

    def _in_use(self, key: Key) -> Key:
        """A key with the arrows that this terminal has; where nothing moves by itself, space goes a line on."""
        arrows = {"left": self.signs.left, "right": self.signs.right}
        word = "next" if key.action == "play" and not self.app.settings.motion else key.word
        is_spare = key.action not in _NEEDED
        return msgspec.structs.replace(key, key=arrows.get(key.key, key.key), word=word, is_spare=is_spare)

    # Going

    def action_by_line(self, by: int) -> None:
        """One line on or back."""
        self._pause()
        self.replay.by_line(by)
        self.go()

    def action_by_move(self, by: int) -> None:
        """One move on or back."""
        self._pause()
        self.replay.by_move(by)
        self.go()

    def action_by_round(self, by: int) -> None:
        """One round on or back."""
        self._pause()
        self.replay.by_round(by)
        self.go()

    def action_first(self) -> None:
        """To the beginning."""
        self._pause()
        self.replay.go_first()
        self.go()

    def action_last(self) -> None:
        """To the end."""
        self._pause()
        self.replay.go_last()
        self.go()

    def _jump_to(self, entry: LogEntry) -> None:
        self._pause()
        self.replay.go_to(entry)
        self.go()

    def on_scrub_jumped(self, event: Scrub.Jumped) -> None:
        """Somebody points at the bar."""
        self._pause()
        self.replay.go_to_bar(event.place)
        self.go()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """A line of the log was picked: go to that moment. A deck was: look through it."""
        if not self.is_active:
            return
        if event.lines.id == "log":
            self._jump_to(event.key)
        elif event.lines.id in self.panels:
            self._pause()
            self.read_pile(event.key)

    def on_log_lines_watched(self, event: LogLines.Watched) -> None:
        """A line of the whole log is to be watched: it is the same here as to go to it."""
        self._jump_to(event.key)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The cursor of the board is seen while it has the keyboard."""
        self.board.hush(event.widget is not self.board)

    def piles(self) -> Sequence[Pile]:
        """The decks at the moment that is shown."""
        return self.table.rules.piles(self.shown)

    # Playing by itself

    def action_play(self) -> None:
        """Play, or pause; where nothing may move by itself, one line on."""
        if self._timer is not None:
            self._pause()
            self.go()
        elif not self.app.settings.motion:
            self.action_by_line(1)
        else:
            if self.replay.is_over:
                self.replay.go_first()
            self._start()
            self.go()

    def _start(self) -> None:
        self._pause()
        self._timer = self.set_interval(SPEEDS[self.speed - 1], self._play_on)

    def _play_on(self) -> None:
        self.replay.by_line(1)
        if self.replay.is_over:
            self._pause()
        self.go()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_speed(self, speed: int) -> None:
        """How fast it plays."""
        self.speed = speed
        if self._timer is not None:
            self._start()
            self._show_heading(self.shown)
        else:
            plays = "Space plays." if self.app.settings.motion else "It does not play by itself: motion is off."
            self.say(f"Speed {speed}: a line every {SPEEDS[speed - 1]:g} seconds. {plays}")

    # Other eyes

    def action_eyes(self) -> None:
        """See the same moment as the next seat, as a spectator, or with nothing hidden."""
        replay = self.replay
        if len(replay.watchers) == 1:
            self.say("The table is still played: it is seen as at the table. Once it is over, it is seen by all eyes.")
        elif any(replay.eyes.needs_curtain(replay.watcher, each) for each in replay.watchers):
            self._pause()
            self._choose_eyes()
        else:
            replay.next_watcher()
            self.go()

    def _choose_eyes(self) -> None:
        """Ask through whose eyes, where people hide something from each other."""
        replay = self.replay
        blocks = [Block(Text(self._named(each)), each) for each in replay.watchers]

        def picked(watcher: Watcher | None) -> None:
            if watcher is None:
                return
            if replay.eyes.needs_curtain(replay.watcher, watcher):
                self.app.push_screen(Curtain(watcher.seat, watcher.title), seated(watcher))
            else:
                self._watch_as(watcher)

        def seated(watcher: Watcher) -> Callable[[Seat | None], None]:
            return lambda seat: self._watch_as(watcher) if seat else None

        self.app.push_screen(Choosing("The game is not over. Who watches it?", blocks), picked)

    def _named(self, watcher: Watcher) -> str:
        return watcher.title or "A spectator"

    def _watch_as(self, watcher: Watcher) -> None:
        self.replay.watch_as(watcher)
        self.go()

    # A new table

    def action_branch(self) -> None:
        """Continue from here at a new table, after asking."""
        self._pause()
        if why := self.app.why_no_branch(self.opened):
            self.say(why)
            return
        last = self.replay.branching
        if not self.replay.is_open_after(last):
            self.say("The game is over here. Go back to a move that could have been another, then continue from there.")
            return
        where = f"after move {last}" if last else "before the first move"

        def answered(yes: bool | None) -> None:
            if yes:
                self._branch(last)

        self.app.push_screen(
            Confirming(
                f"A new table begins {where} of {self.opened.name}. The game that you watch stays as it is. Go on?",
                "Continue from here",
                "Keep watching",
            ),
            answered,
        )

    def _branch(self, last: int) -> None:
        try:
            self.app.branch(self.opened, last)
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)

    # Out of the app

    def action_export(self) -> None:
        """Write this screen as SVG and the story as Markdown, and say where."""
        self._pause()
        if not self.app.keeps_files:
            self.say("Nothing can be exported from here: the files would lie in the house, not with you.")
            return
        try:
            picture, story = self._export()
        except OSError as error:
            self.notify(f"Nothing could be exported: {error}", severity="error", timeout=10)
            return
        self.notify(f"The screen is {picture.name} and the story {story.name}, in {picture.parent}.", timeout=10)

    def _export(self) -> tuple[Path, Path]:
        name = self.opened.name
        screen = clean(self.app.export_screenshot(title=name))
        told = clean(markdown(self.table, self.replay.watcher))
        picture = _exported(f"{name}-{self.replay.bar.place + 1}", ".svg", screen)
        return picture, _exported(name, ".md", told)

    # Help and leaving

    def action_help(self) -> None:
        """The keys, which can be picked."""
        self._pause()
        head = Text("A game is told in lines; each is a moment that you can go to.\n")
        offered = [each for each in KEYS if self._offers(each[2])]
        blocks = [Block(head), *(Block(told_key(key, words, self.look), action) for key, words, action in offered)]
        self.app.push_screen(Menu("Keys", blocks), self.do_picked)

    def action_rulebook(self) -> None:
        """The rulebook."""
        self.app.open_rulebook(self.table.setup.game)

    def action_back(self) -> None:
        """From a part of the log to all of it, from a panel to the bar, from there out."""
        if self.log_lines.has_focus and self.log_lines.wanted:
            self.action_log_all()
        elif self.focused is not self.scrub:
            self.scrub.focus()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Back to where one came from."""
        self._pause()
        if self.is_active:
            self.app.pop_screen()


def _exported(stem: str, suffix: str, words: str) -> Path:
    """Write a file among the exports; an earlier one of the same name stays as it is."""
    folder = home() / EXPORTS
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        write_new(path, words.encode("utf-8", "replace"))
        return path
    raise AssertionError("Numbers do not end.")
