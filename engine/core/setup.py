"""What can be chosen before a game begins: scenarios and their challenges."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

Kind = Literal["together", "rivals", "teams"]
"""Whether all seats win or lose together, each plays for itself, or some of them for each other."""

HARDEST = 5
"""The most stars there are."""


class Challenge(msgspec.Struct, frozen=True):
    """A way to make a scenario harder."""

    id: str
    title: str
    stars: int = 0
    """How much harder it is."""


class Scenario(msgspec.Struct, frozen=True):
    """What a list of games shows of one scenario."""

    id: str
    number: int
    title: str
    stars: int
    challenges: tuple[Challenge, ...] = ()

    def stars_with(self, chosen: Collection[str]) -> int:
        """How hard it is with these challenges."""
        return min(HARDEST, self.stars + sum(each.stars for each in self.challenges if each.id in chosen))
