"""Verifying a save: fold it, check every digest, and play its moves again through today's rules."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec

from engine.core.errors import Refused, SaveError
from engine.core.journal import Journal, Keeper, Line, NoJournal
from engine.core.kinds import NOBODY, Fact, Frame, Seat, Setup
from engine.core.rules import Rules
from engine.core.table import Table

_LONGEST = 200
"""How many characters of a fact a sentence quotes."""

_FIRST_LINE = 2
"""The line that lays the table out; the header comes before it."""


class Verified(msgspec.Struct, frozen=True):
    """What was found to be as today's rules give it."""

    lines: int
    """All lines of the save, the header included."""
    moves: int
    """The moves that stand."""
    undone: int
    """The moves that were taken back."""
    facts: int
    """All facts that were compared, also those of moves that were taken back."""


class Difference(SaveError):
    """The first place where today's rules give something else than the save has."""

    def __init__(self, name: str, line: int, what: str, expected: str, got: str) -> None:
        """Compose the sentence: the save's line, what it holds there, what the rules give."""
        super().__init__(
            f"{name}: line {line} differs from today's rules: {what} is {expected} in the save, and {got} by the rules."
        )
        self.line = line
        self.expected = expected
        self.got = got


def verify(rules: Rules[Any], journal: Journal) -> Verified:
    """Check a whole save; raise SaveError if it does not fold, Difference if the rules would play it differently."""
    keeper = Keeper(rules, journal)
    header, lines = keeper.read()
    Table.resume(rules, journal, every_digest=True)
    replay = _Replay(rules, header.setup, keeper, journal.name)
    for line in lines:
        replay.follow(line)
    return Verified(replay.line, replay.table.number - 1, replay.undone, replay.facts)


class _Replay:
    """The same game played once more, beside its journal."""

    def __init__(self, rules: Rules[Any], setup: Setup, keeper: Keeper[Any], name: str) -> None:
        self.name = name
        self.keeper = keeper
        self.line = 1
        self.undone = 0
        self.facts = 0
        try:
            self.table = Table.begin(rules, setup, NoJournal(), keeper.chance)
        except Refused as refusal:
            raise SaveError(f"{name} cannot be played by today's rules: {refusal}") from None

    def follow(self, line: Line[Any, Any, Any]) -> None:
        """Play one line and compare what came of it."""
        self.line += 1
        if line.undo is not None:
            self._undo(line)
            return
        if self.line == _FIRST_LINE:
            self._expect_layout(line)
        else:
            self._submit(line)
        self._compare(line, self.table.number - 1)
        self.facts += len(line.facts)

    def _undo(self, line: Line[Any, Any, Any]) -> None:
        try:
            self.table.undo(line.seat)
        except Refused as refusal:
            reason = str(refusal).rstrip(".")
            raise self._difference(
                f"move {line.undo}", f"taken back by {self._title(line.seat)}", f"kept ({reason})"
            ) from None
        if line.undo != self.table.number - len(line.again):
            raise self._difference("the move that is taken back", str(line.undo), str(self.table.number))
        for kept in map(self.keeper.whole, line.again):
            self._compare(kept, kept.n)
        self.undone += 1

    def _expect_layout(self, line: Line[Any, Any, Any]) -> None:
        """The table is laid out by nobody and by no move."""
        if line.move is not None or line.seat != NOBODY:
            raise self._difference("the layout of the table", f"a move of {_quoted(line.seat)}", "nobody's move")

    def _submit(self, line: Line[Any, Any, Any]) -> None:
        what = f"move {line.n}"
        if line.move is None:
            raise self._difference(what, "missing", "needed")
        try:
            self.table.submit(line.seat, line.move)
        except Refused as refusal:
            reason = str(refusal).rstrip(".")
            raise self._difference(
                what, f"{self._title(line.seat)}'s {_quoted(line.move)}", f"refused ({reason})"
            ) from None

    def _compare(self, line: Line[Any, Any, Any], number: int) -> None:
        """The same facts in the same order, and the same frames waiting."""
        steps = self.table.steps
        played: tuple[Fact, ...] = steps[number].facts
        for place, (saved, got) in enumerate(zip_longest(line.facts, played), start=1):
            if saved != got:
                raise self._difference(f"fact {place} of move {line.n}", _quoted(saved), _quoted(got))
        stack: tuple[Frame, ...] = steps[number + 1].waiting if number + 1 < len(steps) else self.table.stack
        for place, (waiting, now) in enumerate(zip_longest(line.next, stack), start=1):
            if waiting != now:
                raise self._difference(f"frame {place} after move {line.n}", _quoted(waiting), _quoted(now))

    def _title(self, seat: Seat) -> str:
        """A seat by its title; a save may name one that the game does not have."""
        rules = self.table.rules
        return rules.seat_title(seat) if seat in rules.seat_names else _quoted(seat)

    def _difference(self, what: str, expected: str, got: str) -> Difference:
        return Difference(self.name, self.line, what, expected, got)


def _quoted(thing: object) -> str:
    """A fact, move or frame as the save spells it, cut to a readable length."""
    if thing is None:
        return "nothing"
    text = msgspec.json.encode(thing).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
