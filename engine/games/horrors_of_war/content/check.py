"""What content must fulfil beyond its types: references, reach, speeds that never tie, effects that can happen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from engine.core.content import builtin, is_there, load, own
from engine.core.errors import ContentError, nearest
from engine.core.hexes import Path as RoadPath
from engine.core.lesson import Lesson, lesson_problems
from engine.games.horrors_of_war.content import conditions
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content import types as c
from engine.games.horrors_of_war.content.library import GAME, Library, library, read
from engine.games.horrors_of_war.content.scene import scene_of
from engine.games.horrors_of_war.facts import Facts
from engine.peacemakers.conditions import WHO, WHOSE
from engine.peacemakers.motivation import TRACK_END

Problem = tuple[str, str]
"""A path inside a file, and what is wrong there."""

_ZONE = f"The green zone starts at 1 or higher and ends at {TRACK_END} or lower."
_MOTIVATION = f"Motivation starts between 1 and {TRACK_END}."

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_BASES = 12
FIGURES = {"macaw": 5, "ocelot": 4, "bear": 4, "iguana": 4, "frog": 6, "tuatara": 1, "toucan": 5}
"""HOW-UNI-08: the figures there are of each folk."""

FILES: dict[str, Any] = {
    "resources/*.json": tuple[c.ResourceCard, ...],
    "horrors/*.json": tuple[c.HorrorCard, ...],
    "units/*.json": tuple[c.UnitType, ...],
    "orders/*.json": c.OrderFile,
    "scenarios/*.json": c.ScenarioFile,
    "lesson.json": Lesson,
}
"""The files of a content folder and their types."""

CHOICES = (op.Heal, op.Sway, op.Lead, op.Arrange, op.Dismantle, op.Recover, op.Hand, op.Comfort, op.Discard, op.Flee)
PLAYERS = (op.Ferry, op.Reveal, op.Sink, op.Conceal, op.Fortify, op.Travel, op.Bring, op.Join, op.Draw, op.Bury)
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
def own_mistakes() -> tuple[ContentError, ...]:
    """What is wrong with content of the user's own that is in play; a file that cannot be read is left out of it."""
    folder, lib = own(GAME), library()
    if not is_there(folder) or folder in lib.left_out:
        return ()
    return tuple(ContentError(str(path), place, what) for path, place, what in _problems(lib, folder))


def check_own(scenario: str) -> None:
    """Refuse a scenario that cannot be played, with the first mistake in the user's own content that concerns it."""
    lib = library()
    if scenario not in lib.scenes:
        for error in lib.left_out.values():
            raise error
    others = {f"{name}.json" for name in lib.scenes if name != scenario}
    for error in own_mistakes():
        path = Path(error.file)
        is_of_another = path.parent.name == "scenarios" and path.name in others
        is_of_none = bool(lib.left_out) and ".only" in error.path  # cards of a scenario that is left out
        if not is_of_another and not is_of_none:
            raise error


def _problems(lib: Library, folder: Path) -> Iterator[tuple[Path, str, str]]:
    for path, place, resource in _entries(lib, folder, "resources/*.json"):
        found = (*resource_problems(resource), *_scheme_problems(lib, resource), *_only_problems(lib, resource))
        yield from ((path, f"$[{place}]{where}", what) for where, what in found)
    for path, place, horror in _entries(lib, folder, "horrors/*.json"):
        found = (*horror_problems(horror), *_only_problems(lib, horror))
        yield from ((path, f"$[{place}]{where}", what) for where, what in found)
    for path, place, kind in _entries(lib, folder, "units/*.json"):
        if min(kind.offence, kind.range, kind.defence) < 0 or kind.health < 1:
            yield path, f"$[{place}]", "A unit has at least 1 health, and nothing less than 0."
    for path in _files(lib, folder, "orders/*.json"):
        yield from ((path, f"${where}", what) for where, what in order_problems(load(path, c.OrderFile)))
    for path in _files(lib, folder, "scenarios/*.json"):
        yield from ((path, f"${where}", what) for where, what in scenario_problems(lib, load(path, c.ScenarioFile)))
    for path in _files(lib, folder, "lesson.json"):
        yield from ((path, f"${where}", what) for where, what in _lesson_problems(lib, load(path, Lesson)))


def _files(lib: Library, folder: Path, pattern: str) -> list[Path]:
    return [path for path in sorted(folder.glob(pattern)) if path not in lib.left_out]


def _lesson_problems(lib: Library, lesson: Lesson) -> Iterator[Problem]:
    """A lesson is played in a scenario that exists, and waits for facts that can happen."""
    if lesson.scenario not in lib.scenes:
        yield ".scenario", f'There is no scenario "{lesson.scenario}".{nearest(lesson.scenario, lib.scenes)}'
    for number, step in enumerate(lesson.steps):
        if step.row and step.row not in (*get_args(op.Row), "scheme"):
            yield f".steps[{number}].row", f'A card cannot be used for "{step.row}".'
    yield from lesson_problems(lesson, Facts)


def _entries(lib: Library, folder: Path, pattern: str) -> Iterator[tuple[Path, int, Any]]:
    for path in _files(lib, folder, pattern):
        for place, entry in enumerate(load(path, FILES[pattern])):
            yield path, place, entry


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


def _scheme_problems(lib: Library, card: c.ResourceCard) -> Iterator[Problem]:
    near = card.scheme.near
    if near and near not in lib.units:
        yield ".scheme.near", f'There is no unit type "{near}".{nearest(near, lib.units)}'


def _only_problems(lib: Library, card: c.ResourceCard | c.HorrorCard) -> Iterator[Problem]:
    """A special card knows its scenarios; a general one names nothing that only some scenarios have."""
    if card.copies < 1:
        yield ".copies", "There is at least one such card."
    ops = (*card.scheme.do, *card.scheme.bonus.do) if isinstance(card, c.ResourceCard) else card.do
    for place, name in enumerate(card.only):
        if name not in lib.scenes:
            yield f".only[{place}]", f'There is no scenario "{name}".{nearest(name, lib.scenes)}'
        else:
            yield from (("", what) for what in unknown_names(lib.scenes[name].file, ops))
    if not card.only:
        yield from (("", what) for what in unknown_names(None, ops))


def horror_problems(card: c.HorrorCard) -> Iterator[Problem]:
    """HOW-HOR-08, HOW-HOR-20: a full list of adventurers or none; ongoing horrors have one effect that stays."""
    if card.priority and (len(card.priority) != 4 or len(set(card.priority)) != 4):
        yield ".priority", "A priority list names all four adventurers once each."
    if card.priority and card.everyone:
        yield ".everyone", "A horror has a priority list or strikes everyone, not both."
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
    if not file.left and not file.right:
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
    for place, opponent in enumerate(file.sides):
        if not 1 <= opponent.motivation <= TRACK_END:
            yield f".sides[{place}].motivation", _MOTIVATION
    yield from _challenge_problems(lib, file)
    for name in file.epilogue.lost:
        if name not in (known := [opponent.id for opponent in file.sides]):
            yield f".epilogue.lost.{name}", f'There is no side "{name}".{nearest(name, known)}'
    shelf = set(lib.horrors) | {card.id.rpartition("-")[0] for card in lib.horrors.values() if card.copies > 1}
    for place, name in enumerate(file.after_dealing):
        if name not in shelf:
            yield f".after_dealing[{place}]", f'There is no horror "{name}".{nearest(name, shelf)}'
    for place, name in enumerate(file.over_impassable):
        if name not in lib.units:
            yield f".over_impassable[{place}]", f'There is no unit type "{name}".{nearest(name, lib.units)}'
    if not _is_zone(file.green):
        yield ".green", _ZONE
    yield from _start_problems(file)


def _is_zone(green: tuple[int, int]) -> bool:
    return 1 <= green[0] <= green[1] <= TRACK_END


def _start_problems(file: c.ScenarioFile) -> Iterator[Problem]:
    """What is otherwise for a number of adventurers names sides and values that exist."""
    sides = [side.id for side in file.sides]
    for seats, start in file.by_seats.items():
        where = f".by_seats.{seats}"
        for side, value in start.motivation.items():
            if side not in sides:
                yield f"{where}.motivation", f'There is no side "{side}".{nearest(side, sides)}'
            if not 1 <= value <= TRACK_END:
                yield f"{where}.motivation", _MOTIVATION
        if start.green and not _is_zone(start.green):
            yield f"{where}.green", _ZONE


def _map_problems(file: c.ScenarioFile) -> Iterator[Problem]:
    scene = scene_of(file)
    islands = {space for name in file.islands for space in file.areas.get(name, ())}
    for space in scene.board.grid.spaces:
        if scene.board.is_open(space) and space not in scene.homeward and space not in islands:
            yield ".map", f"{space} cannot be reached from the starting space {scene.board.start}."
    start = scene.board.terrain[scene.board.start]
    if start.impassable:
        yield ".map", "The starting space is impassable."
    for place, road in enumerate(file.roads):
        if (road.army, road.group) in {(each.army, each.group) for each in file.roads[:place]}:
            yield f".roads[{place}]", "This group has a road already."
        try:
            RoadPath(road.spaces, road.closed).check(scene.board.grid)
        except ValueError as error:
            yield f".roads[{place}].spaces", str(error)
        armies = [army.id for army in file.armies]
        if road.army not in armies:
            yield f".roads[{place}].army", f'There is no army "{road.army}".{nearest(road.army, armies)}'
    yield from _space_problems(file)


def _space_problems(file: c.ScenarioFile) -> Iterator[Problem]:
    """Every space that a scenario names is on its map, and can be what it is named for."""
    board = scene_of(file).board

    def away(space: str) -> int:
        return board.grid.distance(board.start, space)

    named = [(f".areas.{name}[{at}]", space) for name, area in file.areas.items() for at, space in enumerate(area)]
    named += [(f".fortifications.{space}", space) for space in file.fortifications]
    named += [(f".outward.{space}", each) for space, to in file.outward.items() for each in (space, to)]
    for where, space in named:
        if space not in board.grid:
            yield where, f"{space} is not on the map."
    for space in file.fortifications:
        if space in board.grid and (board.terrain[space].water or board.terrain[space].impassable):
            yield f".fortifications.{space}", f"{space} can never be fortified."
    for space, to in file.outward.items():
        if space in board.grid and to in board.grid and board.grid.distance(space, to) != 1:
            yield f".outward.{space}", f"{to} is not adjacent to {space}."
        elif space in board.grid and to in board.grid and away(to) <= away(space):
            yield f".outward.{space}", f"{to} does not lead away from the starting space."
    for place, name in enumerate(file.islands):
        if name not in file.areas:
            yield f".islands[{place}]", f'There is no area "{name}".{nearest(name, file.areas)}'


def _unit_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    scene = scene_of(file)
    sides = [side.id for side in file.sides]
    held: dict[str, str] = {}
    total = 0
    for place, army in enumerate(file.armies):
        if army.id in [each.id for each in file.armies[:place]]:
            yield f".armies[{place}].id", f'"{army.id}" is there twice.'
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
                elif not scene.board.is_open(unit.space) and portrait.type not in file.over_impassable:
                    yield f"{where}.units[{each}].space", f"{unit.space} is impassable."
                elif held.setdefault(unit.space, army.side) != army.side:
                    yield f"{where}.units[{each}].space", f"An enemy starts on {unit.space} too."
        for side in army.faces:
            if side not in sides:
                yield f".armies[{place}].faces", f'There is no side "{side}".{nearest(side, sides)}'
        total += count
        if not count:
            yield f".armies[{place}].portraits", "An army has at least one unit."
        if count > FIGURES.get(army.folk, MOST_BASES):
            yield f".armies[{place}]", f"There are only {FIGURES[army.folk]} {army.folk} figures."
    if total > MOST_BASES:
        yield ".armies", f"There are only {MOST_BASES} bases, and {total} units."


def _deck_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    """HOW-ARM-07, HOW-ARM-13: speeds never tie, every group is in every priority row, every name exists."""
    decimals: dict[int, str] = {}
    files = {deck.partition(".")[0] for deck in lib.decks}
    owners = [(f".armies[{place}]", army.id, army.right or army.folk) for place, army in enumerate(file.armies)]
    owners += [(".talks", file.talks.id, file.talks.right)] if file.talks else []
    for where, owner, right in owners:
        if f"{right}.right" not in lib.decks:
            yield where, f'There are no orders for "{right}".{nearest(right, files)}'
            continue
        for name in lib.decks[f"{right}.right"]:
            missing = _groups(file, owner) - set(lib.right[name].groups)
            if missing:
                yield where, f'The order card "{name}" leaves out the group {min(missing)}.'
            rest = int(lib.right[name].speed * 10) % 10
            if decimals.setdefault(rest, owner) != owner:
                yield where, f'"{name}" can tie with an order of {decimals[rest]}: both end in .{rest}.'
    for place, army in enumerate(file.armies):
        if army.left and f"{army.left}.left" not in lib.decks:
            yield f".armies[{place}].left", f'There are no orders for "{army.left}".{nearest(army.left, files)}'
        yield from _name_problems(lib, file, army.left or army.folk, army.right or army.folk)
    if file.talks:
        yield from _name_problems(lib, file, "", file.talks.right)
        yield from _talks_problems(lib, file.talks)


def _groups(file: c.ScenarioFile, army: str) -> set[str]:
    """The groups that an army can have, with those that a challenge gives its units."""
    starts = [u for each in file.armies if each.id == army for portrait in each.portraits for u in portrait.units]
    groups: set[str] = {unit.group for unit in starts}
    letters = {unit.letter for unit in starts}
    return groups | {to for rule in file.challenges for letter, to in rule.regroup.items() if letter in letters}


def _name_problems(lib: Library, file: c.ScenarioFile, left: str, right: str) -> Iterator[Problem]:
    for name in (*lib.decks.get(f"{left}.left", ()), *lib.decks.get(f"{right}.right", ())):
        ops = lib.left[name].do if name in lib.left else lib.right[name].do
        for what in unknown_names(file, ops):
            yield "", f'The order card "{name}": {what}'


def _talks_problems(lib: Library, talks: c.Talks) -> Iterator[Problem]:
    """HOW-S6-03: the cards of the talks belong to no army."""
    for name in lib.decks.get(f"{talks.right}.right", ()):
        for kind, word in names_in(lib.right[name].do):
            if kind in ("who", "whose") and word in WHO + WHOSE and word not in TABLE_WORDS:
                yield ".talks", f'The order card "{name}" belongs to no army, so it cannot say "{word}".'


# Names inside effects

TABLE_WORDS = ("each", "highest", "lowest", "everyone")
"""Words for units and sides that need neither an army nor an adventurer."""


def names_in(ops: Iterable[op.Ops]) -> Iterator[tuple[str, str]]:
    """Every area, army, side or choice of units that effects name, with what it is."""
    for each in inside(ops):
        yield from _own_names(each)
        cond = each.cond if isinstance(each, op.If) else None
        while isinstance(cond, conditions.Not):
            cond = cond.that
        if cond is not None:
            yield from _own_names(cond)


def _own_names(each: Any) -> Iterator[tuple[str, str]]:
    fields = {"area": "area", "army": "army", "who": "who", "than": "who", "of": "whose"}
    for field, kind in fields.items():
        if getattr(each, field, ""):
            yield kind, getattr(each, field)
    if isinstance(each, op.Switch) and each.to:
        yield "whose", each.to
    if isinstance(each, op.Ferry):
        yield from (("area", area) for area in each.between)


def unknown_names(file: c.ScenarioFile | None, ops: Iterable[op.Ops]) -> Iterator[str]:
    """What effects name that a scenario does not have; without a scenario only general words are known."""
    areas = tuple(file.areas) if file else ()
    armies = tuple(army.id for army in file.armies) if file else ()
    parts = tuple(f"{army}.{part}" for army in armies for part in ("circle", "star", "cog", "leader"))
    sides = tuple(side.id for side in file.sides) if file else ()
    valid = {"area": areas, "army": armies, "who": WHO + armies + parts, "whose": WHOSE + sides}
    titles = {"area": "area", "army": "army", "who": "choice of units", "whose": "side"}
    for kind, name in names_in(ops):
        if name not in valid[kind]:
            yield f'There is no {titles[kind]} "{name}".{nearest(name, valid[kind])}'


# Challenges


def _challenge_problems(lib: Library, file: c.ScenarioFile) -> Iterator[Problem]:
    """Every side, army, unit and card that a challenge names exists."""
    sides, armies = [side.id for side in file.sides], [army.id for army in file.armies]
    letters = {u.letter for army in file.armies for portrait in army.portraits for u in portrait.units if u.letter}
    titles = {lib.title(card) for cards in lib.order_decks(file.id).values() for card in cards}
    for place, rule in enumerate(file.challenges):
        standing = [("after_setup", each) for each in rule.after_setup]
        standing += [("after_armies", each) for each in rule.after_armies]
        named = [(".motivation", "side", side, sides) for side in rule.motivation]
        named += [(".regroup", "unit", letter, sorted(letters)) for letter in rule.regroup]
        named += [(".repeat", "order card", title, sorted(titles)) for title in rule.repeat]
        named += [(".shunned", "army", army, armies) for army in rule.shunned]
        named += [(f".{field}", "army", each.army, armies) for field, each in standing]
        for field, kind, name, valid in named:
            if name not in valid:
                yield f".challenges[{place}]{field}", f'There is no {kind} "{name}".{nearest(name, valid)}'
        for field, each in standing:
            if each.army in armies and each.group not in _groups(file, each.army):
                yield f".challenges[{place}].{field}", f"The {each.army} army has no {each.group} group."
            yield from _order_half_problems(f".challenges[{place}].{field}", each.do)
            for what in unknown_names(file, each.do):
                yield f".challenges[{place}].{field}", what
        if rule.id in [each.id for each in file.challenges[:place]]:
            yield f".challenges[{place}].id", f'"{rule.id}" is there twice.'
        for start in rule.motivation.values():
            if not 1 <= start <= TRACK_END:
                yield f".challenges[{place}].motivation", _MOTIVATION
