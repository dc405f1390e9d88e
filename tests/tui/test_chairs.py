"""Chairs: who sits on which seat, as it is typed, kept beside a save, and asked for the next move."""

from __future__ import annotations

import json

import pytest

from engine import registry
from engine.core.errors import Refused
from engine.core.journal import NoJournal
from tests.contracts.playing import begun
from tests.made_up import rules as marsh
from tui.play import chairs, note, saves
from tui.play.chairs import ANYBODY, BotTurns, Chair, Chairs, chair_of, parse

HORRORS = registry.game("horrors-of-war")
ME, HARD = Chair("person", "me"), Chair("bot", "hard")


# Typing


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nabo=me,yainar=hard", {"nabo": ME, "yainar": HARD}),
        ("nabo,yainar", {"nabo": ANYBODY, "yainar": ANYBODY}),
        ("Nabo = ann, yainar=Norman", {"nabo": Chair("person", "ann"), "yainar": Chair("person", "Norman")}),
        ("nabo=me,yainar=me", {"nabo": ME, "yainar": ME}),
        ("nabo=person", {"nabo": ANYBODY}),
        ("2", {"nabo": ANYBODY, "tambatro": ANYBODY}),
        (None, {"tambatro": ANYBODY}),
    ],
)
def test_chairs_are_typed_as_seats_with_who_sits_there(typed, found):
    assert parse(HORRORS, typed) == found


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("nabo=hrad", 'There is no level "hrad". Did you mean "hard"? For a person of that name type Hrad.'),
        ("nabo=me,nabo=hard", "Nabo is named twice in --seats."),
        ("nabo=greedy", '"greedy" plays in simulations only; a bot at a table has a level: easy, normal, hard.'),
        ("nabo=a b", "A person's name has at most 20 letters, digits and dashes, and begins with a letter or a digit."),
        ("9", "Peacemakers: Horrors of War is for 1 to 4 players."),
    ],
)
def test_what_cannot_be_a_chair_is_refused_in_a_sentence(typed, sentence):
    with pytest.raises(Refused) as refusal:
        parse(HORRORS, typed)
    assert str(refusal.value) == sentence


def test_a_seat_that_is_not_at_the_table_is_refused_with_the_nearest():
    with pytest.raises(Refused, match=r'There is no seat "nobo" at this table. Did you mean "nabo"\?'):
        chairs.seat_of(HORRORS, "nobo", ("nabo", "yainar"))
    assert chairs.seat_of(HORRORS, "Yainar", ("nabo", "yainar")) == "yainar"


def test_names_of_people_are_no_levels():
    for name in ("ann", "bob", "harry", "mary", "Norma"):
        assert chair_of(name) == Chair("person", name)


@pytest.mark.parametrize(
    ("typed", "ways"),
    [
        ("na", ["nabo"]),
        ("nabo=", ["nabo=me", "nabo=person", "nabo=easy", "nabo=normal", "nabo=hard"]),
        ("nabo=me,yainar=h", ["nabo=me,yainar=hard"]),
        ("nabo=me,na", []),
    ],
)
def test_chairs_are_completed(typed, ways):
    assert chairs.completions(HORRORS, typed) == ways


# Parties


def test_seats_with_one_name_are_one_party():
    found = Chairs(parse(marsh, "amber=me,jade=me,violet=easy")).parties
    assert found["amber"] == found["jade"]
    assert "violet" not in found
    apart = Chairs(parse(marsh, "amber=jade,jade")).parties
    assert apart["amber"] != apart["jade"]


# Keeping


@pytest.fixture
def opened(home):
    setup = saves.default_setup(
        HORRORS, scenario=None, seats="nabo,yainar", challenges=(), options=(), seed=3, open_undo=False
    )
    opened = saves.begin(HORRORS, setup, "game", {"nabo": ME, "yainar": HARD})
    yield opened
    opened.journal.close()


def again(opened):
    opened.leave()
    found = saves.open_save(opened.path, writing=False)
    return found.chairs


def test_chairs_are_there_again_when_a_save_is_opened(opened):
    assert dict(again(opened).items()) == {"nabo": ME, "yainar": HARD}
    opened.seat("yainar", ANYBODY)
    assert dict(again(opened).items()) == {"nabo": ME, "yainar": ANYBODY}


def test_the_journal_knows_nothing_of_chairs(opened):
    assert b"hard" not in opened.path.read_bytes()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff", b"[" * 5000, b'{"table": "x"}', b'{"table": 3, "chairs": {}}', b"\x1b]0;x\x07"]
)
def test_damaged_chairs_are_people_again_and_it_is_said(opened, content):
    note.file_of(opened.path).write_bytes(content)
    found = again(opened)
    assert found.are_usual
    assert "damaged" in found.notice


@pytest.mark.parametrize(
    "chair", [{"kind": "bot", "name": "god"}, {"kind": "open"}, {"kind": "person", "name": "\x1b"}]
)
def test_chairs_that_do_not_fit_are_people_again_and_it_is_said(opened, chair):
    path = note.file_of(opened.path)
    kept = json.loads(path.read_bytes())
    kept["chairs"]["yainar"] = chair
    path.write_text(json.dumps(kept))
    found = again(opened)
    assert found.are_usual
    assert "does not fit" in found.notice


def test_lost_chairs_are_people_again(opened):
    note.file_of(opened.path).unlink()
    assert again(opened).are_usual


def test_chairs_of_another_save_of_that_name_are_not_taken(opened):
    path = note.file_of(opened.path)
    path.write_bytes(path.read_bytes().replace(opened.table.setup.table.encode(), b"0000000000000000"))
    assert again(opened).are_usual


def test_chairs_of_an_older_parley_are_read_and_replaced_when_they_change(opened):
    """They had a file of their own, with the same fields as a note."""
    old = opened.path.with_suffix(note.OLD_SUFFIX)
    note.file_of(opened.path).replace(old)
    assert again(opened)["yainar"] == HARD
    opened.seat("yainar", ANYBODY)
    assert again(opened)["yainar"] == ANYBODY
    assert not old.exists()


def test_changing_chairs_keeps_what_the_seats_have_seen(opened):
    opened.looks()["nabo"] = 1
    opened.keep_looked()
    found = saves.open_save(opened.path, writing=False)
    found.seat("yainar", ANYBODY)
    assert saves.open_save(opened.path, writing=False).looks() == {"nabo": 1}


def test_chairs_follow_a_save_that_is_renamed_deleted_and_brought_back(opened):
    opened.leave()
    path = saves.rename(opened.path, "other")
    assert not note.file_of(opened.path).exists()
    assert saves.open_save(path, writing=False).chairs["yainar"] == HARD
    saves.delete(path)
    assert not note.file_of(path).exists()
    assert saves.open_save(saves.restore(), writing=False).chairs["yainar"] == HARD


def test_chairs_follow_a_save_that_is_lost_while_it_is_open(opened):
    opened.path.unlink()
    opened.table.submit("nabo", opened.table.moves("nabo")[0])
    assert opened.path.exists()
    assert dict(again(opened).items()) == {"nabo": ME, "yainar": HARD}


def test_a_table_that_branches_off_has_the_same_chairs(opened):
    opened.table.submit("nabo", opened.table.moves("nabo")[0])
    opened.leave()
    fresh = saves.branch(saves.open_save(opened.path, writing=False), 1)
    fresh.leave()
    assert fresh.path != opened.path
    assert saves.open_save(fresh.path, writing=False).chairs["yainar"] == HARD


# Whose turn it is


def turns_of(table, typed):
    found = Chairs(parse(table.rules, typed))
    return BotTurns(table, found)


def made(table, turns, seat, move=None):
    table.submit(seat, move or table.moves(seat)[0])


def test_people_who_are_asked_with_bots_go_first_and_then_they_alternate():
    """In Horrors of War anybody may act next."""
    table = begun(HORRORS, seats=["nabo", "yainar"], journal=NoJournal())
    turns = turns_of(table, "nabo=me,yainar=easy")
    while table.ask.seats == ("nabo",) or not table.rules.opens_action(table.ask):
        made(table, turns, table.ask.seats[0])
    turns.forget()
    assert set(table.ask.seats) == {"nabo", "yainar"}
    assert turns.next == ""
    passing = next(move for move in table.moves("nabo") if move.passes)
    made(table, turns, "nabo", passing)
    assert turns.next == "yainar"


def test_bots_that_are_asked_alone_answer_at_once_and_may_be_let_first():
    """In Marsh Lights everybody bids at once."""
    table = begun(marsh, seats=["amber", "jade", "violet"], journal=NoJournal())
    turns = turns_of(table, "amber=me,jade=easy,violet=hard")
    assert set(turns.asked) == {"jade", "violet"}
    assert turns.next == ""
    turns.go_first()
    assert turns.next == "jade"
    made(table, turns, "jade")
    assert turns.next == "violet"
    made(table, turns, "violet")
    assert turns.next == ""


def test_the_chance_of_a_bot_is_its_own():
    assert chairs.luck_of("a", "nabo") == chairs.luck_of("a", "nabo")
    assert len({chairs.luck_of(table, seat) for table in "ab" for seat in ("nabo", "yainar")}) == 4
