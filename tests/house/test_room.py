"""A room of the house: seats, moves, take-backs by consent, bots, clocks and spectators."""

import asyncio

import msgspec
import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.house.conftest import FULL, OPEN, SETUP, act, quiet
from tui.house import room as rooms
from tui.house.bells import Bells
from tui.house.house import House
from tui.house.room import Chair, Record
from tui.house.sitting import RoomSitting
from tui.house.talk import KEPT


async def until(condition, seconds=20.0):
    """Wait for something that comes about by itself."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


# Seats


async def test_the_table_waits_until_every_seat_is_taken(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    assert room.stands == "open"
    with pytest.raises(Refused, match="waits for somebody to play Yainar"):
        act(room, "mira")
    room.sit_down("tom", "yainar")
    assert room.stands == "running"
    act(room, "mira")


async def test_a_taken_seat_and_a_seat_that_is_not_there_are_refused(room):
    with pytest.raises(Refused, match="Yainar is taken: tom sits there"):
        room.sit_down("eve", "yainar")
    with pytest.raises(Refused, match='no seat "boss"'):
        room.sit_down("eve", "boss")


async def test_nobody_moves_for_another_seat(room):
    table = room.table
    before = table.question
    with pytest.raises(Refused, match="Yainar is not your seat"):
        room.submit("mira", "yainar", table.moves("yainar")[0], table.question)
    with pytest.raises(Refused, match="Nabo is not your seat"):
        room.submit("eve", "nabo", table.moves("nabo")[0], table.question)
    assert table.question == before


async def test_a_late_move_is_refused_and_nothing_is_lost(room):
    mine, theirs = RoomSitting(room, "mira"), RoomSitting(room, "tom")
    late = theirs.choices[0]
    mine.make(mine.choices[0])
    number = room.table.number
    with pytest.raises(Refused, match="Too late"):
        theirs.make(late)
    assert room.table.number == number


async def test_seats_are_handed_over_given_up_and_taken_again(room):
    room.enter("eve")
    room.hand_over("tom", "yainar", "eve")
    assert room.person_of("yainar") == "eve"
    with pytest.raises(Refused, match="bob is not in the room"):
        room.hand_over("eve", "yainar", "bob")
    with pytest.raises(Refused, match="not your seat"):
        room.hand_over("tom", "yainar", "mira")
    room.stand_up("eve", "yainar")
    assert room.open_seats == ("yainar",)


async def test_only_the_owner_fills_an_open_seat_with_a_bot(open_room):
    room = open_room({"nabo": Chair("person", "tom"), "yainar": OPEN}, owner="mira")
    with pytest.raises(Refused, match="not yours to give away"):
        room.seat_bot("tom", "yainar", "greedy")
    room.seat_bot("mira", "yainar", "greedy")
    assert room.person_of("yainar") == "greedy bot"


async def test_by_invitation_means_by_invitation(house, open_room):
    room = open_room(access="invited")
    with pytest.raises(Refused, match="no table"):
        house.room("eve", room.code)
    assert room not in house.listed("eve")
    with pytest.raises(Refused, match="Only mira"):
        room.invite("tom", "eve")
    room.invite("mira", "Eve")
    assert house.room("eve", room.code) is room
    room.enter("eve")


async def test_a_table_by_code_is_not_listed_but_found(house, open_room):
    room = open_room(access="code")
    assert room not in house.listed("eve")
    assert house.room("eve", room.code.upper()) is room


# Taking back


async def test_ones_own_last_move_goes_at_once(room):
    quiet(room, "mira")
    number = room.table.number
    assert "pass" in room.take_back("mira").lower()
    assert room.table.number == number - 1


async def test_a_move_before_anothers_goes_only_if_they_agree(room):
    first = act(room, "mira")
    assert not first.reveals
    room.take_back("mira")
    quiet(room, "mira")
    seat_of_tom = room.table.ask.seats
    assert seat_of_tom == ("yainar",)
    act(room, "tom")
    number = room.table.number
    assert room.take_back("mira") == ""
    assert room.taking_back.missing == ("tom",)
    assert room.table.number == number
    with pytest.raises(Refused, match="Nobody asks you"):
        room.agree("mira", True)
    room.agree("tom", False)
    assert room.table.number == number
    room.take_back("mira")
    room.agree("tom", True)
    assert room.table.number == number - 2
    assert room.taking_back is None


async def test_a_new_move_ends_the_question_of_a_take_back(room):
    quiet(room, "mira")
    act(room, "tom")
    room.take_back("mira")
    act(room, "tom")
    with pytest.raises(Refused, match="Nobody asks you"):
        room.agree("tom", True)


async def test_what_was_revealed_since_cannot_be_taken_back(room):
    quiet(room, "mira")
    quiet(room, "tom")
    with pytest.raises(Refused, match="something new was revealed"):
        room.take_back("mira")


async def test_taken_back_moves_leave_a_journal_that_verifies(room):
    quiet(room, "mira")
    act(room, "tom")
    room.take_back("mira")
    room.agree("tom", True)
    quiet(room, "mira")
    room.close()
    assert verify(room.table.rules, FileJournal(room.opened.path, writing=False)).moves


async def test_the_moves_of_a_finished_game_stand(open_room):
    room = open_room(setup=msgspec.structs.replace(SETUP, open_undo=True))
    while room.table.ask is not None:
        quiet(room, room.asked_people[0])
    assert room.stands == "finished"
    with pytest.raises(Refused, match="The game is over"):
        room.take_back("mira")


# Stopping, nudging, talking


async def test_a_stopped_table_takes_no_moves(room):
    with pytest.raises(Refused, match="Only somebody of this table"):
        room.pause("eve")
    room.pause("tom")
    with pytest.raises(Refused, match="stopped"):
        act(room, "mira")
    room.resume("mira")
    act(room, "mira")


async def test_a_nudge_rings_for_those_who_are_asked(room):
    room.nudge("mira")
    assert room.nudged_seats == ("yainar",)
    quiet(room, "tom")
    with pytest.raises(Refused, match="nobody else"):
        room.nudge("mira")


async def test_talk_stands_in_the_log_where_it_was_said(room):
    sitting = RoomSitting(room, "mira")
    assert sitting.entries
    room.say("tom", "before")
    act(room, "mira")
    room.say("tom", "after \x1b[31m")
    words = [entry.words for entry in sitting.entries]
    assert words.index("tom: before") < len(words) - 2
    assert words[-1] == "tom: after [31m"
    again = [entry.words for entry in RoomSitting(room, "tom").entries]
    assert [each for each in again if each.startswith("tom:")] == ["tom: before", "tom: after [31m"]


async def test_a_log_that_missed_much_talk_goes_on_with_what_is_kept(room):
    sitting = RoomSitting(room, "mira")
    for number in range(KEPT + 20):
        room.talk.say("", f"line {number}", at=1)
    assert sitting.entries[-1].words == f"line {KEPT + 19}"
    assert sum(entry.words.startswith("line") for entry in sitting.entries) == KEPT


# Spectators


async def test_spectators_see_what_an_outsider_may_see(open_room):
    private = msgspec.structs.replace(SETUP, options=("private-hands",))
    room = open_room(setup=private)
    watching = RoomSitting(room, "eve")
    assert watching.is_watching
    assert watching.view == room.table.view(NOBODY)
    assert watching.view != room.table.view("nabo")
    assert watching.choices == []
    with pytest.raises(Refused, match="Only mira"):
        room.show_eyes("tom", "yainar")
    with pytest.raises(Refused, match="your own seat"):
        room.show_eyes("mira", "yainar")
    room.show_eyes("mira", "nabo")
    assert watching.catch_up()
    assert watching.view == room.table.view("nabo")


async def test_whoever_gets_a_seat_is_not_looked_over_the_shoulder(room):
    """The leave to see a seat's view is for the one who gave it."""
    room.enter("tom")
    room.show_eyes("mira", "nabo")
    room.hand_over("mira", "nabo", "tom")
    assert room.record.eyes == NOBODY


async def test_what_the_owner_decides_rings_and_is_written_down(room):
    for decide in (lambda: room.invite("mira", "eve"), lambda: room.show_eyes("mira", "nabo")):
        with room.bells.listening() as bell:
            decide()
            assert bell.is_set()
    kept = msgspec.json.decode(room.path.read_bytes(), type=Record)
    assert (kept.invited, kept.eyes) == (["eve"], "nabo")


async def test_one_more_seat_brings_its_moves(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom")})
    sitting = RoomSitting(room, "mira")
    assert {choice.seat for choice in sitting.choices} == {"nabo"}
    room.enter("mira")
    room.hand_over("tom", "yainar", "mira")
    assert sitting.catch_up()
    assert {choice.seat for choice in sitting.choices} == {"nabo", "yainar"}


async def test_spectators_with_a_delay_see_it_later(open_room, monkeypatch):
    room = open_room(delay=60)
    now = 1000.0
    monkeypatch.setattr(rooms.time, "monotonic", lambda: now)
    quiet(room, "mira")
    watching = RoomSitting(room, "eve")
    assert watching.table.number == 1
    assert watching.table.ask.seats == ("nabo", "yainar")
    room.say("tom", "I know what comes")
    assert "I know what comes" not in " ".join(entry.words for entry in watching.entries)
    now = 1061.0
    watching.catch_up()
    assert watching.table.number == 2
    assert "I know what comes" in " ".join(entry.words for entry in watching.entries)
    assert RoomSitting(room, "tom").table is room.table


# Bots and clocks


async def test_bots_play_their_seats_and_stop_when_people_are_asked(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")})
    quiet(room, "mira")
    await until(lambda: room.table.ask is None or room.table.ask.seats != ("yainar",))
    assert any(step.seat == "yainar" for step in room.table.steps)


async def test_a_bot_sees_no_more_than_its_seat(open_room, monkeypatch):
    private = msgspec.structs.replace(SETUP, options=("private-hands",))
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")}, setup=private)
    asked = []

    async def ask(work, question, *more):
        asked.append(question)
        return work(question, *more)

    monkeypatch.setattr(room.thinkers, "_ask", ask)
    room.start()
    await until(lambda: asked)
    assert asked[0].seat == "yainar"
    assert asked[0].view == room.table.rules.view(room.table.steps[asked[0].number].before, "yainar")


async def test_when_time_is_up_a_bot_makes_one_move_and_the_seat_stays(open_room, monkeypatch):
    room = open_room(clock=60)
    assert room.deadline
    quiet(room, "mira")

    async def pass_on(table, seat, name, luck):
        return next(move for move in table.moves(seat) if move.passes)

    monkeypatch.setattr(room.thinkers, "choose", pass_on)
    number = room.table.number
    room._time_is_up()
    await until(lambda: room.table.number > number)
    assert room.table.steps[number].seat == "yainar"
    assert room.person_of("yainar") == "tom"
    assert room.deadline


async def test_a_stopped_table_has_no_running_clock(open_room):
    room = open_room(clock=60)
    room.pause("mira")
    assert not room.deadline


# The house


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


async def test_guests_open_no_tables_and_leave_no_seat_behind(house, open_room):
    house.enter("passer", is_guest=True)
    with pytest.raises(Refused, match="Guests"):
        open_room(owner="passer")
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    room.sit_down("passer", "yainar")
    house.leave("passer")
    assert room.open_seats == ("yainar",)


async def test_nobody_fills_the_house_with_tables(open_room):
    for _ in range(8):
        open_room()
    with pytest.raises(Refused, match="8 tables"):
        open_room()


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


async def test_those_who_come_in_a_crowd_are_told_of_together(monkeypatch):
    """A move rings at once, and tells of them as well."""
    monkeypatch.setattr("tui.house.bells.MOMENT", 0.01)
    bells = Bells()
    with bells.listening() as bell:
        bells.ring_soon()
        bells.ring_soon()
        assert not bell.is_set()
        await asyncio.sleep(0.05)
        assert bell.is_set()
        bell.clear()
        bells.ring_soon()
        bells.ring()
        assert bell.is_set()
        bell.clear()
        await asyncio.sleep(0.05)
        assert not bell.is_set()
