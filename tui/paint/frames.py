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
    if isinstance(update, Pieces):
        for y, x, strip in update.parts:
            yield y, x, inks.cells(strip)
    elif isinstance(update, LayoutUpdate):
        yield from _whole(update, inks)
    else:
        yield from _chops(update, inks)


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


Part = tuple[int, int, Strip]
"""A piece of a line: the line, the first column, what is seen there."""


class Pieces(CompositorUpdate):
    """Pieces of lines that were drawn anew."""

    def __init__(self, parts: list[Part]) -> None:
        """They do not overlap."""
        self.parts = parts

    def render_segments(self, console: Console) -> str:
        """The codes for the terminal."""
        return "".join(f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for y, x, strip in self.parts)


class Piecewise(Compositor):
    """Draws what has changed piece by piece.

    Textual draws every widget in the rectangle around all changes, in whole lines. A space of the board and a line of
    the inspector at the other side of the screen have nearly everything between them.
    """

    def render_partial_update(self) -> Any:
        """The lines of each group of changes that share columns and rows."""
        regions = [region.intersection(self.size.region) for region in self._dirty_regions]
        self._dirty_regions.clear()
        groups = [
            group
            for columns in apart(filter(None, regions), lambda region: (region.x, region.right))
            for group in apart(columns, lambda region: (region.y, region.bottom + 1))  # lines that touch stay together
        ]
        return Pieces([part for group in groups for part in self._parts(group)]) if groups else None

    def _parts(self, regions: list[Region]) -> list[Part]:
        """What is seen in some regions, widget by widget: neighbouring lines of one have more colours in common."""
        open_spans: dict[int, list[tuple[int, int]]] = {}
        for y, left, right in self._regions_to_spans(regions):
            open_spans.setdefault(y, []).append((left, right))
        crop = Region.from_union(regions)
        drawn: list[tuple[int, list[Part]]] = []
        for widget, (region, clip) in self.visible_widgets.items():
            area = region.intersection(clip).intersection(crop)
            if not area:
                continue
            lines = widget.render_lines(area.translate(-region.offset))
            drawn.append((region.x, list(_taken(open_spans, area, lines))))
            if not open_spans:
                break
        return [part for _, parts in sorted(drawn, key=lambda each: each[0]) for part in parts]


def _taken(open_spans: dict[int, list[tuple[int, int]]], area: Region, lines: list[Strip]) -> Iterator[Part]:
    """What a widget shows of the spans that nothing in front of it has taken; it takes them."""
    start, stop = area.column_span
    for y, strip in zip(area.line_range, lines, strict=False):
        spans = open_spans.get(y)
        if spans is None:
            continue
        left_open = []
        for left, right in spans:
            first, last = max(left, start), min(right, stop)
            if first >= last:
                left_open.append((left, right))
                continue
            yield y, first, strip if (first, last) == (start, stop) else strip.crop(first - start, last - start)
            left_open += [span for span in ((left, first), (last, right)) if span[0] < span[1]]
        if left_open:
            open_spans[y] = left_open
        else:
            del open_spans[y]


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
