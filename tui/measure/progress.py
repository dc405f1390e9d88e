"""How far a long measurement is: a progress bar on a terminal, a plain line every few seconds elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import TypeVar

from tui.console import is_ascii_only

T = TypeVar("T")

QUIET = 10.0
"""Seconds between two lines of progress where no progress bar can be drawn."""


def shown(games: Iterator[T], count: int) -> Iterator[T]:
    """The same games, with their progress on standard error."""
    with (_bar if sys.stderr.isatty() else _lines)(count) as advance:
        for game in games:
            advance()
            yield game


@contextmanager
def _lines(count: int) -> Iterator[Callable[[], None]]:
    """A line now and then, also while the first game takes long."""
    done, over = [0], Event()

    def advance() -> None:
        done[0] += 1

    def tell() -> None:
        while not over.wait(QUIET):
            if done[0] < count:
                sys.stderr.write(f"Played {done[0]} of {count} games.\n")
                sys.stderr.flush()

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield advance
    finally:
        over.set()
        thread.join()


@contextmanager
def _bar(count: int) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    # The bar is drawn with line characters; where only ASCII can be shown, the numbers have to do.
    bar = [] if is_ascii_only() else [BarColumn()]
    parts = (TextColumn("Playing"), *bar, MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=count)
        yield partial(progress.advance, task)
