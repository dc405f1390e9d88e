"""What the made-up game is for: each thing that the core has to carry, shown once by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.core.cards import HIDDEN
from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from engine.core.table import Table
from tests.contracts.playing import MemoryJournal, begun
from tests.made_up import facts, frames, moves, rules
from tests.made_up.state import owner_of


class Marsh:
    """A table of the ford whose players do what a test tells them."""

    def __init__(self, seed=1, seats=("amber", "jade"), **chosen):
        self.journal = MemoryJournal()
        self.table = begun(rules, seats=list(seats), seed=seed, journal=self.journal, **chosen)

    @property
    def state(self):
        return self.table.state

    def do(self, *answers):
        """Each answer is given by the seat that is asked; several seats asked at once answer in their order."""
        for move in answers:
            told = self.table.submit(self.table.ask.seats[0], move)
        return told

    def bid(self):
        """Nobody bids; amber is the first to move."""
        self.do(*(moves.Bid(0) for _ in self.table.ask.seats))
        return self

    def walker(self, seat, face):
        """The walker of a seat that has this face."""
        return next(item for item, each in self.state.faces.items() if each == f"{seat}.{face}")

    def view(self, seat):
        return self.table.view(seat)


def attacked(seed=1, **chosen):
    """Amber's brute has attacked jade's first walker."""
    marsh = Marsh(seed, **chosen).bid()
    marsh.do(moves.Send(marsh.walker("amber", "brute")), moves.Attack("jade-1"))
    return marsh


# Hidden pieces that only their owner knows


def test_only_the_owner_knows_who_stands_under_a_cloak():
    marsh = Marsh()
    own = {item: face for item, face in marsh.state.faces.items() if owner_of(item) == "amber"}
    for seat, known in (("amber", own), ("jade", dict.fromkeys(own, HIDDEN)), (NOBODY, dict.fromkeys(own, HIDDEN))):
        assert {item: marsh.view(seat).faces[item] for item in own} == known


def test_regrouping_shuffles_within_a_space_and_voids_what_others_knew():
    """The walker that jade looked at may be another one now; the one that amber keeps elsewhere is not touched."""
    marsh = Marsh(seats=("jade", "amber")).bid()
    scout = marsh.walker("jade", "scout")
    marsh.do(moves.Send(scout), moves.Look("amber-1"))
    assert marsh.view("jade").faces["amber-1"] == marsh.state.faces["amber-1"]
    before = marsh.state.faces
    [shuffled] = marsh.do(moves.Regroup(marsh.state.walkers["amber-1"].space))
    assert marsh.view("jade").faces["amber-1"] == HIDDEN
    assert marsh.state.looked["jade"] == frozenset()
    assert sorted(shuffled.faces.values()) == sorted(before[item] for item in shuffled.faces)
    assert set(shuffled.seen_by(marsh.state, "jade").faces.values()) == {HIDDEN}
    assert shuffled.seen_by(marsh.state, "amber") == shuffled


# Private looks that differ from seat to seat


def test_each_seat_knows_the_things_that_it_has_looked_at_itself():
    marsh = Marsh().bid()
    marsh.do(moves.Send(marsh.walker("amber", "scout")), moves.Look("jade-3"))
    marsh.do(moves.Send(marsh.walker("jade", "scout")), moves.Look("amber-2"))
    assert marsh.state.looked == {"amber": {"jade-3"}, "jade": {"amber-2"}}
    assert marsh.view("amber").faces["jade-3"] == marsh.state.faces["jade-3"]
    assert marsh.view("amber").faces["jade-2"] == HIDDEN
    assert marsh.view("jade").faces["amber-2"] == marsh.state.faces["amber-2"]
    assert marsh.view("jade").faces["amber-3"] == HIDDEN
    look = marsh.table.steps[-1].facts[0]
    assert look.seen_by(marsh.state, "amber").face == HIDDEN
    assert look.seen_by(marsh.state, "jade").face == marsh.state.faces["amber-2"]


# A reaction by another seat in the middle of a move, which may be answered


def test_an_attack_waits_for_the_other_seat_and_its_answer_for_the_attacker():
    marsh = attacked()
    assert marsh.table.ask == frames.React(seats=("jade",), attacker=marsh.walker("amber", "brute"), target="jade-1")
    marsh.do(moves.CoverWith("jade-2"))
    assert marsh.table.ask.seats == ("amber",)
    assert marsh.table.ask.target == "jade-2"
    marsh.do(moves.LetBe())
    assert marsh.table.ask == frames.ChooseWalker(seats=("jade",))
    assert marsh.state.open == frozenset()


def test_a_table_that_stops_inside_the_reactions_goes_on_there():
    """The save of every moment of the attack opens with the same question to the same seat."""
    marsh = attacked()
    for move in (moves.CoverWith("jade-2"), moves.GoOn(), moves.RollAgain(), moves.GoOn()):
        loaded = Table.resume(rules, MemoryJournal(marsh.journal.kept))
        assert (loaded.ask, loaded.stack, loaded.state) == (marsh.table.ask, marsh.table.stack, marsh.state)
        assert loaded.submit(loaded.ask.seats[0], move) == marsh.do(move)


def test_an_attack_can_be_taken_back_until_the_other_seat_has_reacted():
    marsh = attacked()
    marsh.table.undo("amber")
    marsh.do(moves.Attack("jade-1"), moves.CoverWith("jade-2"))
    with pytest.raises(Refused, match="The last move was Jade's"):
        marsh.table.undo("amber")
    marsh.table.undo("jade")
    assert isinstance(marsh.table.ask, frames.React)


# Two seats asked at once


@pytest.mark.parametrize("order", [("amber", "jade"), ("jade", "amber")])
def test_bids_are_secret_until_the_last_one_is_in_whoever_is_first(order):
    marsh, (first, second) = Marsh(), order
    assert set(marsh.table.ask.seats) == {"amber", "jade"}
    [placed] = marsh.table.submit(first, moves.Bid(2))
    assert placed.seen_by(marsh.state, second).sparks is None
    assert marsh.view(first).bids == {first: 2}
    assert marsh.view(second).bids == marsh.view(NOBODY).bids == {first: None}
    assert marsh.table.ask.seats == (second,)
    shown = marsh.table.submit(second, moves.Bid(1))[-1]
    assert shown == facts.BidsShown({first: 2, second: 1}, (first, second))
    assert marsh.state.sparks == {first: 0, second: 1}


def test_a_secret_bid_can_be_taken_back_while_the_other_thinks():
    marsh = Marsh()
    marsh.table.submit("jade", moves.Bid(2))
    marsh.table.undo("jade")
    assert marsh.table.ask.seats == ("amber", "jade")
    marsh.table.submit("jade", moves.Bid(0))
    marsh.table.submit("amber", moves.Bid(1))
    with pytest.raises(Refused, match="revealed"):
        marsh.table.undo("amber")


# A reroll before a result stands


def test_nobody_falls_before_both_seats_are_content_with_the_die():
    marsh = attacked()
    marsh.do(moves.GoOn())
    assert marsh.table.ask.seats == ("amber",)
    [again] = marsh.do(moves.RollAgain())
    assert isinstance(again, facts.DieRolled)
    assert (marsh.table.ask.seats, marsh.table.ask.roll) == (("jade",), again.result)
    assert marsh.state.fallen == ()
    spent, forced, fell = marsh.do(moves.RollAgain())
    assert spent == facts.SparksChanged("jade", by=-1)
    margin = 3 + forced.result - strength_of(marsh, "jade-1")
    assert fell.walker == ("jade-1" if margin >= 3 else marsh.walker("amber", "brute"))


def strength_of(marsh, walker):
    return {"keeper": 1, "scout": 2, "brute": 3, "shade": 0}[marsh.state.faces[walker].partition(".")[2]]


def test_a_defender_without_a_spark_is_not_asked():
    marsh = attacked(challenges=["dim"])
    marsh.do(moves.GoOn())
    assert isinstance(marsh.do(moves.GoOn())[0], facts.WalkerFell)


# A map that grows


def test_an_explored_tile_is_a_new_space_of_the_map():
    marsh = Marsh().bid()
    marsh.do(moves.Send("amber-1"))
    old, here = marsh.state, marsh.state.walkers["amber-1"].space
    place = next(move.space for move in marsh.table.moves("amber") if isinstance(move, moves.Explore))
    tile = old.tiles.top
    found = marsh.do(moves.Explore(place))
    assert found[0] == facts.TileFound(tile, place)
    assert place in marsh.state.grid.adjacent(here)
    assert place not in old.grid
    assert marsh.state.walkers["amber-1"].space == place


def test_nobody_knows_the_next_tile():
    marsh = Marsh()
    for seat in ("amber", "jade", NOBODY):
        assert set(marsh.view(seat).tiles.cards) == {HIDDEN}


# Edges with a meaning


def isle():
    """Amber is to send a walker from a shore of the isle."""
    marsh = Marsh(scenario="isle", seats=("amber", "jade", "violet")).bid()
    marsh.do(moves.Send("amber-1"))
    return marsh


def test_nobody_steps_across_deep_water():
    """ML-TRN-05"""
    marsh, water = isle(), "N14"
    here = marsh.state.walkers["amber-1"].space
    assert marsh.state.is_parted(here, water)
    assert marsh.state.is_parted(water, here)
    steps = {move.space for move in marsh.table.moves("amber") if isinstance(move, moves.StepTo)}
    assert steps == set(marsh.state.grid.adjacent(here)) - {water}
    with pytest.raises(Refused, match="Deep water lies before N14"):
        marsh.do(moves.StepTo(water))


def test_nobody_attacks_across_deep_water_but_a_scout_looks_across_it():
    """ML-TRN-05: jade stands on the isle, amber on a shore."""
    state = isle().state
    state.walkers = {**state.walkers, "jade-1": replace(state.walkers["jade-1"], space="N14")}
    scout = next(item for item, face in state.faces.items() if face == "amber.scout")
    ask = frames.ChooseDeed(seats=("amber",), walker=scout)
    found = rules.moves(rules.view(state, "amber"), ask, "amber")
    assert moves.Look("jade-1") in found
    assert moves.Attack("jade-1") not in found
    assert rules.why_not(state, ask, "amber", moves.Attack("jade-1")).startswith("Deep water lies before jade-1")
    state.water = ()
    assert moves.Attack("jade-1") in rules.moves(rules.view(state, "amber"), ask, "amber")


# Words that a decision needs


def test_an_owner_reads_who_a_walker_is_and_a_rival_does_not():
    marsh = Marsh().bid()
    move = moves.Send(marsh.walker("amber", "keeper"))
    assert rules.tell_move(marsh.view("amber"), "amber", move) == f"Send {move.walker} (keeper)"
    assert rules.tell_move(marsh.view("jade"), "amber", move) == f"Send {move.walker}"


def test_the_question_about_a_die_tells_who_would_fall():
    marsh = attacked()
    marsh.do(moves.GoOn())
    roll, needed = marsh.table.ask.roll, strength_of(marsh, "jade-1") + 3
    falls = "jade-1" if 3 + roll >= needed else marsh.walker("amber", "brute")
    told = f"The die shows {roll}: 3 + {roll} = {3 + roll} of {needed} needed, {falls} would fall. Does it stand?"
    assert rules.tell_ask(marsh.view("amber"), marsh.table.ask, "amber") == told
    assert marsh.do(moves.GoOn(), moves.GoOn())[-1] == facts.WalkerFell(falls)


def test_the_same_move_is_told_by_what_it_means_in_each_question():
    marsh = attacked()
    told = []
    for move in (moves.GoOn(), moves.RollAgain(), moves.RollAgain()):
        ask, seat = marsh.table.ask, marsh.table.ask.seats[0]
        told += [rules.tell_answer(marsh.view(seat), ask, seat, move)]
        marsh.do(move)
    assert told == ["Go on and fight", "Have the die rolled again", "Have the die rolled again for a spark"]


@pytest.mark.parametrize(
    ("light", "walkers", "sparks", "told"),
    [
        ((3, 2, 2), (1, 4, 4), (0, 2, 2), "Amber brings the most light home."),
        ((3, 3, 2), (2, 1, 4), (0, 2, 2), "The light is equal: Amber has more walkers."),
        ((3, 3, 2), (2, 2, 4), (1, 0, 2), "The light is equal: Amber has more sparks."),
        ((3, 3, 2), (2, 2, 4), (1, 1, 2), "Light, walkers and sparks are equal: Amber moved earlier."),
    ],
)
def test_the_end_tells_what_decided_it(monkeypatch, light, walkers, sparks, told):
    """ML-END-01: what a third rival has does not matter once they are behind."""
    seats = ("amber", "jade", "violet")
    state = Marsh(seats=seats).state
    state.ending, state.winners, state.sparks = "light", ("amber",), dict(zip(seats, sparks, strict=True))
    monkeypatch.setattr(type(state), "light", lambda self, seat: light[seats.index(seat)])
    monkeypatch.setattr(type(state), "walkers_of", lambda self, seat: ["one"] * walkers[seats.index(seat)])
    assert rules.outcome(state).reason == told


# Setups that cannot be played


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"scenario": "frd"}, 'There is no scenario "frd". Did you mean "ford"?'),
        ({"challenges": ["dimm"]}, 'There is no challenge of this scenario "dimm". Did you mean "dim"?'),
        ({"options": ["night"]}, 'There is no option "night".'),
        ({"seats": ["amber", "amber"]}, "The same seat is named twice."),
        ({"seats": ["amber"]}, "The Ford is for 2 or 3 players."),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(chosen, why):
    with pytest.raises(Refused) as refused:
        begun(rules, **chosen)
    assert str(refused.value).startswith(why)
