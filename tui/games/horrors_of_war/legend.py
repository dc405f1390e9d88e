"""The signs of Horrors of War as they are drawn, with what they say."""

from __future__ import annotations

from rich.text import Text

from tui.look.inks import Palette, Signs
from tui.peacemakers import legend as shared
from tui.peacemakers.legend import GROUPS as GROUPS
from tui.peacemakers.legend import Put

_GROUNDS = {
    "plain": "open ground",
    "forest": "enemies hit units here only from next to them",
    "mist": "like a forest",
    "water": "cannot be fortified",
    "wall": "nobody can enter",
    "tower": "1 motivation for a side with a unit here",
    "rocks": "more defence for units here",
    "camp": "where the adventurers start",
    "low": "a space of height 1; 2 and 3 are higher",
}
_NAMES = {"wall": "cliff", "low": "height"}


def legend(look: Palette, signs: Signs) -> Text:
    """All signs, group by group."""
    sections = {"Spaces": _spaces, "Units": _units, "On a space": shared.pieces, "Panels": _panels}
    return shared.legend(look, signs, sections)


def _spaces(look: Palette, signs: Signs, put: Put) -> None:
    for ground, words in _GROUNDS.items():
        put(shared.ground(ground, look, signs), f"{_NAMES.get(ground, ground)}: {words}")
    road = Text(f" {signs.arrows['up-right']}  ", style=f"{look.faint} on {look.grounds['plain'][0]}")
    put(road, "a road or a circle: it leads that way")


def _units(look: Palette, signs: Signs, put: Put) -> None:
    shared.groups_and_armies(look, signs, put)
    put(shared.unit(" ".join(signs.arrows.values()), look), "where a unit looks, and so where it moves")
    shared.leaders_and_damage(look, signs, put)


def _panels(look: Palette, signs: Signs, put: Put) -> None:
    put(shared.track(look), "motivation: the bead in brackets, the green zone, and 0")
    put(Text("L  R", style=look.faint), "the decks of left and right halves of an army's orders")
    put(Text("? (9 left)", style=look.faint), "face down on top; 9 cards in the deck")
    put(Text("5.7", style=look.lit), "speed: the army with the highest sum acts first")
    put(Text("travel 2+", style=look.good), "can be used now: 2 steps, and + draws an extra card")
    put(Text("survey", style=f"strike {look.faint}"), "struck out: not now; the inspector says why")
