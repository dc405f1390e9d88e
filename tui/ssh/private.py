"""All that reaches into asyncssh's private parts; `tests/ssh/test_ssh_private.py` fails when asyncssh changes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import asyncssh

# Each `method-assign` below is meant: one object gets a method of ours in the place of its own.

MOST_SURROUNDINGS = 50
LONGEST_SURROUNDING = 1_000


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
