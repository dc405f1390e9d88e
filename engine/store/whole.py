"""Small files that are written whole or not at all, by one writer at a time.

No link is followed on the way to them, and root works in somebody else's folder with the rights of its owner: the owner
can put links there that lead anywhere.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.core.errors import SaveError

PRIVATE = 0o600
_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Never through a link, and never waiting for the other end of a pipe."""

_PASSING = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_MOST_LINKS = 40
_AGAIN = 0.02
"""Seconds between two attempts to take a lock."""


def read_whole(path: Path, *, private: bool = False) -> bytes:
    """The content of a regular file; a private one loses the rights that others have to it."""
    with working_in(path.parent) as folder:
        file = _open(path, os.O_RDONLY, folder)
        with os.fdopen(file, "rb") as opened:
            if private:
                _tighten(file)
            return opened.read()


def write_whole(path: Path, data: bytes, mode: int = 0o644, *, at_once: bool = True) -> None:
    """All or nothing: a new file takes the place of the old one when it is safely on disk.

    Without `at_once` the system may keep it in memory for a while: what is written often, and may be lost with the
    last seconds before a power failure, does not wait for the disk.
    """
    fresh = f"{path.name}.{secrets.token_hex(4)}.new"  # no two writers have the same one
    with working_in(path.parent) as folder:
        with suppress(FileNotFoundError):
            os.unlink(f"{path.name}.new", dir_fd=folder)  # what an older Parley left behind
        file = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _FLAGS, mode, dir_fd=folder)
        try:
            _fill(file, data, at_once=at_once)
            os.replace(fresh, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(OSError):
                os.unlink(fresh, dir_fd=folder)
            raise
        if at_once:
            os.fsync(folder)


def _fill(file: int, data: bytes, *, at_once: bool) -> None:
    with os.fdopen(file, "wb") as opened:
        opened.write(data)
        opened.flush()
        if at_once:
            os.fsync(file)


def open_regular(path: Path, flags: int, what: str = "opened") -> int:
    """Open a regular file and nothing else: a pipe or a device would keep the reader waiting, or worse."""
    try:
        file = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be {what}: {error.strerror}.") from None
    mode = os.fstat(file).st_mode
    if stat.S_ISREG(mode):
        return file
    os.close(file)
    kind = "Is a directory" if stat.S_ISDIR(mode) else "it is not a file"
    raise SaveError(f"{path.name} cannot be {what}: {kind}.")


@contextmanager
def locked(path: Path, wait: float = 0.0) -> Iterator[None]:
    """One writer at a time: another one waits some seconds for its turn, and then gets an error."""
    with working_in(path.parent, make=True) as folder:
        lock = _open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR, folder)
    try:
        _tighten(lock)
        _take(lock, path, wait)
        yield
    finally:
        os.close(lock)


def _take(lock: int, path: Path, wait: float) -> None:
    stop = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= stop:
                raise OSError(errno.EAGAIN, "another process holds its lock", str(path)) from None
            time.sleep(_AGAIN)
        else:
            return


def _open(path: Path, flags: int, folder: int) -> int:
    """A regular file with one name, which is not a link."""
    try:
        file = os.open(path.name, flags | _FLAGS, PRIVATE, dir_fd=folder)
    except OSError as error:
        raise _in_words(error, path) from None
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        os.close(file)
        raise OSError(errno.EINVAL, "it is not a file with one name", str(path))
    return file


def _in_words(error: OSError, path: Path) -> OSError:
    if error.errno == errno.ELOOP:
        return OSError(errno.ELOOP, "it is a link, and links are not followed here", str(path))
    return type(error)(error.errno, error.strerror, str(path))


def _tighten(file: int) -> None:
    """Take away the rights of others to one's own file: even to read it is enough to lock it."""
    found = os.fstat(file)
    if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) != PRIVATE:
        os.fchmod(file, PRIVATE)


# Folders


@contextmanager
def working_in(path: Path, *, make: bool = False) -> Iterator[int]:
    """A folder to work in with the rights of its owner."""
    folder = open_folder(path, make=make)
    try:
        with _as_owner(folder):
            yield folder
    finally:
        os.close(folder)


def open_folder(path: Path, *, make: bool = False) -> int:
    """Open a folder; root goes there step by step, and follows only links that nobody else can have made."""
    if os.geteuid() == 0:
        return _walk(path, make)
    if make:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.open(path, _PASSING)


def _walk(path: Path, make: bool) -> int:
    steps, links = [*path.absolute().parts], 0
    at = os.open(steps.pop(0), _PASSING)
    try:
        while steps:
            name = steps.pop(0)
            if target := _link(name, at):
                links += 1
                if links > _MOST_LINKS or not _is_roots_alone(at):
                    raise OSError(errno.ELOOP, "a link leads there, and root follows only its own")
                steps = [*target.parts, *steps]
            else:
                at = _step(name, at, make)
    except OSError as error:
        os.close(at)
        raise type(error)(error.errno, error.strerror, str(path)) from None
    return at


def _link(name: str, at: int) -> Path | None:
    """Where a step leads if it is a link."""
    try:
        return Path(os.readlink(name, dir_fd=at))
    except OSError:
        return None


def _is_roots_alone(at: int) -> bool:
    """Whether nobody but root can have made a link in a folder."""
    found = os.fstat(at)
    return found.st_uid == 0 and not found.st_mode & 0o022


def _step(name: str, at: int, make: bool) -> int:
    """One folder further, made if need be; the one before is closed."""
    try:
        further = os.open(name, _PASSING | os.O_NOFOLLOW, dir_fd=at)
    except FileNotFoundError:
        if not make:
            raise
        with _as_owner(at), suppress(FileExistsError):  # another process may have made it in this very moment
            os.mkdir(name, 0o700, dir_fd=at)
        further = os.open(name, _PASSING | os.O_NOFOLLOW, dir_fd=at)
    os.close(at)
    return further


@contextmanager
def _as_owner(folder: int) -> Iterator[None]:
    """As root in somebody else's folder, do what they could do and no more; what is made is theirs."""
    owner = os.fstat(folder)
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    os.setgroups([owner.st_gid])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)
