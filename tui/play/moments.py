"""What a move led to, fact by fact, as one watcher saw it; and the lines of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from engine.core.errors import SaveError
from engine.core.kinds import NOBODY, Fact, Seat
from engine.core.steps import Step
from engine.core.table import Table
from tui.play.story import Watcher

SPOKEN = 1 << 20
"""Stands where an entry has the number of its fact, if somebody said it."""


class LogEntry(msgspec.Struct, frozen=True):
    """A line of the log."""

    step: int
    """The move that it belongs to."""
    fact: int
    """Which of its facts; -1 for the move itself."""
    round: int
    words: str
    things: tuple[str, ...] = ()
    seat: Seat = NOBODY
    phase: str = ""
    """The part of the round, where rounds have parts."""


class Moment(msgspec.Struct, frozen=True):
    """What one watcher saw right after a fact that has something to show."""

    view: Any
    entry: LogEntry
    facts: tuple[Fact, ...]
    """One fact, or several that are watched as one step; none for a move that is shown by itself."""
    reveals: bool = False
    """Whether a fact told somebody something new."""

    @property
    def fact(self) -> Fact:
        """The fact, or the first of several."""
        return self.facts[0]


def moments(watcher: Watcher, step: Step, number: int) -> Iterator[Moment]:
    """What a move led to, fact by fact, as far as a watcher is told of it."""
    rules = watcher.rules
    for told in watcher.told(step.before.clone(), step.facts):
        now = rules.round_of(told.view), rules.phase_of(told.view)
        entry = LogEntry(number, told.place, now[0], told.words, told.seen.things(), step.seat, now[1])
        yield Moment(told.view, entry, (told.fact,), told.reveals)


def news(moments: Sequence[Moment], *, alone: bool) -> str:
    """What of these moments a player should read at once, rules last; of what happened by itself only how it ended.

    Of what changed several times, such as the figure of a side, it is how it stands now.
    """
    told = [each for each in moments if each.fact.tells or (not alone and (each.reveals or each.fact.teaches))]
    last = {_about(each): each.entry for each in told if each.fact.tells and each.entry.things}
    told = [each for each in told if last.get(_about(each), each.entry) is each.entry]
    return " ".join(each.entry.words for each in sorted(told, key=lambda each: each.fact.teaches))


def _about(moment: Moment) -> tuple[type, tuple[str, ...]]:
    """What happened, and to what."""
    return type(moment.fact), moment.entry.things[:1]


def entries(watcher: Watcher, step: Step, number: int, told: Iterable[Moment] | None = None) -> Iterator[LogEntry]:
    """The lines of the log that belong to a move: the move itself, then what it led to, which may be told already."""
    if entry := move_entry(watcher, step, number):
        yield entry
    for moment in moments(watcher, step, number) if told is None else told:
        yield moment.entry


def move_entry(watcher: Watcher, step: Step, number: int) -> LogEntry | None:
    """The line of the log for a move itself; nothing if the watcher may not hear of it."""
    try:
        move = step.move
    except SaveError:  # a move of an older Parley: its facts still tell the story
        move = None
    rules, before = watcher.rules, step.before
    heard = None if move is None else watcher.heard(before, step.seat, move)
    if not step.seat or (move is not None and heard is None):
        return None
    words = "" if heard is None else rules.tell_move(watcher.view(before), step.seat, heard)
    things = () if heard is None else heard.things()
    return LogEntry(number, -1, rules.round_of(before), words, things, step.seat, rules.phase_of(before))


def move_words(table: Table[Any], step: Step, watcher: Watcher | None = None) -> str:
    """A move in the words of the one who made it, or of a watcher; empty for the laying out of the table."""
    watcher = watcher or Watcher(table.rules, step.seat)
    return watcher.move(step.before, step.seat, step.move) if step.move is not None else ""
