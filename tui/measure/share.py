"""Part of a number of games, with how far the true share may lie from it."""

from __future__ import annotations

import math

import msgspec

_NORMAL = 1.959964
"""The 95 % interval of a share reaches this many standard errors to either side."""


class Proportion(msgspec.Struct, frozen=True):
    """Part of a number of games, with its 95 % interval (Wilson)."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        """For example "54 % (47 to 61)"."""
        return f"{self.rate * 100:.0f} % ({self.low * 100:.0f} to {self.high * 100:.0f})"


def share(wins: int, games: int) -> Proportion:
    """The share of games that were won, with the Wilson interval."""
    if not games:
        return Proportion(0.0, 0.0, 1.0)
    rate, square = wins / games, _NORMAL**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    reach = _NORMAL / (1 + square / games) * math.sqrt(rate * (1 - rate) / games + square / (4 * games**2))
    return Proportion(round(rate, 4), round(max(0.0, middle - reach), 4), round(min(1.0, middle + reach), 4))
