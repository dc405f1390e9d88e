"""The data folder of a house: for one account alone, with no links in it where root opens the house."""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.core.errors import ParleyError
from engine.store.whole import open_folder

OWN = ("host_key", "people.json", "door.log", "serve.lock", "log.json", "control", "tables", "settings")
"""How the names of all begin that a house keeps in its folder; what else lies there is not touched."""

_OTHERS = 0o077


class ServeError(ParleyError):
    """The house cannot be opened."""


def prepare(folder: Path) -> None:
    """Make a data folder if there is none, and refuse one in which every file could be a trap."""
    with _opened(folder):
        pass


def make_private(folder: Path) -> list[str]:
    """Take away the rights of others to everything in a data folder; what has changed."""
    with _opened(folder) as place:
        return list(_tighten(place, "", OWN))


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    try:
        place = open_folder(folder, make=True)
        try:
            _check_owner(folder, place)
            yield place
        finally:
            os.close(place)
    except OSError as error:
        raise ServeError(f"{error.filename or folder}: {error.strerror}.") from None


def _check_owner(folder: Path, place: int) -> None:
    """Refuse to run as root in somebody else's folder."""
    owner = os.fstat(place).st_uid
    if os.geteuid() == 0 and owner != 0:
        try:
            name = pwd.getpwuid(owner).pw_name
        except KeyError:
            name = f"the user {owner}"
        raise ServeError(f"{folder} belongs to {name}; open the house as that user, not as root.")


def _tighten(place: int, shown: str, names: Sequence[str] = ()) -> Iterator[str]:
    """A folder and what lies in it, of some names if any are given; nothing is reached through a link."""
    if _take_away(place):
        yield shown or "."
    with os.scandir(place) as entries:
        found = sorted(entry.name for entry in entries if not names or entry.name.startswith(tuple(names)))
    for name in found:
        where = f"{shown}/{name}".lstrip("/")
        mode = os.stat(name, dir_fd=place, follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode) and os.geteuid() == 0:
            raise ServeError(f"{where} in the data folder is a link, and root follows none there; take it away.")
        if stat.S_ISDIR(mode) or (stat.S_ISREG(mode) and mode & _OTHERS):
            yield from _enter(name, place, where, is_folder=stat.S_ISDIR(mode))


def _enter(name: str, place: int, where: str, *, is_folder: bool) -> Iterator[str]:
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=place)
    try:
        if is_folder:
            yield from _tighten(file, where)
        elif _take_away(file):
            yield where
    finally:
        os.close(file)


def _take_away(file: int) -> bool:
    """Whether others had rights to an opened file or folder of one's own; they have none any more."""
    found = os.fstat(file)
    has_more_names = stat.S_ISREG(found.st_mode) and found.st_nlink > 1
    if found.st_uid != os.geteuid() or has_more_names or not found.st_mode & _OTHERS:
        return False
    os.fchmod(file, stat.S_IMODE(found.st_mode) & ~_OTHERS)
    return True
