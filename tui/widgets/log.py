"""The log: what happened, line by line under the parts of rounds; typed words narrow it down to what has them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import msgspec
from textual.binding import Binding, BindingType
from textual.message import Message

from tui.play.moments import LogEntry
from tui.widgets.dialogs import Typing
from tui.widgets.lines import Block, Lines, having


class LogLines(Lines):
    """A list of entries. Each block has its part of a round as head, and shows it where another part begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "narrow", "Filter", show=False, id="log-filter", tooltip="Only lines with some words."),
        Binding("escape", "widen", "All lines", show=False, id="log-all", tooltip="All lines again."),
        Binding("w", "watch", "Watch", show=False, id="log-watch", tooltip="Watch the game again from that line."),
    ]

    class Watched(Lines.About):
        """Somebody wants to see the moment of a line again."""

    class Narrowed(Message):
        """Other lines are shown."""

    def __init__(self, *, follow: bool = False, id: str | None = None) -> None:  # noqa: A002
        """An empty log that shows everything."""
        super().__init__(is_list=True, follow=follow, id=id)
        self.wanted = ""
        """The words that a line has to have."""
        self._all: list[Block] = []

    # Filling

    def fill(self, blocks: Iterable[Block], *, index: int = 0) -> None:
        """Show other lines, as far as they are wanted."""
        self._all = list(blocks)
        super().fill(_grouped(having(self._all, self.wanted)), index=index)

    def extend(self, blocks: Iterable[Block]) -> None:
        """Add lines at the end, as far as they are wanted."""
        fresh, before = list(blocks), having(self._all, self.wanted)[-1:]
        self._all += fresh
        super().extend(list(_grouped([*before, *having(fresh, self.wanted)]))[len(before) :])

    @property
    def everything(self) -> list[Block]:
        """All lines, wanted or not, each with its head."""
        return list(self._all)

    @property
    def counts(self) -> tuple[int, int]:
        """How many lines are shown, and how many there are."""
        return len(self.blocks), len(self._all)

    def show_moment(self, entry: LogEntry) -> None:
        """Point at a line, or at the last one before it that is shown."""
        places = [_moment(block.key) for block in self.blocks]
        self.show_at(bisect_right(places, _moment(entry)) - 1)

    # Narrowing down

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Escape is the screen's own while everything is shown."""
        return bool(self.wanted) if action == "widen" else True

    def action_narrow(self) -> None:
        """Type the words that a line has to have."""

        def typed(words: str | None) -> None:
            if words is not None:
                self.narrow(words)

        self.app.push_screen(Typing("Only lines with these words (empty: all)", self.wanted), typed)

    def action_widen(self) -> None:
        """Show everything again."""
        self.narrow("")

    def narrow(self, words: str) -> None:
        """Show the lines that have all these words, and go on pointing at the same one if it is among them."""
        here, self.wanted = self.key, words
        self.border_title = f"Log: {words}" if words else "Log"
        self.fill(self._all)
        if here is not None:
            self.show_moment(here)
        self.post_message(self.Narrowed())

    def action_watch(self) -> None:
        """Ask for the moment of the chosen line."""
        if self.blocks:
            self.post_message(self.Watched(self, self.key))


def _moment(entry: Any) -> tuple[int, int]:
    return entry.step, entry.fact


def _grouped(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with a head only where it is another than before."""
    last = None
    for block in blocks:
        yield block if block.head != last else msgspec.structs.replace(block, head=None)
        last = block.head
