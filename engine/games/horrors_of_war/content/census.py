"""What of the cards comes into use, for reports on their balance."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from engine.core.kinds import Fact, Setup
from engine.games.horrors_of_war.content.library import Library, library
from engine.games.horrors_of_war.facts import CardPlayed, HorrorRevealed, OrderTurned

WORDS = frozenset({"text", "title", "story", "tips", "reminders", "epilogue", "stars", "name"})
"""Fields that say something to the reader and change nothing in the game."""


def used(fact: Fact) -> str:
    """A row or scheme that was played, a horror that struck, half an order that was turned; copies count as one."""
    if isinstance(fact, CardPlayed):
        return f"{kind_of(library(), fact.card)} {fact.use}"
    if isinstance(fact, HorrorRevealed):
        return kind_of(library(), fact.card)
    return fact.card if isinstance(fact, OrderTurned) else ""


def kind_of(lib: Library, card: str) -> str:
    """The id of a card as it stands in its file: of several copies there is one entry."""
    copies = (lib.resources[card] if card in lib.resources else lib.horrors[card]).copies
    return card.rpartition("-")[0] if copies > 1 else card


def usable(setup: Setup) -> Sequence[str]:
    """Everything that `used` can give in such a game."""
    lib = library()
    cards = [lib.resources[card] for card in lib.resource_deck(setup.scenario)]
    plays = [f"{kind_of(lib, card.id)} {use}" for card in cards for use in (*card.rows, "scheme")]
    horrors = [*lib.horror_deck(setup.options), *lib.scenario_horrors(setup.scenario)]
    orders = [card for cards in lib.order_decks(setup.scenario).values() for card in cards]
    barred = lib.changes[setup.scenario][setup.challenges].barred
    closed = tuple(f" {use}" for use in barred)
    return sorted(
        {*(each for each in plays if not each.endswith(closed) or not closed)}
        | {kind_of(lib, card) for card in horrors}
        | set(orders)
    )


def edition(setup: Setup) -> str:
    """A short hash of everything that such a game is played with, apart from its words.

    Of the challenges only the chosen ones count, and of what depends on the number of adventurers only this number's.
    """
    lib, scenario = library(), setup.scenario
    scene, seats = lib.scenes[scenario], len(setup.seats)
    orders = [card for cards in lib.order_decks(scenario).values() for card in cards]
    parts = [
        replace(scene.file, challenges=tuple(map(scene.challenge, setup.challenges)), by_seats={}),
        [scene.green(seats), *(scene.motivation(side, seats) for side in scene.file.sides)],
        [lib.resources[card] for card in lib.resource_deck(scenario)],
        [lib.horrors[card] for card in (*lib.horror_deck(()), *lib.scenario_horrors(scenario))],
        [lib.left[card] if card in lib.left else lib.right[card] for card in orders],
        [lib.units[portrait.type] for army in scene.file.armies for portrait in army.portraits],
    ]
    bare = _without_words(msgspec.to_builtins(parts))
    return blake2b(msgspec.json.encode(bare, order="sorted"), digest_size=6).hexdigest()


def _without_words(part: object) -> object:
    if isinstance(part, dict):
        return {key: _without_words(value) for key, value in part.items() if key not in WORDS}
    return [_without_words(each) for each in part] if isinstance(part, list | tuple) else part
