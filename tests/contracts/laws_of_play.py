"""Laws about playing: there is always a move, every listed move works, nothing is lost, states stay as they were."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.bots.futures import LONGEST
from engine.core.dice import Dice
from engine.core.kinds import NOBODY
from engine.core.rules import Rules
from engine.core.table import Transaction
from tests.contracts.playing import CAP, MOST_ROUNDS, Played, Position, digest

IDLED = 12
"""From about so many positions of a game everybody idles until the round is over."""


def the_game_ends(game: Played) -> None:
    """A game is over after at most 5,000 moves and 200 rounds, and somebody can say how it ended."""
    assert game.table.number <= CAP
    assert game.rules.round_of(game.table.state) <= MOST_ROUNDS
    assert game.table.ask is None
    assert game.table.stack == ()
    assert game.table.outcome is not None
    assert game.table.outcome.reason
    winners = set(game.table.outcome.winners)
    assert winners <= set(game.setup.seats)
    for side in game.rules.sides(game.table.state):
        assert winners.issuperset(side) or winners.isdisjoint(side), f"Of {side} only some have won."
    assert set(game.table.outcome.scores) in (set(), set(game.setup.seats))


def everybody_asked_can_answer(game: Played) -> None:
    """Until the game is over there is an ask, its seats are at the table, and each of them has a legal move."""
    rules, seats = game.rules, set(game.setup.seats)
    for here in game.positions:
        assert rules.outcome(here.state) is None
        assert here.ask.seats
        assert seats.issuperset(here.ask.seats)
        for seat in here.ask.seats:
            moves = rules.moves(game.view(here, seat), here.ask, seat)
            assert moves, f"{seat} has no answer to {here.ask!r}."
            assert len(set(moves)) == len(moves), f"{here.ask!r} lists a move twice."
            assert not any(move.aside for move in moves), f"{here.ask!r} lists an aside as an answer."


def asides_leave_the_question_open(game: Played) -> None:
    """What is done outside a question says so, is listed once, and puts no frame on the stack."""
    rules = game.rules
    for here in game.positions:
        for seat in game.setup.seats:
            asides = rules.asides(game.view(here, seat), seat)
            assert len(set(asides)) == len(asides), f"{seat} has an aside twice."
            for move in asides:
                assert move.aside, f"{move!r} is listed as an aside and is none."
                turn = Transaction.on(here.state, here.stack, Dice(game.setup.seed, here.number))
                rules.take_aside(turn, seat, move)
                assert turn.stack == list(here.stack), f"{move!r} changes what is asked."
                assert move.decides or not rules.outcome(turn.state), f"{move!r} ends the game without a warning."


def every_listed_move_is_accepted(game: Played) -> None:
    """Each legal move can be carried out, loses no piece, and what comes of it can be written down and read back."""
    rules = game.rules
    pieces = rules.accounted(game.positions[0].state)
    kinds = tuple[rules.move_types, tuple[rules.fact_types, ...], tuple[rules.frame_types, ...]]
    decode = msgspec.json.Decoder(kinds).decode
    for here in game.positions:
        for seat in game.setup.seats:
            for move in game.listed(here, seat):
                turn = game.carried_out(here, here.state, seat, move)
                assert rules.accounted(turn.state) == pieces, f"{move!r} in answer to {here.ask!r}"
                line = (move, tuple(turn.facts), tuple(turn.stack))
                assert decode(msgspec.json.encode(line)) == line
                assert bool(turn.stack) == (rules.outcome(turn.state) is None)


def every_piece_is_accounted_for(game: Played) -> None:
    """All cards and pieces are there from the first question to the last fact, each of them once."""
    pieces = game.rules.accounted(game.positions[0].state)
    assert pieces or type(game.rules).accounted is Rules.accounted, "a game that counts its pieces has some"
    assert list(pieces) == sorted(pieces)
    for here in game.positions:
        assert game.rules.accounted(here.after) == pieces, f"after move {here.number}"


def idling_ends_the_round(game: Played) -> None:
    """The idlest answer is a legal one, and a round in which everybody gives it comes to an end."""
    for here in game.positions:
        for seat in here.ask.seats:
            view = game.view(here, seat)
            assert game.rules.idlest(view, here.ask, seat) in game.rules.moves(view, here.ask, seat)
    for here in game.positions[:: len(game.positions) // IDLED + 1]:
        _idle(game, here)


def _idle(game: Played, here: Position) -> None:
    rules, began = game.rules, game.rules.round_of(here.state)
    turn = Transaction.on(here.state, here.stack, Dice(game.setup.seed, here.number))
    for _ in range(LONGEST):
        if not turn.stack or rules.round_of(turn.state) != began:
            return
        ask: Any = turn.stack.pop()
        seat = ask.seats[0]
        rules.take(turn, ask, seat, rules.idlest(rules.view(turn.state, seat), ask, seat))
        turn.run(rules)
    raise AssertionError(f"From question {here.number} on, idling does not end the round.")


def nothing_changes_behind_ones_back(game: Played) -> None:
    """Old states and stacks stay what they were, also after every question has been asked of them."""
    rules = game.rules
    for here, taken in zip(game.positions, game.digests, strict=False):
        for seat in game.onlookers(here):
            view = game.view(here, seat)
            kept = msgspec.json.encode(view)
            _ask_everything(game, here, view, seat)
            assert msgspec.json.encode(view) == kept, f"the view of {seat!r} at question {here.number} was changed"
        assert digest(rules, here.state, here.stack) == taken, f"the state at question {here.number} was changed"
    assert digest(rules, game.table.state, game.table.stack) == game.digests[-1]


def _ask_everything(game: Played, here: Position, view: Any, seat: str) -> None:
    """Whatever can be asked of a view."""
    rules = game.rules
    imagined = rules.imagine(view, seat, Dice(game.setup.seed + 7, here.number))
    if seat in here.ask.seats:
        for move in [*rules.moves(view, here.ask, seat)[:3], *rules.asides(view, seat)]:
            game.carried_out(here, imagined, seat, move)
            rules.tell_move(view, seat, move)
    if seat != NOBODY:
        assert 0 <= rules.value(view, seat) <= 1
    rules.round_of(view)
