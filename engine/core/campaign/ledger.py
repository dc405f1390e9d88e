"""The ledger of a campaign: JSON Lines over the journals of its chapters, a header and then one line for each event.

Each line ends with a seal: a hash of the line and of the seal before it, so that no line can be altered, left out or
moved. The file only grows, and a line is on disk before anybody is told of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Annotated, Any

import msgspec

from engine import version
from engine.core.errors import SaveError
from engine.core.kinds import Seat, Setup
from engine.core.lines import UNREADABLE, Journal

FORMAT = 1
"""The version of the ledger format that this engine writes and reads."""

_TAIL = b',"seal":"'
_SEAL = 16
_END = len(_TAIL) + _SEAL + 2

Text = Annotated[str, msgspec.Meta(max_length=4000)]
Name = Annotated[str, msgspec.Meta(max_length=200)]


class PastStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chapter or a choice that lies behind: how it ended, and the marks that the game handed over."""

    node: str
    won: bool | None = None
    """Of a chapter."""
    option: str = ""
    """Of a choice."""
    marks: tuple[str, ...] = ()
    attempt: int = 0
    """The number of the attempt; 0 if it was played before the ledger began, or never."""


class LedgerHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a ledger."""

    ledger: int = FORMAT
    by: str = version.VERSION
    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    """By which its tables know it, whatever its file is called."""
    game: Name
    campaign: Name
    name: Text
    edition: Name = ""
    """Of the campaign, as it was when the ledger began."""
    started: int = 0
    """Seconds since 1970."""
    players: dict[Seat, Name] = {}
    """Who plays which seat, in the order of the table: `me`, `person` (without a name), a name, or `bot:hard`."""
    options: tuple[str, ...] = ()
    """The options of the game that its chapters are played with, where a chapter has them."""
    seed: int | None = None
    """What was typed to repeat a campaign: the chance of every attempt follows from it and its number."""
    past: tuple[PastStep, ...] = ()
    """What the campaign is assumed to hold already, if it begins at a later chapter."""
    start: str = ""
    """The chapter that it begins with, if it is not the first."""


class _Line(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="line", omit_defaults=True):
    """Something that happened to a campaign."""

    when: int = 0
    """Seconds since 1970."""


class AttemptBegun(_Line, frozen=True, kw_only=True):
    """A chapter was opened at a table. The line is written before the save is made."""

    attempt: int
    """Its number in this ledger, from 1."""
    chapter: str
    save: Name
    """The file of its journal, without a folder."""
    setup: Setup


class AttemptEnded(_Line, frozen=True, kw_only=True):
    """The game of an attempt is over."""

    attempt: int
    won: bool
    reason: str = ""
    scores: dict[Seat, int] = {}
    marks: tuple[str, ...] = ()
    """What the game hands over."""
    rounds: int = 0
    digest: str = ""
    """Of the last line of its journal."""


class AttemptAbandoned(_Line, frozen=True, kw_only=True):
    """An attempt was given up; its save stays."""

    attempt: int
    reason: str = ""


class ChoiceMade(_Line, frozen=True, kw_only=True):
    """The players chose between chapters."""

    choice: str
    option: str


class PagesRead(_Line, frozen=True, kw_only=True):
    """Pages were read."""

    pages: tuple[str, ...]


class PlayersChanged(_Line, frozen=True, kw_only=True):
    """Others play from now on, or other seats."""

    players: dict[Seat, Name]


class NoteWritten(_Line, frozen=True, kw_only=True):
    """A player wrote something down."""

    text: Text
    who: Name = ""


class Renamed(_Line, frozen=True, kw_only=True):
    """The campaign got another name."""

    name: Text


class ChapterTakenUp(_Line, frozen=True, kw_only=True):
    """A chapter is played again: what followed from its last attempt stays in the ledger but counts no longer."""

    chapter: str


class Restarted(_Line, frozen=True, kw_only=True):
    """The campaign began again; what went before stays in the ledger but counts no longer."""


LedgerLine = (
    AttemptBegun
    | AttemptEnded
    | AttemptAbandoned
    | ChoiceMade
    | PagesRead
    | PlayersChanged
    | NoteWritten
    | Renamed
    | ChapterTakenUp
    | Restarted
)

_lines: msgspec.json.Decoder[LedgerLine] = msgspec.json.Decoder(LedgerLine)
_encode = msgspec.json.Encoder().encode


class Newer(SaveError):
    """A ledger holds something that only a newer Parley knows."""


def chained(body: bytes, before: bytes) -> tuple[bytes, bytes]:
    """A JSON object with its seal as the last field, and the seal, given the seal of the line before it."""
    text = body[:-1] + _TAIL
    seal = blake2b(before + text, digest_size=_SEAL // 2).hexdigest().encode()
    return text + seal + b'"}', seal


def _seal_of(name: str, number: int, raw: bytes, before: bytes) -> bytes:
    """The seal of a line that was read; refused if the line is not as it was written, or not where it was."""
    text, seal = raw[: -_SEAL - 2], raw[-_SEAL - 2 : -2]
    right = blake2b(before + text, digest_size=_SEAL // 2).hexdigest().encode()
    if raw[-2:] != b'"}' or not text.endswith(_TAIL) or seal != right:
        raise SaveError(f"{name}: line {number} is damaged or was altered: it does not match its seal.")
    return seal


class Ledger:
    """The lines of one campaign, read from and appended to where they are kept."""

    def __init__(self, journal: Journal, header: LedgerHeader, lines: list[LedgerLine], seal: bytes) -> None:
        """Use `begun` or `opened`."""
        self._journal = journal
        self._seal = seal
        self.header = header
        self.lines = lines
        self.notice = ""
        """What was dropped while reading; empty if nothing was."""

    @classmethod
    def begun(cls, journal: Journal, header: LedgerHeader) -> Ledger:
        """Start a ledger."""
        raw, seal = chained(_encode(header), b"")
        journal.append(raw)
        return cls(journal, header, [], seal)

    @classmethod
    def opened(cls, journal: Journal) -> Ledger:
        """Read a ledger and check every seal; the file is left as it is, whatever is wrong with it."""
        name, raw_lines = journal.name, journal.lines()
        first = next(raw_lines, None)
        if first is None:
            raise SaveError(f"{name} is not the ledger of a campaign: it has no header line.")
        header, seal = read_ledger_header(name, first)
        lines = []
        for number, raw in enumerate(raw_lines, start=2):
            seal = _seal_of(name, number, raw, seal)
            lines.append(_decoded(name, number, raw))
        ledger = cls(journal, header, lines, seal)
        if journal.torn:
            ledger.notice = f"The last line of {name} was cut off in mid-write and has been dropped."
        return ledger

    @property
    def file(self) -> str:
        """The name of its file."""
        return self._journal.name

    def append(self, line: LedgerLine) -> None:
        """Add a line; it is on disk when this returns."""
        raw, seal = chained(_encode(line), self._seal)
        self._journal.append(raw)
        self._seal = seal
        self.lines.append(line)

    def raw(self) -> Iterator[bytes]:
        """The lines as they are kept."""
        return self._journal.lines()


def read_ledger_header(name: str, raw: bytes) -> tuple[LedgerHeader, bytes]:
    """Decode the first line of a ledger and give its seal, or say what is wrong with it."""
    try:
        marked = msgspec.json.decode(raw, type=dict[str, Any])
    except UNREADABLE:
        raise SaveError(f"{name} is not the ledger of a campaign: its first line is not a header.") from None
    if not isinstance(marked.get("ledger"), int):
        raise SaveError(f"{name} is not the ledger of a campaign: its first line is not a header.")
    if marked["ledger"] != FORMAT:
        raise Newer(f"{name} has ledger format {marked['ledger']}; this version of Parley reads format {FORMAT}.")
    seal = _seal_of(name, 1, raw, b"")
    try:
        return msgspec.convert(marked, LedgerHeader), seal
    except msgspec.ValidationError as error:
        raise SaveError(f"{name}: the header cannot be used: {error}.") from None


def _decoded(name: str, number: int, raw: bytes) -> LedgerLine:
    try:
        return _lines.decode(raw)
    except UNREADABLE as error:
        raise Newer(
            f"{name}: line {number} holds something this version of Parley does not know: {error}. "
            "The file was left as it is."
        ) from None
