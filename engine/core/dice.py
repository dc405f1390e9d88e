"""The one source of chance: a stream of numbers for each move, from a table's secret or from a seed that was typed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from secrets import token_bytes
from struct import Struct
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_RANGE = 1 << 64
_NUMBERS = Struct("<8Q")


def _fair(limit: int) -> int:
    """Where the top of the range begins that does not divide evenly: thrown away, so that no number is likelier."""
    return _RANGE - _RANGE % limit


_FAIR = {limit: _fair(limit) for limit in range(1, 129)}
"""The same for the limits of nearly every roll and shuffle."""


SECRET_SIZE = 32
"""Bytes of a table's secret: far too many to be tried one by one."""


class Dice(msgspec.Struct, gc=False):
    """Deterministic chance, the same on every machine and Python version: one stream for each move of a table."""

    seed: int
    move: int
    _secret: bytes = b""
    _blocks: int = 0
    _left: list[int] | None = None

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        left = self._left
        fair = _FAIR.get(limit) or _fair(limit)
        while True:
            if not left:
                left = self._fill()
            raw = left.pop()
            if raw < fair:
                return raw % limit

    def _fill(self) -> list[int]:
        """The next eight numbers of the stream."""
        self._blocks += 1
        block = blake2b(b"%d:%d:%d" % (self.seed, self.move, self._blocks), key=self._secret).digest()
        self._left = left = list(_NUMBERS.unpack(block))
        return left

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

    def __repr__(self) -> str:
        """Nothing that tells how they fall: it could end up in a message."""
        return "Dice(...)"

    def __rich_repr__(self) -> Any:
        """The same for tracebacks with variables."""
        return iter(())


class Chance(msgspec.Struct, frozen=True, gc=False):
    """Where the dice of a table come from: its seed, and its secrets, each of which holds from one move on.

    A table without a secret follows from its seed alone. A branch has those of the table that it left, up to the
    last move that it took over, and one of its own for what comes then. So a move that was taken back and made again
    has the same dice, and a save verifies, whatever it branched off from.
    """

    seed: int = 0
    secrets: tuple[tuple[int, bytes], ...] = ()
    """The first move that a secret is for, and the secret."""

    @classmethod
    def fresh(cls) -> Chance:
        """Chance that nobody can foresee."""
        return cls().branched(0)

    def branched(self, number: int) -> Chance:
        """The same up to a move, and a new secret from it on."""
        old = tuple(each for each in self.secrets if each[0] < number)
        return Chance(self.seed, (*old, (number, token_bytes(SECRET_SIZE))))

    def dice(self, move: int) -> Dice:
        """The dice of a move."""
        if not self.secrets:
            return Dice(self.seed, move)
        secret = b""
        for first, each in self.secrets:
            if move >= first:
                secret = each
        return Dice(self.seed, move, secret)

    def __repr__(self) -> str:
        """Nothing that could be told."""
        return "Chance(...)"

    def __rich_repr__(self) -> Any:
        """The same for tracebacks with variables."""
        return iter(())
