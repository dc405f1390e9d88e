"""A flood of packets costs the others nothing, and before login it ends the connection."""

from __future__ import annotations

import asyncio
from time import perf_counter

import asyncssh
import pytest
from asyncssh.constants import MSG_DEBUG, MSG_IGNORE, MSG_UNIMPLEMENTED
from asyncssh.packet import Boolean, String, UInt32

from tests.ssh.test_bad_guests import plays_on, until
from tui.house.rates import Bucket
from tui.ssh import gate
from tui.ssh.gate import MOST_BYTES, MOST_PACKETS, PIECE, Gate


class Silent(asyncssh.SSHClient):
    """Agrees on a key, and never says who it is."""

    def connection_made(self, conn) -> None:
        self.conn = conn
        self.is_ready = asyncio.Event()

    async def public_key_auth_requested(self) -> None:
        self.is_ready.set()
        await asyncio.Event().wait()


async def silent(door) -> tuple[Silent, asyncio.Future]:
    client = Silent()
    options = {"known_hosts": None, "config": None, "agent_path": None, "client_factory": lambda: client}
    coming = asyncio.ensure_future(asyncssh.connect("127.0.0.1", door.server.port, username="anna", **options))
    await until(lambda: hasattr(client, "is_ready"))
    await client.is_ready.wait()
    return client, coming


FLOODS = {
    "ignore": (MSG_IGNORE, String(b"")),
    "debug": (MSG_DEBUG, Boolean(False), String(b""), String(b"")),
    "unimplemented": (MSG_UNIMPLEMENTED, UInt32(0)),
    "unknown": (15,),
    "bytes": (MSG_IGNORE, String(bytes(30_000))),
}


@pytest.mark.parametrize("packet", FLOODS.values(), ids=FLOODS)
async def test_a_flood_before_login_ends_the_connection(door, packet):
    async with door.guest("bobby") as bobby:
        other = await bobby.enter()
        client, coming = await silent(door)
        [stranger] = [each for each in door.server.doors if not each.is_known]
        before, limit = stranger._gate, MOST_PACKETS + PIECE // 16
        for _ in range(2_000 if packet is not FLOODS["bytes"] else 2 * MOST_BYTES // 30_000):
            client.conn.send_packet(*packet)
        await until(client.conn.is_closed)
        assert before._packets <= limit
        await plays_on(other)
        with pytest.raises(asyncssh.Error):
            await coming
    assert "Too much was sent before login" in door.log()


async def test_many_keys_can_be_tried_before_login(door):
    """That is no flood."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(20)]
    async with door.guest():
        pass
    with pytest.raises(asyncssh.PermissionDenied):
        async with asyncssh.connect(
            "127.0.0.1",
            door.server.port,
            username="anna",
            client_keys=keys,
            known_hosts=None,
            config=None,
            agent_path=None,
        ):
            pass
    assert "Too much" not in door.log()


async def test_a_flood_of_packets_waits_on_the_side_of_the_client(door):
    async with door.guest() as anna, door.guest("bobby") as bobby:
        other, screen = await bobby.enter(), await anna.enter()
        [session] = [each for each in door.server.sessions if each.door.visitor.name == "anna"]
        found: Gate = session.door._gate
        found._own = Bucket(1e-9, 1e-9, perf_counter())
        for _ in range(3_000):
            anna.conn.send_packet(MSG_IGNORE, String(b""))
        await until(lambda: found._waiting)
        packets = found._packets
        assert packets < 3_000
        await plays_on(other)
        assert found._packets == packets, "more was processed although there was no time left for it"
        found._cancel()
        found._own = Bucket(gate.RATE, gate.BURST, perf_counter())
        found._go_on()
        screen.press("z")
        await screen.until("key 1 z", longest=60)


async def test_connections_of_one_address_have_one_rate_limit_together(door):
    """Whoever is slowed down on one connection does not go on with another one."""
    async with door.guest() as anna, door.guest("bobby") as bobby:
        await bobby.enter()
        screen = await anna.enter()
        first, second = (each._gate for each in door.server.doors)
        assert first._around is second._around
        around = first._around
        around._rate = 1e-9
        around.spend(10.0, perf_counter())
        for conn in (anna.conn, bobby.conn):
            for _ in range(500):
                conn.send_packet(MSG_IGNORE, String(b""))
        await until(lambda: first._waiting and second._waiting)
        packets = [each._packets for each in (first, second)]
        await asyncio.sleep(0.1)
        assert [each._packets for each in (first, second)] == packets
        around._rate = 1e9
        for each in (first, second):
            each._cancel()
            each._go_on()
        screen.press("z")
        await screen.until("key 1 z", longest=60)
