"""Passing the played card on."""

import pytest

from engine.core.content import builtin
from engine.core.errors import Refused
from engine.games.horrors_of_war.content.library import read
from engine.games.horrors_of_war.facts import CardDelegated, CardPlayed, FortificationsPlaced
from engine.games.horrors_of_war.frames import ChooseMore, ChooseReceiver
from engine.games.horrors_of_war.moves import Choose, PlayCard, UseRow, UseScheme
from tests.games.horrors_of_war.ground import Ground

HANDS = {
    "nabo": ("p-heal", "p-delegate", "p-hold"),
    "tambatro": ("p-shield",),
    "yainar": ("p-mix",),
    "akezan": ("p-sink",),
}


def camp(*seats: str) -> Ground:
    """These adventurers with their hands, all in the camp."""
    ground = Ground(*seats)
    while isinstance(ground.table.ask, ChooseMore):
        ground.submit(ground.moves(seats[0])[0], seats[0])
    return ground.change(hands={seat: HANDS[seat] for seat in seats}).deck("p-roll", only=True, discard=["p-ward"])


def test_the_played_card_goes_to_the_nearby_adventurer_instead_of_the_discard_pile() -> None:
    """HOW-DEL-01"""
    ground = camp("nabo", "tambatro")
    facts = ground.use("p-delegate", "delegate")
    assert facts == [CardPlayed("nabo", "p-delegate", "delegate"), CardDelegated("nabo", "tambatro", "p-delegate")]
    assert "p-delegate" in ground.state.hands["tambatro"]
    assert ground.state.resources.discard == ("p-ward",)


def test_exactly_that_card_changes_hands() -> None:
    """HOW-DEL-02"""
    ground = camp("nabo", "tambatro")
    ground.use("p-delegate", "delegate")
    assert ground.state.hands == {"nabo": ("p-heal", "p-hold"), "tambatro": ("p-shield", "p-delegate")}
    assert ground.state.resources.cards == ("p-roll",)


@pytest.mark.parametrize("seats", [("nabo",), ("nabo", "tambatro")])
def test_without_another_adventurer_in_the_space_delegate_cannot_be_chosen(seats: tuple[str, ...]) -> None:
    """HOW-DEL-03"""
    ground = camp(*seats)
    for seat in seats[1:]:
        ground.stand(seat, "E5")
    ground.submit(PlayCard("p-delegate"))
    assert ground.moves() == [UseScheme()]
    with pytest.raises(Refused):
        ground.submit(UseRow("delegate"))


def test_the_receiver_may_delegate_the_card_again_in_the_same_phase() -> None:
    """HOW-DEL-04"""
    ground = camp("nabo", "tambatro")
    ground.use("p-delegate", "delegate")
    ground.use("p-delegate", "delegate", "tambatro")
    assert (ground.state.round, ground.state.hands["nabo"]) == (1, ("p-heal", "p-hold", "p-delegate"))


def test_the_receiver_may_use_the_card_for_another_row_in_the_same_phase() -> None:
    """HOW-DEL-04"""
    ground = camp("nabo", "tambatro").change(hands={"nabo": ("p-all", "p-heal"), "tambatro": ()})
    ground.use("p-all", "delegate")
    assert FortificationsPlaced("E4", 1) in ground.use("p-all", "fortify", "tambatro")
    assert ground.state.round == 1


@pytest.mark.parametrize("receiver", ["tambatro", "yainar"])
def test_of_several_adventurers_the_acting_player_chooses_who_gets_the_card(receiver: str) -> None:
    """HOW-DEL-05"""
    ground = camp("nabo", "tambatro", "yainar")
    ground.use("p-delegate", "delegate")
    assert ground.table.ask == ChooseReceiver(seats=("nabo",), card="p-delegate")
    assert ground.moves() == [Choose("adventurer:tambatro"), Choose("adventurer:yainar")]
    ground.submit(Choose(f"adventurer:{receiver}"))
    assert ground.state.hands == {
        seat: (*hand, "p-delegate") if seat == receiver else hand
        for seat, hand in {**HANDS, "nabo": ("p-heal", "p-hold")}.items()
        if seat in ground.state.seats
    }


def test_an_adventurer_elsewhere_is_not_among_those_to_choose_from() -> None:
    """HOW-DEL-03, HOW-DEL-05"""
    ground = camp("nabo", "tambatro", "yainar").stand("tambatro", "E3")
    assert CardDelegated("nabo", "yainar", "p-delegate") in ground.use("p-delegate", "delegate")


def test_where_several_are_near_one_who_stands_elsewhere_is_not_offered() -> None:
    """HOW-DEL-05, HOW-DEL-03"""
    ground = camp("nabo", "tambatro", "yainar", "akezan").stand("tambatro", "E3")
    ground.use("p-delegate", "delegate")
    assert ground.moves() == [Choose("adventurer:yainar"), Choose("adventurer:akezan")]
    with pytest.raises(Refused):
        ground.submit(Choose("adventurer:tambatro"))


def test_no_delegate_row_carries_an_extra_card() -> None:
    """HOW-DEL-06"""
    cards = read(builtin("horrors-of-war")).resources.values()
    rows = {card.id: card.rows["delegate"] for card in cards if "delegate" in card.rows}
    assert rows
    assert [name for name, row in rows.items() if row.extra] == []
