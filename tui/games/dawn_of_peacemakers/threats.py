"""What units would do as things stand: whom they would strike, and where they would go."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers import movement, strikes
from engine.games.dawn_of_peacemakers.state import GameState
from tui.peacemakers import threats as shared


def threats(view: GameState) -> dict[str, str]:
    """By space, the damage that would fall on it if every unit struck once by itself."""
    return shared.threats(view, strikes.aims, strikes.damage_alone)


def aims(view: GameState, space: str) -> tuple[str, ...]:
    """The spaces that the units of a space would strike or enter."""
    return shared.aimed_at(view, space, strikes.aims, goes_to)


def goes_to(view: GameState, name: str) -> str:
    """Where a unit would go if it alone moved along the frontline; empty if it would stay."""
    return movement.march(view, [name], 0, free=False).moving.get(name, "")


def stays_for(view: GameState, name: str) -> str:
    """Why a unit would stay if it alone moved; empty if it would go."""
    return movement.march(view, [name], 0, free=False).staying.get(name, "")
