"""Ledgers of campaigns as files in one folder: JSON Lines, one writer at a time, never overwritten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.core.campaign.ledger import Ledger, LedgerHeader, read_ledger_header
from engine.core.errors import Refused, SaveError, nearest
from engine.store.files import SUFFIX, FileJournal, Folder, SaveFile

FOLDER = "campaigns"
"""The folder of ledgers, beside that of the saves."""

_UNUSED = re.compile(r"[^a-z0-9]+")
_LONGEST = 40


class LedgerFile(FileJournal):
    """A ledger as a file."""

    what = "campaign"
    instead = ", or look at it with `parley campaign show`"
    unsaved = "what came last was not written down"


def stem_of(name: str) -> str:
    """The name of a file for a campaign with a name of the players' own."""
    return _UNUSED.sub("-", name.casefold()).strip("-")[:_LONGEST].strip("-") or "campaign"


class Ledgers:
    """All campaigns of one user, or of a house."""

    def __init__(self, path: Path) -> None:
        """Use a folder; it is made when the first campaign begins."""
        self.path = path

    def files(self) -> list[SaveFile]:
        """Every file that is named like a ledger, the newest first; one that was never begun is left out."""
        try:
            return [file for file in Folder(self.path).files() if file.stamp.size or file.problem]
        except SaveError:
            raise SaveError(f"The folder of campaigns, {self.path}, cannot be read.") from None

    def create(self, header: LedgerHeader) -> tuple[Ledger, LedgerFile]:
        """Start a ledger in a new file, which is open for writing."""
        stem, number = stem_of(header.name), 1
        while True:
            path = self.path / f"{stem}{SUFFIX if number == 1 else f'-{number}{SUFFIX}'}"
            if not path.exists():
                break
            number += 1
        file = LedgerFile.create(path)
        try:
            return Ledger.begun(file, header), file
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)
            raise

    def open(self, path: Path, *, writing: bool) -> tuple[Ledger, LedgerFile]:
        """Read a ledger; for writing it is locked against every other process."""
        file = LedgerFile(path, writing=writing)
        try:
            return Ledger.opened(file), file
        except BaseException:
            file.close()
            raise

    def find(self, name: str) -> Path:
        """The file of a campaign, by the name of the file, its path, or the name that the players gave it."""
        for path in (self.path / f"{name}{SUFFIX}", self.path / name, Path(name)):
            if path.is_file():
                return path
        names: dict[str, Path] = {}
        for file, header in self.headers():
            if header is not None:
                names.setdefault(header.name.casefold(), file.path)
        if found := names.get(name.casefold()):
            return found
        known = [file.name for file in self.files()]
        raise SaveError(f'There is no campaign named "{name}".{nearest(name, known) if known else ""}')

    def headers(self) -> Iterator[tuple[SaveFile, LedgerHeader | None]]:
        """Every file with its header; None for a file that is no ledger of ours."""
        for file in self.files():
            yield file, _header(file)

    def by_id(self, name: str) -> Path | None:
        """The file of the ledger with this id."""
        return next((file.path for file, header in self.headers() if header and header.id == name), None)


def _header(file: SaveFile) -> LedgerHeader | None:
    if file.problem:
        return None
    try:
        return read_ledger_header(file.name, next(LedgerFile(file.path, writing=False).lines(), b""))[0]
    except SaveError:
        return None


def checked_name(name: str) -> str:
    """The name of a campaign as a player typed it, without spaces around it; refused if it cannot be shown."""
    name = " ".join(name.split())
    if not name or len(name) > _LONGEST * 2 or not name.isprintable():
        raise Refused(f"A campaign's name has 1 to {_LONGEST * 2} letters that can be shown.")
    return name
