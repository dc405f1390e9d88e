"""A game watched again: every line of its story is a moment that one can go to, seen through anybody's eyes."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import Any

import msgspec

from engine.core.kinds import NOBODY, Fact, Seat
from engine.core.table import Table
from tui.sitting import Entry, entries
from tui.story import Watcher


class Told(msgspec.Struct, frozen=True):
    """The whole story as one watcher is told it, and the places in it."""

    entries: list[Entry]
    ends: list[int]
    """The last line of each move."""
    rounds: dict[int, int]
    """The number of each round by the place where it begins."""


def _told(table: Table[Any], watcher: Watcher) -> Told:
    lines = [entry for number, step in enumerate(table.steps) for entry in entries(watcher, step, number)]
    pairs = list(pairwise(lines))
    ends = [place for place, (one, two) in enumerate(pairs) if one.step != two.step]
    rounds = {place: two.round for place, (one, two) in enumerate(pairs, 1) if one.round < two.round}
    return Told(lines, [*ends, len(lines) - 1], rounds)


class Replay:
    """The story of a table as one watcher is told it, and the place in it that is shown."""

    def __init__(self, table: Table[Any], seat: Seat | None = None) -> None:
        """Watch from the start: as a spectator and then through any eyes, or as one seat only."""
        self.table = table
        self.watchers = [
            Watcher(table.rules, NOBODY),
            *(Watcher(table.rules, seat) for seat in table.setup.seats),
            Watcher(table.rules, NOBODY, open=True),
        ]
        if seat is not None:
            self.watchers = [Watcher(table.rules, seat)]
        self.watcher = self.watchers[0]
        self.place = 0
        self._told: dict[Watcher, Told] = {}

    # Who watches

    @property
    def told(self) -> Told:
        """The story for this watcher; told once."""
        if self.watcher not in self._told:
            self._told[self.watcher] = _told(self.table, self.watcher)
        return self._told[self.watcher]

    @property
    def entries(self) -> list[Entry]:
        """Every line of the story."""
        return self.told.entries

    def next_watcher(self) -> None:
        """See the same moment through other eyes."""
        here = self.entry
        number = self.watchers.index(self.watcher)
        self.watcher = self.watchers[(number + 1) % len(self.watchers)]
        if here is not None:
            self.go_to(here)

    # Places

    @property
    def entry(self) -> Entry | None:
        """The line that is shown."""
        return self.entries[self.place] if self.entries else None

    @property
    def last(self) -> int:
        """The last place."""
        return max(0, len(self.entries) - 1)

    def go(self, place: int) -> None:
        """Go to a place, or as far as there is one."""
        self.place = min(max(0, place), self.last)

    def go_to(self, entry: Entry) -> None:
        """Go to a moment, or to the last one before it that the watcher was told of."""
        self.go(bisect_right(self.entries, (entry.step, entry.fact), key=lambda each: (each.step, each.fact)) - 1)

    def by_move(self, by: int) -> None:
        """Go to the end of the next move, or back to the end of the one before."""
        self._go_among(self.told.ends, by)

    def by_round(self, by: int) -> None:
        """Go to where the next round begins, or back to where this one or the one before did."""
        self._go_among([0, *self.told.rounds, self.last], by)

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

    @property
    def state(self) -> Any:
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
        return self.watcher.view(self.state)

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
