"""Parties: seats of one person look together, and the curtain falls between people."""

from __future__ import annotations

import pytest

from engine import registry
from engine.core.errors import Refused
from engine.core.journal import NoJournal
from tests.contracts.playing import begun
from tests.made_up import frames
from tests.made_up import rules as marsh
from tui.play.chairs import Chairs, parse
from tui.play.sitting import Sitting

HORRORS = registry.game("horrors-of-war")


def sat(typed, *, game=marsh, **chosen):
    """A sitting on a new table with these chairs."""
    chairs = Chairs(parse(game, typed))
    table = begun(game, seats=[seat for seat, _ in chairs.items()], journal=NoJournal(), **chosen)
    return Sitting(table, chairs=chairs)


def test_one_person_with_two_seats_has_no_curtain():
    sitting = sat("amber=me,jade=me,violet=easy")
    assert sitting.table.view("amber") != sitting.table.view("jade")
    assert not sitting.has_secrets
    assert sitting.awaited == ""
    assert sitting.seats == ("amber", "jade")


def test_two_people_have_a_curtain_between_them():
    sitting = sat("amber=ann,jade=bob")
    assert sitting.has_secrets
    assert sitting.awaited == "amber"
    sitting.look_as("amber")
    assert sitting.awaited == ""
    sitting.make(sitting.choices[0])
    assert sitting.awaited == "jade"


def test_the_curtain_falls_between_people_and_not_between_seats():
    sitting = sat("amber=ann,jade=bob,violet=ann")
    sitting.look_as("amber")
    sitting.make(sitting.choices[0])
    assert sitting.asked == ("jade", "violet")
    assert sitting.front == "violet"
    assert sitting.awaited == ""
    sitting.make(sitting.choices[0])
    assert sitting.awaited == "jade"


def test_each_seat_of_a_person_answers_for_itself():
    """A bid of nothing is the same move for both, and still two moves; the log is the person's and stays."""
    sitting = sat("amber=me,jade=me")
    assert {choice.seat for choice in sitting.choices} == {"amber"}
    before = sitting.retold
    sitting.make(sitting.choices[0])
    assert sitting.front == "jade"
    assert {choice.seat for choice in sitting.choices} == {"jade"}
    assert sitting.retold == before


def test_one_person_among_bots_has_no_curtain_and_sees_one_hand():
    sitting = sat("amber=easy,jade=me,violet=hard")
    assert sitting.seats == ("jade",)
    assert not sitting.has_secrets
    assert sitting.view == sitting.table.view("jade")
    assert {choice.seat for choice in sitting.choices} == {"jade"}


def test_allies_who_see_the_same_have_no_curtain():
    """In Horrors of War with open hands everybody does."""
    assert not sat("nabo=ann,yainar=bob", game=HORRORS).has_secrets


def test_nobody_at_the_keyboard_sees_what_an_outsider_sees():
    sitting = sat("amber=easy,jade=hard")
    assert sitting.view == sitting.table.view("")
    assert not sitting.choices
    assert sitting.question == "Amber (easy) thinks"


# Taking back


def bots_moved(typed, **chosen):
    sitting = sat(typed, **chosen)
    sitting.make(sitting.choices[-1])
    while sitting.table.ask.seats[0] != "amber":
        seat = sitting.table.ask.seats[0]
        sitting.table.submit(seat, sitting.table.moves(seat)[0])
    return sitting


def test_with_open_undo_a_person_goes_back_over_moves_of_bots_to_the_own_last_question():
    sitting = bots_moved("amber=me,jade=easy,violet=easy", open_undo=True)
    words = sitting.take_back()
    assert words
    assert isinstance(sitting.table.ask, frames.PlaceBid)
    assert "amber" in sitting.asked
    assert sitting.table.number == 1


def test_without_open_undo_moves_of_bots_stand_and_it_is_said_why():
    sitting = bots_moved("amber=me,jade=easy,violet=easy")
    number = sitting.table.number
    with pytest.raises(Refused, match="has moved since; moves of bots are taken back only at a table with open undo"):
        sitting.take_back()
    assert sitting.table.number == number


def test_nobody_takes_back_the_move_of_another_person_behind_a_bot():
    sitting = sat("amber=ann,jade=bob,violet=easy", open_undo=True)
    sitting.look_as("amber")
    sitting.make(sitting.choices[0])
    sitting.table.submit("violet", sitting.table.moves("violet")[0])
    sitting.look_as("jade")
    with pytest.raises(Refused, match="only Amber can take it back"):
        sitting.take_back()


def test_there_is_nothing_to_take_back_where_only_bots_play():
    sitting = sat("amber=easy,jade=easy", open_undo=True)
    sitting.table.submit("amber", sitting.table.moves("amber")[0])
    with pytest.raises(Refused, match="no move of yours"):
        sitting.take_back()
