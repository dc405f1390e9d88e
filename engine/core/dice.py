"""The one source of chance: a stream of numbers that follows from the table's seed and the number of the move."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

import msgspec

T = TypeVar("T")
_RANGE = 1 << 64
_NUMBERS = Struct("<8Q")


class Dice(msgspec.Struct, gc=False):
    """Deterministic chance, the same on every machine and Python version: one stream for each move of a table."""

    seed: int
    move: int
    _blocks: int = 0
    _left: list[int] = []

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        left = self._left
        while True:
            if not left:
                self._fill()
            raw = left.pop()
            # The top of the range that does not divide evenly is thrown away, so that no number is likelier.
            if raw < _RANGE - _RANGE % limit:
                return raw % limit

    def _fill(self) -> None:
        """The next eight numbers of the stream."""
        self._blocks += 1
        block = blake2b(b"%d:%d:%d" % (self.seed, self.move, self._blocks)).digest()
        self._left.extend(_NUMBERS.unpack(block))

    def roll(self, sides: int) -> int:
        """One die, 1 to sides."""
        return self.below(sides) + 1

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a new order."""
        cards = list(items)
        below = self.below
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)
