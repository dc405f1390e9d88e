"""Two members in front of their screens: they read, decide and play a chapter; a stranger sees nothing of it."""

from __future__ import annotations

import pytest

from engine.core.campaign.standing import PlayChapter
from tests.house.conftest import act
from tests.house.test_screens import Person
from tests.made_up import rules
from tui.house.campaign_page import HouseCampaignScreen
from tui.house.lobby import LobbyScreen
from tui.house.table import HouseTableScreen
from tui.play.chairs import Chair
from tui.screens.ending import EndScreen
from tui.widgets.dialogs import Choosing, Reading, Typing
from tui.widgets.lines import Lines

pytestmark = pytest.mark.usefixtures("marsh_lights")


@pytest.fixture
def campaign(house):
    """mira plays Amber and tom plays Jade in The Long Fog."""
    for name in ("mira", "tom"):
        house.people.claim(name, f"SHA256:{name[0] * 43}")
    chairs = {"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}
    return house.campaigns.begin("mira", rules, rules.campaigns()[0], chairs, "Fog on Fridays")


def shown(person, name):
    """The words of a part of somebody's screen."""
    blocks = person.app.screen.query_one(name, Lines).blocks
    return "\n".join(text.plain for block in blocks for text in (block.head, block.text) if text)


async def open_campaign(person):
    await person.press("down", "enter")
    assert isinstance(person.app.screen, HouseCampaignScreen)


async def test_the_lobby_shows_a_campaign_to_its_members_alone(house, campaign):
    async with Person(house, "tom").here() as tom, Person(house, "eve").here() as eve:
        assert "Fog on Fridays" in shown(tom, "#rooms")
        assert "Amber mira" in shown(tom, "#rooms")
        assert "Fog" not in shown(eve, "#rooms")


async def test_two_members_read_and_begin_a_chapter_which_is_a_table(house, campaign):
    async with Person(house, "mira").here() as mira, Person(house, "tom").here() as tom:
        await open_campaign(mira)
        await open_campaign(tom)
        assert "For Jade" not in shown(mira, "#deeds")
        await mira.press("enter", "enter", "enter")
        assert "Go on without waiting" in shown(mira, "#deeds")
        await tom.press("enter", "enter", "enter")
        assert isinstance(campaign.standing.todo, PlayChapter)
        await tom.press("enter")
        assert isinstance(tom.app.screen, HouseCampaignScreen), "mira is in charge"
        mira.app.screen.show_all()
        await mira.press("home", "enter")
        assert isinstance(mira.app.screen, Choosing)
        await mira.press("enter")
        assert isinstance(mira.app.screen, HouseTableScreen | Reading)
        room = house.campaigns.room_of(campaign)
        assert room.record.chairs == {"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}
        tom.app.screen.show_all()
        await tom.press("home", "enter")
        assert not isinstance(tom.app.screen, HouseCampaignScreen)
        assert tom.app.at is room


async def test_after_the_end_of_a_chapter_members_are_back_at_their_campaign(house, campaign):
    async with Person(house, "mira").here() as mira:
        await open_campaign(mira)
        await mira.press("enter", "enter", "enter", "enter")
        await mira.press("enter")
        house.enter("tom")
        room = house.campaigns.room_of(campaign)
        assert room.record.chairs["jade"] == Chair("bot", "normal", "tom")
        room.take_from_bot("tom", "jade")
        while room.table.ask is not None:
            act(room, room.person_of(room.table.ask.seats[0]))
        assert campaign.standing.attempts[0].result
        mira.app.open_room(room)
        await mira.settle()
        while not isinstance(mira.app.screen, HouseCampaignScreen):
            assert not isinstance(mira.app.screen, LobbyScreen)
            if isinstance(mira.app.screen, EndScreen):
                await mira.press("end", "enter")
            else:
                await mira.press("escape")
        assert "To read" in shown(mira, "#deeds")


async def test_a_new_campaign_is_begun_from_the_lobby(house):
    for name in ("mira", "tom"):
        house.people.claim(name, f"SHA256:{name[0] * 43}")
    async with Person(house, "mira").here() as mira:
        await mira.press("c", "end", "enter")
        assert isinstance(mira.app.screen, Typing)
        await mira.press("enter", "down", "down", "enter")  # the seat of Jade
        await mira.press("end", "up", "enter")  # somebody else, by name
        await mira.press(*"tom", "enter", "enter")
        assert isinstance(mira.app.screen, HouseCampaignScreen)
        (campaign,) = house.campaigns.by_id.values()
        assert campaign.standing.players == {"amber": "mira", "jade": "tom"}


async def test_guests_are_told_at_once_that_they_begin_no_campaign(house):
    async with Person(house, "gast", is_guest=True).here() as guest:
        await guest.press("c")
        assert isinstance(guest.app.screen, LobbyScreen)
