"""The cards of everybody at this screen: side by side where there is room, and as a list where there is not."""

from __future__ import annotations

from math import ceil
from textwrap import wrap
from typing import ClassVar

import msgspec
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.look.inks import UNICODE, Palette, Signs, palette
from tui.widgets.lines import strips
from tui.widgets.picture import Card

CARD, WIDEST = 24, 40
"""The least width of a card with its frame, and the most that it takes."""
TALL = 7
"""The least height of a card with its frame."""
NAME = 26
"""How wide the name of a card is in a list."""
DETAIL = 24
"""The least width of all words of the chosen card beside a list."""
WIDE, ONE_LINE = 84, 500
"""From this width on a list has two columns, or tells the rows of each card, if that fits."""
FITS = 12
"""Lines that are enough for any list."""


class Held(msgspec.Struct, frozen=True):
    """A card, who holds it, and whether it can be played now."""

    seat: str
    card: Card
    can: bool


class _List(msgspec.Struct, frozen=True):
    """The shape of a list of cards: how wide it is, in how many columns, and whether it tells the rows of each card."""

    left: int
    columns: int = 1
    has_rows: bool = False


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
        self._least: dict[int, int] = {}
        """The lines that a list needs, by width: every question asks for it, and other cards need other ones."""
        self._boxes: tuple[int, int, int] | None = None
        """How many cards stand side by side, and how wide and how high each of them is; nothing for a list."""

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
        self.held, self._least = held, {}
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

    def point_at_playable(self) -> None:
        """Choose the first card that can be played, unless the chosen one can."""
        place = next((place for place, each in enumerate(self.held) if each.can), None)
        if place is not None and (self.here is None or not self.here.can):
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
        self._boxes = self._fitting_boxes(width, height)
        if not self.held:
            text = Text("No cards in hand.", style=self.look.faint)
            self._lines = strips(text, width)
        elif self._boxes:
            self._lines = self._side_by_side(*self._boxes)
        else:
            self._lines = self._listed(width, height)
        self.refresh()

    def _fitting_boxes(self, width: int, height: int) -> tuple[int, int, int] | None:
        """How cards stand side by side, if all of them have room with all of their words."""
        for rows in range(1, height // TALL + 1 if self.held else 0):
            columns, high = ceil(len(self.held) / rows), height // rows
            card = min(WIDEST, width // columns)
            if card >= CARD and all(len(self._body(each, card - 3)) <= high - 2 for each in self.held):
                return columns, card, high
        return None

    def least(self, width: int) -> int:
        """In how many lines a list has room for all of its cards, or all words of each of them."""
        if width not in self._least:
            self._least[width] = next((high for high in range(1, 2 * FITS) if self._shows_all(width, high)), FITS)
        return self._least[width]

    def most(self, width: int, highest: int) -> int:
        """How many lines are of use: those of cards side by side, or of a list that names all of them."""
        boxed = (high for high in range(TALL, highest + 1) if self._fitting_boxes(width, high))
        return next(boxed, max(self.least(width), len(self.held)))

    def _shows_all(self, width: int, height: int) -> bool:
        """Whether a list of that size names all cards, or scrolls where it is narrow, and tells any of them whole."""
        shape = self._shape(width, height)
        names_all = width < WIDE or len(self.held) <= height * shape.columns
        return names_all and self._tells_all(width - shape.left - 1, height, shape)

    def _tells_all(self, width: int, height: int, shape: _List) -> bool:
        return all(len(strips(self._beside(each, width, shape), width)) <= height for each in self.held)

    def _beside(self, held: Held, width: int, shape: _List) -> Text:
        """What stands beside a list: all words of a card, or all but the rows that the list tells."""
        return self._words(held, width, with_rows=not shape.has_rows)

    def render_line(self, y: int) -> Strip:
        """One line."""
        base = self.rich_style
        if y >= len(self._lines):
            return Strip.blank(self.size.width, base)
        return self._lines[y].adjust_cell_length(self.size.width).apply_style(base)

    def _side_by_side(self, columns: int, card: int, high: int) -> list[Strip]:
        """All cards in frames, in as many rows as they need."""
        boxes = [self._box(each, card, high, place == self.index) for place, each in enumerate(self.held)]
        lines = []
        for first in range(0, len(boxes), columns):
            beside = boxes[first : first + columns]
            lines += [Strip.join([box[line] for box in beside]) for line in range(high)]
        return lines

    def _body(self, held: Held, inner: int) -> list[Strip]:
        """What stands in the frame of a card: the rest of a long title, and all of its words."""
        ink = f"bold {self.look.ink if held.can else self.look.faint}"
        _, rest = _broken(held.card.title, inner - 3)
        return [*(strips(Text(rest, style=ink), inner) if rest else []), *strips(self._words(held, inner), inner)]

    def _box(self, held: Held, card: int, height: int, is_here: bool) -> list[Strip]:
        look = self.look
        frame = look.lit if is_here and self.has_focus else look.ink if is_here else look.faint
        corners, side, bar = self._frame(is_here)
        inner, edge, gap = card - 3, Style.parse(frame), Segment(" ")
        title, _ = _broken(held.card.title, inner - 3)
        ink = f"bold {look.ink if held.can else look.faint}"
        name = Text.assemble((corners[0], frame), (held.seat[:1].upper(), f"bold {look.people}"), (f" {title} ", ink))
        name.append(bar * (inner - len(title) - 3) + corners[1], style=frame)
        body = self._body(held, inner)
        body += [Strip.blank(inner)] * (height - 2 - len(body))
        lines = [strips(name, card)[0].adjust_cell_length(card)]
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

    def _words(self, held: Held, width: int, *, with_rows: bool = True) -> Text:
        """Rows, then the scheme, then the bonus, which is faint where it is another player's."""
        look, card = self.look, held.card
        if card.hidden:
            return Text("?", style=look.faint)
        text = self._rows(held, width).append("\n") if with_rows else Text()
        scheme = next((line for line in card.lines if line[0] == "scheme"), ("", True, ""))
        text.append(card.text, style=look.ink if scheme[1] else look.faint)
        if card.extra:
            text.append(f" {card.extra}", style=look.people if card.is_extra_mine else look.faint)
        return text

    def _rows(self, held: Held, width: int) -> Text:
        """What a card can be used for besides its scheme, in as many lines as that needs."""
        text, used = Text(), 0
        for words, can, _ in held.card.lines:
            if words == "scheme":
                continue
            if used:
                starts_line = used + 2 + len(words) > width
                text.append("\n" if starts_line else "  ")
                used = 0 if starts_line else used + 2
            text.append(words, style=self.look.good if can else f"strike {self.look.faint}")
            used += len(words)
        return text

    def _shape(self, width: int, height: int) -> _List:
        """A list of the cards, beside which the chosen one is told whole."""
        if width < WIDE:
            return _List(min(30, width // 2))
        if len(self.held) > height:
            return _List(2 * NAME, columns=2)
        rows = _List(NAME + 1 + max((len(self._rows(each, ONE_LINE)) for each in self.held), default=0), has_rows=True)
        beside = width - rows.left - 1
        return rows if beside >= DETAIL and self._tells_all(beside, height, rows) else _List(NAME + 2)

    def _listed(self, width: int, height: int) -> list[Strip]:
        """A line for each card, in two columns if that is too many, and all of the chosen one beside them."""
        shape = self._shape(width, height)
        left, fits = shape.left, self._fitting(height)
        self._first = min(max(self._first, self.index - fits + 1), self.index)
        self._first = max(0, min(self._first, len(self.held) - fits))
        detail = self._detail(self.here, width - left - 1, height, shape) if self.here else []
        lines = []
        for line in range(height):
            places = [self._first + line + column * height for column in range(shape.columns)]
            row = Strip.join([self._line(place, shape, fits) for place in places])
            beside = detail[line] if line < len(detail) else Strip.blank(1)
            lines.append(Strip.join([row.adjust_cell_length(left), Strip([Segment(" ")]), beside]))
        return lines

    def _line(self, place: int, shape: _List, fits: int) -> Strip:
        """A card in a list: whose it is, its name and, where there is room, its rows; or how many more there are."""
        look, text, width = self.look, Text(no_wrap=True, overflow="crop"), shape.left // shape.columns
        if place - self._first >= fits:
            text.append(self._unseen(fits) if len(self.held) > fits else "", style=look.lit)
        elif place < len(self.held):
            each, is_here = self.held[place], place == self.index
            ink = look.lit if is_here and self.has_focus else look.ink if each.can else look.faint
            text.append("> " if is_here and self.has_focus else "  ", style=look.lit)
            text.append(each.seat[:1].upper(), style=f"bold {look.people}")
            text.append(f" {each.card.title}", style=f"bold {ink}" if is_here else ink)
            if shape.has_rows:
                text.append(" " * (NAME - len(text)) + " ")
                text.append_text(self._rows(each, ONE_LINE))
        return (strips(text, width)[0] if text else Strip.blank(width)).adjust_cell_length(width)

    def _fitting(self, height: int) -> int:
        """How many cards a list shows: where they are too many, the last line says how many more there are."""
        room = 2 * height if self.size.width >= WIDE else height
        return room if len(self.held) <= room else max(1, room - 1)

    def _unseen(self, fits: int) -> str:
        above, below = self._first, len(self.held) - self._first - fits
        if above and below:
            return f"  {above} more above, {below} below"
        return f"  {above or below} more {'above' if above else 'below'}"

    def _detail(self, held: Held, width: int, height: int, shape: _List) -> list[Strip]:
        """All words of a card, and below, as far as there is room, why some of its uses are not there now."""
        lines = strips(self._beside(held, width, shape), width)
        if len(lines) > height:
            return [*lines[: height - 1], *strips(Text("...", style=self.look.faint), width)]
        for words, can, why in held.card.lines:
            if not can and why:
                missing = strips(Text(f"No {words.partition(' ')[0]}: {why}", style=self.look.faint), width)
                lines += missing if len(lines) + len(missing) <= height else []
        return lines

    def spot(self, place: int) -> Offset | None:
        """Where a card is drawn; nothing for one that is out of sight."""
        if self._boxes:
            columns, card, high = self._boxes
            return Offset(place % columns * card, place // columns * high)
        line, height = place - self._first, self.size.height
        is_seen = 0 <= line < self._fitting(height)
        return Offset(line // height * NAME, line % height) if is_seen else None

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
        height, width = self.size.height, self.size.width
        fits = self._fitting(height)
        if self._boxes:
            columns, card, high = self._boxes
            place = event.y // high * columns + min(event.x // card, columns - 1)
        else:
            columns = self._shape(width, height).columns
            place = self._first + event.y + height * min(event.x // NAME, columns - 1)
            if place - self._first >= fits and len(self.held) > fits:
                self.action_step(fits if self._first + fits < len(self.held) else -fits)
                return
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
