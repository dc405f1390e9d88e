"""Lists: the games, the saves and the scenario log, for people and for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations, islice
from typing import Any

import msgspec

from engine import registry
from engine.core.rules import Rules, Scenario
from engine.store.log import Record
from tui.console import columns, say, wrapped
from tui.play.index import Entry

_AT_ONCE = 100
"""So many saves are read before they are printed: their columns have the same width."""

_FEW = 2
"""Up to so many challenges every set of them gets a line in the log."""


# Games


def games() -> list[Rules[Any]]:
    """The rules of all games."""
    return [registry.game(name) for name in registry.game_ids()]


def game_json(rules: Rules[Any]) -> dict[str, Any]:
    """A game as `parley games --json` gives it."""
    scenarios = [
        {
            "id": scene.id,
            "number": scene.number,
            "title": scene.title,
            "stars": scene.stars,
            "challenges": [{"id": each.id, "title": each.title, "stars": each.stars} for each in scene.challenges],
        }
        for scene in rules.scenarios()
    ]
    return {"id": rules.id, "title": rules.title, "seats": list(rules.seats), "scenarios": scenarios}


def show_game(rules: Rules[Any]) -> None:
    """A game with its scenarios, seats and options."""
    fewest, most = rules.seats
    say(wrapped(f"{rules.title} ({rules.id}), {fewest} to {most} players"))
    say(wrapped(", ".join(rules.seat_names), "  seats: "))
    for option in rules.options:
        say(wrapped(f"{option.id} - {option.title}", "  option: "))
    for scene in rules.scenarios():
        say(wrapped(f"{scene.title} ({scene.id}) {'*' * scene.stars}", f"  {scene.number}. "))
        for challenge in scene.challenges:
            say(wrapped(f"{challenge.id} - {challenge.title} +{'*' * challenge.stars}", "     challenge: "))


# Saves


def show_saves(entries: Iterable[Entry]) -> None:
    """One line a save, the newest first, as they are read; what is wrong with one stands below the list."""
    bad: list[Entry] = []
    head = [["save", "game", "scenario", "seats", "round", "moves", "state"]]
    widths = [0] * len(head[0])
    found = iter(entries)
    while some := list(islice(found, _AT_ONCE)):
        bad += [entry for entry in some if entry.problem]
        rows = [_save_row(entry) for entry in some if not entry.problem]
        if rows:
            rows, head = head + rows, []
            widths = [
                max(size, *map(len, column)) for size, column in zip(widths, zip(*rows, strict=True), strict=True)
            ]
            say(columns(rows, widths=widths))
            sys.stdout.flush()
    for entry in bad:
        say(wrapped(entry.problem, f"{entry.name}: "))
    if head and not bad:
        say("There are no saves yet; begin a game with: parley play GAME")


def _save_row(entry: Entry) -> list[str]:
    scenario = " + ".join([entry.scenario, *entry.challenges])
    state = ("finished" if entry.finished else "open") + (f", practice ({entry.practice})" if entry.practice else "")
    return [entry.name, entry.game, scenario, ",".join(entry.seats), str(entry.round), str(entry.moves), state]


def ago(then: datetime, now: datetime) -> str:
    """When something was, as people say it."""
    seconds = (now - then).total_seconds()
    days = (now.date() - then.date()).days
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min ago"
    if days == 0:
        return f"today {then:%H:%M}"
    return "yesterday" if days == 1 else f"{then:%Y-%m-%d}"


# The log


def log_lines(records: Sequence[Record]) -> list[Record]:
    """HOW-LOG-03: for every scenario a record for each set of challenges, played or not."""
    found = {(each.game, each.scenario, each.challenges): each for each in records}
    lines = []
    for rules in games():
        for scene in rules.scenarios():
            for chosen in challenge_sets(scene):
                key = (rules.id, scene.id, tuple(sorted(chosen)))
                line = found.pop(key, Record(*key))
                lines.append(msgspec.structs.replace(line, challenges=chosen))
    return [*lines, *found.values()]


def challenge_sets(scene: Scenario) -> Iterator[tuple[str, ...]]:
    """None, each one, all of them together."""
    names = [challenge.id for challenge in scene.challenges]
    sizes = range(len(names) + 1) if len(names) <= _FEW else (0, 1, len(names))
    for size in sizes:
        yield from combinations(names, size)


def by_scenario(records: Sequence[Record]) -> dict[tuple[str, str], list[Record]]:
    """The lines of the log, by game and scenario."""
    found: dict[tuple[str, str], list[Record]] = {}
    for line in log_lines(records):
        found.setdefault((line.game, line.scenario), []).append(line)
    return found


def show_log(records: Sequence[Record]) -> None:
    """A table for each scenario."""
    titles = {(rules.id, scene.id): scene.title for rules in games() for scene in rules.scenarios()}
    for place, (key, lines) in enumerate(by_scenario(records).items()):
        say(("\n" if place else "") + f"{titles.get(key, key[1])} ({key[0]})")
        rows = [["challenges", "won", "practice", "lost", "fewest rounds", "honours"], *map(_log_row, lines)]
        say(columns(rows, "  "))


def _log_row(line: Record) -> list[str]:
    names = " + ".join(line.challenges) or "none"
    fewest = "-" if line.fewest_rounds is None else str(line.fewest_rounds)
    won = [str(line.wins), str(line.practice) if line.practice else "-"]
    return [names, *won, str(line.losses), fewest, ", ".join(line.honours) or "-"]
