"""The prompt: what is asked, and below it the keys, each of which can also be clicked."""

from __future__ import annotations

import msgspec
from rich.console import OverflowMethod
from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.looks import Palette, palette
from tui.widgets.lines import strips


class Key(msgspec.Struct, frozen=True):
    """A key, what it does in a word, and the action behind it."""

    key: str
    word: str
    action: str
    is_on: bool = False
    """Whether it stands for what is open now."""


class KeyLine(Widget):
    """The keys, in the last line of a screen."""

    DEFAULT_CSS = "KeyLine { height: 1; background: $panel; }"

    LINE = 0
    """Where the keys are."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """No key does anything yet."""
        super().__init__(id=id)
        self.keys: tuple[Key, ...] = ()
        self.look: Palette = palette("dark")
        self._spots: list[tuple[int, int, str]] = []

    def tell(self, keys: tuple[Key, ...], look: Palette) -> None:
        """Show other keys; if they are the same, nothing is sent."""
        has_changed = keys != self.keys or look != self.look
        self.keys, self.look = keys, look
        if has_changed:
            self.refresh(Region(0, self.LINE, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """The keys."""
        return self._line(self._keys_line())

    def _line(self, text: Text, overflow: OverflowMethod = "crop") -> Strip:
        text.no_wrap, text.overflow = True, overflow
        width = self.size.width
        found = strips(text, width)
        line = found[0] if found else Strip.blank(width)
        return line.adjust_cell_length(width).apply_style(self.rich_style)

    def _keys_line(self) -> Text:
        text = Text(" ")
        self._spots = []
        for key in self.keys:
            start = len(text)
            style = f"bold reverse {self.look.lit}" if key.is_on else ""
            text.append(key.key, style=style or f"bold {self.look.ink}")
            text.append(f" {key.word}" if key.word else "", style=style or self.look.faint)
            self._spots.append((start, len(text), key.action))
            text.append("  " if key.word else " ")
        return text

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        if event.y == self.LINE:
            for start, stop, action in self._spots:
                if start <= event.x < stop:
                    await self.screen.run_action(action)


class Prompt(KeyLine):
    """Two lines at the foot of a table."""

    DEFAULT_CSS = "Prompt { height: 2; }"

    LINE = 1

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """Nothing is asked yet."""
        super().__init__(id=id)
        self.question = Text()

    def ask(self, question: Text, keys: tuple[Key, ...], look: Palette) -> None:
        """Show another question; a line that stays the same is not sent again."""
        if question != self.question or question.spans != self.question.spans:
            self.question = question
            self.refresh(Region(0, 0, self.size.width, 1))
        self.tell(keys, look)

    def render_line(self, y: int) -> Strip:
        """The question, or the keys."""
        if y == self.LINE:
            return super().render_line(y)
        return self._line(self.question, "crop" if self.has_class("-ascii") else "ellipsis")
