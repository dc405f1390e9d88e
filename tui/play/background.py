"""Slow reading in a thread of its own: the screen goes on meanwhile, and leaving does not wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import TypeVar

T = TypeVar("T")

FIRST, NEXT = 40, 400
"""How many things come at once: a screenful at first, then more."""

_NOTICED = 0.001
"""Seconds of work after which the thread lets others work for as long."""


async def in_background(work: Callable[[], T]) -> T:
    """The result of some work; a daemon thread does it, which ends with the process."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(result: T | None, error: Exception | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        try:
            told: tuple[T | None, Exception | None] = work(), None
        except Exception as error:  # noqa: BLE001  (it is raised where the result is awaited)
            told = None, error
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(finish, *told)

    Thread(target=run, daemon=True).start()
    return await done


async def as_it_comes(things: Callable[[], Iterator[T]]) -> AsyncIterator[list[T]]:
    """What an iterator yields, in batches, while a daemon thread goes on with it; it stops when nobody listens."""
    stop = Event()
    found = things()

    def batch(size: int) -> list[T]:
        got: list[T] = []
        while len(got) < size and not stop.is_set():
            began = time.perf_counter()
            try:
                got.append(next(found))
            except StopIteration:
                break
            if (spent := time.perf_counter() - began) > _NOTICED:
                time.sleep(min(spent, 0.05))
                if got[FIRST:]:
                    break
        return got

    size = FIRST
    try:
        while got := await in_background(partial(batch, size)):
            yield got
            size = NEXT
    finally:
        stop.set()
        await _close(found)


async def _close(found: Iterator[T]) -> None:
    """Let a generator that was left in the middle do what it does at its end."""
    close = getattr(found, "close", None)
    if close is not None:
        with suppress(ValueError):  # its thread is still at work; it ends with the process
            close()
