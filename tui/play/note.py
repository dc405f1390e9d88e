"""The note beside a save: who sits on its seats, up to which move each seat has seen the table, and who stands by.

It is never part of the journal, and may be deleted at any time. Then every seat has a person of its own, and is shown
the last round. The process that has the save open is the only one that writes its note.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.core.content import home
from engine.core.journal import UNREADABLE
from engine.core.kinds import Seat, Setup
from engine.core.standing import StandingPass
from engine.store.whole import PRIVATE, read_whole, write_whole
from tui.play.chairs import ANYBODY, OPEN, Chair, Chairs, at_home

SUFFIX = ".note"
OLD_SUFFIX = ".chairs"
"""Of the file that an older Parley kept beside a save; it holds a note without what was seen."""
OLD_FILE = "saves.looked"
"""The file in which an older Parley kept what the seats of all saves had seen."""

GAP = 6 * 3600.0
"""Seconds after which a player may have forgotten what happened."""


class Looked(msgspec.Struct):
    """Up to which move each seat of a save has seen its table."""

    seats: dict[Seat, int] = {}
    when: float = 0.0
    """When the table was last left, as a Unix time; 0 if it is not known."""

    def is_long_ago(self, saved: float) -> bool:
        """Whether players may want a recap. If it is not known when the table was left, the time of the save counts."""
        return time.time() - (self.when or saved) >= GAP

    def leave(self) -> None:
        """Note that the table is left now."""
        self.when = round(time.time(), 1)


class _Note(msgspec.Struct):
    """The content of the file."""

    table: str
    """The id of the table. A note of another table is ignored: it belonged to another save of that name."""
    chairs: dict[Seat, Chair]
    looked: Looked | None = None
    standing: dict[Seat, StandingPass] = {}


def file_of(save: Path) -> Path:
    """Where the note of a save is kept."""
    return save.with_suffix(SUFFIX)


def files_of(save: Path) -> tuple[Path, Path]:
    """The note of a save, and the file that an older Parley kept in its place."""
    return file_of(save), save.with_suffix(OLD_SUFFIX)


def keep(
    save: Path, table: str, chairs: Chairs, looked: Looked | None, standing: dict[Seat, StandingPass] | None = None
) -> str:
    """Write the note of a save; what went wrong, in a sentence."""
    path, old = files_of(save)
    try:
        if chairs.are_usual and looked is None and not standing and not path.exists() and not old.exists():
            return ""
        note = _Note(table, dict(chairs.items()), looked, standing or {})
        write_whole(path, msgspec.json.encode(note) + b"\n", PRIVATE)
    except OSError as error:
        return f"Who sits where cannot be written down ({error.strerror}); it is forgotten when you leave."
    with suppress(OSError):
        old.unlink(missing_ok=True)
    return ""


def read_chairs(save: Path, setup: Setup) -> Chairs:
    """The chairs of a save; if its note is lost or damaged, every seat has a person of its own."""
    usual = Chairs(dict.fromkeys(setup.seats, ANYBODY))
    path = _present(save)
    try:
        note = _read(path)
    except FileNotFoundError:
        return usual
    except (OSError, *UNREADABLE):
        usual.notice = f"{path.name} is damaged, so nobody knows who sat where: every seat is a person's again."
        return usual
    if note.table != setup.table:
        return usual
    known = {seat: at_home(note.chairs.get(seat, OPEN)) for seat in setup.seats}
    if None in known.values():
        usual.notice = f"{path.name} does not fit the save, so nobody knows who sat where: every seat is a person's."
        return usual
    return Chairs({seat: chair for seat, chair in known.items() if chair is not None})


def read_looked(save: Path, setup: Setup) -> Looked:
    """What the seats of a save have seen; nothing if its note is lost or damaged."""
    with suppress(OSError, *UNREADABLE):
        note = _read(_present(save))
        if note.table == setup.table and note.looked is not None:
            return note.looked
    return _old_looked(setup, save.stem)


def read_standing(save: Path, setup: Setup) -> dict[Seat, StandingPass]:
    """The standing passes of a save; none if its note is lost or damaged."""
    with suppress(OSError, *UNREADABLE):
        note = _read(_present(save))
        if note.table == setup.table:
            return {seat: each for seat, each in note.standing.items() if seat in setup.seats}
    return {}


def move(save: Path, target: Path) -> None:
    """Let the note follow a save that was moved; the note of a save that was there before is deleted."""
    for old, new in zip(files_of(save), files_of(target), strict=True):
        with suppress(OSError):
            new.unlink(missing_ok=True)
        with suppress(OSError):
            old.replace(new)


def _present(save: Path) -> Path:
    """The newest kind of note that a save has."""
    return next((path for path in files_of(save) if path.exists()), file_of(save))


def _read(path: Path) -> _Note:
    return msgspec.json.decode(read_whole(path), type=_Note)


def _old_looked(setup: Setup, name: str) -> Looked:
    """What an older Parley kept of a save: by the id of its table, or by name and seed if it has none."""
    try:
        kept = msgspec.json.decode(read_whole(home() / OLD_FILE), type=dict[str, msgspec.Raw])
        raw = kept.get(setup.table or f"{name}:{setup.seed}")
        return msgspec.json.decode(raw, type=Looked) if raw is not None else Looked()
    except (OSError, *UNREADABLE):
        return Looked()
