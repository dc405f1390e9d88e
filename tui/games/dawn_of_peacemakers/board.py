"""The map of Dawn of Peacemakers: its grounds, and the frontline that all units of a side show."""

from __future__ import annotations

from engine.core.hexes import Facing
from engine.games.dawn_of_peacemakers.content.types import Terrain
from engine.games.dawn_of_peacemakers.state import GameState
from engine.peacemakers.battlefield import Unit
from tui.look.inks import Signs
from tui.peacemakers import board
from tui.widgets.picture import Picture

_BY_NAME = {
    **dict.fromkeys(("bridge", "dike", "door", "gate"), "bridge"),
    **dict.fromkeys(("fountain", "spring", "village well"), "fountain"),
    **dict.fromkeys(("granary", "caravan halt", "council stone", "pass", "city", "market stalls"), "place"),
    "palisade": "fence",
    "rampart": "rampart",
}
"""The grounds of spaces that look special without doing anything else, or are spoken of by name."""


def picture(view: GameState, signs: Signs) -> Picture:
    """Every space of the map."""

    def front_of(unit: Unit) -> Facing:
        return front(view, unit)

    return board.picture(view, signs, ground_of, front_of)


def front(view: GameState, unit: Unit) -> Facing:
    """A unit looks along its side's frontline."""
    return view.fronts[view.sides[unit.army]]


def ground_of(terrain: Terrain) -> str:
    """The name of the colours of a kind of space, by what is special about it."""
    if terrain.name in _BY_NAME:
        return _BY_NAME[terrain.name]
    if terrain.thorns:
        return "thorns"
    if terrain.grief:
        return "village"
    if terrain.water and not terrain.shatter:
        return "ford"
    if terrain.range:
        return "hill" if terrain.range > 0 else "marsh"
    return board.ground_of(terrain)
