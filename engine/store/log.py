"""The scenario log: which scenarios were won, with which challenges and honours. It has no influence on play.

The file keeps one entry per finished table; wins, losses and honours are counted from them (HOW-LOG-01..04).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.core.content import read_regular
from engine.core.errors import SaveError
from engine.store.whole import locked, write_whole

VERSION = 1
"""The version of the log that this Parley writes; a newer one is left alone."""

FILE = "log.json"


class Result(msgspec.Struct, frozen=True):
    """How one game of any kind ended."""

    game: str
    scenario: str
    challenges: tuple[str, ...]
    won: bool
    rounds: int
    honours: tuple[str, ...] = ()
    practice: bool = False
    """Whether players could know what comes: by open undo, a typed seed, or another table that went before."""


class Record(msgspec.Struct, frozen=True):
    """HOW-LOG-03..04: all games of one scenario with one set of challenges."""

    game: str
    scenario: str
    challenges: tuple[str, ...]
    wins: int = 0
    practice: int = 0
    """How many of these wins were practice."""
    losses: int = 0
    fewest_rounds: int | None = None
    """Of a game that was won, and not for practice."""
    honours: tuple[str, ...] = ()
    """Those earned at least once, and not for practice."""

    def with_result(self, result: Result) -> Record:
        """The record with one more game in it."""
        if not result.won:
            return msgspec.structs.replace(self, losses=self.losses + 1)
        if result.practice:
            return msgspec.structs.replace(self, wins=self.wins + 1, practice=self.practice + 1)
        fewest = result.rounds if self.fewest_rounds is None else min(result.rounds, self.fewest_rounds)
        honours = tuple(dict.fromkeys([*self.honours, *result.honours]))
        return msgspec.structs.replace(self, wins=self.wins + 1, fewest_rounds=fewest, honours=honours)


def records_of(results: Sequence[Result]) -> list[Record]:
    """One record for each scenario and set of challenges that was played, in alphabetical order."""
    found: dict[tuple[str, str, tuple[str, ...]], Record] = {}
    for result in results:
        key = (result.game, result.scenario, tuple(sorted(result.challenges)))
        found[key] = found.get(key, Record(*key)).with_result(result)
    return [found[key] for key in sorted(found)]


class Damaged(SaveError):
    """The log cannot be read."""


class Log:
    """The log as a file. Fields that this version does not know are kept."""

    def __init__(self, path: Path, *, wait: float = 10.0) -> None:
        """Use a file, made when the first game ends; another process that writes it is waited for that many seconds."""
        self.path = path
        self._wait = wait
        self.notice = ""

    def records(self) -> list[Record]:
        """All that has been recorded; nothing is changed by looking."""
        return records_of(msgspec.convert(self._load()["results"], list[Result]))

    def record(self, table: str, result: Result) -> bool:
        """Note how a table ended, once; False if it had been noted before."""
        try:
            with locked(self.path, self._wait):
                raw = self._load_or_set_aside()
                if any(entry.get("table") == table for entry in raw["results"]):
                    return False
                raw["results"].append({"table": table, **msgspec.to_builtins(result)})
                write_whole(self.path, msgspec.json.format(msgspec.json.encode(raw), indent=1) + b"\n")
        except OSError as error:
            raise SaveError(f"{self.path} cannot be written: {error.strerror}.") from None
        return True

    def _load(self) -> dict[str, Any]:
        """The file as it is, checked as far as this version knows it."""
        try:
            text = read_regular(self.path)
        except FileNotFoundError:
            return {"version": VERSION, "results": []}
        except OSError as error:
            raise SaveError(f"{self.path} cannot be read: {error.strerror}.") from None
        try:
            raw = msgspec.json.decode(text, type=dict[str, Any])
            version = msgspec.convert(raw.get("version"), int)
            if version <= VERSION:
                msgspec.convert(raw.get("results"), list[Result])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Damaged(
                f"{self.path} is damaged ({error}); it is left as it is, and the next game that ends sets it aside."
            ) from None
        if version > VERSION:
            raise SaveError(f"{self.path} was written by a newer Parley (version {version}); it is left as it is.")
        return raw

    def _load_or_set_aside(self) -> dict[str, Any]:
        """The log, or an empty one after a damaged file got another name."""
        try:
            return self._load()
        except Damaged:
            aside = self._set_aside()
            self.notice = f"{self.path.name} was damaged; it has been set aside as {aside.name}, and a new one begun."
            return self._load()

    def _set_aside(self) -> Path:
        number = 1
        while (aside := self.path.with_name(f"{self.path.stem}.damaged-{number}{self.path.suffix}")).exists():
            number += 1
        self.path.rename(aside)
        return aside
