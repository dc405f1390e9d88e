"""Marsh Lights as a table asks it: which frame does what, and which chapter takes an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.cards import HIDDEN
from engine.core.dice import Dice
from engine.core.kinds import Ask, Fact, Frame, Move, Outcome, Seat, Setup
from engine.core.piles import Pile
from engine.core.rules import Kind, Option, Rules, Scenario
from engine.core.rules import Turn as CoreTurn
from tests.made_up import asides, clashes, deeds, frames, options, rounds, setup, view, words
from tests.made_up.content import MARSHES, SEATS
from tests.made_up.facts import Facts
from tests.made_up.frames import Frames
from tests.made_up.moves import Moves
from tests.made_up.state import Fog

Turn = CoreTurn[Fog]


class MarshLights(Rules[Fog]):
    """The rules of the game, by the names that every game answers to."""

    id = "marsh-lights"
    title = "Marsh Lights"
    kind: Kind = "rivals"
    seats = (2, 3)
    seat_names: tuple[Seat, ...] = SEATS
    state_type = Fog
    move_types = Moves
    fact_types = Facts
    frame_types = Frames

    def scenarios(self) -> Sequence[Scenario]:
        """The marshes, with the same challenge; one of them is for three only, and one for two pairs."""
        return [
            Scenario(
                marsh.id,
                marsh.number,
                marsh.title,
                1,
                (setup.DIM,),
                kind="teams" if marsh.is_for_pairs else None,
                seats=marsh.seats,
            )
            for marsh in MARSHES.values()
        ]

    def options(self, draft: Setup) -> Sequence[Option]:
        """A switch, one that depends on it, a value, and a value for each seat."""
        return setup.options(draft)

    def set_up(self, turn: Turn, setup_: Setup) -> None:
        """Lay out the table."""
        rounds.lay_out(turn, setup_)

    def run(self, turn: Turn, frame: Frame) -> None:
        """Do what a frame says; once the game is over, whatever was still to come is dropped."""
        if not turn.state.ending:
            _RUN[type(frame)](turn, frame)

    def take(self, turn: Turn, ask: Ask, seat: Seat, move: Move) -> None:
        """Carry out a legal answer to an ask."""
        _TAKE[type(ask)](turn, ask, seat, move)

    def moves(self, view: Fog, ask: Ask, seat: Seat) -> Sequence[Move]:
        """Every legal answer of a seat, from what that seat can see."""
        return options.options(view, ask, seat)

    def idlest(self, view: Fog, ask: Ask, seat: Seat) -> Move:
        """The answer that does least."""
        return options.idlest(view, ask, seat)

    def asides(self, view: Fog, seat: Seat) -> Sequence[Move]:
        """Remarks, resigning and draws."""
        return asides.asides(view, seat)

    def take_aside(self, turn: Turn, seat: Seat, move: Move) -> None:
        """Carry out an aside."""
        asides.take_aside(turn, seat, move)

    def opens_action(self, ask: Ask) -> bool:
        """Whether a seat arranges its walkers, bids or begins its turn."""
        return isinstance(ask, frames.Arrange | frames.PlaceBid | frames.ChooseWalker)

    def why_not(self, view: Fog, ask: Ask, seat: Seat, move: Move) -> str:
        """Why a move is not among the legal ones."""
        return options.why_not(view, ask, seat, move)

    def sides(self, state: Fog) -> tuple[tuple[Seat, ...], ...]:
        """Each for itself, or two pairs."""
        return state.sides

    def sees_with(self, state: Fog, seat: Seat) -> tuple[Seat, ...]:
        """Partners share all they know."""
        return state.allies(seat) or (seat,)

    def view(self, state: Fog, seat: Seat) -> Fog:
        """The state as one seat may see it."""
        return view.view(state, seat)

    def imagine(self, view_: Fog, seat: Seat, dice: Dice) -> Fog:
        """A full state that fits a view."""
        return view.imagine(view_, seat, dice)

    def outcome(self, state: Fog) -> Outcome | None:
        """One side wins, or nobody by a draw."""
        light = {seat: state.light(seat) for seat in state.seats}
        return Outcome(state.winners, words.tell_ending(state), light) if state.ending else None

    def round_of(self, state: Fog) -> int:
        """The number of the round."""
        return state.round

    def value(self, view: Fog, seat: Seat) -> float:
        """How well things stand for a seat."""
        return words.value(view, seat)

    def wins_chapter(self, state: Fog) -> bool:
        """The campaign follows the first seat."""
        return state.seats[0] in state.winners

    def marks(self, state: Fog) -> tuple[str, ...]:
        """What became of the first seat's keeper, and of the brightest stone."""
        return words.marks(state)

    def carries(self, scenario: str) -> frozenset[str]:
        """Sparks more or less for the first seat, in every marsh."""
        return setup.CARRIED

    def tell_move(self, view: Fog, seat: Seat, move: Move) -> str:
        """A move in words."""
        return words.tell_move(view, move)

    def tell_answer(self, view: Fog, ask: Ask, seat: Seat, move: Move) -> str:
        """A move in words before it is made: what it means as an answer to this question."""
        return words.tell_answer(view, ask, seat, move)

    def tell_fact(self, view: Fog, fact: Fact) -> str:
        """A fact in words."""
        return words.tell_fact(fact)

    def tell_ask(self, view: Fog, ask: Ask, seat: Seat) -> str:
        """The question that a seat is asked."""
        return words.tell_ask(view, ask, seat)

    def tell_view(self, view: Fog, seat: Seat) -> str:
        """The whole view as plain text."""
        return words.tell_view(view, seat)

    def piles(self, view: Fog) -> Sequence[Pile]:
        """The tiles that lie in the fog."""
        return [words.tiles(view)]

    def accounted(self, state: Fog) -> Sequence[str]:
        """Every tile, walker, stone and face, sorted."""
        tiles = [*state.tiles.cards, *state.ground.values()]
        stones = [*state.supply, *state.stones, *state.lifted]
        unplaced = [face for seat in state.arranging for face in state.unplaced(seat)]
        faces = [*(face for face in state.faces.values() if face != HIDDEN), *unplaced]
        return sorted([*tiles, *state.walkers, *state.fallen, *stones, *faces])


_RUN: dict[type[Frame], Callable[[Turn, Any], None]] = {
    frames.BeginRound: lambda turn, frame: rounds.begin_round(turn),
    frames.ShowBids: lambda turn, frame: rounds.show_bids(turn),
    frames.TakeTurn: lambda turn, frame: rounds.take_turn(turn, frame.seat),
    frames.EndTurn: lambda turn, frame: rounds.end_turn(turn),
    frames.EndRound: lambda turn, frame: rounds.end_round(turn),
    frames.Clash: clashes.clash,
    frames.Settle: clashes.settle,
    frames.EndAttack: lambda turn, frame: None,
}

_TAKE: dict[type[Ask], Callable[[Turn, Any, Seat, Any], None]] = {
    frames.Arrange: rounds.arrange,
    frames.PlaceBid: lambda turn, ask, seat, move: rounds.take_bid(turn, ask, seat, move.sparks),
    frames.ChooseWalker: deeds.choose_walker,
    frames.ChooseDeed: deeds.do,
    frames.React: clashes.react,
    frames.AnswerCover: clashes.answer_cover,
    frames.Dim: clashes.dim,
    frames.Reroll: clashes.reroll,
}
