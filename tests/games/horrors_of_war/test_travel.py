"""Moving an adventurer's figure."""

import pytest

from engine.core.errors import Refused
from engine.games.horrors_of_war.facts import AdventurerMoved
from engine.games.horrors_of_war.frames import Act, TravelOn
from engine.games.horrors_of_war.moves import PlayCard, StepTo, Stop
from tests.games.horrors_of_war.ground import Ground, only

AROUND_CAMP = ["E3", "F3", "F4", "E5", "D4", "D3"]


def travelling(space: str = "E4", card: str = "p-travel") -> Ground:
    """Nabo has played a card (three steps, unless it is another) for its travel row; Tambatro is in the camp."""
    ground = Ground("nabo", "tambatro").change(hands={"nabo": (card, "p-heal"), "tambatro": ("p-all", "p-hold")})
    ground.deck("p-shield", only=True).stand("nabo", space).use(card, "travel")
    return ground


def steps(ground: Ground) -> set[str]:
    """The spaces that can be entered."""
    return {move.space for move in ground.moves() if isinstance(move, StepTo)}


def test_a_step_leads_to_an_adjacent_space() -> None:
    """HOW-TRV-01"""
    ground = travelling()
    assert steps(ground) == set(AROUND_CAMP)
    assert ground.submit(StepTo("F4")) == [AdventurerMoved("nabo", "F4")]
    assert ground.state.figures["nabo"] == "F4"


@pytest.mark.parametrize("space", ["E6", "E4", "A1"])
def test_a_step_leads_nowhere_else(space: str) -> None:
    """HOW-TRV-01"""
    with pytest.raises(Refused):
        travelling().submit(StepTo(space))


def test_each_travel_icon_is_one_step() -> None:
    """HOW-TRV-01"""
    ground = travelling()
    for space in ("E5", "E6"):
        ground.submit(StepTo(space))
        assert isinstance(ground.table.ask, TravelOn)
    ground.submit(StepTo("E7"))
    assert isinstance(ground.table.ask, Act)
    assert ground.state.figures["nabo"] == "E7"


def test_a_single_icon_is_a_single_step() -> None:
    """HOW-TRV-01"""
    ground = travelling(card="p-travel-extra")
    ground.submit(StepTo("E5"))
    assert isinstance(ground.table.ask, Act)


@pytest.mark.parametrize("taken", [[], ["E5"], ["E5", "E6"]])
def test_a_player_may_stop_before_any_step(taken: list[str]) -> None:
    """HOW-TRV-02"""
    ground = travelling()
    for space in taken:
        ground.submit(StepTo(space))
    assert only(ground.submit(Stop()), AdventurerMoved) == []
    assert ground.state.figures["nabo"] == ["E4", *taken][-1]
    assert isinstance(ground.table.ask, Act)


def test_unused_steps_are_lost_when_the_action_ends() -> None:
    """HOW-TRV-03"""
    ground = travelling()
    ground.submit(StepTo("E5"))
    ground.submit(Stop())
    with pytest.raises(Refused):
        ground.submit(StepTo("E6"))
    ground.use("p-heal", "travel")
    ground.submit(StepTo("E6"))
    assert isinstance(ground.table.ask, Act)
    assert ground.state.figures["nabo"] == "E6"


@pytest.mark.parametrize(("seat", "card"), [("nabo", "p-heal"), ("tambatro", "p-all")])
def test_nobody_does_anything_between_two_steps(seat: str, card: str) -> None:
    """HOW-TRV-03"""
    ground = travelling()
    ground.submit(StepTo("E5"))
    with pytest.raises(Refused):
        ground.submit(PlayCard(card), seat)


@pytest.mark.parametrize("space", ["E2", "D1", "F1"])
def test_an_impassable_space_cannot_be_entered(space: str) -> None:
    """HOW-TRV-04"""
    ground = travelling(space)
    assert "E1" not in steps(ground)
    with pytest.raises(Refused):
        ground.submit(StepTo("E1"))


def test_the_edge_of_the_map_cannot_be_crossed() -> None:
    """HOW-TRV-01"""
    assert steps(travelling("A1")) == {"A2", "B1"}


@pytest.mark.parametrize("army", ["red", "blue"])
def test_a_space_with_units_of_any_side_may_be_entered(army: str) -> None:
    """HOW-TRV-05"""
    ground = travelling()
    units = {f"{army}_{number}": ("pike", "circle", "E5", "up") for number in range(3)}
    ground.units(**units).submit(StepTo("E5"))
    assert ground.state.figures["nabo"] == "E5"


def test_a_water_space_may_be_entered_and_left() -> None:
    """HOW-TRV-05"""
    ground = travelling("G3")
    ground.submit(StepTo("G2"))
    ground.submit(StepTo("G1"))
    assert ground.state.figures["nabo"] == "G1"


@pytest.mark.parametrize("space", ["C2", "A4", "C6", "G6"])
def test_every_other_kind_of_space_may_be_entered(space: str) -> None:
    """HOW-TRV-05"""
    below = f"{space[0]}{int(space[1]) + 1}"
    ground = travelling(below)
    ground.submit(StepTo(space))
    assert ground.state.figures["nabo"] == space


def test_a_space_with_other_adventurers_may_be_entered() -> None:
    """HOW-TRV-05"""
    ground = travelling("E5")
    ground.submit(StepTo("E4"))
    assert ground.state.figures == {"nabo": "E4", "tambatro": "E4"}


def test_travel_moves_nobody_but_the_acting_figure() -> None:
    """HOW-TRV-06"""
    ground = travelling().units(red_1=("pike", "circle", "E4", "down"))
    assert ground.moves("tambatro") == ()
    ground.submit(StepTo("E5"))
    assert ground.state.figures == {"nabo": "E5", "tambatro": "E4"}
    assert ground.unit("red-1").space == "E4"
