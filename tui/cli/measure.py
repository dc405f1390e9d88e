"""`parley sim` and `parley bench`: games among bots, how hard scenarios are, and how fast Parley is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tui.cli.options import AsJson, Budget, Challenges, Game, Options, ScenarioName, Seats, Seed, Spoilers
from tui.console import say, say_json, wrapped

if TYPE_CHECKING:
    from engine.core.kinds import Setup
    from engine.core.rules import Rules
    from tui.measure.simulate import SimulationPlan

MOST_MOVES = 5000

BotName = Annotated[
    str, typer.Option("--bot", help="Who plays: random, greedy, planner, or a level: easy, normal, hard.")
]
BotNames = Annotated[
    str | None, typer.Option("--bots", help="Who plays each seat, in the order of the seats: hard,easy.")
]
Rotate = Annotated[
    bool | None,
    typer.Option("--rotate/--no-rotate", help="Bots change seats from game to game; they do if they differ."),
]


def simulate_games(
    game: Game,
    scenario: ScenarioName = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    bot: BotName = "random",
    bots: BotNames = None,
    rotate: Rotate = None,
    budget: Budget = None,
    seed: Seed = 1,
    seats: Seats = None,
    challenge: Challenges = None,
    option: Options = None,
    json: AsJson = False,
    save: Annotated[Path | None, typer.Option("--save", help="A folder to keep the journals in.")] = None,
    most_moves: Annotated[
        int, typer.Option("--max-moves", min=1, help="A game longer than this counts as not finished.")
    ] = MOST_MOVES,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="How many processes; all cores for many.")] = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Measure every scenario, choice of challenges, option and number of seats."),
    ] = False,
    into: Annotated[
        Path | None, typer.Option("--into", help="With --all: the file for the measurements, not the game's own.")
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="With --all: play nothing, only write the page of what was measured.")
    ] = False,
    campaign: Annotated[bool, typer.Option("--campaign", help="Play whole campaigns, to their ends.")] = False,
    which: Annotated[
        str | None, typer.Option("--which", help="With --campaign: the id of the campaign; the first if not given.")
    ] = None,
    spoilers: Spoilers = False,
) -> None:
    """Let bots play many games. Reports how they went; the same seed gives the same games.

    Bots that differ change seats from game to game, and each plays every deal in every seat.
    With --all every number of seats is measured, up to those named, in the order of their names. What was measured
    before with the same bot, seed and cards is not played again, so it can be stopped at any time and run again.
    """
    from engine.core.errors import Refused
    from engine.registry import game as rules_of
    from tui.measure.simulate import SimulationPlan
    from tui.play import saves

    rules, named = rules_of(game), _named(bot, bots)
    if everything:
        if scenario or challenge or option or save or bots:
            raise Refused(
                "--all plays every scenario and challenge; it goes with none of --scenario, --challenge, "
                "--option, --bots and --save."
            )
        plan = SimulationPlan(_everybody(rules, seats, seed), bot, most_moves, budget=budget)
        _measure_all(plan, games, jobs, into, json=json, plays=not table)
        return
    if campaign:
        if scenario or challenge or save or bots:
            raise Refused("--campaign goes with none of --scenario, --challenge, --bots and --save.")
        plan = SimulationPlan(_first_setup(rules, which, seats, option, seed), bot, most_moves, budget=budget)
        _report_campaigns(plan, which, games, jobs, json=json)
        return
    if seats is None and len(named) > 1:
        seats = str(len(named))
    setup = saves.default_setup(
        rules,
        scenario=scenario,
        seats=seats,
        challenges=challenge or (),
        options=option or (),
        seed=seed,
        spoilers=spoilers,
    )
    by_seat = _by_seat(named, setup)
    turns = len(set(by_seat)) > 1 if rotate is None else rotate
    _report(SimulationPlan(setup, bot, most_moves, save, budget, bots=by_seat, rotate=turns), games, jobs, json=json)


def _named(bot: str, bots: str | None) -> list[str]:
    """The bots that were typed; refused if there is none of that name."""
    from tui.measure.simulate import bot_of

    found = [name.strip() for name in bots.split(",")] if bots else [bot]
    for name in found:
        bot_of(name, "rivals")
    return found


def _by_seat(named: Sequence[str], setup: Setup) -> tuple[str, ...]:
    """A bot for each seat; one alone plays all of them."""
    from engine.core.errors import Refused

    seats = len(setup.seats)
    if len(named) not in (1, seats):
        raise Refused(f"--bots names a bot for each of the {seats} seats, or one for all; {len(named)} are named.")
    return tuple(named) if len(named) == seats else tuple(named) * seats


def _everybody(rules: Rules[Any], seats: str | None, seed: int | None) -> Setup:
    """The seats that are measured: all of the game, unless others are named."""
    from engine.core.kinds import Setup
    from tui.play.chairs import parse

    scenario = rules.scenarios()[0].id
    most = max(rules.seats_of(each.id)[1] for each in rules.scenarios())
    chosen = rules.seat_names[:most] if seats is None else tuple(parse(rules, seats, scenario))
    return Setup(game=rules.id, scenario=scenario, seats=chosen, seed=seed)


def _report(plan: SimulationPlan, games: int, jobs: int | None, *, json: bool) -> None:
    """Play the games of one setup, and say how they went."""
    import msgspec

    from engine.registry import game as rules_of
    from tui.measure.report import told
    from tui.measure.simulate import simulate

    found, played = simulate(plan, games, jobs)
    if json:
        say_json(msgspec.to_builtins(found))
    else:
        say(told(rules_of(plan.setup.game), found, played))


def _first_setup(
    rules: Rules[Any], which: str | None, seats: str | None, options: list[str] | None, seed: int | None
) -> Setup:
    """The setup of the first chapter of a campaign."""
    from engine.core.kinds import Setup
    from tui.cli.campaign import campaign_of_game
    from tui.play.chairs import parse

    campaign = campaign_of_game(rules, which)
    first = campaign.chapter(campaign.start) or campaign.chapters[0]
    chosen = tuple(parse(rules, seats, first.scenario))
    setup = Setup(game=rules.id, scenario=first.scenario, seats=chosen, seed=seed, options=tuple(options or ()))
    rules.check(setup)
    return setup


def _report_campaigns(plan: SimulationPlan, which: str | None, games: int, jobs: int | None, *, json: bool) -> None:
    """Play whole campaigns, and say how they went."""
    import msgspec

    from engine.registry import game as rules_of
    from tui.cli.campaign import campaign_of_game
    from tui.measure.campaigns import CampaignPlan, simulate_campaigns, told

    campaign = campaign_of_game(rules_of(plan.setup.game), which)
    found = simulate_campaigns(CampaignPlan(campaign.id, plan), games, jobs)
    if json:
        say_json(msgspec.to_builtins(found))
    else:
        say(told(found))


def _measure_all(
    plan: SimulationPlan, games: int, jobs: int | None, into: Path | None, *, json: bool, plays: bool
) -> None:
    """Measure every cell, write the page of it, and say how it went."""
    import msgspec

    from engine.registry import game as rules_of
    from tui.measure import balance, page

    rules, path = rules_of(plan.setup.game), into or balance.place(plan.setup.game)
    if plays:
        before = balance.begin(path, plan.setup, plan.bot, plan.budget)
        found = balance.measure(rules, before, games, path, jobs, plan.most_moves)
    else:
        found = balance.known(path)
    page.write(rules, found, path)
    if json:
        say_json(msgspec.to_builtins(found))
        return
    for each in balance.told(rules, found):
        say(each)
    say(wrapped(f"Written to {path} and {page.place(path).name}."))


# How fast

_BENCH_LINE = "{:<44} {:>7} {:>7} {:>6}"


def measure_speed(
    json: AsJson = False,
    out: Annotated[Path | None, typer.Option("--out", help="Also write the figures as a table to this file.")] = None,
) -> None:
    """Measure how fast Parley is. As ratios of two things measured in the same run, or as bytes."""
    from itertools import chain

    from tui.measure import cost, hostile, load, page, screens
    from tui.measure import engine as bench

    found = []
    if not json:
        say(_BENCH_LINE.format("what", "ratio", "goal", "holds"))
    for each in chain(bench.run(), screens.run(), load.run(load.BUSY), cost.run(), hostile.run()):
        found.append(each)
        if not json:
            say(_BENCH_LINE.format(each.name, f"{each.ratio:.2f}", f"{each.goal:g}", "yes" if each.holds else "no"))
            sys.stdout.flush()
    if json:
        say_json([{"name": r.name, "ratio": r.ratio, "goal": r.goal, "holds": r.holds} for r in found])
    if out:
        page.write_speed(found, out)
