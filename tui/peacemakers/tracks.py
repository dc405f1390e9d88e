"""Motivation: a track for each side, and what a forecast says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from rich.text import Text

from engine.peacemakers.battlefield import AnyField
from engine.peacemakers.motivation import TRACK_END
from engine.peacemakers.words import unit_name
from tui.look.inks import Palette, Signs
from tui.peacemakers.board import colour_of, colour_of_side

_BAR = 24
"""How long the bar of something certain is, in letters."""

HealthLeft = Callable[[Any, str], int]
"""What a unit has left after its damage."""


class Zone(msgspec.Struct, frozen=True):
    """From where to where both sides have to stand for the win, and what a game calls that."""

    low: int
    high: int
    title: str


def tracks(
    view: AnyField, titles: Mapping[str, str], zone: Zone, health: HealthLeft, look: Palette, signs: Signs, width: int
) -> Text:
    """A line for each side: its track with the zone and the bead, its leader and its units."""
    name_width = max(map(len, titles.values())) + 1
    lines = []
    for side, now in view.motivation.items():
        colour = colour_of_side(view, side, look)
        line = Text(no_wrap=True, overflow="crop")
        line.append(f"{titles[side]:<{name_width}}", style=f"bold {colour}")
        if width >= name_width + 3 * (TRACK_END + 1) + 13:
            line.append_text(_track(now, zone, look, colour))
        else:
            line.append(f"[{now}]", style=f"bold reverse {look.good if zone.low <= now <= zone.high else colour}")
            line.append(f" of {TRACK_END}, {zone.title} ({zone.low} to {zone.high})", style=look.faint)
        room = width - line.cell_len - 2
        line.append(f"  {_standing(view, side, health, signs, room, short=width < 100)}", style=look.faint)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def _track(now: int, zone: Zone, look: Palette, colour: str) -> Text:
    """The steps of a track: the bead in brackets, the zone in round ones and on green, 0 in that of danger."""
    text = Text()
    low, high = zone.low, zone.high
    bead = f"bold reverse {look.good if low <= now <= high else colour}"
    green = f"{look.void} on {look.good}"
    for value in range(TRACK_END + 2):
        edge = "(" if value == low else ")" if value == high + 1 else " "
        figure = f"{value:>2}" if value <= TRACK_END else ""
        if value == now:
            before, figure = (edge, figure.replace(" ", "[")) if value < 10 else ("[", figure)
        elif value == now + 1:
            before, figure = "]", figure.replace(" ", edge)
        else:
            before = edge
        is_green = low <= value <= high
        ink = bead if value == now else green if is_green else look.bad if value == 0 else look.faint
        text.append(before, style=bead if before in "[]" else green if low <= value <= high + 1 else look.faint)
        text.append(figure, style=ink)
    return text


def _standing(view: AnyField, side: str, health: HealthLeft, signs: Signs, room: int, *, short: bool) -> str:
    """The leader's health and how many units are left; names only where they have room."""
    shelf = view.box.units
    units = {name: unit for name, unit in view.units.items() if view.sides[unit.army] == side}
    all_units = [unit for unit in (*view.units.values(), *view.fallen.values()) if view.sides[unit.army] == side]
    parts, bare = [f"{len(units)}/{len(all_units)}{'' if short else ' units'}"], [f"{len(units)}/{len(all_units)}"]
    leaders = [(unit_id, shelf[unit.type]) for unit_id, unit in units.items() if shelf[unit.type].leader]
    for unit_id, kind in leaders:
        # Two names do not fit a narrow line; the inspector has them.
        name = "" if short and len(leaders) > 1 else kind.title.split()[-1] if short else kind.title
        left = f"{signs.heart}{health(view, unit_id)}/{kind.health}"
        parts.append(f"{name} {left}".strip())
        bare.append(left)
    told = (" " if short else "  ").join(parts)
    return told if len(told) <= room else " ".join(bare)


# Forecast


def foretold(now: Any, ends: list[Any], zone: Zone, look: Palette, signs: Signs) -> Text:
    """What would come of the round if everybody passed now: motivation by how likely it is, deaths and wounds."""
    text = Text()
    if not ends:
        return text
    for side in now.box.scene.side_titles:
        text.append_text(_foretold_side(now, side, [end.motivation[side] for end in ends], zone, look, signs))
    won = sum(end.won is True for end in ends)
    lost = sum(end.won is False for end in ends)
    if won or lost:
        text.append(f"of {len(ends)} guesses {won} win and {lost} lose\n", style=look.lit)
    for name in now.units:
        dead = sum(name not in end.units for end in ends)
        hurt = sum(name in end.units and end.units[name].damage > now.units[name].damage for end in ends)
        if dead or hurt:
            words = " and ".join([f"falls in {dead}"] * bool(dead) + [f"is hurt in {hurt}"] * bool(hurt))
            text.append(f"{unit_name(now, name)} ", style=colour_of(now, now.units[name].army, look))
            text.append(f"{words} of {len(ends)}\n", style=look.bad if dead else look.ink)
    text.rstrip()
    return text


def _foretold_side(now: AnyField, side: str, values: list[int], zone: Zone, look: Palette, signs: Signs) -> Text:
    """A line for each motivation that a side may end at, with a bar for how likely it is; the likeliest is marked."""
    counts = Counter(values)
    most = max(counts.values())
    text = Text()
    text.append(now.box.scene.side_titles[side], style=f"bold {colour_of_side(now, side, look)}")
    text.append(f", now {now.motivation[side]}\n", style=look.faint)
    for value, count in sorted(counts.items()):
        is_aim = zone.low <= value <= zone.high
        ink = look.good if is_aim else look.bad if not value else look.ink
        mark = ">" if count == most else " "
        share = f"{round(100 * count / len(values))} %"
        bar = signs.bar * max(1, round(_BAR * count / len(values)))
        told = f"  {zone.title}" if is_aim else ""
        text.append(f"{mark} {value:>2} {bar} {share}{told}\n", style=f"bold {ink}" if count == most else ink)
    return text
