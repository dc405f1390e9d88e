"""Who plays better: whole games of scenario 1, too long for every day."""

import pytest

from engine.core.kinds import Setup
from tui.simulate import Plan, simulate

GAMES = 24


def rate(bot: str, games: int) -> float:
    setup = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=("nabo", "yainar"), seed=4)
    report, _ = simulate(Plan(setup, bot, 5000, budget=1000), games, None)
    return report.wins / games


@pytest.mark.soak
def test_thinking_further_wins_more() -> None:
    """The planner clearly beats greedy, and greedy clearly beats random play."""
    assert rate("planner", GAMES) > rate("greedy", GAMES) + 0.15 > rate("random", 10 * GAMES) + 0.25
