"""Decks: face-up and face-down cards mixed, what is drawn and discarded, and what everybody may see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.cards import HIDDEN, Deck

DECK = Deck(("a", "b", "c", "d"), frozenset("bd"), ("x", "y"))


@st.composite
def decks(draw):
    """A pile with some cards face up, and a discard pile."""
    names = draw(st.lists(st.text("abcdefgh", min_size=1), unique=True, max_size=10))
    split = draw(st.integers(0, len(names)))
    cards = tuple(names[:split])
    return Deck(cards, frozenset(draw(st.sets(st.sampled_from(cards))) if cards else ()), tuple(names[split:]))


def test_the_top_card_is_the_first():
    assert DECK.top == "a"
    assert Deck().top is None


def test_the_topmost_facedown_card_is_below_those_that_lie_open():
    assert DECK.topmost_facedown() == "a"
    assert DECK.drawn().topmost_facedown() == "c"
    assert Deck(("a", "b"), frozenset("ab")).topmost_facedown() is None


@pytest.mark.parametrize(
    ("deck", "facedown"),
    [(DECK, True), (Deck(("a",), frozenset("a")), False), (Deck(("a",)), True), (Deck(), False)],
)
def test_a_deck_knows_whether_a_card_lies_face_down(deck, facedown):
    assert deck.has_facedown() == facedown


def test_a_card_is_turned_up_where_it_lies():
    assert DECK.turned_up("c") == Deck(("a", "b", "c", "d"), frozenset("bcd"), ("x", "y"))


def test_drawn_cards_leave_the_pile_and_are_no_longer_counted_as_open():
    assert DECK.drawn() == Deck(("b", "c", "d"), frozenset("bd"), ("x", "y"))
    assert DECK.drawn(3) == Deck(("d",), frozenset("d"), ("x", "y"))
    assert DECK.drawn(9) == Deck((), frozenset(), ("x", "y"))


def test_a_top_card_is_turned_over_onto_the_discard_pile():
    """Whether it lay face up or face down."""
    assert DECK.turned_over() == Deck(("b", "c", "d"), frozenset("bd"), ("a", "x", "y"))
    assert DECK.drawn().turned_over() == Deck(("c", "d"), frozenset("d"), ("b", "x", "y"))


def test_the_newest_discard_is_the_first():
    assert DECK.discarded("z").discard == ("z", "x", "y")


def test_cards_that_change_places_stay_as_they_lie():
    assert DECK.reordered(("d", "c", "b", "a")) == Deck(("d", "c", "b", "a"), frozenset("bd"), ("x", "y"))


def test_everybody_sees_open_cards_and_discards_and_where_hidden_ones_lie():
    assert DECK.masked() == Deck((HIDDEN, "b", HIDDEN, "d"), frozenset("bd"), ("x", "y"))


@given(decks())
def test_a_masked_deck_names_no_facedown_card_and_keeps_its_size(deck):
    seen = deck.masked()
    assert len(seen.cards) == len(deck.cards)
    assert set(seen.cards) - {HIDDEN} == deck.faceup
    assert (seen.faceup, seen.discard) == (deck.faceup, deck.discard)
    assert seen.masked() == seen


@given(decks())
def test_no_card_is_lost_or_made_by_turning_cards_over(deck):
    while deck.cards:
        before = sorted([*deck.cards, *deck.discard])
        deck = deck.turned_over()
        assert sorted([*deck.cards, *deck.discard]) == before
        assert deck.faceup <= set(deck.cards)
    assert not deck.has_facedown()


@given(decks())
def test_a_deck_never_changes(deck):
    old = (deck.cards, deck.faceup, deck.discard)
    for card in deck.cards:
        deck.turned_up(card)
    deck.drawn(), deck.discarded("z"), deck.masked(), deck.reordered(deck.cards[::-1])
    assert (deck.cards, deck.faceup, deck.discard) == old
