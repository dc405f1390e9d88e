"""The house: its tables over the years, its guests, and its limits."""

import asyncio
import shutil

import pytest

from engine.core.errors import Refused
from tests.house.conftest import FULL, OPEN, SETUP, act, quiet, until
from tui.house.bells import Bells
from tui.house.house import LEAST_FREE, OPENINGS, House, Wish
from tui.house.record import Chair
from tui.house.visitor import Visitor


async def test_a_house_opened_again_goes_on_from_its_journals(house, open_room, tmp_path):
    room = open_room()
    act(room, "mira")
    room.say("tom", "back in a minute")
    room.pause("tom")
    number, digest = room.table.number, room.table.view("nabo")
    await house.close("The house closes.")
    again = House(tmp_path / "house")
    found = again.room("mira", room.code)
    assert found.table.number == number
    assert found.table.view("nabo") == digest
    assert found.record.chairs == FULL
    assert found.record.paused
    assert found.talk.said[-2].words == "back in a minute"
    await again.close("")


async def test_a_table_that_cannot_be_read_leaves_the_others_alone(house, open_room, tmp_path):
    broken, sound = open_room(), open_room()
    await house.close("The house closes.")
    broken.opened.path.write_bytes(b"junk\n")
    again = House(tmp_path / "house")
    assert list(again.rooms) == [sound.code]
    assert "not a Parley save" in again.problems[broken.code]
    await again.close("")


async def test_no_table_is_opened_on_a_disk_that_is_nearly_full(open_room, monkeypatch):
    """The journals of those that are played already need the rest."""
    free = shutil.disk_usage("/")._replace(free=LEAST_FREE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    with pytest.raises(Refused, match="nearly full"):
        open_room()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free._replace(free=LEAST_FREE))
    open_room()


async def test_guests_open_no_tables_and_leave_no_seat_behind(house, open_room):
    house.enter("passer", is_guest=True)
    with pytest.raises(Refused, match="Guests"):
        open_room(owner="passer")
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    room.sit_down("passer", "yainar")
    house.leave("passer")
    assert room.open_seats == ("yainar",)


async def test_who_comes_with_a_key_is_not_the_guest_whose_screen_is_still_there(house, open_room):
    """The screen of a guest ends a moment after their connection."""
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    house.enter("passer", is_guest=True)
    room.sit_down("passer", "yainar")
    house.enter("passer")
    assert room.open_seats == ("yainar",)
    house.leave("passer")
    room.sit_down("passer", "yainar")
    assert open_room(owner="passer").record.owner == "passer"
    house.leave("passer")
    assert room.seats_of("passer") == ("yainar",)


async def test_a_finished_table_still_names_the_guest_who_played(house, open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    house.enter("passer", is_guest=True)
    room.sit_down("passer", "yainar")
    while room.table.ask is not None:
        quiet(room, room.asked_people[0])
    house.leave("passer")
    assert room.person_of("yainar") == "passer"


async def test_a_guest_has_no_seat_after_the_house_fell_down(house, open_room, tmp_path):
    """Whoever comes under the same name later would get the seat, and its private hand."""
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    house.people.claim("mira", "SHA256:" + "a" * 43)
    house.enter("passer", is_guest=True)
    room.sit_down("passer", "yainar")
    await house.close("")
    again = House(tmp_path / "house")
    again.start()
    assert again.rooms[room.code].open_seats == ("yainar",)
    assert again.rooms[room.code].seats_of("mira") == ("nabo",)
    await again.close("")


async def test_nobody_fills_the_house_with_tables(open_room):
    for _ in range(8):
        open_room()
    with pytest.raises(Refused, match="8 tables"):
        open_room()


async def test_one_address_does_not_fill_the_house_under_many_names(tmp_path):
    """Also over a restart, and an IPv6 customer has more addresses than anybody could count."""
    house = House(tmp_path / "house", from_one_place=3)
    house.start()
    wish = Wish(SETUP, dict(FULL))
    for number in range(3):
        house.open_room(f"name{number}", wish, f"2001:db8::{number}")
    with pytest.raises(Refused, match="opened from your address"):
        house.open_room("name3", wish, "2001:db8::3")
    house.open_room("name3", wish, "192.0.2.1")
    await house.close("")
    house = House(tmp_path / "house", from_one_place=3)
    house.start()
    with pytest.raises(Refused, match="opened from your address"):
        house.open_room("name4", wish, "2001:db8::4")
    house.open_room("name4", wish, "192.0.2.2")
    await house.close("")


async def test_one_address_does_not_fill_the_disk_under_many_names(tmp_path):
    house = House(tmp_path / "house", from_one_place=3)
    house.start()
    for number in range(3):
        house.end_room(f"name{number}", house.open_room(f"name{number}", Wish(SETUP, dict(FULL)), "192.0.2.1").code)
    with pytest.raises(Refused, match="Not so fast: wait a while"):
        house.open_room("name3", Wish(SETUP, dict(FULL)), "192.0.2.1")
    await house.close("")


async def test_nobody_fills_the_disk_with_tables_that_they_put_away(house, open_room):
    for _ in range(OPENINGS):
        house.end_room("mira", open_room().code)
    with pytest.raises(Refused, match="Not so fast: wait a while"):
        open_room()


async def test_finished_tables_are_let_go_of_and_leave_room_for_others(house, open_room, monkeypatch):
    monkeypatch.setattr("tui.house.house.FINISHED", 2)
    monkeypatch.setattr("tui.house.house.MOST_IN_ALL", 2)
    played = []
    for _ in range(4):
        room = open_room()
        played.append(room)
        while room.table.ask is not None:
            quiet(room, room.asked_people[0])
    assert list(house.rooms) == [room.code for room in played[-2:]]
    assert all(room.opened.path.exists() for room in played)


async def test_no_table_is_called_as_one_that_was_put_away(house, open_room, monkeypatch):
    """Its journal would be written over when the new one is put away, too."""
    monkeypatch.setattr("tui.house.house._WORDS", ["oak"])
    for _ in range(10):
        house.end_room("mira", open_room().code)
    assert len(list((house.tables_folder / "ended").glob("*.jsonl"))) == 10


async def test_a_table_that_was_put_away_is_gone_and_its_journal_stays(house, room):
    with pytest.raises(Refused, match="Only mira"):
        house.end_room("tom", room.code)
    house.end_room("mira", room.code)
    assert room.is_gone
    assert room.code not in house.rooms
    assert (house.tables_folder / "ended" / f"{room.code}.jsonl").exists()


async def test_who_gets_another_name_keeps_seat_and_table(house, room):
    house.people.add_key("mira", "SHA256:" + "a" * 43)
    house.people.rename("mira", "mirabel")
    house.enter("mirabel")
    assert room.seats_of("mirabel") == ("nabo",)
    assert room.record.owner == "mirabel"
    assert room.seats_of("mira") == ()


async def test_who_gets_another_name_finds_a_table_by_invitation_from_the_door(house, open_room):
    room = open_room(access="invited")
    house.people.add_key("tom", "SHA256:" + "a" * 43)
    house.people.rename("tom", "thomas")
    assert house.has_table(Visitor("thomas", "127.0.0.1"), room.code) == ""


async def test_a_crowd_that_comes_does_not_ring_for_each_of_them(house, room, monkeypatch):
    monkeypatch.setattr("tui.house.bells.MOMENT", 0.05)
    with house.bells.listening() as bell:
        for number in range(30):
            house.enter(f"p{number}")
        assert not bell.is_set()
        await until(bell.is_set)
        bell.clear()
        room.enter("p1")
        room.leave("p1")
        await asyncio.sleep(0.1)
        assert not bell.is_set(), "the lobby shows nobody's coming to a table"


async def test_those_who_come_in_a_crowd_are_told_of_together(monkeypatch):
    """A move rings at once, and tells of them as well."""
    monkeypatch.setattr("tui.house.bells.MOMENT", 0.01)
    bells = Bells()
    with bells.listening() as bell:
        bells.ring_soon()
        bells.ring_soon()
        assert not bell.is_set()
        await until(bell.is_set)
        bell.clear()
        bells.ring_soon()
        bells.ring()
        assert bell.is_set()
        bell.clear()
        await asyncio.sleep(0.05)
        assert not bell.is_set()


async def test_a_crowd_that_never_ends_is_told_of_all_the_same(monkeypatch):
    monkeypatch.setattr("tui.house.bells.MOMENT", 3600.0)
    monkeypatch.setattr("tui.house.bells.LATEST", 0.01)
    bells = Bells()
    with bells.listening() as bell:
        bells.ring_soon()
        bells.ring_soon()
        await until(bell.is_set)


def test_the_journals_are_for_the_house_alone(tmp_path):
    """They know every hidden card; the folder of a service is often one that all users of a machine can look into."""
    (tmp_path / "data").mkdir(mode=0o755)
    house = House(tmp_path / "data")
    assert house.tables_folder.stat().st_mode & 0o777 == 0o700


async def test_when_the_people_cannot_be_read_those_inside_play_on(house, room):
    house.people.path.write_text("{not json")
    assert room.code in house.tables(Visitor("eve", "127.0.0.1"))
    assert house.has_table(Visitor("eve", "127.0.0.1"), room.code) == ""
    house.enter("eve")


async def test_nobody_goes_on_from_a_table_that_was_let_go_of(house, room):
    del house.rooms[room.code]
    assert "not listed here any more" in house.why_no_branch("mira", room.code)


# Files that are damaged or lost


@pytest.mark.parametrize(
    "harm", [b"\xff", b'{"code": "\xff"}', b'{"said":' * 100_000, b"{}", b"[]", b""], ids=lambda harm: repr(harm[:20])
)
async def test_a_damaged_record_keeps_one_table_shut_and_no_other(house, open_room, tmp_path, harm):
    broken, sound = open_room(), open_room()
    await house.close("The house closes.")
    broken.path.write_bytes(harm)
    again = House(tmp_path / "house")
    assert list(again.rooms) == [sound.code]
    assert "damaged" in again.problems[broken.code]
    await again.close("")


async def test_a_record_about_other_seats_keeps_one_table_shut_and_no_other(house, open_room, tmp_path):
    broken, sound = open_room(), open_room()
    await house.close("The house closes.")
    broken.path.write_bytes(broken.path.read_bytes().replace(b'"nabo":', b'"nobody":'))
    again = House(tmp_path / "house")
    assert list(again.rooms) == [sound.code]
    assert "other seats" in again.problems[broken.code]
    await again.close("")


async def test_a_table_whose_journal_is_lost_goes_on_in_a_new_one_with_its_record(house, room, tmp_path):
    journal, record = room.opened.path, room.path
    journal.unlink()
    act(room, "mira")
    assert room.opened.path == journal.with_name(f"{room.code}-1.jsonl")
    assert "was lost" in room.talk.said[-1].words
    assert not record.exists()
    number = room.table.number
    await house.close("The house closes.")
    again = House(tmp_path / "house")
    assert again.problems == {}
    assert again.room("mira", room.code).table.number == number
    await again.close("")


async def test_a_journal_that_is_lost_while_nobody_plays_is_written_again_when_the_house_closes(house, room, tmp_path):
    act(room, "mira")
    number = room.table.number
    room.opened.path.unlink()
    await house.close("The house closes.")
    again = House(tmp_path / "house")
    assert again.room("mira", room.code).table.number == number
    await again.close("")
