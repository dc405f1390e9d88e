"""What a client sends, on its way to asyncssh: in small pieces and within a rate limit, and not much before login."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from time import perf_counter, thread_time

import asyncssh

from tui.house.rates import Bucket
from tui.ssh.private import count_packets, intercept, pause_reading
from tui.ssh.share import Time

PIECE = 2048
"""Bytes that are processed at once. Packets can be as small as 32 bytes, and each takes about 50 microseconds."""

RATE, BURST = 0.1, 0.1
"""Seconds of processor time for the packets of one connection that come back in a second, and the most of them."""

AROUND_RATE = 0.2
"""The same for all connections of one address together."""

MOST_BYTES, MOST_PACKETS = 128 * 1024, 120
"""What a client may send before login: 25 keys take about 60 packets."""


class Gate:
    """Rate limit for the packets of one connection; what is too much waits on the side of the client."""

    def __init__(
        self, conn: asyncssh.SSHServerConnection, refuse: Callable[[str], None], around: Time | None = None
    ) -> None:
        """Stand before a connection; `refuse` ends it when too much comes before login.

        `around` is what all connections of the same address have together.
        """
        self._conn = conn
        self._refuse = refuse
        self._is_open = False
        self._bytes = self._packets = 0
        self._waiting = bytearray()
        self._turn: asyncio.Handle | None = None
        self._own = Bucket(RATE, BURST, perf_counter())
        self._around = around or Time(AROUND_RATE, perf_counter())
        self._process = intercept(conn, self.receive)
        count_packets(conn, self._count)

    def open(self) -> None:
        """They have logged in: from now on only the rate is limited."""
        self._is_open = True

    def close(self) -> None:
        """The connection is over."""
        self._waiting.clear()
        self._cancel()

    def receive(self, data: bytes, datatype: object = None) -> None:
        """Bytes have come."""
        self._bytes += len(data)
        self._waiting += data
        if not self._is_open and self._bytes > MOST_BYTES:
            self._shut()
        elif self._turn is None:
            self._go_on()

    def _count(self) -> None:
        self._packets += 1
        if not self._is_open and self._packets == MOST_PACKETS:
            # After this packet, in which the connection is in the middle of something.
            self._later(0, self._shut)

    def _shut(self) -> None:
        self.close()
        self._refuse("Too much was sent before login.")

    def _go_on(self) -> None:
        """Process one piece; the loop has a turn, and the client a rest, before the next one."""
        self._turn = None
        if self._waiting:
            piece = bytes(self._waiting[:PIECE])
            del self._waiting[:PIECE]
            self._spend(piece)
        is_full = bool(self._waiting)
        if is_full:
            now = perf_counter()
            wait = max(self._own.wait(now), self._around.wait(now))
            self._turn = self._later(wait, self._go_on)
        pause_reading(self._conn, is_full)

    def _spend(self, piece: bytes) -> None:
        began, worked = perf_counter(), thread_time()
        self._process(piece)
        now = perf_counter()
        self._own.spend(now - began, now)
        self._around.spend(thread_time() - worked, now)

    def _later(self, seconds: float, do: Callable[[], None]) -> asyncio.Handle:
        return asyncio.get_running_loop().call_later(seconds, do, context=Context())

    def _cancel(self) -> None:
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
