"""One connection: who stands in the door, and whether they may come in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import asyncssh

from engine.core.errors import ParleyError
from tui.house.limits import CONNECTING, FAILING, neighbourhood, plain_address
from tui.house.names import is_reserved
from tui.house.people import HOW_NAMES_ARE, NO_CODE, is_name
from tui.house.visitor import Visitor
from tui.ssh.gate import Gate
from tui.ssh.private import watch_line
from tui.ssh.session import NO_FORWARDING, Session

if TYPE_CHECKING:
    from tui.ssh.server import Server

MOST_ATTEMPTS = 25
"""Keys that one connection may try."""

_NO_KEY = (
    "One comes in here with a key. Make one with `ssh-keygen -t ed25519`, and come again; "
    "the first key that comes in under a name owns it."
)
_WHO_ARE_YOU = "A guest is here as {name}. If that is you, type the code that the lobby shows."
_FULL = "The house is full; come back later."
_TOO_FAST = "Many new names have come from your address; come back later, or under a name that you have here."
_NOT_THEIRS = "{name} is a name that nobody can have here; choose another one."
_ALIKE = "{name} looks like {other}, who is somebody here; choose another name."
_WITH_THE_KEY = "Come with the key that you want to add: ssh -i KEY ..."


class Door(asyncssh.SSHServer):
    """Checks a name and a key, and opens channels for those who may come in."""

    def __init__(self, server: Server) -> None:
        """Nobody has said who they are."""
        self.server = server
        self.visitor = Visitor("", "unknown")
        self.sessions: set[Session] = set()
        self.refusal = ""
        """Why they may not come in after all."""
        self.is_known = False
        """Whether they have shown who they are."""
        self.since = asyncio.get_running_loop().time()
        """When there was last anything going on."""
        self._conn: asyncssh.SSHServerConnection | None = None
        self._gate: Gate | None = None
        self._address = ""
        self._name = ""
        self._code = ""
        """With which they want to add a key to their name."""
        self._fingerprint = ""
        self._shown = ""
        """The code that a guest has typed."""
        self._attempts = 0
        self._told: set[str] = set()
        self._has_been_in = False
        self._is_heard = True
        """Whether it is worth a line of the log that they were there."""
        self.wanted_forwarding = False
        """Whether they asked for something to be forwarded, and nobody has told them in words that it is not."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody knocks."""
        self._conn = conn
        self._address = plain_address(conn.get_extra_info("peername"))
        self.visitor = Visitor("", self._address)
        self.server.doors.add(self)
        self.server.limits.came(self._address)
        self._gate = Gate(conn, self._turn_away, self.server.packets(self._address))
        watch_line(conn, self._hold, self._let_go)
        limits = self.server.limits
        # A few too many are told so when they say their name; those who only hold lines open are not waited for.
        is_crowd = limits.open > 2 * self.server.config.most_connections or limits.is_crowd(self._address, times=2)
        if limits.is_storm(self._address, self.since) or is_crowd:
            self._is_heard = False
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._conn = None
        if self._gate is not None:
            self._gate.close()
            self._gate = None
        self.server.doors.discard(self)
        self.server.limits.went(self._address)
        if self._is_heard:
            why = str(exc) if exc else ""
            self.server.record.note(
                "disconnected", name=self._name, address=self._address, why=why, known=self.is_known
            )
        self.server.show()

    def _hold(self) -> None:
        for session in self.sessions:
            session.hold("line")

    def _let_go(self) -> None:
        for session in self.sessions:
            session.let_go("line")

    # Who they are

    async def begin_auth(self, username: str) -> bool:
        """Somebody says a name."""
        name, _, code = username.lower().partition("+")
        self._name, self._code, self._fingerprint, self._shown = "", code, "", ""
        await self._wait(CONNECTING)
        problem = self._crowd() or ("" if is_name(name) else HOW_NAMES_ARE) or self._checked(self._unwanted, name)
        if not problem and code and (problem := self._checked(lambda code: self._wrong(name, code), code)):
            await self._wait(FAILING)
        if problem:
            self._turn_away(problem, name=name)
        else:
            self._name = name
            self._tell_of_keys(name)
        return True

    def _wrong(self, name: str, code: str) -> str:
        return "" if self.server.people.has_code(name, code) else NO_CODE

    def _tell_of_keys(self, name: str) -> None:
        """Say what is needed: a client that may ask nothing, and has no key, goes away without another word."""
        if not self.server.config.guests and self.server.people.owner(name) is None:
            self._tell(f"{name} is a new name here: the first key that comes in under it owns it.")

    def _crowd(self) -> str:
        limits = self.server.limits
        if limits.is_crowd(self._address):
            return "Too many have come from your address; leave one of the others first."
        return _FULL if limits.open > self.server.config.most_connections else ""

    def _unwanted(self, name: str) -> str:
        """Whether nobody at all can come in under a name, or from their address."""
        people = self.server.people
        owner = people.owner(name)
        if people.is_banned_address(self._address) or (owner is not None and (owner.is_banned or owner.name != name)):
            return people.refusal(name, address=self._address)
        if owner is not None:
            return ""
        if is_reserved(name):
            return _NOT_THEIRS.format(name=name)
        return _ALIKE.format(name=name, other=other) if (other := people.alike(name)) else ""

    def _checked(self, check: Callable[[str], str], what: str) -> str:
        """What a check says; when the people cannot even be read, nobody comes in."""
        try:
            return check(what)
        except ParleyError as error:
            self.server.record.mistake(error, words=str(error))
            return "Nobody can come in at the moment; tell the host."

    def public_key_auth_supported(self) -> bool:
        """Keys are how one comes in."""
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key can open the door; that they really have it is checked after this."""
        self._attempts += 1
        if self._attempts > MOST_ATTEMPTS:
            self._turn_away("You have tried too many keys; name the right one with ssh -i.")
            return False
        fingerprint = key.get_fingerprint()
        problem = self._checked(self._why_not_add if self._code else self._refusal, fingerprint)
        if not self._name or problem:
            # Many clients have a key left that is right. One that has none and may not be asked just goes away.
            self._tell(problem, f"The key {fingerprint}: ")
            await self._wait(CONNECTING)
            return False
        if self._code:
            self._tell(f"Once you are in, the key {fingerprint} opens the door for {self._name}.")
        self._fingerprint = fingerprint
        return True

    def _refusal(self, fingerprint: str) -> str:
        """Why somebody may not come in under their name with a key, or as a guest without one."""
        server = self.server
        problem = server.people.refusal(self._name, fingerprint, self._address) or server.allowed.refusal(
            self._name, fingerprint
        )
        return problem or server.taken(Visitor(self._name, self._address, not fingerprint, fingerprint, self._shown))

    def _why_not_add(self, fingerprint: str) -> str:
        """Why somebody cannot add a key to their name; that they have it is checked after this."""
        owner = self.server.people.owner(self._name)
        if owner is not None and owner.has_key(fingerprint):
            return f"it opens the door for {self._name} already."
        return self.server.people.ban_of(fingerprint)

    def kbdint_auth_supported(self) -> bool:
        """Guests come in so; everybody else is told here why no key of theirs was right."""
        return True

    async def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """They may come in, or they may not; a guest who was here before is asked for their code."""
        self._fingerprint = self._shown = ""
        if not self._name:
            return False
        is_asked = self.server.config.guests and not self._code and self.server.is_held(self._name)
        if is_asked and not self._checked(self._stranger, self._name):
            return "", _WHO_ARE_YOU.format(name=self._name), "", [("Code: ", True)]
        return await self._let_in()

    def _stranger(self, name: str) -> str:
        """Why nobody may come in under a name without a key."""
        server = self.server
        return server.people.refusal(name, "", self._address) or server.allowed.refusal(name, "")

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> Any:
        """They have typed a code."""
        self._fingerprint, self._shown = "", (responses or [""])[0][:40]
        return await self._let_in() if self._name else False

    async def _let_in(self) -> bool:
        """Let a guest in, or say why not."""
        problem = self._checked(self._refusal, "") or ("" if self.server.config.guests else _NO_KEY)
        if self._code:
            problem = _WITH_THE_KEY
        if not problem:
            return True
        await self._wait(FAILING)
        self._turn_away(problem)
        return False

    def auth_completed(self) -> None:
        """They are who they say."""
        key, server = self._fingerprint, self.server
        self.refusal = self._checked(self._claim, key)
        self.visitor = Visitor(self._name, self._address, not key, key, "" if key or self.refusal else self._guest())
        self.refusal = self.refusal or server.connected(self.visitor)
        self.is_known = True
        if self._gate is not None:
            self._gate.open()
        self.since = asyncio.get_running_loop().time()
        server.record.note("connected", name=self._name, address=self._address, key=key, refused=self.refusal)
        server.show()

    def _claim(self, fingerprint: str) -> str:
        """Make the name theirs if it is nobody's, or the key if they have a code; why not, if somebody was faster."""
        people = self.server.people
        if self._code and (problem := people.redeem(self._name, self._code, fingerprint)):
            return problem
        if (problem := self._refusal(fingerprint)) or not fingerprint:
            return problem
        place = neighbourhood(self._address)
        if people.owner(self._name) is None and (problem := self._too_many(fingerprint, place)):
            return problem
        return people.claim(self._name, fingerprint, place)

    def _guest(self) -> str:
        """The code of the guest that they are: the one they have shown, or a new one."""
        guests = self.server.guests
        is_back = guests.is_code(self._name, self._shown) and self.server.is_held(self._name)
        return self._shown if is_back else guests.fresh(self._name)

    def _too_many(self, fingerprint: str, place: str) -> str:
        """Why there cannot be one more new name."""
        config = self.server.config
        most = {"per_key": config.names_per_key, "per_place": config.names_per_address}
        if problem := self.server.people.too_many_names(fingerprint, place, **most):
            return problem
        now = asyncio.get_running_loop().time()
        return "" if self.server.limits.may_be_new(self._address, now) else _TOO_FAST

    async def _wait(self, cost: float) -> None:
        """Slow down those who try often."""
        seconds = self.server.limits.spend(self._address, cost, asyncio.get_running_loop().time())
        if seconds > 0:
            self.server.record.note("slowed down", address=self._address, seconds=round(seconds, 1))
            await asyncio.sleep(seconds)

    def _tell(self, words: str, about: str = "") -> None:
        """Say something to somebody who is not in yet; nothing twice."""
        if self._conn is not None and words not in self._told:
            self._told.add(words)
            self._conn.send_auth_banner(f"{about}{words}\r\n")

    def _turn_away(self, words: str, name: str = "") -> None:
        """Say why they may not come in, and close."""
        self.server.record.note("turned away", name=name or self._name, address=self._address, why=words)
        self._tell(words)
        if self._conn is not None:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Goodbye.")

    # What they ask for

    def session_requested(self) -> Any:
        """They open a channel; a client that opens one after another is slowed down as well."""
        self.since = asyncio.get_running_loop().time()
        if len(self.sessions) >= self.server.config.channels:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "You have too many sessions in one connection; close one of them."
            )
        session = Session(self)
        self.sessions.add(session)
        if not self._has_been_in:
            self._has_been_in = True
            return session
        return self._slowly(session)

    async def _slowly(self, session: Session) -> Session:
        await self._wait(CONNECTING)
        return session

    def closed(self, session: Session) -> None:
        """A channel is closed."""
        self.sessions.discard(session)
        self.since = asyncio.get_running_loop().time()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Nothing comes back from here either; their own client says so in its words, and we in ours."""
        self.wanted_forwarding = True
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Nor by a socket."""
        self.wanted_forwarding = True
        return False

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> Any:
        """No ports are forwarded."""
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    def unix_connection_requested(self, dest_path: str) -> Any:
        """Nor sockets."""
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    def tun_requested(self, unit: int | None) -> Any:
        """Nor networks."""
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    def tap_requested(self, unit: int | None) -> Any:
        """Nor networks of the other kind."""
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    # The end

    def drop(self) -> None:
        """Close without a word."""
        if self._conn is not None:
            self._conn.abort()

    def close(self, words: str) -> None:
        """Close with a word."""
        if self._conn is not None:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, words)
