"""Taking back a move that is not the last of all: what others have said or arranged since then stays.

Moves of others that have nothing to do with the one that is taken back are carried out once more on the state without
it. They have to give the same facts, and the order of both must make no difference. So nobody loses anything that was
acknowledged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.dice import Chance
from engine.core.errors import Refused, SaveError
from engine.core.journal import Line
from engine.core.kinds import Ask, Fact, Frame, Move, Seat
from engine.core.steps import Step
from engine.core.transaction import Transaction

if TYPE_CHECKING:
    from engine.core.table import Table

_RESTS = "Others have moved since then, and what they did rests on that move."


class Kept(NamedTuple):
    """A move that stays, as it stands now that an earlier one was taken back."""

    line: Line[Move, Fact, Frame]
    stack: tuple[Frame, ...]
    before: Any
    after: Any


def is_apart(step: Step) -> bool:
    """Whether a step answered a question that every seat answers for itself."""
    top = step.waiting[-1] if step.waiting else None
    return isinstance(top, Ask) and top.apart and not step.is_aside


def last_own(table: Table[Any], seat: Seat) -> int:
    """The number of the move that a seat can take back, or a refusal that says why there is none."""
    steps, last = table.steps, len(table.steps) - 1
    number = last
    while number > 1 and steps[number].seat != seat and _lets_others_go_on(steps[number]):
        number -= 1
    step = steps[number]
    if step.seat != seat or not _is_open_for(table, seat, number):
        owner = table.rules.seat_title(steps[last].seat)
        raise Refused(f"The last move was {owner}'s; only {owner} can take it back.")
    if any(each.reveals for each in steps[number:]):
        raise Refused("The last move revealed something new, so it cannot be taken back.")
    return number


def _lets_others_go_on(step: Step) -> bool:
    """Whether a step may leave an earlier one of another seat as it was."""
    try:
        return step.is_aside or is_apart(step)
    except SaveError:  # a move of an older Parley
        return False


def _is_open_for(table: Table[Any], seat: Seat, number: int) -> bool:
    """Whether only asides came after a move, or the seat still arranges what it arranged by that move."""
    step, later = table.steps[number], table.steps[number + 1 :]
    if all(each.is_aside for each in later):
        return True
    *below, ask = step.waiting
    is_same = tuple(below) == table.stack[:-1] and type(ask) is type(table.ask)
    return is_same and is_apart(step) and seat in table.asked


def kept(table: Table[Any], number: int, chance: Chance) -> list[Kept]:
    """The moves after one that is taken back, carried out once more without it."""
    first, found = table.steps[number], []
    state, stack = first.before, first.waiting
    for place, step in enumerate(table.steps[number + 1 :], start=number):
        turn = _again(table, step, Transaction.on(state, stack, chance.dice(place)))
        line = Line(place, step.seat, step.move, step.facts, tuple(turn.stack))
        found.append(Kept(line, stack, state, turn.state))
        state, stack = turn.state, line.next
    if found and _made_after(first, state) != table.state:
        raise Refused(_RESTS)
    return found


def _made_after(step: Step, state: Any) -> Any:
    """What a move would come to if it was made after those that stay: it has nothing to do with them if that is all
    the same.
    """
    made = state.clone()
    for fact in step.facts:
        fact.apply(made)
    return made


def _again(table: Table[Any], step: Step, turn: Transaction[Any]) -> Transaction[Any]:
    """Carry out a move once more, or refuse if it is not what it was."""
    rules, seat, move = table.rules, step.seat, step.move
    view: Any = rules.view(turn.state, seat)
    ask = turn.stack[-1]
    assert isinstance(ask, Ask)
    assert move is not None
    if move.aside and move in rules.asides(view, seat):
        turn.take_aside(rules, seat, move)
    elif seat in ask.seats and move in rules.moves(view, ask, seat):
        turn.stack.pop()
        rules.take(turn, ask, seat, move)
        turn.run(rules)
    if tuple(turn.facts) != step.facts:
        raise Refused(_RESTS)
    return turn
