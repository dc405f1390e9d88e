"""The small operations that effects are made of, and the choices that they leave to a player."""

import pytest

from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    CardDiscarded,
    CardDrawn,
    DieRolled,
    FortificationsPlaced,
    FortificationsRemoved,
    HorrorAdded,
    HorrorSetAside,
    MotivationChanged,
    OngoingEnded,
    OrderCardsMoved,
    OrderDeckShuffled,
    OrderRevealed,
    TopCardBuried,
    UnitDefeated,
    UnitMended,
    UnitMoved,
    UnitTurned,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import Act
from engine.games.horrors_of_war.moves import Choose, Decline, StepTo, Stop
from engine.games.horrors_of_war.state import Ongoing
from engine.peacemakers.conditions import Who, Whose
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import LEFT, alone, duel, options, scheme

# Operations of orders


def test_turn_goes_clockwise_when_positive_and_the_other_way_when_negative() -> None:
    ground = alone()
    assert ground.do(op.Face(by=1)) == [UnitTurned("red-1", "down-left")]
    assert ground.do(op.Face(by=-2)) == [UnitTurned("red-1", "down-right")]


@pytest.mark.parametrize(
    ("facing", "turned"),
    [("up", "down-right"), ("up-right", "down-right"), ("down-right", ""), ("down", ""), ("down-left", "down-right")],
)
def test_seek_turns_a_unit_clockwise_until_a_step_brings_it_closer_to_the_closest_enemy(
    facing: str, turned: str
) -> None:
    """Of two ways that are as good the first one clockwise; who already has one of them in front does not turn."""
    ground = Ground().units(
        red_1=("pike", "circle", "C3", facing),
        red_2=("pike", "star", "B2", "up"),
        blue_1=("pike", "circle", "D6", "up"),
        blue_2=("pike", "circle", "H1", "up"),
    )
    assert ground.do(op.Seek()) == ([UnitTurned("red-1", turned)] if turned else [])


def test_wound_ignores_defence_and_fortifications() -> None:
    ground = Ground().units(red_1=("wall", "circle", "G6", "down"), blue_1=("pike", "circle", "H7", "up"))
    ground.given(FortificationsPlaced("G6", 2))
    assert ground.do(op.Wound(amount=2)) == [UnitWounded("red-1", 2)]
    assert ground.state.fortifications == {"G6": 2}


def test_wound_defeats_a_unit_without_health_left() -> None:
    ground = alone(damage=2)
    assert only(ground.do(op.Wound(amount=1)), UnitDefeated) == [UnitDefeated("red-1")]


def test_mend_takes_off_no_more_damage_than_there_is() -> None:
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down", 2),
        red_2=("pike", "circle", "D4", "down", 1),
        red_3=("pike", "circle", "D5", "down"),
        blue_1=("pike", "circle", "H7", "up"),
    )
    assert ground.do(op.Mend(amount=2)) == [UnitMended("red-1", 2), UnitMended("red-2", 1)]


def test_dig_in_fortifies_each_space_of_the_units_once_but_no_water() -> None:
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down"),
        red_2=("pike", "circle", "D3", "down"),
        red_3=("pike", "circle", "G2", "down"),
        blue_1=("pike", "circle", "H7", "up"),
    )
    assert ground.do(op.DigIn(amount=2)) == [FortificationsPlaced("D3", 2)]


def test_raze_takes_fortifications_off_each_space_of_the_units_as_far_as_there_are_any() -> None:
    ground = Ground().units(
        red_1=("pike", "circle", "D3", "down"),
        red_2=("pike", "circle", "D3", "down"),
        red_3=("pike", "circle", "D4", "down"),
        blue_1=("pike", "circle", "H7", "up"),
    )
    ground.given(FortificationsPlaced("D3", 3), FortificationsPlaced("D4", 1), FortificationsPlaced("H7", 2))
    assert ground.do(op.Raze(amount=2)) == [FortificationsRemoved("D3", 2), FortificationsRemoved("D4", 1)]


def test_add_horror_puts_that_many_horrors_on_the_resource_deck() -> None:
    ground = Ground()
    first, second = ground.state.horrors[:2]
    assert ground.do(op.AddHorror(count=2)) == [HorrorAdded(first), HorrorAdded(second)]


def test_what_comes_afterwards_waits_for_the_right_half() -> None:
    ground = duel().orders("red.left", "red-late").orders("red.right", "red-retreat")
    ground.orders("blue.left", "blue-quiet").orders("blue.right", "blue-defend")
    ground.given(UnitMoved("red-2", "A3"))
    facts = ground.phase()
    lost = facts.index(MotivationChanged("red", 5, "red-late"))
    assert facts.index(UnitMoved("red-2", "A2")) < lost


# Who and whose


@pytest.mark.parametrize(
    ("who", "found"),
    [
        ("target", ["red-3"]),
        ("group", ["red-1", "red-2"]),
        ("army", ["red-1", "red-2", "red-3", "red-4"]),
        ("leader", ["red-1"]),
        ("others", ["red-3", "red-4"]),
        ("nearby", ["red-4", "blue-1"]),
        ("nearest", ["red-4"]),
    ],
)
def test_each_word_for_units_means_its_own_units(who: Who, found: list[str]) -> None:
    ground = Ground().units(
        red_1=("captain", "circle", "A1", "down"),
        red_2=("pike", "circle", "B1", "down"),
        red_3=("pike", "star", "C1", "down"),
        red_4=("pike", "cog", "E4", "down"),
        blue_1=("pike", "circle", "E4", "up"),
        blue_2=("captain", "circle", "E5", "up"),
    )
    turned = only(ground.do(op.Face(by=1, who=who), target="unit:red-3"), UnitTurned)
    assert [fact.unit for fact in turned] == found


def test_a_target_army_means_all_of_its_units() -> None:
    facts = duel().do(op.Face(by=1, who="target"), target="army:blue")
    assert [fact.unit for fact in only(facts, UnitTurned)] == ["blue-1", "blue-2"]


@pytest.mark.parametrize(
    ("of", "target", "sides"),
    [
        ("own", "", ["red"]),
        ("enemy", "", ["blue"]),
        ("target", "unit:blue-1", ["blue"]),
        ("target", "army:red", ["red"]),
        ("target", "deck:blue.left", ["blue"]),
        ("nearest", "", ["red"]),
        ("each", "", ["red", "blue"]),
        ("highest", "", ["blue"]),
        ("lowest", "", ["red"]),
    ],
)
def test_each_word_for_sides_means_its_own_side(of: Whose, target: str, sides: list[str]) -> None:
    ground = duel().motivation(red=5, blue=8)
    changed = only(ground.do(op.Motivation(by=1, of=of), target=target), MotivationChanged)
    assert [fact.side for fact in changed] == sides


def test_with_equal_motivation_no_side_has_the_highest_or_the_lowest() -> None:
    ground = duel().motivation(red=5, blue=5)
    assert ground.do(op.Motivation(by=1, of="highest"), op.Motivation(by=1, of="lowest")) == []


# The die


@pytest.mark.parametrize(("result", "by"), [(1, 1), (4, 1), (5, 2), (11, 2), (12, 3)])
def test_roll_carries_out_the_first_band_that_the_number_does_not_exceed(result: int, by: int) -> None:
    bands = tuple(op.Band(upto, (op.Motivation(n, "each"),)) for upto, n in ((4, 1), (11, 2), (12, 3)))
    ground = Ground().motivation(red=6, blue=6)
    facts = scheme(ground, op.RollNumber(bands), die=(result,))
    assert only(facts, DieRolled) == [DieRolled(result, "p-survey")]
    assert ground.state.motivation == {"red": 6 + by, "blue": 6 + by}


def test_roll_group_lets_rolled_mean_the_units_of_that_group_in_the_army() -> None:
    facts = scheme(duel(), op.RollGroup((op.Face(by=1, who="rolled"),)), army="blue", die=(6,))
    assert [fact.unit for fact in only(facts, UnitTurned)] == ["blue-2"]


def test_roll_group_does_something_else_when_the_army_has_no_unit_in_that_group() -> None:
    done, none = op.Motivation(1), op.Motivation(-1)
    facts = scheme(duel(), op.RollGroup((done,), (none,)), army="blue", die=(12,))
    assert [fact.to for fact in only(facts, MotivationChanged)] == [6]


# Choices about units


def test_heal_takes_the_chosen_number_of_damage_off_the_target() -> None:
    ground = alone(damage=2)
    scheme(ground, op.Heal(upto=3), target="unit:red-1")
    assert options(ground) == ["number:2", "number:1", "number:0"]
    assert ground.submit(Choose("number:2")) == [UnitMended("red-1", 2)]


def test_heal_of_an_unhurt_unit_asks_nothing() -> None:
    ground = alone()
    assert scheme(ground, op.Heal(upto=3), target="unit:red-1") == []
    assert isinstance(ground.table.ask, Act)


@pytest.mark.parametrize(
    ("steps", "facings"),
    [
        (1, {"down-left", "down-right"}),
        (2, {"down-left", "down-right", "up-left", "up-right"}),
        (3, {"down-left", "down-right", "up-left", "up-right", "up"}),
    ],
)
def test_sway_reaches_the_facings_within_its_steps(steps: int, facings: set[str]) -> None:
    ground = alone()
    scheme(ground, op.Sway(steps=steps), target="unit:red-1")
    assert set(options(ground)) - {"facing:down"} == {f"facing:{facing}" for facing in facings}


def test_sway_turns_the_target_as_chosen() -> None:
    ground = alone()
    scheme(ground, op.Sway(steps=1), target="unit:red-1")
    assert ground.submit(Choose("facing:down-right")) == [UnitTurned("red-1", "down-right")]


def test_lead_offers_the_adjacent_spaces_that_the_unit_can_enter() -> None:
    ground = Ground().units(red_1=("pike", "circle", "E2", "down"), blue_1=("pike", "circle", "F2", "up"))
    scheme(ground, op.Lead(), target="unit:red-1")
    assert set(options(ground)) == {"space:E3", "space:D1", "space:D2", "space:F1"}
    assert ground.submit(Choose("space:D1")) == [UnitMoved("red-1", "D1")]


@pytest.mark.parametrize(("way", "to"), [("forward", "D4"), ("backward", "D2")])
def test_lead_forward_or_backward_asks_nothing(way: str, to: str) -> None:
    facts = scheme(alone(), op.Lead(way), target="unit:red-1")  # type: ignore[arg-type]
    assert facts == [UnitMoved("red-1", to)]


# Choices about order decks


def test_reveal_turns_the_topmost_facedown_cards() -> None:
    ground = Ground().orders("red.left", *LEFT, faceup=["red-gain"])
    facts = scheme(ground, op.Reveal(count=2), target="deck:red.left")
    assert facts == [OrderRevealed("red.left", "red-quiet"), OrderRevealed("red.left", "red-late")]


def test_reveal_stops_when_no_card_is_facedown_and_leaves_the_discard_pile_alone() -> None:
    ground = Ground().orders("red.left", "red-quiet", discard=LEFT[1:])
    facts = scheme(ground, op.Reveal(count=3), target="deck:red.left")
    assert facts == [OrderRevealed("red.left", "red-quiet")]


def test_arrange_puts_the_top_cards_back_in_the_chosen_order() -> None:
    ground = Ground().orders("red.left", *LEFT)
    scheme(ground, op.Arrange(depth=3), target="deck:red.left")
    assert options(ground) == ["place:0", "place:1", "place:2"]
    ground.submit(Choose("place:2"))
    assert options(ground) == ["place:0", "place:1"]
    assert ground.submit(Choose("place:0")) == [OrderCardsMoved("red.left", (2, 0, 1))]
    assert ground.state.orders["red.left"].cards == ("red-late", "red-quiet", "red-gain", "red-ruin")


def test_sink_puts_the_top_card_at_the_bottom() -> None:
    ground = Ground().orders("red.left", *LEFT)
    scheme(ground, op.Sink(), target="deck:red.left")
    assert ground.state.orders["red.left"].cards == ("red-gain", "red-late", "red-ruin", "red-quiet")


def faceup_decks() -> Ground:
    """All order decks with every card faceup; nabo stands with a red unit."""
    ground = alone()
    for name, deck in ground.state.orders.items():
        ground.orders(name, *deck.cards, faceup=deck.cards)
    return ground


@pytest.mark.parametrize(
    ("decks", "target", "shuffled"),
    [
        ("target", "deck:blue.left", ["blue.left"]),
        ("target", "army:blue", ["blue.left", "blue.right"]),
        ("nearby", "", ["red.left", "red.right"]),
        ("all", "", ["red.left", "red.right", "blue.left", "blue.right"]),
    ],
)
def test_conceal_shuffles_its_decks_facedown(decks: str, target: str, shuffled: list[str]) -> None:
    ground = faceup_decks()
    facts = scheme(ground, op.Conceal(decks), target=target)  # type: ignore[arg-type]
    assert [fact.deck for fact in only(facts, OrderDeckShuffled)] == shuffled
    assert [name for name, deck in ground.state.orders.items() if not deck.faceup] == shuffled


def test_conceal_changes_the_order_and_keeps_the_cards_and_the_discard_pile() -> None:
    orders = set()
    for seed in range(1, 9):
        ground = Ground(seed=seed).orders("red.left", *LEFT[:3], discard=LEFT[3:])
        ground.do(op.Conceal(), target="deck:red.left")
        deck = ground.state.orders["red.left"]
        assert (sorted(deck.cards), deck.discard) == (sorted(LEFT[:3]), LEFT[3:])
        orders.add(deck.cards)
    assert len(orders) > 1


# Choices about spaces and figures


@pytest.mark.parametrize(
    ("where", "target", "space"),
    [("target", "space:B2", "B2"), ("target", "unit:blue-1", "H7"), ("own", "unit:blue-1", "D3")],
)
def test_fortify_builds_on_the_target_space_or_on_the_own_one(where: str, target: str, space: str) -> None:
    facts = scheme(alone(), op.Fortify(2, where), target=target)  # type: ignore[arg-type]
    assert facts == [FortificationsPlaced(space, 2)]


@pytest.mark.parametrize("space", ["G2", "E1"])
def test_fortify_builds_neither_on_water_nor_on_an_impassable_space(space: str) -> None:
    assert scheme(alone(), op.Fortify(2), target=f"space:{space}") == []


@pytest.mark.parametrize(("where", "space"), [("target", "B2"), ("own", "D3")])
def test_dismantle_takes_the_chosen_number_of_fortifications_off(where: str, space: str) -> None:
    ground = alone().given(FortificationsPlaced(space, 3))
    scheme(ground, op.Dismantle(2, where), target="space:B2")  # type: ignore[arg-type]
    assert options(ground) == ["number:2", "number:1", "number:0"]
    assert ground.submit(Choose("number:1")) == [FortificationsRemoved(space, 1)]


def test_travel_gives_that_many_steps_and_each_may_be_left() -> None:
    ground = alone()
    scheme(ground, op.Travel(steps=2))
    ground.submit(StepTo("D4"))
    ground.submit(StepTo("D5"))
    assert isinstance(ground.table.ask, Act)
    scheme(ground, op.Travel(steps=2))
    assert ground.submit(Stop()) == []
    assert ground.state.figures["nabo"] == "D5"


def test_bring_moves_the_target_adventurer_to_the_own_space() -> None:
    ground = Ground("nabo", "yainar").stand("nabo", "D3").stand("yainar", "H7")
    assert scheme(ground, op.Bring(), target="adventurer:yainar") == [AdventurerMoved("yainar", "D3")]


@pytest.mark.parametrize(("target", "space"), [("unit:blue-1", "H7"), ("space:B2", "B2"), ("adventurer:yainar", "I1")])
def test_join_moves_the_adventurer_to_the_target(target: str, space: str) -> None:
    ground = Ground("nabo", "yainar").units(
        red_1=("pike", "circle", "D3", "down"), blue_1=("pike", "circle", "H7", "up")
    )
    ground.stand("yainar", "I1")
    assert scheme(ground, op.Join(), target=target) == [AdventurerMoved("nabo", space)]


def test_join_does_not_lead_onto_an_impassable_space() -> None:
    assert scheme(alone(), op.Join(), target="space:E1") == []


# Choices about resource cards and horrors


def test_draw_draws_card_by_card_and_a_horror_counts() -> None:
    ground = alone().hand("nabo").deck("p-travel", "q-discard", "p-fortify", "p-delegate")
    facts = scheme(ground, op.Draw(count=3))
    assert facts == [CardDrawn("nabo", "p-travel"), HorrorSetAside("q-discard"), CardDrawn("nabo", "p-fortify")]


def test_recover_offers_the_resource_cards_of_the_discard_pile_but_neither_horrors_nor_itself() -> None:
    ground = alone().hand("nabo").deck(discard=["p-travel", "q-discard", "p-fortify"])
    scheme(ground, op.Recover())
    assert options(ground) == ["card:p-fortify", "card:p-travel"]
    ground.submit(Choose("card:p-travel"))
    assert ground.state.hands["nabo"] == ("p-travel",)
    assert sorted(ground.state.resources.discard) == ["p-fortify", "p-survey", "q-discard"]


def test_recover_of_two_asks_twice() -> None:
    ground = alone().hand("nabo").deck(discard=["p-travel", "p-delegate", "p-fortify"])
    scheme(ground, op.Recover(count=2))
    ground.submit(Choose("card:p-travel"))
    ground.submit(Choose("card:p-fortify"))
    assert ground.state.hands["nabo"] == ("p-travel", "p-fortify")
    assert isinstance(ground.table.ask, Act)


def two_hands() -> Ground:
    """Nabo with three cards and yainar with one."""
    ground = Ground("nabo", "yainar")
    return ground.hand("yainar", "p-all").hand("nabo", "p-travel", "p-fortify", "p-delegate")


def test_hand_gives_up_to_that_many_cards_to_the_target_adventurer() -> None:
    ground = two_hands()
    scheme(ground, op.Hand(upto=2), target="adventurer:yainar")
    ground.submit(Choose("card:p-fortify"))
    ground.submit(Choose("card:p-travel"))
    assert ground.state.hands == {"nabo": ("p-delegate",), "yainar": ("p-all", "p-fortify", "p-travel")}
    assert isinstance(ground.table.ask, Act)


@pytest.mark.parametrize("given", [(), ("p-fortify",)])
def test_hand_may_stop_early(given: tuple[str, ...]) -> None:
    ground = two_hands()
    scheme(ground, op.Hand(upto=2), target="adventurer:yainar")
    for card in given:
        ground.submit(Choose(f"card:{card}"))
    assert ground.submit(Decline()) == []
    assert ground.state.hands["yainar"] == ("p-all", *given)
    assert isinstance(ground.table.ask, Act)


def test_bury_puts_the_top_card_of_the_resource_deck_at_its_bottom() -> None:
    ground = alone().hand("nabo").deck("p-travel", "p-fortify", "q-discard", only=True)
    assert scheme(ground, op.Bury()) == [TopCardBuried("p-travel")]
    assert ground.state.resources.cards == ("p-fortify", "q-discard", "p-travel")


def stricken() -> Ground:
    """Two ongoing horrors on nabo and one on yainar, and a scheme beside nabo."""
    ground = Ground("nabo", "yainar")
    return ground.change(
        ongoing=(
            Ongoing("q-bar-travel", "bar", "adventurer:nabo", "refresh", what=("travel",)),
            Ongoing("q-numb", "numb", "adventurer:nabo", "after-fortify"),
            Ongoing("q-slow", "slow", "adventurer:yainar", "refresh", 1),
            Ongoing("p-ward", "ward", "adventurer:nabo", "used"),
        )
    )


def test_comfort_discards_an_ongoing_horror_of_choice_from_oneself() -> None:
    ground = stricken()
    scheme(ground, op.Comfort())
    assert options(ground) == ["card:q-bar-travel", "card:q-numb"]
    assert ground.submit(Choose("card:q-numb")) == [OngoingEnded("q-numb")]
    assert ground.state.resources.discard[0] == "q-numb"


def test_comfort_with_a_target_discards_one_from_the_other_adventurer() -> None:
    assert scheme(stricken(), op.Comfort(), target="adventurer:yainar") == [OngoingEnded("q-slow")]


def test_discard_of_choice_asks_for_each_card() -> None:
    ground = two_hands()
    scheme(ground, op.Discard(count=2))
    assert options(ground) == ["card:p-travel", "card:p-fortify", "card:p-delegate"]
    assert ground.submit(Choose("card:p-delegate")) == [CardDiscarded("nabo", "p-delegate")]
    assert ground.submit(Choose("card:p-travel")) == [CardDiscarded("nabo", "p-travel")]
    assert ground.state.hands["nabo"] == ("p-fortify",)


def test_discard_with_a_row_takes_only_cards_that_show_it() -> None:
    ground = two_hands().hand("nabo", "p-travel", "p-all", "p-delegate")
    scheme(ground, op.Discard(row="travel"))
    assert options(ground) == ["card:p-travel", "card:p-all"]


def test_discard_at_random_asks_nobody_and_hits_any_card() -> None:
    lost = set()
    for seed in range(1, 13):
        ground = Ground(seed=seed).hand("nabo", "p-travel", "p-fortify", "p-delegate")
        [fact] = ground.do(op.Discard(how="random"))
        assert isinstance(fact, CardDiscarded)
        lost.add(fact.card)
    assert lost == {"p-travel", "p-fortify", "p-delegate"}


def test_discard_at_random_takes_as_many_as_there_are() -> None:
    """HOW-GEN-16"""
    ground = Ground().hand("nabo", "p-travel", "p-fortify", "p-delegate")
    facts = ground.do(op.Discard(count=2, how="random", row="fortify"))
    assert facts == [CardDiscarded("nabo", "p-fortify")]


def test_flee_home_takes_steps_that_lead_nearer_to_the_starting_space_and_ends_there() -> None:
    ground = alone().stand("nabo", "E6")
    facts = scheme(ground, op.Flee(steps=3, way="home"))
    assert facts == [AdventurerMoved("nabo", "E5"), AdventurerMoved("nabo", "E4")]


def test_flee_home_asks_which_of_several_ways() -> None:
    ground = alone().stand("nabo", "F5")
    scheme(ground, op.Flee(steps=1, way="home"))
    assert set(options(ground)) == {"space:F4", "space:E5"}
    assert ground.submit(Choose("space:E5")) == [AdventurerMoved("nabo", "E5")]


def test_flee_away_takes_steps_that_lead_farther_from_the_nearest_unit() -> None:
    ground = Ground().units(red_1=("pike", "circle", "D3", "down"), blue_1=("pike", "circle", "I7", "up"))
    ground.stand("nabo", "D4")
    scheme(ground, op.Flee(steps=1, way="away"))
    assert set(options(ground)) == {"space:D5", "space:C5", "space:E5"}
    assert ground.submit(Choose("space:D5")) == [AdventurerMoved("nabo", "D5")]


@pytest.mark.parametrize(
    ("result", "to"),
    [(1, "E3"), (2, "E3"), (3, "F3"), (5, "F4"), (7, "E5"), (9, "D4"), (11, "D3"), (12, "D3")],
)
def test_flee_astray_goes_where_the_die_says(result: int, to: str) -> None:
    ground = Ground().stand("nabo", "E4")
    scheme(ground, op.Flee(steps=1, way="astray"), die=(result,))
    assert ground.state.figures["nabo"] == to


def test_flee_astray_rolls_for_each_step_and_stays_where_the_way_is_closed() -> None:
    """HOW-MAP-05, HOW-TRV-04: the cliff north of E2 is closed to adventurers whatever moves them."""
    ground = Ground().stand("nabo", "E2")
    facts = scheme(ground, op.Flee(steps=2, way="astray"), die=(1, 7))
    assert facts == [DieRolled(1, "astray"), DieRolled(7, "astray"), AdventurerMoved("nabo", "E3")]
