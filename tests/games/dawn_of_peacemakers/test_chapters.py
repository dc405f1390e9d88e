"""The twelve chapters: their maps, armies, task tables, end conditions and marks hold together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from engine.core.content import builtin, load
from engine.games.dawn_of_peacemakers.content import library
from engine.games.dawn_of_peacemakers.content.operations import TASKS
from engine.games.dawn_of_peacemakers.content.scene import Scene
from engine.games.dawn_of_peacemakers.content.types import Army, ScenarioFile, UnitStart
from engine.peacemakers.maps import steps_from

LIBRARY = library.read(builtin("dawn-of-peacemakers"))
SCENES = [pytest.param(scene, id=name) for name, scene in LIBRARY.scenes.items()]
ARMIES = [
    pytest.param(scene.file, army, id=f"{name} {army.id}")
    for name, scene in LIBRARY.scenes.items()
    for army in scene.file.armies
]
CHAPTERS = 12
ELSEWHERE = ("court-seal", "elders-gourd", "old-road", "promise:land", "promise:nothing", "promise:truth")
"""The marks that the campaign itself hands out."""

scenes = pytest.mark.parametrize("scene", SCENES)


def starts(army: Army) -> list[UnitStart]:
    return [unit for portrait in army.portraits for unit in portrait.units]


def added(file: ScenarioFile, army: str) -> list[UnitStart]:
    """The units that variants may add to an army."""
    return [unit for each in file.variants for portrait in each.adds.get(army, ()) for unit in portrait.units]


def named(part: object, key: str) -> Iterator[str]:
    """Every value of a key anywhere in decoded JSON."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name == key and isinstance(value, str) and value:
                yield value
            yield from named(value, key)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from named(each, key)


def test_there_are_twelve_chapters_in_order_and_the_stars_rise() -> None:
    """DOP-CAMP-01"""
    files = [scene.file for scene in LIBRARY.scenes.values()]
    assert [file.number for file in files] == list(range(1, CHAPTERS + 1))
    stars = [file.stars for file in files]
    assert stars == sorted(stars)
    assert (stars[0], stars[-1]) == (1, 5)


def test_no_map_is_used_twice() -> None:
    """DOP-SET-13"""
    assert len({scene.file.map for scene in LIBRARY.scenes.values()}) == CHAPTERS


@scenes
def test_a_map_has_40_to_70_spaces_and_every_open_one_can_be_reached(scene: Scene) -> None:
    board = scene.board
    assert 40 <= len(board.grid.spaces) <= 70
    assert set(steps_from(board.start, scene.ways)) == set(filter(board.is_open, board.grid.spaces))


@scenes
def test_the_adventurers_start_between_the_sides(scene: Scene) -> None:
    """DOP-SET-08: no side is more than 2 steps nearer than the other."""
    near = {}
    for side in scene.file.sides:
        units = [unit for army in scene.file.armies if army.side == side.id for unit in starts(army)]
        near[side.id] = min(scene.board.grid.distance(scene.board.start, unit.space) for unit in units)
    assert max(near.values()) - min(near.values()) <= 2


@scenes
def test_units_start_on_open_spaces_of_their_own(scene: Scene) -> None:
    spaces = [unit.space for army in scene.file.armies for unit in starts(army)]
    assert [space for space, count in Counter(spaces).items() if count > 1] == []
    more = [unit.space for army in scene.file.armies for unit in added(scene.file, army.id)]
    assert [space for space in spaces + more if space not in scene.ways or not scene.board.is_open(space)] == []


@scenes
def test_every_unit_type_and_letter_is_known(scene: Scene) -> None:
    file = scene.file
    types = set(named(msgspec.to_builtins([*file.armies, *file.variants]), "type"))
    assert types <= set(LIBRARY.units)
    letters = [unit.letter for army in file.armies for unit in starts(army)]
    assert len(set(letters)) == len(letters)
    assert {letter for each in file.variants for letter in each.drops} <= set(letters)


@pytest.mark.parametrize(("file", "army"), ARMIES)
def test_each_group_has_a_card_of_every_task_and_no_card_is_needed_that_is_not_there(
    file: ScenarioFile, army: Army
) -> None:
    """DOP-SET-03: there are 2 cards of each task and insignia."""
    cards = Counter((task, group) for task in TASKS for group in army.tasks[task])
    groups = {unit.group for unit in (*starts(army), *added(file, army.id))}
    assert set(cards) == {(task, group) for task in TASKS for group in groups}
    assert max(cards.values()) <= 2
    assert 6 <= cards.total() <= 12
    assert army.changes == 1


@scenes
def test_every_area_is_on_the_map_and_every_named_area_exists(scene: Scene) -> None:
    file = scene.file
    assert {space for area in file.areas.values() for space in area} <= set(scene.board.grid.spaces)
    assert set(named(msgspec.to_builtins(file), "area")) == set(file.areas)


@scenes
def test_fortifications_stand_on_firm_ground(scene: Scene) -> None:
    """DOP-TERR-04"""
    spaces = {*scene.file.fortifications, *(space for each in scene.file.variants for space in each.fortifications)}
    assert spaces <= scene.firm


@scenes
def test_surrender_is_checked_before_the_win_and_every_end_is_told(scene: Scene) -> None:
    """DOP-STAT-01, DOP-S1-03..04"""
    ends = scene.file.ends
    first = [end.when for end in ends[:2]]
    assert {getattr(when, "of", "") for when in first} == set(scene.side_titles)
    assert sum(end.won for end in ends) == 1
    assert [end.id for end in ends if not 40 <= len(end.epilogue.split()) <= 80] == []


@scenes
def test_every_terrain_and_variant_says_what_it_does(scene: Scene) -> None:
    assert [terrain.name for terrain in scene.file.legend.values() if not terrain.text] == []
    assert [each.given for each in scene.file.variants if not each.text] == []
    assert set(scene.file.legend) == set("".join(scene.file.map)) - {" "}


def test_every_mark_that_changes_a_chapter_can_be_had_before_it() -> None:
    given: set[str] = set(ELSEWHERE)
    for scene in LIBRARY.scenes.values():
        needed = {mark for each in scene.file.variants for mark in (*each.given, *each.without)} | set(scene.file.usual)
        assert needed <= given, scene.file.id
        given |= {each.mark for each in scene.file.gives} | {mark for end in scene.file.ends for mark in end.gives}


def test_the_files_are_what_the_types_say() -> None:
    paths = sorted(builtin("dawn-of-peacemakers").glob("scenarios/*.json"))
    assert {load(path, ScenarioFile).id for path in paths} == {path.stem for path in paths}
