"""Facings, space names, distances and rings of the hex grid, and the paths drawn on it."""

from itertools import pairwise
from math import atan2, degrees, isclose, sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.core.hexes import (
    FACINGS,
    Facing,
    Grid,
    Hex,
    Path,
    direction,
    distance,
    hex_of,
    name_of,
    neighbour,
    opposite,
    ring,
    turned,
    within,
)

LETTERS = "ABCDEFGHIJKL"
MAP = Grid(f"{letter}{row}" for letter in LETTERS for row in range(1, 10))

facings = st.sampled_from(FACINGS)
hexes = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
radii = st.integers(1, 7)
spaces = st.sampled_from(MAP.spaces)
untimed = settings(deadline=None)


def drawn_at(name: str) -> tuple[int, int]:
    """Where a board of pitch 8×4 draws a space: `Layout.origin` of the notes on screens, for columns A to Z."""
    column, row = ord(name[0]) - ord("A"), int(name[1:]) - 1
    return column * 8, row * 4 + (column & 1) * 2


def clockwise_from_up(centre: Hex, here: Hex) -> float:
    """The angle at which a flat-top hex of side 1 is seen from another, in degrees clockwise from straight up."""
    columns, rows = here[0] - centre[0], here[1] - centre[1]
    return degrees(atan2(1.5 * columns, -sqrt(3) * (rows + columns / 2))) % 360


def steps_by_walking(grid: Grid, start: str) -> dict[str, int]:
    """How many steps each space is away, found by spreading out over adjacent spaces."""
    reached, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for space in grid.adjacent(here):
            if space not in reached:
                reached[space] = reached[here] + 1
                edge.append(space)
    return reached


# Facings


def test_there_are_six_facings_and_they_go_clockwise_from_up() -> None:
    """HOW-MAP-11"""
    assert FACINGS == ("up", "up-right", "down-right", "down", "down-left", "up-left")
    assert [round(clockwise_from_up((0, 0), neighbour((0, 0), facing))) for facing in FACINGS] == [
        0,
        60,
        120,
        180,
        240,
        300,
    ]


@pytest.mark.parametrize(
    ("facing", "by", "expected"),
    [
        ("up", 1, "up-right"),
        ("up", -1, "up-left"),
        ("up-left", 1, "up"),
        ("down", 2, "up-left"),
        ("down-right", 0, "down-right"),
        ("down-left", -8, "down-right"),
    ],
)
def test_turning_goes_clockwise_and_back(facing: Facing, by: int, expected: Facing) -> None:
    """HOW-MAP-11"""
    assert turned(facing, by) == expected


@untimed
@given(facings, st.integers(-20, 20))
def test_six_turns_lead_back_and_a_turn_can_be_undone(facing: Facing, by: int) -> None:
    """HOW-MAP-11"""
    assert turned(facing, 6) == facing
    assert turned(turned(facing, by), -by) == facing
    assert turned(facing, by + 1) == turned(turned(facing, by), 1)
    assert len({turned(facing, turns) for turns in range(6)}) == 6


@pytest.mark.parametrize(("facing", "behind"), [("up", "down"), ("up-right", "down-left"), ("down-right", "up-left")])
def test_the_opposite_facing_is_three_turns_away(facing: Facing, behind: Facing) -> None:
    """HOW-MAP-11"""
    assert opposite(facing) == behind == turned(facing, 3)
    assert opposite(behind) == facing


@untimed
@given(hexes, facings)
def test_a_step_and_a_step_back_lead_home(here: Hex, facing: Facing) -> None:
    """HOW-MOV-10: backward is the step away from the front."""
    assert neighbour(here, facing) != here
    assert neighbour(neighbour(here, facing), opposite(facing)) == here


@untimed
@given(hexes, facings)
def test_the_direction_to_a_neighbour_is_the_facing_that_leads_there(here: Hex, facing: Facing) -> None:
    """HOW-MAP-11"""
    assert direction(here, neighbour(here, facing)) == facing


@untimed
@given(hexes, hexes)
def test_only_adjacent_hexes_have_a_direction(a: Hex, b: Hex) -> None:
    """HOW-MAP-11"""
    assert (direction(a, b) is not None) == (distance(a, b) == 1)


# Distance


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("C4", "C4", 0),
        ("C4", "D3", 1),
        ("C4", "D4", 1),
        ("C4", "D5", 2),
        ("C4", "C9", 5),
        ("A1", "E1", 4),
        ("A1", "E3", 4),
        ("A1", "E4", 5),
        ("B1", "A1", 1),
        ("B1", "A2", 1),
        ("B1", "A3", 2),
        ("L1", "A9", 13),
    ],
)
def test_distance_counts_steps(a: str, b: str, steps: int) -> None:
    """HOW-MAP-06: counted by hand on a drawn map."""
    assert distance(hex_of(a), hex_of(b)) == steps
    assert MAP.distance(a, b) == steps


@untimed
@given(spaces)
def test_distance_is_the_length_of_the_shortest_walk_on_a_map_without_gaps(start: str) -> None:
    """HOW-MAP-06"""
    walked = steps_by_walking(MAP, start)
    assert {space: MAP.distance(start, space) for space in MAP.spaces} == walked


@untimed
@given(hexes, hexes, hexes)
def test_distance_is_symmetric_and_no_detour_is_shorter(a: Hex, b: Hex, c: Hex) -> None:
    """HOW-MAP-06"""
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)


def test_gaps_in_the_map_neither_block_nor_lengthen_distance() -> None:
    """HOW-MAP-06"""
    apart = Grid(["C2", "C4", "H8"])
    assert apart.distance("C2", "C4") == 2
    assert apart.distance("C4", "H8") == MAP.distance("C4", "H8") == 7


@untimed
@given(spaces, facings, spaces)
def test_the_hex_ahead_has_its_distances_beyond_the_edge_as_well(start: str, facing: Facing, to: str) -> None:
    """HOW-MAP-06: measured twice, because the first answer is kept for the second."""
    expected = distance(neighbour(hex_of(start), facing), hex_of(to))
    assert MAP.distances_ahead(start, facing)[to] == MAP.distances_ahead(start, facing)[to] == expected


# Rings


@untimed
@given(hexes, radii, facings)
def test_a_ring_is_one_unbroken_walk_through_all_hexes_of_its_distance(
    centre: Hex, radius: int, facing: Facing
) -> None:
    """HOW-ATK-06"""
    walk = ring(centre, radius, facing)
    assert len(walk) == len(set(walk)) == 6 * radius
    assert {distance(centre, here) for here in walk} == {radius}
    assert all(distance(a, b) == 1 for a, b in pairwise((*walk, walk[0])))


@untimed
@given(hexes, radii, facings)
def test_a_ring_starts_straight_ahead_and_goes_clockwise(centre: Hex, radius: int, facing: Facing) -> None:
    """HOW-ATK-05, HOW-ATK-06"""
    walk = ring(centre, radius, facing)
    ahead = centre
    for _ in range(radius):
        ahead = neighbour(ahead, facing)
    assert walk[0] == ahead
    front = clockwise_from_up(centre, ahead)
    seen_at = [(clockwise_from_up(centre, here) - front + 1e-9) % 360 for here in walk]
    assert isclose(seen_at[0], 0, abs_tol=1e-6)
    assert all(before < after for before, after in pairwise(seen_at))


def test_the_ring_of_a_hex_itself_is_that_hex() -> None:
    """DOP-TERR-08: units that share a space are at distance 0."""
    assert ring((3, 4), 0, "down") == ((3, 4),)


@untimed
@given(hexes, st.integers(0, 6))
def test_within_holds_each_hex_up_to_its_radius_once_and_the_nearest_first(centre: Hex, radius: int) -> None:
    """HOW-ATK-02"""
    near = within(centre, radius)
    assert len(near) == len(set(near)) == 1 + 3 * radius * (radius + 1)
    far = [distance(centre, here) for here in near]
    assert far == sorted(far)
    assert far[0] == 0
    assert far[-1] == radius


@pytest.mark.parametrize(
    ("facing", "order"),
    [
        ("up", "C3 D3 D4 C5 B4 B3"),
        ("down-right", "D4 C5 B4 B3 C3 D3"),
        ("up-left", "B3 C3 D3 D4 C5 B4"),
    ],
)
def test_adjacent_spaces_are_taken_clockwise_from_the_one_in_front(facing: Facing, order: str) -> None:
    """HOW-ATK-05: read off a drawn map."""
    assert MAP.ring("C4", 1, facing) == tuple(order.split())


@pytest.mark.parametrize(
    ("facing", "order"),
    [
        ("up", "C2 D2 E3 E4 E5 D5 C6 B5 A5 A4 A3 B2"),
        ("down-right", "E5 D5 C6 B5 A5 A4 A3 B2 C2 D2 E3 E4"),
        ("down-left", "A5 A4 A3 B2 C2 D2 E3 E4 E5 D5 C6 B5"),
    ],
)
def test_the_second_ring_is_walked_whole_from_two_steps_ahead(facing: Facing, order: str) -> None:
    """HOW-ATK-06: read off a drawn map."""
    assert MAP.ring("C4", 2, facing) == tuple(order.split())


def test_a_ring_leaves_out_what_is_off_the_map_and_keeps_its_order() -> None:
    """HOW-ATK-05: straight ahead lies outside the map, so the walk begins with the next space clockwise."""
    assert MAP.ring("A1", 1, "up") == ("B1", "A2")
    assert MAP.ring("A1", 2, "down-left") == ("C1", "C2", "B2", "A3")
    assert MAP.ring("A1", 40, "up") == ()


def test_asking_twice_for_a_ring_or_a_distance_gives_the_same_answer() -> None:
    """HOW-ATK-05, HOW-MAP-06"""
    fresh = Grid(MAP.spaces)
    for facing in FACINGS:
        assert fresh.ring("F5", 2, facing) == fresh.ring("F5", 2, facing) == MAP.ring("F5", 2, facing)
        assert fresh.ring("F5", 1, facing) != fresh.ring("F5", 2, facing)
    assert fresh.distance("F5", "A1") == fresh.distance("F5", "A1") == fresh.distance("A1", "F5") == 7


# Names


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("A1", (0, 0)),
        ("A2", (0, 1)),
        ("B1", (1, 0)),
        ("C1", (2, -1)),
        ("C4", (2, 2)),
        ("D4", (3, 2)),
        ("Z13", (25, 0)),
        ("AA14", (26, 0)),
        ("AB14", (27, 0)),
        ("AZ1", (51, -25)),
        ("BA1", (52, -26)),
        ("AAA1", (702, -351)),
        ("A0", (0, -1)),
        ("A-1", (0, -2)),
        ("-A1", (-1, 1)),
        ("-B1", (-2, 1)),
        ("-Z0", (-26, 12)),
        ("-AA-3", (-27, 10)),
    ],
)
def test_names_count_columns_and_rows_from_the_top_left(name: str, here: Hex) -> None:
    """Odd columns (B, D, …) lie half a hex lower; after Z comes AA; beyond A1 columns and rows count backwards."""
    assert hex_of(name) == here
    assert name_of(here) == name


@untimed
@given(st.integers(-20_000, 20_000), st.integers(-20_000, 20_000))
def test_every_hex_has_one_name_and_the_name_leads_back(column: int, row: int) -> None:
    """Columns count rows of their own, so a hex in column q starts q // 2 rows earlier."""
    here = (column, row - column // 2)
    assert hex_of(name_of(here)) == here
    assert name_of(here).endswith(str(row + 1))


@untimed
@given(st.from_regex(r"[A-Z]{1,3}[1-9][0-9]{0,3}", fullmatch=True))
def test_a_name_survives_the_way_to_a_hex_and_back(name: str) -> None:
    """There is one name for one space."""
    assert name_of(hex_of(name)) == name


@pytest.mark.parametrize(
    "name",
    ["", "C", "4", "C04", "C-0", "C-04", "--C4", "-4", "c4", "4C", "C4 ", " C4", "C4\n", "C4x", "Ä4", "C٤", "C1٤"],
)
def test_what_is_not_a_space_name_is_refused_in_a_sentence(name: str) -> None:
    """One name for one space: no small letters, no leading zero, ASCII only."""
    with pytest.raises(ValueError, match=r"is not the name of a space: .*as in C4\.$"):
        hex_of(name)


def test_a_map_grows_beyond_a1_in_every_direction() -> None:
    """The spaces around A1 have names, and are adjacent to it."""
    around = Grid(within(hex_of("A1"), 1))
    assert set(around.adjacent("A1")) == {"A0", "B0", "B1", "A2", "-A1", "-A0"}
    assert all(around.distance(space, "A1") == 1 for space in around.adjacent("A1"))


# Grid


@untimed
@given(spaces, facings)
def test_a_step_on_the_map_is_a_step_on_the_drawn_board(space: str, facing: Facing) -> None:
    """HOW-MAP-11: the six arrows ↑↗↘↓↙↖ on a board of pitch 8×4 that shoves every second column down by half."""
    moves: dict[Facing, tuple[int, int]] = {
        "up": (0, -4),
        "up-right": (8, -2),
        "down-right": (8, 2),
        "down": (0, 4),
        "down-left": (-8, 2),
        "up-left": (-8, -2),
    }
    x, y = drawn_at(space)
    there = (x + moves[facing][0], y + moves[facing][1])
    drawn = {drawn_at(other): other for other in MAP.spaces}
    assert MAP.step(space, facing) == drawn.get(there)


def test_the_neighbours_of_an_upper_and_of_a_lower_column() -> None:
    """HOW-MAP-11: read off a drawn map, clockwise from straight up."""
    assert MAP.adjacent("C4") == ("C3", "D3", "D4", "C5", "B4", "B3")
    assert MAP.adjacent("D4") == ("D3", "E4", "E5", "D5", "C5", "C4")
    assert MAP.adjacent("A1") == ("B1", "A2")
    assert MAP.adjacent("L9") == ("L8", "K9")


def test_there_is_no_step_off_the_map() -> None:
    """HOW-MOV-07"""
    assert MAP.step("A1", "up") is None
    assert MAP.step("A1", "up-left") is None
    assert MAP.step("A1", "down-right") == "B1"
    assert Grid(["A1"]).step("A1", "down-right") is None


@untimed
@given(spaces, spaces)
def test_adjacency_direction_and_distance_agree(a: str, b: str) -> None:
    """HOW-MAP-01, HOW-MAP-06"""
    facing = MAP.direction(a, b)
    assert (facing is not None) == (b in MAP.adjacent(a)) == (a in MAP.adjacent(b)) == (MAP.distance(a, b) == 1)
    assert facing is None or MAP.step(a, facing) == b


def test_a_grid_is_the_same_in_whatever_order_and_form_its_spaces_are_given() -> None:
    """A grid is its spaces: column by column and downwards, C9 before C10."""
    grid = Grid(["C10", "B1", "C9", (0, 0), "A1", "AA1"])
    assert grid.spaces == ("A1", "B1", "C9", "C10", "AA1")
    assert grid == Grid(iter(("AA1", "A1", "B1", "C9", "C10")))
    assert hash(grid) == hash(Grid(grid.spaces))
    assert grid != Grid(["A1", "B1"])


def test_a_grid_knows_its_spaces() -> None:
    """A space of the grid is in it; names of other spaces are not."""
    assert "C4" in MAP
    assert "M1" not in MAP
    assert "C10" not in MAP
    assert len(MAP.spaces) == 108


def test_a_grid_cannot_be_changed() -> None:
    """Tables share one grid per map."""
    with pytest.raises(AttributeError):
        MAP.spaces = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        MAP.more = ()  # type: ignore[attr-defined]


def test_asking_about_a_space_that_is_not_there_is_an_error() -> None:
    """A wrong name never passes for a space without neighbours."""
    for ask in (MAP.adjacent, lambda space: MAP.step(space, "up"), lambda space: MAP.ring(space, 1, "up")):
        with pytest.raises(KeyError, match="M1"):
            ask("M1")
    for a, b in (("M1", "C4"), ("C4", "M1")):
        with pytest.raises(KeyError, match="M1"):
            MAP.distance(a, b)


def test_a_grown_map_joins_new_spaces_to_old_ones_and_leaves_the_old_map_alone() -> None:
    """BIO-SETUP-17: camp, farmland NW, forest N, grassland NE; then a cell beyond the forest is explored."""
    start = Grid(["M20", "L19", "M19", "N19"])
    assert start.adjacent("M20") == ("M19", "N19", "L19")
    assert start.ring("M20", 2, "up") == ()
    assert start.distance("M20", "M19") == 1
    grown = start.with_spaces(["M18", "M19"])
    assert grown.step("M19", "up") == "M18"
    assert grown.ring("M20", 2, "up") == ("M18",)
    assert grown.distance("M20", "M18") == 2
    assert grown == Grid(["M18", "M19", "M20", "L19", "N19"])
    assert "M18" not in start
    assert start.step("M19", "up") is None
    assert start.ring("M20", 2, "up") == ()


@untimed
@given(st.lists(spaces, max_size=30), st.lists(spaces, max_size=30))
def test_a_map_grown_step_by_step_equals_one_drawn_at_once(first: list[str], later: list[str]) -> None:
    """BIO-EXPL-01: exploring adds spaces in any order."""
    grown, drawn = Grid(first).with_spaces(later), Grid({*first, *later})
    assert grown == drawn
    assert all(grown.adjacent(space) == drawn.adjacent(space) for space in drawn.spaces)


# Paths


ROAD = Path(["B5", "C5", "D4", "D3", "E4"], closed=False)
CIRCLE = Path(MAP.ring("F5", 1, "up"), closed=True)


@st.composite
def roads(draw: st.DrawFn) -> Path:
    """A walk over the map that visits no space twice."""
    walk = [draw(spaces)]
    for facing in draw(st.lists(facings, min_size=1, max_size=20)):
        onward = MAP.step(walk[-1], facing)
        if onward is not None and onward not in walk:
            walk.append(onward)
    assume(len(walk) >= 2)
    return Path(walk, closed=False)


@st.composite
def circles(draw: st.DrawFn) -> Path:
    """A ring that fits on the map, walked one way or the other."""
    radius = draw(st.integers(1, 3))
    walk = MAP.ring(draw(spaces), radius, draw(facings))
    assume(len(walk) == 6 * radius)
    return Path(walk if draw(st.booleans()) else walk[::-1], closed=True)


def test_a_road_leads_forward_along_its_arrows_and_ends() -> None:
    """HOW-S3-02, HOW-S3-03"""
    assert [ROAD.forward(space) for space in ROAD.spaces] == ["C5", "D4", "D3", "E4", None]
    assert [ROAD.backward(space) for space in ROAD.spaces] == [None, "B5", "C5", "D4", "D3"]
    assert "D4" in ROAD
    assert "D5" not in ROAD


def test_a_circle_has_no_end() -> None:
    """HOW-S6-07"""
    assert CIRCLE.spaces == ("F4", "G5", "G6", "F6", "E6", "E5")
    assert CIRCLE.forward("E5") == "F4"
    assert CIRCLE.backward("F4") == "E5"


def test_the_arrow_points_to_the_next_space_and_at_the_end_of_a_road_straight_on() -> None:
    """HOW-MAP-07, HOW-ATK-20: the arrow of a space is the front of units that move by arrows."""
    assert [ROAD.arrow(MAP, space) for space in ROAD.spaces] == [
        "up-right",
        "up-right",
        "up",
        "down-right",
        "down-right",
    ]
    assert [CIRCLE.arrow(MAP, space) for space in CIRCLE.spaces] == [
        "down-right",
        "down",
        "down-left",
        "up-left",
        "up",
        "up-right",
    ]


@untimed
@given(st.one_of(roads(), circles()))
def test_forward_and_backward_undo_each_other(path: Path) -> None:
    """HOW-S3-02, HOW-S6-06: backward is against the arrow that leads forward."""
    onward = {space: path.forward(space) for space in path.spaces}
    assert all(path.backward(there) == space for space, there in onward.items() if there is not None)
    assert [space for space, there in onward.items() if there is None] == ([] if path.closed else [path.spaces[-1]])
    assert [space for space in path.spaces if path.backward(space) is None] == ([] if path.closed else [path.spaces[0]])


@untimed
@given(st.one_of(roads(), circles()))
def test_a_step_along_the_arrow_is_the_step_forward(path: Path) -> None:
    """HOW-MAP-07"""
    path.check(MAP)
    for space in path.spaces:
        onward = path.forward(space)
        if onward is not None:
            assert MAP.step(space, path.arrow(MAP, space)) == onward


@pytest.mark.parametrize(
    ("walk", "closed", "named"),
    [
        (["A1", "A2", "A4", "A9"], False, "from A2 to A4"),
        (["A1", "B1", "C2"], True, "from C2 to A1"),
        (["K9", "L9", "M9"], False, "from L9 to M9"),
        (["M9", "L9", "K9"], False, "from M9 to L9"),
    ],
    ids=["gap", "circle that does not close", "runs off the map", "starts off the map"],
)
def test_a_path_over_spaces_that_are_not_adjacent_is_refused_by_their_names(
    walk: list[str], closed: bool, named: str
) -> None:
    """HOW-MAP-07: arrows lead to adjacent spaces."""
    with pytest.raises(ValueError, match=f"cannot go {named}: they are not adjacent"):
        Path(walk, closed=closed).check(MAP)


def test_the_same_spaces_make_a_road_where_they_make_no_circle() -> None:
    """HOW-S6-07: only a circle has an arrow from its last space to its first."""
    Path(["A1", "B1", "C2"], closed=False).check(MAP)
    Path(["A1", "B1", "A2"], closed=True).check(MAP)


@pytest.mark.parametrize(
    ("walk", "closed"),
    [([], False), (["A1"], False), (["A1", "A2"], True), (["A1", "A2", "A1"], False), (["A1", "B1", "A2", "A1"], True)],
)
def test_a_path_is_long_enough_and_visits_no_space_twice(walk: list[str], closed: bool) -> None:
    """HOW-S3-02, HOW-S6-06: each space has one arrow."""
    with pytest.raises(ValueError, match=r"^A (road|path) .*\.$"):
        Path(walk, closed=closed)


def test_paths_are_equal_by_their_spaces_and_cannot_be_changed() -> None:
    """A list and a tuple of the same spaces make the same road."""
    assert Path(list(ROAD.spaces), closed=False) == ROAD
    assert hash(Path(list(ROAD.spaces), closed=False)) == hash(ROAD)
    assert Path(CIRCLE.spaces, closed=False) != CIRCLE
    with pytest.raises(AttributeError):
        ROAD.closed = True  # type: ignore[misc]


def test_leaving_the_path_is_an_error() -> None:
    """HOW-S3-02, HOW-S6-17: a unit bound to a path never stands beside it."""
    for ask in (ROAD.forward, ROAD.backward, lambda space: ROAD.arrow(MAP, space)):
        with pytest.raises(KeyError, match="D5"):
            ask("D5")
