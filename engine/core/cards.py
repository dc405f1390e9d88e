"""Cards in decks: face-up and face-down cards mixed, discard piles, and what a seat may see of them."""

from __future__ import annotations

from typing import Self

import msgspec

HIDDEN = "?"
"""What a view shows in the place of a card whose face is hidden."""


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A pile to draw from, top card first, and the discard pile beside it, newest card first."""

    cards: tuple[str, ...] = ()
    faceup: frozenset[str] = frozenset()
    """The cards of the pile that lie face up; all others lie face down."""
    discard: tuple[str, ...] = ()

    @property
    def top(self) -> str | None:
        """The card that would be drawn."""
        return self.cards[0] if self.cards else None

    def topmost_facedown(self) -> str | None:
        """The first face-down card from the top."""
        faceup = self.faceup
        for card in self.cards:
            if card not in faceup:
                return card
        return None

    def has_facedown(self) -> bool:
        """Whether any card of the pile lies face down."""
        return len(self.faceup) < len(self.cards)

    def turned_up(self, card: str) -> Self:
        """The deck with one card of the pile turned face up where it lies."""
        return msgspec.structs.replace(self, faceup=self.faceup | {card})

    def drawn(self, count: int = 1) -> Self:
        """The deck without its top cards."""
        taken = self.cards[:count]
        return msgspec.structs.replace(self, cards=self.cards[count:], faceup=self.faceup.difference(taken))

    def discarded(self, card: str) -> Self:
        """The deck with a card on top of its discard pile."""
        return msgspec.structs.replace(self, discard=(card, *self.discard))

    def reordered(self, cards: tuple[str, ...]) -> Self:
        """The same pile in another order; face-up cards stay face up."""
        return msgspec.structs.replace(self, cards=cards)

    def masked(self) -> Self:
        """The deck as everybody may see it: face-down cards have no name."""
        if not self.has_facedown():
            return self
        faceup = self.faceup
        if not faceup:
            return msgspec.structs.replace(self, cards=(HIDDEN,) * len(self.cards))
        return msgspec.structs.replace(self, cards=tuple(c if c in faceup else HIDDEN for c in self.cards))
