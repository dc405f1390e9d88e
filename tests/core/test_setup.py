"""Options before a game: how choices are written, what they mean, and which are refused."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.errors import Refused
from engine.core.kinds import Setup
from engine.core.setup import (
    HARDEST,
    ON,
    Option,
    OptionChoice,
    Scenario,
    Value,
    check_options,
    choice_of,
    chosen,
    next_value,
    numbered,
    settled,
    stars_of,
    with_choice,
)
from tests.core.test_rules import TinyNim

SWITCH = Option("night", "Night", "It is dark.")
LENGTH = Option("length", "Length", values=(Value("short", "Short"), Value("long", "Long")), default="long", stars=1)
HERO = Option("hero", "Hero", values=(Value("scout", "Scout"), Value("brute", "Brute")), per_seat=True)
TRIBE = Option(
    "tribe", "Tribe", values=tuple(Value(each, each.title()) for each in ("bear", "fox", "owl")), per_seat=True,
    distinct=True,
)  # fmt: skip
LAMP = Option("lamp", "Lamp", per_seat=True)
ALL = [SWITCH, LENGTH, HERO, TRIBE, LAMP]


def setup(*options, seats=("amber", "jade")):
    return Setup(game="x", scenario="one", seats=seats, options=options)


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ("night", OptionChoice("night")),
        ("length=long", OptionChoice("length", value="long")),
        ("hero:amber=scout", OptionChoice("hero", "amber", "scout")),
        ("lamp:jade", OptionChoice("lamp", "jade")),
    ],
)
def test_a_choice_is_written_in_one_way(written, choice):
    assert choice_of(written) == choice
    assert str(choice) == written


def test_what_was_not_chosen_has_its_default():
    assert chosen(setup(), SWITCH) == ""
    assert chosen(setup("night"), SWITCH) == ON
    assert chosen(setup(), LENGTH) == "long"
    assert chosen(setup("length=short"), LENGTH) == "short"
    assert [chosen(setup("hero:jade=brute"), HERO, seat) for seat in ("amber", "jade")] == ["scout", "brute"]
    assert [chosen(setup("lamp:jade"), LAMP, seat) for seat in ("amber", "jade")] == ["", ON]


def test_seats_that_do_not_choose_get_distinct_values():
    three = setup("tribe:jade=bear", seats=("amber", "jade", "violet"))
    assert [chosen(three, TRIBE, seat) for seat in three.seats] == ["fox", "bear", "owl"]


def test_the_default_of_a_distinct_option_is_given_first():
    foxes = msgspec.structs.replace(TRIBE, default="fox")
    assert [chosen(setup(), foxes, seat) for seat in ("amber", "jade")] == ["fox", "bear"]


def test_a_seat_that_takes_the_value_of_another_swaps_with_it():
    taken = with_choice(setup(), TRIBE, "fox", "amber")
    assert taken.options == ("tribe:amber=fox", "tribe:jade=bear")
    check_options(ALL, taken)


def test_choosing_replaces_what_was_chosen_before():
    two = with_choice(with_choice(setup("night"), LENGTH, "short"), LENGTH, "long")
    assert two.options == ("night", "length=long")
    assert with_choice(two, SWITCH, "").options == ("length=long",)
    assert with_choice(setup(), LAMP, ON, "jade").options == ("lamp:jade",)


def test_the_next_value_goes_round():
    assert next_value(setup(), LENGTH) == "short"
    assert next_value(setup("length=short"), LENGTH) == "long"
    assert next_value(setup("length=short"), LENGTH, by=-1) == "long"
    assert [next_value(setup(), SWITCH), next_value(setup("night"), SWITCH)] == [ON, ""]


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("nihgt", 'There is no option "nihgt". Did you mean "night"?'),
        ("night:", 'There is no option "night"'),
        ("night=on", 'The option "night" is on or off and has no value.'),
        ("night=", 'The option "night" is on or off and has no value.'),
        ("length", 'The option "length" needs a value. It can be long, short.'),
        ("length=", 'The option "length" needs a value. It can be long, short.'),
        ("length=lnog", 'The option "length" cannot be "lnog". Did you mean "long"?'),
        ("length:amber=long", 'The option "length" is for the whole table, not for a seat.'),
        ("hero=scout", 'The option "hero" is chosen for each seat, as in hero:amber=scout.'),
        ("hero:ambr=scout", 'The option "hero" is for a seat that does not play: "ambr". Did you mean "amber"?'),
        ("hero:violet=scout", 'The option "hero" is for a seat that does not play: "violet". It can be amber, jade.'),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_the_nearest_name(option, why):
    with pytest.raises(Refused) as refused:
        check_options(ALL, setup(option))
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("night", "night"), "The same option is named twice."),
        (("length=short", "length=long"), "The same option is named twice."),
        (("tribe:amber=owl", "tribe:jade=owl"), "Tribe: Owl can be chosen by one seat only."),
    ],
)
def test_choices_that_contradict_each_other_are_refused(options, why):
    with pytest.raises(Refused) as refused:
        check_options(ALL, setup(*options))
    assert str(refused.value) == why


def test_choices_that_are_offered_pass_the_check():
    check_options(ALL, setup("lamp:amber", "hero:jade=brute", "hero:amber=brute", "length=short", "night"))


def test_choices_that_are_no_longer_offered_are_dropped_with_all_that_hang_on_them():
    """The moon needs the night, and the tide the moon."""
    moon, tide = Option("moon", "Moon"), Option("tide", "Tide")

    def offered(draft):
        found = [LENGTH, SWITCH]
        found += [moon] if chosen(draft, SWITCH) else []
        return found + ([tide] if chosen(draft, moon) else [])

    kept, dropped = settled(offered, setup("tide", "moon", "night", "length=short"))
    assert (kept.options, dropped) == (("length=short", "night", "moon", "tide"), [])
    kept, dropped = settled(offered, setup("tide", "moon", "length=long"))
    assert (kept.options, dropped) == ((), [OptionChoice("moon"), OptionChoice("tide")])


def test_challenges_and_options_add_their_stars():
    scenario = Scenario("one", 1, "One", 3, (Option("dim", "Dim", stars=1),))
    hard = msgspec.structs.replace(setup("length=short"), challenges=("dim",))
    assert stars_of(setup(), scenario, ALL) == 3
    assert stars_of(hard, scenario, ALL) == HARDEST
    assert stars_of(msgspec.structs.replace(hard, options=()), scenario, ALL) == 4


def test_numbers_of_players_in_words():
    assert [numbered(1, 1), numbered(3, 3), numbered(2, 3), numbered(1, 4)] == [
        "1 player",
        "3 players",
        "2 or 3 players",
        "1 to 4 players",
    ]


class TwoWays(TinyNim):
    """A scenario of the game's own kind, and one with a mode and a number of seats of its own."""

    check = TinyNim.__mro__[1].check

    def scenarios(self):
        return [Scenario("duel", 1, "Duel", 1), Scenario("alone", 2, "Alone", 1, kind="together", seats=(1, 1))]

    def options(self, draft):
        return [SWITCH] if draft.scenario == "duel" else []


def test_a_scenario_can_have_a_mode_and_a_number_of_seats_of_its_own():
    rules = TwoWays()
    duel = Setup(game=rules.id, scenario="duel", seats=("left", "right"))
    alone = Setup(game=rules.id, scenario="alone", seats=("left",))
    assert [rules.kind_of(duel), rules.kind_of(alone)] == ["rivals", "together"]
    assert [rules.seats_of("duel"), rules.seats_of("alone"), rules.seats_of("gone")] == [(2, 2), (1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"scenario": "dule"}, 'There is no scenario "dule". Did you mean "duel"?'),
        ({"seats": ("left", "rigth")}, 'There is no seat "rigth". Did you mean "right"?'),
        ({"seats": ("left", "left")}, "The same seat is named twice."),
        ({"seats": ("left",)}, "Duel is for 2 players."),
        ({"scenario": "alone"}, "Alone is for 1 player."),
        ({"challenges": ("dim",)}, 'There is no challenge of this scenario "dim".'),
        ({"options": ("nigth",)}, 'There is no option "nigth". Did you mean "night"?'),
        ({"scenario": "alone", "seats": ("left",), "options": ("night",)}, 'There is no option "night".'),
    ],
)
def test_rules_refuse_by_themselves_what_they_do_not_offer(changed, why):
    setup = Setup(game="tiny-nim", scenario="duel", seats=("left", "right"))
    TwoWays().check(setup)
    with pytest.raises(Refused) as refused:
        TwoWays().check(msgspec.structs.replace(setup, **changed))
    assert str(refused.value) == why


def test_a_table_outside_a_campaign_has_no_word_of_one_in_its_save():
    """The headers and editions of games without a campaign stay as they were before there were campaigns."""
    outside = Setup(game="g", scenario="s", seats=("a",))
    assert msgspec.json.encode(outside.written()) == (
        b'{"game":"g","scenario":"s","seats":["a"],"seed":null,"challenges":[],"options":[],'
        b'"open_undo":false,"branched":false,"table":""}'
    )
    inside = msgspec.structs.replace(outside, carried=("gift:lamp",), campaign="0123456789abcdef/1")
    assert msgspec.convert(inside.written(), Setup) == inside
