"""How well things stand: the share of games that is won from here, guessed at a glance, for bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from math import exp

from engine.games.horrors_of_war.state import GameState

EVEN = 0.2
"""Where the scale stands with both sides just above the green zone and nothing else to be said."""

FAR, NEAR = 0.27, 0.04
"""What each step above the green zone costs: of the side with more motivation, and of the other."""

ALONE = (0.7, 0.45)
"""What it costs when one side is 1 or 2 steps from breaking while the other is not near yet."""

LAST = (0.6, 0.25)
"""What it costs when a side has only 1 or 2 units left, whose end would be its own."""

LEADER, FALLEN = 0.4, 0.15
"""What each wound of a leader costs, whose death loses the game, and each death; other wounds hardly matter."""

BESIDE = 0.2
"""What it is worth that the adventurers stand with armies: most cards and many plans need somebody there."""

CARD, PLENTY = 0.06, 8
"""What a card in hand is worth, up to plenty."""


def value(view: GameState) -> float:
    """From 0 (lost) to 1 (won). The weights are those of a logistic regression on games that the planner played."""
    if view.won is not None:
        return 1.0 if view.won else 0.0
    box = view.box
    low, high = box.scene.green(len(view.seats))
    both_fall = box.changes.fall
    if both_fall:
        low, high = 0, 0
    near, far = sorted(view.motivation.values())
    if near < low:
        return 0.0
    score = EVEN - FAR * max(0, far - high) - NEAR * max(0, near - high)
    if far - near > 2 and near - low < len(ALONE):
        score -= ALONE[near - low]
    if not both_fall:
        score -= _mourning(view)
    crowded = {unit.space for unit in view.units.values()}
    score += BESIDE * sum(space in crowded for space in view.figures.values()) * 2 / len(view.seats)
    score += CARD * min(PLENTY, sum(map(len, view.hands.values())))
    return 1 / (1 + exp(-score))


def _mourning(view: GameState) -> float:
    """What dying costs; where both sides have to fall it is a way to win like any other (HOW-S3-15)."""
    types = view.box.units
    left = Counter(view.sides[unit.army] for unit in view.units.values())
    cost = sum(LAST[count - 1] for count in left.values() if count <= len(LAST))
    cost += LEADER * sum(unit.damage for unit in view.units.values() if types[unit.type].leader)
    return cost + FALLEN * len(view.fallen)


def gist(state: GameState) -> Hashable:
    """The map, the tracks, the orders and what stays in play; of the hands only how many cards they are together.

    Where no unit is, one space is as good for an adventurer as another of the same named areas.
    """
    crowded = {unit.space for unit in state.units.values()}
    named = state.box.scene.named
    return (
        tuple(state.units.items()),
        tuple(state.motivation.values()),
        tuple(state.sides.values()),
        tuple(sorted(state.fortifications.items())),
        tuple(space if space in crowded else named.get(space, ()) for space in state.figures.values()),
        tuple((deck.cards, deck.faceup) for deck in state.orders.values()),
        tuple((each.kind, each.on, each.until, each.amount, each.what) for each in state.ongoing),
        tuple(state.guards.items()),
        sum(map(len, state.hands.values())),
        len(state.aside),
        state.taken,
        state.won,
    )
