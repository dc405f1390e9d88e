"""Cards that stay in play: what each kind does, and when it is done."""

import pytest

from engine.core.kinds import Fact
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    CardDiscarded,
    CardDrawn,
    CardStayed,
    HalfMuted,
    HorrorWarded,
    MotivationChanged,
    OngoingEnded,
    OrderBegan,
    OrdersRanked,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import Act
from engine.games.horrors_of_war.moves import Choose, PlayCard, StepTo, Stop, UseScheme
from engine.games.horrors_of_war.state import Ongoing
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import alone, duel, options, quiet, scheme

# Cards that stay in play beside a unit


def test_shield_lowers_the_next_damage_of_its_unit_and_is_gone() -> None:
    ground = duel()
    scheme(ground, op.Shield(1), target="unit:blue-1")
    facts = ground.do(op.Attack())
    assert only(facts, UnitWounded) == [UnitWounded("blue-1", 1, ("red-1",))]
    assert ground.state.ongoing == ()
    assert only(ground.do(op.Attack()), UnitWounded) == [UnitWounded("blue-1", 2, ("red-1",))]


def test_shield_waits_while_defence_stops_all_damage() -> None:
    ground = Ground().units(red_1=("wall", "circle", "D3", "down"), blue_1=("wall", "circle", "D4", "up"))
    scheme(ground, op.Shield(1), target="unit:blue-1")
    ground.do(op.Attack())
    assert [each.kind for each in ground.state.ongoing] == ["shield"]


def test_shield_lowers_damage_that_comes_without_an_attack() -> None:
    """Poison and sacrifices are the next damage too, although neither defence nor fortifications help against them."""
    ground = duel()
    scheme(ground, op.Shield(1), target="unit:blue-1")
    assert only(ground.do(op.Wound(2), army="blue"), UnitWounded) == [UnitWounded("blue-1", 1)]
    assert ground.state.ongoing == ()
    assert only(ground.do(op.Wound(1), army="blue"), UnitWounded) == [UnitWounded("blue-1", 1)]


def test_guard_gives_its_unit_defence_until_the_end_of_the_round() -> None:
    ground = duel()
    scheme(ground, op.Guard(1), target="unit:blue-1")
    for _ in range(2):
        [attack] = only(ground.do(op.Attack()), UnitAttacked)
        assert (attack.target, attack.defence) == ("blue-1", 1)
    ground.phase()
    assert ground.state.ongoing == ()


@pytest.mark.parametrize(
    ("target", "held"), [("unit:red-1", {"red-1"}), ("army:red", {"red-1", "red-2"}), ("army:blue", set())]
)
def test_hold_keeps_its_unit_or_its_army_where_it_is(target: str, held: set[str]) -> None:
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down"),
        red_2=("pike", "circle", "F3", "down"),
        blue_1=("pike", "circle", "I7", "up"),
    )
    scheme(ground, op.Hold(), target=target)
    facts = ground.do(op.Advance())
    assert {fact.unit for fact in only(facts, UnitBlocked)} == held
    assert {fact.unit for fact in only(facts, UnitMoved)} == {"red-1", "red-2"} - held


def test_a_held_unit_cannot_be_led_away() -> None:
    ground = alone()
    scheme(ground, op.Hold(), target="unit:red-1")
    assert scheme(ground, op.Lead(), target="unit:red-1", card="p-travel") == []


@pytest.mark.parametrize(
    ("target", "attackers"), [("unit:red-1", ("red-2",)), ("army:red", ()), ("army:blue", ("red-1", "red-2"))]
)
def test_pacify_keeps_its_unit_or_its_army_from_attacking(target: str, attackers: tuple[str, ...]) -> None:
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down"),
        red_2=("pike", "circle", "D3", "down"),
        blue_1=("pike", "circle", "D4", "up"),
    )
    scheme(ground, op.Pacify(), target=target)
    assert [fact.attackers for fact in only(ground.do(op.Attack()), UnitAttacked)] == ([attackers] if attackers else [])


def test_a_card_beside_a_unit_is_discarded_when_the_unit_is_defeated() -> None:
    ground = duel()
    scheme(ground, op.Hold(), target="unit:red-1")
    facts = ground.do(op.Wound(9))
    assert only(facts, OngoingEnded) == [OngoingEnded("p-survey")]


@pytest.mark.parametrize("target", ["unit:red-1", "army:red"])
def test_a_card_until_the_next_order_is_gone_after_the_order_of_that_army(target: str) -> None:
    """HOW-SCH-05"""
    ground = quiet(duel())
    scheme(ground, op.Hold(until="order"), target=target)
    facts = ground.phase()
    ended = facts.index(OngoingEnded("p-survey"))
    assert facts.index(OrderBegan("red", "circle")) < ended < facts.index(OrderBegan("blue", "circle"))


# Cards that stay in play beside an army


def speeds(facts: list[Fact]) -> dict[str, int]:
    """The speeds of the orders, in tenths, the fastest first."""
    [ranked] = only(facts, OrdersRanked)
    return ranked.speeds


def test_haste_changes_the_speed_of_the_next_order_of_its_army_only() -> None:
    ground = quiet(duel())
    scheme(ground, op.Haste(by=-2), target="army:red")
    facts = ground.phase()
    assert list(speeds(facts).items()) == [("blue", 92), ("red", 81)]
    assert OngoingEnded("p-survey") in facts
    assert speeds(ground.phase())["red"] == 10 + 11


def test_mix_lets_the_next_order_be_for_the_chosen_group() -> None:
    ground = quiet(duel())
    scheme(ground, op.Mix(), target="army:red")
    assert options(ground) == ["group:circle", "group:star"]
    ground.submit(Choose("group:star"))
    facts = ground.phase()
    assert only(facts, OrderBegan) == [OrderBegan("red", "star"), OrderBegan("blue", "circle")]
    assert only(ground.phase(), OrderBegan)[0] == OrderBegan("blue", "circle")


def test_mixed_groups_fall_back_to_the_row_when_the_chosen_group_is_gone() -> None:
    ground = quiet(duel())
    scheme(ground, op.Mix(), target="army:red")
    ground.submit(Choose("group:star"))
    ground.given(UnitDefeated("red-2"))
    assert only(ground.phase(), OrderBegan)[0] == OrderBegan("red", "circle")


@pytest.mark.parametrize(("half", "card"), [("left", "red-gain"), ("right", "red-march")])
def test_mute_keeps_one_half_of_the_next_order_from_working(half: str, card: str) -> None:
    ground = quiet(duel()).units(red_1=("pike", "circle", "D1", "down"), blue_1=("pike", "circle", "D7", "up"))
    ground.orders("red.right", "red-march", "red-defend")
    scheme(ground, op.Mute(half), target="army:red")  # type: ignore[arg-type]
    facts = ground.phase()
    assert only(facts, HalfMuted) == [HalfMuted("red", card)]
    assert bool(only(facts, UnitMoved)) is (half == "left")
    assert bool(only(facts, MotivationChanged)) is (half == "right")
    assert OngoingEnded("p-survey") in facts


def test_a_muted_left_half_does_nothing_afterwards_either() -> None:
    ground = quiet(duel()).units(red_1=("pike", "circle", "D1", "down"), blue_1=("pike", "circle", "D7", "up"))
    ground.orders("red.left", "red-late").orders("red.right", "red-march")
    scheme(ground, op.Mute("left"), target="army:red")
    assert only(ground.phase(), MotivationChanged) == []


# Cards that stay in play beside an adventurer


def drawing(ground: Ground, horror: str, *rest: str) -> list[Fact]:
    """Nabo fortifies and draws a horror as the extra card; nabo's hand is then these cards."""
    ground.hand("nabo", "p-fortify-extra", *rest).deck(horror)
    return ground.use("p-fortify-extra", "fortify")


def test_ward_takes_the_place_of_the_next_horror_and_is_gone() -> None:
    ground = alone()
    scheme(ground, op.Ward())
    facts = drawing(ground, "q-discard", "p-travel", "p-fortify")
    assert only(facts, HorrorWarded) == [HorrorWarded("q-discard", "nabo")]
    assert only(facts, OngoingEnded) == [OngoingEnded("p-survey")]
    assert ground.state.hands["nabo"] == ("p-travel", "p-fortify")
    assert ground.state.resources.discard[0] == "q-discard"


def test_ward_does_not_help_against_a_horror_that_strikes_somebody_else() -> None:
    ground = Ground("nabo", "yainar").hand("yainar", "p-delegate")
    scheme(ground, op.Ward())
    facts = drawing(ground, "q-discard-yainar")
    assert only(facts, CardDiscarded) == [CardDiscarded("yainar", "p-delegate")]
    assert [each.kind for each in ground.state.ongoing] == ["ward"]


def uses(ground: Ground, card: str, seat: str = "nabo") -> list[str]:
    """What a card of the hand can be used for."""
    ground.submit(PlayCard(card), seat)
    found = ["scheme" if isinstance(move, UseScheme) else move.row for move in ground.moves(seat)]
    ground.table.undo(seat)
    return found


def test_bar_forbids_its_rows_until_the_refresh() -> None:
    ground = alone()
    drawing(ground, "q-bar-travel", "p-all")
    assert uses(ground, "p-all") == ["survey", "fortify", "scheme"]
    facts = ground.pass_all()
    assert OngoingEnded("q-bar-travel") in facts
    ground.stand("nabo", "D3")
    assert "travel" in uses(ground, "p-all")


def test_bar_of_schemes_ends_when_the_adventurer_has_played_what_it_asks_for() -> None:
    ground = alone()
    drawing(ground, "q-bar-scheme", "p-all", "p-travel")
    assert "scheme" not in uses(ground, "p-all")
    ground.use("p-travel", "travel")
    facts = ground.submit(Stop())
    assert facts == [OngoingEnded("q-bar-scheme")]
    assert "scheme" in uses(ground, "p-all")


def test_bar_does_not_concern_other_adventurers() -> None:
    ground = Ground("nabo", "yainar").hand("yainar", "p-all")
    drawing(ground, "q-bar-travel", "p-travel")
    assert "travel" in uses(ground, "p-all", "yainar")


def test_slow_takes_icons_off_travel_rows() -> None:
    ground = alone()
    drawing(ground, "q-slow", "p-travel", "p-travel-extra")
    assert uses(ground, "p-travel-extra") == ["scheme"]
    ground.use("p-travel", "travel")
    ground.submit(StepTo("D4"))
    ground.submit(StepTo("D5"))
    assert isinstance(ground.table.ask, Act)


def test_numb_keeps_extra_cards_away_until_its_own_end() -> None:
    ground = alone().hand("nabo", "p-travel-extra", "p-fortify-extra", "p-survey-extra").deck("q-numb")
    ground.use("p-travel-extra", "travel")
    ground.submit(Stop())
    assert only(ground.use("p-fortify-extra", "fortify"), CardDrawn) == []
    ground.use("p-survey-extra", "survey")
    assert len(only(ground.submit(Choose("deck:red.left")), CardDrawn)) == 1


@pytest.mark.parametrize(
    ("until", "row"),
    [("after-survey", "survey"), ("after-travel", "travel"), ("after-fortify", "fortify"), ("after-scheme", "scheme")],
)
def test_a_horror_until_after_a_use_waits_for_that_very_use(until: op.Until, row: str) -> None:
    ground = alone().hand("nabo", "p-survey", "p-travel", "p-fortify", "p-delegate")
    ground.change(ongoing=(Ongoing("q-numb", "numb", "adventurer:nabo", until),))
    plays = {"survey": "p-survey", "travel": "p-travel", "fortify": "p-fortify", "scheme": "p-delegate"}
    for use in sorted(plays, key=lambda use: use == row):
        ended = play_out(ground, plays[use], use)
        assert bool(ended) is (use == row), use


def test_a_survey_counts_as_one_even_if_its_extra_card_is_the_card_itself() -> None:
    """HOW-ADV-13: the played card is shuffled in when the deck is empty, and may come back at once."""
    ground = alone().hand("nabo", "p-survey-extra").deck(only=True)
    ground.change(ongoing=(Ongoing("q-slow", "slow", "adventurer:nabo", "after-survey", 1),))
    ended = play_out(ground, "p-survey-extra", "survey")
    assert ground.state.hands["nabo"] == ("p-survey-extra",)
    assert ended == [OngoingEnded("q-slow")]


def play_out(ground: Ground, card: str, use: str) -> list[OngoingEnded]:
    """Play a card of nabo's, with the last answer to whatever it asks; the cards in play that ended with it."""
    facts = ground.use(card, use)
    while not isinstance(ground.table.ask, Act):
        facts += ground.submit(ground.moves()[-1])
    return only(facts, OngoingEnded)


def test_a_horror_until_after_a_delegate_row_ends_with_one() -> None:
    ground = Ground("nabo", "yainar").hand("yainar").hand("nabo", "p-delegate", "p-fortify")
    ground.change(ongoing=(Ongoing("q-numb", "numb", "adventurer:nabo", "after-delegate"),))
    assert only(ground.use("p-fortify", "fortify"), OngoingEnded) == []
    assert only(ground.use("p-delegate", "delegate"), OngoingEnded) == [OngoingEnded("q-numb")]


def test_a_card_that_has_nothing_to_lie_beside_does_not_stay() -> None:
    ground = alone()
    assert only(scheme(ground, op.Hold()), CardStayed) == []
    assert ground.state.resources.discard[0] == "p-survey"
