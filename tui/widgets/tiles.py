"""What is written on one space of a board: signs, pieces and its name, as far as its cells reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from rich.style import Style

from tui.look.inks import Palette, Signs, style
from tui.widgets.picture import Tile, Token

Row = tuple[int, int, int]
"""A line of a space: the line, its first cell and the cell after its last."""
Put = tuple[int, int, str, Style]
"""Letters, and the line and the cell that they begin in."""


_SIDES = "ABCDEF"


class Brush(msgspec.Struct, frozen=True):
    """How one space is painted now."""

    look: Palette
    signs: Signs
    ground: str
    """The colour of its ground."""
    sign: str
    """What it tells besides its ground."""
    sign_style: Style
    name: str
    name_style: Style
    is_here: bool
    """Whether the cursor stands there: its brackets take the two outer cells of the last line."""

    @property
    def person(self) -> Style:
        """Of somebody who plays."""
        return style(self.look.people, self.look.badge, bold=True)

    @property
    def strong(self) -> Style:
        """Of walls."""
        return style(self.look.ink, self.ground, bold=True)

    @property
    def more(self) -> Style:
        """Of the number of pieces that have no room."""
        return style(self.look.wound, self.ground, bold=True)

    def token(self, y: int, x: int, token: Token, room: int, *, with_kind: bool = False) -> Iterator[Put]:
        """A piece; its kind and its figure only where there is room for them."""
        look = self.look
        looks = style(look.teams[token.team % len(look.teams)], look.badge, bold=True, underline=token.strong)
        kind = token.kind if with_kind and self.width(token) + len(token.kind) <= room else ""
        letters = kind + self._side(token) + token.sign + token.arrow
        yield y, x, letters, looks
        if len(letters) + len(token.figure) <= room and token.figure:
            yield y, x + len(letters), token.figure, style(look.wound, look.badge, bold=True)

    def _side(self, token: Token) -> str:
        """The letter that tells whose a piece is, where colours do not."""
        return (token.side or _SIDES[token.team % len(_SIDES)]) if self.signs.has_sides and token.team >= 0 else ""

    def width(self, token: Token, *, figure: bool = True) -> int:
        """How many cells a piece takes."""
        drawn = len(self._side(token)) + len(token.sign) + len(token.arrow)
        return drawn + (len(token.figure) if figure else 0)


def small(tile: Tile, rows: Sequence[Row], brush: Brush) -> Iterator[Put]:
    """One sign, walls and a piece above; people and more pieces below; the name where there is room."""
    (y, first, last), (below, start, end) = rows
    yield y, first, brush.sign, brush.sign_style
    if tile.walls:
        yield y, first + 1, str(min(tile.walls, 9)), brush.strong
    tokens = sorted(tile.tokens, key=lambda token: token.figure, reverse=True)
    x = first + 2
    if tokens and not tile.walls and x + brush.width(tokens[0]) > last:
        x = first + 1
    while tokens and x + brush.width(tokens[0], figure=False) <= last:
        token = tokens.pop(0)
        yield from brush.token(y, x, token, last - x)
        x += brush.width(token, figure=x + brush.width(token) <= last)
    yield from _crowd(tile.people, tokens, (below, start + brush.is_here, end - brush.is_here), brush)
    if not tile.tokens and not tile.walls and first + 2 + len(brush.name) <= last:
        yield y, first + 2, brush.name, brush.name_style


def _crowd(people: Sequence[Token], tokens: Sequence[Token], row: Row, brush: Brush) -> Iterator[Put]:
    """People and pieces in one line; where not all have room, the number of the others."""
    y, x, stop = row
    pieces = [*people, *tokens]
    needed = sum(brush.width(piece, figure=False) for piece in pieces)
    spare = stop - x - needed
    last = stop if spare >= 0 else stop - 2
    while pieces and x + brush.width(pieces[0], figure=False) <= last:
        piece = pieces.pop(0)
        room = brush.width(piece, figure=False) + max(0, spare)
        if piece.team < 0:
            yield y, x, piece.sign, brush.person
        else:
            yield from brush.token(y, x, piece, room)
            spare -= len(piece.figure) if brush.width(piece) <= room else 0
        x += brush.width(piece, figure=brush.width(piece) <= room)
    if pieces and x < stop:
        yield y, x, f"{brush.signs.more}{min(9, len(pieces))}"[: stop - x], brush.more


def large(tile: Tile, rows: Sequence[Row], brush: Brush) -> Iterator[Put]:
    """Signs and walls above, up to four pieces with their kinds in the middle, people below them, the name last."""
    (y, first, last), upper, lower, (foot, left, right) = rows
    yield y, first, tile.sign, brush.sign_style
    yield y, last - 1, brush.sign, brush.sign_style
    if tile.walls:
        yield y, first + 2, f"{brush.signs.wall}{min(tile.walls, 9)}", brush.strong
    count, people = len(tile.tokens), tile.people
    slots = _slots(count, upper, lower, has_people=bool(people))
    shown = tile.tokens if count <= len(slots) else tile.tokens[: len(slots) - 1]
    for token, (line, x, room) in zip(tile.tokens[: len(shown)], slots, strict=False):
        yield from brush.token(line, x, token, room, with_kind=True)
    if len(shown) < count:
        line, x, _ = slots[-1]
        yield line, x + 1, f"{brush.signs.more}{min(9, count - len(shown))}", brush.more
    is_full = count > 2
    line, start, stop = rows[3] if is_full else lower
    yield from _crowd(people, (), (line, start + 1, stop - 1), brush)
    if not is_full or left + 1 + len(people) + len(brush.name) < right:
        yield foot, right - len(brush.name) - 1, brush.name, brush.name_style


def _slots(count: int, upper: Row, lower: Row, *, has_people: bool) -> list[tuple[int, int, int]]:
    """Where the pieces of a large space stand, each with its line, first cell and room: a line each if few."""
    lines = [upper] if has_people and count <= 2 else [upper, lower]
    if count <= len(lines):
        return [(y, first + 1, last - first - 2) for y, first, last in lines]
    return [(y, x, (last - first) // 2) for y, first, last in lines for x in (first, (first + last) // 2)]
