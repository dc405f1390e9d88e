"""Every way through a campaign: each chapter won and lost with all marks it may hand over, each choice made both ways.

Two runs that conditions cannot tell apart any more are explored once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

import msgspec

from engine.core.campaign import run as runs
from engine.core.campaign.conditions import Mark, Marks, Wins, kind_of_mark
from engine.core.campaign.content import Campaign, CampaignChoice, Chapter, Ending
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


class _Search:
    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        conditions = [condition for condition, _ in campaign.conditions()]
        self._names = {each.name for each in conditions if isinstance(each, Mark)}
        self._kinds = {each.kind for each in conditions if isinstance(each, Marks)}
        self._chapters = {name for each in conditions if (name := getattr(each, "chapter", ""))}
        self._choices = {name for each in conditions if (name := getattr(each, "choice", ""))}
        self._counts_wins = any(isinstance(each, Wins) for each in conditions)
        self._spans: dict[_Moment, dict[str, Span]] = {}
        self.found = Explored()

    def _matters(self, mark: str) -> bool:
        return mark in self._names or kind_of_mark(mark) in self._kinds

    def moment(self, run: Run) -> _Moment:
        """A run as far as it matters; wins that are only counted are told apart by their number."""
        past = run.past
        results = {(name, won) for name, won in past.results.items() if name in self._chapters}
        if self._counts_wins:
            others = sum(won for name, won in past.results.items() if name not in self._chapters)
            results.add((f"{others} others", True))
        return _Moment(
            run.node,
            frozenset(results),
            frozenset((name, option) for name, option in past.chosen.items() if name in self._choices),
            frozenset(filter(self._matters, past.marks)),
            run.drawn,
        )

    def spans(self, run: Run) -> dict[str, Span]:
        """The endings that can be reached from a moment, and over how many more chapters."""
        self._note(run)
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
        if isinstance(node, Ending):
            return {node.id: Span(0, 0)}
        if node is None:
            self._dead_end(run)
            return {}
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
            for marks in self._handed(node):
                yield runs.finish(self._campaign, run, PastStep(node.id, won=won, marks=marks))

    def _handed(self, chapter: Chapter) -> Iterator[tuple[str, ...]]:
        """Every set of marks that a chapter may hand over, as far as it matters."""
        which = [mark for mark in chapter.hands if self._matters(mark) or mark in chapter.after]
        yield from chain.from_iterable(combinations(which, size) for size in range(len(which) + 1))

    def _dead_end(self, run: Run) -> None:
        if run.path:
            told = ", ".join(f"{step.node} {_told(step)}" for step in run.path)
            self.found.dead_ends.setdefault(run.path[-1].node, told)


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
