"""Whose bot thinks next: tables take turns, so that none of them waits for all that another wants to know."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable


class Turns:
    """A few tables think at a time, each about one thing; the others come in turn, however much each of them asks."""

    def __init__(self, places: int) -> None:
        """How many think at a time."""
        self._places = places
        self._thinking: set[Hashable] = set()
        self._lines: dict[Hashable, deque[asyncio.Future[float]]] = {}
        """Those who wait, by table; the table whose turn is next comes first."""

    async def come(self, table: Hashable) -> float:
        """Wait for a turn; the share of the usual effort that it may take, while others wait for theirs."""
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(table, deque()).append(turn)
        self._call()
        try:
            return await turn
        except asyncio.CancelledError:
            self._give_up(table, turn)
            raise

    def _give_up(self, table: Hashable, turn: asyncio.Future[float]) -> None:
        line = self._lines.get(table, deque())
        if turn in line:
            line.remove(turn)
            if not line:
                del self._lines[table]
        elif not turn.cancelled():  # it came at the same moment
            self.over(table)

    def over(self, table: Hashable) -> None:
        """A table has thought; what else it wants to know comes after all the others."""
        self._thinking.discard(table)
        if table in self._lines:
            self._lines[table] = self._lines.pop(table)
        self._call()

    def _call(self) -> None:
        """Give every free place to the table that has waited longest."""
        for table in [each for each in self._lines if each not in self._thinking]:
            if len(self._thinking) >= self._places:
                return
            self._call_one(table)

    def _call_one(self, table: Hashable) -> None:
        line = self._lines.pop(table)
        while line and line[0].cancelled():
            line.popleft()
        if not line:
            return
        turn = line.popleft()
        if line:
            self._lines[table] = line
        self._thinking.add(table)
        turn.set_result(min(1.0, self._places / self._wanting))

    @property
    def _wanting(self) -> int:
        """How many tables think or would like to."""
        return len(self._thinking | self._lines.keys())
