"""The first screen: what one can do, and the newest table to go on with."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from engine.core.content import home
from tui.widgets.lines import Block, Lines

BANNER = r"""
 ___   _   ___ _    _____   __
| _ \ /_\ | _ \ |  | __\ \ / /
|  _// _ \|   / |__| _| \ V /
|_| /_/ \_\_|_\____|___| |_|
"""

LOOKING = "looking for the newest table"
ENTRIES = (
    ("continue", "Continue", "nothing to go on with yet"),
    ("new", "New game", "choose a game, a scenario and who plays"),
    ("saves", "Saves", "every table, to open, rename, delete or export"),
    ("replays", "Replays", "watch any table again, from any seat"),
    ("log", "Log", "what was won, how fast, with which honours"),
    ("learn", "Learn", "a guided first game, the rulebook, the signs"),
    ("settings", "Settings", "looks, pace and keys"),
    ("quit", "Quit", "every table is saved"),
)


class HomeScreen(Screen[None]):
    """The menu."""

    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen > Vertical { width: 72; height: auto; }
    HomeScreen #banner { color: $accent; height: 6; text-align: center; width: 100%; }
    HomeScreen #motto { color: $text-muted; text-align: center; width: 100%; height: 2; }
    HomeScreen Lines { height: 9; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "Quit")]

    def compose(self) -> ComposeResult:
        """Banner, menu."""
        with Vertical():
            yield Static(Text(BANNER.strip("\n"), no_wrap=True), id="banner")
            yield Static("Five board games of war, peace and escape", id="motto")
            yield Lines(is_list=True, id="menu")

    def __init__(self) -> None:
        """Nothing is known of the newest table yet."""
        super().__init__()
        self._newest: str | None = None
        self._line = ""
        self._is_looking = False
        """Whether the newest table is being looked for: that opens saves, and the first frame does not wait for it."""
        self._is_wanted = False
        """Whether somebody goes on with it before it is found."""

    def on_mount(self) -> None:
        """Fill the menu."""
        self._is_looking = has_saves()
        self._line = LOOKING
        self.refill()
        self.query_one(Lines).focus()
        if self._is_looking:
            self.call_after_refresh(self._look)

    def on_screen_resume(self) -> None:
        """Another table may be the newest now."""
        if not self._is_looking:
            self._newest, self._line = newest()
            self.refill()

    @work(thread=True, exclusive=True)
    def _look(self) -> tuple[str | None, str]:
        return newest()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The newest table is found, or there is none."""
        if event.state is WorkerState.SUCCESS:
            self._is_looking = False
            self._newest, self._line = event.worker.result or (None, "")
            self.refill()
            if self._is_wanted and self._newest:
                self.app.go_to("continue", self._newest)
            self._is_wanted = False

    def refill(self) -> None:
        """The menu with a line on where the newest table stands."""
        blocks = []
        for key, title, words in ENTRIES:
            if key == "continue":
                if self._newest is None and not self._is_looking:
                    continue
                words = self._line
            text = Text(no_wrap=True, overflow="ellipsis")
            text.append(f"{title:<12}", style="bold")
            text.append(words, style="dim")
            blocks.append(Block(text, key))
        lines = self.query_one(Lines)
        keys = [block.key for block in blocks]
        lines.fill(blocks, index=keys.index(lines.key) if lines.key in keys else 0)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go there."""
        if event.key == "continue" and self._is_looking:
            self._is_wanted = True
        else:
            self.app.go_to(event.key, self._newest)


def has_saves() -> bool:
    """Whether there is any save at all."""
    return any((home() / "saves").glob("*.jsonl"))


def newest() -> tuple[str | None, str]:
    """The newest unfinished table: its name, and a line on where it stands."""
    from engine.core.errors import ParleyError
    from tui import saves

    try:
        found = saves.newest()
    except ParleyError:
        return None, ""
    if found is None:
        return None, ""
    return found.name, f"{found.scenario.replace('-', ' ').title()}, round {found.round}, {', '.join(found.seats)}"
