"""The law about bots that play several seats: they share a plan only with those who see the same and want the same."""

from __future__ import annotations

from typing import Any

from engine.core.dice import Dice
from engine.core.kinds import Ask, Seat
from engine.core.table import Transaction
from tests.contracts.playing import Played, Position, quick

THOUGHTS = 3
"""At this many positions of a game bots think about it."""


def a_shared_bot_keeps_the_secrets_of_each_party(game: Played) -> None:
    """What a bot chooses for a seat does not depend on what it thought for a seat of another party before.

    A bot of its own sees only the view of its seat, so it cannot know more. One that has just moved for a rival, or for
    a partner who knows other things, chooses the same.
    """
    asked = [here for here in game.positions if len(here.ask.seats) > 1]
    for here in asked[:: len(asked) // THOUGHTS + 1]:
        for name in ("greedy", "planner"):
            _check_shared(game, here, name)


def _check_shared(game: Played, here: Position, name: str) -> None:
    rules, first = game.rules, here.ask.seats[0]
    shared = quick(name)
    turn = Transaction.on(here.state, here.stack, Dice(game.setup.seed, here.number))
    move = _choice(game, shared, turn, here.ask, first)
    turn.stack.pop()
    rules.take(turn, here.ask, first, move)
    turn.run(rules)
    top = turn.stack[-1] if turn.stack else None
    for seat in top.seats if isinstance(top, Ask) else ():
        if rules.view(turn.state, seat) != rules.view(turn.state, first):
            assert isinstance(top, Ask)
            chosen = _choice(game, shared, turn, top, seat)
            assert chosen == _choice(game, quick(name), turn, top, seat), f"{name} plans for {seat} as {first}."
            return


def _choice(game: Played, bot: Any, turn: Transaction[Any], ask: Ask, seat: Seat) -> Any:
    view = game.rules.view(turn.state, seat)
    moves = game.rules.moves(view, ask, seat)
    return bot.choose(game.rules, view, tuple(turn.stack), seat, moves, Dice(3, len(turn.facts)))
