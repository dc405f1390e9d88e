"""A terminal of our own for a command to run in, so that what it really writes can be measured and looked at."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, perf_counter, sleep

QUIET = 0.15
"""Seconds without a byte after which a frame counts as finished."""

LONGEST = 30.0
"""Seconds after which nobody waits any longer."""

_ASKS_FOR_SYNC = b"\x1b[?2026$p"
_HAS_SYNC = b"\x1b[?2026;2$y"


def environ(home: Path) -> dict[str, str]:
    """A terminal with all colours and letters, whatever the one is that the benchmark is started from.

    Compiled modules are kept, as an installation keeps them: Textual's always are.
    """
    left_out = ("NO_COLOR", "LC_ALL", "LC_CTYPE", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    root = str(Path(__file__).parents[2])
    found = {"PARLEY_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    return kept | found | {"PYTHONPATH": root}


class Terminal:
    """A command in a pseudo-terminal: keys go in, bytes come out."""

    def __init__(
        self, command: Sequence[str], *, size: tuple[int, int] = (120, 40), environ: Mapping[str, str] | None = None
    ) -> None:
        """Start a command in a terminal of a given size."""
        self.code: int | None = None
        """How the command ended; a negative number is the signal that ended it."""
        self.began = perf_counter()
        self.pid, self._file = pty.fork()
        if not self.pid:  # pragma: no cover  (the child, which becomes the command)
            try:
                _set_size(0, size)
                os.execvpe(command[0], list(command), dict(os.environ if environ is None else environ))
            finally:
                os._exit(127)
        self.seen = b""
        """All that was written so far."""
        self.last = self.began
        """When the last byte came."""
        self._answered = False

    def __enter__(self) -> Terminal:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left running."""
        if self.code is None:
            self.signal(signal.SIGKILL)
            self.wait()
        self.hang_up()

    def fileno(self) -> int:
        """The file that bytes come from, for those who wait for several."""
        return self._file

    # Keys, sizes, signals

    def press(self, keys: str | bytes) -> None:
        """Type."""
        data = keys.encode() if isinstance(keys, str) else keys
        while data:
            data = data[os.write(self._file, data) :]

    def resize(self, size: tuple[int, int]) -> None:
        """Give the terminal another size; the command is told."""
        _set_size(self._file, size)

    def signal(self, number: int) -> None:
        """Send a signal to the command."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Close the terminal's window, so to say."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    # What comes out

    def read(self, quiet: float = QUIET) -> bytes:
        """What is written until nothing has come for a while."""
        start, stop = len(self.seen), monotonic() + LONGEST
        while monotonic() < stop and self._take(quiet):
            pass
        return self.seen[start:]

    def read_until(self, wanted: bytes, longest: float = LONGEST) -> bytes:
        """What is written until these bytes have come."""
        start, stop = len(self.seen), monotonic() + longest
        while wanted not in self.seen[start:]:
            if monotonic() > stop or not self._take(stop - monotonic()):
                raise TimeoutError(f"{wanted!r} did not come, but {self.seen[start:][-400:]!r}")
        return self.seen[start:]

    def wait(self, longest: float = LONGEST) -> int:
        """How the command ends; what it writes until then is read."""
        stop = monotonic() + longest
        while self.code is None and monotonic() < stop:
            self._take(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        if self.code is None:
            raise TimeoutError("The command does not end.")
        while self._take(0.02):
            pass
        return self.code

    def _take(self, seconds: float) -> bool:
        """Wait for bytes; whether any came."""
        if self._file < 0:
            sleep(seconds)
            return False
        if not select.select([self._file], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self._file, 1 << 16)
        except OSError:  # the other side is closed
            return False
        self.last = perf_counter()
        self.seen += data
        if not self._answered and _ASKS_FOR_SYNC in self.seen:
            # As most terminals of today do; each frame then comes between two marks.
            self._answered = True
            self.press(_HAS_SYNC)
        return bool(data)


def _set_size(file: int, size: tuple[int, int]) -> None:
    columns, lines = size
    fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
