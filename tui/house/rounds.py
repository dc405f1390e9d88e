"""Screens that follow others are drawn one at a time: a move that a hundred people see holds up nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from time import thread_time
from weakref import WeakValueDictionary

LONGEST = 0.1
"""Seconds after which the next screen is drawn, however long the one before takes."""

REST = 4.0
"""How many times as long as they took the screens of one address rest before the next of them is drawn, if anybody from
another address is here."""


class Rounds:
    """Whose screen is drawn next: addresses take turns, and so do the screens of each of them.

    One person can follow a table of their own on many screens, under many names. All of them together take turns with
    every other player as one, and take no more than a part of the processor.
    """

    def __init__(self) -> None:
        """Nobody is here."""
        self._one = asyncio.Lock()
        self._places: WeakValueDictionary[str, Place] = WeakValueDictionary()

    def of(self, place: str) -> Place:
        """The turns of an address; it counts as long as anybody keeps them."""
        found = self._places.get(place)
        if found is None:
            found = self._places[place] = Place(self._one, lambda: len(self._places) > 1)
        return found


class Place:
    """The turns of all screens of one address."""

    def __init__(self, one: asyncio.Lock, is_contested: Callable[[], bool]) -> None:
        """Take turns with the others."""
        self._one, self._mine = one, asyncio.Lock()
        self._is_contested = is_contested

    async def turn(self) -> Callable[[], None]:
        """Wait for a turn; what comes back is to be called when the screen is drawn, and does no harm if it is late."""
        await self._mine.acquire()
        try:
            await self._one.acquire()
        except BaseException:
            self._mine.release()
            raise
        loop, began, is_over = asyncio.get_running_loop(), thread_time(), False

        def over() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                late.cancel()
                self._one.release()
                rest = (thread_time() - began) * REST if self._is_contested() else 0.0
                loop.call_later(rest, self._mine.release, context=Context())

        late = loop.call_later(LONGEST, over, context=Context())
        return over
