"""Real clients at one table: keys that were pressed before the client could see what others had changed."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest

from tests.house.conftest import FULL, OPEN, SETUP, act, quiet
from tests.ssh.conftest import Open, Screen, setup
from tui.games import showing
from tui.house import sight
from tui.house.house import House, Wish
from tui.house.record import Chair
from tui.house.sight import QUESTION
from tui.ssh.server import Server

LIST = "Do you play a card"


@asynccontextmanager
async def opened(folder):
    """A house with tables, behind a door."""
    house = House(folder / "house")
    server = Server(setup(folder / "house", patience=1000), house)
    await server.open()
    house.start()
    try:
        yield Open(server, house)
    finally:
        await server.close()


@pytest.fixture
async def door(tmp_path, monkeypatch):
    monkeypatch.setattr(sight, "REACTION", 0.0)  # people read at once here; lines are what is slow
    async with opened(tmp_path) as found:
        for name in ("anna", "bobby"):
            settings = found.house.settings_of(name)
            settings.parent.mkdir(exist_ok=True)
            settings.write_text('{"pace": "instant"}')
        yield found


def answer(screen: Screen) -> None:
    """Answer the last question that the client has read, as every terminal does."""
    *_, last = QUESTION.finditer(screen.seen.decode(errors="replace"))
    screen.press(f"\x1b[1;{last[1]}R")


def room_of(door, chairs=None, **more):
    chairs = chairs or {seat: Chair("person", name) for seat, name in zip(FULL, ("anna", "bobby"), strict=True)}
    return door.house.open_room("anna", Wish(SETUP, chairs), **more)


async def joined(guest, room) -> Screen:
    """Go straight to a table."""
    size = {"term_type": "xterm-256color", "term_size": (80, 24)}
    return Screen(await guest.conn.create_process(f"join {room.code}", encoding=None, **size))


async def come(door, guest, room) -> Screen:
    """Come to a table, with a terminal that has answered once."""
    screen = await joined(guest, room)
    await screen.until(LIST)
    await screen.until("\x1b[6n") if b"\x1b[6n" not in screen.seen else None
    answer(screen)
    [session] = [each for each in door.server.sessions if each.door.visitor.name == "bobby"]
    async with asyncio.timeout(90):
        while not session.app.sight._answers:
            await asyncio.sleep(0.01)
    return screen


async def test_a_number_pressed_in_front_of_the_old_list_makes_no_move(door):
    room = room_of(door)
    async with door.guest("bobby") as guest:
        screen = await come(door, guest, room)
        act(room, "bobby")  # on another screen of his; this client has not read a byte of it
        number = room.table.number
        screen.press("1")
        await screen.until("just changed")
        assert room.table.number == number
        screen.press("1")
        await screen.quiet()
        assert room.table.number == number, "it has not answered yet"
        answer(screen)
        screen.press("1")
        async with asyncio.timeout(90):
            while room.table.number == number:
                screen.seen += await screen.process.stdout.read(65536)


async def test_a_number_that_still_means_the_same_is_taken_however_slow_the_line_is(door):
    room = room_of(door)
    async with door.guest("bobby") as guest:
        screen = await come(door, guest, room)
        quiet(room, "anna")
        number = room.table.number
        screen.press("1")
        async with asyncio.timeout(90):
            while room.table.number == number:
                await asyncio.sleep(0.01)
        assert room.table.steps[-1].seat == "yainar"


async def test_enter_pressed_in_front_of_the_old_list_of_tables_leads_nowhere(door):
    chairs = {"nabo": Chair("person", "ida"), "yainar": OPEN}
    old = room_of(door, chairs)
    async with door.guest("bobby") as guest:
        screen = await guest.screen()
        await screen.until(old.code)
        await screen.until("\x1b[6n") if b"\x1b[6n" not in screen.seen else None
        answer(screen)
        [session] = door.server.sessions
        async with asyncio.timeout(90):
            while not session.app.sight._answers:
                await asyncio.sleep(0.01)
        fresh = room_of(door, chairs)
        async with asyncio.timeout(90):
            while fresh.code not in [block.key for block in session.app.screen.query_one("#rooms").blocks]:
                await asyncio.sleep(0.01)
        screen.press("\x1b[B\r")  # meant for the first table that the client saw
        await screen.until("just changed")
        answer(screen)
        screen.press("\x1b[B\r")
        await screen.until("Only watch")
        assert f"Table {old.code}".encode() in screen.seen


async def test_what_is_typed_while_others_ask_something_is_only_typed(door):
    """The question comes in the middle of a word; Enter says the word and agrees to nothing."""
    room = room_of(door)
    async with door.guest("bobby") as guest:
        screen = await come(door, guest, room)
        quiet(room, "anna")
        act(room, "bobby")
        number = room.table.number
        screen.press("T")
        await screen.until("Say to all")
        screen.press("hurra")
        room.take_back("anna")
        await screen.until("would like to take")
        screen.press("y\r")
        async with asyncio.timeout(90):
            while room.talk.said[-1].words != "hurray":
                screen.seen += await screen.process.stdout.read(65536)
        assert room.taking_back is not None
        assert room.table.number == number


async def test_a_stranger_reads_no_private_hand_by_sitting_down(door):
    private = msgspec.structs.replace(SETUP, options=("private-hands",))
    chairs = {"nabo": Chair("person", "anna"), "yainar": Chair("person", "ida")}
    room = door.house.open_room("anna", Wish(private, chairs))
    room.enter("anna")
    act(room, "anna")
    room.stand_up("ida", "yainar")
    game = showing(private.game)
    hand = [card.title for card in game.hand(room.table.view("yainar"), "yainar")]
    async with door.guest("bobby") as guest:
        screen = await joined(guest, room)
        await screen.until("Ask to sit down as Yainar")
        screen.press("\r")
        await screen.until("anna is asked")
        for key in "cmoil":
            screen.press(key)
            await screen.quiet()
        assert not [title for title in hand if title.encode() in screen.seen]
        room.questions("anna")[0].answer(True)
        await screen.until("You play Yainar now")
        screen.press("c")
        await screen.until(hand[0])


async def test_a_removed_spectator_is_shown_out_and_does_not_come_back(door):
    room = room_of(door, {"nabo": Chair("person", "anna"), "yainar": Chair("person", "ida")})
    async with door.guest("bobby") as guest:
        screen = await joined(guest, room)
        await screen.until("You watch.")
        room.enter("anna")
        room.remove("anna", "bobby")
        await screen.until("You were removed")
        again = await joined(guest, room)
        assert await again.end() == 1
        assert b"There is no table" in await again.process.stderr.read()
        assert room.code not in (await guest.conn.run("tables")).stdout


async def test_the_end_of_a_delayed_table_is_told_to_nobody_who_watches_it(door):
    chairs = {"nabo": Chair("person", "anna"), "yainar": Chair("person", "ida")}
    room = door.house.open_room("anna", Wish(SETUP, chairs, delay=3600))
    while room.table.ask is not None:
        quiet(room, room.asked_people[0])
    async with door.guest("bobby") as guest, door.guest("anna") as player:
        told = (await guest.conn.run("tables")).stdout
        assert "running" in told
        assert "lost" not in told
        assert "lost" in (await player.conn.run("tables")).stdout
        screen = await joined(guest, room)
        await screen.until("You watch, 60 min behind")


async def test_the_terminal_is_asked_after_the_frame_that_shows_the_change(door, monkeypatch):
    """Otherwise its answer would tell nothing."""
    room = room_of(door)
    async with door.guest("bobby") as guest:
        screen = await come(door, guest, room)
        [session] = door.server.sessions
        driver, sent = session.app._driver, []
        write = driver.write

        def note(data):
            if "\x1b[6n" in data:
                sent.append("\n".join("".join(letter for letter, _ in row) for row in session.app.shown._rows))
            write(data)

        monkeypatch.setattr(driver, "write", note)
        act(room, "bobby")
        async with asyncio.timeout(90):
            while not sent:
                screen.seen += await screen.process.stdout.read(65536)
        assert "What do you play" in sent[0]
