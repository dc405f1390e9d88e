"""Several people in one process, each on a screen of their own: the lobby, a shared table, and what each may see."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars

import msgspec
import pytest
from textual.widgets import Input

from engine import registry
from engine.core.table import Table
from engine.core.verify import verify
from engine.store.files import FileJournal
from tests.house.conftest import OPEN, SETUP, act, quiet
from tests.tui.test_playing import RECORDED
from tui import settings
from tui.house.app import HouseApp
from tui.house.house import Wish
from tui.house.lobby import LobbyScreen
from tui.house.opening import OpeningScreen
from tui.house.room import Chair
from tui.house.table import HouseTableScreen
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
        async with asyncio.timeout(10):
            while mira.app.screen.draft is None:
                await asyncio.sleep(0.01)
        await mira.press("b")
        await mira.shows(Reading)
        (room,) = house.rooms.values()
        await mira.press("escape")
        await mira.shows(HouseTableScreen)
        assert "Waiting for somebody to play" in mira.text()
        await asyncio.sleep(0.3)
        await tom.settle()
        assert room.code in tom.text()
        await tom.press("down", "enter")
        await tom.shows(Choosing)
        await tom.press("enter")
        await tom.shows(Reading)
        assert room.stands == "running"
        await mira.settle()
        assert "tom" in mira.text()


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
        await tom.shows(Confirming)
        await tom.press("y")
        assert room.table.number == number - 2
        await mira.settle()
        assert room.table.question == mira.app.screen._shown_question


async def test_talk_and_nudges_reach_the_table(house, room):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.sit_at(room)
        await tom.sit_at(room)
        await mira.press("t")
        await mira.shows(Typing)
        await mira.type("north or south? \x1b[2J")
        await tom.press("l")
        assert "mira: north or south? [2J" in tom.text()
        await mira.press("n")
        await tom.settle()
        assert "nudges tom" in tom.text()


async def test_talk_in_the_lobby(house):
    async with people(house, "mira", "tom") as (mira, tom):
        await mira.press("t")
        await mira.shows(Typing)
        await mira.type("anybody?")
        await asyncio.sleep(0.3)
        await tom.settle()
        assert "mira: anybody?" in " ".join(tom.text().split())


async def test_an_errand_leads_straight_to_its_table(house, room):
    async with people(house, "tom", errand=room.code) as (tom,):
        screen = await tom.shows(HouseTableScreen)
        assert screen.sitting.seats == ("yainar",)


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
        place = next(place for place, block in enumerate(blocks) if "planner bot" in block.text.plain)
        await tom.press(*["down"] * place, "enter")
        assert room.person_of("yainar") == "planner bot"
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
        async with asyncio.timeout(10):
            while person.app._running:
                await asyncio.sleep(0.01)
    assert not house.here


async def test_brackets_are_only_brackets(house):
    async with people(house, "tom") as (tom,):
        await tom.press("j")
        await tom.shows(Typing)
        await tom.type("[/red] [bold]x")
        assert '"[/red] [bold]x"' in tom.notes()
        await tom.press("t")
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
    async with people(house, "eve") as (eve,):
        await eve.press("down", "enter")
        await eve.shows(TheatreScreen)
        await eve.press("x")
        assert "Nothing can be exported" in eve.text()
        await eve.press("end", "comma", "c")
        assert "only watched here" in eve.text()


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


@pytest.mark.parametrize("size", [(40, 10), (120, 40)])
async def test_other_sizes(house, room, size):
    person = Person(house, "mira")
    async with person.here(size):
        await person.sit_at(room) if size[0] > 60 else None
        assert person.text().strip()


async def test_one_more_key_is_added_in_the_lobby(house):
    house.people.add_key("mira", "SHA256:" + "a" * 43)
    async with people(house, "mira") as (mira,):
        await mira.press("k")
        await mira.shows(Choosing)
        await mira.press("end", "enter")
        await mira.shows(Typing)
        await mira.type("nonsense")
        assert len(house.people.owner("mira").keys) == 1
        await mira.press("k", "end", "enter")
        await mira.type("SHA256:" + "b" * 43)
        assert len(house.people.owner("mira").keys) == 2
