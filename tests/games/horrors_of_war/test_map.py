"""The map: what spaces are like, and how they lie to each other."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.core.content import builtin
from engine.games.horrors_of_war.choices import possible_targets
from engine.games.horrors_of_war.content.library import GAME, library, read
from engine.games.horrors_of_war.content.operations import Advance, Attack, DigIn, Face, Ferry, Fortify
from engine.games.horrors_of_war.content.scene import scene_of
from engine.games.horrors_of_war.content.types import ScenarioFile, Target, Terrain
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    FortificationsPlaced,
    MotivationChanged,
    UnitAttacked,
    UnitBlocked,
    UnitMoved,
    UnitWounded,
)
from engine.games.horrors_of_war.moves import PlayCard, StepTo, UseRow
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import options, scheme

FACINGS = ("up", "up-right", "down-right", "down", "down-left", "up-left")


def drawn(*rows: str, **legend: Terrain) -> ScenarioFile:
    """The proving ground with another map; `x` is plain and `s` the starting space, unless the legend says more."""
    symbols = {"x": Terrain("plain"), "s": Terrain("camp", start=True), **legend}
    return replace(library().scenes["proving-ground"].file, map=rows, legend=symbols)


@pytest.fixture
def ground_on(monkeypatch: pytest.MonkeyPatch) -> Callable[[ScenarioFile], Ground]:
    """Open a table on a map drawn for one test."""

    def opened(file: ScenarioFile) -> Ground:
        monkeypatch.setitem(library().scenes, "proving-ground", scene_of(file))
        return Ground()

    return opened


# One map of hexagons


def test_a_unit_walks_from_one_page_over_the_seam_to_the_end_of_the_other() -> None:
    """HOW-MAP-01"""
    ground = Ground().units(red_1=("pike", "circle", "A5", "up-right"))
    zigzag = (Advance(), Face(by=1), Advance(), Face(by=-1)) * 4
    walked = [fact.to for fact in only(ground.do(*zigzag), UnitMoved)]
    assert walked == ["B4", "C5", "D4", "E5", "F4", "G5", "H4", "I5"]


def test_an_adventurer_steps_over_the_seam() -> None:
    """HOW-MAP-01"""
    ground = Ground().stand("nabo", "D4").hand("nabo", "p-travel", "p-fortify")
    ground.use("p-travel", "travel")
    for space in ("E5", "F4", "G5"):
        assert ground.submit(StepTo(space))[0] == AdventurerMoved("nabo", space)


def test_a_space_has_six_neighbours_one_for_each_facing() -> None:
    """HOW-MAP-11"""
    reached = []
    for facing in FACINGS:
        ground = Ground().units(red_1=("pike", "circle", "E4", facing))
        reached += [fact.to for fact in only(ground.do(Advance()), UnitMoved)]
    assert reached == ["E3", "F3", "F4", "E5", "D4", "D3"]


@pytest.mark.parametrize(("by", "reached"), [(1, "E3 F3 F4 E5 D4 D3"), (-1, "E3 D3 D4 E5 F4 F3")])
def test_turning_goes_clockwise_as_seen_from_above_and_six_turns_lead_back(by: int, reached: str) -> None:
    """HOW-MAP-11"""
    ground = Ground().units(red_1=("pike", "circle", "E4", "up"))
    facts = ground.do(*(Advance(), Advance(direction="backward"), Face(by=by)) * 6)
    assert [fact.to for fact in only(facts, UnitMoved)][::2] == reached.split()
    assert ground.unit("red-1").facing == "up"


# Distance


@pytest.mark.parametrize("between", ["red_2", "blue_2", "nobody"])
def test_units_and_adventurers_in_between_neither_block_nor_lengthen_distance(between: str) -> None:
    """HOW-MAP-06"""
    ground = Ground().units(
        red_1=("bow", "circle", "G4", "down"),
        blue_1=("pike", "circle", "G7", "up"),
        **({} if between == "nobody" else {between: ("shade", "star", "G6", "up")}),
    )
    facts = ground.stand("nabo", "G5").do(Attack())
    assert [fact.target for fact in only(facts, UnitAttacked)] == ["blue-1"]


@pytest.mark.parametrize(("apart", "is_hit"), [(2, True), (3, False)])
def test_an_impassable_space_in_between_neither_blocks_nor_lengthens_distance(
    apart: int, is_hit: bool, ground_on: Callable[[ScenarioFile], Ground]
) -> None:
    """HOW-MAP-06"""
    cliff = Terrain("cliff", impassable=True)
    ground = ground_on(drawn("s", "", "^", "", "x", "", "x", **{"^": cliff}))
    ground.units(red_1=("pike", "circle", "A1", "down"), blue_1=("pike", "circle", f"A{1 + apart}", "up"))
    assert bool(only(ground.do(Attack()), UnitAttacked)) is is_hit


def test_distance_is_the_smallest_number_of_steps() -> None:
    """HOW-MAP-06"""
    grid = library().scenes["proving-ground"].board.grid
    assert [grid.distance("A1", space) for space in ("A1", "B1", "B2", "C2", "C3", "I1", "I7")] == [
        0,
        1,
        2,
        2,
        3,
        8,
        10,
    ]


# What spaces do


def attack_on_it(ground: Ground) -> list[object]:
    """A pike attacks a unit on A1 from two spaces away."""
    ground.units(red_1=("pike", "circle", "A3", "up"), blue_1=("pike", "circle", "A1", "down"))
    return [*only(ground.do(Attack()), UnitAttacked)]


def march_onto_it(ground: Ground) -> list[object]:
    """A unit moves to A1."""
    ground.units(red_1=("pike", "circle", "A2", "up"))
    return [*ground.motivation(red=6).do(Advance())]


def fortify_it(ground: Ground) -> list[object]:
    """An effect fortifies A1."""
    return [*ground.do(Fortify(2), target="space:A1")]


@pytest.mark.parametrize(
    ("kind", "act", "on_plain", "on_it"),
    [
        (Terrain("wood", stealth=True), attack_on_it, [UnitAttacked(("red-1",), "blue-1", 2, 0)], []),
        (Terrain("lake", water=True), fortify_it, [FortificationsPlaced("A1", 2)], []),
        (
            Terrain("cliff", impassable=True),
            march_onto_it,
            [UnitMoved("red-1", "A1")],
            [UnitBlocked("red-1", "impassable")],
        ),
        (
            Terrain("fort", motivation=2),
            march_onto_it,
            [UnitMoved("red-1", "A1")],
            [UnitMoved("red-1", "A1"), MotivationChanged("red", 8, "tower")],
        ),
        (
            Terrain("rocks", defence=1),
            attack_on_it,
            [UnitAttacked(("red-1",), "blue-1", 2, 0)],
            [UnitAttacked(("red-1",), "blue-1", 2, 1)],
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Terrain) else "",
)
def test_the_map_gives_a_space_its_effect(
    kind: Terrain,
    act: Callable[[Ground], list[object]],
    on_plain: list[object],
    on_it: list[object],
    ground_on: Callable[[ScenarioFile], Ground],
) -> None:
    """HOW-MAP-02"""
    rows = ("o", "", "x", "", "x", "", "s")
    assert act(ground_on(drawn(*rows, o=Terrain("plain")))) == on_plain
    assert act(ground_on(drawn(*rows, o=kind))) == on_it


@pytest.mark.parametrize(("rows", "start"), [("s   x", "A1"), ("x   s", "C1")])
def test_adventurers_begin_where_the_map_has_its_starting_space(
    rows: str, start: str, ground_on: Callable[[ScenarioFile], Ground]
) -> None:
    """HOW-MAP-02, HOW-MAP-09"""
    assert ground_on(drawn(rows)).state.figures == {"nabo": start}


@pytest.mark.parametrize(("space", "attacked"), [("C2", []), ("G2", ["blue-1"]), ("G3", ["blue-1"])])
def test_a_unit_on_a_stealth_space_has_stealth(space: str, attacked: list[str]) -> None:
    """HOW-MAP-03"""
    column, row = space[0], int(space[1])
    ground = Ground().units(
        red_1=("pike", "circle", f"{column}{row + 2}", "up"),
        blue_1=("pike", "circle", space, "down"),
    )
    assert [fact.target for fact in only(ground.do(Attack()), UnitAttacked)] == attacked


def test_a_unit_that_leaves_a_stealth_space_leaves_its_stealth_behind() -> None:
    """HOW-MAP-03"""
    ground = Ground().units(red_1=("pike", "circle", "C4", "up"), blue_1=("pike", "circle", "C2", "up"))
    assert only(ground.do(Attack()), UnitAttacked) == []
    ground.do(Advance(direction="backward"), army="blue")
    assert only(ground.do(Attack()), UnitAttacked) == [UnitAttacked(("red-1",), "blue-1", 2, 0)]


@pytest.mark.parametrize("space", ["G3", "G2", "E4"])
def test_a_unit_can_have_stealth_by_its_own_text_wherever_it_stands(space: str) -> None:
    """HOW-MAP-10"""
    column, row = space[0], int(space[1])
    attacker = ("pike", "circle", f"{column}{row + 2}", "up")
    shade = Ground().units(red_1=attacker, blue_1=("shade", "circle", space, "down"))
    pike = Ground().units(red_1=attacker, blue_1=("pike", "circle", space, "down"))
    assert only(shade.do(Attack()), UnitAttacked) == []
    assert only(pike.do(Attack()), UnitAttacked) == [UnitAttacked(("red-1",), "blue-1", 2, 0)]


def test_a_water_space_cannot_be_fortified() -> None:
    """HOW-MAP-04"""
    ground = Ground().stand("nabo", "G2").units(red_1=("pike", "circle", "G2", "down"))
    assert ground.do(Fortify(1), target="space:G2") == []
    assert ground.do(Fortify(1, where="own")) == []
    assert ground.do(DigIn(1)) == []


@pytest.mark.parametrize(("space", "is_offered"), [("G2", False), ("G3", True)])
def test_a_fortify_row_is_not_offered_on_water(space: str, is_offered: bool) -> None:
    """HOW-MAP-04"""
    ground = Ground().stand("nabo", space).hand("nabo", "p-fortify")
    ground.submit(PlayCard("p-fortify"))
    assert (UseRow("fortify") in ground.moves()) is is_offered


def test_an_adventurer_cannot_enter_an_impassable_space() -> None:
    """HOW-MAP-05"""
    ground = Ground().stand("nabo", "E2").hand("nabo", "p-travel", "p-fortify")
    ground.use("p-travel", "travel")
    steps = {move.space for move in ground.moves() if isinstance(move, StepTo)}
    assert steps == {"F1", "F2", "E3", "D2", "D1"}


def test_no_ferry_lands_on_an_impassable_space(ground_on: Callable[[ScenarioFile], Ground]) -> None:
    """HOW-MAP-05"""
    file = library().scenes["proving-ground"].file
    ground = ground_on(replace(file, areas={**file.areas, "ship": ("I1", "I2"), "shore": ("E1", "E2", "E3")}))
    scheme(ground.stand("nabo", "I1"), Ferry(("ship", "shore")))
    assert options(ground) == ["space:E2", "space:E3"]


def test_no_scheme_is_about_an_impassable_space() -> None:
    """HOW-MAP-05: nobody can get there and nothing can be built there."""
    ground = Ground().stand("nabo", "E2")
    found = possible_targets(ground.state, Target("space", reach=1), "nabo")
    assert sorted(found) == ["space:D1", "space:D2", "space:E2", "space:E3", "space:F1", "space:F2"]


def test_a_unit_cannot_enter_an_impassable_space() -> None:
    """HOW-MAP-05"""
    ground = Ground().units(red_1=("pike", "circle", "E2", "down"), red_2=("pike", "circle", "F2", "down"))
    assert ground.do(Advance(direction="backward")) == [UnitBlocked("red-1", "impassable"), UnitMoved("red-2", "F1")]
    assert ground.unit("red-1").space == "E2"


def test_an_impassable_space_cannot_be_fortified() -> None:
    """HOW-MAP-05"""
    assert Ground().do(Fortify(1), target="space:E1") == []
    assert Ground().do(Fortify(1), target="space:E2") == [FortificationsPlaced("E2", 1)]


def test_a_unit_in_water_moves_and_attacks_as_on_land() -> None:
    """HOW-MAP-08"""
    ground = Ground().units(red_1=("pike", "circle", "G2", "down"), blue_1=("pike", "circle", "H2", "up"))
    assert ground.do(Attack(), Advance(), Advance(direction="backward")) == [
        UnitAttacked(("red-1",), "blue-1", 2, 0),
        UnitWounded("blue-1", 2, ("red-1",)),
        UnitMoved("red-1", "G3"),
        UnitMoved("red-1", "G2"),
    ]


def test_a_unit_in_water_is_attacked_as_on_land() -> None:
    """HOW-MAP-08"""
    ground = Ground().units(red_1=("pike", "circle", "G4", "up"), blue_1=("pike", "circle", "G2", "down"))
    assert ground.do(Attack()) == [
        UnitAttacked(("red-1",), "blue-1", 2, 0),
        UnitWounded("blue-1", 2, ("red-1",)),
    ]


def test_water_does_not_slow_an_adventurer() -> None:
    """HOW-MAP-08"""
    ground = Ground().stand("nabo", "G1").hand("nabo", "p-travel", "p-fortify")
    ground.use("p-travel", "travel")
    for space in ("G2", "G3", "G4"):
        assert StepTo(space) in ground.moves()
        ground.submit(StepTo(space))
    assert ground.state.figures["nabo"] == "G4"


# The starting space


def test_each_built_in_map_has_exactly_one_starting_space() -> None:
    """HOW-MAP-09"""
    scenes = read(builtin(GAME)).scenes
    starts = {name: [kind.start for kind in scene.board.terrain.values()].count(True) for name, scene in scenes.items()}
    assert starts
    assert set(starts.values()) == {1}


@pytest.mark.parametrize("row", ["x   x", "s   s"])
def test_a_map_without_exactly_one_starting_space_is_refused(row: str) -> None:
    """HOW-MAP-09"""
    with pytest.raises(ValueError, match="exactly one starting space"):
        scene_of(drawn(row))
