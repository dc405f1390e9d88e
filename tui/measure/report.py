"""What many games among bots came to: in all, by seat, by bot and by what was chosen before them."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.core.kinds import Seat, Setup
from engine.core.rules import Rules
from engine.core.setup import ON, chosen
from tui.console import columns, wrapped
from tui.measure.share import share


class Played(msgspec.Struct, frozen=True):
    """One game: how far it came and how it ended."""

    index: int
    seed: int
    finished: bool
    won: bool
    """Whether anybody won it."""
    rounds: int
    moves: int
    facts: int
    counts: dict[str, int]
    uses: dict[str, int] = {}
    winners: tuple[Seat, ...] = ()
    bots: tuple[str, ...] = ()
    """Who played each seat, in the order of the seats."""


class WinRate(msgspec.Struct, frozen=True):
    """How often somebody won."""

    wins: int
    games: int
    """Finished ones that they played."""
    share: float
    interval: tuple[float, float]
    """Of 95 %."""
    fair: float
    """The share that they would have if all seats had equal chances."""

    @classmethod
    def of(cls, wins: int, games: int, fair: float) -> WinRate:
        """Count."""
        found = share(wins, games)
        return cls(wins, games, found.rate, (found.low, found.high), round(fair, 4))


class Report(msgspec.Struct, frozen=True):
    """All games together."""

    games: int
    finished: int
    wins: int | dict[Seat, int]
    """Of a game that everybody wins or loses together, how many were won; else how many each seat won."""
    losses: int
    """Finished games that nobody won."""
    rounds_median: float | None
    moves: int
    facts: int
    moves_per_second: float


class FullReport(Report, frozen=True):
    """The same where seats or bots can be compared."""

    by_seat: dict[Seat, WinRate]
    first_seat: WinRate
    by_bot: dict[str, WinRate]
    by_option: dict[str, dict[Seat, WinRate]]
    """For everything that was chosen, the standing of each seat that had it."""


def report(rules: Rules[Any], setup: Setup, played: Sequence[Played], seconds: float) -> Report:
    """Add the games of one setup up."""
    ended = [game for game in played if game.finished]
    moves = sum(game.moves for game in played)
    is_together = rules.kind_of(setup) == "together"
    won = Counter(seat for game in ended for seat in game.winners)
    shared: dict[str, Any] = {
        "games": len(played),
        "finished": len(ended),
        "wins": sum(game.won for game in ended) if is_together else {seat: won[seat] for seat in setup.seats},
        "losses": sum(not game.won for game in ended),
        "rounds_median": statistics.median(game.rounds for game in ended) if ended else None,
        "moves": moves,
        "facts": sum(game.facts for game in played),
        "moves_per_second": round(moves / seconds, 1) if seconds else 0.0,
    }
    if is_together and len({bot for game in played for bot in game.bots}) < 2:
        return Report(**shared)
    by_seat = {seat: WinRate.of(won[seat], len(ended), _fair(is_together, 1, setup)) for seat in setup.seats}
    by_option = {name: {seat: by_seat[seat] for seat in seats} for name, seats in _choices(rules, setup).items()}
    return FullReport(
        **shared,
        by_seat=by_seat,
        first_seat=by_seat[setup.seats[0]],
        by_bot=_by_bot(setup, ended, is_together),
        by_option=by_option,
    )


def _fair(is_together: bool, chairs: float, setup: Setup) -> float:
    return 1.0 if is_together else min(1.0, chairs / len(setup.seats))


def _by_bot(setup: Setup, ended: Sequence[Played], is_together: bool) -> dict[str, WinRate]:
    """The games that a bot won in any of its seats."""
    names = dict.fromkeys(bot for game in ended for bot in game.bots)
    found = {}
    for name in names:
        theirs = [game for game in ended if name in game.bots]
        wins = sum(name in _winning(setup, game) for game in theirs)
        chairs = sum(game.bots.count(name) for game in theirs) / len(theirs)
        found[name] = WinRate.of(wins, len(theirs), _fair(is_together, chairs, setup))
    return found


def _winning(setup: Setup, game: Played) -> set[str]:
    """The bots in the seats that won."""
    return {bot for seat, bot in zip(setup.seats, game.bots, strict=True) if seat in game.winners}


def _choices(rules: Rules[Any], setup: Setup) -> dict[str, list[Seat]]:
    """Challenges and options as they are written, each with the seats that play with it."""
    found = {name: list(setup.seats) for name in setup.challenges}
    for option in rules.options(setup):
        for seat in setup.seats:
            value = chosen(setup, option, seat if option.per_seat else "")
            if value:
                found.setdefault(option.id if value == ON else f"{option.id}={value}", []).append(seat)
    return found


# Telling


def told(rules: Rules[Any], found: Report, played: Iterable[Played]) -> str:
    """A report for people."""
    plain = {name: getattr(found, name) for name in Report.__struct_fields__}
    if isinstance(found, FullReport):
        plain = {name: value for name, value in plain.items() if name not in ("wins", "losses")}
        if found.losses:
            plain["won by nobody"] = found.losses
    parts = [columns([[name.replace("_", " "), str(value)] for name, value in plain.items()])]
    if isinstance(found, FullReport):
        parts += _tables(rules, found)
    unfinished = [str(each.seed) for each in played if not each.finished]
    if unfinished:
        parts.append(wrapped(f"Not finished: the games with the seeds {', '.join(unfinished)}."))
    return "\n".join(parts)


def _tables(rules: Rules[Any], found: FullReport) -> list[str]:
    seats = {rules.seat_title(seat): standing for seat, standing in found.by_seat.items()}
    options = {
        f"{name}, {rules.seat_title(seat)}": standing
        for name, standings in found.by_option.items()
        for seat, standing in standings.items()
        if len(standings) < len(found.by_seat)  # what all seats have says nothing about any of them
    }
    tables = [
        _table(head, rows) for head, rows in (("bot", found.by_bot), ("seat", seats), ("option", options)) if rows
    ]
    return [*("\n" + each for each in tables), "\n" + wrapped(_advantage(found.first_seat))]


def _table(head: str, rows: dict[str, WinRate]) -> str:
    lines = [[head, "won", "of", "share", "95 % interval", "if equal"]]
    for name, each in rows.items():
        low, high = each.interval
        lines.append(
            [name, str(each.wins), str(each.games), f"{each.share:.0%}", f"{low:.0%} to {high:.0%}", f"{each.fair:.0%}"]
        )
    return columns(lines)


def _advantage(first: WinRate) -> str:
    """What the first seat gains or loses by being the first."""
    low, high = first.interval
    points = (first.share - first.fair) * 100
    so = "No advantage can be told from these games" if low <= first.fair <= high else "That is beyond chance"
    return f"The first seat won {points:+.0f} points compared with equal chances. {so} (95 % interval)."
