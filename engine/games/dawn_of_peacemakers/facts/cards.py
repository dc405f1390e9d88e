"""What happens to resource cards and schemes, and what they give for a turn."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.kinds import Fact, Seat
from engine.games.dawn_of_peacemakers.state import NONE_TAKEN, RESOURCE, GameState, has_open_hands, sees_hand
from engine.peacemakers.ongoing import Ongoing


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


class CardTaken(Fact, frozen=True):
    """A card was taken up to be played; what for is not settled yet."""

    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Note the card; it stays in the hand."""
        state.taken = (self.seat, self.card)

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """DOP-GEN-13: nobody else knows the card before it is played."""
        return self if sees_hand(state, seat, self.seat) else replace(self, card=RESOURCE)


class CardShown(Fact, frozen=True):
    """The others saw a card of a hand, because it is played or discarded."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str

    def reveals_in(self, state: GameState) -> bool:
        """With open hands everybody knew it."""
        return not has_open_hands(state)

    def reveals_to(self, state: GameState, seat: Seat) -> bool:
        """The player who showed it knew it."""
        return not sees_hand(state, seat, self.seat)

    def apply(self, state: GameState) -> None:
        """It is where it was."""


class CardPlayed(Fact, frozen=True):
    """A card left a hand for one of its uses; it is discarded when the action is resolved (DOP-ADV-06)."""

    seat: Seat
    card: str
    use: str

    def apply(self, state: GameState) -> None:
        """Lay it on the table; only in one's own turn it is an action of the turn (DOP-ADV-13)."""
        hands = state.hands.copy()
        hands[self.seat] = without(hands[self.seat], self.card)
        state.hands = hands
        state.played = (*state.played, self.card)
        state.taken = NONE_TAKEN
        if self.seat == state.turn:
            state.acted = True

    def things(self) -> tuple[str, ...]:
        """The card and who played it."""
        return (f"card:{self.card}", f"adventurer:{self.seat}")


class ActionEnded(Fact, frozen=True):
    """An action was resolved: its cards went face up to the discard pile, unless one stays in play."""

    cards: tuple[str, ...]

    def apply(self, state: GameState) -> None:
        """Move the cards."""
        resources = state.resources
        for card in self.cards:
            resources = resources.discarded(card)
        state.resources, state.played = resources, ()


class CardDiscarded(Fact, frozen=True):
    """A card went from a hand to the discard pile without being played."""

    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.hands = {**state.hands, self.seat: without(state.hands[self.seat], self.card)}
        state.resources = state.resources.discarded(self.card)

    def things(self) -> tuple[str, ...]:
        """The card and whose it was."""
        return (f"card:{self.card}", f"adventurer:{self.seat}")


class CardGiven(Fact, frozen=True):
    """A card went from one hand to another."""

    reveals: ClassVar[bool] = True
    seat: Seat
    to: Seat
    card: str

    def reveals_in(self, state: GameState) -> bool:
        """With open hands everybody knew it."""
        return not has_open_hands(state)

    def reveals_to(self, state: GameState, seat: Seat) -> bool:
        """The one who gets it sees it for the first time."""
        return not has_open_hands(state) and seat == self.to

    def apply(self, state: GameState) -> None:
        """Move the card."""
        hands = {**state.hands, self.seat: without(state.hands[self.seat], self.card)}
        state.hands = {**hands, self.to: (*hands[self.to], self.card)}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """DOP-GEN-04: only those two see it."""
        is_seen = seat in (self.seat, self.to) or has_open_hands(state)
        return self if is_seen else replace(self, card=RESOURCE)

    def things(self) -> tuple[str, ...]:
        """Both adventurers."""
        return (f"adventurer:{self.seat}", f"adventurer:{self.to}")


class CardRecovered(Fact, frozen=True):
    """A player took a card out of the discard pile."""

    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.resources = replace(state.resources, discard=without(state.resources.discard, self.card))
        state.hands = {**state.hands, self.seat: (*state.hands[self.seat], self.card)}

    def things(self) -> tuple[str, ...]:
        """The card and whose it is."""
        return (f"card:{self.card}", f"adventurer:{self.seat}")


class StepsGained(Fact, frozen=True):
    """DOP-TRAV-01, DOP-TRAV-04: a player has more movement points this turn."""

    seat: Seat
    points: int

    def apply(self, state: GameState) -> None:
        """Add them."""
        state.steps += self.points


class StepSpent(Fact, frozen=True):
    """A movement point was spent."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Take it away."""
        state.steps -= 1


class TokensGained(Fact, frozen=True):
    """DOP-SEC-01: a player has more fortification tokens to place this turn."""

    seat: Seat
    tokens: int

    def apply(self, state: GameState) -> None:
        """Add them."""
        state.tokens += self.tokens


class TokenSpent(Fact, frozen=True):
    """A fortification token left the player's stock."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Take it away."""
        state.tokens -= 1


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
    """A scheme found nothing in reach that it could be about."""

    tells: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """What needs no target happens all the same."""


class CardStayed(Fact, frozen=True):
    """DOP-SCH-02: a card stays in play beside the thing that it affects."""

    ongoing: Ongoing

    def apply(self, state: GameState) -> None:
        """Lay it out instead of discarding it."""
        if self.ongoing.card in state.played:
            state.played = without(state.played, self.ongoing.card)
        state.ongoing = (*state.ongoing, self.ongoing)

    def things(self) -> tuple[str, ...]:
        """The card and what it lies beside."""
        return (f"card:{self.ongoing.card}", self.ongoing.on)


class OngoingEnded(Fact, frozen=True):
    """A card in play was fully resolved and went to the discard pile."""

    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.ongoing = tuple([each for each in state.ongoing if each.card != self.card])
        state.resources = state.resources.discarded(self.card)

    def things(self) -> tuple[str, ...]:
        """The card."""
        return (f"card:{self.card}",)
