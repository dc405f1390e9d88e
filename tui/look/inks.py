"""Colours and signs of everything that is drawn, by the names that games use for them."""

from __future__ import annotations

from functools import cache

import msgspec
from rich.color import Color as RichColor
from rich.style import Style
from rich.text import Text

from tui.console import is_ascii_only

Tints = tuple[str, str, str]
"""Three shades of a ground, so that equal neighbours stay apart."""


TEAMS = ("red", "yellow", "violet", "blue", "green", "white")
"""The colours of teams by name, in the order of the palettes; safe ones are others, and white is black on white."""


class Palette(msgspec.Struct, frozen=True):
    """The colours of the board and of words about it; a game's `Looks` put its own grounds and teams in their place."""

    name: str
    """The theme, or the number of colours if they are few."""
    void: str
    edge: str
    ink: str
    """Plain words on a ground."""
    faint: str
    lit: str
    """The edges of what can be chosen."""
    lit_ground: str
    cursor: str
    cursor_ground: str
    marked: str
    """The edges of what a line of the log speaks of."""
    badge: str
    """The ground behind a piece."""
    wound: str
    good: str
    bad: str
    people: str
    zone: str
    """The ground behind figures that are where they should be."""
    grounds: dict[str, Tints]
    edges: dict[str, str]
    """The colours of edges that mean something."""
    teams: tuple[str, ...]
    """The colours of teams, in the order in which a game lists them; without a game, in that of `TEAMS`."""


_DARK = Palette(
    name="dark",
    void="#101418",
    edge="#87937a",
    ink="#e8eadf",
    faint="#a9b49a",
    lit="#ffe066",
    lit_ground="#7a7a2a",
    cursor="#ffffff",
    cursor_ground="#5f87af",
    marked="#ff9f43",
    badge="#14181c",
    wound="#ff8f70",
    good="#7ee08a",
    bad="#ff7b72",
    people="#7df0ff",
    zone="#1c4a2b",
    grounds={
        "plain": ("#3f4f2e", "#465733", "#394829"),
        "forest": ("#1c4a2b", "#205431", "#184126"),
        "water": ("#1d3b70", "#21437f", "#193362"),
        "wall": ("#55555c", "#5e5e66", "#4d4d54"),
        "tower": ("#5f3658", "#693c61", "#55304f"),
        "rocks": ("#6a4c28", "#75542d", "#5f4423"),
        "camp": ("#2f5a5a", "#2f5a5a", "#2f5a5a"),
    },
    edges={"cliff": "#d7b08a", "river": "#6fb6ff", "route": "#ffd166"},
    teams=("#ff7b72", "#ffd166", "#d2a8ff", "#79c0ff", "#6ee7a8", "#ffffff"),
)
_LIGHT = Palette(
    name="light",
    void="#f2f0e6",
    edge="#6c705c",
    ink="#1c2014",
    faint="#5a6048",
    lit="#b00060",
    lit_ground="#ffd9ec",
    cursor="#000000",
    cursor_ground="#9fc8ff",
    marked="#c05000",
    badge="#fbfaf3",
    wound="#b02000",
    good="#15702a",
    bad="#b3261e",
    people="#005f8a",
    zone="#a9d4a4",
    grounds={
        "plain": ("#dfe8c4", "#d7e2b8", "#e6edcf"),
        "forest": ("#a9d4a4", "#9fcd9a", "#b3dbae"),
        "water": ("#b3d0f2", "#a8c8ee", "#bed8f5"),
        "wall": ("#b9b9bd", "#b1b1b5", "#c2c2c6"),
        "tower": ("#e3c3dd", "#debad7", "#e8cce3"),
        "rocks": ("#e2cba6", "#dcc29a", "#e8d4b3"),
        "camp": ("#bfe3df", "#bfe3df", "#bfe3df"),
    },
    edges={"cliff": "#7a4a1e", "river": "#0a4fa0", "route": "#8a5a00"},
    teams=("#b3261e", "#8a5a00", "#6b2fa0", "#0a4fa0", "#15702a", "#000000"),
)
_CONTRAST = Palette(
    name="contrast",
    void="#000000",
    edge="#ffffff",
    ink="#ffffff",
    faint="#e0e0e0",
    lit="#ffff00",
    lit_ground="#5f5f00",
    cursor="#000000",
    cursor_ground="#ffffff",
    marked="#ff8700",
    badge="#000000",
    wound="#ff8787",
    good="#5fff5f",
    bad="#ff5f5f",
    people="#00ffff",
    zone="#005f00",
    grounds={
        "plain": ("#000000", "#000000", "#000000"),
        "forest": ("#005f00", "#005f00", "#005f00"),
        "water": ("#0000af", "#0000af", "#0000af"),
        "wall": ("#5f5f5f", "#5f5f5f", "#5f5f5f"),
        "tower": ("#5f005f", "#5f005f", "#5f005f"),
        "rocks": ("#5f2f00", "#5f2f00", "#5f2f00"),
        "camp": ("#005f5f", "#005f5f", "#005f5f"),
    },
    edges={"cliff": "#ffaf87", "river": "#87afff", "route": "#ffff5f"},
    teams=("#ff5f5f", "#ffff5f", "#ff87ff", "#5fd7ff", "#5fff5f", "#ffffff"),
)
# Blue and orange stay apart for every common kind of colour blindness; good and bad differ in lightness too.
_SAFE = msgspec.structs.replace(
    _DARK,
    name="safe",
    lit="#f0e442",
    marked="#e69f00",
    wound="#f0e442",
    good="#56b4e9",
    bad="#e69f00",
    people="#ffffff",
    zone="#16382c",
    teams=("#e69f00", "#56b4e9", "#f0e442", "#cc79a7", "#009e73", "#ffffff"),
    grounds={
        **_DARK.grounds,
        "plain": ("#3a3f35", "#42473c", "#33382e"),
        "forest": ("#16382c", "#1a4234", "#122f25"),
        "water": ("#123a63", "#164472", "#0f3155"),
        "tower": ("#5a3550", "#643c59", "#503047"),
        "rocks": ("#5e4a2e", "#685233", "#544128"),
    },
)
# For 256 colours: every one of these is a colour of the 6x6x6 cube, so nothing turns grey on its way.
_CUBE = msgspec.structs.replace(
    _DARK,
    name="256",
    void="#000000",
    edge="#afaf5f",
    faint="#afaf87",
    lit="#ffff5f",
    lit_ground="#5f5f00",
    cursor_ground="#5f87af",
    marked="#ffaf00",
    badge="#000000",
    wound="#ff875f",
    good="#87d787",
    bad="#ff5f5f",
    people="#87ffff",
    zone="#00875f",
    grounds={
        "plain": ("#005f00", "#005f00", "#005f00"),
        "forest": ("#00875f", "#00875f", "#00875f"),
        "water": ("#00005f", "#00005f", "#00005f"),
        "wall": ("#5f5f5f", "#5f5f5f", "#5f5f5f"),
        "tower": ("#5f005f", "#5f005f", "#5f005f"),
        "rocks": ("#875f00", "#875f00", "#875f00"),
        "camp": ("#005f5f", "#005f5f", "#005f5f"),
    },
    edges={"cliff": "#d7af87", "river": "#5fafff", "route": "#ffd75f"},
    teams=("#ff5f5f", "#ffd75f", "#d7afff", "#5fafff", "#5fd787", "#ffffff"),
)
# For 16 colours: grounds are told by their signs, and only water, forest and towers have a colour of their own.
_SIXTEEN = msgspec.structs.replace(
    _CUBE,
    name="16",
    edge="#808080",
    ink="#ffffff",
    faint="#c0c0c0",
    lit="#ffff00",
    lit_ground="#808000",
    cursor="#000000",
    cursor_ground="#00ffff",
    marked="#ff00ff",
    wound="#ff0000",
    good="#00ff00",
    bad="#ff0000",
    people="#00ffff",
    zone="#008000",
    grounds={
        name: (colour, colour, colour)
        for name, colour in {
            "plain": "#000000",
            "forest": "#008000",
            "water": "#000080",
            "wall": "#555555",
            "tower": "#800080",
            "rocks": "#000000",
            "camp": "#008080",
        }.items()
    },
    edges={"cliff": "#ff00ff", "river": "#00ffff", "route": "#ffff00"},
    teams=("#ff0000", "#ffff00", "#ff00ff", "#00ffff", "#00ff00", "#ffffff"),
)
_PALETTES = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST, "safe": _SAFE}


def palette(theme: str, depth: str = "truecolor") -> Palette:
    """The colours of a theme for a terminal with this many colours."""
    if depth == "16":
        return _SIXTEEN
    if depth == "256" and theme == "dark":
        return _CUBE
    return _PALETTES.get(theme, _DARK)


@cache
def style(ink: str, ground: str = "", bold: bool = False, underline: bool = False, reverse: bool = False) -> Style:
    """A style, one object for the same looks: runs of the same object are drawn together."""
    return Style(
        color=RichColor.parse(ink),
        bgcolor=RichColor.parse(ground) if ground else None,
        bold=bold or None,
        underline=underline or None,
        reverse=reverse or None,
    )


READABLE = 3.0
"""The least contrast, as WCAG counts it, of a name or sign that one has to find and not to study."""


@cache
def contrast(ink: str, ground: str) -> float:
    """How well an ink stands out from a ground: from 1, not at all, to 21."""
    light = sorted((_lightness(ink), _lightness(ground)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def _lightness(colour: str) -> float:
    parts = [part / 255 for part in RichColor.parse(colour).get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def quiet(look: Palette, *tints: str) -> str:
    """The faint ink, or the plain one where that could not be read on every tint of a ground."""
    return look.faint if all(contrast(look.faint, tint) >= READABLE for tint in tints) else look.ink


# Signs


class Signs(msgspec.Struct, frozen=True):
    """The characters of a board."""

    is_ascii: bool
    slash: str
    backslash: str
    grounds: dict[str, str]
    pieces: dict[str, str]
    """Signs of pieces by their names; games may add their own."""
    edges: dict[str, str]
    """Signs of edges that mean something."""
    arrows: dict[str, str]
    wall: str
    lit: str
    marked: str
    more: str
    empty: str
    """Nothing, in a chart."""
    star: str
    bar: str
    dot: str
    heart: str
    left: str
    right: str
    has_sides: bool = False
    """Whether pieces tell by a letter whose they are, because colours do not."""


_ARROWS = {"up": "↑", "up-right": "↗", "down-right": "↘", "down": "↓", "down-left": "↙", "up-left": "↖"}
_GROUNDS = {
    "plain": "·",
    "forest": "♣",
    "water": "≈",
    "wall": "▲",
    "tower": "⌂",
    "rocks": "∩",
    "camp": "△",
}
UNICODE = Signs(
    is_ascii=False,
    slash="╱",
    backslash="╲",
    grounds=_GROUNDS,
    pieces={"circle": "●", "star": "★", "cog": "⚙", "diamond": "◆", "square": "■", "ring": "○"},
    edges={"cliff": "▓", "river": "≈", "route": "═"},
    arrows=_ARROWS,
    wall="▣",
    lit="◎",
    marked="»",
    more="+",
    empty="·",
    star="★",
    bar="━",
    dot="•",
    heart="♥",
    left="←",
    right="→",
)
ASCII = Signs(
    is_ascii=True,
    slash="/",
    backslash="\\",
    grounds={
        "plain": ".",
        "forest": "f",
        "water": "~",
        "wall": "^",
        "tower": "T",
        "rocks": "n",
        "camp": "c",
    },
    pieces={"circle": "o", "star": "*", "cog": "#", "diamond": "$", "square": "H", "ring": "0"},
    edges={"cliff": "#", "river": "~", "route": "="},
    arrows={"up": "^", "up-right": "/", "down-right": "\\", "down": "v", "down-left": ",", "up-left": "`"},
    wall="=",
    lit="!",
    marked=">",
    more="+",
    empty=".",
    star="*",
    bar="-",
    dot="-",
    heart="",
    left="<-",
    right="->",
)


def one_line(words: str, signs: Signs) -> Text:
    """A text that is cut where it does not fit, with a sign for that if there is one."""
    return Text(words, no_wrap=True, overflow="crop" if signs.is_ascii else "ellipsis")


def signs(choice: str = "auto") -> Signs:
    """The signs that were chosen, or those that the terminal can show."""
    is_ascii = is_ascii_only() if choice == "auto" else choice == "ascii"
    return ASCII if is_ascii else UNICODE


@cache
def _with_sides(is_ascii: bool) -> Signs:
    return msgspec.structs.replace(ASCII if is_ascii else UNICODE, has_sides=True)


def with_sides(found: Signs) -> Signs:
    """The same signs, with a letter for the side of each piece."""
    return _with_sides(found.is_ascii)
