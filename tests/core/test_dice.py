"""Chance: it follows from the seed and the number of the move, alike everywhere, and favours no number."""

import re
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import Chance, Dice

seeds = st.integers(-(10**12), 10**12)


def rolls(sides, count, seed=2026, move=7):
    dice = Dice(seed, move)
    return [dice.roll(sides) for _ in range(count)]


def test_the_numbers_of_a_seed_are_these_for_ever():
    """Whoever changes them changes what `verify` finds in every save that there is."""
    assert rolls(6, 12) == [4, 4, 6, 3, 4, 6, 1, 5, 2, 3, 5, 5]
    assert rolls(12, 12, move=8) == [10, 3, 12, 12, 7, 8, 3, 7, 2, 8, 2, 7]
    assert [Dice(0, 0).below(1000), Dice(-3, 1).below(1 << 64)] == [412, 8384724807790525675]
    assert Dice(1, 1).shuffled("abcdefgh") == tuple("agcfdebh")
    assert Dice(1, 1).choice("abcdefgh") == "h"


@given(seeds, st.integers(0, 10_000), st.integers(1, 100))
def test_the_same_move_of_the_same_table_has_the_same_chance(seed, move, sides):
    assert rolls(sides, 20, seed, move) == rolls(sides, 20, seed, move)


def test_seed_and_move_are_not_run_together():
    """Move 23 of table 1 has nothing to do with move 3 of table 12."""
    streams = [tuple(rolls(1000, 5, seed, move)) for seed, move in ((1, 23), (12, 3), (123, 0), (0, 123), (-1, 23))]
    assert len(set(streams)) == len(streams)


@given(seeds, st.integers(1, 1 << 64))
def test_every_number_is_below_its_limit(seed, limit):
    dice = Dice(seed, 0)
    assert all(0 <= dice.below(limit) < limit for _ in range(10))


@given(seeds, st.integers(1, 20))
def test_a_die_shows_one_to_its_sides(seed, sides):
    assert set(rolls(sides, 40, seed)) <= set(range(1, sides + 1))


@pytest.mark.parametrize("sides", [2, 6, 7, 12])
def test_all_sides_come_up_alike(sides):
    """Chi squared over 12,000 rolls, well inside what a fair die gives."""
    counts = Counter(rolls(sides, 12_000))
    expected = 12_000 / sides
    assert sum((counts[side] - expected) ** 2 / expected for side in range(1, sides + 1)) < 3 * sides


def test_a_limit_that_does_not_divide_evenly_favours_no_number():
    """Of three halves of the range, a remainder alone would give the lowest third twice as often."""
    limit = 3 << 62
    dice = Dice(5, 5)
    thirds = Counter(dice.below(limit) // (1 << 62) for _ in range(6000))
    assert all(abs(thirds[third] - 2000) < 150 for third in range(3))


def test_all_orders_come_up_alike():
    dice = Dice(9, 9)
    orders = Counter(dice.shuffled("abc") for _ in range(6000))
    assert set(orders) == set(permutations("abc"))
    assert all(abs(count - 1000) < 120 for count in orders.values())


@given(seeds, st.lists(st.integers(), max_size=30))
def test_shuffling_keeps_every_card_and_leaves_the_old_pile_alone(seed, cards):
    pile = list(cards)
    assert sorted(Dice(seed, 1).shuffled(pile)) == sorted(cards)
    assert pile == cards


def test_every_item_can_be_chosen():
    dice = Dice(3, 3)
    assert {dice.choice("abcde") for _ in range(100)} == set("abcde")


# Secrets


def test_a_secret_changes_every_number():
    assert Dice(7, 1, b"a" * 32).below(1 << 64) not in (Dice(7, 1).below(1 << 64), Dice(7, 1, b"b" * 32).below(1 << 64))


def test_dice_from_a_secret_are_the_same_on_every_machine():
    assert Dice(0, 3, bytes(range(32))).below(1 << 64) == 4297837469224620083


def test_chance_without_a_secret_follows_from_the_seed():
    assert Chance(9).dice(4).below(1 << 64) == Dice(9, 4).below(1 << 64)


def test_fresh_chance_has_a_secret_of_at_least_128_bits():
    one, other = Chance.fresh(), Chance.fresh()
    assert [(first, len(secret) * 8 >= 128) for first, secret in one.secrets] == [(0, True)]
    assert one.secrets != other.secrets


def test_a_branch_keeps_chance_up_to_its_move_and_has_another_from_then_on():
    old = Chance.fresh()
    new = old.branched(5)
    rolls = [[chance.dice(move).below(1 << 64) for move in range(8)] for chance in (old, new)]
    assert rolls[0][:5] == rolls[1][:5]
    assert not set(rolls[0][5:]) & set(rolls[1][5:])
    assert [first for first, _ in new.branched(3).secrets] == [0, 3]
    assert [first for first, _ in new.branched(5).secrets] == [0, 5]


def test_what_is_told_of_chance_in_a_message_tells_nothing():
    chance = Chance(123456789, ((0, b"s" * 32),))
    for thing in (chance, chance.dice(1), [chance]):
        assert not re.search("123456789|ssss", repr(thing) + str(thing))
        assert list(thing.__rich_repr__() if hasattr(thing, "__rich_repr__") else ()) == []
