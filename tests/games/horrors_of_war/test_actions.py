"""The adventurer phase: playing cards."""

import pytest

from engine.core.cards import HIDDEN
from engine.core.errors import Refused
from engine.core.kinds import Fact
from engine.games.horrors_of_war.content.operations import Draw
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    ArmyPhaseBegan,
    CardDelegated,
    CardDrawn,
    CardPlayed,
    CardTaken,
    FortificationsPlaced,
    HorrorDiscarded,
    HorrorRevealed,
    OrderRevealed,
    Passed,
    RefreshDivided,
    ResourceDeckShuffled,
    RoundBegan,
    TargetMissed,
)
from engine.games.horrors_of_war.frames import Act, Pick, TravelOn
from engine.games.horrors_of_war.moves import Choose, Pass, PlayCard, StepTo, Stop, UseRow, UseScheme
from tests.games.horrors_of_war.ground import Ground, only

DECK = ("p-heal", "p-hold", "p-shield", "p-mix", "p-sink", "p-arrange")
DONE = (OrderRevealed, AdventurerMoved, FortificationsPlaced, CardDelegated, CardDrawn)


def table(*deck: str, discard: tuple[str, ...] = (), seed: int = 1, **hands: tuple[str, ...]) -> Ground:
    """Hands, a resource deck and its discard pile of just these cards; a red pike stands in the camp.

    Its order decks are short and quiet.
    """
    ground = Ground(*hands, seed=seed).change(hands=hands).deck(*deck, only=True, discard=discard)
    ground.units(red_1=("pike", "circle", "E4", "down"), blue_1=("pike", "circle", "A7", "up"))
    for army in ("red", "blue"):
        ground.orders(f"{army}.left", f"{army}-quiet").orders(f"{army}.right", f"{army}-defend")
    return ground


def done(facts: list[Fact]) -> list[type[Fact]]:
    """What a card did, besides being played."""
    return [type(fact) for fact in facts if isinstance(fact, DONE)]


# Who acts, and when


def test_any_player_may_take_the_next_action() -> None:
    """HOW-ADV-01"""
    ground = table(*DECK, nabo=("p-fortify", "p-travel"), tambatro=("p-all",))
    ground.use("p-fortify", "fortify")
    assert PlayCard("p-travel") in ground.moves("nabo")
    assert PlayCard("p-all") in ground.moves("tambatro")


def test_a_player_may_act_before_those_who_sit_earlier() -> None:
    """HOW-ADV-01"""
    ground = table(*DECK, nabo=("p-travel",), tambatro=("p-fortify", "p-all"))
    assert ground.use("p-fortify", "fortify", "tambatro")[0] == CardPlayed("tambatro", "p-fortify", "fortify")


def test_no_action_starts_before_the_last_one_is_finished() -> None:
    """HOW-ADV-02"""
    ground = table(*DECK, nabo=("p-travel", "p-fortify"), tambatro=("p-all",))
    ground.use("p-travel", "travel")
    for seat, card in (("nabo", "p-fortify"), ("tambatro", "p-all")):
        with pytest.raises(Refused):
            ground.submit(PlayCard(card), seat)
    ground.submit(Stop())
    assert ground.submit(PlayCard("p-all"), "tambatro") == [CardTaken("tambatro", "p-all")]


def test_no_action_starts_before_the_horrors_of_the_last_one_are_finished() -> None:
    """HOW-ADV-02"""
    ground = table("q-discard", *DECK, nabo=("p-fortify-extra", "p-travel", "p-survey"), tambatro=("p-all",))
    ground.use("p-fortify-extra", "fortify")
    assert isinstance(ground.table.ask, Pick)
    for seat, card in (("nabo", "p-travel"), ("tambatro", "p-all")):
        with pytest.raises(Refused):
            ground.submit(PlayCard(card), seat)
    facts = ground.submit(Choose("card:p-survey"))
    assert HorrorDiscarded("q-discard") in facts
    assert PlayCard("p-all") in ground.moves("tambatro")


def test_an_ongoing_horror_does_not_hold_up_the_next_action() -> None:
    """HOW-ADV-02"""
    ground = table("q-slow", *DECK, nabo=("p-fortify-extra", "p-travel"), tambatro=("p-all",))
    ground.use("p-fortify-extra", "fortify")
    assert [each.card for each in ground.state.ongoing] == ["q-slow"]
    assert PlayCard("p-all") in ground.moves("tambatro")


def test_a_player_may_take_any_number_of_actions() -> None:
    """HOW-ADV-03"""
    cards = ("p-fortify", "p-fortify-extra", "p-all", "p-heal", "p-hold", "p-travel")
    ground = table("p-shield", nabo=cards, tambatro=("p-sink",))
    for card in cards[:3]:
        ground.use(card, "fortify")
    assert ground.state.fortifications == {"E4": 4}
    assert PlayCard("p-travel") in ground.moves("nabo")


def test_a_player_may_take_no_action_at_all() -> None:
    """HOW-ADV-03, HOW-ADV-16"""
    ground = table(*DECK, nabo=("p-fortify", "p-travel"))
    facts = ground.submit(Pass())
    assert only(facts, CardPlayed) == []
    assert only(facts, RoundBegan) == [RoundBegan(2)]


def test_a_player_without_cards_is_not_asked_for_an_action() -> None:
    """HOW-ADV-03"""
    ground = table(*DECK, nabo=("p-fortify",), tambatro=("p-all",))
    ground.use("p-fortify", "fortify")
    assert ground.moves("nabo") == ()
    assert PlayCard("p-all") in ground.moves("tambatro")


def test_declining_does_not_bind_once_somebody_else_has_acted() -> None:
    """HOW-ADV-19"""
    ground = table(*DECK, nabo=("p-travel",), tambatro=("p-fortify", "p-all"))
    ground.submit(Pass(), "nabo")
    ground.use("p-fortify", "fortify", "tambatro")
    assert ground.moves("nabo") == [PlayCard("p-travel"), Pass()]


def test_one_player_who_declines_does_not_end_the_phase() -> None:
    """HOW-ADV-16, HOW-ADV-19"""
    ground = table(*DECK, nabo=("p-travel",), tambatro=("p-fortify", "p-all"))
    assert ground.submit(Pass(), "nabo") == [Passed("nabo")]
    assert PlayCard("p-all") in ground.moves("tambatro")


def test_the_phase_ends_when_nobody_wants_to_play_another_card() -> None:
    """HOW-ADV-16"""
    ground = table(*DECK, nabo=("p-travel",), tambatro=("p-fortify", "p-all"))
    ground.submit(Pass(), "nabo")
    ground.use("p-fortify", "fortify", "tambatro")
    ground.submit(Pass(), "tambatro")
    assert ground.state.phase == "adventurer"
    assert only(ground.submit(Pass(), "nabo"), ArmyPhaseBegan) == [ArmyPhaseBegan()]


def test_unused_cards_stay_in_hand() -> None:
    """HOW-ADV-16"""
    ground = table(*DECK, nabo=("p-travel", "p-fortify"), tambatro=("p-all",))
    ground.pass_all()
    assert ground.state.hands["nabo"][:2] == ("p-travel", "p-fortify")
    assert ground.state.hands["tambatro"][0] == "p-all"


def test_there_is_no_hand_limit() -> None:
    """HOW-ADV-17"""
    many = tuple(f"p-{name}" for name in ("survey", "travel", "fortify", "all", "ward", "roll", "draw", "delegate"))
    more = ("p-survey-extra", "p-travel-extra", "p-pacify-army", "p-pacify-army-too", "p-mix-too")
    ground = table(*DECK, nabo=(*many, *more, "p-fortify-extra"))
    ground.use("p-fortify-extra", "fortify")
    ground.pass_all()
    assert len(ground.state.hands["nabo"]) == 13 + 1 + 4
    assert set(many + more) <= set(ground.state.hands["nabo"])


@pytest.mark.parametrize("seats", [("nabo",), ("nabo", "tambatro")])
def test_the_army_phase_follows_exactly_one_refresh(seats: tuple[str, ...]) -> None:
    """HOW-ADV-18"""
    hands = dict(zip(seats, [("p-travel",), ("p-all",)], strict=False))
    ground = table(*DECK, "p-roll", "p-draw", **hands)
    for _ in range(2):
        facts = [fact for fact in ground.pass_all() if isinstance(fact, RefreshDivided | ArmyPhaseBegan)]
        assert list(map(type, facts)) == [RefreshDivided, ArmyPhaseBegan]


def test_the_refresh_comes_before_the_army_phase_when_the_last_card_was_played() -> None:
    """HOW-ADV-18"""
    ground = table(*DECK, nabo=("p-fortify",)).motivation(red=1, blue=1)
    assert not [fact for fact in ground.use("p-fortify", "fortify") if isinstance(fact, RefreshDivided)]
    facts = [fact for fact in ground.pass_all() if isinstance(fact, RefreshDivided | ArmyPhaseBegan)]
    assert list(map(type, facts)) == [RefreshDivided, ArmyPhaseBegan]


def test_the_last_card_at_the_table_can_be_taken_back() -> None:
    """HOW-ADV-16: nobody is hurried into the refresh by a slip."""
    ground = table(*DECK, nabo=("p-fortify",))
    ground.use("p-fortify", "fortify")
    assert ground.table.moves("nabo") == [Pass()]
    ground.table.undo("nabo")
    ground.table.undo("nabo")
    assert ground.state.hands["nabo"] == ("p-fortify",)
    assert not ground.state.fortifications


# One card, one use


def test_an_action_costs_exactly_the_card_played() -> None:
    """HOW-ADV-04"""
    ground = table(*DECK, nabo=("p-travel", "p-fortify", "p-heal"), tambatro=("p-all",))
    ground.use("p-fortify", "fortify")
    assert ground.state.hands == {"nabo": ("p-travel", "p-heal"), "tambatro": ("p-all",)}


def test_a_card_of_another_hand_cannot_be_played() -> None:
    """HOW-ADV-04"""
    ground = table(*DECK, nabo=("p-travel",), tambatro=("p-all",))
    with pytest.raises(Refused):
        ground.submit(PlayCard("p-all"), "nabo")


def test_a_card_offers_its_rows_and_its_scheme() -> None:
    """HOW-ADV-05"""
    ground = table(*DECK, nabo=("p-all",), tambatro=("p-travel",))
    ground.submit(PlayCard("p-all"))
    rows = [UseRow("survey"), UseRow("travel"), UseRow("fortify"), UseRow("delegate")]
    assert ground.moves() == [*rows, UseScheme()]


@pytest.mark.parametrize(
    ("use", "then", "happened"),
    [
        ("survey", Choose("deck:red.left"), [OrderRevealed]),
        ("travel", Stop(), []),
        ("fortify", None, [FortificationsPlaced, CardDrawn]),
        ("delegate", None, [CardDelegated]),
        ("scheme", None, []),
    ],
)
def test_a_card_gives_only_the_option_it_was_played_for(
    use: str, then: Choose | Stop | None, happened: list[type[Fact]]
) -> None:
    """HOW-ADV-05, HOW-ADV-08"""
    ground = table(*DECK, nabo=("p-all", "p-heal"), tambatro=("p-travel",))
    facts = ground.use("p-all", use)
    facts += ground.submit(then) if then else []
    assert done(facts) == happened
    assert isinstance(ground.table.ask, Act)


def test_a_row_the_card_does_not_show_cannot_be_chosen() -> None:
    """HOW-ADV-06"""
    ground = table(*DECK, nabo=("p-travel",), tambatro=("p-all",))
    ground.submit(PlayCard("p-travel"))
    assert ground.moves() == [UseRow("travel"), UseScheme()]
    for row in ("survey", "fortify", "delegate"):
        with pytest.raises(Refused):
            ground.submit(UseRow(row))


def test_a_survey_row_needs_a_nearby_army() -> None:
    """HOW-ADV-15"""
    ground = table(*DECK, nabo=("p-survey-extra",), tambatro=("p-all",)).stand("nabo", "E5")
    ground.submit(PlayCard("p-survey-extra"))
    assert ground.moves() == [UseScheme()]


def test_a_delegate_row_needs_a_nearby_adventurer() -> None:
    """HOW-ADV-15, HOW-GEN-13: one's own figure is not nearby itself."""
    ground = table(*DECK, nabo=("p-delegate",), tambatro=("p-all",)).stand("nabo", "E5")
    ground.submit(PlayCard("p-delegate"))
    assert ground.moves() == [UseScheme()]


def test_a_scheme_without_any_possible_target_may_be_chosen() -> None:
    """HOW-ADV-15"""
    ground = table(*DECK, nabo=("p-heal", "p-travel")).stand("nabo", "E5")
    assert ground.use("p-heal", "scheme") == [CardPlayed("nabo", "p-heal", "scheme"), TargetMissed("nabo", "p-heal")]


# Where the card goes


def test_a_played_card_lies_face_up_on_the_discard_pile_at_once() -> None:
    """HOW-ADV-09"""
    ground = table(*DECK, discard=("p-roll",), nabo=("p-travel", "p-heal"))
    ground.use("p-travel", "travel")
    assert isinstance(ground.table.ask, TravelOn)
    assert ground.table.view("nabo").resources.discard == ("p-travel", "p-roll")


def test_a_delegated_card_is_not_discarded() -> None:
    """HOW-ADV-09"""
    ground = table(*DECK, nabo=("p-delegate",), tambatro=("p-all",))
    ground.use("p-delegate", "delegate")
    assert ground.state.resources.discard == ()


def test_an_ongoing_scheme_is_not_discarded_when_played() -> None:
    """HOW-ADV-09"""
    ground = table(*DECK, nabo=("p-ward", "p-heal"))
    ground.use("p-ward", "scheme")
    assert ground.state.resources.discard == ()
    assert [each.card for each in ground.state.ongoing] == ["p-ward"]


# Extra cards


@pytest.mark.parametrize(
    ("card", "then", "row"),
    [
        ("p-survey-extra", Choose("deck:red.left"), OrderRevealed),
        ("p-travel-extra", StepTo("E5"), AdventurerMoved),
        ("p-fortify-extra", None, FortificationsPlaced),
    ],
)
def test_the_extra_card_is_drawn_after_the_other_icons_of_its_row(
    card: str, then: Choose | StepTo | None, row: type[Fact]
) -> None:
    """HOW-ADV-07"""
    ground = table(*DECK, nabo=(card, "p-all"), tambatro=("p-roll",))
    facts = ground.use(card, card.split("-")[1])
    facts += ground.submit(then) if then else []
    assert done(facts) == [row, CardDrawn]
    assert ground.state.hands == {"nabo": ("p-all", "p-heal"), "tambatro": ("p-roll",)}
    assert ground.state.resources.cards == DECK[1:]


@pytest.mark.parametrize("stop", [True, False])
def test_the_extra_card_of_a_travel_row_comes_whether_or_not_the_figure_moved(stop: bool) -> None:
    """HOW-ADV-07"""
    ground = table(*DECK, nabo=("p-travel-extra", "p-all"))
    ground.use("p-travel-extra", "travel")
    assert CardDrawn("nabo", "p-heal") in ground.submit(Stop() if stop else StepTo("E5"))


def test_a_row_without_the_icon_gives_no_extra_card() -> None:
    """HOW-ADV-08"""
    ground = table(*DECK, nabo=("p-fortify", "p-all"))
    assert only(ground.use("p-fortify", "fortify"), CardDrawn) == []


def test_the_scheme_of_a_card_with_an_extra_icon_gives_no_extra_card() -> None:
    """HOW-ADV-08"""
    ground = table(*DECK, nabo=("p-fortify-extra", "p-all"))
    assert only(ground.use("p-fortify-extra", "scheme"), CardDrawn) == []


def test_the_card_just_played_can_come_back_as_its_own_extra_card() -> None:
    """HOW-ADV-10"""
    ground = table(nabo=("p-fortify-extra", "p-travel"))
    ground.use("p-fortify-extra", "fortify")
    assert ground.state.hands["nabo"] == ("p-travel", "p-fortify-extra")
    assert ground.state.resources.discard == ()


def test_an_extra_card_may_be_played_in_the_same_phase() -> None:
    """HOW-ADV-20"""
    ground = table("p-fortify", *DECK, nabo=("p-fortify-extra", "p-travel"))
    ground.use("p-fortify-extra", "fortify")
    ground.use("p-fortify", "fortify")
    assert (ground.state.round, ground.state.fortifications) == (1, {"E4": 3})


def test_a_card_drawn_by_a_scheme_may_be_played_in_the_same_phase() -> None:
    """HOW-ADV-20"""
    ground = table("p-fortify", *DECK, tambatro=("p-draw", "p-travel"))
    ground.use("p-draw", "scheme", "tambatro")
    ground.use("p-fortify", "fortify", "tambatro")
    assert (ground.state.round, ground.state.fortifications) == (1, {"E4": 2})


# The resource deck


def test_an_empty_resource_deck_is_made_anew_from_the_discard_pile() -> None:
    """HOW-ADV-11"""
    ground = table(discard=DECK, nabo=("p-fortify-extra", "p-travel"))
    facts = ground.use("p-fortify-extra", "fortify")
    assert list(map(type, facts[-2:])) == [ResourceDeckShuffled, CardDrawn]
    held, deck = ground.state.hands["nabo"][-1], ground.state.resources
    assert sorted((held, *deck.cards)) == sorted(("p-fortify-extra", *DECK))
    assert deck.discard == ()
    assert set(ground.table.view("nabo").resources.cards[1:]) == {HIDDEN}


def test_the_new_resource_deck_is_shuffled() -> None:
    """HOW-ADV-11"""

    def order(seed: int) -> tuple[str, ...]:
        ground = table(discard=DECK, seed=seed, nabo=("p-fortify-extra", "p-travel"))
        return only(ground.use("p-fortify-extra", "fortify"), ResourceDeckShuffled)[0].order

    assert len({order(seed) for seed in range(12)}) > 6


def test_nothing_is_drawn_when_deck_and_discard_pile_are_empty() -> None:
    """HOW-ADV-12"""
    ground = table(nabo=("p-travel",))
    assert ground.do(Draw(2)) == []


def test_a_scheme_draws_what_there_is() -> None:
    """HOW-ADV-12"""
    ground = table("p-heal", tambatro=("p-draw", "p-ward"))
    ground.use("p-ward", "scheme", "tambatro")
    ground.use("p-draw", "scheme", "tambatro")
    assert ground.state.hands["tambatro"] == ("p-heal", "p-draw")
    assert ground.do(Draw(), seat="tambatro") == []


def test_a_reshuffle_takes_resolved_horrors_but_neither_hands_nor_cards_in_play() -> None:
    """HOW-ADV-13"""
    hands = {"nabo": ("p-ward", "p-fortify-extra", "p-travel"), "tambatro": ("p-all",)}
    ground = table(discard=("q-home", "p-heal"), **hands)
    ground.use("p-ward", "scheme")
    shuffled = only(ground.use("p-fortify-extra", "fortify"), ResourceDeckShuffled)
    assert [set(fact.order) for fact in shuffled] == [{"q-home", "p-heal", "p-fortify-extra"}]


def test_a_horror_that_was_shuffled_back_strikes_again() -> None:
    """HOW-ADV-13"""
    ground = table(discard=("q-home",), tambatro=("p-draw", "p-travel"))
    facts = ground.use("p-draw", "scheme", "tambatro")
    assert only(facts, HorrorRevealed) == [HorrorRevealed("q-home", ("tambatro",))]


def test_the_deck_is_not_reshuffled_before_a_draw_needs_it() -> None:
    """HOW-ADV-14"""
    ground = table("p-heal", discard=("p-hold",), nabo=("p-fortify-extra", "p-travel"))
    facts = ground.use("p-fortify-extra", "fortify")
    assert only(facts, ResourceDeckShuffled) == []
    assert (ground.state.resources.cards, ground.state.resources.discard) == ((), ("p-fortify-extra", "p-hold"))
