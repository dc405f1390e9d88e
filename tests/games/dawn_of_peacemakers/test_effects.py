"""The operations of schemes, ploys, abilities and events, one by one, and what they can concern."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Setup
from engine.core.table import Transaction
from engine.games.dawn_of_peacemakers import choices, rules
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.content import conditions as cond
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content.types import Event, Target
from engine.games.dawn_of_peacemakers.effects import split
from engine.games.dawn_of_peacemakers.facts import (
    AdventurerMoved,
    AgendaDealt,
    AgendasChecked,
    ArmyJoined,
    CardDrawn,
    CardGiven,
    CardRecovered,
    CardShown,
    CardTaken,
    DefenceRaised,
    DieRolled,
    EdgeGained,
    FortificationsPlaced,
    FortificationsRemoved,
    MotivationChanged,
    OrderDrawn,
    OrderSorted,
    OrdersReturned,
    TargetChosen,
    TargetMissed,
    UnitMoved,
    UnitPlaced,
)
from engine.games.dawn_of_peacemakers.frames import Effect, Pick
from engine.games.dawn_of_peacemakers.selection import holds, is_injured
from engine.games.dawn_of_peacemakers.status import is_due
from tests.games.dawn_of_peacemakers.ground import Ground, only

FAR = {"red_9": ("captain", "cog", "A1"), "blue_9": ("captain", "cog", "I7")}


def ground_with(*seats: str, **placed: tuple[object, ...]) -> Ground:
    """A captain of each side in a corner, and these."""
    return Ground(*seats).units(**{**FAR, **placed})


def options(ground: Ground, first: Any, target: str = "") -> list[str]:
    """What a player could choose for an operation."""
    return choices.options(ground.state, Effect((first,), "drill-1", actor="nabo", target=target), first)


def targets(ground: Ground, **fields: Any) -> set[str]:
    """What a scheme of nabo's can concern."""
    return set(choices.possible_targets(ground.state, Target(**fields), "nabo"))


def chosen(ground: Ground, first: Any, target: str, *things: str) -> list[Any]:
    """Carry out an operation with choices, by answering them one after the other."""
    turn = Transaction.on(ground.state, (), Dice(1, 97))
    turn.push(Effect((first,), "drill-1", actor="nabo", target=target))
    turn.run(rules)
    for thing in things:
        ask = turn.stack.pop()
        assert isinstance(ask, Pick)
        rules.take(turn, ask, "nabo", m.Choose(thing))
        turn.run(rules)
    assert not turn.stack
    ground.change(**{name: getattr(turn.state, name) for name in ("units", "hands", "resources", "fortifications")})
    return turn.facts


# Ploys


def test_a_ploy_is_split_into_before_and_after_its_task() -> None:
    """DOP-SPD-04"""
    edge, late = op.Edge("offence", 1), op.Motivation(1)
    now, after = split((op.For("strike", (edge, op.Afterwards((late,)))), op.Afterwards((late,)), edge))
    assert now == (op.For("strike", (edge,)), edge)
    assert after == (op.For("strike", (late,)), late)
    assert split((op.For("move", (op.Afterwards((late,)),)),)) == ((), (op.For("move", (late,)),))
    assert split((op.For("move", (edge,)),)) == ((op.For("move", (edge,)),), ())


def test_veering_may_lead_away_from_enemies_unless_it_says_otherwise() -> None:
    """DOP-MOVE-05"""
    facts = ground_with().do(op.Veer(2), op.Veer(1, free=False), op.Veer())
    kinds = [(fact.kind, fact.by) for fact in only(facts, EdgeGained)]
    assert kinds == [("veer", 2), ("free", 1), ("veer", 1), ("free", 1)]


def test_an_operation_for_one_task_waits_for_it() -> None:
    """DOP-SPD-04"""
    ground = ground_with()
    for task, gained in (("move", 0), ("strike", 1)):
        turn = Transaction.on(ground.state, (), Dice(1, 96))
        turn.push(Effect((op.For("strike", (op.Edge("offence", 1),)),), "red.plain", army="red", task=task))
        turn.run(rules)
        assert len(only(turn.facts, EdgeGained)) == gained


def test_conditions_and_the_die_choose_between_effects() -> None:
    """DOP-GEN-02"""
    ground = ground_with()
    up, down = op.Motivation(1), op.Motivation(-1)
    facts = ground.do(op.If(cond.Rounds(1), (up,), (down,)), op.If(cond.Rounds(9), (up,), (down,)))
    assert [fact.to for fact in only(facts, MotivationChanged)] == [8, 7]
    assert not only(ground.do(op.If(cond.Rounds(9), (up,))), MotivationChanged)
    for seed in range(6):
        ground = Ground(seed=seed).units(**FAR)
        facts = ground.do(op.RollNumber((op.Band(6, (up,)), op.Band(7), op.Band(12, (down,)))))
        result = only(facts, DieRolled)[0].result
        expected = 8 if result <= 6 else 7 if result == 7 else 6
        assert ground.state.motivation["red"] == expected


# Units


def test_cover_by_a_card_and_strikes_with_more_offence() -> None:
    """DOP-COV-01, DOP-DMG-02"""
    ground = ground_with(red_1=("pike", "circle", "E3"), blue_1=("captain", "star", "E4"))
    assert only(ground.do(op.Cover(amount=3)), DefenceRaised) == [DefenceRaised("red-1", 3)]
    ground.do(op.Attack(offence=1))
    assert ground.unit("blue-1").damage == 3


def test_a_new_unit_has_a_number_of_its_own_also_after_deaths() -> None:
    """DOP-SET-01, DOP-DMG-19"""
    ground = Ground()
    ground.do(op.Wound(9, "red.star"))
    assert set(ground.state.fallen) == {"red-3"}
    facts = ground.do(op.Muster("red", "bow", "star", "E2"), op.Muster("red", "pike", "cog", "E2"))
    assert [fact.unit for fact in only(facts, UnitPlaced)] == ["red-5", "red-6"]
    assert ground.unit("red-5").facing == ground.state.fronts["red"]


def test_a_new_unit_stays_away_from_enemies_and_joins_allies() -> None:
    """DOP-MOVE-02, DOP-MOVE-06"""
    ground = ground_with(red_1=("pike", "star", "E3"), blue_1=("pike", "star", "E5"))
    assert not only(ground.do(op.Muster("red", "pike", "star", "E5")), UnitPlaced)
    assert only(ground.do(op.Muster("red", "pike", "star", "E3")), UnitPlaced)


def test_a_new_unit_on_a_tower_lifts_its_side_as_one_that_walked_there() -> None:
    """DOP-TERR-11, DOP-TERR-13"""
    ground = ground_with()
    facts = ground.do(op.Muster("red", "pike", "star", "A4"), op.Muster("red", "pike", "star", "A4"))
    assert only(facts, MotivationChanged) == [MotivationChanged("red", 8, "tower")]


def test_an_army_that_changes_sides_takes_its_towers_along() -> None:
    """DOP-TERR-11, DOP-TERR-12, DOP-STR-02"""
    ground = ground_with(blue_1=("pike", "star", "A4"))
    facts = ground.do(op.Switch("blue", "red"))
    assert only(facts, ArmyJoined) == [ArmyJoined("blue", "red")]
    assert only(facts, MotivationChanged) == [
        MotivationChanged("red", 8, "tower"),
        MotivationChanged("blue", 5, "tower"),
    ]
    assert not ground.do(op.Switch("blue", "red")), "it is there already"
    assert only(ground.do(op.Switch("blue")), ArmyJoined) == [ArmyJoined("blue", "blue")]


def test_a_front_that_turns_turns_the_units_of_its_side() -> None:
    """DOP-MOVE-01"""
    ground = ground_with()
    ground.do(op.Front("red", "up"))
    assert ground.state.fronts == {"red": "up", "blue": "up"}
    assert ground.unit("red-9").facing == "up"
    ground.do(op.Front("blue", "down"))
    assert (ground.unit("red-9").facing, ground.unit("blue-9").facing) == ("up", "down")


def test_a_scheme_leads_a_unit_forward_or_anywhere() -> None:
    """DOP-MOVE-05, DOP-TERR-11"""
    ground = ground_with(red_1=("pike", "star", "A3"), red_2=("pike", "star", "C3"))
    facts = ground.do(op.Lead("forward"), target="unit:red-1")
    assert only(facts, UnitMoved) == [UnitMoved("red-1", "A4")]
    assert only(facts, MotivationChanged) == [MotivationChanged("red", 8, "tower")]
    facts = chosen(ground, op.Lead(), "unit:red-2", "space:C2")
    assert only(facts, UnitMoved) == [UnitMoved("red-2", "C2")]
    ground = ground_with(red_1=("pike", "star", "E5"), blue_9=("captain", "cog", "E3"))
    assert only(ground.do(op.Lead("forward"), target="unit:red-1"), UnitMoved), "also away from every enemy"


# Spaces


def test_no_effect_fortifies_water_or_a_cliff() -> None:
    """DOP-TERR-04"""
    ground = ground_with(red_1=("pike", "circle", "G2"), red_2=("pike", "circle", "E3"), red_3=("pike", "circle", "E3"))
    assert only(ground.do(op.DigIn(2)), FortificationsPlaced) == [FortificationsPlaced("E3", 2)]
    for target in ("space:G4", "space:E1", "unit:red-1"):
        assert not ground.do(op.Fortify(1), target=target)
    assert only(ground.do(op.Fortify(3), target="unit:red-2"), FortificationsPlaced) == [FortificationsPlaced("E3", 3)]


def test_effects_build_and_raze() -> None:
    """DOP-SEC-06"""
    ground = ground_with(red_1=("pike", "circle", "E3")).stand("nabo", "C3")
    ground.do(op.Build("middle"), op.Build("towers", 2), op.Fortify(2, "own"), op.Fortify(1), target="space:C5")
    expected = {"E4": 1, "E3": 1, "E5": 1, "A4": 2, "I4": 2, "C3": 2, "C5": 1}
    assert ground.state.fortifications == expected
    assert only(ground.do(op.Raze(2)), FortificationsRemoved) == [FortificationsRemoved("E3", 1)], "what there is"


def test_a_player_takes_off_as_many_tokens_as_there_are() -> None:
    """DOP-GEN-02"""
    ground = ground_with().change(fortifications={"E3": 2, "E4": 5})
    assert options(ground, op.Dismantle(3), "space:E3") == ["number:2", "number:1", "number:0"]
    assert options(ground, op.Dismantle(1, "own")) == ["number:1", "number:0"]
    assert options(ground, op.Dismantle(1), "space:A1") == []
    chosen(ground, op.Dismantle(3), "space:E3", "number:1")
    assert ground.state.fortifications["E3"] == 1


# Adventurers


def test_points_and_tokens_come_from_schemes_as_well() -> None:
    """DOP-TRAV-04, DOP-SEC-01"""
    ground = ground_with()
    ground.do(op.Travel(2), op.Secure(3), op.Travel(1))
    assert (ground.state.steps, ground.state.tokens) == (3, 3)


def test_a_placed_token_is_spent() -> None:
    """DOP-SEC-01, DOP-SEC-07"""
    ground = Ground().hand("nabo", "drill-1")
    ground.use("drill-1", "fortify")
    ground.submit(m.PlaceToken("E4"))
    assert ground.state.tokens == 1
    ground.submit(m.PlaceToken("E4"))
    assert not any(isinstance(move, m.PlaceToken) for move in ground.moves())


def test_adventurers_bring_each_other_and_join_units() -> None:
    """DOP-GEN-06"""
    ground = ground_with("nabo", "yainar", red_1=("pike", "star", "C3")).stand("yainar", "A7")
    assert only(ground.do(op.Bring(), target="adventurer:yainar"), AdventurerMoved) == [AdventurerMoved("yainar", "E4")]
    assert not ground.do(op.Bring(), target="adventurer:yainar"), "she is there"
    assert not ground.do(op.Bring(), target="unit:red-1")
    assert only(ground.do(op.Join(), target="unit:red-1"), AdventurerMoved) == [AdventurerMoved("nabo", "C3")]
    assert only(ground.do(op.Join(), target="space:C5"), AdventurerMoved) == [AdventurerMoved("nabo", "C5")]
    assert only(ground.do(op.Join(), target="adventurer:yainar"), AdventurerMoved) == [AdventurerMoved("nabo", "E4")]
    assert not ground.do(op.Join(), target="space:E1"), "nobody enters a cliff"
    assert not ground.do(op.Join(), target="unit:gone")


# Cards


def test_a_scheme_draws_recovers_and_hands_cards_over() -> None:
    """DOP-ADV-06, DOP-GEN-13"""
    ground = (
        ground_with("nabo", "yainar").hand("nabo", "drill-1", "drill-2").deck("drill-3", discard=("waste", "share"))
    )
    ground.do(op.Draw(1))
    assert ground.state.hands["nabo"] == ("drill-1", "drill-2", "drill-3")
    facts = chosen(ground, op.Recover(2), "", "card:waste")
    assert [fact.card for fact in only(facts, CardRecovered)] == ["waste", "share"], "a choice of one is made by itself"
    assert ground.state.resources.discard == ()
    ground.deck("drill-4", discard=("bandage", "padding"))
    assert len(only(chosen(ground, op.Recover(), "", "card:bandage"), CardRecovered)) == 1
    facts = chosen(ground, op.Hand(2), "adventurer:yainar", "card:drill-1", "card:drill-3")
    assert [fact.card for fact in only(facts, CardGiven)] == ["drill-1", "drill-3"]
    assert options(ground, op.Hand(1), "unit:red-9") == []


def test_giving_may_stop_and_a_single_card_is_still_asked_about() -> None:
    """DOP-GEN-02"""
    ground = Ground("nabo", "yainar").hand("nabo", "share", "drill-1").units(**FAR)
    ground.use("share", "scheme")
    assert ground.moves() == [m.Choose("card:drill-1"), m.Decline()]
    ground.submit(m.Decline())
    assert ground.state.hands["nabo"] == ("drill-1",)


def test_spying_reaches_the_army_of_a_unit() -> None:
    """DOP-ADV-10"""
    ground = ground_with(red_1=("pike", "star", "E4"))
    turn = Transaction.on(ground.state, (), Dice(1, 95))
    turn.push(Effect((op.Spy(1),), "drill-1", actor="nabo", target="unit:red-1"))
    turn.run(rules)
    assert turn.state.influence is not None
    assert turn.state.influence.army == "red"
    assert not ground.do(op.Spy(1), target="unit:gone"), "a unit that fell in the meantime has no decks"


def test_a_card_that_was_played_or_exchanged_is_shown() -> None:
    """DOP-GEN-13"""
    ground = Ground("nabo", "yainar").hand("nabo", "drill-1", "drill-2")
    assert CardShown("nabo", "drill-1") in ground.use("drill-1", "travel")
    ground = Ground("nabo", "yainar").hand("nabo", "drill-1")
    assert CardShown("nabo", "drill-1") in ground.submit(m.Exchange("drill-1"))


# What schemes can concern


def test_targets_are_what_stands_within_reach() -> None:
    """DOP-GEN-06"""
    ground = ground_with(
        "nabo", "yainar", "akezan", red_1=("pike", "star", "E4"), blue_1=("captain", "star", "E5", 1)
    ).stand("akezan", "E5")
    assert targets(ground, kind="unit") == {"unit:red-1"}
    assert targets(ground, kind="unit", reach=1) == {"unit:red-1", "unit:blue-1"}
    assert targets(ground, kind="unit", reach=-1) == {"unit:red-1", "unit:blue-1", "unit:red-9", "unit:blue-9"}
    assert targets(ground, kind="unit", reach=-1, damaged=True) == {"unit:blue-1"}
    assert targets(ground, kind="unit", reach=1, leader=True) == {"unit:blue-1"}
    assert targets(ground, kind="unit", reach=1, leader=False) == {"unit:red-1"}
    assert targets(ground, kind="army") == {"army:red"}
    assert targets(ground, kind="deck", reach=1) == {f"deck:{name}" for name in ground.state.orders}
    assert targets(ground, kind="adventurer") == {"adventurer:yainar"}
    assert targets(ground, kind="adventurer", reach=1) == {"adventurer:yainar", "adventurer:akezan"}
    ground.stand("nabo", "E2")
    assert targets(ground, kind="space", reach=1) == {f"space:{name}" for name in ("E2", "F1", "F2", "E3", "D2", "D1")}


def test_healing_stops_at_the_damage_there_is() -> None:
    """DOP-UNIT-11"""
    ground = ground_with(red_1=("captain", "star", "E4", 2))
    assert options(ground, op.Heal(3), "unit:red-1") == ["number:2", "number:1", "number:0"]
    assert options(ground, op.Heal(1), "unit:red-1") == ["number:1", "number:0"]
    assert options(ground, op.Heal(3), "unit:gone") == options(ground, op.Lead(), "unit:gone") == []
    assert options(ground, op.Mix(), "unit:red-1") == []
    assert options(ground, op.Mix(), "army:red") == ["group:cog", "group:star"]


def test_a_scheme_says_what_it_is_about() -> None:
    """DOP-SCH-01, DOP-GEN-06"""
    ground = Ground().hand("nabo", "on-guard", "drill-1").units(**FAR, red_1=("pike", "star", "E4"))
    facts = ground.use("on-guard", "scheme")
    assert only(facts, TargetChosen) == [TargetChosen("nabo", "on-guard", "unit:red-1")]
    assert not only(facts, TargetMissed)
    facts = ground.use("drill-1", "scheme")
    assert not only(facts, TargetChosen) + only(facts, TargetMissed), "it has no target"


# Injuries, events and agendas


def test_injured_is_half_of_the_health_for_every_health() -> None:
    """DOP-UNIT-10, DOP-UNIT-14"""
    ground = ground_with(
        red_1=("pike", "star", "E3", 1), red_2=("pike", "star", "E3", 2), red_3=("bow", "star", "E3", 1)
    )
    assert [is_injured(ground.state, f"red-{number}") for number in (1, 2, 3)] == [False, True, True]
    who = Effect((), "", army="red", group="star")
    assert holds(ground.state, who, cond.Injured("group", 2))
    assert not holds(ground.state, who, cond.Injured("group", 3))


def test_only_units_with_such_an_ability_wake_and_only_those_that_woke_sleep() -> None:
    """DOP-UNIT-09, DOP-UNIT-11"""
    ground = ground_with(red_1=("pike", "circle", "E3"), red_2=("captain", "circle", "C3"))
    kinds = [type(fact).__name__ for fact in ground.do(op.Wound(2))]
    assert "AbilityWoke" not in kinds, "a pike has none, and the captain is not injured"
    kinds = [type(fact).__name__ for fact in ground.do(op.Mend(1))]
    assert "AbilitySlept" not in kinds
    assert ground.state.hurting == frozenset()
    assert "AbilityWoke" not in [type(fact).__name__ for fact in ground.do(op.Wound(2, "red.circle"))][:3]


def test_what_has_fallen_and_what_is_built_can_be_asked() -> None:
    """DOP-DMG-19"""
    ground = ground_with(red_1=("pike", "star", "E3")).change(fortifications={"E4": 1, "E3": 1, "A1": 3})
    nobody = Effect((), "")
    assert not holds(ground.state, nobody, cond.Fell("everyone"))
    ground.do(op.Wound(3, "red.star"))
    found = [holds(ground.state, nobody, cond.Fell(what)) for what in ("everyone", "pike", "red", "bow", "blue")]
    assert found == [True, True, True, False, False]
    assert not holds(ground.state, nobody, cond.Fell("red", 2))
    built = [cond.Built("", 5), cond.Built("", 6), cond.Built("middle", 2), cond.Built("middle", 3)]
    assert [holds(ground.state, nobody, each) for each in built] == [True, False, True, False]
    groups = [holds(ground.state, Effect((), "", army="red"), cond.Mixed(count)) for count in (1, 2)]
    assert groups == [True, False]


def test_an_event_comes_in_its_round_or_once_when_something_is_true() -> None:
    """DOP-GEN-11"""
    ground = ground_with().change(round=3)
    texts: dict[str, Any] = {"title": "Rain", "text": "It rains.", "do": ()}
    timed, waiting = Event(id="a", **texts, round=3), Event(id="b", **texts, when=cond.Rounds(3))
    assert [is_due(ground.state, each) for each in (timed, waiting)] == [True, True]
    assert not is_due(ground.state, Event(id="c", **texts, round=4))
    assert not is_due(ground.state, Event(id="d", **texts, when=cond.Rounds(4)))
    assert not is_due(ground.change(happened=("b",)).state, waiting)


def test_agendas_that_were_not_met_are_not_counted_and_the_shared_one_is_checked() -> None:
    """DOP-CAMP-11, DOP-STAT-05"""
    ground = Ground("nabo", "yainar", scenario="night-on-the-border")
    state = ground.state
    box = state.box
    ground.motivation(**dict.fromkeys(state.motivation, 0))
    facts = ground.phase()
    while ground.table.ask is not None:
        facts += ground.submit(ground.moves(ground.table.ask.seats[0])[-1], ground.table.ask.seats[0])
    checked = only(facts, AgendasChecked)[0]
    assert set(checked.agendas) == {"nabo", "yainar", ""}
    expected = tuple(
        seat
        for seat, name in checked.agendas.items()
        if holds(ground.state, Effect((), name, actor=seat), box.agendas[name].when)
    )
    assert checked.met == ground.state.met == expected
    assert all(not box.agendas[name].shared for seat, name in checked.agendas.items() if seat)
    assert box.agendas[checked.agendas[""]].shared
    locked = {each.id for each in box.agendas.values() if each.unlock and each.unlock not in box.marks}
    assert not locked & set(checked.agendas.values())


# Setup


@pytest.mark.parametrize(
    "wrong",
    [
        {"scenario": "nowhere"},
        {"challenges": ("hard",)},
        {"options": ("no-such-option",)},
        {"seats": ("nabo", "nabo")},
        {"seats": ("meron",)},
        {"seats": ()},
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    """DOP-GEN-01, DOP-SET-11"""
    fields: dict[str, Any] = {"game": rules.id, "scenario": "between-two-worlds", "seats": ("nabo",)}
    with pytest.raises(Refused):
        rules.check(Setup(**{**fields, **wrong}))


# Views


def looking() -> Ground:
    """Nabo influences the Blues and holds a ploy and a task; Yainar knew that ploy from before."""
    ground = Ground("nabo", "yainar", "akezan").hand("nabo", "drill-1").hand("yainar", "drill-2")
    ground.units(red_1=("pike", "star", "E7"), blue_1=("pike", "star", "E4"))
    ground.change(known={**ground.state.known, "yainar": frozenset({ground.state.orders["blue.ploy"].cards[0]})})
    ground.use("drill-1", "influence")
    return ground


def drawing(ground: Ground) -> list[OrderDrawn]:
    """Draw a ploy and a task."""
    return [only(ground.submit(m.DrawOrder(deck)), OrderDrawn)[0] for deck in ("blue.ploy", "blue.task")]


def test_what_a_player_knows_of_a_deck_is_hidden_from_the_others() -> None:
    """DOP-INF-04, DOP-GEN-04"""
    ground = looking()
    card = ground.state.orders["blue.ploy"].cards[0]
    assert ground.table.view("yainar").known["yainar"] == {card}
    for seat in ("nabo", "akezan", ""):
        view = ground.table.view(seat)
        assert view.known["yainar"] == frozenset()
        assert card not in view.orders["blue.ploy"].cards


def test_a_card_that_another_player_draws_is_out_of_sight() -> None:
    """DOP-INF-04, DOP-GEN-04"""
    ground = looking()
    for drawn in drawing(ground):
        assert drawn.seen_by(ground.state, "nabo") == drawn
        assert drawn.seen_by(ground.state, "yainar").card.startswith("?")
        assert drawn.reveals_to(ground.state, "nabo")
        assert not drawn.reveals_to(ground.state, "yainar")
    assert ground.state.known["yainar"] == frozenset(), "it may go back anywhere"


@pytest.mark.parametrize("seat", ["nabo", "yainar", ""])
def test_an_imagined_state_fits_the_view_and_has_every_card_once(seat: str) -> None:
    """DOP-GEN-04, DOP-INF-04"""
    ground = looking()
    drawing(ground)
    ground.change(taken=("akezan", ground.state.hands["akezan"][0]))
    view, box = ground.table.view(seat), ground.state.box
    for number in range(20):
        full = rules.imagine(view, seat, Dice(number, 1))
        full.box = box
        assert rules.accounted(full) == rules.accounted(ground.state)
        assert rules.view(full, seat) == view
        assert full.taken[1] in full.hands["akezan"]
        assert full.influence is not None
        ploy, task = sorted(full.influence.drawn, key=lambda card: card in box.tasks)
        assert ploy in box.ploys
        assert box.tasks[task].group == "star", "a hand holds neither Change of plans nor tasks of dead groups"
        assert {ploy, task} <= {*box.orders["blue.ploy"], *box.orders["blue.task"]}


def test_facts_about_hidden_cards_show_their_backs_to_the_others() -> None:
    """DOP-GEN-04, DOP-GEN-13, DOP-INF-04, DOP-INF-08"""
    ground = Ground("nabo", "yainar")
    state, ploy = ground.state, ground.state.orders["red.ploy"].cards[0]
    facts: list[Any] = [
        CardTaken("nabo", "drill-1"),
        CardDrawn("nabo", "drill-1"),
        OrderDrawn("nabo", "red.ploy", ploy),
        OrderSorted("nabo", ploy),
        OrdersReturned("nabo", "red.ploy", (ploy,)),
        AgendaDealt("nabo", "some-agenda"),
    ]
    for fact in facts:
        assert fact.seen_by(state, "nabo") == fact
        for seat in ("yainar", ""):
            shown = fact.seen_by(state, seat)
            hidden = [getattr(shown, name, "") for name in ("card", "agenda")] + [*getattr(shown, "cards", ())]
            assert [each for each in hidden if each] == [each for each in hidden if each.startswith("?")]
            assert shown != fact
    shared = AgendaDealt("", "some-agenda")
    assert shared.seen_by(state, "yainar") == shared


def test_what_a_side_suffered_counts_for_the_round() -> None:
    """DOP-DMG-08, DOP-DMG-10"""
    ground = ground_with(red_1=("pike", "star", "E3"))
    own = Effect((), "", army="red")

    def suffered(what: Any, of: str = "own", count: int = 1) -> bool:
        return holds(ground.state, own, cond.Suffered(of, what, count))

    ground.do(op.Wound(1, "red.star"))
    assert (suffered("wounded"), suffered("wounded", "blue"), suffered("defeated")) == (True, False, False)
    ground.do(op.Wound(2, "red.star"))
    assert (suffered("wounded", count=2), suffered("defeated")) == (True, True)
    ground.armies()
    assert not suffered("wounded"), "the next round has begun"


def test_imagined_agendas_are_others_than_ones_own() -> None:
    """DOP-CAMP-11, DOP-GEN-04"""
    ground = Ground("nabo", "yainar", "akezan", scenario="night-on-the-border")
    view = ground.table.view("yainar")
    for number in range(5):
        full = rules.imagine(view, "yainar", Dice(number, 1))
        assert full.agendas["yainar"] == ground.state.agendas["yainar"]
        assert len(set(full.agendas.values())) == 3
        assert not any(ground.state.box.agendas[name].shared for name in full.agendas.values())
