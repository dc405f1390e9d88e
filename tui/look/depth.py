"""Fewer colours, for terminals that do not have all of them or for people who want none."""

from __future__ import annotations

from functools import cache

from rich.color import Color as RichColor
from rich.color import ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, NoColor

_SYSTEMS = {"256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}


class Fewer(LineFilter):
    """Turns every colour into the nearest one of a terminal with fewer colours."""

    def __init__(self, system: ColorSystem) -> None:
        """Note how many there are."""
        super().__init__()
        self._system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Change the colours of a line."""
        return [Segment(text, _fewer(style, self._system) if style else style, None) for text, style, _ in segments]


@cache
def line_filter(depth: str) -> LineFilter | None:
    """What a line goes through before it is sent; nothing where all colours are there."""
    if depth == "mono":
        return NoColor()
    return Fewer(_SYSTEMS[depth]) if depth in _SYSTEMS else None


@cache
def _fewer(style: Style, system: ColorSystem) -> Style:
    return style + Style(color=_nearest(style.color, system), bgcolor=_nearest(style.bgcolor, system))


def _nearest(colour: RichColor | None, system: ColorSystem) -> RichColor | None:
    """Another colour, where there is one that a terminal may not have."""
    return colour.downgrade(system) if colour is not None and colour.type is ColorType.TRUECOLOR else None
