"""Lists: the games, the saves and the scenario log, for people and for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations, islice
from typing import Any

import msgspec

from engine import registry
from engine.core.grammar import joined
from engine.core.kinds import Setup
from engine.core.rules import Rules, Scenario
from engine.core.setup import ON, Option, choices, numbered, with_choice
from engine.store.log import BOT, ME, Rivalry, ScenarioTally
from tui.console import columns, say, wrapped
from tui.play.campaign_list import shown_scenarios
from tui.play.index import SaveEntry

_AT_ONCE = 100
"""Saves are printed in batches of this many, so that their columns have the same width."""

_FEW = 2
"""Up to this many challenges, every set of them gets a line in the log."""


# Games


def games() -> list[Rules[Any]]:
    """The rules of all games."""
    return [registry.game(name) for name in registry.game_ids()]


def game_json(rules: Rules[Any], *, spoilers: bool = False) -> dict[str, Any]:
    """A game as `parley games --json` gives it; what is sealed only with spoilers."""
    return {
        "id": rules.id,
        "title": rules.title,
        "kind": rules.kind,
        "seats": list(rules.seats),
        "scenarios": [_scenario_json(rules, scene) for scene in shown_scenarios(rules, spoilers=spoilers)],
        "options": [msgspec.to_builtins(option) for option in every_option(rules, spoilers=spoilers)],
        "campaigns": [{"id": each.id, "title": each.title, "text": each.text} for each in rules.campaigns()],
    }


def _scenario_json(rules: Rules[Any], scene: Scenario) -> dict[str, Any]:
    challenges = [
        {"id": each.id, "title": each.title, "text": each.text, "stars": each.stars} for each in scene.challenges
    ]
    return {
        "id": scene.id,
        "number": scene.number,
        "title": scene.title,
        "kind": scene.kind or rules.kind,
        "seats": list(rules.seats_of(scene.id)),
        "stars": scene.stars,
        "challenges": challenges,
    }


def every_option(rules: Rules[Any], *, spoilers: bool = False) -> list[Option]:
    """All options that a game has in any scenario, those included that another choice brings with it."""
    found: dict[str, Option] = {}
    for scene in shown_scenarios(rules, spoilers=spoilers):
        seats = rules.seat_names[: rules.seats_of(scene.id)[0]]
        drafts = [Setup(game=rules.id, scenario=scene.id, seats=seats)]
        for draft in drafts:
            new = [option for option in rules.options(draft) if option.id not in found]
            found |= {option.id: option for option in new}
            drafts += [
                with_choice(draft, option, choice.value or ON, choice.seat)
                for option in new
                for choice in choices(option, draft.seats[:1])
            ]
    return list(found.values())


def show_game(rules: Rules[Any], *, spoilers: bool = False) -> None:
    """A game with its scenarios, seats, options and campaigns; what is sealed only with spoilers."""
    say(wrapped(f"{rules.title} ({rules.id}), {numbered(*rules.seats)}"))
    say(wrapped(", ".join(rules.seat_names), "  seats: "))
    for option in every_option(rules, spoilers=spoilers):
        _show_option(rules, option)
    for campaign in rules.campaigns():
        say(wrapped(f"{campaign.title} ({campaign.id}): {campaign.text}", "  campaign: "))
    for scene in shown_scenarios(rules, spoilers=spoilers):
        own = f", {numbered(*scene.seats)}" if scene.seats else ""
        say(wrapped(f"{scene.title} ({scene.id}) {'*' * scene.stars}{own}", f"  {scene.number}. "))
        for challenge in scene.challenges:
            say(wrapped(_told_option(challenge.id, challenge), "     challenge: "))


def _show_option(rules: Rules[Any], option: Option) -> None:
    """An option as it is typed, and its values below it."""
    name = f"{option.id}:{rules.seat_names[0]}" if option.per_seat else option.id
    say(wrapped(_told_option(f"{name}=..." if option.values else name, option), "  option: "))
    for value in option.values:
        usual = " (if nothing is said)" if value.id == option.usual and not option.distinct else ""
        text = f": {value.text}" if value.text else ""
        say(wrapped(f"{value.id} - {value.title}{text}{usual}", "     "))


def _told_option(name: str, option: Option) -> str:
    """An option or a challenge by what is typed, its title, its stars and its text."""
    stars = f" +{'*' * option.stars}" if option.stars else ""
    return f"{name} - {option.title}{stars}" + (f": {option.text}" if option.text else "")


# Saves


def show_saves(entries: Iterable[SaveEntry]) -> None:
    """One line a save, the newest first, as they are read; what is wrong with one stands below the list."""
    bad: list[SaveEntry] = []
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


def _save_row(entry: SaveEntry) -> list[str]:
    scenario = " + ".join([entry.scenario, *entry.challenges, *entry.options])
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


def log_lines(records: Sequence[ScenarioTally]) -> list[ScenarioTally]:
    """HOW-LOG-03: for every scenario that is played together a record for each set of challenges, played or not."""
    found = {(each.game, each.scenario, each.challenges): each for each in records}
    lines = []
    for rules in games():
        for scene in _scenarios(rules, is_together=True):
            for chosen in challenge_sets(scene):
                key = (rules.id, scene.id, tuple(sorted(chosen)))
                line = found.pop(key, ScenarioTally(*key))
                lines.append(msgspec.structs.replace(line, challenges=chosen))
    return [*lines, *found.values()]


def _scenarios(rules: Rules[Any], *, is_together: bool) -> list[Scenario]:
    """The scenarios that are played together, or those of rivals and teams."""
    return [scene for scene in shown_scenarios(rules) if ((scene.kind or rules.kind) == "together") is is_together]


def challenge_sets(scene: Scenario) -> Iterator[tuple[str, ...]]:
    """None, each one, all of them together."""
    names = [challenge.id for challenge in scene.challenges]
    sizes = range(len(names) + 1) if len(names) <= _FEW else (0, 1, len(names))
    for size in sizes:
        yield from combinations(names, size)


def by_scenario(records: Sequence[ScenarioTally]) -> dict[tuple[str, str], list[ScenarioTally]]:
    """The lines of the log for games together, by game and scenario."""
    found: dict[tuple[str, str], list[ScenarioTally]] = {}
    for line in log_lines(records):
        found.setdefault((line.game, line.scenario), []).append(line)
    return found


def by_rivals(rivalries: Sequence[Rivalry]) -> dict[tuple[str, str], list[Rivalry]]:
    """The lines of the log for games of rivals, by game and scenario; of some there are none yet."""
    found: dict[tuple[str, str], list[Rivalry]] = {
        (rules.id, scene.id): [] for rules in games() for scene in _scenarios(rules, is_together=False)
    }
    for line in rivalries:
        found.setdefault((line.game, line.scenario), []).append(line)
    return found


def told_opponents(line: Rivalry) -> str:
    """Against whom somebody played: bots by their levels first, then people by their names."""
    levels = [each.removeprefix(BOT) for each in line.against if each.startswith(BOT)]
    names = [each for each in line.against if not each.startswith(BOT)]
    bots = [f"{joined(levels)} bot{'s' if len(levels) > 1 else ''}"] if levels else []
    return ", ".join([*bots, *("you" if name == ME else name for name in names)]) or "one keyboard"


def told_seats(line: Rivalry) -> str:
    """How often each seat won, the most often first; seats by their titles, where the game is known."""
    title = registry.game(line.game).seat_title if line.game in registry.game_ids() else str
    wins = sorted(line.by_seat.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{title(seat)} {count}" for seat, count in wins)


def show_log(records: Sequence[ScenarioTally], rivalries: Sequence[Rivalry] = ()) -> None:
    """A table for each scenario."""
    heads = ["challenges", "won", "practice", "lost", "fewest rounds", "honours"]
    tables = {key: [heads, *map(_log_row, lines)] for key, lines in by_scenario(records).items()}
    heads = ["challenges", "who", "against", "played", "won", "practice", "best score", "wins by seat"]
    rivals = {key: [heads, *map(_rival_row, lines)] for key, lines in by_rivals(rivalries).items()}
    titles = {(rules.id, scene.id): scene.title for rules in games() for scene in rules.scenarios()}
    for place, (key, rows) in enumerate([*tables.items(), *rivals.items()]):
        say(("\n" if place else "") + f"{titles.get(key, key[1])} ({key[0]})")
        say(columns(rows, "  ") if len(rows) > 1 else "  not played yet")


def _log_row(line: ScenarioTally) -> list[str]:
    names = " + ".join(line.challenges) or "none"
    fewest = "-" if line.fewest_rounds is None else str(line.fewest_rounds)
    won = [str(line.wins), str(line.practice) if line.practice else "-"]
    return [names, *won, str(line.losses), fewest, ", ".join(line.honours) or "-"]


def _rival_row(line: Rivalry) -> list[str]:
    names = " + ".join(line.challenges) or "none"
    won = [str(line.won), str(line.practice or "-")] if line.against else ["-", "-"]
    best = "-" if line.best is None else str(line.best)
    return [names, line.who, told_opponents(line), str(line.played), *won, best, told_seats(line) or "-"]
