"""Several people in one process, each on a screen of their own: the lobby, a shared table, and what each may see."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars

import msgspec
import pytest
from textual.widgets import Input

from engine import registry
from engine.core.errors import Refused
from engine.core.table import Table
from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.house.conftest import OPEN, SETUP, act, quiet
from tests.tui.test_playing import RECORDED
from tui.house.app import HouseApp
from tui.house.house import Wish
from tui.house.lobby import LobbyScreen
from tui.house.log import HouseLogScreen
from tui.house.opening import OpeningScreen
from tui.house.record import Chair
from tui.house.table import HouseTableScreen
from tui.look import settings
from tui.screens.ending import EndScreen
from tui.screens.theatre import TheatreScreen
from tui.widgets.dialogs import Choosing, Confirming, Reading, Typing
from tui.widgets.lines import Lines

SMALL = (80, 24)


class Person:
    """Somebody in front of a screen, driven from a task of its own as a connection would be."""

    def __init__(self, house, name, **more):
        self.app = HouseApp(house, name, **more)
        self.app.settings = msgspec.structs.replace(settings.Settings(), pace="instant")

    @contextlib.asynccontextmanager
    async def here(self, size=SMALL):
        async with self.app.run_test(size=size) as pilot:
            self.pilot = pilot
            await self.settle()
            yield self

    async def settle(self):
        with self.app._context():
            await self.pilot.pause()
            await self.pilot.pause()

    async def press(self, *keys):
        with self.app._context():
            await self.pilot.press(*keys)
        await self.settle()

    async def sit_at(self, room):
        with self.app._context():
            self.app.open_room(room)
        return await self.shows(HouseTableScreen)

    async def type(self, words):
        self.app.screen.query_one(Input).value = words
        await self.press("enter")

    async def shows(self, kind):
        async with asyncio.timeout(60):
            while not isinstance(self.app.screen, kind):
                await asyncio.sleep(0.01)
        await self.settle()
        return self.app.screen

    async def reads(self, words):
        """Wait until the screen shows some words, or has told them in passing."""
        async with asyncio.timeout(60):
            while words not in " ".join(self.text().split()) + self.notes():
                await asyncio.sleep(0.01)
        await self.settle()

    def text(self):
        """All that the screen shows, as letters."""
        with self.app._context():
            lines = self.app.screen._compositor.render_strips()
            return "\n".join(strip.text for strip in lines)

    def notes(self):
        """What was told in passing."""
        return " ".join(note.message for note in self.app._notifications)


@contextlib.asynccontextmanager
async def people(house, *names, **more):
    """Several apps side by side; each runs in a context of its own, as it does behind the door."""
    found = [Person(house, name, **more) for name in names]
    ready = [asyncio.Event() for _ in found]
    done = asyncio.Event()

    async def run(person, event):
        async with person.here():
            event.set()
            await done.wait()

    tasks = [
        contextvars.Context().run(asyncio.get_running_loop().create_task, run(person, event))
        for person, event in zip(found, ready, strict=True)
    ]
    try:
        for task, event in zip(tasks, ready, strict=True):
            waiting = asyncio.create_task(event.wait())
            await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                await task
        yield found
    finally:
        done.set()
        await asyncio.gather(*tasks)


async def test_a_table_is_opened_joined_and_played_by_two(house):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.press("n")
        await mira.shows(OpeningScreen)
        async with asyncio.timeout(60):
            while mira.app.screen.draft is None:
                await asyncio.sleep(0.01)
        await mira.press("b")
        await mira.shows(Reading)
        (room,) = house.rooms.values()
        await mira.press("escape")
        await mira.shows(HouseTableScreen)
        assert "Waiting for somebody to play" in mira.text()
        await tom.reads(room.code)
        await tom.press("down", "enter")
        await tom.shows(Choosing)
        await tom.press("enter")
        await tom.shows(Reading)
        assert room.stands == "running"
        await mira.settle()
        assert "tom" in mira.text()


async def test_a_table_is_counted_for_the_address_that_its_owner_comes_from(house):
    async with Person(house, "mira", place="192.0.2.7").here() as mira:
        await mira.press("n")
        await mira.shows(OpeningScreen)
        await mira.press("b")
    assert [room.record.place for room in house.rooms.values()] == ["192.0.2.7"]


async def test_what_one_does_the_other_sees_at_once(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        screen = await tom.sit_at(room)
        await mira.sit_at(room)
        before = len(screen.lines("log").blocks)
        await mira.press("e", "y")
        assert room.table.steps[-1].seat == "nabo"
        await tom.settle()
        assert len(screen.lines("log").blocks) > before
        assert screen.sitting.choices[0].seat == "yainar"


async def test_a_take_back_is_asked_of_whoever_moved_since(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        await tom.sit_at(room)
        quiet(room, "mira")
        act(room, "tom")
        number = room.table.number
        await mira.press("u")
        assert "asked to agree" in mira.text()
        await tom.reads("mira would like to take")
        await tom.press("A")
        await tom.shows(Choosing)
        await tom.press("down", "enter")
        assert room.table.number == number - 2
        await mira.settle()
        assert room.table.question == mira.app.screen._shown_question
        assert "Nabo: Do you play a card, or pass?" in mira.text()


@pytest.mark.parametrize(("clock", "left"), [(300, "5:00"), (86_400, "24 h 00")])
async def test_who_plays_and_how_much_time_is_left_is_seen_where_there_is_little_room(house, open_room, clock, left):
    seats = ("tambatro", "nabo", "akezan", "yainar")
    chairs = {seat: Chair("person", name) for seat, name in zip(seats, ("mira", "tom", "ida", "noor"), strict=True)}
    room = open_room(chairs, setup=msgspec.structs.replace(SETUP, seats=seats), clock=clock)
    async with people(house, "mira", "tom", "ida", "noor") as persons:
        for person in persons:
            await person.sit_at(room)
        room.clock.deadline = asyncio.get_running_loop().time() + clock
        persons[0].app.call_later(persons[0].app.screen._tick)
        await persons[0].settle()
        heading = persons[0].text().splitlines()[0]
        assert left in heading
        assert all(f"{seat[0].upper()}:{chairs[seat].name}" in heading for seat in seats)


async def test_talk_and_nudges_reach_the_table(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        await tom.sit_at(room)
        await mira.press("T")
        await mira.shows(Typing)
        await mira.type("north or south? \x1b[2J")
        await tom.press("l")
        assert "mira: north or south? [2J" in tom.text()
        await mira.press("n")
        await tom.settle()
        assert "nudges tom" in tom.text()


async def test_armies_act_step_by_step_in_a_house_as_well(house, room):
    async with people(house, "mira") as (mira,):
        mira.app.settings = msgspec.structs.replace(mira.app.settings, pace="stepped")
        screen = await mira.sit_at(room)
        quiet(room, "mira")
        quiet(room, "tom")
        async with asyncio.timeout(60):
            while not screen.playing:
                await asyncio.sleep(0.01)
        while screen.playing:
            left = len(screen.playing)
            await mira.press("space")
            assert len(screen.playing) < left
        assert "Round 2" in mira.text()


async def test_a_nudge_reaches_whoever_is_elsewhere_in_the_house(house, room, open_room):
    other = open_room({"nabo": Chair("person", "tom"), "yainar": Chair("person", "ida")})
    async with people(house, "tom", "eve") as (tom, eve):
        room.nudge("mira")
        await tom.reads(f"The others at {room.code} wait for you.")
        await tom.sit_at(other)
        other.nudge("ida")
        async with asyncio.timeout(60):
            while tom.notes().count("wait for you") < 2:
                await asyncio.sleep(0.01)
        await tom.settle()
        assert tom.notes().count("wait for you") == 2, "at the table one is told once"
        assert not eve.notes()


async def test_who_watches_later_hears_later(house, open_room):
    room = open_room(delay=300)
    async with people(house, "mira", "eve") as (mira, eve):
        await mira.sit_at(room)
        await eve.sit_at(room)
        for person in (mira, eve):
            await person.press("m")
        room.say("tom", "I have the ace")
        for person in (mira, eve):
            await person.settle()
        assert "I have the ace" in mira.notes()
        assert "I have the ace" not in eve.notes() + eve.text()


async def test_talk_in_the_lobby(house):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.press("t")
        await mira.shows(Typing)
        await mira.type("anybody?")
        await tom.reads("mira: anybody?")


async def test_an_errand_leads_straight_to_its_table(house, room):
    async with people(house, "tom", errand=room.code) as (tom,):
        screen = await tom.shows(HouseTableScreen)
        assert screen.sitting.seats == ("yainar",)


async def test_whoever_comes_with_a_code_is_asked_for_a_seat_or_sees_how_it_ended(house, open_room):
    free = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    over = finished(open_room)
    async with people(house, "eve", errand=free.code) as (eve,):
        await eve.shows(Choosing)
        await eve.press("enter")
        await eve.shows(Reading)
        assert free.seats_of("eve") == ("yainar",)
    async with people(house, "ida", errand=over.code) as (ida,):
        await ida.shows(TheatreScreen)


async def test_a_long_code_stands_apart_from_what_is_played(house, open_room, monkeypatch):
    monkeypatch.setattr("tui.house.house._WORDS", ["hickory"])
    room = open_room(access="code")
    async with people(house, "mira") as (mira,):
        assert f"{room.code} Order in Chaos" in mira.text()


async def test_a_forged_code_leads_to_the_lobby_with_a_sentence(house):
    async with people(house, "tom", errand="../../etc/passwd") as (tom,):
        assert isinstance(tom.app.screen, LobbyScreen)
        assert "There is no table" in tom.notes()


async def test_a_private_hand_is_on_no_other_screen(house):
    """HOW-GEN-11 at a shared table: neither the other player nor a spectator is shown a card."""
    setup = msgspec.structs.replace(SETUP, options=("private-hands",))
    chairs = {"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom")}
    room = house.open_room("mira", Wish(setup, chairs))
    async with people(house, "mira", "tom", "eve") as (mira, tom, eve):
        for person in (mira, tom, eve):
            await person.sit_at(room)
        hand = [card.title for card in mira.app.screen.game.hand(room.table.view("nabo"), "nabo")]
        assert hand
        await mira.press("c")
        assert any(title in mira.text() for title in hand)
        for other in (tom, eve):
            for key in ("c", "m", "o", "l"):
                await other.press(key)
                assert not [title for title in hand if title in other.text()]


async def test_one_person_with_two_private_hands_has_no_curtain_between_them(house):
    """One who plays two of three seats sees the hand of the seat that is asked."""
    setup = msgspec.structs.replace(SETUP, seats=("nabo", "yainar", "akezan"), options=("private-hands",))
    chairs = {"nabo": Chair("person", "mira"), "yainar": Chair("person", "mira"), "akezan": Chair("person", "tom")}
    room = house.open_room("mira", Wish(setup, chairs))
    while not any(move.passes for move in room.table.moves("nabo")):
        room.table.submit("nabo", room.table.moves("nabo")[0])
        room.delay.note()
    async with people(house, "mira") as (mira,):
        with mira.app._context():
            mira.app.open_room(room)
        screen = await mira.shows(HouseTableScreen)
        await mira.settle()
        assert screen.sitting.front == "nabo"
        passing = next(move for move in room.table.moves("nabo") if move.passes)
        room.submit("mira", "nabo", passing, room.table.question)
        await mira.settle()
        assert mira.app.screen is screen
        assert screen.sitting.front == "yainar"
        hand = [card.title for card in screen.game.hand(room.table.view("yainar"), "yainar")]
        await mira.press("c")
        assert any(title in mira.text() for title in hand)
        assert not any(choice.seat == "nabo" for choice in screen.sitting.choices)


async def test_spectators_have_no_moves_and_every_key_is_safe(house, room):
    async with people(house, "eve") as (eve,):
        await eve.sit_at(room)
        question = room.table.question
        assert "You watch" in eve.text()
        for key in ("1", "e", "u", "h", "p", "v", "n", "slash", "c", "enter", "m", "enter", "o", "i", "z", "x"):
            await eve.press(key)
            if not isinstance(eve.app.screen, HouseTableScreen):
                await eve.press("escape")
        assert room.table.question == question
        await eve.press("g")
        await eve.shows(Choosing)
        await eve.press("escape", "q")
        await eve.shows(LobbyScreen)
        assert not room.here


async def test_a_seat_given_to_a_bot_by_the_menu(house, room):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("g")
        menu = await tom.shows(Choosing)
        blocks = menu.query_one(Lines).blocks
        place = next(place for place, block in enumerate(blocks) if "hard bot" in block.text.plain)
        await tom.press(*["down"] * place, "enter")
        assert room.person_of("yainar") == "hard bot"
        assert tom.app.screen.sitting.is_watching


async def test_who_returns_stands_before_the_same_question(house, room):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        assert room.here["tom"] == 1
    assert not room.here["tom"]
    assert room.is_away("yainar")
    quiet(room, "mira")
    async with people(house, "tom", errand=room.code) as (tom,):
        screen = await tom.shows(HouseTableScreen)
        assert screen.sitting.question == "Yainar: Do you play a card, or pass?"
        assert any("Nabo" in block.text.plain for block in screen.lines("log").blocks)


async def test_when_the_house_closes_everybody_is_told_and_leaves(house, room):
    person = Person(house, "mira")
    async with person.here():
        await house.close("The house closes for the night.")
        async with asyncio.timeout(60):
            while person.app._running:
                await asyncio.sleep(0.01)
    assert not house.here


async def test_brackets_are_only_brackets(house):
    async with people(house, "tom") as (tom,):
        await tom.press("j")
        await tom.shows(Typing)
        await tom.type("[/red] [bold]x")
        assert '"[/red] [bold]x"' in tom.notes()
        await tom.press("T")
        await tom.type("[/nothing]")
        assert "tom: [/nothing]" in " ".join(tom.text().split())


async def test_escape_does_not_lead_out_of_the_house(house):
    async with people(house, "tom") as (tom,):
        await tom.press("escape", "escape")
        assert isinstance(tom.app.screen, LobbyScreen)
        assert house.here["tom"]


async def test_a_hint_comes_from_a_process_of_its_own(house, room):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("h")
        await tom.shows(Reading)
        assert "Yainar" in tom.text()


async def test_a_forecast_comes_from_a_process_of_its_own(house, room, monkeypatch):
    """Nobody waits for a forecast but the player who asked for it."""

    def here(*_):
        raise AssertionError("the forecast was thought out in the house")

    monkeypatch.setattr("tui.screens.advice.forecast", here)
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("p")
        await tom.shows(Reading)
        assert "Forecast" in tom.text()


async def test_a_forecast_of_a_question_that_is_answered_is_not_shown(house, room, monkeypatch):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        screen, asked = tom.app.screen, asyncio.Event()
        monkeypatch.setattr(screen, "_asked_now", lambda: (-1, "") if asked.is_set() else (0, "nabo"))

        async def foresee(*_):
            asked.set()
            return []

        monkeypatch.setattr(room.thinkers, "foresee", foresee)
        await tom.press("p")
        await asked.wait()
        await tom.pilot.pause()
        assert tom.app.screen is screen


async def test_a_table_put_away_sends_everybody_to_the_lobby(house, room):
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("g")
        await tom.shows(Choosing)
        house.end_room("mira", room.code)
        await tom.shows(LobbyScreen)
        assert "put away" in tom.notes()


LATE = 12
"""So many of the last moves of a game are made on the screens."""


async def test_a_game_is_played_to_its_end_by_two_and_seen_again(house):
    rules = registry.game("horrors-of-war")
    game = Table.resume(rules, FileJournal(RECORDED / "talking-in-circles.jsonl", writing=False))
    first, second = game.setup.seats
    chairs = {first: Chair("person", "mira"), second: Chair("person", "tom")}
    room = house.open_room("mira", Wish(game.setup, chairs))
    names = {first: "mira", second: "tom"}
    for step in game.steps[1:-LATE]:
        room.submit(names[step.seat], step.seat, step.move, room.table.question)
    room.record.looked = dict.fromkeys(("mira", "tom"), room.table.number)
    async with people(house, "mira", "tom", "eve") as (mira, tom, eve):
        for person in (mira, tom, eve):
            await person.sit_at(room)
        screens = {"mira": mira.app.screen, "tom": tom.app.screen}
        for step in game.steps[room.table.number :]:
            name = names[step.seat]
            person = mira if name == "mira" else tom
            await person.settle()
            sitting = screens[name].sitting
            choice = next(each for each in sitting.choices if (each.seat, each.move) == (step.seat, step.move))
            person.app.call_later(screens[name]._make, choice)
            await person.settle()
        for person in (mira, tom, eve):
            await person.shows(EndScreen)
        await eve.press("escape")
    assert room.stands == "finished"
    assert verify(rules, FileJournal(room.opened.path, writing=False)).moves == game.number - 1
    (record,) = house.book.records()
    assert record.wins == 1
    [result] = house.book.results()
    assert {each.seat: each.who for each in result.seats} == names
    async with people(house, "eve") as (eve,):
        await eve.press("down", "enter")
        await eve.shows(TheatreScreen)
        await eve.press("x")
        assert "Nothing can be exported" in eve.text()


async def test_guests_keep_no_settings(house, tmp_path):
    async with people(house, "passer", is_guest=True) as (guest,):
        guest.app.keep_settings()
    async with people(house, "mira") as (mira,):
        mira.app.keep_settings()
    assert [path.name for path in (tmp_path / "house" / "settings").iterdir()] == ["mira.json"]


async def test_an_open_seat_is_offered_at_the_table_too(house, open_room):
    room = open_room({"nabo": Chair("person", "mira"), "yainar": OPEN})
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        await tom.press("g")
        menu = await tom.shows(Choosing)
        assert "Sit down as Yainar" in [block.text.plain for block in menu.query_one(Lines).blocks]
        await tom.press("down", "enter")
        assert room.person_of("yainar") == "tom"
        assert tom.app.screen.sitting.seats == ("yainar",)


def finished(open_room, **more):
    """A table at which everybody has passed until it was over."""
    room = open_room(**more)
    while room.table.ask is not None:
        quiet(room, room.asked_people[0])
    return room


async def test_what_was_won_and_lost_in_the_house_is_seen_in_the_lobby(house, open_room):
    room = finished(open_room)
    async with people(house, "eve") as (eve,):
        await eve.press("l")
        await eve.shows(HouseLogScreen)
        async with asyncio.timeout(60):
            while "1 game" not in eve.text():
                await eve.settle()
        assert f"{room.title}" in eve.text()
        assert "The log of the house" in eve.text()
        await eve.press("escape")
        assert isinstance(eve.app.screen, LobbyScreen)


async def test_a_new_table_of_the_house_goes_on_from_a_finished_one(house, open_room):
    room = finished(open_room, access="invited", clock=300)
    async with people(house, "tom") as (tom,):
        await tom.press("down", "enter")
        theatre = await tom.shows(TheatreScreen)
        await tom.press("home", "full_stop", "full_stop", "b")
        last = theatre.replay.branching
        await tom.shows(Confirming)
        await tom.press("y")
        await tom.shows(Choosing)
        await tom.press("enter")
        await tom.shows(HouseTableScreen)
        (fresh,) = [each for each in house.rooms.values() if each is not room]
        assert fresh.table.number == last + 1 < room.table.number
        assert fresh.seats_of("tom") == ("nabo",)
        assert fresh.open_seats == ("yainar",)
        assert (fresh.record.owner, fresh.record.access, fresh.record.clock) == ("tom", "invited", 300)
        assert fresh in house.listed("mira")
        assert fresh not in house.listed("eve")
        await tom.press("q")
        await tom.shows(LobbyScreen)


async def test_nobody_goes_on_from_a_table_that_is_still_played(house, open_room):
    """They would see every hand there."""
    room = open_room(setup=msgspec.structs.replace(SETUP, options=("private-hands",)))
    quiet(room, "mira")
    with pytest.raises(Refused, match="still played"):
        house.branch_room("eve", room.code, 1)
    async with people(house, "tom") as (tom,):
        await tom.sit_at(room)
        tom.app.call_later(tom.app.open_theatre, room.opened)
        await tom.shows(TheatreScreen)
        await tom.press("b")
        assert "still played" in tom.text()


async def test_guests_are_told_at_once_what_they_can_and_cannot_do(house, open_room):
    room = finished(open_room)
    async with people(house, "passer", is_guest=True) as (passer,):
        assert "As a guest you join tables and watch" in " ".join(passer.text().split())
        assert "Open a new table" not in passer.text()
        await passer.press("n")
        assert isinstance(passer.app.screen, LobbyScreen)
        assert "Guests can join tables" in passer.notes()
        with pytest.raises(Refused, match="Guests can join"):
            house.branch_room("passer", room.code, 1)


@pytest.mark.parametrize("size", [(40, 10), (120, 40)])
async def test_other_sizes(house, room, size):
    person = Person(house, "mira")
    async with person.here(size):
        await person.sit_at(room) if size[0] > 60 else None
        assert person.text().strip()


async def test_a_spectator_is_offered_no_key_that_does_nothing_for_them(house, room):
    async with people(house, "zoe") as (zoe,):
        screen = await zoe.sit_at(room)
        offered = {key.action for key in screen.prompt.keys}
        assert not offered & {"take_back", "end", "hint", "list", "forecast", "tab('moves')"}
        assert {"help", "leave", "talk"} <= offered
        for key in "eh":
            await zoe.press(key)
            assert "You only watch here." in zoe.text()
        await zoe.press("question_mark")
        assert "ask for a hint" not in zoe.text()
