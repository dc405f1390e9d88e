"""A house with a table in it, and nobody at the door."""

import asyncio

import pytest

from engine.core.kinds import Setup
from tui.house import room as rooms
from tui.house import sight
from tui.house.house import House, Wish
from tui.house.record import OPEN, Chair

SETUP = Setup(game="horrors-of-war", scenario="order-in-chaos", seats=("nabo", "yainar"), seed=7)
FULL = {"nabo": Chair("person", "mira"), "yainar": Chair("person", "tom")}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(rooms, "BREATH", 0.0)
    monkeypatch.setattr(sight, "REACTION", 0.0)  # keys come at once here, and after every frame
    monkeypatch.setattr(sight, "UNANSWERED", 0.0)


@pytest.fixture
async def house(tmp_path):
    """A house on a loop that runs."""
    found = House(tmp_path / "house")
    found.start()
    yield found
    await found.close("The house closes.")


@pytest.fixture
def open_room(house):
    """Open a table; two people sit there unless something else is said."""

    def opened(chairs=None, owner="mira", **more):
        setup = more.pop("setup", SETUP)
        return house.open_room(owner, Wish(setup, dict(chairs or FULL), **more))

    return opened


@pytest.fixture
def room(open_room):
    """mira plays Nabo, tom plays Yainar."""
    return open_room()


def act(room, name):
    """The first move that somebody may make, made."""
    table = room.table
    seat = next(seat for seat in room.seats_of(name) if table.moves(seat))
    room.submit(name, seat, table.moves(seat)[0], table.question)
    return table.steps[-1]


def quiet(room, name):
    """A pass, which reveals nothing; or the first answer to what came of passing."""
    table = room.table
    seat = next(seat for seat in room.seats_of(name) if seat in table.ask.seats)
    moves = table.moves(seat)
    move = next((move for move in moves if move.passes), moves[0])
    room.submit(name, seat, move, table.question)
    return table.steps[-1]


def answer(room, name, yes=True):
    """Say yes or no to what somebody is asked first."""
    room.questions(name)[0].answer(yes)


def nothing(*_):
    """What a screen would do about a wish to sit down."""


async def until(condition, seconds=90.0):
    """Wait for something that comes about by itself."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


__all__ = ["FULL", "OPEN", "SETUP", "act", "answer", "nothing", "quiet", "until"]
