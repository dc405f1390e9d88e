"""How well things stand: the share of games that is won from here, guessed at a glance, for bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from math import exp

from engine.games.dawn_of_peacemakers.state import GameState

EVEN = 0.3
"""Where the scale stands with both sides just above the zone of withdrawal and nothing else to be said."""

FAR, NEAR = 0.3, 0.08
"""What each step above the zone costs: of the side with more motivation, and of the other."""

ALONE = (0.8, 0.5)
"""What it costs when one side is 1 or 2 steps from surrender while the other is not near yet."""

LAST = (0.6, 0.25)
"""What it costs when a side has only 1 or 2 units left, whose end would be its own."""

LEADER, FALLEN = 0.4, 0.12
"""What each wound of a side's only leader costs, and each death."""

BESIDE = 0.2
"""What it is worth that the adventurers stand with armies: influence and many schemes need companions."""

CARD, PLENTY = 0.05, 8
"""What a card in hand is worth, up to plenty."""


def value(view: GameState) -> float:
    """From 0 (lost) to 1 (won)."""
    if view.won is not None:
        return 1.0 if view.won else 0.0
    low, high = view.box.scene.file.withdraw
    near, far = sorted(view.motivation.values())
    if near < low:
        return 0.02
    score = EVEN - FAR * max(0, far - high) - NEAR * max(0, near - high)
    if far - near > 2 and near - low < len(ALONE):
        score -= ALONE[near - low]
    score -= _mourning(view)
    crowded = {unit.space for unit in view.units.values()}
    score += BESIDE * sum(space in crowded for space in view.figures.values()) * 2 / len(view.seats)
    score += CARD * min(PLENTY, sum(map(len, view.hands.values())))
    return 1 / (1 + exp(-score))


def _mourning(view: GameState) -> float:
    """What dying costs."""
    types = view.box.units
    left = Counter(view.sides[unit.army] for unit in view.units.values())
    cost = sum(LAST[count - 1] for count in left.values() if count <= len(LAST))
    cost += LEADER * sum(unit.damage for unit in view.units.values() if types[unit.type].leader)
    return cost + FALLEN * len(view.fallen)


def gist(state: GameState) -> Hashable:
    """The map, the tracks, the orders and what stays in play; of the hands only how many cards they are together."""
    crowded = {unit.space for unit in state.units.values()}
    named = state.box.scene.named
    held = state.influence
    return (
        tuple(state.units.items()),
        tuple(state.motivation.values()),
        tuple(state.sides.values()),
        tuple(sorted(state.fortifications.items())),
        tuple(space if space in crowded else named.get(space, ()) for space in state.figures.values()),
        tuple(deck.cards for deck in state.orders.values()),
        tuple((each.kind, each.on, each.until, each.amount, each.what) for each in state.ongoing),
        tuple(state.guards.items()),
        sum(map(len, state.hands.values())),
        (state.turn, state.steps, state.tokens, state.taken),
        None if held is None else (held.due, held.drawn, held.sorted),
        state.won,
    )
