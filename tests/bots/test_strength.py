"""Who plays better: whole games of scenario 1 with every number of seats, too long for every day."""

from functools import cache
from time import process_time

import pytest

from engine.core.kinds import Setup
from tui.measure.simulate import SimulationPlan, play_one, simulate

GAMES = 32
SEATS = ("nabo", "yainar", "akezan", "tambatro")
EVERY_NUMBER = range(1, len(SEATS) + 1)


def plan(bot: str, count: int) -> SimulationPlan:
    """Games of a bot with so many seats."""
    setup = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=SEATS[:count], seed=4)
    return SimulationPlan(setup, bot, 5000, budget=1000)


@cache
def rate(bot: str, games: int, count: int) -> float:
    """The share of games that a bot wins."""
    return simulate(plan(bot, count), games, None)[0].wins / games


@pytest.mark.soak
@pytest.mark.parametrize("count", EVERY_NUMBER)
def test_thinking_further_wins_more(count: int) -> None:
    """The planner clearly beats greedy, and greedy clearly beats random play, however many seats it plays."""
    planner, greedy, chance = rate("planner", GAMES, count), rate("greedy", GAMES, count), rate("random", 200, count)
    assert planner > greedy + 0.15
    assert greedy > chance + 0.05


@pytest.mark.soak
def test_the_planner_is_about_as_good_with_any_number_of_seats() -> None:
    """No number of seats is played so badly that the balance could not be measured with it."""
    rates = [rate("planner", GAMES, count) for count in EVERY_NUMBER]
    assert min(rates) > 0.4
    assert max(rates) - min(rates) < 0.35


@pytest.mark.soak
@pytest.mark.parametrize("count", EVERY_NUMBER)
def test_greedy_is_no_slower_than_the_planner(count: int) -> None:
    """The time for as many games, in one process."""

    def seconds(bot: str) -> float:
        began = process_time()
        for number in range(6):
            play_one(plan(bot, count), number)
        return process_time() - began

    assert seconds("greedy") < seconds("planner")
