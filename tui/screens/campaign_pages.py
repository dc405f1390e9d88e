"""Pages about a campaign: its map, the index of rules, and its attempts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from engine.core.campaign.content import CampaignPage
from engine.core.campaign.standing import Attempt
from engine.core.errors import ParleyError, Refused
from tui.play import saves
from tui.play.campaigns import OpenCampaign, open_campaign
from tui.screens import campaign_told as told
from tui.screens.page import BACK, Page
from tui.screens.sheets import titled_text
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key


class MapScreen(Page):
    """The path that was taken, and what else lies there without its name."""

    DEFAULT_CSS = """
    MapScreen #body { layout: vertical; }
    MapScreen #map { padding: 1 2 0 2; }
    MapScreen #legend { height: 1; padding: 0 2; text-wrap: nowrap; }
    """
    KEYS = (Key("Down", "read on", "read_on"), BACK)

    def __init__(self, book: OpenCampaign) -> None:
        """The map of a campaign."""
        super().__init__()
        self.book = book
        self.HEADING = f"{book.standing.name} - Map"

    def body(self) -> ComposeResult:
        """The map and its legend."""
        yield Lines(id="map")
        yield Static(id="legend")

    def on_mount(self) -> None:
        """Draw it, and bring into sight where the campaign stands."""
        super().on_mount()
        lines = self.query_one("#map", Lines)
        lines.write(told.drawn_map(self.book, self.look, self.signs, self.app.size.width - 6))
        lines.focus()
        self.query_one("#legend", Static).update(told.legend(self.look, self.signs))
        self.call_after_refresh(self._show_here)

    def _show_here(self) -> None:
        lines = self.query_one("#map", Lines)
        words = lines.blocks[0].text.plain.split("\n")
        here = next((place for place, line in enumerate(words) if line[1:2] in ("@", "◉")), 0)
        lines.scroll_to(y=max(0, here - lines.size.height // 2), animate=False)

    def action_read_on(self) -> None:
        """Scroll."""
        self.query_one("#map", Lines).action_step(1)


class IndexScreen(Page):
    """The rules that were met so far: titles on the left, the rule on the right, and a search over both."""

    DEFAULT_CSS = """
    IndexScreen #titles { width: 34; border-right: solid $foreground 30%; }
    IndexScreen.-narrow #titles { width: 28; }
    IndexScreen.-ascii #titles { border-right: ascii $foreground 30%; }
    IndexScreen #text { width: 1fr; padding: 0 1; }
    IndexScreen Input, IndexScreen Input:focus {
        height: 1; border: none; background: $surface; padding: 0 1; dock: bottom; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", id="index-search", tooltip="Search the index."),
        Binding(
            "escape", "leave", "Back", show=False, priority=True, id="index-back", tooltip="End the search, or back."
        ),
    ]
    KEYS = (
        Key("/", "search", "search"),
        Key("Tab", "read on", "app.focus_next"),
        Key("Esc", "back", "leave"),
    )

    def __init__(self, heading: str, pages: Sequence[CampaignPage]) -> None:
        """The pages of the index."""
        super().__init__()
        self.HEADING = f"{heading} - Index"
        self._pages = sorted(pages, key=lambda page: page.title.casefold())

    def body(self) -> ComposeResult:
        """Titles, text, search."""
        yield Lines(is_list=True, id="titles")
        with Vertical():
            yield Lines(id="text")
            yield Input(placeholder="search the index")

    def on_mount(self) -> None:
        """Open the first rule."""
        super().on_mount()
        self._fill(self._pages)
        self.query_one("#titles", Lines).focus()

    def _fill(self, pages: Sequence[CampaignPage]) -> None:
        titles = self.query_one("#titles", Lines)
        titles.is_marked = True
        titles.fill([Block(Text(page.title), page) for page in pages])
        if pages:
            self._open(pages[0])
        else:
            word = self.query_one(Input).value.strip()
            empty = f'The index does not say "{word}" anywhere.' if word else "The index is still empty."
            self.query_one("#text", Lines).write(Text(empty, style=self.look.faint))

    def _open(self, page: CampaignPage) -> None:
        self.query_one("#text", Lines).write(titled_text(page.title, page.text, self.look))

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Show the rule that is pointed at."""
        if event.lines.id == "titles":
            self._open(event.key)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go into the text."""
        self.query_one("#text", Lines).focus()

    def action_search(self) -> None:
        """Type a word."""
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the rules that have every word in their title or text."""
        words = event.value.casefold().split()
        self._fill([page for page in self._pages if all(word in _words_of(page) for word in words)])

    def on_input_submitted(self) -> None:
        """Go to what was found."""
        self.query_one("#titles", Lines).focus()

    def action_leave(self) -> None:
        """End the search; without one, back to where one came from."""
        search = self.query_one(Input)
        if search.has_focus or search.value:
            search.value = ""
            self.query_one("#titles", Lines).focus()
        else:
            self.app.pop_screen()


def index_of(path: Path | None) -> IndexScreen:
    """The index of a campaign by its ledger, which is only read."""
    if path is None:
        raise Refused("The campaign of this table is not there any more.")
    book = open_campaign(path, writing=False)
    return IndexScreen(book.standing.name, book.standing.pages(book.campaign, "index"))


def _words_of(page: CampaignPage) -> str:
    return f"{page.title} {' '.join(page.text.split())}".casefold()


class AttemptsScreen(Page):
    """Every attempt, the newest first, and the statistics over all of them."""

    DEFAULT_CSS = """
    AttemptsScreen #attempts { width: 1fr; padding: 1 0 0 1; }
    AttemptsScreen #figures { width: 44; padding: 1 1; }
    AttemptsScreen.-narrow #figures { width: 34; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "pick", "Watch", id="attempt-watch", tooltip="Watch the attempt again."),
    ]
    KEYS = (Key("Enter", "watch again", "pick"), BACK)

    def __init__(self, book: OpenCampaign) -> None:
        """The attempts of a campaign."""
        super().__init__()
        self.book = book
        self.HEADING = f"{book.standing.name} - Attempts"

    def body(self) -> ComposeResult:
        """The attempts and the figures."""
        yield Lines(is_list=True, id="attempts")
        yield Lines(id="figures")

    def on_mount(self) -> None:
        """Fill both."""
        super().on_mount()
        self.query_one("#figures").can_focus = False
        attempts = self.query_one("#attempts", Lines)
        attempts.focus()
        attempts.fill(self._block(each) for each in reversed(self.book.standing.attempts))
        if not attempts.blocks:
            attempts.is_list = False
            attempts.write(Text("No chapter was begun yet.", style=self.look.faint))
        self.query_one("#figures", Lines).write(told.statistics_told(self.book, self.look))

    def _block(self, attempt: Attempt) -> Block:
        text = told.attempt_told(self.book, attempt, self.look)
        if attempt.reason:
            text.append(f"\n{attempt.reason}", style=self.look.faint)
        return Block(text, attempt, label=Text(f"{attempt.number:>2}.", style=self.look.faint))

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Watch the table of an attempt again."""
        attempt: Attempt = event.key
        if not attempt.result:
            self.notify("This attempt is going on; leave the page and go on with it.")
            return
        try:
            self.app.open_theatre(saves.open_save(self.book.table_of(attempt), writing=False))
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)
