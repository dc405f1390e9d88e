"""The app of one person in the house: Parley as at home, with the lobby in the place of the menu."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from textual import work
from textual.events import CursorPosition, Event, InputEvent
from textual.screen import Screen

from engine.core.kinds import NOBODY, Seat
from tui.app import ParleyApp
from tui.house.limits import neighbourhood
from tui.house.sight import LastSeen
from tui.house.visitor import HERE
from tui.look import settings
from tui.look.inks import signs

if TYPE_CHECKING:
    from tui.house.campaign import HouseCampaign
    from tui.house.house import House
    from tui.house.lobby import LobbyScreen
    from tui.house.room import Room
    from tui.play.saves import Opened

KEPT_FOR_GUEST = 300.0
"""Seconds for which the seat of a guest is kept whose line broke."""

LOG = logging.getLogger("parley.house")


class HouseApp(ParleyApp):
    """Parley for a visitor."""

    keeps_files = False

    def __init__(
        self,
        house: House,
        name: str,
        *,
        is_guest: bool = False,
        errand: str = "",
        place: str = "",
        key: str = "",
        code: str = "",
        **more: Any,
    ) -> None:
        """Come in from some place with some key; an errand is the code of a table that one goes to at once."""
        self.house = house
        self.person = name
        self.is_guest = is_guest
        self.errand = errand
        self.place = place
        self.turns = house.rounds.of(neighbourhood(place))
        """In which one draws what others have done."""
        self.key = key
        """The fingerprint of the key with which one came."""
        self.code = code
        """By which a guest is known again."""
        self.has_left = False
        """Whether one leaves on purpose, and no line broke."""
        self._is_asked = False
        self.settings_file = house.settings_of(name)
        super().__init__(**more)
        if is_guest:
            self.settings, self._notice = settings.Settings(), ""
        self._usual_signs = signs("unicode")
        self._is_in = False
        self.at: Room | None = None
        """The room that one is in."""
        self.sight = LastSeen(self._send_after_frame)
        """Whether one has seen what others have changed."""

    def first_screen(self) -> Screen[Any]:
        """The lobby."""
        from tui.house.lobby import LobbyScreen

        return LobbyScreen()

    def heed_signals(self) -> None:
        """Signals are for the house, not for one of its visitors."""

    def on_mount(self) -> None:
        """Come in; the lobby opens by itself, and on top of it the table that one came for."""
        self.house.enter(self.person, is_guest=self.is_guest)
        self._is_in = True
        if self.errand:
            self.call_later(self.go_to_table, self.errand)
        self.heed_closing()
        self.sight.ask()  # whether this terminal answers

    def on_unmount(self) -> None:
        """Gone, however it came about."""
        if self._is_in:
            self._is_in = False
            self.house.leave(self.person, is_broken=not self.has_left)

    def action_suspend_process(self) -> None:
        """Ctrl+Z would stop the process of the whole house where the host plays in it."""
        self.notify("A house is not stopped by Ctrl+Z; q leaves it.")

    def leave(self) -> None:
        """Leave on purpose; where that closes the house on others, ask first."""
        others = sorted(set(self.house.here) - {self.person}) if self.place == HERE else []
        if not others:
            self._go()
        elif not self._is_asked:
            self._ask_to_close(others)

    def _go(self) -> None:
        self.has_left = True
        self.exit(message="Goodbye." if self.is_guest else "Goodbye. Your seats are kept.")

    def _ask_to_close(self, others: list[str]) -> None:
        from rich.text import Text

        from tui.widgets.dialogs import Choosing
        from tui.widgets.lines import Block

        names = ", ".join(others[:5]) + (", ..." if len(others) > 5 else "")
        count = "One other is" if len(others) == 1 else f"{len(others)} others are"
        question = f"{count} here: {names}. When you leave, the house closes for them."
        answers = [Block(Text("Stay"), "stay"), Block(Text("Leave, and close the house; every table is safe"), "go")]

        def answered(what: str | None) -> None:
            self._is_asked = False
            if what == "go":
                self._go()

        self._is_asked = True
        self.push_screen(Choosing(question, answers), answered)

    async def action_quit(self) -> None:
        """Leave from wherever one is."""
        self.leave()

    @property
    def way_back(self) -> str:
        """How a guest comes back whose line broke."""
        if not self.code:
            return ""
        minutes = f"{KEPT_FOR_GUEST / 60:.0f} minutes"
        return f" Should your line break, come back as {self.person} within {minutes}, with the code {self.code}."

    @work(group="closing")
    async def heed_closing(self) -> None:
        """Leave when the house closes."""
        with self.house.bells.listening() as bell:
            while not self.house.closing:
                bell.clear()
                await bell.wait()
        self.exit(message=self.house.closing)

    def keep_settings(self) -> None:
        """Keep the settings of people; those of guests go with them."""
        if self.is_guest:
            self.dress_anew()
        else:
            super().keep_settings()

    # What is on the screen

    def _send_after_frame(self, codes: str) -> None:
        """Send codes to the terminal once everything that has changed is drawn."""

        def send() -> None:
            if self._driver is not None and not self.is_headless:
                self._driver.write(codes)
                self._driver.flush()

        self.call_after_refresh(send)

    def on_cursor_position(self, event: CursorPosition) -> None:
        """The terminal has drawn all that was sent before it was asked."""
        self.sight.answered(event.x)

    # Tables

    @property
    def lobby(self) -> LobbyScreen:
        """What everything else lies on."""
        from tui.house.lobby import LobbyScreen

        return next(screen for screen in self.screen_stack if isinstance(screen, LobbyScreen))

    def go_to_table(self, code: str) -> None:
        """Go to a table as from the lobby, or say why not."""
        self.lobby.go_to(code)

    def open_room(self, room: Room, *, fresh: bool = False, wish: Seat = NOBODY) -> None:
        """Sit down in a room, or watch; a wish is a seat to ask for."""
        from tui.house.table import HouseTableScreen

        self.push_screen(HouseTableScreen(room, self.person, fresh=fresh, wish=wish))

    def open_house_campaign(self, campaign: HouseCampaign) -> None:
        """Open a campaign that one plays."""
        from tui.house.campaign_page import HouseCampaignScreen

        self.push_screen(HouseCampaignScreen(campaign))

    async def on_event(self, event: Event) -> None:
        """A key at a table tells the others that one is not idle."""
        if self.at is not None and isinstance(event, InputEvent):
            self.at.stir(self.person)
        await super().on_event(event)

    def why_no_branch(self, opened: Opened) -> str:
        """Why no table can branch off from one that is watched."""
        return self.house.why_no_branch(self.person, opened.name)

    def branch(self, opened: Opened, last: int) -> None:
        """A new table of the house, with every seat free: the one who opens it chooses first."""
        room = self.house.branch_room(self.person, opened.name, last, self.place)
        self.pop_screen()
        self.notify(f"This is a new table, {room.code}, and its seats are free. {opened.name} stays as it is.")
        self.go_to_table(room.code)

    def after_end(self, what: str, opened: Opened) -> None:
        """What comes after a finished game."""
        if what == "table":
            return
        self.pop_screen()
        if what == "replay":
            self.open_theatre(opened)
        elif what == "again" and not opened.table.setup.campaign:  # a chapter is begun again by its campaign
            self.go_to("new", None)

    def go_to(self, place: str, newest: str | None) -> None:
        """Where the lobby leads."""
        if place == "new":
            from tui.house.opening import OpeningScreen

            self.push_screen(OpeningScreen())
        elif place == "log":
            from tui.house.log import HouseLogScreen

            self.push_screen(HouseLogScreen())
        else:
            super().go_to(place, newest)

    # When something goes wrong

    def tell_mistake(self, error: BaseException) -> None:
        """One sentence; the rest is for the host's log, without anything that could tell hidden cards."""
        from tui.play.report import report, sentence

        LOG.error("the app of %s failed: %s", self.person, report(error, self.settings))
        words = f"{sentence(error)} It is a mistake in Parley, not yours. Come in again: your seat is kept."
        if self.at is not None:
            words = self.at.blame(error) or words
        self.exit(return_code=1, message=words)
