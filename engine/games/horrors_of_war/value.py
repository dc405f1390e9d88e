"""How well things stand: the share of games that is won from here, guessed at a glance, for bots."""

from __future__ import annotations

from collections.abc import Hashable
from math import exp

from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.state import GameState

W = {
    "far": 0.15,
    "near": 0.08,
    "n1": 0.4,
    "n2": 0.7,
    "n3": 0.88,
    "card": 0.05,
    "more": 0.025,
    "fallen": 0.03,
    "leader": 0.04,
    "damage": 0.01,
}


def value(view: GameState) -> float:
    """Both sides low and close to each other, cards in hand; from 0 (lost) to 1 (won)."""
    if view.won is not None:
        return 1.0 if view.won else 0.0
    low, high = library().scenes[view.scenario].file.green
    near, far = sorted(view.motivation.values())
    if near < low:
        return 0.0
    score = -W["far"] * max(0, far - high) - W["near"] * max(0, near - high)
    cards = sum(len(hand) for hand in view.hands.values())
    score += W["card"] * (min(cards, 4) - 4) + W["more"] * (min(cards, 12) - 12)
    types = library().units
    for unit in view.units.values():
        score -= (W["leader"] if types[unit.type].leader else W["damage"]) * unit.damage
    score -= W["fallen"] * len(view.fallen)
    safe = 1.0
    if far - near > 1:
        safe = {low: W["n1"], low + 1: W["n2"], low + 2: W["n3"]}.get(near, 1.0)
    return 0.8 * safe * exp(score)


def gist(state: GameState) -> Hashable:
    """The map, the tracks, the orders and what stays in play; of the hands only how many cards they are together."""
    return (
        tuple(state.units.items()),
        tuple(state.motivation.values()),
        tuple(state.sides.values()),
        tuple(sorted(state.fortifications.items())),
        tuple(state.figures.values()),
        tuple((deck.cards, deck.faceup) for deck in state.orders.values()),
        tuple((each.kind, each.on, each.until, each.amount, each.what) for each in state.ongoing),
        tuple(state.guards.items()),
        sum(map(len, state.hands.values())),
        len(state.aside),
        state.taken,
        state.won,
    )
