"""Horrors: where they come from, when they strike, whom, and where they go."""

import random

import pytest

from engine.core.content import builtin
from engine.core.dice import Dice
from engine.core.kinds import Fact
from engine.core.table import Transaction
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content import library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    CardDiscarded,
    CardDrawn,
    CardStayed,
    FortificationsPlaced,
    HorrorAdded,
    HorrorDiscarded,
    HorrorRevealed,
    HorrorSetAside,
    HorrorWarded,
    MotivationChanged,
    OngoingEnded,
    OrderDeckShuffled,
    RefreshDrawn,
    ResourceDeckShuffled,
    UnitDefeated,
)
from engine.games.horrors_of_war.frames import Act, OfferBonus, Pick, ResolveHorrors
from engine.games.horrors_of_war.moves import Choose, Decline, PlayCard, StepTo, Stop, UseScheme
from engine.games.horrors_of_war.state import HORROR, GameState
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import options, scheme

FOUR = ("nabo", "yainar", "akezan", "tambatro")
SPARE = ("p-travel", "p-fortify", "p-delegate")


def drawing(*horrors: str, seats: tuple[str, ...] = ("nabo",), hand: tuple[str, ...] = SPARE) -> Ground:
    """Horrors on top of the resource deck, plain cards beneath, and nabo with a card that draws one extra."""
    ground = Ground(*seats).deck(*horrors, "r01", "r02", "r03")
    for seat in seats:
        ground.hand(seat)
    return ground.hand("nabo", "p-fortify-extra", "p-draw", *hand)


def revealed(facts: list[Fact]) -> list[str]:
    """The horrors that came up, in order."""
    return [fact.card for fact in only(facts, HorrorRevealed)]


def casualty(ground: Ground, *doomed: str) -> list[Fact]:
    """These units are wounded to death in one event."""
    groups = {name: "star" if name in doomed else "circle" for name in ("red_1", "red_2", "red_3")}
    units = {name: ("pike", group, "D3", "down") for name, group in groups.items()}
    ground.units(**units, blue_1=("pike", "circle", "I7", "up"))
    return ground.do(op.Wound(9), group="star")


# Where they come from


def test_each_defeated_unit_puts_the_top_of_the_horror_deck_on_top_of_the_resource_deck() -> None:
    """HOW-HOR-01"""
    ground = Ground()
    first, *rest = ground.state.horrors
    deck = ground.state.resources.cards
    facts = casualty(ground, "red_1")
    assert only(facts, HorrorAdded) == [HorrorAdded(first)]
    assert ground.state.resources.cards == (first, *deck)
    assert ground.state.horrors == tuple(rest)


def test_nobody_sees_which_horror_is_added() -> None:
    """HOW-HOR-01"""
    ground = Ground()
    [added] = only(casualty(ground, "red_1"), HorrorAdded)
    assert added.seen_by(ground.state, "nabo").card == HORROR
    assert ground.table.view("nabo").resources.cards[0] == HORROR


def test_two_units_defeated_at_once_add_two_horrors() -> None:
    """HOW-HOR-02"""
    ground = Ground()
    first, second, *rest = ground.state.horrors
    facts = casualty(ground, "red_1", "red_2")
    assert len(only(facts, UnitDefeated)) == 2
    assert only(facts, HorrorAdded) == [HorrorAdded(first), HorrorAdded(second)]
    assert ground.state.resources.cards[:2] == (second, first)
    assert ground.state.horrors == tuple(rest)


def test_an_empty_horror_deck_adds_none_and_changes_nothing_else() -> None:
    """HOW-HOR-14: nor are resolved horrors fetched from the resource discard pile."""
    ground = Ground().change(horrors=()).deck(discard=["q-home", "p-travel", "q-add"])
    deck = ground.state.resources
    facts = casualty(ground, "red_1")
    assert only(facts, HorrorAdded) == []
    assert ground.state.resources == deck
    assert only(facts, UnitDefeated) == [UnitDefeated("red-1")]
    assert only(facts, MotivationChanged) == [MotivationChanged("red", 5, "defeat")]


def test_a_horror_put_on_an_empty_resource_deck_is_the_whole_deck() -> None:
    """HOW-HOR-19"""
    ground = Ground().deck(only=True, discard=["p-travel", "p-fortify"])
    first = ground.state.horrors[0]
    facts = casualty(ground, "red_1")
    assert only(facts, ResourceDeckShuffled) == []
    assert ground.state.resources.cards == (first,)
    assert ground.state.resources.discard == ("p-travel", "p-fortify")


# Drawing them


def test_a_drawn_horror_is_set_aside_facedown_and_goes_to_no_hand() -> None:
    """HOW-HOR-03"""
    ground = drawing("q-discard")
    facts = ground.use("p-draw", "scheme")
    assert only(facts, HorrorSetAside) == [HorrorSetAside("q-discard")]
    assert only(facts, CardDrawn) == [CardDrawn("nabo", "r01")]
    assert ground.state.aside == ("q-discard",)
    assert ground.table.view("nabo").aside == (HORROR,)
    assert only(facts, HorrorSetAside)[0].seen_by(ground.state, "nabo").card == HORROR


def test_a_horror_of_the_refresh_goes_to_no_hand() -> None:
    """HOW-HOR-03"""
    ground = Ground().hand("nabo", *SPARE).deck("q-home", "r01", "r02", "r03")
    facts = ground.pass_all()
    assert revealed(facts) == ["q-home"]
    assert sorted(ground.state.hands["nabo"]) == sorted([*SPARE, "r01", "r02", "r03"])


def test_horrors_wait_until_the_effect_that_drew_them_is_complete() -> None:
    """HOW-HOR-04"""
    ground = drawing("q-home")
    assert revealed(ground.use("p-draw", "scheme")) == []
    assert isinstance(ground.table.ask, OfferBonus)
    facts = ground.submit(Choose("bonus:use"))
    assert facts[:2] == [CardDrawn("nabo", "r02"), HorrorRevealed("q-home", ("nabo",))]


def test_horrors_are_revealed_one_by_one() -> None:
    """HOW-HOR-04"""
    ground = drawing("q-discard", "q-home")
    ground.use("p-draw", "scheme")
    assert revealed(ground.submit(Decline())) == ["q-discard"]
    assert ground.state.aside == ("q-home",)
    facts = ground.submit(Choose("card:p-travel"))
    done = facts.index(HorrorDiscarded("q-discard"))
    assert facts.index(CardDiscarded("nabo", "p-travel")) < done < facts.index(HorrorRevealed("q-home", ("nabo",)))


def test_a_horror_behind_an_ongoing_one_is_resolved_before_the_next_action() -> None:
    """HOW-HOR-04, HOW-ADV-02"""
    ground = drawing("q-slow", "q-discard")
    ground.use("p-draw", "scheme")
    assert revealed(ground.submit(Decline())) == ["q-slow", "q-discard"]
    assert isinstance(ground.table.ask, Pick)
    ground.submit(Choose("card:p-travel"))
    assert ground.state.aside == ()


def test_horrors_drawn_together_are_resolved_in_the_order_drawn() -> None:
    """HOW-HOR-12"""
    for first, second in (("q-home", "q-add"), ("q-add", "q-home")):
        ground = drawing(first, second)
        ground.use("p-draw", "scheme")
        assert revealed(ground.submit(Decline())) == [first, second]


def test_horrors_of_one_refresh_are_resolved_in_the_order_drawn() -> None:
    """HOW-HOR-12"""
    horrors = ["q-home", "q-slow", "q-add", "q-bar-travel"]
    ground = Ground().hand("nabo", *SPARE).deck(*horrors)
    assert revealed(ground.pass_all()) == horrors


def test_a_horror_drawn_by_a_horror_comes_before_those_that_still_wait() -> None:
    """HOW-HOR-13"""
    ground = drawing("q-draw", "q-slow", "q-home")
    ground.use("p-draw", "scheme")
    assert revealed(ground.submit(Decline())) == ["q-draw", "q-home", "q-slow"]


def test_several_horrors_drawn_by_a_horror_come_in_the_order_drawn() -> None:
    """HOW-HOR-13"""
    ground = drawing("q-hor-draw-two", "q-slow", "q-home", "q-add")
    ground.use("p-draw", "scheme")
    assert revealed(ground.submit(Decline())) == ["q-hor-draw-two", "q-home", "q-add", "q-slow"]


def test_a_horror_drawn_by_a_horror_that_a_horror_drew_comes_first_of_all() -> None:
    """HOW-HOR-13"""
    ground = drawing("q-hor-draw-two", "q-slow", "q-draw", "q-add", "q-home")
    ground.use("p-draw", "scheme")
    assert revealed(ground.submit(Decline())) == ["q-hor-draw-two", "q-draw", "q-home", "q-add", "q-slow"]


def test_a_horror_drawn_by_an_ongoing_horror_comes_before_those_that_still_wait_too() -> None:
    """HOW-HOR-13"""
    ground = drawing("q-hor-bar-draw", "q-slow", "q-home")
    ground.use("p-draw", "scheme")
    assert revealed(ground.submit(Decline())) == ["q-hor-bar-draw", "q-home", "q-slow"]


def test_a_horror_as_the_extra_card_is_the_whole_draw() -> None:
    """HOW-HOR-15"""
    ground = drawing("q-home")
    facts = ground.use("p-fortify-extra", "fortify")
    assert only(facts, CardDrawn) == []
    assert ground.state.hands["nabo"] == ("p-draw", *SPARE)
    assert ground.state.resources.cards[0] == "r01"


# Whom they strike


@pytest.mark.parametrize(
    ("seats", "struck"),
    [
        (("nabo", "yainar"), "yainar"),
        (("nabo", "akezan"), "nabo"),
        (("akezan", "tambatro"), "akezan"),
        (("tambatro", "akezan", "nabo", "yainar"), "yainar"),
    ],
)
def test_a_horror_strikes_the_topmost_adventurer_of_its_list_that_is_in_play(
    seats: tuple[str, ...], struck: str
) -> None:
    """HOW-HOR-05"""
    ground = Ground(*seats).deck("q-discard-yainar")
    held = dict(zip(seats, ("p-travel", "p-all", "p-survey", "p-delegate"), strict=False))
    for seat, card in held.items():
        ground.hand(seat, card)
    facts = ground.hand(seats[0], "p-fortify-extra", held[seats[0]]).use("p-fortify-extra", "fortify", seats[0])
    assert only(facts, HorrorRevealed) == [HorrorRevealed("q-discard-yainar", (struck,))]
    assert only(facts, CardDiscarded) == [CardDiscarded(struck, held[struck])]


def test_a_horror_spares_everybody_but_the_one_it_strikes() -> None:
    """HOW-HOR-05"""
    ground = drawing("q-discard-yainar", seats=FOUR)
    ground.hand("yainar", "p-survey").hand("akezan", "p-all").hand("tambatro", "p-survey-extra")
    facts = ground.use("p-fortify-extra", "fortify")
    assert only(facts, CardDiscarded) == [CardDiscarded("yainar", "p-survey")]


def test_the_one_struck_need_not_be_the_one_who_drew() -> None:
    """HOW-HOR-06"""
    ground = drawing("q-discard-yainar", seats=("nabo", "yainar")).hand("yainar", "p-survey")
    facts = ground.use("p-fortify-extra", "fortify")
    assert only(facts, CardDiscarded) == [CardDiscarded("yainar", "p-survey")]
    assert ground.state.hands["nabo"] == ("p-draw", *SPARE)


@pytest.mark.parametrize("seat", ADVENTURERS)
def test_in_a_solo_game_every_horror_with_a_list_strikes_the_only_adventurer(seat: str) -> None:
    """HOW-HOR-07"""
    cards = library.read(builtin("horrors-of-war")).horrors.values()
    listed = tuple(card.id for card in cards if card.priority)
    ground = Ground(seat, scenario="order-in-chaos")
    turn = Transaction.on(ground.change(aside=listed).state, ground.table.stack, Dice(1, 1))
    turn.push(ResolveHorrors())
    turn.run(rules)
    while isinstance(turn.stack[-1], Pick):
        ask = turn.stack.pop()
        rules.take(turn, ask, seat, rules.moves(turn.state, ask, seat)[0])
        turn.run(rules)
    struck = {fact.card: fact.seats for fact in only(turn.facts, HorrorRevealed)}
    assert {card: struck[card] for card in listed} == dict.fromkeys(listed, (seat,))


def test_a_horror_without_a_list_strikes_everybody() -> None:
    """HOW-HOR-11"""
    ground = drawing("q-all", seats=FOUR).hand("nabo", "p-fortify-extra", "p-all")
    ground.hand("yainar", "p-survey").hand("akezan", "p-travel", "p-fortify")
    facts = ground.use("p-fortify-extra", "fortify")
    facts += ground.submit(Choose("card:p-travel"), "akezan")
    assert only(facts, HorrorRevealed) == [HorrorRevealed("q-all", FOUR)]
    assert only(facts, CardDiscarded) == [
        CardDiscarded("nabo", "p-all"),
        CardDiscarded("yainar", "p-survey"),
        CardDiscarded("akezan", "p-travel"),
    ]


def test_what_a_general_horror_does_to_the_whole_table_happens_once() -> None:
    """HOW-HOR-11"""
    ground = drawing("q-hor-all-gain", seats=FOUR)
    facts = ground.use("p-fortify-extra", "fortify")
    assert [(fact.side, fact.to) for fact in only(facts, MotivationChanged)] == [("red", 7), ("blue", 8)]
    assert len(only(facts, HorrorAdded)) == 1


@pytest.mark.parametrize("card", ["q-hor-all-gain", "x07", "x08", "x09", "x10"])
def test_no_ward_is_spent_on_a_horror_that_concerns_the_table_alone(card: str) -> None:
    """HOW-HOR-11: it affects no adventurer, so the ward waits for one that does."""
    ground = drawing(card, seats=("nabo", "yainar")).hand("nabo", "p-fortify-extra", "p-ward")
    ground.use("p-ward", "scheme")
    facts = ground.use("p-fortify-extra", "fortify")
    assert only(facts, HorrorRevealed) == [HorrorRevealed(card, ("nabo", "yainar"))]
    assert only(facts, HorrorWarded) == []
    assert only(facts, MotivationChanged) or only(facts, OrderDeckShuffled)
    assert [each.card for each in ground.state.ongoing] == ["p-ward"]


def test_a_ward_keeps_a_general_horror_from_one_adventurer_and_is_spent() -> None:
    """HOW-HOR-11"""
    ground = drawing("q-all", seats=("nabo", "yainar")).hand("nabo", "p-fortify-extra", "p-ward", "p-all")
    ground.hand("yainar", "p-survey").use("p-ward", "scheme")
    facts = ground.use("p-fortify-extra", "fortify")
    assert only(facts, HorrorWarded) == [HorrorWarded("q-all", "nabo")]
    assert only(facts, OngoingEnded) == [OngoingEnded("p-ward")]
    assert only(facts, CardDiscarded) == [CardDiscarded("yainar", "p-survey")]


# Choices


def test_the_player_of_the_struck_adventurer_decides() -> None:
    """HOW-HOR-18"""
    ground = drawing("q-discard-yainar", seats=("nabo", "yainar")).hand("yainar", "p-survey", "p-all")
    ground.use("p-fortify-extra", "fortify")
    assert isinstance(ground.table.ask, Pick)
    assert ground.table.ask.seats == ("yainar",)
    assert ground.moves("yainar") == [Choose("card:p-survey"), Choose("card:p-all")]
    assert CardDiscarded("yainar", "p-all") in ground.submit(Choose("card:p-all"), "yainar")


def test_with_a_general_effect_every_player_has_a_say() -> None:
    """HOW-HOR-18"""
    ground = drawing("q-all", seats=("nabo", "yainar")).hand("yainar", "p-survey", "p-all")
    ground.use("p-fortify-extra", "fortify")
    asked = set()
    while isinstance(ground.table.ask, Pick):
        asked |= set(ground.table.ask.seats)
        seat = ground.table.ask.seats[0]
        ground.submit(ground.moves(seat)[0], seat)
    assert asked == {"nabo", "yainar"}


# Immediate and ongoing ones


def test_an_immediate_horror_is_over_as_soon_as_it_is_resolved() -> None:
    """HOW-HOR-08"""
    ground = drawing("q-home").stand("nabo", "E6")
    facts = ground.use("p-fortify-extra", "fortify")
    assert AdventurerMoved("nabo", "E4") in facts
    assert only(facts, CardStayed) == []
    assert ground.state.resources.discard[0] == "q-home"


def test_an_ongoing_horror_stays_in_play() -> None:
    """HOW-HOR-08, HOW-HOR-16"""
    ground = drawing("q-bar-travel")
    facts = ground.use("p-fortify-extra", "fortify")
    assert [fact.ongoing.card for fact in only(facts, CardStayed)] == ["q-bar-travel"]
    assert only(facts, HorrorDiscarded) == []
    assert "q-bar-travel" not in ground.state.resources.discard


def test_an_ongoing_horror_is_discarded_only_when_its_effect_is_fully_resolved() -> None:
    """HOW-HOR-16"""
    ground = drawing("q-bar-scheme", hand=("p-fortify", "p-travel", "p-all"))
    ground.use("p-fortify-extra", "fortify")
    assert only(ground.use("p-fortify", "fortify"), OngoingEnded) == []
    ground.use("p-travel", "travel")
    assert [each.card for each in ground.state.ongoing] == ["q-bar-scheme"]
    assert ground.submit(Stop()) == [OngoingEnded("q-bar-scheme")]
    assert ground.state.resources.discard[0] == "q-bar-scheme"


def test_an_ongoing_horror_is_not_resolved_by_the_very_action_that_drew_it() -> None:
    """HOW-HOR-16"""
    ground = drawing("q-bar-scheme", hand=("p-travel-extra", "p-all"))
    ground.use("p-travel-extra", "travel")
    ground.submit(StepTo("E5"))
    assert [each.card for each in ground.state.ongoing] == ["q-bar-scheme"]


def test_an_ongoing_horror_holds_nobody_up() -> None:
    """HOW-HOR-17"""
    ground = drawing("q-bar-travel", seats=("nabo", "yainar")).hand("yainar", "p-survey", "p-fortify")
    ground.use("p-fortify-extra", "fortify")
    assert ground.table.ask == Act(seats=("nabo", "yainar"))
    assert FortificationsPlaced("E4", 2) in ground.use("p-fortify", "fortify", "yainar")
    assert ground.state.round == 1


def test_an_ongoing_horror_without_a_list_stays_for_everybody() -> None:
    """HOW-HOR-11, HOW-HOR-16"""
    ground = drawing("q-hor-all-bar", seats=("nabo", "yainar")).hand("yainar", "p-travel-extra")
    ground.use("p-fortify-extra", "fortify")
    assert "q-hor-all-bar" not in ground.state.resources.discard
    for seat, card in (("nabo", "p-travel"), ("yainar", "p-travel-extra")):
        ground.submit(PlayCard(card), seat)
        assert ground.moves(seat) == [UseScheme()]
        ground.table.undo(seat)


def test_an_ongoing_horror_that_lies_with_several_is_discarded_once_when_it_is_over_for_all() -> None:
    """HOW-HOR-16"""
    ground = drawing("q-hor-all-bar", seats=("nabo", "yainar")).hand("yainar", "p-travel-extra")
    ground.use("p-fortify-extra", "fortify")
    facts = ground.pass_all()
    assert facts.index(OngoingEnded("q-hor-all-bar")) < facts.index(only(facts, RefreshDrawn)[0])
    assert ground.state.ongoing == ()
    assert ground.state.resources.discard.count("q-hor-all-bar") == 1


# Where they go


def test_a_resolved_horror_goes_faceup_to_the_resource_discard_pile() -> None:
    """HOW-HOR-09"""
    ground = drawing("q-home")
    before = ground.state.horrors
    ground.use("p-fortify-extra", "fortify")
    assert ground.state.resources.discard[0] == "q-home"
    assert ground.table.view("nabo").resources.discard[0] == "q-home"
    assert ground.state.horrors == before


def in_the_cycle(state: GameState) -> set[str]:
    """The horrors that are in the resource deck, on its discard pile or on their way between the two."""
    cards = {*state.resources.cards, *state.resources.discard, *state.aside, *state.drawn, state.facing}
    return {card for card in cards | {each.card for each in state.ongoing} if card in library.library().horrors}


@pytest.mark.parametrize("seed", range(4))
def test_once_added_a_horror_never_leaves_the_cycle(seed: int) -> None:
    """HOW-HOR-10"""
    ground = Ground(*ADVENTURERS[: seed + 1], scenario="order-in-chaos", challenges=["bad-memories"], seed=seed)
    chance = random.Random(seed)
    table = ground.table
    added = in_the_cycle(table.state)
    while table.ask and table.state.round < 12:
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))
        now = in_the_cycle(table.state)
        assert added <= now
        assert not now & set(table.state.horrors)
        added = now
    assert any(isinstance(fact, HorrorDiscarded) for step in table.steps for fact in step.facts)


def test_a_horror_cannot_be_recovered_from_the_discard_pile() -> None:
    """HOW-HOR-10"""
    ground = Ground().hand("nabo").deck(discard=["q-discard", "p-travel", "p-fortify"])
    scheme(ground, op.Recover())
    assert options(ground) == ["card:p-fortify", "card:p-travel"]
