"""What one table is played with: the cards and units of an edition, a scenario, and what its marks change.

A state carries its box (`state.box`), and rules, words and screens look things up there and nowhere else.
"""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

import msgspec

from engine.core.hexes import Facing
from engine.games.dawn_of_peacemakers.content.operations import Use
from engine.games.dawn_of_peacemakers.content.scene import Scene
from engine.games.dawn_of_peacemakers.content.types import Agenda, Army, Event, Ploy, ResourceCard, TaskCard, UnitType


class Box(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What one table is played with."""

    resources: dict[str, ResourceCard]
    uses: dict[str, tuple[Use, ...]]
    """What each resource card can be played for: its rows and its scheme, always in the same order."""
    units: dict[str, UnitType]
    agendas: dict[str, Agenda]
    scene: Scene
    marks: frozenset[str]
    """What the table carries from its campaign, or has because the scenario is played by itself."""
    armies: tuple[Army, ...]
    """The armies with the units that the marks add or drop."""
    motivation: dict[str, int]
    fronts: dict[str, Facing]
    fortifications: dict[str, int]
    events: tuple[Event, ...]
    told: tuple[str, ...]
    """What players are told of the changes by marks."""
    start_cards: int
    """DOP-SET-05: how many cards each player starts with."""
    ploys: dict[str, Ploy]
    """The ploy cards of all armies, by ids such as ``macaw.macaw-parade-step``."""
    tasks: dict[str, TaskCard]
    """The task cards of all armies, by ids such as ``macaw.move-star-1``."""
    orders: dict[str, tuple[str, ...]]
    """DOP-SET-03..07: the cards of the order decks, by names such as ``macaw.ploy``."""
    resource_deck: tuple[str, ...]
    """DOP-SET-06: all resource cards there are."""

    def deck_of(self, card: str) -> str:
        """The order deck that an order card belongs to."""
        army = card.partition(".")[0]
        return f"{army}.ploy" if card in self.ploys else f"{army}.task"

    def title(self, card: str) -> str:
        """The title of any card."""
        if card in self.resources:
            return _numbered(self.resources[card].scheme.title, self.resources[card])
        if card in self.ploys:
            return self.ploys[card].name
        if card in self.tasks:
            return self.tasks[card].name
        if card in self.agendas:
            return self.agendas[card].title
        return card

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process opens a box once, however many views of its tables it is sent."""
        return _opened, (_packed(self),)


def _numbered(title: str, card: ResourceCard) -> str:
    return f"{title} {card.id.rpartition('-')[2]}" if card.copies > 1 else title


@lru_cache(maxsize=32)
def _packed(box: Box) -> bytes:
    return pickle.dumps(msgspec.structs.asdict(box))


@lru_cache(maxsize=32)
def _opened(packed: bytes) -> Box:
    return Box(**pickle.loads(packed))
