"""Letters that tell things apart where colours or signs do not: one for each title, and no two alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase


def letters_of(titles: Mapping[str, str]) -> dict[str, str]:
    """A small letter for each title, by name: the first of a word if it is free, or else any letter."""
    return _letters(tuple(titles.items()))


@cache
def _letters(titles: tuple[tuple[str, str], ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, title in titles:
        words = title.lower().replace("-", " ").split()
        wanted = [word[0] for word in words if word != "the"] + [letter for letter in title.lower() if letter.isalpha()]
        found[name] = next(letter for letter in (*wanted, *ascii_lowercase) if letter not in found.values())
    return found
