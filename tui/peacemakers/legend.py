"""The signs that both games draw, with what they say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.text import Text

from tui.games.base import signed
from tui.look.inks import Palette, Signs

GROUPS = ("circle", "star", "cog")

Put = Callable[[Text, str], None]
"""Adds a line: a sign in its column, and what it says."""
Section = Callable[[Palette, Signs, Put], None]


def legend(look: Palette, signs: Signs, sections: Mapping[str, Section]) -> Text:
    """All signs, section by section."""
    text = Text()
    for title, lines in sections.items():
        text.append(f"{title}\n", style="bold underline")
        lines(look, signs, lambda sign, words: signed(text, sign, words))
        text.append("\n")
    text.rstrip()
    return text


def ground(name: str, look: Palette, signs: Signs) -> Text:
    """A kind of space as it is drawn."""
    return Text(f" {signs.grounds[name]}  ", style=f"{look.faint} on {look.grounds[name][0]}")


def unit(letters: str, look: Palette, team: int = 0, more: str = "") -> Text:
    """A unit as it is drawn."""
    return Text(letters, style=f"bold {more} {look.teams[team]} on {look.badge}")


def groups_and_armies(look: Palette, signs: Signs, put: Put, armies: int = 4) -> None:
    """How groups, armies and kinds of units are told apart."""
    groups = Text(" ").join(unit(signs.pieces[name], look) for name in GROUPS)
    put(groups, f"the groups of an army: {', '.join(GROUPS)}")
    drawn = f"{signs.pieces['circle']}{signs.arrows['up']}"
    told = Text(" ").join(unit(drawn, look, team) for team in range(armies))
    put(told, "each army has a colour, or a capital letter (Settings); the inspector names it")
    put(unit(f"g{drawn}", look), "on a large board a small letter for the kind of unit, as in the inspector")


def leaders_and_damage(look: Palette, signs: Signs, put: Put) -> None:
    """How leaders and damage are shown."""
    put(unit(signs.pieces["star"] + signs.arrows["down-left"], look, more="underline"), "underlined: a leader")
    hurt = unit(signs.pieces["cog"] + signs.arrows["up"], look)
    hurt.append("2", style=f"bold {look.wound} on {look.badge}")
    put(hurt, "with 2 damage; health is in the inspector")


def pieces(look: Palette, signs: Signs, put: Put) -> None:
    """What lies or stands on a space besides units."""
    put(Text("T N A Y", style=f"bold {look.people} on {look.badge}"), "adventurers: Tambatro, Nabo, Akezan, Yainar")
    walls = Text(f"{signs.wall}2", style=f"bold {look.ink}")
    put(walls, "2 fortifications; on a small board only the number")
    put(Text(f"{signs.more}2", style=f"bold {look.wound}"), "2 more have no room: point at the space")
    put(Text(signs.lit, style=f"bold {look.lit} on {look.lit_ground}"), "can be chosen now")
    put(Text(signs.marked, style=f"bold {look.marked}"), "where it happens, or what an order speaks of")
    put(Text("[  ]", style=f"bold {look.cursor} on {look.cursor_ground}"), "the cursor")


def track(look: Palette) -> Text:
    """A piece of a motivation track."""
    text = Text("0", style=look.bad)
    text.append("( 1  2)", style=f"{look.void} on {look.good}")
    text.append("[3]", style=f"bold reverse {look.teams[0]}")
    return text
