"""A new game in the making: what its options offer, and what a change brings with it."""

from __future__ import annotations

import pytest

from engine.core.journal import NoJournal
from engine.core.table import Table
from tests.made_up import rules
from tui.play import saves
from tui.play.draft import Draft
from tui.play.lists import every_option
from tui.play.story import title_of


@pytest.fixture
def draft():
    return Draft.of(rules)


def begun(draft):
    return Table.begin(rules, draft.setup, NoJournal())


def test_a_draft_begins_with_the_first_scenario_for_two(draft):
    assert (draft.setup.scenario, draft.setup.seats, draft.setup.options) == ("ford", ("amber", "jade"), ())
    assert draft.problem() == ""


def test_every_sort_of_option_reaches_the_table(draft):
    usual = begun(draft).state
    draft.turn("long-night")
    draft.turn("moonrise")
    draft.turn("sparks")
    draft.turn("charm:jade")
    assert draft.setup.options == ("long-night", "moonrise", "sparks=many", "charm:jade=firefly")
    state = begun(draft).state
    assert state.rounds == usual.rounds + 2
    assert (usual.sparks, state.sparks) == ({"amber": 2, "jade": 2}, {"amber": 5, "jade": 6})


def test_a_default_is_not_written_down(draft):
    draft.turn("sparks")
    draft.turn("sparks", by=-1)
    assert draft.setup.options == ()


def test_an_option_goes_with_the_one_that_it_depends_on(draft):
    assert "moonrise" not in [each.id for each in draft.options]
    draft.turn("long-night")
    draft.turn("moonrise")
    assert draft.notes == ()
    draft.turn("long-night")
    assert draft.setup.options == ()
    assert draft.notes == ("Moonrise can no longer be chosen.",)
    draft.turn("sparks")
    assert draft.notes == ()


def test_a_challenge_can_take_an_option_away(draft):
    draft.turn("sparks")
    draft.toggle_challenge("dim")
    assert (draft.setup.challenges, draft.setup.options) == (("dim",), ())
    assert draft.notes == ("Sparks can no longer be chosen.",)
    assert (draft.scenario.stars, draft.stars) == (1, 2)


def test_what_a_seat_chose_goes_with_the_seat(draft):
    draft.turn("charm:jade")
    draft.toggle_seat("violet")
    draft.toggle_seat("jade")
    assert (draft.setup.seats, draft.setup.options) == (("amber", "violet"), ())
    assert draft.notes == ("Charm (Jade) can no longer be chosen.",)


def test_a_scenario_for_three_brings_the_third_and_says_so(draft):
    draft.choose_scenario("isle")
    assert draft.setup.seats == ("amber", "jade", "violet")
    assert draft.notes == ("The Isle is for 3 players: Violet joins.",)
    assert draft.problem() == ""
    draft.toggle_seat("jade")
    assert draft.problem() == "The Isle is for 3 players."


def test_a_scenario_for_fewer_lets_the_last_ones_go(draft, monkeypatch):
    monkeypatch.setattr(type(rules), "seats_of", lambda self, name: (1, 1) if name == "dyke" else (2, 3))
    draft.toggle_seat("violet")
    draft.choose_scenario("dyke")
    assert draft.setup.seats == ("amber",)
    assert draft.notes == ("The Dyke is for 1 player: Jade and Violet leave.",)


def test_a_value_that_is_gone_falls_back_to_the_default(draft, monkeypatch):
    from engine.core.setup import Option, Value

    few, many = Value("few", "Few"), Value("many", "Many")

    def offered(self, setup):
        return [Option("stones", "Stones", values=(few, many) if setup.scenario == "ford" else (few,))]

    monkeypatch.setattr(type(rules), "options", offered)
    draft.turn("stones")
    assert draft.setup.options == ("stones=many",)
    draft.choose_scenario("dyke")
    assert draft.setup.options == ()
    assert draft.notes == ("Stones is Few again: Many can no longer be chosen.",)


def test_what_was_chosen_stands_in_the_title(draft):
    draft.toggle_challenge("dim")
    draft.turn("long-night")
    draft.turn("charm:jade")
    assert title_of(begun(draft)) == ("Marsh Lights - The Ford (Amber, Jade), Dim, Long night, Jade's Charm: Firefly")


def test_all_options_of_a_game_are_found_also_those_that_others_bring():
    found = [each.id for each in every_option(rules)]
    assert {"long-night", "sparks", "charm"} < set(found)
    assert found[-1] == "moonrise"


def test_a_setup_of_the_command_line_is_written_as_the_form_writes_it():
    asked = {"challenges": (), "scenario": None, "seats": None}
    typed = saves.default_setup(rules, options=("charm:jade=firefly", "sparks=some", "long-night"), **asked)
    assert typed.options == ("long-night", "charm:jade=firefly")
    isle = saves.default_setup(rules, options=(), **asked | {"scenario": "isle"})
    assert isle.seats == ("amber", "jade", "violet")
