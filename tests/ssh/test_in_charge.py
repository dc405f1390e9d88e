"""Real clients around a table: idle strangers on seats, owners who are gone, loud spectators, what people are told."""

from __future__ import annotations

import asyncio

import pytest

from tests.house.conftest import OPEN, SETUP, quiet
from tests.ssh.conftest import Screen
from tests.ssh.test_shared_table import door, joined, room_of
from tui.house import charge as charges
from tui.house import seats
from tui.house.house import Wish
from tui.house.menu import deeds
from tui.house.record import Chair

__all__ = ["door"]

HALF = {"nabo": Chair("person", "anna"), "yainar": OPEN}


async def until(condition, screen: Screen | None = None) -> None:
    """Wait for something, while a client goes on reading."""
    async with asyncio.timeout(90):
        while not condition():
            if screen is not None:
                await screen.quiet(0.05)
            await asyncio.sleep(0.01)


async def chosen(screen: Screen, room, name: str, wanted: str) -> None:
    """Choose a line of the menu of the table by its place in it."""
    await screen.quiet(0.3)
    screen.press("g")
    await screen.until(wanted)
    place = [words for words, _ in deeds(room, name, lambda seat: None)].index(wanted)
    screen.press("\x1b[B" * place + "\r")


async def test_the_owner_frees_the_seat_of_an_idle_stranger_and_somebody_else_takes_it(door, monkeypatch):
    monkeypatch.setattr(seats, "LONG", 0.2)
    room = room_of(door, dict(HALF))
    async with door.guest("anna") as anna, door.guest("bobby") as bobby:
        owner = await joined(anna, room)
        await owner.until("Yainar")
        stranger = await joined(bobby, room)
        await stranger.until("Sit down as Yainar")
        stranger.press("\r")
        await until(lambda: "yainar" in room.seats_of("bobby"), stranger)
        quiet(room, "anna")
        await until(lambda: room.why_freed("yainar"), owner)
        await chosen(owner, room, "anna", f"Free Yainar: {room.why_freed('yainar')}")
        await until(lambda: "yainar" in room.open_seats, owner)
        async with door.guest("ida") as ida:
            third = await joined(ida, room)
            await third.until("Sit down as Yainar")
            third.press("\r")
            await until(lambda: "yainar" in room.seats_of("ida"), third)


async def test_while_the_owner_is_gone_somebody_else_decides(door, monkeypatch):
    monkeypatch.setattr(charges, "OWNER_AWAY", 0.2)
    room = room_of(door)
    async with door.guest("bobby") as bobby, door.guest("ida") as ida:
        screen = await joined(bobby, room)
        await screen.until("Do you play a card")
        await until(lambda: room.in_charge == "bobby", screen)
        watcher = await joined(ida, room)
        await watcher.until("You watch.")
        await chosen(screen, room, "bobby", "Remove ida from this table")
        await watcher.until("You were removed")


async def test_a_muted_spectator_is_told_so_and_not_heard(door):
    room = room_of(door)
    async with door.guest("anna") as anna, door.guest("ida") as ida:
        owner = await joined(anna, room)
        await owner.until("Do you play a card")
        watcher = await joined(ida, room)
        await watcher.until("You watch.")
        await chosen(owner, room, "anna", "Mute ida at this table")
        await until(lambda: room.record.muted == ["ida"], owner)
        watcher.press("T")
        await watcher.until("Say to all")
        watcher.press("fools\r")
        await watcher.until("You are muted")
        assert "fools" not in [each.words for each in room.talk.said]


async def test_an_invitation_is_told_to_a_client_in_the_lobby(door):
    room = door.house.open_room("anna", Wish(SETUP, dict(HALF), access="invited"))
    async with door.guest("ida") as ida:
        screen = await ida.screen()
        await screen.until("Open a new table")
        assert room.code.encode() not in screen.seen
        room.enter("anna")
        room.invite("anna", "ida")
        await screen.until(f"anna invites you to {room.code}")


async def test_the_lobby_and_a_replay_tell_a_client_their_keys(door):
    room = room_of(door)
    while room.table.ask is not None:
        quiet(room, room.asked_people[0])
    async with door.guest("bobby") as bobby:
        screen = await bobby.screen()
        await screen.until(room.code)
        screen.press("?")
        await screen.until("open a new table")
        screen.press("\x1b[27u")
        await screen.quiet(0.3)
        screen.press("\x1b[B\r")
        assert b"export" not in await screen.until("continue")
        screen.press("?")
        await screen.until("one line on")
        await screen.quiet(0.3)
        assert b"export" not in screen.seen


@pytest.mark.parametrize("key", ["\x03", "\x1a"], ids=["ctrl-c", "ctrl-z"])
async def test_keys_that_stop_programs_stop_neither_the_session_nor_the_house(door, key):
    async with door.guest("bobby") as bobby:
        screen = await bobby.screen()
        await screen.until("Open a new table")
        screen.press(key)
        seen = await screen.until("leave")
        assert b"[b]" not in seen
        screen.press("?")
        await screen.until("open a new table")
