"""What happens to resource cards and horrors."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.cards import HIDDEN
from engine.core.kinds import Fact, Seat
from engine.games.horrors_of_war.state import HORROR, NONE_TAKEN, RESOURCE, GameState, Ongoing


def is_private(state: GameState) -> bool:
    """Whether players see only their own hands (HOW-GEN-05)."""
    return "private-hands" in state.options


def shares_seen_by(state: GameState, shares: dict[Seat, tuple[str, ...]], seat: Seat) -> dict[Seat, tuple[str, ...]]:
    """Shares of cards as one seat may see them."""
    if not is_private(state):
        return shares
    return {who: cards if who == seat else (RESOURCE,) * len(cards) for who, cards in shares.items()}


class CardTaken(Fact, frozen=True):
    """A card was taken up to be played; what for is not settled yet."""

    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Note the card; it stays in the hand."""
        state.taken = (self.seat, self.card)

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """With private hands nobody else knows the card before it is played."""
        return self if not is_private(state) or seat == self.seat else replace(self, card=RESOURCE)


class CardShown(Fact, frozen=True):
    """The others saw a card of a private hand, because it is being played."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str

    def reveals_to(self, state: GameState, seat: Seat) -> bool:
        """The seat that showed it knew it."""
        return seat != self.seat

    def apply(self, state: GameState) -> None:
        """It is where it was."""


class CardPlayed(Fact, frozen=True):
    """A card left a hand for one of its uses; it lies on the discard pile unless it stays in play or changes hands."""

    seat: Seat
    card: str
    use: str

    def apply(self, state: GameState) -> None:
        """Discard the card at the moment it is played (HOW-ADV-09)."""
        hands = state.hands.copy()
        hands[self.seat] = _without(hands[self.seat], self.card)
        state.hands = hands
        state.resources = state.resources.discarded(self.card)
        state.passed = ()
        state.taken = NONE_TAKEN

    def things(self) -> tuple[str, ...]:
        """The card and who played it."""
        return (f"card:{self.card}", f"adventurer:{self.seat}")


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


class CardDelegated(Fact, frozen=True):
    """A card was given to a nearby adventurer instead of being discarded."""

    seat: Seat
    to: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """The played card goes on from the discard pile to the other hand."""
        resources = state.resources
        state.resources = replace(resources, discard=_without(resources.discard, self.card))
        state.hands = {**state.hands, self.to: (*state.hands[self.to], self.card)}

    def things(self) -> tuple[str, ...]:
        """The card and both adventurers."""
        return (f"card:{self.card}", f"adventurer:{self.seat}", f"adventurer:{self.to}")


class CardReturned(Fact, frozen=True):
    """A played card went back to the hand, because a Secret stopped what it was played for (HOW-S3-08)."""

    tells: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card back from the discard pile."""
        resources = state.resources
        state.resources = replace(resources, discard=_without(resources.discard, self.card))
        state.hands = {**state.hands, self.seat: (*state.hands[self.seat], self.card)}

    def things(self) -> tuple[str, ...]:
        """The card and whose it is."""
        return (f"card:{self.card}", f"adventurer:{self.seat}")


class CardGiven(Fact, frozen=True):
    """A card went from one hand to another."""

    reveals: ClassVar[bool] = True
    seat: Seat
    to: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        hands = {**state.hands, self.seat: _without(state.hands[self.seat], self.card)}
        state.hands = {**hands, self.to: (*hands[self.to], self.card)}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """With private hands only the two know which card."""
        return self if not is_private(state) or seat in (self.seat, self.to) else replace(self, card=RESOURCE)


class CardDrawn(Fact, frozen=True):
    """A resource card went from the top of the deck to a hand."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.resources = state.resources.drawn()
        if self.card in state.known:
            state.known -= {self.card}
        state.hands = {**state.hands, self.seat: (*state.hands[self.seat], self.card)}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """With private hands only the drawer knows which card."""
        return self if not is_private(state) or seat == self.seat else replace(self, card=RESOURCE)


class CardRecovered(Fact, frozen=True):
    """A resource card went from the discard pile to a hand."""

    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        resources = state.resources
        state.resources = replace(resources, discard=_without(resources.discard, self.card))
        state.hands = {**state.hands, self.seat: (*state.hands[self.seat], self.card)}


class CardDiscarded(Fact, frozen=True):
    """A card went from a hand to the discard pile without being played."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.hands = {**state.hands, self.seat: _without(state.hands[self.seat], self.card)}
        state.resources = state.resources.discarded(self.card)


class TopCardBuried(Fact, frozen=True):
    """The top card of the resource deck went to its bottom; everybody saw its back."""

    reveals: ClassVar[bool] = True
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card; its kind stays known."""
        cards = state.resources.cards
        state.resources = state.resources.reordered((*cards[1:], cards[0]))
        state.known |= {self.card}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Only the back was seen."""
        return replace(self, card=HIDDEN)


class RefreshDrawn(Fact, frozen=True):
    """The cards of a refresh were drawn face down."""

    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]

    def apply(self, state: GameState) -> None:
        """Lay them beside the deck."""
        state.resources = state.resources.drawn(len(self.cards))
        if state.known:
            state.known = state.known.difference(self.cards)
        state.drawn = state.drawn + self.cards
        state.phase = "refresh"

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody looks before they are divided."""
        return replace(self, cards=(HIDDEN,) * len(self.cards))


class RefreshDivided(Fact, frozen=True):
    """The resource cards of a refresh went to the hands, and its horrors were set aside."""

    reveals: ClassVar[bool] = True
    shares: dict[Seat, tuple[str, ...]]
    horrors: tuple[str, ...]

    def apply(self, state: GameState) -> None:
        """Move the cards."""
        state.drawn = ()
        hands = state.hands.copy()
        for seat, cards in self.shares.items():
            hands[seat] += cards
        state.hands = hands
        if self.horrors:
            state.aside = state.aside + self.horrors

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Horrors lie face down; private hands stay private."""
        shares = shares_seen_by(state, self.shares, seat)
        return replace(self, shares=shares, horrors=(HORROR,) * len(self.horrors))


class HorrorAdded(Fact, frozen=True):
    """A horror went, unseen, from the horror deck to the top of the resource deck."""

    card: str

    def apply(self, state: GameState) -> None:
        """Move the card; everybody saw where it went."""
        state.horrors = state.horrors[1:]
        state.resources = state.resources.reordered((self.card, *state.resources.cards))
        state.known |= {self.card}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody knows which."""
        return replace(self, card=HORROR)


class HorrorSetAside(Fact, frozen=True):
    """A horror was drawn and set aside face down."""

    reveals: ClassVar[bool] = True
    card: str

    def apply(self, state: GameState) -> None:
        """Queue it; one drawn while a horror is resolved comes before the rest (HOW-HOR-13)."""
        state.resources = state.resources.drawn()
        if self.card in state.known:
            state.known -= {self.card}
        place = state.fresh if state.facing else len(state.aside)
        state.aside = (*state.aside[:place], self.card, *state.aside[place:])
        if state.facing:
            state.fresh += 1

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody knows which before it is revealed."""
        return replace(self, card=HORROR)


class HorrorRevealed(Fact, frozen=True):
    """A horror was turned over for somebody, or for everybody."""

    reveals: ClassVar[bool] = True
    card: str
    seats: tuple[Seat, ...]

    def apply(self, state: GameState) -> None:
        """It is faced now."""
        state.aside = state.aside[1:]
        state.facing, state.fresh = self.card, 0

    def things(self) -> tuple[str, ...]:
        """The card and those it strikes."""
        return (f"card:{self.card}", *(f"adventurer:{seat}" for seat in self.seats))


class HorrorWarded(Fact, frozen=True):
    """A ward took the place of a horror's effect."""

    card: str
    seat: Seat

    def apply(self, state: GameState) -> None:
        """Nothing moves: the ward's own end and the horror's discarding are facts of their own."""


class HorrorDiscarded(Fact, frozen=True):
    """A resolved horror went to the resource discard pile (HOW-HOR-09)."""

    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.facing, state.fresh = "", 0
        state.resources = state.resources.discarded(self.card)


class HorrorStayed(Fact, frozen=True):
    """All of an ongoing horror is done that happens at once; it stays in play."""

    card: str

    def apply(self, state: GameState) -> None:
        """It is no longer faced."""
        state.facing, state.fresh = "", 0


class CardStayed(Fact, frozen=True):
    """A card stays in play beside the thing it affects."""

    ongoing: Ongoing

    def apply(self, state: GameState) -> None:
        """Lay it out; a scheme comes back from the discard pile for that."""
        card = self.ongoing.card
        if card != state.facing:
            resources = state.resources
            state.resources = replace(resources, discard=_without(resources.discard, card))
        state.ongoing = (*state.ongoing, self.ongoing)

    def things(self) -> tuple[str, ...]:
        """The card and what it lies beside."""
        return (f"card:{self.ongoing.card}", self.ongoing.on)


class TargetChosen(Fact, frozen=True):
    """A scheme is about this thing: the player picked it, or it is the only one in reach."""

    seat: Seat
    card: str
    target: str

    def apply(self, state: GameState) -> None:
        """What happens to it are facts of their own."""

    def things(self) -> tuple[str, ...]:
        """The card and the target."""
        return (f"card:{self.card}", self.target)


class TargetMissed(Fact, frozen=True):
    """A scheme found nothing in reach that it could be about (HOW-SCH-14)."""

    tells: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """What needs no target happens all the same."""


class OngoingEnded(Fact, frozen=True):
    """A card in play was fully resolved and went to the resource discard pile; or it is over for one of several."""

    card: str
    on: str = ""

    def apply(self, state: GameState) -> None:
        """Move the card, unless it stays with somebody else."""
        card, on = self.card, self.on
        state.ongoing = tuple([each for each in state.ongoing if each.card != card or (on and each.on != on)])
        if not on:
            state.resources = state.resources.discarded(card)

    def things(self) -> tuple[str, ...]:
        """The card."""
        return (f"card:{self.card}",)
