"""The keyboard or the pipe in front of a plain table, and the curtain between two players who share it."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

from engine.core.errors import ParleyError
from tui.console import printable, say, wrapped

_LONGEST_ANSWER = 4096
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has scrolled out of it."""


class Stopped(ParleyError):
    """Ctrl-C at a table."""

    exit_code = 130


def read_answer() -> str | None:
    """One line from the keyboard or the pipe; None at its end."""
    sys.stdout.flush()
    if sys.stdin.isatty():
        try:
            return _cleaned(input("> "))
        except EOFError:
            return None
    line = sys.stdin.readline(_LONGEST_ANSWER)
    text = _cleaned(line)
    # A terminal shows what was typed; a transcript of a piped game should show it too.
    sys.stdout.write(printable(f"> {text}\n") if line else "> \n")
    return text if line else None


def _cleaned(line: str) -> str:
    """What was typed, without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in line).strip()


def pass_to(name: str, *, is_first: bool) -> bool:
    """Hide what the last player saw and wait until the next one sits there; False at the end of the input.

    A pipe has nobody who could look over a shoulder, so nothing is cleared and nobody is waited for.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        say("\n" + wrapped(f"Pass to {name}."))
        return True
    if not is_first and not _waits("Press Enter when you have read this; then the screen is cleared."):
        return False
    sys.stdout.write(_CLEAR)
    return _waits(f"Pass to {name}. Press Enter when nobody else looks.")


def _waits(words: str) -> bool:
    say("\n" + wrapped(words))
    return read_answer() is not None


def edit_lines() -> None:
    """Let arrow keys edit what is typed and bring back what was typed before, where Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")
