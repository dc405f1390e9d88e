"""Influence: looking at order cards and putting them back in another order (rulebook: Influence)."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers import decks
from engine.games.dawn_of_peacemakers.facts import (
    CardPlayed,
    CardShown,
    InfluenceAdded,
    InfluenceBegan,
    InfluenceEnded,
    InfluenceLost,
    OrderDrawn,
    OrderSorted,
    OrdersReturned,
)
from engine.games.dawn_of_peacemakers.frames import (
    ChooseArmy,
    ChooseOrderDeck,
    DrawInfluence,
    EndInfluence,
    Feed,
    PutInOrder,
)
from engine.games.dawn_of_peacemakers.selection import companion_armies
from engine.games.dawn_of_peacemakers.state import GameState, Turn, has_open_hands


def decks_of(army: str) -> tuple[str, str]:
    """The two order decks of an army."""
    return f"{army}.ploy", f"{army}.task"


def influenced(state: GameState, seat: str) -> list[str]:
    """DOP-INF-02: the companion armies whose decks can give a card."""
    near = companion_armies(state, seat)
    return [army for army in near if any(decks.can_give(state, deck) for deck in decks_of(army))]


def begin(turn: Turn, seat: str, icons: int) -> None:
    """DOP-INF-02, DOP-INF-14: one army for the whole action."""
    armies = influenced(turn.state, seat)
    if len(armies) == 1:
        begin_with(turn, seat, armies[0], icons)
    else:
        turn.push(ChooseArmy(seats=(seat,), icons=icons))


def begin_with(turn: Turn, seat: str, army: str, icons: int, *, closed: bool = False) -> None:
    """DOP-INF-01: the cards that the icons ask for are drawn; then they go back."""
    turn.emit(InfluenceBegan(seat, army, icons))
    turn.push(DrawInfluence(closed), EndInfluence())


def draw_due(turn: Turn, frame: DrawInfluence) -> None:
    """DOP-INF-03, DOP-INF-15, DOP-INF-19: all cards that are due, one at a time; then others may add influence."""
    state = turn.state
    held = state.influence
    assert held is not None
    if not held.due:
        if not frame.closed:
            ask_for_more(turn)
        return
    found = [deck for deck in decks_of(held.army) if decks.can_give(state, deck)]
    if not found:
        turn.emit(InfluenceLost(held.army))
        turn.push(frame)
    else:
        turn.push(ChooseOrderDeck(seats=(held.seat,), closed=frame.closed))


def draw_from(turn: Turn, seat: str, deck: str, *, closed: bool) -> None:
    """DOP-INF-03..04, DOP-INF-10..12, DOP-ADV-09..10: one card, seen by this player alone."""
    card = decks.ready_top(turn, deck)
    if card is not None:
        turn.emit(OrderDrawn(seat, deck, card))
    turn.push(DrawInfluence(closed))


# Others help


def feeders(state: GameState) -> tuple[str, ...]:
    """DOP-INF-05..06: everybody who could add a card.

    With open hands that is known. Otherwise everybody with a card is asked, so that being asked tells nothing.
    """
    if has_open_hands(state):
        return tuple([seat for seat in state.seats if feeds(state, seat)])
    return tuple([seat for seat in state.seats if state.hands[seat]])


def feeds(state: GameState, seat: str) -> list[str]:
    """The cards of a hand that have influence icons."""
    shelf = state.box.resources
    return [card for card in state.hands[seat] if "influence" in shelf[card].rows]


def ask_for_more(turn: Turn) -> None:
    """DOP-INF-05: does anybody add a card? Not if neither deck could give another one."""
    state = turn.state
    held, seats = state.influence, feeders(state)
    assert held is not None
    if seats and any(decks.can_give(state, deck) for deck in decks_of(held.army)):
        turn.push(Feed(seats=seats))


def feed(turn: Turn, seat: str, card: str) -> None:
    """DOP-INF-05..07, DOP-INF-17: a card of any hand; the influencing player draws what it gives."""
    turn.emit(CardShown(seat, card))
    turn.emit(CardPlayed(seat, card, "influence"))
    turn.emit(InfluenceAdded(seat, turn.state.box.resources[card].rows["influence"]))
    turn.push(DrawInfluence())


def let_be(turn: Turn, ask: Feed, seat: str) -> None:
    """Nothing from this seat; the others are still asked."""
    others = tuple([each for each in ask.seats if each != seat])
    if others:
        turn.push(Feed(seats=others))


# Putting back


def unsorted(state: GameState) -> list[str]:
    """The cards that may come next: those of one deck after those of the other."""
    held = state.influence
    assert held is not None
    for deck in decks_of(held.army):
        left = [card for card in held.drawn if (card in state.box.ploys) == deck.endswith(".ploy")]
        if left:
            return left
    return []


def end(turn: Turn, frame: EndInfluence) -> None:
    """DOP-INF-08: the player puts the cards in order, then they go back onto their decks."""
    state = turn.state
    held = state.influence
    assert held is not None
    while left := unsorted(turn.state):
        if len(left) > 1:
            turn.push(PutInOrder(seats=(held.seat,)), frame)
            return
        turn.emit(OrderSorted(held.seat, left[0]))
    held = turn.state.influence
    assert held is not None
    for deck in decks_of(held.army):
        cards = tuple([card for card in held.sorted if (card in state.box.ploys) == deck.endswith(".ploy")])
        if cards:
            turn.emit(OrdersReturned(held.seat, deck, cards))
    turn.emit(InfluenceEnded(held.seat))


def put_back(turn: Turn, seat: str, card: str) -> None:
    """One card has its place; the next is asked for."""
    turn.emit(OrderSorted(seat, card))
