"""Words around names and numbers: lists, plurals, articles."""

from __future__ import annotations

from collections.abc import Iterable


def joined(names: Iterable[str], last: str = "and") -> str:
    """A list as it is spoken: A, B and C; empty if it has no names."""
    *front, end = [*names] or [""]
    return f"{', '.join(front)} {last} {end}" if front else end


def counted(count: int, noun: str) -> str:
    """1 card, 2 cards."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def possessive(name: str) -> str:
    """Jade's, the rivals'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def with_article(noun: str) -> str:
    """A card, an order."""
    return f"an {noun}" if noun[0] in "aeio" else f"a {noun}"


def capitalized(words: str) -> str:
    """The words as the start of a sentence; all letters but the first stay as they are."""
    return words[:1].upper() + words[1:]
