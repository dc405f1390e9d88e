"""All content of the game, loaded once, checked, and made ready for the rules to look things up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import permutations
from pathlib import Path as FilePath
from types import MappingProxyType

from engine.core.content import load
from engine.core.errors import ContentError
from engine.core.kinds import Setup
from engine.games.horrors_of_war.content.box import Box, Cards
from engine.games.horrors_of_war.content.operations import USES, Afterwards, Ops
from engine.games.horrors_of_war.content.scene import Scene, scene_of
from engine.games.horrors_of_war.content.types import (
    ChallengeRule,
    Changes,
    HorrorCard,
    LeftHalf,
    OrderFile,
    ResourceCard,
    RightHalf,
    ScenarioFile,
    UnitType,
)
from engine.peacemakers import loading

GAME = "horrors-of-war"


class Library(Cards, frozen=True, eq=False, kw_only=True):
    """All content: every card, unit type and scenario by its id."""

    mini: tuple[str, ...]
    """The ids of the mini expansion's horrors."""
    decks: dict[str, tuple[str, ...]]
    """The cards of each order file's halves, by names such as ``macaw.left``."""
    scenes: dict[str, Scene]
    resource_decks: dict[str, tuple[str, ...]]
    """HOW-SET-06: for each scenario the general resource cards and its own."""
    horror_decks: dict[bool, tuple[str, ...]]
    """HOW-SET-06, HOW-SET-15: the general horrors, without or with those of the mini expansion."""
    changes: dict[str, dict[tuple[str, ...], Changes]]
    """What is changed, by a scenario and the challenges that are active."""
    left_out: Mapping[FilePath, ContentError] = {}
    """The files of the user's own that cannot be read, and why."""

    def box(self, setup: Setup) -> Box | None:
        """What a table is played with; None if a scenario or challenge is not there."""
        scene = self.scenes.get(setup.scenario)
        changes = self.changes.get(setup.scenario, {}).get(setup.challenges)
        if scene is None or changes is None:
            return None
        return Box(
            **{name: getattr(self, name) for name in Cards.__struct_fields__},
            scene=scene,
            changes=changes,
            orders=self.order_decks(setup.scenario),
            resource_deck=self.resource_deck(setup.scenario),
            horror_deck=self.horror_deck(setup.options),
            own_horrors=self.scenario_horrors(setup.scenario),
        )

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


def read(*folders: FilePath, without: Mapping[FilePath, ContentError] = MappingProxyType({})) -> Library:
    """Load the content of folders that lie on top of each other; raise ContentError on any mistake."""
    found = partial(loading.found, folders, without)
    resources = loading.by_id(found("resources/*.json"), tuple[ResourceCard, ...])
    horrors = loading.by_id(found("horrors/*.json"), tuple[HorrorCard, ...])
    mini = loading.by_id(found("horrors/mini.json"), tuple[HorrorCard, ...])
    units = loading.by_id(found("units/*.json"), tuple[UnitType, ...])
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
    by_id = loading.scenes(GAME, found("scenarios/*.json"), ScenarioFile, scene_of)
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


@cache
def library() -> Library:
    """The content that games are played with; files of the user's own that have a mistake are left out."""
    return loading.loaded(GAME, read)
