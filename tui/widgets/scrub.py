"""The scrub bar: how far a replay has come, with the rounds on it; a click jumps."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.look.inks import UNICODE, Palette, Signs, palette, style


class Scrub(Widget, can_focus=True):
    """A line from the first moment to the last."""

    DEFAULT_CSS = "Scrub { height: 1; background: $background; }"

    class Jumped(Message):
        """Somebody points at a moment."""

        def __init__(self, place: int) -> None:
            """Note which."""
            super().__init__()
            self.place = place

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """An empty line; `show` fills it."""
        super().__init__(id=id)
        self.place = 0
        self.last = 0
        self.rounds: dict[int, int] = {}
        self.look: Palette = palette("dark")
        self.signs: Signs = UNICODE

    def show(self, place: int, last: int, rounds: dict[int, int], look: Palette, signs: Signs) -> None:
        """Show where the replay is, and the number of each round by the place where it begins."""
        now = (place, last, rounds, look, signs)
        if now != (self.place, self.last, self.rounds, self.look, self.signs):
            self.place, self.last, self.rounds, self.look, self.signs = now
            self.refresh()

    # Drawing

    def _cell(self, place: int) -> int:
        """The cell in which a place lies; one cell is left free on either side."""
        return 1 + (place * (self.size.width - 3) // self.last if self.last else 0)

    def render_line(self, y: int) -> Strip:
        """The way so far, the way to go, a number where a round begins, and the head."""
        look, width = self.look, self.size.width
        head = self._cell(self.place)
        done, left = ("=", "-") if self.signs.is_ascii else ("━", "─")
        ways = [(done, style(look.lit)) if x <= head else (left, style(look.faint)) for x in range(1, width - 1)]
        blank = (" ", style(look.faint))
        cells = [blank, *ways, blank]
        free = 1
        for place, number in sorted(self.rounds.items()):
            x = self._cell(place)
            if free <= x < width - len(str(number)):
                for letter in str(number):
                    cells[x] = (letter, style(look.lit if x <= head else look.ink, bold=True))
                    x += 1
                free = x + 2
        sign = "O" if self.signs.is_ascii else "●"
        cells[head] = (sign, style(look.cursor, look.cursor_ground if self.has_focus else "", bold=True))
        return Strip([Segment(letter, looks) for letter, looks in cells]).simplify().apply_style(self.rich_style)

    def on_focus(self) -> None:
        """The head is seen better while it has the keyboard."""
        self.refresh()

    def on_blur(self) -> None:
        """The head steps back."""
        self.refresh()

    # Pointing

    def _jump(self, x: int) -> None:
        reach = max(1, self.size.width - 3)
        nearest = -(-min(max(0, x - 1), reach) * self.last // reach)
        on_number = (place for place, number in self.rounds.items() if 0 <= x - self._cell(place) < len(str(number)))
        self.post_message(self.Jumped(next(on_number, nearest)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Jump there, and follow the mouse."""
        self.capture_mouse()
        self._jump(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the head."""
        if event.button:
            self._jump(event.x)

    def on_mouse_up(self) -> None:
        """Let go."""
        self.release_mouse()
