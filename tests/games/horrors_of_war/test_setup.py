"""Laying out a scenario."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.core.content import builtin
from engine.core.errors import Refused
from engine.core.kinds import Fact
from engine.games.horrors_of_war.content.library import library, read
from engine.games.horrors_of_war.content.operations import Advance
from engine.games.horrors_of_war.content.scene import scene_of
from engine.games.horrors_of_war.content.types import Changes, GroupAct, Start
from engine.games.horrors_of_war.facts import (
    HandsDealt,
    HorrorAdded,
    HorrorRevealed,
    HorrorsTaken,
    ResourceDeckShuffled,
    RoundBegan,
    UnitMoved,
)
from engine.games.horrors_of_war.moves import GiveMore
from engine.games.horrors_of_war.state import GameState
from tests.games.horrors_of_war.ground import Ground, only

SEEDS = range(1, 13)
ALL = ("tambatro", "nabo", "akezan", "yainar")
SCENARIOS = tuple(library().scenes)


def horrors_among(cards: tuple[str, ...]) -> list[str]:
    return [card for card in cards if card in library().horrors]


def hand_sizes(ground: Ground) -> list[int]:
    return [len(hand) for hand in ground.state.hands.values()]


def places(cards: tuple[str, ...], wanted: set[str]) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(cards) if card in wanted)


def haunted(seed: int) -> Ground:
    """A table whose challenge shuffles 8 horrors in after dealing."""
    return Ground(challenges=["bad-dreams"], seed=seed)


# The scenario and its challenges


@pytest.mark.parametrize("scenario", ["nowhere", "", "proving-ground order-in-chaos"])
def test_what_is_not_one_of_the_scenarios_cannot_be_played(scenario: str) -> None:
    """HOW-SET-01"""
    with pytest.raises(Refused, match="no scenario"):
        Ground(scenario=scenario)


@pytest.mark.parametrize(
    ("challenges", "motivation", "horrors"),
    [
        ((), 6, 0),
        (("low-tide",), 2, 0),
        (("bad-dreams",), 6, 8),
        (("low-tide", "bad-dreams"), 2, 8),
    ],
)
def test_none_one_or_both_challenges_are_active(challenges: tuple[str, ...], motivation: int, horrors: int) -> None:
    """HOW-SET-01"""
    state = Ground(challenges=challenges).state
    assert (state.challenges, state.motivation["red"]) == (challenges, motivation)
    assert len(horrors_among(state.resources.cards)) == horrors


def test_a_challenge_of_another_scenario_is_refused() -> None:
    """HOW-SET-01"""
    foreign = library().scenes["order-in-chaos"].file.challenges[0].id
    with pytest.raises(Refused, match="challenge"):
        Ground(challenges=[foreign])


def test_the_same_challenge_does_not_count_twice() -> None:
    """HOW-SET-01"""
    with pytest.raises(Refused, match="twice"):
        Ground(challenges=["bad-dreams", "bad-dreams"])


# Units and tracks


def test_each_group_icon_under_a_portrait_is_one_unit_of_that_type_in_that_group() -> None:
    """HOW-SET-02"""
    found = Counter((unit.army, unit.type, unit.group) for unit in Ground().state.units.values())
    assert found == {
        (army, kind, group): 1
        for army in ("red", "blue")
        for kind, group in (("captain", "circle"), ("pike", "circle"), ("pike", "star"), ("pike", "cog"))
    }


def test_two_equal_icons_under_a_portrait_are_two_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOW-SET-02"""
    place_captains(monkeypatch, "A1", "A2")
    captains = [unit.space for unit in Ground().state.units.values() if (unit.army, unit.type) == ("red", "captain")]
    assert captains == ["A1", "A2"]


def test_each_unit_stands_on_its_printed_space_with_its_printed_facing() -> None:
    """HOW-SET-03"""
    units = Ground().state.units.values()
    assert {(unit.army, unit.group, unit.type): (unit.space, unit.facing) for unit in units} == {
        ("red", "circle", "captain"): ("A1", "down"),
        ("red", "circle", "pike"): ("B1", "down"),
        ("red", "star", "pike"): ("C1", "down"),
        ("red", "cog", "pike"): ("D1", "down"),
        ("blue", "circle", "captain"): ("A7", "up"),
        ("blue", "circle", "pike"): ("B7", "up"),
        ("blue", "star", "pike"): ("C7", "up"),
        ("blue", "cog", "pike"): ("D7", "up"),
    }


def test_no_scenario_needs_more_than_twelve_bases() -> None:
    """HOW-SET-04"""
    scenes = read(builtin("horrors-of-war")).scenes.values()
    needed = {
        scene.file.id: sum(len(portrait.units) for army in scene.file.armies for portrait in army.portraits)
        for scene in scenes
    }
    assert needed
    assert {name: count for name, count in needed.items() if not 0 < count <= 12} == {}


def place_captains(monkeypatch: pytest.MonkeyPatch, *spaces: str) -> None:
    """Let the red captains of the proving ground start elsewhere."""
    file = library().scenes["proving-ground"].file
    red, blue = file.armies
    first, *others = red.portraits
    moved = replace(first, units=tuple(replace(first.units[0], space=space) for space in spaces))
    scene = scene_of(replace(file, armies=(replace(red, portraits=(moved, *others)), blue)))
    monkeypatch.setitem(library().scenes, "proving-ground", scene)


@pytest.mark.parametrize("space", ["A1", "A4", "C6"])
def test_motivation_starts_at_the_printed_value_wherever_units_stand(
    monkeypatch: pytest.MonkeyPatch, space: str
) -> None:
    """HOW-SET-05"""
    place_captains(monkeypatch, space)
    state = Ground().state
    assert (state.units["red-1"].space, state.motivation) == (space, {"red": 6, "blue": 7})


def test_motivation_may_start_otherwise_for_a_number_of_adventurers(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOW-SET-05: for that number only, and a challenge that sets a value goes before it."""
    scenes = library().scenes
    scene = scenes["order-in-chaos"]
    alone = {"1": Start(motivation={"macaw": 4, "ocelot": 3})}
    monkeypatch.setitem(scenes, "order-in-chaos", replace(scene, file=replace(scene.file, by_seats=alone)))
    printed = {side.id: side.motivation for side in scene.file.sides}
    assert Ground("nabo", scenario="order-in-chaos").state.motivation == {"macaw": 4, "ocelot": 3}
    assert Ground("nabo", "yainar", scenario="order-in-chaos").state.motivation == printed
    timid = Ground("nabo", scenario="order-in-chaos", challenges=["timid-invasion"])
    assert timid.state.motivation == {"macaw": 2, "ocelot": 10}


# Decks


def general_and_own(scenario: str) -> Counter[str]:
    """The cards of the general sections and of one scenario's sections, and its units."""
    lib = library()
    shelf = [card.id for card in lib.resources.values() if not card.only or scenario in card.only]
    shelf += [card.id for card in lib.horrors.values() if not card.only and card.id not in lib.mini]
    shelf += lib.scenario_horrors(scenario)
    if talks := lib.scenes[scenario].file.talks:
        shelf += lib.decks[f"{talks.right}.right"]
    for army in lib.scenes[scenario].file.armies:
        shelf += [*lib.decks.get(f"{army.left or army.folk}.left", ()), *lib.decks[f"{army.right or army.folk}.right"]]
        shelf += [f"{army.id}-{n + 1}" for n in range(sum(len(portrait.units) for portrait in army.portraits))]
    return Counter(shelf)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_general_cards_and_those_of_the_scenario_are_in_the_game(scenario: str) -> None:
    """HOW-SET-06"""
    ground = Ground(scenario=scenario)
    assert Counter(ground.table.rules.accounted(ground.state)) == general_and_own(scenario)


def test_a_card_of_the_proving_ground_stays_out_of_another_scenario() -> None:
    """HOW-SET-06"""
    here, elsewhere = (Ground(scenario=name) for name in ("proving-ground", "order-in-chaos"))
    assert "p-travel" in here.table.rules.accounted(here.state)
    assert "p-travel" not in elsewhere.table.rules.accounted(elsewhere.state)


def printed(deck: str) -> tuple[str, ...]:
    """The cards of an order deck as they stand in the content."""
    return library().decks[f"drill-{deck}"]


@pytest.mark.parametrize("deck", ["red.left", "red.right", "blue.left", "blue.right"])
def test_an_order_deck_holds_its_own_cards_in_a_random_order(deck: str) -> None:
    """HOW-SET-07"""
    laid = {Ground(seed=seed).state.orders[deck].cards for seed in SEEDS}
    assert {tuple(sorted(cards)) for cards in laid} == {tuple(sorted(printed(deck)))}
    assert len(laid) > 1


@pytest.mark.parametrize(("one", "other"), [("red.left", "red.right"), ("red.left", "blue.left")])
def test_the_order_of_one_deck_says_nothing_about_another(one: str, other: str) -> None:
    """HOW-SET-07"""

    def shuffled(seed: int, deck: str) -> list[int]:
        return [printed(deck).index(card) for card in Ground(seed=seed).state.orders[deck].cards]

    assert any(shuffled(seed, one) != shuffled(seed, other) for seed in SEEDS)


def test_a_special_card_of_the_scenario_can_turn_up_in_a_starting_hand() -> None:
    """HOW-SET-08"""
    special = {card.id for card in library().resources.values() if "proving-ground" in card.only}
    assert any(special & set(Ground(seed=seed).state.hands["nabo"]) for seed in SEEDS)


def test_special_cards_are_shuffled_in_among_the_general_ones() -> None:
    """HOW-SET-08"""
    special = {card.id for card in library().resources.values() if "proving-ground" in card.only}
    shuffled = [only(Ground(seed=seed).table.steps[0].facts, ResourceDeckShuffled)[0].order for seed in SEEDS]
    assert len({places(order, special) for order in shuffled}) == len(SEEDS)


def test_no_starting_hand_ever_holds_a_horror() -> None:
    """HOW-SET-09"""
    hands = [haunted(seed).state.hands["nabo"] for seed in SEEDS]
    assert [horrors_among(hand) for hand in hands] == [[]] * len(SEEDS)


def test_horrors_after_dealing_enter_by_a_shuffle() -> None:
    """HOW-SET-09"""
    decks = [haunted(seed).state.resources.cards for seed in SEEDS]
    found = {places(cards, set(library().horrors)) for cards in decks}
    assert {len(each) for each in found} == {8}
    assert len(found) == len(SEEDS)


def test_the_shuffle_after_dealing_mixes_the_resource_cards_too() -> None:
    """HOW-SET-09"""
    state = haunted(1).state
    before = only(haunted(1).table.steps[0].facts, ResourceDeckShuffled)[0].order
    mixed = [card for card in state.resources.cards if card in library().resources]
    assert mixed != [card for card in before if card in mixed]


@pytest.mark.parametrize("scenario", [name for name in SCENARIOS if not library().scenario_horrors(name)])
def test_without_an_instruction_the_resource_deck_holds_no_horror(scenario: str) -> None:
    """HOW-SET-10"""
    assert horrors_among(Ground(scenario=scenario).state.resources.cards) == []


def test_every_order_deck_starts_with_all_cards_face_down() -> None:
    """HOW-SET-16"""
    for name, deck in Ground().state.orders.items():
        assert (sorted(deck.cards), deck.faceup) == (sorted(printed(name)), frozenset())


def test_all_discard_piles_start_empty() -> None:
    """HOW-SET-17"""
    state = haunted(1).state
    assert [deck.discard for deck in (*state.orders.values(), state.resources)] == [()] * 5


# Adventurers and hands


def test_each_player_has_one_figure_and_all_start_on_the_starting_space() -> None:
    """HOW-SET-11"""
    assert Ground("yainar", "nabo").state.figures == {"yainar": "E4", "nabo": "E4"}


def test_an_adventurer_who_does_not_exist_is_refused() -> None:
    """HOW-SET-11"""
    with pytest.raises(Refused, match="adventurer"):
        Ground("nabo", "meron")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_is_fortified_or_damaged_at_the_start_unless_the_map_says_so(scenario: str) -> None:
    """HOW-SET-12"""
    state = Ground(scenario=scenario).state
    assert state.fortifications == library().scenes[scenario].file.fortifications
    assert {unit.damage for unit in state.units.values()} == {0}


@pytest.mark.parametrize(("players", "each"), [(1, 8), (2, 4), (4, 2)])
def test_eight_cards_are_dealt_evenly(players: int, each: int) -> None:
    """HOW-SET-13"""
    assert hand_sizes(Ground(*ALL[:players])) == [each] * players


def test_three_players_settle_who_gets_three_cards() -> None:
    """HOW-SET-13"""
    ground = Ground("tambatro", "nabo", "yainar")
    assert hand_sizes(ground) == [0, 0, 0]
    ground.submit(GiveMore("yainar"), "nabo")
    assert ground.moves("tambatro") == [GiveMore("tambatro"), GiveMore("nabo")]
    ground.submit(GiveMore("tambatro"), "tambatro")
    assert hand_sizes(ground) == [3, 2, 3]


def test_a_starting_hand_comes_from_the_resource_deck() -> None:
    """HOW-SET-13"""
    ground = Ground()
    laid = only(ground.table.steps[0].facts, ResourceDeckShuffled)[0].order
    assert sorted((*ground.state.hands["nabo"], *ground.state.resources.cards)) == sorted(laid)


def test_the_deal_stands_between_the_shuffles_before_and_after_it() -> None:
    """HOW-SET-14"""
    watched = (ResourceDeckShuffled, HandsDealt, HorrorsTaken, RoundBegan)
    facts: list[Fact] = [fact for fact in haunted(1).table.steps[0].facts if isinstance(fact, watched)]
    assert list(map(type, facts)) == [ResourceDeckShuffled, HandsDealt, HorrorsTaken, ResourceDeckShuffled, RoundBegan]


def test_horrors_go_on_top_after_the_last_shuffle_and_changes_after_setup_come_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """HOW-SET-14"""
    march = GroupAct(army="red", group="star", do=(Advance(),))
    harder = Changes(horrors_after_dealing=8, horrors_on_top=1, after_setup=(march,))
    monkeypatch.setitem(library().changes["proving-ground"], ("bad-dreams",), harder)
    watched = (ResourceDeckShuffled, HandsDealt, HorrorsTaken, HorrorAdded, UnitMoved, RoundBegan)
    ground = haunted(1)
    facts: list[Fact] = [fact for fact in ground.table.steps[0].facts if isinstance(fact, watched)]
    assert list(map(type, facts)) == [
        ResourceDeckShuffled,
        HandsDealt,
        HorrorsTaken,
        ResourceDeckShuffled,
        HorrorAdded,
        UnitMoved,
        RoundBegan,
    ]
    assert ground.state.resources.cards[0] == only(facts, HorrorAdded)[0].card


def test_the_same_adventurer_cannot_be_chosen_twice() -> None:
    """HOW-SET-18"""
    with pytest.raises(Refused, match="twice"):
        Ground("nabo", "nabo")


def test_an_adventurer_nobody_chose_has_no_figure_and_no_hand() -> None:
    """HOW-SET-19"""
    state = Ground("nabo", "tambatro").state
    assert (set(state.figures), set(state.hands)) == ({"nabo", "tambatro"}, {"nabo", "tambatro"})


def test_a_horror_passes_over_an_adventurer_nobody_chose() -> None:
    """HOW-SET-19"""
    hands = {"tambatro": ("p-fortify-extra",), "akezan": ("p-travel", "p-heal")}
    ground = Ground("tambatro", "akezan").change(hands=hands)
    facts = ground.deck("q-discard-yainar").use("p-fortify-extra", "fortify", "tambatro")
    assert only(facts, HorrorRevealed) == [HorrorRevealed("q-discard-yainar", ("akezan",))]


# Horrors


def test_the_mini_expansion_has_ten_horrors() -> None:
    """HOW-SET-15"""
    lib = read(builtin("horrors-of-war"))
    assert len(lib.mini) == 10
    assert set(lib.mini) <= set(lib.horrors)


def dealt(state: GameState) -> list[list[str]]:
    """The cards of the resource deck with the hands, and of each order deck."""
    resources = [*state.resources.cards, *(card for hand in state.hands.values() for card in hand)]
    return [sorted(resources), *(sorted(deck.cards) for deck in state.orders.values())]


def test_the_mini_expansion_adds_its_horrors_to_the_horror_deck_and_changes_nothing_else() -> None:
    """HOW-SET-15"""
    plain, more = Ground().state, Ground(options=["mini-expansion"]).state
    assert sorted(more.horrors) == sorted((*plain.horrors, *library().mini))
    assert not set(plain.horrors) & set(library().mini)
    for same in ("units", "motivation", "figures", "fortifications", "sides"):
        assert getattr(more, same) == getattr(plain, same)
    assert dealt(more) == dealt(plain)


def test_the_mini_expansion_is_shuffled_together_with_the_general_horrors() -> None:
    """HOW-SET-15"""
    decks = [Ground(options=["mini-expansion"], seed=seed).state.horrors for seed in SEEDS]
    assert len({places(cards, set(library().mini)) for cards in decks}) == len(SEEDS)


def test_horrors_added_by_a_challenge_leave_the_general_horror_deck() -> None:
    """HOW-SET-20"""
    plain, state = Ground().state, haunted(1).state
    added = horrors_among(state.resources.cards)
    assert len(added) == 8
    assert sorted((*added, *state.horrors)) == sorted(plain.horrors)


def test_horrors_added_by_a_challenge_are_random() -> None:
    """HOW-SET-20"""
    added = {frozenset(horrors_among(haunted(seed).state.resources.cards)) for seed in SEEDS}
    assert len(added) == len(SEEDS)


def test_horrors_added_by_a_challenge_can_be_of_the_mini_expansion() -> None:
    """HOW-SET-15, HOW-SET-20"""
    mini = set(library().mini)
    tables = [Ground(challenges=["bad-dreams"], options=["mini-expansion"], seed=seed) for seed in SEEDS]
    assert any(mini & set(ground.state.resources.cards) for ground in tables)
