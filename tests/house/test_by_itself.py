"""What happens at a table by itself: bots that play, and clocks that run."""

import asyncio

import msgspec
import pytest

from engine.core.added import VARIABLE
from engine.core.errors import Refused
from engine.core.kinds import Setup
from tests.house.conftest import SETUP, act, nothing, quiet, until
from tests.house.test_screens import people
from tests.made_up import MARSH_LIGHTS, moves
from tui.house import around as arounds
from tui.house.menu import deeds
from tui.house.record import Chair, read_record
from tui.house.sitting import RoomSitting


async def test_bots_play_their_seats_and_stop_when_people_are_asked(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")})
    quiet(room, "mira")
    await until(lambda: room.table.ask is None or room.table.ask.seats != ("yainar",))
    assert any(step.seat == "yainar" for step in room.table.steps)


async def test_bots_of_every_level_play_rivals_with_a_person(open_room, monkeypatch):
    """Marsh Lights, from the bids of the first round to a turn of each bot."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade", "violet"), seed=3)
    chairs = {"amber": Chair("person", "mira"), "jade": Chair("bot", "normal"), "violet": Chair("bot", "easy")}
    room = open_room(chairs, setup=setup)
    room.enter("mira")
    while not {"jade", "violet"} <= {step.seat for step in room.table.steps[4:]}:
        await until(lambda: "amber" in room.table.asked and not room._next_bot())
        act(room, "mira")
    assert not room.talk.said


async def test_a_record_with_a_bot_of_an_older_parley_plays_on(open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "greedy")})
    room.hurry_bots("mira")
    await until(lambda: any(step.seat == "yainar" for step in room.table.steps))
    assert room.person_of("yainar") == "greedy bot"


async def test_a_bot_sees_no_more_than_its_seat(open_room, monkeypatch):
    private = msgspec.structs.replace(SETUP, options=("private-hands",))
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")}, setup=private)
    asked = []

    async def think(table, work, question, *more):
        asked.append(question)
        room.thinkers._turns.over(table)
        return work(question, *more)

    monkeypatch.setattr(room.thinkers, "_think", think)
    room.hurry_bots("mira")
    await until(lambda: asked)
    assert asked[0].seat == "yainar"
    assert asked[0].view == room.table.rules.view(room.table.steps[asked[0].number].before, "yainar")


async def test_a_bots_answer_is_not_made_for_whoever_has_taken_its_seat(open_room, monkeypatch):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")})
    thinks, answers = asyncio.Event(), asyncio.Event()

    async def think(table, seat, name, luck):
        thinks.set()
        await answers.wait()
        return table.moves(seat)[0]

    monkeypatch.setattr(room.thinkers, "choose", think)
    room.hurry_bots("mira")
    await thinks.wait()
    number = room.table.number
    room.take_from_bot("mira", "yainar")
    answers.set()
    await until(lambda: not room._tasks)
    assert room.table.number == number
    room.seat_bot("mira", "yainar", "random")
    room.hurry_bots("mira")
    await until(lambda: room.table.number > number)


async def test_a_bot_that_fails_is_told_of_and_the_table_goes_on(open_room, monkeypatch, caplog):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")})

    async def fail(table, seat, name, luck):
        raise ZeroDivisionError(f"the {'ace'} of hearts")

    monkeypatch.setattr(room.thinkers, "choose", fail)
    room.hurry_bots("mira")
    await until(lambda: room.talk.said)
    await until(lambda: "A bot failed" in room.talk.said[-1].words)
    assert room.code in caplog.text
    assert "ace of hearts" not in caplog.text
    act(room, "mira")


async def test_when_time_is_up_a_bot_makes_one_move_and_the_seat_stays(open_room, monkeypatch):
    room = open_room(clock=60)
    assert room.clock.deadline
    room.enter("mira")
    quiet(room, "mira")

    async def pass_on(table, seat, name, luck):
        return next(move for move in table.moves(seat) if move.passes)

    monkeypatch.setattr(room.thinkers, "choose", pass_on)
    number = room.table.number
    room.clock._up()
    await until(lambda: room.table.number > number)
    assert room.table.steps[number].seat == "yainar"
    assert room.person_of("yainar") == "tom"
    assert room.clock.deadline


async def test_whoever_takes_a_move_back_wins_no_time(open_room):
    """Neither the time that there was for the move, nor that of the question after it."""
    room = open_room(clock=60)
    now = asyncio.get_running_loop().time()
    room.clock.deadline = now + 20
    act(room, "mira")
    assert room.clock.deadline == pytest.approx(now + 60, abs=5)
    room.take_back("mira")
    assert room.clock.deadline == pytest.approx(now + 20, abs=5)
    act(room, "mira")
    room.clock.deadline = now + 10
    room.take_back("mira")
    assert room.clock.deadline == pytest.approx(now + 10, abs=5)


async def test_a_move_for_which_time_was_up_stands(open_room, monkeypatch):
    """Otherwise nobody would ever have to move."""
    room = open_room(clock=60)
    room.enter("mira")

    async def first(table, seat, name, luck):
        return table.moves(seat)[0]

    monkeypatch.setattr(room.thinkers, "choose", first)
    room.clock._up()
    await until(lambda: room.table.number == 2)
    with pytest.raises(Refused, match="Your time was up"):
        room.take_back("mira")


async def test_while_nobody_is_there_nobody_loses_more_than_one_move(open_room, monkeypatch):
    """A line that breaks for all of them must not let bots play the game to its end."""
    room = open_room(clock=60)
    quiet(room, "tom")
    room.enter("eve")
    late = []

    async def first(table, seat, name, luck):
        late.append(seat)
        return table.moves(seat)[0]

    monkeypatch.setattr(room.thinkers, "choose", first)
    room.clock._up()
    assert not room.clock.deadline
    room.enter("mira")  # whose time was up: she stands before the same question
    assert room.clock.deadline
    assert room.table.number == 2
    room.leave("mira")
    room.clock._up()
    room.enter("tom")  # it is mira for whom the table waits
    await until(lambda: room.table.number == 3)
    assert late == ["nabo"]
    assert room.clock.deadline


async def test_a_stopped_table_has_no_running_clock(open_room):
    room = open_room(clock=60)
    room.pause("mira")
    assert not room.clock.deadline


async def test_whoever_stops_the_table_wins_no_time(open_room):
    room = open_room(clock=60)
    now = asyncio.get_running_loop().time()
    room.clock.deadline = now + 20
    room.pause("mira")
    room.resume("mira")
    assert room.clock.deadline == pytest.approx(now + 20, abs=5)
    room.stand_up("mira", "nabo")
    room.sit_down("mira", "nabo")
    assert room.clock.deadline == pytest.approx(now + 20, abs=5)
    act(room, "mira")
    assert room.clock.deadline == pytest.approx(now + 60, abs=5)


# Bots and people who are asked at the same time


def movers(room):
    """Who has moved, in this order."""
    return [step.seat for step in room.table.steps[1:]]


async def quick(table, seat, name, luck):
    """The answer of a bot that passes as soon as it can."""
    moves = table.moves(seat)
    return next((move for move in moves if move.passes), moves[0])


@pytest.fixture
def bidding(marsh_lights, open_room, monkeypatch):
    """mira and a bot are asked for their bids at the same time."""
    setup = Setup(game="marsh-lights", scenario="ford", seats=("amber", "jade"), seed=3)
    room = open_room({"amber": Chair("person", "mira"), "jade": Chair("bot", "easy")}, setup=setup)
    monkeypatch.setattr(room.thinkers, "choose", quick)
    room.enter("mira")
    assert room.table.asked == ("amber", "jade")
    return room


async def test_people_who_are_asked_as_well_act_first(bidding):
    await turn()
    assert movers(bidding) == []
    act(bidding, "mira")
    await until(lambda: movers(bidding)[:2] == ["amber", "jade"])


async def test_bots_and_people_alternate(open_room, monkeypatch):
    """Horrors of War: any seat may act next, and every action of a person gives the bot one."""
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")})

    async def first(table, seat, name, luck):
        return table.moves(seat)[0]

    monkeypatch.setattr(room.thinkers, "choose", first)
    opens = room.table.rules.opens_action
    while room.table.rules.round_of(room.table.state) == 1 and len(set(room.table.asked)) != 1:
        number = room.table.number
        await turn()
        assert room.table.number == number, "nothing happens before somebody has acted"
        act(room, "mira")
        while not opens(room.table.ask) and "nabo" in room.table.asked:
            act(room, "mira")
        await until(lambda: not room._next_bot() and not room._bots_think)
        if "yainar" in movers(room)[number - 1 :]:
            return
    raise AssertionError("the bot was never asked together with mira")


async def test_an_aside_gives_the_bots_nothing_to_do(bidding):
    bidding.submit("mira", "amber", moves.Remark("hail"), bidding.table.question)
    await turn()
    assert movers(bidding) == ["amber"]


async def test_a_player_lets_the_bots_act_first(bidding):
    with pytest.raises(Refused, match="Only somebody of this table"):
        bidding.hurry_bots("eve")
    assert "Let the bots act first" in dict(deeds(bidding, "mira", nothing))
    bidding.hurry_bots("mira")
    await until(lambda: movers(bidding) == ["jade"])
    assert "mira lets the bots act first." in [said.words for said in bidding.talk.said]
    with pytest.raises(Refused, match="Nothing is asked of a bot"):
        bidding.hurry_bots("mira")


async def test_the_person_in_charge_lets_the_bots_wait(bidding):
    """Also over a restart; and nobody else does."""
    with pytest.raises(Refused, match="Only mira"):
        bidding.hold_bots("eve", True)
    bidding.hold_bots("mira", True)
    assert read_record(bidding.path).bots_wait
    act(bidding, "mira")
    await turn()
    assert movers(bidding) == ["amber"]
    assert RoomSitting(bidding, "mira").question == "The bots wait; P lets them go on."
    assert RoomSitting(bidding, "eve").question == "The bots wait; mira lets them go on."
    with pytest.raises(Refused, match="The bots wait until mira"):
        bidding.hurry_bots("mira")
    bidding.hold_bots("mira", False)
    await until(lambda: movers(bidding)[:2] == ["amber", "jade"])


async def test_the_keys_of_bots_on_a_shared_table(bidding, house):
    async with people(house, "mira", "eve") as (mira, eve):
        screen, other = await mira.sit_at(bidding), await eve.sit_at(bidding)
        assert [screen.offers(name) for name in ("hurry", "pause")] == [True, True]
        assert [other.offers(name) for name in ("hurry", "pause")] == [False, False]
        await mira.press("P")
        assert bidding.record.bots_wait
        assert "P" in [key.key for key in screen.prompt.keys]
        await mira.press("P")
        assert not bidding.record.bots_wait
        await mira.press("b")
        await until(lambda: movers(bidding) == ["jade"])


# Bots and those who watch


def with_hasty_bot(open_room, monkeypatch):
    """mira, and a bot that answers at once."""
    room = open_room({"nabo": Chair("person", "mira"), "yainar": Chair("bot", "random")})

    async def first(table, seat, name, luck):
        return table.moves(seat)[0]

    monkeypatch.setattr(room.thinkers, "choose", first)
    room.enter("mira")
    return room


async def turn():
    """Let everything happen that needs no time."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_bots_wait_for_players_who_watch_what_has_happened(open_room, monkeypatch):
    hasty = with_hasty_bot(open_room, monkeypatch)
    hasty.note_playback("screen", "mira")
    hasty.hurry_bots("mira")
    number = hasty.table.number
    await turn()
    assert hasty.table.number == number
    hasty.note_playback("screen", "mira")
    hasty.end_playback("screen")
    await until(lambda: hasty.table.number > number)


async def test_bots_do_not_wait_for_ever_for_one_who_does_not_watch(open_room, monkeypatch):
    hasty = with_hasty_bot(open_room, monkeypatch)
    monkeypatch.setattr(arounds, "LONGEST_PLAYBACK", 0.05)
    hasty.note_playback("screen", "mira")
    hasty.hurry_bots("mira")
    number = hasty.table.number
    await until(lambda: hasty.table.number > number)


async def test_a_spectator_does_not_hold_up_those_who_play(open_room, monkeypatch):
    hasty = with_hasty_bot(open_room, monkeypatch)
    hasty.enter("eve")
    hasty.note_playback("screen", "eve")
    hasty.hurry_bots("mira")
    number = hasty.table.number
    await until(lambda: hasty.table.number > number)
    hasty.leave("mira")
    assert hasty.playback_left > 0, "where no player is, those who watch are who it is for"
    hasty.end_playback("screen")
