"""The random bot: any legal move, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules


class Random:
    """Chooses blindly."""

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """Any move."""
        return dice.choice(moves)
