"""How one person's deed reaches the others: everybody who follows a place has a bell, and looks anew when it rings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Bells:
    """The bells of all who follow one place.

    A bell carries no news, so however slow its listener is, nothing piles up: whoever hears it looks at the place as
    it is by then. Each listener waits in a task of its own app, which is what keeps apps apart.
    """

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._bells: set[asyncio.Event] = set()

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
        for bell in self._bells:
            bell.set()

    def __len__(self) -> int:
        """How many listen."""
        return len(self._bells)
