"""The first screen: what one can do, and the newest table to go on with."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from tui.widgets.lines import Block, Lines

BANNER = r"""
 ___   _   ___ _    _____   __
| _ \ /_\ | _ \ |  | __\ \ / /
|  _// _ \|   / |__| _| \ V /
|_| /_/ \_\_|_\____|___| |_|
"""

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

    def on_mount(self) -> None:
        """Fill the menu."""
        self.refill()
        self.query_one(Lines).focus()

    def on_screen_resume(self) -> None:
        """Another table may be the newest now."""
        self.refill()

    def refill(self) -> None:
        """The menu with a line on where the newest table stands."""
        self._newest, line = newest()
        blocks = []
        for key, title, words in ENTRIES:
            if key == "continue":
                if self._newest is None:
                    continue
                words = line
            text = Text(no_wrap=True, overflow="ellipsis")
            text.append(f"{title:<12}", style="bold")
            text.append(words, style="dim")
            blocks.append(Block(text, key))
        self.query_one(Lines).fill(blocks)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go there."""
        self.app.go_to(event.key, self._newest)


def newest() -> tuple[str | None, str]:
    """The newest unfinished table: its name, and a line on where it stands."""
    from engine.core.errors import ParleyError
    from tui import saves

    try:
        found = next((entry for entry in saves.entries() if not entry.finished and not entry.problem), None)
    except ParleyError:
        return None, ""
    if found is None:
        return None, ""
    return found.name, f"{found.scenario.replace('-', ' ').title()}, round {found.round}, {', '.join(found.seats)}"
