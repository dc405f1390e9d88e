"""Turning order cards face up."""

import pytest

from engine.core.errors import Refused
from engine.core.kinds import Fact
from engine.games.horrors_of_war.content.operations import Conceal
from engine.games.horrors_of_war.facts import OrderDeckShuffled, OrderRevealed, OrderTurned
from engine.games.horrors_of_war.frames import Act, ChooseDeck
from engine.games.horrors_of_war.moves import Choose, PlayCard, UseRow, UseScheme
from tests.games.horrors_of_war.ground import Ground, only

LEFT = ("red-quiet", "red-gain", "red-late", "red-ruin")


def camp(seed: int = 1) -> Ground:
    """Nabo holds two survey cards and shares the camp with a red pike; the Blues are elsewhere."""
    ground = Ground(seed=seed).hand("nabo", "p-survey", "p-survey-extra", "p-heal")
    return ground.units(red_1=("pike", "circle", "E4", "down"), blue_1=("pike", "circle", "A7", "up"))


def survey(ground: Ground, deck: str = "red.left", card: str = "p-survey") -> list[Fact]:
    """Play a card for its survey row and choose a deck."""
    ground.use(card, "survey")
    return ground.submit(Choose(f"deck:{deck}"))


def open_cards(ground: Ground, deck: str = "red.left") -> set[str]:
    return set(ground.state.orders[deck].faceup)


# What a survey needs


@pytest.mark.parametrize(
    ("card", "space", "rows"),
    [("p-survey", "E4", [UseRow("survey")]), ("p-survey", "E5", []), ("p-fortify", "E4", [UseRow("fortify")])],
)
def test_survey_needs_the_icon_and_a_nearby_army(card: str, space: str, rows: list[UseRow]) -> None:
    """HOW-SUR-01"""
    ground = camp().hand("nabo", card, "p-heal").stand("nabo", space)
    ground.submit(PlayCard(card))
    assert ground.moves() == [*rows, UseScheme()]


def test_the_decks_of_the_nearby_army_are_offered_and_no_others() -> None:
    """HOW-SUR-01, HOW-SUR-02"""
    ground = camp()
    ground.use("p-survey", "survey")
    assert isinstance(ground.table.ask, ChooseDeck)
    assert ground.moves() == [Choose("deck:red.left"), Choose("deck:red.right")]
    with pytest.raises(Refused):
        ground.submit(Choose("deck:blue.left"))


def test_beside_two_armies_the_player_chooses_a_deck_of_either() -> None:
    """HOW-SUR-11"""
    ground = camp().units(red_1=("pike", "circle", "E4", "down"), green_1=("pike", "circle", "E4", "down"))
    ground.change(sides={**ground.state.sides, "green": "red"})
    ground.orders("green.left", "blue-quiet").orders("green.right", "blue-march")
    ground.use("p-survey", "survey")
    assert ground.moves() == [Choose(f"deck:{army}.{half}") for army in ("red", "green") for half in ("left", "right")]
    assert ground.submit(Choose("deck:green.right")) == [OrderRevealed("green.right", "blue-march")]


@pytest.mark.parametrize("cards", [(), ("red-quiet", "red-gain")])
def test_a_deck_without_face_down_cards_and_discard_pile_cannot_be_surveyed(cards: tuple[str, ...]) -> None:
    """HOW-SUR-09"""
    ground = camp().orders("red.left", *cards, faceup=cards).orders("red.right", "red-march", "red-attack")
    facts = ground.use("p-survey", "survey")
    assert only(facts, OrderRevealed) == [OrderRevealed("red.right", "red-march")]


def test_without_any_deck_to_survey_the_row_cannot_be_chosen() -> None:
    """HOW-SUR-09"""
    ground = camp()
    for half, card in (("left", "red-quiet"), ("right", "red-march")):
        ground.orders(f"red.{half}", card, faceup=[card])
    ground.submit(PlayCard("p-survey-extra"))
    assert ground.moves() == [UseScheme()]


def test_a_discard_pile_alone_makes_a_deck_one_that_can_be_surveyed() -> None:
    """HOW-SUR-06, HOW-SUR-09"""
    ground = camp().orders("red.left", discard=["red-quiet"])
    ground.use("p-survey", "survey")
    assert Choose("deck:red.left") in ground.moves()


# What is turned


def test_the_topmost_face_down_card_is_turned_where_it_lies() -> None:
    """HOW-SUR-02, HOW-SUR-03"""
    ground = camp().orders("red.left", *LEFT)
    assert survey(ground) == [OrderRevealed("red.left", "red-quiet")]
    assert ground.state.orders["red.left"].cards == LEFT
    assert open_cards(ground) == {"red-quiet"}


def test_face_up_cards_on_top_are_passed_over() -> None:
    """HOW-SUR-03, HOW-SUR-04"""
    ground = camp().orders("red.left", *LEFT, faceup=LEFT[:2])
    assert survey(ground) == [OrderRevealed("red.left", "red-late")]
    assert ground.state.orders["red.left"].cards == LEFT
    assert open_cards(ground) == set(LEFT[:3])


def test_a_face_up_card_below_face_down_ones_is_left_alone() -> None:
    """HOW-SUR-12"""
    ground = camp().orders("red.left", *LEFT, faceup=["red-gain", "red-ruin"])
    assert survey(ground) == [OrderRevealed("red.left", "red-quiet")]
    assert open_cards(ground) == {"red-quiet", "red-gain", "red-ruin"}
    assert survey(ground, card="p-survey-extra")[0] == OrderRevealed("red.left", "red-late")


def test_one_survey_turns_one_card_of_one_deck() -> None:
    """HOW-SUR-10"""
    ground = camp().orders("red.left", *LEFT).orders("red.right", "red-march", "red-attack")
    survey(ground, "red.right")
    turned = {name: set(deck.faceup) for name, deck in ground.state.orders.items() if deck.faceup}
    assert turned == {"red.right": {"red-march"}}
    assert isinstance(ground.table.ask, Act)


def test_a_turned_card_stays_face_up_while_it_is_in_the_deck() -> None:
    """HOW-SUR-05"""
    ground = camp().orders("red.left", *LEFT, faceup=LEFT[:2]).orders("red.right", "red-defend", "red-march")
    survey(ground)
    ground.orders("blue.left", "blue-quiet").orders("blue.right", "blue-defend")
    assert OrderTurned("red.left", "red-quiet") in ground.pass_all()
    deck = ground.state.orders["red.left"]
    assert (deck.cards, set(deck.faceup)) == (LEFT[1:], {"red-gain", "red-late"})


def test_a_turned_card_that_was_drawn_and_shuffled_in_again_lies_face_down() -> None:
    """HOW-SUR-05, HOW-SUR-06"""
    ground = camp().orders("red.left", "red-quiet", faceup=["red-quiet"], discard=["red-gain"])
    ground.given(OrderTurned("red.left", "red-quiet"))
    survey(ground)
    assert len(open_cards(ground)) == 1


# Without a face-down card


def test_without_face_down_cards_the_whole_discard_pile_is_shuffled_in_first() -> None:
    """HOW-SUR-06, HOW-SUR-08, HOW-SUR-13"""
    ground = camp().orders("red.left", discard=["red-late", "red-quiet", "red-gain"])
    shuffled, revealed = survey(ground)
    assert isinstance(shuffled, OrderDeckShuffled)
    assert sorted(shuffled.order) == ["red-gain", "red-late", "red-quiet"]
    assert revealed == OrderRevealed("red.left", shuffled.order[0])
    deck = ground.state.orders["red.left"]
    assert (deck.discard, set(deck.faceup)) == ((), {shuffled.order[0]})


def test_the_discard_pile_stays_where_it_is_while_a_card_lies_face_down() -> None:
    """HOW-SUR-06"""
    ground = camp().orders("red.left", "red-quiet", "red-gain", faceup=["red-quiet"], discard=["red-late"])
    assert survey(ground) == [OrderRevealed("red.left", "red-gain")]
    assert ground.state.orders["red.left"].discard == ("red-late",)


def test_face_up_cards_stay_on_top_in_their_order_and_the_shuffled_ones_go_underneath() -> None:
    """HOW-SUR-07, HOW-SUR-08"""
    ground = camp().orders("red.left", "red-ruin", "red-gain", faceup=["red-ruin", "red-gain"], discard=LEFT[::2])
    survey(ground)
    deck = ground.state.orders["red.left"]
    assert deck.cards[:2] == ("red-ruin", "red-gain")
    assert sorted(deck.cards[2:]) == sorted(LEFT[::2])
    assert set(deck.faceup) == set(deck.cards[:3])


def test_the_cards_of_the_discard_pile_come_in_a_random_order() -> None:
    """HOW-SUR-06"""

    def order(seed: int) -> tuple[str, ...]:
        ground = camp(seed).orders("red.left", discard=LEFT)
        survey(ground)
        return ground.state.orders["red.left"].cards

    assert len({order(seed) for seed in range(12)}) > 3


# Effects that shuffle an order deck


@pytest.mark.parametrize("decks", ["target", "nearby", "all"])
def test_an_effect_that_shuffles_an_order_deck_turns_all_its_cards_face_down(decks: str) -> None:
    """HOW-SUR-14"""
    ground = camp().orders("red.left", *LEFT, faceup=LEFT[1:])
    ground.do(Conceal(decks), target="deck:red.left")  # type: ignore[arg-type]
    deck = ground.state.orders["red.left"]
    assert (sorted(deck.cards), deck.faceup) == (sorted(LEFT), frozenset())


def test_an_effect_that_shuffles_an_order_deck_changes_its_order() -> None:
    """HOW-SUR-14"""

    def order(seed: int) -> tuple[str, ...]:
        ground = camp(seed).orders("red.left", *LEFT, faceup=LEFT[:2])
        ground.do(Conceal(), target="deck:red.left")
        return ground.state.orders["red.left"].cards

    assert len({order(seed) for seed in range(12)}) > 3
