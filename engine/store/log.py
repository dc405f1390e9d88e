"""The log of finished games: who won them, with which challenges, scores and honours. It has no influence on play.

The file keeps one result per table, and in it an entry per seat. Records are counted from them: for games that are
played together by scenario and challenges (HOW-LOG-01..04), for rivals by person and by whom they played against.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.core.content import read_regular
from engine.core.errors import SaveError
from engine.core.kinds import BOT as BOT
from engine.core.kinds import Seat
from engine.core.setup import Kind
from engine.store.whole import locked, write_whole

VERSION = 2
"""The version of the log that this Parley writes; an older one is migrated, a newer one is left alone."""

FILE = "log.json"

ME = "me"
"""The person whose log it is."""


# Results


class SeatResult(msgspec.Struct, frozen=True):
    """How a game ended for one seat."""

    seat: Seat
    """Empty in a result of version 1, which does not say who played: it stands for all seats."""
    won: bool
    score: int | None = None
    who: str = ME
    """Who sat there: `me`, a person's name, or a bot with its level, such as `bot:hard`."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot sat there."""
        return self.who.startswith(BOT)


class Result(msgspec.Struct, frozen=True):
    """How one game of any kind ended."""

    game: str
    scenario: str
    challenges: tuple[str, ...]
    seats: tuple[SeatResult, ...]
    rounds: int
    honours: tuple[str, ...] = ()
    practice: bool = False
    """Whether players could know what comes: by open undo, a typed seed, or another table that went before."""
    kind: Kind = "together"

    @property
    def won(self) -> bool:
        """Whether anybody won; where all play together, whether they did."""
        return any(each.won for each in self.seats)

    @property
    def place(self) -> tuple[str, str, tuple[str, ...]]:
        """What its record is kept by."""
        return self.game, self.scenario, tuple(sorted(self.challenges))


class _FirstResult(msgspec.Struct, frozen=True):
    """A result of version 1, when all games were played together."""

    game: str
    scenario: str
    challenges: tuple[str, ...]
    won: bool
    rounds: int
    honours: tuple[str, ...] = ()
    practice: bool = False


def _current(raw: dict[str, Any]) -> dict[str, Any]:
    """A log in the shape of this version; fields that no version knows are kept."""
    if raw["version"] == VERSION:
        return raw
    results = []
    for each in raw["results"]:
        kept = {name: value for name, value in each.items() if name != "won"}
        results.append({**kept, "kind": "together", "seats": [msgspec.to_builtins(SeatResult("", each["won"]))]})
    return {**raw, "version": VERSION, "results": results}


# Games together


class ScenarioTally(msgspec.Struct, frozen=True):
    """HOW-LOG-03..04: all games of one scenario with one set of challenges, played together."""

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

    def with_result(self, result: Result) -> ScenarioTally:
        """The record with one more game in it."""
        if not result.won:
            return msgspec.structs.replace(self, losses=self.losses + 1)
        if result.practice:
            return msgspec.structs.replace(self, wins=self.wins + 1, practice=self.practice + 1)
        fewest = result.rounds if self.fewest_rounds is None else min(result.rounds, self.fewest_rounds)
        honours = tuple(dict.fromkeys([*self.honours, *result.honours]))
        return msgspec.structs.replace(self, wins=self.wins + 1, fewest_rounds=fewest, honours=honours)


def records_of(results: Iterable[Result]) -> list[ScenarioTally]:
    """One record for each scenario and set of challenges that was played together, in alphabetical order."""
    found: dict[tuple[str, str, tuple[str, ...]], ScenarioTally] = {}
    for result in results:
        if result.kind == "together":
            found[result.place] = found.get(result.place, ScenarioTally(*result.place)).with_result(result)
    return [found[key] for key in sorted(found)]


# Rivals


class Rivalry(msgspec.Struct, frozen=True):
    """All games of one scenario and set of challenges that a person played against the same opponents."""

    game: str
    scenario: str
    challenges: tuple[str, ...]
    who: str
    against: tuple[str, ...] = ()
    """Bots such as `bot:hard` and the names of people; nobody if one person, or one keyboard, played all seats."""
    played: int = 0
    won: int = 0
    practice: int = 0
    """How many of these wins were practice."""
    best: int | None = None
    """The highest score of a win, and not for practice."""
    by_seat: dict[Seat, int] = {}
    """How often each seat of theirs won."""

    def with_result(self, result: Result) -> Rivalry:
        """The record with one more game in it."""
        wins = [each for each in result.seats if each.who == self.who and each.won]
        by_seat = self.by_seat | {each.seat: self.by_seat.get(each.seat, 0) + 1 for each in wins}
        has_won = bool(wins and self.against)
        scores = [each.score for each in wins if each.score is not None and not result.practice]
        best = max([*scores, *([] if self.best is None else [self.best])], default=None)
        return msgspec.structs.replace(
            self,
            played=self.played + 1,
            won=self.won + has_won,
            practice=self.practice + (has_won and result.practice),
            best=best,
            by_seat=by_seat,
        )


def rivalries_of(results: Iterable[Result]) -> list[Rivalry]:
    """One record for each person and whom they played against, by scenario and set of challenges, in order."""
    found: dict[tuple[Any, ...], Rivalry] = {}
    for result in results:
        for who, against in _opponents(result):
            key = (*result.place, who, against)
            found[key] = found.get(key, Rivalry(*key)).with_result(result)
    return [found[key] for key in sorted(found)]


def _opponents(result: Result) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Everybody who played a game of rivals, and against whom; partners of a team share its result."""
    if result.kind == "together":
        return
    for who in dict.fromkeys(each.who for each in result.seats if not each.is_bot):
        has_won = any(each.won for each in result.seats if each.who == who)
        others = [each for each in result.seats if each.who != who]
        if result.kind == "teams" and result.won:
            others = [each for each in others if each.won != has_won]
        yield who, tuple(sorted({each.who for each in others}))


# The file


class Damaged(SaveError):
    """The log cannot be read."""


class Log:
    """The log as a file. Fields that this version does not know are kept."""

    def __init__(self, path: Path, *, wait: float = 10.0) -> None:
        """Use a file, made when the first game ends; another process that writes it is waited for that many seconds."""
        self.path = path
        self._wait = wait
        self.notice = ""

    def results(self) -> list[Result]:
        """All games that have ended; nothing is changed by looking."""
        return msgspec.convert(_current(self._load())["results"], list[Result])

    def records(self) -> list[ScenarioTally]:
        """What has been recorded of games that were played together."""
        return records_of(self.results())

    def rivalries(self) -> list[Rivalry]:
        """What has been recorded of games of rivals."""
        return rivalries_of(self.results())

    def record(self, table: str, result: Result) -> bool:
        """Note how a table ended, once; False if it had been noted before."""
        try:
            with locked(self.path, self._wait):
                raw = self._load_or_set_aside()
                if any(entry.get("table") == table for entry in raw["results"]):
                    return False
                raw = self._migrate(raw)
                raw["results"].append({"table": table, **msgspec.to_builtins(result)})
                write_whole(self.path, msgspec.json.format(msgspec.json.encode(raw), indent=1) + b"\n")
        except OSError as error:
            raise SaveError(f"{self.path} cannot be written: {error.strerror}.") from None
        return True

    def _migrate(self, raw: dict[str, Any]) -> dict[str, Any]:
        """The log in the shape of this version; a copy of an older one stays beside it, and is never overwritten."""
        version = raw["version"]
        if version == VERSION:
            return raw
        old, number = read_regular(self.path), 1
        backup = self.path.with_name(f"{self.path.stem}.v{version}{self.path.suffix}")
        while backup.exists() and read_regular(backup) != old:
            number += 1
            backup = self.path.with_name(f"{self.path.stem}.v{version}-{number}{self.path.suffix}")
        if not backup.exists():
            write_whole(backup, old)
        return _current(raw)

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
                msgspec.convert(raw.get("results"), list[Result] if version == VERSION else list[_FirstResult])
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
