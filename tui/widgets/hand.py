"""The cards of everybody at this screen: side by side where there is room, and as a list where there is not."""

from __future__ import annotations

from textwrap import wrap
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

CARD, WIDEST = 27, 34
"""The least width of a card with its frame, in which all words of most cards find room, and the most that it takes."""

TALL = 7
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
        self._card = CARD
        """How wide a card is now."""

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

    def point_at_hand(self, seat: str) -> None:
        """Choose the first card of a seat, if it has any."""
        place = next((place for place, each in enumerate(self.held) if each.seat == seat), None)
        if place is not None:
            self.action_step(place - self.index)

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
        self._card = min(WIDEST, width // fits)
        self._first = min(max(self._first, self.index - fits + 1), self.index)
        self._first = max(0, min(self._first, len(self.held) - fits))
        shown = self.held[self._first : self._first + fits]
        boxes = [self._box(each, height, self._first + place == self.index) for place, each in enumerate(shown)]
        lines = [Strip.join([box[line] for box in boxes]) for line in range(height)]
        lines[-1] = self._with_unseen(lines[-1], len(self.held) - self._first - len(shown))
        return lines

    def _with_unseen(self, foot: Strip, right: int) -> Strip:
        """The lower frames of the cards, which say how many more there are on either side."""
        width = foot.cell_length
        if self._first:
            note = strips(Text(f" < {self._first} more ", style=self.look.lit), width)[0]
            foot = Strip.join([foot.crop(0, 2), note, foot.crop(2 + note.cell_length, width)])
        if right:
            note = strips(Text(f" {right} more > ", style=self.look.lit), width)[0]
            foot = Strip.join([foot.crop(0, width - note.cell_length - 3), note, foot.crop(width - 3, width)])
        return foot

    def _box(self, held: Held, height: int, is_here: bool) -> list[Strip]:
        look = self.look
        frame = look.lit if is_here and self.has_focus else look.ink if is_here else look.faint
        corners, side, bar = self._frame(is_here)
        inner, edge, gap = self._card - 3, Style.parse(frame), Segment(" ")
        ink = f"bold {look.ink if held.can else look.faint}"
        title, rest = _broken(held.card.title, inner - 3)
        name = Text.assemble((corners[0], frame), (held.seat[:1].upper(), f"bold {look.people}"), (f" {title} ", ink))
        name.append(bar * (inner - len(title) - 3) + corners[1], style=frame)
        body = [*(strips(Text(rest, style=ink), inner) if rest else []), *strips(self._words(held, inner), inner)]
        room = height - 2
        if len(body) > room:
            body = [*body[: room - 1], *strips(Text("...", style=look.faint), inner)]
        body += [Strip.blank(inner)] * (room - len(body))
        lines = [strips(name, self._card)[0].adjust_cell_length(self._card)]
        lines += [
            Strip([Segment(side, edge), *words.adjust_cell_length(inner), Segment(side, edge), gap]) for words in body
        ]
        lines.append(Strip([Segment(corners[2] + bar * inner + corners[3], edge), gap]))
        return lines

    def _frame(self, is_here: bool) -> tuple[str, str, str]:
        """The corners, the sides and the bars of a card; those of the chosen one are stronger."""
        if self.signs.is_ascii:
            return "++++", "|", "-"
        return ("┏┓┗┛", "┃", "━") if is_here else ("╭╮╰╯", "│", "─")

    def _words(self, held: Held, width: int) -> Text:
        """Rows, then the scheme, then the bonus, which is faint where it is another player's."""
        look, card = self.look, held.card
        if card.hidden:
            return Text("?", style=look.faint)
        text = Text()
        rows = [(words, can) for words, can, _ in card.lines if words != "scheme"]
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
        if card.extra:
            text.append(f" {card.extra}", style=look.people if card.is_extra_mine else look.faint)
        return text

    def _listed(self, width: int, height: int) -> list[Strip]:
        """A line for each card, and all of the chosen one beside them."""
        look = self.look
        left = min(30, width // 2)
        fits = self._fitting(height)
        self._first = min(max(self._first, self.index - fits + 1), self.index)
        self._first = max(0, min(self._first, len(self.held) - fits))
        here = self.here
        detail = self._detail(here, width - left - 1, height) if here else []
        lines = []
        for line in range(height):
            place = self._first + line
            text = Text()
            if line >= fits:
                text.append(self._unseen(fits), style=look.lit)
            elif place < len(self.held):
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

    def _fitting(self, height: int) -> int:
        """How many cards a list shows: where they are too many, the last line says how many more there are."""
        return height if len(self.held) <= height else max(1, height - 1)

    def _unseen(self, fits: int) -> str:
        above, below = self._first, len(self.held) - self._first - fits
        if above and below:
            return f"  {above} more above, {below} below"
        return f"  {above or below} more {'above' if above else 'below'}"

    def _detail(self, held: Held, width: int, height: int) -> list[Strip]:
        """All words of a card, and below, as far as there is room, why some of its uses are not there now."""
        lines = strips(self._words(held, width), width)
        if len(lines) > height:
            return [*lines[: height - 1], *strips(Text("...", style=self.look.faint), width)]
        for words, can, why in held.card.lines:
            if not can and why:
                missing = strips(Text(f"No {words.partition(' ')[0]}: {why}", style=self.look.faint), width)
                lines += missing if len(lines) + len(missing) <= height else []
        return lines

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
        """Point at a card; a second click takes it. On the line that says how many more there are, go on to them."""
        is_tall = self.size.height >= TALL
        fits = self._fitting(self.size.height)
        if not is_tall and event.y >= fits and len(self.held) > fits:
            self.action_step(fits if self._first + fits < len(self.held) else -fits)
            return
        place = self._first + (event.x // self._card if is_tall else event.y)
        if not 0 <= place < len(self.held):
            return
        was_here = place == self.index
        self.index = place
        self._draw()
        self.post_message(self.Pointed(self.held[place]))
        if was_here:
            self.action_pick()


def _broken(title: str, room: int) -> tuple[str, str]:
    """A title as far as it fits the frame of a card, and the rest of it."""
    first, *rest = wrap(title, room) or [""]
    return first, " ".join(rest)
