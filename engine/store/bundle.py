"""A whole campaign in one file: its ledger and the journals of its attempts, as a zip archive.

What comes from elsewhere is read with limits, and only under the names that an export writes.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.core.content import read_regular
from engine.core.errors import SaveError
from engine.store.files import SUFFIX

LEDGER = f"ledger{SUFFIX}"
_SAVE = re.compile(rf"saves/([A-Za-z0-9][A-Za-z0-9._-]{{0,99}}){re.escape(SUFFIX)}")
MOST_SAVES = 2000
MOST_BYTES = 256 * 1024 * 1024
"""How much a campaign may hold; a real one has some megabytes."""
_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, ArithmeticError, LookupError),
)
"""What reading an archive raises that is not one, or not as it was written."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Bundle(msgspec.Struct, frozen=True):
    """The lines of a ledger, and the journals of its attempts by the names of their saves."""

    ledger: bytes
    saves: dict[str, bytes]


def pack(ledger: bytes, saves: Mapping[str, bytes]) -> bytes:
    """The archive; the same campaign gives the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(LEDGER, _EPOCH), ledger, zipfile.ZIP_DEFLATED)
        for name, raw in sorted(saves.items()):
            archive.writestr(zipfile.ZipInfo(f"saves/{name}{SUFFIX}", _EPOCH), raw, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def unpack(path: Path) -> Bundle:
    """Read an archive, or say why it is no campaign."""
    try:
        raw = read_regular(path) if path.stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}.") from None
    if not raw:
        raise SaveError(f"{path.name} is not an exported campaign: it is empty or too large.")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _unpacked(path.name, archive)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        zlib.error,
    ):
        raise SaveError(f"{path.name} is not an exported campaign, or it is damaged.") from None
    except (OSError, UnicodeError, ArithmeticError, LookupError) as error:
        raise SaveError(f"{path.name} is damaged ({type(error).__name__}).") from None


def _unpacked(name: str, archive: zipfile.ZipFile) -> Bundle:
    members = archive.infolist()
    names = [each.filename for each in members]
    if len(names) > MOST_SAVES + 1 or len(set(names)) != len(names):
        raise SaveError(f"{name} is not an exported campaign: it holds too many files.")
    if names.count(LEDGER) != 1:
        raise SaveError(f"{name} is not an exported campaign: it has no ledger.")
    left, found = MOST_BYTES, {}
    for member in members:
        if member.filename != LEDGER and not _SAVE.fullmatch(member.filename):
            raise SaveError(f"{name} is not an exported campaign: it holds a file that is neither ledger nor save.")
        found[member.filename] = _bounded(name, archive, member, left)
        left -= len(found[member.filename])
    ledger = found.pop(LEDGER)
    return Bundle(ledger, {each.removeprefix("saves/").removesuffix(SUFFIX): raw for each, raw in found.items()})


def _bounded(name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    """The content of a member; what its header says about its size is not believed."""
    with archive.open(member) as opened:
        raw = opened.read(left + 1)
    if len(raw) > left:
        raise SaveError(f"{name} is not an exported campaign: unpacked it has more than {MOST_BYTES:,} bytes.")
    return raw
