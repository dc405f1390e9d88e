"""Bots and parties: partners are those of one side who see the same, and no plan is shared with anybody else."""

from __future__ import annotations

from engine.bots.futures import Futures
from engine.bots.intent import NOTHING, Foreseen, Intent
from engine.core.dice import Dice
from tests.contracts.playing import begun
from tests.made_up import rules

PAIRS = ["amber", "jade", "violet", "slate"]


def partners(table, seat):
    return Futures(rules, table.view(seat), table.stack, seat, Dice(1, 1)).partners()


def test_partners_are_those_of_the_own_side_who_share_their_sight():
    table = begun(rules, scenario="causeway", seats=PAIRS)
    assert rules.sides(table.state) == (("amber", "violet"), ("jade", "slate"))
    assert table.view("amber") == table.view("violet") != table.view("jade")
    assert partners(table, "amber") == ["amber", "violet"]
    assert partners(table, "slate") == ["slate", "jade"]


def test_rivals_who_see_the_same_are_no_partners():
    """With everything open all views are alike, and still each plays for itself."""
    table = begun(rules, seats=["amber", "jade"])
    table.state.open = frozenset(table.state.faces)
    assert partners(table, "amber") == ["amber"]


def test_a_plan_is_not_taken_over_by_a_rival_who_sees_what_was_foreseen():
    """Amber has looked at a stone and found that nothing is worth doing; jade, who has not, thinks for itself."""
    table = begun(rules, seats=["amber", "jade"])
    intent = Intent()
    intent.foreseen = Foreseen("amber", table.state, table.stack, NOTHING)
    assert intent.expected(rules, table.view("jade"), table.stack, "jade") is None
    assert intent.expected(rules, table.view("amber"), table.stack, "amber") is intent.foreseen


def test_a_plan_is_shared_with_a_partner():
    table = begun(rules, scenario="causeway", seats=PAIRS)
    intent = Intent()
    intent.foreseen = Foreseen("amber", table.state, table.stack, NOTHING)
    for seat, expected in (("violet", intent.foreseen), ("jade", None)):
        assert intent.expected(rules, table.view(seat), table.stack, seat) is expected
