"""The journal: a save as JSON Lines, a header and then one line per move, each with a digest and a checksum."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from typing import Any, Generic, Protocol, TypeVar
from zlib import crc32

import msgspec

from engine import version
from engine.core.errors import SaveError
from engine.core.kinds import Fact, Frame, Move, Seat, Setup, State
from engine.core.rules import Rules

S = TypeVar("S", bound=State)
M = TypeVar("M")
F = TypeVar("F")
R = TypeVar("R")

FORMAT = 1
"""The version of the save format that this engine writes and reads."""

LONGEST_LINE = 16 * 1024 * 1024
"""No line of a real save comes near this; anything longer is not a save."""

_TAIL = b',"digest":"'
_SUM_SIZE = 8
_DIGEST_SIZE = 16
_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder(order="deterministic").encode


class Journal(Protocol):
    """Where the lines of one table are kept."""

    name: str
    on: bool
    """False for a table that is never written down (simulations)."""

    torn: bool
    """Whether reading met an unfinished last line."""

    def lines(self) -> Iterator[bytes]:
        """The complete lines, without their line ends."""

    def append(self, line: bytes) -> None:
        """Add a line; it is on disk when this returns."""


class NoJournal:
    """For tables that leave no trace."""

    name = "unsaved table"
    on = False
    torn = False

    def lines(self) -> Iterator[bytes]:
        """Nothing was kept."""
        return iter(())

    def append(self, line: bytes) -> None:
        """Keep nothing."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a save: the format, who wrote it, and what was chosen before the game."""

    parley: int
    by: str
    setup: Setup
    digest: str = ""

    @classmethod
    def of(cls, setup: Setup) -> Header:
        """The header of a new save."""
        return cls(parley=FORMAT, by=version.VERSION, setup=setup)


class Line(msgspec.Struct, Generic[M, F, R], omit_defaults=True, frozen=True, gc=False):
    """One move, the facts it led to, the frames left waiting; or the undoing of one."""

    n: int = -1
    seat: Seat = ""
    move: M | None = None
    facts: tuple[F, ...] = ()
    next: tuple[R, ...] = ()
    undo: int | None = None
    digest: str = ""


class Fingerprint:
    """The digest of a state and its stack; a component that is the same object as before is not encoded again."""

    __slots__ = ("_fields", "_parts", "_values")

    def __init__(self, state_type: type[State]) -> None:
        """Prepare for states of one game."""
        self._fields = state_type.__struct_fields__
        self._values: list[Any] = [None] * len(self._fields)
        self._parts: list[bytes] = [_pack(None)] * len(self._fields)

    def of(self, state: State, stack: tuple[Frame, ...]) -> bytes:
        """16 hexadecimal digits."""
        values, parts = self._values, self._parts
        for place, field in enumerate(self._fields):
            value = getattr(state, field)
            if value is not values[place]:
                values[place] = value
                parts[place] = blake2b(_pack(value), digest_size=8).digest()
        whole = blake2b(b"".join(parts), digest_size=8)
        whole.update(_pack(stack))
        return whole.hexdigest().encode()


@cache
def _line_decoder(moves: Any, facts: Any, frames: Any) -> msgspec.json.Decoder[Line[Any, Any, Any]]:
    return msgspec.json.Decoder(Line[moves, facts, frames])


def sealed(body: bytes, digest: bytes = b"") -> bytes:
    """A JSON object with its digest, and the checksum of all before it, as the last field."""
    text = body[:-1] + _TAIL + digest
    return text + b"%08x" % crc32(text) + b'"}'


def is_intact(raw: bytes) -> bool:
    """Whether the bytes of a line match the checksum at its end."""
    return raw[-_SUM_SIZE - 2 :] == b'%08x"}' % crc32(raw[: -_SUM_SIZE - 2])


def read_header(name: str, raw: bytes) -> Header:
    """Decode the first line of a save, or say what is wrong with it."""
    try:
        marked = msgspec.json.decode(raw, type=dict[str, Any])
    except msgspec.MsgspecError:
        raise SaveError(f"{name} is not a Parley save: its first line is not a header.") from None
    if not isinstance(marked.get("parley"), int):
        raise SaveError(f"{name} is not a Parley save: its first line is not a header.")
    if marked["parley"] != FORMAT:
        raise SaveError(f"{name} has save format {marked['parley']}; this version of Parley reads format {FORMAT}.")
    if not is_intact(raw):
        raise SaveError(f"{name}: line 1 is damaged: its bytes do not match its checksum.")
    try:
        return msgspec.convert(marked, Header)
    except msgspec.ValidationError as error:
        raise SaveError(f"{name}: the header cannot be used: {error}.") from None


class Keeper(Generic[S]):
    """Turns what happens at a table into lines of its journal, and back."""

    def __init__(self, rules: Rules[S], journal: Journal) -> None:
        """Keep the journal of one table."""
        self._rules = rules
        self._journal = journal
        self._fingerprint = Fingerprint(rules.state_type)
        self._line = 0
        self.notice = ""

    # Writing

    def write_header(self, header: Header) -> None:
        """Begin the save."""
        if self._journal.on:
            self._journal.append(sealed(_encode({"parley": header.parley, "by": header.by, "setup": header.setup})))

    def write(
        self, n: int, seat: Seat, move: Move | None, facts: tuple[Fact, ...], stack: tuple[Frame, ...], state: S
    ) -> None:
        """Add a move and what came of it."""
        if self._journal.on:
            line: Line[Move, Fact, Frame] = Line(n, seat, move, facts, stack)
            self._journal.append(sealed(_encode(line), self._fingerprint.of(state, stack)))

    def write_undo(self, n: int, seat: Seat, state: S, stack: tuple[Frame, ...]) -> None:
        """Note that move n was taken back."""
        if self._journal.on:
            line: Line[Move, Fact, Frame] = Line(seat=seat, undo=n)
            self._journal.append(sealed(_encode(line), self._fingerprint.of(state, stack)))

    # Reading

    def read(self) -> tuple[Header, Iterator[Line[Any, Any, Any]]]:
        """The header, and the lines after it one by one."""
        raw_lines = self._journal.lines()
        first = next(raw_lines, None)
        if first is None:
            raise SaveError(f"{self._journal.name} is empty.")
        return read_header(self._journal.name, first), self._decoded(raw_lines)

    def _decoded(self, raw_lines: Iterator[bytes]) -> Iterator[Line[Any, Any, Any]]:
        rules = self._rules
        decode = _line_decoder(rules.move_types, rules.fact_types, rules.frame_types).decode
        self._line = 1
        for raw in raw_lines:
            self._line += 1
            if not is_intact(raw):
                raise self._wrong("is damaged: its bytes do not match its checksum")
            try:
                line = decode(raw)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise self._wrong(f"holds something this version of Parley does not know: {error}") from None
            yield line
        if self._journal.torn:
            self.notice = f"The last line of {self._journal.name} was cut off in mid-write and has been dropped."
        if self._line == 1:
            raise SaveError(f"{self._journal.name} ends before its first move: the table was never laid out.")

    def expect(self, line: Line[Any, Any, Any], number: int) -> None:
        """Refuse a line out of sequence."""
        if line.n != number:
            raise self._wrong(f"has number {line.n} where {number} was expected")

    def expect_undo(self, line: Line[Any, Any, Any], number: int) -> None:
        """Refuse the undoing of anything but the last move."""
        if line.undo != number - 1 or line.undo < 1:
            raise self._wrong(f"takes back move {line.undo}, but the last move was {number - 1}")

    def check(self, line: Line[Any, Any, Any], state: S, stack: tuple[Frame, ...]) -> None:
        """Refuse a line whose facts do not lead to the state it was written with."""
        if line.digest[:_DIGEST_SIZE].encode() != self._fingerprint.of(state, stack):
            raise self._wrong("does not fold to the state it was saved with: its digest does not match")

    def _wrong(self, what: str) -> SaveError:
        return SaveError(f"{self._journal.name}: line {self._line} {what}.")
