"""What a board of hexes looks like, as data: games draw it, and the board widget paints what has changed."""

from __future__ import annotations

import msgspec

from engine.core.hexes import Facing, Hex, hex_of


class Token(msgspec.Struct, frozen=True):
    """A piece on a space: its sign, where it looks, a figure, and the team whose colour it has (-1: a person)."""

    sign: str
    team: int
    arrow: str = ""
    figure: str = ""
    strong: bool = False
    kind: str = ""
    """A letter for what kind of piece it is, where there is room for it."""
    side: str = ""
    """The letter of its side, drawn where colours do not tell it; by default that of the team: A, B and so on."""


class Tile(msgspec.Struct, frozen=True):
    """One space."""

    ground: str
    """The name of its colours."""
    sign: str
    walls: int = 0
    tokens: tuple[Token, ...] = ()
    people: tuple[Token, ...] = ()
    way: str = ""
    """The arrow of a road, if one leads over it."""


class Picture(msgspec.Struct, frozen=True):
    """All spaces by their names."""

    tiles: dict[str, Tile]
    edges: dict[tuple[str, Facing], str] = {}
    """What the edge of a space means on a side, such as `cliff`, `river` or `route`; one of the two spaces tells it."""
    places: dict[str, Hex] = {}
    """Where spaces lie whose names do not tell it, as those of the grid do."""
    is_growing: bool = False
    """Whether more spaces may come: then a little room is kept for them."""

    def place(self, space: str) -> Hex:
        """Where a space lies."""
        return self.places[space] if space in self.places else hex_of(space)


class Card(msgspec.Struct, frozen=True):
    """A card in a hand."""

    id: str
    title: str
    lines: tuple[tuple[str, bool, str], ...] = ()
    """What it can be used for: in words, whether it can be used now, and why not."""
    text: str = ""
    extra: str = ""
    """What is special to one of the players, such as a bonus."""
    is_extra_mine: bool = False
    hidden: bool = False
