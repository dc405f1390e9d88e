"""The board: hexes drawn with the Line API, a cursor, and spaces that light up.

Only regions that have changed are refreshed: over a slow link that is the difference between 60 KB and 0.5 KB. A board
that is larger than its room is seen through a camera, which follows the cursor and the spaces where something happens.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from textual import events, getters
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from engine.core.hexes import FACINGS, Facing, Hex, neighbour
from tui.app import ParleyApp
from tui.look.inks import Palette, Signs, style
from tui.widgets import camera
from tui.widgets.layouts import LAYOUTS as LAYOUTS
from tui.widgets.layouts import Layout as Layout
from tui.widgets.painter import FEW, Painter, step_of
from tui.widgets.picture import Picture
from tui.widgets.sight import Sight

_KEYS: dict[str, tuple[Facing, ...]] = {
    "up": ("up",),
    "down": ("down",),
    "left": ("up-left", "down-left"),
    "right": ("up-right", "down-right"),
}

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


class HexBoard(Widget, can_focus=True):
    """Shows a picture; its cursor can be watched, and it posts what is chosen."""

    DEFAULT_CSS = """
    HexBoard { background: $background; width: 1fr; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go('up')", "Up", show=False),
        Binding("down", "go('down')", "Down", show=False),
        Binding("left", "go('left')", "Left", show=False),
        Binding("right", "go('right')", "Right", show=False),
        Binding("shift+up", "pan(0, -1)", "Pan up", show=False),
        Binding("shift+down", "pan(0, 1)", "Pan down", show=False),
        Binding("shift+left", "pan(-1, 0)", "Pan left", show=False),
        Binding("shift+right", "pan(1, 0)", "Pan right", show=False),
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
        self.painter = Painter()
        self.zoom = "auto"
        self.has_vi_keys = False
        self.is_quiet = False
        """Whether the cursor steps back, because something else is to be watched."""
        self.sight = Sight(self.painter)
        """Which part of it is seen."""

    # What is shown

    @property
    def layout_now(self) -> Layout:
        """The layout in use."""
        return self.painter.layout

    @property
    def lit(self) -> frozenset[str]:
        """The spaces that can be chosen."""
        return self.painter.marks.lit

    @property
    def marked(self) -> frozenset[str]:
        """The spaces that are spoken of."""
        return self.painter.marks.marked

    @property
    def trail(self) -> tuple[str, ...]:
        """The spaces of a way."""
        return self.painter.marks.trail

    @property
    def notes(self) -> dict[str, str]:
        """Figures that warn of something, by space."""
        return self.painter.marks.notes

    def dress(self, look: Palette, signs: Signs, zoom: str) -> None:
        """Change colours, signs or size."""
        painter = self.painter
        if (look, signs, zoom) != (painter.look, painter.signs, self.zoom):
            painter.look, painter.signs, self.zoom = look, signs, zoom
            self._draw_all()

    def show(self, picture: Picture, lit: frozenset[str] = frozenset(), marked: frozenset[str] = frozenset()) -> None:
        """Show another picture; only spaces that look different are painted."""
        old, self.picture = self.picture, picture
        marks = self.painter.marks
        if self.cursor not in picture.tiles and not self.is_still:
            self.set_reactive(HexBoard.cursor, next(iter(picture.tiles), ""))
            marks.here = self._here
        changed = {space for space, tile in picture.tiles.items() if tile != old.tiles.get(space)}
        changed |= lit ^ marks.lit | marked ^ marks.marked
        if (len(lit) <= FEW) != (len(marks.lit) <= FEW):
            changed |= lit | marks.lit
        changed |= {space for (space, _), _ in picture.edges.items() ^ old.edges.items()}
        marks.lit, marks.marked = lit, marked
        if not self._takes(picture, old):
            self._draw_all()
        elif changed:
            self._repaint(changed & picture.tiles.keys())

    def _takes(self, picture: Picture, old: Picture) -> bool:
        """Take a picture into the cells that are painted, if it has all of their spaces in the same places."""
        painter = self.painter
        is_alike = picture.tiles.keys() >= old.tiles.keys() and picture.places.items() >= old.places.items()
        if not painter.names or not is_alike:
            return False
        if picture.tiles.keys() == old.tiles.keys():
            painter.picture = picture
            return True
        if self._fitting() is not painter.layout:
            return False
        painter.grow(picture)
        return self.sight.holds

    def show_trail(self, *spaces: str) -> None:
        """Show a way, and no longer the one before."""
        before = self.trail
        if spaces != before:
            self.painter.marks.trail = spaces
            changed = {space for space in (*before, *spaces) if step_of(spaces, space) != step_of(before, space)}
            self._repaint(changed & self.picture.tiles.keys())

    def show_notes(self, notes: dict[str, str]) -> None:
        """Show these figures, and no longer the ones before."""
        if notes != self.notes:
            changed = {space for space, _ in notes.items() ^ self.notes.items()}
            self.painter.marks.notes = notes
            self._repaint(changed & self.picture.tiles.keys())

    def sizes(self) -> tuple[Size, ...]:
        """What this board takes in its layouts, the largest first; in the chosen one, if the player has chosen one."""
        names = (self.zoom,) if self.zoom in LAYOUTS else ("large", "wide", "small")
        found = _sizes(names, tuple(map(self.picture.place, self.picture.tiles)))
        if not self.picture.is_growing:
            return found
        return tuple(camera.roomy(size, LAYOUTS[name]) for name, size in zip(names, found, strict=True))

    def _fitting(self) -> Layout:
        """The largest layout that fits the widget, or the chosen one."""
        if self.zoom in LAYOUTS:
            return LAYOUTS[self.zoom]
        for name in ("large", "wide"):
            [needed] = _sizes((name,), tuple(map(self.picture.place, self.picture.tiles)))
            if needed.width <= self.size.width and needed.height <= self.size.height:
                return LAYOUTS[name]
        return LAYOUTS["small"]

    def _draw_all(self) -> None:
        if not self.picture.tiles or not self.size.width:
            return
        self.painter.marks.here = self._here
        self.painter.lay_out(self.picture, self._fitting())
        self.sight.centre(self.size)
        self._look_elsewhere()

    def on_resize(self, _: events.Resize) -> None:
        """Another size may ask for another layout."""
        self._draw_all()
        if self.cursor:
            self.look_at(self.cursor)

    # Painting

    def _repaint(self, spaces: set[str]) -> None:
        if not self.painter.names:
            return
        self.painter.paint(spaces)
        self.refresh(*map(self.region_of, spaces), *self._overview())

    def _overview(self) -> list[Region]:
        """Draw the overview of a larger board; the regions of it that look different."""
        return [] if self.is_still else self.sight.draw_overview(self.cursor)

    def region_of(self, space: str) -> Region:
        """The cells of the widget in which a space is drawn."""
        return self.sight.region_of(space)

    @property
    def _here(self) -> str:
        """The space under the cursor while it has the keyboard, if it is to be seen."""
        return self.cursor if self.has_focus and not self.is_quiet else ""

    def _show_cursor(self, *spaces: str) -> None:
        """Paint spaces that the cursor has left or come to, or on which it has changed."""
        self.painter.marks.here = self._here
        self._repaint(self.picture.tiles.keys() & set(spaces))

    # Looking elsewhere

    def _look_elsewhere(self) -> None:
        self._overview()
        self.refresh()

    def look_at(self, *spaces: str) -> None:
        """Bring spaces into sight where the board is larger than its widget; the cursor stays where it is."""
        before = self.sight.at
        for space in spaces:
            if space in self.painter.picture.tiles:
                self.sight.look_at(space)
        if self.sight.at != before:
            self._look_elsewhere()

    def show_overview(self, how: str) -> None:
        """Show or hide the overview: `on`, `off`, or nothing for where it hides little."""
        self.sight.overview = how
        self._look_elsewhere()

    def action_pan(self, across: int, down: int) -> None:
        """Look at another part of a board that is larger than its room; the cursor stays where it is."""
        if self.sight.pan(across, down):
            self._look_elsewhere()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pan with the wheel; with Shift or Ctrl, sideways."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The same downwards."""
        self._wheel(event, 1)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Pan with a wheel that goes sideways."""
        event.stop()
        self.action_pan(-1, 0)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """The same to the right."""
        event.stop()
        self.action_pan(1, 0)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        event.stop()
        if event.shift or event.ctrl:
            self.action_pan(by, 0)
        else:
            self.action_pan(0, by)

    # The Line API

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as they are, where all colours are there: a board has no frame, so nothing is put around them."""
        if self.app.depth != "truecolor" or self.app.no_color:
            return super().render_lines(crop)
        columns = crop.column_span
        if columns == (0, self.size.width):
            return [self.render_line(y) for y in crop.line_range]
        if self.sight.is_larger:  # something may lie above the board
            return [self.render_line(y).crop(*columns) for y in crop.line_range]
        left, top = self.sight.at
        return [self.painter.part(y + top, columns[0] + left, columns[1] + left) for y in crop.line_range]

    def render_line(self, y: int) -> Strip:
        """One line of the widget, cut out of the drawing."""
        look = self.painter.look
        width, void = self.size.width, style(look.edge, look.void)
        strip = self.painter.strip(y + self.sight.at.y)
        if strip is None:
            line = Strip.blank(width, void)
        else:
            left = self.sight.at.x - self.painter.bounds.x
            if left < 0:
                strip = Strip([Segment(" " * -left, void), *strip], strip.cell_length - left)
            line = strip.crop_extend(max(0, left), max(0, left) + width, void)
        for x, drawn in self.sight.above(y):
            line = Strip.join([line.crop(0, x), drawn, line.crop(x + drawn.cell_length, width)])
        return line

    # Cursor and mouse

    def watch_cursor(self, old: str, new: str) -> None:
        """Paint both spaces."""
        self._show_cursor(old, new)
        if new:
            self.look_at(new)

    def watch_has_focus(self, value: bool) -> None:
        """The cursor is seen better while it has the keyboard."""
        super().watch_has_focus(value)
        self._show_cursor(self.cursor)

    def hush(self, quiet: bool) -> None:
        """Let the cursor step back while something is to be watched, or come forward again."""
        if quiet != self.is_quiet:
            self.is_quiet = quiet
            self._show_cursor(self.cursor)

    def go_to(self, space: str) -> None:
        """Put the cursor on a space and bring it into sight."""
        if space in self.picture.tiles:
            self.cursor = space
            self.look_at(space)

    def action_go(self, way: str) -> None:
        """Move the cursor one space; sideways it zigzags, so that it stays in its row."""
        if not self.cursor:
            return
        here: Hex = self.picture.place(self.cursor)
        facings = _KEYS.get(way) or (way,)
        if len(facings) > 1 and here[0] % 2 == 0:
            facings = facings[::-1]
        for facing in facings:
            assert facing in FACINGS
            there = self.painter.names.get(neighbour(here, facing))
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
        return self.painter.owners.get((x + self.sight.at.x, y + self.sight.at.y), "")

    def on_click(self, event: events.Click) -> None:
        """The first click on a space looks at it if nothing can be done there; otherwise it is chosen.

        A double click chooses once: what it chose may have put something else in the same place, such as to stop.
        """
        overview = self.sight.on_overview(event.x, event.y)
        if overview is not None:  # the cursor goes there, and nothing is chosen
            self.go_to(overview)
            return
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


@lru_cache(maxsize=64)
def _sizes(names: tuple[str, ...], places: tuple[Hex, ...]) -> tuple[Size, ...]:
    """What some spaces take in these layouts; kept, because every question asks for it."""
    return tuple(LAYOUTS[name].size(places) if places else Size(1, 1) for name in names)
