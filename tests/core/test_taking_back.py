"""Taking back what one has arranged in secret, although others have moved meanwhile."""

from __future__ import annotations

import pytest

from engine.core.errors import Refused, SaveError
from engine.core.journal import branched
from engine.core.kinds import NOBODY
from engine.core.table import Table
from engine.core.verify import Difference, verify
from tests.contracts.playing import MemoryJournal, begun
from tests.made_up import moves, rules
from tests.made_up.content import faces_of
from tui.play.sitting import Sitting
from tui.play.story import Story, Watcher

SEATS = ["amber", "jade", "violet"]


@pytest.fixture
def journal():
    return MemoryJournal()


@pytest.fixture
def table(journal):
    """Three seats arrange their walkers: amber has placed one, then jade two, then amber another."""
    table = begun(rules, seats=SEATS, options=["muster"], journal=journal)
    place(table, "amber", "shade")
    place(table, "jade", "brute", "scout")
    place(table, "amber", "keeper")
    return table


def place(table, seat, *faces):
    for face in faces:
        table.submit(seat, moves.Place(f"{seat}.{face}"))


def placed(table, seat):
    faces = [table.view(seat).faces[f"{seat}-{number}"] for number in range(1, 5)]
    return [face.partition(".")[2] for face in faces if face in faces_of(seat)]


def loaded(journal):
    return Table.resume(rules, MemoryJournal(journal.kept), every_digest=True)


def same(one, other):
    """Whether two tables are in the same position, with the same history."""
    steps = [
        [(step.seat, step.move, step.facts, step.before, step.waiting) for step in each.steps] for each in (one, other)
    ]
    return steps[0] == steps[1] and (one.state, one.stack) == (other.state, other.stack)


def test_a_seat_takes_back_its_own_although_others_have_moved(table, journal):
    lines = len(journal.kept)
    table.undo("jade")
    assert (placed(table, "jade"), placed(table, "amber")) == (["brute"], ["shade", "keeper"])
    assert len(journal.kept) == lines + 1
    table.undo("jade")
    table.undo("amber")
    assert (placed(table, "jade"), placed(table, "amber")) == ([], ["shade"])
    place(table, "jade", "keeper")
    assert same(loaded(journal), table)
    assert verify(rules, journal).undone == 3


def test_the_others_see_nothing_of_it(table):
    seen = {seat: table.view(seat) for seat in ("amber", "violet", NOBODY)}
    listed = table.moves("amber"), table.moves("violet")
    table.undo("jade")
    assert {seat: table.view(seat) for seat in seen} == seen
    assert (table.moves("amber"), table.moves("violet")) == listed


def test_an_answer_that_is_on_its_way_meanwhile_is_not_stale(table):
    """Amber and violet look at a question while jade takes something back; jade's own older answers are void."""
    at = table.question
    table.undo("jade")
    with pytest.raises(Refused, match="moved on"):
        table.submit("jade", moves.Place("jade.shade"), at)
    table.submit("amber", moves.Place("amber.brute"), at)
    table.undo("jade")
    table.submit("violet", moves.Place("violet.brute"), at)
    with pytest.raises(Refused, match="moved on"):
        table.submit("violet", moves.Place("violet.scout"), at)


def test_a_seat_that_is_ready_takes_nothing_back_once_others_go_on(table):
    place(table, "jade", "keeper")
    table.submit("jade", moves.Ready())
    place(table, "violet", "scout")
    with pytest.raises(Refused, match="The last move was Violet's"):
        table.undo("jade")


def test_nothing_is_taken_back_from_before_the_arrangement_ended(table):
    for seat in SEATS:
        while seat in table.asked and seat in table.state.arranging:
            table.submit(seat, table.moves(seat)[0])
    with pytest.raises(Refused, match="The last move was Violet's"):
        table.undo("amber")


def test_a_move_is_taken_back_past_a_remark(table, journal):
    table.submit("violet", moves.Remark("hail"))
    table.undo("amber")
    assert placed(table, "amber") == ["shade"]
    assert table.state.remarked == {"violet"}
    assert same(loaded(journal), table)


def test_an_offer_that_was_accepted_stands(table):
    table.submit("amber", moves.OfferDraw())
    table.submit("jade", moves.AcceptDraw())
    with pytest.raises(Refused, match="rests on that move"):
        table.undo("amber")


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_an_undo_that_was_cut_off_in_mid_write_loses_nothing(table, journal, cut):
    """One line: either all of it is on disk, or the moves of everybody stand as before."""
    before, lines = table.state, len(journal.kept)
    table.undo("jade")
    torn = MemoryJournal(journal.kept[:lines])
    torn.torn = True
    assert loaded(torn).state == before
    damaged = [*journal.kept[:lines], journal.kept[lines][:-cut]]
    with pytest.raises(SaveError, match="damaged"):
        Table.resume(rules, MemoryJournal(damaged))


def test_a_table_that_branches_off_has_what_stands(table, journal):
    """At each of the moves that stand, also those before the one that was taken back."""
    table.undo("jade")
    place(table, "violet", "keeper")
    for last in range(table.number):
        other = Table.resume(rules, MemoryJournal(branched(journal, last, "another")), every_digest=True)
        assert other.number == last + 1
        after = table.steps[last + 1].before if last + 1 < table.number else table.state
        assert other.state == after


def test_a_save_that_keeps_other_facts_than_the_rules_is_found(table, journal, monkeypatch):
    table.undo("jade")

    def take(turn, ask, seat, move):
        original(turn, ask, seat, moves.Place("jade.keeper") if seat == "jade" else move)

    original = rules.take
    monkeypatch.setattr(rules, "take", take)
    with pytest.raises(Difference, match="jade"):
        verify(rules, journal)


def test_an_undo_that_keeps_too_few_moves_is_refused(table, journal):
    table.undo("jade")
    without_the_first = [*journal.kept[:3], *journal.kept[4:]]
    with pytest.raises(SaveError, match="has number 3 where 2 was expected"):
        Table.resume(rules, MemoryJournal(without_the_first))
    early = [*journal.kept[:-2], journal.kept[-1]]
    with pytest.raises(SaveError, match="takes back move 3, but the last move was 3"):
        Table.resume(rules, MemoryJournal(early))


def test_the_story_tells_nobody_else_what_was_taken_back(table, journal):
    table.undo("jade")

    def story(seat):
        return "\n".join(Story(Watcher(rules, seat), 0, None).told(journal))

    assert "took move 3 back" in story("jade")
    assert "took move" not in story("amber") + story(NOBODY)
    assert "Jade: Put" not in story("amber")
    assert "Amber: Put" in story("amber")


def test_the_screen_of_one_seat_takes_back_that_seats_move(table):
    sitting = Sitting(table, ["jade"])
    log = [entry.words for entry in sitting.entries]
    assert sitting.take_back() == "Put the scout under the next cloak"
    assert placed(table, "jade") == ["brute"]
    assert [entry.words for entry in sitting.entries] == log[:-2]
