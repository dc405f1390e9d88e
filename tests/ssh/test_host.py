"""What the host does while the house is open: from another terminal, and by a signal."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys

import msgspec
import pytest

from engine.core.errors import Refused
from tests.house.conftest import FULL, SETUP
from tests.ssh.conftest import ROOT, RealHouse, needs_openssh, opened, setup
from tests.ssh.test_guests import Typist, shown
from tests.ssh.test_whole_game import wait_for
from tui.house.house import House, Wish
from tui.measure.terminal import Terminal
from tui.ssh.control import SOCKET, Control, ask
from tui.ssh.host import Host


def two_tables(folder) -> list[str]:
    """A table for everybody and one by invitation, both mira's and tom's, in a house that is not yet open."""

    async def begin() -> list[str]:
        house = House(folder)
        for name in ("mira", "tom"):
            house.people.add_key(name, "SHA256:" + "a" * 43)
            house.people.reset(name)  # known here, and the next key that comes is theirs
        codes = [
            house.open_room("mira", Wish(SETUP, dict(FULL), access=access)).code for access in ("public", "invited")
        ]
        await house.close("")
        return codes

    return asyncio.run(begin())


def shows(terminal, words: str) -> None:
    """Wait until something stands on a terminal."""
    wait_for(lambda: terminal.read() is not None and words in shown(terminal.seen), 90)


@needs_openssh
def test_the_host_lists_and_ends_tables_announces_and_kicks(tmp_path):
    public, private = two_tables(tmp_path / "data")
    house = RealHouse(tmp_path)

    def host(*words: str) -> str:
        told = house.parley("house", *words, "--data", str(house.data))
        assert told.returncode == 0, told.stderr
        return told.stdout

    try:
        assert (house.data / SOCKET).stat().st_mode & 0o777 == 0o600
        with house.terminal("mira", "join", public, options=["-t"], size=(120, 40)) as mira:
            mira.read_until(b"Nabo")
            mira.read()
            assert {each["table"] for each in json.loads(host("tables", "--json"))} == {public, private}
            assert private in host("tables")
            assert "mira" in host("people")
            assert "1 were told" in host("announce", "Tea\x1b[31m is ready.")
            shows(mira, "The host says: Tea[31m is ready.")
            host("end", public)
            shows(mira, "The table was put away.")
            assert public not in host("tables")
            assert (house.data / "tables" / "ended" / f"{public}.jsonl").exists()
            host("kick", "mira")
            assert mira.wait() == 0
            assert b"The host asks you to leave for now." in mira.seen
        assert house.say("mira", "tables").returncode == 0, "a kick is no ban"
        for words, told in ((("kick", "mirra"), 'Nobody here is called "mirra".'), (("end", "oak-0"), "no table")):
            refused = house.parley("house", *words, "--data", str(house.data))
            assert (refused.returncode, told in refused.stderr) == (1, True)
    finally:
        house.stop()
    closed = house.parley("house", "tables", "--data", str(house.data))
    assert (closed.returncode, "No house is open in" in closed.stderr) == (1, True)
    assert not (house.data / SOCKET).exists()


class SetUp(RealHouse):
    """A house with a settings file."""

    def _command(self, **options) -> list[str]:
        return [*super()._command(), "--config", str(self.folder / "house.toml")]


@needs_openssh
def test_a_hangup_reads_the_settings_again(tmp_path):
    (tmp_path / "house.toml").write_text('motd = "Tea is ready."\n')
    house = SetUp(tmp_path)
    log = house.data / "door.log"
    try:
        with house.terminal("anna") as anna:
            anna.read_until(b"Tea is ready.")
            (tmp_path / "house.toml").write_text('motd = "Supper is ready."\nport = 1\nguests = true\n')
            house.process.send_signal(signal.SIGHUP)
            anna.read_until(b"Supper")
            assert '"changed":["motd","guests"]' in log.read_text()
            assert '"needs_restart":["port"]' not in log.read_text(), "it was given with the command"
            (tmp_path / "house.toml").write_text('motd = "Bed\n')
            house.process.send_signal(signal.SIGHUP)
            wait_for(lambda: '"what":"cannot reload"' in log.read_text(), 90)
            told = house.parley("house", "reload", "--data", str(house.data))
            assert (told.returncode, "is not TOML" in told.stderr) == (1, True)
        assert "Supper is ready." in house.say("anna", "help").stdout
        assert house.process.poll() is None
    finally:
        assert house.stop() == 0
    assert "The settings were read again; changed: motd, guests." in house.said
    assert "The settings stay as they are:" in house.said


def test_a_house_whose_terminal_is_gone_closes(tmp_path):
    command = [sys.executable, "-m", "tests.ssh.made_up", str(tmp_path / "data")]
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    log = tmp_path / "data" / "door.log"
    with Terminal(command, size=(80, 24), environ=environ) as host:
        host.read_until(b"0 here")
        host.signal(signal.SIGHUP)
        host.read_until(b"The settings were read again")
        host.hang_up()
        wait_for(lambda: '"what":"closed"' in log.read_text(), 90)


async def test_after_a_reload_everybody_is_looked_at_again(tmp_path):
    listed = tmp_path / "allow.txt"
    listed.write_text("anna\n")
    async with opened(tmp_path / "house", guests=True, patience=1000) as door:
        found = {"config": door.server.config}
        host = Host(door.server, lambda: found["config"])
        async with door.guest() as anna, door.guest("bobby") as bobby, door.guest("passer", "", Typist) as passer:
            screens = [await each.enter() for each in (anna, bobby, passer)]
            found["config"] = setup(tmp_path / "house", guests=False, allow=str(listed), max_sessions=7, motd="Tea")
            told = host.reload()
            assert "motd, guests, allow, max_sessions, patience." in told
            for screen, words in zip(screens[1:], (b"bobby is not on the list", b"passer is not on"), strict=True):
                await screen.end()
                assert words in screen.seen
            screens[0].press("h")
            await screens[0].until("key 1 h")
            assert door.server.config.max_sessions == 7
            assert {"welcome": "Tea", "from_one_place": 40} in door.house.host.done
            found["config"] = msgspec.structs.replace(found["config"], allow=tmp_path / "none", motd="Late")
            with pytest.raises(Exception, match="cannot be read"):
                host.reload()
            assert door.server.config.motd == "Tea", "a mistake changes nothing"


async def test_guests_leave_when_none_are_let_in_any_more(tmp_path):
    async with opened(tmp_path / "house", guests=True) as door, door.guest("passer", "", Typist) as passer:
        screen = await passer.enter()
        Host(door.server, lambda: msgspec.structs.replace(door.server.config, guests=False)).reload()
        await screen.end()
        assert b"Guests are not let in any more" in screen.seen


async def test_a_guest_who_is_kicked_keeps_nothing(tmp_path):
    async with opened(tmp_path / "house", guests=True) as door, door.guest("passer", "", Typist) as passer:
        screen = await passer.enter()
        Host(door.server).kick("passer")
        await screen.end()
        assert b"The host asks you to leave" in screen.seen
        assert ("forget", "passer") in door.house.host.done


# The socket


async def test_the_socket_answers_whatever_comes(tmp_path):
    control = Control(tmp_path, lambda words: words)
    (tmp_path / SOCKET).write_text("left behind")
    await control.open()
    try:
        assert await asyncio.to_thread(ask, tmp_path, ["a", "b"]) == ["a", "b"]
        reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET)
        writer.write(b'{"not": "a list"}\n')
        assert b'"error":' in await reader.readline()
        writer.close()
        reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET)
        writer.write(b"x" * 1_000_000)
        writer.close()
        assert await asyncio.to_thread(ask, tmp_path, ["still"]) == ["still"]
    finally:
        control.close()


async def test_a_deep_folder_has_a_socket(tmp_path):
    deep = tmp_path / ("x" * 120)
    deep.mkdir()
    control = Control(deep, lambda words: words)
    await control.open()
    try:
        assert await asyncio.to_thread(ask, deep, ["a"]) == ["a"]
    finally:
        control.close()


def test_no_command_goes_through_a_link(tmp_path):
    there = tmp_path / "there"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(there))
        listening.listen()
        (tmp_path / "house").mkdir()
        (tmp_path / "house" / SOCKET).symlink_to(there)
        with pytest.raises(Refused, match="No house is open"):
            ask(tmp_path / "house", ["tables"])


def test_limits_that_change_count_on():
    from tui.house.limits import Limits

    limits = Limits(patience=3, most=1, names=2)
    assert [limits.may_be_new("1.2.3.4", 0.0) for _ in range(3)] == [True, True, False]
    limits.came("1.2.3.4")
    limits.came("1.2.3.4")
    limits.change(patience=3, most=2, names=3)
    assert not limits.is_crowd("1.2.3.4")
    assert [limits.may_be_new("1.2.3.4", 0.0) for _ in range(2)] == [True, False]
