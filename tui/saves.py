"""The user's saves: opening, beginning and listing tables, and noting how they ended."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.core.content import home
from engine.core.errors import ParleyError, Refused, SaveError, nearest
from engine.core.journal import Header, read_header
from engine.core.kinds import Seat, Setup
from engine.core.rules import Rules
from engine.core.table import Table
from engine.store.files import SUFFIX, FileJournal, Folder, SaveInfo
from engine.store.log import FILE, Log, Result

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_TRIES = 100


class Opened(msgspec.Struct, frozen=True):
    """A table and the save that it is kept in."""

    name: str
    path: Path
    table: Table[Any]
    journal: FileJournal


def folder() -> Folder:
    """Where saves live."""
    path = home() / "saves"
    if path.exists() and not os.access(path, os.R_OK | os.X_OK):
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
) -> Setup:
    """What was chosen on the command line, the rest filled in; refused if it cannot be played."""
    setup = Setup(
        game=rules.id,
        scenario=scenario or rules.scenarios()[0].id,
        seats=_chosen_seats(rules, seats),
        seed=secrets.randbelow(1_000_000) if seed is None else seed,
        challenges=tuple(challenges),
        options=tuple(options),
        open_undo=open_undo,
    )
    rules.check(setup)
    return setup


def _chosen_seats(rules: Rules[Any], seats: str | None) -> tuple[Seat, ...]:
    """Seats by name (nabo,yainar) or by number (2); the fewest that the game allows if nothing is said."""
    fewest, most = rules.seats
    if seats is None:
        return tuple(rules.seat_names[:fewest])
    if not seats.strip().isdecimal():
        return tuple(name.strip() for name in seats.split(",") if name.strip())
    count = int(seats) if len(seats) < 4 else most + 1
    if not fewest <= count <= most:
        raise Refused(f"{rules.title} is for {fewest} to {most} seats.")
    return tuple(rules.seat_names[:count])


def begin(rules: Rules[Any], setup: Setup, name: str | None) -> Opened:
    """Lay out a new table in a new save."""
    journal = _created(setup.scenario, name)
    try:
        table = Table.begin(rules, msgspec.structs.replace(setup, table=secrets.token_hex(8)), journal)
    except SaveError:
        # Nothing was played yet, so nothing is lost with the file.
        journal.path.unlink(missing_ok=True)
        raise
    return Opened(journal.path.name.removesuffix(SUFFIX), journal.path, table, journal)


def _created(scenario: str, name: str | None) -> FileJournal:
    saves = folder()
    if name is not None:
        if not _NAME.fullmatch(name):
            raise Refused("A save's name is made of letters, digits, dots, dashes and underscores.")
        return FileJournal.create(saves.path / f"{name.removesuffix(SUFFIX)}{SUFFIX}")
    for _ in range(_TRIES):
        path = saves.fresh(scenario)
        try:
            return FileJournal.create(path)
        except SaveError:
            # Another Parley took the same number in this very moment.
            continue
    raise SaveError(f"No save could be made in {saves.path}.")


# Opening


def find(name: str) -> Path:
    """The file of a save, by name or path."""
    saves = folder()
    try:
        return saves.find(name)
    except SaveError:
        names = [info.name for info in saves.list()]
        raise SaveError(f'There is no save named "{name}".{nearest(name, names) if names else ""}') from None


def header_of(path: Path) -> Header:
    """The header of a save, which says what game it is of."""
    journal = FileJournal(path, writing=False)
    first = next(journal.lines(), b"")
    if not first and not journal.torn:
        raise SaveError(f"{path.name} is empty.")
    return read_header(path.name, first)


def open_save(path: Path, *, writing: bool) -> Opened:
    """Open a table by folding its save; for writing it is locked against every other process."""
    header = header_of(path)
    try:
        rules = registry.game(header.setup.game)
        if header.setup.scenario not in [scene.id for scene in rules.scenarios()]:
            raise Refused(f'There is no scenario "{header.setup.scenario}".')
    except Refused as refusal:
        raise SaveError(f"{path.name} cannot be opened: {refusal}") from None
    journal = FileJournal(path, writing=writing)
    table = Table.resume(rules, journal)
    missing = rules.missing(table.state)
    if missing:
        raise SaveError(f"{path.name} needs content that is not there any more: {', '.join(missing[:5])}.")
    return Opened(path.name.removesuffix(SUFFIX), path, table, journal)


# Listing


class Entry(msgspec.Struct, frozen=True):
    """What a list shows of one save."""

    name: str
    path: str
    modified: str
    game: str = ""
    scenario: str = ""
    challenges: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    moves: int = 0
    round: int = 0
    finished: bool = False
    outcome: str = ""
    problem: str = ""


def entries() -> list[Entry]:
    """Every save, the newest first."""
    return list(each_entry())


def each_entry() -> Iterator[Entry]:
    """The saves, the newest first, each opened only when it is asked for."""
    return map(_entry, folder().list())


def _entry(info: SaveInfo) -> Entry:
    modified = datetime.fromtimestamp(info.modified).astimezone().isoformat(timespec="seconds")
    entry = Entry(info.name, str(info.path), modified, problem=info.problem)
    if info.problem:
        return entry
    try:
        table = open_save(info.path, writing=False).table
    except ParleyError as error:
        return msgspec.structs.replace(entry, problem=str(error))
    setup, outcome = table.setup, table.outcome
    return msgspec.structs.replace(
        entry,
        game=setup.game,
        scenario=setup.scenario,
        challenges=setup.challenges,
        seats=setup.seats,
        moves=table.number - 1,
        round=table.rules.round_of(table.state),
        finished=outcome is not None,
        outcome=outcome.reason if outcome else "",
    )


def newest() -> Entry | None:
    """The save that was played last and is not finished."""
    return next((entry for entry in each_entry() if not entry.finished and not entry.problem), None)


def newest_unfinished() -> Path:
    """The save that `parley resume` opens when none is named."""
    found = newest()
    if found:
        return Path(found.path)
    raise SaveError("There is no unfinished game; begin one with: parley play GAME")


# Ending


def honours_of(table: Table[Any]) -> tuple[str, ...]:
    """What a finished game is remembered for; only those who won earn an honour."""
    won = table.outcome is not None and table.outcome.winners
    return table.rules.honours(table.state) if won else ()


def note_result(opened: Opened) -> str:
    """Write how a table ended into the log, once; a notice if the log had to be begun anew."""
    table = opened.table
    outcome = table.outcome
    if outcome is None:
        return ""
    setup = table.setup
    rounds = table.rules.round_of(table.state)
    won = bool(outcome.winners)
    result = Result(setup.game, setup.scenario, setup.challenges, won, rounds, honours_of(table))
    book = log()
    book.record(setup.table or f"{opened.name}:{setup.seed}", result)
    return book.notice
