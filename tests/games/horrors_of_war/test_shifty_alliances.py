"""Scenario 4, Shifty Alliances: an army that changes sides, three Invitations, and two challenges."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from engine.core.content import builtin
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Fact
from engine.core.table import Transaction
from engine.games.horrors_of_war import actions, attacks, motivation, movement, rules
from engine.games.horrors_of_war.content import check, conditions, library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    ArmyJoined,
    ArmyPhaseBegan,
    HorrorAdded,
    MotivationChanged,
    OrderBegan,
    OrderRevealed,
    RefreshDrawn,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitTurned,
)
from engine.games.horrors_of_war.frames import ResolveOrder
from engine.games.horrors_of_war.moves import Pass, PlayCard, UseRow, UseScheme
from engine.games.horrors_of_war.state import GameState, Ongoing
from engine.games.horrors_of_war.words.plain import tell_motivation
from tests.games.horrors_of_war.ground import Ground, only

SCENARIO = "shifty-alliances"
CARDS = library.read(builtin("horrors-of-war"))
FILE = CARDS.scenes[SCENARIO].file
INVITATIONS = ("invitation-iguana", "invitation-toucan", "invitation-ocelot")
TEMPERS, CHAOS = (rule.id for rule in FILE.challenges)
SWITCH = op.Switch("ocelot")
QUIET = {"iguana": "iguana-r1", "toucan": "toucan-r5", "ocelot": "ocelot-r4"}
"""Right halves without a switch, for rounds in which something else matters."""

ELDER = ("iguana-elder", "star")
WARDEN = ("iguana-warden", "circle")
ENVOY = ("toucan-envoy", "star")
SWOOPER = ("toucan-swooper", "circle")
WHISPERER = ("toucan-whisperer", "cog")
XIMOA = ("ocelot-high-roller", "star")
PROWLER = ("ocelot-prowler", "circle")
SPINNER = ("ocelot-spinner", "cog")


def opened(*challenges: str, seed: int = 1, seats: Sequence[str] = ("nabo",)) -> Ground:
    """A table of the scenario."""
    return Ground(*seats, scenario=SCENARIO, challenges=challenges, seed=seed)


def begun(*challenges: str, seed: int = 1) -> GameState:
    """The state after setting up, for one player."""
    return opened(*challenges, seed=seed).state


def placed(**units: tuple[object, ...]) -> Ground:
    """A table with only these units, and with the motivation that the scenario starts with."""
    return opened().units(**units)


def field(**more: tuple[object, ...]) -> Ground:
    """The three leaders, far from each other, and whoever else is named."""
    return placed(
        iguana_1=(*ELDER, "A1", "down-right"),
        toucan_1=(*ENVOY, "K1", "down-left"),
        ocelot_1=(*XIMOA, "F6", "up-right"),
        **more,
    )


def with_toucans(ground: Ground) -> Ground:
    """The ocelots have gone over to the toucans."""
    ground.do(SWITCH, army="ocelot")
    assert ground.state.sides["ocelot"] == "toucan"
    return ground


def order(ground: Ground, army: str, left: str, right: str = "") -> list[Fact]:
    """One order of an army, and nobody else's."""
    for half, card in (("left", left), ("right", right or QUIET[army])):
        ground.orders(f"{army}.{half}", discard=(card,))
    turn = Transaction.on(ground.state, (), Dice(1, 98))
    turn.push(ResolveOrder(army))
    turn.run(rules)
    ground.change(**{name: getattr(turn.state, name) for name in ("units", "sides", "motivation", "tally")})
    return turn.facts


def changed(facts: Sequence[Fact]) -> list[tuple[str, int]]:
    """Which tracks moved, and where to."""
    return [(fact.side, fact.to) for fact in only(facts, MotivationChanged)]


# The sides


def test_it_is_scenario_number_4_with_two_stars() -> None:
    """HOW-S4-02"""
    assert (FILE.number, FILE.title, FILE.stars) == (4, "Shifty Alliances", 2)
    assert [side.id for side in FILE.sides] == ["iguana", "toucan"]


def test_the_ocelots_are_an_army_of_their_own_on_the_side_of_the_iguanas() -> None:
    """HOW-S4-02, HOW-S4-03"""
    assert begun().sides == {"iguana": "iguana", "toucan": "toucan", "ocelot": "iguana"}


def test_each_folk_has_four_units_and_one_leader() -> None:
    """HOW-S4-02"""
    units = list(begun().units.values())
    for folk in ("iguana", "toucan", "ocelot"):
        mine = [unit for unit in units if unit.army == folk]
        assert len(mine) == 4
        assert sum(CARDS.units[unit.type].leader for unit in mine) == 1
        assert {unit.group for unit in mine} == {"circle", "star", "cog"}


def test_three_armies_bring_six_order_decks() -> None:
    """HOW-S4-21"""
    decks = {f"{army}.{half}" for army in ("iguana", "toucan", "ocelot") for half in ("left", "right")}
    state = begun()
    assert set(state.orders) == decks
    assert all(len(deck.cards) >= 8 for deck in state.orders.values())


def test_in_an_army_phase_all_three_armies_have_an_order_of_their_own() -> None:
    """HOW-S4-02, HOW-S4-21"""
    facts = opened().phase()
    assert sorted(fact.army for fact in only(facts, OrderBegan)) == ["iguana", "ocelot", "toucan"]


def test_iguanas_sit_up_left_toucans_up_right_and_ocelots_below() -> None:
    """HOW-S4-05"""
    units = begun().units.values()
    rows = {army: [int(unit.space[1:]) for unit in units if unit.army == army] for army in ("iguana", "ocelot")}
    columns = {army: [unit.space[0] for unit in units if unit.army == army] for army in ("iguana", "toucan", "ocelot")}
    assert max(columns["iguana"]) < min(columns["toucan"])
    assert max(rows["iguana"]) < min(rows["ocelot"])


def test_at_the_start_every_ocelot_faces_up_right() -> None:
    """HOW-S4-19"""
    assert {unit.facing for unit in begun().units.values() if unit.army == "ocelot"} == {"up-right"}


@pytest.mark.parametrize("side", ["iguana", "toucan"])
def test_what_the_ocelots_gain_goes_to_their_ally_of_that_moment(side: str) -> None:
    """HOW-S4-02"""
    ground = field()
    if side == "toucan":
        with_toucans(ground)
    before = ground.state.motivation
    ground.do(op.Motivation(1), army="ocelot")
    assert ground.state.motivation == {**before, side: before[side] + 1}


def test_the_ocelots_have_no_track_of_their_own() -> None:
    """HOW-S4-02"""
    assert set(begun().motivation) == {"iguana", "toucan"}


# Changing sides


def test_a_switch_takes_the_ocelots_to_the_other_side_and_back() -> None:
    """HOW-S4-04"""
    ground = field()
    there = ground.do(SWITCH, army="toucan")
    assert [(fact.army, fact.side) for fact in only(there, ArmyJoined)] == [("ocelot", "toucan")]
    assert ground.state.sides["ocelot"] == "toucan"
    ground.do(SWITCH, army="toucan")
    assert ground.state.sides["ocelot"] == "iguana"


def test_joining_the_present_ally_changes_nothing() -> None:
    """HOW-S4-04"""
    ground = field(ocelot_2=(*PROWLER, "G5", "down"))
    assert ground.do(op.Switch("ocelot", "iguana"), army="iguana") == []
    assert ground.unit("ocelot-2").facing == "down"


def test_nobody_else_ever_changes_sides() -> None:
    """HOW-S4-04"""
    halves = [*CARDS.left.values(), *CARDS.right.values()]
    ops = [each for half in halves for each in check.inside(half.do) if isinstance(each, op.Switch)]
    assert {each.army for each in ops} == {"ocelot"}
    before = begun().sides
    ground = with_toucans(opened())
    assert ground.state.sides == {**before, "ocelot": "toucan"}


def test_orders_of_every_folk_can_make_the_ocelots_switch() -> None:
    """HOW-S4-04"""
    switching = {
        army: sum(
            any(isinstance(each, op.Switch) for each in check.inside(CARDS.left[card].do))
            for card in begun().pools[f"{army}.left"]
        )
        for army in ("iguana", "toucan", "ocelot")
    }
    assert min(switching.values()) >= 2


def test_the_tracks_are_told_with_the_present_ally_of_the_ocelots() -> None:
    """HOW-S4-04"""
    ground = field()
    told = {side: f"Ocelots are with {side}." for side in ("Iguanas", "Toucans")}
    assert told["Iguanas"] in tell_motivation(ground.state)
    assert told["Toucans"] in tell_motivation(with_toucans(ground).state)
    assert told["Iguanas"] not in tell_motivation(ground.state)


def test_every_ocelot_is_turned_up_left_for_the_toucans_and_up_right_for_the_iguanas() -> None:
    """HOW-S4-05"""
    ground = field(ocelot_2=(*PROWLER, "G5", "down"), ocelot_3=(*SPINNER, "E6", "up-left"))
    ground.do(SWITCH, army="ocelot")
    assert {ground.unit(f"ocelot-{number}").facing for number in (1, 2, 3)} == {"up-left"}
    ground.do(op.Look("down", "ocelot"), army="ocelot")
    facts = ground.do(SWITCH, army="ocelot")
    assert {ground.unit(f"ocelot-{number}").facing for number in (1, 2, 3)} == {"up-right"}
    assert {fact.unit for fact in only(facts, UnitTurned)} == {"ocelot-1", "ocelot-2", "ocelot-3"}


def test_nobody_else_is_turned_by_a_switch() -> None:
    """HOW-S4-05"""
    ground = with_toucans(field())
    assert (ground.unit("iguana-1").facing, ground.unit("toucan-1").facing) == ("down-right", "down-left")


def test_after_a_switch_forward_is_the_new_way() -> None:
    """HOW-S4-05, HOW-S4-06"""
    ground = field(ocelot_2=(*PROWLER, "F5", "up-right"))
    with_toucans(ground).do(op.Advance("army"), army="ocelot")
    assert (ground.unit("ocelot-1").space, ground.unit("ocelot-2").space) == ("E6", "E5")


# What follows from the new sides


def test_after_a_switch_the_ocelots_attack_their_old_friends_and_spare_the_new_ones() -> None:
    """HOW-S4-06"""
    ground = field(
        iguana_2=(*WARDEN, "E4", "down-right"),
        toucan_2=(*SWOOPER, "F4", "down-left"),
        ocelot_2=(*PROWLER, "F5", "up-right"),
    )
    assert [fact.target for fact in only(ground.do(op.Attack(), army="ocelot"), UnitAttacked)] == ["toucan-2"]
    with_toucans(ground)
    assert [fact.target for fact in only(ground.do(op.Attack(), army="ocelot"), UnitAttacked)] == ["iguana-2"]


def test_after_a_switch_the_old_friends_attack_the_ocelots() -> None:
    """HOW-S4-06"""
    ground = field(iguana_2=(*WARDEN, "E4", "down-right"), ocelot_2=(*PROWLER, "F4", "up-right"))
    assert only(ground.do(op.Attack(), army="iguana"), UnitAttacked) == []
    with_toucans(ground)
    assert [fact.target for fact in only(ground.do(op.Attack(), army="iguana"), UnitAttacked)] == ["ocelot-2"]


def test_after_a_switch_old_friends_block_and_new_ones_do_not() -> None:
    """HOW-S4-06"""
    ground = field(
        iguana_2=(*WARDEN, "E4", "down-right"),
        ocelot_2=(*PROWLER, "F4", "up"),
        toucan_2=(*SWOOPER, "G4", "down-left"),
    )
    assert movement.hindrance(ground.state, "iguana-2", "F4") == ""
    assert movement.hindrance(ground.state, "toucan-2", "F4") == "enemy"
    with_toucans(ground)
    assert movement.hindrance(ground.state, "iguana-2", "F4") == "enemy"
    assert movement.hindrance(ground.state, "toucan-2", "F4") == ""


@pytest.mark.parametrize("side", ["iguana", "toucan"])
def test_a_defeated_ocelot_costs_the_ally_of_that_moment(side: str) -> None:
    """HOW-S4-07"""
    ground = field(ocelot_2=(*PROWLER, "G6", "up-right"))
    if side == "toucan":
        with_toucans(ground)
    before = ground.state.motivation
    facts = ground.do(op.Wound(3, "target"), target="unit:ocelot-2")
    assert len(only(facts, UnitDefeated)) == len(only(facts, HorrorAdded)) == 1
    assert ground.state.motivation == {**before, side: before[side] - 1}


@pytest.mark.parametrize("side", ["iguana", "toucan"])
def test_the_defeat_of_their_leader_takes_all_motivation_of_the_ally(side: str) -> None:
    """HOW-S4-07"""
    ground = field(ocelot_2=(*PROWLER, "G6", "up-right"))
    if side == "toucan":
        with_toucans(ground)
    before = ground.state.motivation
    ground.do(op.Wound(5, "target"), target="unit:ocelot-1")
    assert ground.state.motivation == {**before, side: 0}


def test_an_ally_among_the_ocelots_keeps_a_side_from_losing_its_last_unit() -> None:
    """HOW-S4-06"""
    ground = placed(
        iguana_1=(*WARDEN, "A1", "down-right"),
        ocelot_1=(*PROWLER, "G6", "up-right"),
        toucan_1=(*ENVOY, "K1", "down-left"),
    )
    before = ground.state.motivation["iguana"]
    ground.do(op.Wound(4, "target"), target="unit:iguana-1")
    assert ground.state.motivation["iguana"] == before - 1


def test_without_the_ocelots_the_last_iguana_is_the_last_unit_of_its_side() -> None:
    """HOW-S4-06"""
    ground = with_toucans(
        placed(
            iguana_1=(*WARDEN, "A1", "down-right"),
            ocelot_1=(*PROWLER, "G6", "up-right"),
            toucan_1=(*ENVOY, "K1", "down-left"),
        )
    )
    ground.do(op.Wound(4, "target"), target="unit:iguana-1")
    assert ground.state.motivation["iguana"] == 0


def test_a_switch_in_the_left_half_counts_for_the_right_half_of_the_same_order() -> None:
    """HOW-S4-06"""
    ground = field(
        toucan_2=(*SWOOPER, "F4", "down-left"),
        iguana_2=(*WARDEN, "E4", "down-right"),
        ocelot_2=(*PROWLER, "F5", "up-right"),
    )
    ground.motivation(iguana=3, toucan=9)
    facts = order(ground, "ocelot", "ocelot-sa-l3", "ocelot-r8")
    assert only(facts, ArmyJoined)
    assert "toucan-2" not in {fact.target for fact in only(facts, UnitAttacked)}
    assert "iguana-2" in {fact.target for fact in only(facts, UnitAttacked)}


def test_a_switch_is_no_defeat_even_if_it_leaves_a_side_without_units() -> None:
    """HOW-S4-20, RUL-47"""
    ground = placed(ocelot_1=(*XIMOA, "F6", "up-right"), toucan_1=(*ENVOY, "K1", "down-left"))
    before = ground.state.motivation
    facts = ground.do(SWITCH, army="ocelot")
    assert ground.state.motivation == before
    assert only(facts, UnitDefeated) == only(facts, HorrorAdded) == []
    assert ground.state.fallen == {}


# Sunstones


def test_a_bonus_held_only_by_ocelots_goes_over_with_them() -> None:
    """HOW-S4-08, HOW-S4-06, RUL-15"""
    ground = field(ocelot_2=(*SPINNER, "F5", "up-right"))
    before = ground.state.motivation
    facts = ground.do(SWITCH, army="ocelot")
    assert ground.state.motivation == {"iguana": before["iguana"] - 1, "toucan": before["toucan"] + 1}
    assert {fact.why for fact in only(facts, MotivationChanged)} == {"tower"}
    ground.do(SWITCH, army="ocelot")
    assert ground.state.motivation == before


def test_the_old_ally_keeps_a_bonus_that_a_unit_of_its_own_holds_too() -> None:
    """HOW-S4-08, RUL-15"""
    ground = field(ocelot_2=(*SPINNER, "F5", "up-right"), iguana_2=(*WARDEN, "F5", "down-right"))
    before = ground.state.motivation
    ground.do(SWITCH, army="ocelot")
    assert ground.state.motivation == {"iguana": before["iguana"], "toucan": before["toucan"] + 1}


def test_the_new_ally_gains_nothing_for_a_stone_that_it_holds_already() -> None:
    """HOW-S4-08, RUL-15"""
    ground = with_toucans(field(ocelot_2=(*SPINNER, "F5", "up-right"), iguana_2=(*WARDEN, "F5", "down-right")))
    before = ground.state.motivation
    ground.do(SWITCH, army="ocelot")
    assert ground.state.motivation == {"iguana": before["iguana"], "toucan": before["toucan"] - 1}


def test_a_side_at_0_gains_nothing_from_a_switch() -> None:
    """HOW-S4-08, RUL-15"""
    ground = field(ocelot_2=(*SPINNER, "F5", "up-right")).motivation(iguana=5, toucan=0)
    ground.do(SWITCH, army="ocelot")
    assert ground.state.motivation == {"iguana": 4, "toucan": 0}


def test_two_stones_held_by_ocelots_are_one_change_for_each_side() -> None:
    """HOW-S4-08, RUL-15"""
    ground = field(ocelot_2=(*SPINNER, "F5", "up-right"), ocelot_3=(*PROWLER, "H3", "up-right"))
    ground.motivation(iguana=6, toucan=6)
    assert changed(ground.do(SWITCH, army="ocelot")) == [("iguana", 4), ("toucan", 8)]


def test_an_ocelot_starts_on_a_stone_so_that_a_first_switch_moves_both_tracks() -> None:
    """HOW-S4-08"""
    assert motivation.bonuses(begun()) == {"iguana": 2, "toucan": 0}
    assert motivation.bonuses(with_toucans(opened()).state) == {"iguana": 1, "toucan": 1}


# Enemies in one space


def shared(space: str = "F4", **more: tuple[object, ...]) -> Ground:
    """A warden and a prowler who were friends a moment ago, in one space."""
    return with_toucans(field(iguana_2=(*WARDEN, space, "down-right"), ocelot_2=(*PROWLER, space, "up-right"), **more))


def test_after_a_switch_enemies_stay_in_the_space_that_they_share() -> None:
    """HOW-S4-09"""
    ground = shared()
    assert ground.unit("iguana-2").space == ground.unit("ocelot-2").space == "F4"
    assert ground.state.sides["iguana"] != ground.state.sides["ocelot"]


def test_an_enemy_in_the_same_space_is_the_closest_one() -> None:
    """HOW-S4-22, RUL-10"""
    ground = shared(iguana_3=(*WARDEN, "E4", "down-right", 3))
    assert attacks.target_space(ground.state, "ocelot-2") == ("F4", ["iguana-2"])
    ground = shared(toucan_2=(*SWOOPER, "G5", "down-left", 2))
    assert attacks.target_space(ground.state, "iguana-2") == ("F4", ["ocelot-2"])


def test_a_unit_with_range_1_reaches_its_own_space() -> None:
    """HOW-S4-22, RUL-10"""
    ground = with_toucans(
        field(iguana_2=(*WARDEN, "F4", "down-right"), ocelot_2=("ocelot-brawler", "circle", "F4", "up-right"))
    )
    assert [fact.target for fact in only(ground.do(op.Attack(), army="ocelot"), UnitAttacked)] == ["iguana-2"]


def test_an_enemy_in_the_same_space_counts_as_an_enemy_within_0_spaces() -> None:
    """HOW-S4-22"""
    ground = shared()
    condition = op.If(conditions.EnemyWithin("group", 0), then=(op.Motivation(1),))
    assert changed(ground.do(condition, army="ocelot")) != []
    assert changed(ground.do(op.If(conditions.EnemyWithin("leader", 0), then=(op.Motivation(1),)), army="ocelot")) == []


@pytest.mark.parametrize("space", ["C4", "H4"])
def test_a_forest_hides_nobody_from_an_enemy_in_it(space: str) -> None:
    """HOW-S4-23, RUL-10"""
    ground = shared(space)
    assert attacks.has_stealth(ground.state, "iguana-2")
    assert attacks.target_space(ground.state, "ocelot-2") == (space, ["iguana-2"])
    assert attacks.target_space(ground.state, "iguana-2") == (space, ["ocelot-2"])


def test_units_that_share_a_space_with_enemies_may_move_out() -> None:
    """HOW-S4-24, RUL-10"""
    ground = shared()
    facts = ground.do(op.Advance(), army="iguana") + ground.do(op.Advance(), army="ocelot")
    assert [(fact.unit, fact.to) for fact in only(facts, UnitMoved)] == [("iguana-2", "G5"), ("ocelot-2", "E4")]
    assert only(facts, UnitBlocked) == []


@pytest.mark.parametrize(
    ("late", "space", "facing"), [("iguana_3", "E4", "down-right"), ("toucan_2", "G4", "down-left")]
)
def test_nobody_may_move_in_beside_an_enemy_although_a_friend_is_there_too(late: str, space: str, facing: str) -> None:
    """HOW-S4-25, RUL-10"""
    ground = shared(**{late: (*(WARDEN if late == "iguana_3" else SWOOPER), space, facing)})
    name = late.replace("_", "-")
    assert movement.ahead(ground.state, ground.unit(name), "forward") == "F4"
    facts = ground.do(op.Advance("target"), target=f"unit:{name}")
    assert [(fact.unit, fact.why) for fact in only(facts, UnitBlocked)] == [(name, "enemy")]


def test_who_has_moved_out_may_not_come_back() -> None:
    """HOW-S4-24, HOW-S4-25"""
    ground = shared()
    ground.do(op.Advance(), army="iguana")
    facts = ground.do(op.Advance(direction="backward"), army="iguana")
    assert [fact.unit for fact in only(facts, UnitBlocked)] == ["iguana-2"]


def test_a_second_switch_makes_friends_of_those_who_share_a_space() -> None:
    """HOW-S4-09, HOW-S4-06"""
    ground = shared()
    ground.do(SWITCH, army="ocelot")
    assert attacks.target_space(ground.state, "ocelot-2") is None


# Toucans


def test_swoopers_may_enter_cliffs_and_other_toucans_may_not() -> None:
    """HOW-S4-10"""
    ground = field(toucan_2=(*SWOOPER, "G2", "up-left"), toucan_3=(*WHISPERER, "G2", "up-left"))
    facts = ground.do(op.Advance("army"), army="toucan")
    assert CARDS.scenes[SCENARIO].board.terrain["F1"].impassable
    assert ("toucan-2", "F1") in [(fact.unit, fact.to) for fact in only(facts, UnitMoved)]
    assert ("toucan-3", "impassable") in [(fact.unit, fact.why) for fact in only(facts, UnitBlocked)]


def test_only_swoopers_cross_cliffs() -> None:
    """HOW-S4-10"""
    assert FILE.over_impassable == ("toucan-swooper",)
    ground = field(iguana_2=(*WARDEN, "E2", "down-right"), ocelot_2=(*PROWLER, "E2", "down-right"))
    assert movement.hindrance(ground.state, "iguana-2", "F2") == "impassable"
    assert movement.hindrance(ground.state, "ocelot-2", "F2") == "impassable"


def secrets(deck: str) -> list[str]:
    """The Secrets of an order deck."""
    return [card for card in begun().pools[deck] if card in CARDS.secrets]


def test_two_secrets_are_in_each_of_the_toucans_decks_and_none_in_any_other() -> None:
    """HOW-S4-11"""
    found = {deck: len(secrets(deck)) for deck in begun().orders}
    assert found == {deck: 2 if deck.startswith("toucan") else 0 for deck in begun().orders}


def beside_the_envoy(*left: str, faceup: Sequence[str] = (), discard: Sequence[str] = ()) -> Ground:
    """Nabo with the envoy and a card that surveys; the toucans' right halves are all known."""
    ground = field().stand("nabo", "K1").hand("nabo", "r02", "r09")
    right = [card for card in ground.state.pools["toucan.right"] if card not in CARDS.secrets][:1]
    ground.orders("toucan.right", *secrets("toucan.right"), *right)
    return ground.orders("toucan.left", *left, faceup=faceup, discard=discard)


def test_a_secret_on_top_cannot_be_surveyed_nor_what_lies_below() -> None:
    """HOW-S4-11"""
    secret = secrets("toucan.left")[0]
    ground = beside_the_envoy(secret, "toucan-sa-l1")
    assert actions.surveyable(ground.state, "nabo") == []
    ground.submit(PlayCard("r09"))
    with pytest.raises(Refused):
        ground.submit(UseRow("survey"))


def test_a_secret_further_down_hinders_nobody() -> None:
    """HOW-S4-11"""
    ground = beside_the_envoy("toucan-sa-l1", secrets("toucan.left")[0])
    facts = ground.use("r09", "survey")
    assert [(fact.deck, fact.card) for fact in only(facts, OrderRevealed)] == [("toucan.left", "toucan-sa-l1")]


def test_a_secret_shows_its_back_and_nothing_else() -> None:
    """HOW-S4-11"""
    one, other = secrets("toucan.left")
    views = [rules.view(beside_the_envoy(first, "toucan-sa-l1").state, "nabo") for first in (one, other)]
    assert views[0].orders["toucan.left"].cards == views[1].orders["toucan.left"].cards
    ordinary = rules.view(beside_the_envoy("toucan-sa-l2", "toucan-sa-l1").state, "nabo")
    assert views[0].orders["toucan.left"].cards[0] != ordinary.orders["toucan.left"].cards[0]


def test_a_survey_that_shuffles_a_secret_to_the_top_gives_the_card_back() -> None:
    """HOW-S4-11"""
    secret = secrets("toucan.left")[0]
    ground = beside_the_envoy(discard=(secret,))
    facts = ground.use("r09", "survey")
    assert only(facts, OrderRevealed) == []
    assert "r09" in ground.state.hands["nabo"]
    assert ground.state.orders["toucan.left"].cards == (secret,)


def test_a_secret_is_carried_out_like_any_other_order() -> None:
    """HOW-S4-11, HOW-S4-04"""
    facts = order(field(), "toucan", "toucan-sa-l9")
    assert [fact.side for fact in only(facts, ArmyJoined)] == ["toucan"]
    assert len(only(facts, HorrorAdded)) == 1


# Invitations


def test_the_three_invitations_are_in_the_game_and_only_here() -> None:
    """HOW-S4-01"""
    assert {card for card in begun().pools["resources"] if card.startswith("invitation")} == set(INVITATIONS)
    elsewhere = Ground(scenario="order-in-chaos").state.pools["resources"]
    assert not set(INVITATIONS) & set(elsewhere)


def test_an_invitation_can_be_in_a_starting_hand_and_in_the_deck() -> None:
    """HOW-S4-01"""
    states = [begun(seed=seed) for seed in range(1, 16)]
    for state in states:
        dealt = set(state.hands["nabo"]) & set(INVITATIONS)
        assert dealt | (set(state.resources.cards) & set(INVITATIONS)) == set(INVITATIONS)
    assert any(set(state.hands["nabo"]) & set(INVITATIONS) for state in states)


def test_each_invitation_is_for_another_leader() -> None:
    """HOW-S4-12"""
    near = {card: CARDS.resources[card].scheme.near for card in INVITATIONS}
    assert all(CARDS.units[kind].leader for kind in near.values())
    assert {CARDS.units[kind].folk for kind in near.values()} == {"iguana", "toucan", "ocelot"}
    assert all(CARDS.units[kind].folk == card.removeprefix("invitation-") for card, kind in near.items())


@pytest.mark.parametrize("card", INVITATIONS)
def test_an_invitation_is_called_after_its_leader(card: str) -> None:
    """HOW-S4-12: hands show the title alone, and three that are called the same cannot be told apart."""
    printed = CARDS.resources[card]
    whose, _, what = printed.title.partition("'s ")
    assert what == "Invitation"
    assert printed.scheme.near is not None
    assert whose in CARDS.units[printed.scheme.near].title
    assert f"Only with {whose}" in printed.scheme.text


LEADERS = {"invitation-iguana": "A1", "invitation-toucan": "K1", "invitation-ocelot": "F6"}
"""Where the leader of each Invitation stands."""


@pytest.mark.parametrize("card", INVITATIONS)
@pytest.mark.parametrize("space", ["A1", "K1", "F6", "A2", "F3"])
def test_an_invitation_works_only_beside_its_leader(card: str, space: str) -> None:
    """HOW-S4-12"""
    ground = field().stand("nabo", space).hand("nabo", card)
    ground.submit(PlayCard(card))
    assert (UseScheme() in ground.moves()) is (space == LEADERS[card])
    assert UseRow("travel") in ground.moves()
    if space != LEADERS[card]:
        with pytest.raises(Refused):
            ground.submit(UseScheme())


def test_another_unit_of_the_same_folk_will_not_do() -> None:
    """HOW-S4-12"""
    ground = field(iguana_2=(*WARDEN, "D3", "down-right")).stand("nabo", "D3").hand("nabo", "invitation-iguana")
    ground.submit(PlayCard("invitation-iguana"))
    assert UseScheme() not in ground.moves()


def test_an_invitation_for_a_dead_leader_has_only_its_rows() -> None:
    """HOW-S4-12"""
    ground = placed(iguana_1=(*WARDEN, "A1", "down-right"), toucan_1=(*ENVOY, "K1", "down-left"))
    ground.stand("nabo", "A1").hand("nabo", "invitation-iguana").submit(PlayCard("invitation-iguana"))
    assert UseScheme() not in ground.moves()


@pytest.mark.parametrize(("space", "is_playable"), [("A1", True), ("A2", False)])
def test_an_invitation_whose_rows_are_barred_can_be_played_only_beside_its_leader(
    space: str, is_playable: bool
) -> None:
    """HOW-S4-12"""
    ground = field().stand("nabo", space).hand("nabo", "invitation-iguana")
    rows = tuple(CARDS.resources["invitation-iguana"].rows)
    ground.change(ongoing=(Ongoing("h02", "bar", "adventurer:nabo", "refresh", what=rows),))
    assert (PlayCard("invitation-iguana") in ground.moves()) is is_playable


def test_the_ocelots_invitation_makes_them_switch_and_costs_the_side_with_more() -> None:
    """HOW-S4-04, HOW-S4-12"""
    ground = field().stand("nabo", "F6").hand("nabo", "invitation-ocelot", "r02").motivation(iguana=5, toucan=7)
    ground.use("invitation-ocelot", "scheme")
    assert ground.state.sides["ocelot"] == "toucan"
    assert ground.state.motivation == {"iguana": 5, "toucan": 6}
    assert ground.unit("ocelot-1").facing == "up-left"


def test_the_toucans_invitation_stays_the_claws_of_any_army() -> None:
    """HOW-S4-12"""
    ground = field(iguana_2=(*WARDEN, "F4", "down-right"), toucan_2=(*SWOOPER, "G4", "down-left"))
    ground.stand("nabo", "K1").hand("nabo", "invitation-toucan", "r02").motivation(toucan=6)
    ground.use("invitation-toucan", "scheme")
    ground.submit(next(move for move in ground.moves() if getattr(move, "thing", "") == "army:iguana"))
    assert ground.state.motivation["toucan"] == 5
    assert only(ground.do(op.Attack(), army="iguana"), UnitAttacked) == []
    assert only(ground.do(op.Attack(), army="toucan"), UnitAttacked) != []


def test_the_iguanas_invitation_reads_any_order_deck() -> None:
    """HOW-S4-12"""
    ground = field().stand("nabo", "A1").hand("nabo", "invitation-iguana", "r02").motivation(iguana=6)
    ground.use("invitation-iguana", "scheme")
    decks = {getattr(move, "thing", "") for move in ground.moves()}
    assert decks == {f"deck:{deck}" for deck in ground.state.orders}


# What the plans of the three folks do


def test_a_sermon_drives_the_ocelots_away_unless_an_adventurer_sits_through_it() -> None:
    """HOW-S4-04"""
    facts = order(field().stand("nabo", "F3"), "iguana", "iguana-sa-l6")
    assert [fact.side for fact in only(facts, ArmyJoined)] == ["toucan"]
    facts = order(field().stand("nabo", "F6"), "iguana", "iguana-sa-l6")
    assert only(facts, ArmyJoined) == []
    assert [fact.side for fact in only(facts, MotivationChanged)] == ["iguana"]


def test_flattery_fails_while_an_adventurer_is_with_their_leader() -> None:
    """HOW-S4-04"""
    facts = order(field().stand("nabo", "F3"), "toucan", "toucan-sa-l1")
    assert [fact.side for fact in only(facts, ArmyJoined)] == ["toucan"]
    ground = field().stand("nabo", "F6").motivation(toucan=6)
    facts = order(ground, "toucan", "toucan-sa-l1")
    assert only(facts, ArmyJoined) == []
    assert changed(facts) == [("toucan", 4)]


@pytest.mark.parametrize(
    ("card", "foiling"),
    [
        ("iguana-sa-l1", "D3"),
        ("iguana-sa-l3", "A1"),
        ("iguana-sa-l4", "A1"),
        ("iguana-sa-l9", "E5"),
        ("toucan-sa-l5", "G2"),
        ("toucan-sa-l6", "K1"),
        ("ocelot-sa-l5", "F4"),
        ("ocelot-sa-l10", "F6"),
    ],
)
def test_a_plan_lifts_its_side_unless_an_adventurer_is_in_the_right_place(card: str, foiling: str) -> None:
    """HOW-ARM-16"""
    army = card.partition("-")[0]
    side = begun().sides[army]
    lifted = (
        8 if card in ("iguana-sa-l1", "iguana-sa-l9", "toucan-sa-l5", "toucan-sa-l6") else 7
    )  # only leaders are left
    for space, now in (("A3", lifted), (foiling, 4)):
        facts = order(field().stand("nabo", space).motivation(**{side: 6}), army, card)
        assert changed(facts) == [(side, now)]


@pytest.mark.parametrize(("space", "switches"), [("F6", True), ("D5", True), ("A3", False)])
def test_an_adventurer_with_any_cat_turns_them_when_they_look_for_better_company(space: str, switches: bool) -> None:
    """HOW-S4-04"""
    facts = order(field(ocelot_2=(*PROWLER, "D5", "up-right")).stand("nabo", space), "ocelot", "ocelot-sa-l2")
    assert bool(only(facts, ArmyJoined)) is switches
    assert bool(changed(facts)) is not switches


@pytest.mark.parametrize(("mine", "switches"), [(3, True), (4, False)])
def test_the_ocelots_leave_a_side_that_is_losing(mine: int, switches: bool) -> None:
    """HOW-S4-04"""
    facts = order(field().motivation(iguana=mine, toucan=9), "ocelot", "ocelot-sa-l3")
    assert bool(only(facts, ArmyJoined)) is switches


def test_every_left_half_can_move_a_track_or_the_ocelots_both_with_and_against_its_folk() -> None:
    """HOW-ARM-16"""
    for army in ("iguana", "toucan", "ocelot"):
        for card in begun().pools[f"{army}.left"]:
            inner = list(check.inside(CARDS.left[card].do))
            ways = {each.by > 0 for each in inner if isinstance(each, op.Motivation)}
            assert len(ways) + any(isinstance(each, op.Switch) for each in inner) >= 1 + (card not in CARDS.secrets)


# Challenges


def test_the_first_challenge_gives_every_unit_1_more_offence() -> None:
    """HOW-S4-13"""
    plain, hot = begun(), begun(TEMPERS)
    for name, unit in plain.units.items():
        assert attacks.offence(plain, name) == CARDS.units[unit.type].offence
        assert attacks.offence(hot, name) == CARDS.units[unit.type].offence + 1


def test_under_the_first_challenge_each_attacker_of_one_attack_adds_1() -> None:
    """HOW-S4-13"""
    totals = []
    for challenges in ((), (TEMPERS,)):
        ground = opened(*challenges).units(
            iguana_1=(*WARDEN, "E4", "down-right"),
            iguana_2=(*WARDEN, "F3", "down-right"),
            toucan_1=(*ENVOY, "F4", "down-left"),
        )
        totals += [fact.offence for fact in only(ground.do(op.Attack(), army="iguana"), UnitAttacked)]
    assert totals == [4, 6]


def test_the_first_challenge_changes_nothing_else() -> None:
    """HOW-S4-13"""
    plain, hot = begun(), begun(TEMPERS)
    assert (hot.motivation, hot.units, hot.horrors) == (plain.motivation, plain.units, plain.horrors)
    for name in plain.units:
        assert attacks.defence(hot, name) == attacks.defence(plain, name)
        assert attacks.health_left(hot, name) == attacks.health_left(plain, name)
        assert attacks.target_space(hot, name) == attacks.target_space(plain, name)


def horrors_in(cards: Sequence[str]) -> set[str]:
    """The horrors among cards."""
    return {card for card in cards if card in CARDS.horrors}


@pytest.mark.parametrize("seed", range(1, 6))
def test_total_chaos_shuffles_15_horrors_into_the_resource_deck_after_the_deal(seed: int) -> None:
    """HOW-S4-14"""
    plain, state = begun(seed=seed), begun(CHAOS, seed=seed)
    horrors = horrors_in(state.resources.cards)
    assert horrors_in(plain.resources.cards) == set()
    assert len(horrors) == 15
    assert horrors_in(state.hands["nabo"]) == set()
    assert len(state.horrors) == len(plain.horrors) - 15
    assert not horrors & set(state.horrors)


def stacked(*challenges: str, cards: Sequence[str], discard: Sequence[str] = (), seed: int = 1) -> Ground:
    """A table whose resource deck holds exactly these cards, with orders that are in nobody's way."""
    ground = opened(*challenges, seed=seed).deck(*cards, discard=discard, only=True)
    return ground.hand("nabo").deck(*cards, discard=discard, only=True)


def some_horrors(count: int) -> list[str]:
    """General horrors that ask nothing and stay nowhere when nabo has no cards: a discard from an empty hand."""
    simple = (op.Discard, op.AddHorror, op.Raze, op.Wound)
    found = [card.id for card in CARDS.horrors.values() if card.priority and not card.only and not card.ongoing]
    found.sort(key=lambda card: not all(isinstance(each, simple) for each in check.inside(CARDS.horrors[card].do)))
    return found[:count]


def drawn(facts: Sequence[Fact]) -> list[str]:
    """The cards of the first refresh, in order."""
    end = next((place for place, fact in enumerate(facts) if isinstance(fact, ArmyPhaseBegan)), len(facts))
    return [card for fact in only(facts[:end], RefreshDrawn) for card in fact.cards]


def test_with_total_chaos_a_refresh_goes_on_until_4_resource_cards_are_drawn() -> None:
    """HOW-S4-15"""
    one, two, three = some_horrors(3)
    cards = (one, "r01", two, three, "r02", "r03", "r04", "r05", "r06")
    assert drawn(stacked(cards=cards).submit(Pass())) == [one, "r01", two, three]
    assert drawn(stacked(CHAOS, cards=cards).submit(Pass())) == [one, "r01", two, three, "r02", "r03", "r04"]


def test_with_total_chaos_no_card_is_drawn_beyond_the_fourth_resource_card() -> None:
    """HOW-S4-15"""
    [horror] = some_horrors(1)
    facts = stacked(CHAOS, cards=("r01", "r02", "r03", "r04", horror, "r05")).submit(Pass())
    assert drawn(facts) == ["r01", "r02", "r03", "r04"]
    facts = stacked(CHAOS, cards=("r01", horror, "r02", "r03", "r04", "r05", "r06")).submit(Pass())
    assert drawn(facts) == ["r01", horror, "r02", "r03", "r04"]


def test_all_horrors_of_that_draw_are_resolved_one_by_one_in_the_order_drawn() -> None:
    """HOW-S4-16"""
    horrors = some_horrors(3)
    cards = (horrors[0], "r01", horrors[1], "r02", horrors[2], "r03", "r04", "r05")
    ground = stacked(CHAOS, cards=cards)
    revealed = [card for fact in settled(ground) if (card := getattr(fact, "card", "")) in horrors]
    assert list(dict.fromkeys(revealed)) == horrors


def settled(ground: Ground) -> list[Fact]:
    """End the phase and answer whatever horrors ask, up to the next round or the end."""
    facts = ground.submit(Pass())
    here = ground.state.round
    while ground.table.ask and ground.state.round == here:
        facts += ground.submit(ground.moves()[0])
    return facts


@pytest.mark.parametrize("seed", range(6))
def test_horrors_set_aside_in_that_draw_are_not_shuffled_back_in_and_met_again(seed: int) -> None:
    """HOW-S4-17: however the discard pile is shuffled."""
    one, two = some_horrors(2)
    ground = stacked(CHAOS, cards=(one, "r01", two), discard=("r02", "r03", "r04"), seed=seed)
    cards = drawn(ground.submit(Pass()))
    assert cards[:3] == [one, "r01", two]
    assert sorted(cards[3:]) == ["r02", "r03", "r04"]


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[RefreshDrawn]:
    """The draws of refreshes so far; a refresh that goes on for ever is stopped."""
    seen: list[RefreshDrawn] = []
    take = RefreshDrawn.apply

    def counted(fact: RefreshDrawn, state: GameState) -> None:
        seen.append(fact)
        assert len(seen) < 20
        take(fact, state)

    monkeypatch.setattr(RefreshDrawn, "apply", counted)
    return seen


@pytest.mark.usefixtures("draws")
def test_if_deck_and_discard_pile_run_out_the_draw_stops_short() -> None:
    """HOW-S4-18"""
    one, two = some_horrors(2)
    ground = stacked(CHAOS, cards=(one, "r01"), discard=("r02", two))
    cards = drawn(ground.submit(Pass()))
    assert sorted(cards) == sorted([one, "r01", "r02", two])
    assert len(cards) == len(set(cards))


def test_each_challenge_adds_stars_and_both_together_stay_within_five() -> None:
    """HOW-S4-13, HOW-S4-14"""
    assert FILE.stars + sum(rule.stars for rule in FILE.challenges) <= 5
    assert CHAOS == "total-chaos"


# Whole games

CHALLENGES = [chosen for count in range(3) for chosen in combinations((TEMPERS, CHAOS), count)]


def play(seed: int, challenges: Sequence[str]) -> Ground:
    """A game played by chance for at most 15 rounds."""
    ground = opened(*challenges, seed=seed, seats=("nabo", "yainar"))
    chance = random.Random(seed)
    table = ground.table
    while table.ask and table.state.round < 15:
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))
    return ground


@pytest.mark.parametrize("challenges", CHALLENGES, ids=lambda chosen: "+".join(chosen) or "none")
def test_games_by_chance_keep_every_army_on_one_side_and_every_card_in_play(challenges: tuple[str, ...]) -> None:
    """HOW-S4-04, HOW-S4-05, HOW-UNI-05"""
    switches = 0
    for seed in range(1, 5):
        ground = play(seed, challenges)
        state = ground.state
        assert state.sides == {"iguana": "iguana", "toucan": "toucan", "ocelot": state.sides["ocelot"]}
        assert state.sides["ocelot"] in state.motivation
        assert len(state.units) + len(state.fallen) == 12
        begun_again = opened(*challenges, seed=seed, seats=("nabo", "yainar")).state
        assert rules.accounted(state) == rules.accounted(begun_again)
        facts = [fact for step in ground.table.steps for fact in step.facts]
        switches += sum(isinstance(fact, ArmyJoined) for fact in facts) - 3
    assert switches > 0


@pytest.mark.parametrize(
    ("card", "army"),
    [
        *((f"iguana-sa-l{number}", "iguana") for number in (1, 2, 9)),
        *((f"toucan-sa-l{number}", "toucan") for number in (3, 5, 6)),
    ],
)
def test_a_side_that_mourns_is_lifted_further_by_its_plans(card: str, army: str) -> None:
    """HOW-S4-13: what makes it dear to let units fall while tempers are short."""
    lifts = []
    for fallen in ((), (f"{army}-4",)):
        ground = opened()
        ground.change(units={name: unit for name, unit in ground.state.units.items() if name not in fallen})
        before = ground.state.motivation[army]
        ground.do(*CARDS.left[card].do, army=army, group="circle")
        lifts.append(ground.state.motivation[army] - before)
    assert lifts[1] == lifts[0] + 1
