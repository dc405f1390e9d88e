"""The three levels of bots, and the search over information sets that the upper two use among rivals."""

from __future__ import annotations

import pytest

from engine import registry
from engine.bots import rivals
from engine.bots.careless import Careless
from engine.bots.levels import LEVELS, at_level
from engine.bots.rivals import Rival, Search
from engine.core.added import VARIABLE
from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import Setup
from tests.contracts.playing import begun
from tests.made_up import MARSH_LIGHTS, frames, moves, rules
from tui.measure.simulate import SimulationPlan, simulate


def bidding():
    """Two rivals who are asked for their bids at the same time."""
    table = begun(rules, seats=["amber", "jade"])
    assert isinstance(table.ask, frames.PlaceBid)
    return table


def searched(table, seat, lines):
    search, listed = Search(rules, table.view(seat), table.stack, seat, Dice(1, table.number)), table.moves(seat)
    for number in range(lines):
        search.try_line(number, listed[number % len(listed)])
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


def test_moves_are_compared_in_the_same_futures(monkeypatch):
    """What is hidden is imagined alike for each of them, so that luck favours none."""
    imagined, imagine = [], type(rules).imagine
    monkeypatch.setattr(
        type(rules), "imagine", lambda self, *args: imagined.append(imagine(self, *args)) or imagined[-1]
    )
    search, listed = Search(rules, bidding().view("amber"), bidding().stack, "amber", Dice(1, 1)), (0, 1, 2)
    search.best([moves.Bid(each) for each in listed], 400)
    assert imagined[0] == imagined[1] == imagined[2] != imagined[3] == imagined[4] == imagined[5]


def test_the_others_in_the_search_play_for_themselves():
    """Jade explores and attacks in amber's imagination, instead of resting all the time."""
    made = {move for (seat, move) in searched(bidding(), "amber", 200)._habits if seat == "jade"}
    assert {moves.Rest, moves.Attack, moves.Explore} <= set(map(type, made))


def test_beyond_the_tree_a_seat_does_what_has_worked():
    search = searched(bidding(), "amber", 1)
    for move, worth in ((moves.Rest(), 0.4), (moves.GoOn(), 0.6), (moves.LetBe(), 0.5)):
        search._habits["jade", move] = tried = rivals.TriedMove()
        tried.add(worth)
    known = [moves.Rest(), moves.GoOn(), moves.LetBe()]
    assert {search._habit("jade", known, Dice(1, luck)) for luck in range(9)} == {moves.GoOn()}
    assert search._habit("jade", [*known, moves.Bid(7)], Dice(1, 1)) == moves.Bid(7)


def test_a_greater_budget_looks_further_ahead(monkeypatch):
    ahead = []

    class Noted(Search):
        def __init__(self, *args):
            super().__init__(*args)
            ahead.append(self._until - rules.round_of(self.view))

    monkeypatch.setattr(rivals, "Search", Noted)
    table = bidding()
    for budget in (100, 6000):
        bot = Rival(budget, stop=lambda: True)
        bot.choose(rules, table.view("amber"), table.stack, "amber", table.moves("amber"), Dice(1, 1))
    assert ahead == [2, 5]


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


def thinker(bot):
    """The bot that thinks, without the mistakes that its level makes."""
    return bot.bot if isinstance(bot, Careless) else bot


def test_a_careless_bot_makes_one_move_in_a_few_without_thinking():
    table = bidding()

    class Thinks:
        asked = 0

        def choose(self, rules, view, stack, seat, moves, dice):
            self.asked += 1
            return moves[0]

    careless, listed = Careless(Thinks(), 4), table.moves("amber")
    made = [careless.choose(rules, None, (), "amber", listed, Dice(7, luck)) for luck in range(400)]
    assert 270 <= careless.bot.asked <= 330
    assert set(made) == set(listed)


def test_the_higher_the_level_the_rarer_its_mistakes():
    easy, normal, hard = (at_level(level, rules.kind) for level in LEVELS)
    assert easy.one_in < normal.one_in
    assert isinstance(hard, Rival)
    assert normal.bot.budget < hard.budget
    assert not any(isinstance(at_level(level, "together"), Careless) for level in LEVELS)


@pytest.mark.parametrize("game", [rules, registry.game("horrors-of-war")], ids=lambda game: game.id)
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_bot_that_is_stopped_makes_a_legal_move_at_once(game, level):
    table = begun(game, seats=game.seat_names[:2])
    while len(table.moves(seat := table.ask.seats[0])) == 1:
        table.submit(seat, table.moves(seat)[0])
    few, many = map(thinker, (at_level(level, game.kind, stop=lambda: True), at_level(level, game.kind)))
    for bot in (few, many):
        made = bot.choose(game, table.view(seat), table.stack, seat, table.moves(seat), Dice(1, 1))
        assert made in table.moves(seat)
    assert few.nodes < many.nodes


def test_a_share_of_the_effort_is_less_of_it_but_never_nothing():
    assert at_level("hard", rules.kind, share=0.5).budget == at_level("hard", rules.kind).budget / 2
    assert at_level("hard", rules.kind, share=0.0001).budget == 100


# Strength


@pytest.fixture
def marsh(monkeypatch):
    """With Marsh Lights among the games, here and in other processes."""
    monkeypatch.setenv(VARIABLE, MARSH_LIGHTS)


def tournament(*bots: str, games: int, seed: int = 1):
    """How the first of some bots does against the others at the ford, each in every seat of every deal."""
    setup = Setup(game=rules.id, scenario="ford", seats=rules.seat_names[: len(bots)], seed=seed)
    found, _ = simulate(SimulationPlan(setup, "", 5000, bots=bots, rotate=True), games, None)
    assert found.finished == games
    return found.by_bot[bots[0]]


PAIRS = [("easy", "random"), ("normal", "easy"), ("hard", "normal")]


@pytest.mark.parametrize(("level", "below", "games", "least"), [(*PAIRS[0], 24, 16), (*PAIRS[1], 8, 5)])
def test_a_few_games_are_won_by_the_higher_level(marsh, level, below, games, least):
    assert tournament(level, below, games=games).wins >= least


@pytest.mark.soak
@pytest.mark.parametrize(("level", "below"), PAIRS)
def test_every_level_beats_the_one_below(marsh, level, below):
    """At 65 % or more, and beyond doubt at more than half."""
    found = tournament(level, below, games=200)
    assert found.share >= 0.65, f"{level} against {below}: {found}"
    assert found.interval[0] > 0.55


@pytest.mark.soak
def test_a_hard_bot_among_two_normal_ones_wins_more_than_its_third(marsh):
    found = tournament("hard", "normal", "normal", games=90)
    assert found.interval[0] > found.fair, str(found)
