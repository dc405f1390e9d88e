"""A room of the house: seats, moves, take-backs by consent, bots, clocks and spectators."""

import asyncio

import msgspec
import pytest

from engine.core.errors import Refused
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.core.verify import verify
from engine.games.horrors_of_war.content.library import library
from engine.store.files import FileJournal
from tests.house.conftest import OPEN, SETUP, act, answer, nothing, quiet, until
from tests.made_up import moves as marsh
from tui.house import taking_back
from tui.house.house import GUESSES
from tui.house.menu import deeds
from tui.house.record import Chair
from tui.house.sitting import RoomSitting
from tui.house.talk import BURST, KEPT


def agree(room, name, yes=True):
    """Answer the question that is asked now."""
    room.agree(name, yes, room.taking_back.serial if room.taking_back else 0)


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
    room.enter("tom")
    room.hand_over("tom", "yainar", "eve")
    assert room.person_of("yainar") == "tom"
    answer(room, "eve")
    assert room.person_of("yainar") == "eve"
    with pytest.raises(Refused, match="bob is not in the room"):
        room.hand_over("eve", "yainar", "bob")
    with pytest.raises(Refused, match="not your seat"):
        room.hand_over("tom", "yainar", "mira")
    room.stand_up("eve", "yainar")
    assert room.open_seats == ("yainar",)


async def test_who_gives_a_seat_to_a_bot_may_have_it_back(house, open_room):
    room = open_room(access="invited")
    room.seat_bot("tom", "yainar", "easy")
    with pytest.raises(Refused, match="Only the player it belongs to"):
        room.take_from_bot("eve", "yainar")
    assert room in house.listed("tom")
    assert not [words for words, _ in deeds(room, "eve", nothing) if "in the place of the bot" in words]
    take = next(deed for words, deed in deeds(room, "tom", nothing) if words == "Play Yainar in the place of the bot")
    take()
    assert room.record.chairs["yainar"] == Chair("person", "tom")


async def test_only_the_owner_fills_an_open_seat_with_a_bot(open_room):
    room = open_room({"nabo": Chair("person", "tom"), "yainar": OPEN}, owner="mira")
    with pytest.raises(Refused, match="not yours to give away"):
        room.seat_bot("tom", "yainar", "easy")
    room.seat_bot("mira", "yainar", "easy")
    assert room.person_of("yainar") == "easy bot"


async def test_a_bot_sits_in_for_whoever_is_away_until_they_are_back(room):
    room.enter("tom")
    with pytest.raises(Refused, match="not yours to give away"):
        room.seat_bot("mira", "yainar", "easy")
    room.leave("tom")
    with pytest.raises(Refused, match="not yours to give away"):
        room.seat_bot("eve", "yainar", "easy")
    sit_in = next(
        deed
        for words, deed in deeds(room, "mira", nothing)
        if words == "Let the easy bot play Yainar for tom, who is away"
    )
    sit_in()
    assert room.person_of("yainar") == "easy bot"
    with pytest.raises(Refused, match="Only the player it belongs to"):
        room.take_from_bot("mira", "yainar")
    room.enter("tom")
    room.take_from_bot("tom", "yainar")
    assert room.person_of("yainar") == "tom"


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


async def test_nobody_finds_a_table_by_trying_all_codes(house, open_room):
    """Names are cheap: whoever has guessed too much under one finds nothing under another."""
    room, public = open_room(access="code"), open_room()
    for number in range(GUESSES):
        with pytest.raises(Refused, match="no table"):
            house.room(f"eve{number}", f"{room.code}{number}", "192.0.2.7")
    for code in ("oak-0", room.code):
        with pytest.raises(Refused, match="Not so fast: wait a minute"):
            house.room("eve", code, "192.0.2.7")
    assert house.room("eve", public.code, "192.0.2.7") is public
    assert house.room("mira", room.code, "192.0.2.7") is room
    assert house.room("eve", room.code, "198.51.100.1") is room


async def test_the_code_of_a_hidden_table_is_long(open_room):
    assert len(open_room(access="code").code.rpartition("-")[2]) == 4
    assert len(open_room().code.rpartition("-")[2]) == 1


async def test_names_that_nobody_can_have_are_not_invited(room):
    for name in ("../eve", "e" * 21, "", "7up"):
        with pytest.raises(Refused, match="no name"):
            room.invite("mira", name)
    room.record.invited = [f"p{number}" for number in range(50)]
    with pytest.raises(Refused, match="50 are invited"):
        room.invite("mira", "eve")


async def test_nobody_fills_the_log_of_a_table_with_deeds(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})

    def fidget():
        for _ in range(20):
            room.sit_down("eve", "yainar")
            room.stand_up("eve", "yainar")

    with pytest.raises(Refused, match="Not so fast"):
        fidget()
    room.pause("mira")


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
        agree(room, "mira")
    agree(room, "tom", yes=False)
    assert room.table.number == number
    room.take_back("mira")
    agree(room, "tom")
    assert room.table.number == number - 2
    assert room.taking_back is None


async def test_a_take_back_tells_the_others_no_more_than_they_saw(open_room):
    """With private hands nobody learns which card was taken up."""
    room = open_room(setup=msgspec.structs.replace(SETUP, options=("private-hands",), open_undo=True))
    while room.table.ask.seats != ("yainar",):
        last = act(room, "mira") if room.table.number < 3 else quiet(room, "mira")
    hand = [library().title(card) for card in last.before.hands["nabo"]]
    act(room, "tom")
    number = room.table.number
    room.take_back("mira")
    told = [room.taking_back.words, *(said.words for said in room.talk.said)]
    agree(room, "tom")
    assert room.table.number < number
    assert not [each for each in (*told, room.talk.said[-1].words) if any(title in each for title in hand)]


async def test_a_new_move_ends_the_question_of_a_take_back(room):
    quiet(room, "mira")
    act(room, "tom")
    room.take_back("mira")
    act(room, "tom")
    with pytest.raises(Refused, match="Nobody asks you"):
        agree(room, "tom")


async def test_whoever_agrees_agrees_to_what_they_were_asked(room):
    """The question was on the screen while it ended and another one was asked."""
    quiet(room, "mira")
    act(room, "tom")
    room.take_back("mira")
    old = room.taking_back.serial
    with pytest.raises(Refused, match="mira has asked for a take-back; tom must answer that first"):
        room.take_back("mira")
    act(room, "tom")
    room.take_back("mira")
    number = room.table.number
    with pytest.raises(Refused, match="Nobody asks you that any more"):
        room.agree("tom", True, old)
    assert room.table.number == number
    agree(room, "tom")
    assert room.table.number < number


async def test_making_and_taking_back_cannot_make_a_journal_grow_for_ever(room, monkeypatch):
    """A move more that stands allows for more; a house that opens again has counted on."""
    monkeypatch.setattr(taking_back, "AT_FIRST", 3)
    monkeypatch.setattr(taking_back, "FOR_EACH", 1)
    for _ in range(5):
        quiet(room, "mira")
        room.take_back("mira")
    quiet(room, "mira")
    lines = len(room.opened.path.read_bytes().splitlines())
    with pytest.raises(Refused, match="5 moves were taken back at this table; make one that stands first"):
        room.take_back("mira")
    assert len(room.opened.path.read_bytes().splitlines()) == lines
    loaded = Table.resume(room.table.rules, FileJournal(room.opened.path, writing=False))
    assert (room.table.undone, loaded.undone) == (5, 5)
    act(room, "tom")
    room.take_back("tom")


async def test_nobody_is_pestered_with_take_backs(room):
    quiet(room, "mira")
    act(room, "tom")
    for _ in range(BURST):
        room.take_back("mira")
        agree(room, "tom", yes=False)
    with pytest.raises(Refused, match="Not so fast"):
        room.take_back("mira")


async def test_bots_wait_while_somebody_is_asked_to_agree(open_room, monkeypatch):
    """A bot's move would end the question before anybody could read it."""
    three = msgspec.structs.replace(SETUP, seats=("nabo", "yainar", "akezan"))
    chairs = {"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom"), "akezan": Chair("bot", "random")}
    room = open_room(chairs, setup=three)
    room.pause("mira")  # until both have passed
    room.enter("tom")
    for seat in ("nabo", "nabo", "nabo", "yainar"):  # two choices at the beginning, then both pass
        moves = room.table.moves(seat)
        room.table.submit(seat, next((move for move in moves if move.passes), moves[0]))
        room.delay.note()
    room.take_back("mira")
    room.resume("mira")
    number = room.table.number
    await asyncio.sleep(0.1)
    assert not room._tasks
    assert room.table.number == number
    room.leave("tom")
    await until(lambda: room.table.number > number)
    assert room.taking_back is None


async def test_what_was_revealed_since_cannot_be_taken_back(room):
    quiet(room, "mira")
    quiet(room, "tom")
    with pytest.raises(Refused, match="something new was revealed"):
        room.take_back("mira")


async def test_taken_back_moves_leave_a_journal_that_verifies(room):
    quiet(room, "mira")
    act(room, "tom")
    room.take_back("mira")
    agree(room, "tom")
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
    said = room.talk.said[-1]
    assert (said.who, said.words, said.at) == ("", "mira nudges tom.", room.table.number)
    room.nudge("mira")
    with pytest.raises(Refused, match="Not so fast"):
        room.nudge("mira")
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


async def test_an_arrangement_in_secret_is_taken_back_without_asking_the_others(marsh_lights, open_room):
    """tom has moved since, and sees and loses nothing."""
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=3, options=("muster",))
    room = open_room({"amber": Chair("person", "mira"), "jade": Chair("person", "tom")}, setup=setup)
    act(room, "mira")
    act(room, "tom")
    seen, number = room.table.view("jade"), room.table.number
    assert room.take_back("mira") == "Put the keeper under the next cloak"
    assert room.taking_back is None
    assert (room.table.view("jade"), room.table.number) == (seen, number - 1)
    assert room.table.steps[-1].seat == "jade"


async def test_a_room_passes_for_a_person_who_stands_by(marsh_lights, open_room):
    """ann stands by in the first window of an attack; after the next roll the table waits for somebody else."""
    seats = {"amber": "mira", "jade": "tom", "violet": "ann"}
    setup = Setup(game="marsh-lights", scenario="ford", seats=tuple(seats), seed=1)
    room = open_room({seat: Chair("person", name) for seat, name in seats.items()}, setup=setup)
    table = room.table
    brute = next(item for item, face in table.state.faces.items() if face == "amber.brute")
    for seat in seats:
        room.submit(seats[seat], seat, marsh.Bid(0), table.question)
    for seat, move in (("amber", marsh.Send(brute)), ("amber", marsh.Attack("jade-1")), ("jade", marsh.GoOn())):
        room.submit(seats[seat], seat, move, table.question)
    sitting = RoomSitting(room, "ann")
    sitting.make(next(each for each in sitting.choices if each.scope))
    room.submit("mira", "amber", marsh.RollAgain(), table.question)
    assert (table.steps[-1].seat, table.steps[-1].move) == ("violet", marsh.GoOn())
    assert "violet" not in table.asked
