"""Journals as files in one folder: JSON Lines, one writer at a time, on disk before anybody sees a result."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.core.errors import SaveError
from engine.core.journal import LONGEST_LINE, Header, read_header

SUFFIX = ".jsonl"

_BLOCK = 256 * 1024
"""How much of a file is read at once."""

_TOO_LONG = f"a line has more than {LONGEST_LINE:,} bytes"


class FileJournal:
    """The journal of one table as a file."""

    on = True

    def __init__(self, path: Path, *, writing: bool = True) -> None:
        """Open a journal; for writing it is locked against every other process."""
        self.path = path
        self.name = path.name
        self.torn = False
        self._end: int | None = None
        """Where the last complete line ends; known once the file was read."""
        self._file: int | None = self._open() if writing else None

    @classmethod
    def create(cls, path: Path) -> FileJournal:
        """Start a new save; never overwrite one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        except FileExistsError:
            raise SaveError(f"There is already a save named {path.name}.") from None
        _sync_folder(path.parent)
        return cls(path)

    def _open(self) -> int:
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise SaveError(f"{self.path.name} cannot be opened: {error.strerror}.") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise SaveError(
                f"{self.path.name} is open in another Parley; close it there, or look at it with `parley replay`."
            ) from None
        return file

    def lines(self) -> Iterator[bytes]:
        """The complete lines; an unfinished last one is left out and noted as torn."""
        self._end, self.torn = None, False
        end, rest = 0, b""
        try:
            with self.path.open("rb", buffering=0) as file:
                while block := file.read(_BLOCK):
                    *complete, rest = (rest + block).split(b"\n")
                    if len(rest) > LONGEST_LINE:
                        raise SaveError(f"{self.name} is not a Parley save: {_TOO_LONG}.")
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

    def _read_to_the_end(self) -> int:
        for _ in self.lines():
            pass
        return self._end or 0

    def close(self) -> None:
        """Give the file back; another process may write it then."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _sync_folder(folder: Path) -> None:
    """Make a new file's name last through a crash."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class SaveInfo(msgspec.Struct, frozen=True):
    """What a list of saves shows of one, without folding it."""

    name: str
    path: Path
    modified: float
    header: Header | None = None
    problem: str = ""


class Folder:
    """All saves of one user."""

    def __init__(self, path: Path) -> None:
        """Use a folder; it is made when the first save is."""
        self.path = path

    def list(self) -> list[SaveInfo]:
        """Every save, the newest first; one that cannot be read has its reason."""
        paths = self.path.glob(f"*{SUFFIX}") if self.path.is_dir() else ()
        found = [self._info(path) for path in paths if path.is_file() or path.is_symlink()]
        return sorted(found, key=lambda info: (-info.modified, info.name))

    def _info(self, path: Path) -> SaveInfo:
        name = path.name.removesuffix(SUFFIX)
        try:
            modified = path.stat().st_mtime
        except OSError as error:
            return SaveInfo(name, path, 0.0, problem=f"{path.name} cannot be read: {error.strerror}.")
        try:
            first = next(FileJournal(path, writing=False).lines(), b"")
            return SaveInfo(name, path, modified, read_header(path.name, first))
        except SaveError as error:
            return SaveInfo(name, path, modified, problem=str(error))

    def find(self, name: str) -> Path:
        """The file of a save, by its name in this folder or by its path."""
        for path in (self.path / f"{name}{SUFFIX}", self.path / name, Path(name)):
            if path.is_file():
                return path
        raise SaveError(f'There is no save named "{name}".')

    def fresh(self, stem: str) -> Path:
        """A path that no save has yet: the stem and the next free number."""
        number = 1
        while (path := self.path / f"{stem}-{number}{SUFFIX}").exists():
            number += 1
        return path
