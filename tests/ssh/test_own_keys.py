"""Names and keys at the door: one more key needs proof, names are few, and some belong to nobody."""

from __future__ import annotations

import re

import asyncssh
import pytest

from tests.ssh.conftest import KEYS, needs_openssh, opened
from tests.ssh.test_bad_guests import Banner, until
from tests.ssh.test_openssh import is_restored, users
from tui.house import people as peopling
from tui.house.people import Allowed, PeopleError
from tui.ssh import server as serving

FINGERPRINT = {name: key.get_fingerprint() for name, key in KEYS.items()}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(serving, "_LOOK", 0.05)


def code_in(text: str) -> str:
    return re.search(r"anna\+(\w+)@HOST", text)[1]


async def run(door, name: str, command: str = "tables", key: str | None = None) -> asyncssh.SSHCompletedProcess:
    async with door.guest(name, key, client_factory=Banner) as guest:
        return await guest.conn.run(command)


# One more key


@needs_openssh
def test_one_more_key_comes_in_with_a_code_and_opens_the_door_from_then_on(begin):
    house = begin(patience=1000)
    code = code_in(house.say("anna", "add-key", "old", "laptop").stdout)
    assert "belongs to another key" in house.say("anna", "tables", key="laptop").stderr
    wrong = house.say(f"anna+{code[:-1]}{'y' if code.endswith('x') else 'x'}", "tables", key="laptop")
    assert (wrong.returncode, "That code is not valid" in wrong.stderr) == (255, True)
    with house.terminal(f"anna+{code}", key="laptop") as anna:
        anna.read_until(b"Welcome anna friend")
    assert house.say("anna", "tables", key="laptop").returncode == 0
    listed = house.say("anna", "keys").stdout.splitlines()
    assert len(listed) == 2
    assert "with which you are here" in listed[0]
    assert "old laptop" in listed[1]
    assert "That code is not valid" in house.say(f"anna+{code}", "tables", key="thief").stderr, "it works once"
    log = (house.data / "door.log").read_text()
    assert code not in log + (house.data / "people.json").read_text()


@needs_openssh
def test_the_host_gives_a_code_to_somebody_who_lost_their_key(begin):
    house = begin()
    assert house.say("anna", "tables").returncode == 0
    code = code_in(users(house, "code", "anna"))
    assert house.say(f"anna+{code}", "tables", key="fresh").returncode == 0
    assert code not in users(house, "list", "--json")


async def test_a_key_that_one_does_not_have_cannot_be_added(door):
    """Only its public half is known; the ban of its alleged owner would throw out another."""
    assert (await run(door, "anna")).exit_status == 0
    assert (await run(door, "bobby")).exit_status == 0
    code = door.server.people.new_code("bobby")
    [pair] = asyncssh.public_key.load_keypairs(KEYS["bobby"])
    pair.public_data = KEYS["anna"].public_data
    with pytest.raises(asyncssh.PermissionDenied):
        await asyncssh.connect(
            "127.0.0.1", door.server.port, username=f"bobby+{code}", client_keys=[pair], known_hosts=None, config=None
        )
    key = KEYS["anna"].export_public_key().decode()
    assert "bobby+" in (await run(door, "bobby", f"add-key {key}")).stdout, "that is only what it is called"
    door.server.people.ban("bobby")
    assert [key.fingerprint for key in door.server.people.owner("bobby").keys] == [FINGERPRINT["bobby"]]
    assert (await run(door, "anna")).exit_status == 0


async def test_a_code_is_for_one_name_and_for_a_while(door, monkeypatch):
    for name in ("anna", "bobby"):
        await run(door, name)
    code = door.server.people.new_code("anna")
    for attempt in ("bobby", "nobody-else"):
        with pytest.raises(asyncssh.Error, match="Goodbye"):
            await run(door, f"{attempt}+{code}", key="other")
    monkeypatch.setattr(peopling, "CODE_LASTS", -1.0)
    late = door.server.people.new_code("anna")
    with pytest.raises(asyncssh.Error, match="Goodbye"):
        await run(door, f"anna+{late}", key="other")
    assert (await run(door, f"anna+{code}", key="other")).exit_status == 0


async def test_the_key_of_somebody_banned_is_not_added(door):
    for name in ("anna", "bobby"):
        await run(door, name)
    door.server.people.ban("bobby")
    code = door.server.people.new_code("anna")
    with pytest.raises(asyncssh.PermissionDenied):
        await run(door, f"anna+{code}", key="bobby")
    assert "that key may not come in here" in Banner.said or "Come with the key" in Banner.said


async def test_a_lost_key_is_removed_and_its_sessions_end(door):
    await run(door, "anna")
    await run(door, f"anna+{door.server.people.new_code('anna')}", key="other")
    async with door.guest("anna", "other") as lost:
        screen = await lost.enter()
        assert "You are here with that key" in (await run(door, "anna", f"remove-key {FINGERPRINT['anna']}")).stderr
        assert "No key of yours" in (await run(door, "anna", "remove-key SHA256:")).stderr
        assert (await run(door, "anna", f"remove-key {FINGERPRINT['other'][:20]}")).exit_status == 0
        await screen.end()
        assert b"anna belongs to another key" in screen.seen
    assert len(door.server.people.owner("anna").keys) == 1
    with pytest.raises(asyncssh.PermissionDenied):
        await run(door, "anna", key="other")


# How many names


async def test_one_key_has_a_few_names_only(tmp_path):
    async with opened(tmp_path / "house", names_per_key=2, patience=1000) as door:
        for name in ("anna", "annette"):
            assert (await run(door, name, key="anna")).exit_status == 0
        told = await run(door, "annika", key="anna")
        assert "Your key has 2 names here already" in told.stderr
        assert door.server.people.owner("annika") is None
        assert (await run(door, "annette", key="anna")).exit_status == 0
        assert (await run(door, "bobby")).exit_status == 0


async def test_the_names_of_an_address_are_counted_also_after_a_restart(tmp_path):
    for name in ("anna", "bobby"):
        async with opened(tmp_path / "house", names_per_address=2) as door:
            assert (await run(door, name)).exit_status == 0
    async with opened(tmp_path / "house", names_per_address=2) as door:
        assert "Many new names have come from your address" in (await run(door, "third", key="other")).stderr
        assert (await run(door, "anna")).exit_status == 0


@needs_openssh
def test_the_host_bans_an_address(begin):
    house = begin(patience=1000)
    with house.terminal("anna") as anna:
        anna.read_until(b"Welcome")
        assert "127.0.0.0/8" in users(house, "ban", "--address", "127.0.0.1/8")
        assert anna.wait() == 0
        assert b"Nobody may come in from your address." in anna.seen
        assert is_restored(anna.seen)
    for name in ("anna", "bobby"):
        said = house.say(name, "tables")
        assert said.returncode == 255
        assert "Nobody may come in from your address." in said.stderr
    assert "bobby" not in (house.data / "people.json").read_text()
    assert "Nobody may come in from 127.0.0.0/8" in users(house, "list")
    users(house, "unban", "--address", "127.0.0.0/8")
    assert house.say("bobby", "tables").returncode == 0
    assert "No address is banned." in users(house, "addresses")


# Names that nobody can have


@needs_openssh
@pytest.mark.parametrize(
    "name", ["host", "system", "root", "nobody", "admin", "parley", "greedy", "the_host", "root2", "r00t"]
)
def test_names_of_the_house_cannot_be_claimed(real, name):
    for key in (None, ""):
        said = real.say(name, "tables", key=key)
        assert said.returncode == 255
        assert f"{name} is a name that nobody can have here" in said.stderr
    assert f'"{name}"' not in (real.data / "people.json").read_text() if (real.data / "people.json").exists() else True


@needs_openssh
def test_a_name_that_looks_like_somebody_elses_cannot_be_claimed(begin):
    """Others would talk to one and mean the other."""
    house = begin(patience=1000, names_per_key=10)
    assert house.say("tool", "tables").returncode == 0
    for name in ("t00l", "too1", "to-ol", "tool_"):
        said = house.say(name, "tables")
        assert said.returncode == 255
        assert f"{name} looks like tool, who is somebody here" in said.stderr
    for name in ("tool", "tools", "toll", "tooi"):
        assert house.say(name, "tables").returncode == 0
    assert house.say("m1ra", "tables").returncode == 0
    assert "mira looks like m1ra, who is somebody here" in house.say("mira", "tables").stderr


def test_seats_and_bots_are_no_names_and_others_are():
    from tui.house.names import is_reserved

    assert all(
        map(
            is_reserved,
            ["nabo", "Planner".lower(), "planner-bot", "seat", "everybody", "no-one", "guest7", "adm1n", "h0st"],
        )
    )
    assert not any(map(is_reserved, ["anna", "anna-2", "mira", "tom", "hosta", "rooty", "toddy", "x1", "ali"]))


async def test_who_has_such_a_name_already_keeps_it(door):
    door.server.people.add_key("host", FINGERPRINT["anna"])
    assert (await run(door, "host", key="anna")).exit_status == 0


# The list of those who may come in


async def test_who_is_taken_off_the_list_is_shown_out(tmp_path):
    listed = tmp_path / "allow.txt"
    listed.write_text("anna\nbobby\n")
    async with (
        opened(tmp_path / "house", allow=str(listed), patience=1000) as door,
        door.guest("anna") as anna,
        door.guest("bobby") as bobby,
        door.guest("anna") as idle,
    ):
        first, second = await anna.enter(), await bobby.enter()
        listed.write_text("bobby\n")
        assert await first.end() == 0
        assert b"anna is not on the list of those who may come in" in first.seen
        assert "not on the list" in (await idle.conn.run("tables")).stderr, "also without a session"
        listed.write_text("bobby\nwhat is this\n")
        await until(lambda: "neither a name nor a public key" in door.log())
        second.press("h")
        await second.until("key 1 h")


def test_a_list_that_is_being_written_shows_nobody_out(tmp_path):
    listed = tmp_path / "allow.txt"
    listed.write_text("anna\n")
    allowed = Allowed(listed)
    for text in ("", "an"):
        listed.write_text(text)
        assert not allowed.has_changed()
    listed.write_text("anna\nbobby\nwhat is this\n")
    assert not allowed.has_changed()
    with pytest.raises(PeopleError):
        allowed.has_changed()
    assert not allowed.has_changed(), "a mistake is told once"
    listed.write_text("bobby\n")
    assert [allowed.has_changed() for _ in range(3)] == [False, True, False]
