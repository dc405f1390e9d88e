"""The edition of a game: what was measured with one is not true of another."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.core.kinds import Setup
from engine.games.horrors_of_war.content.census import edition
from engine.games.horrors_of_war.content.library import library
from engine.games.horrors_of_war.content.types import Start

SETUP = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=("nabo",), seed=1)
TIMID = replace(SETUP, challenges=("timid-invasion",))
PAIR = replace(SETUP, seats=("nabo", "yainar"))


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch):
    """Change fields of the scenario's file."""
    scenes = library().scenes
    scene = scenes[SETUP.scenario]

    def put(**fields: object) -> None:
        monkeypatch.setitem(scenes, SETUP.scenario, replace(scene, file=replace(scene.file, **fields)))

    return put


def editions() -> list[str]:
    return [edition(each) for each in (SETUP, TIMID, PAIR)]


def test_a_challenge_counts_where_it_is_chosen(change):
    alone, timid, pair = editions()
    first, second = library().scenes[SETUP.scenario].file.challenges
    change(challenges=(replace(first, motivation={"macaw": 3}), second))
    assert edition(SETUP) == alone
    assert edition(TIMID) != timid
    change(challenges=(first, replace(second, horrors_after_dealing=9)))
    assert editions() == [alone, timid, pair]


def test_what_depends_on_the_number_of_adventurers_counts_for_that_number(change):
    alone, _, pair = editions()
    for start in (Start(motivation={"macaw": 1}), Start(green=(1, 9))):
        change(by_seats={"1": start})
        assert edition(SETUP) != alone
        assert edition(PAIR) == pair


def test_words_and_seeds_count_for_nothing(change):
    before = editions()
    change(title="Another title", tips=("None.",), stars=5)
    assert editions() == before
    assert edition(replace(SETUP, seed=2, seats=("yainar",))) == before[0]


def test_the_map_counts_for_all(change):
    before = editions()
    change(green=(1, 5))
    assert not set(before) & set(editions())
