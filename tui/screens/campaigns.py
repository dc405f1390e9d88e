"""The campaigns: every one with where it stands, to open, begin, rename, delete, bring back, export or bring in."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine import registry
from engine.core.errors import ParleyError
from engine.store.files import SUFFIX
from tui.look.inks import one_line
from tui.play import campaign_files
from tui.play.background import in_background
from tui.play.campaign_list import CampaignEntry, entries
from tui.play.campaigns import chair_for, open_campaign
from tui.play.going_on import told_when
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key

NEW = "new campaign"
"""The line with which a campaign is begun; no ledger has a name with a blank in it."""
NOTHING = (
    "A campaign is a row of chapters under one story. What happened at one table is carried to the next, letters "
    "arrive, rules open, and the way branches on results and on what you choose. It is kept after every step."
)


class CampaignsScreen(Page):
    """The list; beside it where the chosen campaign stands."""

    DEFAULT_CSS = """
    CampaignsScreen #list { width: 1fr; }
    CampaignsScreen #words { width: 44; padding: 0 1; }
    CampaignsScreen.-narrow #body { layout: vertical; }
    CampaignsScreen.-narrow #words { width: 100%; height: 8; border-top: solid $foreground 30%; }
    CampaignsScreen.-narrow.-ascii #words { border-top: ascii $foreground 30%; }
    CampaignsScreen.-roomy #body { padding: 1 1 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New campaign", id="campaign-new", tooltip="Begin a campaign."),
        Binding("r", "rename", "Rename", id="campaign-rename", tooltip="Give the campaign another name."),
        Binding("d,delete", "delete", "Delete", id="campaign-delete", tooltip="Put the campaign into the trash."),
        Binding("u", "restore", "Bring back", id="campaign-restore", tooltip="Bring the last deleted campaign back."),
        Binding(
            "x", "export", "Export", id="campaign-export", tooltip="Write the campaign with all saves to one file."
        ),
        Binding("i", "import", "Import", id="campaign-import", tooltip="Bring in a campaign that was exported."),
    ]
    HEADING = "Campaigns"
    KEYS = (
        Key("Enter", "open", "pick"),
        Key("n", "new", "new"),
        Key("r", "rename", "rename"),
        Key("d", "delete", "delete"),
        Key("u", "bring back", "restore", short="undelete"),
        Key("x", "export", "export"),
        Key("i", "import", "import"),
        BACK,
    )

    def __init__(self) -> None:
        """Nothing is known yet."""
        super().__init__()
        self._entries: dict[str, CampaignEntry] = {}

    def body(self) -> ComposeResult:
        """The list and the chosen campaign."""
        yield Lines(is_list=True, id="list")
        yield Lines(id="words")

    def on_mount(self) -> None:
        """The keyboard goes to the list."""
        super().on_mount()
        self.query_one("#words").can_focus = False
        self.query_one("#list", Lines).focus()

    def on_screen_resume(self) -> None:
        """Read the campaigns; one may have gone on meanwhile."""
        super().on_screen_resume()
        self.read()

    # Listing

    @work(exclusive=True)
    async def read(self, name: str = "") -> None:
        """Read all campaigns without holding up the screen, and point at one of them."""
        try:
            found = await in_background(lambda: list(entries()))
        except ParleyError as error:
            self._tell(Text(str(error), style=self.look.bad))
            return
        self._entries = {entry.file: entry for entry in found}
        listed = self.query_one("#list", Lines)
        blocks = [Block(self._row(entry), entry.file) for entry in found]
        listed.refill([*blocks, Block(Text("New campaign", style=f"bold {self.look.good}"), NEW, Text(" "))])
        if name:
            listed.point_at(name)
        self._explain()

    def _row(self, entry: CampaignEntry) -> Text:
        text = one_line("", self.signs)
        if entry.problem:
            text.append(entry.file, style="bold")
            text.append("  ! cannot be read", style=self.look.bad)
            return text
        text.append(entry.name, style="bold")
        text.append(f"  {self._when(entry)}", style=self.look.faint)
        text.append(f"\n  {_capital(entry.todo)}", style=self.look.faint if entry.is_over else self.look.ink)
        return text

    def _when(self, entry: CampaignEntry) -> str:
        return told_when(entry.last)

    @property
    def here(self) -> CampaignEntry | None:
        """The campaign that is pointed at."""
        return self._entries.get(self.query_one("#list", Lines).key or "")

    def on_lines_pointed(self) -> None:
        """Tell where the campaign stands."""
        self._explain()

    def _explain(self) -> None:
        entry = self.here
        if entry is None:
            self._tell(Text(NOTHING))
        elif entry.problem:
            self._tell(Text.assemble((f"{entry.file}\n", "bold"), (entry.problem, self.look.bad)))
        else:
            self._tell(self._told(entry))

    def _told(self, entry: CampaignEntry) -> Text:
        rules = registry.game(entry.game)
        text = Text.assemble((entry.title, f"bold {self.look.lit}"), (f"\n{rules.title}\n", self.look.faint))
        chapters = "1 chapter" if entry.chapters == 1 else f"{entry.chapters} chapters"
        attempts = "1 attempt" if entry.attempts == 1 else f"{entry.attempts} attempts"
        behind = f"{chapters} behind you, {attempts}." if entry.attempts else "It has just begun."
        players = ", ".join(f"{rules.seat_title(seat)} ({chair_for(who).words})" for seat, who in entry.players.items())
        text.append(f"{_capital(entry.todo)}. {behind}\n{players}; {self._when(entry)}.")
        return text

    def _tell(self, text: Text) -> None:
        self.query_one("#words", Lines).write(text)

    # What can be done with a campaign

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Enter: open the campaign, or begin one."""
        entry = self.here
        if event.key == NEW:
            self.action_new()
        elif entry is not None and entry.problem:
            self.notify(entry.problem, severity="error", timeout=10)
        elif entry is not None:
            self.app.resume_campaign(Path(entry.path))

    def action_new(self) -> None:
        """Begin a campaign."""
        from tui.screens.new_campaign import NewCampaignScreen

        self.app.push_screen(NewCampaignScreen(self.app.open_campaign))

    def action_rename(self) -> None:
        """Type another name."""
        entry = self.here
        if entry is None:
            return

        def typed(name: str | None) -> None:
            if not name:
                return
            try:
                book = open_campaign(Path(entry.path), writing=True)
                try:
                    book.rename(name)
                finally:
                    book.close()
            except ParleyError as error:
                self._complain(error)
            self.read(entry.file)

        self.app.push_screen(Typing("Another name for the campaign", entry.name, longest=80), typed)

    def action_delete(self) -> None:
        """Put the campaign into the trash."""
        entry = self.here
        if entry is None:
            return
        try:
            campaign_files.delete(Path(entry.path))
        except ParleyError as error:
            self._complain(error)
            return
        self.notify(f"{entry.name or entry.file} lies in the trash; u brings it back. The saves of its chapters stay.")
        self.read()

    def action_restore(self) -> None:
        """Bring the last deleted campaign back."""
        try:
            path = campaign_files.restore()
        except ParleyError as error:
            self._complain(error)
            return
        self.notify("The campaign is back.")
        self.read(path.name.removesuffix(SUFFIX))

    def action_export(self) -> None:
        """Ask where the campaign should go."""
        entry = self.here
        if entry is None:
            return

        def typed(where: str | None) -> None:
            if not where:
                return
            try:
                moved = campaign_files.export(Path(entry.path), where)
            except ParleyError as error:
                self._complain(error)
                return
            self.notify(" ".join([f"Written: {moved.path}, with {moved.saves} saves.", *moved.left_out]), timeout=10)

        title = "Where to (a file or a folder)"
        self.app.push_screen(Typing(title, f"~/{entry.file}{campaign_files.ARCHIVE}"), typed)

    def action_import(self) -> None:
        """Ask which file is brought in."""

        def typed(where: str | None) -> None:
            if not where:
                return
            try:
                moved = campaign_files.bring_in(Path(where).expanduser())
            except ParleyError as error:
                self._complain(error)
                return
            self.notify(" ".join(["The campaign was brought in.", *moved.left_out]), timeout=10)
            self.read(moved.path.name.removesuffix(SUFFIX))

        self.app.push_screen(Typing("Which file (an exported campaign)", "~/"), typed)

    def _complain(self, error: ParleyError) -> None:
        self.notify(str(error), severity="error", timeout=10)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
