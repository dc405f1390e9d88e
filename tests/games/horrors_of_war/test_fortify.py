"""Building fortifications."""

import pytest

from engine.core.errors import Refused
from engine.games.horrors_of_war.content.operations import Advance, Attack, DigIn, Fortify
from engine.games.horrors_of_war.facts import (
    CardDrawn,
    CardPlayed,
    FortificationsPlaced,
    FortificationsRemoved,
    UnitMoved,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import Act
from engine.games.horrors_of_war.moves import PlayCard, UseRow, UseScheme
from tests.games.horrors_of_war.ground import Ground, only


def builder(space: str = "E4", card: str = "p-fortify") -> Ground:
    """Nabo stands somewhere with a card to fortify with; the camp is Tambatro's."""
    ground = Ground("nabo", "tambatro").change(hands={"nabo": (card, "p-heal"), "tambatro": ("p-all", "p-hold")})
    return ground.deck("p-shield", "p-mix", "p-sink", "p-arrange", only=True).stand("nabo", space)


def facing_each_other(**fortifications: int) -> Ground:
    """A red pike on C3 and a blue one on C4, face to face."""
    ground = Ground().units(red_1=("pike", "circle", "C3", "down"), blue_1=("pike", "circle", "C4", "up"))
    return ground.change(fortifications=fortifications)


def test_each_icon_puts_a_token_on_the_own_space() -> None:
    """HOW-FOR-01"""
    ground = builder("B3")
    assert ground.use("p-fortify", "fortify") == [
        CardPlayed("nabo", "p-fortify", "fortify"),
        FortificationsPlaced("B3", 2),
    ]
    assert ground.state.fortifications == {"B3": 2}


def test_a_single_icon_puts_a_single_token() -> None:
    """HOW-FOR-01"""
    ground = builder("B3", "p-fortify-extra")
    ground.use("p-fortify-extra", "fortify")
    assert ground.state.fortifications == {"B3": 1}


def test_new_tokens_are_added_to_those_already_there() -> None:
    """HOW-FOR-01, HOW-FOR-06"""
    ground = builder("B3").change(fortifications={"B3": 3, "E4": 1})
    ground.use("p-fortify", "fortify")
    assert ground.state.fortifications == {"B3": 5, "E4": 1}


@pytest.mark.parametrize("space", ["G2", "E1"])
def test_water_and_impassable_spaces_never_get_a_token_from_an_effect(space: str) -> None:
    """HOW-FOR-02, HOW-FOR-03"""
    ground = builder()
    assert ground.do(Fortify(2), target=f"space:{space}") == []
    assert ground.do(Fortify(2), target="space:G3") == [FortificationsPlaced("G3", 2)]


@pytest.mark.parametrize("space", ["G2", "E1"])
def test_units_dig_in_wherever_it_is_possible(space: str) -> None:
    """HOW-FOR-02, HOW-FOR-03"""
    ground = builder().units(red_1=("pike", "circle", space, "down"), red_2=("pike", "circle", "C3", "down"))
    ground.do(DigIn(1))
    assert ground.state.fortifications == {"C3": 1}


@pytest.mark.parametrize("space", ["G2", "E1"])
@pytest.mark.parametrize("card", ["p-fortify", "p-fortify-extra"])
def test_a_fortify_row_cannot_be_chosen_there_not_even_for_its_extra_card(space: str, card: str) -> None:
    """HOW-FOR-02, HOW-FOR-03, HOW-FOR-09"""
    ground = builder(space, card)
    ground.submit(PlayCard(card))
    assert ground.moves() == [UseScheme()]
    with pytest.raises(Refused):
        ground.submit(UseRow("fortify"))
    assert only(ground.submit(UseScheme()), CardDrawn) == []


def test_tokens_protect_a_unit_of_either_side() -> None:
    """HOW-FOR-04"""
    for army, target, space in (("red", "blue-1", "C4"), ("blue", "red-1", "C3")):
        ground = facing_each_other(C3=1, C4=1)
        facts = ground.do(Attack(), army=army)
        assert only(facts, FortificationsRemoved) == [FortificationsRemoved(space, 1)]
        assert only(facts, UnitWounded) == [UnitWounded(target, 1, (f"{army}-1",))]


def test_tokens_protect_a_unit_that_came_later_and_not_the_one_that_left() -> None:
    """HOW-FOR-04, HOW-FOR-05"""
    ground = Ground().units(
        red_1=("pike", "star", "C4", "down"),
        red_2=("pike", "cog", "C3", "down"),
        blue_1=("pike", "circle", "C6", "up"),
    )
    ground.do(DigIn(2), Advance(), group="star")
    assert ground.do(Advance(), group="cog") == [UnitMoved("red-2", "C4")]
    ground.do(Attack(), army="blue")
    assert (ground.unit("red-1").damage, ground.state.fortifications) == (2, {"C4": 2})
    ground.units(red_2=("pike", "cog", "C4", "down"), blue_1=("pike", "circle", "C5", "up"))
    ground.do(Attack(), army="blue")
    assert (ground.unit("red-2").damage, ground.state.fortifications) == (0, {})


def test_tokens_do_not_expire_with_the_round() -> None:
    """HOW-FOR-05"""
    ground = builder("B3")
    for army in ("red", "blue"):
        ground.orders(f"{army}.left", f"{army}-quiet").orders(f"{army}.right", f"{army}-march")
    ground.use("p-fortify", "fortify")
    ground.pass_all()
    assert (ground.state.round, ground.state.fortifications) == (2, {"B3": 2})


def test_an_attack_removes_only_as_many_tokens_as_it_has_damage() -> None:
    """HOW-FOR-05"""
    ground = facing_each_other(C4=5, B3=1)
    ground.do(Attack())
    assert ground.state.fortifications == {"C4": 3, "B3": 1}


def test_a_space_can_hold_any_number_of_tokens() -> None:
    """HOW-FOR-06"""
    ground = builder("B3").change(fortifications={"B3": 99})
    ground.use("p-fortify", "fortify")
    assert ground.state.fortifications == {"B3": 101}


def test_no_icon_of_the_row_can_be_declined() -> None:
    """HOW-FOR-07"""
    ground = builder("B3")
    ground.use("p-fortify", "fortify")
    assert isinstance(ground.table.ask, Act)
    assert ground.state.fortifications == {"B3": 2}


@pytest.mark.parametrize("space", ["B3", "A1"])
def test_a_space_is_fortified_with_or_without_a_unit_in_it(space: str) -> None:
    """HOW-FOR-08"""
    ground = builder(space).units(red_1=("pike", "circle", "A1", "down"), blue_1=("pike", "circle", "A7", "up"))
    ground.use("p-fortify", "fortify")
    assert ground.state.fortifications == {space: 2}
