"""What a player goes on with: the newest table or the newest campaign, the one that was played last."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from engine import registry
from engine.core.errors import ParleyError
from engine.store.files import SaveFile
from tui.play import saves
from tui.play.campaign_list import CampaignEntry
from tui.play.campaign_list import newest as newest_campaign
from tui.play.campaign_story import is_long_ago, told_todo
from tui.play.campaigns import OpenCampaign, ledgers, open_campaign
from tui.play.lists import ago


class NewestCampaign(msgspec.Struct, frozen=True):
    """A campaign to go on with."""

    file: str
    """The name of its ledger."""
    words: str
    """Where it stands, in two lines."""


def campaign_before(table: str | None, files: Sequence[SaveFile]) -> NewestCampaign | None:
    """The campaign to go on with instead of the newest table: it is newer, or the table is its chapter."""
    written = {file.name: file.stamp.changed for file in ledgers().files()}
    found = newest_campaign()
    if found is None:
        return None
    at = next((file for file in files if file.name == table), None)
    if at is None or written.get(found.file, 0) > at.stamp.changed:
        return NewestCampaign(found.file, told_entry(found))
    return _campaign_of(at)


def _campaign_of(file: SaveFile) -> NewestCampaign | None:
    """The campaign whose chapter goes on in a save."""
    try:
        setup = saves.header_of(file.path).setup
        path = campaign_path(setup.campaign)
        if path is None:
            return None
        book = open_campaign(path, writing=False)
    except (ParleyError, OSError):
        return None
    attempt = book.standing.attempt
    if attempt is None or attempt.setup != setup:
        return None
    entry = CampaignEntry(
        file=book.name,
        path=str(path),
        name=book.standing.name,
        title=book.campaign.title,
        game=book.rules.id,
        todo=told_todo(book.campaign, book.standing),
        last=int(file.stamp.changed / 1e9),
    )
    return NewestCampaign(book.name, told_entry(entry))


def told_entry(entry: CampaignEntry) -> str:
    """Where a campaign stands, in two lines."""
    return f"{entry.name}: {entry.todo}\n{registry.game(entry.game).title}, {told_when(entry.last)}"


def told_when(seconds: int) -> str:
    """When something was played last, as people say it; a time that no calendar has is not told."""
    try:
        return ago(datetime.fromtimestamp(seconds).astimezone(), datetime.now().astimezone())
    except (OverflowError, ValueError, OSError):
        return "some day"


def campaign_path(campaign: str) -> Path | None:
    """The ledger that a table belongs to, by what its set-up says."""
    try:
        return ledgers().by_id(campaign.partition("/")[0]) if campaign else None
    except ParleyError:
        return None


def was_long_ago(book: OpenCampaign, now: float) -> bool:
    """Whether nobody has played a campaign for so long that its players may have forgotten what happened."""
    standing, last = book.standing, 0
    if standing.attempt is not None:
        with suppress(ParleyError, OSError):
            last = int(book.table_of(standing.attempt).stat().st_mtime)
    return is_long_ago(msgspec.structs.replace(standing, when=max(standing.when, last)), now)
