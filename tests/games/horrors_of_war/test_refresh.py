"""The refresh at the end of the adventurer phase."""

import pytest

from engine.core.cards import HIDDEN
from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Fact
from engine.games.horrors_of_war.facts import (
    ArmyPhaseBegan,
    CardStayed,
    HorrorDiscarded,
    HorrorRevealed,
    RefreshDivided,
    RefreshDrawn,
    ResourceDeckShuffled,
    RoundBegan,
)
from engine.games.horrors_of_war.frames import ChooseMore
from engine.games.horrors_of_war.moves import Choose, GiveMore, Pass, PlayCard
from engine.games.horrors_of_war.state import RESOURCE
from tests.games.horrors_of_war.ground import Ground, only

ALL = ("tambatro", "nabo", "akezan", "yainar")
OLD = {"tambatro": ("p-travel",), "nabo": ("p-survey",), "akezan": ("p-fortify",), "yainar": ("p-all",)}
FOUR = ("p-heal", "p-hold", "p-shield", "p-mix")
REST = ("p-sink", "p-arrange", "p-roll")
HARMLESS = ("q-home", "q-slow", "q-bar-travel", "q-add")
"""Horrors that leave hands alone and ask nothing of anybody in the camp."""


def table(*seats: str, deck: tuple[str, ...] = FOUR + REST, discard: tuple[str, ...] = (), seed: int = 1) -> Ground:
    """These adventurers with a card each, a resource deck of just these cards, and armies that do nothing."""
    ground = Ground(*seats, seed=seed)
    while isinstance(ground.table.ask, ChooseMore):
        ground.submit(ground.moves(seats[0])[0], seats[0])
    for army in ("red", "blue"):
        ground.orders(f"{army}.left", f"{army}-quiet").orders(f"{army}.right", f"{army}-defend")
    return ground.change(hands={seat: OLD[seat] for seat in seats}).deck(*deck, only=True, discard=discard)


def refresh(ground: Ground) -> list[Fact]:
    """Everybody passes; who gets more is settled by the first choice."""
    facts = ground.pass_all()
    while isinstance(ground.table.ask, ChooseMore):
        seat = ground.table.ask.seats[0]
        facts += ground.submit(ground.moves(seat)[0], seat)
    return facts


def shares(facts: list[Fact]) -> dict[str, tuple[str, ...]]:
    """What each player got."""
    (divided,) = only(facts, RefreshDivided)
    return divided.shares


def new_cards(ground: Ground) -> dict[str, int]:
    """How many cards each hand has gained."""
    return {seat: len(hand) - 1 for seat, hand in ground.state.hands.items()}


# Drawing


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_four_cards_are_drawn_whatever_the_player_count(players: int) -> None:
    """HOW-REF-01"""
    ground = table(*ALL[:players])
    facts = refresh(ground)
    assert only(facts, RefreshDrawn) == [RefreshDrawn(FOUR)]
    assert ground.state.resources.cards == REST


@pytest.mark.parametrize("seat", [*ALL[:3], NOBODY])
def test_the_drawn_cards_stay_face_down_until_divided(seat: str) -> None:
    """HOW-REF-02"""
    ground = table(*ALL[:3])
    facts = ground.pass_all()
    assert isinstance(ground.table.ask, ChooseMore)
    assert ground.table.view(seat).drawn == (RESOURCE,) * 4
    assert [fact.seen_by(ground.state, seat).cards for fact in only(facts, RefreshDrawn)] == [(HIDDEN,) * 4]


def test_if_the_deck_runs_out_the_discard_pile_is_shuffled_and_drawing_goes_on() -> None:
    """HOW-REF-08"""
    ground = table("nabo", deck=FOUR[:1], discard=(*FOUR[1:], *REST))
    facts = refresh(ground)
    kinds = [type(fact) for fact in facts if isinstance(fact, RefreshDrawn | ResourceDeckShuffled)]
    assert kinds == [RefreshDrawn, ResourceDeckShuffled, RefreshDrawn]
    assert len(shares(facts)["nabo"]) == 4
    assert FOUR[0] in shares(facts)["nabo"]
    assert (len(ground.state.resources.cards), ground.state.resources.discard) == (3, ())


def test_the_discard_pile_is_not_shuffled_for_a_refresh_that_just_empties_the_deck() -> None:
    """HOW-REF-08"""
    ground = table("nabo", deck=FOUR, discard=REST)
    assert only(refresh(ground), ResourceDeckShuffled) == []
    assert ground.state.resources.discard == REST


@pytest.mark.parametrize(("deck", "discard"), [(FOUR[:1], FOUR[1:2]), (FOUR[:2], ()), ((), FOUR[:2])])
def test_fewer_cards_are_drawn_when_there_are_no_more(deck: tuple[str, ...], discard: tuple[str, ...]) -> None:
    """HOW-REF-08"""
    facts = refresh(table("nabo", deck=deck, discard=discard))
    assert set(shares(facts)["nabo"]) == set(FOUR[:2])


def test_without_any_card_nobody_gets_one_and_the_round_goes_on() -> None:
    """HOW-REF-08"""
    facts = refresh(table("nabo", "tambatro", deck=()))
    assert shares(facts) == {"nabo": (), "tambatro": ()}
    assert only(facts, RoundBegan) == [RoundBegan(2)]


def test_drawn_horrors_count_towards_the_four_and_are_not_replaced() -> None:
    """HOW-REF-05"""
    ground = table("nabo", deck=("q-home", "p-heal", "q-slow", "p-hold", *REST))
    facts = refresh(ground)
    assert set(shares(facts)["nabo"]) == {"p-heal", "p-hold"}
    assert ground.state.resources.cards == REST


# Dividing


def test_resource_cards_are_divided_evenly() -> None:
    """HOW-REF-03"""
    got = shares(refresh(table("nabo", "tambatro")))
    assert sorted(got["nabo"] + got["tambatro"]) == sorted(FOUR)
    assert {seat: len(cards) for seat, cards in got.items()} == {"nabo": 2, "tambatro": 2}


def test_resource_cards_are_divided_at_random() -> None:
    """HOW-REF-03"""
    got = {frozenset(shares(refresh(table("nabo", "tambatro", seed=seed)))["nabo"]) for seed in range(16)}
    assert len(got) > 2


def test_horrors_are_not_divided() -> None:
    """HOW-REF-03"""
    (divided,) = only(refresh(table("nabo", "tambatro", deck=("q-home", "p-heal", "p-hold", "q-slow"))), RefreshDivided)
    assert {seat: len(cards) for seat, cards in divided.shares.items()} == {"nabo": 1, "tambatro": 1}
    assert divided.horrors == ("q-home", "q-slow")


@pytest.mark.parametrize("chosen", ALL[:3])
@pytest.mark.parametrize("speaker", ALL[:3])
def test_the_players_settle_together_who_gets_more(chosen: str, speaker: str) -> None:
    """HOW-REF-04"""
    ground = table(*ALL[:3])
    ground.pass_all()
    assert [ground.moves(seat) for seat in ALL[:3]] == [[GiveMore(seat) for seat in ALL[:3]]] * 3
    got = shares(ground.submit(GiveMore(chosen), speaker))
    assert {seat: len(cards) for seat, cards in got.items()} == {seat: 1 + (seat == chosen) for seat in ALL[:3]}


def test_two_cards_left_over_go_to_two_players() -> None:
    """HOW-REF-04, HOW-REF-11"""
    ground = table(*ALL[:3], deck=("q-home", "p-heal", "p-hold", "q-slow"))
    ground.pass_all()
    ground.submit(GiveMore("akezan"), "nabo")
    with pytest.raises(Refused):
        ground.submit(GiveMore("akezan"), "nabo")
    got = shares(ground.submit(GiveMore("tambatro"), "akezan"))
    assert {seat: len(cards) for seat, cards in got.items()} == {"tambatro": 1, "nabo": 0, "akezan": 1}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_nobody_is_asked_when_the_cards_can_be_divided_evenly(players: int) -> None:
    """HOW-REF-04, HOW-REF-10"""
    ground = table(*ALL[:players])
    assert only(ground.pass_all(), RoundBegan) == [RoundBegan(2)]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("resources", [0, 1, 2, 3, 4])
def test_shares_never_differ_by_more_than_one_card(players: int, resources: int) -> None:
    """HOW-REF-11"""
    got = shares(refresh(table(*ALL[:players], deck=(*FOUR[:resources], *HARMLESS[resources:]))))
    sizes = [len(cards) for cards in got.values()]
    assert (len(sizes), sum(sizes)) == (players, resources)
    assert max(sizes) - min(sizes) <= 1


def test_who_gets_more_is_settled_before_any_new_card_is_seen() -> None:
    """HOW-REF-12"""
    ground = table(*ALL[:3])
    facts = ground.pass_all()
    assert only(facts, RefreshDivided) == []
    for seat in ALL[:3]:
        view = ground.table.view(seat)
        assert view.hands == {who: OLD[who] for who in ALL[:3]}
        assert not set(FOUR) & {*view.drawn, *view.resources.cards}


@pytest.mark.parametrize(("players", "each"), [(1, 4), (4, 1)])
def test_one_player_gets_all_cards_and_four_players_one_each(players: int, each: int) -> None:
    """HOW-REF-10"""
    ground = table(*ALL[:players])
    refresh(ground)
    assert new_cards(ground) == dict.fromkeys(ALL[:players], each)


def test_one_player_gets_all_resource_cards_between_the_horrors() -> None:
    """HOW-REF-10"""
    ground = table("nabo", deck=("p-heal", "q-home", "p-hold", "p-mix"))
    refresh(ground)
    assert set(ground.state.hands["nabo"]) == {"p-survey", "p-heal", "p-hold", "p-mix"}


def test_the_refresh_leaves_the_hands_as_they_are() -> None:
    """HOW-REF-09"""
    ground = table("nabo", "tambatro")
    facts = refresh(ground)
    assert ground.state.hands == {seat: OLD[seat] + shares(facts)[seat] for seat in ("nabo", "tambatro")}
    assert ground.state.resources.discard == ()


# After the division


def test_horrors_are_revealed_one_by_one_after_the_division() -> None:
    """HOW-REF-06, HOW-HOR-04"""
    facts = refresh(table("nabo", deck=("q-home", "p-heal", "q-slow", "p-hold")))
    watched = (RefreshDivided, HorrorRevealed, HorrorDiscarded, CardStayed, ArmyPhaseBegan)
    assert [type(fact) for fact in facts if isinstance(fact, watched)] == [
        RefreshDivided,
        HorrorRevealed,
        HorrorDiscarded,
        HorrorRevealed,
        CardStayed,
        ArmyPhaseBegan,
    ]


def test_each_horror_of_the_refresh_is_finished_before_the_next_is_revealed() -> None:
    """HOW-REF-06"""
    ground = table("nabo", deck=("q-discard", "p-heal", "p-hold", "q-discard-yainar"))
    facts = ground.pass_all()
    assert [fact.card for fact in only(facts, HorrorRevealed)] == ["q-discard"]
    assert ground.state.phase == "refresh"
    facts = ground.submit(Choose("card:p-survey"))
    assert [fact.card for fact in only(facts, HorrorRevealed)] == ["q-discard-yainar"]
    assert only(ground.submit(Choose("card:p-heal")), ArmyPhaseBegan) == [ArmyPhaseBegan()]


def test_new_cards_cannot_be_played_while_the_horrors_are_resolved() -> None:
    """HOW-REF-07"""
    ground = table("nabo", deck=("q-discard", "p-heal", "p-hold", "p-mix"))
    ground.pass_all()
    with pytest.raises(Refused):
        ground.submit(PlayCard("p-heal"))
    ground.submit(Choose("card:p-survey"))
    assert ground.state.round == 2
    assert PlayCard("p-heal") in ground.moves()


def test_new_cards_can_be_played_in_the_next_round_and_not_before() -> None:
    """HOW-REF-07"""
    ground = table("nabo")
    watched = (RefreshDivided, ArmyPhaseBegan, RoundBegan)
    facts = [type(fact) for fact in ground.submit(Pass()) if isinstance(fact, watched)]
    assert facts == [RefreshDivided, ArmyPhaseBegan, RoundBegan]
    assert {PlayCard(card) for card in FOUR} <= set(ground.moves())


def test_a_horror_of_the_refresh_can_reach_the_new_cards() -> None:
    """HOW-REF-13"""
    ground = table("nabo", deck=("q-discard", "p-heal", "p-hold", "p-mix"))
    ground.pass_all()
    assert set(ground.moves()) == {Choose(f"card:{card}") for card in ("p-survey", "p-heal", "p-hold", "p-mix")}
