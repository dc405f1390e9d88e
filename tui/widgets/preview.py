"""A table at a glance: how things stand and the board, as a picture that cannot be touched."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import Static

from tui.games import Showing
from tui.look.inks import Palette, Signs
from tui.widgets.hexboard import LAYOUTS, HexBoard
from tui.widgets.picture import Picture

_WIDE = 72
"""From this width on there is room for whole tracks; below, their figures have to do."""


class Preview(Vertical):
    """Shows a view as large as there is room for it, and takes no more lines than that."""

    DEFAULT_CSS = """
    Preview { height: auto; }
    Preview .tracks { height: 2; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """Nothing yet; `show` fills it."""
        super().__init__(id=id)
        self._shown: tuple[Showing, Any, Palette, Signs] | None = None

    def compose(self) -> ComposeResult:
        """Tracks above, the board below."""
        yield Static(classes="tracks")
        yield HexBoard(is_still=True)

    def show(self, game: Showing, view: Any, look: Palette, signs: Signs) -> None:
        """Show a table."""
        self._shown = (game, view, game.looks.palette(look), game.looks.signs(signs))
        self._draw()

    def on_resize(self, _: Resize) -> None:
        """Another width has room for another size."""
        self._draw()

    def _draw(self) -> None:
        if self._shown is None or not self.size.width:
            return
        game, view, look, signs = self._shown
        self._draw_tracks(game.tracks(view, look, signs, self.size.width) if self._is_wide else told(game, view, look))
        picture = game.picture(view, signs)
        board = self.query_one(HexBoard)
        board.display = bool(picture.tiles)
        if picture.tiles:
            zoom = self._fitting(picture)
            board.styles.height = LAYOUTS[zoom].size(picture.tiles).height
            board.dress(look, signs, zoom)
            board.show(picture)

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= _WIDE

    def _draw_tracks(self, text: Text) -> None:
        tracks = self.query_one(".tracks", Static)
        tracks.display = bool(text)
        tracks.styles.height = text.plain.count("\n") + 1
        tracks.update(text)

    def _fitting(self, picture: Picture) -> str:
        """The small layout, or a smaller one where that is too wide."""
        return "small" if LAYOUTS["small"].size(picture.tiles).width <= self.size.width else "tiny"


def told(game: Showing, view: Any, look: Palette) -> Text:
    """How things stand, and where they should, in one line."""
    text = Text(no_wrap=True, overflow="crop")
    for place, (title, value) in enumerate(game.standing(view).items()):
        text.append(f"{title} {value}  ", style=f"bold {look.teams[place]}")
    zone = game.zone(view)
    if zone:
        low, high = zone
        text.append(f"{game.zone_title} {f'{low} to {high}' if low < high else low}", style=look.good)
    return text
