"""Attacks: whom a unit chooses."""

from collections.abc import Callable, Sequence

import pytest

from engine.core.kinds import Fact
from engine.games.horrors_of_war.content.operations import Advance, Attack
from engine.games.horrors_of_war.facts import DieRolled, UnitAttacked, UnitWounded
from tests.games.horrors_of_war.ground import Ground, only

FACINGS = ("up", "up-right", "down-right", "down", "down-left", "up-left")
AROUND_E4 = ("E3", "F3", "F4", "E5", "D4", "D3")
"""The six spaces around E4, clockwise from straight up."""
TWO_FROM_E4 = ("E2", "F2", "G3", "G4", "G5", "F5", "E6", "D5", "C5", "C4", "C3", "D2")
"""The twelve spaces two steps from E4, clockwise from straight up."""


def chosen(facts: Sequence[Fact]) -> dict[str, str]:
    """Whom each attacker attacked."""
    return {name: fact.target for fact in only(facts, UnitAttacked) for name in fact.attackers}


def rolls(facts: Sequence[Fact]) -> list[int]:
    """What the die showed, in order."""
    return [fact.result for fact in only(facts, DieRolled)]


def equal_enemies(count: int, space: str) -> dict[str, tuple[object, ...]]:
    """So many Blues with the same health in one space."""
    return {f"blue_{number}": ("bow", "circle", space, "up") for number in range(1, count + 1)}


def by_first_face(arranged: Callable[[int], Ground]) -> dict[int, list[Fact]]:
    """One attack for each face that the die can show first: the ground is arranged anew until all have come up."""
    found: dict[int, list[Fact]] = {}
    for seed in range(1, 400):
        facts = arranged(seed).do(Attack())
        found.setdefault(rolls(facts)[0], facts)
        if len(found) == 12:
            break
    assert sorted(found) == list(range(1, 13))
    return found


def order_of_targets(attacker: tuple[object, ...], spaces: Sequence[str]) -> list[str]:
    """The spaces in the order in which a unit attacks them, when the target of each attack is gone for the next."""
    left = {f"blue_{number}": ("pike", "circle", space, "up") for number, space in enumerate(spaces)}
    taken = []
    while left:
        target = chosen(Ground().units(red_1=attacker, **left).do(Attack()))["red-1"]
        taken.append(left.pop(target.replace("-", "_"))[2])
    return taken


# All choose, then all attack


def test_each_unit_of_the_group_attacks_one_enemy() -> None:
    """HOW-ATK-01"""
    ground = Ground().units(
        red_1=("pike", "circle", "B3", "down"),
        red_2=("pike", "circle", "G4", "down"),
        red_3=("pike", "star", "G3", "down"),
        blue_1=("pike", "circle", "B4", "up"),
        blue_2=("pike", "star", "C4", "up"),
        blue_3=("pike", "cog", "G5", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-1", "red-2": "blue-3"}


def test_all_have_attacked_before_anybody_is_wounded() -> None:
    """HOW-ATK-01"""
    ground = Ground().units(
        red_1=("pike", "circle", "B3", "down"),
        red_2=("pike", "circle", "G4", "down"),
        blue_1=("wall", "circle", "B4", "up"),
        blue_2=("wall", "star", "G5", "up"),
    )
    assert ground.do(Attack()) == [
        UnitAttacked(("red-1",), "blue-1", 2, 1),
        UnitAttacked(("red-2",), "blue-2", 2, 1),
        UnitWounded("blue-1", 1, ("red-1",)),
        UnitWounded("blue-2", 1, ("red-2",)),
    ]


def test_a_target_stays_chosen_although_another_attacker_already_defeats_it() -> None:
    """HOW-ATK-01, HOW-ATK-16"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "D3", "down-left"),
        blue_1=("pike", "circle", "C4", "up", 2),
        blue_2=("pike", "star", "C5", "up"),
    )
    facts = ground.do(Attack())
    assert chosen(facts) == {"red-1": "blue-1", "red-2": "blue-1"}
    assert only(facts, UnitWounded) == [UnitWounded("blue-1", 4, ("red-1", "red-2"))]
    assert ground.unit("blue-2").damage == 0


def test_wounds_of_the_same_event_do_not_draw_a_later_attacker_to_another_unit_of_the_space() -> None:
    """HOW-ATK-16"""
    ground = Ground().units(
        red_1=("bow", "circle", "C3", "down"),
        red_2=("bow", "circle", "D3", "down-left"),
        blue_1=("pike", "circle", "C4", "up", 1),
        blue_2=("wall", "star", "C4", "up", 1),
    )
    facts = ground.do(Attack())
    assert chosen(facts) == {"red-1": "blue-1", "red-2": "blue-1"}
    assert "blue-2" in ground.state.units
    assert "blue-1" not in ground.state.units


def test_a_unit_that_one_attacker_already_defeats_is_not_spared_for_another_of_its_space() -> None:
    """HOW-ATK-16"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        red_2=("pike", "circle", "D3", "down-left"),
        blue_1=("bow", "circle", "C4", "up"),
        blue_2=("wall", "star", "C4", "up"),
    )
    facts = ground.do(Attack())
    assert chosen(facts) == {"red-1": "blue-1", "red-2": "blue-1"}
    assert ground.unit("blue-2").damage == 0


# Range and distance


@pytest.mark.parametrize(("kind", "reach"), [("wall", 1), ("pike", 2), ("bow", 3)])
@pytest.mark.parametrize("apart", [1, 2, 3, 4])
def test_a_unit_chooses_only_enemies_within_its_range(kind: str, reach: int, apart: int) -> None:
    """HOW-ATK-02"""
    ground = Ground().units(
        red_1=(kind, "circle", "B1", "down"),
        blue_1=("pike", "circle", f"B{1 + apart}", "up"),
    )
    assert chosen(ground.do(Attack())) == ({"red-1": "blue-1"} if apart <= reach else {})


def test_range_is_counted_in_spaces_also_across_columns() -> None:
    """HOW-ATK-02"""
    enemies = {"blue_1": ("pike", "circle", "C5", "up"), "blue_2": ("pike", "star", "B3", "up")}
    facts = Ground().units(red_1=("pike", "circle", "E4", "up"), **enemies).do(Attack())
    assert chosen(facts) == {"red-1": "blue-1"}


def test_adventurers_are_never_targets() -> None:
    """HOW-ATK-03"""
    ground = Ground("nabo", "akezan").stand("nabo", "C3").stand("akezan", "C4")
    ground.units(red_1=("pike", "circle", "C3", "down"), blue_1=("pike", "circle", "C5", "up"))
    assert chosen(ground.do(Attack())) == {"red-1": "blue-1"}


def test_a_unit_with_only_adventurers_in_range_does_not_attack() -> None:
    """HOW-ATK-03, HOW-ATK-15"""
    ground = Ground().stand("nabo", "C4")
    ground.units(red_1=("pike", "circle", "C3", "down"), blue_1=("pike", "circle", "C7", "up"))
    assert ground.do(Attack()) == []


def test_the_closest_enemy_comes_first_even_from_behind() -> None:
    """HOW-ATK-04"""
    ground = Ground().units(
        red_1=("pike", "circle", "E4", "up"),
        blue_1=("pike", "circle", "E2", "down"),
        blue_2=("pike", "star", "E5", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


def test_an_enemy_in_the_same_space_is_the_closest_of_all() -> None:
    """HOW-ATK-04"""
    ground = Ground().units(
        red_1=("pike", "circle", "E4", "up"),
        blue_1=("pike", "circle", "E3", "down"),
        blue_2=("pike", "star", "E4", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


def test_a_wounded_enemy_farther_off_is_ignored() -> None:
    """HOW-ATK-17, HOW-ATK-04"""
    ground = Ground().units(
        red_1=("pike", "circle", "E4", "up"),
        blue_1=("pike", "circle", "E2", "down", 2),
        blue_2=("wall", "star", "D4", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


@pytest.mark.parametrize("turns", range(6))
def test_adjacent_spaces_come_clockwise_from_straight_in_front(turns: int) -> None:
    """HOW-ATK-05"""
    expected = AROUND_E4[turns:] + AROUND_E4[:turns]
    assert order_of_targets(("pike", "circle", "E4", FACINGS[turns]), sorted(AROUND_E4)) == list(expected)


@pytest.mark.parametrize("turns", range(6))
def test_a_farther_ring_is_walked_clockwise_from_straight_ahead(turns: int) -> None:
    """HOW-ATK-06"""
    expected = TWO_FROM_E4[2 * turns :] + TWO_FROM_E4[: 2 * turns]
    assert order_of_targets(("pike", "circle", "E4", FACINGS[turns]), sorted(TWO_FROM_E4)) == list(expected)


def test_a_space_earlier_on_the_ring_comes_before_a_weaker_enemy_later_on_it() -> None:
    """HOW-ATK-05, HOW-ATK-09"""
    ground = Ground().units(
        red_1=("pike", "circle", "E4", "up"),
        blue_1=("pike", "circle", "D3", "down", 2),
        blue_2=("wall", "star", "F3", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


# Stealth


@pytest.mark.parametrize(("kind", "space", "near", "far"), [("pike", "C2", "C3", "C4"), ("shade", "G4", "G5", "G6")])
def test_an_enemy_with_stealth_is_chosen_only_from_an_adjacent_space(
    kind: str, space: str, near: str, far: str
) -> None:
    """HOW-ATK-07"""
    hidden = {"blue_1": (kind, "circle", space, "down")}
    assert chosen(Ground().units(red_1=("pike", "circle", near, "up"), **hidden).do(Attack())) == {"red-1": "blue-1"}
    assert chosen(Ground().units(red_1=("pike", "circle", far, "up"), **hidden).do(Attack())) == {}


def test_stealth_does_not_protect_in_the_attackers_own_space() -> None:
    """HOW-ATK-07 (RUL-10)"""
    ground = Ground().units(red_1=("pike", "circle", "C2", "up"), blue_1=("shade", "circle", "C2", "down"))
    assert chosen(ground.do(Attack())) == {"red-1": "blue-1"}


def test_the_next_enemy_on_the_ring_takes_the_place_of_one_in_stealth() -> None:
    """HOW-ATK-08"""
    ground = Ground().units(
        red_1=("pike", "circle", "C4", "up"),
        blue_1=("pike", "circle", "C2", "down"),
        blue_2=("pike", "star", "E4", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


def test_an_enemy_farther_off_takes_the_place_of_one_in_stealth() -> None:
    """HOW-ATK-08"""
    ground = Ground().units(
        red_1=("bow", "circle", "C4", "up"),
        blue_1=("pike", "circle", "C2", "down"),
        blue_2=("pike", "star", "C7", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


def test_another_enemy_of_the_space_takes_the_place_of_one_in_stealth() -> None:
    """HOW-ATK-08"""
    ground = Ground().units(
        red_1=("pike", "circle", "G3", "down"),
        blue_1=("shade", "circle", "G5", "up", 1),
        blue_2=("pike", "star", "G5", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


# Within a space


def test_in_a_space_the_enemy_with_the_fewest_health_left_is_chosen() -> None:
    """HOW-ATK-09"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        blue_1=("bow", "circle", "C4", "up"),
        blue_2=("wall", "star", "C4", "up", 3),
        blue_3=("pike", "cog", "C4", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


def test_damage_taken_is_not_what_counts_but_health_left() -> None:
    """HOW-ATK-09"""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", "down"),
        blue_1=("wall", "circle", "C4", "up", 1),
        blue_2=("bow", "star", "C4", "up"),
    )
    assert chosen(ground.do(Attack())) == {"red-1": "blue-2"}


def test_without_a_tie_no_die_is_rolled() -> None:
    """HOW-ATK-09, HOW-ATK-10"""
    enemies = {**equal_enemies(2, "C4"), "blue_3": ("bow", "star", "C4", "up", 1)}
    assert rolls(Ground().units(red_1=("pike", "circle", "C3", "down"), **enemies).do(Attack())) == []


def test_two_equal_enemies_split_the_die_in_halves() -> None:
    """HOW-ATK-10"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(red_1=("pike", "circle", "C3", "down"), **equal_enemies(2, "C4"))
    )
    hit = {face: chosen(facts)["red-1"] for face, facts in found.items()}
    assert hit == {**dict.fromkeys(range(1, 7), "blue-1"), **dict.fromkeys(range(7, 13), "blue-2")}


@pytest.mark.parametrize("count", [3, 4, 6, 12])
def test_equal_enemies_split_the_die_evenly(count: int) -> None:
    """HOW-ATK-11"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(red_1=("pike", "circle", "C3", "down"), **equal_enemies(count, "C4"))
    )
    faces_each = 12 // count
    for face, facts in found.items():
        assert rolls(facts) == [face]
        assert chosen(facts) == {"red-1": f"blue-{(face - 1) // faces_each + 1}"}


@pytest.mark.parametrize(("count", "faces_each"), [(5, 2), (7, 1), (8, 1), (9, 1), (10, 1), (11, 1)])
def test_numbers_left_over_are_rolled_again(count: int, faces_each: int) -> None:
    """HOW-ATK-19"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(red_1=("pike", "circle", "C3", "down"), **equal_enemies(count, "C4"))
    )
    used = count * faces_each
    for facts in found.values():
        *again, last = rolls(facts)
        assert all(face > used for face in again)
        assert last <= used
        assert chosen(facts) == {"red-1": f"blue-{(last - 1) // faces_each + 1}"}


# One die for a space


def test_one_die_result_serves_all_attackers_of_a_space() -> None:
    """HOW-ATK-12, HOW-ATK-13"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(
            red_1=("pike", "circle", "C3", "down"),
            red_2=("bow", "circle", "C2", "down"),
            red_3=("pike", "circle", "D4", "down"),
            **equal_enemies(4, "C4"),
        )
    )
    for face, facts in found.items():
        assert rolls(facts) == [face]
        assert chosen(facts) == dict.fromkeys(("red-1", "red-2", "red-3"), f"blue-{(face - 1) // 3 + 1}")


def test_each_space_has_a_die_result_of_its_own() -> None:
    """HOW-ATK-12 (RUL-13)"""
    far = {f"blue_{number}": ("bow", "star", "G4", "up") for number in (3, 4)}
    for seed in range(1, 30):
        ground = Ground(seed=seed).units(
            red_1=("pike", "circle", "C3", "down"),
            red_2=("pike", "circle", "G3", "down"),
            **equal_enemies(2, "C4"),
            **far,
        )
        facts = ground.do(Attack())
        first, second = rolls(facts)
        assert chosen(facts) == {
            "red-1": "blue-1" if first <= 6 else "blue-2",
            "red-2": "blue-3" if second <= 6 else "blue-4",
        }


def test_a_later_attack_rolls_anew() -> None:
    """HOW-ATK-14"""
    for seed in range(1, 30):
        ground = Ground(seed=seed).units(
            red_1=("wall", "circle", "C3", "down"),
            blue_1=("wall", "circle", "C4", "up"),
            blue_2=("wall", "star", "C4", "up"),
        )
        facts = ground.do(Attack(), Attack())
        targets = [fact.target for fact in only(facts, UnitAttacked)]
        assert targets == ["blue-1" if face <= 6 else "blue-2" for face in rolls(facts)]
        assert len(targets) == 2


def test_each_attacker_applies_the_shared_number_to_its_own_candidates() -> None:
    """HOW-ATK-18"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(
            red_1=("pike", "circle", "G4", "down"),
            red_2=("pike", "circle", "G3", "down"),
            blue_1=("shade", "circle", "G5", "up"),
            blue_2=("bow", "star", "G5", "up"),
            blue_3=("bow", "cog", "G5", "up"),
        )
    )
    for face, facts in found.items():
        assert rolls(facts) == [face]
        assert chosen(facts) == {
            "red-1": ("blue-1", "blue-2", "blue-3")[(face - 1) // 4],
            "red-2": "blue-2" if face <= 6 else "blue-3",
        }


def test_an_attacker_with_one_candidate_needs_no_number_of_the_others() -> None:
    """HOW-ATK-18"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(
            red_1=("pike", "circle", "G3", "down"),
            red_2=("pike", "circle", "G4", "down"),
            blue_1=("shade", "circle", "G5", "up"),
            blue_2=("bow", "star", "G5", "up"),
        )
    )
    for face, facts in found.items():
        assert chosen(facts) == {"red-1": "blue-2", "red-2": "blue-1" if face <= 6 else "blue-2"}


def test_a_number_left_over_for_one_attacker_is_rolled_again_for_all() -> None:
    """HOW-ATK-18, HOW-ATK-19"""
    found = by_first_face(
        lambda seed: Ground(seed=seed).units(
            red_1=("pike", "circle", "G3", "down"),
            red_2=("pike", "circle", "G4", "down"),
            **equal_enemies(4, "G5"),
            blue_5=("shade", "star", "G5", "up"),
        )
    )
    for facts in found.values():
        *again, last = rolls(facts)
        assert all(face > 10 for face in again)
        assert chosen(facts) == {"red-1": f"blue-{(last - 1) // 3 + 1}", "red-2": f"blue-{(last - 1) // 2 + 1}"}


# No target


def test_a_unit_without_a_target_does_not_attack_and_stops_nobody_else() -> None:
    """HOW-ATK-15"""
    ground = Ground().units(
        red_1=("pike", "circle", "C1", "down"),
        red_2=("pike", "circle", "G4", "down"),
        blue_1=("wall", "circle", "G5", "up"),
    )
    assert ground.do(Attack()) == [
        UnitAttacked(("red-2",), "blue-1", 2, 1),
        UnitWounded("blue-1", 1, ("red-2",)),
    ]


def test_an_attack_that_found_nobody_is_not_carried_over() -> None:
    """HOW-ATK-15"""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down"), blue_1=("pike", "circle", "C6", "up"))
    facts = ground.do(Attack(), Advance(), Attack())
    assert only(facts, UnitAttacked) == [UnitAttacked(("red-1",), "blue-1", 2, 0)]
