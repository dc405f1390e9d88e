"""The screens of the house as they were when somebody last looked at them; see `tests/tui/test_snapshots.py`."""

from __future__ import annotations

import itertools

import pytest

from tests.house.conftest import FULL, OPEN, SETUP, act, quiet
from tests.tui.test_snapshots import SIZES, frozen, keys
from tui.house.app import HouseApp
from tui.house.house import House, Wish
from tui.house.record import Chair

__all__ = ["frozen"]


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house with a table of each kind, whose codes are the same every time."""
    codes = itertools.cycle(["maple-7", "heron-3", "opal-21"])
    monkeypatch.setattr(House, "_fresh_code", lambda *_: next(codes))
    found = House(tmp_path / "house", welcome="Friday is game night.")
    found.open_room("mira", Wish(SETUP, dict(FULL)))
    found.open_room("tom", Wish(SETUP, {"nabo": Chair("person", "tom"), "yainar": OPEN}))
    for name in ("tom", "eve"):
        found.enter(name)
    found.say("tom", "Who plays with me?")
    return found


def room(house):
    return house.rooms["maple-7"]


@SIZES
def test_the_lobby(snap_compare, house, size):
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys())


@SIZES
def test_a_new_table(snap_compare, house, size):
    assert snap_compare(HouseApp(house, "mira"), terminal_size=size, run_before=keys("n", "down"))


@SIZES
def test_my_move(snap_compare, house, size):
    room(house).enter("tom")
    room(house).say("tom", "Shall I go north?")
    quiet(room(house), "tom")
    assert snap_compare(HouseApp(house, "mira", errand="maple-7"), terminal_size=size, run_before=keys())


@SIZES
def test_others_move(snap_compare, house, size):
    quiet(room(house), "mira")
    room(house).record.looked["mira"] = room(house).table.number
    assert snap_compare(HouseApp(house, "mira", errand="maple-7"), terminal_size=size, run_before=keys())


@SIZES
def test_watching(snap_compare, house, size):
    assert snap_compare(HouseApp(house, "eve", errand="maple-7"), terminal_size=size, run_before=keys())


@SIZES
def test_the_menu_of_a_table(snap_compare, house, size):
    assert snap_compare(HouseApp(house, "mira", errand="maple-7"), terminal_size=size, run_before=keys("g"))


@SIZES
def test_asked_to_agree(snap_compare, house, size):
    for name in ("mira", "tom"):
        room(house).enter(name)
    quiet(room(house), "tom")
    act(room(house), "mira")
    room(house).record.looked["mira"] = room(house).table.number
    room(house).take_back("tom")
    assert snap_compare(HouseApp(house, "mira", errand="maple-7"), terminal_size=size, run_before=keys())


@SIZES
def test_answering(snap_compare, house, size):
    for name in ("mira", "tom"):
        room(house).enter(name)
    room(house).hand_over("tom", "yainar", "mira")
    assert snap_compare(HouseApp(house, "mira", errand="maple-7"), terminal_size=size, run_before=keys("A"))
