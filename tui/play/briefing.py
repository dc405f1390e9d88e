"""What the content folders say to players: a scenario's story and tips, and a game's rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.core.content import builtin, is_there, load, own
from engine.core.errors import ContentError
from engine.core.lesson import Lesson

_IDS = re.compile(r"\s*\[[A-Z0-9]+-[A-Z0-9]+[^\]]*\]")
_HEADING = re.compile(r"#+ ")
_ITEM = re.compile(r"^\s*(?:[-*] |\||\d+\. )")
"""How an entry of a list or a row of a table begins."""


class Briefing(msgspec.Struct, frozen=True):
    """The parts of a scenario file that are read out before the game."""

    title: str = ""
    story: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()


def briefing(game: str, scenario: str) -> Briefing:
    """The texts of a scenario; empty if its file has another name than the scenario."""
    for folder in (own(game), builtin(game)):
        path = folder / "scenarios" / f"{scenario}.json"
        if is_there(path):
            with suppress(ContentError):  # a file with a mistake is left out, here as everywhere
                found: Briefing = load(path, Briefing)
                return found
    return Briefing()


# The rulebook


def rulebook(game: str) -> Path:
    """The file of a game's rulebook."""
    return builtin(game) / "rulebook.md"


def rulebook_text(game: str) -> str:
    """The rulebook as it is."""
    return _read(rulebook(game), "the rulebook")


def overview_text(game: str) -> str:
    """A round of the game on one page, as Markdown."""
    return _read(builtin(game) / "overview.md", "the overview")


def lesson(game: str) -> Lesson:
    """The game's guided first game."""
    found: Lesson = load(builtin(game) / "lesson.json", Lesson)
    return found


def _read(path: Path, what: str) -> str:
    try:
        return path.read_text(encoding="utf-8").rstrip()
    except OSError as error:
        raise ContentError(str(path), "$", f"{what} cannot be read: {error.strerror}.") from None


def passages(text: str, word: str) -> Iterator[str]:
    """The paragraphs and list entries that have the word in them, each section's under its heading."""
    wanted = word.casefold()
    heading, shown = "", ""
    for passage in _passages(text):
        if _HEADING.match(passage):
            heading = passage
        elif wanted in passage.casefold() or (wanted in heading.casefold() and wanted):
            if heading != shown:
                shown = heading
                yield heading
            yield passage


def _passages(text: str) -> Iterator[str]:
    """Headings, paragraphs and single list entries."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        starts_new = not line.strip() or _ITEM.match(line) or _HEADING.match(line)
        if starts_new and lines:
            yield "\n".join(lines)
            lines = []
        if line.strip():
            lines.append(line)
        if _HEADING.match(line):
            yield lines.pop()


def rules(text: str, ids: Iterable[str]) -> list[str]:
    """The rules with these ids, each in one line without them."""
    wanted = tuple(ids)
    found = [each for each in _passages(text) if any(name in each for name in wanted)]
    return [" ".join(_ITEM.sub("", without_ids(each)).replace("**", "").split()) for each in found]


def without_ids(text: str) -> str:
    """The rulebook's words without the rule ids in square brackets."""
    return _IDS.sub("", text)
