"""What the decks can still hold, as the page of piles tells it."""

from __future__ import annotations

import pytest

from engine.core.kinds import NOBODY, Setup
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.words.names import order_words
from tests.contracts.playing import Case, Played


@pytest.fixture(scope="module")
def game():
    chosen = {"scenario": "heights-of-glory", "options": ("private-hands",), "seats": ("nabo", "yainar")}
    return Played(Case(rules, Setup(game=rules.id, seed=5, **chosen), "random"))


def parts_of(game, here, seat, pile):
    found = next(each for each in rules.piles(game.view(here, seat)) if each.id == f"deck:{pile}")
    return {part.title.partition(",")[0]: {card.title: card.count for card in part.cards} for part in found.parts}


def test_what_may_still_come_of_an_order_deck_is_what_lies_face_down_in_it(game):
    """HOW-GEN-08"""
    for here in game.positions[::5]:
        for name, deck in here.state.orders.items():
            told = parts_of(game, here, NOBODY, name)
            hidden = {order_words(here.state, card): 1 for card in deck.cards if card not in deck.faceup}
            assert told.get("Still face down", {}) | told.get("Secrets face down", {}) == hidden
            assert list(told.get("Face up in the deck", {})) == [
                order_words(here.state, card) for card in deck.cards if card in deck.faceup
            ]
            assert list(told.get("Discarded", {})) == [order_words(here.state, card) for card in deck.discard]


def test_a_private_hand_is_among_what_others_have_not_seen(game):
    here = next(each for each in game.positions if each.state.hands["nabo"] and each.state.round == 2)
    titles = {library().resources[card].title for card in here.state.hands["nabo"]}
    assert titles <= set(parts_of(game, here, "nabo", "resources")["In hands"])
    assert titles <= set(parts_of(game, here, "yainar", "resources")["Not seen"])
    assert titles <= set(parts_of(game, here, NOBODY, "resources")["Not seen"])


def test_the_places_of_unseen_horrors_are_counted(game):
    for here in game.positions[::5]:
        pile = next(each for each in rules.piles(game.view(here, NOBODY)) if each.id == "deck:horrors")
        unseen = next(part for part in pile.parts if part.title == "Not seen")
        within = sum(card in library().horrors for card in here.state.resources.cards)
        assert unseen.note.startswith(f"Of these {unseen.count}: {len(here.state.horrors)} in the horror deck")
        assert (f"{within} in the resource deck" in unseen.note) == (within > 0)
