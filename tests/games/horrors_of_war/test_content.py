"""The built-in cards: what the rules ask of them, and that their printed text says what they do."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

from engine.core.content import builtin, load
from engine.games.horrors_of_war.content import check, library
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import Army, HorrorCard, LeftHalf, OrderFile, RightHalf, ScenarioFile
from engine.peacemakers.adventurers import ADVENTURERS

FOLDER = builtin("horrors-of-war")
CARDS = library.read(FOLDER)
SCENARIOS = [pytest.param(scene.file, id=name) for name, scene in CARDS.scenes.items()]
HORRORS = list(CARDS.horrors.values())
LISTED = [card for card in HORRORS if card.priority]
ORDERS: list[OrderFile] = [load(path, OrderFile) for path in sorted(FOLDER.glob("orders/*.json"))]
RIGHT = [card for file in ORDERS for card in file.right]
SINGLE = {
    card
    for name in CARDS.scenes
    for deck, cards in CARDS.order_decks(name).items()
    for card in cards
    if deck.replace(".right", ".left") not in CARDS.order_decks(name)
}
"""The cards of armies that have a single order deck: such a card is a whole order (HOW-S2-15)."""
INVITATIONS = {card.id for card in CARDS.resources.values() if card.scheme.near}
"""Cards of one title that differ in the leader whom they are for (HOW-S4-12)."""

HALVES = [*(card for file in ORDERS for card in file.left), *RIGHT]
LONGEST = 170

by_id = {"ids": lambda card: card.id}
by_folk = {"ids": lambda file: file.id}


def test_the_checker_finds_nothing_wrong() -> None:
    assert check.check_folder() == []


# How many there are, and for whom


def test_there_are_at_least_36_general_resource_cards() -> None:
    assert sum(not card.only for card in CARDS.resources.values()) >= 36


def test_the_bonuses_are_spread_evenly_over_the_adventurers() -> None:
    """HOW-SCH-02"""
    served = Counter(card.scheme.bonus.adventurer for card in CARDS.resources.values() if not card.only)
    assert set(served) == set(ADVENTURERS)
    assert len(set(served.values())) == 1


def test_every_bonus_does_something() -> None:
    """HOW-SCH-02"""
    assert [card.id for card in CARDS.resources.values() if not card.scheme.bonus.do] == []


def test_there_are_at_least_30_general_horrors() -> None:
    assert sum(not card.only and card.id not in CARDS.mini for card in HORRORS) >= 30


def test_the_mini_expansion_has_10_horrors_without_a_list_and_all_others_have_one() -> None:
    """HOW-HOR-11"""
    assert len(CARDS.mini) == 10
    assert {card.id for card in HORRORS if not card.priority and not card.everyone} == set(CARDS.mini)


@pytest.mark.parametrize("card", LISTED, **by_id)
def test_a_horror_with_a_list_names_all_four_adventurers_once(card: HorrorCard) -> None:
    """HOW-HOR-20"""
    assert sorted(card.priority) == sorted(ADVENTURERS)


def test_every_adventurer_stands_first_on_as_many_horrors() -> None:
    """HOW-HOR-20"""
    first = Counter(card.priority[0] for card in LISTED)
    assert set(first) == set(ADVENTURERS)
    assert len(set(first.values())) == 1


@pytest.mark.parametrize("card", HORRORS, **by_id)
def test_a_horror_is_ongoing_exactly_if_something_of_it_stays_in_play(card: HorrorCard) -> None:
    """HOW-HOR-08"""
    assert card.ongoing is any(isinstance(each, op.ONGOING) for each in check.inside(card.do))


def test_no_delegate_row_carries_an_extra_card() -> None:
    """HOW-DEL-06"""
    rows = {card.id: card.rows.get("delegate") for card in CARDS.resources.values()}
    assert [card for card, row in rows.items() if row and row.extra] == []
    assert any(rows.values())


# Orders


def changes_motivation(half: LeftHalf | RightHalf) -> bool:
    """Whether half an order can move a motivation track."""
    return any(isinstance(each, op.Motivation) for each in check.inside(half.do))


@pytest.mark.parametrize("file", [file for file in ORDERS if file.left], **by_folk)
def test_more_left_than_right_halves_change_motivation(file: OrderFile) -> None:
    """HOW-ARM-16"""
    assert sum(map(changes_motivation, file.left)) > sum(map(changes_motivation, file.right))


@pytest.mark.parametrize("card", [card for card in RIGHT if card.id not in SINGLE], **by_id)
def test_every_right_half_tells_the_group_what_to_attempt(card: RightHalf) -> None:
    """HOW-ARM-17"""
    attempts = [each for each in check.inside(card.do) if isinstance(each, op.Advance | op.Attack | op.Defend)]
    assert "group" in {each.who for each in attempts}


@pytest.mark.parametrize("card", RIGHT, **by_id)
def test_every_right_half_has_a_decimal(card: RightHalf) -> None:
    """HOW-ARM-07"""
    assert card.speed * 10 == int(card.speed * 10)
    assert card.speed != int(card.speed)


def speeds(army: Army) -> set[int]:
    """The speed of every order that an army can have, in tenths."""
    left = [CARDS.left[card].speed * 10 for card in CARDS.decks.get(f"{army.left or army.folk}.left", ())] or [0]
    right = [int(CARDS.right[card].speed * 10) for card in CARDS.decks[f"{army.right or army.folk}.right"]]
    return {one + other for one, other in product(left, right)}


@pytest.mark.parametrize("file", SCENARIOS)
def test_no_two_orders_of_a_scenario_ever_tie(file: ScenarioFile) -> None:
    """HOW-ARM-07"""
    for one, other in combinations(file.armies, 2):
        assert speeds(one) & speeds(other) == set()


@pytest.mark.parametrize("file", SCENARIOS)
def test_the_priority_row_of_every_right_half_covers_all_groups_of_the_army(file: ScenarioFile) -> None:
    """HOW-ARM-13"""
    for army in file.armies:
        groups = {unit.group for portrait in army.portraits for unit in portrait.units}
        rows = {card: CARDS.right[card].groups for card in CARDS.decks[f"{army.right or army.folk}.right"]}
        assert [card for card, row in rows.items() if not groups <= set(row)] == []
        assert [card for card, row in rows.items() if len(set(row)) != len(row)] == []


# Printed texts


class Printed(msgspec.Struct, frozen=True):
    """A text on a card and what it stands for."""

    id: str
    text: str
    do: tuple[op.Ops, ...] = ()
    beside: Any = ()
    """What else has numbers for the text: a target, the values of a challenge."""


def printed() -> Iterator[Printed]:
    """Every text that is printed on a card, with what it describes."""
    for card in CARDS.resources.values():
        yield Printed(card.id, card.scheme.text, card.scheme.do, card.scheme.target)
        yield Printed(f"{card.id}-bonus", card.scheme.bonus.text, card.scheme.bonus.do)
    for each in (*HORRORS, *HALVES):
        yield Printed(each.id, each.text, each.do)
    for scene in CARDS.scenes.values():
        for rule in scene.file.challenges:
            values = [*rule.motivation.values(), rule.horrors_after_dealing, rule.horrors_on_top, rule.offence]
            standing = (rule.after_setup, rule.after_armies)
            values += rule.repeat.values()
            yield Printed(rule.id, rule.text, beside=[*(value for value in values if value), *standing])


TEXTS = list(printed())
UNSAID = {
    ("count", 1),
    ("times", 1),
    ("offence", 0),
    ("least", 0),
    ("most", 15),
    ("reach", 0),
    ("reach", -1),
    ("raze", 0),
}
"""What a text does not have to say: the usual number of a field."""


def numbers(thing: Any, name: str = "") -> Iterator[tuple[str, int]]:
    """Every number inside operations, by the name of its field; the limit of a last band is named `last`."""
    if isinstance(thing, bool):
        return
    if isinstance(thing, int):
        yield name, thing
    elif isinstance(thing, op.RollNumber):
        yield from (("last" if band is thing.bands[-1] else "upto", band.upto) for band in thing.bands)
        yield from numbers(tuple(band.do for band in thing.bands))
    elif isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from numbers(getattr(thing, field), field)
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from numbers(each, name)


def digits(text: str) -> set[int]:
    """The numbers that stand in a text."""
    return {int(found) for found in re.findall(r"\d+", text)}


@pytest.mark.parametrize("card", TEXTS, **by_id)
def test_every_number_of_an_effect_stands_in_its_text_and_no_other_number_does(card: Printed) -> None:
    found = {*numbers(card.do), *numbers(card.beside)}
    must = {abs(value) for name, value in found - UNSAID if name != "last"}
    may = {abs(value) for name, value in found if name in ("count", "times", "last")}
    assert must <= digits(card.text) <= must | may, card.text


@pytest.mark.parametrize("card", TEXTS, **by_id)
def test_a_text_says_gain_where_motivation_rises_and_lose_where_it_falls(card: Printed) -> None:
    changes = {each.by for each in check.inside(card.do) if isinstance(each, op.Motivation)}
    said = re.findall(r"\b(gain|lose)s? (\d+) motivation(?:, or (\d+))?", card.text)
    told = {(word, int(number)) for word, *both in said for number in both if number}
    assert {number if word == "gain" else -number for word, number in told} == changes


@pytest.mark.parametrize("card", TEXTS, **by_id)
def test_a_text_is_short_and_ends_as_a_sentence(card: Printed) -> None:
    assert 0 < len(card.text) <= LONGEST
    assert card.text.endswith(".")


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.json")), ids=lambda path: path.name)
def test_content_files_are_plain_ascii(path: Any) -> None:
    assert path.read_bytes().isascii()


def test_titles_and_ids_are_unique() -> None:
    cards = [*CARDS.resources.values(), *HORRORS, *HALVES]
    alike = {title for scene in CARDS.scenes.values() for rule in scene.file.challenges for title in rule.repeat}
    alike |= {CARDS.title(card) for scene in CARDS.scenes.values() for card in scene.file.after_dealing}
    titles = Counter(title for title in (CARDS.title(card.id) for card in cards) if title not in alike)
    assert [title for title, count in titles.items() if count > 1] == []
    assert [name for name, count in Counter(card.id for card in cards).items() if count > 1] == []
    assert len({kind.title for kind in CARDS.units.values()}) == len(CARDS.units)
