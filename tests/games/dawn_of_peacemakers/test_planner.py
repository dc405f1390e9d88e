"""The planner at a table of Dawn of Peacemakers."""

from __future__ import annotations

from msgspec.structs import replace

from engine.bots.planner import Planner
from engine.core.dice import Dice
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers import rules
from tests.games.dawn_of_peacemakers.ground import Ground

BUDGET = 60


def test_the_planner_puts_many_cards_back_within_its_budget() -> None:
    """DOP-INF-08: a dozen cards have more orders than anybody can list."""
    ground = Ground().hand("nabo", "drill-1").units(red_1=("pike", "circle", "E4"), blue_1=("pike", "star", "E7"))
    ground.use("drill-1", "influence")
    ground.change(influence=replace(ground.state.influence, due=7))
    while isinstance(ground.table.ask, f.ChooseOrderDeck):
        ground.submit(ground.moves()[0])
    assert len(ground.moves()) == 7
    table, planner = ground.table, Planner(BUDGET)
    move = planner.choose(rules, table.view("nabo"), table.stack, "nabo", table.moves("nabo"), Dice(1, 0))
    assert isinstance(move, m.PutBack)
    assert planner.nodes < 10 * BUDGET
