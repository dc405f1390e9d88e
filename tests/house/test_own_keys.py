"""What people do in the lobby about the keys that open the door for them, and how they leave."""

from __future__ import annotations

import os
import re

from tests.house.test_screens import people
from tui.house.visitor import HERE
from tui.widgets.dialogs import Choosing, Confirming, Reading, Typing

ONE, TWO = (f"SHA256:{letter * 43}" for letter in "ab")


async def test_a_code_for_one_more_key_is_given_in_the_lobby(house):
    house.people.add_key("mira", ONE)
    async with people(house, "mira", key=ONE) as (mira,):
        await mira.press("k")
        await mira.shows(Choosing)
        assert ONE in mira.text()
        assert "with which you are here" in mira.text()
        await mira.press("end", "enter")
        await mira.shows(Typing)
        await mira.type("laptop")
        await mira.shows(Reading)
        [code] = re.findall(r"mira\+(\w+)@HOST", mira.text())
    assert len(house.people.owner("mira").keys) == 1, "the key has to come itself"
    assert house.people.redeem("mira", code, TWO) == ""
    assert house.people.owner("mira").keys[1].label == "laptop"


async def test_a_lost_key_is_removed_in_the_lobby_but_not_the_one_in_use(house):
    for key in (ONE, TWO):
        house.people.add_key("mira", key)
    async with people(house, "mira", key=ONE) as (mira,):
        for place, left in (("home", 2), ("down", 1)):
            await mira.press("k")
            await mira.shows(Choosing)
            await mira.press(place, "enter")
            await mira.shows(Confirming)
            await mira.press("y")
            assert len(house.people.owner("mira").keys) == left
        assert house.people.owner("mira").has_key(ONE)


async def test_a_guest_has_no_keys(house):
    async with people(house, "passer", is_guest=True) as (passer,):
        await passer.press("k")
        assert ["without a key" in each.message for each in passer.app._notifications] == [True]


async def test_ctrl_c_says_in_plain_words_how_to_leave(house):
    async with people(house, "mira") as (mira,):
        await mira.press("ctrl+c")
        assert [each.message for each in mira.app._notifications] == ["Press ctrl+q to leave Parley."]


async def test_ctrl_z_does_not_stop_the_house(house, monkeypatch):
    """The host may play in the process of the house."""
    sent = []
    monkeypatch.setattr(os, "kill", lambda *signal: sent.append(signal))
    async with people(house, "mira") as (mira,):
        monkeypatch.setattr(type(mira.app._driver), "can_suspend", True)
        await mira.press("ctrl+z")
        assert [each.message for each in mira.app._notifications] == ["A house is not stopped by Ctrl+Z; q leaves it."]
    assert sent == []


async def test_only_the_host_who_closes_the_house_is_asked(house):
    async with people(house, "mira", "tom") as (mira, tom):
        mira.app.place = HERE
        await mira.press("q")
        await mira.shows(Choosing)
        assert "One other is here: tom. When you leave, the house closes for them." in mira.text()
        await mira.press("enter")
        assert "mira" in house.here
        await tom.press("q")
    assert tom.app.has_left
