"""What of the content comes into use, what a finished game hands on, and what a save needs that is gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from engine.core.kinds import Fact, Setup
from engine.games.dawn_of_peacemakers.content.library import Library, library
from engine.games.dawn_of_peacemakers.content.types import ScenarioFile
from engine.games.dawn_of_peacemakers.facts import CardPlayed, EventHappened, OrderTurned
from engine.games.dawn_of_peacemakers.selection import NOBODY, holds
from engine.games.dawn_of_peacemakers.state import GameState
from engine.peacemakers.adventurers import ADVENTURERS


def used(fact: Fact) -> str:
    """A row or scheme that was played, an order card that was turned, an event; copies count as one."""
    if isinstance(fact, CardPlayed):
        return f"{_kind_of(library(), fact.card)} {fact.use}"
    if isinstance(fact, OrderTurned):
        return fact.card
    return fact.event if isinstance(fact, EventHappened) else ""


def _kind_of(lib: Library, card: str) -> str:
    """The id of a card as it stands in its file: of several copies there is one entry."""
    return card.rpartition("-")[0] if lib.resources[card].copies > 1 else card


def usable(setup: Setup) -> Sequence[str]:
    """Everything that `used` can give in such a game."""
    lib = library()
    box = lib.box(setup)
    if box is None:
        return ()
    plays = {f"{_kind_of(lib, name)} {use}" for name in box.resource_deck for use in box.uses[name]}
    orders = {card for cards in box.orders.values() for card in cards if not _is_change(lib, card)}
    return sorted(plays | orders | {event.id for event in box.events})


def _is_change(lib: Library, card: str) -> bool:
    return card.partition(".")[2].startswith(tuple(each.id for each in lib.tasks.values() if each.task == "change"))


def marks(state: GameState) -> tuple[str, ...]:
    """What a finished game hands to its campaign: what its end condition gives, keepsakes, and favours of agendas."""
    if state.won is None:
        return ()
    file: ScenarioFile = state.box.scene.file
    end = state.box.scene.end(state.ending)
    kept = [each.mark for each in file.gives if holds(state, NOBODY, each.when)]
    favours = [f"favour:{seat}" for seat in state.met if seat]
    return tuple(dict.fromkeys([*end.gives, *kept, *favours]))


def carries(lib: Library, scenario: str) -> frozenset[str]:
    """The marks that make a difference to a scenario: those of its variants and conditions, and those that unlock."""
    file = lib.scenes[scenario].file
    found = {mark for each in file.variants for mark in (*each.given, *each.without)}
    found |= {mark for mark in _carried(msgspec.to_builtins(file)) if mark}
    found |= {card.unlock for card in lib.resources.values()} | {agenda.unlock for agenda in lib.agendas.values()}
    found |= {ploy.unlock for deck in lib.ploys.values() for ploy in deck.ploys}
    return frozenset(found | {f"favour:{seat}" for seat in ADVENTURERS}) - {""}


def _carried(part: object) -> Iterator[str]:
    """The marks that conditions of a scenario ask for."""
    if isinstance(part, dict):
        if part.get("is") == "carried":
            yield part["mark"]
        for value in part.values():
            yield from _carried(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _carried(value)


# What a save needs


def missing(lib: Library, state: GameState) -> list[str]:
    """Everything that a game speaks of and that is not there any more, in words."""
    scene, box = lib.scenes.get(state.scenario), state.box
    if scene is None or box is None:
        return [f"the scenario {state.scenario}"]
    units = (*state.units.values(), *state.fallen.values())
    standing = (*(unit.space for unit in state.units.values()), *state.figures.values(), *state.fortifications)
    hands = (card for hand in state.hands.values() for card in hand)
    ongoing = (each.card for each in state.ongoing)
    resources = (*state.resources.cards, *state.resources.discard, *state.played, *hands, *ongoing)
    found = [
        *_gone(standing, scene.board.grid.spaces, "the space"),
        *_gone((*state.seats, *state.figures), ADVENTURERS, "the adventurer"),
        *_gone((*state.motivation, *state.sides.values()), scene.side_titles, "the side"),
        *_gone((*state.sides, *(unit.army for unit in units)), scene.army_titles, "the army"),
        *_gone((unit.type for unit in units), lib.units, ""),
        *_gone(resources, lib.resources, ""),
        *_gone(state.orders, box.orders, "the deck"),
        *_gone((*state.agendas.values(), *filter(None, (state.shared_agenda,))), lib.agendas, "the agenda"),
        *_gone(filter(None, (state.ending,)), [end.id for end in scene.file.ends], "the ending"),
        *_orders_gone(state),
    ]
    return list(dict.fromkeys(found))


def _orders_gone(state: GameState) -> Iterator[str]:
    for name, deck in state.orders.items():
        if name in state.box.orders:
            yield from _gone((*deck.cards, *deck.discard), state.box.orders[name], "")


def _gone(names: Iterable[str], valid: Collection[str], what: str) -> Iterator[str]:
    return (f"{what} {name}".strip() for name in names if name not in valid)
