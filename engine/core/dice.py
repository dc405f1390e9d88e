"""The one source of chance: a stream of numbers that follows from the table's seed and the number of the move."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Deterministic chance, the same on every machine and Python version."""

    __slots__ = ("_count", "_key")

    def __init__(self, seed: int, move: int) -> None:
        """Begin the stream of one move of one table."""
        self._key = b"%d:%d:" % (seed, move)
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        while True:
            self._count += 1
            raw = int.from_bytes(blake2b(self._key + b"%d" % self._count, digest_size=8).digest(), "big")
            # The top of the range that does not divide evenly is thrown away, so that no number is likelier.
            if raw < (1 << 64) - (1 << 64) % limit:
                return raw % limit

    def roll(self, sides: int) -> int:
        """One die, 1 to sides."""
        return self.below(sides) + 1

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a new order."""
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)
