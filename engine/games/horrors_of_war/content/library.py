"""All content of the game, loaded once, checked, and made ready for the rules to look things up."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from itertools import permutations
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any, cast, get_args

import msgspec
from msgspec.structs import replace

from engine.core.content import builtin, load, own
from engine.core.errors import ContentError
from engine.core.hexes import Grid, Path, name_of
from engine.games.horrors_of_war.content.operations import USES, Afterwards, Group, Ops, Use
from engine.games.horrors_of_war.content.types import (
    ChallengeRule,
    Changes,
    HorrorCard,
    LeftHalf,
    OrderFile,
    ResourceCard,
    RightHalf,
    ScenarioFile,
    Seats,
    Side,
    Terrain,
    UnitType,
)

GAME = "horrors-of-war"


class Board(msgspec.Struct, frozen=True):
    """A scenario's map: its geometry and what its spaces are like."""

    grid: Grid
    terrain: dict[str, Terrain]
    start: str

    def is_open(self, space: str | None) -> bool:
        """Whether there is such a space and it is not impassable."""
        return space is not None and not self.terrain[space].impassable


class Scene(msgspec.Struct, frozen=True):
    """A scenario ready to be played."""

    file: ScenarioFile
    board: Board
    ways: dict[str, tuple[str, ...]]
    """For each space the adjacent ones that an adventurer can enter."""
    homeward: dict[str, int]
    """For each space the number of steps to the starting space."""
    towers: dict[str, int]
    """The spaces with motivation icons, and how many."""
    roads: dict[tuple[str, str], Path]
    """The roads and circles, by the army and the group that keep to them."""
    regions: dict[str, int]
    """For each space the number of its region: an adventurer can walk only between spaces of one (HOW-S2-06)."""
    named: dict[str, tuple[str, ...]]
    """For each space of a named area the names of its areas."""
    side_titles: dict[str, str]
    army_titles: dict[str, str]

    def green(self, seats: int) -> tuple[int, int]:
        """HOW-STA-08: the green zone for a number of adventurers."""
        start = self.file.by_seats.get(cast(Seats, str(seats)))
        return start.green if start and start.green else self.file.green

    def motivation(self, side: Side, seats: int) -> int:
        """HOW-SET-05: where a side starts with a number of adventurers."""
        start = self.file.by_seats.get(cast(Seats, str(seats)))
        return start.motivation.get(side.id, side.motivation) if start else side.motivation

    def challenge(self, name: str) -> ChallengeRule:
        """One of the scenario's challenges."""
        return next(rule for rule in self.file.challenges if rule.id == name)


class Library(msgspec.Struct, frozen=True):
    """Every card, unit type and scenario by its id."""

    resources: dict[str, ResourceCard]
    uses: dict[str, tuple[Use, ...]]
    """What each resource card can be played for: its rows and its scheme, always in the same order."""
    horrors: dict[str, HorrorCard]
    bound: frozenset[str]
    """The resource cards whose scheme needs a certain unit nearby."""
    mini: tuple[str, ...]
    """The ids of the mini expansion's horrors."""
    units: dict[str, UnitType]
    left: dict[str, LeftHalf]
    halves: dict[str, tuple[tuple[Ops, ...], tuple[Ops, ...]]]
    """What each left half does now, and what it does after the right half."""
    right: dict[str, RightHalf]
    decks: dict[str, tuple[str, ...]]
    """The cards of each order file's halves, by names such as ``macaw.left``."""
    secrets: frozenset[str]
    """The order cards with a back of their own (HOW-S3-04)."""
    tenths: dict[str, int]
    """The speed of each order card in tenths, because sums of tenths are exact (HOW-ARM-18)."""
    scenes: dict[str, Scene]
    resource_decks: dict[str, tuple[str, ...]]
    """HOW-SET-06: for each scenario the general resource cards and its own."""
    horror_decks: dict[bool, tuple[str, ...]]
    """HOW-SET-06, HOW-SET-15: the general horrors, without or with those of the mini expansion."""
    changes: dict[str, dict[tuple[str, ...], Changes]]
    """What is changed, by a scenario and the challenges that are active."""
    left_out: Mapping[FilePath, ContentError] = {}
    """The files of the user's own that cannot be read, and why."""

    def order_decks(self, scenario: str) -> dict[str, tuple[str, ...]]:
        """HOW-SET-06..07, HOW-ARM-24: the cards of a scenario's order decks, by names such as ``bear.left``."""
        file = self.scenes[scenario].file
        found = {}
        for army in file.armies:
            for half, chosen in (("left", army.left), ("right", army.right)):
                found[f"{army.id}.{half}"] = self.decks.get(f"{chosen or army.folk}.{half}", ())
        if file.talks:
            found[f"{file.talks.id}.right"] = self.decks[f"{file.talks.right}.right"]
        return {name: cards for name, cards in found.items() if cards}

    def resource_deck(self, scenario: str) -> tuple[str, ...]:
        """HOW-SET-06: the general resource cards and those of the scenario."""
        return self.resource_decks[scenario]

    def horror_deck(self, options: tuple[str, ...]) -> tuple[str, ...]:
        """HOW-SET-06, HOW-SET-15: the general horrors, with those of the mini expansion if it is played."""
        return self.horror_decks["mini-expansion" in options]

    def scenario_horrors(self, scenario: str) -> tuple[str, ...]:
        """HOW-SET-09: the horrors that a scenario shuffles into the resource deck after dealing."""
        named = self.scenes[scenario].file.after_dealing
        if not named:
            return ()
        return tuple(
            card.id
            for card in self.horrors.values()
            if card.id in named or (card.copies > 1 and card.id.rpartition("-")[0] in named)
        )

    def title(self, card: str) -> str:
        """The title of any card; those that share it have something besides, so that a player can name one of them."""
        for shelf in (self.resources, self.horrors, self.left, self.right):
            if card in shelf:
                return shelf[card].title + _copy_number(shelf[card])
        return card


def drawn_map(file: ScenarioFile) -> dict[str, str]:
    """The symbol on each space of a drawn map: column q of row r stands at line 2r + (q odd), character 2q."""
    symbols: dict[str, str] = {}
    for line, text in enumerate(file.map):
        for place, symbol in enumerate(text):
            if symbol != " ":
                column, row = place // 2, line // 2
                if place % 2 or column % 2 != line % 2:
                    raise ValueError(f"map[{line}]|The symbol {symbol!r} at character {place + 1} is not on a hexagon.")
                symbols[name_of((column, row - column // 2))] = symbol
    return symbols


def board_of(file: ScenarioFile) -> Board:
    """The map of a scenario file."""
    symbols = drawn_map(file)
    terrain = {}
    for space, symbol in symbols.items():
        if symbol not in file.legend:
            raise ValueError(f"map|The symbol {symbol!r} on {space} is not in the legend.")
        terrain[space] = file.legend[symbol]
    starts = [space for space, kind in terrain.items() if kind.start]
    if len(starts) != 1:
        raise ValueError(f"map|A map has exactly one starting space; this one has {len(starts)}.")
    return Board(Grid(symbols), terrain, starts[0])


def scene_of(file: ScenarioFile) -> Scene:
    """A scenario made ready."""
    board = board_of(file)
    ways = {
        space: tuple(other for other in board.grid.adjacent(space) if board.is_open(other))
        for space in board.grid.spaces
    }
    towers = {space: kind.motivation for space, kind in board.terrain.items() if kind.motivation}
    roads: dict[tuple[str, str], Path] = {
        (road.army, group): Path(road.spaces, road.closed)
        for road in file.roads
        for group in ((road.group,) if road.group else get_args(Group))
    }
    titles = {side.id: side.title for side in file.sides}
    armies = {army.id: army.title for army in file.armies}
    if file.talks:
        armies[file.talks.id] = file.talks.title
    homeward = _steps_from(board.start, ways)
    named = {
        space: tuple(name for name, area in file.areas.items() if space in area)
        for space in dict.fromkeys(space for area in file.areas.values() for space in area)
    }
    return Scene(file, board, ways, homeward, towers, roads, _regions(board, ways), named, titles, armies)


def _regions(board: Board, ways: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Number the parts of a map between which nobody can walk."""
    regions: dict[str, int] = {}
    for number, space in enumerate(filter(board.is_open, board.grid.spaces)):
        if space not in regions:
            regions |= dict.fromkeys(_steps_from(space, ways), number)
    return regions


def _steps_from(start: str, ways: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """How many steps each space that can be reached is from the start."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        space = queue.popleft()
        for new in ways[space]:
            if new not in steps:
                steps[new] = steps[space] + 1
                queue.append(new)
    return steps


def read(*folders: FilePath, without: Mapping[FilePath, ContentError] = MappingProxyType({})) -> Library:
    """Load the content of folders that lie on top of each other; raise ContentError on any mistake."""
    found = partial(_found, folders, without)
    resources = _by_id(found("resources/*.json"), tuple[ResourceCard, ...])
    horrors = _by_id(found("horrors/*.json"), tuple[HorrorCard, ...])
    mini = _by_id(found("horrors/mini.json"), tuple[HorrorCard, ...])
    units = _by_id(found("units/*.json"), tuple[UnitType, ...])
    left: dict[str, LeftHalf] = {}
    right: dict[str, RightHalf] = {}
    decks: dict[str, tuple[str, ...]] = {}
    for path in found("orders/*.json"):
        orders: OrderFile = load(path, OrderFile)
        for half, place, card in _halves(orders):
            if card.id in left or card.id in right:
                raise ContentError(str(path), f"$.{half}[{place}].id", f'"{card.id}" is there twice.')
            if isinstance(card, LeftHalf):
                left[card.id] = card
            else:
                right[card.id] = card
        decks[f"{orders.id}.left"] = tuple(card.id for card in orders.left)
        decks[f"{orders.id}.right"] = tuple(card.id for card in orders.right)
    by_id = _scenes(found("scenarios/*.json"))
    tenths = {name: card.speed * 10 for name, card in left.items()}
    tenths |= {name: int(card.speed * 10) for name, card in right.items()}
    secrets = frozenset(name for name, card in left.items() if card.secret)
    secrets |= frozenset(name for name, card in right.items() if card.secret)
    decks = {name: cards for name, cards in decks.items() if cards}
    changes = {name: dict(_changes(scene.file)) for name, scene in by_id.items()}
    uses = {name: tuple(use for use in USES if use in (*card.rows, "scheme")) for name, card in resources.items()}
    bound = frozenset(name for name, card in resources.items() if card.scheme.near)
    general = tuple(name for name, card in horrors.items() if not card.only)
    return Library(
        resources=resources,
        uses=uses,
        horrors=horrors,
        bound=bound,
        mini=tuple(mini),
        units=units,
        left=left,
        halves={name: _split(card.do) for name, card in left.items()},
        right=right,
        decks=decks,
        secrets=secrets,
        tenths=tenths,
        scenes=by_id,
        resource_decks={scenario: _resource_deck(resources, scenario) for scenario in by_id},
        horror_decks={True: general, False: tuple(name for name in general if name not in mini)},
        changes=changes,
        left_out=without,
    )


def _scenes(paths: list[FilePath]) -> dict[str, Scene]:
    """Every scenario by its id, in the order of their numbers."""
    scenes: dict[str, Scene] = {}
    for path in paths:
        scene = _scene(path)
        if scenes.setdefault(scene.file.id, scene) is not scene:
            raise ContentError(str(path), "$.id", f'The scenario "{scene.file.id}" is there twice.')
    if not scenes:
        raise ContentError(str(builtin(GAME)), "$", "there is no scenario, so Parley is not installed as a whole.")
    return dict(sorted(scenes.items(), key=lambda item: item[1].file.number))


def _resource_deck(resources: dict[str, ResourceCard], scenario: str) -> tuple[str, ...]:
    return tuple(name for name, card in resources.items() if not card.only or scenario in card.only)


def _changes(file: ScenarioFile) -> Iterator[tuple[tuple[str, ...], Changes]]:
    """What every choice of challenges changes, in whatever order they are named."""
    for count in range(len(file.challenges) + 1):
        for active in permutations(file.challenges, count):
            yield tuple(rule.id for rule in active), together(active)


def together(rules: tuple[ChallengeRule, ...]) -> Changes:
    """HOW-SET-01, HOW-CHA-01: what several challenges change at once."""
    return Changes(
        motivation={side: value for rule in rules for side, value in rule.motivation.items()},
        horrors_after_dealing=sum(rule.horrors_after_dealing for rule in rules),
        horrors_on_top=sum(rule.horrors_on_top for rule in rules),
        only_resources_count=any(rule.only_resources_count for rule in rules),
        barred=tuple(use for rule in rules for use in rule.barred),
        offence=sum(rule.offence for rule in rules),
        repeat={title: times for rule in rules for title, times in rule.repeat.items()},
        regroup={letter: group for rule in rules for letter, group in rule.regroup.items()},
        after_setup=tuple(each for rule in rules for each in rule.after_setup),
        after_armies=tuple(each for rule in rules for each in rule.after_armies),
        encore=any(rule.encore for rule in rules),
        shunned=tuple(army for rule in rules for army in rule.shunned),
        fall=any(rule.fall for rule in rules),
    )


def _split(ops: tuple[Ops, ...]) -> tuple[tuple[Ops, ...], tuple[Ops, ...]]:
    """What a left half does now, and what it does after the right half."""
    late = [each for each in ops if isinstance(each, Afterwards)]
    if not late:
        return ops, ()
    now = tuple(each for each in ops if each not in late)
    return now, tuple(inner for each in late for inner in each.do)


def _halves(orders: OrderFile) -> Iterator[tuple[str, int, LeftHalf | RightHalf]]:
    for place, left in enumerate(orders.left):
        yield "left", place, left
    for place, right in enumerate(orders.right):
        yield "right", place, right


def _found(folders: tuple[FilePath, ...], without: Collection[FilePath], pattern: str) -> list[FilePath]:
    found: list[FilePath] = []
    for folder in folders:
        try:
            found += sorted(folder.glob(pattern)) if folder not in without else ()
        except OSError as error:
            raise ContentError(str(folder), "$", f"the folder cannot be read: {error.strerror}.") from None
    return [path for path in found if path not in without]


def _scene(path: FilePath) -> Scene:
    try:
        return scene_of(load(path, ScenarioFile))
    except ValueError as error:
        place, _, problem = str(error).partition("|")
        raise ContentError(str(path), f"$.{place}", problem) from None


def _by_id(paths: list[FilePath], kind: Any) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for path in paths:
        for place, entry in enumerate(load(path, kind)):
            for each in _copies(entry):
                if each.id in entries:
                    raise ContentError(str(path), f"$[{place}].id", f'"{each.id}" is there twice.')
                entries[each.id] = each
    return entries


def _copy_number(card: Any) -> str:
    return f" {card.id.rpartition('-')[2]}" if getattr(card, "copies", 1) > 1 else ""


def _copies(entry: Any) -> list[Any]:
    """A card as often as it is there, each with an id of its own."""
    copies = getattr(entry, "copies", 1)
    if copies == 1:
        return [entry]
    return [replace(entry, id=f"{entry.id}-{number}") for number in range(1, copies + 1)]


@cache
def library() -> Library:
    """The content that games are played with; files of the user's own that have a mistake are left out."""
    left_out: dict[FilePath, ContentError] = {}
    while True:
        try:
            return read(builtin(GAME), own(GAME), without=left_out)
        except ContentError as error:
            faulty = FilePath(error.file)
            if own(GAME) not in (faulty, *faulty.parents) or faulty in left_out:
                raise
            left_out[faulty] = error
