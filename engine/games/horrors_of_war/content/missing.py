"""What a saved game speaks of and today's content no longer has: scenarios change, and own ones are edited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from engine.games.horrors_of_war.content.library import Scene, library
from engine.games.horrors_of_war.content.operations import Group
from engine.games.horrors_of_war.setup import ADVENTURERS, OPTIONS
from engine.games.horrors_of_war.state import GameState


def missing(state: GameState) -> list[str]:
    """Everything that is not there any more, in words."""
    scene = library().scenes.get(state.scenario)
    if scene is None:
        return [f"the scenario {state.scenario}"]
    found = (*_of_the_setup(state, scene), *_of_the_map(state, scene), *_of_the_cards(state))
    return list(dict.fromkeys(found))


def _gone(names: Iterable[str], valid: Collection[str], what: str) -> Iterator[str]:
    return (f"{what} {name}".strip() for name in names if name not in valid)


def _of_the_setup(state: GameState, scene: Scene) -> Iterator[str]:
    """Challenges, options, adventurers, sides and armies."""
    yield from _gone(state.challenges, [rule.id for rule in scene.file.challenges], "the challenge")
    if state.challenges not in library().changes[state.scenario]:
        yield f"the choice of challenges {' + '.join(state.challenges)}"
    yield from _gone(state.options, [each.id for each in OPTIONS], "the option")
    yield from _gone((*state.seats, *state.figures, *state.hands), ADVENTURERS, "the adventurer")
    sides = [side.id for side in scene.file.sides]
    yield from _gone((*state.motivation, *state.sides.values()), sides, "the side")
    if state.motivation:
        yield from _gone(sides, state.motivation, "the motivation of")
    units = (*state.units.values(), *state.fallen.values())
    yield from _gone((*state.sides, *(unit.army for unit in units)), scene.army_titles, "the army")


def _of_the_map(state: GameState, scene: Scene) -> Iterator[str]:
    """Spaces, and the units on them."""
    spaces = scene.board.grid.spaces
    units = (*state.units.values(), *state.fallen.values())
    standing = (unit.space for unit in state.units.values())
    yield from _gone((*standing, *state.figures.values(), *state.fortifications), spaces, "the space")
    yield from _gone((unit.type for unit in units), library().units, "")
    yield from _gone((unit.group for unit in units), get_args(Group), "the group")


def _of_the_cards(state: GameState) -> Iterator[str]:
    """The cards of every deck and hand, and the decks themselves."""
    lib = library()
    orders: dict[str, Collection[str]] = {"left": lib.left, "right": lib.right}
    anything = {**lib.resources, **lib.horrors, **lib.left, **lib.right}
    yield from _gone((card for pool in state.pools.values() for card in pool), anything, "")
    yield from _gone((each.card for each in state.ongoing), anything, "")
    yield from _gone((card for hand in state.hands.values() for card in hand), lib.resources, "")
    drawn = (*state.resources.cards, *state.resources.discard, *state.drawn)
    yield from _gone(drawn, {**lib.resources, **lib.horrors}, "")
    yield from _gone((*state.horrors, *state.aside, *filter(None, (state.facing,))), lib.horrors, "")
    yield from _gone(state.orders, lib.order_decks(state.scenario), "the deck")
    for name, deck in state.orders.items():
        yield from _gone((*deck.cards, *deck.discard), orders.get(name.rpartition(".")[2], ()), "")
