"""A choice without effect says so before it is made, and a choice that says nothing of the kind does something."""

import random
from collections.abc import Sequence

import pytest

from engine.core.dice import Dice
from engine.core.journal import NoJournal
from engine.core.kinds import Frame, Move, Setup
from engine.core.table import Table, Transaction
from engine.games.horrors_of_war import facts as t
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war import moves as m
from engine.games.horrors_of_war import rules
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.facts import OngoingEnded
from engine.games.horrors_of_war.state import GameState, Ongoing
from engine.games.horrors_of_war.words.names import ongoing_words
from tests.games.horrors_of_war.ground import Ground
from tui.games import showing

VOID = "no effect now)"
SETTLED = (t.CardPlayed, t.CardShown, t.TargetChosen, t.TargetMissed, t.Reminded, t.HorrorDiscarded, OngoingEnded)
"""What is written down of any scheme, whether or not it does something."""
SCENARIOS = ["order-in-chaos", "loose-cannon", "heights-of-glory", "shifty-alliances", "talking-in-circles"]


def comes_to_nothing(state: GameState, stack: Sequence[Frame], seat: str, move: Move) -> bool:
    """Whether a move changes nothing and leads to no question but the next action, the bonus or a void target."""
    *rest, ask = stack
    turn = Transaction.on(state, rest, Dice(1, 7))
    rules.take(turn, ask, seat, move)
    turn.run(rules)
    if not all(isinstance(fact, SETTLED) for fact in turn.facts):
        return False
    after, asked = turn.state, turn.stack[-1]
    if isinstance(asked, f.PickTarget):
        return all(comes_to_nothing(after, turn.stack, seat, each) for each in rules.moves(after, asked, seat))
    return isinstance(asked, f.Act | f.OfferBonus)


def is_about_a_scheme(table: Table[GameState], move: Move) -> bool:
    if isinstance(table.ask, f.PickTarget):
        return True
    return move == m.UseScheme() or (isinstance(table.ask, f.OfferBonus) and move == m.Choose("bonus:use"))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_along_random_games_a_choice_says_so_exactly_if_it_has_no_effect(scenario: str) -> None:
    chance = random.Random(scenario)
    counted = {True: 0, False: 0}
    for seed in range(1, 4):
        table = Table.begin(
            rules, Setup(game=rules.id, scenario=scenario, seats=("nabo", "yainar"), seed=seed), NoJournal()
        )
        while (ask := table.ask) and table.number < 400:
            seat = chance.choice(ask.seats)
            for move in table.moves(seat):
                if is_about_a_scheme(table, move):
                    told = rules.tell_answer(table.view(seat), ask, seat, move)
                    is_void = comes_to_nothing(table.state, table.stack, seat, move)
                    assert (VOID in told) == is_void, f"{told} {ask}"
                    counted[is_void] += 1
            table.submit(seat, chance.choice(table.moves(seat)))
    assert min(counted.values()) > 5


def told(ground: Ground, move: Move, seat: str = "yainar") -> str:
    """A move as the seat reads it before making it."""
    return rules.tell_answer(ground.table.view(seat), ground.table.ask, seat, move)


def test_a_scheme_that_finds_nothing_says_what_it_lacks() -> None:
    """HOW-SCH-14"""
    ground = Ground("yainar", scenario="order-in-chaos").hand("yainar", "r16", "r36").motivation(macaw=5, ocelot=5)
    assert told(ground, m.PlayCard("r16")).endswith("scheme (no target)]")
    assert told(ground, m.PlayCard("r36")).endswith("scheme (no effect now)]")
    ground.submit(m.PlayCard("r16"), "yainar")
    assert told(ground, m.UseScheme()).startswith("Scheme (no nearby unit, no effect now): ")


def test_drowned_out_warns_where_there_is_no_left_half() -> None:
    """HOW-ARM-24: the crew of the cannon has a single order deck."""
    ground = Ground("yainar", scenario="loose-cannon")
    space = ground.unit("tuatara-1").space
    ground.stand("yainar", space).hand("yainar", "r28")
    warning = "(no left half; only the rest has an effect)"
    assert told(ground, m.PlayCard("r28")).endswith(f"scheme {warning}]")
    ground.submit(m.PlayCard("r28"), "yainar")
    assert told(ground, m.UseScheme()).startswith(f"Scheme {warning}: ")
    assert "Of its scheme: no left half;" in rules.tell_ask(ground.table.view("yainar"), ground.table.ask, "yainar")
    scheme = library().resources["r28"].scheme
    ask = f.PickTarget(seats=("yainar",), target=scheme.target, effect=f.Effect(scheme.do, "r28", actor="yainar"))
    assert rules.tell_answer(ground.state, ask, "yainar", m.Choose("army:tuatara")).endswith(warning)
    assert not rules.tell_answer(ground.state, ask, "yainar", m.Choose("army:bear")).endswith(")")


def test_cards_of_a_deck_are_put_in_order_by_their_names() -> None:
    """HOW-SCH-12: as far as they lie face up."""
    ground = Ground("yainar", scenario="order-in-chaos").orders(
        "macaw.left", "macaw-l1", "macaw-l2", "macaw-l3", faceup=["macaw-l1", "macaw-l3"]
    )
    effect = f.Effect((), "r39", actor="yainar", target="deck:macaw.left")
    ask = f.Pick(seats=("yainar",), op=op.Arrange(3), effect=effect)
    seen = ground.table.view("yainar")
    told = [rules.tell_answer(seen, ask, "yainar", move) for move in rules.moves(seen, ask, "yainar")]
    names = [library().title(card) for card in ("macaw-l1", "macaw-l3")]
    assert told == [
        f"Card 1 from the top: {names[0]}",
        "Card 2 from the top: face down",
        f"Card 3 from the top: {names[1]}",
    ]
    picked = f.Pick(seats=("yainar",), op=op.Arrange(3), effect=effect, picked=("place:2",))
    assert f"Above it: {names[1]}." in rules.tell_ask(seen, picked, "yainar")


# What lies in play, and the numbers that it changes


def test_a_card_in_play_says_on_whom_it_lies_what_it_does_and_until_when() -> None:
    """HOW-SCH-05, HOW-HOR-16: and never by an id."""
    state = Ground("nabo", scenario="order-in-chaos").state
    lying = {
        Ongoing("h12", "slow", "adventurer:nabo", "refresh", 1): (
            "Nabo: travel rows have 1 icon less, until the next refresh"
        ),
        Ongoing("h23", "bar", "adventurer:nabo", "after-travel", 0, ("survey", "delegate")): (
            "Nabo: no survey rows and no delegate rows, until a travel row is played"
        ),
        Ongoing("r24", "haste", "army:macaw", "order", -4): (
            "the Macaws: the next order is 4 slower, until the next order is carried out"
        ),
        Ongoing("r28", "mute", "army:macaw", "order", 0, ("left",)): (
            "the Macaws: the left half of the next order has no effect, until the next order is carried out"
        ),
    }
    assert {each: ongoing_words(state, each) for each in lying} == lying


def test_every_kind_of_card_in_play_has_words() -> None:
    state = Ground("nabo", scenario="order-in-chaos").state
    for kind in op.ONGOING:
        lying = Ongoing("r01", kind.__name__.lower(), "army:macaw", "round", 1, ("left",))
        assert ongoing_words(state, lying).endswith(", until the end of the round")


def test_a_number_that_a_horror_lowers_stands_beside_its_reason() -> None:
    """HOW-HOR-16"""
    ground = Ground("nabo").hand("nabo", "p-travel")
    ground.change(ongoing=(Ongoing("h12", "slow", "adventurer:nabo", "refresh", 1),))
    ground.submit(m.PlayCard("p-travel"))
    reason = library().title("h12")
    assert told(ground, m.UseRow("travel"), "nabo") == f"Travel up to 2 spaces (3 -> 2, {reason})"
    assert rules.tell_move(ground.table.view("nabo"), "nabo", m.UseRow("travel")) == "Travel up to 2 spaces"
    [line] = [each for each in showing(rules.id).hand(ground.state, "nabo")[0].lines if each[0].startswith("travel")]
    assert line[0] == "travel 3 -> 2"


def test_a_card_in_the_hand_says_that_its_scheme_has_no_effect() -> None:
    """HOW-SCH-14"""
    ground = Ground("nabo", scenario="order-in-chaos").hand("nabo", "r36").motivation(macaw=5, ocelot=5)
    lines = {words: why for words, _, why in showing(rules.id).hand(ground.state, "nabo")[0].lines}
    assert lines["scheme"] == "No effect now."
    ground.motivation(macaw=8, ocelot=5)
    lines = {words: why for words, _, why in showing(rules.id).hand(ground.state, "nabo")[0].lines}
    assert lines["scheme"] == ""
