"""Work that is spread over processes: each result as it comes, and nothing left running however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Any, TypeVar

from engine.core.errors import ParleyError

T = TypeVar("T")
R = TypeVar("R")

_LONGEST = 5.0
"""Seconds that a process has to end after it was told to."""


class Killed(ParleyError):
    """A process ended in the middle of its work."""


def spread(work: Callable[[T], R], tasks: Sequence[T], processes: int) -> Iterator[R]:
    """The results of all tasks, in any order. An error of the work is raised here, and ends all processes."""
    workers = [_Worker(work) for _ in range(min(processes, len(tasks)))]
    left = deque(tasks)
    try:
        busy = {worker.line: worker for worker in workers}
        for worker in workers:
            worker.line.send(left.popleft())
        while busy:
            for line in wait(list(busy)):
                worker = busy[line]  # type: ignore[index]
                yield worker.result()
                if left:
                    worker.line.send(left.popleft())
                else:
                    del busy[worker.line]
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process and the line to it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Spawned, not forked: a progress bar has a thread, and a fork copies a process with threads badly.
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_run, args=(work, other), daemon=True)
        self.process.start()
        other.close()

    def result(self) -> Any:
        """What came of the task; the line of a process that was killed is closed."""
        try:
            is_done, found = self.line.recv()
        except (EOFError, OSError):
            self.process.join(_LONGEST)
            raise Killed(
                f"A process that played games was ended from outside ({_reason(self.process.exitcode)}). "
                "Perhaps there is too little memory: --jobs 1 needs the least."
            ) from None
        if not is_done:
            raise found
        return found

    def end(self) -> None:
        """Stop it, whatever it does."""
        self.line.close()
        self.process.terminate()
        self.process.join(_LONGEST)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _reason(code: int | None) -> str:
    """How a process ended."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def _run(work: Callable[[Any], Any], line: Connection) -> None:
    """Do task after task until the line is closed."""
    # Ctrl+C goes to every process of a terminal; the parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            task = line.recv()
            try:
                answer = True, work(task)
            except BaseException as error:  # noqa: BLE001  (raised again in the parent)
                answer = False, error
            line.send(answer)
    os._exit(0)


def _end_with_the_parent() -> None:
    """A parent that was killed ends nobody, and a task can take minutes."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
