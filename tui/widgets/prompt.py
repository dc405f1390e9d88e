"""The prompt: what is asked, and below it the keys, each of which can also be clicked."""

from __future__ import annotations

import msgspec
from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.look.inks import Palette, palette
from tui.widgets.lines import CONSOLE, strips


class Key(msgspec.Struct, frozen=True):
    """A key, what it does in a word, and the action behind it."""

    key: str
    word: str
    action: str
    is_on: bool = False
    """Whether it stands for what is open now."""
    short: str = ""
    """Another word for it where room is short."""
    is_spare: bool = False
    """Whether it is left out there, for the help to tell."""


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

    def _line(self, text: Text) -> Strip:
        text.no_wrap, text.overflow = True, "crop"
        width = self.size.width
        found = strips(text, width)
        line = found[0] if found else Strip.blank(width)
        return line.adjust_cell_length(width).apply_style(self.rich_style)

    def _keys_line(self) -> Text:
        told = self._told()
        text = Text(" " if self._fit(told) else "")
        self._spots = []
        for key, word in told:
            start = len(text)
            style = f"bold reverse {self.look.lit}" if key.is_on else ""
            text.append(key.key, style=style or f"bold {self.look.ink}")
            text.append(f" {word}" if word else "", style=style or self.look.faint)
            self._spots.append((start, len(text), key.action))
            text.append("  " if word else " ")
        return text

    def _told(self) -> list[tuple[Key, str]]:
        """Keys and what they do; where room is short, short words for the first ones, and no spare keys."""
        told = [(key, key.word) for key in self.keys]
        if self._fit(told):
            return told
        told = [(key, key.short or key.word) for key in self.keys]
        is_dropped = False
        for place in reversed(range(len(told))):
            key, word = told[place]
            # Keys without a word share that of the next one.
            is_dropped = key.is_spare and (not self._fit(told) or (is_dropped and not word))
            if is_dropped:
                del told[place]
        for place in reversed(range(len(told))):
            if not self._fit(told, lead=0):
                told[place] = told[place][0], ""
        return told

    def _fit(self, told: list[tuple[Key, str]], lead: int = 1) -> bool:
        """Whether the last word still has room, with or without a blank before the first key."""
        used = sum(len(key.key) + (len(word) + 3 if word else 1) for key, word in told)
        after = 2 if told and told[-1][1] else 1
        return lead + used - after <= self.size.width

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

    def lines_for(self, text: Text) -> int:
        """How many lines a text takes here."""
        return len(self._wrapped(text))

    def _wrapped(self, text: Text) -> list[Text]:
        """A text line by line, all of them as far in as the keys."""
        inner = text[1:] if text.plain.startswith(" ") else text
        width = self.size.width - 1
        return list(inner.wrap(CONSOLE, width)) if inner and width > 0 else []

    def _cut(self, lines: list[Text], room: int) -> list[Text]:
        """As many lines as there is room for; what is missing is marked."""
        if len(lines) > room > 0:
            lines[room - 1].truncate(self.size.width - 5)
            lines[room - 1].append(" ...")
        return lines[:room]

    def render_line(self, y: int) -> Strip:
        """What is told, the question, or the keys."""
        if y >= self.key_row:
            return super().render_line(y)
        asked = self._cut(self._wrapped(self.question), self.key_row)
        room = self.key_row - len(asked)
        told = self._cut(self._wrapped(self.told), room)
        blank = [Text()] * (room - len(told))
        return self._line(Text.assemble(" ", [*told, *blank, *asked][y]))


def _same(one: Text, other: Text) -> bool:
    return one == other and one.spans == other.spans
