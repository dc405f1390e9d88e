"""How a crowd comes in: a few at a time, so that the first see the lobby at once, and not all of them at the end.

Sessions whose lines have broken end in the same way, one after another: the end of an app is work as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context

AT_ONCE = 3
"""Apps that are made ready at a time; more would only take turns, and all be ready together when the last one is."""

LONGEST = 2.0
"""Seconds after which the next comes in, whatever keeps the one before."""


class Entrance:
    """Where those who come in, or whose lines have broken, wait for their turn."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        """Nobody is coming in."""
        self._places = asyncio.Semaphore(at_once)

    async def turn(self) -> Callable[[], None]:
        """Wait for a turn; what comes back is to be called when it is over, and does no harm if it is called again."""
        await self._places.acquire()
        is_over = False

        def over() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                late.cancel()
                self._places.release()

        late = asyncio.get_running_loop().call_later(LONGEST, over, context=Context())
        return over
