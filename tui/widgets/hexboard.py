"""The board: hexes drawn with the Line API, a cursor, and spaces that light up.

Each space owns a few cells of a grid of characters. When something changes, only the spaces that look different are
painted again and only their regions are sent: over a slow link that is the difference between 60 KB and 0.5 KB.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

import msgspec
from rich.segment import Segment
from rich.style import Style
from textual import events, getters
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size, Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.core.hexes import FACINGS, Facing, Hex, hex_of, neighbour
from tui.app import ParleyApp
from tui.look.inks import UNICODE, Palette, Signs, Tints, palette, quiet, style
from tui.widgets.picture import Picture, Tile
from tui.widgets.tiles import Brush, large, small


class Layout(msgspec.Struct, frozen=True):
    """How many cells a hex takes: the pitch from one to the next."""

    name: str
    wide: int
    high: int

    def origin(self, space: str) -> tuple[int, int]:
        """The top left cell of a space, its edges included."""
        column, slanted = hex_of(space)
        return column * self.wide, (slanted + column // 2) * self.high + (column % 2) * (self.high // 2)

    def rows(self, space: str) -> list[tuple[int, int, int]]:
        """For each line of a space: the line, its first cell and the cell after its last; edges are outside."""
        x, y = self.origin(space)
        half = self.high // 2
        found = []
        for line in range(self.high):
            inset = half - 1 - line if line < half else line - half
            found.append((y + line, x + inset + 1, x + self.wide + half - 1 - inset))
        return found

    def region(self, space: str) -> Region:
        """The cells of a space with its edges."""
        x, y = self.origin(space)
        return Region(x, y, self.wide + self.high // 2, self.high)

    def bounds(self, spaces: Iterable[str]) -> Region:
        """The cells that all these spaces take."""
        return Region.from_union([self.region(space) for space in spaces])

    def size(self, spaces: Iterable[str]) -> Size:
        """How many cells wide and high that is."""
        return self.bounds(spaces).size


LAYOUTS = {
    layout.name: layout
    for layout in (Layout("tiny", 4, 2), Layout("small", 6, 2), Layout("wide", 8, 2), Layout("large", 8, 4))
}

FEW = 8
"""If more spaces than these can be chosen, they keep the colours of their grounds: most of the map would lose them."""

_KEYS: dict[str, tuple[Facing, ...]] = {
    "up": ("up",),
    "down": ("down",),
    "left": ("up-left", "down-left"),
    "right": ("up-right", "down-right"),
}

_UPPER: tuple[Facing, Facing] = ("up-left", "up-right")
_LOWER: tuple[Facing, Facing] = ("down-left", "down-right")


VI_KEYS = {
    "h": "left",
    "j": "down",
    "k": "up",
    "l": "right",
    "y": "up-left",
    "u": "up-right",
    "b": "down-left",
    "n": "down-right",
}


class HexBoard(ScrollView, can_focus=True):
    """Shows a picture; its cursor can be watched, and it posts what is chosen."""

    DEFAULT_CSS = """
    HexBoard { background: $background; scrollbar-size: 1 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go('up')", "Up", show=False),
        Binding("down", "go('down')", "Down", show=False),
        Binding("left", "go('left')", "Left", show=False),
        Binding("right", "go('right')", "Right", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    app = getters.app(ParleyApp)

    cursor: reactive[str] = reactive("", init=False, repaint=False)
    """Where the cursor is; the two spaces that it goes from and to are painted, and nothing else."""

    class Chosen(Message):
        """A space was chosen, by key or by mouse."""

        def __init__(self, space: str) -> None:
            """Note the space."""
            super().__init__()
            self.space = space

    def __init__(self, *, is_still: bool = False, id: str | None = None) -> None:  # noqa: A002
        """An empty board; `show` fills it. A still one is a picture only, without a cursor."""
        super().__init__(id=id)
        self.is_still = is_still
        self._is_clicked = False
        self.can_focus = not is_still
        self.picture = Picture({})
        self.look: Palette = palette("dark")
        self.signs: Signs = UNICODE
        self.zoom = "auto"
        self.has_vi_keys = False
        self.is_quiet = False
        """Whether the cursor steps back, because something else is to be watched."""
        self.layout_now = LAYOUTS["small"]
        self.lit: frozenset[str] = frozenset()
        self.marked: frozenset[str] = frozenset()
        self.trail: tuple[str, ...] = ()
        """The spaces of a way, each of which shows which step it is."""
        self.notes: dict[str, str] = {}
        """A letter or figure on some spaces that warns of something."""
        self._cells: list[list[tuple[str, Style]]] = []
        self._strips: list[Strip | None] = []
        self._owners: dict[tuple[int, int], str] = {}
        self._drawn = Size(0, 0)
        self._corner = Offset(0, 0)
        """The top left cell of the drawing, as the layout counts."""
        self._names: dict[Hex, str] = {}

    # What is shown

    def dress(self, look: Palette, signs: Signs, zoom: str) -> None:
        """Change colours, signs or size."""
        if (look, signs, zoom) != (self.look, self.signs, self.zoom):
            self.look, self.signs, self.zoom = look, signs, zoom
            self._draw_all()

    def show(self, picture: Picture, lit: frozenset[str] = frozenset(), marked: frozenset[str] = frozenset()) -> None:
        """Show another picture; only spaces that look different are painted."""
        if picture.tiles.keys() != self.picture.tiles.keys():
            self.picture, self.lit, self.marked = picture, lit, marked
            if self.cursor not in picture.tiles and not self.is_still:
                self.set_reactive(HexBoard.cursor, next(iter(picture.tiles), ""))
            self._draw_all()
            return
        old = self.picture.tiles
        changed = {space for space, tile in picture.tiles.items() if tile != old[space]}
        changed |= lit ^ self.lit | marked ^ self.marked
        if (len(lit) <= FEW) != (len(self.lit) <= FEW):
            changed |= lit | self.lit
        self.picture, self.lit, self.marked = picture, lit, marked
        if changed:
            self._repaint(changed)

    def show_trail(self, *spaces: str) -> None:
        """Show a way, and no longer the one before."""
        if spaces != self.trail:
            before, self.trail = self.trail, spaces
            self._repaint({space for space in (*before, *spaces) if _step(spaces, space) != _step(before, space)})

    def sizes(self) -> tuple[Size, ...]:
        """What this board takes in its layouts, the largest first; in the chosen one, if the player has chosen one."""
        names = (self.zoom,) if self.zoom in LAYOUTS else ("large", "wide", "small")
        return _sizes(names, tuple(self.picture.tiles))

    def show_notes(self, notes: dict[str, str]) -> None:
        """Show these figures, and no longer the ones before."""
        if notes != self.notes:
            changed = {space for space, _ in notes.items() ^ self.notes.items()}
            self.notes = notes
            self._repaint(changed & self.picture.tiles.keys())

    def _fitting(self) -> Layout:
        """The largest layout that fits the widget, or the chosen one."""
        if self.zoom in LAYOUTS:
            return LAYOUTS[self.zoom]
        for name in ("large", "wide"):
            needed = LAYOUTS[name].size(self.picture.tiles)
            if needed.width <= self.size.width and needed.height <= self.size.height:
                return LAYOUTS[name]
        return LAYOUTS["small"]

    def _draw_all(self) -> None:
        if not self.picture.tiles or not self.size.width:
            return
        layout = self.layout_now = self._fitting()
        bounds = layout.bounds(self.picture.tiles)
        size, self._corner = bounds.size, bounds.offset
        self._drawn = size
        blank = (" ", style(self.look.edge, self.look.void))
        self._cells = [[blank] * size.width for _ in range(size.height)]
        self._strips = [None] * size.height
        self._owners = {}
        self._names = {hex_of(space): space for space in self.picture.tiles}
        for space in self.picture.tiles:
            for y, first, last in self._rows(space):
                for x in range(first, last):
                    self._owners[x, y] = space
                self._owners.setdefault((first - 1, y), space)
                self._owners.setdefault((last, y), space)
        for space in self.picture.tiles:
            self._paint(space)
            self._paint_edges(space)
        self.virtual_size = size
        self.refresh()

    def on_resize(self, _: events.Resize) -> None:
        """Another size may ask for another layout."""
        self._draw_all()
        if self.cursor:
            self.look_at(self.cursor)

    # Painting

    def _rows(self, space: str) -> list[tuple[int, int, int]]:
        """The lines of a space in the drawing."""
        left, top = self._corner
        return [(y - top, first - left, last - left) for y, first, last in self.layout_now.rows(space)]

    def _region(self, space: str) -> Region:
        """The cells of a space in the drawing."""
        return self.layout_now.region(space).translate(-self._corner)

    def _repaint(self, spaces: set[str]) -> None:
        if not self._cells:
            return
        for space in spaces:
            self._paint(space)
        around = {near for space in spaces for near in self._near(space)}
        for space in spaces | around:
            self._paint_edges(space)
        shift = self._margin - self.scroll_offset
        self.refresh(*(self._region(space).translate(shift) for space in spaces))

    @property
    def _margin(self) -> Offset:
        """The empty cells around a board that is smaller than its widget."""
        spare = self.size - self._drawn
        return Offset(max(0, spare.width // 2), max(0, spare.height // 2))

    def _near(self, space: str) -> list[str]:
        here = hex_of(space)
        return [near for facing in FACINGS if (near := self._names.get(neighbour(here, facing)))]

    def _rank(self, space: str) -> int:
        """Edges are shared, and belong to the space that matters most."""
        return (space in self.marked) + 2 * (space in self.lit) + 4 * self._is_here(space)

    def _is_here(self, space: str) -> bool:
        """Whether the cursor stands there and has the keyboard."""
        return space == self.cursor and self.has_focus and not self.is_quiet

    def _ground(self, space: str) -> str:
        tile, look = self.picture.tiles[space], self.look
        if self._is_here(space):
            return look.cursor_ground
        if space in self.lit and len(self.lit) <= FEW:
            return look.lit_ground
        column, slanted = hex_of(space)
        return self._tints(tile)[(slanted - column) % 3]

    def _tints(self, tile: Tile) -> Tints:
        return self.look.grounds.get(tile.ground, self.look.grounds["plain"])

    def _quiet(self, space: str) -> str:
        """The ink of what need not stand out; the same on all spaces of a kind."""
        is_bright = space in self.lit and len(self.lit) <= FEW
        tints = (self.look.lit_ground,) if is_bright else self._tints(self.picture.tiles[space])
        return quiet(self.look, *tints)

    def _put(self, y: int, x: int, text: str, looks: Style) -> None:
        row = self._cells[y]
        for place, letter in enumerate(text):
            row[x + place] = (letter, looks)
        self._strips[y] = None

    def _paint(self, space: str) -> None:
        tile, look, ground = self.picture.tiles[space], self.look, self._ground(space)
        rows = self._rows(space)
        plain = style(look.ink, ground)
        for y, first, last in rows:
            self._put(y, first, " " * (last - first), plain)
        brush = Brush(
            look=look,
            signs=self.signs,
            ground=ground,
            sign=self._sign(space, tile),
            sign_style=self._sign_style(space, ground),
            name=space,
            name_style=self._name_style(space, ground),
            is_here=self._is_here(space),
        )
        for put in (large if len(rows) > 2 else small)(tile, rows, brush):
            self._put(*put)
        if self._is_here(space):
            y, first, last = rows[-1]
            self._put(y, first, "[", style(look.cursor, ground, bold=True))
            self._put(y, last - 1, "]", style(look.cursor, ground, bold=True))

    def _sign(self, space: str, tile: Tile) -> str:
        """What a space tells besides its ground: that it can be chosen, that it is spoken of, or where it leads."""
        if space in self.trail:
            return _step(self.trail, space)
        if space in self.notes:
            return self.notes[space]
        if space in self.lit:
            return self.signs.lit
        return self.signs.marked if space in self.marked else tile.way or tile.sign

    def _sign_style(self, space: str, ground: str) -> Style:
        if self._is_here(space):
            return style(self.look.cursor, ground, bold=True)
        if space in self.notes and space not in self.trail:
            return style(self.look.void, self.look.bad, bold=True)
        rank = self._rank(space)
        ink = self.look.lit if rank >= 2 else self.look.marked if rank else self._quiet(space)
        return style(ink, ground, bold=bool(rank))

    def _name_style(self, space: str, ground: str) -> Style:
        return style(self.look.cursor if self._is_here(space) else self._quiet(space), ground)

    def _paint_edges(self, space: str) -> None:
        """The slanted sides, as far as they are this space's: those of a neighbour that matters more are not."""
        look, signs, rank = self.look, self.signs, self._rank(space)
        strong = bool(rank)
        colour = look.cursor if rank >= 4 else look.lit if rank >= 2 else look.marked if rank else look.edge
        rows = self._rows(space)
        for number, (y, first, last) in enumerate(rows):
            is_upper = number < len(rows) // 2
            left, right = (signs.slash, signs.backslash) if is_upper else (signs.backslash, signs.slash)
            for x, sign in ((first - 1, left), (last, right)):
                other = self._beyond(space, x < first, is_upper)
                if not other or (rank, hex_of(space)) > (self._rank(other), hex_of(other)):
                    self._put(y, x, sign, style(colour, self._ground(other) if other else look.void, bold=strong))

    def _beyond(self, space: str, is_left: bool, is_upper: bool) -> str:
        """The neighbour on the other side of an edge."""
        left, right = _UPPER if is_upper else _LOWER
        return self._names.get(neighbour(hex_of(space), left if is_left else right), "")

    # The Line API

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as they are, where all colours are there: a board has no frame, so nothing is put around them."""
        if self.app.depth != "truecolor" or self.app.no_color:
            return super().render_lines(crop)
        lines = [self.render_line(y) for y in crop.line_range]
        if crop.column_span != (0, self.size.width):
            lines = [line.crop(*crop.column_span) for line in lines]
        return lines

    def render_line(self, y: int) -> Strip:
        """One line of the widget, cut out of the drawing."""
        left, top = self.scroll_offset
        width, void = self.size.width, style(self.look.edge, self.look.void)
        margin = self._margin
        y += top - margin.y
        if not 0 <= y < len(self._cells):
            return Strip.blank(width, void)
        strip = self._strip(y)
        if margin.x:
            strip = Strip([Segment(" " * margin.x, void), *strip], margin.x + self._drawn.width)
        return strip.crop_extend(left, left + width, void)

    def _strip(self, y: int) -> Strip:
        strip = self._strips[y]
        if strip is None:
            segments: list[Segment] = []
            run: list[str] = []
            now: Style | None = None
            for letter, looks in self._cells[y]:
                if looks is not now:
                    if run:
                        segments.append(Segment("".join(run), now))
                    run, now = [], looks
                run.append(letter)
            segments.append(Segment("".join(run), now))
            strip = self._strips[y] = Strip(segments, self._drawn.width)
        return strip

    # Cursor and mouse

    def watch_cursor(self, old: str, new: str) -> None:
        """Paint both spaces."""
        self._repaint({space for space in (old, new) if space in self.picture.tiles})
        if new:
            self.look_at(new)

    def watch_has_focus(self, value: bool) -> None:
        """The cursor is seen better while it has the keyboard."""
        super().watch_has_focus(value)
        self._repaint({self.cursor} & self.picture.tiles.keys())

    def hush(self, quiet: bool) -> None:
        """Let the cursor step back while something is to be watched, or come forward again."""
        if quiet != self.is_quiet:
            self.is_quiet = quiet
            self._repaint({self.cursor} & self.picture.tiles.keys())

    def look_at(self, *spaces: str) -> None:
        """Bring spaces into sight where the board is larger than its widget; the cursor stays where it is."""
        for space in spaces:
            if space in self.picture.tiles and (self.max_scroll_x or self.max_scroll_y):
                self.scroll_to_region(self._region(space), spacing=Spacing(1, 2, 1, 2), animate=False)

    def action_go(self, way: str) -> None:
        """Move the cursor one space; sideways it zigzags, so that it stays in its row."""
        if not self.cursor:
            return
        here = hex_of(self.cursor)
        facings = _KEYS.get(way) or (way,)
        if len(facings) > 1 and here[0] % 2 == 0:
            facings = facings[::-1]
        for facing in facings:
            assert facing in FACINGS
            there = self._names.get(neighbour(here, facing))
            if there:
                self.cursor = there
                return

    def on_key(self, event: events.Key) -> None:
        """The keys of vi, for those who have asked for them."""
        if self.has_vi_keys and event.key in VI_KEYS:
            event.stop()
            event.prevent_default()
            self.action_go(VI_KEYS[event.key])

    def action_choose(self) -> None:
        """Choose the space under the cursor."""
        if self.cursor:
            self.post_message(self.Chosen(self.cursor))

    def space_at(self, x: int, y: int) -> str:
        """The space at a cell of the widget; empty if there is none."""
        left, top = self.scroll_offset
        margin = self._margin
        return self._owners.get((x + left - margin.x, y + top - margin.y), "")

    def on_click(self, event: events.Click) -> None:
        """The first click on a space looks at it if nothing can be done there; otherwise it is chosen.

        A double click chooses once: what it chose may have put something else in the same place, such as to stop.
        """
        space = self.space_at(event.x, event.y)
        if not space or self.is_still:
            return
        was_here = space == self.cursor
        self.cursor = space
        if event.chain == 1:
            self._is_clicked = False
        if not self._is_clicked and (was_here or space in self.lit):
            self._is_clicked = True
            self.post_message(self.Chosen(space))


def _step(way: tuple[str, ...], space: str) -> str:
    """Which step of a way leads to a space, in one figure; empty if none does."""
    return str(min(9, way.index(space) + 1)) if space in way else ""


@lru_cache(maxsize=64)
def _sizes(names: tuple[str, ...], spaces: tuple[str, ...]) -> tuple[Size, ...]:
    """What some spaces take in these layouts; kept, because every question asks for it."""
    return tuple(LAYOUTS[name].size(spaces) if spaces else Size(1, 1) for name in names)
