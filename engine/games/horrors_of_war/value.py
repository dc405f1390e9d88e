"""How well things stand, for bots that look one step ahead."""

from __future__ import annotations

from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.state import GameState


def value(view: GameState) -> float:
    """Both sides close above the green zone, few wounds, cards in hand; a side at 0 is lost."""
    if view.won is not None:
        return 1000.0 if view.won else -1000.0
    low, high = library().scenes[view.scenario].file.green
    total = 0.0
    for motivation in view.motivation.values():
        if motivation < low:
            return -900.0
        total -= max(0, motivation - high)
    total += 0.35 * sum(len(hand) for hand in view.hands.values())
    total -= 0.2 * sum(unit.damage for unit in view.units.values())
    total -= 0.5 * sum(card in library().horrors for card in (each.card for each in view.ongoing))
    return total
