"""The user's saves: opening, beginning and listing tables, and noting how they ended."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.core.content import home, is_there, read_regular
from engine.core.errors import ContentError, ParleyError, Refused, SaveError, nearest
from engine.core.journal import Header, NoJournal, branched, read_header
from engine.core.kinds import NOBODY, Seat, Setup
from engine.core.rules import Rules
from engine.core.setup import choice_of, settled
from engine.core.table import Table
from engine.store.files import SUFFIX, FileJournal, Folder, SaveFile
from engine.store.log import FILE, Log, Result, SeatResult
from engine.store.whole import write_whole
from tui import HIGHEST_SEED
from tui.console import clean
from tui.play import note
from tui.play.chairs import Chair, Chairs, parse
from tui.play.eyes import why_no_branch
from tui.play.index import Index, SaveEntry
from tui.play.opened import Opened as Opened
from tui.play.opened import guarded, readable, rehearse
from tui.play.verdict import told_end

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
TRASH = "trash"
KEPT_DAYS = 30
"""For this many days a deleted save can be brought back."""
_FIRST, _LAST = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
_DELETED = "~"
"""Stands between the moment at which a save was deleted and its name, which has no such sign."""


def folder() -> Folder:
    """Where saves live."""
    path = home() / "saves"
    if home().is_dir() and not os.access(home(), os.X_OK):
        raise SaveError(f"The folder of saves, {path}, cannot be reached.")
    if is_there(path) and not os.access(path, os.R_OK | os.X_OK):
        raise SaveError(f"The folder of saves, {path}, cannot be read.")
    return Folder(path)


def log() -> Log:
    """The scenario log."""
    return Log(home() / FILE)


# Beginning


def default_setup(
    rules: Rules[Any],
    *,
    scenario: str | None,
    seats: str | None,
    challenges: Sequence[str],
    options: Sequence[str],
    seed: int | None = None,
    open_undo: bool = False,
    spoilers: bool = False,
) -> Setup:
    """What was chosen on the command line, the rest filled in; refused if it cannot be played, or is sealed."""
    from tui.play.campaign_list import check_shown

    scenario = scenario or rules.scenarios()[0].id
    check_shown(rules, scenario, spoilers=spoilers)
    setup = Setup(
        game=rules.id,
        scenario=scenario,
        seats=tuple(parse(rules, seats, scenario)),
        seed=seed,
        challenges=tuple(challenges),
        options=tuple(options),
        open_undo=open_undo,
    )
    rules.check(setup)
    return settled(rules.options, setup)[0]


def checked(
    rules: Rules[Any], setup: Setup, seats: tuple[Seat, ...], options: tuple[str, ...], seed: int | None
) -> Setup:
    """A setup with other seats, options and seed; refused if it cannot be played."""
    setup = msgspec.structs.replace(setup, seats=seats, options=options, seed=seed)
    rules.check(setup)
    return settled(rules.options, setup)[0]


def begin(rules: Rules[Any], setup: Setup, name: str | None, chairs: Mapping[Seat, Chair] | None = None) -> Opened:
    """Lay out a new table in a new save; without chairs, every seat has a person of its own."""
    opened = begin_in(_created(setup.scenario, name), rules, setup)
    if chairs:
        opened.chairs = Chairs({seat: chairs[seat] for seat in setup.seats})
        opened.chairs.notice = opened.keep_chairs()
    return opened


def begin_in(journal: FileJournal, rules: Rules[Any], setup: Setup) -> Opened:
    """Lay out a new table in a save that was just made; if that fails, no empty file stays behind."""
    try:
        table = Table.begin(rules, msgspec.structs.replace(setup, table=secrets.token_hex(8)), journal)
    except BaseException:
        journal.close()
        journal.path.unlink(missing_ok=True)
        raise
    return guarded(Opened(journal.path.name.removesuffix(SUFFIX), journal.path, table, journal))


def branch(opened: Opened, last: int, path: Path | None = None) -> Opened:
    """A new table in a new save that goes on after a move of another; that one stays as it is."""
    if why := why_no_branch(opened.table, opened.chairs):
        raise Refused(why)
    lines = branched(opened.journal, last, secrets.token_hex(8))
    journal = FileJournal.create(path) if path else _created(opened.table.setup.scenario, None)
    try:
        # All at once: a crash leaves the new save with fewer moves, or none, and the old one whole in any case.
        journal.append(b"\n".join(lines))
        journal.close()
        fresh = open_save(journal.path, writing=True)
    except BaseException:
        journal.close()
        journal.path.unlink(missing_ok=True)
        raise
    fresh.chairs = Chairs(dict(opened.chairs.items()))
    fresh.chairs.notice = fresh.keep_chairs()
    return fresh


def _created(scenario: str, name: str | None) -> FileJournal:
    return FileJournal.create(_named(name)) if name is not None else folder().create(scenario)


def is_name(name: str) -> bool:
    """Whether a save can have this name; others only come into the folder from outside."""
    return _NAME.fullmatch(name) is not None


def _named(name: str) -> Path:
    """The file that a save of this name has or would have."""
    if not is_name(name):
        raise Refused("A save's name is made of letters, digits, dots, dashes and underscores.")
    return folder().path / f"{name.removesuffix(SUFFIX)}{SUFFIX}"


def preview(rules: Rules[Any], setup: Setup) -> Any:
    """The table as everybody would see it at the start; nothing of it is kept."""
    return Table.begin(rules, setup, NoJournal()).view(NOBODY)


def seed_of(typed: str) -> int | None:
    """A seed as somebody typed it; without one nobody can foresee the cards and dice."""
    typed = typed.strip()
    if not typed:
        return None
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= len(str(HIGHEST_SEED))
    if not is_number or int(typed) > HIGHEST_SEED:
        raise Refused(f"A seed is a number from 0 to {HIGHEST_SEED}.")
    return int(typed)


# Opening


def find(name: str) -> Path:
    """The file of a save, by name or path."""
    saves = folder()
    try:
        return saves.find(name)
    except SaveError:
        listed = {file.name: file.problem for file in saves.files()}
        if problem := listed.get(name):
            raise SaveError(problem) from None
        raise SaveError(f'There is no save named "{name}".{nearest(name, listed) if listed else ""}') from None


def header_of(path: Path) -> Header:
    """The header of a save, which says what game it is of."""
    journal = FileJournal(path, writing=False)
    first = next(journal.lines(), b"")
    if not first and not journal.torn:
        raise SaveError(f"{path.name} is empty.")
    return read_header(path.name, first)


def open_save(path: Path, *, writing: bool) -> Opened:
    """Open a table by folding its save; for writing it is locked against every other process."""
    with readable(path.name):
        rules = _rules_of(path)
        journal = FileJournal(path, writing=writing)
        try:
            table = Table.resume(rules, journal)
            missing = rules.missing(table.state)
            if missing:
                raise SaveError(f"{path.name} needs content that is not there any more: {', '.join(missing[:5])}.")
            rehearse(table, table.setup.seats if writing else ())
        except BaseException:
            journal.close()
            raise
    opened = Opened(path.name.removesuffix(SUFFIX), path, table, journal)
    opened.chairs = note.read_chairs(path, table.setup)
    return guarded(opened) if writing else opened


def _rules_of(path: Path) -> Rules[Any]:
    """The rules that a save is played by, if its scenario is there."""
    setup = header_of(path).setup
    try:
        rules = registry.game(setup.game)
        if setup.scenario not in [scene.id for scene in rules.scenarios()]:
            rules.check(setup)  # it may be in a file of the user's own that has a mistake
            raise Refused(f'There is no scenario "{setup.scenario}".')
    except (Refused, ContentError) as error:
        raise SaveError(f"{path.name} cannot be opened: {error}") from None
    return rules


# Listing


def entries() -> Iterator[SaveEntry]:
    """Every save, the newest first; each is read when its turn comes, unless the index knows it."""
    files = folder().files()
    index = Index()
    try:
        for file in files:
            yield index.entry(file) or index.note(file, _entry(file))
    finally:
        index.write(files)


def _entry(file: SaveFile) -> SaveEntry:
    entry = SaveEntry(file.name, file.where, _date(file.stamp.changed / 1e9), problem=file.problem)
    if file.problem:
        return entry
    try:
        with readable(file.path.name):
            return _summary(entry, open_save(file.path, writing=False).table)
    except (ParleyError, OSError) as error:
        return msgspec.structs.replace(entry, problem=str(error))


def _summary(entry: SaveEntry, table: Table[Any]) -> SaveEntry:
    setup, outcome = table.setup, table.outcome
    return msgspec.structs.replace(
        entry,
        game=setup.game,
        scenario=setup.scenario,
        challenges=setup.challenges,
        options=setup.options,
        seats=setup.seats,
        moves=table.number - 1,
        round=table.rules.round_of(table.state),
        finished=outcome is not None,
        outcome=told_end(table) if outcome else "",
        practice=table.practice,
    )


def _date(seconds: float) -> str:
    """When a file was changed; a time that no calendar has is the first or the last one."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return (_FIRST if seconds < 0 else _LAST).isoformat(timespec="seconds")


def unfinished(files: Sequence[SaveFile]) -> Generator[SaveEntry]:
    """Those of the saves that can be read and are not finished."""
    index = Index()
    try:
        for file in files:
            if file.problem or index.is_over(file):
                continue
            entry = index.entry(file) or index.note(file, _entry(file))
            if not entry.finished and not entry.problem:
                yield entry
    finally:
        index.write(files)


def newest() -> SaveEntry | None:
    """The newest save that can be read and is not finished."""
    with closing(unfinished(folder().files())) as found:
        return next(found, None)


def newest_unfinished() -> Path:
    """The save that `parley resume` opens when none is named."""
    found = newest()
    if found is None:
        raise SaveError("There is no unfinished game; begin one with: parley play GAME")
    return Path(found.path)


# Moving and copying


def rename(path: Path, name: str) -> Path:
    """Give a save another name; never that of another save."""
    target = _named(name)
    if target == path:
        return path
    with _held(path):
        _reserve(target, f"There is already a save named {name.removesuffix(SUFFIX)}.")
        return _moved(path, target)


def delete(path: Path) -> Path:
    """Put a save into the trash, from which it can be brought back."""
    trash = home() / TRASH
    with _held(path):
        target = trash / f"{time.time_ns()}{_DELETED}{path.name}"
        _reserve(target, f"{path.name} cannot be put into the trash; try again.")
        return _moved(path, target)


def deleted() -> list[Path]:
    """What lies in the trash, the last deleted first."""
    found: list[Path] = []
    with suppress(OSError):  # what may not be looked at cannot be brought back either
        found = list((home() / TRASH).glob(f"*{_DELETED}*{SUFFIX}"))
    return sorted((path for path in found if path.name.partition(_DELETED)[0].isdecimal()), key=_when, reverse=True)


def _when(path: Path) -> int:
    return int(path.name.partition(_DELETED)[0])


def empty_trash() -> None:
    """Let saves go for good that were deleted too long ago; what cannot be removed stays."""
    oldest = time.time_ns() - KEPT_DAYS * 24 * 3600 * 1_000_000_000
    for path in deleted():
        if _when(path) < oldest:
            for each in (path, *note.files_of(path)):
                with suppress(OSError):
                    each.unlink()


def restore() -> Path:
    """Bring the last deleted save back; under the next free name if its own was taken meanwhile."""
    trash = deleted()
    if not trash:
        raise Refused("Nothing lies in the trash.")
    saves = folder()
    name = trash[0].name.partition(_DELETED)[2]
    target = saves.path / name
    if target.exists():
        target = saves.fresh(name.removesuffix(SUFFIX))
    _reserve(target, f"There is already a save named {target.name.removesuffix(SUFFIX)}.")
    return _moved(trash[0], target)


def export(path: Path, typed: str) -> Path:
    """Copy a save to a path that somebody typed; never over another file."""
    try:
        content = read_regular(path)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}.") from None
    return write_typed(typed, path.name, content)


def export_story(opened: Opened, typed: str) -> Path:
    """Write the story of a table as Markdown, told as to somebody who saw everything that lay open."""
    from tui.play.story import Watcher, markdown

    words = markdown(opened.table, Watcher(opened.table.rules))
    return write_typed(typed, f"{opened.name}.md", clean(words).encode())


def write_typed(typed: str, name: str, content: bytes) -> Path:
    """A new file at a typed path; inside it, under a name, if it is a folder."""
    if not typed.strip():
        raise Refused("Type where it should go.")
    try:
        target = Path(typed.strip()).expanduser()
        if target.is_dir():
            target = target / name
        _reserve(target, f"There is already a file {target}; nothing was written.")
        write_new(target, content)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(f"{typed.strip()} cannot be written: {reason}.") from None
    return target


def fresh_file(place: Path, stem: str) -> Path:
    """An empty file in a folder of ours under a name that no other has: the stem, or the stem and a number."""
    number, target = 1, place / f"{stem}{SUFFIX}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        while target.exists():
            number += 1
            target = place / f"{stem}-{number}{SUFFIX}"
        target.touch(exist_ok=False)
    except OSError as error:
        raise SaveError(f"{target} cannot be written: {error.strerror}.") from None
    return target


def write_new(target: Path, content: bytes) -> None:
    """Fill a file that was made for this; if that fails, nothing of it is left."""
    try:
        write_whole(target, content)
    except OSError:
        target.unlink(missing_ok=True)
        raise


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep every other process away from a save while it moves; refused if one has it open."""
    journal = FileJournal(path)
    try:
        yield
    finally:
        journal.close()


def _reserve(path: Path, refusal: str) -> None:
    """Make an empty file where nothing may be yet."""
    try:
        if path.parent in (folder().path, home() / TRASH):
            path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(exist_ok=False)
    except FileExistsError:
        raise Refused(refusal) from None
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}.") from None


def _moved(path: Path, target: Path) -> Path:
    """Move a save over the empty file that was made for it."""
    try:
        moved = path.replace(target)
    except OSError as error:
        target.unlink(missing_ok=True)
        raise SaveError(f"{path.name} cannot be moved: {error.strerror}.") from None
    note.move(path, target)
    return moved


# Ending


def honours_of(table: Table[Any]) -> tuple[str, ...]:
    """What a finished game is remembered for; only those who won earn an honour, and not for practice."""
    won = table.outcome is not None and table.outcome.winners
    return table.rules.honours(table.state) if won and not table.practice else ()


def note_result(opened: Opened, book: Log | None = None, chairs: Mapping[Seat, Chair] | None = None) -> str:
    """Write how a table ended into the log, once; a notice if it could not be written or had to be begun anew."""
    table = opened.table
    if table.outcome is None:
        return ""
    book, is_home = book or log(), book is None
    try:
        name = table.setup.table or f"{opened.name}:{table.setup.seed}"
        book.record(name, _result(table, chairs or dict(opened.chairs.items())))
    except SaveError as error:
        return str(error)
    finally:
        if is_home:
            from tui.play.campaigns import note_end

            note_end(opened)
    return book.notice


def _result(table: Table[Any], chairs: Mapping[Seat, Chair]) -> Result:
    """How a table ended, for the log; options that carry stars count as challenges."""
    rules, setup, outcome = table.rules, table.setup, table.outcome
    assert outcome is not None
    harder = {option.id for option in rules.options(setup) if option.stars}
    return Result(
        setup.game,
        setup.scenario,
        (*setup.challenges, *(each for each in setup.options if choice_of(each).option in harder)),
        tuple(
            SeatResult(seat, outcome.is_won_by(seat), outcome.scores.get(seat), chairs[seat].logged)
            for seat in setup.seats
        ),
        rules.round_of(table.state),
        honours_of(table),
        practice=bool(table.practice),
        kind=rules.kind_of(setup),
    )
