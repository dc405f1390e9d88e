"""The journal: a save as JSON Lines, a header and then one line per move, each with a digest and a checksum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import chain, compress, islice
from operator import attrgetter, is_not
from typing import Annotated, Any, Generic, TypeVar, cast
from zlib import crc32

import msgspec

from engine import version
from engine.core.dice import SECRET_SIZE, Chance
from engine.core.errors import SaveError
from engine.core.kinds import Fact, Frame, Move, Seat, Setup, State
from engine.core.lines import LONGEST_LINE as LONGEST_LINE
from engine.core.lines import UNREADABLE as UNREADABLE
from engine.core.lines import Journal as Journal
from engine.core.rules import Rules

S = TypeVar("S", bound=State[Any])
M = TypeVar("M")
F = TypeVar("F")
R = TypeVar("R")

FORMAT = 1
"""The version of the save format that this engine writes and reads."""

_MOVE = b'{"n":'
"""How a line begins that is no undo; one with its fields in another order only takes longer to fold."""
_TAIL = b',"digest":"'
_DIGEST_SIZE = 16

_NOTHING = object()
_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder(order="deterministic").encode


class DoesNotFold(SaveError):
    """The facts of a save speak of things that are not there."""


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
    """The first line of a save as anybody may know it: the format, who wrote it, what was chosen before the game."""

    parley: int
    by: str
    setup: Setup
    digest: str = ""
    is_sealed: bool = True
    """False for a save from before headers had secrets and a seal: nobody knows whether its seed was typed."""

    @classmethod
    def of(cls, setup: Setup) -> Header:
        """The header of a new save."""
        return cls(parley=FORMAT, by=version.VERSION, setup=setup)

    @property
    def practice(self) -> str:
        """Why players may know what comes, so that a win sets no record; empty if they cannot."""
        setup = self.setup
        reasons = ["open undo"] if setup.open_undo else []
        if setup.branched:
            reasons.append("branched off")
        elif setup.seed is not None and self.is_sealed:
            reasons.append(f"seed {setup.seed}")
        return ", ".join(reasons)


_Secret = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{2 * SECRET_SIZE}}}$")]


class _Secrets(msgspec.Struct, frozen=True, gc=False):
    """The part of a header that only the table itself reads."""

    secrets: tuple[tuple[int, _Secret], ...] | None = None


class Line(msgspec.Struct, Generic[M, F, R], omit_defaults=True, frozen=True, gc=False):
    """One move, the facts it led to, the frames left waiting; or the undoing of one."""

    n: int = -1
    seat: Seat = ""
    move: M | None = None
    facts: tuple[F, ...] = ()
    next: tuple[R, ...] = ()
    undo: int | None = None
    again: tuple[msgspec.Raw, ...] = ()
    """Of an undo: the lines of the moves after it that stay, sealed, as they stand without it."""
    header: str = ""
    """The seal of the header, on the line that lays the table out."""
    digest: str = ""


class FactsLine(msgspec.Struct, Generic[F], frozen=True, gc=False):
    """A line as telling needs it: its move and its frames are decoded only if somebody wants to know them."""

    n: int = -1
    seat: Seat = ""
    move: msgspec.Raw = msgspec.Raw()
    facts: tuple[F, ...] = ()
    next: msgspec.Raw = msgspec.Raw()
    undo: int | None = None
    again: tuple[msgspec.Raw, ...] = ()
    digest: str = ""


class FoldLine(msgspec.Struct, Generic[F], frozen=True, gc=False):
    """A line as folding needs it: its number, and its facts or what it takes back."""

    n: int = -1
    facts: tuple[F, ...] = ()
    undo: int | None = None
    again: tuple[msgspec.Raw, ...] = ()


class UndonePair(FoldLine[Any], frozen=True, gc=False):
    """A move and the undo right after it, as one line."""


class Fingerprint:
    """The digest of a state and its stack; a component that is the same object as before is not encoded again.

    A component that has the value it has before the first fact does not count. So a game can get new components, and
    structs new fields with defaults (they leave out defaults), without a change to the digests of saves from before.
    """

    __slots__ = ("_components", "_empty", "_names", "_parts", "_places", "_values")

    def __init__(self, empty: State[Any]) -> None:
        """Prepare for states of one game, given the one before the first fact."""
        fields = empty.__struct_fields__
        self._places = range(len(fields))
        self._names = [name.encode() for name in fields]
        self._empty = [getattr(empty, name) for name in fields]
        self._components = attrgetter(*fields) if len(fields) > 1 else lambda state: (getattr(state, fields[0]),)
        self._values: tuple[Any, ...] = (_NOTHING,) * len(fields)
        self._parts: list[bytes] = [b""] * len(fields)

    def of(self, state: State[Any], stack: tuple[Frame, ...]) -> bytes:
        """16 hexadecimal digits."""
        parts = self._parts
        values: tuple[Any, ...] = self._components(state)
        for place in compress(self._places, map(is_not, values, self._values)):
            value = values[place]
            if value == self._empty[place]:
                parts[place] = b""
            else:
                packed = _pack(value)
                parts[place] = b"%s:%x:%x," % (self._names[place], len(packed), crc32(packed))
        self._values = values
        return blake2b(b"".join(parts) + _pack(stack), digest_size=8).hexdigest().encode()


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def sealed(body: bytes, digest: bytes = b"") -> bytes:
    """A JSON object with its digest, and the checksum of all before it, as the last field."""
    text = body[:-1] + _TAIL + digest
    return text + b"%08x" % crc32(text) + b'"}'


def is_intact(raw: bytes) -> bool:
    """Whether the bytes of a line match the checksum at its end."""
    return raw[-10:] == b'%08x"}' % crc32(raw[:-10])


def read_header(name: str, raw: bytes) -> Header:
    """Decode the first line of a save, or say what is wrong with it."""
    try:
        marked = msgspec.json.decode(raw, type=dict[str, Any])
    except UNREADABLE:
        raise SaveError(f"{name} is not a Parley save: its first line is not a header.") from None
    if not isinstance(marked.get("parley"), int):
        raise SaveError(f"{name} is not a Parley save: its first line is not a header.")
    if marked["parley"] != FORMAT:
        raise SaveError(f"{name} has save format {marked['parley']}; this version of Parley reads format {FORMAT}.")
    if not is_intact(raw):
        raise SaveError(f"{name}: line 1 is damaged: its bytes do not match its checksum.")
    try:
        header = msgspec.convert(marked, Header)
        secrets = _decoder(_Secrets).decode(raw).secrets
    except msgspec.ValidationError as error:
        raise SaveError(f"{name}: the header cannot be used: {error}.") from None
    if header.setup.seed is None and (not secrets or secrets[0][0]):
        raise SaveError(f"{name}: the header cannot be used: it has neither a seed nor a secret.")
    return msgspec.structs.replace(header, is_sealed=secrets is not None)


def _chance_of(header: Header, raw: bytes) -> Chance:
    """Where the dice of a table come from, given its first line."""
    secrets = _decoder(_Secrets).decode(raw).secrets or ()
    return Chance(header.setup.seed or 0, tuple((first, bytes.fromhex(each)) for first, each in secrets))


def _seal_of(line: bytes) -> str:
    """The seal of a header, by which a later line knows that it is still the same."""
    return blake2b(line, digest_size=16).hexdigest()


class _Layout(msgspec.Struct, frozen=True, gc=False):
    """The line that lays the table out, as the seal of the header needs it."""

    header: str = ""


def _keeps_seal(layout: bytes, seal: str) -> bool:
    """Whether a line is below the header that it was written for; one that cannot be read says so when it is folded."""
    try:
        return not is_intact(layout) or _decoder(_Layout).decode(layout).header == seal
    except UNREADABLE:
        return True


class _Numbered(msgspec.Struct, frozen=True, gc=False):
    """A line as branching needs it."""

    n: int = -1
    undo: int | None = None
    again: tuple[msgspec.Raw, ...] = ()


def _pair(move: bytes, undo: FoldLine[Any]) -> UndonePair | None:
    """A move and the undo after it as one line, if the undo takes back this move and no other."""
    number = _decoder(_Numbered).decode(move).n
    return UndonePair(number, undo=number) if undo.undo == number and not undo.again else None


def branched(journal: Journal, last: int, table: str) -> list[bytes]:
    """The lines of a new table with its own name in the log that goes on after move `last` of a sound save.

    Every line is sealed by itself, so those of the moves that stand are taken over as they are: what happened stays
    what happened, also where today's rules would have it otherwise. Moves that were taken back stay behind. What comes
    after `last` has a chance of its own.
    """
    raw_lines = journal.lines()
    first = next(raw_lines, b"")
    header = read_header(journal.name, first)
    setup = msgspec.structs.replace(header.setup, table=table, branched=True, campaign="")
    standing: list[bytes] = []
    decode = _decoder(_Numbered).decode
    for raw in raw_lines:
        line = decode(raw)
        standing[len(standing) if line.undo is None else line.undo :] = (
            [raw] if line.undo is None else [bytes(each) for each in line.again]
        )
    if not 0 <= last < len(standing):
        raise SaveError(f"{journal.name} has no move {last}.")
    begun = _header_line(Header(header.parley, header.by, setup), _chance_of(header, first).branched(last + 1))
    return [begun, _sealing(standing[0], _seal_of(begun)), *standing[1 : last + 1]]


def _sealing(layout: bytes, seal: str) -> bytes:
    """The line that lays the table out, below another header."""
    fields = msgspec.json.decode(layout, type=dict[str, Any])
    digest = str(fields.pop("digest"))
    return sealed(_encode(fields | {"header": seal}), digest[:_DIGEST_SIZE].encode())


def _header_line(header: Header, chance: Chance) -> bytes:
    fields: dict[str, Any] = {"parley": header.parley, "by": header.by, "setup": header.setup.written()}
    if header.is_sealed:
        fields["secrets"] = [(first, secret.hex()) for first, secret in chance.secrets]
    return sealed(_encode(fields))


class Keeper(Generic[S]):
    """Turns what happens at a table into lines of its journal, and back."""

    def __init__(self, rules: Rules[S], journal: Journal) -> None:
        """Keep the journal of one table."""
        self._rules = rules
        self._journal = journal
        self.is_writing = journal.on
        self._fingerprint = Fingerprint(rules.empty())
        self._line = 0
        self._seal = ""
        self.chance = Chance()
        """Where the dice come from, once the header was read."""
        self.notice = ""

    # Writing

    def write_header(self, header: Header, chance: Chance) -> None:
        """Begin the save."""
        if self.is_writing:
            raw = _header_line(header, chance)
            self._seal = _seal_of(raw) if header.is_sealed else ""
            self._journal.append(raw)

    def write(self, line: Line[Move, Fact, Frame], state: S) -> None:
        """Add a move and what came of it; the first line keeps the seal of the header."""
        if not line.n:
            line = msgspec.structs.replace(line, header=self._seal)
        self._journal.append(sealed(_encode(line), self._fingerprint.of(state, line.next)))

    def write_undo(
        self,
        n: int,
        seat: Seat,
        state: S,
        stack: tuple[Frame, ...],
        kept: Sequence[tuple[Line[Move, Fact, Frame], S]] = (),
    ) -> None:
        """Note that move n was taken back, and what became of the moves after it, in one line."""
        if self.is_writing:
            again = [sealed(_encode(line), self._fingerprint.of(after, line.next)) for line, after in kept]
            line: Line[Move, Fact, Frame] = Line(seat=seat, undo=n, again=tuple(map(msgspec.Raw, again)))
            self._journal.append(sealed(_encode(line), self._fingerprint.of(state, stack)))

    # Reading

    def read(self) -> tuple[Header, Iterator[Line[Any, Any, Any]]]:
        """The header, and the lines after it one by one."""
        header, lines = self._read(self._whole_line)
        return header, (line for _, line in lines)

    @property
    def _whole_line(self) -> Any:
        rules: Any = self._rules
        return Line[rules.move_types, rules.fact_types, rules.frame_types]

    def whole(self, raw: msgspec.Raw) -> Line[Any, Any, Any]:
        """A line that an undo keeps."""
        return cast(Line[Any, Any, Any], self._late(bytes(raw), self._whole_line))

    def read_facts(self) -> tuple[Header, Iterator[FactsLine[Any]]]:
        """The header, and the lines after it with only their facts decoded, which is all that telling needs."""
        header, lines = self._read(self._facts_line)
        return header, (line for _, line in lines)

    def read_to_fold(self, *, every_line: bool = True) -> tuple[Header, Iterator[tuple[bytes, FoldLine[Any]]]]:
        """The header, and the lines after it: their bytes, and what folding needs of them.

        Unless every line is wanted, a move and the undo right after it come as an `UndonePair`.
        """
        facts: Any = self._rules.fact_types
        header, lines = self._raw_lines()
        decode = _decoder(FoldLine[facts]).decode
        return header, self._decoded(lines, decode) if every_line else self._paired(lines, decode)

    @property
    def _facts_line(self) -> Any:
        facts = self._rules.fact_types
        return FactsLine[facts]  # type: ignore[valid-type]

    def line(self, raw: bytes) -> FactsLine[Any]:
        """A line that was read to be folded."""
        return cast(FactsLine[Any], self._late(raw, self._facts_line))

    def move(self, raw: msgspec.Raw) -> Move | None:
        """The move of a line that was read for its facts."""
        return cast(Move | None, self._late(bytes(raw) or b"null", self._rules.move_types | None))

    def frames(self, raw: bytes | tuple[Frame, ...]) -> tuple[Frame, ...]:
        """The frames that a line left waiting, given its bytes."""
        if isinstance(raw, tuple):
            return raw
        kind = self._rules.frame_types
        waiting = bytes(self.line(raw).next) or b"[]"
        return cast(tuple[Frame, ...], self._late(waiting, tuple[kind, ...]))  # type: ignore[valid-type]

    def _late(self, raw: bytes, kind: Any) -> Any:
        try:
            return _decoder(kind).decode(raw)
        except UNREADABLE as error:
            raise SaveError(f"{self._journal.name} holds something this Parley does not know: {error}.") from None

    def _read(self, kind: Any) -> tuple[Header, Iterator[tuple[bytes, Any]]]:
        header, lines = self._raw_lines()
        return header, self._decoded(lines, _decoder(kind).decode)

    def _raw_lines(self) -> tuple[Header, Iterator[bytes]]:
        """The header, and the lines after it as they are."""
        raw_lines = self._journal.lines()
        first = next(raw_lines, None)
        if first is None:
            torn = self._journal.torn
            raise SaveError(
                f"{self._journal.name} {'is not a Parley save: it has no header line' if torn else 'is empty'}."
            )
        header = read_header(self._journal.name, first)
        if header.setup.game != self._rules.id:
            raise SaveError(f"{self._journal.name} is a save of {header.setup.game}, not of {self._rules.id}.")
        self.chance = _chance_of(header, first)
        layout = list(islice(raw_lines, 1))
        if header.is_sealed and layout and not _keeps_seal(layout[0], _seal_of(first)):
            raise SaveError(f"{self._journal.name}: line 1 was altered: it does not match the seal that line 2 keeps.")
        return header, chain(layout, raw_lines)

    def _decoded(self, raw_lines: Iterator[bytes], decode: Callable[[bytes], Any]) -> Iterator[tuple[bytes, Any]]:
        self._line = 1
        try:
            for self._line, raw in enumerate(raw_lines, start=2):
                if raw[-10:] != b'%08x"}' % crc32(raw[:-10]):  # is_intact, without the call: this is the hot loop
                    raise self._wrong("is damaged: its bytes do not match its checksum")
                yield raw, decode(raw)
        except UNREADABLE as error:
            raise self._wrong(f"holds something this version of Parley does not know: {error}") from None
        self._check_end()

    def _paired(self, raw_lines: Iterator[bytes], decode: Callable[[bytes], Any]) -> Iterator[tuple[bytes, Any]]:
        """The same; a move and the undo right after it are one line, and the facts of the move are never decoded."""
        self._line, held = 1, b""
        try:
            for number, raw in enumerate(raw_lines, start=2):
                if raw[-10:] != b'%08x"}' % crc32(raw[:-10]):
                    self._line = number
                    raise self._wrong("is damaged: its bytes do not match its checksum")
                if raw[:5] == _MOVE:
                    if held:
                        self._line = number - 1
                        yield held, decode(held)
                    held = raw
                    continue
                self._line = number
                line = decode(raw)
                if held:
                    pair = _pair(held, line)
                    if pair is None:
                        yield held, decode(held)
                    else:
                        line = pair
                held = b""
                yield raw, line
            if held:
                self._line = number
                yield held, decode(held)
        except UNREADABLE as error:
            raise self._wrong(f"holds something this version of Parley does not know: {error}") from None
        self._check_end()

    def _check_end(self) -> None:
        """Note that the last line is missing; refuse a save without any."""
        if self._journal.torn:
            self.notice = f"The last line of {self._journal.name} was cut off in mid-write and has been dropped."
        if self._line == 1:
            raise SaveError(f"{self._journal.name} ends before its first move: the table was never laid out.")

    @property
    def lines_read(self) -> int:
        """How many lines there were after the header."""
        return self._line - 1

    def out_of_sequence(self, line: FoldLine[Any], number: int) -> SaveError:
        """What is wrong with a line that does not follow the one before it."""
        return self._wrong(f"has number {line.n} where {number} was expected")

    def does_not_fold(self, error: Exception) -> DoesNotFold:
        """What is wrong with a line whose facts speak of things that are not there."""
        return DoesNotFold(str(self._wrong(f"does not fold: it speaks of something that is not there ({error})")))

    def expect_undo(self, line: FoldLine[Any], number: int) -> None:
        """Refuse the undoing of anything but the last move and of one whose later moves are all kept."""
        if line.undo is None or line.undo + len(line.again) != number - 1 or line.undo < 1:
            raise self._wrong(f"takes back move {line.undo}, but the last move was {number - 1}")

    def matches(self, raw: bytes, state: S, stack: tuple[Frame, ...]) -> bool:
        """Whether a line's facts led to the state it was written with."""
        return raw[-_DIGEST_SIZE - 10 : -10] == self._fingerprint.of(state, stack)

    def check(self, raw: bytes, state: S, stack: tuple[Frame, ...]) -> None:
        """Refuse a line whose facts do not lead to the state it was written with."""
        if not self.matches(raw, state, stack):
            raise self._wrong("does not fold to the state it was saved with: its digest does not match")

    def _wrong(self, what: str) -> SaveError:
        return SaveError(f"{self._journal.name}: line {self._line} {what}.")
