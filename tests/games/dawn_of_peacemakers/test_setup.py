"""Setting up, what players may see, and the first scenario."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused
from engine.core.journal import NoJournal
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.content.library import library
from engine.games.dawn_of_peacemakers.facts import MotivationSet, StartingPlayerChosen
from engine.peacemakers.motivation import bonuses
from tests.games.dawn_of_peacemakers.ground import Ground

CHAPTERS = [scenario.id for scenario in rules.scenarios() if scenario.number <= 12]


def begin(*seats: str, scenario: str = "between-two-worlds", seed: int = 1, **more) -> Table:
    setup = Setup(game=rules.id, scenario=scenario, seats=seats, seed=seed, **more)
    return Table.begin(rules, setup, NoJournal())


@pytest.mark.parametrize("scenario", CHAPTERS)
def test_the_set_up_is_the_same_and_its_data_come_from_the_scenario(scenario: str) -> None:
    """DOP-SET-01, DOP-SET-02, DOP-SET-07, DOP-SET-08"""
    table = begin("nabo", "yainar", scenario=scenario)
    state, file = table.state, library().scenes[scenario].file
    assert set(state.sides) == {army.id for army in file.armies}
    assert state.fronts == {side.id: side.front for side in file.sides}
    assert set(state.figures.values()) == {state.box.scene.board.start}
    for name, deck in state.orders.items():
        assert sorted(deck.cards) == sorted(state.box.orders[name])
        assert deck.discard == ()
        assert not deck.faceup
    set_to = {fact.side: fact.value for fact in table.steps[0].facts if isinstance(fact, MotivationSet)}
    assert set_to == state.box.motivation, "the bonuses of towers are inside and not added"
    held = bonuses(state, state.box.scene.towers)
    assert all(set_to[side] > bonus for side, bonus in held.items())


def test_each_insignia_icon_is_one_task_card() -> None:
    """DOP-SET-03, DOP-S1-02, DOP-GEN-08"""
    for army in library().scenes["between-two-worlds"].file.armies:
        box = begin("nabo").state.box
        cards = [box.tasks[card] for card in box.orders[f"{army.id}.task"]]
        for task, groups in army.tasks.items():
            assert sorted(card.group for card in cards if card.task == task) == sorted(groups)
        assert sum(card.task == "change" for card in cards) == 1
        assert all(card in library().tasks.values() for card in cards), "all armies use the same kind of task cards"


@pytest.mark.parametrize("scenario", CHAPTERS)
def test_organising_ploys_stay_in_the_box(scenario: str) -> None:
    """DOP-SET-04, DOP-GEN-10"""
    box = begin("nabo", scenario=scenario).state.box
    assert not any(ploy.organising for ploy in box.ploys.values())
    printed = [ploy for file in library().ploys.values() for ploy in file.ploys]
    assert any(ploy.organising for ploy in printed)


@pytest.mark.parametrize("seats", range(1, 5))
def test_everybody_starts_with_two_cards_of_all_that_there_are(seats: int) -> None:
    """DOP-SET-05, DOP-SET-06, DOP-GEN-01"""
    state = begin(*rules.seat_names[:seats]).state
    assert [len(hand) for hand in state.hands.values()] == [2] * seats
    cards = [*state.resources.cards, *(card for hand in state.hands.values() for card in hand)]
    assert len(cards) == 36


def test_the_starting_player_is_chosen_by_chance() -> None:
    """DOP-SET-09"""
    first = {begin("nabo", "yainar", "akezan", seed=seed).state.first for seed in range(20)}
    assert first == {"nabo", "yainar", "akezan"}
    facts = begin("nabo", "yainar").steps[0].facts
    assert any(isinstance(fact, StartingPlayerChosen) for fact in facts)


def test_no_two_players_use_the_same_adventurer() -> None:
    """DOP-SET-11"""
    with pytest.raises(Refused, match="twice"):
        begin("nabo", "nabo")


def test_each_scenario_starts_from_full_decks() -> None:
    """DOP-SET-12"""
    state = begin("nabo", scenario="the-old-road").state
    assert state.removed == ()
    assert all(not deck.discard for deck in state.orders.values())


def test_no_two_scenarios_have_the_same_map_or_placement() -> None:
    """DOP-SET-13"""
    files = [library().scenes[name].file for name in CHAPTERS]
    assert len({file.map for file in files}) == len(files)
    placed = {
        tuple(
            (portrait.type, unit.space)
            for army in file.armies
            for portrait in army.portraits
            for unit in portrait.units
        )
        for file in files
    }
    assert len(placed) == len(files)


def test_one_to_four_players() -> None:
    """DOP-GEN-01"""
    with pytest.raises(Refused, match="One to four"):
        begin()
    outcome = rules.outcome(Ground("nabo", "yainar").change(won=True, ending="withdrawal").state)
    assert outcome is not None
    assert outcome.winners == ("nabo", "yainar")


# What players may see


def test_a_player_sees_no_hand_but_the_own_one() -> None:
    """DOP-GEN-04, DOP-GEN-13"""
    ground = Ground("nabo", "yainar")
    view = ground.table.view("yainar")
    assert view.hands["nabo"] == ("?resource",) * 2
    assert view.hands["yainar"] == ground.state.hands["yainar"]
    assert set(view.resources.cards) == {"?"}
    assert all(set(deck.cards) == {"?"} for deck in view.orders.values())


def test_open_hands_are_a_choice_that_is_off_by_default() -> None:
    """DOP-GEN-15"""
    option = rules.options(Setup(game=rules.id, scenario="between-two-worlds", seats=("nabo", "yainar")))[0]
    assert option.usual == ""
    ground = Ground("nabo", "yainar", options=(option.id,))
    assert ground.table.view("yainar").hands == ground.state.hands


def test_alone_there_is_nothing_to_hide() -> None:
    """DOP-GEN-15"""
    assert not rules.has_secrets(Setup(game=rules.id, scenario="between-two-worlds", seats=("nabo",)))
    assert rules.has_secrets(Setup(game=rules.id, scenario="between-two-worlds", seats=("nabo", "yainar")))


def test_a_companion_shares_the_space() -> None:
    """DOP-GEN-06"""
    from engine.games.dawn_of_peacemakers.choices import possible_targets
    from engine.games.dawn_of_peacemakers.content.types import Target

    ground = Ground("nabo", "yainar").units(red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E5"))
    assert possible_targets(ground.state, Target("unit"), "nabo") == ["unit:red-1"]
    assert possible_targets(ground.state, Target("adventurer"), "nabo") == ["adventurer:yainar"]


def test_order_cards_have_their_parts() -> None:
    """DOP-GEN-07, DOP-GEN-14"""
    box = begin("nabo").state.box
    for ploy in box.ploys.values():
        assert ploy.name
        assert ploy.text
        assert ploy.speed in ("fast", "normal", "slow")
    assert all(card.name for card in box.tasks.values())
    printed = [ploy for file in library().ploys.values() for ploy in file.ploys]
    assert {ploy.skirmish for ploy in printed} == {True, False}, "some, not all, bear the skirmish icon"


def test_the_skirmish_icon_changes_nothing() -> None:
    """DOP-GEN-10"""
    from msgspec.structs import replace

    box = begin("nabo").state.box
    bare = {name: replace(ploy, skirmish=not ploy.skirmish) for name, ploy in box.ploys.items()}
    for name, ploy in bare.items():
        assert (ploy.do, ploy.speed) == (box.ploys[name].do, box.ploys[name].speed)


# Scenario 1


def test_the_armies_of_the_first_scenario() -> None:
    """DOP-S1-01, DOP-S1-05"""
    state = begin("nabo").state
    types = {army: sorted(unit.type for unit in state.units.values() if unit.army == army) for army in state.sides}
    assert types == {
        "macaw": ["macaw-commander", "macaw-soldier", "macaw-soldier", "macaw-soldier"],
        "ocelot": ["ocelot-archer", "ocelot-warrior", "ocelot-warrior"],
    }
    assert {army.id: army.colour for army in state.box.armies} == {"macaw": "blue", "ocelot": "red"}


def test_the_motivation_of_the_first_scenario() -> None:
    """DOP-S1-08"""
    assert begin("nabo").state.motivation == {"macaw": 7, "ocelot": 3}


def test_the_river_of_the_first_scenario_has_two_bridges_between_the_sides() -> None:
    """DOP-S1-07"""
    table = begin("nabo")
    board, state = table.state.box.scene.board, table.state
    assert sum(kind.name == "bridge" for kind in board.terrain.values()) == 2
    columns = {army: [ord(unit.space[0]) for unit in state.units.values() if unit.army == army] for army in state.sides}
    assert max(columns["macaw"]) < min(columns["ocelot"]), "macaws on the left, ocelots on the right"


def test_the_end_conditions_of_the_first_scenario_in_order() -> None:
    """DOP-S1-03, DOP-S1-04"""
    from engine.games.dawn_of_peacemakers.status import met

    ground = Ground(scenario="between-two-worlds")
    ends = ground.state.box.scene.file.ends
    assert [end.won for end in ends][-1] is True
    assert not any(end.won for end in ends[:-1])
    assert met(ground.motivation(macaw=2, ocelot=0).state).won is False, "a side at 0 comes first"
    assert met(ground.motivation(macaw=2, ocelot=1).state).won is True
    assert met(ground.motivation(macaw=3, ocelot=1).state) is None


def test_the_death_of_sochiyamaq_drops_the_macaws_to_0() -> None:
    """DOP-S1-06"""
    from engine.games.dawn_of_peacemakers.content import operations as op

    ground = Ground(scenario="between-two-worlds")
    ground.do(op.Wound(9, "macaw.leader"), army="macaw")
    assert ground.state.motivation["macaw"] == 0
