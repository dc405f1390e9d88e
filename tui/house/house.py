"""The house: all its rooms, the lobby, and who is here. It outlives every connection, and its journals outlive it."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import shutil
import time
from collections import Counter
from collections.abc import Sequence
from contextvars import Context
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine import registry
from engine.core.errors import ParleyError, Refused, SaveError
from engine.core.kinds import NOBODY, Seat, Setup
from engine.store.files import SUFFIX as JOURNAL
from engine.store.files import FileJournal
from engine.store.log import FILE as LOG_FILE
from engine.store.log import Log
from tui.console import clean
from tui.house.bells import Bells
from tui.house.campaigns import HouseCampaigns
from tui.house.charge import later
from tui.house.hosting import Hosting
from tui.house.limits import neighbourhood
from tui.house.people import People
from tui.house.record import LONGEST_CLOCK, LONGEST_DELAY, OPEN, SUFFIX, Access, Chair, RoomRecord, read_record
from tui.house.room import Room
from tui.house.rounds import Rounds
from tui.house.talk import Pace, Talk
from tui.play.opened import Opened, readable
from tui.play.saves import begin_in, branch, note_result, open_save
from tui.play.thinking import Thinkers

if TYPE_CHECKING:
    from tui.house.app import HouseApp
    from tui.house.visitor import Visitor

LOG = logging.getLogger("parley.house")

MOST_ROOMS = 8
"""Nobody owns more unfinished tables than this."""

GUESSES = 10
"""Codes that there are not, which may be tried from one address in a minute."""

OPENINGS = 20
"""Tables that somebody may open in an hour, however many of them they put away."""

FROM_ONE_PLACE = 40
"""Unfinished tables that were opened from one address, by however many names, and those of an hour."""

MOST_IN_ALL = 500

LEAST_FREE = 100_000_000
"""Bytes of the disk that are kept for tables which are played already: journals of tables that were put away stay."""

FINISHED = 30
"""How many finished tables are listed, the last ones first."""

NO_TABLES_OF_GUESTS = "Guests can join tables, but not open one; come with a key for that."

_NAMES = (
    "acorn alder amber aspen badger basil beacon birch bramble brook cedar cherry clover copper coral "
    "crane daisy ember fern finch flint gander garnet ginger hazel heron hickory holly indigo iris ivory "
    "jasmine juniper kestrel lantern larch laurel lemon linden lotus maple marble meadow mint moss myrtle "
    "nettle oak olive onyx opal orchid otter pebble pepper pine plover poppy quail quartz raven reed "
    "robin rowan saffron sage sorrel sparrow spruce teal thistle timber topaz tulip umber velvet violet "
    "walnut willow wren yarrow"
)
_WORDS = _NAMES.split()
"""Tables are named after these, and a number."""

HIDDEN = 4
"""Digits of the number of a table that is found by its code alone."""


class Wish(msgspec.Struct, frozen=True):
    """What somebody wants for a new table."""

    setup: Setup
    chairs: dict[Seat, Chair]
    access: Access = "public"
    clock: int = 0
    delay: int = 0


class House:
    """Rooms, lobby and people of one data folder."""

    def __init__(self, folder: Path, *, welcome: str = "", from_one_place: int = FROM_ONE_PLACE) -> None:
        """Open the house: every unfinished table goes on from its journal."""
        self.folder = folder
        self.welcome = welcome
        self.rooms: dict[str, Room] = {}
        self.problems: dict[str, str] = {}
        """Tables that cannot be opened, and why."""
        self.talk = Talk()
        self.here: Counter[str] = Counter()
        """Who is in the house, and on how many screens."""
        self.guests: set[str] = set()
        """Those who came without a key; some of them have lost their line a moment ago."""
        self._kept: dict[str, asyncio.TimerHandle] = {}
        self.bells = Bells()
        self.rounds = Rounds()
        self.thinkers = Thinkers()
        self.people = People(folder)
        self._guesses = Pace(GUESSES, 60.0)
        """Codes are short; nobody finds one by trying them all."""
        self._openings = Pace(OPENINGS, 3600.0)
        self._from_one_place = from_one_place
        self._openings_there = Pace(from_one_place, 3600.0)
        self.host = Hosting(self)
        self.closing = ""
        """What everybody is told while the house closes."""
        # Journals know all hidden cards, and the data folder may be one that others can look into.
        self.tables_folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.campaigns = HouseCampaigns(self)
        self._reopen_all()
        self.campaigns.open_all()

    @property
    def tables_folder(self) -> Path:
        """Where journals and records lie."""
        return self.folder / "tables"

    @property
    def _away(self) -> Path:
        """Where those lie that were put away."""
        return self.tables_folder / "ended"

    @property
    def book(self) -> Log:
        """The scenario log of the house."""
        return Log(self.folder / LOG_FILE, wait=0.0)

    def _reopen_all(self) -> None:
        """Every table that is not finished, and the last ones that are: the others stay on disk."""
        records = [(path, self._record(path)) for path in self.tables_folder.glob(f"*{SUFFIX}")]
        known = [(path, record) for path, record in records if record is not None]
        known.sort(key=lambda each: each[1].ended or math.inf, reverse=True)
        going = sum(not record.ended for _, record in known)
        for path, record in known[: going + FINISHED]:
            self._reopen(path, record)

    def _record(self, path: Path) -> RoomRecord | None:
        try:
            return read_record(path)
        except ParleyError as error:
            self._cannot_open(path, error)
        return None

    def _reopen(self, path: Path, record: RoomRecord) -> None:
        try:
            opened = open_save(path.with_suffix(JOURNAL), writing=not record.ended)
            with readable(path.name):
                if set(record.chairs) != set(opened.table.setup.seats):
                    raise SaveError(f"{path.name} is about other seats than its journal.")
                room = self._furnished(record, opened)
                described(room)
        except (ParleyError, OSError) as error:
            self._cannot_open(path, error)
            return
        self.rooms[record.code] = room

    def _furnished(self, record: RoomRecord, opened: Opened) -> Room:
        """A room; if its journal is lost while it is open, its record goes where the journal goes."""
        room = Room(record, opened, self.thinkers, self._room_changed)
        before = room.path

        def tell(words: str) -> None:
            LOG.warning("the table %s: %s", room.code, words)
            room.follow_journal(before)

        opened.tell = tell
        return room

    def _cannot_open(self, path: Path, error: Exception) -> None:
        self.problems[path.stem] = clean(str(error))
        LOG.warning("the table %s cannot be opened: %s", clean(path.stem), clean(str(error)))

    def start(self) -> None:
        """Let bots and clocks run; called once the loop does."""
        _load_screens()
        for room in self.rooms.values():
            if room.stands != "finished":
                self._free_guests(room)
            room.start()
            self._note_when_seen(room)

    def _free_guests(self, room: Room) -> None:
        """Guests who sat here when the house fell down own nothing: the next of that name is somebody else."""
        for name in (*room.people, *room.givers):
            if self.people.owner(name) is None:
                room.free(name)

    # Rooms

    def open_room(self, name: str, wish: Wish, place: str = "") -> Room:
        """A new table, for somebody who comes from some place."""
        place = neighbourhood(place)
        self._check_owner(name, place)
        if not 0 <= wish.clock <= LONGEST_CLOCK or not 0 <= wish.delay <= LONGEST_DELAY:
            raise Refused("That is too long a time.")
        rules = registry.game(wish.setup.game)
        rules.check(wish.setup)
        code = self._fresh_code(wish.access)
        opened = begin_in(FileJournal.create(self._journal(code)), rules, wish.setup)
        record = RoomRecord(code, name, dict(wish.chairs), time.time(), place=place, access=wish.access)
        record.clock, record.delay = wish.clock, wish.delay
        return self._begin(record, opened)

    def why_no_branch(self, name: str, code: str) -> str:
        """Why somebody cannot go on from a move of a table at a new one; empty if they can."""
        if name in self.guests:
            return NO_TABLES_OF_GUESTS
        room = self.rooms.get(code)
        if room is None:
            return "That table is not listed here any more, so nobody can go on from it."
        if room.stands_for(name) != "finished":  # one could choose any seat there, and see its hand
            return "The table is still played; once its game is over, one can go on from any of its moves."
        return ""

    def branch_room(self, name: str, code: str, last: int, place: str = "") -> Room:
        """A new table that goes on after a move of a finished one, for the same people; every seat is free."""
        source = self.room(name, code)
        if why := self.why_no_branch(name, code):
            raise Refused(why)
        place = neighbourhood(place)
        self._check_owner(name, place)
        fresh = self._fresh_code(source.record.access)
        opened = branch(source.opened, last, self._journal(fresh))
        record = RoomRecord(
            fresh,
            name,
            dict.fromkeys(source.record.chairs, OPEN),
            time.time(),
            place=place,
            access=source.record.access,
            invited=list(dict.fromkeys([*source.record.invited, source.record.owner, *source.people])),
            delay=source.record.delay,
            begun=False,
            clock=source.record.clock,
        )
        return self._begin(record, opened)

    def _check_owner(self, name: str, place: str) -> None:
        """Refuse somebody who cannot have one more table; names are cheap, so an address cannot have any number."""
        if name in self.guests:
            raise Refused(NO_TABLES_OF_GUESTS)
        going = [room for room in self.rooms.values() if room.stands != "finished"]
        if sum(room.record.owner == name for room in going) >= MOST_ROOMS:
            raise Refused(f"You have {MOST_ROOMS} tables that are not finished; end one of them first.")
        if place and sum(room.record.place == place for room in going) >= self._from_one_place:
            raise Refused("Too many tables that are not finished were opened from your address; end one of them first.")
        if len(going) >= MOST_IN_ALL:
            raise Refused("The house is full of tables.")
        self.check_pace(name, place)

    def check_pace(self, name: str, place: str) -> None:
        """Refuse somebody who opens too much in an hour, and everybody when the disk is nearly full."""
        if shutil.disk_usage(self.tables_folder).free < LEAST_FREE:
            raise Refused("The disk of the house is nearly full, so no new table can be opened; tell the host.")
        place = neighbourhood(place)
        self._openings_there.refuse_hasty(place)
        self._openings.check(name)
        if place:
            self._openings_there.check(place)

    def limit_places(self, most: int) -> None:
        """Set the limit of unfinished tables per address."""
        if most != self._from_one_place:
            self._from_one_place, self._openings_there = most, Pace(most, 3600.0)

    def _begin(self, record: RoomRecord, opened: Opened) -> Room:
        room = self._furnished(record, opened)
        self.rooms[record.code] = room
        room.keep()
        room.start()
        return room

    def claim_table(self, name: str, place: str) -> Path:
        """Where the journal of a new table goes that somebody may open for those whom they invite."""
        self._check_owner(name, neighbourhood(place))
        return self._journal(self._fresh_code("invited"))

    def begin_room(self, record: RoomRecord, opened: Opened) -> Room:
        """A room for a table that was laid out just now."""
        record.place = neighbourhood(record.place)
        return self._begin(record, opened)

    def restore_room(self, record: RoomRecord, opened: Opened) -> None:
        """A room for a table whose record was lost; it goes on when the house starts."""
        room = self.rooms[record.code] = self._furnished(record, opened)
        room.keep()

    def _journal(self, code: str) -> Path:
        return self.tables_folder / f"{code}{JOURNAL}"

    def _fresh_code(self, access: Access) -> str:
        """A word and a number that no table has had; a long one where it is all that one needs to come in."""
        for digits in range(HIDDEN if access == "code" else 1, HIDDEN + 1):
            for _ in range(20):
                code = f"{secrets.choice(_WORDS)}-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
                if not any(path.exists() for path in (self._journal(code), self._away / f"{code}{JOURNAL}")):
                    return code
        raise Refused("The house has no name left for another table.")

    def room(self, name: str, code: str, place: str = "") -> Room:
        """A table by its code, for somebody who may see it; the place is where they come from."""
        code = code.strip().lower()
        room = self.rooms.get(code)
        if room is not None and room.is_listed_for(name):
            return room
        # Names are cheap, so guesses are counted by where they come from; who guessed too much finds nothing at all.
        who = neighbourhood(place) if place else name
        self._guesses.refuse_hasty(who)
        if room is None or room.why_not(name):
            self._guesses.check(who)
            # A person who is not invited does not even learn that it exists.
            raise Refused(f'There is no table "{code[:30]}" here that you could join.')
        return room

    def end_room(self, name: str, code: str) -> None:
        """Put an unfinished table away for good: nobody plays it any more; its journal stays."""
        room = self.room(name, code)
        room.check_owner(name)
        self.put_away(room, name)

    def put_away(self, room: Room, by: str) -> None:
        """End a table, whose ever it is: everybody there is told; its files stay."""
        self.campaigns.note_put_away(room)
        room.put_away(by)
        room.close()
        del self.rooms[room.code]
        try:
            self._away.mkdir(exist_ok=True)
            for path in (room.path, room.opened.path):
                path.replace(self._away / path.name)
        except OSError as error:
            LOG.warning("the table %s cannot be moved away: %s", room.code, error.strerror)
        self.bells.ring()

    def listed(self, name: str) -> list[Room]:
        """The tables that somebody sees: their own first, then open, running and the last finished ones."""
        seen = [room for room in self.rooms.values() if room.is_listed_for(name)]
        order = {"open": 0, "running": 1, "finished": 2}
        stands = {room.code: room.stands_for(name) for room in seen}
        seen.sort(key=lambda room: (order[stands[room.code]], name not in room.people, -room.record.opened))
        finished = [room for room in seen if stands[room.code] == "finished"]
        return [room for room in seen if stands[room.code] != "finished"] + finished[:FINISHED]

    def _room_changed(self, room: Room) -> None:
        if room.stands == "finished" and not room.record.ended:
            room.end()
            is_sealed = room.table.rules.is_sealed(room.table.setup.scenario)
            if self.campaigns.note_end(room) or is_sealed:  # what a campaign holds is for its members alone
                room.record.is_logged = True
                room.keep()
            self._note_when_seen(room)
            self._forget_finished()
        self.bells.ring()

    def _note_when_seen(self, room: Room) -> None:
        """Write how a table ended into the log of the house, which everybody reads, once spectators have seen it."""
        if room.record.is_logged or self.closing or self.rooms.get(room.code) is not room:
            return
        if room.stands_for(NOBODY) != "finished":
            later(room.delay.left() + 0.1, self._note_when_seen, room)
            return
        room.record.is_logged = True
        if notice := note_result(room.opened, self.book, room.record.chairs):
            LOG.warning("%s", notice)
        room.keep()
        self.bells.ring()

    def _forget_finished(self) -> None:
        """Let go of the finished tables that are listed no more; they stay on disk."""
        left = [room for room in self.rooms.values() if room.record.ended and room.record.is_logged and not room.here]
        for room in sorted(left, key=lambda room: room.record.ended, reverse=True)[FINISHED:]:
            room.close()
            del self.rooms[room.code]

    # People

    def enter(self, name: str, *, is_guest: bool = False) -> None:
        """Somebody has come in."""
        self.here[name] += 1
        if is_guest:
            self.guests.add(name)
            self._let_go_of(name)
        else:
            self._forget_guest(name)  # whose screen is still being taken down
            self._follow_rename(name)
        self.bells.ring_soon()

    def _forget_guest(self, name: str) -> None:
        """Guests take nothing with them and leave nothing behind."""
        self._let_go_of(name)
        if name in self.guests:
            self.guests.discard(name)
            for room in self.rooms.values():
                if room.stands != "finished":
                    room.free(name)

    def _keep_guest(self, name: str) -> None:
        from tui.house.app import KEPT_FOR_GUEST

        self._let_go_of(name)
        loop = asyncio.get_running_loop()
        self._kept[name] = loop.call_later(KEPT_FOR_GUEST, self._forget_guest, name, context=Context())

    def forget_guest(self, name: str) -> None:
        """Keep nothing for a guest who was shown out."""
        self._forget_guest(name)

    def _let_go_of(self, name: str) -> None:
        if timer := self._kept.pop(name, None):
            timer.cancel()

    def holds_guest(self, name: str) -> bool:
        """Whether a name is kept for a guest, who is here or whose line broke a moment ago."""
        return name in self.guests

    def _follow_rename(self, name: str) -> None:
        """Somebody whom the host gave another name keeps their seats, tables and settings."""
        try:
            person = self.people.owner(name)
        except ParleyError as error:  # people who are in already play on
            LOG.warning("the people of the house cannot be read: %s", error)
            return
        former = set(person.former) if person else set()
        if not former:
            return
        for room in self.rooms.values():
            room.rename(former, name)
        self.campaigns.follow_rename(former, name)
        kept = self.settings_of(name)
        for old in map(self.settings_of, sorted(former)):
            if old.exists() and not kept.exists():
                old.rename(kept)

    def settings_of(self, name: str) -> Path:
        """Where somebody's settings are kept."""
        return self.folder / "settings" / f"{name}.json"

    def leave(self, name: str, *, is_broken: bool = False) -> None:
        """A screen was closed; a guest whose line broke has some minutes to come back."""
        self.here[name] -= 1
        if self.here[name] <= 0:
            del self.here[name]
            if is_broken and name in self.guests and not self.closing:
                self._keep_guest(name)
            else:
                self._forget_guest(name)
        self.bells.ring_soon()

    def say(self, name: str, words: str) -> None:
        """Say something to all in the lobby."""
        self.talk.say(name, words)
        self.bells.ring()

    # The door

    def app(self, visitor: Visitor, errand: str) -> HouseApp:
        """An app for one connection."""
        from tui.house.app import HouseApp

        return HouseApp(
            self,
            visitor.name,
            is_guest=visitor.is_guest,
            errand=errand,
            place=visitor.address,
            key=visitor.fingerprint,
            code=visitor.code,
        )

    def tables(self, visitor: Visitor) -> str:
        """The list of tables as plain text."""
        self._follow_rename(visitor.name)
        return listing(self.listed(visitor.name), visitor.name)

    def has_table(self, visitor: Visitor, code: str) -> str:
        """Why somebody cannot go to a table; empty if they can."""
        self._follow_rename(visitor.name)
        try:
            self.room(visitor.name, code, visitor.address)
        except Refused as refusal:
            return str(refusal)
        return ""

    async def close(self, words: str) -> None:
        """The house closes: everybody is told; every table is in its journal."""
        self.closing = words
        for name in list(self._kept):
            self._let_go_of(name)
        self.bells.ring()
        for room in self.rooms.values():
            room.bells.ring()
            room.close()
        self.campaigns.close()
        self.thinkers.close()


def _load_screens() -> None:
    """Load what every visitor needs before the first of them comes: everybody who is here waits for that."""
    from tui.house import app, campaign_page, opening, table  # noqa: F401


def listing(rooms: Sequence[Room], name: str = NOBODY) -> str:
    """Tables as plain text, a line each, as far as somebody may know it."""
    if not rooms:
        return "No table is open. Open one from the lobby."
    return clean("\n".join(f"{room.code:<12} {room.stands_for(name):<9} {described(room, name)}" for room in rooms))


def described(room: Room, name: str = NOBODY) -> str:
    """A table in a line: what is played, how far it is, and by whom."""
    seats = ", ".join(f"{room.title_of(seat)} {room.person_of(seat)}" for seat in room.table.setup.seats)
    extras = "".join(f"; {words}" for words in (room.choices, room.practice) if words)
    return f"{room.title}, {room.progress_for(name)}: {seats}{extras}"
