"""The refresh at the end of the adventurer phase (rulebook: Refresh), and the deal of the starting hands."""

from __future__ import annotations

from engine.core.kinds import Frame
from engine.games.horrors_of_war import resources
from engine.games.horrors_of_war.attacks import add_horrors
from engine.games.horrors_of_war.facts import HandsDealt, RefreshDivided, RefreshDrawn
from engine.games.horrors_of_war.frames import (
    ArmyPhase,
    ChooseMore,
    Deal,
    Divide,
    FinishRefresh,
    Refresh,
    ResolveHorrors,
)
from engine.games.horrors_of_war.ongoing import end_until
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState, Turn

REFRESH_CARDS = 4
"""HOW-REF-01: drawn in total, whatever the number of players."""

STARTING_CARDS = 8
"""HOW-SET-13: dealt in total, divided like a refresh."""


def refresh(turn: Turn, frame: Refresh) -> None:
    """HOW-REF-01..05, HOW-REF-08: draw four cards face down, as far as there are cards."""
    end_until(turn, "refresh")
    remind(turn, "refresh")
    while (missing := REFRESH_CARDS - _counting(turn.state)) > 0 and resources.ready_deck(turn):
        turn.emit(RefreshDrawn(turn.state.resources.cards[:missing]))
    found = set(turn.state.drawn).difference(turn.state.box.horrors)
    share_out(turn, len(found), dealing=False)


def _counting(state: GameState) -> int:
    """HOW-REF-01, HOW-S4-15..18: how many of the drawn cards count; horrors do, unless a challenge says otherwise."""
    if state.box.changes.only_resources_count:
        return sum(not resources.is_horror(state, card) for card in state.drawn)
    return len(state.drawn)


def share_out(turn: Turn, cards: int, *, dealing: bool) -> None:
    """HOW-REF-04, HOW-REF-11..12: if the cards cannot be divided evenly, the players settle who gets more."""
    seats = turn.state.seats
    more = cards % len(seats)
    if more:
        turn.push(ChooseMore(seats=seats, more=more, dealing=dealing))
    else:
        turn.push(_sharing((), dealing=dealing))


def _sharing(more: tuple[str, ...], *, dealing: bool) -> Frame:
    return Deal(more) if dealing else Divide(more)


def give_more(turn: Turn, ask: ChooseMore, seat: str) -> None:
    """One seat that gets more is settled; go on until all are."""
    chosen = (*ask.chosen, seat)
    if len(chosen) < ask.more:
        turn.push(ChooseMore(seats=ask.seats, more=ask.more, chosen=chosen, dealing=ask.dealing))
    else:
        turn.push(_sharing(chosen, dealing=ask.dealing))


def shares(turn: Turn, cards: tuple[str, ...], more: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """HOW-REF-03, HOW-REF-10: divide cards at random and evenly; these seats get one more."""
    left = list(turn.dice.shuffled(cards))
    even = len(cards) // len(turn.state.seats)
    divided: dict[str, tuple[str, ...]] = {}
    for seat in turn.state.seats:
        count = even + (seat in more)
        divided[seat], left = tuple(left[:count]), left[count:]
    return divided


def divide(turn: Turn, divided: Divide) -> None:
    """HOW-REF-06, HOW-REF-13: the new cards are in the hands before the horrors are resolved.

    A game whose challenges add no horrors has no frame for it, so that what its saves have waiting stays the same.
    """
    drawn, shelf = turn.state.drawn, turn.state.box.horrors
    horrors: tuple[str, ...] = ()
    found = drawn
    if not shelf.keys().isdisjoint(drawn):
        horrors = tuple([card for card in drawn if card in shelf])
        found = tuple([card for card in drawn if card not in horrors])
    turn.emit(RefreshDivided(shares(turn, found, divided.more), horrors))
    last = (FinishRefresh(),) if _horrors_on_top(turn.state) else ()
    turn.push(ResolveHorrors(), *last, ArmyPhase())


def finish(turn: Turn, frame: FinishRefresh) -> None:
    """HOW-S5-09: new horrors go on top of the resource deck once those of the refresh are resolved."""
    add_horrors(turn, _horrors_on_top(turn.state))


def _horrors_on_top(state: GameState) -> int:
    return state.box.changes.horrors_on_top


def deal(turn: Turn, more: tuple[str, ...]) -> None:
    """HOW-SET-09, HOW-SET-13: deal the starting hands from the resource deck, in which there is no horror yet."""
    turn.emit(HandsDealt(shares(turn, turn.state.resources.cards[:STARTING_CARDS], more)))
