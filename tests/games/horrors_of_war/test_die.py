"""The twelve-sided die: its two readings, its icons, and rolling again."""

from collections import Counter

import pytest

from engine.core.content import builtin
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import DieRolled, MotivationChanged, UnitTurned
from engine.games.horrors_of_war.frames import Act, Pick
from engine.games.horrors_of_war.moves import Choose
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import scheme

ANYTHING = op.RollNumber((op.Band(12),))


def three_groups() -> Ground:
    """One red unit in each group."""
    return Ground().units(
        red_1=("pike", "circle", "A1", "down"),
        red_2=("pike", "star", "B1", "down"),
        red_3=("pike", "cog", "C1", "down"),
        blue_1=("pike", "circle", "I7", "up"),
    )


def group_on(face: int) -> str:
    """The group of the unit that a roll for a group picks when the die shows this face."""
    ground = three_groups()
    [turned] = only(scheme(ground, op.RollGroup((op.Face(1, "rolled"),)), army="red", die=[face]), UnitTurned)
    return ground.unit(turned.unit).group


def test_a_roll_gives_every_number_from_1_to_12() -> None:
    """HOW-DIE-01"""
    rolls = [fact.result for fact in only(Ground().do(*[ANYTHING] * 400), DieRolled)]
    assert set(rolls) == set(range(1, 13))


def test_a_card_says_whether_the_number_or_the_icon_counts() -> None:
    """HOW-DIE-01"""
    by_number = op.RollNumber((op.Band(6, (op.Motivation(1),)), op.Band(12, (op.Motivation(-1),))))
    by_icon = op.RollGroup((op.Face(1, "rolled"),))
    facts = scheme(three_groups(), by_number, by_icon, army="red", die=[8, 8])
    assert only(facts, MotivationChanged) == [MotivationChanged("red", 5, "p-survey")]
    assert only(facts, UnitTurned) == [UnitTurned("red-2", "down-left")]


def test_each_icon_stands_on_four_faces() -> None:
    """HOW-DIE-02"""
    assert Counter(map(group_on, range(1, 13))) == {"circle": 4, "star": 4, "cog": 4}


def operations(cards: library.Library) -> list[op.Ops]:
    """The operations of all resource cards, bonuses included, as far as they stand by themselves."""
    schemes = [card.scheme for card in cards.resources.values()]
    return [each for scheme in schemes for each in (*scheme.do, *scheme.bonus.do)]


def test_there_are_cards_that_let_a_player_roll_again() -> None:
    """HOW-DIE-03"""
    cards = operations(library.read(builtin("horrors-of-war")))
    assert any(isinstance(each, op.RollNumber | op.RollGroup) and each.reroll for each in cards)


def rolled(seed: int) -> tuple[Ground, int]:
    """A card that offers a reroll was played: 1 to 6 lifts each side, 7 to 12 lowers each."""
    ground = Ground("yainar", seed=seed).hand("yainar", "p-roll", "p-travel").motivation(red=6, blue=6)
    [roll] = only(ground.use("p-roll", "scheme", "yainar"), DieRolled)
    return ground, roll.result


def lift(result: int) -> int:
    """What the result does to each side's motivation, which was 6."""
    return 7 if result <= 6 else 5


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_player_may_keep_the_first_result(seed: int) -> None:
    """HOW-DIE-03"""
    ground, result = rolled(seed)
    assert ground.moves("yainar") == [Choose("die:keep"), Choose("die:again")]
    assert only(ground.submit(Choose("die:keep"), "yainar"), DieRolled) == []
    assert ground.state.motivation == {"red": lift(result), "blue": lift(result)}


def test_a_rerolled_result_must_be_used() -> None:
    """HOW-DIE-04"""
    changed = []
    for seed in range(1, 40):
        ground, first = rolled(seed)
        [again] = only(ground.submit(Choose("die:again"), "yainar"), DieRolled)
        assert ground.state.motivation == {"red": lift(again.result), "blue": lift(again.result)}
        changed.append(lift(first) - lift(again.result))
    assert min(changed) < 0 < max(changed)


def test_nobody_rolls_a_third_time() -> None:
    """HOW-DIE-04"""
    ground, _ = rolled(seed=1)
    assert isinstance(ground.table.ask, Pick)
    ground.submit(Choose("die:again"), "yainar")
    assert isinstance(ground.table.ask, Act)


def test_a_roll_without_a_reroll_asks_nothing() -> None:
    """HOW-DIE-03"""
    ground = Ground()
    scheme(ground, ANYTHING, die=[5])
    assert isinstance(ground.table.ask, Act)
