"""Every way through a campaign: each chapter won and lost with all marks it may hand over, each choice made both ways.

Two runs that no condition to come can tell apart are explored once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

import msgspec

from engine.core.campaign import run as runs
from engine.core.campaign.conditions import Chose, Condition, Lost, Mark, Marks, Played, Wins, Won, kind_of_mark, parts
from engine.core.campaign.content import Campaign, CampaignChoice, Chapter
from engine.core.campaign.ledger import PastStep
from engine.core.campaign.run import Run
from engine.core.errors import Refused

MOST_RUNS = 200_000
"""How many different moments of a campaign are explored at most."""


class Span(msgspec.Struct, frozen=True):
    """How many chapters a run to an ending meets."""

    shortest: int
    longest: int


class Explored(msgspec.Struct):
    """All that can happen in a campaign."""

    nodes: set[str] = msgspec.field(default_factory=set)
    pages: set[str] = msgspec.field(default_factory=set)
    drawn: int = 0
    """How many cards of the deck are drawn at most."""
    dead_ends: dict[str, str] = msgspec.field(default_factory=dict)
    """The nodes after which there may be no way on, each with a run that leads there, in words."""
    endings: dict[str, Span] = msgspec.field(default_factory=dict)


class Paths(msgspec.Struct, frozen=True):
    """A report on the ways through a campaign."""

    chapters: int
    shortest: int
    longest: int
    endings: dict[str, Span]


def paths(campaign: Campaign) -> Paths:
    """How many chapters a run meets, in all and for each ending that can be reached."""
    found = explore(campaign).endings
    shortest = min((each.shortest for each in found.values()), default=0)
    longest = max((each.longest for each in found.values()), default=0)
    return Paths(len(campaign.chapters), shortest, longest, dict(sorted(found.items())))


class _Moment(NamedTuple):
    """A run as far as conditions can tell it from others."""

    node: str
    results: frozenset[tuple[str, bool]]
    chosen: frozenset[tuple[str, str]]
    marks: frozenset[str]
    drawn: int


def explore(campaign: Campaign) -> Explored:
    """Everything that can happen. A campaign that goes in a circle is not for this."""
    search = _Search(campaign)
    search.found.endings = search.spans(runs.begin(campaign))
    return search.found


class _Relevant(msgspec.Struct):
    """What the conditions that are still to come ask about."""

    names: set[str]
    kinds: set[str]
    chapters: set[str]
    choices: set[str]
    wins: int
    """The highest number of wins that is asked for."""

    @classmethod
    def of(cls, conditions: Iterable[Condition | None]) -> _Relevant:
        """Collect it."""
        found = cls(set(), set(), set(), set(), 0)
        for condition, _ in chain.from_iterable(parts(each, "") for each in conditions):
            match condition:
                case Mark(name):
                    found.names.add(name)
                case Marks(kind):
                    found.kinds.add(kind)
                case Won(chapter) | Lost(chapter) | Played(chapter):
                    found.chapters.add(chapter)
                case Chose(choice):
                    found.choices.add(choice)
                case Wins(at_least):
                    found.wins = max(found.wins, at_least)
        return found

    def has(self, mark: str) -> bool:
        """Whether a mark makes a difference."""
        return mark in self.names or kind_of_mark(mark) in self.kinds


class _Search:
    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._later = _later(campaign)
        self._relevant: dict[tuple[str, int, int], _Relevant] = {}
        self._spans: dict[_Moment, dict[str, Span]] = {}
        self.found = Explored()

    def _to_come(self, run: Run) -> _Relevant:
        """What can still make a difference: ways from here on, closed locks, and pages that no run has opened yet."""
        key = run.node, run.drawn, len(self.found.pages)
        if key not in self._relevant:
            ways = (way.when for _, node, way in self._campaign.ways if node.id in self._later.get(run.node, ()))
            locks = (card.when for card in self._campaign.deck[run.drawn :])
            pages = (page.when for page in self._campaign.loose_pages if page.id not in self.found.pages)
            self._relevant[key] = _Relevant.of(chain(ways, locks, pages))
        return self._relevant[key]

    def moment(self, run: Run) -> _Moment:
        """A run as far as it matters from here on; wins are told apart up to the highest number that is asked for."""
        past, relevant = run.past, self._to_come(run)
        results = {(name, won) for name, won in past.results.items() if name in relevant.chapters}
        results.add((f"{min(past.wins, relevant.wins)} wins", True))
        return _Moment(
            run.node,
            frozenset(results),
            frozenset((name, option) for name, option in past.chosen.items() if name in relevant.choices),
            frozenset(filter(relevant.has, past.marks)),
            run.drawn,
        )

    def spans(self, run: Run) -> dict[str, Span]:
        """The endings that can be reached from a moment, and over how many more chapters."""
        self._note(run)
        if not run.node:
            self._dead_end(run)
            return {}
        moment = self.moment(run)
        if moment not in self._spans:
            if len(self._spans) >= MOST_RUNS:
                raise Refused(f"The campaign {self._campaign.id} has too many ways to try them all.")
            self._spans[moment] = self._onward(run)
        return self._spans[moment]

    def _note(self, run: Run) -> None:
        self.found.nodes.add(run.node)
        self.found.pages.update(run.pages)
        self.found.drawn = max(self.found.drawn, run.drawn)

    def _onward(self, run: Run) -> dict[str, Span]:
        node = self._campaign.nodes.get(run.node)
        if not isinstance(node, Chapter | CampaignChoice):
            return {run.node: Span(0, 0)}
        met = int(isinstance(node, Chapter))
        merged: dict[str, Span] = {}
        for after in self.after(run, node):
            for ending, span in self.spans(after).items():
                known = merged.get(ending, Span(span.shortest + met, span.longest + met))
                merged[ending] = Span(min(known.shortest, span.shortest + met), max(known.longest, span.longest + met))
        return merged

    def after(self, run: Run, node: Chapter | CampaignChoice) -> Iterator[Run]:
        """Every moment that can follow a chapter or a choice."""
        if isinstance(node, CampaignChoice):
            yield from (runs.choose(self._campaign, run, node.id, option.id) for option in node.options)
            return
        for won in (True, False):
            for marks in self._handed(run, node):
                yield runs.finish(self._campaign, run, PastStep(node.id, won=won, marks=marks))

    def _handed(self, run: Run, chapter: Chapter) -> Iterator[tuple[str, ...]]:
        """Every set of marks that a chapter may hand over, as far as it matters; the smallest comes first."""
        relevant, pages = self._to_come(run), self.found.pages
        new = [mark for mark in chapter.hands if mark not in run.past.marks and relevant.has(mark)]
        told = [mark for mark, page in chapter.after.items() if mark in chapter.hands and page not in pages]
        which = dict.fromkeys([*new, *told])
        yield from chain.from_iterable(combinations(which, size) for size in range(len(which) + 1))

    def _dead_end(self, run: Run) -> None:
        if run.path:
            told = ", ".join(f"{step.node} {_told(step)}" for step in run.path)
            self.found.dead_ends.setdefault(run.path[-1].node, told)


def _later(campaign: Campaign) -> dict[str, set[str]]:
    """For every chapter and choice, itself and all that can come after it."""
    direct: dict[str, set[str]] = {node: set() for node in campaign.nodes}
    for _, node, way in campaign.ways:
        direct[node.id].add(way.to)
    for choice in campaign.choices:
        direct[choice.id] |= {option.to for option in choice.options if option.to}
    found = {}
    for start in campaign.nodes:
        found[start], waiting = {start}, [start]
        while waiting:
            fresh = direct.get(waiting.pop(), set()) - found[start]
            found[start] |= fresh
            waiting += fresh
    return found


def _told(step: PastStep) -> str:
    if step.won is None:
        return f"({step.option})"
    marks = f" with {', '.join(step.marks)}" if step.marks else ""
    return f"({'won' if step.won else 'lost'}{marks})"


def way_to(campaign: Campaign, chapter: str) -> tuple[PastStep, ...] | None:
    """The shortest past that leads to a chapter, with wins where there is a choice; None if no way leads there."""
    search = _Search(campaign)
    waiting, seen = deque([runs.begin(campaign)]), set()
    while waiting:
        run = waiting.popleft()
        if run.node == chapter:
            return run.path
        node = campaign.nodes.get(run.node)
        moment = search.moment(run)
        if moment not in seen and isinstance(node, Chapter | CampaignChoice):
            seen.add(moment)
            waiting.extend(search.after(run, node))
    return None
