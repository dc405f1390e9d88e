"""What can be typed in plain mode, as a list that names the seats and the parts of the game that is played."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tui.console import wrapped

_COLUMN = 16
"""Where the words about a command begin."""


def told_help(text: str, seat: str, parts: Collection[str], without: Collection[str] = ()) -> str:
    """The list of a plain table, wrapped in its two columns, without the commands that the game has no use for."""
    named = ", ".join(f'"look {part}"' for part in parts)
    told = text.replace("{seat}", seat).replace("{parts}", f"; {named} for a part of it" if named else "")
    head, *lines = told.splitlines()
    rows = (_row(command, words) for command, words in _entries(lines) if command.partition(" ")[0] not in without)
    return "\n".join([wrapped(head), *rows])


def _entries(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each command with its words; a line that begins in their column goes on with those before it."""
    command, words = "", ""
    for line in lines:
        start, rest = line[:_COLUMN].strip(), line[_COLUMN:].strip()
        if start and command:
            yield command, words
        command, words = (start, rest) if start else (command, f"{words} {rest}")
    yield command, words


def _row(command: str, words: str) -> str:
    return wrapped(words, f"  {command}".ljust(_COLUMN), " " * _COLUMN)
