"""The index beside the saves: what lists show of each file, so that a save is folded once and not for every list.

It is a cache: it may be deleted at any time, and what does not fit the files or the content of today is not used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

import engine
from engine.core.content import builtin_root, home, read_regular
from engine.core.errors import SaveError
from engine.core.journal import UNREADABLE, is_intact
from engine.store.files import SaveFile, Stamp
from engine.store.whole import PRIVATE, open_regular, write_whole
from engine.version import VERSION

FILE = "saves.index"

_TAIL = 16 * 1024
"""How much of the end of a save is read to see whether its game is over."""


class SaveEntry(msgspec.Struct, frozen=True):
    """What a list shows of one save."""

    name: str
    path: str
    modified: str
    game: str = ""
    scenario: str = ""
    challenges: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    moves: int = 0
    round: int = 0
    finished: bool = False
    outcome: str = ""
    practice: str = ""
    """Why its players may know what comes, such as a typed seed; empty if they cannot."""
    problem: str = ""


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """An entry, and the file that it was made of."""

    stamp: Stamp
    entry: SaveEntry


_decode = msgspec.json.Decoder(_Kept).decode


class _Content(msgspec.Struct):
    """What the file of the index holds."""

    edition: str = ""
    entries: dict[str, msgspec.Raw] = {}
    """What is kept of each save; it is decoded when somebody asks for it."""
    over: dict[str, Stamp] = {}
    """Saves whose last line says that the game is over; nothing else of them is known."""


class Index:
    """The entries of all saves that have not changed since they were read."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the index; without one, or with one that cannot be used, nothing is known."""
        self._file = file or home() / FILE
        self._content = self._read()
        self._is_changed = False

    def _read(self) -> _Content:
        try:
            found = msgspec.json.decode(read_regular(self._file), type=_Content)
        except (OSError, *UNREADABLE):
            return _Content(edition())
        return found if found.edition == edition() else _Content(edition())

    def entry(self, file: SaveFile) -> SaveEntry | None:
        """What is known of a file."""
        raw = self._content.entries.get(file.name)
        if raw is None:
            return None
        try:
            kept = _decode(raw)
        except UNREADABLE:
            return None
        return kept.entry if kept.stamp == file.stamp else None

    def note(self, file: SaveFile, entry: SaveEntry) -> SaveEntry:
        """Keep what was read of a file."""
        self._content.entries[file.name] = msgspec.Raw(msgspec.json.encode(_Kept(file.stamp, entry)))
        self._content.over.pop(file.name, None)
        self._is_changed = True
        return entry

    def is_over(self, file: SaveFile) -> bool:
        """Whether the game of a file is known to be over; if need be its last line is read."""
        if entry := self.entry(file):
            return entry.finished
        if self._content.over.get(file.name) == file.stamp:
            return True
        if not ends_in_its_last_line(file.path):
            return False
        self._content.over[file.name] = file.stamp
        self._is_changed = True
        return True

    def write(self, files: Iterable[SaveFile]) -> None:
        """Write what is new; files that are not there any more are forgotten. A cache that cannot be kept is not."""
        if not self._is_changed:
            return
        there = {file.name for file in files}
        content = self._content
        content.entries = {name: kept for name, kept in content.entries.items() if name in there}
        content.over = {name: stamp for name, stamp in content.over.items() if name in there}
        with suppress(OSError):
            write_whole(self._file, msgspec.json.encode(content), PRIVATE)
            self._is_changed = False


class _LastLine(msgspec.Struct, frozen=True):
    """A line as far as it says whether anything comes after it."""

    next: msgspec.Raw = msgspec.Raw()
    undo: int | None = None


def ends_in_its_last_line(path: Path) -> bool:
    """Whether the last line of a save leaves nothing to do; False where only folding can tell."""
    try:
        with os.fdopen(open_regular(path, os.O_RDONLY), "rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            tail = os.pread(file.fileno(), _TAIL, max(0, size - _TAIL))
    except (OSError, SaveError):
        return False
    _, *lines = (b"\n" + tail if size <= _TAIL else tail).split(b"\n")
    if len(lines) < 3 or not is_intact(lines[-2]):  # the last one is what follows the last line end
        return False
    try:
        last = msgspec.json.decode(lines[-2], type=_LastLine)
    except UNREADABLE:
        return False
    return last.undo is None and bytes(last.next) in (b"", b"[]")


@cache
def edition() -> str:
    """A hash of what decides how a save is read: the version, our code and content, and the user's own."""
    folders = (Path(engine.__file__).parent, Path(__file__).parents[1], builtin_root(), home() / "content")
    seen = sorted(each for folder in folders for each in _stamps(str(folder)))
    return blake2b(msgspec.json.encode([VERSION, seen]), digest_size=8).hexdigest()


def _stamps(folder: str) -> Iterator[tuple[str, int, int]]:
    """Every file in a folder, with its size and when it was changed."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _stamps(entry.path)
            else:
                with suppress(OSError):  # a link that leads nowhere hides no other file
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns
