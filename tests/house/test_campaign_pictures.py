"""The screens of a campaign in the house as they were when somebody last looked at them."""

from __future__ import annotations

import pytest

from tests.house.conftest import act
from tests.made_up import rules
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.house.app import HouseApp
from tui.house.house import House
from tui.play.chairs import Chair

__all__ = ["frozen"]

pytestmark = pytest.mark.usefixtures("marsh_lights")

FIRST = ("down", "enter")
"""From the lobby to the first campaign."""


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house whose tables are called the same every time; mira and tom have keys, and tom is here."""
    monkeypatch.setattr(House, "_fresh_code", lambda *_: "maple-7")
    found = House(tmp_path / "house")
    for name in ("mira", "tom"):
        found.people.claim(name, f"SHA256:{name[0] * 43}")
    found.enter("tom")
    return found


@pytest.fixture
def campaign(house):
    """mira plays Amber and tom plays Jade in The Long Fog."""
    chairs = {"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}
    return house.campaigns.begin("mira", rules, rules.campaigns()[0], chairs, "Fog on Fridays")


def read_all(campaign):
    for name in campaign.present:
        for page in campaign.unread(name):
            campaign.read(name, page.id)


def play_to_fork(house, campaign):
    for name in ("mira", "tom"):
        campaign.enter(name)
    read_all(campaign)
    while not campaign.choice:
        house.enter("mira")
        room = house.campaigns.begin_chapter("mira", campaign, campaign.chairs(house.here))
        while room.table.ask is not None:
            act(room, room.person_of(room.table.ask.seats[0]))
        house.leave("mira")
        read_all(campaign)
    campaign.note_seen("tom")
    campaign.wish("tom", "down")
    campaign.leave("mira")


@SIZES
def test_a_campaign_in_the_lobby(snap_compare, house, campaign, size):
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys("down"))


@SIZES
def test_an_envelope_to_read(snap_compare, house, campaign, size):
    campaign.enter("tom")
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys(*FIRST, "down"))


@SIZES
def test_a_chapter_to_begin(snap_compare, house, campaign, size):
    campaign.enter("mira")
    read_all(campaign)
    campaign.leave("mira")
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys(*FIRST))


@SIZES
def test_who_plays_the_chapter(snap_compare, house, campaign, size):
    campaign.enter("mira")
    read_all(campaign)
    campaign.leave("mira")
    house.leave("tom")
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys(*FIRST, "enter"))


@SIZES
def test_a_choice(snap_compare, house, campaign, size):
    play_to_fork(house, campaign)
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys(*FIRST))


@SIZES
def test_a_new_campaign(snap_compare, house, size):
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys("c", "end", "enter", "enter"))
