"""Who watches: what an outsider may see, one seat's view with the owner's leave, and all of it later."""

import msgspec
import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from tests.house.conftest import SETUP, act, answer, quiet
from tui.house import delay as delays
from tui.house.house import House, listing
from tui.house.record import Chair, RoomRecord
from tui.house.sitting import RoomSitting


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
    room.enter("mira")
    room.hand_over("mira", "nabo", "tom")
    answer(room, "tom")
    assert room.record.eyes == NOBODY


async def test_whoever_lets_a_bot_play_is_told_so_and_looks_over_no_shoulder(open_room):
    """They take their seat back when they like, and would know a hand that is hidden from it."""
    private = msgspec.structs.replace(SETUP, options=("private-hands",))
    room = open_room(setup=private)
    room.show_eyes("mira", "nabo")
    room.enter("mira")
    room.seat_bot("mira", "yainar", "easy")
    back = RoomSitting(room, "tom")
    assert back.view == room.table.view(NOBODY)
    assert back.question == "The easy bot plays Yainar for you; g gives you the seat back."
    assert RoomSitting(room, "eve").view == room.table.view("nabo")
    room.take_from_bot("tom", "yainar")
    assert back.catch_up()
    assert back.view == room.table.view("yainar")


async def test_what_the_owner_decides_rings_and_is_written_down(room):
    for decide in (lambda: room.invite("mira", "eve"), lambda: room.show_eyes("mira", "nabo")):
        with room.bells.listening() as bell:
            decide()
            assert bell.is_set()
    kept = msgspec.json.decode(room.path.read_bytes(), type=RoomRecord)
    assert (kept.invited, kept.eyes) == (["eve"], "nabo")


async def test_one_more_seat_brings_its_moves(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom")})
    sitting = RoomSitting(room, "mira")
    assert {choice.seat for choice in sitting.choices} == {"nabo"}
    room.enter("mira")
    room.enter("tom")
    room.hand_over("tom", "yainar", "mira")
    answer(room, "mira")
    assert sitting.catch_up()
    assert {choice.seat for choice in sitting.choices} == {"nabo", "yainar"}


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set; all that people do takes no time."""

    class Clock:
        now = 1000.0

    monkeypatch.setattr(delays.time, "monotonic", lambda: Clock.now)
    monkeypatch.setattr(delays.time, "time", lambda: 5_000_000 + Clock.now)
    return Clock


def words_of(sitting):
    return " ".join(entry.words for entry in sitting.entries)


async def test_spectators_with_a_delay_see_it_later(open_room, clock):
    room = open_room(delay=60)
    quiet(room, "mira")
    watching = RoomSitting(room, "eve")
    assert watching.question.startswith("You watch, 1 min behind. The table waits for mira")
    assert watching.table.number == 1
    assert watching.table.ask.seats == ("nabo", "yainar")
    room.say("tom", "I know what comes")
    assert "I know what comes" not in words_of(watching)
    clock.now += 61
    watching.catch_up()
    assert watching.table.number == 2
    assert "I know what comes" in words_of(watching)
    assert RoomSitting(room, "tom").table is room.table


async def test_spectators_with_a_delay_hear_later_also_while_nobody_moves(open_room, clock):
    room = open_room(delay=60)
    clock.now += 100
    watching = RoomSitting(room, "eve")
    room.say("tom", "I have the cannon")
    assert "cannon" not in words_of(watching)
    assert "cannon" in words_of(RoomSitting(room, "mira"))
    clock.now += 61
    assert "cannon" in words_of(watching)


async def test_all_spectators_with_a_delay_share_what_they_see(open_room, clock):
    room = open_room(delay=60)
    clock.now += 100
    act(room, "mira")
    before = room.seen_by_spectators()
    assert before is room.seen_by_spectators()
    room.take_back("mira")
    clock.now += 30
    assert room.seen_by_spectators() is room.table
    quiet(room, "mira")
    clock.now += 61
    assert room.seen_by_spectators() is room.table


async def test_spectators_with_a_delay_see_a_take_back_later(open_room, clock):
    """They see the move until the take-back is as old as everything that they see."""
    room = open_room(delay=60)
    first = act(room, "mira")
    clock.now += 61
    watching = RoomSitting(room, "eve")
    assert watching.table.steps[-1] is first
    room.take_back("mira")
    again = quiet(room, "mira")
    clock.now += 50
    watching.catch_up()
    assert watching.table.steps[-1] is first
    assert watching.table.ask != room.table.ask
    clock.now += 11
    watching.catch_up()
    assert watching.table.number == 2
    assert watching.table.steps[-1] is again


async def test_what_was_taken_back_before_it_was_seen_is_never_seen(open_room, clock):
    room = open_room(delay=60)
    act(room, "mira")
    clock.now += 30
    room.take_back("mira")
    watching = RoomSitting(room, "eve")
    for _ in range(3):
        clock.now += 25
        watching.catch_up()
        assert watching.table.number == 1


async def test_the_list_of_tables_tells_no_more_than_spectators_may_see(open_room, clock):
    room = open_room(delay=60)
    while room.table.rules.round_of(room.table.state) == 1:
        quiet(room, room.asked_people[0])
    assert room.progress == "round 1"
    clock.now += 61
    assert room.progress == "round 2"


async def test_the_delay_holds_over_a_restart(house, open_room, tmp_path, clock):
    room = open_room(delay=60)
    quiet(room, "mira")
    clock.now += 50
    act(room, "tom")
    await house.close("")
    clock.now += 20  # 70 seconds after the first move, 20 after the second
    again = House(tmp_path / "house")
    found = again.rooms[room.code]
    assert found.table.number == 3
    assert found.seen_by_spectators().number == 2
    clock.now += 41
    assert found.seen_by_spectators().number == 3
    await again.close("")


async def test_a_move_of_which_the_house_fell_down_is_seen_no_sooner(house, open_room, tmp_path, clock):
    """The journal has it already, and what is written beside it has not."""
    room = open_room(delay=60)
    clock.now += 100
    room.say("tom", "now")
    room._is_closed = True  # nothing is written beside the journal any more
    act(room, "tom")
    await house.close("")
    again = House(tmp_path / "house")
    found = again.rooms[room.code]
    assert found.table.number == 2
    assert found.seen_by_spectators().number == 1
    clock.now += 61
    assert found.seen_by_spectators().number == 2
    await again.close("")


# The end


def play_out(room):
    while room.table.ask is not None:
        quiet(room, room.asked_people[0])


async def test_spectators_with_a_delay_see_the_end_later_wherever_they_look(house, open_room, clock):
    room = open_room(delay=60)
    play_out(room)
    assert room.stands == "finished"
    assert (room.stands_for("eve"), room.stands_for("mira")) == ("running", "finished")
    assert room.progress_for("mira") == "lost"
    assert room.progress_for("eve").startswith("round")
    assert "running" in listing(house.listed("eve"), "eve")
    assert not house.book.records()
    assert "still played" in house.why_no_branch("eve", room.code)
    assert not house.why_no_branch("mira", room.code)
    clock.now += 61
    assert room.stands_for("eve") == "finished"
    assert "lost" in listing(house.listed("eve"), "eve")
    house._note_when_seen(room)
    assert len(house.book.records()) == 1
    house._note_when_seen(room)
    assert sum(record.losses for record in house.book.records()) == 1, "once"


async def test_the_end_is_seen_no_sooner_after_a_restart_and_then_is_in_the_log(house, open_room, tmp_path, clock):
    room = open_room(delay=60)
    play_out(room)
    await house.close("")
    clock.now += 30
    again = House(tmp_path / "house")
    for name in ("mira", "tom"):
        again.people.claim(name, "SHA256:" + name[0] * 43)
    again.start()
    found = again.rooms[room.code]
    assert found.stands_for("eve") == "running"
    assert not again.book.records()
    clock.now += 31
    again._note_when_seen(found)
    assert found.stands_for("eve") == "finished"
    assert len(again.book.records()) == 1
    await again.close("")


async def test_without_a_delay_everybody_knows_the_end_at_once(house, open_room):
    room = open_room()
    play_out(room)
    assert room.stands_for("eve") == "finished"
    assert len(house.book.records()) == 1


async def test_a_take_back_is_seen_no_sooner_after_a_restart(house, open_room, tmp_path, clock):
    """What was taken back is seen until the take-back is as old as everything that spectators see."""
    room = open_room(delay=60)
    act(room, "mira")
    clock.now += 61
    before = room.seen_by_spectators().view(NOBODY)
    room.take_back("mira")
    quiet(room, "mira")
    await house.close("")
    clock.now += 30
    again = House(tmp_path / "house")
    found = again.rooms[room.code]
    assert found.seen_by_spectators().view(NOBODY) == before
    assert found.seen_by_spectators().ask != found.table.ask
    await again.close("")
    clock.now += 31
    third = House(tmp_path / "house")
    assert third.rooms[room.code].seen_by_spectators() is third.rooms[room.code].table
    await third.close("")
