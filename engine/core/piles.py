"""What a deck can still hold: its cards by where they are, as far as a view tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec


class PileCard(msgspec.Struct, frozen=True, order=True):
    """A kind of card, with what is printed on it, and how many copies there are in one place."""

    title: str
    text: str = ""
    count: int = 1


class PilePart(msgspec.Struct, frozen=True):
    """The cards of a pile that are in one place, such as its discard pile."""

    title: str
    cards: tuple[PileCard, ...] = ()
    note: str = ""
    """What holds for all of them, such as how many of the face-down cards one could be."""

    @property
    def count(self) -> int:
        """How many cards there are in this place."""
        return sum(card.count for card in self.cards)


class Pile(msgspec.Struct, frozen=True):
    """A deck with everything that belongs to it."""

    id: str
    """The thing it is, such as ``deck:tiles``."""
    title: str
    parts: tuple[PilePart, ...]


def told(
    cards: Iterable[str], printed: Callable[[str], tuple[str, str]], *, is_sorted: bool = True
) -> tuple[PileCard, ...]:
    """Cards by title and text; equal ones are counted. Without sorting they keep their order."""
    counted = Counter(map(printed, cards))
    found = (PileCard(title, text, count) for (title, text), count in counted.items())
    return tuple(sorted(found) if is_sorted else found)


def part(
    title: str,
    cards: Iterable[str],
    printed: Callable[[str], tuple[str, str]],
    note: str = "",
    *,
    is_sorted: bool = True,
) -> tuple[PilePart, ...]:
    """The part with these cards; none if there are no cards."""
    found = told(cards, printed, is_sorted=is_sorted)
    return (PilePart(title, found, note),) if found else ()
