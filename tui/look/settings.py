"""What a player has chosen for all tables: looks, pace and keys. Kept in one file, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine.core.content import home
from engine.core.errors import SaveError
from engine.store.whole import open_regular, write_whole

FILE = "settings.json"
LONGEST_DELAY = 60.0

Theme = Literal["dark", "light", "contrast", "safe"]
Glyphs = Literal["auto", "unicode", "ascii"]
Sides = Literal["auto", "colours", "letters"]
Pace = Literal["instant", "timed", "stepped"]
Zoom = Literal["auto", "small", "wide", "large"]
Depth = Literal["auto", "truecolor", "256", "16", "mono"]


class Settings(msgspec.Struct, forbid_unknown_fields=False, omit_defaults=True):
    """The choices; a field that a newer Parley wrote is left alone."""

    theme: Theme = "dark"
    glyphs: Glyphs = "auto"
    sides: Sides = "auto"
    """Whether a piece tells by its colour alone whose it is; by a letter where there are no colours."""
    pace: Pace = "timed"
    delay: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_DELAY)] = 0.5
    """Seconds between the steps of a phase that plays by itself."""
    motion: bool = True
    """Whether anything may move by itself; without, every step waits for a key."""
    zoom: Zoom = "auto"
    overview: Literal["", "on", "off"] = ""
    """Whether a board that is larger than its room has an overview in a corner; by default where that hides little."""
    depth: Depth = "auto"
    hidden: tuple[str, ...] = ()
    """Panels of the table that are not shown where there is room for all."""
    wider: int = 0
    """Columns more, or fewer, of the panels beside the board."""
    higher: int = 0
    """Lines more, or fewer, of the panel below it."""
    vi: bool = False
    """Whether hjkl and yubn move the cursor; hint and take-back are then on H and U."""
    keys: dict[str, str] = {}
    """Keys that replace the usual ones, by what they do."""


def path() -> Path:
    """Where the settings are kept."""
    return home() / FILE


def load(file: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a notice if the file could not be read."""
    file = file or path()
    try:
        with os.fdopen(open_regular(file, os.O_RDONLY, "read"), "rb") as opened:
            return msgspec.json.decode(opened.read(), type=Settings), ""
    except (OSError, SaveError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        if not os.path.lexists(file):
            return Settings(), ""
        return Settings(), f"The settings in {file} cannot be read, so the usual ones are used ({error})."


def save(settings: Settings, file: Path | None = None) -> None:
    """Write the settings down: a crash leaves the old file or the new one, never half of one."""
    file = file or path()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
