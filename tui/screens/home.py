"""The first screen: what one can do, and the newest table to go on with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from tui.app import ParleyApp
from tui.look.inks import one_line
from tui.play.background import in_background
from tui.widgets.banner import WIDTH, banner
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key, KeyLine

if TYPE_CHECKING:
    from engine.store.files import SaveFile
    from tui.play.index import SaveEntry

ENTRIES = (
    ("continue", "Continue", ""),
    ("new", "New game", "choose a game, a scenario and who plays"),
    ("campaigns", "Campaigns", "chapters under one story, over days and weeks"),
    ("saves", "Saves", "every table, to open, rename, delete or export"),
    ("replays", "Replays", "watch any table again, from any seat"),
    ("log", "Log", "what was won, how fast, with which honours"),
    ("learn", "Learn", "a guided first game, the rulebook, the signs"),
    ("settings", "Settings", "looks, pace and keys"),
    ("quit", "Quit", "every table is saved"),
)
CONTINUE = Key("c", "continue", "go('continue')")
KEYS = (
    Key("Enter", "choose", "pick"),
    CONTINUE,
    Key("n", "new game", "go('new')"),
    Key("q", "quit", "app.quit"),
)
Seen = tuple["SaveFile | None", ...]
"""The newest file of the saves, and that of the campaigns."""

MOTTO = "Board games in your terminal, alone or with friends."
_TITLE = 12
_AGAIN = 5.0
"""Seconds after which the saves are looked at again: another Parley may have played."""


class HomeScreen(Screen[None]):
    """The menu."""

    DEFAULT_CSS = f"""
    HomeScreen {{ align: center middle; }}
    HomeScreen > Vertical {{ width: 72; height: auto; }}
    HomeScreen #banner {{ width: 100%; height: 6; padding: 0 {(72 - WIDTH) // 2}; }}
    HomeScreen #motto {{ color: $text-muted; text-align: center; width: 100%; height: 3; padding: 1 0; }}
    HomeScreen Lines {{ height: 10; }}
    HomeScreen KeyLine {{ dock: bottom; width: 100%; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Quit", id="quit", tooltip="Leave Parley."),
        Binding("n", "go('new')", "New game", show=False, id="new", tooltip="Begin a new game."),
        Binding(
            "c",
            "go('continue')",
            "Continue",
            show=False,
            id="continue",
            tooltip="Go on with the newest table or campaign.",
        ),
    ]

    app = getters.app(ParleyApp)

    def __init__(self) -> None:
        """Nothing is known of the saves yet."""
        super().__init__()
        self._newest: str | None = None
        self._place = "continue"
        """Where the newest one leads: to a table, or to a campaign."""
        self._line = ""
        self._has_read = False
        self._goes_on = False
        """Whether somebody wants to go on with a table that is still being looked for."""
        self._seen: Seen = ()
        """The files that were the newest when the saves were read."""

    def compose(self) -> ComposeResult:
        """Banner, menu, keys."""
        with Vertical():
            yield Static(id="banner")
            yield Static(MOTTO, id="motto")
            yield Lines(is_list=True, id="menu")
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the menu."""
        self.refill()
        self.query_one(Lines).focus()
        self.set_interval(_AGAIN, self.look_again)
        # Somebody comes back to this terminal, perhaps from another where they played.
        self.watch(self.app, "app_focus", self.look_again, init=False)

    def look_again(self) -> None:
        """Read the saves anew if one of them was written since; nothing is done while another screen is on top."""
        if self.is_current and self._has_read:
            self.read()

    def on_screen_resume(self) -> None:
        """Looks may be others, and another table may be the newest now."""
        self.query_one("#banner", Static).update(banner(self.app.palette, self.app.signs), layout=False)
        self.read()

    @work(exclusive=True)
    async def read(self) -> None:
        """Look for the newest table without holding up the screen; nothing changes if no save was written since."""
        before, was_first = self._newest, self.query_one(Lines).index == 0
        found = await in_background(lambda: look(self._seen, is_first=not self._has_read))
        if found is not None:
            self._seen, self._newest, self._line, self._place = found
            self._has_read = True
            if not self.query(KeyLine):  # the screen is being taken down
                return
            self.refill()
            if was_first:
                self.query_one(Lines).action_end(0)
        if self._goes_on:
            self._goes_on = False
            self._go_on(before)

    def _go_on(self, shown: str | None) -> None:
        """Open the newest table, unless the menu has shown another one until now."""
        if self._newest is None:
            self.notify("There is no unfinished table; begin a new game.")
        elif shown not in (None, self._newest):
            self.notify(f"{self._newest} was played since, so it is the newest table now.")
        else:
            self.app.go_to(self._place, self._newest)

    def refill(self) -> None:
        """The menu with a line on where the newest table stands, and the keys."""
        keys = tuple(key for key in KEYS if key != CONTINUE or self._newest is not None)
        self.query_one(KeyLine).tell(keys, self.app.palette)
        blocks = []
        for key, title, words in ENTRIES:
            if key == "continue" and self._newest is None:
                continue
            text = one_line("", self.app.signs)
            text.append(f"{title:<{_TITLE}}", style="bold")
            lines = (self._line if key == "continue" else words).split("\n")
            text.append(f"\n{' ' * _TITLE}".join(lines), style="dim")
            blocks.append(Block(text, key))
        self.query_one(Lines).refill(blocks)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go there."""
        self.action_go(event.key)

    def action_pick(self) -> None:
        """Go where the chosen line leads, as Enter does."""
        self.query_one(Lines).action_pick()

    def action_go(self, place: str) -> None:
        """Where a line of the menu leads."""
        if place == "continue":
            self._goes_on = True
            self.read()
        else:
            self.app.go_to(place, self._newest)


def look(seen: Seen = (), *, is_first: bool = True) -> tuple[Seen, str | None, str, str] | None:
    """The files that were written last, the newest table or campaign, its words, and where it leads.

    Nothing if those files are the ones that were seen before.
    """
    from engine.core.errors import ParleyError
    from tui.play import saves

    try:
        files = saves.folder().files()
    except ParleyError:
        files = []
    campaigns = _ledger_files()
    last = (next(iter(files), None), next(iter(campaigns), None))
    if not is_first and last == seen:
        return None
    name, words = newest(files)
    if campaigns:  # otherwise nothing about campaigns is loaded
        from tui.play.going_on import campaign_before

        if found := campaign_before(name, files):
            return last, found.file, found.words, "campaign"
    return last, name, words, "continue"


def _ledger_files() -> list[SaveFile]:
    """The files of campaigns, the newest first; none if the folder cannot be read."""
    from engine.core.content import home
    from engine.core.errors import ParleyError
    from engine.store.ledgers import FOLDER, Ledgers

    try:
        return Ledgers(home() / FOLDER).files()
    except ParleyError:
        return []


def newest(files: Sequence[SaveFile]) -> tuple[str | None, str]:
    """The newest unfinished table that can be shown: its name, and two lines on where it stands."""
    from contextlib import closing

    from engine.core.errors import ParleyError
    from tui.play import saves
    from tui.play.opened import readable

    with closing(saves.unfinished(files)) as found:
        for entry in found:
            try:
                with readable(entry.name):
                    return entry.name, _standing(entry)
            except (ParleyError, OSError):  # the list of saves tells why
                continue
    return None, ""


def _standing(entry: SaveEntry) -> str:
    """Where a table stands, in two lines."""
    from datetime import datetime
    from pathlib import Path

    from engine.core.kinds import NOBODY
    from tui.games import showing
    from tui.play import saves
    from tui.play.lists import ago

    table = saves.open_save(Path(entry.path), writing=False).table
    view, game = table.view(NOBODY), showing(entry.game)
    standing = ", ".join(f"{title} {value}" for title, value in game.standing(view).items())
    when = ago(datetime.fromisoformat(entry.modified), datetime.now().astimezone())
    titles = [table.rules.seat_title(seat) for seat in entry.seats]
    names = (" and " if len(titles) < 3 else ", ").join(titles)
    title = f"{game.heading(view).title}, round {entry.round}"
    return f"{title}{f': {standing}' if standing else ''}\n{names}, {when}"
