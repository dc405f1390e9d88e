"""Who owns which name in a house, by which keys: one file, which the server and `parley users` both write.

The first key that comes in under a name owns it. A name that somebody had before stays theirs, so that nobody can sit
down in their place.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec

from engine.core.errors import ParleyError, Refused, nearest
from engine.store.whole import locked, read_whole, write_whole

FILE = "people.json"
VERSION = 1
LONGEST_NAME = 20
MOST_KEYS = 20
LONGEST_LABEL = 30

CODE_LASTS = 15 * 60.0
"""Seconds in which a code for one more key has to be used."""

_PLACES_AROUND = 4
"""How many times the names of one IPv6 network may come from all the networks around it."""

_MOST_CODES = 5
_CODE_LETTERS, _CODE_LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 10

HOW_NAMES_ARE = (
    f"A name has 1 to {LONGEST_NAME} of the letters a to z, digits, - and _, and begins with a letter: "
    "ssh -p PORT name@host"
)

NO_CODE = "That code is not valid, or not any more; get a new one in the lobby with `k`."
_TOO_MANY_NAMES = (
    "Many new names have come from your address; come in under a name that you have here, or ask the host."
)

_NAME = re.compile(rf"[a-z][a-z0-9_-]{{0,{LONGEST_NAME - 1}}}", re.ASCII)
_BARE = str.maketrans("0", "o", "-_")
"""A digit that looks like one letter, and dashes."""
_ONE = frozenset({frozenset("1i"), frozenset("1l")})
"""The other digit looks like two letters, which are told apart."""

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


class PeopleError(ParleyError):
    """The file of people cannot be read or written."""


class LoginKey(msgspec.Struct, frozen=True):
    """A key that opens the door under a name."""

    fingerprint: str
    added: str = ""
    label: str = ""
    """What its owner calls it."""


class Code(msgspec.Struct, frozen=True):
    """A secret with which one more key comes in under a name, once; only its digest is kept."""

    digest: str
    until: float
    label: str = ""


class BannedAddress(msgspec.Struct, frozen=True):
    """An address, or a network of them, from which nobody may come in."""

    network: str
    since: str = ""


class Person(msgspec.Struct, frozen=True):
    """Somebody who has been here, or who may not come."""

    name: str
    keys: tuple[LoginKey, ...] = ()
    since: str = ""
    is_banned: bool = False
    former: tuple[str, ...] = ()
    """Names that they had before."""
    place: str = ""
    """The address, or the network of one customer, from which the name was claimed."""
    codes: tuple[Code, ...] = ()

    def has_key(self, fingerprint: str) -> bool:
        """Whether that key is theirs."""
        return any(key.fingerprint == fingerprint for key in self.keys)


class _File(msgspec.Struct):
    version: int = VERSION
    people: list[Person] = []
    addresses: list[BannedAddress] = []


def is_name(text: str) -> bool:
    """Whether a name can be one here."""
    return _NAME.fullmatch(text) is not None


def look_alike(one: str, other: str) -> bool:
    """Whether two names are not told apart at a glance."""
    one, other = one.translate(_BARE), other.translate(_BARE)
    return len(one) == len(other) and all(
        this == that or frozenset((this, that)) in _ONE for this, that in zip(one, other, strict=True)
    )


def fingerprint_of(text: str) -> str:
    """The fingerprint of a public key, given as a line of an OpenSSH file or as a fingerprint."""
    words = text.split()
    if len(words) == 1 and _FINGERPRINT.fullmatch(words[0]):
        return words[0]
    for kind, body in pairwise(words):
        try:
            blob = base64.b64decode(body, validate=True)
        except (binascii.Error, ValueError):
            continue
        if blob[:4] == len(kind).to_bytes(4, "big") and blob[4 : 4 + len(kind)] == kind.encode():
            return "SHA256:" + base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")
    raise Refused("That is not a public key: it looks like `ssh-ed25519 AAAA...`, as ~/.ssh/id_ed25519.pub has it.")


class People:
    """The people of a house, read again when somebody else has written the file."""

    def __init__(self, folder: Path, *, wait: float = 0.0) -> None:
        """Those in a data folder; a command waits some seconds for another writer, an event loop must not."""
        self.path = folder / FILE
        self._wait = wait
        self.edition = 0
        """Counts how often the file was read."""
        self._stamp: tuple[int, ...] | None = None
        self._people: dict[str, Person] = {}
        self._addresses: list[BannedAddress] = []
        self._banned_keys: frozenset[str] = frozenset()
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []

    # Who may come in

    def refusal(self, name: str, fingerprint: str = "", address: str = "") -> str:
        """Why somebody may not come in under a name with a key, or without one; nothing if they may."""
        owner = self.owner(name)
        if self.is_banned_address(address):
            return "Nobody may come in from your address."
        if (owner is not None and owner.is_banned) or self._is_banned(fingerprint):
            return f"{name} may not come in here."
        if owner is None:
            return ""
        if owner.name != name:
            return f"{name} is called {owner.name} now; come in under that name."
        if not fingerprint and not owner.keys:
            return f"{name} is somebody here already: come with a key, or choose another name."
        if owner.keys and not owner.has_key(fingerprint):
            return f"{name} belongs to another key. Come with that key (ssh -i), or choose another name."
        return ""

    def _is_banned(self, fingerprint: str) -> bool:
        """Whether a key belongs to somebody who may not come in: another name costs them nothing."""
        return fingerprint in self._banned_keys

    def ban_of(self, fingerprint: str) -> str:
        """Why nobody may come in with a key; nothing if they may."""
        self.refresh()
        return "that key may not come in here." if self._is_banned(fingerprint) else ""

    def owner(self, name: str) -> Person | None:
        """Who has a name, or had it before."""
        self.refresh()
        return self._people.get(name) or next((p for p in self._people.values() if name in p.former), None)

    def alike(self, name: str) -> str:
        """Somebody whose name looks like a new one, so that others would take one for the other; empty if nobody's."""
        self.refresh()
        known = (each for person in self._people.values() for each in (person.name, *person.former))
        return next((each for each in known if each != name and look_alike(each, name)), "")

    def is_banned_address(self, address: str) -> bool:
        """Whether nobody may come in from an address."""
        self.refresh()
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def too_many_names(self, fingerprint: str, place: str, *, per_key: int, per_place: int) -> str:
        """Why a key or an address may not have one more name; nothing if it may."""
        people = self.all()
        if sum(person.has_key(fingerprint) for person in people) >= per_key:
            return f"Your key has {per_key} names here already, and no more are kept; come in under one of them."
        wide = _wide(place)
        places = [person.place for person in people if person.place]
        is_full = place and places.count(place) >= per_place
        is_full_around = wide and sum(_wide(each) == wide for each in places) >= _PLACES_AROUND * per_place
        return _TOO_MANY_NAMES if is_full or is_full_around else ""

    def claim(self, name: str, fingerprint: str, place: str = "") -> str:
        """Let the first key that comes under a name own it; why not, if another was faster."""
        owner = self.owner(name)
        if owner is None or not owner.keys:
            self._change(lambda: self._give(name, fingerprint, place))
        return self.refusal(name, fingerprint)

    def _give(self, name: str, fingerprint: str, place: str) -> None:
        owner = self._people.get(name) or Person(name, since=_now(), place=place)
        if not owner.keys and not self.refusal(name, fingerprint):
            self._put(msgspec.structs.replace(owner, keys=(LoginKey(fingerprint, _now()),)))

    # What the host does

    def all(self) -> list[Person]:
        """Everybody, by name."""
        self.refresh()
        return [self._people[name] for name in sorted(self._people)]

    def addresses(self) -> list[BannedAddress]:
        """The addresses from which nobody may come in."""
        self.refresh()
        return list(self._addresses)

    def rename(self, name: str, new: str) -> None:
        """Give somebody another name; nobody else gets the one they had."""
        self._check(new)

        def do() -> None:
            person = self._known(name)
            owner = self.owner(new)
            if owner is not None and owner.name != person.name:
                raise Refused(f"{new} belongs to {'somebody' if owner.name == new else owner.name} already.")
            del self._people[name]
            former = tuple(each for each in (*person.former, name) if each != new)
            self._put(msgspec.structs.replace(person, name=new, former=former))

        self._change(do)

    def ban(self, name: str, is_banned: bool = True) -> None:
        """Keep somebody out, or let them in again; a name that never came in can be banned too."""
        self._check(name)

        def do() -> None:
            person = self._people.get(name)
            if person is None:
                person = Person(name, since=_now()) if is_banned and self.owner(name) is None else self._known(name)
            person = msgspec.structs.replace(person, is_banned=is_banned)
            if person.keys or person.is_banned or person.former:
                self._put(person)
            else:
                del self._people[name]

        self._change(do)

    def ban_address(self, text: str, is_banned: bool = True) -> str:
        """Keep everybody out who comes from an address or a network, or let them in again; the network."""
        network = network_of(text)

        def do() -> None:
            others = [each for each in self._addresses if each.network != network]
            if not is_banned and len(others) == len(self._addresses):
                raise Refused(f"{network} is not banned.")
            self._addresses = [*others, BannedAddress(network, _now())] if is_banned else others

        self._change(do)
        return network

    def reset(self, name: str) -> None:
        """Forget somebody's keys: the next key that comes in under the name owns it."""
        self._change(lambda: self._put(msgspec.structs.replace(self._known(name), keys=(), codes=())))

    def add_key(self, name: str, fingerprint: str) -> None:
        """Let one more key open the door under a name, as the host; a new name is made for it if need be."""
        self._check(name)

        def do() -> None:
            person = self._people.get(name)
            if person is None and (owner := self.owner(name)) is not None:
                raise Refused(f"{name} is called {owner.name} now.")
            self._put(_with_key(person or Person(name, since=_now()), LoginKey(fingerprint, _now())))

        self._change(do)

    # What people do about their own keys

    def new_code(self, name: str, label: str = "") -> str:
        """A code with which one more key comes in under a name: who has the code and the key shows both at the door."""
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))

        def do() -> None:
            person = self._known(name)
            if len(person.keys) >= MOST_KEYS:
                raise Refused(f"{name} has {MOST_KEYS} keys, and no more are kept; remove one of them first.")
            fresh = Code(_digest(name, code), time.time() + CODE_LASTS, label.strip()[:LONGEST_LABEL])
            self._put(msgspec.structs.replace(person, codes=(*_valid(person), fresh)[-_MOST_CODES:]))

        self._change(do)
        return code

    def has_code(self, name: str, code: str) -> bool:
        """Whether a code is good for a name."""
        owner = self.owner(name)
        return owner is not None and owner.name == name and _code(owner, code) is not None

    def redeem(self, name: str, code: str, fingerprint: str) -> str:
        """Let a key in under a name, for which somebody has shown a code and that they have the key; why not."""
        if not self.has_code(name, code):
            return NO_CODE

        def do() -> None:
            person = self._known(name)
            if (found := _code(person, code)) is None:
                raise Refused(NO_CODE)
            person = _with_key(person, LoginKey(fingerprint, _now(), found.label))
            self._put(msgspec.structs.replace(person, codes=tuple(each for each in _valid(person) if each != found)))

        try:
            self._change(do)
        except Refused as refusal:
            return str(refusal)
        return ""

    def remove_key(self, name: str, fingerprint: str) -> None:
        """Take a key away from a name; not the last one, because anybody could claim the name then."""

        def do() -> None:
            person = self._known(name)
            left = tuple(key for key in person.keys if key.fingerprint != fingerprint)
            if len(left) == len(person.keys):
                raise Refused(f"{name} has no such key.")
            if not left:
                raise Refused("That is the only key; add another one first.")
            self._put(msgspec.structs.replace(person, keys=left))

        self._change(do)

    def _check(self, name: str) -> None:
        if not is_name(name):
            raise Refused(HOW_NAMES_ARE.partition(":")[0] + ".")

    def _known(self, name: str) -> Person:
        if name not in self._people:
            raise Refused(f'Nobody here is called "{name}".{nearest(name, self._people)}')
        return self._people[name]

    def _put(self, person: Person) -> None:
        self._people[person.name] = person

    # The file

    def refresh(self) -> None:
        """Read the file if it has changed."""
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            found = self._read()
            self._people = {person.name: person for person in found.people}
            self._addresses = found.addresses
            self._banned_keys = frozenset(
                key.fingerprint for each in found.people if each.is_banned for key in each.keys
            )
            self._networks = [_network(each.network, self.path) for each in found.addresses]
            self._stamp = stamp
            self.edition += 1

    def _read(self) -> _File:
        try:
            raw = read_whole(self.path)
        except FileNotFoundError:
            return _File()
        except OSError as error:
            raise PeopleError(f"{self.path} cannot be read: {error.strerror}.") from None
        try:
            found = msgspec.json.decode(raw, type=_File)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise PeopleError(f"{self.path} is damaged ({error}); nobody can come in until it is mended.") from None
        if found.version > VERSION:
            raise PeopleError(f"{self.path} was written by a newer Parley (version {found.version}).")
        return found

    def _change(self, do: Callable[[], None]) -> None:
        """Change the file, as it is now, with nobody else writing it."""
        try:
            with locked(self.path, self._wait):
                self.refresh()
                do()
                people = [self._people[name] for name in sorted(self._people)]
                data = msgspec.json.encode(_File(people=people, addresses=self._addresses))
                write_whole(self.path, msgspec.json.format(data, indent=1) + b"\n", 0o600)
        except OSError as error:
            raise PeopleError(f"{self.path} cannot be written: {error.strerror}.") from None
        finally:
            self._stamp = None


class Allowed:
    """The list of those who may come in, by name or by key; without a file everybody may."""

    def __init__(self, path: Path | None) -> None:
        """Read the list; a mistake in it is told at once."""
        self.path = path
        self._stamp: tuple[int, ...] | None = None
        self._seen: tuple[int, ...] | None = None
        self._looked: tuple[int, ...] | None = None
        self._names: set[str] = set()
        self._keys: set[str] = set()
        self._read()
        self._seen = self._stamp

    def refusal(self, name: str, fingerprint: str) -> str:
        """Why somebody may not come in; nothing if they may."""
        if self.path is None:
            return ""
        if _stamp(self.path, through_links=True) != self._stamp:
            self._read()
        if name in self._names or (fingerprint and fingerprint in self._keys):
            return ""
        return f"{name} is not on the list of those who may come in; ask the host."

    def has_changed(self) -> bool:
        """Whether the list is another one since an earlier look; a mistake in it is told once.

        A change counts at the second look: an editor may be writing, and half of a list shows out the others.
        """
        if self.path is None:
            return False
        before, self._looked = self._looked, _stamp(self.path, through_links=True)
        if self._looked in (self._seen, ()) or self._looked != before:
            return False
        self._seen = self._looked
        self._read()
        return True

    def _read(self) -> None:
        if self.path is None:
            return
        stamp = _stamp(self.path, through_links=True)
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise PeopleError(f"{self.path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
        names, keys = set(), set()
        for number, line in enumerate(map(str.strip, lines), 1):
            if line and not line.startswith("#"):
                if is_name(line.lower()):
                    names.add(line.lower())
                    continue
                try:
                    keys.add(fingerprint_of(line))
                except Refused:
                    raise PeopleError(f"{self.path}, line {number}: this is neither a name nor a public key.") from None
        self._names, self._keys, self._stamp = names, keys, stamp


def network_of(text: str) -> str:
    """The network that an address stands for: itself, or all that one customer of an IPv6 provider has."""
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise Refused(f'"{text[:60]}" is no address; it looks like 203.0.113.7 or 203.0.113.0/24.') from None
    if found.version == 6 and "/" not in text:
        found = found.supernet(new_prefix=64)
    return str(found)


def _network(text: str, path: Path) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise PeopleError(f"{path} is damaged ({text[:60]!r} is no network); nobody can come in.") from None


def _wide(place: str) -> str:
    """The largest network that one customer of an IPv6 provider usually has; nothing for other addresses."""
    if ":" not in place:
        return ""
    try:
        return str(ipaddress.IPv6Network(place, strict=False).supernet(new_prefix=48))
    except ValueError:
        return ""


def _with_key(person: Person, key: LoginKey) -> Person:
    if person.has_key(key.fingerprint):
        raise Refused(f"{person.name} has that key already.")
    if len(person.keys) >= MOST_KEYS:
        raise Refused(f"{person.name} has {MOST_KEYS} keys, and no more are kept; `reset` forgets them.")
    return msgspec.structs.replace(person, keys=(*person.keys, key))


def _digest(name: str, code: str) -> str:
    return hashlib.sha256(f"{name}+{code.replace('-', '')}".encode()).hexdigest()


def _valid(person: Person) -> tuple[Code, ...]:
    return tuple(code for code in person.codes if code.until > time.time())


def _code(person: Person, code: str) -> Code | None:
    wanted = _digest(person.name, code)
    return next((each for each in _valid(person) if hmac.compare_digest(each.digest, wanted)), None)


def _stamp(path: Path, *, through_links: bool = False) -> tuple[int, ...]:
    """What changes when a file is written."""
    try:
        found = path.stat(follow_symlinks=through_links)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ino, found.st_size


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
