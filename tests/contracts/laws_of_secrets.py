"""Laws about hidden things: nobody learns anything but by a fact that tells it to them.

What is hidden from a seat is whatever its view does not show. So a view alone cannot be caught telling too much; it is
compared with what the facts told, with what the same seat could imagine, and with moves it could not tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engine.core.dice import Dice
from engine.core.kinds import Fact, Seat
from engine.core.table import Step, Turn
from tests.contracts.playing import Played, Position

_STRINGS = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_encode = msgspec.json.Encoder().encode


class Ids:
    """The ids of a game's cards and pieces, and which of them a piece of data names."""

    def __init__(self, game: Played) -> None:
        self._all = {name.encode() for name in game.rules.accounted(game.positions[0].state)}

    def of(self, data: Any) -> set[bytes]:
        """The ids that occur in it, also in references such as ``card:r12``."""
        strings = set(_STRINGS.findall(_encode(data)))
        parts = {part for text in strings if b":" in text for part in text.split(b":")}
        return self._all & (strings | parts)


def imagined_states_fit_the_view(game: Played) -> None:
    """A state that a seat imagines looks the same to it, offers it the same moves, and has every piece."""
    rules = game.rules
    pieces = rules.accounted(game.positions[0].state)
    for here, seat, view in _views(game):
        imagined = rules.imagine(view, seat, Dice(game.setup.seed + 11, here.number))
        again = rules.view(imagined, seat)
        assert again == view, f"{seat!r} at question {here.number}"
        assert rules.accounted(imagined) == pieces, f"{seat!r} at question {here.number}"
        if seat in here.ask.seats:
            assert rules.moves(again, here.ask, seat) == rules.moves(view, here.ask, seat)


def imagined_states_are_not_the_truth(game: Played) -> None:
    """Nobody who cannot know it all imagines just what is true, all game long."""
    hits: dict[Seat, list[bool]] = {seat: [] for seat in game.watchers}
    for here, seat, view in _views(game):
        if view != here.state:
            imagined = game.rules.imagine(view, seat, Dice(game.setup.seed + 13, here.number))
            hits[seat].append(imagined == here.state)
    for seat, found in hits.items():
        assert found, f"Nothing was ever hidden from {seat!r}."
        assert not all(found), f"{seat!r} always guessed right, so its view told it."


def views_learn_ids_from_facts_only(game: Played) -> None:
    """What a seat is shown names nothing that its view hides, and its view has no new id that no fact named."""
    ids = Ids(game)
    first, layout = game.positions[0], game.table.steps[0]
    for seat in game.watchers:
        _check_told(game, layout, first.state, seat, ids, before=set(), after=ids.of(game.view(first, seat)))
    for here, seat, view in _views(game):
        after = ids.of(game.view_after(here, seat))
        _check_told(game, here.step, here.after, seat, ids, before=ids.of(view), after=after)


def _check_told(
    game: Played, step: Step, state: Any, seat: Seat, ids: Ids, *, before: set[bytes], after: set[bytes]
) -> None:
    shown = game.seen(step.facts, state, seat)
    told = ids.of([(fact, fact.things()) for fact in shown])
    assert after - before <= told, f"The view of {seat!r} after {shown!r} shows more than it was told."
    if not told <= before | after:
        hidden = told - before - after - _seen_in_passing(game, step, seat, ids)
        assert not hidden, f"{shown!r} tells {seat!r} of {hidden}, which its view hides."


def _seen_in_passing(game: Played, step: Step, seat: Seat, ids: Ids) -> set[bytes]:
    """The ids that a view shows between the facts of one move, for instance a card turned up and shuffled in again."""
    state, seen = step.before.clone(), set()
    for fact in step.facts:
        fact.apply(state)
        seen |= ids.of(game.rules.view(state, seat))
    return seen


def frames_and_moves_hold_nothing_hidden(game: Played) -> None:
    """The stack names only what everybody sees, and a seat's moves only what that seat sees."""
    ids = Ids(game)
    for here, seat, view in _views(game):
        visible = ids.of(view)
        hidden = ids.of(here.stack) - visible
        assert not hidden, f"{here.stack!r} shows {hidden} to {seat!r}."
        if seat in here.ask.seats:
            moves = game.rules.moves(view, here.ask, seat)
            assert ids.of((moves, [move.things() for move in moves])) <= visible


def a_step_that_reveals_nothing_tells_nothing(game: Played) -> None:
    """Twin tables: a seat cannot tell a table from one that it imagines by a move that revealed nothing.

    The same move is made, with the same dice, at the true table and at an imagined one. If no fact of it says that it
    reveals something, so that it can be taken back, then the seat sees the same facts, stack and view at both. A check
    of something hidden that comes to nothing (no ambush here) tells something too, and needs a fact that reveals.
    """
    for here, seat, view in _views(game):
        imagined = game.rules.imagine(view, seat, Dice(game.setup.seed + 17, here.number))
        if here.step.reveals or not _could_move(game, here, imagined):
            continue
        twin = game.carried_out(here, imagined, here.step.seat, here.step.move)
        shown = _shown(game, here.step.facts, here.after, here.left, seat)
        shown_to_twin = _shown(game, twin.facts, twin.state, twin.stack, seat)
        what = f"Move {here.number} ({here.step.move!r}) told {seat!r} something, but no fact of it reveals"
        assert shown == shown_to_twin, what
        assert game.view_after(here, seat) == game.rules.view(twin.state, seat), what


def _could_move(game: Played, here: Position, imagined: Any) -> bool:
    """Whether the seat that moved could do the same at a table that somebody imagines."""
    mover = here.step.seat
    return here.step.move in game.rules.moves(game.rules.view(imagined, mover), here.ask, mover)


def secret_choices_stay_secret(game: Played) -> None:
    """Of moves whose facts and stack look the same to another seat, the views look the same to it as well."""
    for here in game.positions:
        for mover in here.ask.seats:
            moves = game.rules.moves(game.view(here, mover), here.ask, mover)
            turns = [game.carried_out(here, here.state, mover, move) for move in moves]
            for seat in game.onlookers(here):
                if seat != mover:
                    _check_alike(game, turns, seat)


def _check_alike(game: Played, turns: Iterable[Turn[Any]], seat: Seat) -> None:
    alike: dict[bytes, Any] = {}
    for turn in turns:
        shown = _encode(_shown(game, turn.facts, turn.state, turn.stack, seat))
        view = game.rules.view(turn.state, seat)
        assert alike.setdefault(shown, view) == view, f"{seat!r} can tell two secret choices apart: {turn.facts!r}"


def _shown(game: Played, facts: Iterable[Fact], state: Any, stack: Iterable[Any], seat: Seat) -> Any:
    """What a seat sees of a move apart from its view: the facts, and what is asked next."""
    return [fact.seen_by(state, seat) for fact in facts], list(stack)


def _views(game: Played) -> Iterator[tuple[Position, Seat, Any]]:
    for here in game.positions:
        for seat in game.onlookers(here):
            yield here, seat, game.view(here, seat)
