"""Journals as files in one folder: JSON Lines, one writer at a time, on disk before anybody sees a result."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Self

import msgspec

from engine.core.errors import SaveError
from engine.core.journal import LONGEST_LINE
from engine.store.whole import open_regular

SUFFIX = ".jsonl"

_BLOCK = 256 * 1024
"""How much of a file is read at once."""

_TRIES = 100

_TOO_LONG = f"a line has more than {LONGEST_LINE:,} bytes"


class FileJournal:
    """The journal of one table as a file."""

    on = True
    what = "save"
    """What such a file is called in a sentence."""
    instead = ", or look at it with `parley replay`"
    """What can be done with a file that another process writes."""
    unsaved = "the move was not saved"
    """What it means that a line cannot be written."""

    def __init__(self, path: Path, *, writing: bool = True) -> None:
        """Open a journal; for writing it is locked against every other process."""
        self.path = path
        self.name = path.name
        self.torn = False
        self.elsewhere: Callable[[str], FileJournal] | None = None
        """Makes another journal with all lines so far, for the case that this file is lost; it is given the reason."""
        self._end: int | None = None
        """Where the last complete line ends; known once the file was read."""
        self._file: int | None = self._open() if writing else None

    @classmethod
    def create(cls, path: Path) -> Self:
        """Start a new save; never overwrite one."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o644))
        except FileExistsError as error:
            if error.filename == str(path):
                raise Taken(f"There is already a {cls.what} named {path.name}.") from None
            raise SaveError(f"{path} cannot be made: {path.parent} is not a folder.") from None
        except OSError as error:
            raise SaveError(f"{path} cannot be made: {error.strerror}.") from None
        try:
            _sync_folder(path.parent)
            return cls(path)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise SaveError(f"{path} cannot be made: {error.strerror}.") from None
        except SaveError:
            path.unlink(missing_ok=True)
            raise

    def _open(self) -> int:
        file = open_regular(self.path, os.O_RDWR)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise SaveError(f"{self.path.name} is open in another Parley; close it there{self.instead}.") from None
        except OSError as error:
            os.close(file)
            raise SaveError(
                f"{self.path.name} cannot be locked, so it is not opened ({error.strerror}); another disk may do."
            ) from None
        return file

    def lines(self) -> Iterator[bytes]:
        """The complete lines; an unfinished last one is left out and noted as torn."""
        self._end, self.torn = None, False
        end, rest = 0, b""
        try:
            with os.fdopen(open_regular(self.path, os.O_RDONLY, "read"), "rb", buffering=0) as file:
                while block := file.read(_BLOCK):
                    *complete, rest = (rest + block).split(b"\n")
                    if len(rest) > LONGEST_LINE:
                        raise SaveError(f"{self.name} is not a Parley {self.what}: {_TOO_LONG}.")
                    end += len(block)
                    yield from complete
        except OSError as error:
            raise SaveError(f"{self.name} cannot be read: {error.strerror}.") from None
        self._end, self.torn = end - len(rest), bool(rest)

    def append(self, line: bytes) -> None:
        """Add a line after the last complete one; it is on disk when this returns."""
        file = self._file
        if file is None:
            raise SaveError(f"{self.name} is open for reading only.")
        end = self._end if self._end is not None else self._read_to_the_end()
        if lost := self._lost(file, end):
            self._go_elsewhere(lost)
            self.append(line)
            return
        data = line + b"\n"
        try:
            if self.torn:
                os.ftruncate(file, end)
                self.torn = False
            written = os.pwrite(file, data, end)
            while written < len(data):
                written += os.pwrite(file, data[written:], end + written)
            os.fsync(file)
        except OSError as error:
            self.torn = True  # whatever was written of it goes before the next line is
            with suppress(OSError):
                os.ftruncate(file, end)
            raise SaveError(f"{self.name} cannot be written: {error.strerror}.") from None
        self._end = end + len(data)

    def _lost(self, file: int, end: int) -> str:
        """What became of the file while it was open; empty if it is as this journal left it."""
        try:
            mine = os.fstat(file)
            there = self.path.stat()
        except FileNotFoundError:
            return "was removed"
        except OSError as error:
            return f"cannot be reached any more ({error.strerror})"
        if not mine.st_nlink or (mine.st_dev, mine.st_ino) != (there.st_dev, there.st_ino):
            return "was replaced by another file"
        if mine.st_size < end:
            return "was cut off"
        return "was written by something else" if mine.st_size > end and not self.torn else ""

    def keep(self) -> None:
        """Make sure that all lines so far are on disk; if the file was lost, they go to another one."""
        if self._file is not None and self._end is not None and (lost := self._lost(self._file, self._end)):
            self._go_elsewhere(lost)

    def _go_elsewhere(self, lost: str) -> None:
        """Go on in another file that has all lines so far; the lost one is left as it is."""
        if self.elsewhere is None:
            raise SaveError(f"{self.name} {lost} while it was open; {self.unsaved}.")
        fresh = self.elsewhere(lost)
        self.close()
        self.path, self.name, self.torn = fresh.path, fresh.name, fresh.torn
        self._file, self._end = fresh._file, fresh._end

    def _read_to_the_end(self) -> int:
        for _ in self.lines():
            pass
        return self._end or 0

    def close(self) -> None:
        """Give the file back; another process may write it then."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Taken(SaveError):
    """Another save has that name."""


def _sync_folder(folder: Path) -> None:
    """Make a new file's name last through a crash."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Stamp(msgspec.Struct, frozen=True, array_like=True):
    """By which a file is known to be the one that was looked at before, with the same content."""

    inode: int
    size: int
    changed: int
    """When it was changed last, in nanoseconds."""


class SaveFile(msgspec.Struct, frozen=True):
    """A file among the saves, as the folder shows it; nothing in it is read."""

    name: str
    where: str
    stamp: Stamp
    problem: str = ""

    @property
    def path(self) -> Path:
        """Where it is."""
        return Path(self.where)


def _looked_at(entry: os.DirEntry[str]) -> SaveFile | None:
    """A file that is named like a save; a folder is none."""
    name = entry.name.removesuffix(SUFFIX)
    try:
        status = entry.stat()
    except OSError as error:
        return SaveFile(name, entry.path, Stamp(0, 0, 0), f"{entry.name} cannot be read: {error.strerror}.")
    stamp = Stamp(status.st_ino, status.st_size, status.st_mtime_ns)
    if stat.S_ISREG(status.st_mode):
        return SaveFile(name, entry.path, stamp)
    return None if stat.S_ISDIR(status.st_mode) else SaveFile(name, entry.path, stamp, f"{entry.name} is not a file.")


class Folder:
    """All saves of one user."""

    def __init__(self, path: Path) -> None:
        """Use a folder; it is made when the first save is."""
        self.path = path

    def files(self) -> list[SaveFile]:
        """Every file that is named like a save, the newest first; a folder is none."""
        try:
            with os.scandir(self.path) as entries:
                found = [file for entry in entries if entry.name.endswith(SUFFIX) and (file := _looked_at(entry))]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise SaveError(f"The folder of saves, {self.path}, cannot be read: {error.strerror}.") from None
        found.sort(key=attrgetter("name"))
        found.sort(key=attrgetter("stamp.changed"), reverse=True)
        return found

    def find(self, name: str) -> Path:
        """The file of a save, by its name in this folder or by its path."""
        for path in (self.path / f"{name}{SUFFIX}", self.path / name, Path(name)):
            if path.is_file():
                return path
        raise SaveError(f'There is no save named "{name}".')

    def create(self, stem: str) -> FileJournal:
        """Start a new save under a name that no other has."""
        for _ in range(_TRIES):
            try:
                return FileJournal.create(self.fresh(stem))
            except Taken:  # by another Parley, in this very moment
                continue
        raise SaveError(f"No save could be made in {self.path}.")

    def fresh(self, stem: str) -> Path:
        """A path that no save has yet: the stem and the next free number."""
        number = 1
        while (path := self.path / f"{stem}-{number}{SUFFIX}").exists():
            number += 1
        return path
