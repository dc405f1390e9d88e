"""Two members who play a whole campaign in a house, however often it falls down.

python -m tests.house.campaigner FOLDER SEED    goes on with the campaign; each line that is printed is on disk
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.core.added import VARIABLE
from engine.core.campaign.standing import PlayChapter, ReadPages
from engine.core.dice import Dice
from engine.store.files import FileJournal, Folder
from engine.store.ledgers import FOLDER, Ledgers
from tests.made_up import MARSH_LIGHTS, rules
from tui.house import house as houses
from tui.house.campaign import HouseCampaign
from tui.house.house import House
from tui.play.campaigns import NewCampaign, begin, open_campaign
from tui.play.chairs import Chair

CHAIRS = {"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}

Watch = Callable[[str], Any]


def opened(folder: Path, seed: int) -> House:
    """The house with the campaign in it, begun if there is none."""
    if not Ledgers(folder / FOLDER).files():
        new = NewCampaign(rules=rules, campaign=rules.campaigns()[0], chairs=CHAIRS, seed=seed)
        begin(new, within=Ledgers(folder / FOLDER)).close()
    house = House(folder)
    for name in ("mira", "tom"):
        house.people.claim(name, f"SHA256:{name[0] * 43}")
    house.start()
    return house


async def go_on(folder: Path, seed: int, watch: Watch = lambda words: None) -> None:
    """Play until the campaign is over."""
    houses.OPENINGS = 10_000
    house = opened(folder, seed)
    (campaign,) = house.campaigns.by_id.values()
    for name in ("mira", "tom"):
        house.enter(name)
        campaign.enter(name)
    while not campaign.standing.is_over:
        _step(house, campaign, seed, watch)
        watch(f"line {len(campaign.book.ledger.lines)}")
    await house.close("")


def _step(house: House, campaign: HouseCampaign, seed: int, watch: Watch) -> None:
    if isinstance(campaign.standing.todo, ReadPages):
        name = campaign.readers[0]
        campaign.read(name, campaign.unread(name)[0].id)
    elif campaign.choice:
        for name in ("mira", "tom"):
            campaign.note_seen(name)
        option = Dice(seed, len(campaign.standing.path)).choice(campaign.choice.options).id
        campaign.choose("mira", campaign.choice.id, option)
    else:
        if isinstance(campaign.standing.todo, PlayChapter):
            house.campaigns.begin_chapter("mira", campaign, campaign.chairs(house.here))
        _play(house, campaign, seed, watch)


def _play(house: House, campaign: HouseCampaign, seed: int, watch: Watch) -> None:
    room = house.campaigns.room_of(campaign)
    assert room is not None, campaign.book.problem
    table = room.table
    while table.ask is not None:
        dice = Dice(seed + len(campaign.standing.attempts), table.number)
        seat = dice.choice(table.ask.seats)
        room.submit(room.person_of(seat), seat, dice.choice(table.moves(seat)), table.question)
        watch(f"move {table.number - 1}")


def digest(folder: Path) -> tuple[str, list[list[bytes]]]:
    """Where the campaign stands, and the states that its tables went through; names and times left out."""
    path = Ledgers(folder / FOLDER).files()[0].path
    book = open_campaign(path, writing=False, among=Folder(folder / "tables"))
    tables = [FileJournal(book.table_of(attempt), writing=False) for attempt in book.standing.attempts]
    return book.standing.digest(), [[raw[-26:-10] for raw in table.lines()][1:] for table in tables]


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.environ[VARIABLE] = MARSH_LIGHTS
    asyncio.run(go_on(Path(sys.argv[1]), int(sys.argv[2]), _say))
    _say("over")
