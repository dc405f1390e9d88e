"""The army phase: turning orders, their speed, and carrying them out (rulebook: The army phase)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.rules import Turn as CoreTurn
from engine.games.horrors_of_war import operations as op
from engine.games.horrors_of_war.facts import (
    ArmyPhaseBegan,
    HalfMuted,
    OrderBegan,
    OrderDeckShuffled,
    OrdersRanked,
    OrderTurned,
)
from engine.games.horrors_of_war.frames import Effect, EndOrder, ResolveOrder, StartHalf, StatusPhase
from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.ongoing import end_ongoing
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.selection import decks_of
from engine.games.horrors_of_war.state import GameState, beside

Turn = CoreTurn[GameState]


def begin(turn: Turn) -> None:
    """HOW-ARM-01..09: turn the top card of every deck, then resolve the orders by speed, the fastest first."""
    turn.emit(ArmyPhaseBegan())
    remind(turn, "army")
    for name in turn.state.orders:
        turn_top_card(turn, name)
    speeds = {army: speed(turn.state, army) for army in turn.state.sides}
    ranked = sorted(speeds, key=speeds.__getitem__, reverse=True)
    turn.emit(OrdersRanked({army: speeds[army] for army in ranked}))
    turn.push(*(ResolveOrder(army) for army in ranked), StatusPhase())


def turn_top_card(turn: Turn, name: str) -> None:
    """HOW-ARM-02..04, HOW-ARM-21: an empty deck is first rebuilt from the whole of its discard pile."""
    deck = turn.state.orders[name]
    if not deck.cards:
        turn.emit(OrderDeckShuffled(name, turn.dice.shuffled(deck.discard)))
    turn.emit(OrderTurned(name, turn.state.orders[name].cards[0]))


def order_of(state: GameState, army: str) -> list[str]:
    """HOW-ARM-05: the cards on top of an army's discard piles, the left half first."""
    return [state.orders[deck].discard[0] for deck in decks_of(state, army)]


def speed(state: GameState, army: str) -> int:
    """HOW-ARM-06..08, HOW-ARM-18: the sum of both halves, in tenths."""
    tenths = library().tenths
    printed = sum([tenths[card] for card in order_of(state, army)])
    return printed + sum([each.amount * 10 for each in beside(state, "haste", f"army:{army}")])


def chosen_group(state: GameState, army: str, row: tuple[str, ...]) -> str:
    """HOW-ARM-11..14: the first group of the row that has a unit on the map; a scheme may put another first."""
    alive = {unit.group for unit in state.units.values() if unit.army == army}
    mixed = tuple([group for each in beside(state, "mix", f"army:{army}") for group in each.what])
    return next((group for group in mixed + row if group in alive), "")


def resolve(turn: Turn, army: str) -> None:
    """HOW-ARM-10, HOW-ARM-14..15, HOW-ARM-22, HOW-ARM-25: left half, right half, for one group."""
    lib = library()
    *halves, right = order_of(turn.state, army)
    group = chosen_group(turn.state, army, lib.right[right].groups)
    turn.emit(OrderBegan(army, group))
    turn.push(EndOrder(army))
    if not group:
        return
    remind(turn, "order")
    muted = {half for each in beside(turn.state, "mute", f"army:{army}") for half in each.what}
    now: list[Effect] = []
    late: list[Effect] = []
    for left in halves:
        first, last = ((), ()) if "left" in muted else split(lib.left[left].do)
        now.append(Effect(first, left, army=army, group=group))
        late.append(Effect(last, left, army=army, group=group))
    then = () if "right" in muted else lib.right[right].do
    for card in [*(halves if "left" in muted else ()), *((right,) if "right" in muted else ())]:
        turn.emit(HalfMuted(army, card))
    start = StartHalf(Effect(then, right, army=army, group=group))
    turn.push(*(each for each in now if each.ops), start, *(each for each in late if each.ops))


def start_half(turn: Turn, effect: Effect) -> None:
    """What the left half made units do is not counted by the right half; what comes afterwards counts both."""
    turn.push(replace(effect, earlier=turn.state.tally) if turn.state.tally else effect)


def split(ops: tuple[op.Ops, ...]) -> tuple[tuple[op.Ops, ...], tuple[op.Ops, ...]]:
    """What a left half does now, and what it does after the right half."""
    late = [each for each in ops if isinstance(each, op.Afterwards)]
    if not late:
        return ops, ()
    now = tuple(each for each in ops if each not in late)
    return now, tuple(inner for each in late for inner in each.do)


def end_order(turn: Turn, army: str) -> None:
    """Schemes on the army's next order are fully resolved."""
    if not turn.state.ongoing:
        return
    mine = {f"army:{army}", *(f"unit:{name}" for name, unit in turn.state.units.items() if unit.army == army)}
    end_ongoing(turn, lambda each: each.until == "order" and each.on in mine)
