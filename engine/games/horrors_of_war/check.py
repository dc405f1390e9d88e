"""What content must fulfil beyond its types: references, reach, speeds that never tie, effects that can happen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.core.content import builtin, load, own
from engine.core.errors import ContentError, nearest
from engine.games.horrors_of_war import content as c
from engine.games.horrors_of_war import operations as op
from engine.games.horrors_of_war.library import GAME, Library, read, scene_of
from engine.games.horrors_of_war.motivation import TRACK_END

Problem = tuple[str, str]
"""A path inside a file, and what is wrong there."""

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_BASES = 12
FIGURES = {"macaw": 5, "ocelot": 4, "bear": 4, "iguana": 4, "frog": 6, "tuatara": 1, "toucan": 5}
"""HOW-UNI-08: the figures there are of each folk."""

FILES: dict[str, Any] = {
    "resources.json": tuple[c.ResourceCard, ...],
    "horrors.json": tuple[c.HorrorCard, ...],
    "horrors_mini.json": tuple[c.HorrorCard, ...],
    "units.json": tuple[c.UnitType, ...],
    "orders/*.json": c.OrderFile,
    "scenarios/*.json": c.ScenarioFile,
}
"""The files of a content folder and their types."""

CHOICES = (op.Heal, op.Sway, op.Lead, op.Arrange, op.Dismantle, op.Recover, op.Hand, op.Comfort, op.Discard, op.Flee)
PLAYERS = (op.Reveal, op.Sink, op.Conceal, op.Fortify, op.Travel, op.Bring, op.Join, op.Draw, op.Bury)
"""Operations that are about the acting adventurer, or ask one: no order can have them (HOW-ARM-01)."""


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
    return [ContentError(str(path), place, what) for path, place, what in _problems(lib, chosen)]


@cache
def check_own() -> None:
    """Refuse content of the user's own that cannot be played, with its first mistake."""
    folder = own(GAME)
    if folder.is_dir():
        for error in check_folder(folder):
            raise error


def _problems(lib: Library, folder: Path) -> Iterator[tuple[Path, str, str]]:
    for path in sorted(folder.glob("resources.json")):
        for place, card in enumerate(load(path, FILES["resources.json"])):
            yield from ((path, f"$[{place}]{where}", what) for where, what in resource_problems(card))
    for name in ("horrors.json", "horrors_mini.json"):
        for path in sorted(folder.glob(name)):
            for place, card in enumerate(load(path, FILES[name])):
                yield from ((path, f"$[{place}]{where}", what) for where, what in horror_problems(card))
    for path in sorted(folder.glob("units.json")):
        for place, kind in enumerate(load(path, FILES["units.json"])):
            if min(kind.offence, kind.range, kind.defence) < 0 or kind.health < 1:
                yield path, f"$[{place}]", "A unit has at least 1 health, and nothing less than 0."
    for path in sorted(folder.glob("orders/*.json")):
        yield from ((path, f"${where}", what) for where, what in order_problems(load(path, c.OrderFile)))
    for path in sorted(folder.glob("scenarios/*.json")):
        yield from ((path, f"${where}", what) for where, what in scenario_problems(lib, load(path, c.ScenarioFile)))


# Cards


def inside(ops: Iterable[op.Ops]) -> Iterator[op.Ops]:
    """Operations and all that lie inside them."""
    for each in ops:
        yield each
        if isinstance(each, op.If):
            yield from inside((*each.then, *each.orelse))
        elif isinstance(each, op.Afterwards):
            yield from inside(each.do)
        elif isinstance(each, op.RollNumber):
            yield from inside(deeper for band in each.bands for deeper in band.do)
        elif isinstance(each, op.RollGroup):
            yield from inside((*each.do, *each.none))


def resource_problems(card: c.ResourceCard) -> Iterator[Problem]:
    """HOW-DEL-06 and what else a resource card must keep to."""
    for row, icons in card.rows.items():
        if row in ("survey", "delegate") and icons.icons != 1:
            yield f".rows.{row}.icons", f"A {row} row has a single icon."
        if icons.icons < 1:
            yield f".rows.{row}.icons", "A row has at least one icon."
        if row == "delegate" and icons.extra:
            yield ".rows.delegate.extra", "A delegate row never carries an extra card."
    if not card.rows:
        yield ".rows", "A card has at least one row."
    yield from _effect_problems(card.scheme.do, ".scheme.do")
    yield from _effect_problems(card.scheme.bonus.do, ".scheme.bonus.do")
    if any(isinstance(each, op.ONGOING) for each in inside(card.scheme.bonus.do)):
        yield ".scheme.bonus.do", "A bonus cannot stay in play; the card is with the scheme."


def horror_problems(card: c.HorrorCard) -> Iterator[Problem]:
    """HOW-HOR-08, HOW-HOR-20: a full list of adventurers or none; ongoing horrors have one effect that stays."""
    if card.priority and (len(card.priority) != 4 or len(set(card.priority)) != 4):
        yield ".priority", "A priority list names all four adventurers once each."
    stays = any(isinstance(each, op.ONGOING) for each in inside(card.do))
    if stays != card.ongoing:
        yield ".ongoing", "A horror is ongoing exactly if one of its operations stays in play."
    yield from _effect_problems(card.do, ".do")


def _effect_problems(ops: tuple[op.Ops, ...], where: str) -> Iterator[Problem]:
    staying = [number for number, each in enumerate(ops) if isinstance(each, op.ONGOING)]
    if staying not in ([], [0]) or sum(isinstance(each, op.ONGOING) for each in inside(ops)) > len(staying):
        yield where, "An operation that stays in play comes first, and there is only one of them."
    if any(isinstance(each, op.Afterwards) for each in inside(ops)):
        yield where, "Only the left half of an order has something afterwards."
    yield from _band_problems(ops, where)


def _band_problems(ops: tuple[op.Ops, ...], where: str) -> Iterator[Problem]:
    for each in inside(ops):
        if isinstance(each, op.RollNumber):
            limits = [band.upto for band in each.bands]
            if limits != sorted(set(limits)) or limits[-1:] != [12]:
                yield where, "The bands of a roll rise and end with 12."


def order_problems(file: c.OrderFile) -> Iterator[Problem]:
    """HOW-ARM-01, HOW-ARM-17: orders ask nobody, and every right half attempts something."""
    halves: list[tuple[str, tuple[op.Ops, ...]]] = []
    halves += [(f".left[{place}].do", left.do) for place, left in enumerate(file.left)]
    halves += [(f".right[{place}].do", right.do) for place, right in enumerate(file.right)]
    for where, ops in halves:
        yield from _order_half_problems(where, ops)
    for place, right in enumerate(file.right):
        if not right.do:
            yield f".right[{place}].do", "A right half tells the group what to attempt."
        if right.speed * 10 != int(right.speed * 10):
            yield f".right[{place}].speed", "A speed has one decimal."
    if not file.right:
        yield ".right", "An order deck has cards."


def _order_half_problems(where: str, ops: tuple[op.Ops, ...]) -> Iterator[Problem]:
    for each in inside(ops):
        if isinstance(each, (*CHOICES, *PLAYERS, *op.ONGOING)) or getattr(each, "reroll", False):
            yield where, f"No player acts in the army phase, so an order cannot have {type(each).__name__.lower()}."
        for word in (getattr(each, "who", ""), getattr(each, "of", "")):
            if word in ("target", "nearby", "nearest"):
                yield where, f'An order has no acting adventurer, so it cannot say "{word}".'
    deeper = [each for each in inside(ops) if isinstance(each, op.Afterwards)]
    if len(deeper) != sum(isinstance(each, op.Afterwards) for each in ops) or (deeper and ".right" in where):
        yield where, "What happens afterwards stands by itself on a left half, not inside another operation."
    yield from _band_problems(ops, where)


# Scenarios


def scenario_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    """Everything that would keep a scenario from being played as it is written."""
    yield from _map_problems(file)
    yield from _unit_problems(lib, file)
    yield from _deck_problems(lib, file)
    if not ID.fullmatch(file.id):
        yield ".id", "An id is made of small letters, digits and dashes."
    sides = [side.id for side in file.sides]
    for place, opponent in enumerate(file.sides):
        if not 1 <= opponent.motivation <= TRACK_END:
            yield f".sides[{place}].motivation", f"Motivation starts between 1 and {TRACK_END}."
    for place, rule in enumerate(file.challenges):
        for side in rule.motivation:
            if side not in sides:
                yield f".challenges[{place}].motivation", f'There is no side "{side}".{nearest(side, sides)}'
    if not 1 <= file.green[0] <= file.green[1] <= 15:
        yield ".green", "The green zone starts at 1 or higher and ends at 15 or lower."


def _map_problems(file: c.ScenarioFile) -> Iterator[Problem]:
    scene = scene_of(file)
    for space in scene.board.grid.spaces:
        if scene.board.is_open(space) and space not in scene.homeward:
            yield ".map", f"{space} cannot be reached from the starting space {scene.board.start}."
    start = scene.board.terrain[scene.board.start]
    if start.impassable:
        yield ".map", "The starting space is impassable."
    for place, road in enumerate(file.roads):
        try:
            scene.roads[road.army, road.group].check(scene.board.grid)
        except ValueError as error:
            yield f".roads[{place}].spaces", str(error)
    for name, spaces in file.areas.items():
        for place, space in enumerate(spaces):
            if space not in scene.board.grid:
                yield f".areas.{name}[{place}]", f"{space} is not on the map."


def _unit_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    scene = scene_of(file)
    sides = [side.id for side in file.sides]
    held: dict[str, str] = {}
    total = 0
    for place, army in enumerate(file.armies):
        if army.side not in sides:
            yield f".armies[{place}].side", f'There is no side "{army.side}".{nearest(army.side, sides)}'
        count = 0
        for number, portrait in enumerate(army.portraits):
            where = f".armies[{place}].portraits[{number}]"
            if portrait.type not in lib.units:
                yield f"{where}.type", f'There is no unit type "{portrait.type}".{nearest(portrait.type, lib.units)}'
            for each, unit in enumerate(portrait.units):
                count += 1
                if unit.space not in scene.board.grid:
                    yield f"{where}.units[{each}].space", f"{unit.space} is not on the map."
                elif not scene.board.is_open(unit.space):
                    yield f"{where}.units[{each}].space", f"{unit.space} is impassable."
                elif held.setdefault(unit.space, army.side) != army.side:
                    yield f"{where}.units[{each}].space", f"An enemy starts on {unit.space} too."
        total += count
        if not count:
            yield f".armies[{place}].portraits", "An army has at least one unit."
        if count > FIGURES.get(army.folk, MOST_BASES):
            yield f".armies[{place}]", f"There are only {FIGURES[army.folk]} {army.folk} figures."
    if total > MOST_BASES:
        yield ".armies", f"There are only {MOST_BASES} bases, and {total} units."


def _deck_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    """HOW-ARM-07, HOW-ARM-13: speeds never tie, every group is in every priority row, every area exists."""
    decimals: dict[int, str] = {}
    for place, army in enumerate(file.armies):
        if f"{army.folk}.right" not in lib.decks:
            folks = {deck.partition(".")[0] for deck in lib.decks}
            yield f".armies[{place}].folk", f'There are no orders for "{army.folk}".{nearest(army.folk, folks)}'
            continue
        groups = {unit.group for portrait in army.portraits for unit in portrait.units}
        for name in lib.decks[f"{army.folk}.right"]:
            right = lib.right[name]
            missing = groups - set(right.groups)
            if missing:
                yield f".armies[{place}]", f'The order card "{name}" leaves out the group {min(missing)}.'
            rest = int(right.speed * 10) % 10
            if decimals.setdefault(rest, army.id) != army.id:
                yield f".armies[{place}]", f'"{name}" can tie with an order of {decimals[rest]}: both end in .{rest}.'
        yield from _area_problems(lib, file, army, place)


def _area_problems(lib: Library, file: c.ScenarioFile, army: c.Army, place: int) -> Iterator[Problem]:
    for half in ("left", "right"):
        for name in lib.decks.get(f"{army.folk}.{half}", ()):
            card = lib.left.get(name) or lib.right[name]
            for each in inside(card.do):
                area = _area_of(each.cond) if isinstance(each, op.If) else None
                if area is not None and area not in file.areas:
                    yield ".areas", f'The order card "{name}" needs an area "{area}".{nearest(area, file.areas)}'


def _area_of(cond: op.Conditions) -> str | None:
    if isinstance(cond, op.Not):
        return _area_of(cond.that)
    return cond.area if isinstance(cond, op.In) else None
