"""How many may come from one address, and how fast."""

from __future__ import annotations

import ipaddress
from collections import Counter

from tui.house.rates import Buckets

CONNECTING, FAILING = 1.0, 10.0
"""What an attempt to come in costs of the patience with an address, and what one that fails costs on top."""

LONGEST_WAIT = 15.0
NAME_AGAIN = 600.0
"""Seconds after which one more new name may come from an address that has brought too many."""

ENTERING, ENTER_AGAIN = 10, 3.0
"""Apps that an address may open at once while others play, and seconds after which it may open one more: a first screen
takes as long as many keys."""


class Limits:
    """Counts connections by address, and slows down those who try too often."""

    def __init__(self, patience: float, most: int, names: int = 40) -> None:
        """Limit the rate, the open connections and the new names of an address."""
        self._most = most
        self._patience = Buckets(1.0, patience, deepest=LONGEST_WAIT)
        self._knocks = Buckets(2.0, 2 * patience, deepest=LONGEST_WAIT)
        self._names = Buckets(1 / NAME_AGAIN, names)
        self._entries = Buckets(1 / ENTER_AGAIN, ENTERING, deepest=LONGEST_WAIT)
        self._open: Counter[str] = Counter()

    def change(self, patience: float, most: int, names: int) -> None:
        """Take other limits; what was spent counts on."""
        self._most = most
        self._patience.change(patience)
        self._knocks.change(2 * patience)
        self._names.change(names)

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

    def is_crowd(self, address: str, times: int = 1) -> bool:
        """Whether an address has too many connections, or `times` as many as that."""
        return self._open[neighbourhood(address)] > times * self._most

    def is_storm(self, address: str, now: float) -> bool:
        """Whether an address makes one connection after another, faster than anybody comes in; each is counted."""
        return self._knocks.spend(neighbourhood(address), 1, now) < 0

    def spend(self, address: str, cost: float, now: float) -> float:
        """Take patience for an attempt; how many seconds it has to wait."""
        return max(0.0, min(-self._patience.spend(neighbourhood(address), cost, now), LONGEST_WAIT))

    def enter(self, address: str, now: float) -> float:
        """Count an app that is opened from an address; how many seconds it has to wait while others play."""
        return max(0.0, min(-self._entries.spend(neighbourhood(address), 1, now) * ENTER_AGAIN, LONGEST_WAIT))

    def may_be_new(self, address: str, now: float) -> bool:
        """Whether one more new name may come from an address; it is counted."""
        return self._names.take(neighbourhood(address), now)


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
