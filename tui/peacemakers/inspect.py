"""What the inspector of either game says of a space, a unit, an adventurer and a side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from rich.text import Text

from engine.core.hexes import Facing
from engine.peacemakers.battlefield import AnyField, units_in
from engine.peacemakers.motivation import TRACK_END
from engine.peacemakers.words import adventurer, counted, unit_name
from tui.look.inks import Palette, Signs
from tui.peacemakers.board import colour_of, colour_of_side, kind_letter, side_letter
from tui.peacemakers.tracks import HealthLeft, Zone


class Figures(msgspec.Struct, frozen=True):
    """The statistics of a unit as things stand."""

    left: int
    """Its health less its damage."""
    offence: int
    range: int
    defence: int


def space(
    view: AnyField,
    name: str,
    ground: str,
    notes: Sequence[str],
    unit: Callable[[str], Text],
    look: Palette,
    signs: Signs,
    *,
    is_wide: bool,
) -> Text:
    """A space: its terrain, fortifications and areas, what it does, its units and adventurers."""
    scene = view.box.scene
    terrain = scene.board.terrain[name]
    text = Text()
    text.append(f"{name} ", style=f"bold {look.lit}")
    text.append(f"{signs.grounds[ground]} {terrain.name}", style=f"bold {look.ink}")
    walls = view.fortifications.get(name, 0)
    if walls:
        text.append(f"  {signs.wall}{walls}", style=f"bold {look.ink}")
        text.append(f" {counted(walls, 'fortification').partition(' ')[2]}", style=look.faint)
    areas = [area for area in scene.named.get(name, ()) if area != terrain.name]
    if areas:
        text.append(f"\nPart of the {' and the '.join(areas)}.", style=look.ink)
    if notes:
        text.append("\n" + (" " if is_wide else "\n").join(notes), style=look.faint)
    for each in units_in(view, name):
        text.append("\n")
        text.append_text(unit(each))
    people = [adventurer(seat) for seat, where in view.figures.items() if where == name]
    if people:
        text.append(f"\n{', '.join(people)}", style=f"bold {look.people}")
    return text


def fallen(view: AnyField, name: str, look: Palette) -> Text:
    """That a unit is defeated; nothing if there is no such unit."""
    return Text(f"{unit_name(view, name)} is defeated.", style=look.bad) if name in view.fallen else Text()


def unit(
    view: AnyField,
    name: str,
    front: Facing,
    figures: Figures,
    told: Iterable[Text],
    lasting: Iterable[str],
    look: Palette,
    signs: Signs,
    *,
    is_wide: bool,
) -> Text:
    """Name, facing and statistics; what the game tells besides, and the cards that stay in play beside the unit."""
    each = view.units[name]
    kind = view.box.units[each.type]
    team = colour_of(view, each.army, look)
    letters = kind_letter(view, each.type) + side_letter(view, each.army, signs)
    text = Text()
    text.append(f"{letters}{signs.pieces[each.group]}{signs.arrows[front]} ", style=team)
    text.append(unit_name(view, name), style=f"bold {team}")
    if kind.leader:
        text.append(" leader", style=f"bold {look.lit}")
    beside = "  " if is_wide else "\n"
    text.append(f"{beside}health {figures.left}/{kind.health}", style=look.wound if each.damage else look.ink)
    text.append(f" offence {figures.offence}{beside.replace('  ', ' ')}", style=look.ink)
    text.append(f"range {figures.range} defence {figures.defence}", style=look.ink)
    text.append("\n").append_text(Text("; " if is_wide else "\n", style=look.faint).join(told))
    for words in lasting:
        text.append(f"\n{words}", style=look.wound)
    if kind.text:
        text.append(f"\n{kind.text}", style=look.faint)
    return text


def aim(view: AnyField, targets: Sequence[str], hit: Callable[[str], str], look: Palette) -> Text:
    """Whom a unit would attack as things stand, with what damage."""
    hits = sorted({hit(target) for target in targets})
    who = unit_name(view, targets[0]) if len(targets) == 1 else f"one of {len(targets)} by the die"
    where = view.units[targets[0]].space
    return Text(f"would attack {who} on {where}: {' or '.join(hits)}", style=look.ink)


def hit_words(damage: int, left: int) -> str:
    """What one attack would do to one unit."""
    return f"{damage} damage" + ", defeated" * (damage >= left)


def stealth(view: AnyField, name: str, look: Palette) -> Text:
    """Where the stealth of a unit comes from."""
    each = view.units[name]
    by_nature = view.box.units[each.type].stealth
    why = "by nature" if by_nature else f"from the {view.box.scene.board.terrain[each.space].name}"
    return Text(f"stealth {why}", style=look.faint)


def defence(view: AnyField, name: str, now: int, look: Palette) -> Iterator[Text]:
    """Where further defence of a unit comes from; nothing if it has its own only."""
    each = view.units[name]
    own, terrain = view.box.units[each.type].defence, view.box.scene.board.terrain[each.space]
    if more := now - own:
        parts = ((terrain.defence, f"from the {terrain.name}"), (more - terrain.defence, "this round"))
        told = ", ".join(f"{part} {whence}" for part, whence in parts if part)
        yield Text(f"defence: {own} own, {told}", style=look.faint)


def person(view: Any, name: str, lasting: Iterable[str], look: Palette) -> Text:
    """An adventurer: the space, how many cards, and the cards that stay in play beside the figure."""
    text = Text()
    if name not in view.figures:
        return text
    text.append(adventurer(name), style=f"bold {look.people}")
    text.append(f" on {view.figures[name]}, {counted(len(view.hands[name]), 'card')}", style=look.ink)
    for words in lasting:
        text.append(f"\n{words}", style=look.wound)
    return text


def side(view: AnyField, name: str, zone: str, health: HealthLeft, look: Palette, signs: Signs) -> Text:
    """How a side stands, where it should, and who is left of it."""
    text = Text()
    if name not in view.motivation:
        return text
    armies = [army for army, on in view.sides.items() if on == name]
    title = view.box.scene.side_titles[name]
    text.append(title, style=f"bold {colour_of_side(view, name, look)}" if armies else "bold")
    text.append(f"\nmotivation {view.motivation[name]} of {TRACK_END}", style=look.ink)
    text.append(f"\n{zone}; at 0 it surrenders", style=look.faint)
    for each in view.units:
        if view.units[each].army in armies:
            left, whole = health(view, each), view.box.units[view.units[each].type].health
            text.append(f"\n{unit_name(view, each)} ", style=look.ink)
            text.append(f"{signs.heart}{left}/{whole}", style=look.ink if left == whole else look.wound)
    return text


def zone_words(zone: Zone, title: str) -> str:
    """The zone of a track in words, such as: green zone 3 to 5."""
    return f"{title} {zone.low} to {zone.high}"
