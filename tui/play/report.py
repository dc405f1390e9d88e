"""A report of a mistake in Parley: enough to find it, and nothing that a player may not know."""

from __future__ import annotations

import platform
import traceback
from datetime import datetime
from pathlib import Path

import msgspec

from engine.core.content import home
from engine.store.whole import write_whole
from engine.version import VERSION
from tui.look.settings import Settings

FOLDER = "reports"


def cause(error: BaseException) -> BaseException:
    """What really happened, when a worker only says that it failed."""
    return getattr(error, "error", None) or error


def sentence(error: BaseException) -> str:
    """What happened, in a line, with where it happened in our own code."""
    error = cause(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}, {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    # The words of an error could quote a hidden card, so only its kind is told.
    return f"Something unforeseen happened: {type(error).__name__}{place}."


def report(error: BaseException, settings: Settings) -> str:
    """The report as text: versions, settings, and the lines of code that led to the mistake.

    Neither the values of variables nor the words of the error are in it, because they could tell hidden cards.
    """
    error = cause(error)
    lines = [
        f"Parley {VERSION}, Python {platform.python_version()}, {platform.system()}",
        f"Settings: {msgspec.json.encode(settings).decode()}",
        "",
        *told(error),
    ]
    return "\n".join(lines) + "\n"


def told(error: BaseException) -> list[str]:
    """The traceback of an error and of what led to it, without words that could have values in them."""
    before = error.__cause__ or error.__context__
    lines = [*told(before), "and then"] if before else []
    for frame in traceback.extract_tb(error.__traceback__):
        lines.append(f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}")
        lines.append(f"    {frame.line}")
    return [*lines, type(error).__name__]


def _short(filename: str) -> str:
    """A file by its last folders: where somebody keeps their programs is nobody's business."""
    return "/".join(Path(filename).parts[-3:])


def write_report(error: BaseException, settings: Settings) -> Path:
    """Write the report into the folder of reports; where it is."""
    folder = home() / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.now().strftime('%Y-%m-%d-%H%M%S')}.txt"
    write_whole(path, report(error, settings).encode())
    return path
