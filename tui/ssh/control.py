"""How a command of the host reaches a house that is open: a socket in the data folder, for its account alone."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import ParleyError, Refused
from engine.store.whole import working_in

SOCKET = "control"
LONGEST = 64 * 1024
PATIENCE = 10.0
"""Seconds that either side waits for the other."""

_LONGEST_PATH = 100
"""Bytes that the path of a socket may have; the system allows hardly more."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command gets: an error, or anything else."""

    told: Any = None
    error: str = ""


class Control:
    """The end of the socket at which the house listens."""

    def __init__(self, folder: Path, do: Callable[[list[str]], Any]) -> None:
        """Listen in a data folder, and do what is asked."""
        self._folder = folder
        self._do = do
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen; a socket that an earlier house left behind goes."""
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with working_in(self._folder) as folder:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(SOCKET, dir_fd=folder)
                before = os.umask(0o177)
                try:
                    listening.bind(_path(self._folder, folder))
                finally:
                    os.umask(before)
        except OSError:
            listening.close()
            raise
        self._server = await asyncio.start_unix_server(self._answer, sock=listening, limit=LONGEST)

    def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(OSError), working_in(self._folder) as folder:
                os.unlink(SOCKET, dir_fd=folder)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(PATIENCE):
                line = await reader.readline()
                writer.write(msgspec.json.encode(self._done(line)) + b"\n")
                await writer.drain()
        writer.close()

    def _done(self, line: bytes) -> Answer:
        try:
            return Answer(self._do(msgspec.json.decode(line, type=list[str])))
        except (ParleyError, msgspec.MsgspecError) as error:
            return Answer(error=str(error) or "That was not understood.")


def ask(folder: Path, words: list[str]) -> Any:
    """Let the open house of a data folder do something; what it answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            _connect(line, folder)
            line.sendall(msgspec.json.encode(words) + b"\n")
            with line.makefile("rb") as reader:
                answer = msgspec.json.decode(reader.readline(), type=Answer)
        except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
            raise Refused(f"No house is open in {folder}.") from None
        except TimeoutError:
            raise Refused(f"The house in {folder} does not answer.") from None
        except (OSError, msgspec.MsgspecError) as error:
            why = getattr(error, "strerror", None) or error
            raise Refused(f"The house in {folder} cannot be reached: {why}.") from None
    if answer.error:
        raise Refused(answer.error)
    return answer.told


def _connect(line: socket.socket, folder: Path) -> None:
    """Connect with the rights of the folder's owner, and through no link."""
    with working_in(folder) as place:
        if not stat.S_ISSOCK(os.stat(SOCKET, dir_fd=place, follow_symlinks=False).st_mode):
            raise FileNotFoundError
        line.connect(_path(folder, place))


def _path(folder: Path, place: int) -> str:
    """The path of the socket: through the folder that is open, where the system has names for that."""
    through = Path(f"/proc/self/fd/{place}")
    path = through / SOCKET if through.exists() else folder / SOCKET
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise OSError(errno.ENAMETOOLONG, "its path is too long for a socket", str(path))
    return str(path)
