"""A game watched again: every line of its story is a moment that one can go to, seen through anybody's eyes."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import Any

import msgspec

from engine.core.kinds import Fact
from engine.core.steps import KEPT
from engine.core.table import Table
from tui.play.eyes import Eyes, eyes
from tui.play.moments import LogEntry, entries
from tui.play.story import Watcher

WHOLE = 4
"""A game of at most this many blocks of moves is told as a whole, and of a longer one this many around the present."""


class ToldMoves(msgspec.Struct, frozen=True):
    """The story of some moves as one watcher is told it, and the places in it."""

    entries: list[LogEntry]
    ends: list[int]
    """The last line of each move."""
    rounds: dict[int, int]
    """The number of each round by the place where it begins."""


def _told(table: Table[Any], watcher: Watcher, steps: range) -> ToldMoves:
    lines = [entry for number in steps for entry in entries(watcher, table.steps[number], number)]
    pairs = list(pairwise(lines))
    ends = [place for place, (one, two) in enumerate(pairs) if one.step != two.step]
    rounds = {place: two.round for place, (one, two) in enumerate(pairs, 1) if one.round < two.round}
    return ToldMoves(lines, [*ends, len(lines) - 1], rounds)


class ReplayProgress(msgspec.Struct, frozen=True):
    """How far a replay has come, for the bar below it: in lines, or in moves where the story is told in parts."""

    place: int
    last: int
    rounds: dict[int, int]


class Replay:
    """The story of a table as one watcher is told it, and the place in it that is shown.

    Places are lines of the window that is told. Who goes beyond its edge is told the next part of the story.
    """

    def __init__(self, table: Table[Any], seen: Eyes | None = None, *, block: int = KEPT) -> None:
        """Watch from the start, through the first of the eyes that may see it.

        A block is as many moves as lie between two snapshots of the table.
        """
        self.table = table
        self._block = block
        self.eyes = seen or eyes(table)
        self.watchers = self.eyes.watchers
        self.watcher = self.watchers[0]
        self.place = 0
        self.window = range(0)
        """The moves that are told."""
        self._told: dict[Watcher, ToldMoves] = {}
        self._marks: dict[int, int] = {}
        self._open(0)

    # The window

    @property
    def is_whole(self) -> bool:
        """Whether all moves are told at once."""
        return len(self.window) == self.table.number

    def _open(self, step: int) -> None:
        """Tell the moves around one of them, unless they are told already: its block, one before, two after."""
        number, block = self.table.number, self._block
        edge = block // 4
        begins = self.window.start == 0 or step >= self.window.start + edge
        ends = self.window.stop == number or step < self.window.stop - edge
        if step in self.window and begins and ends:
            return
        first = max(0, (step // block - 1) * block) if number > WHOLE * block else 0
        self.window, self._told = range(first, min(number, first + WHOLE * block)), {}

    def _make_room(self) -> None:
        """Let there be moves on both sides of the present one, if there are any."""
        here = self.entry
        if here is not None and not self.is_whole:
            self.go_to(here)

    @property
    def bar(self) -> ReplayProgress:
        """How far the replay has come."""
        if self.is_whole:
            return ReplayProgress(self.place, self.last, self.told.rounds)
        here = self.entry
        return ReplayProgress(here.step if here else 0, self.table.number - 1, self._rounds_of_long_game())

    def _rounds_of_long_game(self) -> dict[int, int]:
        """Where rounds begin, as exactly as snapshots tell: a cell of the bar stands for more moves than that."""
        if not self._marks:
            before = 0
            for step in range(0, self.table.number, self._block):
                now = self._round_at(step)
                if now > before:
                    self._marks[step] = now
                before = now
        return self._marks

    def _round_at(self, step: int) -> int:
        return self.table.rules.round_of(self.table.steps[step].before)

    # Who watches

    @property
    def told(self) -> ToldMoves:
        """The story for this watcher; told once."""
        if self.watcher not in self._told:
            self._told[self.watcher] = _told(self.table, self.watcher, self.window)
        return self._told[self.watcher]

    @property
    def entries(self) -> list[LogEntry]:
        """Every line of the story in the window."""
        return self.told.entries

    def next_watcher(self) -> None:
        """See the same moment through the next eyes."""
        number = self.watchers.index(self.watcher)
        self.watch_as(self.watchers[(number + 1) % len(self.watchers)])

    def watch_as(self, watcher: Watcher) -> None:
        """See the same moment through other eyes."""
        here = self.entry
        self.watcher = watcher
        if here is not None:
            self.go_to(here)

    # Places

    @property
    def entry(self) -> LogEntry | None:
        """The line that is shown."""
        return self.entries[self.place] if self.entries else None

    @property
    def last(self) -> int:
        """The last place of the window."""
        return max(0, len(self.entries) - 1)

    @property
    def is_over(self) -> bool:
        """Whether the last line of the story is shown."""
        return self.place == self.last and self.window.stop == self.table.number

    def go(self, place: int) -> None:
        """Go to a place of the window, or as far as there is one."""
        self.place = min(max(0, place), self.last)

    def go_to(self, entry: LogEntry) -> None:
        """Go to a moment, or to the last one before it that the watcher was told of."""
        self._open(entry.step)
        self.go(self._place_of(entry))

    def _place_of(self, entry: LogEntry) -> int:
        return bisect_right(self.entries, (entry.step, entry.fact), key=lambda each: (each.step, each.fact)) - 1

    def go_to_bar(self, place: int) -> None:
        """Go to a place of the bar; where that is a move, to its end."""
        if self.is_whole:
            self.go(place)
        else:
            self._open(place)
            self.go(bisect_right(self.entries, place, key=lambda each: each.step) - 1)

    def go_first(self) -> None:
        """Go to the beginning of the story."""
        self._open(0)
        self.go(0)

    def go_last(self) -> None:
        """Go to the end of the story."""
        self._open(self.table.number - 1)
        self.go(self.last)

    def by_line(self, by: int) -> None:
        """Go some lines on or back."""
        self._make_room()
        self.go(self.place + by)

    def by_move(self, by: int) -> None:
        """Go to the end of the next move, or back to the end of the one before."""
        self._make_room()
        self._go_among(self.told.ends, by)

    def by_round(self, by: int) -> None:
        """Go to where the next round begins, or back to where this one or the one before did."""
        here = self.entry
        if here is not None and not self._has_round(by):
            self._open(self._near_round(here, by))
            self.place = min(max(0, self._place_of(here)), self.last)
        self._go_among([0, *self.told.rounds, self.last], by)

    def _has_round(self, by: int) -> bool:
        """Whether the window reaches to where a round begins, or to the end of the story, in a direction."""
        if by > 0:
            return self.window.stop == self.table.number or any(place > self.place for place in self.told.rounds)
        return self.window.start == 0 or any(place < self.place for place in self.told.rounds)

    def _near_round(self, here: LogEntry, by: int) -> int:
        """A move in the direction with another round beside it, found by snapshots."""
        block = self._block
        if by > 0:
            ahead = range(self.window.stop // block * block, self.table.number, block)
            return next((step for step in ahead if self._round_at(step) != here.round), self.table.number - 1)
        wanted = here.round - (self.place in self.told.rounds)
        behind = range(self.window.start // block * block, 0, -block)
        return next((step for step in behind if self._round_at(step) < wanted), 0)

    def _go_among(self, places: list[int], by: int) -> None:
        if by > 0:
            self.go(next((place for place in places if place > self.place), self.last))
        else:
            self.go(next((place for place in reversed(places) if place < self.place), 0))

    @property
    def ends_move(self) -> bool:
        """Whether the line that is shown is the last one of its move."""
        return self.place == self.last or self.entries[self.place + 1].step != self.entries[self.place].step

    # What is seen

    def _state(self) -> Any:
        """Everything as it was at the place that is shown; the last line of a move shows all that came of it."""
        here = self.entry
        if here is None:
            return self.table.state
        state = self.table.steps[here.step].before.clone()
        for fact in self.facts:
            fact.apply(state)
        return state

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the move had led to at the place that is shown."""
        here = self.entry
        facts = self.table.steps[here.step].facts if here else ()
        return facts if here is None or self.ends_move else facts[: here.fact + 1]

    @property
    def view(self) -> Any:
        """What the watcher saw then."""
        return self.watcher.view(self._state())

    @property
    def branching(self) -> int:
        """The last move that is kept by a table that goes on from here; one that is still under way is asked again."""
        here = self.entry
        if here is None:
            return self.table.number - 1
        return here.step if self.ends_move else max(0, here.step - 1)

    def is_open_after(self, move: int) -> bool:
        """Whether anything is asked after a move."""
        return move + 1 < self.table.number or self.table.ask is not None
