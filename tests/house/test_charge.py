"""Who is in charge of a table, what they may do to the seats of others, and what nobody gets to see by it."""

import asyncio

import msgspec
import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from tests.house.conftest import OPEN, SETUP, act, answer, nothing, quiet, until
from tui.house import charge as charges
from tui.house.charge import LONG, OWNER_AWAY, STALLED
from tui.house.house import House
from tui.house.menu import deeds
from tui.house.record import Chair
from tui.house.seats import QUESTIONS
from tui.house.sitting import RoomSitting

PRIVATE = msgspec.structs.replace(SETUP, options=("private-hands",))
HALF = {"nabo": Chair("person", "mira"), "yainar": OPEN}


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""

    class Clock:
        now = 1000.0

    monkeypatch.setattr(charges.time, "monotonic", lambda: Clock.now)
    monkeypatch.setattr(charges.time, "time", lambda: 5_000_000 + Clock.now)
    return Clock


def offered(room, name):
    return [words for words, _ in deeds(room, name, nothing)]


# The owner


async def test_the_player_who_sat_longest_is_in_charge_while_the_owner_is_away(clock, open_room):
    three = msgspec.structs.replace(SETUP, seats=("nabo", "yainar", "akezan"))
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN, "akezan": OPEN}, setup=three)
    room.enter("mira")
    for name, seat in (("eve", "akezan"), ("tom", "yainar")):
        room.enter(name)
        room.sit_down(name, seat)
    room.leave("mira")
    clock.now += OWNER_AWAY - 1
    room.settle_charge()
    assert room.in_charge == "mira"
    clock.now += 2
    room.settle_charge()
    assert room.in_charge == "eve"
    assert room.talk.said[-1].words == "mira has been away for long: eve is in charge of the table now."
    room.invite("eve", "ida")
    with pytest.raises(Refused, match="Only eve, who is in charge"):
        room.invite("tom", "ida")
    room.leave("eve")
    assert room.in_charge == "tom"
    room.enter("mira")
    assert room.in_charge == "mira"
    assert room.talk.said[-1].words == "mira is in charge of the table again."


async def test_an_owner_who_is_here_and_does_nothing_leaves_nobody_helpless(clock, room):
    for name in ("mira", "tom"):
        room.enter(name)
    clock.now += OWNER_AWAY + 1
    room.stir("tom")
    room.settle_charge()
    assert room.in_charge == "tom"
    room.stir("mira")
    assert room.in_charge == "mira"


async def test_an_owner_who_is_alone_stays_in_charge(clock, room):
    room.enter("mira")
    clock.now += OWNER_AWAY + 1
    room.settle_charge()
    assert room.in_charge == "mira"


async def test_the_others_are_told_when_the_time_comes_without_anybody_doing_anything(room, monkeypatch):
    monkeypatch.setattr(charges, "OWNER_AWAY", 0.05)
    room.enter("mira")
    room.enter("tom")
    room.leave("mira")
    await until(lambda: room.in_charge == "tom")


async def test_only_the_owner_puts_the_table_away(clock, house, room):
    room.enter("tom")
    clock.now += OWNER_AWAY
    room.settle_charge()
    assert room.in_charge == "tom"
    with pytest.raises(Refused, match="Only mira, whose table it is"):
        house.end_room("tom", room.code)
    house.end_room("mira", room.code)


async def test_who_is_in_charge_and_since_when_the_owner_is_away_outlives_the_house(clock, house, room, tmp_path):
    for name in ("mira", "tom"):
        room.enter(name)
    room.leave("mira")
    clock.now += OWNER_AWAY - 10
    room.leave("tom")
    await house.close("")
    clock.now += 20
    again = House(tmp_path / "house")
    again.people.claim("mira", "SHA256:" + "m" * 43)
    again.people.claim("tom", "SHA256:" + "t" * 43)
    again.start()
    found = again.rooms[room.code]
    found.enter("tom")
    assert found.in_charge == "tom"
    await again.close("")
    third = House(tmp_path / "house")
    assert third.rooms[room.code].in_charge == "tom"
    await third.close("")


async def test_a_table_is_handed_on_to_somebody_who_takes_it(room):
    for name in ("mira", "tom"):
        room.enter(name)
    with pytest.raises(Refused, match="Only mira"):
        room.hand_on("tom", "mira")
    room.hand_on("mira", "tom")
    assert room.record.owner == "mira"
    answer(room, "tom")
    assert room.record.owner == room.in_charge == "tom"


# Seats of others


async def test_a_player_who_is_here_and_plays_keeps_the_seat(clock, room):
    for name in ("mira", "tom"):
        room.enter(name)
    clock.now += LONG + 1
    room.stir("tom")
    assert room.why_freed("yainar") == ""
    with pytest.raises(Refused, match="Yainar has a player"):
        room.free_seat("mira", "yainar")
    with pytest.raises(Refused, match="not yours to give away"):
        room.seat_bot("mira", "yainar", "easy")
    clock.now += LONG - 1
    assert not [words for words in offered(room, "mira") if "Yainar" in words and "Offer" not in words]


async def test_the_seat_of_an_idle_player_goes_to_a_bot_or_is_freed(clock, room):
    for name in ("mira", "tom"):
        room.enter(name)
    clock.now += LONG + 1
    words = offered(room, "mira")
    assert "Let the easy bot play Yainar for tom, who does not answer" in words
    assert "Free Yainar: tom has not answered for 5 minutes" in words
    assert not [each for each in offered(room, "tom") if each.startswith(("Free", "Let the easy bot play Nabo"))]
    room.seat_bot("mira", "yainar", "easy")
    room.take_from_bot("tom", "yainar")
    clock.now += LONG + 1
    with pytest.raises(Refused, match="Only mira"):
        room.free_seat("eve", "yainar")
    room.free_seat("mira", "yainar")
    assert room.open_seats == ("yainar",)
    room.enter("eve")
    assert room.sit_down("eve", "yainar")


async def test_nobody_is_idle_whom_the_table_does_not_wait_for(clock, room):
    for name in ("mira", "tom"):
        room.enter(name)
    while "yainar" in room.table.ask.seats:
        quiet(room, "tom")
    clock.now += 10 * LONG
    assert room.idle_for("yainar") == 0
    assert room.idle_for("nabo") >= LONG
    room.pause("mira")
    assert room.idle_for("nabo") == 0


async def test_before_the_game_begins_every_seat_can_be_freed(open_room):
    """A stranger who stays in the room would keep a friend out."""
    three = msgspec.structs.replace(SETUP, seats=("nabo", "yainar", "akezan"))
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN, "akezan": OPEN}, setup=three)
    for name in ("mira", "eve"):
        room.enter(name)
    room.sit_down("eve", "yainar")
    assert "Free Yainar: the game has not begun" in offered(room, "mira")
    room.free_seat("mira", "yainar")
    assert room.open_seats == ("yainar", "akezan")
    room.remove("mira", "eve")


async def test_a_player_who_is_idle_while_a_seat_is_open_loses_theirs(clock, room):
    for name in ("mira", "tom"):
        room.enter(name)
    room.stand_up("mira", "nabo")
    clock.now += LONG + 1
    room.free_seat("mira", "yainar")
    assert room.open_seats == ("nabo", "yainar")


async def test_a_player_who_only_presses_keys_loses_the_seat_in_the_end(clock, room):
    for name in ("mira", "tom"):
        room.enter(name)
    clock.now += STALLED - 1
    room.stir("tom")
    assert not room.why_freed("yainar")
    clock.now += 1
    room.stir("tom")
    assert room.why_freed("yainar") == "tom has not answered for 15 minutes"


async def test_nobody_frees_the_seat_of_an_owner_who_is_away(clock, room):
    """The one in charge meanwhile could let a friend sit down there, who would see the owner's hand."""
    for name in ("mira", "tom"):
        room.enter(name)
    room.leave("mira")
    clock.now += OWNER_AWAY + LONG
    room.stir("tom")
    room.settle_charge()
    assert room.in_charge == "tom"
    with pytest.raises(Refused, match="Nabo has a player"):
        room.free_seat("tom", "nabo")
    room.seat_bot("tom", "nabo", "easy")
    assert not room.why_freed("nabo")
    room.enter("mira")
    room.take_from_bot("mira", "nabo")


async def test_nobody_is_asked_again_and_again(room):
    """Every question rings on the screen of the one who is asked."""
    for name in ("mira", "tom", "eve"):
        room.enter(name)
    for number in range(QUESTIONS[0]):
        room.hand_over("tom", "yainar", ("mira", "eve")[number % 2])
    with pytest.raises(Refused, match="Not so fast"):
        room.hand_over("tom", "yainar", "eve")


async def test_a_seat_that_a_stranger_left_is_somebody_elses_in_the_end(clock, room):
    """Also if a bot has played it meanwhile."""
    room.enter("mira")
    room.enter("tom")
    room.leave("tom")
    room.seat_bot("mira", "yainar", "easy")
    with pytest.raises(Refused, match="Only the player it belongs to"):
        room.take_from_bot("mira", "yainar")
    with pytest.raises(Refused, match="has a player"):
        room.free_seat("mira", "yainar")
    clock.now += LONG
    assert "Free Yainar: tom has been away for 5 minutes" in offered(room, "mira")
    room.free_seat("mira", "yainar")
    room.sit_down("eve", "yainar")
    assert room.person_of("yainar") == "eve"


async def test_for_how_long_a_player_is_away_outlives_the_house(clock, house, room, tmp_path):
    for name in ("mira", "tom"):
        room.enter(name)
    room.leave("tom")
    await house.close("")
    clock.now += LONG
    again = House(tmp_path / "house")
    for name in ("mira", "tom"):
        again.people.claim(name, "SHA256:" + name[0] * 43)
    again.start()
    assert again.rooms[room.code].why_freed("yainar")
    assert not again.rooms[room.code].why_freed("nabo"), "who was here when it closed"
    await again.close("")


# Private hands


async def test_private_hands_are_shown_once_every_seat_is_taken(open_room):
    """Before, a stranger could sit down, read a hand and get up."""
    room = open_room(HALF, setup=PRIVATE)
    room.sit_down("eve", "yainar")
    room.stand_up("eve", "yainar")
    room.sit_down("tom", "yainar")
    room.stand_up("mira", "nabo")
    again = open_room(HALF, setup=PRIVATE)
    mine = RoomSitting(again, "mira")
    assert mine.view == again.table.view(NOBODY)
    assert "What only you may see is shown when every seat is taken." in mine.question
    again.sit_down("eve", "yainar")
    theirs = RoomSitting(again, "eve")
    assert mine.catch_up()
    assert mine.view == again.table.view("nabo")
    assert theirs.view == again.table.view("yainar")


async def test_a_stranger_sees_a_private_hand_in_play_only_with_leave(open_room):
    room = open_room(setup=PRIVATE)
    for name in ("mira", "tom", "eve"):
        room.enter(name)
    act(room, "mira")
    room.stand_up("tom", "yainar")
    assert not room.sit_down("eve", "yainar")
    watching = RoomSitting(room, "eve")
    assert watching.view == room.table.view(NOBODY)
    assert "Ask to sit down as Yainar" in offered(room, "eve")
    (asked,) = room.questions("mira")
    assert asked.words.startswith("eve would like to play Yainar")
    assert not room.questions("tom")
    asked.answer(False)
    with pytest.raises(Refused, match="The answer to that was no"):
        room.sit_down("eve", "yainar")
    assert watching.view == room.table.view(NOBODY)
    room.enter("ida")
    room.sit_down("ida", "yainar")
    answer(room, "mira")
    assert RoomSitting(room, "ida").view == room.table.view("yainar")


async def test_a_wish_ends_with_the_one_who_had_it_and_with_the_seat(open_room):
    room = open_room(setup=PRIVATE)
    for name in ("mira", "tom", "eve"):
        room.enter(name)
    room.stand_up("tom", "yainar")
    room.sit_down("eve", "yainar")
    (asked,) = room.questions("mira")
    room.leave("eve")
    assert not room.questions("mira")
    with pytest.raises(Refused, match="Nobody asks you that any more"):
        asked.answer(True)
    room.enter("eve")
    room.sit_down("eve", "yainar")
    room.sit_down("tom", "yainar")
    assert not room.questions("mira")


async def test_who_had_the_seat_takes_it_again_without_asking(open_room):
    room = open_room(setup=PRIVATE)
    for name in ("mira", "tom"):
        room.enter(name)
    room.stand_up("tom", "yainar")
    assert room.sit_down("tom", "yainar")


async def test_the_next_guest_of_the_same_name_has_to_ask(open_room):
    room = open_room(setup=PRIVATE)
    for name in ("mira", "tom"):
        room.enter(name)
    room.free("tom")
    assert room.open_seats == ("yainar",)
    assert not room.sit_down("tom", "yainar")


async def test_an_owner_throws_nobody_out_to_read_their_hand(clock, open_room):
    """A freed seat goes to somebody who has seen no other hand of this game; giving up one's own seat helps nobody."""
    room = open_room(setup=PRIVATE)
    for name in ("mira", "tom"):
        room.enter(name)
    clock.now += LONG + 1
    room.free_seat("mira", "yainar")
    with pytest.raises(Refused, match="You have seen what only Nabo may see"):
        room.sit_down("mira", "yainar")
    room.stand_up("mira", "nabo")
    with pytest.raises(Refused, match="You have seen what only Nabo may see"):
        room.sit_down("mira", "yainar")
    assert RoomSitting(room, "mira").view == room.table.view(NOBODY)


async def test_nobody_reads_a_private_hand_by_playing_in_the_place_of_a_bot(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")}, setup=PRIVATE)
    room.pause("mira")
    with pytest.raises(Refused, match="You have seen what only Nabo may see"):
        room.take_from_bot("mira", "yainar")
    assert not [words for words in offered(room, "mira") if "in the place of the bot" in words]


async def test_with_open_hands_a_free_seat_is_anybodys(room):
    act(room, "mira")
    room.stand_up("tom", "yainar")
    assert room.sit_down("eve", "yainar")


# Spectators


async def test_a_muted_spectator_is_not_heard_at_this_table(room):
    for name in ("mira", "tom", "eve"):
        room.enter(name)
    with pytest.raises(Refused, match="Only mira"):
        room.mute("tom", "eve")
    with pytest.raises(Refused, match="tom does not watch here"):
        room.mute("mira", "tom")
    room.mute("mira", "eve")
    for deed in (lambda: room.say("eve", "fools"), lambda: room.nudge("eve")):
        with pytest.raises(Refused, match="You are muted"):
            deed()
    assert "Let eve be heard again" in offered(room, "mira")
    room.unmute("mira", "eve")
    room.say("eve", "sorry")


async def test_a_removed_spectator_does_not_come_back(house, room, tmp_path):
    for name in ("mira", "eve"):
        room.enter(name)
    for who in ("tom", "mira"):
        with pytest.raises(Refused, match="does not watch"):
            room.remove("mira", who)
    room.remove("mira", "eve")
    room.leave("eve")
    with pytest.raises(Refused, match="no table"):
        house.room("eve", room.code)
    assert room not in house.listed("eve")
    with pytest.raises(Refused, match="removed"):
        room.sit_down("eve", "yainar") if room.open_seats else room.enter("eve")
    await house.close("")
    again = House(tmp_path / "house")
    assert again.rooms[room.code].why_not("eve")
    again.rooms[room.code].record.removed.clear()
    await again.close("")


async def test_an_invitation_forgives(house, room):
    for name in ("mira", "eve"):
        room.enter(name)
    room.remove("mira", "eve")
    room.invite("mira", "eve")
    assert house.room("eve", room.code) is room


async def test_a_take_back_that_nobody_answers_is_off_after_a_while(room, monkeypatch):
    """Bots would wait for ever for one who does not answer."""
    monkeypatch.setattr("tui.house.room.ANSWERED_WITHIN", 0.0)
    room.enter("tom")
    quiet(room, "mira")
    act(room, "tom")
    room.take_back("mira")
    await asyncio.wait_for(_gone(room), 20)
    assert "did not answer" in room.talk.said[-1].words


async def _gone(room):
    while room.taking_back is not None:
        await asyncio.sleep(0)
