"""Attacks, the reactions nested in them, and the die (chapter 3 of Marsh Lights)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.kinds import Move, Seat
from engine.core.rules import Turn as CoreTurn
from tests.made_up import facts, frames, moves, rounds
from tests.made_up.content import DIMMED, MARGIN, strength
from tests.made_up.state import Fog, owner_of

Turn = CoreTurn[Fog]


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
    roll, seats = _roll(turn), (owner_of(frame.attacker),)
    turn.push(frames.Reroll(seats=seats, attacker=frame.attacker, target=frame.target, roll=roll))
    _open_window(turn, frame.attacker, frame.target)


def _roll(turn: Turn) -> int:
    result = turn.dice.roll(6)
    turn.emit(facts.DieRolled(result))
    return result


def _open_window(turn: Turn, attacker: str, target: str) -> None:
    """After a roll bystanders may dim the attack, once."""
    seats = () if turn.state.dimmed else turn.state.could_dim(attacker, target)
    if seats:
        turn.push(frames.Dim(seats=seats, attacker=attacker, target=target))


def dim(turn: Turn, ask: frames.Dim, seat: Seat, move: Move) -> None:
    """Whoever lets it be is asked no more; a shade that is shown closes the window."""
    match move:
        case moves.ShowShade(walker):
            rounds.show(turn, walker)
            turn.emit(facts.AttackDimmed(walker))
        case moves.GoOn() if len(ask.seats) > 1:
            turn.push(replace(ask, seats=tuple(each for each in ask.seats if each != seat)))


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
    if again:
        _open_window(turn, ask.attacker, ask.target)


def settle(turn: Turn, frame: frames.Settle) -> None:
    """One of the two falls."""
    state, faces = turn.state, turn.state.faces
    margin = strength(faces[frame.attacker]) + frame.roll - strength(faces[frame.target])
    margin -= DIMMED if state.dimmed else 0
    turn.emit(facts.WalkerFell(frame.target if margin >= MARGIN else frame.attacker))
