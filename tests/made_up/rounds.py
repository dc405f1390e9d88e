"""Setting up, bids, turns and the end (chapter 1 of Marsh Lights)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.cards import HIDDEN
from engine.core.kinds import NOBODY, Move, Seat, Setup
from engine.core.rules import Turn as CoreTurn
from tests.made_up import facts, frames, moves
from tests.made_up.content import LIGHT, MARSHES, STRENGTH, TILES, faces_of
from tests.made_up.setup import carried_sparks, has_firefly, has_muster, rounds, sparks
from tests.made_up.state import Fog, Walker

Turn = CoreTurn[Fog]


def lay_out(turn: Turn, setup: Setup) -> None:
    """Tiles, stones and walkers; then the first round."""
    marsh = MARSHES[setup.scenario]
    walkers = {
        f"{seat}-{number}": Walker(seat, start)
        for seat, start in zip(setup.seats, marsh.starts, strict=False)
        for number in range(1, len(STRENGTH) + 1)
    }
    ground = {space: f"{marsh.id}-{number}" for number, space in enumerate(marsh.spaces, start=1)}
    supply = tuple(f"stone-{number}" for number in range(1, len(LIGHT) + 1))
    pairs = (setup.seats[::2], setup.seats[1::2]) if marsh.is_for_pairs else ()
    length, stock = rounds(setup, marsh.rounds), sparks(setup)
    turn.emit(facts.MarshLaid(setup.seats, ground, walkers, supply, length, stock, pairs, marsh.water))
    for seat in setup.seats:
        if has_firefly(setup, seat):
            turn.emit(facts.SparksChanged(seat, 1))
    if carried := carried_sparks(setup):
        turn.emit(facts.SparksChanged(setup.seats[0], carried))
    turn.emit(facts.TilesShuffled(turn.dice.shuffled(TILES)))
    if not has_muster(setup):
        for seat in setup.seats:
            shuffle(turn, seat, turn.state.walkers_of(seat), faces_of(seat))
    shuffle(turn, NOBODY, supply, faces_of(NOBODY))
    for space in marsh.stones:
        place_stone(turn, space)
    turn.push(frames.BeginRound())
    if has_muster(setup):
        turn.emit(facts.MusterCalled(setup.seats))
        turn.push(frames.Arrange(seats=setup.seats))


def arrange(turn: Turn, ask: frames.Arrange, seat: Seat, move: Move) -> None:
    """Somebody goes under the next cloak; once a seat is ready, the round waits for the others only."""
    state = turn.state
    bare = [each for each in state.walkers_of(seat) if state.faces[each] == HIDDEN]
    match move:
        case moves.Place(face):
            turn.emit(facts.FacePlaced(seat, bare[0], face))
            turn.push(ask)
        case moves.Ready():
            for walker, face in zip(bare, state.unplaced(seat), strict=True):
                turn.emit(facts.FacePlaced(seat, walker, face))
            turn.emit(facts.MusterEnded(seat))
            if turn.state.arranging:
                turn.push(frames.Arrange(seats=turn.state.arranging))


def shuffle(turn: Turn, owner: Seat, items: Sequence[str], faces: tuple[str, ...]) -> None:
    """Deal faces to items anew."""
    turn.emit(facts.FacesShuffled(owner, dict(zip(items, turn.dice.shuffled(faces), strict=True))))


def place_stone(turn: Turn, space: str) -> None:
    """The next stone goes onto the map."""
    turn.emit(facts.StonePlaced(turn.state.supply[0], space))


def begin_round(turn: Turn) -> None:
    """Everybody who still has a walker bids at once."""
    turn.emit(facts.RoundBegan(turn.state.round + 1))
    turn.push(frames.PlaceBid(seats=tuple(seat for seat in turn.state.seats if turn.state.walkers_of(seat))))


def take_bid(turn: Turn, ask: frames.PlaceBid, seat: Seat, sparks: int) -> None:
    """The bid stays secret until the last one is in."""
    turn.emit(facts.BidPlaced(seat, sparks))
    waiting = tuple(each for each in ask.seats if each != seat)
    turn.push(frames.PlaceBid(seats=waiting) if waiting else frames.ShowBids())


def show_bids(turn: Turn) -> None:
    """The highest bid goes first; of equal bids, whoever went earlier in the last round."""
    bids = {seat: bid for seat, bid in turn.state.bids.items() if bid is not None}
    order = sorted(bids, key=lambda seat: (-bids[seat], turn.state.order.index(seat)))
    turn.emit(facts.BidsShown(bids, tuple(order)))
    turn.push(*(frames.TakeTurn(seat) for seat in order), frames.EndRound())


def take_turn(turn: Turn, seat: Seat) -> None:
    """A seat without walkers has no turn."""
    if turn.state.walkers_of(seat):
        turn.push(frames.ChooseWalker(seats=(seat,)), frames.EndTurn())


def end_turn(turn: Turn) -> None:
    """No stone left, or only one side: the game is over at once."""
    state = turn.state
    standing = {state.allies(walker.seat) for walker in state.walkers.values()}
    if len(standing) < 2 or not (state.stones or state.supply):
        end_game(turn)


def end_round(turn: Turn) -> None:
    """After the last round the game is over."""
    if turn.state.round < turn.state.rounds:
        turn.push(frames.BeginRound())
    else:
        end_game(turn)


def end_game(turn: Turn) -> None:
    """The side with most light wins; equal: more walkers, then more sparks, then the earlier in the order."""
    state = turn.state
    order = (*state.order, *(seat for seat in state.seats if seat not in state.order))

    def rank(side: tuple[Seat, ...]) -> tuple[int, int, int, int]:
        light = sum(map(state.light, side))
        walkers = sum(len(state.walkers_of(seat)) for seat in side)
        return light, walkers, sum(state.sparks[seat] for seat in side), -min(map(order.index, side))

    close(turn, "light", *max(state.sides, key=rank))


def close(turn: Turn, ending: str, *winners: Seat) -> None:
    """All cloaks drop, and the game is over."""
    state = turn.state
    for walker in state.walkers:
        show(turn, walker)
    turn.emit(facts.GameEnded(ending, winners, {seat: state.light(seat) for seat in state.seats}))


def show(turn: Turn, item: str) -> None:
    """The face of an item is open from now on; there is none yet under a cloak that is still to be arranged."""
    face = turn.state.faces[item]
    if item not in turn.state.open and face != HIDDEN:
        turn.emit(facts.FaceShown(item, face))
