"""Bad input and bad guests: each is refused with a sentence or does no harm, and the others keep playing."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
from contextlib import suppress

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String

from tests.ssh.conftest import KEYS, opened, setup
from tests.ssh.made_up import MadeUpApp, MadeUpHouse
from tui.house.rates import Buckets
from tui.ssh import server as serving
from tui.ssh import session as sitting
from tui.ssh.door import Door
from tui.ssh.driver import RESTORE
from tui.ssh.keys import LONGEST_PASTE
from tui.ssh.server import Server


async def plays_on(screen) -> None:
    """Somebody else presses a key, and sees it."""
    await screen.quiet()
    screen.press("h")
    await screen.until("\x1b[")


def app_of(door, name: str) -> MadeUpApp:
    return next(app for app in door.house.apps if app.visitor.name == name)


async def until(is_so, seconds: float = 90) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.02)


# Sizes


async def test_a_claimed_size_is_believed_up_to_a_limit(door):
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        screen = await anna.enter(size=(20000, 5000))
        await until(lambda: app_of(door, "anna").size == (300, 100))
        screen.process.change_terminal_size(4_000_000_000, 4_000_000_000)
        screen.process.change_terminal_size(100, 40)
        await screen.until("100x40")
        screen.process.change_terminal_size(0, 0)
        await screen.until("80x24")
        await plays_on(other)


async def test_a_size_that_comes_with_the_keys_is_not_believed(door):
    """Some terminals tell their size in between, and Textual would believe it."""
    async with door.guest() as anna:
        screen = await anna.enter()
        screen.press("\x1b[48;5000;20000;5000;20000t" + "a")
        await screen.until("key 1 a")
        assert app_of(door, "anna").size == (80, 24)
        screen.press("\x1b[<0;11;7M\x1b[<0;11;7m")
        await screen.until("clicked 10,6")


async def test_a_window_that_is_dragged_is_laid_out_a_few_times_only(door):
    async with door.guest() as anna:
        screen = await anna.enter()
        for width in range(200, 81, -1):
            screen.process.change_terminal_size(width, 24)
        screen.process.change_terminal_size(90, 24)
        await screen.until("90x24")
        assert len(re.findall(rb"size (\d+)x24", screen.seen)) < 20


# Bytes


async def test_letters_that_are_torn_apart_arrive_whole(door):
    async with door.guest() as anna:
        screen = await anna.enter()
        for byte in "é\U0001f600".encode():
            screen.press(bytes([byte]))
            await asyncio.sleep(0.03)
        await until(lambda: app_of(door, "anna").keys == 2)
        assert app_of(door, "anna").slate.lines[2].startswith("key 2 ")
        assert "\U0001f600" in app_of(door, "anna").slate.lines[2] or "grinning" in app_of(door, "anna").slate.lines[2]


@pytest.mark.parametrize(
    "junk",
    [
        bytes(set(range(256)) - set(b"qX\x11\x03")),
        b"\xff\xfe\x80\xc3" * 50,
        b"\x1b[99999999999u\x1b[1114112u\x1b[4294967296;1u",
        b"\x1b[1;99999999999999999999u",
        b"\x1b[<99999999999;99999999;99999999M" * 20,
        b"\x1b[<0;999999;999999M\x1b[<0;999999;999999m",
        b"\x1b[?2026;2$y\x1b[?2048;1$y\x1b[999;999R",
        b"\x1b]52;c;AAAA\x07\x1bP+r\x1b\\" + b"\x1b" * 100,
        b"\x1b[200~never ends \xc3",
    ],
    ids=["all bytes", "torn", "no such key", "no such modifier", "mouse", "far away", "answers", "strings", "paste"],
)
async def test_junk_does_no_harm(door, junk):
    """The app still listens afterwards, and so does everybody else's."""
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        screen = await anna.enter()
        screen.press(junk)
        await asyncio.sleep(0.3)
        screen.press(b"\x1b[201~")
        await asyncio.sleep(0.3)
        screen.press("z")
        await screen.until(" z")
        await plays_on(other)


async def test_a_paste_of_a_megabyte_is_cut(door):
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        screen = await anna.enter()
        screen.press(b"\x1b[200~" + b"word " * 200_000 + b"\x1b[201~")
        await screen.until(f"pasted {LONGEST_PASTE}")
        await plays_on(other)
        screen.press("z")
        await screen.until("key 1 z")


async def test_a_megabyte_of_keys_is_thrown_away(door):
    """Nobody types that fast; whoever sends it is deaf for a moment, and the others notice nothing."""
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        screen = await anna.enter()
        screen.press(b"j" * 1_000_000)
        await plays_on(other)
        await asyncio.sleep(0.5)
        screen.press("z")
        await screen.until(" z")
        assert app_of(door, "anna").keys < 10_000


async def test_a_packet_that_was_packed_to_burst_ends_its_connection(door):
    """Thirty kilobytes on the line would be thirty megabytes here, and everybody would wait for them."""
    async with door.guest("bobby") as bobby:
        other = await bobby.enter()
        async with door.guest(compression_algs=["zlib@openssh.com"]) as anna:
            screen = await anna.enter()
            screen.press("a")
            await screen.until("key 1 a")
            anna.conn.send_packet(MSG_IGNORE, String(bytes(30_000_000)))
            await until(anna.conn.is_closed, 30)
        await plays_on(other)


# Clients that do not read


class Line(asyncssh.SSHClientSession):
    """A client that can stop reading."""

    def __init__(self) -> None:
        self.seen = b""

    def connection_made(self, chan) -> None:
        self.chan = chan

    def data_received(self, data, datatype) -> None:
        self.seen += data


async def begin_line(guest, window: int) -> tuple[asyncssh.SSHClientChannel, Line]:
    chan, line = await guest.conn.create_session(
        Line, term_type="xterm-256color", term_size=(300, 100), encoding=None, window=window
    )
    await until(lambda: b"Welcome" in line.seen)
    return chan, line


def waiting_for(door, name: str) -> int:
    """Bytes that wait in this process for a client."""
    [session] = [each for each in door.server.sessions if each.door.visitor.name == name]
    return session._chan.get_write_buffer_size() + session.door._conn._transport.get_write_buffer_size()


def shows_all(app: MadeUpApp) -> bool:
    """Whether everything the app has to show was sent."""
    rows = ["".join(letter for letter, _ in row).rstrip() for row in app.shown._rows]
    return all(rows[y] == text.rstrip() for y, text in app.slate.lines.items())


async def test_a_slow_client_gets_one_frame_when_it_reads_again(door):
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        chan, line = await begin_line(anna, window=64 * 1024)
        chan.pause_reading()
        for _ in range(40):
            chan.write(b"F")
            await asyncio.sleep(0.02)
        [session] = [each for each in door.server.sessions if each.door.visitor.name == "anna"]
        await until(lambda: session.held_since)
        assert waiting_for(door, "anna") < 300_000
        await plays_on(other)
        app = app_of(door, "anna")
        await until(lambda: app.keys == 40)
        assert not shows_all(app)
        frames = line.seen.count(b"\x1b[0m\x1b[1;1H")
        chan.resume_reading()
        await until(lambda: shows_all(app) and not waiting_for(door, "anna"))
        assert not session.held_since
        await asyncio.sleep(0.2)
        assert line.seen.count(b"\x1b[0m\x1b[1;1H") - frames < 20, "not all forty frames"
        chan.write(b"z")
        await until(lambda: b"1 z" in line.seen)


async def test_a_client_with_an_endless_window_does_not_fill_our_memory(door):
    """asyncssh sends as far as the window goes, whether the line takes it or not."""
    async with door.guest() as anna:
        chan, _ = await begin_line(anna, window=1 << 30)
        [session] = door.server.sessions
        for end, kind in ((session.door._conn, socket.SO_SNDBUF), (anna.conn, socket.SO_RCVBUF)):
            end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, kind, 4096)
        anna.conn._transport.pause_reading()
        for _ in range(100):
            chan.write(b"F")
            await asyncio.sleep(0.01)
        await until(lambda: session.held_since)
        assert waiting_for(door, "anna") < 500_000
        await until(lambda: app_of(door, "anna").keys == 100)
        anna.conn._transport.resume_reading()
        await until(lambda: shows_all(app_of(door, "anna")) and not waiting_for(door, "anna"))


async def test_a_client_that_never_reads_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_LOOK", 0.05)
    async with opened(tmp_path / "house", stuck=0.3) as door:
        async with door.guest() as anna:
            chan, _ = await begin_line(anna, window=64 * 1024)
            chan.pause_reading()
            with suppress(BrokenPipeError):
                for _ in range(60):
                    chan.write(b"F")
                    await asyncio.sleep(0.02)
            await until(lambda: not door.server.sessions and not door.server.doors)
        assert "does not read" in door.log()


# Too many


async def test_a_connection_has_a_few_channels_only(door):
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other = await bobby.enter()
        refused = []
        for _ in range(200):
            try:
                await anna.conn.create_session(asyncssh.SSHClientSession, "tables", encoding=None)
            except asyncssh.ChannelOpenError as error:
                refused.append(error.reason)
        assert all("too many sessions in one connection" in words for words in refused)
        await plays_on(other)


async def test_channels_that_stay_open_are_counted(door):
    async with door.guest() as anna:
        for _ in range(3):
            await anna.enter()
        fourth = await anna.screen()
        await fourth.end()
        assert b"You are here 3 times already" in await fourth.process.stderr.read()
        await asyncio.gather(*(anna.screen() for _ in range(1)))
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await asyncio.gather(*(anna.screen() for _ in range(8)))


async def test_a_full_house_says_so(tmp_path):
    async with opened(tmp_path / "house", max_sessions=1) as door, door.guest() as anna, door.guest("bobby") as bobby:
        await anna.enter()
        screen = await bobby.screen()
        assert await screen.end() == 1
        assert b"The house is full" in await screen.process.stderr.read()


class Banner(asyncssh.SSHClient):
    """Keeps what is said before one comes in."""

    said = ""

    def auth_banner_received(self, msg, lang) -> None:
        Banner.said = msg

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts) -> list[str]:
        return []


async def test_too_many_from_one_address_are_told_so(tmp_path):
    async with opened(tmp_path / "house", connections_per_address=2) as door, door.guest(), door.guest("bobby"):
        with pytest.raises(asyncssh.Error, match=r"Goodbye\."):
            async with door.guest("other", client_factory=Banner):
                pass
        assert "Too many have come from your address" in Banner.said


async def test_one_player_has_a_few_connections_only(tmp_path):
    """From wherever they come."""
    async with opened(tmp_path / "house", connections_per_player=2) as door, door.guest("bobby") as bobby:
        async with door.guest(), door.guest() as second:
            assert (await second.conn.run("tables")).exit_status == 0
            async with door.guest() as third:
                assert "You have 2 connections to this house already" in (await third.conn.run("tables")).stderr
            assert (await bobby.conn.run("tables")).exit_status == 0
        await until(lambda: len(door.server.doors) == 1)
        async with door.guest() as again:
            assert (await again.conn.run("tables")).exit_status == 0


async def test_a_storm_of_logins_is_slowed_down_and_the_others_play_on(tmp_path):
    """Wrong keys, sixty times: the first ones fail at once, the rest wait; who is in notices nothing."""
    async with opened(tmp_path / "house", patience=30) as door, door.guest() as anna:
        screen = await anna.enter()

        async def knock():
            try:
                async with asyncio.timeout(3), door.guest("anna", key="other"):
                    return "in"
            except (asyncssh.Error, OSError, TimeoutError) as error:
                return type(error).__name__

        storm = [asyncio.ensure_future(knock()) for _ in range(60)]
        await asyncio.sleep(0.5)
        await plays_on(screen)
        ends = await asyncio.gather(*storm)
        assert "in" not in ends
        assert ends.count("TimeoutError") > 10, "they wait"
        assert "slowed down" in door.log()
        await plays_on(screen)


async def test_connections_beyond_all_reason_are_closed_at_once(tmp_path):
    async with opened(tmp_path / "house", max_sessions=1) as door:
        lines = [await asyncio.open_connection("127.0.0.1", door.server.port) for _ in range(60)]
        await asyncio.sleep(0.3)
        assert door.server.limits.open <= 2 * door.server.config.most_connections
        for _, writer in lines:
            writer.close()
        await until(lambda: door.server.limits.open == 0)


async def test_a_storm_of_connections_is_not_even_heard(tmp_path):
    """Before anybody says a name, too, every key that is agreed on takes time from all; the log is not for storms."""
    async with opened(tmp_path / "house") as door, door.guest() as anna:
        screen = await anna.enter()
        door.server.limits._knocks = Buckets(0.0, 10)
        heard = []
        for _ in range(40):
            reader, writer = await asyncio.open_connection("127.0.0.1", door.server.port)
            with suppress(ConnectionError):
                heard.append(await reader.readline())
            writer.close()
        assert heard.count(b"SSH-2.0-Parley\r\n") == 10
        await until(lambda: door.server.limits.open == 1)
        assert door.log().count("disconnected") == 10
        await plays_on(screen)


@pytest.mark.parametrize("way", ["rsa2048-sha256", "diffie-hellman-group18-sha512"])
async def test_nobody_lets_the_house_reckon_for_long_before_they_say_a_name(door, way):
    with pytest.raises(asyncssh.KeyExchangeFailed):
        await asyncssh.get_server_host_key("127.0.0.1", door.server.port, kex_algs=[way], config=None)
    async with door.guest(kex_algs=["curve25519-sha256"]) as anna:
        await anna.enter()


async def test_one_address_cannot_hold_all_lines(tmp_path):
    """Those who only hold lines open never say a name, at which they would be told that they are too many."""
    async with opened(tmp_path / "house", connections_per_address=3) as door:
        lines = [await asyncio.open_connection("127.0.0.1", door.server.port) for _ in range(30)]
        await until(lambda: door.server.limits.open <= 6)
        for _, writer in lines:
            writer.close()
        await until(lambda: door.server.limits.open == 0)
        async with door.guest() as anna:
            await anna.enter()


async def test_one_address_cannot_bring_any_number_of_names(tmp_path):
    async with opened(tmp_path / "house", names_per_address=2) as door:
        for name in ("anna", "bobby"):
            async with door.guest(name) as guest:
                assert (await guest.conn.run("tables")).exit_status == 0
        async with door.guest("third", key="other") as guest:
            assert "Many new names have come from your address" in (await guest.conn.run("tables")).stderr
        assert door.server.people.owner("third") is None
        async with door.guest("anna") as anna:
            assert (await anna.conn.run("tables")).exit_status == 0


async def test_one_channel_after_another_is_slowed_down(tmp_path):
    """A connection can be kept and used again and again; each time costs as much as coming anew."""
    async with opened(tmp_path / "house", patience=5) as door, door.guest() as anna:
        for _ in range(5):
            assert (await anna.conn.run("tables")).exit_status == 0
        assert "slowed down" not in door.log()
        await anna.conn.run("tables")
        assert "slowed down" in door.log()


async def test_who_says_nothing_is_closed_out(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_LOOK", 0.05)
    async with opened(tmp_path / "house", login=0.3) as door:
        _, writer = await asyncio.open_connection("127.0.0.1", door.server.port)
        await until(lambda: door.server.limits.open == 1)
        async with door.guest():  # comes in, and opens no channel
            await until(lambda: door.server.limits.open == 0)
        writer.close()


async def test_only_some_of_what_a_client_tells_of_its_surroundings_is_kept(door):
    async with door.guest() as anna:
        many = {f"NAME{number}": "x" * 500 for number in range(2_000)} | {"COLORTERM": "y" * 20_000}
        screen = await anna.enter(env=many)
        [session] = door.server.sessions
        assert len(session._chan.get_environment_bytes()) <= 50
        screen.press("q")
        assert await screen.end() == 0


# Names and keys


async def test_a_key_that_was_only_shown_owns_nothing(door):
    """Anybody can show anybody's public key; only who signs with it has it."""

    class Liar(asyncssh.SSHClient):
        pass

    thief = asyncssh.generate_private_key("ssh-ed25519")
    thief.sign = lambda data, alg: KEYS["bobby"].sign(data, alg)
    with pytest.raises(asyncssh.PermissionDenied):
        async with asyncssh.connect(
            "127.0.0.1", door.server.port, username="victim", client_keys=[thief], known_hosts=None, config=None
        ):
            pass
    assert door.server.people.owner("victim") is None


async def test_a_guest_who_showed_a_key_is_still_a_guest(tmp_path):
    """Keys are shown first and signed with later; somebody who goes on without signing has no key."""
    async with opened(tmp_path / "house", guests=True) as door:
        thief = Door(door.server)
        await thief.begin_auth("victim")
        assert await thief.validate_public_key("victim", KEYS["anna"].convert_to_public())
        assert await thief.get_kbdint_challenge("victim", "", "") is True
        thief.auth_completed()
        assert thief.visitor.is_guest
        assert thief.visitor.fingerprint == ""
        assert door.server.people.owner("victim") is None


async def test_a_key_that_was_good_for_one_name_is_not_for_the_next(door):
    """A client may change its name in the middle."""
    async with door.guest():
        pass
    liar = Door(door.server)
    await liar.begin_auth("anna")
    assert await liar.validate_public_key("anna", KEYS["anna"].convert_to_public())
    await liar.begin_auth("bobby")
    assert await liar.get_kbdint_challenge("bobby", "", "") is False
    assert liar._fingerprint == ""


async def test_two_keys_race_for_a_name_and_one_gets_it(door):
    async def come(key):
        try:
            async with door.guest("newname", key=key) as guest:
                result = await guest.conn.run("tables")
                return result.stdout or result.stderr
        except asyncssh.Error:
            return "turned away"

    ends = await asyncio.gather(*(come(key) for key in ("anna", "bobby", "other")))
    assert len(door.server.people.owner("newname").keys) == 1
    assert sum("maple-7" in end for end in ends) == 1


async def test_too_many_keys_are_too_many(door):
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(40)]
    async with door.guest():
        with pytest.raises(asyncssh.Error):
            await asyncssh.connect(
                "127.0.0.1",
                door.server.port,
                username="anna",
                client_keys=keys,
                known_hosts=None,
                config=None,
                client_factory=Banner,
            )
    assert "too many keys" in Banner.said


async def test_the_allow_list_lets_in_names_and_keys(tmp_path):
    listed = tmp_path / "allow.txt"
    listed.write_text(f"# friends\nanna\n{KEYS['bobby'].export_public_key().decode()}")
    async with opened(tmp_path / "house", allow=str(listed)) as door:
        for name, key in (("anna", "anna"), ("whoever", "bobby")):
            async with door.guest(name, key=key) as guest:
                assert (await guest.conn.run("tables")).exit_status == 0
        with pytest.raises(asyncssh.Error):
            async with door.guest("carla", key="other", client_factory=Banner):
                pass
        assert "carla is not on the list" in Banner.said
        listed.write_text("carla\n")
        async with door.guest("carla", key="other") as carla:
            assert (await carla.conn.run("tables")).exit_status == 0


async def test_when_the_people_cannot_be_read_nobody_comes_in_but_those_inside_play_on(door):
    async with door.guest() as anna:
        screen = await anna.enter()
        door.server.people.path.write_text("{not json")
        with pytest.raises(asyncssh.Error):
            async with door.guest("bobby", client_factory=Banner):
                pass
        assert "Nobody can come in at the moment" in Banner.said
        await plays_on(screen)
        assert door.server.people.path.read_text() == "{not json"


# Time


async def test_the_idle_are_told_and_then_shown_out(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_LOOK", 0.05)
    async with opened(tmp_path / "house", idle=1.2 / 60) as door, door.guest() as anna:
        screen = await anna.enter()
        await screen.until("Press any key to stay")
        screen.press("a")
        await screen.until("key 1 a")
        await screen.until("Press any key to stay")
        assert await screen.end() == 0
        assert screen.seen.endswith(b"come back any time.\r\n")
        assert RESTORE.encode() in screen.seen


async def test_an_app_that_does_not_end_is_ended(door, monkeypatch):
    monkeypatch.setattr(sitting, "_GRACE", 0.2)

    async def stay(self):
        await asyncio.sleep(3600)

    monkeypatch.setattr(MadeUpApp, "on_unmount", stay)
    async with door.guest() as anna:
        await anna.enter()
    await until(lambda: not door.server.sessions)


# Nothing is left


async def test_ended_apps_leave_nothing(door):
    """Textual's caches would keep each of them."""
    for _ in range(4):
        async with door.guest() as anna:
            screen = await anna.enter()
            screen.press("\x1b[Aq")
            await screen.end()
    await until(lambda: not door.server.doors)
    await asyncio.sleep(0.1)
    gc.collect()
    assert [each for each in gc.get_objects() if isinstance(each, MadeUpApp)] == []


async def test_tables_that_cannot_be_opened_are_in_the_log(tmp_path):
    """With --local nothing else tells of them."""
    house = MadeUpHouse()
    house.problems["oak-3"] = "It is not a Parley save."
    server = Server(setup(tmp_path / "house"), house)
    await server.open()
    await server.close()
    assert '"what":"cannot open","table":"oak-3","why":"It is not a Parley save."' in server.record.path.read_text()


async def test_sessions_of_one_address_do_not_fill_the_house(tmp_path):
    """A connection can have several: names and connections alone do not limit them."""
    limit = {"connections_per_address": 3, "sessions_per_player": 2}
    async with opened(tmp_path / "house", **limit) as door, door.guest() as anna, door.guest("bobby") as bobby:
        for _ in range(2):
            await anna.enter()
        await bobby.enter()
        screen = await bobby.screen()
        assert await screen.end() == 1
        assert b"Too many sessions from your address" in await screen.process.stderr.read()


async def test_a_mistake_of_ours_does_not_end_the_watch(tmp_path, monkeypatch):
    """Bans, idle sessions and clients that do not read are found by it."""
    monkeypatch.setattr(serving, "_LOOK", 0.001)
    async with opened(tmp_path / "house") as door:
        looks = []

        def fail(now: float) -> None:
            looks.append(now)
            raise RuntimeError

        monkeypatch.setattr(door.server, "_look", fail)
        await until(lambda: len(looks) > 2)
        assert '"mistake"' in door.log()
