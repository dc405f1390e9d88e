"""Schemes: who may use them, their bonus, what they have to do, and those that stay in play."""

import pytest

from engine.core.content import builtin
from engine.core.kinds import Fact
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    CardDrawn,
    CardPlayed,
    CardStayed,
    OngoingEnded,
    OrderBegan,
    OrdersRanked,
    TargetMissed,
    UnitAttacked,
    UnitBlocked,
    UnitMended,
    UnitMoved,
    UnitTurned,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import Act, OfferBonus, Pick
from engine.games.horrors_of_war.moves import Choose, Decline, PlayCard, StepTo, Stop, UseScheme
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import LEFT, alone, duel, options, quiet, scheme


def holding(card: str, *, seat: str = "nabo", damage: int = 0) -> Ground:
    """A red pike and the adventurer on D3, a blue pike far away, and the card in the hand beside another one."""
    ground = Ground(seat).units(
        red_1=("pike", "circle", "D3", "down", damage),
        blue_1=("pike", "circle", "H7", "up"),
    )
    return ground.stand(seat, "D3").hand(seat, card, "p-all")


# Who may use what


@pytest.mark.parametrize("seat", ADVENTURERS)
def test_every_adventurer_may_use_the_scheme_of_every_card(seat: str) -> None:
    """HOW-SCH-01"""
    every = library.read(builtin("horrors-of-war")).resources
    cards = [name for name, card in every.items() if not card.scheme.near]
    ground = Ground(seat, scenario="order-in-chaos").change(hands={seat: tuple(cards)})
    barred = []
    for card in cards:
        ground.submit(PlayCard(card), seat)
        barred += [] if UseScheme() in ground.moves(seat) else [card]
        ground.table.undo(seat)
    assert barred == []


@pytest.mark.parametrize("seat", ADVENTURERS)
def test_the_effect_of_a_scheme_is_the_same_for_everybody(seat: str) -> None:
    """HOW-SCH-01"""
    ground = holding("p-heal", seat=seat, damage=2)
    ground.use("p-heal", "scheme", seat)
    assert UnitMended("red-1", 2) in ground.submit(Choose("number:2"), seat)


def test_the_adventurer_whose_icon_stands_on_the_scheme_may_use_its_bonus() -> None:
    """HOW-SCH-02"""
    ground = holding("p-heal", seat="tambatro", damage=2)
    ground.use("p-heal", "scheme", "tambatro")
    ground.submit(Choose("number:1"), "tambatro")
    ground.submit(Choose("bonus:use"), "tambatro")
    assert UnitMended("red-1", 1) in ground.submit(Choose("number:1"), "tambatro")


@pytest.mark.parametrize("seat", [who for who in ADVENTURERS if who != "tambatro"])
def test_nobody_else_is_offered_the_bonus(seat: str) -> None:
    """HOW-SCH-02"""
    ground = holding("p-heal", seat=seat, damage=2)
    ground.use("p-heal", "scheme", seat)
    ground.submit(Choose("number:1"), seat)
    assert ground.table.ask == Act(seats=(seat,))


def test_the_bonus_may_be_left() -> None:
    """HOW-SCH-04"""
    ground = holding("p-draw").deck("p-travel", "p-fortify", "p-delegate")
    ground.use("p-draw", "scheme")
    assert isinstance(ground.table.ask, OfferBonus)
    assert only(ground.submit(Decline()), CardDrawn) == []
    assert ground.state.hands["nabo"] == ("p-all", "p-travel", "p-fortify")


def test_the_base_effect_cannot_be_left() -> None:
    """HOW-SCH-04"""
    ground = holding("p-arrange").orders("red.left", *LEFT)
    ground.use("p-arrange", "scheme")
    assert Decline() not in ground.moves()
    ground.submit(Choose("deck:red.left"))
    assert isinstance(ground.table.ask, Pick)
    assert Decline() not in ground.moves()


def test_the_bonus_does_not_come_without_the_base_effect() -> None:
    """HOW-SCH-04"""
    ground = holding("p-draw").deck("p-travel", "p-fortify", "p-delegate")
    facts = ground.use("p-draw", "scheme")
    assert only(facts, CardDrawn) == [CardDrawn("nabo", "p-travel"), CardDrawn("nabo", "p-fortify")]


# As completely as possible


def test_a_scheme_that_can_be_carried_out_in_part_is_carried_out_in_part() -> None:
    """HOW-SCH-03"""
    ground = holding("p-arrange").orders("red.left", "red-quiet", "red-gain")
    ground.use("p-arrange", "scheme")
    ground.submit(Choose("deck:red.left"))
    ground.submit(Choose("place:1"))
    assert ground.state.orders["red.left"].cards == ("red-gain", "red-quiet")


def test_what_comes_after_an_impossible_part_is_still_done() -> None:
    """HOW-SCH-03"""
    ground = alone().deck("p-travel")
    facts = scheme(ground, op.Heal(upto=2), op.Draw(), target="unit:red-1")
    assert facts == [CardDrawn("nabo", "p-travel")]


def test_what_can_be_done_is_not_offered_as_less() -> None:
    """HOW-SCH-03"""
    ground = Ground().orders("red.left", *LEFT)
    scheme(ground, op.Reveal(count=3), target="deck:red.left")
    assert ground.state.orders["red.left"].faceup == set(LEFT[:3])


@pytest.mark.parametrize("number", [2, 1, 0])
def test_up_to_a_number_lets_the_player_take_fewer_or_none(number: int) -> None:
    """HOW-SCH-11"""
    ground = holding("p-heal", damage=2)
    ground.use("p-heal", "scheme")
    mended = only(ground.submit(Choose(f"number:{number}")), UnitMended)
    assert mended == ([UnitMended("red-1", number)] if number else [])
    assert ground.unit("red-1").damage == 2 - number


def test_up_to_a_number_is_not_more_than_that_number() -> None:
    """HOW-SCH-11"""
    ground = Ground().units(red_1=("wall", "circle", "D3", "down", 3), blue_1=("pike", "circle", "H7", "up"))
    ground.stand("nabo", "D3").hand("nabo", "p-heal").use("p-heal", "scheme")
    assert options(ground) == ["number:2", "number:1", "number:0"]


def test_a_unit_that_may_be_turned_up_to_some_steps_may_be_left_as_it_stands() -> None:
    """HOW-SCH-11"""
    ground = alone()
    scheme(ground, op.Sway(steps=2), target="unit:red-1")
    none = [move for move in ground.moves() if move in (Decline(), Choose("facing:down"))]
    assert none
    assert only(ground.submit(none[0]), UnitTurned) == []
    assert ground.unit("red-1").facing == "down"


def test_a_scheme_may_be_played_although_it_can_have_no_effect() -> None:
    """HOW-SCH-14"""
    ground = holding("p-heal").stand("nabo", "A7")
    facts = ground.use("p-heal", "scheme")
    assert facts == [CardPlayed("nabo", "p-heal", "scheme"), TargetMissed("nabo", "p-heal")]
    assert ground.state.resources.discard[0] == "p-heal"
    assert isinstance(ground.table.ask, Act)


def test_an_ongoing_scheme_without_anything_nearby_may_be_played_and_is_discarded() -> None:
    """HOW-SCH-14"""
    ground = holding("p-pacify-army").stand("nabo", "A7")
    ground.use("p-pacify-army", "scheme")
    ground.submit(Decline())
    assert ground.state.ongoing == ()
    assert ground.state.resources.discard[0] == "p-pacify-army"


# Ongoing schemes


def test_an_ongoing_scheme_stays_beside_the_thing_it_affects() -> None:
    """HOW-SCH-05"""
    ground = holding("p-hold", seat="yainar")
    facts = ground.use("p-hold", "scheme", "yainar")
    [stayed] = only(facts, CardStayed)
    assert (stayed.ongoing.card, stayed.ongoing.on) == ("p-hold", "unit:red-1")
    assert "p-hold" not in ground.state.resources.discard


def test_an_ongoing_scheme_is_discarded_when_it_is_fully_resolved_and_not_before() -> None:
    """HOW-SCH-05"""
    ground = quiet(holding("p-hold", seat="yainar"))
    ground.use("p-hold", "scheme", "yainar")
    facts = ground.pass_all()
    ended = facts.index(OngoingEnded("p-hold"))
    assert max(n for n, fact in enumerate(facts) if isinstance(fact, OrderBegan)) < ended
    assert ground.state.resources.discard[0] == "p-hold"
    assert ground.state.ongoing == ()


def test_all_choices_of_an_ongoing_scheme_are_made_when_it_is_played() -> None:
    """HOW-SCH-06"""
    ground = quiet(Ground("nabo", "yainar"))
    ground.units(
        red_1=("pike", "circle", "D3", "down"), red_2=("pike", "star", "B1", "down"), blue_1=("pike", "cog", "I7", "up")
    )
    ground.stand("nabo", "D3").hand("nabo", "p-mix", "p-travel").hand("yainar", "p-fortify")
    ground.use("p-mix", "scheme")
    ground.submit(Choose("group:star"))
    assert ground.table.ask == Act(seats=("nabo", "yainar"))
    facts = ground.phase()
    assert OrderBegan("red", "star") in facts
    assert isinstance(ground.table.ask, Act)


def test_the_next_action_may_follow_an_ongoing_scheme_at_once() -> None:
    """HOW-SCH-06"""
    ground = Ground("nabo", "yainar").units(
        red_1=("pike", "circle", "D3", "down"), blue_1=("pike", "circle", "H7", "up")
    )
    ground.stand("yainar", "D3").hand("yainar", "p-hold", "p-all").hand("nabo", "p-fortify")
    ground.use("p-hold", "scheme", "yainar")
    ground.use("p-fortify", "fortify")
    assert ground.state.fortifications == {"E4": 2}
    assert [each.card for each in ground.state.ongoing] == ["p-hold"]


def test_walking_away_from_an_ongoing_scheme_does_not_end_it() -> None:
    """HOW-SCH-07"""
    ground = holding("p-hold", seat="yainar").hand("yainar", "p-hold", "p-travel", "p-all")
    ground.use("p-hold", "scheme", "yainar")
    ground.use("p-travel", "travel", "yainar")
    ground.submit(StepTo("D4"), "yainar")
    ground.submit(Stop(), "yainar")
    assert ground.do(op.Advance()) == [UnitBlocked("red-1", "held")]


def test_a_unit_that_moves_away_takes_the_ongoing_scheme_with_it() -> None:
    """HOW-SCH-07"""
    ground = duel()
    scheme(ground, op.Pacify(), target="unit:red-1")
    ground.given(UnitMoved("red-1", "D5"))
    assert only(ground.do(op.Attack()), UnitAttacked) == []


@pytest.mark.parametrize("card", ["r01", "r05"])
def test_a_scheme_for_a_wounded_unit_is_for_no_other(card: str) -> None:
    """HOW-SCH-03"""
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down", 1),
        red_2=("pike", "circle", "D3", "down"),
        red_3=("pike", "star", "D3", "down", 2),
        blue_1=("pike", "circle", "H7", "up", 1),
    )
    ground.stand("nabo", "D3").hand("nabo", card)
    assert library.library().resources[card].scheme.target.damaged
    ground.use(card, "scheme")
    assert ground.moves() == [Choose("unit:red-1"), Choose("unit:red-3")]


def test_a_scheme_for_a_wounded_unit_finds_none_among_the_sound() -> None:
    """HOW-SCH-14"""
    ground = holding("r01")
    assert only(ground.use("r01", "scheme"), TargetMissed) == [TargetMissed("nabo", "r01")]


def test_an_ongoing_scheme_needs_its_target_nearby_when_it_is_played() -> None:
    """HOW-SCH-07"""
    ground = holding("p-hold", seat="yainar").stand("yainar", "D4")
    assert only(ground.use("p-hold", "scheme", "yainar"), CardStayed) == []


def test_a_passive_ongoing_scheme_works_again_and_again_until_its_own_end() -> None:
    """HOW-SCH-08"""
    ground = holding("p-hold", seat="yainar")
    ground.use("p-hold", "scheme", "yainar")
    assert ground.do(op.Advance(), op.Advance()) == [UnitBlocked("red-1", "held")] * 2


def test_a_delayed_effect_happens_once_and_the_card_is_gone() -> None:
    """HOW-SCH-08"""
    ground = duel().hand("nabo", "p-shield", "p-all")
    ground.use("p-shield", "scheme")
    ground.units(red_1=("wall", "circle", "D3", "down"), blue_1=("pike", "circle", "D4", "up"))
    facts = ground.do(op.Attack(), army="blue")
    assert only(facts, UnitAttacked) == [UnitAttacked(("blue-1",), "red-1", 2, 1)]
    assert only(facts, OngoingEnded) == [OngoingEnded("p-shield")]
    assert only(facts, UnitWounded) == []
    assert ground.state.resources.discard[0] == "p-shield"
    facts = ground.do(op.Attack(), army="blue")
    assert only(facts, UnitWounded) == [UnitWounded("red-1", 1, ("blue-1",))]


# Several schemes on one army


def speed_of_red(facts: list[Fact]) -> int:
    """The speed of the reds' order, in tenths."""
    [ranked] = only(facts, OrdersRanked)
    return ranked.speeds["red"]


def test_copies_of_an_army_wide_scheme_do_not_add_up() -> None:
    """HOW-SCH-09"""
    ground = quiet(duel())
    scheme(ground, op.Haste(by=3), target="army:red", card="p-travel")
    facts = scheme(ground, op.Haste(by=3), target="army:red", card="p-fortify")
    assert only(facts, OngoingEnded) == [OngoingEnded("p-travel")]
    assert speed_of_red(ground.phase()) == 101 + 30


def test_of_two_copies_on_one_army_the_last_one_counts() -> None:
    """HOW-SCH-09"""
    ground = quiet(duel()).hand("nabo", "p-mix", "p-mix-too", "p-travel")
    ground.use("p-mix", "scheme")
    ground.submit(Choose("group:circle"))
    ground.use("p-mix-too", "scheme")
    ground.submit(Choose("group:star"))
    assert [each.card for each in ground.state.ongoing] == ["p-mix-too"]
    assert ground.state.resources.discard[0] == "p-mix"
    assert OrderBegan("red", "star") in ground.phase()


def test_copies_on_different_armies_leave_each_other_alone() -> None:
    """HOW-SCH-09"""
    ground = quiet(duel())
    scheme(ground, op.Haste(by=3), target="army:red", card="p-travel")
    scheme(ground, op.Haste(by=2), target="army:blue", card="p-fortify")
    [ranked] = only(ground.phase(), OrdersRanked)
    assert ranked.speeds == {"red": 101 + 30, "blue": 92 + 20}


def test_different_schemes_on_one_army_work_side_by_side() -> None:
    """HOW-SCH-09"""
    ground = duel()
    scheme(ground, op.Hold(), target="army:red", card="p-travel")
    scheme(ground, op.Pacify(), target="army:red", card="p-fortify")
    facts = ground.do(op.Face(by=3), op.Advance(), op.Attack())
    assert only(facts, UnitBlocked) == [UnitBlocked("red-1", "held")]
    assert only(facts, UnitAttacked) == []


# Moving cards within order decks

MOVERS = [(op.Sink(), ()), (op.Arrange(depth=3), ("place:2", "place:1"))]


def moved(operation: op.Ops, answers: tuple[str, ...]) -> tuple[GameState, GameState]:
    """Cards of red.left moved by a scheme: the state before and after."""
    ground = duel().orders("red.left", *LEFT[:3], faceup=["red-gain"], discard=["red-ruin"])
    before = ground.state
    scheme(ground, operation, target="deck:red.left")
    for answer in answers:
        ground.submit(Choose(answer))
    assert ground.state.orders["red.left"].cards != before.orders["red.left"].cards
    return before, ground.state


@pytest.mark.parametrize(("operation", "answers"), MOVERS)
def test_moving_order_cards_keeps_each_in_the_deck_it_came_from(operation: op.Ops, answers: tuple[str, ...]) -> None:
    """HOW-SCH-10"""
    before, after = moved(operation, answers)
    for name, deck in before.orders.items():
        assert sorted(after.orders[name].cards) == sorted(deck.cards)


@pytest.mark.parametrize(("operation", "answers"), MOVERS)
def test_moving_order_cards_leaves_each_the_way_up_it_was(operation: op.Ops, answers: tuple[str, ...]) -> None:
    """HOW-SCH-12"""
    _, after = moved(operation, answers)
    assert after.orders["red.left"].faceup == {"red-gain"}


@pytest.mark.parametrize(("operation", "answers"), MOVERS)
def test_moving_order_cards_does_not_touch_discard_piles(operation: op.Ops, answers: tuple[str, ...]) -> None:
    """HOW-SCH-13"""
    before, after = moved(operation, answers)
    for name, deck in before.orders.items():
        assert after.orders[name].discard == deck.discard


def test_too_few_cards_to_move_do_not_fetch_the_discard_pile() -> None:
    """HOW-SCH-13"""
    ground = duel().orders("red.left", "red-quiet", discard=LEFT[1:])
    assert scheme(ground, op.Arrange(depth=3), op.Sink(), target="deck:red.left") == []
    assert ground.state.orders["red.left"].cards == ("red-quiet",)
