"""A campaign between its chapters: what comes next, and everything that it holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine.core.campaign.content import CampaignChoice, CampaignPage, Ending
from engine.core.campaign.standing import AtDeadEnd, AtEnding, MakeChoice, PlayChapter, ReadPages, ResumeAttempt
from engine.core.errors import ParleyError
from tui.look.inks import one_line
from tui.play import saves
from tui.play.campaign_list import single_game
from tui.play.campaign_story import title_of, told_replay
from tui.play.campaigns import Missing, OpenCampaign, chair_for
from tui.play.going_on import was_long_ago
from tui.play.opened import Opened
from tui.screens import campaign_told as told
from tui.screens.campaign_choice import ChoiceScreen
from tui.screens.page import BACK, Page
from tui.screens.sheets import Sheet, SheetsScreen, sheets_of, story_sheet
from tui.widgets.dialogs import Choosing, Confirming, Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key

ENTRIES = (
    ("story", "Story so far", "The story"),
    ("map", "Map", ""),
    ("pages", "Letters and pages", ""),
    ("index", "Index", ""),
    ("deck", "Campaign deck", ""),
    ("log", "Attempts", "The record"),
    ("notes", "Notes", ""),
    ("players", "Players", "Changes"),
    ("again", "Play a chapter again", ""),
    ("single", "Play a single game", ""),
    ("rename", "Rename", ""),
    ("restart", "Restart", ""),
)
"""Key, words, and the heading above, of everything below what comes next."""


class CampaignScreen(Page):
    """What comes next on top of a list; beside it what the chosen line is about."""

    DEFAULT_CSS = """
    CampaignScreen #list { width: 34; padding: 0 0 0 1; border-right: solid $foreground 30%; }
    CampaignScreen #words { width: 1fr; padding: 0 1; }
    CampaignScreen.-narrow #list { width: 28; padding: 0; }
    CampaignScreen.-ascii #list { border-right: ascii $foreground 30%; }
    CampaignScreen.-roomy #body { padding: 1 0 0 0; }
    CampaignScreen.-roomy #words { padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "now", "Go on", id="campaign-on", tooltip="Do what comes next."),
        Binding("s", "open('story')", "Story so far", id="campaign-story", tooltip="What has happened so far."),
        Binding("m", "open('map')", "Map", id="campaign-map", tooltip="The map of the campaign."),
        Binding("i", "open('index')", "Index", id="campaign-index", tooltip="The rules that you have met."),
        Binding("l", "open('log')", "Attempts", show=False, id="campaign-log", tooltip="All attempts."),
        Binding("n", "open('notes')", "Note", show=False, id="campaign-note", tooltip="Write a note."),
    ]
    KEYS = (
        Key("Enter", "choose", "pick"),
        Key("g", "go on", "now"),
        Key("s", "story", "open('story')"),
        Key("m", "map", "open('map')"),
        Key("i", "index", "open('index')"),
        Key("n", "note", "open('notes')", is_spare=True),
        BACK,
    )

    def __init__(self, book: OpenCampaign, *, goes_on: bool = False) -> None:
        """An open campaign, which is closed with the page; with `goes_on` it leads to where its players were."""
        super().__init__()
        self.book = book
        self.HEADING = book.standing.name
        self._goes_on = goes_on
        self._at_table = False
        """Whether a table of this campaign was opened from here and has not been settled."""

    def body(self) -> ComposeResult:
        """The list, and what the chosen line is about."""
        yield Lines(is_list=True, id="list")
        yield Lines(id="words")

    def on_mount(self) -> None:
        """Fill the list; then perhaps go on at once."""
        super().on_mount()
        self.query_one("#list", Lines).focus()
        self._fill()
        for notice in (*self.book.notices, self.book.problem):
            if notice:
                self.notify(notice, severity="warning", timeout=10)
        if self._goes_on:
            self.call_after_refresh(self._arrive)

    def on_unmount(self) -> None:
        """Others may write the ledger again."""
        self.book.close()

    def on_screen_resume(self) -> None:
        """A table may have ended meanwhile."""
        super().on_screen_resume()
        if self._at_table:
            self._at_table = False
            self.book.settle()
        self._fill()

    # Arriving

    def _arrive(self) -> None:
        """Back in the middle of a chapter at once; after some days what has happened so far comes first."""
        self._goes_on = False
        if was_long_ago(self.book, time.time()):
            self.app.push_screen(SheetsScreen(self.name_now, [story_sheet(self.book)], on_end=self._back_to_table))
        else:
            self._back_to_table()

    def _back_to_table(self) -> None:
        if isinstance(self.book.standing.todo, ResumeAttempt):
            self.action_now()

    # The list

    @property
    def name_now(self) -> str:
        """The name that the players gave the campaign."""
        return self.book.standing.name

    def _fill(self) -> None:
        book = self.book
        self.head(f"{self.name_now} - {book.rules.title}")
        lit = f"bold {self.look.lit}"
        blocks = [Block(self._row(told.what_now(book), is_first=True), "now", Text("Now", style=lit))]
        for key, words, heading in ENTRIES:
            head = Text(f"{self._gap}{heading}", style=lit) if heading else None
            blocks.append(Block(self._row(f"{words}{told.count_of(book, key)}"), key, head))
        self.query_one("#list", Lines).refill(blocks)
        self._explain()

    @property
    def _gap(self) -> str:
        """Groups stand apart where there is room."""
        return "\n" if self.app.size.height >= 22 else ""

    def _row(self, words: str, *, is_first: bool = False) -> Text:
        text = Text(words) if is_first else one_line(words, self.signs)
        text.stylize(f"bold {self.look.good}" if is_first else "")
        return text

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Tell what the line is about."""
        if event.lines.id == "list":
            self._explain()

    def _explain(self) -> None:
        words = self.query_one("#words", Lines)
        width = (words.size.width or 50) - 2
        words.write(
            told.explained(self.book, self.query_one("#list", Lines).key or "now", self.look, self.signs, width)
        )

    def on_resize(self) -> None:
        """The map has another width."""
        self.call_after_refresh(self._explain)

    # Doing

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Enter: do what comes next, or open something."""
        if event.lines.id == "list" and self.is_active:
            self.action_open(event.key)

    def action_open(self, key: str) -> None:
        """Open what a line of the list stands for."""
        opened: dict[str, Callable[[], None]] = {
            "now": self.action_now,
            "story": lambda: self._push(SheetsScreen(self.name_now, [story_sheet(self.book)])),
            "map": self._open_map,
            "pages": self._choose_page,
            "index": self._open_index,
            "deck": lambda: self.set_focus(self.query_one("#words")),
            "log": self._open_log,
            "notes": self._write_note,
            "players": self._change_players,
            "again": self._play_again,
            "single": self._play_single,
            "rename": self._rename,
            "restart": self._restart,
        }
        self._try(opened.get(key, lambda: None))

    def action_now(self) -> None:
        """Do what comes next."""
        self._try(self._do_next)

    def _try(self, deed: Callable[[], None]) -> None:
        """Do something, or say why it cannot be done."""
        try:
            deed()
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)

    def _push(self, screen: Page) -> None:
        self.app.push_screen(screen)

    def _do_next(self) -> None:
        book = self.book
        match book.standing.todo:
            case ReadPages(pages):
                self._read([book.campaign.page_by_id[page] for page in pages])
            case MakeChoice(choice):
                node = book.campaign.nodes[choice]
                assert isinstance(node, CampaignChoice)
                self._push(ChoiceScreen(self.name_now, node, self._chosen))
            case PlayChapter():
                self._sit_down(book.begin(), fresh=True)
            case ResumeAttempt():
                self._resume()
            case AtEnding(ending):
                node = book.campaign.nodes[ending]
                assert isinstance(node, Ending)
                self._push(SheetsScreen(self.name_now, [Sheet(node.title, node.text, "The end"), story_sheet(book)]))
            case AtDeadEnd():
                self.notify(told.what_now(book), severity="warning", timeout=10)

    def _read(self, pages: list[CampaignPage]) -> None:
        """Read new pages one by one; each one that was read is noted at once."""
        self._push(sheets_of(self.book, pages, on_read=self._note_read))

    def _note_read(self, sheet: Sheet) -> None:
        self._try(lambda: self.book.read([sheet.page]))

    def _chosen(self, option: str) -> None:
        """A choice was made."""
        self._try(lambda: self.book.choose(option))
        self.query_one("#list", Lines).point_at("now")

    # At the table

    def _sit_down(self, opened: Opened, *, fresh: bool) -> None:
        self._at_table = True
        self.query_one("#list", Lines).point_at("now")
        self.app.open_table(opened, fresh=fresh)

    def _resume(self) -> None:
        try:
            opened = self.book.resume()
        except Missing as error:
            self._without_table(str(error))
        except ParleyError as error:
            self._without_table(f"The chapter that is going on cannot be opened. {error}")
        else:
            self._sit_down(opened, fresh=opened.table.number <= 1)

    def _without_table(self, problem: str) -> None:
        """The save of the chapter is gone, or cannot be opened."""

        def answered(yes: bool | None) -> None:
            if yes:
                self._try(lambda: self.book.abandon("its save could not be opened"))
                self._fill()

        question = f"{problem}\n\nThe chapter can be begun again; what was played of it is left as it is.\n"
        self.app.push_screen(Confirming(question, "Begin this chapter again", "Leave it", is_grave=True), answered)

    # Reading

    def _open_map(self) -> None:
        from tui.screens.campaign_pages import MapScreen

        self._push(MapScreen(self.book))

    def _open_index(self) -> None:
        from tui.screens.campaign_pages import IndexScreen

        self._push(IndexScreen(self.name_now, self.book.standing.pages(self.book.campaign, "index")))

    def _open_log(self) -> None:
        from tui.screens.campaign_pages import AttemptsScreen

        self._push(AttemptsScreen(self.book))

    def _choose_page(self) -> None:
        """One of the pages that were read, again."""
        pages = told.pages_read(self.book)
        if not pages:
            self.notify("No page was read yet.")
            return

        def picked(place: int | None) -> None:
            if place is not None:
                self._push(sheets_of(self.book, pages, first=place))

        lines = [Block(Text(page.title), place) for place, page in enumerate(pages)]
        self.app.push_screen(Choosing("Which page?", lines), picked)

    # Changes

    def _write_note(self) -> None:
        def typed(text: str | None) -> None:
            if text:
                self._try(lambda: self.book.note(text))
                self._fill()

        self.app.push_screen(Typing("A note", longest=4000), typed)

    def _rename(self) -> None:
        def typed(name: str | None) -> None:
            if name:
                self._try(lambda: self.book.rename(name))
                self._fill()

        self.app.push_screen(Typing("Another name for the campaign", self.name_now, longest=80), typed)

    def _change_players(self) -> None:
        from tui.screens.new_campaign import PlayersScreen

        self._push(PlayersScreen(self.book))

    def _play_again(self) -> None:
        """A chapter of this run, to play it again."""
        now = self.book.standing
        chapters = [step.node for step in now.path if self.book.campaign.chapter(step.node)]
        self._choose_chapter([*chapters, *([now.attempt.chapter] if now.attempt else [])], self._ask_again)

    def _play_single(self) -> None:
        """A chapter that was reached, as a single game."""
        self._choose_chapter([each.chapter for each in self.book.standing.attempts], self._begin_single)

    def _choose_chapter(self, chapters: list[str], deed: Callable[[str], None]) -> None:
        if not chapters:
            self.notify("No chapter was played yet.")
            return

        def picked(chapter: str | None) -> None:
            if chapter is not None:
                self._try(lambda: deed(chapter))

        lines = [Block(Text(title_of(self.book.campaign, each)), each) for each in dict.fromkeys(chapters)]
        self.app.push_screen(Choosing("Which chapter?", lines), picked)

    def _begin_single(self, chapter: str) -> None:
        """The campaign stays as it is."""
        rules, setup = self.book.rules, single_game(self.book, chapter)
        chairs = {seat: chair_for(who) for seat, who in self.book.standing.players.items()}
        setup = saves.checked(rules, setup, tuple(chairs), (), None)
        self.app.open_table(saves.begin(rules, setup, None, chairs), fresh=True)

    def _ask_again(self, chapter: str) -> None:
        """What follows from playing a chapter again is told before."""
        replayed = " ".join(told_replay(self.book.campaign, self.book.replayed(chapter)))
        title = title_of(self.book.campaign, chapter)
        self._confirm(f"Play {title} again?\n\n{replayed}", "Play it again", lambda: self.book.take_up(chapter))

    def _restart(self) -> None:
        question = "Begin the whole campaign again?\n\nEverything so far stays in the ledger but counts no longer."
        self._confirm(question, "Begin again", self.book.restart)

    def _confirm(self, question: str, yes: str, deed: Callable[[], None]) -> None:
        def answered(is_sure: bool | None) -> None:
            if is_sure:
                self._try(deed)
                self._fill()
                self.query_one("#list", Lines).point_at("now")

        self.app.push_screen(Confirming(f"{question}\n", yes, "Not now", is_grave=True), answered)
