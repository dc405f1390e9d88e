"""Corner cases of moves and strikes: who counts, who is left out, and what one blow does to what it meets."""

from __future__ import annotations

import pytest

from engine.games.dawn_of_peacemakers import movement, strikes
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.facts import (
    FortificationsRemoved,
    MotivationChanged,
    OngoingEnded,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitWounded,
)
from engine.games.dawn_of_peacemakers.frames import Effect
from engine.games.dawn_of_peacemakers.selection import holds
from engine.peacemakers.conditions import Tally
from engine.peacemakers.ongoing import Ongoing
from tests.games.dawn_of_peacemakers.ground import Ground, only

FAR = {"red_9": ("captain", "cog", "A1"), "blue_9": ("captain", "cog", "I7")}


def ground_with(**placed: tuple[object, ...]) -> Ground:
    """A captain of each side in a corner, and these."""
    return Ground().units(**FAR, **placed).stand("nabo", "I1")


def costs(facts: list, side: str) -> list[str]:
    """Why the motivation of a side changed, apart from the Revoked order that stands for none."""
    changes = [fact for fact in only(facts, MotivationChanged) if fact.side == side]
    return [fact.why for fact in changes if ".revoked" not in fact.why]


# Moves


def test_neither_an_ally_ahead_nor_an_enemy_as_far_as_before_counts_as_closer() -> None:
    """DOP-MOVE-04, DOP-MOVE-13"""
    ground = Ground().stand("nabo", "I1")
    ground.units(
        red_1=("pike", "star", "E3"), red_2=("captain", "cog", "E7"), blue_1=("captain", "cog", "F3")
    )  # F3 is adjacent to E3 and to E4.
    assert only(ground.armies(red=("plain", "move-star")), UnitBlocked) == [UnitBlocked("red-1", "farther")]


def test_rooted_and_held_units_stay_and_the_rest_of_the_group_moves() -> None:
    """DOP-MOVE-03"""
    ground = ground_with(
        red_1=("stone", "star", "C2"), red_2=("pike", "star", "E2"), red_3=("pike", "star", "G2")
    ).change(ongoing=(Ongoing("stand-still", "hold", "unit:red-2", "round"),))
    facts = ground.armies(red=("plain", "move-star"))
    assert only(facts, UnitBlocked) == [UnitBlocked("red-1", "rooted"), UnitBlocked("red-2", "held")]
    assert only(facts, UnitMoved) == [UnitMoved("red-3", "G3")]


def test_allies_may_change_places() -> None:
    """DOP-MOVE-06, DOP-MOVE-11"""
    state = ground_with(red_1=("pike", "star", "E3"), red_2=("pike", "circle", "E4")).state
    wishes = {"red-1": "E4", "red-2": "E3"}
    assert movement.settled(state, wishes, {}) == movement.Plan(wishes, {})


def test_a_chain_of_units_stays_when_its_head_is_blocked_by_an_enemy() -> None:
    """DOP-MOVE-02, DOP-MOVE-14: an ally's place is no obstacle, an enemy's is."""
    ground = ground_with(red_1=("pike", "star", "E3"), red_2=("pike", "star", "E4"), blue_1=("pike", "circle", "E5"))
    facts = ground.armies(red=("plain", "move-star"))
    assert only(facts, UnitBlocked) == [UnitBlocked("red-2", "enemy")]
    assert (ground.space("red-1"), ground.space("red-2")) == ("E4", "E4")


def test_a_ploy_can_let_the_whole_army_carry_out_the_task() -> None:
    """DOP-GEN-02"""
    ground = ground_with(red_1=("pike", "star", "C2"), red_2=("pike", "circle", "E2"))
    facts = ground.armies(red=("all", "move-star"))
    assert {fact.unit for fact in only(facts, UnitMoved)} == {"red-9", "red-1", "red-2"}


def test_riders_choose_between_units_of_two_armies_that_leave_their_space() -> None:
    """DOP-MOVE-08, DOP-MOVE-15: enemies in one space, as a change of sides leaves them, part in two directions."""
    ground = Ground("nabo", "yainar").stand("yainar", "A7")
    ground.units(red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E4"))
    facts = ground.armies(red=("plain", "move-star"), blue=("plain", "move-star"))
    assert not only(facts, UnitMoved), "an enemy in the same space cannot be come closer to"
    facts = ground.armies(red=("back", "move-star"), blue=("back", "move-star"))
    assert set(ground.moves()) == {m.RideTo("E3"), m.RideTo("E5"), m.LetBe()}
    facts = ground.submit(m.RideTo("E5"))
    assert only(facts, UnitMoved) == [UnitMoved("red-1", "E3"), UnitMoved("blue-1", "E5")]
    assert ground.state.figures["nabo"] == "E5"


@pytest.mark.parametrize(
    ("kind", "held", "spaces"),
    [
        ("pike", False, {"F1", "F2", "E3", "D1", "D2"}),
        ("stone", False, set()),
        ("pike", True, set()),
    ],
)
def test_a_scheme_leads_a_unit_to_open_spaces_without_enemies(kind: str, held: bool, spaces: set[str]) -> None:
    """DOP-MOVE-02, DOP-MOVE-06, DOP-MOVE-07"""
    ground = ground_with(red_1=(kind, "star", "E2"), red_2=("pike", "star", "F2"), blue_1=("pike", "star", "E1"))
    if held:
        ground.change(ongoing=(Ongoing("stand-still", "hold", "unit:red-1", "round"),))
    assert set(movement.reachable(ground.state, "red-1")) == spaces
    ground.units(**FAR, red_1=(kind, "star", "E2"), blue_1=("pike", "star", "E3"))
    assert set(movement.reachable(ground.state, "red-1")) == spaces - {"E3"}


def test_a_ploy_can_march_a_group_and_each_step_obeys_the_rules_of_a_move() -> None:
    """DOP-MOVE-02, DOP-MOVE-04, DOP-MOVE-05"""
    ground = ground_with(red_1=("pike", "circle", "E3"), red_2=("pike", "circle", "C3"), blue_1=("pike", "star", "E4"))
    facts = ground.do(op.March())
    assert only(facts, UnitMoved) == [UnitMoved("red-2", "C4")]
    assert only(facts, UnitBlocked) == [UnitBlocked("red-1", "enemy")]
    facts = ground.do(op.March(by=3))
    assert {each.why for each in only(facts, UnitBlocked)} == {"farther"}
    facts = ground.do(op.March(by=3, free=True))
    assert {fact.to for fact in only(facts, UnitMoved)} == {"E2", "C3"}


def test_what_a_unit_does_when_it_moved_is_lost_with_it_on_thorns() -> None:
    """DOP-TERR-12, DOP-DMG-11: a standard-bearer lifts its side when it has moved."""
    placed = {"blue_1": ("pike", "circle", "E7")}
    ground = ground_with(red_1=("macaw-bearer", "star", "E2"), **placed)
    assert costs(ground.armies(red=("plain", "move-star")), "red") == ["macaw-bearer"]
    ground = ground_with(red_1=("macaw-bearer", "star", "E5", 3), **placed)
    assert costs(ground.armies(red=("plain", "move-star")), "red") == ["defeat"]


def test_towers_of_one_move_are_netted_before_thorns_take_their_toll() -> None:
    """DOP-TERR-12, DOP-TERR-14, DOP-TERR-20, RUL-17"""
    ground = ground_with(
        red_1=("pike", "star", "A3"),
        red_2=("pike", "star", "I4"),
        red_3=("pike", "star", "E5", 2),
        blue_1=("pike", "circle", "A7"),
        blue_2=("pike", "circle", "E7"),
    ).motivation(red=1)
    facts = ground.armies(red=("plain", "move-star"))
    assert only(facts, UnitDefeated) == [UnitDefeated("red-3")]
    assert costs(facts, "red") == ["defeat"], "one tower is left and one entered: the track does not move"


def test_two_units_that_fall_together_on_a_tower_lose_it_once() -> None:
    """DOP-TERR-12, DOP-TERR-14"""
    ground = ground_with(red_1=("pike", "star", "A4"), red_2=("pike", "star", "A4"))
    facts = ground.do(op.Wound(3, "red.star"))
    assert costs(facts, "red") == ["defeat", "tower", "defeat"]


def test_a_leader_who_falls_unhurt_on_a_tower_costs_tower_defeat_and_ability() -> None:
    """DOP-UNIT-12, DOP-TERR-14, DOP-DMG-14"""
    ground = ground_with(red_1=("captain", "star", "A4"))
    facts = ground.do(op.Wound(5, "red.star"))
    assert costs(facts, "red") == ["tower", "defeat", "captain"]
    assert ground.state.motivation["red"] == 4


# Targets


def test_a_unit_with_stealth_of_its_own_is_struck_from_the_next_space_alone() -> None:
    """DOP-TERR-08, DOP-STR-11"""
    far = ground_with(red_1=("pike", "star", "E2"), blue_1=("shade", "star", "E4"))
    assert strikes.aims(far.state, "red-1") == []
    near = ground_with(red_1=("pike", "star", "E3"), blue_1=("shade", "star", "E4"))
    assert strikes.aims(near.state, "red-1") == ["blue-1"]
    near.change(ongoing=(Ongoing("put-down", "pacify", "unit:red-1", "round"),))
    assert strikes.aims(near.state, "red-1") == []


def test_guard_given_to_a_hidden_unit_works_from_the_next_space_alone() -> None:
    """DOP-SCH-04, DOP-SCH-06, DOP-TERR-08"""
    guarded = (Ongoing("on-guard", "guard", "unit:blue-1", "round"),)
    placed = {"blue_1": ("pike", "star", "C2"), "blue_2": ("pike", "circle", "C5", 2)}
    far = ground_with(red_1=("pike", "star", "C4"), **placed).change(ongoing=guarded)
    assert strikes.aims(far.state, "red-1") == ["blue-2"]
    near = ground_with(red_1=("pike", "star", "C3"), **placed).change(ongoing=guarded)
    assert strikes.aims(near.state, "red-1") == ["blue-1"]


def test_a_guard_in_a_crowd_is_struck_and_not_the_wounded_beside_it() -> None:
    """DOP-SCH-04, DOP-STR-04, DOP-STR-07"""
    ground = ground_with(
        red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E4", 2), blue_2=("shieldmate", "star", "E4")
    )
    assert strikes.aims(ground.state, "red-1") == ["blue-2"]


def test_ploys_change_offence_range_and_cover_of_their_own_army_alone() -> None:
    """DOP-SPD-04, DOP-DMG-02, DOP-STR-03, DOP-COV-01"""
    placed = {"red_1": ("pike", "star", "E3"), "blue_1": ("wall", "star", "E4")}
    facts = ground_with(**placed).armies(red=("fierce", "strike-star"), blue=("plain", "strike-star"))
    assert [fact.offence for fact in only(facts, UnitAttacked)] == [3, 1]
    facts = ground_with(**placed).armies(red=("plain", "strike-star"), blue=("fierce", "strike-star"))
    assert [fact.offence for fact in only(facts, UnitAttacked)] == [2, 2]
    far = {"red_1": ("pike", "star", "E2"), "blue_1": ("wall", "star", "E5")}
    assert only(ground_with(**far).armies(red=("far", "strike-star")), UnitAttacked)
    assert not only(ground_with(**far).armies(red=("plain", "strike-star")), UnitAttacked)
    ground = ground_with(**placed)
    ground.do(op.Edge("cover", 1), army="blue")
    assert ground.state.edges == {"blue.cover": 1}
    facts = ground_with(**placed).armies(blue=("thick", "cover-star"))
    assert [fact.by for fact in facts if type(fact).__name__ == "DefenceRaised"] == [3]


# What an order did


def did(ground: Ground, army: str, what: str, count: int = 1) -> bool:
    """Whether a ploy of an army would find that its units did something in the last step."""
    return holds(ground.state, Effect((), "", army=army), Tally(what, count))  # type: ignore[arg-type]


def test_orders_of_one_step_count_what_their_own_units_did() -> None:
    """DOP-SPD-03, DOP-SPD-04: the Blues wound and the Reds strike a wall in vain."""
    ground = ground_with(red_1=("bow", "star", "E3"), blue_1=("wall", "star", "E4"))
    ground.armies(red=("plain", "strike-star"), blue=("plain", "strike-star"))
    assert [did(ground, army, "hit") for army in ("red", "blue")] == [False, True]
    assert [did(ground, army, "attacked") for army in ("red", "blue")] == [True, True]
    assert [did(ground, army, "attacked", 2) for army in ("red", "blue")] == [False, False]
    ground = ground_with(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E5"), blue_2=("pike", "star", "G7"))
    ground.armies(red=("plain", "move-star"), blue=("plain", "move-star"))
    assert [did(ground, army, "moved") for army in ("red", "blue")] == [False, True]
    assert [did(ground, army, "blocked") for army in ("red", "blue")] == [True, True]


def test_a_unit_that_takes_two_steps_counts_once() -> None:
    """DOP-SPD-04"""
    ground = ground_with(red_1=("runner", "star", "C1"), blue_1=("pike", "circle", "C7"))
    ground.armies(red=("plain", "move-star"))
    assert ground.space("red-1") == "C3"
    assert did(ground, "red", "moved")
    assert not did(ground, "red", "moved", 2)


def test_what_fell_in_a_step_counts_for_every_order_and_ends_with_the_step() -> None:
    """DOP-SPD-04"""
    ground = ground_with(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E4", 2))
    ground.armies(red=("plain", "strike-star"))
    assert [did(ground, army, "defeated") for army in ("red", "blue")] == [True, True]
    ground.armies(red=("plain", "cover-star"))
    assert not did(ground, "red", "defeated")


def test_an_attack_that_a_shield_stops_wounds_nobody() -> None:
    """DOP-SCH-02, DOP-DMG-08"""
    ground = ground_with(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E4"))
    ground.change(ongoing=(Ongoing("padding", "shield", "unit:blue-1", "used", 2),))
    ground.armies(red=("plain", "strike-star"))
    assert not did(ground, "red", "hit")


# Damage


def test_a_piercing_blow_meets_fewer_fortifications_and_leaves_those_it_ignores() -> None:
    """DOP-DMG-03, DOP-DMG-15: pierce 1 against 1, 2, 3 and 9 tokens, with an offence of 4."""
    found = []
    for tokens in (1, 2, 3, 9):
        ground = ground_with(
            red_1=("pike", "star", "E2"), red_2=("sapper", "star", "D2"), blue_1=("captain", "star", "E3")
        ).change(fortifications={"E3": tokens})
        facts = ground.armies(red=("plain", "strike-star"))
        found.append((sum(fact.amount for fact in only(facts, UnitWounded)), ground.state.fortifications))
    assert found == [(4, {"E3": 1}), (3, {"E3": 1}), (2, {"E3": 1}), (0, {"E3": 5})]


def test_a_ploy_lets_every_blow_of_its_army_pierce() -> None:
    """DOP-SPD-04, DOP-DMG-03: the ploy adds to what a unit pierces by itself."""
    ground = ground_with(red_1=("sapper", "star", "E2"), blue_1=("pike", "star", "E3")).change(
        fortifications={"E3": 2}, edges={"red.pierce": 1}
    )
    facts = ground.do(op.Attack(), group="star")
    assert not only(facts, FortificationsRemoved)
    assert only(facts, UnitWounded) == [UnitWounded("blue-1", 2, ("red-1",))]


def test_attacks_on_two_units_of_a_space_share_its_fortifications() -> None:
    """DOP-DMG-04, DOP-DMG-05: the shade is hidden from the farther attacker."""
    ground = ground_with(
        red_1=("pike", "star", "E3"),
        red_2=("pike", "star", "E2"),
        red_3=("pike", "star", "E2"),
        blue_1=("shade", "star", "E4", 1),
        blue_2=("pike", "star", "E4"),
    ).change(fortifications={"E4": 3})
    facts = ground.armies(red=("plain", "strike-star"))
    assert only(facts, UnitAttacked) == [
        UnitAttacked(("red-1",), "blue-1", 2),
        UnitAttacked(("red-2", "red-3"), "blue-2", 4),
    ]
    assert only(facts, FortificationsRemoved) == [FortificationsRemoved("E4", 3)]
    assert only(facts, UnitWounded) == [UnitWounded("blue-2", 1, ("red-2", "red-3"))]


def test_a_blow_that_pierces_and_one_that_does_not_meet_different_walls() -> None:
    """DOP-DMG-04, DOP-DMG-05: the tokens that the sapper ignores stop the pike, and as many go as it uses."""
    ground = ground_with(
        red_1=("pike", "star", "E3"),
        red_2=("sapper", "star", "E2"),
        blue_1=("shade", "star", "E4", 1),
        blue_2=("pike", "star", "E4"),
    ).change(fortifications={"E4": 2})
    facts = ground.armies(red=("plain", "strike-star"))
    assert [fact.target for fact in only(facts, UnitAttacked)] == ["blue-1", "blue-2"]
    assert only(facts, FortificationsRemoved) == [FortificationsRemoved("E4", 2)]
    assert only(facts, UnitWounded) == [UnitWounded("blue-2", 1, ("red-2",))]


def test_schemes_and_cover_add_to_the_defence_of_a_unit() -> None:
    """DOP-TERR-16, DOP-COV-01"""
    ground = ground_with(red_1=("wall", "star", "C6"), red_2=("wall", "star", "E3")).change(
        guards={"red-1": 2}, ongoing=(Ongoing("x", "defend", "unit:red-1", "round", 3),)
    )
    assert strikes.defence(ground.state, "red-1") == 1 + 1 + 2 + 3
    assert strikes.defence(ground.state, "red-2") == 1


def test_no_offence_is_below_0() -> None:
    """DOP-DMG-02"""
    ground = ground_with(red_1=("stone", "star", "E3"), blue_1=("pike", "star", "E4"))
    assert strikes.offence(ground.state, "red-1") == 0
    assert strikes.offence(ground.change(edges={"red.offence": -1}).state, "red-1") == 0
    facts = ground.do(op.Attack(offence=-3), group="star")
    assert only(facts, UnitAttacked) == [UnitAttacked(("red-1",), "blue-1", 0)]
    assert not only(facts, UnitWounded)


def test_who_has_struck_uses_its_ability_unless_it_fell() -> None:
    """DOP-STR-14: Lady Ixcuina's side loses 1 when she has struck."""
    placed = {"blue_1": ("pike", "star", "E4")}
    ground = ground_with(red_1=("macaw-lady", "star", "E3"), **placed)
    assert costs(ground.armies(red=("plain", "strike-star")), "red") == ["macaw-lady"]
    ground = ground_with(red_1=("macaw-lady", "star", "E3", 4), **placed)
    facts = ground.armies(red=("plain", "strike-star"), blue=("plain", "strike-star"))
    assert [fact.unit for fact in only(facts, UnitDefeated)] == ["red-1"]
    assert costs(facts, "red") == ["defeat"]


def test_a_shield_takes_one_blow_and_a_second_waits_for_the_next() -> None:
    """DOP-SCH-02"""
    shields = tuple(Ongoing(card, "shield", "unit:blue-1", "used", 2) for card in ("padding", "padding-2"))
    ground = ground_with(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E4")).change(ongoing=shields)
    facts = ground.do(op.Attack(), group="star")
    assert only(facts, OngoingEnded) == [OngoingEnded("padding")]
    assert not only(facts, UnitWounded)
    facts = ground.do(op.Wound(3, "blue.star"))
    assert only(facts, OngoingEnded) == [OngoingEnded("padding-2")]
    assert ground.unit("blue-1").damage == 1


def test_a_shield_is_used_up_by_the_smallest_damage_and_other_cards_by_none() -> None:
    """DOP-SCH-02"""
    ground = ground_with(blue_1=("pike", "star", "E4")).change(
        ongoing=(
            Ongoing("on-guard", "guard", "unit:blue-1", "round"),
            Ongoing("padding", "shield", "unit:blue-1", "used", 2),
            Ongoing("padding-2", "shield", "unit:blue-9", "used", 2),
        )
    )
    assert only(ground.do(op.Wound(1, "blue.star")), OngoingEnded) == [OngoingEnded("padding")]
    ground.do(op.Wound(1, "blue.star"))
    assert [each.card for each in ground.state.ongoing] == ["on-guard", "padding-2"]
    assert ground.unit("blue-1").damage == 1


def test_who_has_wounded_an_enemy_uses_its_ability_and_who_was_stopped_does_not() -> None:
    """DOP-DMG-08, DOP-DMG-15: a raider lifts its side when it has wounded."""
    placed = {"red_1": ("raider", "star", "E3"), "blue_1": ("pike", "star", "E4")}
    assert costs(ground_with(**placed).armies(red=("plain", "strike-star")), "red") == ["raider"]
    shield = (Ongoing("padding", "shield", "unit:blue-1", "used", 2),)
    walled = ground_with(**placed).change(fortifications={"E4": 2})
    for ground in (ground_with(**placed).change(ongoing=shield), walled):
        assert costs(ground.armies(red=("plain", "strike-star")), "red") == []


def test_of_two_allied_armies_only_the_one_whose_blow_gets_through_wounds() -> None:
    """DOP-DMG-06, DOP-DMG-18: what defence takes off one blow it does not take off the other."""
    ground = Ground(scenario="three-banners").change(fortifications={}, night=False)
    grid = ground.state.box.scene.board.grid
    here = next(space for space in grid.spaces if len(grid.adjacent(space)) == 6)
    near, beside = grid.adjacent(here)[:2]
    ground.units(
        ocelot_1=("bow", "star", near),
        toucan_1=("pike", "star", beside),
        macaw_1=("wall", "star", here),
        macaw_2=("captain", "cog", grid.spaces[-1]),
    )
    armour = strikes.defence(ground.state, "macaw-1")
    ground.change(guards={"macaw-1": 1 - armour, "macaw-2": 9})
    facts = ground.do(op.Attack("allies"), army="ocelot", group="star")
    assert [fact.offence for fact in only(facts, UnitAttacked)] == [1, 2]
    assert only(facts, UnitWounded) == [UnitWounded("macaw-1", 1, ("toucan-1",))]
    assert [did(ground, army, "hit") for army in ("ocelot", "toucan")] == [False, True]


def test_cards_on_a_defeated_unit_are_discarded_and_those_on_others_stay() -> None:
    """DOP-SCH-02, DOP-DMG-19"""
    ground = ground_with(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E4"))
    ground.change(
        ongoing=(
            Ongoing("on-guard", "guard", "unit:blue-1", "round"),
            Ongoing("padding", "shield", "unit:red-1", "used", 2),
            Ongoing("hurry", "haste", "army:blue", "order", 1),
        )
    )
    facts = ground.do(op.Wound(3, "blue.star"))
    assert only(facts, OngoingEnded) == [OngoingEnded("on-guard")]
    assert ground.state.resources.discard == ("on-guard",)
    assert [each.card for each in ground.state.ongoing] == ["padding", "hurry"]


def test_two_leaders_who_fall_together_take_all_motivation_along() -> None:
    """DOP-DMG-14, DOP-DMG-16"""
    ground = Ground().units(
        red_1=("captain", "star", "E3", 4),
        red_2=("captain", "star", "C3", 4),
        red_3=("pike", "cog", "A1"),
        blue_9=("captain", "cog", "I7"),
    )
    ground.change(hurting=frozenset({"red-1", "red-2"}))
    assert costs(ground.do(op.Wound(1, "red.star")), "red") == ["defeat", "leader"]
