"""How hard scenarios are, measured: bots play them with every number of seats and every choice of challenges."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.core.content import builtin
from engine.core.errors import ContentError, Refused
from engine.core.kinds import Setup
from engine.core.rules import HARDEST, Rules, Scenario
from engine.core.setup import ON, with_choice
from engine.store.whole import write_whole
from engine.version import VERSION
from tui.console import columns, wrapped
from tui.measure.report import Played
from tui.measure.share import Proportion, share
from tui.measure.simulate import SimulationPlan, played

FILE = "balance.json"

CHANCE = 200
"""How many games random play has for each cell."""

USUAL = 2
"""With how many seats challenges are measured, where the game allows it."""

ENOUGH = 96
"""Games of a cell that tell rates about ten points apart."""

BATCH = 12
"""Games of a cell that are played before the next cell has its turn: a measurement that is stopped covers all cells."""

STARS = ((0.6, 1), (0.4, 2), (0.2, 3), (0.1, 4))
"""The stars of a scenario: each with the win rate of the planner above which it holds.

The scenarios by themselves lie in the first three bands; the other two are for their challenges."""


class Use(msgspec.Struct, frozen=True, array_like=True):
    """How a piece of content came into use: how often, in how many games, how many of those were won; and how often
    in random play, which also does what no thinking bot sees a reason for.
    """

    times: int = 0
    games: int = 0
    won: int = 0
    chance: int = 0


class Cell(NamedTuple):
    """What is measured by itself: a scenario, a choice of challenges, a number of seats, and options."""

    scenario: str
    challenges: tuple[str, ...]
    seats: int
    options: tuple[str, ...] = ()
    """As they are written; measured where seats play against each other."""


class CellResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of a cell."""

    scenario: str
    challenges: tuple[str, ...]
    seats: int
    edition: str
    """What it was played with; another edition of cards and map has to be measured again."""
    games: int = 0
    """The games of the seed with the numbers 0 to this one are played."""
    finished: int = 0
    won: int = 0
    rounds: tuple[int, ...] = ()
    """Of the finished games, the shortest first."""
    totals: dict[str, int] = {}
    """Sums of what the game counts, such as casualties."""
    chance_games: int = 0
    """Finished games of random play."""
    chance_won: int = 0
    uses: dict[str, Use] = {}
    """How each piece of content came into use; those that never did are there with 0."""
    options: tuple[str, ...] = ()
    by_seat: dict[str, int] = {}
    """Games that each seat won, where they play against each other."""

    @property
    def cell(self) -> Cell:
        """What was measured."""
        return Cell(self.scenario, self.challenges, self.seats, self.options)

    @property
    def wins(self) -> Proportion:
        """What the bot wins."""
        return share(self.won, self.finished)

    @property
    def chance(self) -> Proportion:
        """What random play wins."""
        return share(self.chance_won, self.chance_games)

    @property
    def first(self) -> Proportion:
        """What the first seat wins, where seats play against each other."""
        return share(next(iter(self.by_seat.values()), 0), self.finished)

    @property
    def rounds_median(self) -> float:
        """How long a game takes."""
        return statistics.median(self.rounds) if self.rounds else 0.0

    @property
    def counts(self) -> dict[str, float]:
        """Averages of what the game counts."""
        return {name: round(total / max(1, self.finished), 2) for name, total in self.totals.items()}


class Balance(msgspec.Struct, frozen=True):
    """Everything that was measured, and by whom."""

    game: str
    version: str
    bot: str
    budget: int | None
    seed: int
    seats: tuple[str, ...]
    """Who plays: with two seats the first two, and so on."""
    entries: tuple[CellResult, ...] = ()


def sets(scenario: Scenario) -> list[tuple[str, ...]]:
    """Every choice of a scenario's challenges, the empty one first."""
    names = [each.id for each in scenario.challenges]
    return [chosen for count in range(len(names) + 1) for chosen in combinations(names, count)]


def cells(rules: Rules[Any], seats: int) -> list[Cell]:
    """Every scenario by itself with up to this many seats, and with every choice of challenges for the usual number.

    Where seats play against each other, also with every value of each option: it may favour one of them.
    """
    found: list[Cell] = []
    for each in rules.scenarios():
        least, most = rules.seats_of(each.id)
        numbers = range(least, min(most, seats) + 1)
        if not numbers:  # it needs more seats than are measured
            continue
        usual = min(max(least, USUAL), numbers[-1])
        for chosen in sets(each):
            found += [Cell(each.id, chosen, number) for number in (numbers if not chosen else (usual,))]
        plain = Setup(game=rules.id, scenario=each.id, seats=rules.seat_names[:usual])
        if rules.kind_of(plain) != "together":
            found += [Cell(each.id, (), usual, options) for options in varied(rules, plain)]
    return found


def varied(rules: Rules[Any], setup: Setup) -> list[tuple[str, ...]]:
    """Every value of each option by itself that is not the usual one; of an option per seat, for the first seat."""
    return [
        with_choice(setup, option, value, seat).options
        for option in rules.options(setup)
        for value in ([each.id for each in option.values] or [ON])
        for seat in (setup.seats[:1] if option.per_seat else ("",))
        if value != option.usual
    ]


# The file


def place(game: str) -> Path:
    """Where the measurements of a game lie."""
    if not builtin(game).is_dir():
        raise Refused(f"{game} has no folder of content to keep measurements in: name a file with --into.")
    return builtin(game) / FILE


def known(path: Path) -> Balance:
    """What was measured; refused if nothing was."""
    found = read(path)
    if found is None:
        raise Refused(f"Nothing is measured yet: there is no {path}.")
    return found


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
    write_whole(path, msgspec.json.format(msgspec.json.encode(balance), indent=1) + b"\n")


# Measuring


def measure(rules: Rules[Any], before: Balance, games: int, path: Path, jobs: int | None, most_moves: int) -> Balance:
    """Play what is not measured yet with today's content, batch by batch; the file is written after each."""
    wanted = cells(rules, len(before.seats))
    known = {each.cell: each for each in before.entries}
    entries = {}
    for cell in wanted:
        nothing = CellResult(**cell._asdict(), edition=rules.edition(setup_of(before, cell)))
        entries[cell] = known[cell] if cell in known and known[cell].edition == nothing.edition else nothing
    for goal in [*range(BATCH, games, BATCH), games]:
        missing = [cell for cell in wanted if entries[cell].games < goal]
        for cell, results, lucky in _batch(before, [entries[cell] for cell in missing], goal, jobs, most_moves):
            entries[cell] = _grown(rules, before, entries[cell], results, lucky)
            write(path, _with(before, entries.values()))
    return _with(before, entries.values())


def _with(balance: Balance, entries: Iterable[CellResult]) -> Balance:
    return msgspec.structs.replace(balance, version=VERSION, entries=tuple(each for each in entries if each.games))


def setup_of(balance: Balance, cell: Cell) -> Setup:
    """How a cell is played."""
    return Setup(
        game=balance.game,
        scenario=cell.scenario,
        challenges=cell.challenges,
        options=cell.options,
        seats=balance.seats[: cell.seats],
        seed=balance.seed,
    )


def _batch(
    balance: Balance, entries: Sequence[CellResult], goal: int, jobs: int | None, most_moves: int
) -> Iterator[tuple[Cell, list[Played], list[Played]]]:
    """The games of each entry up to a goal, with those of random play if it has none; each cell when it is complete."""
    tasks: list[tuple[SimulationPlan, int]] = []
    owners: list[tuple[int, bool]] = []
    for place, entry in enumerate(entries):
        plan = SimulationPlan(
            setup_of(balance, entry.cell), balance.bot, most_moves, budget=balance.budget, census=True
        )
        chance = msgspec.structs.replace(plan, bot="random")
        numbers = range(entry.games, goal)
        lucky = range(0 if entry.games else CHANCE)
        tasks += [(plan, number) for number in numbers] + [(chance, number) for number in lucky]
        owners += [(place, False)] * len(numbers) + [(place, True)] * len(lucky)
    left, results = Counter(place for place, _ in owners), defaultdict[tuple[int, bool], list[Played]](list)
    for number, game in played(tasks, jobs):
        place, _ = owner = owners[number]
        results[owner].append(game)
        left[place] -= 1
        if not left[place]:
            yield entries[place].cell, results[place, False], results[place, True]


def _grown(
    rules: Rules[Any], balance: Balance, entry: CellResult, results: Sequence[Played], lucky: Sequence[Played]
) -> CellResult:
    """An entry with more games."""
    ended, by_chance = [game for game in results if game.finished], [game for game in lucky if game.finished]
    totals = Counter(entry.totals)
    for game in ended:
        totals.update(game.counts)
    return msgspec.structs.replace(
        entry,
        games=entry.games + len(results),
        finished=entry.finished + len(ended),
        won=entry.won + sum(game.won for game in ended),
        rounds=tuple(sorted((*entry.rounds, *(game.rounds for game in ended)))),
        totals=dict(sorted(totals.items())),
        chance_games=entry.chance_games + len(by_chance),
        chance_won=entry.chance_won + sum(game.won for game in by_chance),
        uses=_uses(rules.usable(setup_of(balance, entry.cell)), entry.uses, ended, by_chance),
        by_seat=_by_seat(rules, setup_of(balance, entry.cell), entry.by_seat, ended),
    )


def _by_seat(rules: Rules[Any], setup: Setup, before: dict[str, int], ended: Sequence[Played]) -> dict[str, int]:
    """What each seat won in all, where they play against each other."""
    if rules.kind_of(setup) == "together":
        return {}
    won = Counter(seat for game in ended for seat in game.winners)
    return {seat: before.get(seat, 0) + won[seat] for seat in setup.seats}


def _uses(
    names: Iterable[str], before: dict[str, Use], ended: Sequence[Played], lucky: Sequence[Played]
) -> dict[str, Use]:
    """What came into use, by name, with what did so before."""
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
    everything = sorted({*names, *before, *times, *chance})
    new = {name: Use(times[name], games[name], won[name], chance[name]) for name in everything}
    return {name: _added(use, before.get(name, Use())) for name, use in new.items()}


def _added(one: Use, other: Use) -> Use:
    return Use(one.times + other.times, one.games + other.games, one.won + other.won, one.chance + other.chance)


# Telling


def told(rules: Rules[Any], balance: Balance) -> Iterator[str]:
    """Everything that was measured, for people."""
    if uses(balance):
        yield columns(use_table(balance)) + "\n"
    yield columns(table(rules, balance))
    for kind in kinds(balance):
        name, part = favourite(balance, kind)
        yield wrapped(f"The {kind} used most: {name.removesuffix(f' {kind}')}, {part:.0%} of all.")
    idle = unused(balance)
    if idle:
        yield wrapped(f"Never used: {', '.join(idle)}.")


def table(rules: Rules[Any], balance: Balance) -> list[list[str]]:
    """A row for each cell: who wins how often, rounds, and what the game counts."""
    titles = {each.id: f"{each.number} {each.title}" for each in rules.scenarios()}
    counted = sorted({name for entry in balance.entries for name in entry.counts})
    rows = [["scenario", "with", "seats", "games", "won", "95 % interval", "by chance", "rounds", *counted]]
    for entry in balance.entries:
        won = entry.wins
        rows.append(
            [
                titles.get(entry.scenario, entry.scenario),
                chosen_words(rules, entry.cell),
                str(entry.seats),
                str(entry.games),
                seats_won(rules, entry) or f"{won.rate:.0%}",
                f"{won.low:.0%}-{won.high:.0%}"
                if not entry.by_seat
                else f"first: {entry.first.low:.0%}-{entry.first.high:.0%}",
                f"{entry.chance.rate:.1%}" if not entry.by_seat else "-",
                f"{entry.rounds_median:g}",
                *(f"{entry.counts.get(name, 0.0):g}" for name in counted),
            ]
        )
    return rows


def chosen_words(rules: Rules[Any], cell: Cell) -> str:
    """The challenges and options of a cell."""
    names = {c.id: c.title for each in rules.scenarios() for c in each.challenges}
    return ", ".join([*(names.get(name, name) for name in cell.challenges), *cell.options]) or "none"


def seats_won(rules: Rules[Any], entry: CellResult) -> str:
    """What each seat won, in words; empty where all win together."""
    shares = ((rules.seat_title(seat), share(won, entry.finished).rate) for seat, won in entry.by_seat.items())
    return ", ".join(f"{title} {rate:.0%}" for title, rate in shares)


def uses(balance: Balance) -> dict[str, Use]:
    """The use of each piece of content over everything that was measured."""
    total: dict[str, Use] = {}
    for entry in balance.entries:
        for name, use in entry.uses.items():
            total[name] = _added(use, total.get(name, Use()))
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
        wins = sum(entry.won for entry in where)
        rows.append(
            [name, str(use.times), _rate(use.won, use.games), _rate(wins - use.won, games - use.games), str(use.chance)]
        )
    return rows


def _rate(wins: int, games: int) -> str:
    return f"{wins / games:.0%} of {games}" if games else "-"


def kinds(balance: Balance) -> list[str]:
    """The kinds of content that are chosen one against another: the last word of names that have several."""
    return sorted({name.rpartition(" ")[2] for name in uses(balance) if " " in name})


def favourite(balance: Balance, kind: str) -> tuple[str, float]:
    """The content of a kind that was used most, and its share of all uses of that kind."""
    found = {name: use.times for name, use in uses(balance).items() if name.endswith(f" {kind}")}
    best = max(found, key=found.__getitem__)
    return best, found[best] / max(1, sum(found.values()))


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
