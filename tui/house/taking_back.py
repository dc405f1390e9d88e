"""Taking moves back in a house: what the others are asked, and how much of it there may be."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.errors import Refused
from engine.core.table import Table

AT_FIRST, FOR_EACH = 100, 4
"""Moves that may be taken back at a table, and how many more for each move that stands: so a journal cannot grow
without the game going on.
"""


def refuse_too_many(table: Table[Any]) -> None:
    """Refuse one more take-back where there were enough."""
    if table.undone >= AT_FIRST + FOR_EACH * table.number:
        raise Refused(f"{table.undone} moves were taken back at this table; make one that stands first.")


class TakingBack(msgspec.Struct, frozen=True):
    """Somebody wants to take back moves of which the later ones are not theirs."""

    by: str
    number: int
    """The first move that goes."""
    words: str
    """What the move was, as far as everybody may know it."""
    missing: tuple[str, ...]
    """Who has to agree yet."""
    serial: int = 0
    """Which question of this kind it is: a player who agrees, agrees to this one."""
