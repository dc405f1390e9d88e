"""Scenario 5, Lost in the Jungle: Scouts, Frog horrors, units that look all ways, and two challenges."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from engine.core.content import builtin
from engine.core.dice import Dice
from engine.core.hexes import FACINGS
from engine.core.kinds import Fact
from engine.core.table import Transaction
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content import conditions, library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    ArmyPhaseBegan,
    DieRolled,
    HorrorAdded,
    HorrorDiscarded,
    HorrorRevealed,
    HorrorSetAside,
    MotivationChanged,
    OrderBegan,
    RefreshDivided,
    RefreshDrawn,
    StatusChecked,
    UnitBlocked,
    UnitMoved,
    UnitTurned,
    UnitWounded,
)
from engine.games.horrors_of_war.frames import Effect, ResolveHorrors
from engine.games.horrors_of_war.moves import Choose, Pass
from engine.games.horrors_of_war.selection import holds
from engine.games.horrors_of_war.state import GameState
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground, only

SCENARIO = "lost-in-the-jungle"
CARDS = library.read(builtin("horrors-of-war"))
FILE = CARDS.scenes[SCENARIO].file
TERRAIN = CARDS.scenes[SCENARIO].board.terrain
SCOUTS = {"scout-1", "scout-2", "scout-3"}
FROGS = {"frog-horror-1", "frog-horror-2", "frog-horror-3"}
LETTERED = {
    "A": "frog-1",
    "B": "frog-2",
    "E": "frog-5",
    "F": "frog-6",
    "G": "iguana-1",
    "I": "iguana-3",
    "J": "iguana-4",
}
IGUANAS = ("iguana-1", "iguana-2", "iguana-3", "iguana-4")
START = {side.id: CARDS.scenes[SCENARIO].motivation(side, 1) for side in FILE.sides}
QUIET = {"frog": ("frog-ju-l3", "frog-r2"), "iguana": ("iguana-ju-l4", "iguana-r2")}
"""Orders in which nobody turns."""


def jungle(*seats: str, challenges: Sequence[str] = (), seed: int = 1) -> Ground:
    """A table of this scenario; nabo alone unless seats are named."""
    return Ground(*seats, scenario=SCENARIO, challenges=challenges, seed=seed)


def begun(*challenges: str, seed: int = 1) -> GameState:
    """The state after setting up, for one player."""
    return jungle(challenges=challenges, seed=seed).state


def ordered(ground: Ground, **armies: tuple[str, str]) -> Ground:
    """Lay out one card for each order deck: the left and the right half of an army's order."""
    for name, (left, right) in (QUIET | armies).items():
        ground.orders(f"{name}.left", left).orders(f"{name}.right", right)
    return ground


def groups_of(facts: Sequence[Fact]) -> dict[str, str]:
    """The group of each army's order."""
    return {fact.army: fact.group for fact in only(facts, OrderBegan)}


def done_by(facts: Sequence[Fact], army: str) -> list[Fact]:
    """What happened during an army's order."""
    start = next(place for place, fact in enumerate(facts) if isinstance(fact, OrderBegan) and fact.army == army)
    rest = facts[start + 1 :]
    return list(rest[: next(n for n, fact in enumerate(rest) if isinstance(fact, OrderBegan | StatusChecked))])


def struck(ground: Ground, seed: int = 1) -> list[Fact]:
    """What a Frog does to everybody at the table."""
    ground.change(aside=("frog-horror-1",))
    turn = Transaction.on(ground.state, (), Dice(seed, 99))
    turn.push(ResolveHorrors())
    turn.run(rules)
    assert not turn.stack, turn.stack
    ground.change(figures=turn.state.figures, units=turn.state.units)
    return turn.facts


# Cards


def test_three_scouts_are_in_the_resource_deck_from_the_start_and_in_no_other_scenario() -> None:
    """HOW-S5-01"""
    state = begun()
    cards = [*state.resources.cards, *state.hands["nabo"]]
    assert sorted(card for card in cards if "scout" in card) == sorted(SCOUTS)
    assert not SCOUTS & set(CARDS.resource_deck("order-in-chaos"))


def test_scouts_are_shuffled_in_before_dealing_so_they_turn_up_in_starting_hands() -> None:
    """HOW-S5-01"""
    dealt = [SCOUTS & set(begun(seed=seed).hands["nabo"]) for seed in range(1, 41)]
    assert set().union(*dealt) == SCOUTS
    assert set() in dealt


def test_the_scheme_of_a_scout_turns_and_moves_a_unit_anywhere_on_the_map() -> None:
    """HOW-S5-01"""
    ground = jungle().hand("nabo", "scout-1", "scout-2")
    before = ground.unit("frog-6")
    ground.use("scout-1", "scheme")
    ground.submit(Choose("unit:frog-6"))
    facts = ground.submit(Choose("facing:up-right"))
    assert (before.space, before.facing) == ("B5", "down-right")
    assert only(facts, UnitTurned) == [UnitTurned("frog-6", "up-right")]
    assert only(facts, UnitMoved) == [UnitMoved("frog-6", "C5")]


@pytest.mark.parametrize("seed", range(1, 11))
def test_three_frogs_are_shuffled_into_the_resource_deck_after_dealing(seed: int) -> None:
    """HOW-S5-02"""
    state = begun(seed=seed)
    assert {card for card in state.resources.cards if card in CARDS.horrors} == FROGS
    assert not FROGS & set(state.hands["nabo"])
    assert not FROGS & set(state.horrors)


def test_frogs_can_lie_anywhere_in_the_deck() -> None:
    """HOW-S5-02"""
    decks = [begun(seed=seed).resources.cards for seed in range(1, 41)]
    places = {place for deck in decks for place, card in enumerate(deck) if card in FROGS}
    assert {0, len(decks[0]) - 1} <= places


# Frog horrors


def steps_of(facts: Sequence[Fact]) -> list[list[Fact]]:
    """What happened to each adventurer: the rolls for the way, the moves, and what the nearest unit did."""
    rest = facts[next(place for place, fact in enumerate(facts) if isinstance(fact, HorrorRevealed)) + 1 :]
    parts: list[list[Fact]] = [[]]
    for fact in rest:
        if isinstance(fact, HorrorDiscarded):
            break
        if isinstance(fact, DieRolled | AdventurerMoved | UnitMoved | UnitBlocked):
            parts[-1].append(fact)
        if isinstance(fact, UnitMoved | UnitBlocked):
            parts.append([])
    assert parts.pop() == []
    return parts


@pytest.mark.parametrize("count", range(1, 5))
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_frog_is_resolved_for_every_adventurer_one_after_another(count: int, seed: int) -> None:
    """HOW-S5-03"""
    ground = jungle(*ADVENTURERS[:count], seed=seed)
    facts = struck(ground, seed)
    order = only(facts, HorrorRevealed)[0].seats
    parts = steps_of(facts)
    assert sorted(order) == sorted(ADVENTURERS[:count])
    assert len(parts) == count
    for seat, part in zip(order, parts, strict=True):
        assert [type(fact) for fact in part if isinstance(fact, DieRolled)] == [DieRolled, DieRolled]
        assert {fact.seat for fact in part if isinstance(fact, AdventurerMoved)} <= {seat}
    assert only(facts, AdventurerMoved)


def test_for_the_next_adventurer_a_frog_counts_from_where_the_last_one_left_the_map() -> None:
    """HOW-S5-03"""
    ground = jungle("nabo", "akezan").units(
        frog_1=("frog-hopper", "cog", "F4", "down-right"),
        frog_2=("frog-hopper", "cog", "B5", "up"),
        iguana_1=("iguana-jungle-elder", "circle", "K2", "down"),
    )
    facts = struck(ground)
    moved = [fact.unit for fact in facts if isinstance(fact, UnitMoved | UnitBlocked)]
    assert moved == ["frog-1", "frog-1"]
    assert [fact.to for fact in only(facts, UnitMoved)] == ["G5", "H5"]


def test_an_ordinary_horror_still_strikes_one_adventurer() -> None:
    """HOW-S5-03"""
    ground = jungle("nabo", "akezan").change(aside=("h07",))
    turn = Transaction.on(ground.state, (), Dice(1, 99))
    turn.push(ResolveHorrors())
    turn.run(rules)
    assert only(turn.facts, HorrorRevealed) == [HorrorRevealed("h07", ("nabo",))]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_die_says_by_equal_ranges_who_is_first_and_the_others_follow_clockwise(count: int) -> None:
    """HOW-S5-04, HOW-S5-11"""
    seats, wide = ADVENTURERS[:count], {2: 6, 3: 4, 4: 3}[count]
    seen = set()
    for seed in range(120):
        facts = struck(jungle(*seats), seed)
        rolled = facts[0]
        assert isinstance(rolled, DieRolled)
        first = (rolled.result - 1) // wide
        assert only(facts, HorrorRevealed)[0].seats == seats[first:] + seats[:first]
        seen.add(rolled.result)
    assert seen == set(range(1, 13))


def test_with_one_adventurer_a_frog_needs_no_roll_for_the_first() -> None:
    """HOW-S5-12"""
    facts = struck(jungle("yainar"))
    assert isinstance(facts[0], HorrorRevealed)
    assert facts[0].seats == ("yainar",)
    assert [roll.why for roll in only(facts, DieRolled)] == ["astray", "astray"]


# Units


def test_units_face_different_directions_from_the_start() -> None:
    """HOW-S5-05"""
    units = begun().units.values()
    for army in ("frog", "iguana"):
        assert len({unit.facing for unit in units if unit.army == army}) >= 3
    assert len({unit.facing for unit in units}) >= 5


def test_moves_and_attacks_change_no_facing() -> None:
    """HOW-S5-05"""
    ground = jungle()
    before = {name: unit.facing for name, unit in ground.state.units.items()}
    facts = ordered(ground).phase()
    assert only(facts, UnitMoved)
    assert only(facts, UnitTurned) == []
    assert {name: unit.facing for name, unit in ground.state.units.items()} == before


def test_only_an_effect_that_says_so_changes_a_facing() -> None:
    """HOW-S5-05"""
    ground = jungle()
    facts = ordered(ground, iguana=("iguana-ju-l10", "iguana-r2")).phase()
    turned = [fact.unit for fact in only(facts, UnitTurned)]
    assert set(turned) == set(IGUANAS)
    assert only(facts, UnitTurned)[0].facing == "down-left"


def test_the_frogs_are_lettered_a_to_f_and_the_iguanas_g_to_j() -> None:
    """HOW-S5-06"""
    letters = {name: unit.letter for name, unit in begun().units.items()}
    assert [letter for name, letter in letters.items() if name.startswith("frog")] == list("ABCDEF")
    assert [letter for name, letter in letters.items() if name.startswith("iguana")] == list("GHIJ")
    assert len(letters) == 10


# Unified Armies


def test_unified_armies_puts_frogs_a_and_b_into_star_and_iguanas_i_and_j_into_circle() -> None:
    """HOW-S5-07"""
    plain, unified = begun().units, begun("unified-armies").units
    for letter, group in {"A": "star", "B": "star", "I": "circle", "J": "circle"}.items():
        name = LETTERED[letter]
        assert plain[name].letter == unified[name].letter == letter
        assert plain[name].group != group
        assert unified[name].group == group
    changed = {name for name in plain if plain[name].group != unified[name].group}
    assert changed == {LETTERED[letter] for letter in "ABIJ"}


def test_an_order_for_the_new_group_moves_them_all() -> None:
    """HOW-S5-08"""
    ground = ordered(jungle(challenges=["unified-armies"]), frog=("frog-ju-l3", "frog-r10"))
    facts = done_by(ground.phase(), "frog")
    assert {fact.unit for fact in facts if isinstance(fact, UnitMoved | UnitBlocked)} == {
        LETTERED[letter] for letter in "ABEF"
    }


def test_a_group_that_the_change_left_empty_is_passed_over() -> None:
    """HOW-S5-08"""
    orders = {"frog": ("frog-ju-l3", "frog-r1"), "iguana": ("iguana-ju-l4", "iguana-r5")}
    rows = {army: CARDS.right[right].groups for army, (_, right) in orders.items()}
    assert {army: row[0] for army, row in rows.items()} == {"frog": "cog", "iguana": "cog"}
    plain = ordered(jungle(), **orders).phase()
    unified = ordered(jungle(challenges=["unified-armies"]), **orders).phase()
    assert groups_of(plain) == {"frog": "cog", "iguana": "cog"}
    assert groups_of(unified) == {army: row[1] for army, row in rows.items()}


# Cascading Horrors


def test_cascading_horrors_puts_a_new_horror_on_top_after_dealing() -> None:
    """HOW-S5-09"""
    plain, state = begun(), begun("cascading-horrors")
    top, rest = state.resources.cards[0], state.resources.cards[1:]
    assert top in CARDS.horrors
    assert top not in FROGS
    assert {card for card in rest if card in CARDS.horrors} == FROGS
    assert set(plain.horrors) - set(state.horrors) == {top}


def test_cascading_horrors_puts_another_on_top_once_those_of_the_refresh_are_resolved() -> None:
    """HOW-S5-09"""
    ground = jungle(challenges=["cascading-horrors"])
    for first in ("h24", "h25"):
        ordered(ground)
        ground.deck(first, *[card for card in ground.state.resources.cards if card in CARDS.resources][:3])
        left = ground.state.horrors
        facts = ground.pass_all()
        before = [type(fact) for fact in facts][: [type(fact) for fact in facts].index(ArmyPhaseBegan)]
        order = [RefreshDivided, HorrorRevealed, HorrorDiscarded, HorrorAdded]
        assert [step for step in before if step in order] == order
        assert only(facts, HorrorAdded)[0].card == left[0]
    assert HorrorAdded not in {type(fact) for fact in ordered(jungle()).pass_all()}


def test_a_game_without_cascading_horrors_has_the_same_frames_waiting_as_ever() -> None:
    """HOW-S5-09: what waits is in every save."""
    waiting = {}
    for challenges in ((), ("cascading-horrors",)):
        ground = ordered(jungle(challenges=challenges)).deck("h01")
        ground.pass_all()
        waiting[challenges] = [type(frame).__name__ for frame in ground.table.stack]
    plain = ["ArmyPhase", "ResolveHorrors", "FinishHorror", "Pick"]
    assert waiting == {(): plain, ("cascading-horrors",): ["ArmyPhase", "FinishRefresh", *plain[1:]]}


def test_the_first_card_of_every_refresh_is_then_a_horror() -> None:
    """HOW-S5-10"""
    ground = jungle(challenges=["cascading-horrors"])
    for _ in range(3):
        facts = ordered(ground).pass_all()
        while ground.table.ask and Pass() not in ground.moves():
            facts += ground.submit(ground.moves()[0])
        assert only(facts, RefreshDrawn)[0].cards[0] in CARDS.horrors


def test_a_horror_that_was_drawn_before_is_not_the_first_card_of_the_refresh() -> None:
    """HOW-S5-10"""
    ground = jungle(challenges=["cascading-horrors"]).hand("nabo", "scout-1", "scout-2").stand("nabo", "C4")
    top, second = "h22", next(card for card in ground.state.resources.cards if card in CARDS.resources)
    ground.deck(top, second)
    facts = ground.use("scout-1", "survey")
    while Pass() not in ground.moves():
        facts += ground.submit(ground.moves()[0])
    assert only(facts, HorrorSetAside)[0].card == top
    assert only(ordered(ground).pass_all(), RefreshDrawn)[0].cards[0] == second


# The mist and the plans that are ruined in it


@pytest.mark.parametrize("facing", FACINGS)
def test_a_unit_looks_away_when_a_step_forward_brings_it_no_closer_to_the_closest_enemy(facing: str) -> None:
    ground = jungle().units(
        frog_1=("frog-hopper", "cog", "F4", facing),
        iguana_1=("iguana-jungle-kin", "star", "F2", "down"),
        iguana_2=("iguana-jungle-kin", "star", "K6", "down"),
    )
    closer = ground.do(op.If(conditions.Astray("army"), (op.Motivation(-1),), (op.Motivation(1),)), army="frog")
    assert (only(closer, MotivationChanged)[0].to > START["frog"]) == (facing == "up")


def test_a_unit_that_looks_at_the_edge_of_the_map_looks_away_too() -> None:
    ground = jungle().units(
        frog_1=("frog-hopper", "cog", "E1", "up"),
        frog_2=("frog-hopper", "cog", "E2", "down"),
        iguana_1=("iguana-jungle-kin", "star", "E4", "down"),
    )
    effect = Effect((), "x", army="frog", group="cog")
    assert holds(ground.state, effect, conditions.Astray("army", 1))
    assert not holds(ground.state, effect, conditions.Astray("army", 2))


def test_the_areas_that_cards_name_are_exactly_the_spaces_that_look_like_it() -> None:
    named = {
        "mist": {"mist"},
        "lagoon": {"lagoon", "stilt hut"},
        "huts": {"hut", "stilt hut"},
        "altar": {"altar"},
    }
    assert set(FILE.areas) == set(named)
    for area, terrain in named.items():
        assert {space for space, kind in TERRAIN.items() if kind.name in terrain} == set(FILE.areas[area])
    assert {space for space, kind in TERRAIN.items() if kind.water} == set(FILE.areas["lagoon"])


def test_poison_goes_through_every_defence_and_an_adventurer_beside_the_iguanas_prevents_it() -> None:
    brew = CARDS.left["frog-ju-l1"].do
    ground = jungle()
    poisoned = ground.do(*brew, army="frog", group="cog")
    assert {(fact.unit, fact.amount) for fact in only(poisoned, UnitWounded)} == {(name, 1) for name in IGUANAS}
    watched = jungle().stand("nabo", "H6").do(*brew, army="frog", group="cog")
    assert only(watched, UnitWounded) == []
    assert [fact.to for fact in only(watched, MotivationChanged)] == [START["frog"] - 2]


def test_the_iguanas_bleed_for_motivation_unless_somebody_stands_with_the_others() -> None:
    blood = CARDS.left["iguana-ju-l1"].do
    bled = jungle().do(*blood, army="iguana", group="star")
    assert {(fact.unit, fact.amount) for fact in only(bled, UnitWounded)} == {("iguana-2", 1), ("iguana-4", 1)}
    assert [fact.to for fact in only(bled, MotivationChanged)] == [START["iguana"] + 1]
    kept = jungle().stand("nabo", "I2").do(*blood, army="iguana", group="star")
    assert only(kept, UnitWounded) == []
    assert [fact.to for fact in only(kept, MotivationChanged)] == [START["iguana"] - 2]


@pytest.mark.parametrize(
    ("card", "army", "group"),
    [
        *((f"frog-ju-l{number}", "frog", "cog") for number in (3, 5, 8, 9)),
        *((f"iguana-ju-l{number}", "iguana", "star") for number in (1, 4, 6, 8)),
    ],
)
def test_a_plan_of_a_united_army_lifts_it_twice_as_far(card: str, army: str, group: str) -> None:
    """HOW-S5-07: what makes one large group harder to live with than three small ones."""
    for challenges, by in (([], 1), (["unified-armies"], 2)):
        ground = jungle(challenges=challenges).stand("nabo", "F3")
        now, late = CARDS.halves[card]
        facts = ground.do(*now, *late, army=army, group=group)
        assert [fact.to for fact in only(facts, MotivationChanged) if fact.side == army][-1] == START[army] + by


FOILED = [
    ("frog-ju-l4", "frog", "C5", -2),
    ("frog-ju-l5", "frog", "B5", -1),
    ("frog-ju-l8", "frog", "B5", -2),
    ("frog-ju-l9", "frog", "I4", -2),
    ("frog-ju-l10", "frog", "G5", -2),
    ("iguana-ju-l2", "iguana", "I2", -1),
    ("iguana-ju-l6", "iguana", "I2", -2),
    ("iguana-ju-l7", "iguana", "G5", -2),
    ("iguana-ju-l9", "iguana", "B3", -2),
    ("iguana-ju-l10", "iguana", "H2", -2),
]


@pytest.mark.parametrize(("card", "army", "space", "lost"), FOILED, ids=[each[0] for each in FOILED])
def test_a_plan_lifts_its_side_unless_somebody_stands_in_its_way(card: str, army: str, space: str, lost: int) -> None:
    for stands, by in (("F3", 1), (space, lost)):
        facts = jungle().stand("nabo", stands).do(*CARDS.left[card].do, army=army, group="cog")
        *before, after = [START[army]] + [fact.to for fact in only(facts, MotivationChanged) if fact.side == army]
        assert after - before[-1] == by


@pytest.mark.parametrize(
    ("card", "army", "group", "gone", "lost"),
    [
        ("frog-ju-l5", "frog", "cog", ("frog-5", "frog-6"), -1),
        ("frog-ju-l6", "frog", "star", ("frog-1", "frog-2", "frog-3"), -1),
        ("iguana-ju-l8", "iguana", "circle", ("iguana-2", "iguana-3"), -2),
    ],
)
def test_some_plans_fail_when_too_few_are_left(
    card: str, army: str, group: str, gone: tuple[str, ...], lost: int
) -> None:
    plan = CARDS.left[card].do
    for missing, by in ((gone[1:], 1), (gone, lost)):
        ground = jungle()
        ground.change(units={name: unit for name, unit in ground.state.units.items() if name not in missing})
        facts = ground.do(*plan, army=army, group=group)
        assert [fact.to for fact in only(facts, MotivationChanged)] == [START[army] + by]


# Whole games

CHALLENGES = [rule.id for rule in FILE.challenges]


@pytest.mark.parametrize("chosen", [tuple(c) for n in range(3) for c in combinations(CHALLENGES, n)])
@pytest.mark.parametrize("count", [1, 3])
def test_games_played_by_chance_come_to_an_end(chosen: tuple[str, ...], count: int) -> None:
    for seed in range(3):
        table = jungle(*ADVENTURERS[:count], challenges=chosen, seed=seed).table
        chance = random.Random(seed)
        while table.ask and table.state.round < 100:
            seat = chance.choice(table.ask.seats)
            table.submit(seat, chance.choice(table.moves(seat)))
        assert table.state.won is not None
