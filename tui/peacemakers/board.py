"""The map of either game as a picture: terrain, fortifications, units and adventurers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.hexes import Facing
from engine.peacemakers.battlefield import AnyField, Unit, in_group, units_in
from engine.peacemakers.maps import Terrain
from tui.look.inks import Palette, Signs
from tui.look.letters import letters_of
from tui.widgets.picture import Picture, Tile, Token

NO_WAYS: Mapping[str, str] = {}


def picture(
    view: AnyField,
    signs: Signs,
    ground_of: Callable[[Any], str],
    front_of: Callable[[Unit], Facing],
    ways: Mapping[str, str] = NO_WAYS,
) -> Picture:
    """Every space of the map; `ways` are the facings of the arrows that some spaces have."""
    board = view.box.scene.board
    grounds = {space: ground_of(board.terrain[space]) for space in board.grid.spaces}
    return Picture({space: _tile(view, space, ground, signs, front_of, ways) for space, ground in grounds.items()})


def _tile(
    view: AnyField,
    space: str,
    ground: str,
    signs: Signs,
    front_of: Callable[[Unit], Facing],
    ways: Mapping[str, str],
) -> Tile:
    return Tile(
        ground=ground,
        sign=signs.grounds[ground],
        walls=view.fortifications.get(space, 0),
        tokens=tuple(_token(view, view.units[name], signs, front_of) for name in units_in(view, space)),
        people=tuple(Token(seat[0].upper(), -1) for seat, where in view.figures.items() if where == space),
        way=signs.arrows[ways[space]] if space in ways else "",
    )


def ground_of(terrain: Terrain) -> str:
    """The name of the colours of a kind of space, by what both games know of it."""
    if terrain.impassable:
        return "wall"
    if terrain.start:
        return "camp"
    if terrain.motivation:
        return "tower"
    if terrain.water:
        return "water"
    if terrain.stealth:
        return "forest"
    return "rocks" if terrain.defence else "plain"


def _token(view: AnyField, unit: Unit, signs: Signs, front_of: Callable[[Unit], Facing]) -> Token:
    return Token(
        sign=signs.pieces[unit.group],
        team=team_of(view, unit.army),
        arrow=signs.arrows[front_of(unit)],
        figure=str(unit.damage) if unit.damage else "",
        strong=view.box.units[unit.type].leader,
        kind=kind_letter(view, unit.type),
        side=army_letter(view, unit.army),
    )


def army_letter(view: AnyField, army: str) -> str:
    """The capital letter of an army."""
    return letters_of(view.box.scene.army_titles)[army].upper()


def side_letter(view: AnyField, army: str, signs: Signs) -> str:
    """The capital letter of an army, where letters tell whose a unit is."""
    return army_letter(view, army) if signs.has_sides else ""


def kind_letter(view: AnyField, kind: str) -> str:
    """The small letter of a kind of unit: no other kind of this scenario has it."""
    kinds = {unit.type for unit in (*view.units.values(), *view.fallen.values())}
    return letters_of({each: view.box.units[each].title for each in sorted(kinds)})[kind]


def team_of(view: AnyField, army: str) -> int:
    """Which of the team colours an army has."""
    return list(view.box.scene.army_titles).index(army)


def colour_of(view: AnyField, army: str, look: Palette) -> str:
    """The colour of an army."""
    return look.teams[team_of(view, army)]


def colour_of_side(view: AnyField, side: str, look: Palette) -> str:
    """The colour of a side: that of its first army."""
    return colour_of(view, next(army for army, on in view.sides.items() if on == side), look)


# Things of the map


def spaces_of(view: AnyField, thing: str) -> tuple[str, ...]:
    """Where on the map a thing is: a space, a unit, a group such as macaw.star, an army or an adventurer."""
    kind, _, name = thing.partition(":")
    if kind == "space":
        return (name,)
    if kind == "unit":
        unit = view.units.get(name)
        return (unit.space,) if unit else ()
    if kind in ("adventurer", "seat"):
        return (view.figures[name],) if name in view.figures else ()
    if kind == "group" and "." in name:
        army, _, group = name.partition(".")
        return tuple(dict.fromkeys(view.units[each].space for each in in_group(view, army, group)))
    if kind == "army":
        return tuple(dict.fromkeys(unit.space for unit in view.units.values() if unit.army == name))
    return ()


def things_at(view: AnyField, space: str) -> tuple[str, ...]:
    """A space, its units and the adventurers there."""
    here = [seat for seat, where in view.figures.items() if where == space]
    people = [f"{kind}:{seat}" for seat in here for kind in ("adventurer", "seat")]
    return (f"space:{space}", *(f"unit:{name}" for name in units_in(view, space)), *people)
