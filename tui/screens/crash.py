"""What is shown when Parley itself made a mistake: what happened, where the table is, and a report to write."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from tui.app import ParleyApp
from tui.console import clean
from tui.play.report import sentence, write_report
from tui.widgets.lines import Block, Lines


class CrashScreen(Screen[None]):
    """A mistake of ours: nothing goes on from here but the way out."""

    DEFAULT_CSS = """
    CrashScreen { align: center middle; }
    CrashScreen > Vertical { width: 76; max-width: 98%; height: auto; max-height: 98%; border: round $error;
        padding: 0 1; }
    CrashScreen.-ascii > Vertical { border: ascii $error; }
    CrashScreen #what { height: auto; }
    CrashScreen #done { height: auto; color: $success; }
    CrashScreen Lines { height: 2; margin: 1 0 0 0; }
    """
    tells_mistakes = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "write", "Write a report", show=False),
        Binding("q,escape", "leave", "Leave", show=False),
    ]

    app = getters.app(ParleyApp)

    def __init__(self, error: BaseException, save: str, why: str = "") -> None:
        """What went wrong, the table that was open, if one was, and why its save led to it, if it did."""
        super().__init__()
        self.error = error
        self.save = save
        self.why = why

    def compose(self) -> ComposeResult:
        """Sentences, and two ways on."""
        words = Text()
        if self.why:
            words.append("This save does not fit Parley.\n\n", style="bold")
            words.append(f"{clean(self.why)}\n\n")
        else:
            words.append("This is a mistake in Parley, not yours.\n\n", style="bold")
            words.append(f"{sentence(self.error)}\n\n")
        words.append(
            f"Your table is saved in {self.save}, up to the last move that was shown."
            if self.save
            else "No table was open, and every save is as it was."
        )
        words.append("\nA report says what happened and how Parley is set up; it has no cards and no dice in it.")
        with Vertical():
            yield Static(words, id="what")
            yield Lines(is_list=True)
            yield Static("", id="done")

    def on_mount(self) -> None:
        """Fill the list."""
        self.set_class(self.app.signs.is_ascii, "-ascii")
        lines = self.query_one(Lines)
        lines.fill([Block(Text("Write a report file (w)"), "write"), Block(Text("Leave Parley (q)"), "leave")])
        lines.focus()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Do it."""
        if event.key == "write":
            self.action_write()
        else:
            self.action_leave()

    def action_write(self) -> None:
        """Write the report, and say where it is."""
        try:
            words = f"Written to {write_report(self.error, self.app.settings)}"
        except OSError as problem:
            words = f"The report cannot be written: {problem.strerror or problem}."
        self.query_one("#done", Static).update(Text(words))

    def action_leave(self) -> None:
        """Leave with an exit code that reports the failure."""
        self.app.exit(return_code=1, message=f"parley: {clean(self.why) or sentence(self.error)}")
