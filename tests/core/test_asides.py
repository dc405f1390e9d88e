"""Asides: what any seat may say and do at any time, and how it is kept, told and taken back."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused
from engine.core.kinds import NOBODY
from engine.core.table import Table
from engine.core.verify import verify
from tests.contracts.playing import MemoryJournal, begun
from tests.made_up import facts, frames, moves, rules
from tui.play.moments import entries
from tui.play.story import Watcher

HAIL = moves.Remark("hail")


@pytest.fixture
def journal():
    return MemoryJournal()


@pytest.fixture
def table(journal):
    """Amber is to move, and jade waits."""
    table = begun(rules, seats=["amber", "jade"], journal=journal)
    while not isinstance(table.ask, frames.ChooseWalker):
        seat = table.ask.seats[0]
        table.submit(seat, rules.idlest(table.view(seat), table.ask, seat))
    return table


def test_a_seat_that_is_not_asked_may_say_something_and_the_question_stays(table):
    asked, number = table.stack, table.number
    assert HAIL in table.asides("jade")
    assert table.submit("jade", HAIL) == [facts.RemarkMade("jade", "hail")]
    assert (table.stack, table.number) == (asked, number + 1)
    assert HAIL not in table.asides("jade")


def test_asides_are_for_the_seats_of_the_table_while_the_game_is_on(table):
    assert table.asides(NOBODY) == ()
    for stranger in (NOBODY, "violet"):
        with pytest.raises(Refused, match="no seat"):
            table.submit(stranger, HAIL)
    table.submit("jade", moves.Resign())
    assert table.asides("amber") == ()
    with pytest.raises(Refused, match="over"):
        table.submit("amber", HAIL)


def test_an_aside_that_is_not_possible_now_is_refused_with_its_own_reason(table):
    table.submit("jade", HAIL)
    with pytest.raises(Refused, match="said something in this round"):
        table.submit("jade", HAIL)


def test_resigning_ends_the_game_in_the_middle_of_a_question(table):
    table.submit("jade", moves.Resign())
    assert (table.ask, table.stack) == (None, ())
    assert table.outcome.winners == ("amber",)


def test_a_draw_that_all_agree_to_has_no_winner(table):
    table.submit("jade", moves.OfferDraw())
    assert table.ask is not None
    table.submit("amber", moves.AcceptDraw())
    assert table.ask is None
    assert table.outcome.winners == ()


def test_an_aside_is_an_ordinary_line_of_the_save(table, journal):
    table.submit("jade", HAIL)
    table.submit("amber", moves.OfferDraw())
    loaded = Table.resume(rules, MemoryJournal(journal.kept))
    assert (loaded.state, loaded.stack, loaded.ask) == (table.state, table.stack, table.ask)
    assert loaded.steps[-1].is_aside
    assert loaded.steps[-1].move == moves.OfferDraw()
    assert verify(rules, journal).moves == table.number - 1


@pytest.mark.parametrize("speaker", ["amber", "jade"])
def test_an_answer_is_not_stale_because_somebody_has_said_something(table, speaker):
    at = table.question
    table.submit(speaker, HAIL)
    table.submit("amber", moves.Rest(), at)


def test_an_answer_is_stale_after_an_answer_and_an_aside(table):
    at = table.question
    table.submit("amber", moves.Rest(), at)
    table.submit("jade", HAIL)
    with pytest.raises(Refused, match="moved on"):
        table.submit("jade", moves.Rest(), at)


def test_an_aside_of_ones_own_can_be_taken_back(table):
    before = (table.state, table.stack)
    table.submit("jade", HAIL)
    table.undo("jade")
    assert (table.state, table.stack) == before
    assert HAIL in table.asides("jade")


def heard(table, seat):
    """The words of the last move in the log of a seat."""
    return next(entries(Watcher(rules, seat), table.steps[-1], table.number - 1))


def test_others_hear_of_a_move_as_much_as_they_may():
    """A secret bid is told with its sparks to the bidder alone."""
    table = begun(rules, seats=["amber", "jade"])
    while not isinstance(table.ask, frames.PlaceBid):
        seat = table.ask.seats[0]
        table.submit(seat, rules.idlest(table.view(seat), table.ask, seat))
    table.submit("jade", moves.Bid(1))
    assert [heard(table, seat).words for seat in ("jade", "amber", NOBODY)] == [
        "Bid 1",
        "Bid in secret",
        "Bid in secret",
    ]


def test_a_public_move_is_told_to_everybody_with_what_it_concerns(table):
    table.submit("amber", moves.Send("amber-2"))
    for seat in ("jade", NOBODY):
        assert (heard(table, seat).words, heard(table, seat).things) == ("Send amber-2", ("walker:amber-2",))
