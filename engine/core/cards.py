"""Cards in decks: face-up and face-down cards mixed, discard piles, and what a seat may see of them."""

from __future__ import annotations

import msgspec

HIDDEN = "?"
"""What a view shows in the place of a card whose face is hidden."""


class Deck(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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

    def turned_up(self, card: str) -> Deck:
        """The deck with one card of the pile turned face up where it lies."""
        return Deck(self.cards, self.faceup | {card}, self.discard)

    def drawn(self, count: int = 1) -> Deck:
        """The deck without its top cards."""
        faceup = self.faceup.difference(self.cards[:count]) if self.faceup else self.faceup
        return Deck(self.cards[count:], faceup, self.discard)

    def turned_over(self) -> Deck:
        """The deck with its top card face up on its discard pile."""
        cards, faceup = self.cards, self.faceup
        if faceup:
            faceup = faceup.difference(cards[:1])
        return Deck(cards[1:], faceup, cards[:1] + self.discard)

    def discarded(self, card: str) -> Deck:
        """The deck with a card on top of its discard pile."""
        on_top = (card,)
        return Deck(self.cards, self.faceup, on_top + self.discard)

    def reordered(self, cards: tuple[str, ...]) -> Deck:
        """The same pile in another order; face-up cards stay face up."""
        return Deck(cards, self.faceup, self.discard)

    def masked(self) -> Deck:
        """The deck as everybody may see it: face-down cards have no name."""
        faceup = self.faceup
        if not faceup:
            return Deck((HIDDEN,) * len(self.cards), faceup, self.discard)
        return Deck(tuple([card if card in faceup else HIDDEN for card in self.cards]), faceup, self.discard)
