"""Opening the screens from the command, where there is a terminal for them."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

import typer

from tui.console import warn


def has_screen() -> bool:
    """Whether there is a terminal that can show screens."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def open_app(opened: Any = None, *, fresh: bool = False, theatre: Any = None, campaign: Any = None) -> None:
    """Open the app: the home screen, or straight a table, a replay or a campaign."""
    # Textual makes so many objects that some keys would wait for a collection, and the start for several.
    gc.set_threshold(50_000, 20, 100)
    from tui.app import ParleyApp

    parley = ParleyApp(opened, fresh=fresh, theatre=theatre, campaign=campaign)
    try:
        parley.run()
    finally:
        parley.end_thinkers()
    for words in parley.leave_tables():
        warn(words)
    if parley.return_code:
        raise typer.Exit(parley.return_code)
