"""The built-in cards and units: what the rules ask of them, and that their printed text says what they do."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content.types import Ploy, PloyFile, ResourceCard, TaskCard
from tests.contracts.laws_of_print import broken
from tests.games.dawn_of_peacemakers.printed import AGENDAS, PLOYS, RESOURCES, TASKS, UNITS, cards

START = [card for card in RESOURCES if not card.unlock]
BY_ID = {unit.id: unit for unit in UNITS}
ALL_PLOYS = [ploy for file in PLOYS for ploy in file.ploys]
LONGEST = 170
LONGEST_NAME = 30

by_id = {"ids": lambda card: card.id}


@pytest.mark.parametrize("card", cards(), **by_id)
def test_a_card_does_what_it_says_in_that_order_and_with_those_numbers(card):
    assert list(broken(card)) == []


def test_every_text_is_short():
    texts = {card.id: card.text for card in cards()}
    assert {name: len(text) for name, text in texts.items() if len(text) > LONGEST} == {}


def test_no_two_things_share_an_id():
    """A copy gets a number behind a hyphen, and may not meet another card there."""
    ids = [each.id for each in (*RESOURCES, *ALL_PLOYS, *TASKS, *UNITS, *AGENDAS)]
    ids += [f"{card.id}-{copy}" for card in (*RESOURCES, *ALL_PLOYS) if card.copies > 1 for copy in (1, 2)]
    assert [name for name, count in Counter(ids).items() if count > 1] == []


# Resource cards


def test_the_start_has_36_resource_cards():
    """DOP-SET-06"""
    assert sum(card.copies for card in START) == 36
    assert len(START) >= 24


@pytest.mark.parametrize("mark", ["court-seal", "elders-gourd", "old-road"])
def test_the_campaign_unlocks_2_resource_cards_at_a_time(mark):
    assert sum(card.copies for card in RESOURCES if card.unlock == mark) == 2


@pytest.mark.parametrize("card", RESOURCES, **by_id)
def test_a_resource_card_has_one_to_three_rows_of_1_to_3_icons_and_a_scheme(card: ResourceCard):
    """DOP-GEN-05"""
    assert 1 <= len(card.rows) <= 3
    assert all(1 <= icons <= 3 for icons in card.rows.values())
    assert card.scheme.title
    assert card.scheme.do


def test_guard_duty_and_mixed_groups_are_among_the_schemes():
    """DOP-SCH-03, DOP-SCH-05"""
    schemes = {card.scheme.title: card.scheme.do for card in START}
    assert schemes["Guard duty"] == (op.Guard(),)
    assert schemes["Mixed groups"] == (op.Mix(),)


def test_many_schemes_reach_companions_only_and_some_stay_in_play():
    """DOP-GEN-06, DOP-SCH-02"""
    near = [card for card in START if card.scheme.target and card.scheme.target.reach == 0]
    lasting = [card for card in START if any(isinstance(each, op.ONGOING) for each in card.scheme.do)]
    assert len(near) >= 12
    assert len(lasting) >= 8


def test_no_two_schemes_have_one_title():
    assert [title for title, count in Counter(card.scheme.title for card in RESOURCES).items() if count > 1] == []


# Orders


@pytest.mark.parametrize("file", PLOYS, **by_id)
def test_a_folk_has_13_ploys_with_exactly_2_revoked(file: PloyFile):
    """DOP-ARMY-14, DOP-SET-04"""
    assert sum(ploy.copies for ploy in file.ploys) == 13
    assert sum(ploy.copies for ploy in file.ploys if ploy.revoked) == 2
    assert sum(ploy.copies for ploy in file.ploys if ploy.organising) in (1, 2)


@pytest.mark.parametrize("ploy", ALL_PLOYS, **by_id)
def test_a_ploy_does_something_unless_it_is_revoked(ploy: Ploy):
    """DOP-ARMY-16: Revoked needs no operations; the rules take the motivation."""
    assert bool(ploy.do) != ploy.revoked
    assert ploy.id.split("-")[0] in {file.id for file in PLOYS}


def test_the_macaws_have_a_move_that_may_lead_away_from_all_enemies():
    """DOP-MOVE-05"""
    macaws = next(file for file in PLOYS if file.id == "macaw")
    assert any(isinstance(each, op.Veer) and each.free for ploy in macaws.ploys for each in ploy.do)


def test_there_are_2_task_cards_for_each_task_and_group_and_1_change_of_plans():
    """DOP-GEN-08"""
    counted = Counter((card.task, card.group) for card in TASKS)
    expected = {(task, group): 2 for task in op.TASKS for group in ("circle", "star", "cog")}
    assert counted == {**expected, ("change", None): 1}


@pytest.mark.parametrize("task", [task for task in TASKS if task.group], **by_id)
def test_every_order_has_a_name_that_fits(task: TaskCard):
    """DOP-GEN-09"""
    names = [f"{ploy.name} {task.name}" for ploy in ALL_PLOYS]
    assert [name for name in names if len(name) > LONGEST_NAME or name != name.title()] == []


# Units


def test_soldier_and_warrior_are_equal_and_have_no_ability():
    """DOP-UNIT-05..06"""
    soldier, warrior = BY_ID["macaw-soldier"], BY_ID["ocelot-warrior"]
    for unit in (soldier, warrior):
        assert (unit.kind, unit.abilities, unit.text) == ("common", (), "")
        assert not any((unit.swift, unit.guard, unit.stealth, unit.pierce))
    for value in ("rank", "offence", "range", "defence", "health", "cost"):
        assert getattr(soldier, value) == getattr(warrior, value)


def test_only_the_archer_strikes_farther_than_2_spaces():
    """DOP-UNIT-07..08"""
    assert {unit.id: unit.range for unit in UNITS if unit.range > 2} == {"ocelot-archer": 3}


def test_being_injured_costs_sochiyamaq_s_side_motivation_until_he_is_mended():
    """DOP-UNIT-09, DOP-UNIT-11"""
    abilities = {ability.when: ability.do for ability in BY_ID["macaw-commander"].abilities}
    assert abilities == {"injured": (op.Motivation(by=-1),), "mended": (op.Motivation(by=1),)}


def test_rank_follows_from_the_kind_of_unit():
    """DOP-UNIT-02..03"""
    assert {(unit.kind, unit.rank) for unit in UNITS} == {("common", 1), ("special", 2), ("leader", 3)}


def test_every_folk_has_common_special_and_leader_units():
    """DOP-UNIT-03"""
    for file in PLOYS:
        assert {unit.kind for unit in UNITS if unit.folk == file.id} == {"common", "special", "leader"}


# Agendas


def test_there_are_agendas_for_every_player_and_for_all_together():
    """DOP-CAMP-11"""
    counted = Counter(agenda.shared for agenda in AGENDAS)
    assert counted[False] >= 12
    assert counted[True] >= 6
