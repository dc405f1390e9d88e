"""The base class of the rules: a tiny game defines little, obeys every law, and is told what it left out."""

from __future__ import annotations

import pytest

from engine.core.kinds import Ask, Fact, Move, Outcome, Setup, State
from engine.core.rules import Rules
from tests.contracts.laws import LAWS
from tests.contracts.playing import Case, Played, begun


class Take(Move, frozen=True):
    """Take stones from the heap."""

    stones: int


class StonesTaken(Fact, frozen=True):
    """Stones left the heap."""

    seat: str
    stones: int

    def apply(self, state):
        state.heap -= self.stones
        state.last = self.seat


class HeapLaid(Fact, frozen=True):
    """The heap lies on the table."""

    seats: tuple[str, ...]

    def apply(self, state):
        state.seats, state.heap = self.seats, 9


class YourTurn(Ask, frozen=True, kw_only=True):
    """How many stones do you take?"""


class Heap(State):
    seats: tuple[str, ...] = ()
    heap: int = 0
    last: str = ""


class TinyNim(Rules[Heap]):
    """The last stone wins."""

    id = "tiny-nim"
    title = "Tiny Nim"
    kind = "rivals"
    seats = (2, 2)
    seat_names = ("left", "right")
    state_type = Heap
    move_types = Take
    fact_types = HeapLaid | StonesTaken
    frame_types = YourTurn

    def check(self, setup):
        pass

    def set_up(self, turn, setup):
        turn.emit(HeapLaid(setup.seats))
        turn.push(YourTurn(seats=setup.seats[:1]))

    def moves(self, view, ask, seat):
        return [Take(count) for count in range(1, min(3, view.heap) + 1)]

    def take(self, turn, ask, seat, move):
        turn.emit(StonesTaken(seat, move.stones))
        if turn.state.heap:
            turn.push(YourTurn(seats=tuple(each for each in turn.state.seats if each != seat)))

    def outcome(self, state):
        is_over = state.seats and not state.heap
        return Outcome((state.last,), f"{self.seat_title(state.last)} took the last stone.") if is_over else None


@pytest.fixture(scope="module")
def game():
    return Played(
        Case(TinyNim(), Setup(game="tiny-nim", scenario="tiny-nim", seats=("left", "right"), seed=1), "random")
    )


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_game_that_defines_only_what_it_must_obeys_every_law(law, game):
    law(game)


def test_the_default_words_can_be_read():
    table = begun(TinyNim())
    rules, view, ask = table.rules, table.view("left"), table.ask
    assert rules.tell_move(view, "left", Take(2)) == "Take: 2"
    assert rules.tell_fact(view, StonesTaken("left", 2)) == "Stones taken: Left, 2."
    assert rules.tell_ask(view, ask, "left") == "What do you do?"
    assert rules.tell_view(view, "left") == "Seats: Left, Right\nHeap: 9\nLast: "
    assert rules.why_not(view, ask, "left", Take(4)) == "That is not possible now."


def test_the_default_value_is_that_of_the_end_alone(game):
    rules, [winner] = game.rules, game.table.outcome.winners
    values = {seat: rules.value(game.table.view(seat), seat) for seat in game.setup.seats}
    assert values == {seat: float(seat == winner) for seat in game.setup.seats}
    assert rules.value(game.positions[0].state, winner) == 0.5


def test_the_idlest_answer_is_by_default_the_one_that_passes():
    class Skip(Move, frozen=True):
        passes = True

    class Nim(TinyNim):
        def moves(self, view, ask, seat):
            return [Take(1), Skip(), Take(2)]

    table = begun(TinyNim())
    assert Nim().idlest(table.view("left"), table.ask, "left") == Skip()
    assert TinyNim().idlest(table.view("left"), table.ask, "left") == Take(1)


def test_the_default_edition_follows_the_options_and_not_who_plays():
    rules = TinyNim()
    setup = Setup(game="tiny-nim", scenario="tiny-nim", seats=("left", "right"), seed=1)
    swapped = Setup(game="tiny-nim", scenario="tiny-nim", seats=("right", "left"), seed=2)
    harder = Setup(game="tiny-nim", scenario="tiny-nim", seats=("left", "right"), challenges=("dim",))
    assert rules.edition(setup) == rules.edition(swapped) != rules.edition(harder)


@pytest.mark.parametrize("name", ["moves", "take", "set_up", "outcome"])
def test_a_game_without_a_method_it_needs_is_refused_by_name(name):
    incomplete = type("Incomplete", (TinyNim,), {name: getattr(Rules, name)})
    with pytest.raises(TypeError, match=rf"abstract class Incomplete .*{name}"):
        incomplete()


def test_a_game_without_an_attribute_it_needs_is_refused_by_name():
    body = {name: value for name, value in vars(TinyNim).items() if name not in ("title", "fact_types")}
    incomplete = type("Incomplete", (Rules,), body)
    with pytest.raises(TypeError, match=r"The rules Incomplete do not define title, fact_types\."):
        incomplete()
