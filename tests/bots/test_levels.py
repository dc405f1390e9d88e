"""The three levels of bots, and the search over information sets that the upper two use among rivals."""

from __future__ import annotations

from math import sqrt

import pytest

from engine import bots, registry
from engine.bots.levels import LEVELS, at_level
from engine.bots.rivals import Rival, Search
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.journal import NoJournal
from tests.contracts.playing import begun
from tests.made_up import frames, moves, rules

GAMES = 200


def bidding():
    """Two rivals who are asked for their bids at the same time."""
    table = begun(rules, seats=["amber", "jade"])
    assert isinstance(table.ask, frames.PlaceBid)
    return table


def searched(table, seat, lines):
    search = Search(rules, table.view(seat), table.stack, seat, Dice(1, table.number))
    for _ in range(lines):
        search.try_line()
    return search


def test_nobody_in_the_search_answers_what_they_could_not_know():
    """Whatever amber bids in secret, jade bids in one and the same information set."""
    search = searched(bidding(), "amber", 60)
    bids = [node for (seat, _), node in search._trees.items() if seat == "jade" and moves.Bid(0) in node]
    assert len(bids) == 1
    assert len({move for (seat, _), node in search._trees.items() if seat == "amber" for move in node}) > 2


def test_what_a_seat_has_seen_is_an_information_set_of_its_own():
    """Once the bids are shown, what jade does next depends on what they were."""
    search = searched(bidding(), "amber", 400)
    sent = [node for (seat, _), node in search._trees.items() if seat == "jade" and moves.Rest() in node]
    assert len(sent) > 1


def test_a_search_is_the_same_whenever_it_is_repeated():
    chosen = {
        Rival(200).choose(rules, bidding().view("jade"), bidding().stack, "jade", bidding().moves("jade"), Dice(4, 4))
        for _ in range(3)
    }
    assert len(chosen) == 1


def test_a_single_move_is_made_without_thinking():
    table = bidding()
    only = table.moves("amber")[:1]
    bot = Rival(1000)
    assert bot.choose(rules, table.view("amber"), table.stack, "amber", only, Dice(1, 1)) == only[0]
    assert bot.nodes == 0


def test_the_budget_bounds_the_search():
    table, bot = bidding(), Rival(150)
    bot.choose(rules, table.view("amber"), table.stack, "amber", table.moves("amber"), Dice(1, 1))
    assert 150 <= bot.nodes < 300


def test_a_level_that_is_not_there_is_refused():
    with pytest.raises(Refused, match='no level "hart"'):
        at_level("hart", rules.kind)


@pytest.mark.parametrize("game", [rules, registry.game("horrors-of-war")], ids=lambda game: game.id)
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_bot_that_is_stopped_makes_a_legal_move_at_once(game, level):
    table = begun(game, seats=game.seat_names[:2])
    while len(table.moves(seat := table.ask.seats[0])) == 1:
        table.submit(seat, table.moves(seat)[0])
    few, many = at_level(level, game.kind, stop=lambda: True), at_level(level, game.kind)
    for bot in (few, many):
        made = bot.choose(game, table.view(seat), table.stack, seat, table.moves(seat), Dice(1, 1))
        assert made in table.moves(seat)
    assert few.nodes < many.nodes


def test_a_share_of_the_effort_is_less_of_it_but_never_nothing():
    assert at_level("hard", rules.kind, share=0.5).budget == at_level("hard", rules.kind).budget / 2
    assert at_level("hard", rules.kind, share=0.0001).budget == 100


def won(one, other, games):
    """How many games the first of two bots wins, in both seats in turn."""
    wins = 0
    for number in range(games):
        mine = rules.seat_names[number % 2]
        scenario = rules.scenarios()[number // 2 % 2].id
        table = begun(rules, seats=list(rules.seat_names[:2]), seed=number // 2, scenario=scenario, journal=NoJournal())
        players = {seat: one() if seat == mine else other() for seat in table.setup.seats}
        while table.ask is not None:
            seat = table.ask.seats[0]
            dice = Dice(1_000_003 + number, table.number)
            move = players[seat].choose(rules, table.view(seat), table.stack, seat, table.moves(seat), dice)
            table.submit(seat, move)
        wins += table.outcome.winners == (mine,)
    return wins


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_beats_the_one_below(level):
    """With the 95 % interval of the share in the message."""
    below = LEVELS[LEVELS.index(level) - 1] if level != LEVELS[0] else "random"
    weaker = (lambda: bots.bot("random")) if below == "random" else (lambda: at_level(below, rules.kind))
    share = won(lambda: at_level(level, rules.kind), weaker, GAMES) / GAMES
    margin = 1.96 * sqrt(share * (1 - share) / GAMES)
    assert share >= 0.65, f"{level} against {below}: {share:.2f} ± {margin:.2f}"
