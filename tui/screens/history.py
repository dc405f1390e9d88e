"""The whole log of a table on a page of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tui.screens.page import Page
from tui.widgets.lines import Block, Lines
from tui.widgets.log import LogLines
from tui.widgets.prompt import Key


class PickedLine(msgspec.Struct, frozen=True):
    """A line that somebody went back to the table with."""

    entry: Any
    is_to_watch: bool
    """Whether the game is to be watched again from there; otherwise it is shown on the board."""


class HistoryPage(Page):
    """All lines of a log; one of them leads back to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,L", "leave", "Back", id="history-back", tooltip="Back to the table."),
    ]
    HEADING = "Log"
    KEYS = (
        Key("Enter", "show on the board", "pick"),
        Key("w", "watch from here", "watch"),
        Key("/", "filter", "narrow"),
        Key("Esc", "back", "leave"),
    )

    def __init__(self, blocks: Sequence[Block], at: Any, back: Callable[[PickedLine], None]) -> None:
        """Note the lines, which of them to begin at, and whom to tell of the one that is taken."""
        super().__init__()
        self._blocks, self._at, self._back = blocks, at, back

    def body(self) -> ComposeResult:
        """The log."""
        yield LogLines(id="history")

    @property
    def lines(self) -> LogLines:
        """The log."""
        return self.query_one(LogLines)

    def on_mount(self) -> None:
        """Show the lines, from the last one back."""
        super().on_mount()
        self.lines.fill(self._blocks)
        self.lines.focus()
        if self._at is not None:
            self.call_after_refresh(self.lines.show_moment, self._at)

    def on_log_lines_narrowed(self) -> None:
        """Say how many lines are left."""
        shown, there = self.lines.counts
        self.head(f'Log: {shown} of {there} lines have "{self.lines.wanted}"' if self.lines.wanted else self.HEADING)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Back to the table, which shows what the line speaks of."""
        self._go(PickedLine(event.key, is_to_watch=False))

    def on_log_lines_watched(self, event: LogLines.Watched) -> None:
        """Watch the game again from a line."""
        self._go(PickedLine(event.key, is_to_watch=True))

    def action_watch(self) -> None:
        """Watch from the chosen line."""
        self.lines.action_watch()

    def action_narrow(self) -> None:
        """Only lines with some words."""
        self.lines.action_narrow()

    def action_leave(self) -> None:
        """From some of the lines to all of them, and from there back to the table."""
        if self.lines.wanted:
            self.lines.action_widen()
        else:
            self._go(None)

    def _go(self, found: PickedLine | None) -> None:
        if self.is_active:
            self.app.pop_screen()
            if found is not None:
                self._back(found)
