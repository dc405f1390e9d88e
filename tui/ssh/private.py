"""All that reaches into asyncssh's private parts; `tests/ssh/test_ssh_private.py` fails when asyncssh changes them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import asyncssh
from asyncssh import compression

# Each `method-assign` below is meant: one object gets a method of ours in the place of its own.

MOST_SURROUNDINGS = 50
LONGEST_SURROUNDING = 1_000

LARGEST_UNPACKED = 256 * 1024
"""Bytes that one packet may hold; asyncssh holds packed ones to that, but not what comes out of them."""


def limit_surroundings(chan: asyncssh.SSHServerChannel[bytes]) -> None:
    """Keep only some of the variables that a client sends; asyncssh keeps all, and there is no end to them."""
    take = chan._process_env_request

    def take_some(packet: Any) -> bool:
        is_small = len(packet.get_remaining_payload()) <= LONGEST_SURROUNDING
        return is_small and len(chan.get_environment_bytes()) < MOST_SURROUNDINGS and take(packet)

    chan._process_env_request = take_some  # type: ignore[method-assign]


def watch_line(conn: asyncssh.SSHServerConnection, hold: Callable[[], None], let_go: Callable[[], None]) -> None:
    """Hear when the line is full and when it has room again.

    asyncssh lets its transport grow as far as the window goes that a client claims, which can be four gigabytes.
    """
    conn.pause_writing = hold  # type: ignore[method-assign]
    conn.resume_writing = let_go  # type: ignore[method-assign]


def intercept(conn: asyncssh.SSHServerConnection, receive: Callable[[bytes, Any], None]) -> Callable[[bytes], None]:
    """Take all that comes on a connection in the place of asyncssh; what hands it to asyncssh.

    asyncssh processes all packets of what was read in one go, and that can be thousands.
    """
    process = conn.data_received
    conn.data_received = receive  # type: ignore[method-assign,assignment]
    return process


def count_packets(conn: asyncssh.SSHServerConnection, count: Callable[[], None]) -> None:
    """Count the packets that concern the connection itself: requests to log in, new keys, and those without meaning."""
    process = conn.process_packet

    def counted(pkttype: int, pktid: int, packet: Any) -> Any:
        count()
        return process(pkttype, pktid, packet)

    conn.process_packet = counted  # type: ignore[method-assign]


def pause_reading(conn: asyncssh.SSHServerConnection, is_full: bool) -> None:
    """Let a client wait while there is enough of it, or read on."""
    transport = conn._transport
    if transport is None or transport.is_closing():
        return
    if is_full:
        transport.pause_reading()
    else:
        transport.resume_reading()


class Unpacking(compression.Decompressor):
    """Unpacks what a client has packed (ssh -C), but nothing that was packed to burst."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._unpack = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """A packet as it was; None for one that is broken or too large, and the connection ends."""
        try:
            found = self._unpack.decompress(data, LARGEST_UNPACKED)
        except zlib.error:
            return None
        return None if self._unpack.unconsumed_tail else found


def limit_unpacking() -> None:
    """Unpack no more than a packet can hold: a quarter of a megabyte of nothing becomes a quarter of a gigabyte."""
    for way in (b"zlib", b"zlib@openssh.com"):
        compression._cmp_decompressors[way] = Unpacking
