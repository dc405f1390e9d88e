"""The legal moves of Marsh Lights, from what a seat can see."""

from __future__ import annotations

from engine.core.grammar import counted
from engine.core.kinds import Ask, Move, Seat
from tests.made_up import frames, moves
from tests.made_up.deeds import cloaked_at
from tests.made_up.state import Fog, owner_of
from tests.made_up.view import sees


def options(view: Fog, ask: Ask, seat: Seat) -> list[Move]:
    """Every legal answer to an ask."""
    match ask:
        case frames.Arrange():
            left = view.unplaced(seat)
            return [moves.Place(face) for face in left] if len(left) > 1 else [moves.Ready()]
        case frames.PlaceBid():
            return [moves.Bid(sparks) for sparks in range(view.sparks[seat] + 1)]
        case frames.ChooseWalker():
            sent = [moves.Send(walker) for walker in view.walkers_of(seat)]
            return [*sent, moves.Rest(), *([] if ask.regrouped else _regroupings(view, seat))]
        case frames.ChooseDeed():
            return [*_paths(view, ask.walker, seat), *_handling(view, ask.walker, seat), moves.LetBe()]
        case frames.React():
            return [moves.GoOn(), *_evasions(view, ask.target, seat)]
        case frames.AnswerCover():
            return [moves.GoOn(), moves.LetBe()]
        case frames.Dim():
            shades = [each for each in view.cloaked_beside(seat, ask.target) if view.faces[each] == f"{seat}.shade"]
            return [moves.GoOn(), *map(moves.ShowShade, shades)]
        case frames.Reroll():
            return [moves.GoOn(), moves.RollAgain()]
    raise TypeError(type(ask).__name__)


def idlest(view: Fog, ask: Ask, seat: Seat) -> Move:
    """The answer that does least: no spark, no step, and a die that stands."""
    match ask:
        case frames.Arrange():
            return options(view, ask, seat)[0]
        case frames.PlaceBid():
            return moves.Bid(0)
        case frames.ChooseWalker():
            return moves.Rest()
        case frames.ChooseDeed() | frames.AnswerCover():
            return moves.LetBe()
    return moves.GoOn()


def _regroupings(view: Fog, seat: Seat) -> list[Move]:
    spaces = dict.fromkeys(view.walkers[walker].space for walker in view.walkers_of(seat))
    return [moves.Regroup(space) for space in spaces if len(cloaked_at(view, seat, space)) > 1]


def _paths(view: Fog, walker: str, seat: Seat) -> list[Move]:
    """Steps on the map, and beyond its edge while there are tiles."""
    here = view.walkers[walker].space
    return _steps(view, here, seat) + [moves.Explore(space) for space in view.unexplored(here) if view.tiles.cards]


def _steps(view: Fog, here: str, seat: Seat) -> list[Move]:
    near = [space for space in view.grid.adjacent(here) if not view.is_parted(here, space)]
    return [moves.StepTo(space) for space in near if view.can_enter(seat, space)]


def _handling(view: Fog, walker: str, seat: Seat) -> list[Move]:
    """Stones here and enemies next to it; what a walker can do depends on who it is, which its owner knows."""
    here, face = view.walkers[walker].space, view.faces[walker]
    stones = [stone for stone, space in view.stones.items() if space == here]
    near = view.grid.adjacent(here)
    allies = view.allies(seat)
    enemies = [name for name, each in view.walkers.items() if each.seat not in allies and each.space in near]
    looks = stones + (enemies if face == f"{seat}.scout" else [])
    found: list[Move] = [moves.Look(item) for item in looks if not sees(view, seat, item)]
    if face != f"{seat}.shade":
        found += [moves.Lift(stone) for stone in stones]
    return found + [moves.Attack(enemy) for enemy in enemies if not view.is_parted(here, view.walkers[enemy].space)]


def _evasions(view: Fog, target: str, seat: Seat) -> list[Move]:
    """Only a cloaked walker can slip away, and only one on the same space can cover."""
    here = view.walkers[target].space
    covers = [each for each in view.walkers_of(seat) if each != target and view.walkers[each].space == here]
    return (_steps(view, here, seat) if target not in view.open else []) + [moves.CoverWith(each) for each in covers]


def why_not(view: Fog, ask: Ask, seat: Seat, move: Move) -> str:
    """Why a move is not among the legal ones."""
    match move:
        case moves.Bid(sparks) if isinstance(ask, frames.PlaceBid):
            return f"You cannot bid {sparks}: you have {counted(view.sparks[seat], 'spark')}."
        case moves.Remark():
            return "You have said something in this round already."
        case moves.Resign():
            return "You can resign only once, and only when there are two sides."
        case moves.OfferDraw() | moves.AcceptDraw():
            return "There is no draw to agree to now, or you agree already."
        case moves.Send(walker) if owner_of(walker) != seat:
            return f"{walker} is not one of your walkers."
        case moves.StepTo(space) if _is_parted(view, ask, space):
            return f"Deep water lies before {space}: nobody steps across it."
        case moves.Attack(target) if target in view.walkers and _is_parted(view, ask, view.walkers[target].space):
            return f"Deep water lies before {target}: nobody attacks across it."
        case moves.StepTo(space) if space in view.ground and not view.can_enter(seat, space):
            return f"An enemy stands on {space}."
    return "That is not possible now."


def _is_parted(view: Fog, ask: Ask, space: str) -> bool:
    """Whether deep water lies between the walker that an ask is about and a space."""
    match ask:
        case frames.ChooseDeed(walker=walker) | frames.React(target=walker):
            return view.is_parted(view.walkers[walker].space, space)
    return False
