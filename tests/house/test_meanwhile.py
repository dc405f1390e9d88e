"""What others do at a table while somebody is looking at it, or about to answer."""

from tests.house.conftest import answer, until
from tests.house.test_screens import people
from tui.house.table import HouseTableScreen
from tui.widgets.dialogs import Confirming


async def test_whoever_is_given_a_seat_is_told_so(house, room):
    async with people(house, "eve") as (eve,):
        screen = await eve.sit_at(room)
        room.enter("tom")
        room.hand_over("tom", "yainar", "eve")
        answer(room, "eve")
        await until(lambda: screen.sitting.seats == ("yainar",))
        await eve.settle()
        assert "You play Yainar now." in eve.notes()


async def test_a_pass_that_is_refused_is_not_tried_for_ever(house, room, monkeypatch):
    """The whole house would stand still: whoever stops the table while somebody confirms could do that."""
    submit, tried = room.submit, []

    def count(*told):
        tried.append(told)
        assert len(tried) < 5, "again and again"
        submit(*told)

    monkeypatch.setattr(room, "submit", count)
    async with people(house, "mira") as (mira,):
        await mira.sit_at(room)
        await mira.press("e")
        await mira.shows(Confirming)
        room.pause("tom")
        await mira.press("y")
        await mira.shows(HouseTableScreen)
        assert len(tried) == 1
        assert "The table is stopped" in mira.text()
