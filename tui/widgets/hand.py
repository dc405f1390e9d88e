"""The cards of everybody at this screen: side by side where there is room, and as a list where there is not."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.looks import UNICODE, Palette, Signs, palette
from tui.widgets.lines import strips
from tui.widgets.picture import Card

CARD = 20
"""The width of a card with its frame."""

TALL = 8
"""From so many lines on, cards stand side by side."""


class Held(msgspec.Struct, frozen=True):
    """A card, who holds it, and whether it can be played now."""

    seat: str
    card: Card
    can: bool


class HandView(Widget, can_focus=True):
    """Shows hands; left and right choose a card, and Enter takes it."""

    DEFAULT_CSS = """
    HandView { background: $background; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", "Previous card", show=False),
        Binding("right,down", "step(1)", "Next card", show=False),
        Binding("home", "step(-99)", "First card", show=False),
        Binding("end", "step(99)", "Last card", show=False),
        Binding("enter", "pick", "Play", show=False),
    ]

    class About(Message):
        """Something happened to a card."""

        def __init__(self, held: Held) -> None:
            """Note the card."""
            super().__init__()
            self.held = held

    class Picked(About):
        """A card was taken."""

    class Pointed(About):
        """Another card is looked at."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """Empty hands."""
        super().__init__(id=id)
        self.held: list[Held] = []
        self.index = 0
        self.look: Palette = palette("dark")
        self.signs: Signs = UNICODE
        self._lines: list[Strip] = []
        self._first = 0

    def dress(self, look: Palette, signs: Signs) -> None:
        """Change colours or signs."""
        if (look, signs) != (self.look, self.signs):
            self.look, self.signs = look, signs
            self._draw()

    def show(self, held: list[Held]) -> None:
        """Show other hands; the chosen card stays chosen as long as it is there."""
        if held == self.held:
            return
        here = self.here
        self.held = held
        ids = [each.card.id for each in held]
        if here and here.card.id in ids:
            self.index = ids.index(here.card.id)
        self.index = min(self.index, max(0, len(held) - 1))
        self._draw()

    @property
    def here(self) -> Held | None:
        """The chosen card."""
        return self.held[self.index] if self.index < len(self.held) else None

    # Drawing

    def on_resize(self, _: events.Resize) -> None:
        """Draw for another size."""
        self._draw()

    def watch_has_focus(self, value: bool) -> None:
        """The frame of the chosen card looks different while it has the keyboard."""
        super().watch_has_focus(value)
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        if not self.held:
            text = Text("No cards in hand.", style=self.look.faint)
            self._lines = strips(text, width)
        elif height >= TALL:
            self._lines = self._side_by_side(width, height)
        else:
            self._lines = self._listed(width, height)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line."""
        base = self.rich_style
        if y >= len(self._lines):
            return Strip.blank(self.size.width, base)
        return self._lines[y].adjust_cell_length(self.size.width).apply_style(base)

    def _side_by_side(self, width: int, height: int) -> list[Strip]:
        fits = max(1, width // CARD)
        self._first = min(max(self._first, self.index - fits + 1), self.index)
        self._first = max(0, min(self._first, len(self.held) - fits))
        shown = self.held[self._first : self._first + fits]
        boxes = [self._box(each, height, self._first + place == self.index) for place, each in enumerate(shown)]
        lines = [Strip.join([box[line] for box in boxes]) for line in range(height)]
        left = len(self.held) - self._first - len(shown)
        if left or self._first:
            note = Text(f"{'< ' if self._first else ''}{left} more >" if left else "<", style=self.look.lit)
            room = width - len(shown) * CARD
            if room >= 3:
                lines[0] = Strip.join([lines[0], *strips(note, room)[:1]])
        return lines

    def _box(self, held: Held, height: int, is_here: bool) -> list[Strip]:
        look, signs, card = self.look, self.signs, held.card
        frame = look.lit if is_here and self.has_focus else look.ink if is_here else look.faint
        corners, side, bar = ("++++", "|", "-") if signs.is_ascii else ("╭╮╰╯", "│", "─")
        if is_here and not signs.is_ascii:
            corners, side, bar = "┏┓┗┛", "┃", "━"
        edge = Style.parse(frame)
        inner = CARD - 3
        title = (
            card.title if len(card.title) <= inner - 3 else card.title[: inner - 4] + ("." if signs.is_ascii else "…")
        )
        name = Text.assemble(
            (corners[0], frame),
            (held.seat[:1].upper(), f"bold {look.people}"),
            (f" {title} ", f"bold {look.ink if held.can else look.faint}"),
        )
        name.append(bar * (inner - len(title) - 2) + corners[1], style=frame)
        lines = strips(name, CARD)[:1]
        body = strips(self._words(held, inner), inner)
        room = height - 2
        if len(body) > room:
            body = [*body[: room - 1], *strips(Text("...", style=look.faint), inner)]
        for number in range(room):
            words = body[number] if number < len(body) else Strip.blank(inner)
            lines.append(
                Strip([Segment(side, edge), *words.adjust_cell_length(inner), Segment(side, edge), Segment(" ")])
            )
        lines.append(Strip([Segment(corners[2] + bar * inner + corners[3] + " ", edge)]))
        lines[0] = lines[0].adjust_cell_length(CARD)
        return lines

    def _words(self, held: Held, width: int) -> Text:
        """Rows, then the scheme, then the bonus if it is this player's."""
        look, card = self.look, held.card
        if card.hidden:
            return Text("?", style=look.faint)
        text = Text()
        rows = [(words.replace(" + card", "+"), can) for words, can, _ in card.lines if words != "scheme"]
        used = 0
        for words, can in rows:
            if used:
                starts_line = used + 2 + len(words) > width
                text.append("\n" if starts_line else "  ")
                used = 0 if starts_line else used + 2
            text.append(words, style=look.good if can else f"strike {look.faint}")
            used += len(words)
        scheme = next((line for line in card.lines if line[0] == "scheme"), ("", True, ""))
        text.append(f"\n{card.text}", style=look.ink if scheme[1] else look.faint)
        if card.is_extra_mine:
            text.append(f" {card.extra}", style=look.people)
        return text

    def _listed(self, width: int, height: int) -> list[Strip]:
        """A line for each card, and all of the chosen one beside them."""
        look = self.look
        left = min(30, width // 2)
        self._first = min(max(self._first, self.index - height + 1), self.index)
        here = self.here
        detail = strips(self._detail(here), width - left - 1) if here else []
        lines = []
        for line in range(height):
            place = self._first + line
            text = Text()
            if place < len(self.held):
                each = self.held[place]
                is_here = place == self.index
                text.append("> " if is_here else "  ", style=look.lit)
                text.append(each.seat[:1].upper(), style=f"bold {look.people}")
                ink = look.ink if each.can else look.faint
                text.append(f" {each.card.title}", style=f"bold {look.lit}" if is_here and self.has_focus else ink)
            row = strips(text, left)[0] if text else Strip.blank(left)
            beside = detail[line] if line < len(detail) else Strip.blank(1)
            lines.append(Strip.join([row.adjust_cell_length(left), Strip([Segment(" ")]), beside]))
        return lines

    def _detail(self, held: Held) -> Text:
        text = self._words(held, 60)
        if not held.card.is_extra_mine and held.card.extra:
            text.append(f" {held.card.extra}", style=self.look.faint)
        return text

    # Choosing

    def action_step(self, by: int) -> None:
        """Choose another card."""
        if self.held:
            index = min(max(0, self.index + by), len(self.held) - 1)
            if index != self.index:
                self.index = index
                self._draw()
            self.post_message(self.Pointed(self.held[self.index]))

    def action_pick(self) -> None:
        """Take the chosen card."""
        if self.here:
            self.post_message(self.Picked(self.here))

    def on_click(self, event: events.Click) -> None:
        """Point at a card; a second click takes it."""
        is_tall = self.size.height >= TALL
        place = self._first + (event.x // CARD if is_tall else event.y)
        if not 0 <= place < len(self.held):
            return
        was_here = place == self.index
        self.index = place
        self._draw()
        self.post_message(self.Pointed(self.held[place]))
        if was_here:
            self.action_pick()
