"""Learning a game: a guided first game, the rulebook, the signs, and a round on one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine import registry
from engine.core.content import builtin, is_there
from engine.core.errors import ParleyError
from engine.core.kinds import Setup
from engine.core.lesson import Lesson
from tui.play.saves import Opened
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Reading
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key

ENTRIES = (
    ("lesson", "First game", "a guided game: every kind of action once, on a real table"),
    ("rulebook", "Rulebook", "all rules, with a search"),
    ("signs", "Signs", "what is drawn on the board and in the panels"),
    ("overview", "A round", "on one page; F1 shows it at the table"),
)

FILES = {"lesson": "lesson.json", "rulebook": "rulebook.md", "overview": "overview.md"}
"""The file that an entry needs; a game without it does not offer the entry."""


class LearnScreen(Page):
    """The menu of what can be learned."""

    DEFAULT_CSS = """
    LearnScreen #body { padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "overview", "A round", show=False, id="learn-overview", tooltip="A round on one page."),
    ]
    HEADING = "Learn"
    KEYS = (Key("Enter", "open", "pick"), Key("F1", "a round on one page", "overview"), BACK)

    def body(self) -> ComposeResult:
        """The menu."""
        yield Lines(is_list=True, id="menu")

    def on_mount(self) -> None:
        """Fill the menu, for every game."""
        super().on_mount()
        menu = self.query_one(Lines)
        menu.fill([block for place, game in enumerate(registry.game_ids()) for block in _blocks(game, place > 0)])
        menu.focus()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go there, or say why not."""
        key, game = event.key
        try:
            self._open(key, game)
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)

    def _open(self, key: str, game: str) -> None:
        if key == "lesson":
            self.app.push_screen(first_game(game))
        elif key == "rulebook":
            self.app.open_rulebook(game)
        elif key == "signs":
            self.app.push_screen(signs(game, self.app))
        else:
            self.app.open_overview(game)

    def action_overview(self) -> None:
        """A round of the game that is pointed at."""
        _, game = self.query_one(Lines).key
        self.app.open_overview(game)


def _blocks(game: str, apart: bool) -> Iterator[Block]:
    """The lines of one game, below its name; `apart` from those of the game before."""
    head: Text | None = Text(f"{chr(10) * apart}{registry.game(game).title}\n", style="bold")
    for key, title, words in ENTRIES:
        if key in FILES and not is_there(builtin(game) / FILES[key]):
            continue
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f"{title:<12}", style="bold")
        text.append(words, style="dim")
        yield Block(text, (key, game), head)
        head = None


def first_game(game: str) -> Screen[Any]:
    """The guided first game at a new table, where everything may be taken back."""
    from tui.play import saves
    from tui.play.briefing import lesson
    from tui.screens.lesson import LessonScreen

    found = lesson(game)
    name = saves.folder().fresh("lesson").stem
    return LessonScreen(saves.begin(registry.game(game), setup_of_lesson(game, found), name), found)


def setup_of_lesson(game: str, lesson: Lesson) -> Setup:
    """A table that is laid out the same way each time, where everything may be taken back."""
    return Setup(game=game, scenario=lesson.scenario, seats=lesson.seats, seed=lesson.seed, open_undo=True)


def guided(opened: Opened) -> Screen[Any] | None:
    """The guided first game, if this table is one; its coach has seen what was done so far."""
    from tui.play.briefing import lesson
    from tui.screens.lesson import LessonScreen

    setup = opened.table.setup
    try:
        found = lesson(setup.game)
    except ParleyError:  # a game without one
        return None
    is_one = msgspec.structs.replace(setup, table="") == setup_of_lesson(setup.game, found)
    return LessonScreen(opened, found) if is_one else None


def signs(game: str, app: Any) -> Reading:
    """Every sign as it is drawn now, with these colours and characters."""
    from tui.games import showing

    found = showing(game)
    return Reading("Signs", found.legend(found.looks.palette(app.palette), found.looks.signs(app.signs)))


def overview(game: str) -> Reading:
    """A round of a game on one page."""
    from tui.play.briefing import overview_text
    from tui.screens.rulebook import marked_up

    text = marked_up(overview_text(game), gap="\n")
    text.rstrip()
    return Reading("A round", text)
