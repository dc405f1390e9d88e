"""Plain mode: people at one keyboard play by numbered choices, for screen readers, dumb terminals, scripts, pipes."""

from __future__ import annotations

from tui.console import command, say, warn
from tui.plain.keyboard import Stopped, edit_lines
from tui.plain.table import PlainTable
from tui.play.opened import blaming
from tui.play.saves import Opened

__all__ = ["PlainTable", "Stopped", "play"]


def play(opened: Opened, *, fresh: bool) -> None:
    """Play a table to its end, or until the player leaves."""
    edit_lines()
    opened.tell = warn
    if opened.chairs.notice:
        warn(opened.chairs.notice)
    table = PlainTable(opened)
    try:
        with blaming(opened):
            table.play(fresh=fresh)
    except KeyboardInterrupt:
        say()
        raise Stopped(f"Stopped. {opened.leave()} Go on with: {command()} resume {opened.name}") from None
    finally:
        table.bots.close()
        opened.journal.close()
