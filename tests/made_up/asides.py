"""What may be said and done whoever is asked: remarks, resigning, draws (chapter 4 of Marsh Lights)."""

from __future__ import annotations

from engine.core.kinds import Move, Seat
from engine.core.rules import Turn as CoreTurn
from tests.made_up import facts, moves, rounds
from tests.made_up.content import REMARKS
from tests.made_up.state import Fog

Turn = CoreTurn[Fog]


def asides(view: Fog, seat: Seat) -> list[Move]:
    """One remark in a round; resigning, unless it would decide who of two others wins; and draws."""
    found: list[Move] = [] if seat in view.remarked else [moves.Remark(remark) for remark in REMARKS]
    if len(view.sides) == 2 and seat not in view.resigned:
        found.append(moves.Resign())
    if seat not in view.drawing:
        found.append(moves.AcceptDraw() if view.drawing else moves.OfferDraw())
    return found


def take_aside(turn: Turn, seat: Seat, move: Move) -> None:
    """Note what was said; a draw that all agree to and a side that resigns end the game."""
    state = turn.state
    match move:
        case moves.Remark(remark):
            turn.emit(facts.RemarkMade(seat, remark))
        case moves.Resign():
            turn.emit(facts.SeatResigned(seat))
            allies = state.allies(seat)
            if set(allies) <= set(state.resigned):
                rounds.close(turn, "resigned", *(each for each in state.seats if each not in allies))
        case moves.OfferDraw():
            turn.emit(facts.DrawOffered(seat))
        case moves.AcceptDraw():
            turn.emit(facts.DrawAccepted(seat))
            if len(state.drawing) == len(state.seats):
                rounds.close(turn, "draw")
