"""Frames that hold only what has changed, in the place of those of Textual's compositor.

The module is loaded only where `parts` has found all that it reaches for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tui.paint.cells import Inks, Shown, Span


class DiffUpdate(CompositorUpdate):
    """The codes of an update of the screen, in the place of one of Textual's own."""

    def __init__(self, codes: str) -> None:
        """What is sent."""
        self.codes = codes

    def render_segments(self, _: Console) -> str:
        """The codes for the terminal."""
        return self.codes


def spans_of(update: LayoutUpdate | ChopsUpdate | Pieces, inks: Inks) -> Iterator[Span]:
    """All cells of an update."""
    if isinstance(update, LayoutUpdate):
        yield from _whole(update, inks)
    elif isinstance(update, ChopsUpdate):
        yield from _chops(update, inks)
    else:
        for each in update.updates:
            yield from _chops(each, inks)


def _whole(update: LayoutUpdate, inks: Inks) -> Iterator[Span]:
    for y, strips in enumerate(update.strips, update.region.y):
        yield y, update.region.x, [cell for strip in strips for cell in inks.cells(strip)]


def _chops(update: ChopsUpdate, inks: Inks) -> Iterator[Span]:
    """The pieces of lines that Textual has painted anew, cut to what was asked for on both sides.

    They come widget by widget, because neighbouring lines of one widget have more colours in common.
    """
    pieces = [
        (start, y, left, right, end, strip)
        for y, left, right in update.spans
        for end, (start, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False)
        if strip is not None and start < right and end > left
    ]
    for start, y, left, right, end, strip in sorted(pieces, key=lambda piece: piece[0]):
        first, last = max(start, left), min(end, right)
        part = strip if (first, last) == (start, end) else strip.crop(first - start, last - start)
        yield y, first, inks.cells(part)


class Pieces(CompositorUpdate):
    """Several partial updates in one frame."""

    def __init__(self, updates: list[ChopsUpdate]) -> None:
        """They do not overlap."""
        self.updates = updates

    def render_segments(self, console: Console) -> str:
        """The codes for the terminal."""
        return "".join(update.render_segments(console) for update in self.updates)


class Piecewise(Compositor):
    """Draws what has changed piece by piece.

    Textual draws every widget in the rectangle around all changes. A space of the board and a line of the inspector
    at the other side of the screen have nearly everything between them.
    """

    def render_partial_update(self) -> Any:
        """An update for each group of changes that share columns and rows."""
        groups = [
            group
            for columns in apart(self._dirty_regions, lambda region: (region.x, region.right))
            for group in apart(columns, lambda region: (region.y, region.bottom + 1))  # lines that touch stay together
        ]
        self._dirty_regions.clear()
        return Pieces([self._piece(group) for group in groups]) if groups else None

    def _get_renders(self, crop: Region | None = None) -> Iterator[tuple[Region, Region, list[Strip]]]:
        """The lines of every widget that is seen in the rectangle, from front to back, and of no other."""
        rows = Region(0, crop.y, self.size.width, crop.height) if crop else self.size.region
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            lines = seen.intersection(rows)
            if not lines or (crop and not crop.overlaps(seen)):
                continue
            yield region, lines, widget.render_lines(lines.translate(-region.offset))
            if crop and seen.contains_region(crop):
                return

    def _piece(self, regions: list[Region]) -> ChopsUpdate:
        spans = list(self._regions_to_spans(regions))
        crop = Region.from_union(regions).intersection(self.size.region)
        chops = self._render_chops(crop, {y for y, _, _ in spans}.__contains__)
        return ChopsUpdate(chops, spans, [cuts[1:] for cuts in self.cuts])


def apart(regions: Iterable[Region], reach: Callable[[Region], tuple[int, int]]) -> list[list[Region]]:
    """Regions in groups that have nothing in common, from where to where each of them reaches."""
    groups: list[list[Region]] = []
    end = -1
    for region in sorted(regions, key=reach):
        if reach(region)[0] >= end:
            groups.append([])
        groups[-1].append(region)
        end = max(end, reach(region)[1])
    return groups


def difference(shown: Shown, update: Any) -> Any:
    """An update without what the terminal shows already; None if nothing is left of it, others as they are."""
    if not isinstance(update, LayoutUpdate | ChopsUpdate | Pieces):
        return update
    codes = shown.update(spans_of(update, shown.inks))
    return DiffUpdate(codes) if codes else None
