"""What the house knows of a table besides its journal: who sits where, who may come, and what was said."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import msgspec

from engine.core.errors import SaveError
from engine.core.journal import UNREADABLE
from engine.core.kinds import NOBODY, Seat
from engine.core.standing import StandingPass
from engine.store.whole import open_regular
from tui.house.delay import Made
from tui.house.talk import Said
from tui.play.chairs import OPEN as OPEN
from tui.play.chairs import Chair as Chair

SUFFIX = ".json"
LONGEST_CLOCK, LONGEST_DELAY = 24 * 3600, 3600

Access = Literal["public", "code", "invited"]


class RoomRecord(msgspec.Struct):
    """What is known of a room besides its journal; kept in a file beside it."""

    code: str
    owner: str
    chairs: dict[Seat, Chair]
    opened: float = 0.0
    ended: float = 0.0
    """When its game ended; 0 while it goes on."""
    place: str = ""
    """Where it was opened from: tables are limited by address as well as by name."""
    access: Access = "public"
    invited: list[str] = []
    eyes: Seat = NOBODY
    """Through whose eyes spectators watch; nobody's, that is an outsider's, unless the owner allows more."""
    delay: int = 0
    """By how many seconds spectators are behind."""
    made: list[Made] = []
    """When the last moves were made, if spectators are behind."""
    clock: int = 0
    """How many seconds somebody has for a move; 0 for as many as they like."""
    paused: bool = False
    bots_wait: bool = False
    """Whether the person in charge lets the bots wait."""
    said: list[Said] = []
    held: tuple[float, int, int] | None = None
    """What spectators see after a take-back: until when, and how many lines of the journal and moves that are."""
    is_logged: bool = True
    """Whether how it ended is in the log of the house, which it is once spectators have seen it."""
    unseen: list[str] = []
    """Who was invited and has not come yet."""
    begun: bool | None = None
    """Whether every seat has been taken once; records of an older Parley do not say."""
    deputy: str = ""
    """Who is in charge while the owner is away; nobody while the owner is."""
    left: dict[str, float] = {}
    """When people of the table who are away were last in the room, by the clock on the wall."""
    seated: list[str] = []
    """Who sits here, the one who has sat longest first."""
    known: dict[Seat, list[str]] = {}
    """Who has held a seat since the game began, and so has seen its hand."""
    muted: list[str] = []
    """Whose words nobody hears at this table."""
    looked: dict[str, int] = {}
    """Up to which move each person of the table has seen it."""
    standing: dict[Seat, StandingPass] = {}
    """Which seats let windows pass, and until what is over."""
    removed: list[str] = []
    """Who may not come to this table again."""


def read_record(path: Path) -> RoomRecord:
    """The record of a table, or what is wrong with its file."""
    try:
        with os.fdopen(open_regular(path, os.O_RDONLY, "read"), "rb") as file:
            return msgspec.json.decode(file.read(), type=RoomRecord)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}.") from None
    except UNREADABLE as error:
        raise SaveError(f"{path.name} is damaged ({error}).") from None
