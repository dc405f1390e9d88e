"""How many cells of a terminal a hex takes, and which."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from textual.geometry import Region, Size

from engine.core.hexes import Hex, hex_of

Place = str | Hex
"""A space by its name on the grid, or by where it lies."""
Row = tuple[int, int, int]
"""A line of a space: the line, its first cell and the cell after its last; edges are outside."""


class Layout(msgspec.Struct, frozen=True):
    """The pitch from one hex to the next. Cells left of and above those of A1 have negative numbers."""

    name: str
    wide: int
    high: int

    def origin(self, place: Place) -> tuple[int, int]:
        """The top left cell of a space, its edges included."""
        column, slanted = hex_of(place) if isinstance(place, str) else place
        return column * self.wide, (slanted + column // 2) * self.high + (column % 2) * (self.high // 2)

    def rows(self, place: Place) -> list[Row]:
        """The lines of a space."""
        x, y = self.origin(place)
        half = self.high // 2
        found = []
        for line in range(self.high):
            inset = half - 1 - line if line < half else line - half
            found.append((y + line, x + inset + 1, x + self.wide + half - 1 - inset))
        return found

    def region(self, place: Place) -> Region:
        """The cells of a space with its edges."""
        x, y = self.origin(place)
        return Region(x, y, self.wide + self.high // 2, self.high)

    def bounds(self, places: Iterable[Place]) -> Region:
        """The cells that all these spaces take."""
        return Region.from_union([self.region(place) for place in places])

    def size(self, places: Iterable[Place]) -> Size:
        """How many cells wide and high that is."""
        return self.bounds(places).size


LAYOUTS = {
    layout.name: layout
    for layout in (Layout("tiny", 4, 2), Layout("small", 6, 2), Layout("wide", 8, 2), Layout("large", 8, 4))
}
