"""The curtain between two players at one keyboard: nothing of the table is seen until the right one sits there."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from engine.core.kinds import Seat


class Curtain(Screen[Seat]):
    """Asks for somebody; answers with the seat when they are there."""

    DEFAULT_CSS = """
    Curtain { align: center middle; background: $panel; }
    Curtain Static { width: auto; height: auto; text-align: center; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "Here I am")]

    def __init__(self, seat: Seat, seat_title: str) -> None:
        """Whom the keyboard goes to."""
        super().__init__()
        self.seat = seat
        self.seat_title = seat_title

    def compose(self) -> ComposeResult:
        """Two sentences."""
        words = Text(justify="center")
        words.append(f"Pass to {self.seat_title}\n\n", style="bold")
        words.append("Press Enter, or click, when nobody else looks.")
        yield Static(words)

    def action_open(self) -> None:
        """The right one sits there; another key or click that comes too late changes nothing."""
        if self.is_active:
            self.dismiss(self.seat)

    def on_click(self) -> None:
        """The same by mouse."""
        self.action_open()
