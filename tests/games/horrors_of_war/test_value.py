"""How well things stand: the value of a state rises with what brings the victory nearer, and falls with the rest."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.games.horrors_of_war.value import value
from engine.peacemakers.battlefield import Unit
from tests.games.horrors_of_war.ground import Ground


def ground(red: int = 5, blue: int = 5, *seats: str, **chosen: object) -> Ground:
    """Two sides of four units each, and nobody near them."""
    return Ground(*seats, **chosen).motivation(red=red, blue=blue).stand("nabo", "E4")  # type: ignore[arg-type]


def test_won_is_one_and_lost_is_nothing():
    assert value(ground().change(won=True).state) == 1
    assert value(ground().change(won=False).state) == 0
    assert value(ground(red=0).state) == value(ground(blue=0).state) == 0
    assert 0 < value(ground().state) < 1


@pytest.mark.parametrize(("low", "high"), [(3, 4), (4, 8), (8, 12)])
def test_the_side_that_is_farther_from_the_green_zone_decides(low, high):
    """The nearer side at 3: each step of the other costs, whichever side it is."""
    assert value(ground(red=3, blue=low).state) > value(ground(red=3, blue=high).state)
    assert value(ground(red=low, blue=3).state) > value(ground(red=high, blue=3).state)
    assert value(ground(red=3, blue=high).state) == value(ground(red=high, blue=3).state)


def test_the_nearer_side_counts_for_less_than_the_farther_one():
    both_near = value(ground(red=4, blue=8).state)
    assert value(ground(red=3, blue=8).state) - both_near < value(ground(red=4, blue=7).state) - both_near


def test_the_nearer_side_had_better_be_near():
    assert value(ground(red=4, blue=8).state) > value(ground(red=6, blue=8).state)


def test_where_both_sides_have_to_fall_lower_is_better_to_the_end():
    """HOW-S3-15: the green zone means nothing, and nobody is mourned."""
    tracks = [{"toucan": 2, "bear": 2}, {"toucan": 1, "bear": 1}]
    both, near = [Ground(scenario="heights-of-glory", challenges=["the-great-fall"]).motivation(**at) for at in tracks]
    assert 0 < value(both.state) < value(near.state) < 1
    before, units = value(both.state), both.state.units
    assert value(both.change(fallen=dict([next(iter(units.items()))])).state) == before


def test_a_side_that_is_about_to_break_alone_is_a_danger():
    """At 1 or 2 while the other side is far, a single death loses the game; with the other side near it does not."""
    assert value(ground(red=1, blue=8).state) < value(ground(red=2, blue=8).state) < value(ground(red=3, blue=8).state)
    assert value(ground(red=1, blue=3).state) > value(ground(red=1, blue=5).state)


def test_in_the_green_zone_it_does_not_matter_where():
    assert value(ground(red=1, blue=2).state) == value(ground(red=2, blue=1).state) == value(ground(2, 2).state)


def test_the_fallen_and_the_wounds_of_a_leader_cost():
    whole = ground()
    units = whole.state.units
    leader = next(name for name, unit in units.items() if unit.type == "captain")
    other = next(name for name, unit in units.items() if unit.type == "pike")
    assert value(whole.state) > value(ground().change(units=_wounded(units, leader)).state)
    assert value(whole.state) == value(ground().change(units=_wounded(units, other)).state)
    rest = {name: unit for name, unit in units.items() if name != other}
    assert value(whole.state) > value(ground().change(units=rest, fallen={other: units[other]}).state)


def test_a_side_of_one_unit_is_worse_off_than_one_of_two():
    units = ground().state.units
    reds = [name for name, unit in units.items() if unit.army == "red"]
    left = [ground().change(units={n: u for n, u in units.items() if n not in reds[count:]}) for count in (1, 2, 3)]
    assert value(left[0].state) < value(left[1].state) < value(left[2].state)


def test_cards_are_worth_having_up_to_plenty():
    poor, rich = ground().hand("nabo"), ground().hand("nabo", "p-travel", "p-fortify")
    assert value(poor.state) < value(rich.state)


def together(seats: tuple[str, ...], *, near: bool) -> float:
    """The value of a table whose adventurers have no cards and stand with an army, or all at the camp."""
    table = ground(5, 5, *seats).change(hands=dict.fromkeys(seats, ()))
    for seat in seats:
        table.stand(seat, next(iter(table.state.units.values())).space if near else "E4")
    return value(table.state)


def test_it_is_better_to_stand_with_an_army():
    """All adventurers together weigh the same, however many they are."""
    parties = [("nabo",), ("nabo", "yainar"), ("nabo", "yainar", "akezan", "tambatro")]
    assert len({together(seats, near=True) for seats in parties}) == 1
    assert together(parties[0], near=True) > together(parties[0], near=False)


def _wounded(units: dict[str, Unit], name: str) -> dict[str, Unit]:
    return {**units, name: replace(units[name], damage=1)}
