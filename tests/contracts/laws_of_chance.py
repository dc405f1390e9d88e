"""The law about chance: nothing but the dice of a table depends on its secret, so that nobody can foresee them."""

from __future__ import annotations

import pickle
import re
from typing import Any

from engine.core.dice import SECRET_SIZE, Dice
from engine.core.table import Table
from tests.contracts.playing import MemoryJournal, Played, Position, quick, reheaded
from tui.play.thinking import BotQuestion

SECRETS = (b"\x5a" * SECRET_SIZE, b"\xa5" * SECRET_SIZE)


def nothing_but_the_dice_depends_on_the_secret(game: Played) -> None:
    """Twin tables: the same position, another secret, so other dice to come.

    Everybody sees the same and may do the same at both; what is sent to the process of a bot or a hint is the same byte
    for byte, and so is its answer. Bots know no more than that: what is sent says it all.
    """
    dice = Dice(game.setup.seed or 0, game.table.number)
    for here in (dice.choice(game.positions), dice.choice(game.positions)):
        one, other = (twin(game, here, secret) for secret in SECRETS)
        assert one._chance.dice(here.number).below(1 << 64) != other._chance.dice(here.number).below(1 << 64)
        for seat in game.watchers:
            assert one.view(seat) == other.view(seat)
            assert one.moves(seat) == other.moves(seat)
            _check_sent(one, other, seat)
        assert _answer(one) == _answer(other)


def twin(game: Played, here: Position, secret: bytes) -> Table[Any]:
    """The table when a question was open, but with a secret instead of its seed."""
    lines = reheaded(game.journal.kept[: here.number + 1], rb'"seed":\d+', b'"seed":null')
    lines = reheaded(lines, rb'"secrets":\[\]', b'"secrets":[[0,"%s"]]' % secret.hex().encode())
    return Table.resume(game.rules, MemoryJournal(lines))


def _check_sent(one: Table[Any], other: Table[Any], seat: str) -> None:
    sent = pickle.dumps(BotQuestion.of(one, seat))
    assert sent == pickle.dumps(BotQuestion.of(other, seat)), f"What a bot for {seat!r} is sent depends on the secret."
    assert not re.search(b"|".join(re.escape(form) for form in (SECRETS[0], SECRETS[0].hex().encode())), sent)


def _answer(table: Table[Any]) -> Any:
    assert table.ask is not None
    seat = table.ask.seats[0]
    view, moves = table.view(seat), table.moves(seat)
    return quick("greedy").choose(table.rules, view, table.stack, seat, moves, Dice(1, table.number))
