"""The rate limiter: a token bucket, and one for each name or address. All limits of the house and its doors use it."""

from __future__ import annotations

import math

EXACT = 1e-9
"""What rounding may cost: a token that is back but for this much is there."""


class Bucket:
    """A token bucket: it holds at most `most`, gets `rate` back in a second, and can be overdrawn by `deepest`."""

    __slots__ = ("__weakref__", "_deepest", "_left", "_most", "_rate", "_since")

    def __init__(self, rate: float, most: float, now: float, deepest: float = math.inf) -> None:
        """It is full."""
        self._rate, self._most, self._deepest = rate, most, deepest
        self._left, self._since = most, now

    def left(self, now: float) -> float:
        """What it holds; less than nothing if it is overdrawn."""
        return min(self._most, self._left + (now - self._since) * self._rate)

    def spend(self, cost: float, now: float) -> float:
        """Take some; what would be left, however much it is overdrawn by that."""
        left = self.left(now) - cost
        # However long somebody keeps at it, they are slowed down and not shut out.
        self._left, self._since = max(left, -self._deepest), now
        return left

    def wait(self, now: float) -> float:
        """Seconds until it is no longer overdrawn."""
        return max(0.0, -self.left(now) / self._rate)

    def change(self, most: float) -> None:
        """Let it hold more or less; what was spent counts on."""
        self._left += most - self._most
        self._most = most

    def is_full(self, now: float) -> bool:
        """Whether nothing of what was spent counts any more."""
        return self.left(now) >= self._most - EXACT


class Buckets:
    """A bucket for each name or address; those that are full again are forgotten when there are too many."""

    def __init__(self, rate: float, most: float, *, deepest: float = math.inf, kept: int = 10_000) -> None:
        """Everybody has a full one."""
        self._rate, self._most, self._deepest, self._kept = rate, most, deepest, kept
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._buckets)

    def left(self, who: str, now: float) -> float:
        """What somebody has."""
        known = self._buckets.get(who)
        return self._most if known is None else known.left(now)

    def spend(self, who: str, cost: float, now: float) -> float:
        """Take some of what somebody has; what would be left."""
        known = self._buckets.get(who)
        if known is None:
            known = self._buckets[who] = Bucket(self._rate, self._most, now, self._deepest)
        left = known.spend(cost, now)
        if len(self._buckets) > self._kept:
            self._forget(now)
        return left

    def take(self, who: str, now: float) -> bool:
        """Take one, if somebody has one; False if not."""
        if not self.has_one(who, now):
            return False
        self.spend(who, 1, now)
        return True

    def has_one(self, who: str, now: float) -> bool:
        """Whether somebody has at least one."""
        return self.left(who, now) >= 1 - EXACT

    def change(self, most: float) -> None:
        """Allow more or less; what was spent counts on."""
        self._most = most
        for known in self._buckets.values():
            known.change(most)

    def _forget(self, now: float) -> None:
        """Forget the full ones; if that is not enough, all of them."""
        self._buckets = {who: known for who, known in self._buckets.items() if not known.is_full(now)}
        if len(self._buckets) > self._kept:
            self._buckets.clear()
