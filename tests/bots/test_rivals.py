"""Bots among rivals with secrets: they plan with nobody, take what wins, and beat play at random."""

from __future__ import annotations

from copy import copy

import pytest

from engine import bots
from engine.bots.futures import Futures
from engine.core.dice import Dice
from tests.contracts.playing import begun
from tests.made_up import frames, moves, rules

THINKING = ["greedy", "planner"]


def choice(name, table, seat, luck=1):
    view, listed = table.view(seat), table.moves(seat)
    return bots.bot(name, 150).choose(rules, view, table.stack, seat, listed, Dice(luck, table.number))


def winner(seed, **players):
    """Who wins a game among bots, each with its seat."""
    table = begun(rules, seats=list(players), seed=seed)
    while table.ask:
        seat = table.ask.seats[0]
        table.submit(seat, choice(players[seat], table, seat, luck=seed + 50))
    return table.outcome.winners[0]


@pytest.mark.parametrize("name", THINKING)
def test_thinking_beats_random_play(name):
    """From either seat, so that neither the seat nor the first turn decides."""
    won = sum(winner(seed, amber=name, jade="random") == "amber" for seed in range(8))
    won += sum(winner(seed, amber="random", jade=name) == "jade" for seed in range(8))
    assert won >= 12


def test_rivals_are_no_partners():
    """Both are asked at once and see nearly the same; still each plans for itself alone."""
    table = begun(rules, seats=["amber", "jade"])
    assert table.ask.seats == ("amber", "jade")
    for seat in table.ask.seats:
        assert list(Futures(rules, table.view(seat), table.stack, seat, Dice(1, 1)).partners()) == [seat]


def at_a_stone(face):
    """Amber sends its brute in the last round, which stands on a stone that everybody has seen."""
    table = begun(rules, seats=["amber", "jade"])
    for seat in ("amber", "jade"):
        table.submit(seat, moves.Bid(0))
    state = copy(table.state)
    stone, space = next(iter(state.stones.items()))
    brute = next(item for item, who in state.faces.items() if who == "amber.brute")
    faces = dict(state.faces)
    other = next(item for item, each in faces.items() if each == face)
    faces[stone], faces[other] = face, faces[stone]
    walkers = {**state.walkers, brute: type(state.walkers[brute])("amber", space)}
    state.faces, state.walkers, state.open, state.rounds = faces, walkers, state.open | {stone}, 1
    table.state = state
    table._forget()
    table.submit("amber", moves.Send(brute))
    assert isinstance(table.ask, frames.ChooseDeed)
    return table, moves.Lift(stone)


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("luck", range(4))
def test_a_stone_that_wins_is_lifted_and_a_snare_is_not(name, luck):
    table, lift = at_a_stone("beacon")
    assert choice(name, table, "amber", luck) == lift
    table, lift = at_a_stone("snare")
    assert choice(name, table, "amber", luck) != lift
