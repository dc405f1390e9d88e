"""A game in words: the facts of a move as one seat saw them, and the whole story of a save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from engine.core.errors import SaveError
from engine.core.grammar import joined
from engine.core.journal import FactsLine, Journal, Keeper
from engine.core.kinds import NOBODY, Fact, Move, Seat, Setup
from engine.core.rules import Rules
from engine.core.setup import Option, choice_of
from engine.core.table import Table
from engine.core.together import together
from tui.console import wrapped
from tui.play.verdict import told_end

T = TypeVar("T")


class ToldFact(msgspec.Struct, frozen=True):
    """A fact as one watcher was told of it."""

    place: int
    """Which fact of its move it is."""
    fact: Fact
    seen: Fact
    """The fact as far as the watcher may know it."""
    view: Any
    """What the watcher saw right after it."""
    words: str
    reveals: bool
    """Whether it told somebody something new."""


class Watcher(msgspec.Struct, frozen=True):
    """Somebody who is told what happens: a seat, a party of seats, the spectator, or one who sees everything."""

    rules: Any
    seat: Seat = NOBODY
    open: bool = False
    others: tuple[Seat, ...] = ()
    """The other seats of a party, whose eyes are the watcher's as well."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats through whose eyes the watcher sees; none for a spectator."""
        return (self.seat, *self.others) if self.seat else ()

    @property
    def title(self) -> str:
        """The titles of the seats."""
        return joined(self.rules.seat_title(seat) for seat in self.seats)

    def view(self, state: Any) -> Any:
        """What the watcher may see of a state."""
        return state if self.open else self._together(lambda seat: self.rules.view(state, seat))

    def fact(self, state: Any, fact: Fact) -> Fact:
        """A fact as the watcher may know it, given the state right after it."""
        return fact if self.open else self._together(lambda seat: fact.seen_by(state, seat))

    def heard(self, before: Any, mover: Seat, move: Move) -> Move | None:
        """A move as the watcher may hear it, given the state before it; None if the watcher may hear nothing of it."""
        if self.open or any(mover == seat or mover in self.rules.sees_with(before, seat) for seat in self.seats):
            return move
        heard = [seen for seat in self.seats or (NOBODY,) if (seen := move.seen_by(before, seat)) is not None]
        return together(heard, move.seen_by(before, NOBODY)) if heard else None

    def _together(self, seen: Callable[[Seat], T]) -> T:
        """Something as the seat sees it, or the whole party; the order of its seats changes nothing."""
        if not self.others:
            return seen(self.seat)
        return together([seen(seat) for seat in sorted(self.seats)], seen(NOBODY))

    def move(self, before: Any, mover: Seat, move: Move) -> str:
        """A move in as many words as the watcher may hear; empty if that is nothing."""
        heard = self.heard(before, mover, move)
        return "" if heard is None else str(self.rules.tell_move(self.view(before), mover, heard))

    def told(self, state: Any, facts: Iterable[Fact]) -> Iterator[ToldFact]:
        """Each fact that has words, as the watcher is told of it; the state is brought along, and each applied once."""
        for place, fact in enumerate(facts):
            fact.apply(state)
            seen, view = self.fact(state, fact), self.view(state)
            words = self.rules.tell_fact(view, seen)
            if words:
                # Where nothing is hidden, the view is the state itself, which the next fact changes.
                view = view.clone() if view is state else view
                yield ToldFact(place, fact, seen, view, words, fact.reveals_in(state))


class Story:
    """The story of a save, move by move, with the moves that were taken back."""

    def __init__(self, watcher: Watcher, first: int, last: int | None) -> None:
        """Tell the moves from `first` to `last`; number 0 lays the table out."""
        self._watcher = watcher
        self._rules: Rules[Any] = watcher.rules
        self._first = first
        self._last = last
        self._states: list[Any] = []
        self._heard: list[bool] = []
        """Of each move, whether the watcher hears of it at all."""
        self._round = 0

    def told(self, journal: Journal) -> Iterator[str]:
        """Line by line, ready to be printed."""
        self._keeper = Keeper(self._rules, journal)
        header, lines = self._keeper.read_facts()
        self._states = [self._rules.start(header.setup)]
        for line in lines:
            yield from self._taken_back(line) if line.undo is not None else self._happened(line)

    def _is_wanted(self, number: int) -> bool:
        return self._first <= number and (self._last is None or number <= self._last)

    def _taken_back(self, line: FactsLine[Any]) -> Iterator[str]:
        number = line.undo or 0
        was_heard = self._heard[number]
        del self._states[number + 1 :], self._heard[number:]
        for kept in map(self._keeper.line, map(bytes, line.again)):
            self._fold(kept)
        if was_heard and self._is_wanted(number):
            yield wrapped(f"{self._rules.seat_title(line.seat)} took move {number} back.")

    def _happened(self, line: FactsLine[Any]) -> Iterator[str]:
        before = self._states[-1]
        heading, told = self._fold(line)
        if self._is_wanted(line.n):
            yield from self._new_round(self._rules.round_of(before))
            if heading:
                yield wrapped(heading)
            for each in told:
                yield from self._new_round(self._rules.round_of(each.view))
                yield wrapped(each.words, "  ", "    ")

    def _fold(self, line: FactsLine[Any]) -> tuple[str, list[ToldFact]]:
        """Bring the story to the end of a move: its heading, empty if the watcher may not hear of it, and its facts."""
        before = self._states[-1]
        state = before.clone()
        told = self._told_facts(line, state)
        self._states.append(state)
        heading = self._heading(line, before)
        self._heard.append(bool(heading))
        return heading, told

    def _told_facts(self, line: FactsLine[Any], state: Any) -> list[ToldFact]:
        """What a move led to, in words if they are wanted; the state is brought along."""
        if self._is_wanted(line.n):
            return list(self._watcher.told(state, line.facts))
        for fact in line.facts:
            fact.apply(state)
        return []

    def _new_round(self, number: int) -> Iterator[str]:
        if number != self._round:
            self._round = number
            yield f"\nRound {number}\n"

    def _heading(self, line: FactsLine[Any], before: Any) -> str:
        if not line.seat:
            return f"Move {line.n}: the table is laid out."
        try:
            move = self._keeper.move(line.move)
        except SaveError:  # a move of an older Parley: its facts still tell the story
            move = None
        who = self._rules.seat_title(line.seat)
        if move is None:
            return f"Move {line.n}, {who}"
        words = self._watcher.move(before, line.seat, move)
        return f"Move {line.n}, {who}: {words}" if words else ""


def title_of(table: Table[Any]) -> str:
    """Which game, which scenario, who plays, and how."""
    rules, setup = table.rules, table.setup
    scene = rules.scenario(setup.scenario)
    names = ", ".join(map(rules.seat_title, setup.seats))
    extras = "".join(f", {name}" for name in told_choices(rules, setup))
    return f"{rules.title} - {scene.title if scene else setup.scenario} ({names}){extras}"


def explained_choices(rules: Rules[Any], setup: Setup) -> Iterator[tuple[str, str, str]]:
    """The challenges and options that were chosen: which of both it is, as a player reads it, and what it means."""
    scene = rules.scenario(setup.scenario)
    texts = {each.id: each.text for each in scene.challenges} if scene else {}
    options = {each.id: each for each in rules.options(setup)}
    means = [("Challenge", texts.get(name, "")) for name in setup.challenges]
    for choice in map(choice_of, setup.options):
        option = options.get(choice.option, Option(choice.option, choice.option))
        value = next((each.text for each in option.values if each.id == choice.value), "")
        means.append(("Option", value or option.text))
    for title, (what, text) in zip(told_choices(rules, setup), means, strict=True):
        yield what, title, text


def told_choices(rules: Rules[Any], setup: Setup) -> Iterator[str]:
    """The challenges and options that were chosen, each as a player reads it."""
    scene = rules.scenario(setup.scenario)
    titles = {each.id: each.title for each in scene.challenges} if scene else {}
    yield from (titles.get(name, name) for name in setup.challenges)
    options = {each.id: each for each in rules.options(setup)}
    for choice in map(choice_of, setup.options):
        option = options.get(choice.option, Option(choice.option, choice.option))
        title = f"{rules.seat_title(choice.seat)}'s {option.title}" if choice.seat else option.title
        yield f"{title}: {option.titled(choice.value)}" if choice.value else title


def markdown(table: Table[Any], watcher: Watcher) -> str:
    """The story of a table as it stands, for a reader with a Markdown viewer: a section for each round."""
    lines = [f"# {title_of(table)}", ""]
    shown = 0

    def turn_to(number: int) -> None:
        nonlocal shown
        if number != shown:
            shown = number
            lines.extend(["", f"## Round {number}", ""])

    for number, step in enumerate(table.steps):
        turn_to(table.rules.round_of(step.before))
        words = watcher.move(step.before, step.seat, step.move) if step.move is not None else ""
        if words:
            lines.append(f"{number}. **{table.rules.seat_title(step.seat)}**: {words}")
        for told in watcher.told(step.before.clone(), step.facts):
            turn_to(table.rules.round_of(told.view))
            lines.append(f"{'    ' if step.seat else ''}- {told.words}")
    if table.outcome:
        lines += ["", f"**{told_end(table)}**"]
    return "\n".join(lines) + "\n"
