"""All campaigns of the house: opening and beginning them, and connecting their chapters with tables of the house."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.campaign.content import Campaign
from engine.core.campaign.standing import Attempt
from engine.core.errors import ParleyError, Refused
from engine.core.kinds import Seat
from engine.core.rules import Rules
from engine.store.files import FileJournal, Folder
from engine.store.ledgers import FOLDER, Ledgers
from tui.console import clean
from tui.house.campaign import CampaignRecord, HouseCampaign, chair_of_player
from tui.house.people import is_name
from tui.house.record import Chair, RoomRecord
from tui.house.room import Room
from tui.play.campaigns import NewCampaign, begin, open_campaign

if TYPE_CHECKING:
    from tui.house.house import House

LOG = logging.getLogger("parley.house")

MOST_OWN = 8
"""Nobody owns more campaigns that are not over than this."""

MOST_IN_ALL = 100
"""Every ledger is a file that is open as long as the house is."""

NO_CAMPAIGNS_OF_GUESTS = "Guests cannot play a campaign, because they own nothing; come with a key for that."


class HouseCampaigns:
    """The campaigns of a house, by their ids."""

    def __init__(self, house: House) -> None:
        """None yet."""
        self._house = house
        self.by_id: dict[str, HouseCampaign] = {}
        self.ledgers = Ledgers(house.folder / FOLDER)
        self._saves = Folder(house.tables_folder)

    def open_all(self) -> None:
        """Open every ledger; one that cannot be opened is a problem for the host, and leaves the others alone."""
        try:
            files = self.ledgers.files()
        except ParleyError as error:
            self._cannot_open(self.ledgers.path, error)
            return
        for file in files:
            try:
                book = open_campaign(file.path, writing=True, among=self._saves)
            except (ParleyError, OSError) as error:
                self._cannot_open(file.path, error)
                continue
            found = self._known(HouseCampaign(book, on_change=self._house.bells.ring))
            self._recover(found)

    def _cannot_open(self, path: Path, error: Exception) -> None:
        self._house.problems[f"{FOLDER}/{path.stem}"] = clean(str(error))
        LOG.warning("the campaign %s cannot be opened: %s", clean(path.stem), clean(str(error)))

    def _known(self, campaign: HouseCampaign) -> HouseCampaign:
        self.by_id[campaign.id] = campaign
        return campaign

    # Finding one

    def listed(self, name: str) -> list[HouseCampaign]:
        """The campaigns that somebody plays, the newest first; others do not see them."""
        mine = [each for each in self.by_id.values() if name in each.members]
        return sorted(mine, key=lambda each: (each.standing.is_over, -each.standing.when))

    def find(self, name: str, wanted: str) -> HouseCampaign:
        """A campaign of somebody's own."""
        campaign = self.by_id.get(wanted)
        if campaign is None:
            raise Refused("There is no such campaign here.")
        campaign.check_member(name)
        return campaign

    def room_of(self, campaign: HouseCampaign) -> Room | None:
        """The table of the chapter that goes on."""
        attempt = campaign.standing.attempt
        return self._room_of(attempt) if attempt else None

    def _room_of(self, attempt: Attempt) -> Room | None:
        return next((room for room in self._house.rooms.values() if room.table.setup == attempt.setup), None)

    def _of(self, room: Room) -> HouseCampaign | None:
        """The campaign whose chapter is played at a table."""
        found = self.by_id.get(room.table.setup.campaign.partition("/")[0])
        return found if found and self.room_of(found) is room else None

    # Beginning one

    def begin(
        self,
        name: str,
        rules: Rules[Any],
        campaign: Campaign,
        chairs: Mapping[Seat, Chair],
        title: str = "",
        place: str = "",
    ) -> HouseCampaign:
        """A new campaign, which belongs to those who play it."""
        self._check_owner(name)
        for chair in chairs.values():
            self.check_chair(chair)
        if not any(chair == Chair("person", name) for chair in chairs.values()):
            raise Refused("Take a seat yourself: a campaign belongs to those who play it.")
        self._house.check_pace(name, place)
        new = NewCampaign(rules=rules, campaign=campaign, chairs=chairs, name=title)
        book = begin(new, within=self.ledgers, among=self._saves)
        found = HouseCampaign(book, CampaignRecord(owner=name, place=place), self._house.bells.ring)
        found.keep()
        self._known(found).changed()
        return found

    def _check_owner(self, name: str) -> None:
        if name in self._house.guests:
            raise Refused(NO_CAMPAIGNS_OF_GUESTS)
        if sum(each.owner == name and not each.standing.is_over for each in self.by_id.values()) >= MOST_OWN:
            raise Refused(f"You have {MOST_OWN} campaigns that are not over; put one of them away first.")
        if len(self.by_id) >= MOST_IN_ALL:
            raise Refused("The house has no room for another campaign; tell the host.")

    def check_chair(self, chair: Chair) -> None:
        """Refuse a chair of somebody who cannot play a campaign here."""
        if chair.kind == "open":
            raise Refused("Every seat of a campaign needs a player; a bot can have it until a friend wants it.")
        if chair.kind == "person" and not self._is_person(chair.name):
            raise Refused(f'Nobody comes to this house as "{clean(chair.name)[:30]}" with a key.')

    def _is_person(self, name: str) -> bool:
        house = self._house
        if not is_name(name) or name in house.guests:
            return False
        return bool(house.here[name]) or house.people.owner(name) is not None

    def change_players(self, name: str, campaign: HouseCampaign, chairs: Mapping[Seat, Chair]) -> None:
        """Let others play from the next chapter on."""
        for seat, chair in chairs.items():
            if chair != chair_of_player(campaign.standing.players.get(seat, "")):
                self.check_chair(chair)
        campaign.change_players(name, chairs)

    # Chapters

    def begin_chapter(self, name: str, campaign: HouseCampaign, chairs: Mapping[Seat, Chair], place: str = "") -> Room:
        """Lay out the table of the next chapter for those who are there; it is a table like any other."""
        campaign.check_chairs(name, chairs)
        campaign.book.draft()  # refused before anything is written
        path = self._house.claim_table(name, place)
        opened = campaign.book.begin(journal=FileJournal.create(path))
        room = self._house.begin_room(self._record(campaign, path.stem, name, chairs, place), opened)
        campaign.changed()
        return room

    def _record(
        self, campaign: HouseCampaign, code: str, owner: str, chairs: Mapping[Seat, Chair], place: str
    ) -> RoomRecord:
        """Who sits at the table of a chapter; only members see it."""
        invited = list(campaign.members)
        return RoomRecord(code, owner, dict(chairs), time.time(), place=place, access="invited", invited=invited)

    def _recover(self, campaign: HouseCampaign) -> None:
        """Furnish the table of a chapter that has no room: the house fell down before its record was written."""
        attempt = campaign.standing.attempt
        if attempt is None or self._room_of(attempt) or campaign.book.problem:
            return
        try:
            opened = campaign.book.resume()
        except (ParleyError, OSError) as error:
            campaign.book.problem = str(error)
            return
        players = campaign.standing.players
        chairs = {seat: chair_of_player(players[seat]) for seat in attempt.setup.seats}
        record = self._record(campaign, opened.path.stem, campaign.owner, chairs, campaign.record.place)
        self._house.restore_room(record, opened)

    def note_end(self, room: Room) -> bool:
        """Write the result of a chapter into its ledger; whether the table is one of a campaign."""
        if campaign := self._of(room):
            campaign.book.settle()
            campaign.changed()
        return bool(room.table.setup.campaign)

    def note_put_away(self, room: Room) -> None:
        """Give up a chapter whose table is put away; it can be begun again."""
        if (campaign := self._of(room)) and room.stands != "finished":
            campaign.book.abandon("its table was put away")
            campaign.changed()

    def settle(self, campaign: HouseCampaign) -> None:
        """Note the result of a chapter that could not be noted when its game ended; find out whether it can go on."""
        room = self.room_of(campaign)
        if campaign.standing.attempt is not None and (room is None or room.stands == "finished"):
            campaign.book.settle()

    # Putting one away

    def put_away(self, name: str, campaign: HouseCampaign) -> None:
        """End a campaign for good: nobody plays it any more; its ledger and its tables stay on disk."""
        campaign.check_member(name)
        if name != campaign.owner:
            raise Refused(f"Only {campaign.owner}, who began the campaign, can do that.")
        if (room := self.room_of(campaign)) and room.stands != "finished":
            raise Refused(f"A chapter is being played at {room.code}; put that table away first.")
        campaign.is_gone = True
        campaign.close()
        del self.by_id[campaign.id]
        _move_away((campaign.book.path, campaign.record_path), self.ledgers.path / "ended")
        campaign.changed()

    def follow_rename(self, former: set[str], name: str) -> None:
        """Somebody whom the host gave another name keeps their campaigns."""
        for campaign in self.by_id.values():
            try:
                campaign.rename_member(former, name)
            except ParleyError as error:
                LOG.warning("the campaign %s cannot follow a new name: %s", campaign.book.name, error)

    def close(self) -> None:
        """The house closes."""
        for campaign in self.by_id.values():
            campaign.bells.ring()
            campaign.close()


def _move_away(paths: Iterable[Path], folder: Path) -> None:
    """Move files aside, under a name that none has there."""
    try:
        folder.mkdir(exist_ok=True)
        for path in paths:
            if path.exists():
                shutil.move(path, folder / f"{time.time_ns()}~{path.name}")
    except OSError as error:
        LOG.warning("the campaign %s cannot be moved away: %s", clean(folder.name), error.strerror)
