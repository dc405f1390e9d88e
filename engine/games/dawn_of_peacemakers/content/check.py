"""What content must fulfil beyond its types: references, maps, numbers, and effects that can happen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from engine.core.content import builtin, load
from engine.core.errors import ContentError, nearest
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content import types as c
from engine.games.dawn_of_peacemakers.content.library import GAME, Library, read
from engine.games.dawn_of_peacemakers.content.scene import Scene, scene_of
from engine.peacemakers.conditions import WHO, WHOSE
from engine.peacemakers.maps import steps_from
from engine.peacemakers.motivation import TRACK_END

Problem = tuple[str, str]
"""A path inside a file, and what is wrong there."""

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

FILES: dict[str, Any] = {
    "resources/*.json": tuple[c.ResourceCard, ...],
    "ploys/*.json": c.PloyFile,
    "tasks.json": tuple[c.TaskCard, ...],
    "units/*.json": tuple[c.UnitType, ...],
    "agendas.json": tuple[c.Agenda, ...],
    "scenarios/*.json": c.ScenarioFile,
}
"""The files of a content folder and their types."""

OF_PLAYERS = (op.Travel, op.Secure, op.Spy, op.Heal, op.Lead, op.Dismantle, op.Recover, op.Hand, op.Bring, op.Join)
"""Operations that ask an acting adventurer or are about one: neither ploys, abilities nor events can have them."""
OF_ORDERS = (op.Edge, op.Veer, op.Everybody, op.For, op.Afterwards)
"""Operations that change a task: only ploys can have them."""


def schemas() -> dict[str, dict[str, Any]]:
    """A JSON Schema for each kind of file, by a name such as scenarios."""
    return {name.partition("/")[0].removesuffix(".json"): msgspec.json.schema(kind) for name, kind in FILES.items()}


def check_folder(folder: Path | None = None) -> list[ContentError]:
    """Everything that is wrong in a folder of content, which lies on top of the built-in one."""
    chosen = folder or builtin(GAME)
    found: list[ContentError] = []
    for pattern, kind in FILES.items():
        for path in sorted(chosen.glob(pattern)):
            try:
                load(path, kind)
            except ContentError as error:
                found.append(error)
    if found:
        return found
    layers = [builtin(GAME)] if chosen.resolve() == builtin(GAME).resolve() else [builtin(GAME), chosen]
    try:
        lib = read(*layers)
    except ContentError as error:
        return [error]
    return [ContentError(str(path), f"${place}", what) for path, place, what in _problems(lib, chosen)]


def _problems(lib: Library, folder: Path) -> Iterator[tuple[Path, str, str]]:
    for path in sorted(folder.glob("resources/*.json")):
        for place, card in enumerate(load(path, tuple[c.ResourceCard, ...])):
            yield from ((path, f"[{place}]{where}", what) for where, what in _resource(card))
    for path in sorted(folder.glob("ploys/*.json")):
        file: c.PloyFile = load(path, c.PloyFile)
        yield from ((path, where, what) for where, what in _ploys(file))
    for path in sorted(folder.glob("units/*.json")):
        for place, unit in enumerate(load(path, tuple[c.UnitType, ...])):
            yield from ((path, f"[{place}]{where}", what) for where, what in _unit(unit))
    for path in sorted(folder.glob("scenarios/*.json")):
        yield from ((path, where, what) for where, what in scenario_problems(lib, load(path, c.ScenarioFile)))


# Cards and units


def _resource(card: c.ResourceCard) -> Iterator[Problem]:
    if not ID.fullmatch(card.id):
        yield ".id", "An id is made of small letters, digits and dashes."
    for row, icons in card.rows.items():
        if icons < 1:
            yield f".rows.{row}", "A row has at least 1 icon."
    for each in _operations(card.scheme.do):
        if isinstance(each, OF_ORDERS):
            yield ".scheme.do", f'"{_tag(each)}" is for ploys only.'


def _ploys(file: c.PloyFile) -> Iterator[Problem]:
    revoked = sum(ploy.copies for ploy in file.ploys if ploy.revoked)
    if revoked != 2:
        yield ".ploys", f"A ploy deck has exactly 2 Revoked cards; this one has {revoked}."
    for place, ploy in enumerate(file.ploys):
        for each in _operations(ploy.do):
            if isinstance(each, OF_PLAYERS):
                yield f".ploys[{place}].do", f'"{_tag(each)}" is for players only.'


def _unit(unit: c.UnitType) -> Iterator[Problem]:
    if min(unit.offence, unit.range, unit.defence, unit.pierce) < 0 or unit.health < 1:
        yield "", "A unit has at least 1 health, and nothing less than 0."
    for ability in unit.abilities:
        for each in _operations(ability.do):
            if isinstance(each, OF_PLAYERS + OF_ORDERS):
                yield ".abilities", f'"{_tag(each)}" cannot be part of an ability.'


# Scenarios


def scenario_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    """Everything that is wrong with a scenario whose types are right."""
    try:
        scene = scene_of(file)
    except ValueError as error:
        field, _, what = str(error).partition("|")
        yield f".{field}", what
        return
    yield from _map(scene)
    yield from _sides(file)
    for place, army in enumerate(file.armies):
        yield from ((f".armies[{place}]{where}", what) for where, what in _army(lib, scene, army))
    for place, variant in enumerate(file.variants):
        yield from ((f".variants[{place}]{where}", what) for where, what in _variant(lib, scene, variant))
    for place, event in enumerate(file.events):
        yield from ((f".events[{place}]{where}", what) for where, what in _event(event))
    if not any(end.won for end in file.ends):
        yield ".ends", "No end condition is a win."
    yield from _named(scene, file)


def _map(scene: Scene) -> Iterator[Problem]:
    reached = steps_from(scene.board.start, scene.ways)
    lost = [space for space in filter(scene.board.is_open, scene.board.grid.spaces) if space not in reached]
    if lost:
        yield ".map", f"No adventurer can walk from the start to {lost[0]}."
    for name, spaces in scene.file.areas.items():
        for space in spaces:
            if space not in scene.board.grid:
                yield f".areas.{name}", f'There is no space "{space}" on the map.'
    for space in scene.file.fortifications:
        if space not in scene.firm:
            yield ".fortifications", f"{space} cannot be fortified."


def _sides(file: c.ScenarioFile) -> Iterator[Problem]:
    for place, side in enumerate(file.sides):
        if not 1 <= side.motivation <= TRACK_END:
            yield f".sides[{place}].motivation", f"Motivation starts between 1 and {TRACK_END}."
    sides = [side.id for side in file.sides]
    for place, army in enumerate(file.armies):
        if army.side not in sides:
            yield f".armies[{place}].side", f'There is no side "{army.side}".{nearest(army.side, sides)}'
    if {army.side for army in file.armies} != set(sides):
        yield ".armies", "Each side has an army."


def _army(lib: Library, scene: Scene, army: c.Army) -> Iterator[Problem]:
    ploys = army.ploys or army.folk
    if ploys not in lib.ploys:
        yield ".ploys", f'There is no ploy deck "{ploys}".{nearest(ploys, lib.ploys)}'
    yield from _portraits(lib, scene, army.portraits)
    groups = {unit.group for portrait in army.portraits for unit in portrait.units}
    idle = groups - {group for named in army.tasks.values() for group in named}
    if idle:
        yield ".tasks", f"No task is for the {min(idle)} group."


def _portraits(lib: Library, scene: Scene, portraits: Iterable[c.Portrait]) -> Iterator[Problem]:
    for place, portrait in enumerate(portraits):
        if portrait.type not in lib.units:
            yield (
                f".portraits[{place}].type",
                f'No card describes the unit "{portrait.type}".' + nearest(portrait.type, lib.units),
            )
        for unit in portrait.units:
            if unit.space not in scene.board.grid or not scene.board.is_open(unit.space):
                yield f".portraits[{place}].units", f"No unit can stand on {unit.space}."


def _variant(lib: Library, scene: Scene, variant: c.Variant) -> Iterator[Problem]:
    armies = [army.id for army in scene.file.armies]
    letters = {unit.letter for army in scene.file.armies for each in army.portraits for unit in each.units}
    for army, portraits in variant.adds.items():
        if army not in armies:
            yield ".adds", f'There is no army "{army}".{nearest(army, armies)}'
        yield from ((f".adds.{army}{where}", what) for where, what in _portraits(lib, scene, portraits))
    for letter in variant.drops:
        if letter not in letters:
            yield ".drops", f'No unit has the letter "{letter}".'
    for space in variant.fortifications:
        if space not in scene.firm:
            yield ".fortifications", f"{space} cannot be fortified."


def _event(event: c.Event) -> Iterator[Problem]:
    for each in _operations(event.do):
        if isinstance(each, OF_PLAYERS + OF_ORDERS):
            yield ".do", f'"{_tag(each)}" cannot be part of an event.'


def _named(scene: Scene, file: c.ScenarioFile) -> Iterator[Problem]:
    """Areas, armies and sides that conditions and operations of a scenario name."""
    armies = tuple(army.id for army in file.armies)
    parts = tuple(f"{army}.{part}" for army in armies for part in (*get_args(op.Group), "leader"))
    sides = tuple(side.id for side in file.sides)
    valid: dict[str, Collection[str]] = {
        "area": ("", *file.areas),
        "who": (*WHO, *armies, *parts),
        "than": (*WHO, *armies, *parts),
        "army": armies,
        "side": sides,
    }
    for name, of in (("ends", file.ends), ("events", file.events), ("gives", file.gives), ("variants", file.variants)):
        for place, part in enumerate(of):
            for field, word in _words(msgspec.to_builtins(part)):
                if field in valid and word not in valid[field]:
                    what = f'There is no such thing as "{word}" here.{nearest(word, valid[field])}'
                    yield f".{name}[{place}]", what
                if field == "of" and word not in (*WHOSE, *sides):
                    yield f".{name}[{place}]", f'There is no side "{word}".{nearest(word, sides)}'


def _words(part: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a piece of content, with the field that it stands in."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from _words(value, name)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _words(value, field)
    elif isinstance(part, str):
        yield field, part


def _operations(ops: Iterable[Any]) -> Iterator[Any]:
    """Operations and those inside them."""
    for each in ops:
        yield each
        for field in ("do", "then", "orelse"):
            yield from _operations(getattr(each, field, ()))
        for band in getattr(each, "bands", ()):
            yield from _operations(band.do)


def _tag(each: Any) -> str:
    return str(each.__struct_config__.tag)
