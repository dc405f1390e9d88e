"""What people in the house are told: invitations, and which keys do something."""

from tests.house.conftest import FULL, OPEN, until
from tests.house.test_screens import finished, people
from tui.house.house import House
from tui.house.lobby import LobbyScreen
from tui.house.table import HouseTableScreen
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Menu, Typing
from tui.widgets.lines import Lines


async def test_an_invitation_is_told_in_the_lobby_and_marked_in_the_list(house, open_room):
    room = open_room(access="invited")
    async with people(house, "eve", "ida") as (eve, ida):
        room.invite("mira", "eve")
        await eve.reads(f"mira invites you to {room.code}")
        await until(lambda: "  invited" in eve.text())
        assert not ida.notes()
        await eve.press("down", "enter")
        await eve.shows(HouseTableScreen)
        await eve.press("q")
        await eve.shows(LobbyScreen)
        assert "  invited" not in eve.text(), "who has come knows"


async def test_an_invitation_is_told_at_another_table(house, open_room):
    room = open_room(dict(FULL), owner="mira")
    other = open_room({"nabo": OPEN, "yainar": OPEN}, owner="ida")
    async with people(house, "eve") as (eve,):
        await eve.sit_at(other)
        room.invite("mira", "eve")
        await eve.reads(f"mira invites you to {room.code}")
        assert isinstance(eve.app.screen, HouseTableScreen)
        room.invite("mira", "eve")
        await eve.settle()
        assert eve.notes().count("invites you") == 1


async def test_who_comes_later_is_told_of_the_invitation_then(house, open_room, tmp_path):
    room = open_room(access="invited")
    room.invite("mira", "eve")
    await house.close("")
    again = House(tmp_path / "house")
    for name in ("mira", "tom", "eve"):
        again.people.claim(name, "SHA256:" + name[0] * 43)
    again.start()
    async with people(again, "eve") as (eve,):
        await eve.reads(f"mira invites you to {room.code}")
        assert "  invited" in eve.text()
        await eve.sit_at(again.rooms[room.code])
        await until(lambda: not again.rooms[room.code].invites("eve"))
    async with people(again, "eve") as (eve,):
        assert not eve.notes()
    await again.close("")


async def test_the_lobby_has_a_page_of_its_keys_that_can_be_picked(house):
    async with people(house, "eve") as (eve,):
        await eve.press("question_mark")
        menu = await eve.shows(Menu)
        lines = menu.query_one(Lines)
        actions = [block.key for block in lines.blocks if block.key]
        assert {"new", "join", "talk", "log", "rulebook", "keys", "settings", "leave"} <= set(actions)
        lines.point_at("join")
        await eve.press("enter")
        await eve.shows(Typing)


async def test_the_help_of_a_shared_table_tells_its_own_keys(house, room):
    async with people(house, "mira") as (mira,):
        await mira.sit_at(room)
        await mira.press("question_mark")
        menu = await mira.shows(Menu)
        assert {"talk", "nudge", "answer", "menu"} <= {block.key for block in menu.query_one(Lines).blocks}


async def test_a_replay_in_the_house_offers_only_what_is_not_refused(house, open_room):
    finished(open_room)
    async with people(house, "eve") as (eve,):
        await eve.press("down", "enter")
        theatre = await eve.shows(TheatreScreen)
        offered = {key.action for key in theatre.prompt.keys}
        assert "branch" in offered
        assert "export" not in offered
        await eve.press("question_mark")
        menu = await eve.shows(Menu)
        assert "export" not in {block.key for block in menu.query_one(Lines).blocks}
    async with people(house, "passer", is_guest=True) as (passer,):
        await passer.press("down", "enter")
        theatre = await passer.shows(TheatreScreen)
        assert not {"branch", "export"} & {key.action for key in theatre.prompt.keys}
