"""What is shown where there is no room for anything else."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static


class TooSmall(Screen[None]):
    """Asks for more room; the app takes it away when there is."""

    DEFAULT_CSS = (
        "TooSmall { align: center middle; } TooSmall Static { width: auto; height: auto; text-align: center; }"
    )

    def compose(self) -> ComposeResult:
        """Two sentences."""
        yield Static(Text("Parley needs more room.\nMake the window at least\n64 by 20; nothing is lost."))

    def on_screen_resume(self) -> None:
        """Something lay on top of this and is gone: step aside if there is room by now."""
        from tui.app import is_too_small

        if self.is_current and not is_too_small(self.app.size):
            self.app.pop_screen()
