"""The map drawn with ASCII characters, with the heights and roads of this game."""

from __future__ import annotations

from textwrap import fill

from engine.core.hexes import Facing
from engine.games.horrors_of_war.content.types import Road, Terrain
from engine.games.horrors_of_war.movement import front
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers import drawn
from engine.peacemakers.battlefield import Unit
from engine.peacemakers.drawn import GROUP_SIGNS as GROUP_SIGNS
from engine.peacemakers.drawn import WIDTH as WIDTH
from engine.peacemakers.drawn import army_letters as army_letters
from engine.peacemakers.drawn import unit_sign as unit_sign


def tell_map(view: GameState) -> str:
    """The map and what its signs mean."""
    return drawn.tell_map(view, _Manner())


class _Manner:
    def front(self, view: GameState, unit: Unit) -> Facing:
        """HOW-ATK-20: where a unit looks; on a road or a circle that is where its arrow leads."""
        return front(view, unit)

    def features(self, kind: Terrain) -> list[str]:
        """How high a kind of space is."""
        return [f"height {kind.height}"] if kind.height else []

    def roads(self, view: GameState) -> list[str]:
        """The roads and circles."""
        return [_road(each) for each in view.box.scene.file.roads]


def _road(road: Road) -> str:
    """The spaces of a road in the direction of its arrows."""
    group = f", {road.group}" if road.group else ""
    spaces = " > ".join([*road.spaces, *(road.spaces[:1] if road.closed else ())])
    return fill(f"{'Circle' if road.closed else 'Road'} ({road.army}{group}): {spaces}", WIDTH, subsequent_indent="  ")
