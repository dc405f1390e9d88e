"""What a game tells the platform: a base class in three parts, with defaults for all that can have one.

`Play` is what a table and the bots ask, `Words` what a reader sees, `Reports` what lists and measurements count.
A game has to define the attributes of `Play` that have no default, and `set_up`, `take`, `moves` and `outcome`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from engine.core.kinds import State
from engine.core.rules.play import Play
from engine.core.rules.play import Turn as Turn
from engine.core.rules.reports import Reports
from engine.core.rules.words import Words
from engine.core.setup import HARDEST as HARDEST
from engine.core.setup import Kind as Kind
from engine.core.setup import Option as Option
from engine.core.setup import Scenario as Scenario
from engine.core.setup import Value as Value

S = TypeVar("S", bound=State[Any])

NEEDED = ("id", "title", "seats", "seat_names", "state_type", "move_types", "fact_types", "frame_types")
"""The attributes that every game has to define."""


class Rules(Play[S], Words[S], Reports[S]):
    """One game. Rules are pure: no clock, no I/O, no chance but the turn's dice."""

    def __init__(self) -> None:
        """Refuse a game that leaves out an attribute; Python itself refuses one that leaves out a method."""
        missing = [name for name in NEEDED if not hasattr(self, name)]
        if missing:
            raise TypeError(f"The rules {type(self).__name__} do not define {', '.join(missing)}.")
