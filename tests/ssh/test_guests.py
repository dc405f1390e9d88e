"""Guests have no key: what is theirs belongs to who shows their code, and not to everybody behind an address."""

from __future__ import annotations

import asyncio
import re
import signal

import asyncssh
import pyte
import pytest

from tests.house.conftest import SETUP
from tests.ssh.conftest import RealHouse, needs_openssh, opened
from tests.ssh.test_bad_guests import Banner, until
from tests.ssh.test_whole_game import wait_for
from tui.house import app as apps
from tui.house.house import House, Wish
from tui.house.record import OPEN, Chair

SIZE = (120, 40)


class WithGuests(RealHouse):
    """A house that lets people in without a key."""

    def _command(self, **options) -> list[str]:
        return [*super()._command(**options), "--guests"]


def table_with_a_free_seat(folder) -> str:
    """A table of mira's, in a house that nobody has opened yet; its code."""

    async def begin() -> str:
        house = House(folder)
        house.people.add_key("mira", "SHA256:" + "a" * 43)
        code = house.open_room("mira", Wish(SETUP, {"nabo": OPEN, "yainar": Chair("person", "mira")})).code
        await house.close("")
        return code

    return asyncio.run(begin())


def shown(sent: bytes) -> str:
    """What stands on a terminal after these bytes, in one line."""
    screen = pyte.Screen(*SIZE)
    pyte.ByteStream(screen).feed(sent)
    return " ".join(" ".join(screen.display).split())


@needs_openssh
def test_a_guest_whose_line_breaks_comes_back_with_their_code_and_nobody_else_does(tmp_path):
    table = table_with_a_free_seat(tmp_path / "data")
    house = WithGuests(tmp_path)
    record = tmp_path / "data" / "tables" / f"{table}.json"
    try:
        with house.terminal("passer", key=None, size=SIZE) as passer:
            passer.read_until(b"You are passer (a guest)")
            wait_for(lambda: passer.read() is not None and "with the code" in shown(passer.seen), 90)
            code = re.search(r"with the code (\w{8})", shown(passer.seen))[1]
            passer.press("j")
            passer.read_until(b"The code of the table")
            passer.press(f"{table}\r")
            passer.read_until(b"Sit down as")
            passer.press("\r")
            wait_for(lambda: '"passer"' in record.read_text(), 90)
            assert record.stat().st_mode & 0o777 == 0o600, "what an open house writes is for its account alone"
            with house.terminal("passer", key=None, size=SIZE) as stranger:
                stranger.read_until(b"Code: ")
                stranger.press("abcdefgh\r")
                assert stranger.wait() == 255
                assert b"A guest is here as passer; choose another name" in stranger.seen
            assert "A guest is here as passer" in house.say("passer", "tables", key="thief").stderr
            passer.signal(signal.SIGKILL)
            passer.wait()
        log = tmp_path / "data" / "door.log"
        wait_for(lambda: '"what":"went","name":"passer"' in log.read_text(), 90)
        with house.terminal("passer", key=None, size=SIZE) as stranger:
            stranger.read_until(b"Code: ")
        with house.terminal("passer", "join", table, key=None, size=SIZE, options=["-t"]) as passer:
            passer.read_until(b"Code: ")
            passer.press(f"{code.upper()}\r")
            wait_for(lambda: passer.read() is not None and "Yainar" in shown(passer.seen), 90)
            assert '"passer"' in record.read_text(), "the seat was kept"
        assert code not in log.read_text()
    finally:
        house.stop()


class Typist(Banner):
    """A guest who types a code when asked for one."""

    code, asked = "", 0

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        Typist.asked += len(prompts)
        return [Typist.code for _ in prompts]


async def test_two_guests_of_one_name_and_address_are_not_the_same(tmp_path):
    Typist.code, Typist.asked = "", 0
    async with opened(tmp_path / "house", guests=True, patience=1000) as door:
        async with door.guest("passer", "", client_factory=Typist):
            assert Typist.asked == 0, "the first is asked nothing"
            with pytest.raises(asyncssh.Error, match="Goodbye"):
                async with door.guest("passer", "", client_factory=Typist):
                    pass
            assert Typist.asked == 1
            [first] = [each for each in door.server.doors if each.is_known]
            Typist.code = first.visitor.code
            async with door.guest("passer", "", client_factory=Typist) as again:
                assert (await again.conn.run("tables")).exit_status == 0
                assert "You came in without a key" in (await again.conn.run("add-key")).stderr
        await until(lambda: not door.server.doors)
        Typist.code = ""
        async with door.guest("passer", "", client_factory=Typist):
            [second] = [each for each in door.server.doors if each.is_known]
            assert second.visitor.code != first.visitor.code, "somebody else, with a code of their own"


async def test_the_seat_of_a_guest_is_free_when_they_leave_or_do_not_come_back(tmp_path, monkeypatch):
    house = House(tmp_path / "house")
    house.start()
    room = house.open_room("mira", Wish(SETUP, {"nabo": OPEN, "yainar": Chair("person", "mira")}))

    def sit() -> None:
        house.enter("passer", is_guest=True)
        room.sit_down("passer", "nabo")

    sit()
    house.leave("passer")
    assert room.open_seats == ("nabo",)
    sit()
    house.leave("passer", is_broken=True)
    assert room.open_seats == ()
    house.enter("passer", is_guest=True)
    house.leave("passer", is_broken=True)
    monkeypatch.setattr(apps, "KEPT_FOR_GUEST", 0.01)
    house.enter("passer", is_guest=True)
    house.leave("passer", is_broken=True)
    assert house.holds_guest("passer")
    await until(lambda: room.open_seats == ("nabo",))
    assert not house.holds_guest("passer")
    await house.close("")
