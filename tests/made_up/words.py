"""Marsh Lights in words."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from engine.core.cards import HIDDEN
from engine.core.grammar import counted, joined
from engine.core.kinds import Ask, Fact, Move, Seat
from engine.core.piles import Pile, part
from tests.made_up import facts, frames, moves
from tests.made_up.content import DIMMED, LIGHT, MARGIN, REMARKS, TILES, strength
from tests.made_up.state import Fog, owner_of

MOVES: dict[type[Move], str] = {
    # {1} is a walker or a stone with its face, for those who know it.
    moves.Bid: "Bid {0.sparks}",
    moves.Ready: "Be ready: the last one goes under the last cloak",
    moves.Regroup: "Shuffle your cloaked walkers on {0.space}",
    moves.Rest: "Rest and gain a spark",
    moves.Send: "Send {1}",
    moves.StepTo: "Step to {0.space}",
    moves.Explore: "Explore {0.space}: lay a tile and step onto it",
    moves.Look: "Look at {1} in secret",
    moves.Lift: "Lift {1} and turn it over",
    moves.Attack: "Attack {1}",
    moves.CoverWith: "Cover with {1}",
    moves.LetBe: "Let it be",
    moves.GoOn: "Go on",
    moves.RollAgain: "Have the die rolled again",
    moves.ShowShade: "Show your shade {0.walker}",
    moves.Resign: "Resign",
    moves.OfferDraw: "Offer a draw",
    moves.AcceptDraw: "Accept the draw",
}


def title(seat: Seat) -> str:
    """A seat as a player reads it."""
    return seat.capitalize()


def face_of(face: str) -> str:
    """A face without its owner: keeper."""
    return face.partition(".")[2] or face


def named(view: Fog, item: str) -> str:
    """A walker or a stone, with its face for those who know it: amber-1 (keeper)."""
    face = view.faces.get(item, HIDDEN)
    return item if face == HIDDEN else f"{item} ({face_of(face)})"


def tell_move(view: Fog, move: Move) -> str:
    """A move in a few words, also as others hear it."""
    match move:
        case moves.Place(face):
            return f"Put the {face_of(face)} under the next cloak"
        case moves.Bid(None):
            return "Bid in secret"
        case moves.Remark(remark):
            return f'Say "{REMARKS[remark]}"'
    items = [named(view, each.partition(":")[2]) for each in move.things()]
    return MOVES[type(move)].format(move, *items)


ANSWERS: dict[tuple[type[Ask], type[Move]], str] = {
    (frames.React, moves.GoOn): "Go on and fight",
    (frames.React, moves.StepTo): "Slip away to {0.space}",
    (frames.AnswerCover, moves.GoOn): "Go on with the attack",
    (frames.AnswerCover, moves.LetBe): "Let it be: call the attack off",
    (frames.ChooseDeed, moves.LetBe): "Let it be: end your turn",
    (frames.Dim, moves.GoOn): "Go on without showing a shade",
    (frames.Reroll, moves.GoOn): "Go on: the die stands",
}
"""Moves that mean different things in different questions."""


def tell_answer(view: Fog, ask: Ask, seat: Seat, move: Move) -> str:
    """A legal move as its player reads it before making it."""
    if isinstance(ask, frames.Reroll) and isinstance(move, moves.RollAgain):
        return f"{tell_move(view, move)}{' for a spark' if seat == owner_of(ask.target) else ''}"
    words = ANSWERS.get((type(ask), type(move)))
    return words.format(move) if words else tell_move(view, move)


def tell_ending(state: Fog) -> str:
    """How the game ended."""
    winner = joined(map(title, state.winners))
    match state.ending:
        case "resigned":
            return f"The marsh is left to {winner}: the rivals have resigned."
        case "draw":
            return "All agree that the marsh has no winner tonight."
    is_one = len(state.winners) == 1
    match _decided_by(state):
        case "light":
            return f"{winner} {'brings' if is_one else 'bring'} the most light home."
        case "order":
            return f"Light, walkers and sparks are equal: {winner} moved earlier."
        case what:
            return f"The light is equal: {winner} {'has' if is_one else 'have'} more {what}."


def _decided_by(state: Fog) -> str:
    """What parts the winners from the others."""
    counts: dict[str, Callable[[Seat], int]] = {
        "light": state.light,
        "walkers": lambda seat: len(state.walkers_of(seat)),
        "sparks": lambda seat: state.sparks[seat],
    }
    tied = state.sides
    for what, count in counts.items():
        most = max(sum(map(count, side)) for side in tied)
        tied = tuple(side for side in tied if sum(map(count, side)) == most)
        if len(tied) == 1:
            return what
    return "order"


def tell_fact(fact: Fact) -> str:
    """A fact as a sentence, whether or not its secrets are masked."""
    match fact:
        case facts.MarshLaid(seats):
            return f"{joined(map(title, seats))} enter the marsh."
        case facts.FacesShuffled(owner, faces) if owner:
            return f"{title(owner)} shuffles {joined(faces)}."
        case facts.MusterCalled():
            return "Everybody arranges their walkers in secret."
        case facts.FacePlaced(_, walker, face) if face != HIDDEN:
            return f"{walker} is the {face_of(face)}."
        case facts.MusterEnded(seat):
            return f"{title(seat)} is ready."
        case facts.StonePlaced(stone, space):
            return f"{stone} lies on {space}."
        case facts.RoundBegan(number):
            return f"Round {number} begins."
        case facts.BidPlaced(seat, sparks):
            return f"{title(seat)} bids in secret." if sparks is None else f"{title(seat)} bids {sparks}."
        case facts.BidsShown(bids, order):
            shown = ", ".join(f"{title(seat)} {bids[seat]}" for seat in order)
            return f"The bids are {shown}: {title(order[0])} moves first."
        case facts.SparksChanged(seat, by):
            return f"{title(seat)} {'gains' if by > 0 else 'spends'} a spark."
        case facts.TileFound(tile, space):
            return f"A tile is laid on {space}: {tile}."
        case facts.WalkerMoved(walker, to):
            return f"{walker} goes to {to}."
        case facts.Looked(seat, item, face):
            return f"{title(seat)} looks at {item}{'' if face == HIDDEN else f': it is the {face_of(face)}'}."
        case facts.FaceShown(item, face):
            return f"{item} is the {face_of(face)}."
        case facts.StoneLifted(seat, stone):
            return f"{title(seat)} lifts {stone}."
        case facts.AttackDeclared(attacker, target):
            return f"{attacker} turns against {target}."
        case facts.AttackDimmed(walker):
            return f"{walker} dims the attack."
        case facts.DieRolled(result):
            return f"The die shows {result}."
        case facts.WalkerFell(walker):
            return f"{walker} falls."
        case facts.RemarkMade(seat, remark):
            return f'{title(seat)} says: "{REMARKS[remark]}"'
        case facts.DrawOffered(seat):
            return f"{title(seat)} offers a draw."
        case facts.DrawAccepted(seat):
            return f"{title(seat)} agrees to a draw."
        case facts.SeatResigned(seat):
            return f"{title(seat)} resigns."
        case facts.GameEnded(winners=winners, light=light):
            best = joined(f"{title(each)} wins with {light[each]} light" for each in winners)
            return f"{best or 'Nobody wins'}."
    return ""


def tell_ask(view: Fog, ask: Ask, seat: Seat) -> str:
    """The question that an ask puts."""
    match ask:
        case frames.Arrange():
            return "Who stands under the next cloak?"
        case frames.PlaceBid():
            have = f"You have {counted(view.sparks[seat], 'spark')}. " if seat in view.sparks else ""
            return f"{have}How many sparks do you bid for moving first?"
        case frames.ChooseWalker():
            return "Whom do you send?"
        case frames.ChooseDeed(walker=walker):
            return f"What does {named(view, walker)} do?"
        case frames.React(attacker=attacker, target=target):
            return f"{attacker} attacks {named(view, target)}. Do you go on and fight?"
        case frames.AnswerCover(target=target):
            return f"{target} covers. Do you go on with the attack?"
        case frames.Dim(attacker=attacker, target=target):
            return f"{attacker} attacks {target}. Do you show a shade to take {DIMMED} from it, or go on?"
        case frames.Reroll():
            return f"{tell_clash(view, ask)} Does it stand?"
    raise TypeError(type(ask).__name__)


def tell_clash(view: Fog, ask: frames.Reroll) -> str:
    """Who would fall with the die as it lies: The die shows 2: 3 + 2 = 5 of 6 needed, amber-2 would fall."""
    strong, weak = strength(view.faces[ask.attacker]), strength(view.faces[ask.target])
    dimmed = f" - {DIMMED}" if view.dimmed else ""
    total, needed = strong + ask.roll - (DIMMED if view.dimmed else 0), weak + MARGIN
    falls = ask.target if total >= needed else ask.attacker
    return f"The die shows {ask.roll}: {strong} + {ask.roll}{dimmed} = {total} of {needed} needed, {falls} would fall."


def tell_view(view: Fog, seat: Seat) -> str:
    """The marsh in plain text."""
    lines = [f"Round {view.round} of {view.rounds}. In the fog: {counted(len(view.tiles.cards), 'tile')}."]
    lines += ["", "== Rivals =="]
    for who in view.order:
        walkers = ", ".join(named(view, walker) for walker in view.walkers_of(who)) or "no walkers"
        lifted = [face_of(view.faces[stone]) for stone, by in view.lifted.items() if by == who]
        lines.append(f"{title(who)}: light {view.light(who)}, {counted(view.sparks[who], 'spark')}; {walkers}")
        lines += [f"  lifted {joined(lifted)}"] if lifted else []
    lines += ["", "== Map =="]
    lines += [_space(view, space) for space in view.ground]
    return "\n".join(lines)


def _space(view: Fog, space: str) -> str:
    """N13 (reeds): amber-1 (keeper), stone-1. Next to M14, O14. Deep water towards N14."""
    here = [*(each for each, walker in view.walkers.items() if walker.space == space)]
    here += [stone for stone, where in view.stones.items() if where == space]
    ways = {True: [], False: []}
    for near in view.grid.adjacent(space):
        ways[view.is_parted(space, near)].append(near)
    water = f" Deep water towards {joined(ways[True])}." if ways[True] else ""
    things = ", ".join(named(view, item) for item in here) or "nobody"
    return f"{space}: {things}. Next to {joined(ways[False]) or 'nothing'}.{water}"


def tiles(view: Fog) -> Pile:
    """The tiles that nobody has found, and those on the map."""
    laid = [tile for tile in TILES if tile in view.ground.values()]
    rest = [tile for tile in TILES if tile not in laid]
    return Pile("deck:tiles", "The tiles", (*part("In the fog", rest, _printed), *part("On the map", laid, _printed)))


def _printed(tile: str) -> tuple[str, str]:
    kind = tile.partition("-")[0]
    return kind.capitalize(), "Brings a stone." if kind == "ruin" else ""


def value(view: Fog, seat: Seat) -> float:
    """Light against that of the best rivals, and a little for walkers, sparks and stones that are known to glow."""
    if view.ending:
        return float(seat in view.winners) if view.winners else 0.5
    allies = view.allies(seat)
    rivals = max(sum(map(view.light, side)) for side in view.sides if seat not in side)
    known = sum(LIGHT.get(view.faces[stone], 0) for stone in view.stones)
    lead = sum(view.light(each) + 0.5 * len(view.walkers_of(each)) + 0.2 * view.sparks[each] for each in allies)
    lead += 0.1 * known - rivals
    return 1 / (1 + exp(-lead / 4))


def marks(state: Fog) -> tuple[str, ...]:
    """What a finished game hands to its campaign."""
    seat = state.seats[0]
    fallen = any(state.faces[walker] == f"{seat}.keeper" for walker in state.fallen)
    beacon = any(state.faces[stone] == "beacon" for stone, who in state.lifted.items() if who == seat)
    return tuple(mark for mark, is_so in (("fallen:keeper", fallen), ("found:beacon", beacon)) if is_so)
