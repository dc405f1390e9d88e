"""What happens at the door, for the host to read: one line of JSON each, in a file that does not grow for ever."""

from __future__ import annotations

import logging
import os
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

import msgspec

FILE = "door.log"
LARGEST, KEPT = 2_000_000, 5
"""Bytes of a file, and how many older ones are kept."""

_LONGEST = 200


class _Quiet(RotatingFileHandler):
    """A full disk must not end anybody's game, nor write over the host's terminal."""

    def _open(self) -> Any:
        flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        return os.fdopen(os.open(self.baseFilename, flags, 0o600), "a", encoding=self.encoding)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (the name that logging calls)
        """The line is lost."""


class DoorLog:
    """The log of the door. It has no hidden information and no keys in it, only their fingerprints."""

    def __init__(self, folder: Path) -> None:
        """Write to a file in a data folder."""
        self.path = folder / FILE
        self._handler = _Quiet(self.path, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8")

    def note(self, what: str, **more: Any) -> None:
        """Something happened."""
        told = {name: value[:_LONGEST] if isinstance(value, str) else value for name, value in more.items()}
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = msgspec.json.encode({"when": now, "what": what, **told}).decode()
        self._handler.emit(logging.LogRecord("door", logging.INFO, "", 0, line, None, None))

    def mistake(self, error: BaseException, **more: Any) -> None:
        """Something went wrong that is our fault: where, but not with which values."""
        from tui.play.report import told

        self.note("mistake", told=told(error), **more)

    def close(self) -> None:
        """Give the file back."""
        self._handler.close()
