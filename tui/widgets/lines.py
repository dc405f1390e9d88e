"""Lines of text in a scrolling box, with one of them chosen or none: panels, lists and the log are made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import StringIO
from itertools import zip_longest
from typing import Any, ClassVar

import msgspec
from rich.console import Console, OverflowMethod
from rich.segment import Segment
from rich.style import Style
from rich.text import Span, Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.paint.private import set_scroll_size

CONSOLE = Console(file=StringIO(), width=500, color_system="truecolor", legacy_windows=False)
"""Measures and wraps texts; nothing is written to it."""

_CHOSEN = Style(bold=True, reverse=True)

NO_BLOCK = -1
"""The number of lines that belong to no block."""


def strips(text: Text, width: int) -> list[Strip]:
    """A text wrapped to a width, line by line."""
    # Wrapping keeps the styles of parts and forgets that of the whole.
    whole = (Span(0, len(text), text.style),) if text.style else ()
    return list(_wrapped(text.plain, (*whole, *text.spans), max(1, width), text.no_wrap, text.overflow))


@lru_cache(maxsize=512)
def _wrapped(
    plain: str, spans: tuple[Span, ...], width: int, no_wrap: bool | None, overflow: OverflowMethod | None
) -> tuple[Strip, ...]:
    """Kept, because all who walk over a board read the same words."""
    lines = Text(plain, spans=list(spans)).wrap(CONSOLE, width, no_wrap=no_wrap, overflow=overflow)
    return tuple(Strip([part for part in line.render(CONSOLE, "") if part.text]) for line in lines)


class Block(msgspec.Struct, frozen=True):
    """A text that belongs together, and what it stands for."""

    text: Text
    key: Any = None
    head: Text | None = None
    """Stands above it and cannot be chosen: the title of a group that begins here."""
    indent: int = 0
    """How far in all of its lines stand."""
    label: Text | None = None
    """The key that takes it, before its first line; nobody who filters by words finds it."""


def having(blocks: Iterable[Block], words: str) -> list[Block]:
    """The blocks that have every word that was typed; a number alone is that of a block, if one has it."""
    blocks = list(blocks)
    wanted = words.casefold().split()
    labelled = [block for block in blocks if block.label and block.label.plain.split() == wanted]
    if labelled and wanted[0].isdecimal():
        return labelled
    return [block for block in blocks if all(_has(block.text.plain.casefold(), word) for word in wanted)]


def _has(words: str, word: str) -> bool:
    """Whether a word is among others; a number has to be there as a whole: 2 is not found in 12."""
    return bool(re.search(rf"\b{word}\b", words)) if word.isdecimal() else word in words


class Lines(ScrollView, can_focus=True):
    """Shows blocks of text one below the other; in a list one of them is chosen."""

    DEFAULT_CSS = """
    Lines { background: $background; scrollbar-size: 1 1; overflow-x: hidden; scrollbar-gutter: stable;
        scrollbar-background: $background; scrollbar-background-hover: $background; scrollbar-color: $panel-lighten-2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False),
        Binding("down", "step(1)", "Down", show=False),
        Binding("pageup", "step(-8)", "Page up", show=False),
        Binding("pagedown", "step(8)", "Page down", show=False),
        Binding("home", "end(0)", "First", show=False),
        Binding("end", "end(-1)", "Last", show=False),
        Binding("enter", "pick", "Choose", show=False),
    ]

    class About(Message):
        """Something happened to a block of a list."""

        def __init__(self, lines: Lines, key: Any) -> None:
            """Note whose block it is."""
            super().__init__()
            self.lines = lines
            self.key = key

        @property
        def control(self) -> Lines:
            """The list."""
            return self.lines

    class Picked(About):
        """A block was chosen by key or mouse."""

    class Pointed(About):
        """Another block is the chosen one now."""

    def __init__(self, *, is_list: bool = False, follow: bool = False, id: str | None = None) -> None:  # noqa: A002
        """An empty box; a list has a chosen block, and one that follows shows its end."""
        super().__init__(id=id)
        self.is_list = is_list
        self.follow = follow
        self.is_marked = False
        """Whether the chosen block is marked while something else has the keyboard: one cursor is enough."""
        self.index = 0
        self.blocks: list[Block] = []
        self._lines: list[tuple[Strip, int]] = []
        self._starts: list[int] = []
        self._width = 0
        self._base = Style()
        self._across = 0

    # Filling

    def fill(self, blocks: Iterable[Block], *, index: int = 0) -> None:
        """Show other blocks; nothing happens if they are the same ones."""
        blocks = list(blocks)
        if self._same(blocks) and index == self.index:
            return
        self.blocks = blocks
        self.index = min(max(0, index), max(0, len(blocks) - 1))
        self._wrap()
        if not self.follow:
            if self.scroll_y or self.scroll_target_y:
                self.scroll_to(0, 0, animate=False, immediate=True, force=True)
            self._show_index()

    def refill(self, blocks: Iterable[Block]) -> None:
        """Show other blocks, and go on pointing at what was pointed at."""
        blocks, key = list(blocks), self.key
        self.fill(blocks, index=_place(blocks, key, self.index))

    def point_at(self, key: Any) -> None:
        """Choose the block that stands for something."""
        self._point(_place(self.blocks, key, self.index))

    def _same(self, blocks: Sequence[Block]) -> bool:
        return len(blocks) == len(self.blocks) and all(
            (one.key, one.head, one.label, one.text, one.text.spans)
            == (two.key, two.head, two.label, two.text, two.text.spans)
            for one, two in zip(blocks, self.blocks, strict=True)
        )

    def write(self, text: Text) -> None:
        """Show one text."""
        self.fill([Block(text)])

    def extend(self, blocks: Iterable[Block]) -> None:
        """Add blocks at the end without touching the others."""
        before = list(self._lines)
        for block in blocks:
            self.blocks.append(block)
            self._append(block, len(self.blocks) - 1)
        self._settle()
        self._refresh_changed(before)

    def _wrap(self) -> None:
        before = self._lines
        if self.display:  # otherwise it keeps the width that it was seen with; what was never seen is not wrapped
            self._width = self._room()
        self._lines, self._starts = [], []
        for number, block in enumerate(self.blocks):
            self._append(block, number)
        self._settle()
        self._refresh_changed(before)

    def _room(self) -> int:
        """The width of the words; none before the first layout, when one letter would stand above the other."""
        return max(0, self.scrollable_content_region.width - (2 if self.is_list else 0))

    def _append(self, block: Block, number: int) -> None:
        if self._width and block.head is not None:
            self._lines += [(strip, NO_BLOCK) for strip in strips(block.head, self._width)]
        self._starts.append(len(self._lines))
        if self._width:
            lead = _lead(block)
            blank = Strip([Segment(" " * lead.cell_length)] if lead.cell_length else [])
            wrapped = strips(block.text, self._width - lead.cell_length)
            self._lines += [
                (Strip.join([blank if place else lead, strip]), number) for place, strip in enumerate(wrapped)
            ]

    def _settle(self) -> None:
        size = Size(self.scrollable_content_region.width, len(self._lines))
        if self.styles.is_auto_height:
            self.virtual_size = size
        else:
            set_scroll_size(self, size)
        if self.follow:
            self._show_end()

    def _show_end(self) -> None:
        # By force: the scrollbar, without which nothing scrolls, only comes with the next layout.
        self.scroll_to(0, len(self._lines), animate=False, immediate=True, force=True)

    def _refresh_changed(self, before: list[tuple[Strip, int]]) -> None:
        """Draw the lines that are not as they were; a list may have another chosen one, so all of it is drawn."""
        if self.is_list:
            self.refresh()
            return
        pairs = zip_longest(before, self._lines)
        changed = [y for y, (old, new) in enumerate(pairs) if old is None or new is None or old[0] != new[0]]
        width, top = self.size.width, self.scroll_offset.y
        regions = [Region(0, y - top, width, 1) for y in changed if 0 <= y - top < self.size.height]
        if regions:
            self.refresh(*regions)

    def on_resize(self, _: events.Resize) -> None:
        """Another width wraps differently; in another height the end stays in sight for a reader who is there."""
        if self._room() != self._width:
            self._wrap()
            self._show_index()
            if self.scroll_y and not self.show_vertical_scrollbar:
                # The bar only comes with the next layout, and was not told.
                self.vertical_scrollbar.position = self.scroll_y
        elif self.follow and self.index >= len(self.blocks) - 1:
            self._show_end()
        elif self.has_focus or self.is_marked:
            self._show_index()

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines inside the frame as they are: to lay a frame around each of them takes longer than a line does."""
        # Both are the same for all lines.
        self._base = self.rich_style
        self._across = self.scrollable_content_region.width
        left, top = self.gutter.top_left
        inside = crop.translate(Offset(-left, -top))
        size = self.size
        if inside.x < 0 or inside.y < 0 or inside.right > size.width or inside.bottom > size.height:
            return super().render_lines(crop)
        lines = [self.render_line(y) for y in inside.line_range]
        if size.width != self._across:
            ground = Style(bgcolor=self._base.bgcolor)
            lines = [line.adjust_cell_length(size.width, ground) for line in lines]
        if inside.column_span != (0, size.width):
            lines = [line.crop(*inside.column_span) for line in lines]
        background = self.background_colors[1]
        for each in self.get_line_filters():
            lines = [line.apply_filter(each, background) for line in lines]
        return lines

    def render_line(self, y: int) -> Strip:
        """One line, with a mark before the chosen block."""
        width, base = self._across, self._base
        y += self.scroll_offset.y
        if y >= len(self._lines):
            return Strip.blank(width, base)
        strip, number = self._lines[y]
        if self.is_list:
            is_here = number == self.index and (self.has_focus or self.is_marked)
            is_first = is_here and self._starts[number] == y
            mark = "> " if is_first else "  "
            strip = Strip([Segment(mark, Style(bold=True)), *strip])
            if is_here and self.has_focus:
                # One colour from edge to edge: several would be several grounds when they are reversed.
                return Strip([Segment(strip.text, base)]).adjust_cell_length(width, base).apply_style(_CHOSEN)
            if is_here:
                strip = strip.apply_style(Style(bold=True))
        return strip.adjust_cell_length(width).apply_style(base)

    # Choosing

    @property
    def key(self) -> Any:
        """What the chosen block stands for."""
        return self.blocks[self.index].key if self.blocks else None

    def _point(self, index: int) -> None:
        if not self.blocks:
            return
        index = min(max(0, index), len(self.blocks) - 1)
        if index != self.index:
            self.index = index
            self.refresh()
            self.post_message(self.Pointed(self, self.key))
        self._show_index()

    def show_at(self, index: int) -> None:
        """Choose a block for the reader and bring it into sight; nobody is told of it."""
        self.index = min(max(0, index), max(0, len(self.blocks) - 1))
        self.refresh()
        self._show_index()

    def _show_index(self) -> None:
        if self.is_list and self.blocks and self.index < len(self._starts):
            start = stop = self._starts[self.index]
            while start and self._lines[start - 1][1] == NO_BLOCK:
                start -= 1
            while stop < len(self._lines) and self._lines[stop][1] == self.index:
                stop += 1
            region = Region(0, start, 1, max(1, stop - start))
            # At once and by force, as in `_settle`.
            self.scroll_to_region(region, animate=False, immediate=True, force=True)

    def action_step(self, by: int) -> None:
        """Choose another block, or scroll."""
        if self.is_list:
            self._point(self.index + by)
        else:
            self.scroll_relative(y=by, animate=False)

    def action_end(self, where: int) -> None:
        """Go to the first or last block."""
        if self.is_list:
            self._point(len(self.blocks) - 1 if where else 0)
        elif where:
            self.scroll_end(animate=False)
        else:
            self.scroll_home(animate=False)

    def action_pick(self) -> None:
        """Take the chosen block."""
        if self.is_list and self.blocks:
            self.post_message(self.Picked(self, self.key))

    def on_click(self, event: events.Click) -> None:
        """Point at a block, and take it."""
        inside = event.get_content_offset(self)  # a frame is not part of it
        if inside is None:
            return
        y = inside.y + self.scroll_offset.y
        if self.is_list and 0 <= y < len(self._lines) and self._lines[y][1] != NO_BLOCK:
            self._point(self._lines[y][1])
            self.action_pick()

    def watch_has_focus(self, value: bool) -> None:
        """The chosen line looks different while it has the keyboard."""
        super().watch_has_focus(value)
        self.refresh()


def _lead(block: Block) -> Strip:
    """What stands before the first line of a block; the others are as far in."""
    text = Text(" " * block.indent)
    if block.label is not None:
        text.append_text(block.label).append(" ")
    return strips(text, len(text))[0] if text else Strip([])


def _place(blocks: Sequence[Block], key: Any, otherwise: int) -> int:
    """Where the block is that stands for something."""
    return next((place for place, block in enumerate(blocks) if block.key == key), otherwise)
