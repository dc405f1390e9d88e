"""How hard scenarios are, measured: bots play every scenario with every choice of challenges, and the file says how."""

from __future__ import annotations

import math
import os
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from engine.core.content import builtin
from engine.core.errors import ContentError
from engine.core.kinds import Setup
from engine.core.rules import HARDEST, Rules, Scenario
from engine.version import VERSION
from tui.simulate import Plan, Played, played

FILE = "balance.json"

CHANCE = 200
"""How many games random play has for each choice of challenges."""

STARS = ((0.6, 1), (0.4, 2), (0.2, 3), (0.1, 4))
"""The stars of a scenario: if the planner wins more often than that, it has so many.

The scenarios by themselves lie in the first three bands; the other two are for their challenges."""

_NORMAL = 1.959964
"""The 95 % interval of a share reaches so many standard errors to either side."""


class Share(msgspec.Struct, frozen=True):
    """Part of a number of games, with its 95 % interval (Wilson)."""

    rate: float
    low: float
    high: float


class Use(msgspec.Struct, frozen=True, array_like=True):
    """How a piece of content came into use: how often, in how many games, how many of those were won; and how often
    in random play, which also does what no thinking bot sees a reason for.
    """

    times: int = 0
    games: int = 0
    won: int = 0
    chance: int = 0


class Entry(msgspec.Struct, frozen=True):
    """One scenario with one choice of challenges."""

    scenario: str
    challenges: tuple[str, ...]
    edition: str
    """What it was played with; another edition of cards and map has to be measured again."""
    games: int
    finished: int
    wins: Share
    chance: Share
    """What random play wins."""
    rounds_median: float
    counts: dict[str, float]
    """Averages of what the game counts, such as casualties."""
    uses: dict[str, Use]
    """How each piece of content came into use; those that never did are there with 0."""


class Balance(msgspec.Struct, frozen=True):
    """Everything that was measured, and by whom."""

    game: str
    version: str
    bot: str
    budget: int | None
    seed: int
    seats: tuple[str, ...]
    entries: tuple[Entry, ...] = ()


def share(wins: int, games: int) -> Share:
    """The share of games that were won, with the Wilson interval."""
    if not games:
        return Share(0.0, 0.0, 1.0)
    rate, square = wins / games, _NORMAL**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    reach = _NORMAL / (1 + square / games) * math.sqrt(rate * (1 - rate) / games + square / (4 * games**2))
    return Share(round(rate, 4), round(max(0.0, middle - reach), 4), round(min(1.0, middle + reach), 4))


def sets(scenario: Scenario) -> list[tuple[str, ...]]:
    """Every choice of a scenario's challenges, the empty one first."""
    names = [each.id for each in scenario.challenges]
    return [chosen for count in range(len(names) + 1) for chosen in combinations(names, count)]


# The file


def place(game: str) -> Path:
    """Where the measurements of a game lie."""
    return builtin(game) / FILE


def read(path: Path) -> Balance | None:
    """What was measured before, if anything."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Balance)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise ContentError(str(path), "$", f"The measurements cannot be read: {error}.") from None


def write(path: Path, balance: Balance) -> None:
    """Put the file in place as a whole, so that a crash leaves the old one."""
    encoded = msgspec.json.format(msgspec.json.encode(balance), indent=1)
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        file.write(encoded + b"\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


# Measuring


def measure(rules: Rules[Any], before: Balance, games: int, path: Path, jobs: int | None, most_moves: int) -> Balance:
    """Play what is not measured yet with today's content; the file is written after each choice of challenges."""
    known = {(each.scenario, each.challenges): each for each in before.entries}
    wanted = [(each.id, chosen) for each in rules.scenarios() for chosen in sets(each)]
    entries = {key: known[key] for key in wanted if key in known and _is_fresh(rules, known[key], games)}
    missing = [key for key in wanted if key not in entries]
    plans = [_plan(before, *key, most_moves) for key in missing]
    for number, results, chance in _grouped(plans, games, jobs):
        entries[missing[number]] = _entry(rules, plans[number].setup, results, chance)
        done = tuple(entries[key] for key in wanted if key in entries)
        write(path, msgspec.structs.replace(before, version=VERSION, entries=done))
    return msgspec.structs.replace(before, version=VERSION, entries=tuple(entries[key] for key in wanted))


def _is_fresh(rules: Rules[Any], entry: Entry, games: int) -> bool:
    return entry.edition == rules.edition(entry.scenario) and entry.games >= games


def _plan(balance: Balance, scenario: str, challenges: tuple[str, ...], most_moves: int) -> Plan:
    setup = Setup(game=balance.game, scenario=scenario, challenges=challenges, seats=balance.seats, seed=balance.seed)
    return Plan(setup, balance.bot, most_moves, budget=balance.budget, census=True)


def _grouped(plans: Sequence[Plan], games: int, jobs: int | None) -> Iterator[tuple[int, list[Played], list[Played]]]:
    """All games of all plans, by the bot and at random, and each plan's as soon as they are complete."""
    both = [each for plan in plans for each in (plan, msgspec.structs.replace(plan, bot="random"))]
    wanted = [CHANCE if number % 2 else games for number in range(len(both))]
    tasks = [(number, index) for number, count in enumerate(wanted) for index in range(count)]
    results: list[list[Played]] = [[] for _ in both]
    for place, game in played([(both[number], index) for number, index in tasks], jobs):
        results[tasks[place][0]].append(game)
        number = tasks[place][0] // 2
        pair = results[2 * number], results[2 * number + 1]
        if len(pair[0]) == games and len(pair[1]) == CHANCE:
            by_bot, by_chance = (sorted(each, key=lambda one: one.index) for each in pair)
            yield number, by_bot, by_chance


def _entry(rules: Rules[Any], setup: Setup, results: Sequence[Played], chance: Sequence[Played]) -> Entry:
    ended = [game for game in results if game.finished]
    counts: Counter[str] = Counter()
    for game in ended:
        counts.update(game.counts)
    lucky = [game for game in chance if game.finished]
    return Entry(
        scenario=setup.scenario,
        challenges=setup.challenges,
        edition=rules.edition(setup.scenario),
        games=len(results),
        finished=len(ended),
        wins=share(sum(game.won for game in ended), len(ended)),
        chance=share(sum(game.won for game in lucky), len(lucky)),
        rounds_median=statistics.median(game.rounds for game in ended) if ended else 0.0,
        counts={name: round(count / len(ended), 2) for name, count in sorted(counts.items())},
        uses=_uses(rules.usable(setup), ended, lucky),
    )


def _uses(names: Iterable[str], ended: Sequence[Played], lucky: Sequence[Played]) -> dict[str, Use]:
    """What came into use, by name."""
    times: Counter[str] = Counter()
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    chance: Counter[str] = Counter()
    for game in ended:
        times.update(game.uses)
        games.update(game.uses.keys())
        won.update(game.uses.keys() if game.won else ())
    for game in lucky:
        chance.update(game.uses)
    everything = sorted({*names, *times, *chance})
    return {name: Use(times[name], games[name], won[name], chance[name]) for name in everything}


# Telling


def table(rules: Rules[Any], balance: Balance) -> list[list[str]]:
    """A row for each choice of challenges: win rate with its interval, rounds, and what the game counts."""
    titles = {each.id: f"{each.number} {each.title}" for each in rules.scenarios()}
    names = {c.id: c.title for each in rules.scenarios() for c in each.challenges}
    counted = sorted({name for entry in balance.entries for name in entry.counts})
    rows = [["scenario", "challenges", "games", "won", "95 % interval", "by chance", "rounds", *counted]]
    for entry in balance.entries:
        won = entry.wins
        rows.append(
            [
                titles.get(entry.scenario, entry.scenario),
                ", ".join(names.get(name, name) for name in entry.challenges) or "none",
                str(entry.games),
                f"{won.rate:.0%}",
                f"{won.low:.0%}-{won.high:.0%}",
                f"{entry.chance.rate:.1%}",
                f"{entry.rounds_median:g}",
                *(f"{entry.counts.get(name, 0.0):g}" for name in counted),
            ]
        )
    return rows


def uses(balance: Balance) -> dict[str, Use]:
    """The use of each piece of content over everything that was measured."""
    total: dict[str, Use] = {}
    for entry in balance.entries:
        for name, use in entry.uses.items():
            old = total.get(name, Use())
            total[name] = Use(old.times + use.times, old.games + use.games, old.won + use.won, old.chance + use.chance)
    return total


def unused(balance: Balance) -> list[str]:
    """The content that no measured game used."""
    return sorted(name for name, use in uses(balance).items() if not use.times + use.chance)


def use_table(balance: Balance) -> list[list[str]]:
    """A row for each piece of content: how often, and the win rate of the games with it and of those without."""
    rows = [["what", "times", "won with", "won without", "times by chance"]]
    for name, use in sorted(uses(balance).items()):
        where = [entry for entry in balance.entries if name in entry.uses]
        games = sum(entry.finished for entry in where)
        wins = round(sum(entry.wins.rate * entry.finished for entry in where))
        rows.append(
            [name, str(use.times), _rate(use.won, use.games), _rate(wins - use.won, games - use.games), str(use.chance)]
        )
    return rows


def _rate(wins: int, games: int) -> str:
    return f"{wins / games:.0%} of {games}" if games else "-"


def favourite(balance: Balance) -> tuple[str, float]:
    """The scheme that was played most, and its share of all schemes that were played."""
    schemes = {name: use.times for name, use in uses(balance).items() if name.endswith(" scheme")}
    best = max(schemes, key=schemes.__getitem__)
    return best, schemes[best] / max(1, sum(schemes.values()))


def stars_for(rate: float) -> int:
    """How many stars a scenario has that the planner wins so often."""
    return next((stars for least, stars in STARS if rate > least), HARDEST)


def stars_added(bare: float, rate: float) -> int:
    """How many stars a challenge adds to a scenario: as many bands as the win rate falls, and always one."""
    return max(1, stars_for(rate) - stars_for(bare))


def begin(path: Path, setup: Setup, bot: str, budget: int | None) -> Balance:
    """The measurements to go on with: those in the file if they were made in the same way, or none yet."""
    before = read(path)
    wanted = Balance(setup.game, VERSION, bot, budget, setup.seed or 0, setup.seats)
    if before is None or msgspec.structs.replace(before, version=VERSION, entries=()) != wanted:
        return wanted
    return before
