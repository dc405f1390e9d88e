"""Where a campaign stands: a pure function of its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Literal

import msgspec

from engine.core.campaign import ledger as written
from engine.core.campaign import run as runs
from engine.core.campaign.content import Campaign, CampaignChoice, CampaignPage, Chapter, DeckCard, Ending
from engine.core.campaign.ledger import LedgerHeader, LedgerLine, PastStep
from engine.core.campaign.run import Run
from engine.core.errors import SaveError
from engine.core.kinds import BOT, Seat, Setup

replace = msgspec.structs.replace

_STATE = 16
"""The digest of a line in a journal begins with that of the state; the rest is a checksum of the line."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a chapter: going on, won, lost or abandoned."""

    number: int
    chapter: str
    save: str
    setup: Setup
    begun: int = 0
    ended: int = 0
    result: Literal["", "won", "lost", "abandoned"] = ""
    """Empty while it goes on."""
    counts: bool = False
    """Whether the campaign goes on from its result; of several attempts at a chapter the newest does."""
    reason: str = ""
    scores: dict[Seat, int] = {}
    marks: tuple[str, ...] = ()
    rounds: int = 0
    digest: str = ""


class ReadPages(msgspec.Struct, frozen=True, tag="read"):
    """Next: read these pages."""

    pages: tuple[str, ...]


class PlayChapter(msgspec.Struct, frozen=True, tag="play"):
    """Next: begin this chapter."""

    chapter: str


class ResumeAttempt(msgspec.Struct, frozen=True, tag="resume"):
    """Next: go on with a chapter that was begun."""

    attempt: int


class MakeChoice(msgspec.Struct, frozen=True, tag="choose"):
    """Next: decide."""

    choice: str


class AtEnding(msgspec.Struct, frozen=True, tag="ended"):
    """The campaign is over."""

    ending: str


class AtDeadEnd(msgspec.Struct, frozen=True, tag="stuck"):
    """No way leads on: a mistake of the campaign, which `parley data check` finds."""

    after: str


Todo = ReadPages | PlayChapter | ResumeAttempt | MakeChoice | AtEnding | AtDeadEnd


class PlayerNote(msgspec.Struct, frozen=True):
    """A note of a player's own."""

    text: str
    who: str = ""
    when: int = 0
    chapter: str = ""
    """Where the campaign stood."""


class CampaignStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Where a campaign stands, and all that it holds."""

    name: str
    players: dict[Seat, str]
    run: Run
    todo: Todo
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[PlayerNote, ...] = ()
    restarts: int = 0
    reached: dict[str, tuple[PastStep, ...]] = {}
    """Every chapter that was ever reached in this ledger, with the path by which it was reached last."""
    when: int = 0
    """The time of the last line."""

    @property
    def path(self) -> tuple[PastStep, ...]:
        """The chapters and choices that lie behind."""
        return self.run.path

    @property
    def marks(self) -> tuple[str, ...]:
        """All marks so far, in the order in which they were given."""
        return self.run.past.marks

    @property
    def carried(self) -> tuple[str, ...]:
        """What the next table gets from the campaign."""
        return tuple(sorted(self.marks))

    @property
    def attempt(self) -> Attempt | None:
        """The attempt that goes on."""
        return next((each for each in reversed(self.attempts) if not each.result), None)

    @property
    def is_over(self) -> bool:
        """Whether an ending was reached, and all pages were read."""
        return isinstance(self.todo, AtEnding)

    def attempt_at(self, number: int) -> Attempt | None:
        """An attempt by its number."""
        return self.attempts[number - 1] if 0 < number <= len(self.attempts) else None

    def pages(self, campaign: Campaign, *kinds: str) -> list[CampaignPage]:
        """The pages that are open to those who play, of some kinds or of all, in the order in which they opened."""
        opened = (campaign.page_by_id[each] for each in self.run.pages if each in campaign.page_by_id)
        return [each for each in opened if self._may_read(each) and (not kinds or each.kind in kinds)]

    def _may_read(self, page: CampaignPage) -> bool:
        """An envelope is for the person who plays its seat; one that is addressed to a bot stays closed."""
        return not page.seat or not self.players.get(page.seat, BOT).startswith(BOT)

    def cards(self, campaign: Campaign) -> tuple[DeckCard, ...]:
        """The cards that were drawn from the campaign deck."""
        return campaign.deck[: self.run.drawn]

    def lock(self, campaign: Campaign) -> DeckCard | None:
        """The lock on top of the campaign deck; None if all cards were drawn."""
        return campaign.deck[self.run.drawn] if self.run.drawn < len(campaign.deck) else None

    def digest(self) -> str:
        """A hash of where the campaign stands, apart from when things happened and what its files are called."""
        timeless = replace(
            self,
            when=0,
            attempts=tuple(_nameless(each) for each in self.attempts),
            notes=tuple(replace(each, when=0) for each in self.notes),
        )
        raw = msgspec.json.encode(timeless, order="sorted")
        return blake2b(raw, digest_size=8).hexdigest()


def _nameless(attempt: Attempt) -> Attempt:
    setup = replace(attempt.setup, table="", campaign="")
    return replace(attempt, begun=0, ended=0, save="", digest=attempt.digest[:_STATE], setup=setup)


class Replay(msgspec.Struct, frozen=True):
    """What would count no longer if a chapter were played again."""

    chapter: str
    steps: tuple[PastStep, ...]
    marks: tuple[str, ...]
    pages: tuple[str, ...]
    attempt: int = 0
    """The attempt that goes on now and would be abandoned; 0 if there is none."""


def standing(campaign: Campaign, header: LedgerHeader, lines: Iterable[LedgerLine]) -> CampaignStanding:
    """Where a campaign stands after these lines."""
    return _folded(campaign, header, lines).standing()


def replay(campaign: Campaign, header: LedgerHeader, lines: Iterable[LedgerLine], chapter: str) -> Replay | None:
    """What playing a chapter again would change; None if this run has not reached it."""
    fold = _folded(campaign, header, lines)
    before = fold.before.get(chapter)
    if before is None:
        return None
    now = fold.run
    attempt = fold.standing().attempt
    return Replay(
        chapter,
        now.path[len(before.path) :],
        tuple(each for each in now.past.marks if each not in before.past.marks),
        tuple(each for each in now.pages if each not in before.pages),
        attempt.number if attempt else 0,
    )


def _folded(campaign: Campaign, header: LedgerHeader, lines: Iterable[LedgerLine]) -> _Fold:
    fold = _Fold(campaign, header)
    for number, line in enumerate(lines, start=2):
        fold.number = number
        fold.take(line)
    return fold


class _Fold:
    """Takes the lines of a ledger one by one."""

    def __init__(self, campaign: Campaign, header: LedgerHeader) -> None:
        self._campaign = campaign
        self._header = header
        self.number = 1
        self._name = header.name
        self._players = header.players
        self._attempts: list[Attempt] = []
        self._notes: list[PlayerNote] = []
        self._restarts = 0
        self._reached: dict[str, tuple[PastStep, ...]] = {}
        self._when = header.started
        self.before: dict[str, Run] = {}
        """The run as it was when each of its chapters was reached."""
        self.run = Run()
        self._start()

    def _start(self) -> None:
        self.before = {}
        for chapter in (*(step.node for step in self._header.past), self._header.start):
            self._known(chapter)
        self._move(runs.begin(self._campaign, self._header.start, self._header.past))

    def _known(self, node: str) -> None:
        if node and node not in self._campaign.nodes:
            raise self._wrong(f'speaks of "{node}", which the campaign {self._campaign.id} does not have')

    def _wrong(self, what: str) -> SaveError:
        return SaveError(f"The campaign {self._name}: line {self.number} of its ledger {what}.")

    def _move(self, run: Run) -> None:
        """Go to where the campaign stands now."""
        self.run = run
        if self._campaign.chapter(run.node):
            self.before[run.node] = run
            self._reached[run.node] = run.path

    def take(self, line: LedgerLine) -> None:
        """Fold one line."""
        self._when = line.when or self._when
        match line:
            case written.AttemptBegun():
                self._begin(line)
            case written.AttemptEnded():
                self._end(line)
            case written.AttemptAbandoned():
                self._close(self._going_on(line.attempt), "abandoned", line.when, reason=line.reason)
            case written.ChoiceMade():
                self._choose(line)
            case written.PagesRead():
                self.run = replace(self.run, read=self.run.read | frozenset(line.pages))
            case written.PlayersChanged():
                self._players = line.players
            case written.NoteWritten():
                self._notes.append(PlayerNote(line.text, line.who, line.when, self.run.node))
            case written.Renamed():
                self._name = line.name
            case written.ChapterTakenUp():
                self._take_up(line.chapter)
            case written.Restarted():
                self._go_back()
                self._restarts += 1
                self._start()

    def _begin(self, line: written.AttemptBegun) -> None:
        """What was played counts, also where the campaign has changed since and would go another way today."""
        self._known(line.chapter)
        if line.attempt != len(self._attempts) + 1:
            raise self._wrong(f"begins attempt {line.attempt} where {len(self._attempts) + 1} was expected")
        if line.chapter != self.run.node:
            self._move(runs.reach(self._campaign, self.run, line.chapter))
        if open_ := self.open:
            self._close(open_, "abandoned", line.when)
        attempt = Attempt(
            number=line.attempt, chapter=line.chapter, save=line.save, setup=line.setup, begun=line.when, counts=True
        )
        self._attempts.append(attempt)

    @property
    def open(self) -> Attempt | None:
        """The attempt that goes on, which is always the last."""
        return self._attempts[-1] if self._attempts and not self._attempts[-1].result else None

    def _going_on(self, number: int) -> Attempt:
        attempt = self.open
        if attempt is None or attempt.number != number:
            raise self._wrong(f"ends attempt {number}, which is not going on")
        return attempt

    def _close(self, attempt: Attempt, result: Literal["abandoned"], when: int, reason: str = "") -> None:
        closed = replace(attempt, result=result, ended=when, reason=reason, counts=False)
        self._attempts[attempt.number - 1] = closed

    def _end(self, line: written.AttemptEnded) -> None:
        attempt = self._going_on(line.attempt)
        self._attempts[attempt.number - 1] = replace(
            attempt,
            result="won" if line.won else "lost",
            ended=line.when,
            reason=line.reason,
            scores=line.scores,
            marks=line.marks,
            rounds=line.rounds,
            digest=line.digest,
        )
        step = PastStep(attempt.chapter, won=line.won, marks=line.marks, attempt=attempt.number)
        self._move(runs.finish(self._campaign, self.run, step))

    def _choose(self, line: written.ChoiceMade) -> None:
        self._known(line.choice)
        choice = self._campaign.nodes[line.choice]
        if not isinstance(choice, CampaignChoice) or choice.option(line.option) is None:
            raise self._wrong(f'takes the option "{line.option}", which the choice {line.choice} does not have')
        if line.choice != self.run.node:
            self._move(runs.reach(self._campaign, self.run, line.choice))
        self._move(runs.choose(self._campaign, self.run, line.choice, line.option))

    def _take_up(self, chapter: str) -> None:
        if chapter not in self.before:
            raise self._wrong(f'takes up the chapter "{chapter}", which was not reached')
        self._go_back(self.before[chapter].path)
        names = list(self.before)
        self.before = {name: self.before[name] for name in names[: names.index(chapter) + 1]}
        self.run = self.before[chapter]

    def _go_back(self, path: Sequence[PastStep] = ()) -> None:
        """Let no attempt count but those of a path; the one that goes on is abandoned."""
        if open_ := self.open:
            self._close(open_, "abandoned", self._when)
        kept = {step.attempt for step in path}
        self._attempts = [replace(each, counts=each.counts and each.number in kept) for each in self._attempts]

    def standing(self) -> CampaignStanding:
        """Where the campaign stands now."""
        found = CampaignStanding(
            name=self._name,
            players=self._players,
            run=self.run,
            todo=AtDeadEnd(self.run.path[-1].node if self.run.path else ""),
            attempts=tuple(self._attempts),
            notes=tuple(self._notes),
            restarts=self._restarts,
            reached=dict(self._reached),
            when=self._when,
        )
        return replace(found, todo=_todo(self._campaign, found))


def _todo(campaign: Campaign, found: CampaignStanding) -> Todo:
    if attempt := found.attempt:
        return ResumeAttempt(attempt.number)
    unread = [each.id for each in found.pages(campaign) if each.kind != "index" and each.id not in found.run.read]
    if unread:
        return ReadPages(tuple(unread))
    node = campaign.nodes.get(found.run.node)
    if isinstance(node, Chapter):
        return PlayChapter(node.id)
    if isinstance(node, CampaignChoice):
        return MakeChoice(node.id)
    return AtEnding(node.id) if isinstance(node, Ending) else found.todo
