"""The map of either game drawn with ASCII characters: flat-top hexes, two lines for each row of the map.

A game tells where a unit looks, what is special about a kind of space, and what else the legend has to say.
"""

from __future__ import annotations

from textwrap import fill
from typing import Any, Protocol

from engine.core.hexes import Facing, hex_of
from engine.peacemakers.battlefield import AnyField, Unit, units_in
from engine.peacemakers.maps import drawn_map
from engine.peacemakers.words import FACING_CODES, adventurer

WIDTH = 78
"""How wide anything may be; a map of up to 15 columns fits."""

GROUP_SIGNS = {"circle": "o", "star": "*", "cog": "#"}
"""The group icons as they stand on the map."""


class Manner(Protocol):
    """What a game says of its own map."""

    def front(self, view: Any, unit: Unit) -> Facing:
        """Where a unit looks."""

    def features(self, kind: Any) -> list[str]:
        """What is special about a kind of space, besides what both games have."""

    def roads(self, view: Any) -> list[str]:
        """More lines of the legend."""


def tell_map(view: AnyField, manner: Manner) -> str:
    """The map and what its signs mean."""
    return f"{_drawing(view, manner)}\n{_legend(view, manner)}"


def army_letters(view: AnyField) -> dict[str, str]:
    """The capital letter that stands for each army on the map."""
    letters: dict[str, str] = {}
    for army in view.box.scene.file.armies:
        letters[army.id] = next(sign for sign in f"{army.title}XZ".upper() if sign not in letters.values())
    return letters


def unit_sign(view: AnyField, unit: Unit) -> str:
    """The army's letter and the group's sign."""
    return army_letters(view)[unit.army] + GROUP_SIGNS[unit.group]


# The drawing


def _drawing(view: AnyField, manner: Manner) -> str:
    symbols = drawn_map(view.box.scene.file.map)
    places = {space: _place(space) for space in symbols}
    columns = max(column for column, _ in places.values()) + 1
    pitch = max(5, min(9, (WIDTH - 1) // columns))
    height = max(line for _, line in places.values()) + 2
    canvas = [[" "] * (columns * pitch + 1) for _ in range(height)]
    for column, line in places.values():
        _outline(canvas, column * pitch, line, pitch)
    for space, (column, line) in places.items():
        upper, lower = _texts(view, space, symbols[space], pitch - 1, manner)
        _write(canvas[line], column * pitch + 1, upper)
        _write(canvas[line + 1], column * pitch + 1, lower)
    return "\n".join("".join(line).rstrip() for line in canvas)


def _place(space: str) -> tuple[int, int]:
    """The column of a space, and the upper of its two lines."""
    column, slanted = hex_of(space)
    return column, 2 * (slanted + column // 2) + column % 2 + 1


def _outline(canvas: list[list[str]], left: int, line: int, pitch: int) -> None:
    right = left + pitch
    edge = "_" * (pitch - 1)
    _write(canvas[line - 1], left + 1, edge)
    _write(canvas[line + 1], left + 1, edge)
    canvas[line][left], canvas[line][right] = "/", "\\"
    canvas[line + 1][left], canvas[line + 1][right] = "\\", "/"


def _write(line: list[str], start: int, text: str) -> None:
    line[start : start + len(text)] = text


def _texts(view: AnyField, space: str, symbol: str, width: int, manner: Manner) -> tuple[str, str]:
    """The two lines within a space: its name, terrain and fortifications; who is there."""
    if view.box.scene.board.terrain[space].impassable:
        return f"{space} ".ljust(width, symbol), symbol * width
    tokens = view.fortifications.get(space, 0)
    walls = f"+{tokens}" if tokens else ""
    upper = f"{space} {symbol}{walls}"
    if len(upper) > width:
        upper = f"{space}{symbol}{walls}"[:width]
    return upper, _occupants(view, space, width, manner).center(width, "_")


def _occupants(view: AnyField, space: str, width: int, manner: Manner) -> str:
    """Adventurers, then units with as much detail as there is room for."""
    people = "".join(seat[0] for seat, where in view.figures.items() if where == space)
    units = [view.units[name] for name in units_in(view, space)]
    signs = [unit_sign(view, unit) for unit in units]
    full = [
        f"{sign}{FACING_CODES[manner.front(view, unit)]}{unit.damage or ''}"
        for sign, unit in zip(signs, units, strict=True)
    ]
    letters = [sign[0] for sign in signs]
    counts = [f"{letter}{letters.count(letter)}" for letter in dict.fromkeys(letters)]
    gap = " " if people and units else ""
    for text in (people + gap + "".join(full), *(people + "".join(told) for told in (full, signs, counts))):
        if len(text) <= width:
            return text
    return f"{text[: width - 1]}&"


# The legend


def _legend(view: AnyField, manner: Manner) -> str:
    """What the signs mean, with an example."""
    scene = view.box.scene
    drawn = set("".join(scene.file.map))
    letters = army_letters(view)
    army, letter = next(iter(letters.items()))
    example = f"{letter}*<v2 is {scene.army_titles[army]}, star, facing down-left, 2 damage (less where it is crowded)"
    return "\n".join(
        (
            _line(
                "Spaces",
                [f"{sign} {_features(kind, manner)}" for sign, kind in scene.file.legend.items() if sign in drawn],
            ),
            _line("Adventurers", [f"{seat[0]} {adventurer(seat)}" for seat in view.seats]),
            _line("Armies", [f"{sign} {scene.army_titles[name]}" for name, sign in letters.items()]),
            _line("Groups", [f"{sign} {group}" for group, sign in GROUP_SIGNS.items()]),
            _line("Facings", [f"{code} {facing}" for facing, code in FACING_CODES.items()]),
            *manner.roads(view),
            fill(f"So {example}; +3 is 3 fortifications.", WIDTH),
        )
    )


def _line(title: str, items: list[str]) -> str:
    """A line of the legend, broken between its items only."""
    text = f"{title}: " + ", ".join(item.replace(" ", "\0") for item in items)
    return fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False).replace("\0", " ")


def _features(kind: Any, manner: Manner) -> str:
    """A kind of space and what is special about it."""
    features = [name for name in ("stealth", "water", "impassable", "start") if getattr(kind, name)]
    features += [f"{name} +{getattr(kind, name)}" for name in ("motivation", "defence") if getattr(kind, name)]
    features += manner.features(kind)
    return f"{kind.name} ({', '.join(features)})" if features else kind.name
