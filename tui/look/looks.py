"""A game's own looks: its grounds, its signs and the colours of its teams, as every theme draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls

import msgspec
from msgspec.structs import replace
from rich.color import Color

from tui.look.inks import TEAMS, Palette, Signs, Tints, contrast, palette

_LIGHTNESS = {"dark": 0.26, "safe": 0.25, "light": 0.84, "contrast": 0.18}
"""How light the ground of a middling hue is in each theme."""
_SHADES = {"dark": 0.025, "safe": 0.025, "light": 0.025, "contrast": 0.0}
"""How far the three tints of a ground lie apart."""
_STANDS_OUT = 4.5
"""The least contrast of the ink of a theme and a tint, as WCAG asks for small letters."""
_CUBE = (0x00, 0x5F)
"""The steps of the 6x6x6 cube that are dark enough for a ground."""
_BLACK: Tints = ("#000000", "#000000", "#000000")


class Ground(msgspec.Struct, frozen=True):
    """A kind of space: its sign, its letter where there are only letters, and its colour."""

    sign: str
    letter: str
    hue: str
    """A colour such as ``#1d3b70``, from which each theme makes its tints. With 16 colours the ground is black."""
    words: str = ""
    """What the legend says of it."""
    tints: dict[str, Tints] = {}
    """Tints by the name of a palette, in place of what would be made of the hue."""

    def tints_in(self, theme: str) -> Tints:
        """The tints of a theme, or of a palette with few colours."""
        return self.tints.get(theme) or (self.tints.get("dark") if theme == "safe" else None) or tinted(self.hue, theme)


def tinted(hue: str, theme: str) -> Tints:
    """Three tints of a hue, as light as the grounds of a theme are."""
    if theme == "16":
        return _BLACK
    red, green, blue = (part / 255 for part in Color.parse(hue).get_truecolor())
    if theme == "256":
        colour = _written(*(_CUBE[255 * part > sum(_CUBE) / 2] for part in (red, green, blue)))
        return (colour, colour, colour)
    angle, light, saturation = rgb_to_hls(red, green, blue)
    middle = _readable(theme, angle, _LIGHTNESS[theme] + 0.3 * (light - 0.3), saturation)
    shade = _SHADES[theme]
    first, lighter, darker = (_tint(angle, middle + by, saturation) for by in (0.0, shade, -shade))
    return (first, lighter, darker)


def _readable(theme: str, angle: float, light: float, saturation: float) -> float:
    """A lightness at which the ink of a theme stands out from all tints: as given, or further from that of the ink."""
    ink = palette(theme).ink
    step = 0.01 if theme == "light" else -0.01
    while contrast(ink, _tint(angle, light + _SHADES[theme] * (-1 if step > 0 else 1), saturation)) < _STANDS_OUT:
        light += step
    return light


def _tint(angle: float, light: float, saturation: float) -> str:
    return _written(*(round(255 * part) for part in hls_to_rgb(angle, min(1.0, max(0.0, light)), saturation)))


def _written(red: int, green: int, blue: int) -> str:
    return f"#{red:02x}{green:02x}{blue:02x}"


class Edge(msgspec.Struct, frozen=True):
    """A kind of edge between two spaces: its sign, its letter where there are only letters, and its colour."""

    sign: str
    letter: str
    like: str
    """The shared edge whose colour it has: `cliff`, `river` or `route`."""
    words: str = ""
    """What the legend says of it."""


class Looks:
    """What a game puts on top of the shared palettes and signs; it may use the shared grounds and pieces as well."""

    def __init__(
        self,
        grounds: Mapping[str, Ground] | None = None,
        pieces: Mapping[str, tuple[str, str]] | None = None,
        edges: Mapping[str, Edge] | None = None,
        teams: Sequence[str] = TEAMS,
    ) -> None:
        """Note them: pieces as a sign and a letter."""
        self.grounds = dict(grounds or {})
        self.pieces = dict(pieces or {})
        self.edges = dict(edges or {})
        self.teams = tuple(teams)
        self._palettes: dict[str, Palette] = {}
        self._signs: dict[tuple[bool, bool], Signs] = {}

    def palette(self, shared: Palette) -> Palette:
        """A shared palette with the grounds and teams of the game; one object for each."""
        if shared.name not in self._palettes:
            own = {name: ground.tints_in(shared.name) for name, ground in self.grounds.items()}
            teams = tuple(shared.teams[TEAMS.index(name)] for name in self.teams)
            edges = {name: shared.edges[edge.like] for name, edge in self.edges.items()}
            self._palettes[shared.name] = replace(
                shared, grounds={**shared.grounds, **own}, edges={**shared.edges, **edges}, teams=teams
            )
        return self._palettes[shared.name]

    def signs(self, shared: Signs) -> Signs:
        """Shared signs with those of the game; one object for each."""
        key = (shared.is_ascii, shared.has_sides)
        if key not in self._signs:
            grounds = {n: ground.letter if shared.is_ascii else ground.sign for n, ground in self.grounds.items()}
            pieces = {name: pair[shared.is_ascii] for name, pair in self.pieces.items()}
            edges = {n: edge.letter if shared.is_ascii else edge.sign for n, edge in self.edges.items()}
            self._signs[key] = replace(
                shared,
                grounds={**shared.grounds, **grounds},
                pieces={**shared.pieces, **pieces},
                edges={**shared.edges, **edges},
            )
        return self._signs[key]
