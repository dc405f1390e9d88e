"""One page that somebody has open, and the process that plays for it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from pathlib import Path

from textual_serve.app_service import AppService

from tui.ssh.client import believed

PATIENCE = 5.0
"""Seconds that an app has to end in. After them it is ended: every move is on disk by then."""

_MODULE = "tui.web"
_ROOT = Path(__file__).parents[2]
_OF_THE_HOST = ("NO_COLOR", "TEXTUAL", "TEXTUAL_DRIVER")
"""What is said of the host's own terminal."""


class Service(AppService):
    """A process of its own for a page; it ends with the page, and the page with it."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        environ = super()._build_environment(width, height)
        for name in _OF_THE_HOST:
            environ.pop(name, None)
        # A browser has all letters, whatever the terminal has from which it was opened.
        environ["LC_ALL"] = "C.UTF-8"
        environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_ROOT), environ.get("PYTHONPATH")]))
        return environ

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        # -P: the folder in which the host stands may have a `tui` of its own. A session of its own: Ctrl+C in the
        # host's terminal is for the server, which lets every page end in order.
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", _MODULE),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=self._build_environment(*_size(width, height)),
            start_new_session=True,
        )
        self._process, self._stdin = process, process.stdin
        return process

    async def set_terminal_size(self, width: int, height: int) -> None:
        """The page has another size, of which we believe so much."""
        await super().set_terminal_size(*_size(width, height))

    async def run(self) -> None:
        """Show what the process sends; when it has ended, so has the page, also if it never began."""
        # It cancels its reader of errors at the end. Where that has not begun yet, the cancellation comes out here.
        with contextlib.suppress(asyncio.CancelledError):
            await super().run()
        await self.remote_close()

    async def stop(self) -> None:
        """Let the app end, or end it."""
        if self._process is None:
            return
        # Not by a timeout: that would cancel `run`, which takes it for its own end and goes on as if nothing was.
        ending = asyncio.create_task(self._end(self._process))
        if (await asyncio.wait({ending}, timeout=PATIENCE))[1]:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await ending

    async def _end(self, process: Process) -> None:
        await super().stop()
        await process.wait()


def _size(width: int, height: int) -> tuple[int, int]:
    return believed(max(0, int(width)), max(0, int(height)))
