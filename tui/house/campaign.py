"""A campaign of the house and those who play it: who is there, what each has read, and who decides.

All that counts is in the ledger. Beside it lies a small record: who has read which page while others still read, and
which pages were passed while somebody was away.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.core.campaign.content import CampaignChoice, CampaignPage
from engine.core.campaign.standing import CampaignStanding, MakeChoice, PlayChapter, ReadPages, ResumeAttempt
from engine.core.errors import Refused, SaveError
from engine.core.grammar import joined
from engine.core.journal import UNREADABLE
from engine.core.kinds import BOT, Seat
from engine.store.whole import PRIVATE, open_regular, write_whole
from tui.house.bells import Bells
from tui.house.record import SUFFIX
from tui.house.talk import Pace, plain
from tui.play.campaign_story import story_so_far, told_todo
from tui.play.campaigns import OpenCampaign, chair_for
from tui.play.chairs import Chair

LOG = logging.getLogger("parley.house")

STAND_IN = "normal"
"""The level of the bot that plays for a member who is away, unless another is chosen."""

LONGEST_NOTE = 500
"""Letters of a note."""


def chair_of_player(player: str) -> Chair:
    """The chair of a player of a ledger of the house, where everybody who is no bot has a name."""
    return chair_for(player) if player.startswith(BOT) else Chair("person", player)


class CampaignRecord(msgspec.Struct):
    """What is known of a campaign besides its ledger; kept in a file beside it."""

    owner: str = ""
    """Who began it."""
    place: str = ""
    """Where it was begun from."""
    read: dict[str, list[str]] = {}
    """Who has read a page that others still read."""
    missed: dict[str, list[str]] = {}
    """The pages that were passed while somebody was away."""
    choice: str = ""
    """The choice that the wishes are about."""
    wishes: dict[str, str] = {}
    """What members would choose."""


def read_campaign_record(path: Path) -> CampaignRecord:
    """The record of a campaign; a new one if it is missing or damaged, because all that counts is in the ledger."""
    try:
        with os.fdopen(open_regular(path, os.O_RDONLY, "read"), "rb") as file:
            return msgspec.json.decode(file.read(), type=CampaignRecord)
    except FileNotFoundError:
        return CampaignRecord()
    except (OSError, SaveError, *UNREADABLE) as error:
        LOG.warning("the record of the campaign %s cannot be read: %s", path.stem, error)
        return CampaignRecord()


class HouseCampaign:
    """An open campaign, as those who play it have it between chapters."""

    def __init__(
        self, book: OpenCampaign, record: CampaignRecord | None = None, on_change: Callable[[], None] = lambda: None
    ) -> None:
        """Open it; `on_change` is told of everything that the lobby shows."""
        self.book = book
        self.record = record or read_campaign_record(self.record_path)
        self.here: Counter[str] = Counter()
        """Who has it on a screen."""
        self.bells = Bells()
        self.is_gone = False
        """Whether it was put away."""
        self._seen: dict[str, str] = {}
        """Which choice each member has had on the screen."""
        self.record.read = {page: names for page, names in self.record.read.items() if page in self._to_read}
        self._notes = Pace()
        self._on_change = on_change

    # What it is

    @property
    def id(self) -> str:
        """By which it is found."""
        return self.book.ledger.header.id

    @property
    def record_path(self) -> Path:
        """Where the record is kept."""
        return self.book.path.with_suffix(SUFFIX)

    @property
    def standing(self) -> CampaignStanding:
        """Where it stands."""
        return self.book.standing

    @property
    def members(self) -> tuple[str, ...]:
        """Whose campaign it is: the people among its players."""
        people = (player for player in self.standing.players.values() if not player.startswith(BOT))
        return tuple(dict.fromkeys(people))

    @property
    def owner(self) -> str:
        """The member who began it; if they play no longer, the first who does."""
        return self.record.owner if self.record.owner in self.members else next(iter(self.members), "")

    @property
    def present(self) -> tuple[str, ...]:
        """The members who have it on a screen."""
        return tuple(name for name in self.members if self.here[name])

    @property
    def in_charge(self) -> str:
        """Who decides: the owner, or while they are away the first member who is here."""
        owner = self.owner
        return owner if self.here[owner] or not self.present else self.present[0]

    def check_member(self, name: str) -> None:
        """Refuse everybody who does not play it; they do not even learn that it exists."""
        if name not in self.members or self.is_gone:
            raise Refused("There is no such campaign here.")

    def _must_lead(self, name: str) -> None:
        self.check_member(name)
        if name != self.in_charge:
            raise Refused(f"{self.in_charge} decides for all who are here.")

    # Coming and going

    def enter(self, name: str) -> None:
        """A member opens it on a screen."""
        self.check_member(name)
        self.here[name] += 1
        self._pass_pages()  # the house may have fallen down when the last page was read
        self.changed()

    def leave(self, name: str) -> None:
        """A screen is closed; nobody waits for that member any more."""
        self.here[name] -= 1
        if self.here[name] <= 0:
            del self.here[name]
            self._seen.pop(name, None)
        if not self.is_gone:
            self._pass_pages()
            self.changed()

    # Pages

    def may_read(self, name: str, page: CampaignPage) -> bool:
        """Whether a page is for somebody: an envelope is for the player of its seat alone."""
        return name in self.members and (not page.seat or self.standing.players.get(page.seat) == name)

    @property
    def _to_read(self) -> tuple[str, ...]:
        """The pages that have to be read before the campaign goes on."""
        todo = self.standing.todo
        return todo.pages if isinstance(todo, ReadPages) else ()

    def unread(self, name: str) -> list[CampaignPage]:
        """What somebody has to read: the pages that they missed, then those that all read now."""
        now = [page for page in self._to_read if name not in self.record.read.get(page, ())]
        opened = self.standing.run.pages
        missed = [page for page in self.record.missed.get(name, ()) if page in opened and page not in now]
        by_id = self.book.campaign.page_by_id
        found = [by_id[page] for page in (*missed, *now) if page in by_id]
        return [page for page in found if self.may_read(name, page)]

    def pages(self, name: str) -> list[CampaignPage]:
        """All open pages that somebody may read, in the order in which they opened."""
        waiting = {page.id for page in self.unread(name)}
        opened = self.standing.pages(self.book.campaign)
        return [page for page in opened if self.may_read(name, page) and page.id not in waiting]

    def read(self, name: str, page: str) -> None:
        """Note that a member has read a page; when all who are here have, the campaign goes on."""
        self.check_member(name)
        if page not in {each.id for each in self.unread(name)}:
            return
        missed = self.record.missed.get(name, [])
        if page in missed:
            missed.remove(page)
        if page in self._to_read:
            self.record.read.setdefault(page, []).append(name)
        self.keep()
        self._pass_pages()
        self.changed()

    @property
    def readers(self) -> tuple[str, ...]:
        """The members whom the others wait for: they are here, and have not read all pages."""
        return tuple(name for name in self.present if self._reads_now(name))

    def _reads_now(self, name: str) -> bool:
        return any(page.id in self._to_read for page in self.unread(name))

    def pass_pages(self, name: str) -> None:
        """Do not wait for those who still read: they find the pages when they want them."""
        self._must_lead(name)
        if self._reads_now(name):
            raise Refused("Read the pages yourself first.")
        self._pass_pages(is_waiting=False)
        self.changed()

    def _pass_pages(self, *, is_waiting: bool = True) -> None:
        """Write down that pages were read, once nobody who is here still reads them."""
        while (pages := self._to_read) and self.present:
            if is_waiting and self.readers:
                return
            is_waiting = True
            for name in self.members:
                late = [page.id for page in self.unread(name)]
                self.record.missed.pop(name, None)
                if late:
                    self.record.missed[name] = late
            self.keep()  # before the ledger: nobody's envelope is lost when the house falls down in between
            self.book.read(pages)
            self.record.read = {}
            self.keep()

    def told_next(self, name: str) -> str:
        """What comes next for a member, in a few words: even the title of another's envelope is not for them."""
        if unread := self.unread(name):
            return f"read {unread[0].title}" + (f" and {len(unread) - 1} more" if len(unread) > 1 else "")
        return "the others still read" if self._to_read else told_todo(self.book.campaign, self.standing)

    def story(self, name: str) -> list[str]:
        """What has happened so far, for a member."""
        told = story_so_far(self.book.campaign, self.standing)
        return [*told[:-1], f"Next: {self.told_next(name)}."] if self._to_read else told

    # Choices

    @property
    def choice(self) -> CampaignChoice | None:
        """What is to be decided now."""
        todo = self.standing.todo
        node = self.book.campaign.nodes[todo.choice] if isinstance(todo, MakeChoice) else None
        return node if isinstance(node, CampaignChoice) else None

    @property
    def wishes(self) -> dict[str, str]:
        """What members who are here would choose."""
        if self.choice is None or self.record.choice != self.choice.id:
            return {}
        return {name: option for name, option in self.record.wishes.items() if name in self.present}

    def note_seen(self, name: str) -> None:
        """A member has the choice on the screen."""
        if self.choice and self._seen.get(name) != self.choice.id:
            self._seen[name] = self.choice.id
            self.bells.ring()

    def wish(self, name: str, option: str) -> None:
        """Say what one would choose, before the member in charge does."""
        self.check_member(name)
        choice = self.choice
        if choice is None or choice.option(option) is None:
            raise Refused("There is nothing of the kind to choose now.")
        if self.record.choice != choice.id:
            self.record.choice, self.record.wishes = choice.id, {}
        self.record.wishes[name] = option
        self.keep()
        self.changed()

    def choose(self, name: str, choice: str, option: str) -> None:
        """Decide for all who are here, once they have seen what is to be decided."""
        self._must_lead(name)
        if self.choice is None or self.choice.id != choice:
            raise Refused("That was decided meanwhile.")
        if late := [each for each in self.present if each != name and self._seen.get(each) != choice]:
            raise Refused(f"{joined(late)} {'have' if len(late) > 1 else 'has'} not seen yet what is to be decided.")
        self.book.choose(option)
        self.changed()

    # Who plays

    def chairs(self, in_house: Mapping[str, int]) -> dict[Seat, Chair]:
        """Who would sit where now: a bot plays for a member who is not in the house."""
        return {seat: self._chair(player, in_house) for seat, player in self.standing.players.items()}

    def _chair(self, player: str, in_house: Mapping[str, int]) -> Chair:
        is_here = player.startswith(BOT) or in_house.get(player)
        return chair_of_player(player) if is_here else Chair("bot", STAND_IN, player)

    def check_chairs(self, name: str, chairs: Mapping[Seat, Chair]) -> None:
        """Refuse a chapter that somebody cannot begin so: seats go to their players, to bots and to those present."""
        self._must_lead(name)
        if not isinstance(self.standing.todo, PlayChapter):
            raise Refused("There is no chapter to begin now.")
        players = self.standing.players
        if list(chairs) != list(players):
            raise Refused("Who plays has changed meanwhile; look again.")
        for seat, chair in chairs.items():
            if chair.kind == "person" and chair.name not in (players[seat], *self.present):
                raise Refused(f"{chair.name} is not here.")
            if chair.kind == "open" or (chair.giver and chair.giver != players[seat]):
                raise Refused(f"{self.book.rules.seat_title(seat)} needs a player.")

    def change_players(self, name: str, chairs: Mapping[Seat, Chair]) -> None:
        """Let others play from the next chapter on."""
        self._must_lead(name)
        if isinstance(self.standing.todo, ResumeAttempt):
            raise Refused("A chapter is being played; who plays the campaign changes between two chapters.")
        if not any(chair.kind == "person" for chair in chairs.values()):
            raise Refused("Somebody has to play it; if nobody wants to, put the campaign away.")
        self.book.change_players(chairs)
        self._pass_pages()
        self.changed()

    def resign(self, name: str) -> None:
        """Play no longer: a bot has the seat from the next chapter on."""
        self.check_member(name)
        if self.members == (name,):
            raise Refused("Nobody else plays it; put the campaign away instead.")
        bot = Chair("bot", STAND_IN)
        players = self.standing.players
        self.book.change_players({seat: bot if who == name else chair_of_player(who) for seat, who in players.items()})
        self._pass_pages()
        self.changed()

    def rename_member(self, former: set[str], name: str) -> None:
        """Somebody has another name now."""
        players, record = self.standing.players, self.record
        if former & set(players.values()):
            renamed = {seat: name if who in former else who for seat, who in players.items()}
            self.book.change_players({seat: chair_of_player(who) for seat, who in renamed.items()})
        record.owner = name if record.owner in former else record.owner
        record.missed = {name if who in former else who: pages for who, pages in record.missed.items()}
        record.wishes = {name if who in former else who: option for who, option in record.wishes.items()}
        for readers in record.read.values():
            readers[:] = (name if who in former else who for who in readers)
        self.keep()

    def note(self, name: str, text: str) -> None:
        """Write something down for all who play."""
        self.check_member(name)
        self._notes.check(name)
        self.book.note(plain(text, LONGEST_NOTE), name)
        self.changed()

    # A chapter without a table

    def abandon(self, name: str) -> None:
        """Give up the chapter whose table cannot be opened; it can be begun again."""
        self._must_lead(name)
        self.book.settle()
        if not self.book.problem:
            raise Refused("The table of this chapter can be opened.")
        self.book.abandon("its save could not be opened")
        self.changed()

    # Keeping

    def changed(self) -> None:
        """Tell everybody who sees it that something has changed."""
        self.bells.ring()
        self._on_change()

    def keep(self) -> None:
        """Write the record: the old one or the new one is there, never half of one."""
        try:
            write_whole(self.record_path, msgspec.json.encode(self.record) + b"\n", PRIVATE)
        except OSError as error:
            LOG.warning("the record of the campaign %s cannot be written: %s", self.book.name, error.strerror)

    def close(self) -> None:
        """Let go of the ledger."""
        with suppress(OSError):
            self.book.close()
