"""The table: it carries a move out whole or not at all, takes back what told nobody anything, and says no in words."""

import msgspec
import pytest

from engine.core.errors import Refused, SaveError
from engine.core.journal import NoJournal
from engine.core.kinds import NOBODY
from engine.core.table import Table
from tests.contracts.playing import MemoryJournal, begun
from tests.made_up import facts, frames, moves, rules


@pytest.fixture
def journal():
    return MemoryJournal()


@pytest.fixture
def table(journal):
    """Amber and jade are asked for their bids."""
    return begun(rules, journal=journal)


@pytest.fixture
def amber_moves(table):
    """The bids are shown; amber moves first."""
    table.submit("amber", moves.Bid(1))
    table.submit("jade", moves.Bid(0))
    return table


def position(table):
    """All that must stay the same when nothing happens."""
    return table.state, table.stack, table.ask, list(table.steps)


def assert_refused(table, journal, why, ask):
    """The table says no, and neither it nor its save has changed."""
    before, kept = position(table), list(journal.kept)
    with pytest.raises(Refused) as refused:
        ask()
    assert str(refused.value) == why
    assert position(table) == before
    assert journal.kept == kept


# Laying out


def test_a_new_table_is_laid_out_and_written_down_before_anybody_is_asked(table, journal):
    assert table.number == 1
    assert table.ask == frames.PlaceBid(seats=("amber", "jade"))
    assert table.outcome is None
    [layout] = table.steps
    assert (layout.seat, layout.move) == (NOBODY, None)
    assert len(journal.kept) == 2


def test_a_setup_that_cannot_be_played_leaves_no_trace(journal):
    with pytest.raises(Refused):
        begun(rules, seats=["amber", "amber"], journal=journal)
    assert journal.kept == []


def test_the_same_seed_lays_out_the_same_table_and_another_seed_another(table):
    assert begun(rules).state == table.state
    assert begun(rules, seed=2).state != table.state


# Submitting


def test_a_move_returns_what_happened_and_opens_the_next_question(table):
    assert table.submit("jade", moves.Bid(2)) == [facts.BidPlaced("jade", 2)]
    assert table.number == 2
    assert table.ask == frames.PlaceBid(seats=("amber",))


def test_views_and_moves_are_made_once_per_question(table):
    assert table.view("amber") is table.view("amber")
    assert table.moves("amber") is table.moves("amber")
    view, listed = table.view("amber"), table.moves("amber")
    table.submit("jade", moves.Bid(2))
    assert table.view("amber") != view
    assert table.moves("amber") == listed
    assert table.moves("jade") == ()


def test_nobody_who_is_not_asked_has_a_move(table):
    assert table.moves(NOBODY) == ()
    assert table.moves("violet") == ()


def test_a_move_leaves_the_state_before_it_as_it_was(amber_moves):
    before = amber_moves.state
    kept = msgspec.json.encode(before)
    amber_moves.submit("amber", moves.Rest())
    assert amber_moves.state is not before
    assert msgspec.json.encode(before) == kept


def test_seats_that_are_asked_together_keep_their_question_while_the_others_answer(table):
    """Jade answers first; amber, who still looks at question 1, was asked nothing else since."""
    table.submit("jade", moves.Bid(2), at=1)
    table.submit("amber", moves.Bid(0), at=1)
    assert table.question > 2


def test_an_answer_to_an_older_question_is_refused(table, journal):
    """Whoever still looks at question 1 does not answer a later one by mistake."""
    table.submit("jade", moves.Bid(2), at=1)
    table.submit("amber", moves.Bid(0), at=1)
    seat = table.ask.seats[0]
    why = f"The table has moved on: that answers question 1, and question {table.question} is open."
    assert_refused(table, journal, why, lambda: table.submit(seat, table.moves(seat)[0], at=1))


def test_the_same_question_asked_anew_is_another_question(table, journal, monkeypatch):
    """Amber's answer led on, and everybody is asked again, amber too: what jade saw is not what she would answer."""

    def take(turn, ask, seat, move):
        turn.emit(facts.RoundBegan(turn.state.round + 1))
        turn.push(frames.PlaceBid(seats=("amber", "jade")))

    monkeypatch.setattr(rules, "take", take, raising=False)
    table.submit("amber", moves.Bid(1), at=1)
    why = "The table has moved on: that answers question 1, and question 2 is open."
    assert_refused(table, journal, why, lambda: table.submit("jade", moves.Bid(0), at=1))


def test_a_resumed_table_refuses_answers_to_older_questions(table, journal):
    for _ in range(3):
        table.submit("jade", moves.Bid(2))
        table.undo("jade")
    loaded = Table.resume(rules, journal)
    for each in (table, loaded):
        why = "The table has moved on: that answers question 3, and question 7 is open."
        assert_refused(each, journal, why, lambda each=each: each.submit("amber", moves.Bid(0), at=3))


def test_a_resumed_table_counts_its_questions_on(table, journal):
    """Also those of moves that were taken back: the question that is open has the number that it had."""
    for _ in range(3):
        table.submit("jade", moves.Bid(2), at=table.question)
        table.undo("jade")
    assert (table.number, table.question) == (1, 7)
    assert Table.resume(rules, MemoryJournal(journal.kept)).question == 7


def test_a_move_out_of_turn_is_refused(amber_moves, journal):
    why = "It is not for Jade to answer now; the table waits for Amber."
    assert_refused(amber_moves, journal, why, lambda: amber_moves.submit("jade", moves.Rest()))


def test_a_seat_that_has_answered_is_not_asked_again(table, journal):
    table.submit("jade", moves.Bid(1))
    why = "It is not for Jade to answer now; the table waits for Amber."
    assert_refused(table, journal, why, lambda: table.submit("jade", moves.Bid(0)))


@pytest.mark.parametrize("stranger", ["violet", "", "AMBER"])
def test_a_move_for_a_seat_that_is_not_there_is_refused(table, journal, stranger):
    why = f'There is no seat "{stranger}" at this table.'
    assert_refused(table, journal, why, lambda: table.submit(stranger, moves.Bid(0)))


def test_a_move_that_is_not_legal_is_refused_with_the_reason_of_the_rules(table, journal):
    why = "You cannot bid 3: you have 2 sparks."
    assert_refused(table, journal, why, lambda: table.submit("amber", moves.Bid(3)))


def test_a_move_of_the_right_kind_for_another_seat_is_refused(amber_moves, journal):
    why = "jade-1 is not one of your walkers."
    assert_refused(amber_moves, journal, why, lambda: amber_moves.submit("amber", moves.Send("jade-1")))


def test_nothing_can_be_done_once_the_game_is_over(table, journal):
    last = play_on(table)
    assert table.ask is None
    assert table.outcome.winners
    assert_refused(table, journal, "The game is over.", lambda: table.submit("amber", last))


def play_on(table):
    """Everybody does the first thing on the list, until the game is over."""
    while table.ask is not None:
        seat = table.ask.seats[0]
        move = table.moves(seat)[0]
        table.submit(seat, move)
    return move


def test_a_move_that_cannot_be_written_down_is_not_made(table, journal, monkeypatch):
    def full(line):
        raise SaveError("The disk is full.")

    before = position(table)
    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(SaveError, match="full"):
        table.submit("amber", moves.Bid(1))
    assert position(table) == before
    monkeypatch.undo()
    table.submit("amber", moves.Bid(1))
    assert Table.resume(rules, journal).state == table.state


def test_a_rule_that_fails_leaves_the_table_as_it_was(table, journal, monkeypatch):
    """The move is half done when the rule fails; nothing of it is seen."""

    def fail(turn, frame):
        raise ZeroDivisionError

    table.submit("amber", moves.Bid(1))
    before, kept = position(table), list(journal.kept)
    monkeypatch.setattr(rules, "run", fail, raising=False)
    with pytest.raises(ZeroDivisionError):
        table.submit("jade", moves.Bid(1))
    assert position(table) == before
    assert journal.kept == kept


def test_rules_that_go_round_in_a_circle_are_found_out(table, monkeypatch):
    """They fail instead of hanging the table, and the table stays as it was."""
    monkeypatch.setattr(rules, "run", lambda turn, frame: turn.push(frame), raising=False)
    table.submit("amber", moves.Bid(1))
    before = position(table)
    with pytest.raises(RuntimeError, match="the rules still ask nobody: ShowBids"):
        table.submit("jade", moves.Bid(1))
    assert position(table) == before


# Undo


def test_a_move_that_told_nobody_anything_can_be_taken_back(amber_moves, journal):
    before = position(amber_moves)
    amber_moves.submit("amber", moves.Send("amber-1"))
    amber_moves.undo("amber")
    assert position(amber_moves) == before
    assert journal.kept[-1].startswith(b'{"seat":"amber","undo":3,')


def test_several_moves_can_be_taken_back_one_after_the_other(amber_moves):
    before = position(amber_moves)
    amber_moves.submit("amber", moves.Send("amber-1"))
    step = next(move for move in amber_moves.moves("amber") if isinstance(move, moves.StepTo))
    amber_moves.submit("amber", step)
    amber_moves.undo("amber")
    amber_moves.undo("amber")
    assert position(amber_moves) == before


def test_the_same_move_has_the_same_chance_after_it_was_taken_back(journal):
    """With open undo, because chance that somebody sees cannot be taken back otherwise."""
    table = begun(rules, journal=journal, open_undo=True)
    table.submit("amber", moves.Bid(1))
    table.submit("jade", moves.Bid(0))
    regroup = moves.Regroup(table.state.walkers["amber-1"].space)
    first = table.submit("amber", regroup)
    table.undo("amber")
    assert table.submit("amber", regroup) == first


def test_a_move_that_revealed_something_stays(amber_moves, journal):
    amber_moves.submit("amber", moves.Send("amber-1"))
    explore = next(move for move in amber_moves.moves("amber") if isinstance(move, moves.Explore))
    amber_moves.submit("amber", explore)
    why = "The last move revealed something new, so it cannot be taken back."
    assert_refused(amber_moves, journal, why, lambda: amber_moves.undo("amber"))


def test_a_move_of_another_seat_stays(table, journal):
    table.submit("jade", moves.Bid(0))
    why = "The last move was Jade's; only Jade can take it back."
    assert_refused(table, journal, why, lambda: table.undo("amber"))


def test_the_layout_cannot_be_taken_back(table, journal):
    assert_refused(table, journal, "There is no move to take back.", lambda: table.undo("amber"))
    open_table = begun(rules, open_undo=True, journal=journal)
    assert_refused(open_table, journal, "There is no move to take back.", lambda: open_table.undo("amber"))


def test_open_undo_goes_back_to_the_layout_over_reveals_and_other_seats():
    table = begun(rules, open_undo=True)
    first = position(table)
    play_on(table)
    while table.number > 1:
        table.undo("jade")
    assert position(table) == first


def test_an_undo_that_cannot_be_written_down_is_not_made(table, journal, monkeypatch):
    def full(line):
        raise SaveError("The disk is full.")

    table.submit("amber", moves.Bid(1))
    before = position(table)
    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(SaveError, match="full"):
        table.undo("amber")
    assert position(table) == before


def test_an_answer_to_a_question_that_was_taken_back_is_stale(amber_moves):
    """Amber attacks one walker, takes that back and attacks another: jade's answer was meant for the first attack."""
    amber_moves.submit("amber", moves.Send("amber-1"))
    amber_moves.submit("amber", moves.Attack("jade-1"))
    asked = amber_moves.question
    amber_moves.undo("amber")
    amber_moves.submit("amber", moves.Attack("jade-2"))
    with pytest.raises(Refused, match="moved on"):
        amber_moves.submit("jade", moves.GoOn(), at=asked)


@pytest.mark.parametrize("open_undo", [False, True])
@pytest.mark.parametrize("stranger", [NOBODY, "violet"])
def test_undo_is_for_those_at_the_table(journal, stranger, open_undo):
    table = begun(rules, open_undo=open_undo, journal=journal)
    table.submit("amber", moves.Bid(0))
    assert_refused(table, journal, f'There is no seat "{stranger}" at this table.', lambda: table.undo(stranger))


# Resuming


def test_a_resumed_table_asks_the_same_question(amber_moves, journal):
    amber_moves.submit("amber", moves.Send("amber-1"))
    loaded = Table.resume(rules, MemoryJournal(journal.kept))
    assert (loaded.state, loaded.stack, loaded.ask) == position(amber_moves)[:3]
    assert loaded.setup == amber_moves.setup
    assert loaded.notice == ""
    assert loaded.moves("amber") == amber_moves.moves("amber")


def test_a_resumed_table_knows_its_moves_and_can_take_them_back(amber_moves, journal):
    before = position(amber_moves)[:3]
    amber_moves.submit("amber", moves.Send("amber-1"))
    loaded = Table.resume(rules, MemoryJournal(journal.kept))
    assert [step.move for step in loaded.steps] == [None, moves.Bid(1), moves.Bid(0), moves.Send("amber-1")]
    loaded.undo("amber")
    assert position(loaded)[:3] == before


def test_a_resumed_table_goes_on_in_the_same_save(amber_moves, journal):
    Table.resume(rules, journal).submit("amber", moves.Rest())
    amber_moves.submit("amber", moves.Rest())
    assert journal.kept[-1] == journal.kept[-2]


def test_a_table_without_a_journal_plays_the_same(table):
    silent = begun(rules, journal=NoJournal())
    play_on(silent)
    play_on(table)
    assert silent.state == table.state
