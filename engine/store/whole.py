"""Small files that are written whole or not at all, by one writer at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """All or nothing: a new file takes the place of the old one when it is safely on disk."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, mode), "wb") as file:
        file.write(data)
        file.flush()
        _leave_to_owner(file.fileno(), path.parent)
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One writer at a time: a second one that comes at the same moment waits for its turn."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
    try:
        _leave_to_owner(lock, path.parent)
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _leave_to_owner(file: int, folder: Path) -> None:
    """What root writes in somebody else's folder is theirs: otherwise they could not even read it any more."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)
