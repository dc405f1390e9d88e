"""Scenario 6, Talking in Circles: two rings round a tent, the talks in it, and its two challenges."""

import random
from collections.abc import Sequence

import pytest

from engine.core.content import builtin
from engine.core.kinds import Fact
from engine.core.table import Table
from engine.games.horrors_of_war import choices, rules
from engine.games.horrors_of_war.actions import uses
from engine.games.horrors_of_war.content import check, library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import Target
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    ArmyPhaseBegan,
    HalfMuted,
    HorrorAdded,
    HorrorRevealed,
    MotivationChanged,
    OrderBegan,
    OrderCardsMoved,
    OrderDeckShuffled,
    OrderRevealed,
    OrdersRanked,
    OrderTurned,
    StatusChecked,
    UnitAttacked,
    UnitBlocked,
    UnitMoved,
)
from engine.games.horrors_of_war.moves import Choose, StepTo
from engine.games.horrors_of_war.selection import nearby_armies
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words import facts as words
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground, only
from tests.games.horrors_of_war.schemes import options, scheme

SCENARIO = "talking-in-circles"
CARDS = library.read(builtin("horrors-of-war"))
SCENE = CARDS.scenes[SCENARIO]
FILE = SCENE.file
TENT = SCENE.board.start
CIRCLES = {road.army: road.spaces for road in FILE.roads}
TALKS = "negotiation.right"
MISTRUST = ("macaw-mistrust",)
PRESSED = ("press-the-advantage",)
SURVEYING = "lesson-1"
"""A card with a survey row and no extra card."""

Placed = tuple[object, ...]


def table(*seats: str, challenges: Sequence[str] = (), seed: int = 1) -> Ground:
    """A game of the scenario, with nothing changed."""
    return Ground(*seats, scenario=SCENARIO, challenges=challenges, seed=seed)


def quiet(ground: Ground, talks: str = "negotiation-8") -> Ground:
    """Orders that cost each side 1 motivation and move nobody when nothing is near, of speed 7.5 and 6.6, and the
    talks.
    """
    ground.orders("macaw.left", "macaw-circle-l6").orders("macaw.right", "macaw-circle-r3")
    ground.orders("frog.left", "frog-circle-l1").orders("frog.right", "frog-r3")
    return ground.orders(TALKS, talks)


def alone(*seats: str, challenges: Sequence[str] = (), **more: Placed) -> Ground:
    """Quexatl at the stone in the north and Kirribo in the river, far from each other, and whom else is named."""
    return table(*seats, challenges=challenges).units(
        macaw_1=("macaw-circle-marshal", "star", "E3", "down-right"),
        frog_1=("frog-circle-teller", "star", "A5", "down"),
        **more,
    )


def talked(ground: Ground, card: str) -> dict[str, int]:
    """By how much a card of the talks moves the tracks."""
    before = ground.state.motivation
    ground.do(*CARDS.right[card].do, army="negotiation", group="")
    return {side: ground.state.motivation[side] - before[side] for side in before}


def planned(ground: Ground, card: str, group: str = "star") -> int:
    """By how much a left half moves its own track, with what it does afterwards but no right half."""
    army = card.partition("-")[0]
    before = ground.state.motivation[army]
    ops = [inner for each in CARDS.left[card].do for inner in getattr(each, "do", (each,))]
    ground.do(*ops, army=army, group=group)
    return ground.state.motivation[army] - before


def played(seed: int, *challenges: str, rounds: int = 12) -> Table[GameState]:
    """A game played by chance."""
    game = table(*ADVENTURERS[: 1 + seed % 4], challenges=challenges, seed=seed).table
    chance = random.Random(seed)
    while game.ask and game.state.round <= rounds:
        seat = chance.choice(game.ask.seats)
        game.submit(seat, chance.choice(game.moves(seat)))
    return game


def facts_of(game: Table[GameState]) -> list[Fact]:
    """All that happened in a game."""
    return [fact for step in game.steps for fact in step.facts]


# The cards


def test_it_is_scenario_number_6_between_macaws_and_frogs() -> None:
    """HOW-S6-03, HOW-ARM-24: five order decks."""
    assert (FILE.number, FILE.title) == (6, "Talking in Circles")
    assert set(table().state.orders) == {"macaw.left", "macaw.right", "frog.left", "frog.right", TALKS}
    assert {side.id for side in FILE.sides} == set(CIRCLES) == {"macaw", "frog"}


def test_three_lessons_are_in_the_deck_before_the_hands_are_dealt() -> None:
    """HOW-S6-01"""
    in_hand = 0
    for seed in range(1, 25):
        state = table(seed=seed).state
        lessons = [card for card in (*state.hands["nabo"], *state.resources.cards) if card.startswith("lesson")]
        assert sorted(lessons) == ["lesson-1", "lesson-2", "lesson-3"]
        in_hand += any(card in state.hands["nabo"] for card in lessons)
    assert in_hand
    assert "lesson-1" not in CARDS.resource_deck("order-in-chaos")


def test_a_lesson_makes_one_face_a_horror_and_takes_2_motivation_from_a_side() -> None:
    """HOW-S6-01"""
    ground = alone().hand("nabo", "lesson-2", "r01").stand("nabo", "B5").motivation(macaw=6, frog=6)
    horror = ground.state.horrors[0]
    facts = ground.use("lesson-2", "scheme")
    assert [type(fact) for fact in facts if isinstance(fact, HorrorAdded | MotivationChanged | HorrorRevealed)][:3] == [
        HorrorAdded,
        MotivationChanged,
        HorrorRevealed,
    ]
    assert MotivationChanged("frog", 4, "lesson-2") in facts
    assert only(facts, HorrorRevealed)[0].card == horror


def test_three_frogs_are_in_the_deck_after_the_hands_are_dealt() -> None:
    """HOW-S6-02"""
    places = set()
    for seed in range(1, 25):
        state = table(seed=seed).state
        frogs = [place for place, card in enumerate(state.resources.cards) if card in CARDS.horrors]
        assert sorted(state.resources.cards[place] for place in frogs) == [
            "frog-horror-1",
            "frog-horror-2",
            "frog-horror-3",
        ]
        assert not any(card in CARDS.horrors for card in state.hands["nabo"])
        assert not any(card.startswith("frog") for card in state.horrors)
        places.update(frogs)
    assert len(places) > 20


def test_a_frog_strikes_every_adventurer_and_the_die_says_who_is_first() -> None:
    """HOW-S6-02"""
    firsts = set()
    for seed in range(1, 25):
        ground = table(*ADVENTURERS, seed=seed).deck("frog-horror-1", "frog-horror-2", "frog-horror-3", "h25")
        frog = only(ground.pass_all(), HorrorRevealed)[0]
        start = ADVENTURERS.index(frog.seats[0])
        assert frog == HorrorRevealed("frog-horror-1", ADVENTURERS[start:] + ADVENTURERS[:start])
        firsts.add(frog.seats[0])
    assert firsts == set(ADVENTURERS)


# The talks


def test_the_top_card_of_the_talks_is_turned_with_the_others_and_resolved_when_its_speed_says_so() -> None:
    """HOW-S6-03"""
    ground = quiet(alone(), "negotiation-1").motivation(frog=6)
    facts = ground.phase()
    assert OrderTurned(TALKS, "negotiation-1") in facts
    assert list(only(facts, OrdersRanked)[0].speeds.items()) == [("macaw", 75), ("frog", 66), ("negotiation", 29)]
    assert [fact.army for fact in only(facts, OrderBegan)] == ["macaw", "frog", "negotiation"]
    begun = facts.index(OrderBegan("negotiation", ""))
    assert [fact.why for fact in only(facts[begun:], MotivationChanged)] == ["negotiation-1"]


def test_a_fast_card_of_the_talks_comes_before_both_armies() -> None:
    """HOW-S6-03"""
    facts = quiet(alone(), "negotiation-4").phase()
    assert [fact.army for fact in only(facts, OrderBegan)] == ["negotiation", "macaw", "frog"]


def test_the_talks_never_tie_with_an_army_and_command_no_group() -> None:
    """HOW-S6-03, HOW-ARM-08"""
    cards = [CARDS.right[name] for name in CARDS.order_decks(SCENARIO)[TALKS]]
    assert len(cards) >= 12
    assert all(card.groups == () for card in cards)
    talks = {card.speed % 1 for card in cards}
    for army in CIRCLES:
        assert talks.isdisjoint(CARDS.right[name].speed % 1 for name in CARDS.order_decks(SCENARIO)[f"{army}.right"])


def test_the_talks_go_on_when_an_army_is_far_away_from_the_tent() -> None:
    """HOW-S6-03"""
    ground = quiet(alone().stand("nabo", TENT), "negotiation-4").motivation(macaw=6, frog=6)
    ground.phase()
    assert ground.state.motivation == {"macaw": 4, "frog": 4}


@pytest.mark.parametrize(("space", "found"), [(TENT, True), ("E4", False)])
@pytest.mark.parametrize("kind", ["army", "deck"])
def test_schemes_about_nearby_orders_find_the_talks_in_the_tent_and_nowhere_else(
    kind: str, space: str, found: bool
) -> None:
    """HOW-S6-04, HOW-S6-05, HOW-S6-13"""
    ground = alone().stand("nabo", space)
    named = {"army": "army:negotiation", "deck": f"deck:{TALKS}"}[kind]
    assert (named in choices.possible_targets(ground.state, Target(kind), "nabo")) is found  # type: ignore[arg-type]


def test_the_talks_can_be_hurried() -> None:
    """HOW-S6-04"""
    ground = quiet(alone().stand("nabo", TENT), "negotiation-1")
    scheme(ground, op.Haste(by=8), target="army:negotiation", card="r01")
    facts = ground.phase()
    assert only(facts, OrdersRanked)[0].speeds["negotiation"] == 109
    assert next(fact.army for fact in only(facts, OrderBegan)) == "negotiation"
    assert ground.state.ongoing == ()


def test_the_talks_can_be_silenced() -> None:
    """HOW-S6-04"""
    ground = quiet(alone().stand("nabo", TENT), "negotiation-4")
    scheme(ground, op.Mute("right"), target="army:negotiation", card="r01")
    facts = ground.phase()
    assert HalfMuted("negotiation", "negotiation-4") in facts
    assert "negotiation-4" not in {fact.why for fact in only(facts, MotivationChanged)}


def test_what_silences_left_halves_does_not_silence_the_talks() -> None:
    """HOW-S6-04, HOW-ARM-08: their order is a single card. The scheme has been played for nothing."""
    ground = quiet(alone().stand("nabo", TENT), "negotiation-4").motivation(macaw=6, frog=6)
    scheme(ground, op.Mute("left"), target="army:negotiation", card="r28")
    facts = ground.phase()
    assert only(facts, HalfMuted) == []
    assert ground.state.motivation == {"macaw": 4, "frog": 4}
    assert ground.state.ongoing == ()


def test_the_cards_of_the_talks_can_be_revealed_sunk_and_shuffled() -> None:
    """HOW-S6-04"""
    ground = alone().stand("nabo", TENT).orders(TALKS, "negotiation-1", "negotiation-2", "negotiation-3")
    deck = f"deck:{TALKS}"
    assert OrderRevealed(TALKS, "negotiation-1") in scheme(ground, op.Reveal(1), target=deck, card="r01")
    assert OrderCardsMoved(TALKS, (1, 2, 0)) in scheme(ground, op.Sink(), target=deck, card="r02")
    assert ground.state.orders[TALKS].cards == ("negotiation-2", "negotiation-3", "negotiation-1")
    shuffled = scheme(ground, op.Conceal("target"), target="army:negotiation", card="r03")
    assert [fact.deck for fact in only(shuffled, OrderDeckShuffled)] == [TALKS]
    assert ground.state.orders[TALKS].faceup == frozenset()


@pytest.mark.parametrize("space", sorted(SCENE.homeward))
def test_only_on_the_starting_space_one_is_nearby_the_talks(space: str) -> None:
    """HOW-S6-05, HOW-S6-13"""
    near = nearby_armies(table().stand("nabo", space).state, "nabo")
    assert ("negotiation" in near) is (space == TENT)


def test_in_the_tent_one_can_survey_the_talks_although_no_unit_is_there() -> None:
    """HOW-S6-05, HOW-S6-14"""
    ground = alone().hand("nabo", SURVEYING, "r01").stand("nabo", TENT)
    ground.orders(TALKS, "negotiation-5", "negotiation-6")
    assert "survey" in uses(ground.state, "nabo", SURVEYING)
    assert OrderRevealed(TALKS, "negotiation-5") in ground.use(SURVEYING, "survey")


@pytest.mark.parametrize("space", ["E4", "H5", "E9"])
def test_elsewhere_one_cannot_survey_the_talks(space: str) -> None:
    """HOW-S6-13"""
    ground = alone().hand("nabo", SURVEYING).stand("nabo", space)
    assert "survey" not in uses(ground.state, "nabo", SURVEYING)


def test_beside_a_unit_one_surveys_its_army_and_not_the_talks() -> None:
    """HOW-S6-13"""
    ground = alone().hand("nabo", SURVEYING).stand("nabo", "E3")
    ground.use(SURVEYING, "survey")
    assert {move.thing for move in ground.moves() if isinstance(move, Choose)} == {
        "deck:macaw.left",
        "deck:macaw.right",
    }


def test_an_empty_negotiation_deck_is_rebuilt_from_its_own_discard_pile() -> None:
    """HOW-S6-18"""
    pile = ("negotiation-9", "negotiation-2", "negotiation-11")
    ground = quiet(alone())
    facts = ground.orders(TALKS, discard=pile).phase()
    (shuffled,) = only(facts, OrderDeckShuffled)
    assert shuffled.deck == TALKS
    assert sorted(shuffled.order) == sorted(pile)
    assert OrderTurned(TALKS, shuffled.order[0]) in facts
    assert ground.state.orders[TALKS].discard == shuffled.order[:1]


def test_a_survey_of_the_talks_passes_over_faceup_cards_and_slides_new_ones_under_them() -> None:
    """HOW-S6-18"""
    ground = alone().hand("nabo", SURVEYING, "r01").stand("nabo", TENT)
    ground.orders(TALKS, "negotiation-4", faceup=("negotiation-4",), discard=("negotiation-7",))
    facts = ground.use(SURVEYING, "survey")
    assert OrderRevealed(TALKS, "negotiation-7") in facts
    assert ground.state.orders[TALKS].cards == ("negotiation-4", "negotiation-7")
    assert ground.state.orders[TALKS].discard == ()


# The rings


def test_the_rings_lie_round_the_tent_one_inside_the_other() -> None:
    """HOW-S6-06"""
    grid = SCENE.board.grid
    assert {grid.distance(TENT, space) for space in CIRCLES["macaw"]} == {2}
    assert {grid.distance(TENT, space) for space in CIRCLES["frog"]} == {4}
    for army in FILE.armies:
        spaces = [unit.space for portrait in army.portraits for unit in portrait.units]
        assert set(spaces) <= set(CIRCLES[army.id])


@pytest.mark.parametrize("army", ["macaw", "frog"])
@pytest.mark.parametrize("group", ["circle", "star", "cog"])
def test_forward_follows_the_arrows_of_the_ring_whatever_the_facing(army: str, group: str) -> None:
    """HOW-S6-06"""
    ring = CIRCLES[army]
    for place, space in enumerate(ring):
        ground = table().units(**{f"{army}_1": ("macaw-ranger", group, space, "up")})
        facts = ground.do(op.Advance(), army=army, group=group)
        assert only(facts, UnitMoved) == [UnitMoved(f"{army}-1", ring[(place + 1) % len(ring)])]
        ground.do(op.Advance(direction="backward", times=2), army=army, group=group)
        assert ground.unit(f"{army}-1").space == ring[place - 1]
        assert ground.unit(f"{army}-1").facing == "up"


@pytest.mark.parametrize("army", ["macaw", "frog"])
def test_whoever_goes_on_comes_round_again(army: str) -> None:
    """HOW-S6-07"""
    ground = table()
    start = {name: unit.space for name, unit in ground.state.units.items()}
    facts = ground.do(op.Advance(who="army", times=len(CIRCLES[army])), army=army)
    assert only(facts, UnitBlocked) == []
    assert {name: unit.space for name, unit in ground.state.units.items()} == start
    assert {fact.to for fact in only(facts, UnitMoved) if fact.unit == f"{army}-1"} == set(CIRCLES[army])


def test_a_led_unit_can_only_go_along_its_ring() -> None:
    """HOW-S6-17"""
    ground = alone().stand("nabo", "E3")
    scheme(ground, op.Lead("any"), target="unit:macaw-1", card="r01")
    assert sorted(options(ground)) == ["space:D3", "space:F3"]


@pytest.mark.parametrize("seed", range(1, 9))
def test_nothing_in_a_game_takes_a_unit_off_its_ring(seed: int) -> None:
    """HOW-S6-17"""
    moved = [fact for fact in facts_of(played(seed)) if isinstance(fact, UnitMoved)]
    assert moved
    for fact in moved:
        assert fact.to in CIRCLES[fact.unit.partition("-")[0]], fact


def test_a_ranger_does_not_enter_an_impassable_space_here() -> None:
    """HOW-S6-16"""
    assert FILE.over_impassable == ()
    assert any(portrait.type == "macaw-ranger" for army in FILE.armies for portrait in army.portraits)
    ground = alone(macaw_2=("macaw-ranger", "cog", "H3", "down"))
    assert ground.do(op.Advance(), army="macaw", group="cog") == [UnitBlocked("macaw-2", "impassable")]


# Ponds and the rangers' moment


def rangers_meet(frog: str) -> Ground:
    """Two rangers in the east, two steps from a leaper on the outer ring."""
    return alone(
        macaw_2=("macaw-ranger", "cog", "G4", "down"),
        macaw_3=("macaw-ranger", "cog", "G4", "down"),
        frog_2=("frog-circle-leaper", "circle", frog, "up"),
    ).motivation(macaw=6)


def test_before_the_rangers_moment_a_frog_had_better_be_in_its_pond() -> None:
    """HOW-S6-06, HOW-MAP-03: from the inner ring nobody reaches a frog in a pond."""
    open_field, pond = rangers_meet("I4"), rangers_meet("I3")
    assert SCENE.board.grid.distance("G4", "I4") == SCENE.board.grid.distance("G4", "I3") == 2
    assert planned(open_field, "macaw-circle-l6") == 2
    assert "frog-2" not in open_field.state.units
    assert planned(pond, "macaw-circle-l6") == -1
    assert pond.unit("frog-2").damage == 0


def test_every_pond_is_on_the_outer_ring_and_out_of_reach() -> None:
    """HOW-S6-06"""
    grid = SCENE.board.grid
    ponds = [space for space, kind in SCENE.board.terrain.items() if kind.stealth]
    assert len(ponds) >= 4
    assert set(ponds) <= set(CIRCLES["frog"])
    assert min(grid.distance(pond, space) for pond in ponds for space in CIRCLES["macaw"]) == 2


# The fight feeds the talks


def test_an_adventurer_in_the_tent_calms_the_talks() -> None:
    """HOW-S6-03"""
    inside, outside = alone().stand("nabo", TENT), alone().stand("nabo", "E4")
    assert talked(inside, "negotiation-4") == {"macaw": -1, "frog": -1}
    assert talked(outside, "negotiation-4") == {"macaw": 1, "frog": 1}


def test_with_nobody_in_the_tent_rangers_and_brewers_start_shooting() -> None:
    """HOW-S6-03"""
    ground = alone(
        macaw_2=("macaw-ranger", "cog", "F3", "down-right"),
        frog_2=("frog-circle-leaper", "circle", "E1", "up"),
        frog_3=("frog-circle-brewer", "cog", "H2", "up"),
    ).stand("nabo", "E4")
    facts = ground.do(*CARDS.right["negotiation-5"].do, army="negotiation", group="")
    assert [fact.target for fact in only(facts, UnitAttacked)] == ["frog-3", "macaw-2"]
    ground = ground.stand("nabo", TENT).motivation(macaw=4, frog=7)
    assert talked(ground, "negotiation-5") == {"macaw": 0, "frog": -2}


@pytest.mark.parametrize(
    ("card", "damage", "otherwise"),
    [("negotiation-8", 3, {"macaw": 1, "frog": 0}), ("negotiation-13", 2, {"macaw": 0, "frog": -1})],
)
def test_while_a_side_is_too_sure_of_itself_both_leaders_are_in_danger(
    card: str, damage: int, otherwise: dict[str, int]
) -> None:
    """HOW-S6-03: the talks are the clock of the scenario."""
    for macaw, frog in ((9, 5), (5, 9), (11, 11)):
        ground = alone().stand("nabo", TENT).motivation(macaw=macaw, frog=frog)
        assert talked(ground, card) == {"macaw": 0, "frog": 0}
        assert [ground.unit(name).damage for name in ("macaw-1", "frog-1")] == [damage, damage]
    ground = alone().stand("nabo", TENT).motivation(macaw=5, frog=8)
    assert talked(ground, card) == otherwise
    assert [ground.unit(name).damage for name in ("macaw-1", "frog-1")] == [0, 0]


@pytest.mark.parametrize(("space", "frog", "damage"), [(TENT, 8, 0), (TENT, 9, 1), ("E4", 8, 1), ("E4", 9, 1)])
def test_patience_snaps_with_nobody_in_the_tent_or_a_side_too_sure_of_itself(
    space: str, frog: int, damage: int
) -> None:
    """HOW-S6-03"""
    ground = alone().stand("nabo", space).motivation(macaw=5, frog=frog)
    talked(ground, "negotiation-15")
    assert {unit.damage for unit in ground.state.units.values()} == {damage}


def test_no_card_of_the_talks_has_an_army_or_side_of_its_own() -> None:
    """HOW-S6-03"""
    for name in CARDS.order_decks(SCENARIO)[TALKS]:
        for each in check.inside(CARDS.right[name].do):
            words = {getattr(each, "of", "each"), getattr(getattr(each, "cond", None), "of", "each")}
            assert words <= {"macaw", "frog", "each", "highest", "lowest"}, name
            who = {getattr(each, "who", "macaw"), getattr(getattr(each, "cond", None), "who", "macaw")}
            assert {word.partition(".")[0] for word in who} <= {"macaw", "frog", "everyone"}, name


# Plans, and how adventurers spoil them


@pytest.mark.parametrize(
    ("card", "space", "elsewhere", "spoilt", "free"),
    [
        ("macaw-circle-l1", "E7", TENT, -2, 1),
        ("macaw-circle-l2", "E3", "F3", -2, 1),
        ("macaw-circle-l4", "E3", "F3", -2, 1),
        ("macaw-circle-l7", "I3", "F6", -1, 1),
        ("macaw-circle-l8", "G5", "E3", -2, 1),
        ("macaw-circle-l9", "F3", "E3", -2, 1),
        ("frog-circle-l2", "A5", "A6", 2, -1),
        ("frog-circle-l3", "I3", "A6", -2, 1),
        ("frog-circle-l4", "A4", "A3", -2, 1),
        ("frog-circle-l7", "H7", "A5", -2, 1),
        ("frog-circle-l8", "B7", "A7", -2, 1),
        ("frog-circle-l10", "A6", "A5", -2, 1),
    ],
)
def test_where_an_adventurer_stands_decides_a_plan(
    card: str, space: str, elsewhere: str, spoilt: int, free: int
) -> None:
    """HOW-S6-06, HOW-ARM-16: Quexatl stands at E3, a ranger at F6, Kirribo at A5 and a brewer at H7; Make Way and With
    One Purpose move first.
    """
    ranger, brewer = ("macaw-ranger", "cog", "F6", "up"), ("frog-circle-brewer", "cog", "H7", "up")
    for where, change in ((space, spoilt), (elsewhere, free)):
        ground = alone(macaw_2=ranger, frog_2=brewer).motivation(macaw=6, frog=6).stand("nabo", where)
        assert planned(ground, card) == change


def test_a_wall_under_the_group_shames_the_macaws() -> None:
    """HOW-ARM-16"""
    ground = alone(macaw_2=("macaw-ranger", "cog", "F6", "up")).motivation(macaw=6)
    assert planned(ground.change(fortifications={"F6": 1}), "macaw-circle-l10") == 1
    assert planned(ground.change(fortifications={"E3": 1}), "macaw-circle-l10") == -2


def test_a_frog_near_the_enemy_is_what_frogs_want() -> None:
    """HOW-ARM-16"""
    assert planned(alone().motivation(frog=6), "frog-circle-l1") == -1
    leaper = ("frog-circle-leaper", "circle", "E1", "up")
    assert planned(alone(frog_2=leaper).motivation(frog=6), "frog-circle-l1") == 1


def test_the_brewers_pot_is_a_horror_unless_somebody_watches_it() -> None:
    """HOW-ARM-16"""
    ground = alone(frog_2=("frog-circle-brewer", "cog", "H7", "up"))
    pot = CARDS.left["frog-circle-l7"].do
    assert len(only(ground.stand("nabo", "H6").do(*pot, army="frog", group="star"), HorrorAdded)) == 1
    assert only(ground.stand("nabo", "H7").do(*pot, army="frog", group="star"), HorrorAdded) == []


def test_a_wall_round_a_frog_locks_its_story_up() -> None:
    """HOW-ARM-16"""
    leaper = ("frog-circle-leaper", "circle", "C8", "down-right")
    ground = alone(frog_2=leaper).motivation(frog=6)
    assert planned(ground, "frog-circle-l5") == 1
    assert planned(ground.change(fortifications={"C8": 1}), "frog-circle-l5") == -2


@pytest.mark.parametrize(
    ("card", "all_of_them", "only_kirribo"), [("frog-circle-l6", -1, 1), ("frog-circle-l9", 1, -1)]
)
def test_the_fallen_make_frogs_stubborn_and_fewer(card: str, all_of_them: int, only_kirribo: int) -> None:
    """HOW-ARM-16"""
    assert planned(table().motivation(frog=6), card) == all_of_them
    assert planned(alone().motivation(frog=6), card) == only_kirribo


# Macaw Mistrust


def test_with_mistrust_nobody_travels_to_a_space_with_a_macaw() -> None:
    """HOW-S6-08"""
    for challenges, free in (((), True), (MISTRUST, False)):
        ground = alone(challenges=challenges).hand("nabo", SURVEYING).stand("nabo", "E4")
        ground.use(SURVEYING, "travel")
        assert (StepTo("E3") in ground.moves()) is free
        assert StepTo("F3") in ground.moves()


def test_with_mistrust_frogs_are_as_friendly_as_ever() -> None:
    """HOW-S6-08"""
    ground = alone(challenges=MISTRUST).hand("nabo", SURVEYING).stand("nabo", "B5")
    ground.use(SURVEYING, "travel")
    assert StepTo("A5") in ground.moves()


def test_with_mistrust_an_adventurer_steps_outward_when_a_macaw_comes() -> None:
    """HOW-S6-09"""
    ground = alone(challenges=MISTRUST).stand("nabo", "F3")
    facts = ground.do(op.Advance(), army="macaw", group="star")
    assert facts == [UnitMoved("macaw-1", "F3"), AdventurerMoved("nabo", FILE.outward["F3"])]
    assert SCENE.homeward[FILE.outward["F3"]] > SCENE.homeward["F3"]


def test_with_mistrust_everybody_in_the_space_steps_outward_when_a_macaw_comes() -> None:
    """HOW-S6-09"""
    ground = alone("nabo", "akezan", challenges=MISTRUST).stand("nabo", "F3").stand("akezan", "F3")
    facts = ground.do(op.Advance(), army="macaw", group="star")
    outward = FILE.outward["F3"]
    assert only(facts, AdventurerMoved) == [AdventurerMoved("nabo", outward), AdventurerMoved("akezan", outward)]


def test_without_mistrust_an_adventurer_stays_when_a_macaw_comes() -> None:
    """HOW-S6-09"""
    ground = alone().stand("nabo", "F3")
    assert ground.do(op.Advance(), army="macaw", group="star") == [UnitMoved("macaw-1", "F3")]


def test_with_mistrust_an_adventurer_who_is_brought_to_a_macaw_steps_outward_at_once() -> None:
    """HOW-S6-09"""
    ground = alone("nabo", "akezan", challenges=MISTRUST).stand("nabo", "E4")
    facts = ground.do(op.Join(), target="unit:macaw-1")
    assert only(facts, AdventurerMoved) == [AdventurerMoved("nabo", "E3"), AdventurerMoved("nabo", "E2")]


def test_with_mistrust_a_horror_that_leads_astray_to_a_macaw_leads_on_outward() -> None:
    """HOW-S6-09"""
    ended = set()
    for seed in range(1, 30):
        ground = Ground(scenario=SCENARIO, challenges=MISTRUST, seed=seed)
        ground.units(macaw_1=("macaw-ranger", "cog", "E3", "up"), frog_1=("frog-circle-teller", "star", "A5", "down"))
        ground.stand("nabo", "E4").do(op.Flee(1, "astray"))
        ended.add(ground.state.figures["nabo"])
    assert "E3" not in ended
    assert "E2" in ended


def test_every_space_leads_outward_to_one_that_is_farther_from_the_tent() -> None:
    """HOW-S6-09"""
    grid = SCENE.board.grid
    rim = {space for space in grid.spaces if grid.distance(TENT, space) == 4}
    assert set(FILE.outward) == set(grid.spaces) - rim
    for space, outward in FILE.outward.items():
        assert outward in grid.adjacent(space)
        assert grid.distance(TENT, outward) == grid.distance(TENT, space) + 1


def test_with_mistrust_the_step_outward_is_repeated_where_another_macaw_stands() -> None:
    """HOW-S6-19"""
    ground = alone(
        challenges=MISTRUST,
        macaw_2=("macaw-ranger", "cog", "D3", "up-right"),
        macaw_3=("macaw-ranger", "circle", "D2", "up"),
    )
    ground.stand("nabo", "E4")
    facts = ground.do(op.Join(), target="unit:macaw-2")
    assert [fact.to for fact in only(facts, AdventurerMoved)] == ["D3", "D2", "D1"]


def test_with_mistrust_an_adventurer_stays_beside_the_macaw_at_the_mast_where_the_hedge_is_closed() -> None:
    """HOW-S6-20"""
    ground = alone(challenges=MISTRUST, macaw_2=("macaw-ranger", "cog", "G4", "down")).stand("nabo", "G5")
    assert SCENE.board.terrain[FILE.outward["G5"]].impassable
    assert ground.do(op.Advance(), army="macaw", group="cog")[0] == UnitMoved("macaw-2", "G5")
    assert ground.state.figures["nabo"] == "G5"
    assert nearby_armies(ground.state, "nabo") == ["macaw"]


@pytest.mark.parametrize("seed", range(1, 7))
def test_with_mistrust_no_survey_reaches_the_macaws_except_at_the_mast(seed: int) -> None:
    """HOW-S6-15"""
    game = table("nabo", "akezan", challenges=MISTRUST, seed=seed).table
    chance = random.Random(seed)
    while game.ask and game.state.round <= 12:
        macaws = {unit.space for unit in game.state.units.values() if unit.army == "macaw"}
        for seat, space in game.state.figures.items():
            assert space not in macaws - {"G5"}
            if space != "G5":
                assert "macaw" not in nearby_armies(game.state, seat)
        seat = chance.choice(game.ask.seats)
        game.submit(seat, chance.choice(game.moves(seat)))


# Press the Advantage


def test_press_the_advantage_starts_the_frogs_at_11() -> None:
    """HOW-S6-10"""
    scene = CARDS.scenes[FILE.id]
    normal = {side.id: scene.motivation(side, 1) for side in FILE.sides}
    assert table(challenges=PRESSED).state.motivation == {**normal, "frog": 11}
    assert table(challenges=MISTRUST).state.motivation == table().state.motivation == normal
    assert normal["frog"] < 11


def pressed(macaw: int, frog: int, challenges: Sequence[str] = PRESSED) -> list[Fact]:
    """An army phase in which nothing but the talks changes motivation, from these values on."""
    ground = alone(challenges=challenges).motivation(macaw=macaw, frog=frog)
    ground.orders("macaw.left", *["macaw-circle-l10"] * 2).orders("macaw.right", *["macaw-circle-r3"] * 2)
    ground.orders("frog.left", *["frog-circle-l5"] * 2).orders("frog.right", *["frog-r3"] * 2)
    return ground.orders(TALKS, "negotiation-14", "negotiation-13").phase()


def after_the_normal_phase(facts: Sequence[Fact]) -> list[Fact]:
    """What comes from the second army phase on."""
    starts = [place for place, fact in enumerate(facts) if isinstance(fact, ArmyPhaseBegan)]
    return list(facts[starts[1] :]) if len(starts) > 1 else []


@pytest.mark.parametrize(("macaw", "frog", "army"), [(9, 5, "macaw"), (5, 9, "frog")])
def test_the_army_of_the_side_with_more_motivation_acts_once_more(macaw: int, frog: int, army: str) -> None:
    """HOW-S6-11"""
    facts = pressed(macaw, frog)
    second = after_the_normal_phase(facts)
    assert [fact.army for fact in only(second, OrderBegan)] == [army]
    assert [fact.army for fact in only(facts, OrderBegan)].count(army) == 2
    assert len(only(facts, ArmyPhaseBegan)) == 2
    assert len(only(facts, StatusChecked)) == 1
    assert isinstance(second[-2], StatusChecked) or isinstance(second[-3], StatusChecked)


def test_with_equal_motivation_nobody_acts_once_more() -> None:
    """HOW-S6-11"""
    assert after_the_normal_phase(pressed(7, 7)) == []


def test_without_the_challenge_nobody_acts_once_more() -> None:
    """HOW-S6-11"""
    assert after_the_normal_phase(pressed(9, 5, ())) == []


def test_the_lead_is_judged_after_the_normal_army_phase() -> None:
    """HOW-S6-11: the frogs are ahead before it and the macaws after it."""
    ground = alone(challenges=PRESSED).stand("nabo", "A5").motivation(macaw=7, frog=8)
    ground.orders("macaw.left", *["macaw-circle-l10"] * 2).orders("macaw.right", *["macaw-circle-r3"] * 2)
    ground.orders("frog.left", *["frog-circle-l9"] * 2).orders("frog.right", *["frog-r3"] * 2)
    facts = ground.orders(TALKS, "negotiation-14").phase()
    assert [fact.army for fact in only(after_the_normal_phase(facts), OrderBegan)] == ["macaw"]


@pytest.mark.parametrize(("macaw", "frog", "army"), [(9, 5, "macaw"), (5, 9, "frog")])
def test_the_additional_phase_turns_only_the_two_decks_of_that_army(macaw: int, frog: int, army: str) -> None:
    """HOW-S6-12"""
    second = after_the_normal_phase(pressed(macaw, frog))
    assert [fact.deck for fact in only(second, OrderTurned)] == [f"{army}.left", f"{army}.right"]
    assert list(only(second, OrdersRanked)[0].speeds) == [army]


# Whole games


@pytest.mark.parametrize("challenges", [(), MISTRUST, PRESSED, MISTRUST + PRESSED], ids=len)
def test_games_can_be_played_with_any_challenges(challenges: tuple[str, ...]) -> None:
    """HOW-CHA-01"""
    for seed in range(1, 7):
        facts = facts_of(played(seed, *challenges))
        assert only(facts, StatusChecked)
        turned = {fact.card for fact in only(facts, OrderTurned) if fact.deck == TALKS}
        assert turned <= set(CARDS.order_decks(SCENARIO)[TALKS])


# What players are told


def test_the_talks_are_told_as_talks() -> None:
    """HOW-S6-03"""
    view = table().state
    told = [
        words.tell_fact(view, fact) for fact in (OrderRevealed(TALKS, "negotiation-7"), OrderBegan("negotiation", ""))
    ]
    assert told[0].startswith("Stretchers at the Door (speed 4.9) was revealed in the Talks' order deck: ")
    assert told[1] == "The Talks went on."


def test_a_unit_is_shown_looking_where_its_ring_leads() -> None:
    """HOW-S6-06"""
    ground = alone()
    ground.do(op.Advance(times=2), army="macaw", group="star")
    assert ground.unit("macaw-1").space == "G4"
    lines = [line.split() for line in rules.tell_view(ground.state, "nabo").splitlines()]
    assert [line[5:7] for line in lines if line[:2] == ["M*", "Land"]] == [["G4", "down"]]
