"""What a walker does in a turn (chapter 2 of Marsh Lights)."""

from __future__ import annotations

from engine.core.kinds import Move, Seat
from engine.core.rules import Turn as CoreTurn
from tests.made_up import facts, frames, moves, rounds
from tests.made_up.state import Fog, owner_of

Turn = CoreTurn[Fog]


def choose_walker(turn: Turn, ask: frames.ChooseWalker, seat: Seat, move: Move) -> None:
    """Rest, or send a walker; regrouping comes before that and at most once."""
    match move:
        case moves.Rest():
            turn.emit(facts.SparksChanged(seat, by=1))
        case moves.Send(walker):
            turn.push(frames.ChooseDeed(seats=(seat,), walker=walker))
        case moves.Regroup(space):
            together = cloaked_at(turn.state, seat, space)
            rounds.shuffle(turn, seat, together, tuple(turn.state.faces[walker] for walker in together))
            turn.push(frames.ChooseWalker(seats=(seat,), regrouped=True))


def cloaked_at(state: Fog, seat: Seat, space: str) -> list[str]:
    """The cloaked walkers of a seat on one space."""
    return [each for each in state.walkers_of(seat) if state.walkers[each].space == space and each not in state.open]


def do(turn: Turn, ask: frames.ChooseDeed, seat: Seat, move: Move) -> None:
    """The one deed of a turn."""
    match move:
        case moves.StepTo(space):
            turn.emit(facts.WalkerMoved(ask.walker, space))
        case moves.Explore(space):
            explore(turn, ask.walker, space)
        case moves.Look(item):
            turn.emit(facts.Looked(seat, item, turn.state.faces[item]))
        case moves.Lift(stone):
            lift(turn, ask.walker, seat, stone)
        case moves.Attack(target):
            turn.emit(facts.AttackDeclared(ask.walker, target))
            react = frames.React(seats=(owner_of(target),), attacker=ask.walker, target=target)
            # Between two rivals there are no bystanders who could stand by until it is over.
            turn.push(react, *([frames.EndAttack()] if len(turn.state.seats) > 2 else []))


def explore(turn: Turn, walker: str, space: str) -> None:
    """The map grows by a tile, and a ruin brings a stone while there are any."""
    state = turn.state
    tile = state.tiles.cards[0]
    turn.emit(facts.TileFound(tile, space))
    if tile.startswith("ruin") and state.supply:
        rounds.place_stone(turn, space)
    turn.emit(facts.WalkerMoved(walker, space))


def lift(turn: Turn, walker: str, seat: Seat, stone: str) -> None:
    """The stone is turned over; a snare takes the walker with it."""
    turn.emit(facts.StoneLifted(seat, stone))
    rounds.show(turn, stone)
    if turn.state.faces[stone] == "snare":
        rounds.show(turn, walker)
        turn.emit(facts.WalkerFell(walker))
