"""The names of things as a player of either game reads them: people, armies, units, spaces. ASCII only."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.grammar import capitalized as capitalized
from engine.core.grammar import counted as counted
from engine.core.grammar import joined as joined
from engine.core.grammar import possessive as possessive
from engine.core.grammar import with_article as with_article
from engine.core.hexes import Facing
from engine.peacemakers.adventurers import ADVENTURER_TITLES
from engine.peacemakers.battlefield import AnyField, Unit, units_in

FACING_CODES: dict[Facing, str] = {
    "up": "^",
    "up-right": "^>",
    "down-right": "v>",
    "down": "v",
    "down-left": "<v",
    "up-left": "<^",
}
"""The facings as small arrows of ASCII characters."""


def quoted(text: str) -> str:
    """What somebody typed, shortened and in ASCII."""
    return '"' + ascii(text[:40])[1:-1] + '"'


# People, armies and units


def adventurer(seat: str) -> str:
    """An adventurer's name."""
    return ADVENTURER_TITLES.get(seat, quoted(seat)) if seat else ""


def adventurers(seats: Iterable[str], last: str = "and") -> str:
    """Several adventurers."""
    return joined([adventurer(seat) for seat in seats] or ["nobody"], last)


def army_name(view: AnyField, army: str) -> str:
    """The Macaws."""
    return named(view.box.scene.army_titles[army])


def side_name(view: AnyField, side: str) -> str:
    """The Macaws, as a side."""
    return named(view.box.scene.side_titles[side])


def named(title: str) -> str:
    """A title in the middle of a sentence: the Macaws, the court's guard, but House Quchya."""
    if title.startswith("The "):
        return f"the {title[4:]}"
    return f"the {title}" if title.partition(" ")[0].endswith("s") else title


def unit_of(view: AnyField, name: str) -> Unit:
    """A unit, on the map or defeated."""
    return view.units[name] if name in view.units else view.fallen[name]


def unit_name(view: AnyField, name: str) -> str:
    """Tower Guard 2 (circle): type, a letter or a number if the army has several such, group; the army if others have
    such too.
    """
    unit = unit_of(view, name)
    title = view.box.units[unit.type].title
    everyone = (view.units | view.fallen).items()
    namesakes = [other for other, each in everyone if view.box.units[each.type].title == title]
    is_shared = any(unit_of(view, other).army != unit.army for other in namesakes)
    group = f"{view.box.scene.army_titles[unit.army]}, {unit.group}" if is_shared else unit.group
    if unit.letter:
        return f"{title} {unit.letter} ({group})"
    alike = [other for other in namesakes if _in_one_group(unit_of(view, other), unit)]
    if max(len(alike), _mustered(view, unit)) == 1:
        return f"{title} ({group})"
    return f"{title} {sorted(alike, key=lambda other: (len(other), other)).index(name) + 1} ({group})"


def _in_one_group(one: Unit, other: Unit) -> bool:
    return (one.army, one.group) == (other.army, other.group)


def _mustered(view: AnyField, unit: Unit) -> int:
    """How many units like this one the scenario starts with: while it is laid out, not all stand there yet."""
    portraits = [each for army in view.box.scene.file.armies if army.id == unit.army for each in army.portraits]
    return sum(start.group == unit.group for each in portraits if each.type == unit.type for start in each.units)


def unit_names(view: AnyField, names: Iterable[str]) -> str:
    """Several units."""
    return joined(unit_name(view, name) for name in names)


def space_words(view: AnyField, space: str) -> str:
    """C4: forest; Prowler 1 (circle), Nabo; 2 fortifications."""
    here = [unit_name(view, name) for name in units_in(view, space)]
    here += [adventurer(seat) for seat, where in view.figures.items() if where == space]
    tokens = view.fortifications.get(space, 0)
    parts = [view.box.scene.board.terrain[space].name, ", ".join(here)]
    return "; ".join(part for part in [*parts, counted(tokens, "fortification") if tokens else ""] if part)
