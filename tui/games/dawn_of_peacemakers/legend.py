"""The signs of Dawn of Peacemakers as they are drawn, with what they say.

What later chapters bring is left out: at the table the inspector names and explains every space.
"""

from __future__ import annotations

from rich.text import Text

from tui.look.inks import Palette, Signs
from tui.peacemakers import legend as shared
from tui.peacemakers.legend import Put

_GROUNDS = {
    "plain": "plain: open ground",
    "forest": "forest: units here are struck only from their own space or the next one",
    "water": "river: 1 more damage for a unit that is struck here; cannot be fortified",
    "fountain": "fountain: like a river",
    "bridge": "bridge: like open ground",
    "rocks": "rock formation: 1 more defence for units here",
    "tower": "tower: 1 more defence, and 1 motivation for a side with a unit here",
    "camp": "where the adventurers start",
}


def legend(look: Palette, signs: Signs) -> Text:
    """All signs, group by group."""
    sections = {"Spaces": _spaces, "Units": _units, "On a space": shared.pieces, "Panels": _panels}
    return shared.legend(look, signs, sections)


def _spaces(look: Palette, signs: Signs, put: Put) -> None:
    for ground, words in _GROUNDS.items():
        put(shared.ground(ground, look, signs), words)
    put(Text(" ?"), "other spaces: point at them, the inspector says what they do")


def _units(look: Palette, signs: Signs, put: Put) -> None:
    shared.groups_and_armies(look, signs, put, armies=2)
    arrows = shared.unit(" ".join(signs.arrows.values()), look)
    put(arrows, "the frontline of its side: where all its units advance")
    shared.leaders_and_damage(look, signs, put)


def _panels(look: Palette, signs: Signs, put: Put) -> None:
    put(shared.track(look), "motivation: the bead in brackets, 1 and 2 ready to withdraw, and 0")
    put(Text("fast move H", style=look.lit), "one of the nine steps of an army phase, and the army that acts in it")
    put(Text("P  T", style=look.faint), "the ploys and the tasks of an army")
    put(Text("? (9)", style=look.faint), "face down on top; 9 cards in the deck")
    put(Text("travel 2", style=look.good), "can be used now: 2 movement points")
    put(Text("influence", style=f"strike {look.faint}"), "struck out: not now; the inspector says why")
