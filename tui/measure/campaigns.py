"""Whole campaigns among bots, to their ends: which endings are reached, and how often each chapter is won."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from engine import registry
from engine.core.campaign.content import CampaignChoice, Chapter
from engine.core.campaign.ledger import (
    AttemptBegun,
    AttemptEnded,
    ChoiceMade,
    LedgerHeader,
    LedgerLine,
    PagesRead,
)
from engine.core.campaign.standing import AtEnding, CampaignStanding, MakeChoice, PlayChapter, ReadPages, standing
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.journal import NoJournal
from engine.core.kinds import BOT
from engine.core.setup import settled
from engine.core.table import Table
from tui.console import columns, wrapped
from tui.measure.progress import shown
from tui.measure.share import share
from tui.measure.simulate import SEEDS, SimulationPlan, play_out
from tui.measure.workers import spread
from tui.play.campaigns import seed_of_attempt


class CampaignPlan(msgspec.Struct, frozen=True):
    """Which campaign is played, and how the tables of its chapters are."""

    campaign: str
    tables: SimulationPlan
    """Its setup holds the game, the seats, the options and the seed of all."""


class PlayedChapter(msgspec.Struct, frozen=True):
    """One chapter of a campaign among bots."""

    chapter: str
    finished: bool
    won: bool
    rounds: int
    moves: int
    marks: tuple[str, ...] = ()


class PlayedCampaign(msgspec.Struct, frozen=True):
    """One campaign: what was played, what was chosen, and where it ended."""

    index: int
    chapters: tuple[PlayedChapter, ...]
    choices: tuple[tuple[str, str], ...] = ()
    ending: str = ""
    """Empty if a chapter did not come to an end."""


# One campaign


def play_campaign(plan: CampaignPlan, index: int) -> PlayedCampaign:
    """Play a campaign from its first page to its ending; choices are made by chance."""
    return _Run(plan, index).play()


class _Run:
    def __init__(self, plan: CampaignPlan, index: int) -> None:
        self._plan, self._index = plan, index
        setup = plan.tables.setup
        self._rules = registry.game(setup.game)
        campaign = self._rules.campaign(plan.campaign)
        assert campaign is not None
        self._campaign = campaign
        self._chance = Dice(setup.seed or 0, index)
        self._seed = self._chance.below(SEEDS)
        self._header = LedgerHeader(
            id="0" * 16,
            game=setup.game,
            campaign=plan.campaign,
            name=campaign.title,
            players=dict.fromkeys(setup.seats, f"{BOT}{plan.tables.bot}"),
        )
        self._lines: list[LedgerLine] = []
        self._chapters: list[PlayedChapter] = []

    def play(self) -> PlayedCampaign:
        """To the ending, or to a chapter that does not come to its end."""
        ending = ""
        while True:
            now = standing(self._campaign, self._header, self._lines)
            match now.todo:
                case ReadPages(pages):
                    self._lines.append(PagesRead(pages=pages))
                case MakeChoice(choice):
                    self._choose(choice)
                case PlayChapter(chapter):
                    if not self._play_chapter(chapter, now):
                        break
                case AtEnding(name):
                    ending = name
                    break
                case _:
                    break
        choices = tuple((line.choice, line.option) for line in self._lines if isinstance(line, ChoiceMade))
        return PlayedCampaign(self._index, tuple(self._chapters), choices, ending)

    def _choose(self, name: str) -> None:
        choice = self._campaign.nodes[name]
        assert isinstance(choice, CampaignChoice)
        self._lines.append(ChoiceMade(choice=name, option=self._chance.choice(choice.options).id))

    def _play_chapter(self, name: str, now: CampaignStanding) -> bool:
        """Whether the chapter came to an end."""
        chapter = self._campaign.chapter(name)
        assert chapter is not None
        number = len(now.attempts) + 1
        seed = seed_of_attempt(self._seed, number)
        setup = msgspec.structs.replace(
            self._plan.tables.setup, scenario=chapter.scenario, seed=seed, carried=now.carried
        )
        table = Table.begin(self._rules, settled(self._rules.options, setup)[0], NoJournal())
        play_out(table, self._plan.tables, self._chance.below(SEEDS))
        outcome = table.outcome
        won = outcome is not None and self._rules.wins_chapter(table.state)
        marks = self._rules.marks(table.state) if outcome else ()
        rounds = self._rules.round_of(table.state)
        self._chapters.append(PlayedChapter(name, outcome is not None, won, rounds, table.number - 1, marks))
        self._lines.append(AttemptBegun(attempt=number, chapter=name, save="", setup=setup))
        self._lines.append(AttemptEnded(attempt=number, won=won, marks=marks))
        return outcome is not None


# Many of them


class ChapterReport(msgspec.Struct, frozen=True):
    """How a chapter went in all campaigns that came to it."""

    played: int
    wins: int
    share: float
    interval: tuple[float, float]
    """Of 95 %."""
    place: float
    """As the how-manieth chapter it was played, on average."""
    marks: dict[str, int]
    """How often the game handed each mark over."""
    undeclared: tuple[str, ...] = ()
    """Those of the marks that the chapter does not declare, so that they were not taken."""


class CampaignReport(msgspec.Struct, frozen=True):
    """All campaigns together."""

    campaign: str
    games: int
    finished: int
    endings: dict[str, int]
    """Every ending, also those that nobody came to."""
    chapters: dict[str, ChapterReport]
    choices: dict[str, dict[str, int]]
    shortest: int
    """Chapters that a finished campaign met, at least and at most."""
    longest: int
    moves: int
    moves_per_second: float


def simulate_campaigns(plan: CampaignPlan, games: int, jobs: int | None) -> CampaignReport:
    """Play campaigns and add them up."""
    rules = registry.game(plan.tables.setup.game)
    campaign = rules.campaign(plan.campaign)
    assert campaign is not None
    for each in campaign.chapters:
        fewest, most = rules.seats_of(each.scenario)
        if not fewest <= len(plan.tables.setup.seats) <= most:
            raise Refused(f"{campaign.title} cannot be played with {len(plan.tables.setup.seats)} seats.")
    began = time.perf_counter()
    played = list(shown(_each(plan, games, jobs), games))
    return report(plan, played, time.perf_counter() - began)


def _each(plan: CampaignPlan, games: int, jobs: int | None) -> Iterator[PlayedCampaign]:
    tasks = [(plan, index) for index in range(games)]
    processes = jobs or (min(os.cpu_count() or 1, games) if plan.tables.thinks or games >= 40 else 1)
    if processes == 1:
        yield from map(_play_task, tasks)
    else:
        yield from spread(_play_task, tasks, processes)


def _play_task(task: tuple[CampaignPlan, int]) -> PlayedCampaign:
    return play_campaign(*task)


def report(plan: CampaignPlan, played: Sequence[PlayedCampaign], seconds: float) -> CampaignReport:
    """Add campaigns up."""
    campaign = registry.game(plan.tables.setup.game).campaign(plan.campaign)
    assert campaign is not None
    ended = [each for each in played if each.ending]
    endings = Counter(each.ending for each in ended)
    choices: dict[str, dict[str, int]] = {
        each.id: {option.id: 0 for option in each.options} for each in campaign.choices
    }
    for choice, option in (pair for each in played for pair in each.choices):
        choices[choice][option] += 1
    lengths = [len(each.chapters) for each in ended]
    moves = sum(chapter.moves for each in played for chapter in each.chapters)
    return CampaignReport(
        campaign=plan.campaign,
        games=len(played),
        finished=len(ended),
        endings={each.id: endings[each.id] for each in campaign.endings},
        chapters={each.id: _chapter_report(each, played) for each in campaign.chapters},
        choices=choices,
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        moves=moves,
        moves_per_second=round(moves / seconds, 1) if seconds else 0.0,
    )


def _chapter_report(which: Chapter, played: Sequence[PlayedCampaign]) -> ChapterReport:
    found = [
        (place, chapter)
        for each in played
        for place, chapter in enumerate(each.chapters, start=1)
        if chapter.chapter == which.id and chapter.finished
    ]
    wins = sum(chapter.won for _, chapter in found)
    rate = share(wins, len(found))
    place = sum(place for place, _ in found) / len(found) if found else 0.0
    marks = Counter(mark for _, chapter in found for mark in chapter.marks)
    return ChapterReport(
        len(found),
        wins,
        rate.rate,
        (rate.low, rate.high),
        round(place, 2),
        dict(sorted(marks.items())),
        tuple(sorted(set(marks) - set(which.hands))),
    )


def told(found: CampaignReport) -> str:
    """A report for people."""
    rows = [["chapter", "played", "won", "95 % interval", "as chapter"]]
    for name, each in found.chapters.items():
        low, high = each.interval
        won = f"{each.share * 100:.0f} %" if each.played else "-"
        between = f"{low * 100:.0f} to {high * 100:.0f} %" if each.played else "-"
        rows.append([name, str(each.played), won, between, f"{each.place:.1f}" if each.played else "-"])
    endings = ", ".join(f"{name} {count}" for name, count in found.endings.items())
    length = f"{found.shortest} to {found.longest} chapters"
    head = f"{found.finished} of {found.games} campaigns came to an end, over {length}."
    choices = [
        wrapped(f"{name}: " + ", ".join(f"{option} {count}" for option, count in options.items()) + ".")
        for name, options in found.choices.items()
    ]
    return "\n".join([wrapped(head), wrapped(f"Endings: {endings}."), *choices, columns(rows)])
