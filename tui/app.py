"""The Textual app: what all screens share, and the way from one to the next."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from rich.color import ColorSystem
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from engine.core.errors import ParleyError
from tui.look import settings
from tui.look.inks import Palette, Signs, palette, signs, with_sides
from tui.look.themes import THEMES
from tui.paint.private import Forgiving, Sparing

if TYPE_CHECKING:
    from engine.core.kinds import Seat
    from tui.play.campaigns import OpenCampaign
    from tui.play.moments import LogEntry
    from tui.play.saves import Opened
    from tui.play.thinking import Thinkers

SMALLEST = (64, 20)
"""Below this no screen can show what it has to; the game waits until there is more room."""


_LONG = 10
"""Seconds for which a sentence stays that somebody has to read."""

COLOURS = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}


def _screen(place: str) -> Screen[Any]:
    """A screen of the home menu, loaded when somebody goes there."""
    if place == "new":
        from tui.screens.new_game import NewGameScreen

        return NewGameScreen()
    if place in ("saves", "replays"):
        from tui.screens.saves import SavesScreen

        return SavesScreen(watching=place == "replays")
    if place == "campaigns":
        from tui.screens.campaigns import CampaignsScreen

        return CampaignsScreen()
    if place == "log":
        from tui.screens.log import LogScreen

        return LogScreen()
    if place == "settings":
        from tui.screens.settings import SettingsScreen

        return SettingsScreen()
    from tui.screens.learn import LearnScreen

    return LearnScreen()


def is_too_small(size: Size) -> bool:
    """Whether a screen has no room in a terminal of that size."""
    return size.width < SMALLEST[0] or size.height < SMALLEST[1]


class ParleyApp(Sparing, Forgiving):
    """Parley on a terminal."""

    TITLE = "Parley"
    CSS = """
    Tooltip { background: $panel; }
    ToastRack { dock: top; align: right top; margin: 2 0 0 0; }
    Toast { padding: 0 1; width: 56; max-width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Draw everything again", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Back to the shell until fg", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = True

    settings_file: Path | None = None
    """Where the settings are kept; if nothing is said, in the user's own folder."""

    keeps_files = True
    """Whether the player may write files where Parley runs."""

    def __init__(
        self,
        opened: Opened | None = None,
        *,
        fresh: bool = False,
        theatre: Opened | None = None,
        campaign: OpenCampaign | None = None,
        **more: Any,
    ) -> None:
        """Open the home screen, or go straight to a table, to a replay or to a campaign."""
        super().__init__(**more)
        self.settings, self._notice = settings.load(self.settings_file)
        # Asked now, because Textual has standard output for itself while it runs.
        self._usual_signs = signs("auto")
        self._is_laid_out = False
        self._opened, self._fresh, self._theatre, self._campaign = opened, fresh, theatre, campaign
        self._thinkers: Thinkers | None = None
        self.tables: list[Opened] = []
        """Every table that was opened to be played."""
        self.last_notices: list[str] = []
        """What became of saves while they were open."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme
        self._use_keys()

    # Looks

    @property
    def depth(self) -> str:
        """How many colours the terminal has, as far as is known."""
        if self.settings.depth != "auto":
            return self.settings.depth
        if self.is_headless:
            return "truecolor"
        if self.is_far and self.no_color:
            return "mono"
        return {"truecolor": "truecolor", "256": "256", "standard": "16"}.get(
            str(self.console.color_system), "truecolor"
        )

    @property
    def colours(self) -> ColorSystem | None:
        """As many as the player has chosen, because few terminals tell over a connection what they can."""
        chosen = COLOURS.get(self.settings.depth)
        return chosen if chosen and (self.is_far or not self.no_color) else super().colours

    def draw_for(self, is_ascii: bool) -> None:
        """Draw for a terminal elsewhere: what this process was started with says nothing about it."""
        self.is_far = True
        self._usual_signs = signs("ascii" if is_ascii else "unicode")

    @property
    def palette(self) -> Palette:
        """The colours of boards and of words about them."""
        return palette(self.settings.theme, self.depth)

    @property
    def signs(self) -> Signs:
        """The characters that boards and frames are drawn with."""
        found = self._usual_signs if self.settings.glyphs == "auto" else signs(self.settings.glyphs)
        return with_sides(found) if self._needs_letters else found

    @property
    def _needs_letters(self) -> bool:
        """Whether colours do not tell whose a piece is, or the player wants letters for it."""
        chosen = self.settings.sides
        return self.no_color or self.depth == "mono" if chosen == "auto" else chosen == "letters"

    @property
    def sends_ascii_only(self) -> bool:
        """Whether only ASCII may go to the terminal."""
        return self.signs.is_ascii

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Fewer colours, where there are fewer or fewer are wanted."""
        depth = "mono" if self.no_color else self.depth
        if depth == "truecolor":
            return super().get_line_filters()
        from tui.look.depth import line_filter

        fewer = line_filter(depth)
        # Textual's own make another colour of what is faint; where there are none, it has to stay faint.
        own = [] if depth == "mono" else super().get_line_filters()
        return [*own, fewer] if fewer else own

    def _use_keys(self) -> None:
        """Put the keys that the player has chosen in the place of the usual ones."""
        if not self.settings.keys:
            self.set_keymap({})
            return
        from tui.look.keys import keymap

        self.settings.keys = keymap(self.settings.keys)
        self.set_keymap(self.settings.keys)

    def keep_settings(self) -> None:
        """Dress everything anew, and write the settings down."""
        self.dress_anew()
        try:
            settings.save(self.settings, self.settings_file)
        except OSError as error:
            self.notify(f"The settings cannot be saved: {error}", severity="error")

    def dress_anew(self) -> None:
        """Let every screen take the looks and keys that are chosen now."""
        self.theme = self.settings.theme
        self._use_keys()
        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget, with_self=True):
                widget.notify_style_update()
                widget.refresh()

    # Bots

    @property
    def thinkers(self) -> Thinkers:
        """The processes in which bots at home think; there are none before the first bot is asked."""
        if self._thinkers is None:
            from tui.play.thinking import Thinkers

            self._thinkers = Thinkers()
        return self._thinkers

    def end_thinkers(self) -> None:
        """Let them go with the app."""
        if self._thinkers is not None:
            self._thinkers.close()
            self._thinkers = None

    def on_unmount(self) -> None:
        """The app ends."""
        self.end_thinkers()

    # Screens

    def on_mount(self) -> None:
        """The first screen, and the table on top of it if one was named."""
        self.push_screen(self.first_screen())
        if self._notice:
            self.notify(self._notice, severity="warning", timeout=10)
        if self._opened is not None:
            self.open_table(self._opened, fresh=self._fresh)
        if self._theatre is not None:
            self.open_theatre(self._theatre)
        if self._campaign is not None:
            self.open_campaign(self._campaign, goes_on=True)
        self._is_laid_out = True
        self.check_room(self.size)
        if not self.is_far:
            self.heed_signals()

    def first_screen(self) -> Screen[Any]:
        """What everything else lies on."""
        from tui.screens.home import HomeScreen

        return HomeScreen()

    def heed_signals(self) -> None:
        """Leave when the terminal goes away or somebody asks Parley to end; draw anew when it goes on after a stop."""
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            with contextlib.suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(getattr(signal, name), self.exit)

    def open_table(self, opened: Opened, *, fresh: bool = False) -> None:
        """Sit down at a table; at that of a guided first game, with the coach."""
        from tui.screens.table import TableScreen

        opened.tell = self._tell_of_save
        self.tables.append(opened)
        if opened.table.setup.open_undo:
            from tui.screens.learn import guided

            if lesson := guided(opened):
                self.push_screen(lesson)
                return
        self.push_screen(TableScreen(opened, fresh=fresh))

    def _tell_of_save(self, words: str) -> None:
        """A save was lost while its table was open, and the table goes on in another."""
        if self.is_running:
            self.notify(words, severity="warning", timeout=_LONG)
        self.last_notices.append(words)

    def leave_tables(self) -> list[str]:
        """Give every save back; what became of those that were not saved where they were."""
        told = [words for opened in self.tables if not (words := opened.leave()).startswith("The table is saved")]
        return [*self.last_notices, *told]

    def open_theatre(self, opened: Opened, *, at: LogEntry | None = None, seats: Sequence[Seat] | None = None) -> None:
        """Watch a table again: from a line of its log, and as some seats only, if these are given."""
        from tui.screens.theatre import TheatreScreen

        self.push_screen(TheatreScreen(opened, at=at, seats=seats))

    def why_no_branch(self, opened: Opened) -> str:
        """Why no table can branch off from one that is watched; empty if one can."""
        from tui.play.eyes import why_no_branch

        return why_no_branch(opened.table, opened.chairs)

    def branch(self, opened: Opened, last: int) -> None:
        """Go on after a move of a table that is watched, at a new one."""
        from tui.play import saves

        fresh = saves.branch(opened, last)
        self.open_table(fresh)
        self.notify(f"This is a new table, {fresh.name}. {opened.name} stays as it is.")

    def go_to(self, place: str, newest: str | None) -> None:
        """Where a line of the home menu leads."""
        if place == "quit":
            self.exit()
        elif place == "continue" and newest:
            self.resume(newest)
        elif place == "campaign" and newest:
            self.resume_campaign(newest, goes_on=True)
        else:
            self.push_screen(_screen(place))

    def resume(self, name: str) -> None:
        """Go on with a save, or say why not."""
        from tui.play import saves

        try:
            self.open_table(saves.open_save(saves.find(name), writing=True))
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)

    # Campaigns

    def open_campaign(self, book: OpenCampaign, *, goes_on: bool = False) -> None:
        """Open the page of a campaign, which closes it; with `goes_on` it leads to where its players were."""
        from tui.screens.campaign import CampaignScreen

        self.push_screen(CampaignScreen(book, goes_on=goes_on))

    def resume_campaign(self, name: str | Path, *, goes_on: bool = False) -> None:
        """Open a campaign by its file or its name, or say why not."""
        from tui.play.campaigns import ledgers, open_campaign

        try:
            path = name if isinstance(name, Path) else ledgers().find(name)
            self.open_campaign(open_campaign(path, writing=True), goes_on=goes_on)
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=_LONG)

    def campaign_of(self, opened: Opened) -> Path | None:
        """The ledger that a table belongs to; None for a single game, and where campaigns are kept elsewhere."""
        from tui.play.going_on import campaign_path

        setup = opened.table.setup
        return campaign_path(setup.campaign) if self.keeps_files and not setup.branched else None

    def _back_to_campaign(self, path: Path | None) -> None:
        """The page of a campaign, if it does not lie below already."""
        from tui.screens.campaign import CampaignScreen

        if path is not None and not any(isinstance(each, CampaignScreen) for each in self.screen_stack):
            self.resume_campaign(path)

    def after_end(self, what: str, opened: Opened) -> None:
        """What comes after a finished game."""
        if what == "table":
            return
        opened.leave()
        self.pop_screen()
        if what == "campaign":
            self._back_to_campaign(self.campaign_of(opened))
        if what == "replay":
            self.open_theatre(opened)
        elif what == "again":
            self.play_again(opened)

    def play_again(self, opened: Opened) -> None:
        """The same scenario and seats, laid out anew."""
        from tui.play import saves

        setup = msgspec.structs.replace(opened.table.setup, seed=None, branched=False, campaign="")
        try:
            self.open_table(saves.begin(opened.table.rules, setup, None, dict(opened.chairs.items())))
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=_LONG)

    def open_rulebook(self, game: str) -> None:
        """Open a game's rulebook."""
        from tui.screens.rulebook import RulebookScreen

        self.push_screen(RulebookScreen(game))

    def open_overview(self, game: str) -> None:
        """Show a round of a game on one page."""
        from tui.screens.learn import overview

        self.push_screen(overview(game))

    def action_help_quit(self) -> None:
        """Ctrl+C quits nothing, so that nobody leaves by accident; say what does."""
        keys = [key for key, active in self.active_bindings.items() if active.binding.action in ("quit", "app.quit")]
        self.notify(f"Press {keys[0] if keys else 'ctrl+q'} to leave Parley.")

    def notify(self, message: str, *, markup: bool = False, **more: Any) -> None:
        """Say something in passing; as it stands, because names and errors may have brackets in them."""
        super().notify(message, markup=False, **more)

    # When something goes wrong

    def tell_mistake(self, error: BaseException) -> None:
        """Say what happened and where the table is, on a screen of its own."""
        from tui.play.opened import why_not_ours
        from tui.screens.crash import CrashScreen

        tables = [screen.opened for screen in self.screen_stack if hasattr(screen, "opened")]
        why = why_not_ours(tables[-1]) if tables else ""
        self.push_screen(CrashScreen(error, str(tables[-1].path) if tables else "", why))

    def last_words(self, error: BaseException) -> str:
        """One sentence, when there is no screen to say more."""
        from tui.play.report import sentence

        return f"parley: {sentence(error)} Every table is saved."

    # Room

    def on_resize(self, event: Resize) -> None:
        """Ask for more room where nothing fits; what was asked is still asked when there is."""
        self.shown.forget()
        if self._is_laid_out:
            self.check_room(event.size)

    def check_room(self, size: Size) -> None:
        """Put the request for more room on top of everything, or take it away."""
        from tui.screens.small import TooSmall

        is_small = is_too_small(size)
        if is_small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not is_small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    def action_redraw(self) -> None:
        """Send everything again, in case something else has written on the terminal."""
        self.shown.forget()
        self.screen.refresh(layout=True)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers."""
        yield SystemCommand("Quit", "Leave Parley; every table is saved.", self.action_quit)
        for binding in screen.active_bindings.values():
            if binding.binding.description and binding.enabled:
                action = binding.binding.action
                yield SystemCommand(
                    binding.binding.description,
                    f"The key {binding.binding.key_display or binding.binding.key}",
                    lambda action=action: self.run_action_on(screen, action),
                )

    async def run_action_on(self, screen: Screen[Any], action: str) -> None:
        """Do what a key of a screen does."""
        await self.run_action(action, screen)
