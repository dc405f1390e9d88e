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
from tui.widgets.lines import CONSOLE, strips


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
            self.refresh(Region(0, self.key_row, self.size.width, 1))

    @property
    def key_row(self) -> int:
        """Where the keys are: always in the last line."""
        return max(0, self.size.height - 1)

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
        for key, word in zip(self.keys, self._words(), strict=True):
            start = len(text)
            style = f"bold reverse {self.look.lit}" if key.is_on else ""
            text.append(key.key, style=style or f"bold {self.look.ink}")
            text.append(f" {word}" if word else "", style=style or self.look.faint)
            self._spots.append((start, len(text), key.action))
            text.append("  " if word else " ")
        return text

    def _words(self) -> list[str]:
        """What the keys do; where room is short, the last keys stand alone."""
        words = [key.word for key in self.keys]
        for place in reversed(range(len(words))):
            used = sum(
                len(key.key) + (len(word) + 3 if word else 1) for key, word in zip(self.keys, words, strict=True)
            )
            if used <= self.size.width:
                break
            words[place] = ""
        return words

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        if event.y == self.key_row:
            for start, stop, action in self._spots:
                if start <= event.x < stop:
                    await self.screen.run_action(action)


class Prompt(KeyLine):
    """The lines at the foot of a table: what is told, what is asked, the keys."""

    DEFAULT_CSS = "Prompt { height: 2; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """Nothing is asked yet."""
        super().__init__(id=id)
        self.question = Text()
        self.told = Text()

    def ask(self, question: Text, keys: tuple[Key, ...], look: Palette, told: Text | None = None) -> None:
        """Show another question, and above it what is told as far as there is room; what stays is not sent again."""
        told = told or Text()
        if not (_same(question, self.question) and _same(told, self.told)):
            self.question, self.told = question, told
            self.refresh(Region(0, 0, self.size.width, self.key_row))
        self.tell(keys, look)

    def lines_for(self, told: Text) -> int:
        """How many lines a text takes here."""
        return len(strips(told, self._width)) if told else 0

    @property
    def _width(self) -> int:
        return max(1, self.size.width - 1)

    def render_line(self, y: int) -> Strip:
        """What is told, the question, or the keys."""
        if y >= self.key_row:
            return super().render_line(y)
        cut: OverflowMethod = "crop" if self.has_class("-ascii") else "ellipsis"
        if self.question and y == self.key_row - 1:
            return self._line(self.question, cut)
        room = self.key_row - bool(self.question)
        lines = self.told.wrap(CONSOLE, self._width)
        if y >= len(lines):
            return self._line(Text())
        line = lines[y]
        if y == room - 1 and len(lines) > room:
            line.truncate(self._width - 4)
            line.append(" ...")
        return self._line(Text.assemble(" ", line), cut)


def _same(one: Text, other: Text) -> bool:
    return one == other and one.spans == other.spans
