"""Every law, over every game, scenario, number of seats, set of challenges and bot; and the same for long in a soak."""

from __future__ import annotations

import re

import pytest

from engine import bots
from engine.core.setup import ON, chosen, settled
from tests.contracts import laws_of_play, laws_of_saves
from tests.contracts.laws import LAWS
from tests.contracts.playing import Played, all_cases, cases, every_game, played

LIGHT_LAWS = LAWS[:5]
OTHER_BOTS = [name for name in bots.names() if name != "random"]
GAMES = every_game()


def some(rules, bot, seed):
    """All cases of a seed; bots that think take longer, so they play every third one, and all of them in a soak."""
    chosen = list(cases(rules, bot, seed))
    return chosen if bot == "random" else chosen[::3]


CASES = [case for rules in GAMES for case in some(rules, "random", 1)]
CASES += [case for rules in GAMES for bot in OTHER_BOTS for case in some(rules, bot, 3)]


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request) -> Played:
    """One finished game, played once for all laws."""
    return played(request.param)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_game_obeys(law, game):
    law(game)


EVERYTHING = {}
for case in (case for rules in GAMES for case in all_cases(rules, "random", 6)):
    EVERYTHING.setdefault((case.setup.scenario, len(case.setup.seats)), []).append(case)


@pytest.mark.parametrize(("scenario", "seats"), EVERYTHING, ids=str)
def test_every_choice_of_challenges_and_options_can_be_played(scenario, seats):
    """Every scenario with every number of seats, set of challenges and set of options, private hands among them."""
    for case in EVERYTHING[scenario, seats]:
        game = Played(case)
        laws_of_play.the_game_ends(game)
        laws_of_play.every_piece_is_accounted_for(game)
        laws_of_saves.a_loaded_table_is_the_saved_one(game)


@pytest.mark.parametrize(("scenario", "seats"), EVERYTHING, ids=str)
def test_options_can_be_written_down_and_read_again(scenario, seats):
    """Ids stand between `:` and `=` in saves and on command lines; a default is one of the values."""
    for case in EVERYTHING[scenario, seats]:
        rules, setup = case.rules, case.setup
        rules.check(setup)
        options = rules.options(setup)
        assert len({option.id for option in options}) == len(options)
        for option in (*options, *rules.scenario(setup.scenario).challenges):
            _is_well_formed(option, setup)
        assert settled(rules.options, setup)[1] == []


def _is_well_formed(option, setup):
    values = [value.id for value in option.values]
    assert option.title
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in (option.id, *values))
    assert len(set(values)) == len(values)
    assert option.usual in (values or [""])
    assert option.per_seat or not option.distinct
    assert all(chosen(setup, option, seat) in (values or ["", ON]) for seat in setup.seats if option.per_seat)


@pytest.mark.parametrize("bot", bots.names())
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_the_share_of_games_that_end_is_one(rules, bot):
    """A game that goes in circles is a bug, of the game or of the bot."""
    share, unfinished = _share_finished(some(rules, bot, 4))
    assert (share, unfinished) == (1.0, [])


def _share_finished(chosen):
    games = [Played(case) for case in chosen]
    unfinished = [str(game.case) for game in games if game.table.outcome is None]
    return 1 - len(unfinished) / len(games), unfinished


@pytest.mark.soak
@pytest.mark.parametrize("ten", range(4))
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_thousands_of_games_end_and_lose_nothing(rules, ten):
    """Ten seeds for each scenario, number of seats, set of challenges and set of options; and that four times."""
    for seed in range(1000 + 10 * ten, 1010 + 10 * ten):
        for case in all_cases(rules, "random", seed):
            for law in LIGHT_LAWS:
                law(played(case))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("bot", bots.names())
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_many_games_obey_every_law_in_every_pair_of_eyes(rules, bot, seed):
    """All laws at every step for every seat and the spectator, not for two in turn; and bots that think more."""
    for case in cases(rules, bot, seed):
        game = Played(case, thorough=True)
        for law in LAWS:
            law(game)
