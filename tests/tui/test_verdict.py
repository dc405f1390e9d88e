"""How a game ended, in words: whoever looks reads their own result, and nobody wins because somebody has won."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.journal import NoJournal
from engine.core.kinds import Outcome, Setup
from engine.core.table import Table
from tests.core.test_rules import TinyNim
from tests.tui.playing import opened
from tui.play.chairs import Chair, Chairs
from tui.play.verdict import in_a_list, is_won, own_seats, told_end, verdict


def ended(winners, scores=None, kind="rivals"):
    """A finished table of left and right."""

    class Ended(TinyNim):
        def outcome(self, state):
            return Outcome(winners, "The stones are gone.", scores or {})

    rules = Ended()
    rules.kind = kind
    return Table.begin(rules, Setup(game="tiny-nim", scenario="tiny-nim", seats=("left", "right")), NoJournal())


@pytest.mark.parametrize(
    ("winners", "scores", "mine", "words"),
    [
        (("left",), {"left": 12, "right": 9}, (), "Left wins (12 to 9)"),
        (("right",), {"left": 12, "right": 9}, (), "Right wins (9 to 12)"),
        (("left",), {}, (), "Left wins"),
        (("left", "right"), {"left": 9, "right": 9}, (), "Left and Right win (9 to 9)"),
        ((), {"left": 3, "right": 5}, (), "Nobody wins (5 to 3)"),
        (("left",), {"left": 12, "right": 9}, ("left",), "You won (12 to 9)"),
        (("left",), {"left": 12, "right": 9}, ("right",), "You lost (9 to 12)"),
        ((), {}, ("right",), "You lost"),
    ],
)
def test_rivals_read_who_won_or_whether_they_did(winners, scores, mine, words):
    table = ended(winners, scores)
    assert verdict(table, mine) == words
    assert told_end(table, mine) == f"{words}: The stones are gone."


@pytest.mark.parametrize(
    ("winners", "mine", "won"),
    [(("left",), (), None), (("left",), ("left",), True), (("left",), ("right",), False), ((), ("left",), False)],
)
def test_a_game_of_rivals_is_not_won_because_somebody_won_it(winners, mine, won):
    assert is_won(ended(winners), mine) is won


@pytest.mark.parametrize("winners", [(), ("left", "right")])
def test_those_who_play_together_all_win_or_all_lose(winners):
    table = ended(winners, kind="together")
    assert is_won(table) is bool(winners)
    assert told_end(table) == "The stones are gone."
    assert in_a_list(table) == ("won" if winners else "lost")


def test_in_a_list_only_names_keep_their_capital():
    table = ended(("left",), {"left": 2, "right": 1})
    assert [in_a_list(table), in_a_list(table, ("right",))] == ["Left wins (2 to 1)", "you lost (1 to 2)"]


def test_a_game_that_goes_on_has_no_verdict():
    table = Table.begin(TinyNim(), Setup(game="tiny-nim", scenario="tiny-nim", seats=("left", "right")), NoJournal())
    assert (is_won(table), verdict(table), table.outcome) == (None, "", None)


BOT, ME = Chair("bot", "hard"), Chair("person", "me")


@pytest.mark.parametrize(
    ("chairs", "mine"),
    [
        ({"nabo": Chair("person"), "yainar": Chair("person")}, ()),
        ({"nabo": Chair("person", "anna"), "yainar": Chair("person", "ben"), "akezan": BOT}, ()),
        ({"nabo": ME, "yainar": ME}, ()),
        ({"nabo": ME, "yainar": BOT}, ("nabo",)),
        ({"nabo": Chair("person"), "yainar": BOT}, ("nabo",)),
        ({"nabo": BOT, "yainar": BOT}, ()),
    ],
)
def test_you_are_the_one_person_among_others(home, chairs, mine):
    table = opened(seats=",".join(chairs))
    table.chairs = Chairs(chairs)
    assert own_seats(table) == mine


def test_scores_are_the_points_of_each_seat():
    outcome = Outcome(("left",), "", {"left": 2, "right": 1})
    assert (outcome.is_won_by("left"), outcome.is_won_by("right")) == (True, False)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome
