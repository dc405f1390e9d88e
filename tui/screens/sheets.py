"""Sheets to read, one at a time: letters and envelopes of a campaign, its story so far, its ending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine.core.campaign.content import CampaignPage
from engine.core.campaign.standing import CampaignStanding
from engine.core.kinds import BOT, Seat
from tui.look.inks import Palette
from tui.play.campaign_story import story_so_far
from tui.play.campaigns import OpenCampaign
from tui.play.chairs import ME
from tui.screens.curtain import Curtain
from tui.screens.page import BACK, Page
from tui.screens.rulebook import marked_up
from tui.widgets.lines import Lines
from tui.widgets.prompt import Key

KINDS = {
    "letter": "A letter",
    "envelope": "An envelope",
    "index": "From the index",
    "story": "The story",
    "souvenir": "A souvenir",
}


class Sheet(msgspec.Struct, frozen=True):
    """A text on a page of its own."""

    title: str
    text: str
    """As Markdown."""
    kind: str = ""
    """What it is, in a word or two."""
    page: str = ""
    """The page of the campaign that it is."""
    seat: Seat = ""
    """Who alone may read it, where several people share the keyboard."""


def titled_text(title: str, words: str, look: Palette) -> Text:
    """A title, and below it words in Markdown."""
    text = Text.assemble((f"{title}\n\n", f"bold {look.lit}"), marked_up(words))
    text.rstrip()
    return text


def sheet_of(page: CampaignPage) -> Sheet:
    """A page of a campaign."""
    return Sheet(page.title, page.text, KINDS[page.kind], page.id, page.seat)


def story_sheet(book: OpenCampaign) -> Sheet:
    """What has happened so far."""
    return Sheet("What has happened so far", "\n\n".join(story_so_far(book.campaign, book.standing)), "The story")


def is_shared(now: CampaignStanding) -> bool:
    """Whether several people share the keyboard."""
    people = [player for player in now.players.values() if not player.startswith(BOT)]
    return len(people) > 1 and set(people) != {ME}


class SheetsScreen(Page):
    """One sheet at a time: Enter goes on, Escape goes back to where one came from."""

    DEFAULT_CSS = """
    SheetsScreen #body { align: center top; }
    SheetsScreen #sheet { width: 68; max-width: 100%; padding: 1 2; }
    SheetsScreen.-roomy #sheet { padding: 3 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "Go on", priority=True, id="sheet-on", tooltip="Go on to the next page."),
        Binding(
            "left,backspace",
            "turn_back",
            "Page before",
            show=False,
            id="sheet-back",
            tooltip="Back to the page before.",
        ),
    ]

    def __init__(
        self,
        heading: str,
        sheets: Sequence[Sheet],
        *,
        first: int = 0,
        curtain: Callable[[Seat], str] | None = None,
        on_read: Callable[[Sheet], None] | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """What is read; `curtain` names a seat whose sheet others must not see, `on_read` is told of each sheet."""
        super().__init__()
        self.HEADING = heading
        self._heading, self._sheets, self._place = heading, list(sheets), first
        self._curtain, self._on_read, self._on_end = curtain, on_read, on_end

    def body(self) -> ComposeResult:
        """The sheet."""
        yield Lines(id="sheet")

    def on_mount(self) -> None:
        """Open the first sheet."""
        super().on_mount()
        self.query_one(Lines).focus()
        self._open()

    @property
    def sheet(self) -> Sheet:
        """The sheet that is open, or is about to be."""
        return self._sheets[self._place]

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._sheets) - 1

    def _open(self) -> None:
        """Show the sheet; one that is for one person alone waits behind a curtain."""
        self._tell()
        if self.sheet.seat and self._curtain is not None:
            self._write(Text())
            self.app.push_screen(Curtain(self.sheet.seat, self._curtain(self.sheet.seat)), lambda _: self._show())
        else:
            self._show()

    def _show(self) -> None:
        self._write(titled_text(self.sheet.title, self.sheet.text, self.look))

    def _write(self, text: Text) -> None:
        self.query_one(Lines).write(text)

    def _tell(self) -> None:
        """The heading and the keys."""
        count = f" ({self._place + 1} of {len(self._sheets)})" if len(self._sheets) > 1 else ""
        self.head(f"{self._heading} - {self.sheet.kind}{count}")
        word = "go on" if self._is_last else "next page"
        before = (Key("Left", "page before", "turn_back"),) if self._place else ()
        self.KEYS = (Key("Enter", word, "go_on"), *before, Key("Down", "read on", "read_on", is_spare=True), BACK)
        self.dress()

    def action_read_on(self) -> None:
        """Scroll."""
        self.query_one(Lines).action_step(1)

    def action_turn_back(self) -> None:
        """The sheet before."""
        if self._place:
            self._place -= 1
            self._open()

    def action_go_on(self) -> None:
        """This sheet was read: the next one, or back to where one came from. A key that comes too late does nothing."""
        if not self.is_active:
            return
        if self._on_read is not None:
            self._on_read(self.sheet)
        if not self._is_last:
            self._place += 1
            self._open()
            return
        self.app.pop_screen()
        if self._on_end is not None:
            self._on_end()


def sheets_of(book: OpenCampaign, pages: Sequence[CampaignPage], **more: Any) -> SheetsScreen:
    """Pages of a campaign to read; an envelope is shown to its own person only."""
    title = book.rules.seat_title if is_shared(book.standing) else None
    return SheetsScreen(book.standing.name, [sheet_of(page) for page in pages], curtain=title, **more)
