"""The lobby: the tables of the house, who is here, and what they say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.css.query import NoMatches

from engine import registry
from engine.core.errors import ParleyError
from engine.core.kinds import Seat
from tui.house.app import HouseApp
from tui.house.campaign import HouseCampaign, chair_of_player
from tui.house.campaign_forms import new_campaign
from tui.house.house import NO_TABLES_OF_GUESTS, House
from tui.house.keys_page import open_keys
from tui.house.room import Room
from tui.house.sight import JUST_CHANGED
from tui.house.talk import LONGEST
from tui.look.inks import one_line
from tui.screens.asides import told_bindings, told_key
from tui.screens.page import Page
from tui.widgets.dialogs import Choosing, Menu, Typing
from tui.widgets.lines import Block, Lines
from tui.widgets.prompt import Key

HEADS = {"open": "Tables with a free seat", "running": "Tables being played", "finished": "Finished tables"}
NEW, CAMPAIGN = "new", "campaign"
AS_A_GUEST = "As a guest you join tables and watch; when you leave, your seat is free. With a key you open your own."
ABOUT = (
    "Campaigns that you play come first, then tables with a free seat, then those that are played, then finished ones, "
    "which can be watched again. At a table g has all that can be done about seats and spectators; ? tells its keys."
)
REST = 0.25
"""Seconds between two refreshes of the list, however much happens at the tables."""


class LobbyScreen(Page):
    """Where everybody comes in."""

    DEFAULT_CSS = """
    LobbyScreen #rooms { width: 1fr; }
    LobbyScreen #side { width: 40; padding: 0 0 0 1; }
    LobbyScreen.-narrow #side { width: 28; }
    LobbyScreen #here { height: auto; max-height: 30%; margin: 0 0 1 0; }
    LobbyScreen #talk { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Leave", id="leave-house", tooltip="Leave the house; your seats are kept."),
        Binding("escape", "stay", show=False),
        Binding("n", "new", "New table", id="new-table", tooltip="Open a new table."),
        Binding("c", "campaign", "Campaign", id="new-campaign", tooltip="Begin a new campaign with friends."),
        Binding("j", "join", "Join", id="join", tooltip="Go to a table by its code."),
        Binding("t,T", "talk", "Talk", id="talk", tooltip="Say something to all in the lobby."),
        Binding("l", "log", "Log", id="house-log", tooltip="What was won at the tables of the house."),
        Binding("r", "rulebook", "Rulebook", id="rulebook", tooltip="Read the rules."),
        Binding("k", "keys", "Keys", id="my-keys", tooltip="The keys that open the door for you."),
        Binding("s", "settings", "Settings", id="settings", tooltip="Looks, pace and keys."),
        Binding("question_mark", "help", "Help", id="help", tooltip="What the lobby shows, and its keys."),
    ]

    app = getters.app(HouseApp)

    HEADING = "The lobby"
    KEYS = (
        Key("Enter", "go", "pick"),
        Key("n", "new", "new"),
        Key("c", "campaign", "campaign", is_spare=True),
        Key("j", "code", "join"),
        Key("t", "talk", "talk"),
        Key("l", "log", "log"),
        Key("r", "rules", "rulebook"),
        Key("k", "keys", "keys", is_spare=True),
        Key("s", "settings", "settings"),
        Key("?", "help", "help"),
        Key("q", "leave", "leave"),
    )

    def __init__(self) -> None:
        """Nobody has rung yet."""
        super().__init__()
        self._nudges: dict[str, int] = {}
        self._invited: set[str] = set()
        """The tables whose invitations one was told of."""
        self._pointed: Any = None
        """What was pointed at when others changed the list, while one may not have seen the change."""

    @property
    def house(self) -> House:
        """The house that this is the lobby of."""
        return self.app.house

    @property
    def person(self) -> str:
        """Who looks at it."""
        return self.app.person

    def body(self) -> ComposeResult:
        """The tables, and the people."""
        yield Lines(is_list=True, id="rooms")
        with Vertical(id="side"):
            yield Lines(id="here")
            yield Lines(follow=True, id="talk")

    def on_mount(self) -> None:
        """Look round, and go on looking."""
        self.query_one("#rooms", Lines).focus()
        self._nudges = {room.code: room.nudged for room in self.house.rooms.values()}
        self.head(f"Parley: the lobby. You are {self.person}{' (a guest)' if self.app.is_guest else ''}.")
        self.show_all()
        self._tell_of_invitations()
        self.follow()

    def on_screen_resume(self) -> None:
        """Back from a table."""
        self.show_all()

    @work(group="following")
    async def follow(self) -> None:
        """Look anew when something has changed, but not all the time."""
        with self.house.bells.listening() as bell:
            while True:
                await bell.wait()
                over = await self.app.turns.turn()
                bell.clear()
                self._answer_nudges()
                self._tell_of_invitations()
                try:
                    if self.is_current:
                        self.show_all()
                except NoMatches:  # the screen is being taken down
                    return
                finally:
                    self.call_after_refresh(over)
                await asyncio.sleep(REST)

    def _answer_nudges(self) -> None:
        """Somebody rings for one who is elsewhere in the house; at the table itself it is heard there."""
        for room in self.house.rooms.values():
            before, self._nudges[room.code] = self._nudges.get(room.code, room.nudged), room.nudged
            is_meant = set(room.nudged_seats) & set(room.seats_of(self.person)) and not room.here[self.person]
            if room.nudged != before and is_meant:
                self.app.bell()
                self.notify(f"The others at {room.code} wait for you.")

    def _tell_of_invitations(self) -> None:
        """Say once who invites one where, wherever in the house one is; who comes later is told then."""
        inviting = [room for room in self.house.rooms.values() if room.invites(self.person)]
        for room in inviting:
            if room.code not in self._invited:
                self.app.bell()
                self.notify(f"{room.in_charge} invites you to {room.code} ({room.title}).", markup=False, timeout=15)
        self._invited = {room.code for room in inviting}

    # What is shown

    def show_all(self) -> None:
        """Tables, people and talk as they are now."""
        self._show_rooms(self.query_one("#rooms", Lines))
        self.query_one("#here", Lines).write(self._here())
        self.query_one("#talk", Lines).fill([Block(self._said(said.who, said.words)) for said in self.house.talk.said])

    def _show_rooms(self, lines: Lines) -> None:
        """The tables; a key that comes before one can have seen another order takes none but what was pointed at."""
        before, pointed = [block.key for block in lines.blocks], lines.key
        lines.refill(self._rooms())
        if before and before != [block.key for block in lines.blocks]:
            if self.app.sight.is_settled:
                self._pointed = pointed
            self.app.sight.changed()

    def _rooms(self) -> list[Block]:
        new = Text("Open a new table", style=f"bold {self.look.good}")
        new.append("  c begins a campaign", style=f"not bold {self.look.faint}")
        blocks = [Block(new, NEW)]
        if self.app.is_guest:
            blocks = [Block(Text(AS_A_GUEST + self.app.way_back, style=self.look.faint), NEW)]
        blocks += self._campaigns()
        last = ""
        for room in self.house.listed(self.person):
            stands = room.stands_for(self.person)
            head = Text(f"\n{HEADS[stands]}", style=f"bold {self.look.lit}") if stands != last else None
            last = stands
            blocks.append(Block(self._room(room), room.code, head))
        return blocks

    def _campaigns(self) -> Iterator[Block]:
        """The campaigns that one plays; nobody else sees them."""
        for number, campaign in enumerate(self.house.campaigns.listed(self.person)):
            head = Text("\nYour campaigns", style=f"bold {self.look.lit}") if not number else None
            yield Block(self._campaign(campaign), (CAMPAIGN, campaign.id), head)

    def _campaign(self, campaign: HouseCampaign) -> Text:
        """A campaign in three lines: its name, where it stands, who plays."""
        text = one_line("", self.signs)
        text.append(campaign.standing.name, style="bold")
        text.append(f"\n{' ' * 11}{campaign.told_next(self.person)}\n{' ' * 11}")
        for seat, player in campaign.standing.players.items():
            text.append(f"{campaign.book.rules.seat_title(seat)} ", style=self.look.ink)
            text.append(f"{chair_of_player(player).words}  ", style=self.look.faint)
        return text

    def _room(self, room: Room) -> Text:
        """A table in a few lines: what is played, how far it is; who plays, whom it waits for; why it is practice."""
        text = one_line("", self.signs)
        text.append(f"{room.code:<10} ", style="bold")
        text.append(room.title)
        text.append(f", {room.progress_for(self.person)}", style=self.look.faint)
        if self.person in room.asked_people and room.stands == "running":
            text.append("  your move", style=f"bold {self.look.lit}")
        elif self.person in room.people and room.stands != "finished":
            text.append("  your table", style=self.look.people)
        if room.invites(self.person):
            text.append("  invited", style=f"bold {self.look.lit}")
        if room.record.paused:
            text.append("  stopped", style=self.look.faint)
        text.append("\n" + " " * 11)
        for seat in room.table.setup.seats:
            free = seat in room.open_seats
            text.append(f"{room.title_of(seat)} ", style=self.look.ink)
            text.append(
                "free  " if free else f"{room.person_of(seat)}  ", style=self.look.good if free else self.look.faint
            )
        for words in filter(None, (room.choices, room.practice)):
            text.append(f"\n{' ' * 11}{words}", style=self.look.faint)
        return text

    def _here(self) -> Text:
        names = sorted(self.house.here)
        text = Text()
        text.append("Here now\n", style=f"bold {self.look.lit}")
        shown = ", ".join(f"{name} (guest)" if name in self.house.guests else name for name in names[:30])
        text.append(shown + (f" and {len(names) - 30} more" if len(names) > 30 else ""))
        if self.house.welcome:
            text.append(f"\n{self.house.welcome}", style=self.look.faint)
        return text

    def _said(self, who: str, words: str) -> Text:
        text = Text()
        text.append(f"{who}: ", style=f"bold {self.look.people}")
        text.append(words)
        return text

    # What one can do

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go to a table, or open one."""
        if not self.app.sight.is_settled and event.key != self._pointed:
            self.app.sight.ask()
            self.notify(JUST_CHANGED)
        elif event.key == NEW:
            self.action_new()
        elif isinstance(event.key, tuple):
            self._go_to_campaign(event.key[1])
        else:
            self.go_to(event.key)

    def _go_to_campaign(self, wanted: str) -> None:
        self._do(lambda: self.app.open_house_campaign(self.house.campaigns.find(self.person, wanted)))

    def go_to(self, code: str) -> None:
        """Sit down, watch, or see a finished game again."""
        try:
            room = self.house.room(self.person, code, self.app.place)
        except ParleyError as error:
            self.notify(str(error), severity="error", timeout=10)
            return
        if room.stands_for(self.person) == "finished":
            self.app.open_theatre(room.opened)
        elif room.seats_of(self.person) or not room.open_seats:
            self.app.open_room(room)
        else:
            self._choose_seat(room)

    def _choose_seat(self, room: Room) -> None:
        asks = {seat: room.must_ask_for(self.person, seat) for seat in room.open_seats}
        told = {seat: "Ask to sit down" if must_ask else "Sit down" for seat, must_ask in asks.items()}
        blocks = [Block(Text(f"{words} as {room.title_of(seat)}"), seat) for seat, words in told.items()]
        blocks.append(Block(Text("Only watch"), ""))

        def picked(seat: Seat | None) -> None:
            if seat is None:
                return
            if seat and asks[seat]:
                self.app.open_room(room, wish=seat)
            elif not seat or self._do(lambda: room.sit_down(self.person, seat)):
                self.app.open_room(room, fresh=bool(seat) and room.table.number == 1)

        self.app.push_screen(Choosing(f"Table {room.code}", blocks), picked)

    def _do(self, deed: Callable[[], Any]) -> bool:
        try:
            deed()
        except ParleyError as error:
            self.notify(str(error), severity="error")
            return False
        return True

    def action_new(self) -> None:
        """Open a new table; guests are told at once that they cannot."""
        if self.app.is_guest:
            self.notify(NO_TABLES_OF_GUESTS)
        else:
            self.app.go_to("new", None)

    def action_campaign(self) -> None:
        """Begin a new campaign."""
        new_campaign(self.app)

    def action_log(self) -> None:
        """What was won at the tables of the house."""
        self.app.go_to("log", None)

    def action_join(self) -> None:
        """Go to a table by its code."""

        def typed(code: str | None) -> None:
            if code:
                self.go_to(code)

        self.app.push_screen(Typing("The code of the table, such as maple-7", longest=40), typed)

    def action_talk(self) -> None:
        """Say something to all in the lobby."""

        def typed(words: str | None) -> None:
            if words:
                self._do(lambda: self.house.say(self.person, words))

        self.app.push_screen(Typing("Say to all in the lobby", longest=LONGEST), typed)

    def action_rulebook(self) -> None:
        """Read the rules of a game."""
        self.app.open_rulebook(registry.game_ids()[0])

    def action_keys(self) -> None:
        """The keys that open the door under one's name."""
        open_keys(self.app)

    def action_settings(self) -> None:
        """Looks, pace and keys."""
        self.app.go_to("settings", None)

    def action_help(self) -> None:
        """What the lobby shows, and its keys, which can be picked."""
        head = Block(Text(f"{ABOUT}\n"))
        go = Block(told_key("Enter", "go to the table that is pointed at: sit down, watch, or see it again", self.look))
        self.app.push_screen(Menu("The lobby", [head, go, *told_bindings(self.BINDINGS, self.look)]), self._do_picked)

    async def _do_picked(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    def action_stay(self) -> None:
        """There is nothing to go back to; nobody is shown out for pressing Escape once too often."""
        self.query_one("#rooms", Lines).focus()

    def action_leave(self) -> None:
        """Leave the house."""
        self.app.leave()
