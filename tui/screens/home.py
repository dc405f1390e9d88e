"""The first screen: what one can do, and the newest table to go on with."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from tui.app import ParleyApp
from tui.looks import one_line
from tui.widgets.banner import WIDTH, banner
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key, KeyLine

ENTRIES = (
    ("continue", "Continue", ""),
    ("new", "New game", "choose a game, a scenario and who plays"),
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
MOTTO = "Stand between two armies, and talk them out of it."
_TITLE = 12


class HomeScreen(Screen[None]):
    """The menu."""

    DEFAULT_CSS = f"""
    HomeScreen {{ align: center middle; }}
    HomeScreen > Vertical {{ width: 72; height: auto; }}
    HomeScreen #banner {{ width: 100%; height: 6; padding: 0 {(72 - WIDTH) // 2}; }}
    HomeScreen #motto {{ color: $text-muted; text-align: center; width: 100%; height: 3; padding: 1 0; }}
    HomeScreen Lines {{ height: 9; }}
    HomeScreen KeyLine {{ dock: bottom; width: 100%; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Quit", id="quit", tooltip="Leave Parley."),
        Binding("n", "go('new')", "New game", show=False, id="new", tooltip="Begin a new game."),
        Binding("c", "go('continue')", "Continue", show=False, id="continue", tooltip="Go on with the newest table."),
    ]

    app = getters.app(ParleyApp)

    def __init__(self) -> None:
        """Nothing is known of the saves yet."""
        super().__init__()
        self._newest: str | None = None
        self._line = ""
        self._has_read = False
        self._goes_on = False
        """Whether somebody wants to go on with a table that is still being looked for."""

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

    def on_screen_resume(self) -> None:
        """Looks may be others, and another table may be the newest now."""
        self.query_one("#banner", Static).update(banner(self.app.palette, self.app.signs), layout=False)
        self.read()

    @work(exclusive=True)
    async def read(self) -> None:
        """Look for the newest table without holding up the first frame."""
        was_first = self.query_one(Lines).index == 0
        self._newest, self._line = await asyncio.to_thread(newest)
        self._has_read = True
        if not self.query(KeyLine):  # the screen is being taken down
            return
        self.refill()
        if was_first:
            self.query_one(Lines).action_end(0)
        if self._goes_on:
            self._goes_on = False
            self.action_go("continue")

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
        if place == "continue" and not self._has_read:
            self._goes_on = True
        elif place == "continue" and self._newest is None:
            self.notify("There is no unfinished table; begin a new game.")
        else:
            self.app.go_to(place, self._newest)


def newest() -> tuple[str | None, str]:
    """The newest unfinished table: its name, and two lines on where it stands."""
    from datetime import datetime

    from engine.core.errors import ParleyError
    from tui import saves

    try:
        found = saves.newest()
        if found is None:
            return None, ""
        table = saves.open_save(saves.find(found.name), writing=False).table
    except ParleyError:
        return None, ""
    from engine.core.kinds import NOBODY
    from tui.games import showing
    from tui.lists import ago

    game, view = showing(found.game), table.view(NOBODY)
    standing = ", ".join(f"{title} {value}" for title, value in game.standing(view).items())
    when = ago(datetime.fromisoformat(found.modified), datetime.now().astimezone())
    names = " and ".join(seat.capitalize() for seat in found.seats) if len(found.seats) < 3 else ""
    names = names or ", ".join(seat.capitalize() for seat in found.seats)
    return found.name, f"{game.heading(view)[0]}, round {found.round}: {standing}\n{names}, {when}"
