"""A small overview map for the corner of a board that is larger than its room: a cell for each space, or for a few."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from tui.look.inks import style
from tui.widgets.painter import Painter

WIDEST, HIGHEST = 26, 9
"""The most cells that it takes, besides its frame."""


class Minimap:
    """The board in few cells: where pieces stand, what is lit, where the cursor is, and which part is seen."""

    def __init__(self, painter: Painter, seen: Region, cursor: str) -> None:
        """Draw the board of a painter; the part that is seen is in its cells."""
        self._painter, self._seen, self._cursor = painter, seen, cursor
        places = {space: painter.picture.place(space) for space in painter.picture.tiles}
        self._spots = {space: (column, slanted + column // 2) for space, (column, slanted) in places.items()}
        columns, rows = [x for x, _ in self._spots.values()], [y for _, y in self._spots.values()]
        self._left, self._top = min(columns), min(rows)
        across, down = max(columns) - self._left + 1, max(rows) - self._top + 1
        self._wide, self._high = -(-across // WIDEST), -(-down // HIGHEST)
        self.size = Size(-(-across // self._wide) + 2, -(-down // self._high) + 2)
        """How many cells it takes, with an empty frame."""

    def _cell(self, space: str) -> tuple[int, int]:
        x, y = self._spots[space]
        return (x - self._left) // self._wide + 1, (y - self._top) // self._high + 1

    def _importance(self, space: str) -> int:
        """Of several spaces in one cell, the most important is drawn."""
        tile = self._painter.picture.tiles[space]
        return 4 * (space == self._cursor) + 2 * (self._painter.rank(space) > 0) + bool(tile.tokens or tile.people)

    def _drawn(self, space: str) -> tuple[str, Style]:
        painter = self._painter
        tile, look, signs = painter.picture.tiles[space], painter.look, painter.signs
        is_seen = self._seen.overlaps(painter.region(space))
        ground = painter.ground(space) if is_seen else look.void
        if space == self._cursor:
            return "+", style(look.cursor, look.cursor_ground, bold=True)
        if space in painter.marks.lit:
            return signs.lit, style(look.lit, ground, bold=True)
        if space in painter.marks.marked:
            return signs.marked, style(look.marked, ground, bold=True)
        if tile.tokens:
            return signs.dot, style(look.teams[tile.tokens[0].team % len(look.teams)], ground, bold=True)
        if tile.people:
            return signs.dot, style(look.people, ground, bold=True)
        return (tile.sign if is_seen else signs.empty), style(look.faint, ground)

    def strips(self) -> list[Strip]:
        """Its lines; what is seen of the board has its ground and its signs, the rest is faint."""
        blank = (" ", style(self._painter.look.edge, self._painter.look.void))
        cells = [[blank] * self.size.width for _ in range(self.size.height)]
        for space in sorted(self._spots, key=self._importance):
            x, y = self._cell(space)
            cells[y][x] = self._drawn(space)
        return [Strip([Segment(letter, looks) for letter, looks in row], self.size.width) for row in cells]

    def space_at(self, cell: Offset) -> str:
        """A space that a cell stands for; empty if there is none."""
        return next((space for space in self._spots if self._cell(space) == (cell.x, cell.y)), "")
