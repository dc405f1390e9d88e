"""The saves: every table with where it stands, to open, watch, rename, delete, bring back or export."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from engine import registry
from engine.core.errors import ParleyError
from engine.core.kinds import NOBODY, Setup
from engine.store.files import SUFFIX
from tui.console import without_unseen
from tui.games import showing
from tui.look.inks import one_line
from tui.play import saves
from tui.play.background import as_it_comes, in_background
from tui.play.index import SaveEntry
from tui.play.lists import ago
from tui.play.opened import readable
from tui.play.saves import KEPT_DAYS
from tui.play.story import told_choices
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Choosing, Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.preview import Preview
from tui.widgets.prompt import Key

OPENING = (Key("Enter", "open", "open"), Key("w", "watch", "watch"))
WATCHING = (Key("Enter", "watch", "watch"), Key("o", "open", "open"))
ALWAYS = (
    Key("r", "rename", "rename"),
    Key("d", "delete", "delete"),
    Key("u", "bring back", "restore"),
    Key("x", "export", "export"),
    BACK,
)
BROUGHT_BACK = f"Deleted saves can be brought back (u) for {KEPT_DAYS} days."
_NAME = 24
"""The width of the column of names."""


class SavesScreen(Page):
    """The list above, or on the left; the chosen table beside it."""

    DEFAULT_CSS = """
    SavesScreen #body { layout: horizontal; }
    SavesScreen #list { width: 1fr; }
    SavesScreen #side { width: 68; padding: 0 0 0 1; }
    SavesScreen #words { margin: 1 0 0 0; }
    SavesScreen.-narrow #body { layout: vertical; }
    SavesScreen.-narrow #list { width: 100%; }
    SavesScreen.-narrow #side { width: 100%; height: 7; padding: 0 1; border-top: solid $foreground 30%; }
    SavesScreen.-narrow.-ascii #side { border-top: ascii $foreground 30%; }
    SavesScreen.-narrow Preview { display: none; }
    SavesScreen.-narrow #words { margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", "Open", id="open", tooltip="Go on with the table."),
        Binding("w", "watch", "Watch", id="watch", tooltip="Watch the table again from its start."),
        Binding("r", "rename", "Rename", id="rename", tooltip="Give the save another name."),
        Binding(
            "d,delete", "delete", "Delete", id="delete", tooltip=f"Put the save into the trash, for {KEPT_DAYS} days."
        ),
        Binding("u", "restore", "Bring back", id="restore", tooltip="Bring the last deleted save back."),
        Binding("x", "export", "Export", id="export", tooltip="Copy the save, or write its story as Markdown."),
    ]

    def __init__(self, *, watching: bool) -> None:
        """Without watching, Enter opens a table to go on with it."""
        super().__init__()
        self.watching = watching
        self.HEADING = "Replays" if watching else "Saves"
        self.KEYS = (*(WATCHING if watching else OPENING), *ALWAYS)
        self._entries: dict[str, SaveEntry] = {}
        self._titles: dict[tuple[str, str], str] = {}
        self._is_whole = False
        """Whether the list has been read to its end."""

    def body(self) -> ComposeResult:
        """The list and the chosen table."""
        yield Lines(is_list=True, id="list")
        with Vertical(id="side"):
            yield Preview()
            yield Lines(id="words")

    def on_mount(self) -> None:
        """Nothing is known yet; the saves are read when the page is seen."""
        super().on_mount()
        self.query_one(Preview).display = False
        self.query_one("#words").can_focus = False
        self.query_one("#list", Lines).focus()
        self._tell(Text("Reading the saves ..."))
        self._empty_trash()

    @work(thread=True)
    def _empty_trash(self) -> None:
        saves.empty_trash()

    def on_screen_resume(self) -> None:
        """Read the saves; a table may have gone on meanwhile."""
        super().on_screen_resume()
        self.read()

    # Listing

    @work(exclusive=True, group="reading")
    async def read(self, name: str = "") -> None:
        """Read all saves without holding up the screen, and point at one of them.

        The list is seen as it fills; one that is read again changes when all of it is known.
        """
        found: list[SaveEntry] = []
        try:
            async for fresh in as_it_comes(saves.entries):
                found += fresh
                if not self._is_whole:
                    self._add(found[: -len(fresh)], fresh)
        except ParleyError as error:
            self._tell(Text(str(error), style=self.look.bad))
            return
        if self._is_whole or not found:
            self._entries = {}
            self._add([], found)
        self._is_whole = True
        if name:
            self.query_one("#list", Lines).point_at(name)
        self._explain()

    def _add(self, before: list[SaveEntry], fresh: list[SaveEntry]) -> None:
        """Show more saves; the first ones take the place of all that was shown."""
        if not before:
            self._entries = {}
        self._entries |= {entry.name: entry for entry in fresh}
        self._name_scenarios()
        blocks = [Block(self._row(entry), entry.name) for entry in fresh]
        listed = self.query_one("#list", Lines)
        if before:
            listed.extend(blocks)
        else:
            listed.refill(blocks)
            self._explain()

    def on_screen_suspend(self) -> None:
        """Something lies on top: nothing is read meanwhile."""
        self.workers.cancel_group(self, "reading")

    def _name_scenarios(self) -> None:
        for game in {entry.game for entry in self._entries.values() if entry.game} - {key[0] for key in self._titles}:
            self._titles |= {(game, scene.id): scene.title for scene in registry.game(game).scenarios()}

    def _row(self, entry: SaveEntry) -> Text:
        text = one_line("", self.signs)
        name = without_unseen(entry.name)
        name = name if len(name) < _NAME else f"{name[: _NAME - 3]}.."
        text.append(f"{name:<{_NAME}}", style="bold")
        if entry.problem:
            text.append("! cannot be read", style=self.look.bad)
            return text
        state = "finished" if entry.finished else f"round {entry.round}"
        text.append(f"{state:<10}", style=self.look.faint if entry.finished else self.look.good)
        text.append(self._when(entry), style=self.look.faint)
        title = self._titles.get((entry.game, entry.scenario), entry.scenario)
        text.append(f"\n  {title}: {_names(entry)}", style=self.look.faint)
        return text

    def _when(self, entry: SaveEntry) -> str:
        return ago(datetime.fromisoformat(entry.modified), datetime.now().astimezone())

    @property
    def here(self) -> SaveEntry | None:
        """The save that is pointed at."""
        return self._entries.get(self.query_one("#list", Lines).key or "")

    def on_lines_pointed(self) -> None:
        """Show the table."""
        self._explain()

    def _explain(self) -> None:
        entry = self.here
        preview = self.query_one(Preview)
        preview.display = False
        if entry is None:
            self._tell(Text(f"There are no saves. Begin a game: it is saved after every move. {BROUGHT_BACK}"))
        elif entry.problem:
            text = Text(f"{entry.name}\n", style="bold")
            text.append(f"{entry.problem}\n", style=f"not bold {self.look.bad}")
            text.append("It can be renamed, exported or deleted all the same.", style="not bold")
            self._tell(text)
        else:
            self._tell(self._told(entry))
            self._show_table(entry)

    def _told(self, entry: SaveEntry) -> Text:
        rules = registry.game(entry.game)
        scene = next(each for each in rules.scenarios() if each.id == entry.scenario)
        text = Text()
        text.append(f"{scene.title} {self.stars(scene.stars)}", style="bold")
        text.append(f"  {rules.title}\n", style=self.look.faint)
        setup = Setup(
            game=entry.game,
            scenario=entry.scenario,
            seats=entry.seats,
            challenges=entry.challenges,
            options=entry.options,
        )
        if chosen := list(told_choices(rules, setup)):
            text.append(f"With {', '.join(chosen)}.\n")
        text.append(f"Round {entry.round}, {entry.moves} moves; {_names(entry)}; {self._when(entry)}.\n")
        if entry.practice:
            text.append(f"Practice ({entry.practice}).\n", style=self.look.faint)
        if entry.finished:
            text.append(entry.outcome, style=f"bold {self.look.lit}")
        return text

    @work(exclusive=True, group="preview")
    async def _show_table(self, entry: SaveEntry) -> None:
        """The table of a save, once it is folded; who points at another one meanwhile sees that."""
        if self.has_class("-narrow"):
            return

        def view() -> Any:
            with readable(entry.name):
                return saves.open_save(Path(entry.path), writing=False).table.view(NOBODY)

        try:
            seen = await in_background(view)
            if self.here != entry:
                return
            preview = self.query_one(Preview)
            with readable(entry.name):
                preview.show(showing(entry.game), seen, self.look, self.signs)
        except (ParleyError, OSError):
            return
        preview.display = True

    def _tell(self, text: Text) -> None:
        self.query_one("#words", Lines).write(text)

    # What can be done with a save

    def on_lines_picked(self) -> None:
        """Enter: open the table, or watch it."""
        if self.watching:
            self.action_watch()
        else:
            self.action_open()

    def action_open(self) -> None:
        """Go on with the table."""
        entry = self.here
        if entry is not None and not self._refused(entry):
            self.app.resume(entry.path)

    def action_watch(self) -> None:
        """Watch the table again."""
        entry = self.here
        if entry is None or self._refused(entry):
            return
        try:
            opened = saves.open_save(Path(entry.path), writing=False)
        except ParleyError as error:
            self._complain(error)
            return
        self.app.open_theatre(opened)

    def _refused(self, entry: SaveEntry) -> bool:
        if entry.problem:
            self.notify(entry.problem, severity="error", timeout=10)
        return bool(entry.problem)

    def _complain(self, error: ParleyError) -> None:
        self.notify(str(error), severity="error", timeout=10)

    def action_rename(self) -> None:
        """Type another name."""
        entry = self.here
        if entry is None:
            return

        def typed(name: str | None) -> None:
            if not name:
                return
            try:
                path = saves.rename(Path(entry.path), name)
            except ParleyError as error:
                self._complain(error)
                return
            self.read(path.name.removesuffix(SUFFIX))

        self.app.push_screen(Typing("Another name for the save", entry.name), typed)

    def action_delete(self) -> None:
        """Put the save into the trash."""
        entry = self.here
        if entry is None:
            return
        try:
            saves.delete(Path(entry.path))
        except ParleyError as error:
            self._complain(error)
            return
        self.notify(f"{entry.name} lies in the trash; u brings it back. After {KEPT_DAYS} days it is gone.")
        self.read()

    def action_restore(self) -> None:
        """Bring the last deleted save back."""
        try:
            path = saves.restore()
        except ParleyError as error:
            self._complain(error)
            return
        name = path.name.removesuffix(SUFFIX)
        self.notify(f"{name} is back.")
        self.read(name)

    def action_export(self) -> None:
        """Ask what is wanted, then where it should go."""
        entry = self.here
        if entry is None:
            return
        more = "" if entry.finished else ", with all that is hidden and the dice to come"
        kinds = [Block(Text(f"The save itself{more}"), SUFFIX)]
        if not entry.problem:
            kinds.append(Block(Text("The story as Markdown"), ".md"))

        def chosen(kind: str | None) -> None:
            if kind is not None:
                self._export(entry, kind)

        self.app.push_screen(Choosing(f"Export {entry.name}", kinds), chosen)

    def _export(self, entry: SaveEntry, kind: str) -> None:
        def typed(where: str | None) -> None:
            if where is None:
                return
            try:
                target = self._write(entry, kind, where)
            except ParleyError as error:
                self._complain(error)
                return
            self.notify(f"Written: {target}")

        self.app.push_screen(Typing("Where to (a file or a folder)", f"~/{entry.name}{kind}"), typed)

    def _write(self, entry: SaveEntry, kind: str, where: str) -> Any:
        if kind == SUFFIX:
            return saves.export(Path(entry.path), where)
        return saves.export_story(saves.open_save(Path(entry.path), writing=False), where)


def _names(entry: SaveEntry) -> str:
    """Who plays; a save of a game that is not there has ids only."""
    title = registry.game(entry.game).seat_title if entry.game in registry.game_ids() else str
    return ", ".join(map(title, entry.seats))
