"""Drawing from decks: resource cards, ploys and tasks, Change of plans, and groups without units."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers.facts import (
    CardDrawn,
    OrderDeckShuffled,
    ResourceDeckShuffled,
    TaskRemoved,
)
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers.battlefield import groups_alive


def draw_resource(turn: Turn, seat: str) -> bool:
    """DOP-END-04..05: one card from the resource deck, which is rebuilt when it is empty; whether there was one."""
    resources = turn.state.resources
    if not resources.cards:
        if not resources.discard:
            return False
        turn.emit(ResourceDeckShuffled(turn.dice.shuffled(resources.discard), again=True))
    turn.emit(CardDrawn(seat, turn.state.resources.cards[0]))
    return True


# Order decks


def is_change(state: GameState, card: str) -> bool:
    """Whether a card is Change of plans."""
    task = state.box.tasks.get(card)
    return task is not None and task.task == "change"


def is_idle(state: GameState, card: str) -> bool:
    """DOP-ADV-09, DOP-ARMY-06: whether a card is a task of a group without units in play."""
    task = state.box.tasks.get(card)
    if task is None or task.group is None:
        return False
    return task.group not in groups_alive(state, card.partition(".")[0])


def in_pile(state: GameState, name: str) -> list[str]:
    """The cards that lie in an order deck, in no order: all that are neither discarded, removed nor in a hand.

    The influencing player, and everybody while nobody influences, can tell that without seeing the deck.
    """
    held = state.influence
    gone = {*state.orders[name].discard, *state.removed, *((*held.drawn, *held.sorted) if held else ())}
    return [card for card in state.box.orders[name] if card not in gone]


def can_give(state: GameState, name: str) -> bool:
    """DOP-INF-15, DOP-INF-20, DOP-ARMY-18: whether an order deck can give a card, now or after a shuffle."""
    deck = state.orders[name]
    if name.endswith(".ploy"):
        return bool(deck.cards or deck.discard)
    pile = in_pile(state, name)
    if deck.discard and any(is_change(state, card) for card in pile):
        return True
    return any(_counts(state, card) for card in pile)


def ready_top(turn: Turn, name: str) -> str | None:
    """The order card that comes up next, once Change of plans and idle tasks are dealt with; None if there is none."""
    while True:
        state = turn.state
        deck = state.orders[name]
        if not deck.cards:
            if name.endswith(".task") or not deck.discard:
                return None
            # DOP-ARMY-02, DOP-ARMY-22, DOP-INF-11: the one case in which a ploy deck is shuffled.
            turn.emit(OrderDeckShuffled(name, turn.dice.shuffled(deck.discard), why="empty"))
            continue
        card = deck.cards[0]
        if is_change(state, card):
            if not deck.discard and not any(_counts(state, each) for each in deck.cards):
                return None
            # DOP-ARMY-04, DOP-INF-10: it, the deck and the discard pile are one new deck.
            turn.emit(OrderDeckShuffled(name, turn.dice.shuffled(deck.cards + deck.discard), why="change"))
        elif is_idle(state, card):
            turn.emit(TaskRemoved(name, card))
        else:
            return card


def _counts(state: GameState, card: str) -> bool:
    return not is_change(state, card) and not is_idle(state, card)


def retire_tasks(turn: Turn) -> None:
    """DOP-ARMY-08: the discarded task cards of groups without units leave the game."""
    state = turn.state
    if not state.fallen:
        return
    for name, deck in state.orders.items():
        if name.endswith(".task"):
            for card in deck.discard:
                if is_idle(state, card):
                    turn.emit(TaskRemoved(name, card))
