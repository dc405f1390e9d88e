"""How many may come from one address, and how fast."""

from __future__ import annotations

import ipaddress
from collections import Counter

import msgspec

CONNECTING, FAILING = 1.0, 10.0
"""What an attempt to come in costs of the patience with an address, and what one that fails costs on top."""

LONGEST_WAIT = 15.0
_MOST_ADDRESSES = 10_000


class Patience(msgspec.Struct):
    """What is left of the patience with an address; it comes back by itself, one a second."""

    left: float
    since: float


class Limits:
    """Counts connections by address, and slows down those who try too often."""

    def __init__(self, patience: float, most: int) -> None:
        """So much patience with an address, and so many connections from it at a time."""
        self._most_patience, self._most = patience, most
        self._patience: dict[str, Patience] = {}
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many connections there are."""
        return self._open.total()

    def came(self, address: str) -> None:
        """A connection was made."""
        self._open[neighbourhood(address)] += 1

    def went(self, address: str) -> None:
        """A connection has ended."""
        place = neighbourhood(address)
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]

    def is_crowd(self, address: str) -> bool:
        """Whether too many are here from an address."""
        return self._open[neighbourhood(address)] > self._most

    def spend(self, address: str, cost: float, now: float) -> float:
        """Take patience for an attempt; how many seconds it has to wait."""
        place = neighbourhood(address)
        known = self._patience.get(place) or Patience(self._most_patience, now)
        left = min(self._most_patience, known.left + now - known.since) - cost
        # However long somebody keeps at it, they are slowed down and not shut out.
        self._patience[place] = Patience(max(left, -LONGEST_WAIT), now)
        if len(self._patience) > _MOST_ADDRESSES:
            self._forget(now)
        return max(0.0, min(-left, LONGEST_WAIT))

    def _forget(self, now: float) -> None:
        """Forget the addresses with which all patience is back; if that is not enough, all of them."""
        self._patience = {
            place: known
            for place, known in self._patience.items()
            if known.left + now - known.since < self._most_patience
        }
        if len(self._patience) > _MOST_ADDRESSES:
            self._patience.clear()


def neighbourhood(address: str) -> str:
    """The address, or all those that one customer of an IPv6 provider has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


def plain_address(peer: object) -> str:
    """The IP address of a peer, as it is usually written."""
    text = str(peer[0]) if isinstance(peer, tuple) and peer else ""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text or "unknown"
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)
