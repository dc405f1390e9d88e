"""Attacks, the reactions nested in them, and the die (chapter 3 of Marsh Lights)."""

from __future__ import annotations

from engine.core.kinds import Move, Seat
from engine.core.rules import Turn as CoreTurn
from tests.made_up import facts, frames, moves, rounds
from tests.made_up.content import strength
from tests.made_up.state import Fog, owner_of

Turn = CoreTurn[Fog]

MARGIN = 3
"""How far above the defender's strength the attacker's must be, die included."""


def react(turn: Turn, ask: frames.React, seat: Seat, move: Move) -> None:
    """The attacked seat stands, slips away, or covers, which the attacker may answer."""
    match move:
        case moves.GoOn():
            turn.push(frames.Clash(ask.attacker, ask.target))
        case moves.StepTo(space):
            turn.emit(facts.WalkerMoved(ask.target, space))
        case moves.CoverWith(walker):
            turn.emit(facts.AttackDeclared(ask.attacker, walker))
            turn.push(frames.AnswerCover(seats=(owner_of(ask.attacker),), attacker=ask.attacker, target=walker))


def answer_cover(turn: Turn, ask: frames.AnswerCover, seat: Seat, move: Move) -> None:
    """The attack goes on or is called off."""
    if isinstance(move, moves.GoOn):
        turn.push(frames.Clash(ask.attacker, ask.target))


def clash(turn: Turn, frame: frames.Clash) -> None:
    """Cloaks drop and the die is rolled; the attacker may be discontent with it."""
    rounds.show(turn, frame.attacker)
    rounds.show(turn, frame.target)
    seats = (owner_of(frame.attacker),)
    turn.push(frames.Reroll(seats=seats, attacker=frame.attacker, target=frame.target, roll=_roll(turn)))


def _roll(turn: Turn) -> int:
    result = turn.dice.roll(6)
    turn.emit(facts.DieRolled(result))
    return result


def reroll(turn: Turn, ask: frames.Reroll, seat: Seat, move: Move) -> None:
    """The attacker rolls again for nothing; then the defender may force it for a spark; then the die stands."""
    again, defender = isinstance(move, moves.RollAgain), owner_of(ask.target)
    if again and seat == defender:
        turn.emit(facts.SparksChanged(seat, by=-1))
    roll = _roll(turn) if again else ask.roll
    if seat != defender and turn.state.sparks[defender]:
        turn.push(frames.Reroll(seats=(defender,), attacker=ask.attacker, target=ask.target, roll=roll))
    else:
        turn.push(frames.Settle(ask.attacker, ask.target, roll))


def settle(turn: Turn, frame: frames.Settle) -> None:
    """One of the two falls."""
    faces = turn.state.faces
    margin = strength(faces[frame.attacker]) + frame.roll - strength(faces[frame.target])
    turn.emit(facts.WalkerFell(frame.target if margin >= MARGIN else frame.attacker))
