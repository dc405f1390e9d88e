"""The decks: what lies face up in each, what may still come, and what was discarded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text
from textual.app import ComposeResult

from engine.core.piles import Pile, PileCard
from tui.look.inks import Palette
from tui.screens.page import BACK, Page
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key


class PilesScreen(Page):
    """A list of the decks, and beside it every card of the chosen one by where it is."""

    DEFAULT_CSS = """
    PilesScreen #piles { width: 34; max-width: 38%; border-right: solid $foreground 30%; }
    PilesScreen #cards { width: 1fr; padding: 0 1; }
    PilesScreen.-ascii #piles { border-right: ascii $foreground 30%; }
    """
    HEADING = "What the decks can still hold"
    KEYS = (Key("Tab", "read the cards", "app.focus_next"), BACK)

    def __init__(self, piles: Sequence[Pile], first: str = "") -> None:
        """Show these decks, beginning with one of them."""
        super().__init__()
        self._piles = {pile.id: pile for pile in piles}
        self._first = first

    def body(self) -> ComposeResult:
        """The decks, and the cards of one of them."""
        yield Lines(is_list=True, id="piles")
        yield Lines(id="cards")

    def on_mount(self) -> None:
        """Open the first deck."""
        super().on_mount()
        listed = self.query_one("#piles", Lines)
        ids = list(self._piles)
        listed.fill(
            [Block(_listed(pile, self.look), pile.id) for pile in self._piles.values()],
            index=ids.index(self._first) if self._first in ids else 0,
        )
        listed.focus()
        if ids:
            self._open(listed.key)

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Show the deck that is pointed at."""
        if event.lines.id == "piles":
            self._open(event.key)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go into the cards."""
        if event.lines.id == "piles":
            self._open(event.key)
            self.query_one("#cards", Lines).focus()

    def _open(self, pile: str) -> None:
        self.query_one("#cards", Lines).fill(told(self._piles[pile], self.look))


def _listed(pile: Pile, look: Palette) -> Text:
    """A deck by its title, with the number of cards in each place."""
    text = Text(pile.title, style=look.ink)
    counts = ", ".join(f"{part.count} {part.title.partition(',')[0].lower()}" for part in pile.parts)
    return text.append(f"\n{counts or 'no cards'}", style=look.faint)


def told(pile: Pile, look: Palette) -> list[Block]:
    """Every card of a deck with its text, place by place."""
    blocks = [Block(Text(pile.title, style=f"bold {look.lit}"))]
    for part in pile.parts:
        head = Text(f"\n{part.title} ({part.count})", style=f"bold {look.marked}")
        blocks.append(Block(head.append(f"\n{part.note}" if part.note else "", style="not bold")))
        for card in part.cards:
            blocks += _told_card(card, look)
    return blocks


def _told_card(card: PileCard, look: Palette) -> Iterator[Block]:
    copies = f" ×{card.count}" if card.count > 1 else ""
    yield Block(Text(f"{card.title}{copies}", style=f"bold {look.ink}"))
    if card.text:
        yield Block(Text(card.text, style=look.ink), indent=2)
