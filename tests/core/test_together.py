"""What several seats know together: all that any of them knows, and nothing else."""

from __future__ import annotations

import pytest

from engine.core.cards import HIDDEN
from engine.core.dice import Dice
from engine.core.kinds import NOBODY
from engine.core.together import together
from tests.contracts.playing import begun
from tests.made_up import facts, moves, rules
from tui.play.story import Watcher


@pytest.fixture
def table():
    """Three rivals, of whom amber and violet have bid in secret."""
    table = begun(rules, seats=["amber", "jade", "violet"])
    table.submit("amber", moves.Bid(1))
    table.submit("violet", moves.Bid(0))
    return table


def test_where_a_seat_sees_more_than_an_outsider_it_knows_it():
    assert together([("a", "?"), ("?", "b")], ("?", "?")) == ("a", "b")
    assert together([{"x": 1, "y": None}, {"x": None, "y": 2}], {"x": None, "y": None}) == {"x": 1, "y": 2}
    assert together(["?", "b"], "?") == "b"
    assert together(["?", "?"], "?") == "?"


def test_lists_of_different_lengths_are_not_mixed():
    assert together([("a",), ("b", "c")], ("?",)) == ("a",)


def test_a_party_sees_what_each_of_its_seats_sees(table):
    ours = Watcher(rules, "amber", others=("violet",)).view(table.state)
    assert type(ours) is type(table.state)
    assert ours.bids == {"amber": 1, "violet": 0}
    for seat, is_known in (("amber", True), ("violet", True), ("jade", False)):
        faces = {face for item, face in ours.faces.items() if item.startswith(seat)}
        assert (HIDDEN not in faces) == is_known


def test_the_order_of_its_seats_changes_nothing(table):
    one, two = Watcher(rules, "amber", others=("violet",)), Watcher(rules, "violet", others=("amber",))
    assert one.view(table.state) == two.view(table.state)


def test_a_party_sees_nothing_that_none_of_its_seats_sees(table):
    """Whatever is hidden from both may be another thing, and they see the same."""
    ours = Watcher(rules, "amber", others=("violet",))
    seen = ours.view(table.state)
    for number in range(20):
        full = rules.imagine(seen, "amber", Dice(7, number))
        assert ours.view(full) == seen


def test_facts_and_moves_are_told_to_a_party_as_to_any_of_its_seats(table):
    ours, others = Watcher(rules, "amber", others=("violet",)), Watcher(rules, "jade")
    before = table.steps[-1].before
    assert ours.heard(before, "violet", moves.Bid(0)) == moves.Bid(0)
    assert others.heard(before, "violet", moves.Bid(0)) == moves.Bid(None)
    secret = facts.BidPlaced("violet", 0)
    assert ours.fact(table.state, secret) == secret
    assert others.fact(table.state, secret) == Watcher(rules, NOBODY).fact(table.state, secret) != secret


def test_a_secret_arrangement_of_somebody_else_stays_unheard(table):
    ours = Watcher(rules, "amber", others=("violet",))
    assert ours.heard(table.state, "jade", moves.Place("jade.keeper")) is None
