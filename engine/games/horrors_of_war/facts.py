"""What can happen, and what each fact changes. Nothing else changes a state."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Deck
from engine.core.kinds import Fact, Seat
from engine.games.horrors_of_war.state import HORROR, RESOURCE, GameState, Ongoing, Unit


def _more(counts: dict[str, int], key: str, by: int = 1) -> dict[str, int]:
    """The counts with one of them raised; the old dict stays as it was."""
    return {**counts, key: counts.get(key, 0) + by}


def _is_private(state: GameState) -> bool:
    return "private-hands" in state.options


# Setting up


class TableLaid(Fact, frozen=True):
    """A scenario was chosen, and who plays it."""

    scenario: str
    challenges: tuple[str, ...]
    options: tuple[str, ...]
    seats: tuple[Seat, ...]
    start: str

    def apply(self, state: GameState) -> None:
        """The adventurers stand on the starting space with empty hands."""
        state.scenario, state.challenges = self.scenario, self.challenges
        state.options, state.seats = self.options, self.seats
        state.figures = {seat: self.start for seat in self.seats}
        state.hands = {seat: () for seat in self.seats}


class ArmyJoined(Fact, frozen=True):
    """An army took a side."""

    army: str
    side: str

    def apply(self, state: GameState) -> None:
        """Note the side."""
        state.sides = {**state.sides, self.army: self.side}


class UnitPlaced(Fact, frozen=True):
    """A unit was put on its starting space."""

    unit: str
    army: str
    type: str
    group: str
    space: str
    facing: str

    def apply(self, state: GameState) -> None:
        """Put the unit on the map."""
        unit = Unit(self.army, self.type, self.group, self.space, self.facing)
        state.units = {**state.units, self.unit: unit}


class MotivationSet(Fact, frozen=True):
    """A side's bead was put on its starting value."""

    side: str
    value: int

    def apply(self, state: GameState) -> None:
        """Set the track."""
        state.motivation = {**state.motivation, self.side: self.value}


class OrderDeckShuffled(Fact, frozen=True):
    """An order deck was shuffled: face-up cards that stay on top, then the shuffled ones face down, and what stays
    on the discard pile."""

    deck: str
    order: tuple[str, ...]
    faceup: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()

    def apply(self, state: GameState) -> None:
        """Lay the deck out anew."""
        deck = Deck(self.order, frozenset(self.faceup), self.discard)
        state.orders = {**state.orders, self.deck: deck}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order of face-down cards."""
        up = set(self.faceup)
        return replace(self, order=tuple(card if card in up else HIDDEN for card in self.order))


class HorrorDeckShuffled(Fact, frozen=True):
    """The horror deck was shuffled."""

    order: tuple[str, ...]

    def apply(self, state: GameState) -> None:
        """Lay the deck out."""
        state.horrors = self.order

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HORROR,) * len(self.order))


class ResourceDeckShuffled(Fact, frozen=True):
    """The resource deck was made anew of the cards named; its discard pile is empty then, if it was shuffled in."""

    order: tuple[str, ...]
    with_discard: bool = False

    def apply(self, state: GameState) -> None:
        """Lay the deck out; nothing is known of its order any more."""
        state.resources = Deck(self.order, discard=() if self.with_discard else state.resources.discard)
        state.known = frozenset()

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Nobody sees the order."""
        return replace(self, order=(HIDDEN,) * len(self.order))


class HorrorsTaken(Fact, frozen=True):
    """Horrors left the top of the horror deck to be shuffled into the resource deck."""

    count: int

    def apply(self, state: GameState) -> None:
        """Shorten the horror deck; the shuffle that follows puts them into the resource deck."""
        state.horrors = state.horrors[self.count :]


class HandsDealt(Fact, frozen=True):
    """Cards from the top of the resource deck went to the hands."""

    reveals: ClassVar[bool] = True
    shares: dict[Seat, tuple[str, ...]]

    def apply(self, state: GameState) -> None:
        """Move the cards."""
        state.resources = state.resources.drawn(sum(len(cards) for cards in self.shares.values()))
        state.hands = {seat: hand + self.shares.get(seat, ()) for seat, hand in state.hands.items()}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Private hands stay private."""
        return replace(self, shares=_shares_seen_by(state, self.shares, seat))


def _shares_seen_by(
    state: GameState, shares: dict[Seat, tuple[str, ...]], seat: Seat
) -> dict[Seat, tuple[str, ...]]:
    if not _is_private(state):
        return shares
    return {who: cards if who == seat else (RESOURCE,) * len(cards) for who, cards in shares.items()}


class RoundBegan(Fact, frozen=True):
    """A new round started with its adventurer phase."""

    round: int

    def apply(self, state: GameState) -> None:
        """Begin afresh with whatever counts by the round."""
        state.round, state.phase = self.round, "adventurer"
        state.passed, state.guards, state.speeds, state.suffered, state.tally = (), {}, {}, {}, {}


class Reminded(Fact, frozen=True):
    """A short reminder of a rule was shown for the first time (HOW-S1-01)."""

    about: str

    def apply(self, state: GameState) -> None:
        """Once is enough."""
        state.reminded = (*state.reminded, self.about)


# Cards


class CardPlayed(Fact, frozen=True):
    """A card left a hand for one of its uses; it lies on the discard pile unless it stays in play or changes hands."""

    seat: Seat
    card: str
    use: str

    def apply(self, state: GameState) -> None:
        """Discard the card at the moment it is played (HOW-ADV-09)."""
        state.hands = {**state.hands, self.seat: _without(state.hands[self.seat], self.card)}
        state.resources = state.resources.discarded(self.card)
        state.passed = ()

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
        return self if not _is_private(state) or seat in (self.seat, self.to) else replace(self, card=RESOURCE)


class CardDrawn(Fact, frozen=True):
    """A resource card went from the top of the deck to a hand."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.resources = state.resources.drawn()
        state.known -= {self.card}
        state.hands = {**state.hands, self.seat: (*state.hands[self.seat], self.card)}

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """With private hands only the drawer knows which card."""
        return self if not _is_private(state) or seat == self.seat else replace(self, card=RESOURCE)


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
        state.known -= set(self.cards)
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
        state.hands = {seat: hand + self.shares.get(seat, ()) for seat, hand in state.hands.items()}
        state.aside = state.aside + self.horrors

    def seen_by(self, state: GameState, seat: Seat) -> Self:
        """Horrors lie face down; private hands stay private."""
        shares = _shares_seen_by(state, self.shares, seat)
        return replace(self, shares=shares, horrors=(HORROR,) * len(self.horrors))


# Horrors


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


class CardStayed(Fact, frozen=True):
    """A card stays in play beside the thing it affects."""

    ongoing: Ongoing

    def apply(self, state: GameState) -> None:
        """Lay it out; a scheme comes back from the discard pile, a horror is no longer faced."""
        card = self.ongoing.card
        state.ongoing = (*state.ongoing, self.ongoing)
        if card == state.facing:
            state.facing, state.fresh = "", 0
        else:
            resources = state.resources
            state.resources = replace(resources, discard=_without(resources.discard, card))

    def things(self) -> tuple[str, ...]:
        """The card and what it lies beside."""
        return (f"card:{self.ongoing.card}", self.ongoing.on)


class OngoingEnded(Fact, frozen=True):
    """A card in play was fully resolved and went to the resource discard pile."""

    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.ongoing = tuple(each for each in state.ongoing if each.card != self.card)
        state.resources = state.resources.discarded(self.card)

    def things(self) -> tuple[str, ...]:
        """The card."""
        return (f"card:{self.card}",)


# Adventurers on the map


class AdventurerMoved(Fact, frozen=True):
    """An adventurer's figure moved."""

    seat: Seat
    to: str

    def apply(self, state: GameState) -> None:
        """Move the figure."""
        state.figures = {**state.figures, self.seat: self.to}

    def things(self) -> tuple[str, ...]:
        """The adventurer and the space."""
        return (f"adventurer:{self.seat}", f"space:{self.to}")


class FortificationsPlaced(Fact, frozen=True):
    """A space got fortification tokens."""

    space: str
    count: int

    def apply(self, state: GameState) -> None:
        """Add the tokens."""
        state.fortifications = _more(state.fortifications, self.space, self.count)

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class FortificationsRemoved(Fact, frozen=True):
    """A space lost fortification tokens."""

    space: str
    count: int

    def apply(self, state: GameState) -> None:
        """Take the tokens away."""
        left = state.fortifications[self.space] - self.count
        others = {space: count for space, count in state.fortifications.items() if space != self.space}
        state.fortifications = {**others, self.space: left} if left else others

    def things(self) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


class Passed(Fact, frozen=True):
    """A player did not want to play a card."""

    seat: Seat

    def apply(self, state: GameState) -> None:
        """Remember it until somebody acts."""
        state.passed = (*state.passed, self.seat)


# Order cards


class OrderRevealed(Fact, frozen=True):
    """A face-down card of an order deck was turned face up where it lies."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """Turn the card."""
        state.orders = {**state.orders, self.deck: state.orders[self.deck].turned_up(self.card)}

    def things(self) -> tuple[str, ...]:
        """The deck and the card."""
        return (f"deck:{self.deck}", f"card:{self.card}")


class OrderCardsMoved(Fact, frozen=True):
    """The cards of an order deck were put into another order, each as it lay (HOW-SCH-10, HOW-SCH-12)."""

    deck: str
    places: tuple[int, ...]
    """For each place from the top, the place from which its card came; deeper cards stay."""

    def apply(self, state: GameState) -> None:
        """Reorder the pile."""
        deck = state.orders[self.deck]
        moved = tuple(deck.cards[place] for place in self.places)
        state.orders = {**state.orders, self.deck: deck.reordered(moved + deck.cards[len(self.places) :])}

    def things(self) -> tuple[str, ...]:
        """The deck."""
        return (f"deck:{self.deck}",)


class ArmyPhaseBegan(Fact, frozen=True):
    """The adventurer phase is over."""

    def apply(self, state: GameState) -> None:
        """Note the phase."""
        state.phase = "army"


class OrderTurned(Fact, frozen=True):
    """The top card of an order deck went face up onto its discard pile."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str

    def apply(self, state: GameState) -> None:
        """Move the card."""
        state.orders = {**state.orders, self.deck: state.orders[self.deck].drawn().discarded(self.card)}

    def things(self) -> tuple[str, ...]:
        """The deck and the card."""
        return (f"deck:{self.deck}", f"card:{self.card}")


class OrdersRanked(Fact, frozen=True):
    """The speeds of this round's orders, in tenths."""

    speeds: dict[str, int]

    def apply(self, state: GameState) -> None:
        """Note the speeds."""
        state.speeds = self.speeds


class OrderBegan(Fact, frozen=True):
    """An army began to carry out its order with one group; without units there is none (HOW-ARM-15)."""

    army: str
    group: str

    def apply(self, state: GameState) -> None:
        """Start counting what its units do."""
        state.tally = {}

    def things(self) -> tuple[str, ...]:
        """The army."""
        return (f"army:{self.army}",)


class DieRolled(Fact, frozen=True):
    """The twelve-sided die was rolled for something."""

    reveals: ClassVar[bool] = True
    result: int
    why: str

    def apply(self, state: GameState) -> None:
        """A result changes nothing by itself."""


class HalfMuted(Fact, frozen=True):
    """A scheme kept one half of an order from having any effect."""

    army: str
    card: str

    def apply(self, state: GameState) -> None:
        """Nothing happens instead."""


# Units


class UnitMoved(Fact, frozen=True):
    """A unit moved to another space."""

    unit: str
    to: str

    def apply(self, state: GameState) -> None:
        """Move the unit; its facing and its damage stay."""
        state.units = {**state.units, self.unit: replace(state.units[self.unit], space=self.to)}
        state.tally = _more(state.tally, "moved")

    def things(self) -> tuple[str, ...]:
        """The unit and the space."""
        return (f"unit:{self.unit}", f"space:{self.to}")


class UnitBlocked(Fact, frozen=True):
    """A unit tried to move and could not."""

    unit: str
    why: str

    def apply(self, state: GameState) -> None:
        """Count it."""
        state.tally = _more(state.tally, "blocked")

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitTurned(Fact, frozen=True):
    """A unit got another facing."""

    unit: str
    facing: str

    def apply(self, state: GameState) -> None:
        """Turn the unit."""
        state.units = {**state.units, self.unit: replace(state.units[self.unit], facing=self.facing)}

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class DefenceRaised(Fact, frozen=True):
    """A unit has more defence until the end of the round."""

    unit: str
    by: int

    def apply(self, state: GameState) -> None:
        """Note it."""
        state.guards = _more(state.guards, self.unit, self.by)

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitAttacked(Fact, frozen=True):
    """Units attacked one enemy together with the sum of their offence."""

    attackers: tuple[str, ...]
    target: str
    offence: int
    defence: int

    def apply(self, state: GameState) -> None:
        """Count the attackers."""
        state.tally = _more(state.tally, "attacked", len(self.attackers))

    def things(self) -> tuple[str, ...]:
        """The target first, then the attackers."""
        return (f"unit:{self.target}", *(f"unit:{unit}" for unit in self.attackers))


class UnitWounded(Fact, frozen=True):
    """A unit got damage tokens."""

    unit: str
    amount: int
    by: tuple[str, ...] = ()

    def apply(self, state: GameState) -> None:
        """Put the tokens on the unit and count."""
        unit = state.units[self.unit]
        state.units = {**state.units, self.unit: replace(unit, damage=unit.damage + self.amount)}
        state.suffered = _more(state.suffered, f"{state.sides[unit.army]}.wounded")
        state.tally = _more(state.tally, "hit", len(self.by))

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitMended(Fact, frozen=True):
    """A unit lost damage tokens."""

    unit: str
    amount: int

    def apply(self, state: GameState) -> None:
        """Take the tokens off."""
        unit = state.units[self.unit]
        state.units = {**state.units, self.unit: replace(unit, damage=unit.damage - self.amount)}

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class UnitDefeated(Fact, frozen=True):
    """A unit left the map for its side's spot of defeated units, without its damage tokens."""

    unit: str

    def apply(self, state: GameState) -> None:
        """Move the figure and count."""
        unit = state.units[self.unit]
        state.units = {name: each for name, each in state.units.items() if name != self.unit}
        state.fallen = {**state.fallen, self.unit: replace(unit, damage=0)}
        state.suffered = _more(state.suffered, f"{state.sides[unit.army]}.defeated")
        state.tally = _more(state.tally, "defeated")

    def things(self) -> tuple[str, ...]:
        """The unit."""
        return (f"unit:{self.unit}",)


class MotivationChanged(Fact, frozen=True):
    """A side's motivation moved along its track."""

    side: str
    to: int
    why: str

    def apply(self, state: GameState) -> None:
        """Move the bead."""
        state.motivation = {**state.motivation, self.side: self.to}

    def things(self) -> tuple[str, ...]:
        """The side."""
        return (f"side:{self.side}",)


# The end


class StatusChecked(Fact, frozen=True):
    """All orders are resolved; the motivation of both sides was checked."""

    motivation: dict[str, int]

    def apply(self, state: GameState) -> None:
        """Note the phase."""
        state.phase = "status"


class GameEnded(Fact, frozen=True):
    """The players won or lost, together."""

    won: bool

    def apply(self, state: GameState) -> None:
        """It is over."""
        state.won, state.phase = self.won, "over"


Facts = (
    TableLaid | ArmyJoined | UnitPlaced | MotivationSet | OrderDeckShuffled | HorrorDeckShuffled
    | ResourceDeckShuffled | HorrorsTaken | HandsDealt | RoundBegan | Reminded | CardPlayed | CardDelegated | CardGiven
    | CardDrawn | CardRecovered | CardDiscarded | TopCardBuried | RefreshDrawn | RefreshDivided | HorrorAdded
    | HorrorSetAside | HorrorRevealed | HorrorWarded | HorrorDiscarded | CardStayed | OngoingEnded | AdventurerMoved
    | FortificationsPlaced | FortificationsRemoved | Passed | OrderRevealed | OrderCardsMoved | ArmyPhaseBegan
    | OrderTurned | OrdersRanked | OrderBegan | DieRolled | HalfMuted | UnitMoved | UnitBlocked | UnitTurned
    | DefenceRaised | UnitAttacked | UnitWounded | UnitMended | UnitDefeated | MotivationChanged | StatusChecked
    | GameEnded
)
