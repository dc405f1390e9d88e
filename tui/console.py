"""Writing to the terminal: standard output for results, standard error for everything else, plain ASCII if need be."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_NARROWEST = 20
_WIDEST = 100
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
_ASCII = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2212": "-"}
    | {"\u00d7": "x", "\u2026": "...", "\u2022": "*", "\u2192": "->"}
)


def is_ascii_only() -> bool:
    """Whether the terminal wants no character outside ASCII: LANG=C, or an encoding that is not UTF-8."""
    if "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower():
        return True
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        chosen = os.environ.get(name, "")
        # Under LANG=C Python itself sets LC_CTYPE so, for its own use.
        if chosen and not (name == "LC_CTYPE" and chosen in _COERCED):
            return chosen in ("C", "POSIX")
    return True


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Control codes, changes of direction, halves of letters, letters of nobody, line breaks that are not ours."""


def clean(text: str) -> str:
    """A text that only stands there: nothing in it moves the cursor, sets a title or turns the direction of letters.

    What came out of a file or another head may hold anything. Line ends stay, a tab becomes a space.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\t", " ")
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(letter) in _UNSEEN and letter != "\n" else letter
        for letter in text
    )


def without_unseen(text: str) -> str:
    """A text without the letters that take no room on a terminal but can do something to it."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in _UNSEEN)


def printable(text: str) -> str:
    """The text in the characters that the terminal can show, and nothing that could do anything else to it."""
    text = clean(text)
    return text if text.isascii() or not is_ascii_only() else in_ascii(text)


def in_ascii(text: str) -> str:
    """The text without any character outside ASCII, as near to it as can be."""
    spelled = unicodedata.normalize("NFKD", text.translate(_ASCII))
    bare = "".join(letter for letter in spelled if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode("ascii")


def say(text: str = "") -> None:
    """A line, or several, on standard output."""
    sys.stdout.write(printable(text) + "\n")


def say_json(thing: Any) -> None:
    """Machine-readable output."""
    sys.stdout.write(json.dumps(thing, indent=2) + "\n")


def warn(text: str) -> None:
    """One sentence on standard error."""
    try:
        sys.stdout.flush()
    except OSError:  # a full disk, or nobody reads any more: the sentence is all that is left to say
        drop_output()
    sys.stderr.write(printable(f"parley: {text}") + "\n")
    sys.stderr.flush()


def drop_output() -> None:
    """Standard output leads nowhere from here on, so that what is left in it does no harm at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def command() -> str:
    """How the reader can start Parley again: by its name, or by the path it was started with if it is not installed."""
    started = Path(sys.argv[0])
    if started.name == "parley" and started.exists() and shutil.which("parley") is None:
        return os.path.relpath(started)
    return "parley"


def width() -> int:
    """How many characters a line may have."""
    return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """The text in lines that fit the terminal, the first of them after `first`, the others after `rest`."""
    later = " " * len(first) if rest is None else rest
    lines = []
    for part in text.splitlines() or [""]:
        lines.append(textwrap.fill(part, width(), initial_indent=first, subsequent_indent=later) or first.rstrip())
        first = later
    return "\n".join(lines)


def fitted(text: str) -> str:
    """Text that is laid out already: only lines too long for the terminal are broken, at their own indentation."""
    return "\n".join(_broken(line) if len(line) > width() else line for line in text.splitlines())


def _broken(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())][: width() // 2]
    return textwrap.fill(line.strip(), width(), initial_indent=indent, subsequent_indent=f"{indent}  ")


def columns(rows: list[list[str]], indent: str = "", *, widths: Sequence[int] = ()) -> str:
    """A small table: every column as wide as its widest cell, if nothing else is said."""
    widths = widths or [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(indent + line.rstrip() for line in lines)
