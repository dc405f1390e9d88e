"""What the seats of each save have seen: a small file beside the saves, never part of a journal.

It may be deleted at any time. A seat of which nothing is known is shown the last round.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.core.content import home
from engine.core.journal import UNREADABLE
from engine.core.kinds import Seat, Setup
from engine.store.whole import PRIVATE, locked, read_whole, write_whole

FILE = "saves.looked"

MOST_KEPT = 2000
"""The number of saves that are remembered; those that were left longest ago are forgotten first."""

GAP = 6 * 3600.0
"""Seconds after which a player may have forgotten what happened."""


class Looked(msgspec.Struct):
    """Up to which move each seat of a save has seen its table."""

    seats: dict[Seat, int] = {}
    when: float = 0.0
    """When the table was last left, by the clock on the wall; 0 if it is not known."""

    def is_long_ago(self, saved: float) -> bool:
        """Whether the table was left so long ago that players may want a recap; `saved` is for when nobody knows."""
        return time.time() - (self.when or saved) >= GAP


def key_of(setup: Setup, name: str) -> str:
    """By which a save is known, also after it was renamed; saves of an older Parley have only their name."""
    return setup.table or f"{name}:{setup.seed}"


def read_looked(setup: Setup, name: str, file: Path | None = None) -> Looked:
    """What is known of a save; nothing if the file is missing or damaged."""
    raw = _read(file or home() / FILE).get(key_of(setup, name))
    try:
        return msgspec.json.decode(raw, type=Looked) if raw is not None else Looked()
    except UNREADABLE:
        return Looked()


def write_looked(looked: Looked, setup: Setup, name: str, file: Path | None = None) -> None:
    """Note what the seats of a save have seen; where it cannot be written, they see the last round next time."""
    path = file or home() / FILE
    looked.when = round(time.time(), 1)
    with suppress(OSError), locked(path, wait=1.0):
        kept, key = _read(path), key_of(setup, name)
        kept.pop(key, None)  # the newest is the last
        kept[key] = msgspec.Raw(msgspec.json.encode(looked))
        newest = dict(list(kept.items())[-MOST_KEPT:])
        write_whole(path, msgspec.json.encode(newest), PRIVATE)


def _read(path: Path) -> dict[str, msgspec.Raw]:
    """All notes, the oldest first."""
    try:
        return msgspec.json.decode(read_whole(path), type=dict[str, msgspec.Raw])
    except (OSError, *UNREADABLE):
        return {}
