"""Laws about saves and undo: what is loaded is what was saved, and what is taken back never was."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.dice import Dice
from engine.core.errors import Refused
from engine.core.kinds import NOBODY, Seat
from engine.core.table import Table
from engine.core.verify import Verified, verify
from tests.contracts.playing import MemoryJournal, Played, digest


def a_loaded_table_is_the_saved_one(game: Played) -> None:
    """Folding the facts of a save gives the same states, stacks, questions and digests, from the first to the last."""
    loaded = Table.resume(game.rules, MemoryJournal(game.journal.kept))
    for old, new in zip(game.table.steps, loaded.steps, strict=True):
        assert (new.seat, new.move, new.facts) == (old.seat, old.move, old.facts)
        assert (new.before, new.waiting) == (old.before, old.waiting)
    assert_same_table(loaded, game.table)
    assert digest(game.rules, loaded.state, loaded.stack) == game.digests[-1]
    for here in _some(game):
        cut = Table.resume(game.rules, MemoryJournal(game.journal.kept[: here.number + 1]))
        assert (cut.number, cut.state, cut.stack) == (here.number, here.state, here.stack)
        assert digest(game.rules, cut.state, cut.stack) == game.digests[here.number - 1]
        assert cut.submit(here.step.seat, here.step.move) == list(here.step.facts)


def _some(game: Played) -> list[Any]:
    """Some positions of a game, other ones in each game."""
    dice = Dice(game.setup.seed, game.table.number)
    return [dice.choice(game.positions) for _ in range(5)]


def the_same_moves_give_the_same_facts(game: Played) -> None:
    """Played again from its seed and its moves, a game goes the same way, line for line of its save."""
    journal = MemoryJournal()
    again = Table.begin(game.rules, game.setup, journal)
    for here in game.positions:
        again.submit(here.step.seat, here.step.move)
    assert journal.kept == game.journal.kept
    facts = sum(len(step.facts) for step in game.table.steps)
    assert verify(game.rules, game.journal) == Verified(len(journal.kept), len(game.positions), 0, facts)


def undo_is_for_moves_that_told_nobody_anything(game: Played) -> None:
    """Only one's own last move can be taken back, and only if it revealed nothing; then all is as it was before it.

    Asides and what is arranged apart keep nobody else from taking something back: that has a law of its own.
    """
    journal = MemoryJournal()
    table = Table.begin(game.rules, game.setup, journal)
    for seat in game.watchers:
        _assert_no_undo(table, journal, seat)
    for here in game.positions:
        facts = table.submit(here.step.seat, here.step.move)
        for seat in game.watchers:
            if seat == here.step.seat and not any(fact.reveals_in(table.state) for fact in facts):
                table.undo(seat)
                _assert_taken_back_and_redone(game, table, here)
            elif not (here.step.is_aside or here.ask.apart):
                _assert_no_undo(table, journal, seat)
    assert_same_table(table, game.table)


def _assert_no_undo(table: Table[Any], journal: MemoryJournal, seat: Seat) -> None:
    before = (table.state, table.stack, table.number, len(journal.kept))
    with pytest.raises(Refused, match=r"^[A-Z].+\.$"):
        table.undo(seat)
    assert (table.state, table.stack, table.number, len(journal.kept)) == before


def _assert_taken_back_and_redone(game: Played, table: Table[Any], here: Any) -> None:
    """The position is the old one; the same move has the same dice and the same facts again."""
    assert (table.number, table.state, table.stack) == (here.number, here.state, here.stack)
    assert digest(game.rules, table.state, table.stack) == game.digests[here.number - 1]
    assert table.submit(here.step.seat, here.step.move) == list(here.step.facts)
    assert (table.state, table.stack) == (here.after, here.left)


def others_may_move_before_something_is_taken_back(game: Played) -> None:
    """A move can be taken back although others have said something since, or arranged something apart.

    What they did stands as it was, they see no difference, and the save folds and verifies. Made again, the move gives
    the same facts.
    """
    for here in game.positions:
        if not (here.step.is_aside or here.ask.apart):
            continue
        for seat in set(game.setup.seats) - {here.step.seat}:
            journal = MemoryJournal(game.journal.kept[: here.number + 2])
            table = Table.resume(game.rules, journal)
            if table.ask is not None and _has_moved_apart(table, seat):
                _check_taken_back_meanwhile(table, journal, seat)


def _has_moved_apart(table: Table[Any], seat: Seat) -> bool:
    """Whether a seat's own last move is one that others have only talked or arranged after."""
    mine = max((number for number, step in enumerate(table.steps) if step.seat == seat), default=0)
    later = table.steps[mine + 1 :]
    ask: Any = table.steps[mine].waiting[-1] if mine else None
    if not mine or any(step.reveals for step in table.steps[mine:]):
        return False
    return all(step.is_aside for step in later) or (
        not table.steps[mine].is_aside
        and ask.apart
        and seat in table.asked
        and all(step.is_aside or type(step.waiting[-1]) is type(ask) is type(table.ask) for step in later)
    )


def _check_taken_back_meanwhile(table: Table[Any], journal: MemoryJournal, seat: Seat) -> None:
    whole, number, lines = table.state, table.number, len(journal.kept)
    others = [(step.seat, step.move, step.facts) for step in table.steps if step.seat != seat]
    mine = [step for step in table.steps if step.seat == seat]
    strangers = set(table.setup.seats).difference(table.rules.sees_with(table.state, seat))
    seen = {each: table.view(each) for each in strangers}
    at = table.question
    try:
        table.undo(seat)
    except Refused:  # for instance an offer that somebody has accepted; what is arranged apart is never in the way
        assert mine[-1].is_aside or not mine[-1].waiting[-1].apart
        return
    assert (table.number, len(journal.kept)) == (number - 1, lines + 1)
    assert [(step.seat, step.move, step.facts) for step in table.steps if step.seat != seat] == others
    if not mine[-1].is_aside and mine[-1].waiting[-1].apart:
        for other, view in seen.items():
            assert table.view(other) == view, f"{other} sees that {seat} has taken something back."
            assert other not in table.asked or not table._is_stale(other, at)
    assert_same_table(Table.resume(table.rules, MemoryJournal(journal.kept), every_digest=True), table)
    verify(table.rules, journal)
    assert tuple(table.submit(seat, mine[-1].move)) == mine[-1].facts
    assert table.state == whole


def open_undo_takes_anything_back(game: Played) -> None:
    """With open undo every move can be taken back, one after the other; the save shows it and folds to the same end."""
    journal = MemoryJournal()
    table = Table.begin(game.rules, replace(game.setup, open_undo=True), journal)
    undone = 0
    for here in game.positions:
        table.submit(here.step.seat, here.step.move)
        back = min(here.number, 1 + here.number % 3)
        for _ in range(back):
            table.undo(game.setup.seats[0])
        undone += back
        for again in game.positions[here.number - back : here.number]:
            _assert_taken_back_and_redone(game, table, again)
    assert sum(b'"undo":' in line for line in journal.kept) == undone
    assert_same_table(table, game.table)
    assert_same_table(Table.resume(game.rules, MemoryJournal(journal.kept)), game.table)


def assert_same_table(one: Table[Any], other: Table[Any]) -> None:
    """Two tables are in the same position and ask the same of everybody."""
    assert (one.number, one.state, one.stack, one.ask) == (other.number, other.state, other.stack, other.ask)
    for seat in (*other.setup.seats, NOBODY):
        assert one.view(seat) == other.view(seat)
        assert one.moves(seat) == other.moves(seat)
