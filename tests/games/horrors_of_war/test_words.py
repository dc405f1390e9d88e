"""Moves, facts, asks, refusals and the view in words: all of them have some, and none tells what is hidden."""

import random
import re
from copy import copy
from functools import cache
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.core.cards import HIDDEN
from engine.core.journal import NoJournal
from engine.core.kinds import NOBODY, Ask, Setup
from engine.core.table import Table
from engine.games.horrors_of_war import choices, words
from engine.games.horrors_of_war import facts as t
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war import moves as m
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.content.types import LeftHalf, RightHalf, Target
from engine.games.horrors_of_war.game import HorrorsOfWar
from engine.games.horrors_of_war.state import HORROR, RESOURCE, Ongoing
from engine.games.horrors_of_war.words import plain

RULES = HorrorsOfWar()
SEATS = ("nabo", "yainar", "akezan", "tambatro")
CHALLENGES = ((), ("bad-memories",), ("timid-invasion",))


def table_of(seed=1, seats=("nabo", "yainar"), options=(), challenges=(), scenario="order-in-chaos"):
    setup = Setup(game=RULES.id, scenario=scenario, seats=seats, seed=seed, options=options, challenges=challenges)
    return Table.begin(RULES, setup, NoJournal())


@cache
def view():
    """The start of a game, as Nabo sees it."""
    return table_of().view("nabo")


def random_game(number, scenario="order-in-chaos"):
    """Play a game at random; yield its table before every move and once more at the end."""
    options = (("mini-expansion",) if number % 3 == 0 else ()) + (("private-hands",) if number % 2 else ())
    challenges = CHALLENGES[number % 3] if scenario == "order-in-chaos" else ()
    table = table_of(number, SEATS[: number % 4 + 1], options, challenges, scenario)
    chance = random.Random(number)
    while table.ask:
        yield table
        seat = chance.choice(table.ask.seats)
        table.submit(seat, chance.choice(table.moves(seat)))
    yield table


def assert_plain(text):
    """Whatever is told works on a terminal that knows ASCII only."""
    assert text
    assert text.isascii(), text
    assert text == text.strip()


def assert_sentence(text):
    assert_plain(text)
    assert text[0].isupper() or text[0].isdigit() or text[0] == '"', text
    assert text[-1] in ".?)", text
    assert "\n" not in text
    assert "  " not in text, text


# Every kind of thing has words

CARD = "r01"
ORDER = "macaw.left"
FACTS = [
    t.TableLaid("order-in-chaos", ("bad-memories", "timid-invasion"), (), ("nabo",), "F3"),
    t.ArmyJoined("macaw", "macaw"),
    t.UnitPlaced("macaw-1", "macaw", "macaw-guard", "star", "F3", "up"),
    t.MotivationSet("macaw", 6),
    t.OrderDeckShuffled(ORDER, (HIDDEN, HIDDEN)),
    t.HorrorDeckShuffled((HORROR, HORROR)),
    t.ResourceDeckShuffled((HIDDEN,)),
    t.HorrorsTaken(8),
    t.HandsDealt({"nabo": (CARD, "r02"), "yainar": (RESOURCE, RESOURCE)}),
    t.RoundBegan(2),
    t.Reminded("refresh"),
    t.CardsGathered("resources", (CARD,)),
    t.CardTaken("nabo", CARD),
    t.CardShown("nabo", CARD),
    t.TargetChosen("nabo", CARD, "space:F3"),
    t.TargetMissed("nabo", CARD),
    t.CardPlayed("nabo", CARD, "scheme"),
    t.CardDelegated("nabo", "yainar", CARD),
    t.CardGiven("nabo", "yainar", RESOURCE),
    t.CardDrawn("nabo", RESOURCE),
    t.CardReturned("nabo", CARD),
    t.CardRecovered("nabo", CARD),
    t.CardDiscarded("nabo", CARD),
    t.TopCardBuried(HIDDEN),
    t.RefreshDrawn((HIDDEN,) * 4),
    t.RefreshDivided({"nabo": (RESOURCE,), "yainar": ()}, (HORROR, HORROR)),
    t.HorrorAdded(HORROR),
    t.HorrorSetAside(HORROR),
    t.HorrorRevealed("h01", ("nabo",)),
    t.HorrorWarded("h01", "nabo"),
    t.HorrorDiscarded("h01"),
    t.HorrorStayed("h01"),
    t.CardStayed(Ongoing("r23", "mix", "army:macaw", "order", 0, ("star",))),
    t.OngoingEnded("r23"),
    t.AdventurerMoved("nabo", "F3"),
    t.FortificationsPlaced("F3", 1),
    t.FortificationsRemoved("F3", 2),
    t.Passed("nabo"),
    t.OrderRevealed(ORDER, "macaw-l1"),
    t.OrderCardsMoved(ORDER, (2, 0, 1)),
    t.ArmyPhaseBegan(),
    t.OrderTurned("macaw.right", "macaw-r1"),
    t.OrdersRanked({"macaw": 61, "ocelot": 42}),
    t.OrderBegan("macaw", "star"),
    t.DieRolled(7, "target"),
    t.HalfMuted("macaw", "macaw-l1"),
    t.UnitMoved("macaw-1", "F3"),
    t.UnitBlocked("macaw-1", "edge"),
    t.UnitTurned("macaw-1", "up"),
    t.DefenceRaised("macaw-1", 1),
    t.AreaSpared("gully"),
    t.UnitAttacked(("macaw-1", "macaw-2"), "ocelot-1", 4, 1),
    t.UnitWounded("ocelot-1", 3),
    t.UnitMended("ocelot-1", 1),
    t.UnitDefeated("ocelot-1"),
    t.MotivationChanged("macaw", 4, "defeat"),
    t.StatusChecked({"macaw": 4, "ocelot": 2}),
    t.GameEnded(won=True),
]


SILENT = (t.CardsGathered, t.CardTaken, t.CardShown, t.HorrorStayed)
"""The facts that another one tells: a card that is taken up is played next, and one that stays has said so."""


def test_every_fact_has_words():
    """A reader of the log misses nothing: each kind of fact is a sentence."""
    assert {type(fact) for fact in FACTS} == set(get_args(t.Facts))
    for fact in FACTS:
        if type(fact) in SILENT:
            assert words.tell_fact(view(), fact) == ""
        else:
            assert_sentence(words.tell_fact(view(), fact))


MOVES = [
    m.PlayCard(CARD),
    m.UseRow("travel"),
    m.UseScheme(),
    m.Pass(),
    m.StepTo("F2"),
    m.Stop(),
    m.Choose("unit:macaw-1"),
    m.Decline(),
    m.GiveMore("nabo"),
]
THINGS = [
    "unit:macaw-1", "space:F2", "deck:macaw.left", "army:macaw", "adventurer:nabo", "card:r01", "card:h01",
    "number:2", "facing:up-right", "group:star", "place:2", "die:again", "bonus:use",
]  # fmt: skip


def test_every_move_has_words():
    """Each kind of move can be listed, and each kind of thing that can be chosen."""
    assert {type(move) for move in MOVES} == set(get_args(m.Moves))
    told = [words.tell_move(view(), "nabo", move) for move in [*MOVES, *map(m.Choose, THINGS)]]
    for text in told:
        assert_plain(text)
        assert text[0].isupper() or text[0].isdigit()
    assert words.tell_move(view(), "nabo", m.Choose("place:2")) == "Card 3 from the top"


def effect(target=""):
    return f.Effect((), CARD, actor="nabo", target=target)


PICKS = [
    (op.Heal(2), "unit:macaw-1", ()),
    (op.Sway(2), "unit:macaw-1", ()),
    (op.Lead(), "unit:macaw-1", ()),
    (op.Arrange(3), "deck:macaw.left", ("place:1",)),
    (op.Dismantle(2, "own"), "", ()),
    (op.Recover(), "", ()),
    (op.Ferry(("crossing", "crossing")), "", ()),
    (op.Hand(2), "adventurer:yainar", ()),
    (op.Comfort(), "", ()),
    (op.Discard(2, row="travel"), "", ()),
    (op.Flee(2, "home"), "", ()),
    (op.Mix(), "army:macaw", ()),
    (op.RollNumber(()), "", ("result:7",)),
    (op.RollGroup(), "", ("result:7",)),
]
ASKED = ("nabo",)
ASKS = [
    f.ChooseMore(seats=("nabo", "yainar"), more=2, chosen=("nabo",)),
    f.Act(seats=("nabo", "yainar")),
    f.ChooseUse(seats=ASKED),
    f.ChooseDeck(seats=ASKED, card="r01"),
    f.ChooseReceiver(seats=ASKED, card=CARD),
    f.TravelOn(seats=ASKED, steps=2),
    f.PickTarget(seats=ASKED, target=Target("unit", 2), effect=effect()),
    f.OfferBonus(seats=ASKED, effect=effect()),
    *(f.Pick(seats=ASKED, op=first, effect=effect(target), picked=picked) for first, target, picked in PICKS),
]


def test_every_ask_has_words():
    """Each question is told to whoever is asked, and to whoever only looks on."""
    assert {type(ask) for ask in ASKS} == {kind for kind in get_args(f.Frames) if issubclass(kind, Ask)}
    assert {type(first) for first, _, _ in PICKS} == set(choices.OPTIONS)
    for ask in ASKS:
        assert_sentence(words.tell_ask(view(), ask, "nabo"))
        assert_sentence(words.tell_ask(view(), ask, NOBODY))
    assert words.tell_ask(view(), ASKS[1], NOBODY) == "Nabo or Yainar: Do you play a card, or pass?"


@pytest.mark.parametrize(
    ("first", "question"),
    [
        (op.Discard(), "Which card do you discard?"),
        (op.Discard(count=3), "Which card do you discard? 3 are to go."),
        (op.Discard(row="survey"), "Which card with a survey row do you discard?"),
        (op.Discard(count=2, row="travel"), "Which card with a travel row do you discard? 2 are to go."),
    ],
)
def test_the_question_what_to_discard_says_how_many_and_which(first, question):
    asked = f.Pick(seats=ASKED, op=first, effect=effect())
    assert words.tell_ask(view(), asked, "nabo") == f"Nabo: {library().title(CARD)}. {question}"


# All along random games


def visible(seen):
    """Every card that a view shows."""
    cards = {*seen.resources.cards, *seen.resources.discard, *seen.horrors, *seen.aside, *seen.drawn, seen.facing}
    cards |= {card for hand in seen.hands.values() for card in hand} | {each.card for each in seen.ongoing}
    return cards | {card for deck in seen.orders.values() for card in (*deck.cards, *deck.discard)}


@cache
def titles():
    """The card of each title, and a pattern that finds titles in a text; cards of the proving ground share theirs."""
    lib = library()
    shelves = (lib.resources, lib.horrors, lib.left, lib.right)
    orders = {card for deck in view().orders for card in lib.decks[deck]}
    cards = {
        card.title: card.id
        for shelf in shelves
        for card in shelf.values()
        if card.id in orders or not isinstance(card, LeftHalf | RightHalf)
    }
    return cards, re.compile("|".join(rf"\b{re.escape(title)}\b" for title in sorted(cards, key=len, reverse=True)))


def assert_told_without_leak(step, seat):
    cards, pattern = titles()
    state = copy(step.before)
    for fact in step.facts:
        # Words come from the view of this moment, as a replay tells them.
        shown = visible(RULES.view(state, seat)) if state.scenario else set()
        masked = fact.seen_by(state, seat)
        fact.apply(state)
        seen = RULES.view(state, seat)
        text = words.tell_fact(seen, masked)
        if type(fact) not in SILENT:
            assert_sentence(text)
        named = {cards[title] for title in pattern.findall(text)}
        assert named <= shown | visible(seen), text


@pytest.mark.parametrize("number", range(20))
def test_every_fact_of_a_game_is_told_and_leaks_nothing(number):
    """HOW-GEN-05, HOW-GEN-08..10: no title of a card that the reader cannot see."""
    *_, table = random_game(number)
    seat = table.setup.seats[-1]
    for step in table.steps:
        assert_told_without_leak(step, seat)
        assert_told_without_leak(step, NOBODY)


SCENARIOS = [*[(number, "order-in-chaos") for number in range(20)], (20, "proving-ground"), (23, "proving-ground")]


@pytest.mark.parametrize(("number", "scenario"), SCENARIOS)
def test_the_legal_moves_of_an_ask_are_told_apart(number, scenario):
    """A move can be typed: no two have the same words, and none is the start of another."""
    for table in random_game(number, scenario):
        for seat in table.ask.seats if table.ask else ():
            seen = table.view(seat)
            assert_sentence(words.tell_ask(seen, table.ask, seat))
            told = sorted(words.tell_move(seen, seat, move).lower() for move in table.moves(seat))
            for text, following in zip(told, [*told[1:], ""], strict=True):
                assert_plain(text)
                assert not following.startswith(text), (text, following)


BAD = [
    *MOVES, *map(m.Choose, THINGS), m.PlayCard("nothing"), m.PlayCard(HIDDEN), m.UseRow("survey"), m.UseRow("fly"),
    m.StepTo("Z99"), m.StepTo("A3"), m.StepTo("D2"), m.StepTo("nowhere \u00e9"), m.Choose(""), m.Choose("unit:nobody"),
    m.Choose("place:x"), m.Choose("number:\u00b2"), m.Choose("space:Z9"), m.Choose("x" * 500), m.GiveMore("nobody"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(6))
def test_every_refusal_is_a_sentence(number):
    """Whatever is wrong with a move, the player reads why."""
    for table in random_game(number):
        for seat in table.ask.seats if table.ask else ():
            legal = table.moves(seat)
            for move in BAD:
                if move not in legal:
                    assert_sentence(words.why_not(table.view(seat), table.ask, seat, move))


@pytest.mark.parametrize(("number", "scenario"), SCENARIOS)
def test_the_view_fits_a_terminal(number, scenario):
    """78 columns of ASCII, for a player and for a spectator."""
    for count, table in enumerate(random_game(number, scenario)):
        if count % 10 == 0 or not table.ask:
            for seat in (table.setup.seats[0], NOBODY):
                text = plain.tell_view(table.view(seat), seat)
                assert text.isascii()
                assert max(map(len, text.splitlines())) <= 78
                assert "?" not in text


# What is told


def test_a_refusal_says_what_would_be_right():
    """HOW-TRV-01..03, HOW-ADV-06"""
    travel = f.TravelOn(seats=ASKED, steps=1)
    board = library().scenes["order-in-chaos"].board
    here = view().figures["nabo"]
    closed = next(space for space, kind in board.terrain.items() if kind.impassable)
    far = next(space for space in board.grid.spaces if board.grid.distance(here, space) == 3 and board.is_open(space))
    assert f"{closed} is impassable" in words.why_not(view(), travel, "nabo", m.StepTo(closed))
    assert f"{far} is not adjacent to {here}" in words.why_not(view(), travel, "nabo", m.StepTo(far))
    for way in library().scenes["order-in-chaos"].ways[here]:
        assert way in words.why_not(view(), travel, "nabo", m.StepTo(far))
    not_held = next(card for card in library().resources if card not in view().hands["nabo"])
    act = f.Act(seats=ASKED)
    assert "is not in Nabo's hand" in words.why_not(view(), act, "nabo", m.PlayCard(not_held))
    assert "play a card or pass" in words.why_not(view(), act, "nabo", m.Stop())
    use = f.ChooseUse(seats=ASKED)
    taking = copy(view())
    taking.taken = ("nabo", view().hands["nabo"][0])
    assert "can be played for: " in words.why_not(taking, use, "nabo", m.UseRow("survey"))


def test_units_of_one_name_are_numbered():
    """Each unit has a name of its own, the same on the map and in the spot for the defeated."""
    state = copy(view())
    names = {unit: words.unit_name(state, unit) for unit in state.units}
    assert len(set(names.values())) == len(names)
    lost = next(unit for unit, name in names.items() if re.search(r" 1 \(", name))
    t.UnitDefeated(lost).apply(state)
    assert {unit: words.unit_name(state, unit) for unit in names} == names


def test_units_of_two_armies_are_told_apart():
    """Where both sides have pikes, the army is part of the name."""
    seen = table_of(1, scenario="proving-ground").view("nabo")
    names = [words.unit_name(seen, unit) for unit in seen.units]
    assert len(set(names)) == len(names)
    assert any("(Reds, " in name for name in names)
    assert any("(Blues, " in name for name in names)


def test_a_change_of_motivation_is_told_with_its_reason():
    """HOW-MOT-03"""
    told = words.tell_fact(view(), t.MotivationChanged("macaw", 4, "macaw-l1"))
    assert told == f"The Macaws' motivation is now 4 ({library().title('macaw-l1')})."


def test_masked_cards_are_counted():
    """HOW-GEN-23: with private hands one reads how many cards somebody got, and not which."""
    told = words.tell_fact(view(), t.HandsDealt({"nabo": (CARD,), "yainar": (RESOURCE, RESOURCE)}))
    assert told == f"The starting hands were dealt. Nabo got {library().title(CARD)}; Yainar got 2 cards."


def test_a_scheme_without_anything_in_reach_says_so():
    """HOW-GEN-16: it can be played, but the player knows that it will be for nothing."""
    assert "scheme (no target)]" in words.tell_move(view(), "nabo", m.PlayCard("r16"))
    state = copy(view())
    state.hands = {**state.hands, "nabo": ("r16",)}
    state.taken = ("nabo", "r16")
    assert "there is no nearby unit now." in words.tell_ask(state, f.ChooseUse(seats=ASKED), "nabo")


def test_the_outcome_names_the_sides():
    """HOW-STA-02..03"""
    state = copy(view())
    state.won, state.motivation, state.round = True, {"macaw": 1, "ocelot": 2}, 4
    assert words.outcome(state) == "You won in round 4: both sides are ready for peace (Macaws 1 and Ocelots 2)."
    state.won, state.motivation = False, {"macaw": 0, "ocelot": 2}
    assert words.outcome(state) == "You lost in round 4: the Macaws had no motivation left."


def test_the_map_shows_every_space_and_every_unit():
    """HOW-MAP-01: each space is there once, and where a unit stands its army, group and facing can be read."""
    drawing = plain.tell_map(view()).partition("Spaces:")[0]
    board = library().scenes["order-in-chaos"].board
    assert sorted(re.findall(r"[A-Z]\d+", drawing)) == sorted(board.grid.spaces)
    lines = drawing.splitlines()
    for name, unit in view().units.items():
        line = next(number for number, text in enumerate(lines) if f"{unit.space} " in text)
        place = lines[line].index(f"{unit.space} ")
        inside = lines[line + 1][place : place + 6]
        sign = {"circle": "o", "star": "*", "cog": "#"}[unit.group]
        assert f"{unit.army[0].upper()}{sign}" in inside, name


def crowded(seats, units):
    """The drawing of a map on which adventurers and units share the starting space."""
    state = copy(table_of(1, seats).view("nabo"))
    start = state.figures["nabo"]
    state.units = {name: replace(state.units[name], space=start, facing="down-left", damage=1) for name in units}
    return plain.tell_map(state).partition("Spaces:")[0]


def test_a_crowded_space_still_shows_who_is_there():
    """Detail gives way to room: facing and damage first, then the groups, then whoever is left."""
    assert "M*<v1" in crowded(("nabo",), ["macaw-1"])
    assert "nM*Mo" in crowded(("nabo",), ["macaw-1", "macaw-3"])
    assert "nyatM2" in crowded(SEATS, ["macaw-1", "macaw-3"])
    assert "nyatM&" in crowded(SEATS, ["macaw-1", "macaw-3", "ocelot-1"])


def test_only_an_own_hand_is_told_when_hands_are_private():
    """HOW-GEN-05"""
    table = table_of(1, options=("private-hands",))
    told = plain.tell_view(table.view("nabo"), "nabo")
    shown = [library().title(card) in told for seat in ("nabo", "yainar") for card in table.state.hands[seat]]
    assert shown == [True] * 4 + [False] * 4
    assert "Yainar, on F3: 4 cards, hidden" in told


def test_a_card_in_a_private_hand_is_not_named_before_it_is_played():
    """HOW-GEN-05"""
    table = table_of(1, options=("private-hands",))
    card = table.state.hands["nabo"][0]
    table.submit("nabo", m.PlayCard(card))
    assert library().title(card) in words.tell_ask(table.view("nabo"), table.ask, "nabo")
    for seat in ("yainar", NOBODY):
        assert words.tell_ask(table.view(seat), table.ask, seat) == "Nabo: What do you play a card for?"


def test_a_known_order_card_is_told_with_its_place():
    """HOW-GEN-06, HOW-SUR-02: face-up cards may be read where they lie."""
    state = copy(table_of().state)
    deck = state.orders[ORDER]
    t.OrderRevealed(ORDER, deck.cards[1]).apply(state)
    told = plain.tell_orders(RULES.view(state, "nabo"))
    assert "1. face down" in told
    assert f"2. {library().title(deck.cards[1])} (speed " in told
    assert library().title(deck.cards[0]) not in told
