"""Campaigns of the user: beginning, opening and listing them, and connecting their tables with the ledger.

The ledger knows of an attempt before its table is laid out, and of a result after the last move is on disk. So whenever
a process dies, opening the campaign finds what is missing and goes on.
"""

from __future__ import annotations

import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.core.campaign.content import Campaign, Chapter
from engine.core.campaign.ledger import (
    AttemptAbandoned,
    AttemptBegun,
    AttemptEnded,
    ChapterTakenUp,
    ChoiceMade,
    Ledger,
    LedgerHeader,
    LedgerLine,
    NoteWritten,
    PagesRead,
    PastStep,
    PlayersChanged,
    Renamed,
    Restarted,
)
from engine.core.campaign.standing import (
    Attempt,
    CampaignStanding,
    MakeChoice,
    PlayChapter,
    ReadPages,
    Replay,
    replay,
    standing,
)
from engine.core.content import home, is_there
from engine.core.dice import Dice
from engine.core.errors import ContentError, ParleyError, Refused, SaveError, nearest
from engine.core.kinds import BOT, Seat, Setup
from engine.core.rules import Rules
from engine.core.setup import settled
from engine.core.table import Table
from engine.store.files import SUFFIX, FileJournal, Folder, Taken
from engine.store.ledgers import FOLDER, LedgerFile, Ledgers, checked_name
from engine.store.whole import open_regular
from tui import HIGHEST_SEED
from tui.play import saves
from tui.play.chairs import ANYBODY, Chair, Chairs, chair_of
from tui.play.opened import Opened, guarded, readable

replace = msgspec.structs.replace

_DIGEST = slice(-26, -2)
"""Where the digest of a line in a journal stands."""

_FIRST = b'{"parley":'
"""How every save begins."""
_LONGEST_HEADER = 1 << 20


class Missing(SaveError):
    """The save of the attempt that goes on is not there, or cannot be opened; it can be begun again or abandoned."""


def ledgers() -> Ledgers:
    """The campaigns of the user."""
    return Ledgers(home() / FOLDER)


# Players


def player_of(chair: Chair) -> str:
    """Who sits on a chair, as a ledger has it."""
    return f"{BOT}{chair.name}" if chair.is_bot else chair.typed


def chair_for(player: str) -> Chair:
    """The chair of a player of a ledger; a name that nobody can have is a person's."""
    try:
        return chair_of(player.removeprefix(BOT))
    except Refused:
        return ANYBODY


# Beginning and opening


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen before a campaign begins."""

    rules: Rules[Any]
    campaign: Campaign
    chairs: Mapping[Seat, Chair]
    name: str = ""
    """Its title if left out."""
    options: tuple[str, ...] = ()
    seed: int | None = None
    """To repeat a campaign; without it nobody can foresee cards and dice."""
    start: str = ""
    """A later chapter to begin with."""
    past: tuple[PastStep, ...] = ()
    """What lies behind if it begins later."""


def begin(new: NewCampaign, within: Ledgers | None = None, among: Folder | None = None) -> OpenCampaign:
    """Start a campaign in a ledger of its own."""
    if new.start and new.campaign.chapter(new.start) is None:
        names = [each.id for each in new.campaign.chapters]
        raise Refused(f'There is no chapter "{new.start}".{nearest(new.start, names)}')
    header = LedgerHeader(
        id=secrets.token_hex(8),
        game=new.rules.id,
        campaign=new.campaign.id,
        name=checked_name(new.name or new.campaign.title),
        edition=new.campaign.edition,
        started=int(time.time()),
        players={seat: player_of(chair) for seat, chair in new.chairs.items()},
        options=new.options,
        seed=new.seed,
        past=tuple(replace(step, attempt=0) for step in new.past),
        start=new.start,
    )
    standing(new.campaign, header, ())  # refuses a past that the campaign does not have
    _check_first(new, header)
    ledger, file = (within or ledgers()).create(header)
    return OpenCampaign(new.rules, new.campaign, ledger, file, among)


def _check_first(new: NewCampaign, header: LedgerHeader) -> None:
    """Refuse seats with which the first chapter cannot be played."""
    chapter = new.campaign.nodes.get(new.start or new.campaign.start)
    if isinstance(chapter, Chapter):
        draft = Setup(game=new.rules.id, scenario=chapter.scenario, seats=tuple(header.players), options=header.options)
        new.rules.check(settled(new.rules.options, draft)[0])


def campaign_of(header: LedgerHeader, name: str) -> tuple[Rules[Any], Campaign]:
    """The rules and the campaign that a ledger is of; said in a sentence if they are not there."""
    try:
        rules = registry.game(header.game)
        campaign = rules.campaign(header.campaign)
    except (Refused, ContentError) as error:
        raise SaveError(f"{name} cannot be opened: {error}") from None
    if campaign is None:
        known = [each.id for each in rules.campaigns()]
        raise SaveError(
            f'{name} cannot be opened: {rules.title} has no campaign "{header.campaign}".'
            f"{nearest(header.campaign, known)}"
        )
    return rules, campaign


def open_campaign(path: Path, *, writing: bool, among: Folder | None = None) -> OpenCampaign:
    """Open a campaign. For writing it is locked, and a game that is over is noted in the ledger at once."""
    with readable(path.name):
        ledger, file = Ledgers(path.parent).open(path, writing=writing)
        try:
            opened = OpenCampaign(*campaign_of(ledger.header, path.name), ledger, file, among)
            opened.standing  # noqa: B018  (says now what does not fit the campaign)
            if writing:
                opened.settle()
        except BaseException:
            file.close()
            raise
    return opened


class OpenCampaign:
    """A campaign and its ledger, open for those who play it."""

    def __init__(
        self,
        rules: Rules[Any],
        campaign: Campaign,
        ledger: Ledger,
        file: LedgerFile,
        among: Folder | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Use `begin` or `open_campaign`."""
        self.rules, self.campaign, self.ledger = rules, campaign, ledger
        self._file, self._clock = file, clock
        self._among = among
        self._standing: tuple[int, CampaignStanding] | None = None
        self.problem = ""
        """Why the table of the attempt that goes on cannot be opened; empty if it can."""

    @property
    def path(self) -> Path:
        """The file of the ledger."""
        return self._file.path

    @property
    def name(self) -> str:
        """The name of its file, by which commands know it."""
        return self.path.name.removesuffix(SUFFIX)

    @property
    def notices(self) -> list[str]:
        """What the players have to know about how the ledger was read."""
        found = [self.ledger.notice] if self.ledger.notice else []
        if self.ledger.header.edition not in ("", self.campaign.edition):
            found.append(
                f"{self.campaign.title} has changed since this campaign began; what was played stays as it was."
            )
        return found

    @property
    def standing(self) -> CampaignStanding:
        """Where the campaign stands."""
        if self._standing is None or self._standing[0] != len(self.ledger.lines):
            found = standing(self.campaign, self.ledger.header, self.ledger.lines)
            self._standing = len(self.ledger.lines), found
        return self._standing[1]

    @property
    def saves(self) -> Folder:
        """Where the tables of its attempts are kept."""
        return self._among or saves.folder()

    def close(self) -> None:
        """Let others write the ledger."""
        self._file.close()

    def _write(self, line: LedgerLine) -> None:
        self.ledger.append(replace(line, when=int(self._clock())))

    # Between chapters

    def read(self, pages: Sequence[str]) -> None:
        """Note that pages were read."""
        todo = self.standing.todo
        unread = todo.pages if isinstance(todo, ReadPages) else ()
        if read := tuple(page for page in pages if page in unread):
            self._write(PagesRead(pages=read))

    def choose(self, option: str) -> None:
        """Take an option of the choice that is to be made."""
        todo = self.standing.todo
        if not isinstance(todo, MakeChoice):
            raise Refused("There is nothing to choose now.")
        choice = next(each for each in self.campaign.choices if each.id == todo.choice)
        if choice.option(option) is None:
            raise Refused(f'There is no "{option}" to choose.{nearest(option, [each.id for each in choice.options])}')
        self._write(ChoiceMade(choice=todo.choice, option=option))

    def change_players(self, chairs: Mapping[Seat, Chair]) -> None:
        """Let others play, or on other seats, from the next chapter on."""
        for seat in chairs:
            if seat not in self.rules.seat_names:
                raise Refused(f'There is no seat "{seat}".{nearest(seat, self.rules.seat_names)}')
        self._write(PlayersChanged(players={seat: player_of(chair) for seat, chair in chairs.items()}))

    def note(self, text: str, who: str = "") -> None:
        """Keep a note of a player's own."""
        text = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text).strip()
        if not text or len(text) > 4000:
            raise Refused("A note has 1 to 4,000 letters.")
        self._write(NoteWritten(text=text, who=who))

    def rename(self, name: str) -> None:
        """Give the campaign another name; its file keeps its own."""
        self._write(Renamed(name=checked_name(name)))

    def replayed(self, chapter: str) -> Replay:
        """What playing a chapter again would change; refused if this run has not reached it."""
        found = replay(self.campaign, self.ledger.header, self.ledger.lines, chapter)
        if found is None and chapter in self.standing.reached:
            raise Refused(f'"{chapter}" lies on another path now; a new campaign can begin there (--at {chapter}).')
        if found is None:
            raise Refused(
                f'This campaign has not come to a chapter "{chapter}".{nearest(chapter, self.standing.reached)}'
            )
        return found

    def take_up(self, chapter: str) -> None:
        """Go back to a chapter of this run, to play it again."""
        self.replayed(chapter)
        self._write(ChapterTakenUp(chapter=chapter))

    def restart(self) -> None:
        """Begin the campaign again."""
        self._write(Restarted())

    # At the table

    def draft(self, options: Sequence[str] | None = None) -> Setup:
        """How the next chapter would be set up; refused if it cannot be played so."""
        todo = self.standing.todo
        if not isinstance(todo, PlayChapter):
            raise Refused("There is no chapter to begin now.")
        chapter = self.campaign.chapter(todo.chapter)
        assert chapter is not None
        setup = Setup(
            game=self.rules.id,
            scenario=chapter.scenario,
            seats=tuple(self.standing.players),
            seed=seed_of_attempt(self.ledger.header.seed, len(self.standing.attempts) + 1),
            options=tuple(self._usual_options if options is None else options),
            carried=self.standing.carried,
        )
        if options is None:
            setup = settled(self.rules.options, setup)[0]
        self.rules.check(setup)
        return setup

    @property
    def _usual_options(self) -> tuple[str, ...]:
        """Those of the last attempt, or those with which the campaign began."""
        attempts = self.standing.attempts
        return attempts[-1].setup.options if attempts else self.ledger.header.options

    def begin(self, options: Sequence[str] | None = None, journal: FileJournal | None = None) -> Opened:
        """Begin the next chapter, in a new save or in an empty one that the caller has made for it.

        The ledger knows of the attempt before its table is laid out.
        """
        setup = self.draft(options)
        todo = self.standing.todo
        assert isinstance(todo, PlayChapter)
        number = len(self.standing.attempts) + 1
        setup = replace(setup, table=secrets.token_hex(8), campaign=f"{self.ledger.header.id}/{number}")
        journal = journal or self._claimed(self._name_of(number))
        name = journal.path.name.removesuffix(SUFFIX)
        try:
            self._write(AttemptBegun(attempt=number, chapter=todo.chapter, save=name, setup=setup))
        except SaveError:
            journal.close()
            journal.path.unlink(missing_ok=True)
            raise
        except BaseException:
            journal.close()  # the line may be written: then the empty save tells that the table was not laid out
            raise
        return self._laid_out(journal, setup)

    def _name_of(self, number: int) -> str:
        """The name of the save of an attempt; the ledgers of two campaigns never give the same."""
        return f"{self.name}-{self.ledger.header.id[:6]}-{number}"

    def _named(self, attempt: Attempt) -> Path:
        """Where the save of an attempt was made; a ledger from elsewhere may name a path, which is not followed."""
        name = attempt.save if saves.is_name(attempt.save) else self._name_of(attempt.number)
        return self.saves.path / f"{name}{SUFFIX}"

    def _claimed(self, name: str) -> FileJournal:
        """A new save of this name; an empty one is left from a process that died, and is used."""
        path = self.saves.path / f"{name}{SUFFIX}"
        try:
            return FileJournal.create(path)
        except Taken:
            return FileJournal(path) if _is_empty(path) else self.saves.create(name)

    def _laid_out(self, journal: FileJournal, setup: Setup) -> Opened:
        try:
            table = Table.begin(self.rules, setup, journal)
        except BaseException:
            journal.close()
            raise
        opened = guarded(Opened(journal.path.name.removesuffix(SUFFIX), journal.path, table, journal))
        opened.chairs = Chairs({seat: chair_for(self.standing.players.get(seat, "")) for seat in setup.seats})
        opened.chairs.notice = opened.keep_chairs()
        return opened

    def table_of(self, attempt: Attempt) -> Path:
        """The save of an attempt, also under another name; `Missing` says what became of it otherwise."""
        named = self._named(attempt)
        if _setup_of(named) == attempt.setup:
            return named
        found = (file.path for file in self.saves.files() if _setup_of(file.path) == attempt.setup)
        if path := next(found, None):
            return path
        if _is_empty(named):
            return named
        if not is_there(named):
            raise Missing(f"The save of attempt {attempt.number}, {named.name}, is not there any more.")
        try:
            saves.header_of(named)
        except ParleyError as error:
            raise Missing(str(error)) from None
        raise Missing(f"The save of attempt {attempt.number}, {named.name}, is of another table now.")

    def resume(self) -> Opened:
        """Go on with the attempt that was begun; one whose table was never laid out is laid out now."""
        attempt = self._going_on()
        path = self.table_of(attempt)
        if _is_laid_out(path):
            return saves.open_save(path, writing=True)
        path.unlink()  # it holds a header at most: a process died before anybody saw the table
        return self._laid_out(FileJournal.create(path), attempt.setup)

    def _going_on(self) -> Attempt:
        attempt = self.standing.attempt
        if attempt is None:
            raise Refused("No chapter is going on.")
        return attempt

    def begin_again(self) -> Opened:
        """Lay the table of the attempt out anew, because its save is gone."""
        attempt = self._going_on()
        return self._laid_out(self._claimed(self._named(attempt).name.removesuffix(SUFFIX)), attempt.setup)

    def abandon(self, reason: str = "") -> None:
        """Give up the attempt that goes on; its save stays, and the chapter can be begun again."""
        self._write(AttemptAbandoned(attempt=self._going_on().number, reason=reason))
        self.problem = ""

    def settle(self) -> Attempt | None:
        """Note the end of the attempt that goes on, if its game is over; the attempt with its result."""
        attempt = self.standing.attempt
        self.problem = ""
        if attempt is None:
            return None
        try:
            path = self.table_of(attempt)
            return self._ended(attempt, saves.open_save(path, writing=False)) if _is_laid_out(path) else None
        except (ParleyError, OSError) as error:
            self.problem = str(error)
            return None

    def _ended(self, attempt: Attempt, opened: Opened) -> Attempt | None:
        line = end_of(attempt, opened)
        if line is None:
            return None
        self._write(line)
        return self.standing.attempt_at(attempt.number)


def seed_of_attempt(seed: int | None, number: int) -> int | None:
    """The seed of an attempt of a campaign that has one."""
    return None if seed is None else Dice(seed, number).below(HIGHEST_SEED + 1)


def end_of(attempt: Attempt, opened: Opened) -> AttemptEnded | None:
    """The line that tells how an attempt ended; None while its game goes on."""
    table = opened.table
    outcome = table.outcome
    if outcome is None:
        return None
    (last,) = deque(opened.journal.lines(), maxlen=1)
    return AttemptEnded(
        attempt=attempt.number,
        won=table.rules.wins_chapter(table.state),
        reason=outcome.reason,
        scores=outcome.scores,
        marks=table.rules.marks(table.state),
        rounds=table.rules.round_of(table.state),
        digest=last[_DIGEST].decode("ascii", "replace"),
    )


def _setup_of(path: Path) -> Setup | None:
    """What the header of a save says; None if it has none."""
    try:
        return saves.header_of(path).setup
    except (ParleyError, OSError):
        return None


def _is_empty(path: Path) -> bool:
    """Whether a save was made, and not one whole line was written to it; a file of another kind is none."""
    try:
        file = open_regular(path, os.O_RDONLY)
        try:
            begun = os.read(file, _LONGEST_HEADER)
        finally:
            os.close(file)
    except (SaveError, OSError):
        return False
    is_ours = begun.startswith(_FIRST) or _FIRST.startswith(begun)
    return is_ours and b"\n" not in begun and len(begun) < _LONGEST_HEADER


def _is_laid_out(path: Path) -> bool:
    """Whether a save has more than its header."""
    lines = FileJournal(path, writing=False).lines()
    return next(lines, None) is not None and next(lines, None) is not None


def note_end(opened: Opened) -> None:
    """Let the campaign of a table know at once that its game is over.

    If the ledger is open elsewhere, or cannot be written, this is done when the campaign is opened next.
    """
    name = opened.table.setup.campaign.partition("/")[0]
    if not name:
        return
    with suppress(ParleyError, OSError):
        if path := ledgers().by_id(name):
            open_campaign(path, writing=True).close()
