"""A new table of the house: the form of a new game, and who sits where, who may come, and how long a move may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from rich.text import Text
from textual import getters

from engine.bots.levels import LEVELS
from engine.core.errors import ParleyError
from engine.core.kinds import Seat
from tui.games import showing
from tui.house.app import HouseApp
from tui.house.house import Wish
from tui.house.record import Access, Chair
from tui.play.draft import Draft
from tui.screens.new_game import Line, NewGameScreen, titled

T = TypeVar("T")

CHAIRS = {
    "": "nobody",
    "mine": "you",
    "open": "free for anybody",
    **{level: f"the {level} bot" for level in LEVELS},
}
"""Who may sit on a seat; without anybody it takes no part."""

ACCESS: dict[Access, str] = {
    "public": "for everybody in the house",
    "code": "for people with its code",
    "invited": "for whom you invite",
}
CLOCKS = {0: "none", 60: "1 minute", 300: "5 minutes", 900: "15 minutes", 86_400: "1 day"}
DELAYS = {0: "none", 60: "1 minute", 300: "5 minutes"}
WORDS = {
    "seat": "Enter changes who sits there. The game begins when no seat is free any more.",
    "access": "Who sees the table in the list and may come in.",
    "clock": "How long a move may take. When the time is up, a bot makes that one move.",
    "delay": "Spectators see what an outsider may see, this much later.",
}


class OpeningScreen(NewGameScreen):
    """The form of a new table."""

    app = getters.app(HouseApp)

    HEADING = "A new table"

    def __init__(self) -> None:
        """One seat for the player, one for a friend."""
        super().__init__()
        self.chairs: dict[str, str] = {}
        self.access: Access = "public"
        self.clock = 0
        self.delay = 0

    def choose_game(self, name: str) -> None:
        """Begin the form anew for a game."""
        rules = next(rules for rules in self._games if rules.id == name)
        seats = Draft.of(rules).setup.seats
        self.chairs = {seat: "mine" if seat == seats[0] else "open" for seat in seats}
        super().choose_game(name)

    def _seat_line(self, draft: Draft, seat: Seat) -> Line:
        """Who sits there."""
        return ("seat", seat), f"{draft.rules.seat_title(seat)}: {CHAIRS[self.chairs.get(seat, '')]}", ""

    def _more_groups(self, draft: Draft) -> Iterator[tuple[str, list[Line]]]:
        yield (
            "The table",
            [
                (("access", ""), f"Open {ACCESS[self.access]}", ""),
                (("clock", ""), f"Clock: {CLOCKS[self.clock]}", ""),
                (("delay", ""), f"Spectators' delay: {DELAYS[self.delay]}", ""),
            ],
        )

    def _told(self, draft: Draft, what: str, name: str) -> Text:
        if what == "seat":
            strengths = showing(draft.rules.id).strengths(name)
            return titled(draft.rules.seat_title(name), "\n\n".join(filter(None, (strengths, WORDS["seat"]))))
        if what in WORDS:
            return titled({"access": "Who may come", "clock": "Clock", "delay": "Delay"}[what], WORDS[what])
        return super()._told(draft, what, name)

    def _change(self, draft: Draft, what: str, name: str, by: int = 1) -> None:
        if what == "seat":
            self.chairs[name] = _next(CHAIRS, self.chairs.get(name, ""), by)
            draft.seat(seat for seat, chair in self.chairs.items() if chair)
        elif what == "access":
            self.access = _next(ACCESS, self.access)
        elif what == "clock":
            self.clock = _next(CLOCKS, self.clock)
        elif what == "delay":
            self.delay = _next(DELAYS, self.delay)
        if what in WORDS:
            self._fill()
            self._explain()
        else:
            super()._change(draft, what, name, by)
            self._follow(draft)

    def _follow(self, draft: Draft) -> None:
        """Chairs for the seats that a scenario brought, and none for those that it took away."""
        seats = draft.setup.seats
        if seats != tuple(seat for seat in draft.rules.seat_names if self.chairs.get(seat)):
            self.chairs = {seat: self.chairs.get(seat) or "open" for seat in seats}
            self._fill()

    def action_begin(self) -> None:
        """Open the table, unless the rules or the house refuse it."""
        draft = self.draft
        if draft is None:
            return
        house, person = self.app.house, self.app.person
        try:
            setup = draft.setup
            chairs = {seat: _chair(self.chairs[seat], person) for seat in setup.seats}
            room = house.open_room(person, Wish(setup, chairs, self.access, self.clock, self.delay), self.app.place)
        except ParleyError as error:
            self.notify(str(error), severity="error")
            return
        self.app.pop_screen()
        self.app.open_room(room, fresh=True)


def _chair(what: str, person: str) -> Chair:
    if what == "mine":
        return Chair("person", person)
    return Chair() if what == "open" else Chair("bot", what)


def _next(choices: Mapping[T, str], now: T, by: int = 1) -> T:
    names = list(choices)
    return names[(names.index(now) + by) % len(names)]
