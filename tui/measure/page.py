"""Pages of what was measured, in Markdown, beside what they measure: how hard a game is, and how fast Parley is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.core.grammar import joined
from engine.core.kinds import Setup
from engine.core.rules import Rules, Scenario
from engine.core.setup import numbered
from engine.store.whole import write_whole
from tui.measure import balance
from tui.measure.balance import Balance, Cell, CellResult
from tui.measure.engine import Ratio

_WRITTEN = "<!-- Written by `{}`: do not edit. -->"

_STARS = (
    "Stars follow from how often the planner wins with {usual}, a search bot that sees no more than a player does: "
    "one for more than 60 %, two for more than 40, three for more than 20, four for more than 10. A challenge adds as "
    "many as the win rate falls by bands, and at least one."
)

_CELLS = (
    "Each cell gives the share of games that were won, of how many games, and the 95 % interval in per cent. With 12 "
    "games the true rate may lie 25 points to either side, with 48 games 14, so that what is near to each other "
    "cannot be told apart. What is not measured was not yet played with today's content."
)

_HOW = (
    "The command plays every scenario with every number of seats, and with the usual number every choice of "
    "challenges and options, and writes `balance.json`: games won, rounds, what the game counts, and for each piece "
    "of content how often it came into use and how many of those games were won. The cells take turns, twelve games "
    "each, and what was measured with the same content is not played again: it can be stopped at any time and run "
    "again. It writes this page too; with `--table` it plays nothing and only writes the page."
)


def place(path: Path) -> Path:
    """Where the page of a file of measurements lies."""
    return path.with_suffix(".md")


def write(rules: Rules[Any], found: Balance, path: Path) -> None:
    """Put the page beside the measurements."""
    write_whole(place(path), text(rules, found).encode())


def text(rules: Rules[Any], found: Balance) -> str:
    """How hard a game is, scenario by scenario."""
    command = command_of(found)
    parts = [f"# How hard {rules.title} is", _WRITTEN.format(command)]
    scenes = [each for each in rules.scenarios() if any(entry.scenario == each.id for entry in found.entries)]
    together = [each for each in scenes if _is_together(rules, found, each)]
    if together:
        parts += _hardness(rules, found, together)
    if rivals := [each for each in scenes if each not in together]:
        parts += _fairness(rules, found, rivals)
    return "\n\n".join([*parts, f"    {command}", filled(_HOW)]) + "\n"


def command_of(found: Balance) -> str:
    """The command that measures it."""
    budget = f" --budget {found.budget}" if found.budget is not None else ""
    games = max(balance.ENOUGH, *(entry.games for entry in found.entries), 0)
    seats = ",".join(found.seats)
    return (
        f"parley sim {found.game} --all --bot {found.bot}{budget} --games {games} --seats {seats} --seed {found.seed}"
    )


def _is_together(rules: Rules[Any], found: Balance, scene: Scenario) -> bool:
    return rules.kind_of(Setup(game=found.game, scenario=scene.id, seats=found.seats)) == "together"


# Games together: how hard


def _hardness(rules: Rules[Any], found: Balance, scenes: Sequence[Scenario]) -> list[str]:
    usual = numbered(balance.USUAL, balance.USUAL)
    parts = [filled(_STARS.format(usual=usual)), _by_seats(found, scenes)]
    if any(scene.challenges for scene in scenes):
        parts += [f"With challenges, for {usual}:", _by_challenges(found, scenes)]
    thought = f" {found.budget:,} moves were tried for each decision." if found.budget else ""
    return [*parts, filled(f"{_CELLS}{thought} {_chance(found)}")]


def _by_seats(found: Balance, scenes: Sequence[Scenario]) -> str:
    entries = {entry.cell: entry for entry in found.entries}
    numbers = range(1, len(found.seats) + 1)
    head = ["scenario", "stars", *(numbered(each, each) for each in numbers), f"median rounds of {balance.USUAL}"]
    rows = []
    for scene in scenes:
        cells = {number: entries.get(Cell(scene.id, (), number)) for number in numbers}
        usual = cells.get(balance.USUAL)
        rounds = f"{usual.rounds_median:g}" if usual else "-"
        rows.append([_name(scene), "★" * scene.stars, *map(share_of, cells.values()), rounds])
    return table(head, rows)


def _by_challenges(found: Balance, scenes: Sequence[Scenario]) -> str:
    """A row for each choice of challenges, the scenario without any first."""
    entries = {entry.cell: entry for entry in found.entries}
    rows = []
    for scene in scenes:
        titles = {each.id: each.title for each in scene.challenges}
        for chosen in balance.sets(scene)[1:]:
            words = joined(titles[each] for each in chosen)
            rows.append([_name(scene), words, share_of(entries.get(Cell(scene.id, chosen, balance.USUAL)))])
    return table(["scenario", "challenges", "won"], rows)


def share_of(entry: CellResult | None) -> str:
    """A win rate with its number of games and its interval."""
    if entry is None:
        return "not measured"
    won = entry.wins
    return f"{won.rate * 100:.0f} % of {entry.games} ({won.low * 100:.0f} to {won.high * 100:.0f})"


def _chance(found: Balance) -> str:
    """What random play wins at most."""
    entry = max(found.entries, key=lambda each: each.chance.rate)
    return f"Random play won at most {entry.chance.rate * 100:g} % of {entry.chance_games} games."


# Games of rivals: how fair


def _fairness(rules: Rules[Any], found: Balance, scenes: Sequence[Scenario]) -> list[str]:
    rows = []
    for scene in scenes:
        for entry in found.entries:
            if entry.scenario == scene.id:
                seats, first = balance.seats_won(rules, entry), f"{entry.first} of {entry.games}"
                words = balance.chosen_words(rules, entry.cell)
                rows.append([_name(scene), words, str(entry.seats), seats, first, f"{entry.rounds_median:g}"])
    head = ["scenario", "with", "seats", "won by", "first seat", "median rounds"]
    thought = f" ({found.budget:,} moves tried for each decision)" if found.budget else ""
    said = f"How often each seat wins when the same bot, {found.bot}{thought}, plays all of them."
    return [filled(f"{said} The interval of the first seat is that of 95 %."), table(head, rows)]


# Speed


def write_speed(found: Iterable[Ratio], path: Path) -> None:
    """Write what the benchmark measured as a page."""
    write_whole(path, speed(found).encode())


def speed(found: Iterable[Ratio]) -> str:
    """How fast Parley is, row by row."""
    rows = [[each.name, _number(each.ratio), _goal(each), "yes" if each.holds else "no"] for each in found]
    command = "parley bench --out tui/measure/speed.md"
    parts = [
        "# How fast Parley is",
        _WRITTEN.format(command),
        filled(_SPEED),
        table(["what", "ratio", "goal", "holds"], rows),
    ]
    return "\n\n".join(parts) + "\n"


_SPEED = (
    "Each row is a ratio of two things measured next to each other in one run, or a number of bytes, megabytes or "
    "milliseconds where it says so. Measure on an idle machine: key to frame over ssh swings most, because 100 "
    "players who type at once have nearly more to do than one processor has time for."
)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _goal(each: Ratio) -> str:
    return f"{each.goal:,g} or {'more' if each.more_is_better else 'less'}"


# Markdown


def filled(words: str) -> str:
    """A paragraph."""
    return textwrap.fill(words, 120)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def _name(scene: Scenario) -> str:
    return f"{scene.number}. {scene.title}"
