"""The last page of a game: how it ended, how things stood round by round, and what one can do next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from engine.core.kinds import NOBODY, Seat
from tui.games import Showing, showing
from tui.look.inks import Palette, Signs
from tui.look.letters import letters_of
from tui.plain.table import final_lines
from tui.play.rounds import starts_of_rounds
from tui.play.saves import Opened
from tui.play.verdict import is_won
from tui.widgets.dialogs import Dialog
from tui.widgets.lines import Block, Lines, strips

NEXT = (("replay", "Watch it again"), ("again", "Play again"), ("table", "Look at the table"), ("home", "Leave"))
IN_CAMPAIGN = (("campaign", "Go on with the campaign"), ("replay", "Watch it again"), ("table", "Look at the table"))
"""The same at the end of a chapter of a campaign."""

_WIDTH = 72
"""The room of a line on the page."""
_AROUND = len(NEXT) + 4
"""The lines of the page that are neither words nor figures: its frame, what one can do, the rounds, the legend."""


class EndScreen(Dialog):
    """How it ended."""

    DEFAULT_CSS = """
    EndScreen { align: center middle; background: transparent; }
    EndScreen > #page { width: 76; max-width: 98%; height: auto; max-height: 96%; border: round $accent;
        background: $surface; padding: 0 1; }
    EndScreen.-ascii > #page { border: ascii $accent; }
    EndScreen Lines { height: 4; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "dismiss(None)", "Close", show=False)]

    def __init__(self, opened: Opened, mine: Collection[Seat] = ()) -> None:
        """A finished table, for one who holds these seats; without any, the winners are named."""
        super().__init__()
        self.opened, self.mine = opened, mine

    def compose(self) -> ComposeResult:
        """Words, chart, what next."""
        from textual.containers import Vertical

        table = self.opened.table
        show = showing(table.setup.game)
        look: Palette = show.looks.palette(self.app.palette)
        words = Text()
        won = is_won(table, self.mine)
        first, *rest = [line for line in final_lines(self.opened, self.mine) if line]
        words.append(
            f"{_headline(first)}\n", style=f"bold {look.lit if won is None else look.good if won else look.bad}"
        )
        rest = [line for line in rest if not line.startswith(("Saved", "Read"))]
        epilogue = table.rules.epilogue(table.view(NOBODY))
        words.append(f"{epilogue}\n" if epilogue else "", style=look.ink)
        words.append("  ".join(rest), style=look.faint)
        width = min(68, self.app.size.width - 12)
        room = int(self.app.size.height * 0.96) - _AROUND - len(strips(words, min(_WIDTH, width + 4)))
        with Vertical(id="page"):
            yield Static(words)
            if show.has("standing"):
                yield Static(chart(table, show, look, self.app.signs, width, room))
            yield Lines(is_list=True)

    def on_mount(self) -> None:
        """Fill the list."""
        super().on_mount()
        lines = self.query_one(Lines)
        following = IN_CAMPAIGN if self.app.campaign_of(self.opened) else NEXT
        lines.styles.height = len(following)
        lines.fill([Block(Text(title), key) for key, title in following])
        lines.focus()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go on, once."""
        if self.is_active:
            self.dismiss(event.key)
            self.app.after_end(event.key, self.opened)


def _headline(words: str) -> str:
    """How it ended; what does not fit a line of the page is broken where the reason begins."""
    return words if len(words) <= _WIDTH else words.replace(": ", ":\n", 1)


def by_round(table: Any, show: Showing) -> list[dict[str, int]]:
    """How things stood at the start of each round and at the end."""
    return [show.standing(view) for view in starts_of_rounds(table)]


def chart(table: Any, show: Showing, look: Palette, signs: Signs, width: int, height: int = 99) -> Text:
    """The figures of a game round by round: a letter for each, and the zone in which they have to end, if any."""
    rows = by_round(table, show)
    low, high = show.zone(starts_of_rounds(table)[-1]) or (1, 0)
    step = max(1, min(4, (width - 16) // max(1, len(rows))))
    text = Text(no_wrap=True, overflow="crop")
    letters = letters_of({name: name for name in rows[0]})
    for value in _values(rows, low, high, height):
        is_aim = low <= value <= high
        text.append(f"{value:>3} ", style=look.good if is_aim else look.bad if value == 0 else look.faint)
        for row in rows:
            here = [place for place, name in enumerate(letters) if row.get(name) == value]
            sign = "*" if len(here) > 1 else letters[list(letters)[here[0]]].upper() if here else signs.empty
            style = f"bold {look.teams[here[0]]}" if len(here) == 1 else f"bold {look.ink}" if here else look.faint
            text.append(f"{sign:<{step}}"[:step], style=style + (f" on {look.zone}" if is_aim else ""))
        text.append(f" {show.zone_title}\n" if value == high else "\n", style=look.good)
    text.append(f"    {_rounds(len(rows) - 1, step)}\n", style=look.faint)
    legend = "  ".join(f"{letter.upper()} {name}" for name, letter in letters.items())
    text.append(f"    {legend}  * {'both' if len(letters) == 2 else 'several'}, as each round began", style=look.faint)
    return text


def _rounds(count: int, step: int) -> str:
    """The numbers of the rounds below their columns; every fifth one where columns are narrow."""
    line, end = "", count * step
    for number in range(1, count + 1):
        place = (number - 1) * step
        if (step > 2 or number % 5 == 0) and place + len(f"{number} ") <= end:
            line = f"{line:<{place}}{number}"
    return f"{line:<{end}}end"


def _values(rows: list[dict[str, int]], low: int, high: int, height: int) -> list[int]:
    """The values of a chart from the top; where it would be too high, without those at which nobody ever stood."""
    values = list(range(max(max(row.values()) for row in rows), -1, -1))
    needed = {0, *range(low, high + 1), *(value for row in rows for value in row.values())}
    for value in list(values):
        if len(values) > height and value not in needed:
            values.remove(value)
    return values[-max(height, high + 1) :]
