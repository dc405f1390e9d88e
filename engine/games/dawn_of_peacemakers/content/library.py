"""All content of the game, loaded once, checked, and made ready for the rules to look things up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from engine.core.content import load
from engine.core.errors import ContentError
from engine.core.kinds import Setup
from engine.games.dawn_of_peacemakers.content.box import Box
from engine.games.dawn_of_peacemakers.content.operations import TASKS, USES, Use
from engine.games.dawn_of_peacemakers.content.scene import Scene, scene_of
from engine.games.dawn_of_peacemakers.content.types import (
    Agenda,
    Army,
    Ploy,
    PloyFile,
    Portrait,
    ResourceCard,
    ScenarioFile,
    TaskCard,
    UnitType,
    Variant,
)
from engine.peacemakers import loading

GAME = "dawn-of-peacemakers"

START_CARDS = 2
"""DOP-SET-05: how many cards each player starts with."""


class Library(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All content: every card, unit type and scenario by its id."""

    resources: dict[str, ResourceCard]
    uses: dict[str, tuple[Use, ...]]
    units: dict[str, UnitType]
    agendas: dict[str, Agenda]
    ploys: dict[str, PloyFile]
    """The ploy decks, by the id of their file."""
    tasks: dict[str, TaskCard]
    scenes: dict[str, Scene]
    left_out: Mapping[Path, ContentError] = MappingProxyType({})
    """The files of the user's own that cannot be read, and why."""

    def box(self, setup: Setup) -> Box | None:
        """What a table is played with; None if the scenario is not there."""
        scene = self.scenes.get(setup.scenario)
        return None if scene is None else _box(self, setup.scenario, setup.carried or scene.file.usual)


@lru_cache(maxsize=64)
def _box(library: Library, scenario: str, carried: tuple[str, ...]) -> Box:
    """The box of a scenario with these marks."""
    scene, marks = library.scenes[scenario], frozenset(carried)
    file = scene.file
    variants = [each for each in file.variants if marks.issuperset(each.given) and marks.isdisjoint(each.without)]
    armies = tuple(_mustered(army, variants) for army in file.armies)
    ploys: dict[str, Ploy] = {}
    tasks: dict[str, TaskCard] = {}
    orders: dict[str, tuple[str, ...]] = {}
    for army in armies:
        own_ploys = _ploys_of(library, army, marks)
        own_tasks = _tasks_of(library, army)
        orders[f"{army.id}.ploy"], orders[f"{army.id}.task"] = tuple(own_ploys), tuple(own_tasks)
        ploys |= own_ploys
        tasks |= own_tasks
    return Box(
        resources=library.resources,
        uses=library.uses,
        units=library.units,
        agendas=library.agendas,
        scene=scene,
        marks=marks,
        armies=armies,
        motivation=_motivation(file, variants),
        fronts={side.id: side.front for side in file.sides},
        fortifications=_fortifications(file, variants),
        events=file.events + tuple(event for each in variants for event in each.events),
        told=tuple(each.text for each in variants if each.text),
        start_cards=START_CARDS + sum(each.cards for each in variants),
        ploys=ploys,
        tasks=tasks,
        orders=orders,
        resource_deck=tuple(name for name, card in library.resources.items() if _is_unlocked(card.unlock, marks)),
    )


def _is_unlocked(mark: str, marks: frozenset[str]) -> bool:
    return not mark or mark in marks


def _mustered(army: Army, variants: Iterable[Variant]) -> Army:
    """An army with the units that variants add and without those that they drop."""
    dropped = {letter for each in variants for letter in each.drops}
    portraits: list[Portrait] = []
    for portrait in (*army.portraits, *(new for each in variants for new in each.adds.get(army.id, ()))):
        left = tuple(unit for unit in portrait.units if not unit.letter or unit.letter not in dropped)
        if left:
            portraits.append(replace(portrait, units=left))
    return replace(army, portraits=tuple(portraits))


def _ploys_of(library: Library, army: Army, marks: frozenset[str]) -> dict[str, Ploy]:
    """DOP-SET-04: the ploys of an army, without those that the campaign leaves out."""
    found = library.ploys[army.ploys or army.folk].ploys
    return {
        f"{army.id}.{each.id}": each
        for ploy in found
        if not ploy.organising and _is_unlocked(ploy.unlock, marks)
        for each in loading.copies(ploy)
    }


def _tasks_of(library: Library, army: Army) -> dict[str, TaskCard]:
    """DOP-SET-03: a task card for each insignia icon of the table, and Change of plans."""
    found: dict[str, TaskCard] = {}
    for task in TASKS:
        for group in dict.fromkeys(army.tasks.get(task, ())):
            printed = [card for card in library.tasks.values() if card.task == task and card.group == group]
            count = army.tasks[task].count(group)
            for number in range(count):
                card = printed[number % len(printed)]
                name = card.id if number < len(printed) else f"{card.id}-{number}"
                found[f"{army.id}.{name}"] = card
    change = next(card for card in library.tasks.values() if card.task == "change")
    for number in range(army.changes):
        found[f"{army.id}.{change.id}{f'-{number + 1}' if number else ''}"] = change
    return found


def _motivation(file: ScenarioFile, variants: Iterable[Variant]) -> dict[str, int]:
    """DOP-SET-02: where the sides start."""
    return {
        side.id: max(1, side.motivation + sum(each.motivation.get(side.id, 0) for each in variants))
        for side in file.sides
    }


def _fortifications(file: ScenarioFile, variants: Iterable[Variant]) -> dict[str, int]:
    found = dict(file.fortifications)
    for each in variants:
        for space, tokens in each.fortifications.items():
            found[space] = found.get(space, 0) + tokens
    return found


def read(*folders: Path, without: Mapping[Path, ContentError] = MappingProxyType({})) -> Library:
    """Load the content of folders that lie on top of each other; raise ContentError on any mistake."""
    found = partial(loading.found, folders, without)
    resources = loading.by_id(found("resources/*.json"), tuple[ResourceCard, ...])
    ploys: dict[str, PloyFile] = {}
    for path in found("ploys/*.json"):
        file: PloyFile = load(path, PloyFile)
        if ploys.setdefault(file.id, file) is not file:
            raise ContentError(str(path), "$.id", f'The ploy deck "{file.id}" is there twice.')
    return Library(
        resources=resources,
        uses={name: tuple(use for use in USES if use in (*card.rows, "scheme")) for name, card in resources.items()},
        units=loading.by_id(found("units/*.json"), tuple[UnitType, ...]),
        agendas=loading.by_id(found("agendas.json"), tuple[Agenda, ...]),
        ploys=ploys,
        tasks=loading.by_id(found("tasks.json"), tuple[TaskCard, ...]),
        scenes=loading.scenes(GAME, found("scenarios/*.json"), ScenarioFile, scene_of),
        left_out=without,
    )


@cache
def library() -> Library:
    """The content that games are played with; files of the user's own that have a mistake are left out."""
    return loading.loaded(GAME, read)
