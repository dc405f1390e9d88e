"""What units would do as things stand: whom they would attack, and where they would go."""

from __future__ import annotations

from engine.games.horrors_of_war import attacks, movement
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.battlefield import units_in

_MOST = 9


def threats(view: GameState) -> dict[str, str]:
    """By space, the damage that would fall on it if every unit attacked once by itself."""
    found: dict[str, int] = {}
    for name in view.units:
        targets = attacks.aims(view, name)
        if targets:
            space = view.units[targets[0]].space
            damage = max(attacks.damage_alone(view, name, target) for target in targets)
            found[space] = found.get(space, 0) + damage
    return {space: str(min(damage, _MOST)) for space, damage in found.items()}


def aims(view: GameState, space: str) -> tuple[str, ...]:
    """The spaces that the units of a space would attack or enter."""
    spaces: list[str] = []
    for name in units_in(view, space):
        unit = view.units[name]
        spaces += [view.units[target].space for target in attacks.aims(view, name)]
        ahead = movement.ahead(view, unit, "forward")
        if ahead and not movement.hindrance(view, name, ahead) and not movement.is_held(view, name):
            spaces.append(ahead)
    return tuple(dict.fromkeys(spaces))
