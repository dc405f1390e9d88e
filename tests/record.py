"""Record a game for each scenario that is won without a defeated unit: ``python -m tests.record [SCENARIO ...]``.

The recordings are what snapshots/ shows of the scenarios. They are made anew when a rule or a card has changed so that
they can no longer be played. The player is the planner, told to spare lives.
"""

from __future__ import annotations

import sys
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine.bots.planner import Planner
from engine.core.dice import Dice
from engine.core.kinds import Seat, Setup
from engine.core.table import Table
from engine.games.horrors_of_war.game import HorrorsOfWar
from engine.games.horrors_of_war.state import GameState
from tui.console import say
from tui.measure.simulate import Notebook

FOLDER = Path(__file__).parent.parent / "snapshots" / "horrors_of_war"
SEATS = ("nabo", "yainar")
BUDGET = 1000
MOST_GAMES = 200


class Sparing(HorrorsOfWar):
    """The same game for a player to whom a life is worth more."""

    def value(self, view: GameState, seat: Seat) -> float:
        """Half as much for each unit that fell."""
        return super().value(view, seat) / 2 ** len(view.fallen)


def attempt(task: tuple[str, int]) -> Notebook | None:
    """Play a game as long as everybody lives; its journal if it was won."""
    scenario, seed = task
    rules: Any = Sparing()
    notebook = Notebook(f"{scenario}.jsonl")
    setup = Setup(game=rules.id, scenario=scenario, seats=SEATS, seed=seed)
    table = Table.begin(rules, setup, notebook)
    planner = Planner(BUDGET)
    while table.ask and not table.state.fallen and table.state.round <= 14:
        dice = Dice(seed, table.number)
        seat = dice.choice(table.ask.seats)
        move = planner.choose(rules, table.view(seat), table.stack, seat, table.moves(seat), dice)
        table.submit(seat, move)
    return notebook if rules.honours(table.state) else None


def record(scenario: str) -> bool:
    """Try one seed after another until a game succeeds, and keep its journal."""
    path = FOLDER / f"{scenario}.jsonl"
    with get_context("spawn").Pool() as pool:
        for found in pool.imap(attempt, [(scenario, seed) for seed in range(MOST_GAMES)]):
            if found:
                path.unlink(missing_ok=True)
                found.write(path)
                return True
    return False


if __name__ == "__main__":
    wanted = sys.argv[1:] or [each.id for each in HorrorsOfWar().scenarios()]
    for name in wanted:
        say(f"{name}: {'recorded' if record(name) else 'not won without a loss'}")
