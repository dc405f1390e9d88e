"""What units would do as things stand: whom they would attack, and where they would go."""

from __future__ import annotations

from engine.games.horrors_of_war import attacks, movement
from engine.games.horrors_of_war.state import GameState
from tui.peacemakers import threats as shared


def threats(view: GameState) -> dict[str, str]:
    """By space, the damage that would fall on it if every unit attacked once by itself."""
    return shared.threats(view, attacks.aims, attacks.damage_alone)


def aims(view: GameState, space: str) -> tuple[str, ...]:
    """The spaces that the units of a space would attack or enter."""
    return shared.aimed_at(view, space, attacks.aims, _goes_to)


def _goes_to(view: GameState, name: str) -> str:
    """Where a unit would go forward; empty if something keeps it where it is."""
    ahead = movement.ahead(view, view.units[name], "forward")
    return ahead if ahead and not movement.hindrance(view, name, ahead) and not movement.is_held(view, name) else ""
