"""Games of rivals in the log: what is noted when one ends, and how the command and the page show it."""

from __future__ import annotations

import json

import pytest

from engine import bots
from engine.core.dice import Dice
from engine.store.log import Result, SeatResult
from tests.tui.test_menu_screens import SIZES, visit  # noqa: F401  (a fixture)
from tui.play import saves
from tui.play.chairs import Chair

ME, HARD = Chair("person", "me"), Chair("bot", "hard")


@pytest.fixture
def ended(home, marsh_lights):
    """A finished game of Marsh Lights in the saves of the test."""

    def play(chairs, options=()):
        asked = {"scenario": None, "seats": "amber,jade", "challenges": (), "options": options, "seed": None}
        opened = saves.begin(marsh_lights, saves.default_setup(marsh_lights, **asked), None, chairs)
        table, player = opened.table, bots.bot("random")
        while (ask := table.ask) is not None:
            seat = ask.seats[0]
            dice = Dice(1, table.number)
            table.submit(seat, player.choose(table.rules, table.view(seat), table.stack, seat, table.moves(seat), dice))
        return opened

    return play


def logged():
    return json.loads(saves.log().path.read_text())["results"]


def test_a_finished_game_of_rivals_is_noted_seat_by_seat(ended):
    opened = ended({"amber": ME, "jade": HARD}, options=("sparks=many",))
    assert saves.note_result(opened) == ""
    outcome = opened.table.outcome
    [result] = logged()
    assert (result["kind"], result["challenges"]) == ("rivals", [])
    assert result["seats"] == [
        {"seat": seat, "won": seat in outcome.winners, "score": outcome.scores[seat], "who": who}
        for seat, who in (("amber", "me"), ("jade", "bot:hard"))
    ]
    assert len(outcome.winners) == 1
    [line] = saves.log().rivalries()
    assert (line.who, line.against, line.played) == ("me", ("bot:hard",), 1)
    assert saves.log().records() == []


def test_people_without_a_name_share_the_keyboard(ended):
    saves.note_result(ended(None))
    [line] = saves.log().rivalries()
    assert (line.who, line.against, line.won, sum(line.by_seat.values())) == ("me", (), 0, 1)


def test_a_house_notes_the_names_of_its_people(ended):
    chairs = {"amber": Chair("person", "mira"), "jade": Chair("bot", "easy", giver="tom")}
    saves.note_result(ended(None), None, chairs)
    assert [seat["who"] for seat in logged()[0]["seats"]] == ["mira", "bot:easy"]


def test_options_that_carry_stars_are_kept_apart_like_challenges(ended, monkeypatch):
    from engine.core.setup import Option
    from tests.made_up import setup

    monkeypatch.setattr(setup, "LONG_NIGHT", Option("long-night", "Long night", stars=1))
    saves.note_result(ended(None, options=("long-night", "sparks=few")))
    assert logged()[0]["challenges"] == ["long-night"]


RESULTS = [
    (("amber", True, 12, "me"), ("jade", False, 9, "bot:hard")),
    (("amber", False, 2, "me"), ("jade", True, 9, "bot:hard")),
    (("amber", True, 7, "me"), ("jade", False, 1, "bot:easy"), ("violet", False, 2, "bot:normal")),
    (("amber", False, 2, "me"), ("jade", True, 9, "me")),
]


@pytest.fixture
def book(home, marsh_lights):
    for number, seats in enumerate(RESULTS):
        entries = tuple(SeatResult(*each) for each in seats)
        saves.log().record(str(number), Result("marsh-lights", "ford", (), entries, 5, kind="rivals"))
    return saves.log()


def test_the_command_shows_rivals_by_opponent(book, parley):
    out = parley("log").out
    table = out[out.index("The Ford (marsh-lights)") :].splitlines()
    assert [line.split() for line in table[1:5]] == [
        ["challenges", "who", "against", "played", "won", "practice", "best", "score", "wins", "by", "seat"],
        ["none", "me", "one", "keyboard", "1", "-", "-", "9", "Jade", "1"],
        ["none", "me", "easy", "and", "normal", "bots", "1", "1", "-", "7", "Amber", "1"],
        ["none", "me", "hard", "bot", "2", "1", "-", "12", "Amber", "1"],
    ]
    assert "The Dyke (marsh-lights)\n  not played yet" in out
    assert "Order in Chaos (horrors-of-war)\n  challenges" in out
    lines = json.loads(parley("log", "--json").out)
    assert [line["played"] for line in lines if line["game"] == "marsh-lights"] == [1, 1, 2]


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_shows_rivals_by_opponent(book, visit, size):  # noqa: F811
    async with visit(size) as here:
        await here.go("log")
        words = here.words("#log")
        assert "Against rivals: 3 games, 2 won.\nAt one keyboard: 1 game." in words
        lines = [line.split() for line in words.splitlines()]
        assert ["against", "hard", "bot", "2", "1", "12", "Amber", "1"] in lines
        assert ["against", "easy", "and", "normal", "bots", "1", "1", "7", "Amber", "1"] in lines
        assert ["at", "one", "keyboard", "1", "-", "9", "Jade", "1"] in lines
        assert ["not", "played", "yet"] in lines
