"""A bot that now and then does not think: it makes mistakes as people do, and can be beaten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.dice import Dice
from engine.core.kinds import Frame, Move, Seat
from engine.core.rules import Rules


class Careless:
    """Plays like another bot, but makes one move in a few at random."""

    def __init__(self, bot: Any, one_in: int) -> None:
        """Note how it plays when it thinks, and how often it does not."""
        self.bot, self.one_in = bot, one_in

    @property
    def intent(self) -> Any:
        """What the other bot is about to do; None if it plans no further than a move."""
        return getattr(self.bot, "intent", None)

    def choose(
        self, rules: Rules[Any], view: Any, stack: tuple[Frame, ...], seat: Seat, moves: Sequence[Move], dice: Dice
    ) -> Move:
        """Any move, or the one that the other bot would make."""
        if dice.below(self.one_in) == 0:
            return dice.choice(moves)
        move: Move = self.bot.choose(rules, view, stack, seat, moves, dice)
        return move
