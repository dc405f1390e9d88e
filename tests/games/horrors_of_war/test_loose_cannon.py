"""Scenario 2, Loose Cannon: the ship and Set Sail, Macaw Rangers, the tuataras' single deck, and two challenges."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from engine.core.content import builtin
from engine.core.errors import Refused
from engine.core.kinds import Fact
from engine.games.horrors_of_war.content import check, library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    CardDiscarded,
    CardDrawn,
    DieRolled,
    FortificationsRemoved,
    HorrorAdded,
    MotivationChanged,
    OrderBegan,
    OrderRevealed,
    OrdersRanked,
    OrderTurned,
    UnitAttacked,
    UnitBlocked,
    UnitDefeated,
    UnitMoved,
    UnitTurned,
    UnitWounded,
)
from engine.games.horrors_of_war.moves import Choose, Decline, PlayCard, StepTo, Stop, UseRow
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.asks import lacking
from engine.peacemakers.adventurers import ADVENTURERS
from tests.games.horrors_of_war.ground import Ground, only

SCENARIO = "loose-cannon"
TRIPLE, FOG = "triple-barrel-cannon", "fog-of-war"
FIRE = "Fire the Cannon!"
CARDS = library.read(builtin("horrors-of-war"))
SCENE = CARDS.scenes[SCENARIO]
FILE = SCENE.file
AREAS = FILE.areas
SET_SAIL = {"set-sail-1", "set-sail-2", "set-sail-3"}
SHIP, BEACH = set(AREAS["ship"]), set(AREAS["beach"])
DECKS = CARDS.order_decks(SCENARIO)
SHOTS = [card for card in DECKS["tuatara.right"] if CARDS.right[card].title == FIRE]
SURE_SHOT = "tuatara-1"
"""A shot that is fired in any case: up to 5 at the walls, up to 9 at the field, up to 12 at the beach."""

CREW = ("tuatara-crew", "circle", "A2", "up")
BEAR = ("bear-mauler", "circle", "D4", "up-right")
WARAQ = ("macaw-waraq", "star", "I3", "down-left")


def table(*seats: str, challenges: Sequence[str] = (), seed: int = 1) -> Ground:
    """A table with this scenario."""
    return Ground(*seats, scenario=SCENARIO, challenges=challenges, seed=seed)


def begun(*challenges: str, seed: int = 1) -> GameState:
    """The state after setting up, for one player."""
    return table(challenges=challenges, seed=seed).state


def with_crew(*seats: str, challenges: Sequence[str] = (), seed: int = 1, **placed: tuple[object, ...]) -> Ground:
    """A table on which there are only the crew on its ship and the units named."""
    return table(*seats, challenges=challenges, seed=seed).units(tuatara_1=CREW, **placed)


def shooting(card: str, result: int, **placed: tuple[object, ...]) -> tuple[Ground, list[Fact]]:
    """The order of the tuataras and nobody else's, with this result of the die."""
    for seed in range(400):
        ground = with_crew(seed=seed, **placed)
        facts = ground.do(*CARDS.right[card].do, army="tuatara")
        if [fact.result for fact in only(facts, DieRolled)] == [result]:
            return ground, facts
    raise AssertionError("The die never shows this.")


def targets(facts: Sequence[Fact]) -> list[str]:
    """The units that were attacked, in order."""
    return [fact.target for fact in only(facts, UnitAttacked)]


# The cards of the scenario


def test_it_is_scenario_number_2_and_has_its_two_challenges() -> None:
    """HOW-S2-08, HOW-S2-09"""
    assert (FILE.number, FILE.title) == (2, "Loose Cannon")
    assert [rule.title for rule in FILE.challenges] == ["Triple-barrel Cannon", "Fog of War"]


def test_three_set_sail_cards_are_among_the_resource_cards_when_hands_are_dealt() -> None:
    """HOW-S2-01"""
    state = begun()
    assert {card for card in CARDS.resources if CARDS.resources[card].title == "Set Sail"} == SET_SAIL
    assert {*state.resources.cards, *state.hands["nabo"]} >= SET_SAIL
    assert SET_SAIL.isdisjoint(Ground(scenario="order-in-chaos").state.resources.cards)


def test_a_starting_hand_can_hold_set_sail() -> None:
    """HOW-S2-01"""
    dealt = [SET_SAIL & set(begun(seed=seed).hands["nabo"]) for seed in range(1, 31)]
    assert any(dealt)
    assert not all(dealt)


def test_set_sail_has_rows_like_any_other_resource_card() -> None:
    """HOW-S2-01"""
    ground = table().hand("nabo", "set-sail-1").stand("nabo", FILE.areas["field"][0])
    ground.submit(PlayCard("set-sail-1"))
    assert UseRow("travel") in ground.moves()


# Three armies, two sides, five decks


def test_the_tuataras_are_an_army_of_their_own_on_the_side_of_the_bears() -> None:
    """HOW-S2-02"""
    assert begun().sides == {"macaw": "macaw", "bear": "bear", "tuatara": "bear"}
    assert set(begun().motivation) == {"macaw", "bear"}


def test_tuataras_share_the_motivation_of_the_bears() -> None:
    """HOW-S2-02"""
    ground = with_crew(bear_1=BEAR, macaw_1=WARAQ).motivation(bear=5, macaw=5)
    ground.do(op.Motivation(by=1), army="tuatara")
    assert ground.state.motivation == {"macaw": 5, "bear": 6}
    ground.do(op.Wound(4), army="tuatara")
    assert ground.state.motivation == {"macaw": 5, "bear": 5}


def test_tuataras_and_bears_do_not_attack_each_other() -> None:
    """HOW-S2-02"""
    ground = with_crew(bear_1=("bear-grudge", "star", "A3", "up"))
    assert targets(ground.do(op.Attack(), army="tuatara")) == []
    assert targets(ground.do(op.Attack(), army="bear", group="star")) == []


def test_there_are_five_order_decks() -> None:
    """HOW-S2-14"""
    assert set(begun().orders) == {"macaw.left", "macaw.right", "bear.left", "bear.right", "tuatara.right"}
    assert all(len(deck.cards) >= 8 for deck in begun().orders.values())


def test_one_card_of_each_of_the_five_decks_is_turned_in_a_round() -> None:
    """HOW-S2-14"""
    assert [fact.deck for fact in only(table().phase(), OrderTurned)] == list(begun().orders)


def test_the_order_of_the_tuataras_is_one_card_with_its_own_speed() -> None:
    """HOW-S2-03"""
    ground = table().orders("tuatara.right", "tuatara-7")
    facts = ground.phase()
    assert [fact.card for fact in only(facts, OrderTurned) if fact.deck.startswith("tuatara")] == ["tuatara-7"]
    assert only(facts, OrdersRanked)[0].speeds["tuatara"] == CARDS.right["tuatara-7"].speed * 10 == 89


@pytest.mark.parametrize(("left", "first"), [("bear-lc-l8", "bear"), ("bear-lc-l2", "tuatara")])
def test_the_single_card_competes_with_the_sums_of_the_others(left: str, first: str) -> None:
    """HOW-S2-03"""
    ground = with_crew(bear_1=BEAR).orders("tuatara.right", "tuatara-7")
    facts = ground.orders("bear.left", left).orders("bear.right", "bear-r2").phase()
    assert next(fact.army for fact in only(facts, OrderBegan) if fact.army != "macaw") == first


@pytest.mark.parametrize("name", DECKS["tuatara.right"])
def test_a_tuatara_card_has_a_speed_with_a_decimal_a_group_and_effects(name: str) -> None:
    """HOW-S2-15"""
    card = CARDS.right[name]
    assert int(card.speed * 10) % 10 in (8, 9)
    assert "circle" in card.groups
    assert card.do


def test_a_tuatara_card_changes_motivation_and_commands_the_crew_by_itself() -> None:
    """HOW-S2-15"""
    ground = with_crew().stand("nabo", "A3").motivation(bear=5).orders("tuatara.right", "tuatara-8")
    facts = ground.phase()
    assert UnitMoved("tuatara-1", "A3") in facts
    assert MotivationChanged("bear", 4, "tuatara-8") in facts


def test_several_cards_fire_the_cannon_and_no_two_of_them_are_alike() -> None:
    """HOW-S2-15"""
    assert 3 <= len(SHOTS) < len(DECKS["tuatara.right"]) / 2
    assert len({CARDS.right[card].text for card in SHOTS}) == len(SHOTS)


# The cannon


@pytest.mark.parametrize(
    ("result", "hit", "tokens"),
    [(1, ["macaw-1"], {"H3": 1, "I4": 1}), (5, ["macaw-1"], {"H3": 1, "I4": 1}), (6, ["bear-2", "macaw-2"], {})],
)
def test_the_die_says_where_the_shot_goes_and_it_hits_friend_and_foe_there(
    result: int, hit: list[str], tokens: dict[str, int]
) -> None:
    """HOW-S2-15"""
    _, facts = shooting(
        SURE_SHOT,
        result,
        bear_1=BEAR,
        bear_2=("bear-mauler", "circle", "F3", "up-right"),
        macaw_1=("macaw-slinger", "cog", "H2", "down-left"),
        macaw_2=("macaw-warder", "star", "G3", "down-left"),
    )
    assert sorted(targets(facts)) == hit
    for space, count in tokens.items():
        assert FortificationsRemoved(space, count) in facts


def test_a_shot_that_goes_wrong_hits_the_ship_itself() -> None:
    """HOW-S2-15"""
    _, facts = shooting("tuatara-5", 2, bear_1=BEAR)
    assert [(fact.unit, fact.amount) for fact in only(facts, UnitWounded)] == [("tuatara-1", 4)]


@pytest.mark.parametrize(("challenges", "horrors"), [([], 1), ([TRIPLE], 3)])
@pytest.mark.parametrize("card", ["tuatara-1", "tuatara-2", "tuatara-3", "tuatara-5"])
def test_every_shot_leaves_a_horror(card: str, challenges: list[str], horrors: int) -> None:
    """HOW-S2-08: with three barrels it is three."""
    ground = with_crew(bear_1=BEAR, challenges=challenges)
    facts = ground.orders("tuatara.right", card).phase()
    fallen = len(only(facts, UnitDefeated))
    assert len(only(facts, HorrorAdded)) == horrors + fallen


def test_cover_is_never_fired_at() -> None:
    """HOW-S2-15"""
    aimed = {space for each in blasts() for space in AREAS[each.area]}
    covered = {
        space for space, kind in SCENE.board.terrain.items() if kind.name in ("forest", "rocks", "cairn", "camp")
    }
    assert aimed.isdisjoint(covered)
    assert aimed == {space for area in ("ship", "beach", "field", "walls", "fortress", "yard") for space in AREAS[area]}


def blasts() -> list[op.Blast]:
    """Every shot that a tuatara card can fire."""
    cards = [CARDS.right[card] for card in DECKS["tuatara.right"]]
    return [each for card in cards for each in check.inside(card.do) if isinstance(each, op.Blast)]


def test_an_adventurer_beside_the_crew_can_spoil_a_shot() -> None:
    """HOW-S2-07"""
    ground = with_crew(bear_1=BEAR).orders("tuatara.right", "tuatara-4")
    assert only(ground.phase(), DieRolled)
    ground = with_crew(bear_1=BEAR).orders("tuatara.right", "tuatara-4").stand("nabo", "A2")
    assert only(ground.phase(), DieRolled) == []


def test_a_shot_can_cost_adventurers_cards_where_it_comes_down() -> None:
    """HOW-S2-15"""
    for seed in range(60):
        ground = with_crew("nabo", "yainar", bear_1=BEAR, seed=seed).stand("nabo", "F3").stand("yainar", "F4")
        facts = ground.orders("tuatara.right", "tuatara-3").phase()
        if [fact.result for fact in only(facts, DieRolled)] in ([5], [6], [7], [8]):
            assert [fact.seat for fact in only(facts, CardDiscarded)] == ["nabo"]
            return
    raise AssertionError("The shot never comes down in the field.")


# Macaw Rangers


def test_a_ranger_enters_a_cliff_and_the_deep_sea() -> None:
    """HOW-S2-04"""
    ground = table().units(macaw_1=("macaw-ranger", "circle", "H1", "down-left"))
    assert SCENE.board.terrain["G2"].impassable
    assert only(ground.do(op.Advance(), army="macaw"), UnitMoved) == [UnitMoved("macaw-1", "G2")]
    ground.units(macaw_1=("macaw-ranger", "circle", "D2", "up-left"))
    assert SCENE.board.terrain["C2"].impassable
    assert only(ground.do(op.Advance(), army="macaw"), UnitMoved) == [UnitMoved("macaw-1", "C2")]


@pytest.mark.parametrize("kind", ["macaw-waraq", "macaw-warder", "macaw-slinger"])
def test_other_macaws_do_not(kind: str) -> None:
    """HOW-S2-04"""
    ground = table().units(macaw_1=(kind, "circle", "H1", "down-left"))
    assert only(ground.do(op.Advance(), army="macaw"), UnitBlocked) == [UnitBlocked("macaw-1", "impassable")]


def test_every_ranger_that_starts_faces_a_cliff() -> None:
    """HOW-S2-04"""
    rangers = [unit for unit in begun().units.values() if unit.type == "macaw-ranger"]
    fronts = [SCENE.board.grid.step(unit.space, unit.facing) for unit in rangers]
    assert len(rangers) == 2
    assert all(space and SCENE.board.terrain[space].name == "cliff" for space in fronts)


def test_a_ranger_on_a_cliff_is_attacked_like_anywhere_else() -> None:
    """HOW-S2-05"""
    ground = table().units(
        macaw_1=("macaw-ranger", "circle", "G2", "down-left"), bear_1=("bear-mauler", "circle", "F2", "up")
    )
    facts = ground.do(op.Attack(), army="bear")
    assert only(facts, UnitWounded) == [UnitWounded("macaw-1", 3, ("bear-1",))]


def test_the_space_of_a_ranger_on_a_cliff_cannot_be_fortified() -> None:
    """HOW-S2-12"""
    ground = table().units(macaw_1=("macaw-ranger", "circle", "G2", "down-left"))
    ground.do(op.DigIn(2, who="army"), army="macaw")
    ground.do(op.Fortify(2), target="unit:macaw-1")
    assert "G2" not in ground.state.fortifications
    ground.units(macaw_1=("macaw-ranger", "circle", "G3", "down-left")).do(op.DigIn(2, who="army"), army="macaw")
    assert ground.state.fortifications["G3"] == 2


def test_no_adventurer_gets_beside_a_ranger_on_a_cliff() -> None:
    """HOW-S2-13"""
    ground = table().units(macaw_1=("macaw-ranger", "circle", "G2", "down-left")).stand("nabo", "G3")
    ground.hand("nabo", "r04", "r12").use("r04", "travel")
    assert StepTo("G2") not in ground.moves()
    with pytest.raises(Refused):
        ground.submit(StepTo("G2"))
    ground.submit(Stop())
    ground.use("r12", "scheme")
    assert ground.state.figures["nabo"] == "G3"


# The ship


@pytest.mark.parametrize(("space", "missing"), [("D4", ""), ("A2", ""), ("F4", "way across from here")])
def test_set_sail_says_where_it_leads_nowhere(space: str, missing: str) -> None:
    """HOW-S2-06, HOW-SCH-14: it can be played there, but the player knows that it will be for nothing."""
    ground = table().hand("nabo", "set-sail-1").stand("nabo", space)
    assert lacking(ground.table.view("nabo"), "nabo", "set-sail-1") == missing
    ground.submit(PlayCard("set-sail-1"))
    assert ground.table.ask
    asked = ground.table.rules.tell_ask(ground.table.view("nabo"), ground.table.ask, "nabo")
    assert ("there is no way across from here now." in asked) is bool(missing)


def test_set_sail_takes_an_adventurer_from_the_beach_to_the_ship_and_back() -> None:
    """HOW-S2-06"""
    ground = table("akezan").hand("akezan", "set-sail-1", "set-sail-2").stand("akezan", "D4")
    ground.use("set-sail-1", "scheme", "akezan")
    assert ground.moves("akezan") == [Choose(f"space:{space}") for space in AREAS["ship"]]
    ground.submit(Choose("space:A3"), "akezan")
    assert ground.state.figures["akezan"] == "A3"
    ground.use("set-sail-2", "scheme", "akezan")
    assert ground.moves("akezan") == [Choose(f"space:{space}") for space in AREAS["beach"]]
    ground.submit(Choose("space:C5"), "akezan")
    assert ground.state.figures["akezan"] == "C5"


def test_set_sail_starts_only_at_the_beach_or_on_the_ship() -> None:
    """HOW-S2-06"""
    ashore = [space for space in SCENE.homeward if space not in BEACH]
    for space in (SCENE.board.start, *ashore):
        ground = table("akezan").hand("akezan", "set-sail-1", "r01").stand("akezan", space)
        assert only(ground.use("set-sail-1", "scheme", "akezan"), AdventurerMoved) == []
        assert PlayCard("r01") in ground.moves("akezan")


def test_nabo_draws_a_card_when_he_sets_sail() -> None:
    """HOW-S2-01"""
    ground = table().hand("nabo", "set-sail-1").stand("nabo", "D4").deck("r01")
    ground.use("set-sail-1", "scheme")
    facts = ground.submit(Choose("space:A2"))
    while ground.table.ask and Decline() in ground.moves():
        facts += ground.submit(next(move for move in ground.moves() if move != Decline()))
    assert CardDrawn("nabo", "r01") in facts


def test_nobody_can_walk_between_ship_and_mainland() -> None:
    """HOW-S2-06"""
    for space in SCENE.board.grid.spaces:
        if SCENE.board.is_open(space):
            assert all((space in SHIP) == (way in SHIP) for way in SCENE.ways[space])
    assert SHIP.isdisjoint(SCENE.homeward)


@pytest.mark.parametrize("here", ["A2", "D3"])
def test_travel_does_not_lead_onto_the_ship_or_off_it(here: str) -> None:
    """HOW-S2-06"""
    ground = table().hand("nabo", "r04").stand("nabo", here)
    ground.use("r04", "travel")
    steps = {move.space for move in ground.moves() if isinstance(move, StepTo)}
    assert steps
    assert all((space in SHIP) == (here in SHIP) for space in steps)


@pytest.mark.parametrize(("here", "there"), [("A3", "C5"), ("C5", "A3")])
def test_no_other_effect_carries_an_adventurer_across(here: str, there: str) -> None:
    """HOW-S2-06"""
    ground = table("nabo", "yainar").stand("nabo", here).stand("yainar", there)
    ground.units(tuatara_1=CREW, bear_1=("bear-mauler", "circle", there, "up"), macaw_1=WARAQ)
    for ops, target in (
        ((op.Join(),), "unit:bear-1"),
        ((op.Join(),), f"space:{there}"),
        ((op.Join(),), "adventurer:yainar"),
        ((op.Bring(),), "adventurer:yainar"),
        ((op.Flee(6, "astray"),), ""),
    ):
        ground.do(*ops, target=target)
        assert (ground.state.figures["nabo"] in SHIP) == (here in SHIP)
        assert ground.state.figures["yainar"] == there
        ground.stand("nabo", here)


def test_an_adventurer_on_the_ship_who_should_flee_home_stays_aboard() -> None:
    """HOW-S2-06"""
    ground = with_crew().stand("nabo", "A2")
    ground.do(op.Flee(3, "home"))
    assert ground.state.figures["nabo"] == "A2"


def test_no_adventurer_reaches_or_leaves_the_ship_in_a_game_except_by_set_sail() -> None:
    """HOW-S2-06"""
    crossings = 0
    for seed in range(100):
        if crossings >= 3:
            break
        where: dict[str, bool] = {}
        last = ""
        for fact in facts_of_a_game(seed):
            last = getattr(fact, "card", last) if type(fact).__name__ == "CardPlayed" else last
            if isinstance(fact, AdventurerMoved):
                if where.get(fact.seat, False) != (fact.to in SHIP):
                    assert last in SET_SAIL
                    crossings += 1
                where[fact.seat] = fact.to in SHIP
    assert crossings >= 3


def test_the_tuataras_are_nearby_only_for_an_adventurer_in_their_space_of_the_ship() -> None:
    """HOW-S2-07"""
    for space in SCENE.board.grid.spaces:
        if SCENE.board.is_open(space):
            ground = table("yainar").hand("yainar", "r01", "r02").stand("yainar", space)
            ground.submit(PlayCard("r01"), "yainar")
            offered = [move.thing for move in decks_to_survey(ground)]
            assert ("deck:tuatara.right" in offered) == (space == "A2")


def decks_to_survey(ground: Ground) -> list[Choose]:
    """The decks that Yainar can survey with the card that she plays."""
    if UseRow("survey") not in ground.moves("yainar"):
        return []
    revealed = only(ground.submit(UseRow("survey"), "yainar"), OrderRevealed)
    if revealed:
        return [Choose(f"deck:{revealed[0].deck}")]
    return [move for move in ground.moves("yainar") if isinstance(move, Choose)]


def test_nothing_takes_the_crew_off_its_ship() -> None:
    """HOW-S2-07"""
    for facing in ("up", "up-right", "down-right", "down", "down-left", "up-left"):
        ground = table().units(tuatara_1=("tuatara-crew", "circle", "A2", facing))
        ground.do(op.Advance(times=3), army="tuatara")
        assert ground.unit("tuatara-1").space in SHIP


def test_no_unit_on_the_mainland_with_the_usual_range_reaches_the_ship() -> None:
    """HOW-S2-07"""
    ashore = [space for space in SCENE.board.grid.spaces if SCENE.board.is_open(space) and space not in SHIP]
    assert min(SCENE.board.grid.distance(space, ship) for space, ship in product(ashore, SHIP)) == 3


# When the crew falls


def test_the_defeat_of_the_crew_costs_1_and_the_bears_fight_on() -> None:
    """HOW-S2-11"""
    ground = with_crew(bear_1=BEAR, macaw_1=WARAQ).motivation(bear=5)
    facts = ground.do(op.Wound(4), army="tuatara")
    assert UnitDefeated("tuatara-1") in facts
    assert ground.state.motivation["bear"] == 4
    assert len(only(facts, HorrorAdded)) == 1
    assert only(ground.orders("tuatara.right", SURE_SHOT).phase(), DieRolled) == []


def test_the_crew_is_no_leader() -> None:
    """HOW-S2-11"""
    assert not CARDS.units["tuatara-crew"].leader


def test_the_crew_as_the_last_unit_of_the_side_takes_all_motivation_with_it() -> None:
    """HOW-S2-11"""
    ground = with_crew(macaw_1=WARAQ).motivation(bear=5)
    ground.do(op.Wound(4), army="tuatara")
    assert ground.state.motivation["bear"] == 0


# Triple-barrel Cannon


@pytest.mark.parametrize("card", SHOTS)
def test_with_the_triple_barrel_every_shot_is_fired_three_times(card: str) -> None:
    """HOW-S2-08"""
    once = with_crew(bear_1=BEAR, macaw_1=WARAQ).orders("tuatara.right", card).phase()
    ground = with_crew(bear_1=BEAR, macaw_1=WARAQ, challenges=[TRIPLE]).orders("tuatara.right", card)
    thrice = ground.phase()
    assert [fact.why for fact in only(once, DieRolled)].count(card) == 1
    assert [fact.why for fact in only(thrice, DieRolled)].count(card) == 3


def test_the_three_shots_are_rolled_for_apart() -> None:
    """HOW-S2-08"""
    rolled = set()
    for seed in range(10):
        ground = with_crew(bear_1=BEAR, challenges=[TRIPLE], seed=seed).orders("tuatara.right", SURE_SHOT)
        rolled.add(tuple(fact.result for fact in only(ground.phase(), DieRolled)))
    assert any(len(set(results)) > 1 for results in rolled)


def test_other_tuatara_orders_are_resolved_once() -> None:
    """HOW-S2-08"""
    ground = with_crew(bear_1=BEAR, challenges=[TRIPLE]).orders("tuatara.right", "tuatara-6").motivation(bear=5)
    changes = [fact.why for fact in only(ground.phase(), MotivationChanged)]
    assert changes.count("tuatara-6") == 1


def test_the_orders_of_the_other_armies_are_resolved_once() -> None:
    """HOW-S2-08"""
    ground = with_crew(bear_1=BEAR, challenges=[TRIPLE]).orders("tuatara.right", SURE_SHOT).motivation(bear=5)
    facts = ground.orders("bear.left", "bear-lc-l9").orders("bear.right", "bear-r1").phase()
    assert [fact.why for fact in only(facts, MotivationChanged)].count("bear-lc-l9") == 1
    assert len(only(facts, UnitMoved)) == 1


def test_each_shot_chooses_its_targets_anew_and_a_unit_killed_by_one_is_gone_for_the_next() -> None:
    """HOW-S2-08, HOW-S2-17"""
    for seed in range(400):
        ground = with_crew(
            bear_1=("bear-hurler", "cog", "D4", "up-right", 4),
            macaw_1=("macaw-warder", "star", "K1", "down-left"),
            challenges=[TRIPLE],
            seed=seed,
        )
        facts = ground.orders("tuatara.right", SURE_SHOT).orders("bear.right", "bear-r1").phase()
        results = [fact.result for fact in only(facts, DieRolled) if fact.why == SURE_SHOT]
        if min(results) > 9:
            assert len(results) == 3
            assert targets(facts) == ["bear-1"]
            assert only(facts, UnitDefeated) == [UnitDefeated("bear-1")]
            return
    raise AssertionError("The beach is never hit three times.")


def test_a_crew_that_falls_to_its_own_shot_fires_no_more() -> None:
    """HOW-S2-08, HOW-S2-17"""
    for seed in range(400):
        ground = table(challenges=[TRIPLE], seed=seed).units(tuatara_1=(*CREW, 3), bear_1=BEAR)
        facts = ground.orders("tuatara.right", "tuatara-5").orders("bear.right", "bear-r1").phase()
        results = [fact.result for fact in only(facts, DieRolled) if fact.why == "tuatara-5"]
        if results[0] <= 3:
            assert UnitDefeated("tuatara-1") in facts
            assert len(results) == 1
            return
    raise AssertionError("The first shot never hits the ship.")


def test_a_fortification_that_falls_to_the_first_shot_does_not_stop_the_second() -> None:
    """HOW-S2-08"""
    for seed in range(400):
        ground = with_crew(macaw_1=("macaw-slinger", "cog", "H2", "down-left"), challenges=[TRIPLE], seed=seed)
        facts = ground.orders("tuatara.right", SURE_SHOT).phase()
        results = [fact.result for fact in only(facts, DieRolled) if fact.why == SURE_SHOT]
        if max(results) <= 5:
            assert [fact.amount for fact in only(facts, UnitWounded)] == [2, 4]
            return
    raise AssertionError("The walls are never hit three times.")


# Fog of War


def test_in_the_fog_nobody_can_survey() -> None:
    """HOW-S2-09"""
    for challenges, expected in (([], True), ([FOG], False)):
        ground = table("yainar", challenges=challenges).hand("yainar", "r01", "r02").stand("yainar", "A2")
        ground.submit(PlayCard("r01"), "yainar")
        assert (UseRow("survey") in ground.moves("yainar")) is expected
    with pytest.raises(Refused, match="survey"):
        ground.submit(UseRow("survey"), "yainar")


def test_in_the_fog_the_extra_card_of_a_survey_row_cannot_be_had() -> None:
    """HOW-S2-10"""
    assert CARDS.resources["r01"].rows["survey"].extra
    ground = table("yainar", challenges=[FOG]).hand("yainar", "r01").stand("yainar", "A2")
    ground.submit(PlayCard("r01"), "yainar")
    before = ground.state
    with pytest.raises(Refused):
        ground.submit(UseRow("survey"), "yainar")
    assert ground.state.resources == before.resources
    assert {type(move).__name__ for move in ground.moves("yainar")} == {"UseRow", "UseScheme"}


def test_in_the_fog_a_scheme_still_turns_order_cards() -> None:
    """HOW-S2-16"""
    ground = table("nabo", challenges=[FOG]).hand("nabo", "r31", "r02").stand("nabo", "A2")
    facts = ground.use("r31", "scheme")
    assert [fact.deck for fact in only(facts, OrderRevealed)] == ["tuatara.right"] * 2


def test_in_the_fog_no_card_of_a_whole_game_is_played_for_survey() -> None:
    """HOW-S2-09"""
    for seed in range(4):
        played = [f for f in facts_of_a_game(seed, FOG) if type(f).__name__ == "CardPlayed"]
        assert played
        assert "survey" not in {getattr(fact, "use", "") for fact in played}


# What cards of the scenario say


def test_the_bears_land_on_the_beach_behind_the_fortress_and_the_camp_lies_between() -> None:
    """HOW-S2-07"""
    units = begun().units.values()
    assert all(unit.space in BEACH and unit.facing == "up-right" for unit in units if unit.army == "bear")
    assert begun().units["macaw-1"].space in AREAS["fortress"]
    assert SCENE.board.terrain[AREAS["fortress"][0]].motivation == 2
    camp, grid = SCENE.board.start, SCENE.board.grid
    assert max(grid.distance(camp, unit.space) for unit in units if unit.army != "tuatara") <= 4


def test_the_walls_stand_at_the_start() -> None:
    """HOW-S2-15"""
    assert begun().fortifications == FILE.fortifications
    assert set(AREAS["walls"]) < set(FILE.fortifications)


def test_flags_turn_everybody_as_the_die_says_unless_somebody_is_aboard() -> None:
    """HOW-S2-07"""
    for space, turned in (("F4", ["tuatara-1", "bear-1", "macaw-1"]), ("A3", [])):
        ground = with_crew(bear_1=BEAR, macaw_1=WARAQ).stand("nabo", space)
        facts = ground.do(*CARDS.right["tuatara-10"].do, army="tuatara")
        assert [fact.unit for fact in only(facts, UnitTurned)] == turned
        assert len(only(facts, DieRolled)) == len(turned)


@pytest.mark.parametrize(("space", "damage", "motivation"), [("F4", 1, 5), ("A3", 0, 4)])
def test_the_reeling_ship_hurts_its_crew_or_somebody_aboard_spoils_the_fun(
    space: str, damage: int, motivation: int
) -> None:
    """HOW-S2-15"""
    ground = with_crew(bear_1=BEAR).stand("nabo", space).motivation(bear=5)
    ground.do(*CARDS.right["tuatara-13"].do, army="tuatara")
    assert ground.unit("tuatara-1").damage == damage
    assert ground.state.motivation["bear"] == motivation


@pytest.mark.parametrize("name", ["beach", "cairn", "field", "forest", "fortress", "rocks", "ship", "yard"])
def test_a_place_that_cards_name_is_every_space_of_that_name(name: str) -> None:
    """HOW-S2-15"""
    assert set(AREAS[name]) == {space for space, kind in SCENE.board.terrain.items() if kind.name == name}


# Whole games


def facts_of_a_game(seed: int, *challenges: str) -> list[Fact]:
    """A game played by chance, up to twelve rounds."""
    ground = table(*ADVENTURERS[: 1 + seed % 4], challenges=challenges, seed=seed)
    chance = random.Random(seed)
    while ground.table.ask and ground.state.round < 12:
        seat = chance.choice(ground.table.ask.seats)
        ground.submit(chance.choice(ground.moves(seat)), seat)
    return [fact for step in ground.table.steps for fact in step.facts]


@pytest.mark.parametrize("challenges", [(), (TRIPLE,), (FOG,), (TRIPLE, FOG)])
def test_games_with_every_choice_of_challenges_can_be_played(challenges: tuple[str, ...]) -> None:
    """HOW-S2-08, HOW-S2-09"""
    for seed in range(3):
        facts = facts_of_a_game(seed, *challenges)
        assert only(facts, OrderBegan)
