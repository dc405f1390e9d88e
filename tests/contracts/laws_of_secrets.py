"""Laws about hidden things: nobody learns anything but by a fact that tells it to them.

What is hidden from a seat is whatever its view does not show. So a view alone cannot be caught telling too much; it is
compared with what the facts told, with what the same seat could imagine, and with moves it could not tell apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from engine.core.dice import Dice
from engine.core.kinds import NOBODY, Ask, Move, Seat
from engine.core.rules import Rules
from engine.core.steps import Step
from engine.core.table import Transaction
from tests.contracts.playing import Played, Position, seen
from tui.play.story import Watcher

_STRINGS = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_PIECES = re.compile(rb'"(?:unit|target|attackers|by)":(?:"[^"]*"|\[[^\]]*\])|"[^"]*":|"unit:[^"]*"')
"""Where data names a piece and not a card: a key, or a field for pieces. Everywhere else an id is that of a card."""
_encode = msgspec.json.Encoder().encode


class Ids:
    """The ids of a game's cards and pieces, and which of them a piece of data names."""

    def __init__(self, game: Played) -> None:
        self._game = game
        self._seen: dict[tuple[int, Seat], set[bytes]] = {}
        names = Counter(name.encode() for name in game.rules.accounted(game.positions[0].state))
        self._all = set(names)
        self._shared = {name for name, count in names.items() if count > 1}

    def visible(self, here: Position, seat: Seat) -> set[bytes]:
        """The ids that a seat saw when a question was open; found once for all laws."""
        key = (here.number, seat)
        if key not in self._seen:
            self._seen[key] = self.of(self._game.view(here, seat))
        return self._seen[key]

    def visible_after(self, here: Position, seat: Seat) -> set[bytes]:
        """The ids that a seat saw once the question was answered."""
        positions = self._game.positions
        if here.number < len(positions):
            return self.visible(positions[here.number], seat)
        return self.of(self._game.view_after(here, seat))

    def of(self, data: Any) -> set[bytes]:
        """The ids that occur in it, also in references such as ``card:r12``."""
        encoded = _encode(data)
        strings = set(_STRINGS.findall(encoded))
        parts = {part for text in strings if b":" in text for part in text.split(b":")}
        found = self._all & (strings | parts)
        return found | self._cards_among(found & self._shared, encoded) if self._shared else found

    def _cards_among(self, shared: set[bytes], encoded: bytes) -> set[bytes]:
        """Of the ids that a piece and a card share those that are named as a card, under a name of their own."""
        rest = _PIECES.sub(b"", encoded)
        return {b"card " + name for name in shared if re.search(rb'[":]' + re.escape(name) + b'"', rest)}


@lru_cache(maxsize=2)
def ids_of(game: Played) -> Ids:
    """The ids of a game, for the laws that look at it one after the other."""
    return Ids(game)


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
        if seat != NOBODY:
            assert rules.asides(again, seat) == rules.asides(view, seat)


def imagined_states_are_not_the_truth(game: Played) -> None:
    """Nobody who cannot know it all imagines just what is true, all game long; a game may hide nothing."""
    hits: dict[Seat, list[bool]] = {seat: [] for seat in game.watchers}
    for here, seat, view in _views(game):
        if view != here.state:
            imagined = game.rules.imagine(view, seat, Dice(game.setup.seed + 13, here.number))
            hits[seat].append(imagined == here.state)
    if type(game.rules).view is Rules.view:
        return
    for seat, found in hits.items():
        assert found, f"Nothing was ever hidden from {seat!r}."
        assert not all(found), f"{seat!r} always guessed right, so its view told it."


def views_learn_ids_from_facts_only(game: Played) -> None:
    """What a seat is shown names nothing that its view hides, and its view has no new id that no fact named."""
    ids, first = ids_of(game), game.positions[0]
    for seat in game.watchers:
        _check_told(game, game.table.steps[0], seat, before=set(), after=ids.visible(first, seat))
    for here, seat, _ in _views(game):
        before, after = ids.visible(here, seat), ids.visible_after(here, seat)
        _check_told(game, here.step, seat, before=before, after=after)


def _check_told(game: Played, step: Step, seat: Seat, *, before: set[bytes], after: set[bytes]) -> None:
    ids = ids_of(game)
    shown = seen(step.facts, step.before, seat)
    told = ids.of([(fact, fact.things()) for fact in shown])
    assert after - before <= told, f"The view of {seat!r} after {shown!r} shows more than it was told."
    if not told <= before | after:
        hidden = told - before - after - ids.of(step.waiting) - _seen_in_passing(game, step, seat)
        assert not hidden, f"{shown!r} tells {seat!r} of {hidden}, which its view hides."


def _seen_in_passing(game: Played, step: Step, seat: Seat) -> set[bytes]:
    """The ids that a view shows between the facts of one move, for instance a card turned up and shuffled in again."""
    state, found = step.before.clone(), set()
    for fact in step.facts:
        fact.apply(state)
        found |= ids_of(game).of(game.rules.view(state, seat))
    return found


def seats_see_the_same_where_they_have_no_secrets(game: Played) -> None:
    """A game that says that its seats hide nothing from each other shows them all the same, at every question."""
    if game.rules.has_secrets(game.setup):
        return
    for here in game.positions:
        views = [game.view(here, seat) for seat in game.setup.seats]
        assert all(view == views[0] for view in views)


def frames_and_moves_hold_nothing_hidden(game: Played) -> None:
    """The stack names only what everybody sees, or saw when it was put there; moves only what their seat sees."""
    ids = ids_of(game)
    for here, seat, _ in _views(game):
        visible = ids.visible(here, seat)
        hidden = ids.of(here.stack) - visible
        if hidden:
            hidden -= _known_of_the_stack(game, here, seat)
        assert not hidden, f"{here.stack!r} shows {hidden} to {seat!r}."
        moves = game.listed(here, seat)
        assert ids.of((moves, [move.things() for move in moves])) <= visible


def _known_of_the_stack(game: Played, here: Position, seat: Seat) -> set[bytes]:
    """What was visible, or on the stack already, at the question before, or in passing since: a card that was played,
    and shown by that, may be shuffled in meanwhile.
    """
    if here.number == 1:
        return set()
    before = game.positions[here.number - 2]
    passing = _seen_in_passing(game, before.step, seat)
    return ids_of(game).visible(before, seat) | ids_of(game).of(before.stack) | passing


def a_step_that_reveals_nothing_tells_nothing(game: Played) -> None:
    """Twin tables: nobody can tell a table from one that the mover imagines by a move that revealed nothing.

    The same move is made, with the same dice, at the true table and at one that the mover takes for possible. If no
    fact of it says that it reveals something, so that it can be taken back, then whoever could not tell the two apart
    before cannot do so after it: the same facts, the same stack, the same view. To show what only the mover knew is no
    reveal. A check of something hidden that comes to nothing (no ambush here) is one, and needs a fact that says so.
    """
    for here in game.positions:
        if not here.step.reveals:
            _check_twin(game, here, here.step.seat, here.step.move)


def _check_twin(game: Played, here: Position, mover: Seat, move: Move) -> None:
    imagined = game.rules.imagine(game.view(here, mover), mover, Dice(game.setup.seed + 17, here.number))
    twin = game.carried_out(here, imagined, mover, move)
    for seat in (*game.onlookers(here), NOBODY):
        if game.rules.view(imagined, seat) == game.view(here, seat):
            told = f"Move {here.number} ({move!r}) told {seat!r} something, but no fact of it reveals."
            assert seen(here.step.facts, here.state, seat) == seen(twin.facts, imagined, seat), told
            assert list(here.left) == twin.stack, told
            learnt = _differences(game.view_after(here, seat), game.rules.view(twin.state, seat))
            assert not learnt, f"{told} The views differ in {learnt}."


def a_step_that_reveals_nothing_leaves_nothing_to_chance(game: Played) -> None:
    """Other dice, the same view: what chance decides and somebody sees is a reveal, such as where marked cards lie
    after a shuffle. Else a move could be taken back and made again until it goes well.
    """
    for here in game.positions:
        if not here.step.reveals:
            turn = game.carried_out(here, here.state, here.step.seat, here.step.move, luck=19)
            for seat in game.onlookers(here):
                seen_so = _differences(game.view_after(here, seat), game.rules.view(turn.state, seat))
                assert not seen_so, f"{seat!r} sees what chance made of move {here.number}: {seen_so}."


def _differences(one: Any, other: Any) -> dict[str, Any]:
    """The components in which two states are not alike."""
    pairs = {field: (getattr(one, field), getattr(other, field)) for field in one.__struct_fields__}
    return {field: pair for field, pair in pairs.items() if pair[0] != pair[1]}


def secret_choices_stay_secret(game: Played) -> None:
    """Of moves whose facts and stack look the same to another seat, the views look the same to it as well; and so do
    the moves themselves, as far as it hears of them.
    """
    for here in game.positions:
        for mover in game.setup.seats:
            moves = game.listed(here, mover)
            turns = [(move, game.carried_out(here, here.state, mover, move)) for move in moves]
            for seat in game.onlookers(here):
                if seat != mover:
                    _check_alike(game, here, turns, seat)


def _check_alike(game: Played, here: Position, turns: Iterable[tuple[Move, Transaction[Any]]], seat: Seat) -> None:
    alike: dict[bytes, tuple[Any, Move, Transaction[Any]]] = {}
    for move, turn in turns:
        shown = _encode((seen(turn.facts, here.state, seat), turn.stack))
        view, told = game.rules.view(turn.state, seat), f"{seat!r} can tell two secret choices apart: {turn.facts!r}"
        first_view, first, first_turn = alike.setdefault(shown, (view, move, turn))
        assert first_view == view, told
        # What makes no difference to anything may be heard all the same.
        if turn.facts != first_turn.facts:
            assert first.seen_by(here.state, seat) == move.seen_by(here.state, seat), told


def what_is_arranged_apart_is_seen_by_nobody_else(game: Played) -> None:
    """Until a seat has finished its arrangement the others see nothing of it, not even how far it has come."""
    for here in game.positions:
        mover = here.step.seat
        left = here.left[-1] if here.left else None
        if here.step.is_aside or not here.ask.apart or left != here.ask or mover not in left.seats:
            continue
        for seat in set(game.watchers).difference(game.rules.sees_with(here.state, mover)):
            watcher = Watcher(game.rules, seat)
            assert game.rules.view(here.after, seat) == game.view(here, seat), f"{seat!r} sees {here.step.move!r}."
            assert watcher.heard(here.state, mover, here.step.move) is None, f"{seat!r} hears of {here.step.move!r}."
            assert not list(watcher.told(here.state.clone(), here.step.facts)), (
                f"{seat!r} is told of {here.step.move!r}."
            )


def being_asked_in_a_window_tells_nothing(game: Played) -> None:
    """Who is asked in a window, and in which order, does not change when secrets are imagined anew.

    The same move is made, with the same dice, at the true table and at one that an onlooker takes for possible. If the
    onlooker sees the same happen at both, then the same seats are asked.
    """
    for here in game.positions:
        left = here.left[-1] if here.left else None
        if not (here.ask.window or (isinstance(left, Ask) and left.window)):
            continue
        for seat in (*game.onlookers(here), NOBODY):
            _check_window(game, here, seat)


def _check_window(game: Played, here: Position, seat: Seat) -> None:
    rules, mover, move = game.rules, here.step.seat, here.step.move
    imagined = rules.imagine(game.view(here, seat), seat, Dice(game.setup.seed + 29, here.number))
    view = rules.view(imagined, mover)
    possible = rules.asides(view, mover) if move.aside else rules.moves(view, here.ask, mover)
    if move not in possible:
        return
    twin = game.carried_out(here, imagined, mover, move)
    if seen(twin.facts, imagined, seat) == seen(here.step.facts, here.state, seat):
        assert twin.stack == list(here.left), f"{seat!r} learns from who is asked after {move!r}: {here.left!r}"


def allies_who_share_their_sight_see_the_same(game: Played) -> None:
    """Seats that share all they know have one view and are of one side; sides are told alike by state and view."""
    rules = game.rules
    for here in game.positions:
        sides = rules.sides(here.state)
        assert sorted(seat for side in sides for seat in side) == sorted(game.setup.seats)
        for seat in game.setup.seats:
            view, allies = game.view(here, seat), rules.sees_with(here.state, seat)
            assert (rules.sides(view), rules.sees_with(view, seat)) == (sides, allies)
            assert seat in allies
            assert set(allies) <= set(rules.side_of(here.state, seat)), f"{seat} shares its sight with a rival."
            for ally in allies:
                assert seat in rules.sees_with(here.state, ally), f"{ally} sees with {seat}, but not the reverse."
                assert rules.view(here.state, ally) == view, f"{seat} and {ally} do not see the same."


def moves_are_heard_as_far_as_they_are_seen(game: Played) -> None:
    """What a seat hears of another's move depends on nothing that its view hides, and names nothing of it."""
    ids = ids_of(game)
    for here, seat, view in _views(game):
        move = here.step.move
        if seat == here.step.seat or move is None:
            continue
        heard = move.seen_by(here.state, seat)
        imagined = game.rules.imagine(view, seat, Dice(game.setup.seed + 23, here.number))
        assert heard == move.seen_by(imagined, seat), f"What {seat!r} hears of {move!r} depends on something hidden."
        if heard is not None:
            hidden = ids.of((heard, heard.things())) - ids.visible(here, seat) - ids.visible_after(here, seat)
            hidden -= _seen_in_passing(game, here.step, seat) if hidden else set()
            assert not hidden, f"{heard!r} tells {seat!r} of {hidden}, which its view hides."


def _views(game: Played) -> Iterator[tuple[Position, Seat, Any]]:
    for here in game.positions:
        for seat in game.onlookers(here):
            yield here, seat, game.view(here, seat)
