"""The resource deck: drawing, reshuffling, and the horrors that turn up in it (rulebook: Extra cards, Refresh)."""

from __future__ import annotations

from engine.games.horrors_of_war.facts import CardDrawn, HorrorSetAside, ResourceDeckShuffled
from engine.games.horrors_of_war.state import GameState, Turn


def is_horror(state: GameState, card: str) -> bool:
    """Whether a card belongs to the horrors."""
    return card in state.box.horrors


def waiting_horrors(state: GameState) -> tuple[str, ...]:
    """HOW-SET-09: the horrors of the scenario, as long as they lie beside the deck because no hand is dealt yet."""
    return () if state.round or any(state.hands.values()) else state.box.own_horrors


def ready_deck(turn: Turn) -> bool:
    """HOW-ADV-11..14: make sure there is a card to draw; the discard pile is shuffled only when the deck is empty."""
    resources = turn.state.resources
    if not resources.cards and resources.discard:
        turn.emit(ResourceDeckShuffled(turn.dice.shuffled(resources.discard), with_discard=True))
    return bool(turn.state.resources.cards)


def draw(turn: Turn, seat: str) -> None:
    """HOW-HOR-03, HOW-HOR-15: one card to the hand; a horror is set aside and is the whole draw."""
    if ready_deck(turn):
        card = turn.state.resources.cards[0]
        turn.emit(HorrorSetAside(card) if is_horror(turn.state, card) else CardDrawn(seat, card))
