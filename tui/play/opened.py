"""An open table and its save: what is done about saves that do not fit this Parley, and about files that are lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import ContentError, ParleyError, SaveError
from engine.core.kinds import NOBODY, Seat
from engine.core.standing import Standing
from engine.core.table import Table
from engine.store.files import SUFFIX, FileJournal, Folder
from tui.play import note
from tui.play.chairs import ANYBODY, Chair, Chairs

_FEW_WORDS = 120


class Opened(msgspec.Struct, eq=False):
    """A table and the save that it is kept in."""

    name: str
    path: Path
    table: Table[Any]
    journal: FileJournal
    tell: Callable[[str], None] | None = None
    """How the player is told what became of the save while it was open."""
    chairs: Chairs = msgspec.field(default_factory=lambda: Chairs({}))
    """Who sits on its seats, at home."""

    def __post_init__(self) -> None:
        """Every seat has a person of its own, if nothing else is said."""
        if not self.chairs.people and not self.chairs.bots:
            self.chairs = Chairs(dict.fromkeys(self.table.setup.seats, ANYBODY))

    def seat(self, seat: Seat, chair: Chair) -> str:
        """Give a seat to somebody else, and write that down; what went wrong, in a sentence."""
        self.chairs[seat] = chair
        return self.keep_chairs()

    def keep_chairs(self) -> str:
        """Write down who sits where; what went wrong, in a sentence."""
        looked = self.looked or note.read_looked(self.path, self.table.setup)
        return self._keep_note(looked if looked.seats else None)

    def _keep_note(self, looked: note.Looked | None) -> str:
        standing = self.standing.kept if self.standing else note.read_standing(self.path, self.table.setup)
        return note.keep(self.path, self.table.setup.table, self.chairs, looked, standing)

    looked: note.Looked | None = None
    """Up to which move each seat has seen the table; None until a screen asks for it."""

    def looks(self) -> dict[Seat, int]:
        """Up to which move each seat has seen the table, as far as it is known; kept when the table is left."""
        self.looked = self.looked or note.read_looked(self.path, self.table.setup)
        return self.looked.seats

    standing: Standing | None = None
    """Who stands by; None until a screen asks for it."""

    def stands(self) -> Standing:
        """Who stands by, also since before the save was left; every change is written down at once."""
        if self.standing is None:
            self.standing = Standing(note.read_standing(self.path, self.table.setup))
            self.standing.resume(self.table)
            self.standing.on_change = self.keep_chairs
        return self.standing

    @property
    def was_long_ago(self) -> bool:
        """Whether the table was left so long ago that its players may want a recap."""
        try:
            saved = self.path.stat().st_mtime
        except OSError:
            return False
        return self.table.number > 1 and self.looked is not None and self.looked.is_long_ago(saved)

    def keep_looked(self) -> None:
        """Write down up to which move each seat has seen the table."""
        if self.looked is not None:
            self.looked.leave()
            self._keep_note(self.looked)

    def leave(self) -> str:
        """Give the save back; whether the table is saved, in a sentence."""
        try:
            self.journal.keep()
        except SaveError as error:
            return f"The table is not saved. {error}"
        finally:
            self.keep_looked()
            self.journal.close()
        return f"The table is saved as {self.name}."


# Saves that others made


def rehearse(table: Table[Any], seats: Sequence[Seat]) -> None:
    """Show a table to nobody: what cannot be told or asked is found out now, and not in the middle of a screen."""
    rules, ask = table.rules, table.ask
    for seat in (NOBODY, *seats[:1]):
        rules.tell_view(table.view(seat), seat)
    if ask is None:
        return
    if strangers := [seat for seat in ask.seats if seat not in table.setup.seats]:
        raise SaveError(f'The table asks "{strangers[0]}", who has no seat at it.')
    for seat in ask.seats if seats else ():
        rules.tell_ask(table.view(seat), ask, seat)
        for move in table.moves(seat):
            rules.tell_answer(table.view(seat), ask, seat, move)


@contextmanager
def readable(name: str) -> Iterator[None]:
    """The boundary to data that others made: whatever goes wrong in reading it is a reason why it cannot be read."""
    try:
        yield
    except (ParleyError, OSError):
        raise
    except Exception as error:
        raise SaveError(f"{name} does not fit this Parley, so it cannot be opened ({_told(error)}).") from error


@contextmanager
def blaming(opened: Opened) -> Iterator[None]:
    """What goes wrong at a table that today's rules would not have come to is the fault of its save, and is said so."""
    try:
        yield
    except (ParleyError, OSError):
        raise
    except Exception as error:
        if why := why_not_ours(opened):
            raise SaveError(why) from error
        raise


def why_not_ours(opened: Opened) -> str:
    """Why a save cannot have come about by today's rules; empty if it can."""
    from engine.core.verify import verify

    try:
        verify(opened.table.rules, FileJournal(opened.path, writing=False))
    except ContentError:  # nothing can be said about the save
        return ""
    except ParleyError as error:
        return f"{opened.name} cannot be shown any further: it was altered, or other rules led to it. {error}"
    except Exception as error:  # noqa: BLE001  (whatever it is, the save holds it)
        return f"{opened.name} cannot be shown any further: it does not fit this Parley ({_told(error)})."
    return ""


def _told(error: Exception) -> str:
    """An error in a few words."""
    words = " ".join(str(error).split())[:_FEW_WORDS]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


# Saves that are lost while they are open


def guarded(opened: Opened) -> Opened:
    """Let a table go on in a new save if its own is removed, replaced or cut off by something else."""
    opened.journal.elsewhere = lambda lost: _rescued(opened, lost)
    return opened


def _rescued(opened: Opened, lost: str) -> FileJournal:
    """A new save beside a lost one, with all moves that stand."""
    name = opened.name
    fresh = Folder(opened.path.parent).create(name)
    try:
        lines = MemoryJournal()
        opened.table.write_to(lines)
        fresh.append(b"\n".join(lines.kept))
    except BaseException:
        fresh.close()
        fresh.path.unlink(missing_ok=True)
        raise
    opened.path, opened.name = fresh.path, fresh.path.name.removesuffix(SUFFIX)
    opened.keep_chairs()
    if opened.tell is not None:
        opened.tell(f"{name} {lost} while it was open. Everything is kept in a new save, {opened.name}.")
    return fresh


class MemoryJournal:
    """A journal that is kept in memory."""

    on, torn, name = True, False, "lines"

    def __init__(self) -> None:
        """Nothing was written yet."""
        self.kept: list[bytes] = []

    def lines(self) -> Iterator[bytes]:
        """All lines."""
        return iter(self.kept)

    def append(self, line: bytes) -> None:
        """Keep a line."""
        self.kept.append(line)
