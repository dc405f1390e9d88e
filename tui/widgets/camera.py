"""Which part of a board is seen: a camera is the cell of the layout in the top left corner of the widget."""

from __future__ import annotations

from textual.geometry import Offset, Region, Size, Spacing

from tui.widgets.layouts import Layout

_AROUND = Spacing(1, 2, 1, 2)
"""The cells around a space that are brought into sight with it."""
_STEPS = (3, 2)
"""A board that grows is taken to be some columns and rows larger, in such steps, so that panels need not move."""


def held(at: Offset, bounds: Region, room: Size) -> Offset:
    """The camera where it is, if it sees a smaller board whole, or lies inside a larger one; else where it does."""
    across = _held(at.x, bounds.x, bounds.width, room.width)
    return Offset(across, _held(at.y, bounds.y, bounds.height, room.height))


def _held(at: int, start: int, length: int, room: int) -> int:
    if length > room:
        return max(start, min(at, start + length - room))
    return at if at <= start and start + length <= at + room else start - (room - length) // 2


def centred(at: Offset, bounds: Region, room: Size) -> Offset:
    """The same, with a smaller board in the middle of its room."""
    x = _centred(bounds.x, bounds.width, room.width) if bounds.width <= room.width else at.x
    y = _centred(bounds.y, bounds.height, room.height) if bounds.height <= room.height else at.y
    return held(Offset(x, y), bounds, room)


def _centred(start: int, length: int, room: int) -> int:
    return start - (room - length) // 2


def sighted(at: Offset, space: Region, room: Size) -> Offset:
    """The nearest camera that sees a space, with a little around it."""
    needed = space.grow(_AROUND)
    x = _sighted(at.x, needed.x, needed.right, room.width)
    return Offset(x, _sighted(at.y, needed.y, needed.bottom, room.height))


def _sighted(at: int, first: int, last: int, room: int) -> int:
    return first if first < at or last - first > room else max(at, last - room)


def roomy(size: Size, layout: Layout) -> Size:
    """The size of a board that grows, in large steps, with room for a space more on either side and for one below."""
    wide, high = layout.wide * _STEPS[0], layout.high * _STEPS[1]
    return Size(-(-(size.width + 2 * layout.wide) // wide) * wide, -(-(size.height + layout.high) // high) * high)
