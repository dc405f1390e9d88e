"""What one table is played with: the cards and units of an edition, a scenario, and what its challenges change.

A state carries its box (`state.box`), and rules, words and screens look things up there and nowhere else. So tables
that were opened with different content do not mix: neither two scenarios of a player's own, nor a scenario and its
edited version.
"""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

import msgspec

from engine.games.horrors_of_war.content.operations import Ops, Use
from engine.games.horrors_of_war.content.scene import Scene
from engine.games.horrors_of_war.content.types import Changes, HorrorCard, LeftHalf, ResourceCard, RightHalf, UnitType


class Cards(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """Every card and unit type by its id."""

    resources: dict[str, ResourceCard]
    uses: dict[str, tuple[Use, ...]]
    """What each resource card can be played for: its rows and its scheme, always in the same order."""
    horrors: dict[str, HorrorCard]
    bound: frozenset[str]
    """The resource cards whose scheme needs a certain unit nearby."""
    units: dict[str, UnitType]
    left: dict[str, LeftHalf]
    halves: dict[str, tuple[tuple[Ops, ...], tuple[Ops, ...]]]
    """What each left half does now, and what it does after the right half."""
    right: dict[str, RightHalf]
    secrets: frozenset[str]
    """The order cards with a back of their own (HOW-S3-04)."""
    tenths: dict[str, int]
    """The speed of each order card in tenths, because sums of tenths are exact (HOW-ARM-18)."""

    def title(self, card: str) -> str:
        """The title of any card; those that share it have something besides, so that a player can name one of them."""
        for shelf in (self.resources, self.horrors, self.left, self.right):
            if card in shelf:
                return shelf[card].title + _copy_number(shelf[card])
        return card


class Box(Cards, frozen=True, eq=False, kw_only=True):
    """What one table is played with."""

    scene: Scene
    changes: Changes
    """What the active challenges change."""
    orders: dict[str, tuple[str, ...]]
    """HOW-SET-06..07, HOW-ARM-24: the cards of the order decks, by names such as ``bear.left``."""
    resource_deck: tuple[str, ...]
    """HOW-SET-06: the general resource cards and those of the scenario."""
    horror_deck: tuple[str, ...]
    """HOW-SET-06, HOW-SET-15: the general horrors, with those of the mini expansion if it is played."""
    own_horrors: tuple[str, ...]
    """HOW-SET-09: the horrors that the scenario shuffles into the resource deck after dealing."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process opens a box once, however many views of its tables it is sent."""
        return _opened, (_packed(self),)


def _copy_number(card: Any) -> str:
    return f" {card.id.rpartition('-')[2]}" if getattr(card, "copies", 1) > 1 else ""


@lru_cache(maxsize=32)
def _packed(box: Box) -> bytes:
    return pickle.dumps(msgspec.structs.asdict(box))


@lru_cache(maxsize=32)
def _opened(packed: bytes) -> Box:
    return Box(**pickle.loads(packed))
