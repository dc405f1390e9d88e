"""Paints a picture of hexes into cells: grounds, signs, pieces, edges, and what is lit or marked.

Each space owns a few cells of a sparse grid. When something changes, only the spaces that look different are painted
again; a map that grows keeps the cells that it has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

import msgspec
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from engine.core.hexes import FACINGS, Facing, Hex, neighbour, opposite
from tui.look.inks import UNICODE, Palette, Signs, Tints, palette, quiet, style
from tui.widgets.layouts import LAYOUTS, Layout, Row
from tui.widgets.picture import Picture, Tile
from tui.widgets.tiles import Brush, large, small

FEW = 8
"""If more spaces than these can be chosen, they keep the colours of their grounds: most of the map would lose them."""

Cell = tuple[str, Style]

_SIDES: tuple[tuple[Facing, bool, bool], ...] = (
    ("up-left", True, True),
    ("up-right", False, True),
    ("down-left", True, False),
    ("down-right", False, False),
)
"""The slanted sides of a space, with whether each is on the left and on the upper half."""


class Marks(msgspec.Struct):
    """What is to be seen on the spaces besides the picture."""

    lit: frozenset[str] = frozenset()
    """What can be chosen."""
    marked: frozenset[str] = frozenset()
    """What is spoken of."""
    trail: tuple[str, ...] = ()
    """The spaces of a way, each of which shows which step it is."""
    notes: dict[str, str] = {}
    """A letter or figure on some spaces that warns of something."""
    here: str = ""
    """The space under the cursor, while the cursor is to be seen."""


def step_of(way: tuple[str, ...], space: str) -> str:
    """Which step of a way leads to a space, in one figure; empty if none does."""
    return str(min(9, way.index(space) + 1)) if space in way else ""


@cache
def _underlined(looks: Style) -> Style:
    """One object for the same looks, as in `style`."""
    return looks + Style(underline=True)


class Painter:
    """The cells of a board, by the lines and columns of its layout."""

    def __init__(self) -> None:
        """Nothing is painted yet."""
        self.picture = Picture({})
        self.layout: Layout = LAYOUTS["small"]
        self.look: Palette = palette("dark")
        self.signs: Signs = UNICODE
        self.marks = Marks()
        self.bounds = Region()
        """The cells of the whole board."""
        self.owners: dict[tuple[int, int], str] = {}
        """The space of each cell."""
        self.names: dict[Hex, str] = {}
        self._rows: dict[int, list[Cell]] = {}
        self._strips: dict[int, Strip] = {}

    # Laying out

    def lay_out(self, picture: Picture, layout: Layout) -> None:
        """Paint everything anew."""
        self.picture, self.layout = picture, layout
        self.owners, self.names, self._rows, self._strips = {}, {}, {}, {}
        self.bounds = Region()
        self._add(picture.tiles)
        self.paint(picture.tiles)

    def grow(self, picture: Picture) -> None:
        """Take a picture that has all spaces of the one before, and more: what is painted stays."""
        added = [space for space in picture.tiles if space not in self.picture.tiles]
        self.picture = picture
        self._add(added)

    def _add(self, spaces: Iterable[str]) -> None:
        places = {space: self.picture.place(space) for space in spaces}
        bounds = self.layout.bounds(places.values())
        self._enlarge(bounds if not self._rows else bounds.union(self.bounds))
        for space, here in places.items():
            self.names[here] = space
            for y, first, last in self.layout.rows(here):
                for x in range(first, last):
                    self.owners[x, y] = space
                self.owners.setdefault((first - 1, y), space)
                self.owners.setdefault((last, y), space)

    def _enlarge(self, bounds: Region) -> None:
        """Add empty cells around those that are there."""
        blank: Cell = (" ", style(self.look.edge, self.look.void))
        left, right = self.bounds.x - bounds.x, bounds.right - self.bounds.right
        if self._rows and (left or right):
            self._rows = {y: [*[blank] * left, *row, *[blank] * right] for y, row in self._rows.items()}
            self._strips = {}
        for y in range(bounds.y, bounds.bottom):
            self._rows.setdefault(y, [blank] * bounds.width)
        self.bounds = bounds

    # What is read

    def region(self, space: str) -> Region:
        """The cells of a space."""
        return self.layout.region(self.picture.place(space))

    def strip(self, y: int) -> Strip | None:
        """A line of the board, from the left of its bounds; None above and below it."""
        found = self._strips.get(y)
        if found is None and y in self._rows:
            found = self._strips[y] = _strip(self._rows[y])
        return found

    def part(self, y: int, first: int, last: int) -> Strip:
        """A line from one column of the layout to another; around the board there is nothing."""
        width, void = last - first, style(self.look.edge, self.look.void)
        row = self._rows.get(y)
        if row is None:
            return Strip.blank(width, void)
        start = first - self.bounds.x
        cells = row[max(0, start) : max(0, start + width)]
        if start < 0:
            cells = [*[(" ", void)] * min(-start, width), *cells]
        return _strip([*cells, *[(" ", void)] * (width - len(cells))])

    def near(self, space: str) -> list[str]:
        """The spaces next to this one."""
        here = self.picture.place(space)
        return [near for facing in FACINGS if (near := self.names.get(neighbour(here, facing)))]

    # Painting

    def paint(self, spaces: Collection[str]) -> None:
        """Paint some spaces, and the edges around them."""
        for space in spaces:
            self._paint(space)
            self._paint_edges(space)
        around = {near for space in spaces for near in self.near(space)}
        for space in around.difference(spaces):
            self._paint_edges(space, spaces)

    def rank(self, space: str) -> int:
        """Edges are shared, and belong to the space that matters most."""
        marks = self.marks
        return (space in marks.marked) + 2 * (space in marks.lit) + 4 * (space == marks.here)

    @property
    def _is_bright(self) -> bool:
        return len(self.marks.lit) <= FEW

    def ground(self, space: str) -> str:
        """The colour of a space's ground as it is now."""
        tile, look = self.picture.tiles[space], self.look
        if space == self.marks.here:
            return look.cursor_ground
        if space in self.marks.lit and self._is_bright:
            return look.lit_ground
        column, slanted = self.picture.place(space)
        return self._tints(tile)[(slanted - column) % 3]

    def _tints(self, tile: Tile) -> Tints:
        return self.look.grounds.get(tile.ground, self.look.grounds["plain"])

    def _quiet(self, space: str) -> str:
        """The ink of what need not stand out; the same on all spaces of a kind."""
        is_lit = space in self.marks.lit and self._is_bright
        tints = (self.look.lit_ground,) if is_lit else self._tints(self.picture.tiles[space])
        return quiet(self.look, *tints)

    def _put(self, y: int, x: int, text: str, looks: Style) -> None:
        row, start = self._rows[y], x - self.bounds.x
        for place, letter in enumerate(text, start):
            row[place] = (letter, looks)
        self._strips.pop(y, None)

    def _paint(self, space: str) -> None:
        tile, look, ground = self.picture.tiles[space], self.look, self.ground(space)
        rows = self.layout.rows(self.picture.place(space))
        is_here = space == self.marks.here
        plain = style(look.ink, ground)
        for y, first, last in rows:
            self._put(y, first, " " * (last - first), plain)
        brush = Brush(
            look=look,
            signs=self.signs,
            ground=ground,
            sign=self.sign(space),
            sign_style=self._sign_style(space, ground),
            name=space,
            name_style=style(look.cursor if is_here else self._quiet(space), ground),
            is_here=is_here,
        )
        for put in (large if len(rows) > 2 else small)(tile, rows, brush):
            self._put(*put)
        if is_here:
            y, first, last = rows[-1]
            self._put(y, first, "[", style(look.cursor, ground, bold=True))
            self._put(y, last - 1, "]", style(look.cursor, ground, bold=True))
        self._paint_foot(space, rows[-1])

    def sign(self, space: str) -> str:
        """What a space tells besides its ground: that it can be chosen, that it is spoken of, or where it leads."""
        marks, tile = self.marks, self.picture.tiles[space]
        if space in marks.trail:
            return step_of(marks.trail, space)
        if space in marks.notes:
            return marks.notes[space]
        if space in marks.lit:
            return self.signs.lit
        return self.signs.marked if space in marks.marked else tile.way or tile.sign

    def _sign_style(self, space: str, ground: str) -> Style:
        marks = self.marks
        if space == marks.here:
            return style(self.look.cursor, ground, bold=True)
        if space in marks.notes and space not in marks.trail:
            return style(self.look.void, self.look.bad, bold=True)
        rank = self.rank(space)
        ink = self.look.lit if rank >= 2 else self.look.marked if rank else self._quiet(space)
        return style(ink, ground, bold=bool(rank))

    # Edges

    def _edge(self, space: str, facing: Facing) -> str:
        """What kind of edge a space has on a side, told by either of the two that share it; empty for most."""
        edges = self.picture.edges
        if not edges:
            return ""
        other = self.names.get(neighbour(self.picture.place(space), facing), "")
        return edges.get((space, facing)) or edges.get((other, opposite(facing)), "")

    def _paint_edges(self, space: str, towards: Collection[str] | None = None) -> None:
        """The slanted sides, as far as they are this space's: those of a neighbour that matters more are not.

        If spaces are given, only the sides that it shares with them.
        """
        rank, here = self.rank(space), self.picture.place(space)
        rows = self.layout.rows(here)
        half = len(rows) // 2
        for facing, is_left, is_upper in _SIDES:
            there = neighbour(here, facing)
            other = self.names.get(there, "")
            if towards is not None and other not in towards:
                continue
            if not other or (rank, here) > (self.rank(other), there):
                sign, looks = self._side(space, facing, is_left == is_upper, other)
                for y, first, last in rows[:half] if is_upper else rows[half:]:
                    self._put(y, first - 1 if is_left else last, sign, looks)

    def _side(self, space: str, facing: Facing, is_slash: bool, other: str) -> tuple[str, Style]:
        """How a slanted side is drawn."""
        look, signs, rank = self.look, self.signs, self.rank(space)
        kind = self._edge(space, facing)
        ranked = look.cursor if rank >= 4 else look.lit if rank >= 2 else look.marked if rank else ""
        if kind:
            return signs.edges[kind], self._edge_style(kind, ranked)
        ground = self.ground(other) if other else look.void
        return signs.slash if is_slash else signs.backslash, style(ranked or look.edge, ground, bold=bool(rank))

    def _edge_style(self, kind: str, ranked: str = "") -> Style:
        """Cells of the colour of an edge, in which its sign is cut out, so that it is seen from afar."""
        return style(self.look.void, ranked or self.look.edges[kind], bold=True)

    def _paint_foot(self, space: str, row: Row) -> None:
        """The edge below a space has no cells of its own: it takes those of the last line that are free."""
        kind = self._edge(space, "down")
        if not kind:
            return
        y, first, last = row
        cells = self._rows[y]
        for x in range(first, last):
            letter, looks = cells[x - self.bounds.x]
            if letter == " ":
                self._put(y, x, self.signs.edges[kind], self._edge_style(kind))
            else:
                self._put(y, x, letter, _underlined(looks))


def _strip(row: list[Cell]) -> Strip:
    segments: list[Segment] = []
    run: list[str] = []
    now: Style | None = None
    for letter, looks in row:
        if looks is not now:
            if run:
                segments.append(Segment("".join(run), now))
            run, now = [], looks
        run.append(letter)
    segments.append(Segment("".join(run), now))
    return Strip(segments, len(row))
