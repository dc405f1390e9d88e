"""Textual's driver for a browser, for an app that also has to end when nobody is left to show it to."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from textual import messages
from textual.drivers.web_driver import WebDriver


class PageDriver(WebDriver):
    """Brings what is typed on a page to an app, and its frames there."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """For an app."""
        super().__init__(*arguments, **more)
        # What Textual has there is a partial of os.write; it calls it with bytes, and does not ask how many went.
        self._write = self._send  # type: ignore[assignment]

    def _send(self, data: bytes) -> None:
        """Send all of it; where nobody reads any more, it is lost."""
        with contextlib.suppress(BrokenPipeError):
            while data:
                data = data[os.write(self.fileno, data) :]

    def run_input_thread(self) -> None:
        """Listen until nothing comes any more: then the server has gone, and the app ends as if it was left."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())
