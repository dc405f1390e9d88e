"""How well things stand: the share of games that is won from here, guessed at a glance, for bots."""

from __future__ import annotations

from collections.abc import Hashable
from math import exp

from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.state import GameState

GREEN = 0.4
"""The chance with both sides in the green zone, no harm done and plenty of cards. It is what planners really reach:
with more, a bot would rather wait than win; with less, it would gamble."""

FAR, NEAR = 0.15, 0.08
"""What each step above the green zone costs: of the side with more motivation, and of the other."""

SAFE = (0.4, 0.7, 0.88)
"""The chance that a side at the low end of the zone, or 1 or 2 above it, is still there when the other comes."""

HAND, PLENTY = 4, 8
CARD, SPARE = 0.05, 0.025
"""What a card is worth: each of them up to plenty, and a small hand's as much again and more."""

LEADER, UNIT, FALLEN = 0.04, 0.01, 0.03
"""What damage costs on a leader, whose death loses the game, and on others; and a death, which leaves a horror."""

ALONE = 0.08
"""What it costs that no adventurer stands with an army: its orders cannot be seen, and most schemes do not reach it."""


def value(view: GameState) -> float:
    """From 0 (lost) to 1 (won): both sides low and close to each other, cards in hand, little harm done."""
    if view.won is not None:
        return 1.0 if view.won else 0.0
    low, high = library().scenes[view.scenario].file.green
    near, far = sorted(view.motivation.values())
    if near < low:
        return 0.0
    safe = SAFE[near - low] if far - near > 1 and near - low < len(SAFE) else 1.0
    away = FAR * max(0, far - high) + NEAR * max(0, near - high)
    return GREEN * safe * exp(-away - _want(view) - _harm(view))


def _want(view: GameState) -> float:
    """What it costs to have few cards, and to stand where they are of little use."""
    cards = sum(map(len, view.hands.values()))
    places = set(view.figures.values())
    met = {unit.army for unit in view.units.values() if unit.space in places}
    lone = ALONE * (len(view.sides) - len(met))
    return lone + CARD * max(0, HAND - cards) + SPARE * max(0, PLENTY - cards)


def _harm(view: GameState) -> float:
    """What wounds and deaths cost."""
    types = library().units
    wounds = sum(unit.damage * (LEADER if types[unit.type].leader else UNIT) for unit in view.units.values())
    return wounds + FALLEN * len(view.fallen)


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
