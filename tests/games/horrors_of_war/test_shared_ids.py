"""A unit and an order card of Loose Cannon share the id `tuatara-1`; saves have it, so the laws tell the two apart."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.kinds import NOBODY, Setup
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.game import HorrorsOfWar
from engine.games.horrors_of_war.state import GameState
from tests.contracts.laws_of_secrets import ids_of, views_learn_ids_from_facts_only
from tests.contracts.playing import Case, Played

DECK, SHARED = "tuatara.right", "tuatara-1"


class Leaky(HorrorsOfWar):
    """A view in which the face-down order card with the shared id lies open."""

    def view(self, state: GameState, seat: str) -> GameState:
        """Show one card too many."""
        seen = super().view(state, seat)
        deck = state.orders.get(DECK, seen.orders.get(DECK))
        if deck is None:
            return seen
        cards = zip(deck.cards, seen.orders[DECK].cards, strict=True)
        shown = tuple(card if card == SHARED else back for card, back in cards)
        seen.orders = {**seen.orders, DECK: replace(seen.orders[DECK], cards=shown)}
        return seen


def played(game: Any) -> Played:
    setup = Setup(game=rules.id, scenario="loose-cannon", seats=("nabo", "yainar"), seed=5)
    return Played(Case(game, setup, "random"))


def test_a_card_with_the_id_of_a_unit_is_hidden_although_the_unit_stands_on_the_map() -> None:
    game = played(rules)
    first = game.positions[0]
    assert SHARED in first.state.orders[DECK].cards
    assert ids_of(game).visible(first, NOBODY) & {SHARED.encode(), b"card tuatara-1"} == {SHARED.encode()}
    views_learn_ids_from_facts_only(game)


def test_a_view_that_shows_such_a_card_breaks_the_law() -> None:
    with pytest.raises(AssertionError, match="shows more than it was told"):
        views_learn_ids_from_facts_only(played(Leaky()))
