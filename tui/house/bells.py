"""How one person's deed reaches the others: everybody who follows a place has a bell, and looks anew when it rings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context

MOMENT = 1.0
"""Seconds of quiet after which those who follow a place hear who came and went: when a crowd comes, every one of them
would draw their screen again for each of the others, and that takes longer than letting them all in."""

LATEST = 5.0
"""Seconds after which they hear of it, however many still come."""


class Bells:
    """The bells of all who follow one place.

    A bell carries no news, so however slow its listener is, nothing piles up: a listener looks at the place as
    it is by then. Each listener waits in a task of its own app, which is what keeps apps apart.
    """

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._bells: set[asyncio.Event] = set()
        self._soon: asyncio.TimerHandle | None = None
        self._latest = 0.0
        """When the bells ring for those who came and went, at the latest; 0 if nobody did."""

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """A bell for as long as somebody follows."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)

    def ring(self) -> None:
        """Something has changed."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        self._latest = 0.0
        for bell in self._bells:
            bell.set()

    def ring_soon(self) -> None:
        """Something has changed that need not be seen at once: those who come in a crowd are told of together."""
        if not self._bells:
            return
        loop = asyncio.get_running_loop()
        self._latest = self._latest or loop.time() + LATEST
        if self._soon is not None:
            self._soon.cancel()
        # In a context of its own: the first caller's would keep its app alive.
        self._soon = loop.call_at(min(loop.time() + MOMENT, self._latest), self.ring, context=Context())

    def __len__(self) -> int:
        """How many listen."""
        return len(self._bells)
