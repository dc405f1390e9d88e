"""The bots: what they may know, what they must always have, and that thinking pays."""

from __future__ import annotations

import pytest

from engine import bots, registry
from engine.bots.advice import advise, following, told
from engine.bots.futures import Action, Futures
from engine.bots.intent import NOTHING
from engine.bots.planner import Planner, TriedAction, _try
from engine.core.dice import Dice
from engine.core.journal import NoJournal
from engine.core.kinds import Setup
from engine.core.table import Table
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.moves import Pass, PlayCard, Stop, UseRow, UseScheme
from tests.games.horrors_of_war.ground import Ground
from tests.made_up import rules as marsh_lights

RULES = registry.game("horrors-of-war")


def table_after(moves, *, options=(), rules=RULES, scenario="order-in-chaos", seats=("nabo", "yainar")):
    """A table some random moves into a game."""
    setup = Setup(game=rules.id, scenario=scenario, seats=seats, seed=4, options=tuple(options))
    table = Table.begin(rules, setup, NoJournal())
    for number in range(moves):
        seat = table.ask.seats[0]
        table.submit(seat, Dice(1, number).choice(table.moves(seat)))
    return table


def choice(bot, table, seat, view=None, luck=7):
    view = table.view(seat) if view is None else view
    return bot.choose(table.rules, view, table.stack, seat, table.moves(seat), Dice(luck, 0))


@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("budget", [0, 1, 30, 200])
@pytest.mark.parametrize("options", [(), ("private-hands",)])
def test_every_bot_chooses_a_legal_move_for_every_seat(name, budget, options):
    for moves in range(0, 24, 3):
        table = table_after(moves, options=options)
        for seat in table.ask.seats:
            assert choice(bots.bot(name, budget), table, seat) in table.moves(seat)


@pytest.mark.parametrize("name", bots.names())
def test_every_bot_plays_a_game_of_rivals_with_secrets(name):
    for moves in range(0, 12, 3):
        table = table_after(moves, rules=marsh_lights, scenario="ford", seats=marsh_lights.seat_names[:3])
        for seat in table.ask.seats:
            assert choice(bots.bot(name, 60), table, seat) in table.moves(seat)


def test_without_a_budget_the_planner_does_what_does_least():
    table = table_after(6)
    seat = table.ask.seats[0]
    assert choice(Planner(0), table, seat) == RULES.idlest(table.view(seat), table.ask, seat)


def test_a_single_move_needs_no_thought():
    table = table_after(6)
    seat = table.ask.seats[0]
    planner, only = Planner(1000), table.moves(seat)[:1]
    assert planner.choose(RULES, table.view(seat), table.stack, seat, only, Dice(1, 1)) == only[0]
    assert planner.nodes == 0


def test_the_budget_is_kept_but_for_the_last_future():
    table = table_after(6)
    planner = Planner(800)
    choice(planner, table, table.ask.seats[0])
    assert 400 < planner.nodes < 1600


def test_the_planner_decides_the_same_with_the_same_luck():
    table = table_after(9)
    seat = table.ask.seats[0]
    assert choice(Planner(300), table, seat) == choice(Planner(300), table, seat)


@pytest.mark.parametrize("options", [(), ("private-hands",)])
def test_what_is_hidden_changes_no_choice(options):
    """Every state that looks the same to the seat leads to the same move."""
    table = table_after(9, options=options)
    seat = table.ask.seats[0]
    chosen = choice(Planner(200), table, seat)
    for other in range(3):
        state = RULES.imagine(table.view(seat), seat, Dice(99, other))
        assert state != table.state
        assert choice(Planner(200), table, seat, view=RULES.view(state, seat)) == chosen


def plans_that_fit(options):
    """Of the plans of a game, those that fit what the seat sees that made them, and those that fit another's view."""
    table, planner = table_after(0, options=options), Planner(300)
    own = others = 0
    for _ in range(20):
        seat = table.ask.seats[0]
        table.submit(seat, choice(planner, table, seat, luck=table.number))
        for each in table.setup.seats:
            fits = planner.intent.expected(RULES, table.view(each), table.stack, each) is not None
            own, others = own + (fits and each == seat), others + (fits and each != seat)
    return own, others


def test_a_plan_made_with_one_hand_is_no_plan_for_another_seat():
    """With private hands what one seat has foreseen never fits what another sees; with open hands it does."""
    own, others = plans_that_fit(("private-hands",))
    assert own
    assert not others
    own, others = plans_that_fit(())
    assert own
    assert others


def test_a_seat_whose_own_hand_was_guessed_right_does_not_act_on_the_hand_of_the_planner():
    """What was foreseen fits its own view, but was planned with a hand that it cannot see."""
    table, planner = table_after(0, options=("private-hands",)), Planner(300)
    while planner.intent.foreseen is None:
        seat = table.ask.seats[0]
        table.submit(seat, choice(planner, table, seat, luck=table.number))
    foreseen = planner.intent.foreseen
    for each in table.setup.seats:
        view = RULES.view(foreseen.state, each)
        fits = planner.intent.expected(RULES, view, foreseen.stack, each) is not None
        assert fits == (each == foreseen.seat)


def winning_ground():
    """Reds are green, Blues are one above; Rumour of Retreat takes 1 from a unit that has no enemy within 3 spaces."""
    ground = Ground("nabo")
    for army in ("red", "blue"):
        ground.orders(f"{army}.left", f"{army}-quiet", faceup=[f"{army}-quiet"])
        ground.orders(f"{army}.right", f"{army}-defend", faceup=[f"{army}-defend"])
    ground.units(red_1=("pike", "circle", "A1", "down"), blue_1=("pike", "circle", "I7", "up"))
    return ground.motivation(red=2, blue=3).stand("nabo", "I7").hand("nabo", "p-fortify", "r22")


def test_the_planner_finds_the_move_that_wins_at_the_check():
    ground = winning_ground()
    planner = Planner(400)
    while ground.table.outcome is None and ground.state.round == 1:
        ground.submit(choice(planner, ground.table, "nabo"))
    assert ground.state.won


def test_the_planner_says_why():
    table = winning_ground().table
    found = advise(RULES, table.view("nabo"), table.stack, "nabo", table.moves("nabo"), Dice(7, 0), Planner(400))
    assert found.move == PlayCard("r22")
    assert found.then[0].startswith("Scheme: ")
    assert "won at once" in found.why
    assert "against" in found.why
    assert found.why.endswith("Pass.")


@pytest.mark.parametrize(("won", "words"), [(1, "1 of which is won"), (2, "2 of which are won")])
def test_one_round_is_won_and_several_are(won, words):
    assert words in told(TriedAction(NOTHING, [0.5, 0.5, 0.5], won))


def test_a_hint_for_all_compares_the_move_of_a_partner_as_well():
    ground = Ground("nabo", "yainar")
    for army in ("red", "blue"):
        ground.orders(f"{army}.left", f"{army}-quiet", faceup=[f"{army}-quiet"])
        ground.orders(f"{army}.right", f"{army}-defend", faceup=[f"{army}-defend"])
    ground.units(red_1=("pike", "circle", "A1", "down"), blue_1=("pike", "circle", "I7", "up"))
    ground.motivation(red=2, blue=3).stand("yainar", "I7").hand("nabo", "p-fortify").hand("yainar", "r22")
    table = ground.table
    moves, planner = table.moves("nabo"), Planner(400)
    found = advise(RULES, table.view("nabo"), table.stack, "nabo", moves, Dice(7, 0), planner, for_all=True)
    assert (found.seat, found.move) == ("yainar", PlayCard("r22"))
    assert found.why.endswith(" for: Pass.")


def test_a_plan_is_told_up_to_where_something_comes_to_light():
    """What follows a survey depends on what it shows, and an imagined card is not to be told as if it were seen."""
    table = winning_ground().orders("blue.left", "blue-quiet", "blue-gain").hand("nabo", "p-survey", "r22").table
    futures = Futures(RULES, table.view("nabo"), table.stack, "nabo", Dice(7, 0))
    survey = (PlayCard("p-survey"), UseRow("survey"))
    assert following(futures, Action("nabo", (*survey, PlayCard("r22")))) == ("Survey an order deck",)
    assert len(following(futures, Action("nabo", (PlayCard("r22"), UseScheme())))) == 1


def test_to_show_ones_own_card_brings_nothing_new_to_light():
    """With private hands the others see a card when it is played; whoever plays it knew it before."""
    table = table_after(0, options=("private-hands",))
    rows = {card: library().resources[card].rows.get("travel") for card in table.state.hands["nabo"]}
    card = next(card for card, row in rows.items() if row and not row.extra)
    travel = Action("nabo", (PlayCard(card), UseRow("travel"), Stop()))
    futures = Futures(RULES, table.view("nabo"), table.stack, "nabo", Dice(7, 0))
    assert following(futures, travel)[1:] == ("Stop here",)
    tried = TriedAction(travel)
    _try(futures, tried, 0)
    assert tried.news == 0


def test_without_anything_to_gain_the_planner_passes():
    """A card is worth more than nothing."""
    table = winning_ground().motivation(red=2, blue=2).hand("nabo", "p-fortify").table
    assert choice(Planner(400), table, "nabo") == Pass()


def wins(name, tables=12):
    """How many tables a bot wins in one round, if one card of five does it, used for one thing."""
    won = 0
    for luck in range(tables):
        ground = winning_ground().hand("nabo", "p-fortify", "p-travel", "r22", "p-all", "p-heal")
        bot = bots.bot(name, 300)
        while ground.table.outcome is None and ground.state.round == 1:
            ground.submit(choice(bot, ground.table, "nabo", luck=1000 * luck + ground.table.number))
        won += bool(ground.state.won)
    return won


def test_bots_that_think_find_the_card_that_wins():
    assert wins("planner") == 12
    assert wins("greedy") >= 10
    assert wins("random") < 6


def tower_ground():
    """Macaws fall into the green zone if somebody stands on a tower; no unit is there, nor anywhere near."""
    ground = Ground("nabo", scenario="order-in-chaos")
    ground.orders("macaw.left", "macaw-l3", faceup=["macaw-l3"]).orders("macaw.right", "macaw-r4", faceup=["macaw-r4"])
    ground.orders("ocelot.left", "ocelot-l9", faceup=["ocelot-l9"])
    ground.orders("ocelot.right", "ocelot-r4", faceup=["ocelot-r4"])
    ground.units(macaw_1=("macaw-guard", "circle", "I1", "down"), ocelot_1=("ocelot-prowler", "circle", "A6", "down"))
    return ground.motivation(macaw=5, ocelot=1).stand("nabo", "C6").hand("nabo", "r01")


def test_the_planner_walks_to_an_empty_place_that_a_plan_names():
    ground = tower_ground()
    planner = Planner(400)
    while ground.table.outcome is None and ground.state.round == 1:
        ground.submit(choice(planner, ground.table, "nabo"))
    assert ground.state.won
