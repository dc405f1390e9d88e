"""A screen with the log of a table: it fills the log, narrows it down and opens it on a page of its own."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import getters
from textual.screen import Screen

from tui.app import ParleyApp
from tui.look.inks import Palette, Signs
from tui.play.moments import SPOKEN, LogEntry
from tui.screens.history import HistoryPage, PickedLine
from tui.widgets.lines import Block, Lines
from tui.widgets.log import LogLines


class LoggedScreen(Screen[None]):
    """Has a `LogLines` with the id `log` among its widgets, and writes the entries of a table into it."""

    app = getters.app(ParleyApp)

    seat_title: Callable[[str], str]
    """The title of a seat in the game that is shown."""

    def __init__(self) -> None:
        """A screen whose log is empty."""
        super().__init__()
        self._logged = 0
        """How many entries the log has."""

    @property
    def look(self) -> Palette:
        """The colours, those of the game among them."""
        raise NotImplementedError

    @property
    def signs(self) -> Signs:
        """The signs, those of the game among them."""
        raise NotImplementedError

    def in_signs(self, words: str) -> str:
        """Words of the game, with the signs of this terminal."""
        raise NotImplementedError

    def _show_prompt(self) -> None:
        """Write what is asked or shown, and the keys, below everything."""

    @property
    def log_lines(self) -> LogLines:
        """The log."""
        return self.query_one("#log", LogLines)

    def show_log(self, entries: list[LogEntry]) -> None:
        """Bring the log up to date: lines are added at the end, or all are written anew if there are fewer."""
        if len(entries) < self._logged:
            self.forget_log()
        if len(entries) == self._logged:
            return
        log = self.log_lines
        log.extend(self._log_blocks(entries[self._logged :]))
        self._logged = len(entries)
        log.index = max(0, len(log.blocks) - 1)

    def forget_log(self) -> None:
        """Empty the log: some of it was taken back, or somebody else reads it."""
        self.log_lines.fill([])
        self._logged = 0

    def _log_blocks(self, entries: list[LogEntry]) -> list[Block]:
        blocks = []
        for entry in entries:
            phase = f": {entry.phase}" if entry.phase else ""
            head = f"Round {entry.round}{phase}" if entry.round else "Before the first round"
            text = Text()
            if entry.fact < 0:
                text.append(f"{self.seat_title(entry.seat)}: ", style=f"bold {self.look.people}")
                text.append(self.in_signs(entry.words) or "moves", style=self.look.ink)
            else:
                style = self.look.ink if entry.fact == SPOKEN else self.look.faint
                text.append(f"{self.signs.dot} {entry.words}", style=style)
            blocks.append(Block(text, entry, Text(head, style=f"bold {self.look.lit}")))
        return blocks

    def told_of_log(self) -> Text | None:
        """What the prompt says while the log has the keyboard and shows only some lines."""
        log = self.log_lines
        if not log.has_focus or not log.wanted:
            return None
        shown, there = log.counts
        words = f"{shown} of {there} lines have" if shown else "No line has"
        return Text(f' {words} "{log.wanted}".', style=f"bold {self.look.lit}")

    def action_history(self) -> None:
        """The whole log on a page of its own."""

        def taken(found: PickedLine) -> None:
            kind = LogLines.Watched if found.is_to_watch else Lines.Picked
            self.post_message(kind(self.log_lines, found.entry))

        log = self.log_lines
        self.app.push_screen(HistoryPage(log.everything, log.key, taken))

    def on_log_lines_narrowed(self) -> None:
        """Say how many lines are left."""
        self._show_prompt()

    def action_log_pick(self) -> None:
        """Take the chosen line of the log, as Enter does."""
        self.log_lines.action_pick()

    def action_log_filter(self) -> None:
        """Narrow the log down."""
        self.log_lines.action_narrow()

    def action_log_all(self) -> None:
        """Show the whole log again."""
        self.log_lines.action_widen()
