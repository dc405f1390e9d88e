"""What is seen of a board: a part of it where it is larger than its room, with an overview and arrows to the rest."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from tui.look.inks import style
from tui.widgets import camera
from tui.widgets.minimap import Minimap
from tui.widgets.painter import Painter

_SMALLEST_SHARE = 6
"""The overview is shown by itself where it takes at most one part in this many of the board's room."""


class Sight:
    """A camera over the cells of a painter."""

    def __init__(self, painter: Painter) -> None:
        """See nothing yet."""
        self._painter = painter
        self.room = Size(0, 0)
        """The cells of the widget."""
        self.at = Offset(0, 0)
        """The cell of the layout that is seen in the top left corner."""
        self.overview = ""
        """Whether a larger board has an overview: `on`, `off`, or nothing for where it hides little."""
        self._minimap: tuple[Minimap, list[Strip], Offset] | None = None

    @property
    def is_larger(self) -> bool:
        """Whether the board is larger than its room."""
        bounds = self._painter.bounds
        return bounds.width > self.room.width or bounds.height > self.room.height

    @property
    def seen(self) -> Region:
        """The cells of the layout that are seen."""
        return self.room.region.translate(self.at)

    def region_of(self, space: str) -> Region:
        """The cells of the widget in which a space is drawn."""
        return self._painter.region(space).translate(-self.at)

    # The camera

    def centre(self, room: Size) -> None:
        """See a board in a room of some size: a smaller one in the middle."""
        self.room = room
        self.at = camera.centred(self.at, self._painter.bounds, room)

    @property
    def holds(self) -> bool:
        """Whether the camera can stay where it is although the board has grown."""
        return camera.held(self.at, self._painter.bounds, self.room) == self.at

    def move(self, to: Offset) -> bool:
        """Move the camera as far as the board goes; whether anything else is seen now."""
        before, self.at = self.at, camera.held(to, self._painter.bounds, self.room)
        return self.at != before

    def look_at(self, space: str) -> bool:
        """Bring a space of a larger board into sight; whether the camera had to move."""
        return self.is_larger and self.move(camera.sighted(self.at, self._painter.region(space), self.room))

    def pan(self, across: int, down: int) -> bool:
        """Move by some spaces; whether there is anything to see there."""
        layout = self._painter.layout
        return self.is_larger and self.move(self.at + Offset(across * layout.wide, down * layout.high))

    # What lies above the board

    @property
    def has_overview(self) -> bool:
        """Whether the overview is seen."""
        return self._minimap is not None

    def draw_overview(self, cursor: str) -> list[Region]:
        """Draw the overview anew, if there is one; the regions of the widget that look different."""
        before, self._minimap = self._minimap, None
        if self.is_larger and self.overview != "off":
            found = Minimap(self._painter, self.seen, cursor)
            if self.overview == "on" or self._hides_little(found.size):
                self._minimap = (found, found.strips(), self._corner(found.size, cursor))
        if before is not None and self._minimap is not None and before[1:] == self._minimap[1:]:
            return []
        return [Region.from_offset(each[2], each[0].size) for each in (before, self._minimap) if each is not None]

    def _hides_little(self, size: Size) -> bool:
        return size.area * _SMALLEST_SHARE <= self.room.area and size.height * 2 <= self.room.height

    def _corner(self, size: Size, cursor: str) -> Offset:
        """The upper right corner, or the left one while the cursor is in that."""
        right = Offset(self.room.width - size.width, 0)
        is_under = cursor in self._painter.picture.tiles and self.region_of(cursor).overlaps(
            Region.from_offset(right, size)
        )
        return Offset(0, 0) if is_under else right

    def on_overview(self, x: int, y: int) -> str | None:
        """The space that a cell of the widget stands for in the overview; empty for none, None outside of it."""
        if self._minimap is None:
            return None
        found, _, at = self._minimap
        is_there = Region.from_offset(at, found.size).contains(x, y)
        return found.space_at(Offset(x, y) - at) if is_there else None

    def above(self, y: int) -> Iterator[tuple[int, Strip]]:
        """What lies above a line of a larger board: parts of the overview and arrows, each with its first cell."""
        if not self.is_larger:
            return
        if self._minimap is not None:
            _, strips, at = self._minimap
            if at.y <= y < at.y + len(strips):
                yield at.x, strips[y - at.y]
        look = self._painter.look
        for (x, line), arrow in self.arrows().items():
            if line == y:
                yield x, Strip([Segment(arrow, style(look.void, look.lit, bold=True))], 1)

    def arrows(self) -> dict[tuple[int, int], str]:
        """Arrows at the edges behind which there is more of the board, by their cells."""
        bounds, seen, signs = self._painter.bounds, self.seen, self._painter.signs
        right, bottom, middle = self.room.width - 1, self.room.height - 1, self.room.height // 2
        ways = {
            (right, 0): (bounds.y < seen.y, signs.arrows["up"]),
            (right, bottom): (bounds.bottom > seen.bottom, signs.arrows["down"]),
            (0, middle): (bounds.x < seen.x, signs.left[0]),
            (right, middle): (bounds.right > seen.right, signs.right[-1]),
        }
        return {cell: arrow for cell, (is_more, arrow) in ways.items() if is_more}
