"""How well things stand: the share of games that is won from here, guessed at a glance, for bots."""

from __future__ import annotations

from collections.abc import Hashable
from math import exp

from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.state import GameState

EVEN = 0.32
"""Where the scale stands with both sides just above the green zone and nothing else to be said."""

FAR, NEAR = 0.30, 0.04
"""What each step above the green zone costs: of the side with more motivation, and of the other."""

ALONE = 0.7
"""What it costs when one side is about to break while the other is not near yet."""

LEADER = 0.65
"""What each wound of a leader costs, whose death loses the game; other wounds and deaths hardly matter."""

BESIDE = 0.23
"""What it is worth that an adventurer stands with an army: most cards and many plans need somebody there."""

CARD = 0.02
"""What a card in hand is worth."""


def value(view: GameState) -> float:
    """From 0 (lost) to 1 (won). The weights are those of a logistic regression on games that the planner played."""
    if view.won is not None:
        return 1.0 if view.won else 0.0
    lib = library()
    low, high = lib.scenes[view.scenario].file.green
    if lib.changes[view.scenario, view.challenges].fall:
        low, high = 0, 0
    near, far = sorted(view.motivation.values())
    if near < low:
        return 0.0
    score = EVEN - FAR * max(0, far - high) - NEAR * max(0, near - high)
    if near == low and far - near > 1:
        score -= ALONE
    score -= LEADER * sum(unit.damage for unit in view.units.values() if lib.units[unit.type].leader)
    crowded = {unit.space for unit in view.units.values()}
    score += BESIDE * sum(space in crowded for space in view.figures.values()) / len(view.seats) * 2
    score += CARD * sum(map(len, view.hands.values()))
    return 1 / (1 + exp(-score))


def gist(state: GameState) -> Hashable:
    """The map, the tracks, the orders and what stays in play; of the hands only how many cards they are together.

    Where no unit is, one space is as good as another for an adventurer.
    """
    crowded = {unit.space for unit in state.units.values()}
    return (
        tuple(state.units.items()),
        tuple(state.motivation.values()),
        tuple(state.sides.values()),
        tuple(sorted(state.fortifications.items())),
        tuple(space if space in crowded else "" for space in state.figures.values()),
        tuple((deck.cards, deck.faceup) for deck in state.orders.values()),
        tuple((each.kind, each.on, each.until, each.amount, each.what) for each in state.ongoing),
        tuple(state.guards.items()),
        sum(map(len, state.hands.values())),
        len(state.aside),
        state.taken,
        state.won,
    )
