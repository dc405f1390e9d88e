"""Where lines of JSON are kept: the journal of a table, the ledger of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

LONGEST_LINE = 16 * 1024 * 1024
"""No line of a real save comes near this; anything longer is not a save."""

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding raises for bytes that are not what they should be; nesting without end is one of them."""


class Journal(Protocol):
    """Where the lines of one table are kept."""

    name: str
    on: bool
    """False for a table that is never written down (simulations)."""

    torn: bool
    """Whether reading met an unfinished last line."""

    def lines(self) -> Iterator[bytes]:
        """The complete lines, without their line ends."""

    def append(self, line: bytes) -> None:
        """Add a line; it is on disk when this returns."""
