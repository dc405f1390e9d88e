"""What a saved game speaks of and today's content no longer has: scenarios change, and own ones are edited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from engine.games.horrors_of_war.content.box import Box
from engine.games.horrors_of_war.content.library import Library
from engine.games.horrors_of_war.content.operations import Group
from engine.games.horrors_of_war.content.scene import Scene
from engine.games.horrors_of_war.setup import OPTIONS
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.adventurers import ADVENTURERS


def missing(lib: Library, state: GameState) -> list[str]:
    """Everything that is not there any more, in words."""
    scene = lib.scenes.get(state.scenario)
    if scene is None:
        return [f"the scenario {state.scenario}"]
    found = (*_of_the_setup(lib, state, scene), *_of_the_map(lib, state, scene), *_of_the_cards(lib, state))
    return list(dict.fromkeys(found)) or _of_the_header(lib, state)


def _gone(names: Iterable[str], valid: Collection[str], what: str) -> Iterator[str]:
    return (f"{what} {name}".strip() for name in names if name not in valid)


def _of_the_setup(lib: Library, state: GameState, scene: Scene) -> Iterator[str]:
    """Challenges, options, adventurers, sides and armies."""
    yield from _gone(state.challenges, [rule.id for rule in scene.file.challenges], "the challenge")
    if state.challenges not in lib.changes[state.scenario]:
        yield f"the choice of challenges {' + '.join(state.challenges)}"
    yield from _gone(state.options, [each.id for each in OPTIONS], "the option")
    yield from _gone((*state.seats, *state.figures, *state.hands), ADVENTURERS, "the adventurer")
    sides = [side.id for side in scene.file.sides]
    yield from _gone((*state.motivation, *state.sides.values()), sides, "the side")
    if state.motivation:
        yield from _gone(sides, state.motivation, "the motivation of")
    units = (*state.units.values(), *state.fallen.values())
    yield from _gone((*state.sides, *(unit.army for unit in units)), scene.army_titles, "the army")


def _of_the_header(lib: Library, state: GameState) -> list[str]:
    """A table gets its box by the header of its save, so that has to name what the facts were played with."""
    box: Box | None = state.box
    played = box and (box.scene.file.id, box.changes, box.horror_deck)
    fits = played == (state.scenario, lib.changes[state.scenario][state.challenges], lib.horror_deck(state.options))
    return [] if fits else ["the set-up that its header names"]


def _of_the_map(lib: Library, state: GameState, scene: Scene) -> Iterator[str]:
    """Spaces, and the units on them."""
    spaces = scene.board.grid.spaces
    units = (*state.units.values(), *state.fallen.values())
    standing = (unit.space for unit in state.units.values())
    yield from _gone((*standing, *state.figures.values(), *state.fortifications), spaces, "the space")
    yield from _gone((unit.type for unit in units), lib.units, "")
    yield from _gone((unit.group for unit in units), get_args(Group), "the group")


def _of_the_cards(lib: Library, state: GameState) -> Iterator[str]:
    """The cards of every deck and hand, and the decks themselves."""
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
