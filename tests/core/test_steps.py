"""Folding a journal: moves that were taken back cost nothing, and the states in between are there when asked for."""

import random

import pytest

from engine.core.kinds import Setup
from engine.core.steps import KEPT
from engine.core.table import Table
from tests.contracts.playing import MemoryJournal
from tui.measure.engine import Endless

RULES = Endless()
SETUP = Setup(game=RULES.id, scenario="order-in-chaos", seats=("nabo", "yainar"), seed=8, open_undo=True)


class Written:
    """A table, its journal, and how many facts every line of it has."""

    def __init__(self):
        self.journal = MemoryJournal()
        self.table = Table.begin(RULES, SETUP, self.journal)
        self.facts = len(self.table.steps[0].facts)
        self.rng = random.Random(3)

    def make(self, moves):
        for _ in range(moves):
            seat = self.rng.choice(self.table.ask.seats)
            self.table.submit(seat, self.rng.choice(self.table.moves(seat)))
            self.facts += len(self.table.steps[-1].facts)

    def take_back(self, moves):
        for _ in range(moves):
            self.table.undo("nabo")

    @property
    def standing(self):
        return sum(len(step.facts) for step in self.table.steps)


@pytest.fixture
def applied(monkeypatch):
    """How many facts were applied, kind by kind of fact."""
    counted = []

    def count(apply):
        return lambda fact, state: (counted.append(fact), apply(fact, state))[1]

    for kind in RULES.fact_types.__args__:
        monkeypatch.setattr(kind, "apply", count(kind.apply))
    return counted


def loaded(written, applied, **how):
    """Load the journal; how many facts that took."""
    applied.clear()
    table = Table.resume(RULES, MemoryJournal(written.journal.kept), **how)
    took = len(applied)
    assert (table.state, table.stack, table.number) == (written.table.state, written.table.stack, written.table.number)
    return took


@pytest.mark.parametrize("before", [0, 1, KEPT - 1, KEPT, KEPT + 70])
def test_a_move_that_was_taken_back_is_never_applied(applied, before):
    """Neither one that is made and taken back again and again, nor a whole series of moves."""
    written = Written()
    written.make(before)
    for back in (1, 1, 1, 2, 5, 20, 1):
        written.make(back)
        written.take_back(back)
    assert loaded(written, applied) == written.standing


@pytest.mark.parametrize("back", [KEPT + 5, 2 * KEPT, 2 * KEPT + 40])
def test_a_series_of_undos_of_any_length_applies_no_move_more_than_twice(applied, back):
    written = Written()
    written.make(2 * KEPT + 50)
    for _ in range(3):
        written.take_back(back)
        written.make(back)
    assert written.standing <= loaded(written, applied) <= 2 * written.facts


def test_checking_every_digest_applies_every_move_once(applied):
    written = Written()
    written.make(KEPT + 10)
    written.take_back(30)
    written.make(5)
    assert loaded(written, applied, every_digest=True) == written.facts


def test_the_state_before_every_step_is_that_of_the_table_that_wrote_it():
    written = Written()
    written.make(2 * KEPT + 30)
    written.take_back(KEPT)
    written.make(KEPT)
    for how in (False, True):
        table = Table.resume(RULES, MemoryJournal(written.journal.kept), every_digest=how)
        for step, true in zip(table.steps, written.table.steps, strict=True):
            assert (step.before, step.waiting, step.facts) == (true.before, true.waiting, true.facts)
