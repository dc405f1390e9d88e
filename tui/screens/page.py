"""What the pages of the home menu share: a heading, a body, a line with the keys, and the way back."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from tui.app import ParleyApp
from tui.look.inks import Palette, Signs
from tui.widgets.lines import Lines
from tui.widgets.prompt import Key, KeyLine

BACK = Key("Esc", "back", "app.pop_screen")


class Page(Screen[None]):
    """A page; Escape leads back."""

    DEFAULT_CSS = """
    Page { layout: vertical; }
    Page #heading { height: 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    Page #body { height: 1fr; width: 100%; }
    Page.-ascii #heading { text-overflow: clip; }
    Page.-ascii Lines { scrollbar-size: 0 0; }
    Page Lines { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.pop_screen", "Back", id="back", tooltip="Back.")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-roomy")]

    app = getters.app(ParleyApp)

    HEADING = ""
    KEYS: tuple[Key, ...] = ()

    def compose(self) -> ComposeResult:
        """Heading, body, keys."""
        yield Static(Text(f" {self.HEADING}", style="bold", no_wrap=True), id="heading")
        with Horizontal(id="body"):
            yield from self.body()
        yield KeyLine(id="keys")

    def body(self) -> ComposeResult:
        """What the page is about."""
        yield from ()

    def on_mount(self) -> None:
        """Draw frames and keys with what the terminal has."""
        self.dress()

    def on_screen_resume(self) -> None:
        """Looks may be others now."""
        self.dress()

    def dress(self) -> None:
        """Take the looks that are chosen."""
        self.set_class(self.signs.is_ascii, "-ascii")
        self.query_one(KeyLine).tell(self.KEYS, self.look)

    def action_pick(self) -> None:
        """Take the chosen line, as Enter does."""
        self.query(Lines).first().action_pick()

    def head(self, words: str) -> None:
        """Write another heading."""
        self.query_one("#heading", Static).update(Text(f" {words}", style="bold", no_wrap=True), layout=False)

    @property
    def look(self) -> Palette:
        """The colours."""
        return self.app.palette

    @property
    def signs(self) -> Signs:
        """The signs."""
        return self.app.signs

    def stars(self, count: int) -> str:
        """How hard something is."""
        return self.signs.star * count
