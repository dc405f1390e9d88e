"""A typed seed at a table of a house: everybody sees it, before they sit down and while they play."""

import json

import msgspec
import pytest

from engine.core.kinds import NOBODY
from tests.house.conftest import FULL, SETUP, quiet
from tui.house.app import HouseApp
from tui.house.house import Wish, listing
from tui.house.table import HouseTableScreen

UNTYPED = msgspec.structs.replace(SETUP, seed=None)


def shown(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize(("setup", "is_told"), [(SETUP, True), (UNTYPED, False)], ids=["typed", "by chance"])
async def test_everybody_sees_a_typed_seed_in_the_lobby_and_at_the_table(house, setup, is_told):
    room = house.open_room("mira", Wish(setup, dict(FULL)))
    assert ("practice, seed 7" in listing([room])) is is_told
    for person in ("mira", "tom", "eve"):
        app = HouseApp(house, person)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert ("practice, seed 7" in shown(app)) is is_told
            app.open_room(room)
            await pilot.pause()
            assert isinstance(app.screen, HouseTableScreen)
            assert ("practice" in shown(app).partition("\n")[0]) is is_told
            app.screen.action_menu()
            await pilot.pause()
            assert (f"Table {room.code}: practice, seed 7" in shown(app)) is is_told


async def test_what_a_room_keeps_beside_its_journal_has_no_secret(house):
    room = house.open_room("mira", Wish(UNTYPED, dict(FULL), delay=60))
    quiet(room, "mira")
    secret = json.loads(room.opened.path.read_bytes().splitlines()[0])["secrets"][0][1]
    kept = [path for path in house.folder.rglob("*") if path.is_file() and path != room.opened.path]
    assert room.path in kept
    for content in (*(path.read_text() for path in kept), listing([room]), repr(room.table.view(NOBODY))):
        assert secret[:8] not in content


async def test_spectators_with_a_delay_have_no_dice_of_the_table(house):
    """The table that they look at is a copy that could not even make the next move."""
    room = house.open_room("mira", Wish(UNTYPED, dict(FULL), delay=60))
    quiet(room, "mira")
    behind = room.seen_by_spectators()
    assert behind is not room.table
    assert behind._chance.secrets == ()
    assert behind.practice == room.table.practice == ""
