"""The signs of Horrors of War as they are drawn, with what they say."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from tui.look.inks import Palette, Signs

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
_WIDE = 13
GROUPS = ("circle", "star", "cog")


def legend(look: Palette, signs: Signs) -> Text:
    """All signs, group by group."""
    text = Text()
    for title, lines in (("Spaces", _spaces), ("Units", _units), ("On a space", _pieces), ("Panels", _panels)):
        text.append(f"{title}\n", style="bold underline")
        lines(look, signs, lambda sign, words: _line(text, sign, words))
        text.append("\n")
    text.rstrip()
    return text


_Put = Callable[[Text, str], None]


def _line(text: Text, sign: Text, words: str) -> None:
    """A sign in its column, and what it says."""
    text.append_text(sign)
    text.append(" " * max(1, _WIDE - len(sign.plain)))
    text.append(f"{words}\n")


def _spaces(look: Palette, signs: Signs, put: _Put) -> None:
    for ground, words in _GROUNDS.items():
        sign = Text(f" {signs.grounds[ground]}  ", style=f"{look.faint} on {look.grounds[ground][0]}")
        put(sign, f"{_NAMES.get(ground, ground)}: {words}")
    road = Text(f" {signs.arrows['up-right']}  ", style=f"{look.faint} on {look.grounds['plain'][0]}")
    put(road, "a road or a circle: it leads that way")


def _units(look: Palette, signs: Signs, put: _Put) -> None:
    def unit(letters: str, team: int = 0, more: str = "") -> Text:
        return Text(letters, style=f"bold {more} {look.teams[team]} on {look.badge}")

    groups = Text(" ").join(unit(signs.pieces[name]) for name in GROUPS)
    put(groups, f"the groups of an army: {', '.join(GROUPS)}")
    armies = Text(" ").join(unit(f"{signs.pieces['circle']}{signs.arrows['up']}", team) for team in range(4))
    put(armies, "each army has a colour, or a capital letter (Settings); the inspector names it")
    kind = f"g{signs.pieces['circle']}{signs.arrows['up']}"
    put(unit(kind), "on a large board a small letter for the kind of unit, as in the inspector")
    put(unit(" ".join(signs.arrows.values())), "where a unit looks, and so where it moves")
    put(unit(signs.pieces["star"] + signs.arrows["down-left"], more="underline"), "underlined: a leader")
    hurt = unit(signs.pieces["cog"] + signs.arrows["up"])
    hurt.append("2", style=f"bold {look.wound} on {look.badge}")
    put(hurt, "with 2 damage; health is in the inspector")


def _pieces(look: Palette, signs: Signs, put: _Put) -> None:
    put(Text("T N A Y", style=f"bold {look.people} on {look.badge}"), "adventurers: Tambatro, Nabo, Akezan, Yainar")
    walls = Text(f"{signs.wall}2", style=f"bold {look.ink}")
    put(walls, "2 fortifications; on a small board only the number")
    put(Text(f"{signs.more}2", style=f"bold {look.wound}"), "2 more have no room: point at the space")
    put(Text(signs.lit, style=f"bold {look.lit} on {look.lit_ground}"), "can be chosen now")
    put(Text(signs.marked, style=f"bold {look.marked}"), "where it happens, or what an order speaks of")
    put(Text("[  ]", style=f"bold {look.cursor} on {look.cursor_ground}"), "the cursor")


def _panels(look: Palette, signs: Signs, put: _Put) -> None:
    track = Text("0", style=look.bad)
    track.append("( 1  2)", style=f"{look.void} on {look.good}")
    track.append("[3]", style=f"bold reverse {look.teams[0]}")
    put(track, "motivation: the bead in brackets, the green zone, and 0")
    put(Text("L  R", style=look.faint), "the decks of left and right halves of an army's orders")
    put(Text("? (9 left)", style=look.faint), "face down on top; 9 cards in the deck")
    put(Text("5.7", style=look.lit), "speed: the army with the highest sum acts first")
    put(Text("travel 2+", style=look.good), "can be used now: 2 steps, and + draws an extra card")
    put(Text("survey", style=f"strike {look.faint}"), "struck out: not now; the inspector says why")
