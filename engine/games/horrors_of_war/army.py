"""The army phase: turning orders, their speed, and carrying them out (rulebook: The army phase)."""

from __future__ import annotations

from operator import itemgetter

from msgspec.structs import replace

from engine.games.horrors_of_war import ongoing
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import GroupAct
from engine.games.horrors_of_war.facts import (
    ArmyPhaseBegan,
    HalfMuted,
    OrderBegan,
    OrderDeckShuffled,
    OrdersRanked,
    OrderTurned,
)
from engine.games.horrors_of_war.frames import (
    ArmyPhase,
    Effect,
    Encore,
    EndArmyPhase,
    EndOrder,
    ResolveOrder,
    StartHalf,
    StatusPhase,
)
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.selection import ranked_sides
from engine.games.horrors_of_war.state import GameState, Turn, amount_beside, named_beside
from engine.peacemakers.battlefield import groups_alive, has_army
from engine.peacemakers.conditions import Alive


def begin(turn: Turn, phase: ArmyPhase) -> None:
    """HOW-ARM-01..09: turn the top card of every deck, then resolve the orders by speed, the fastest first."""
    only = phase.only
    turn.emit(ArmyPhaseBegan(only))
    remind(turn, "army")
    state = turn.state
    owners = only or tuple(dict.fromkeys([deck.partition(".")[0] for deck in state.orders]))
    for name in state.orders:
        if not only or name.partition(".")[0] in only:
            turn_top_card(turn, name)
    speeds = {army: speed(state, army) for army in owners}
    ranked = dict(sorted(speeds.items(), key=itemgetter(1), reverse=True))
    turn.emit(OrdersRanked(ranked))
    turn.push(*map(ResolveOrder, ranked), EndArmyPhase(is_encore=bool(only)))


def end(turn: Turn, phase: EndArmyPhase) -> None:
    """HOW-S3-14, HOW-S6-11..12: what challenges let happen after an army phase; then the status phase."""
    state = turn.state
    changes = state.box.changes
    turn.push(Encore() if changes.encore and not phase.is_encore else StatusPhase())
    stand(turn, changes.after_armies)


def encore(turn: Turn, frame: Encore) -> None:
    """HOW-S6-11: the armies of the side with the higher motivation act once more; with equal motivation nobody does."""
    state = turn.state
    ahead = ranked_sides(state, "highest")
    armies = tuple(army for army, side in state.sides.items() if side in ahead)
    turn.push(ArmyPhase(armies) if armies else StatusPhase())


def stand(turn: Turn, standing: tuple[GroupAct, ...]) -> None:
    """What groups do because a challenge says so (HOW-S3-13..14)."""
    if standing:
        turn.push(*[Effect(each.do, "challenge", army=each.army, group=each.group) for each in standing])


def turn_top_card(turn: Turn, name: str) -> None:
    """HOW-ARM-02..04, HOW-ARM-21: an empty deck is first rebuilt from the whole of its discard pile."""
    deck = turn.state.orders[name]
    if not deck.cards:
        turn.emit(OrderDeckShuffled(name, turn.dice.shuffled(deck.discard)))
    turn.emit(OrderTurned(name, turn.state.orders[name].cards[0]))


def order_of(state: GameState, army: str) -> list[str]:
    """HOW-ARM-05: the cards on top of an army's discard piles, the left half first."""
    orders, left = state.orders, f"{army}.left"
    right = orders[f"{army}.right"].discard[0]
    return [orders[left].discard[0], right] if left in orders else [right]


def speed(state: GameState, army: str) -> int:
    """HOW-ARM-06..08, HOW-ARM-18: the sum of both halves, in tenths."""
    printed = sum(map(state.box.tenths.__getitem__, order_of(state, army)))
    return printed + 10 * amount_beside(state, "haste", f"army:{army}") if state.ongoing else printed


def chosen_group(state: GameState, army: str, row: tuple[str, ...]) -> str:
    """HOW-ARM-11..14: the first group of the row that has a unit on the map; a scheme may put another first."""
    alive = groups_alive(state, army)
    if state.ongoing:
        row = named_beside(state, "mix", f"army:{army}") + row
    for group in row:
        if group in alive:
            return group
    return ""


def resolve(turn: Turn, order: ResolveOrder) -> None:
    """HOW-ARM-10, HOW-ARM-14..15, HOW-ARM-22, HOW-ARM-25: left half, right half, for one group.

    An army that its own order has wiped out takes no heart from it: what comes afterwards is lost as well.
    """
    state, army, box = turn.state, order.army, turn.state.box
    *halves, right = order_of(state, army)
    printed = box.right[right]
    group = chosen_group(state, army, printed.groups)
    turn.emit(OrderBegan(army, group))
    turn.push(EndOrder(army))
    if not group and army in state.sides:
        return
    remind(turn, "order")
    muted = named_beside(state, "mute", f"army:{army}") if state.ongoing else ()
    now: list[Effect] = []
    late: list[Effect] = []
    for left in halves:
        if "left" in muted:
            turn.emit(HalfMuted(army, left))
            continue
        first, last = box.halves[left]
        if first:
            now.append(Effect(first, left, army=army, group=group))
        if last:
            late.append(Effect((op.If(Alive("army"), last),), left, army=army, group=group))
    then, again = printed.do, 1
    if "right" in muted:
        turn.emit(HalfMuted(army, right))
        then = ()
    elif then:
        again = box.changes.repeat.get(printed.title, 1)
    start = StartHalf(Effect(then, right, army=army, group=group))
    turn.push(*now, *(start,) * again, *late)


def start_half(turn: Turn, half: StartHalf) -> None:
    """What the left half made units do is not counted by the right half; what comes afterwards counts both.

    HOW-ARM-15, HOW-S2-08: an army that is gone by now does nothing, also when its order is to be resolved again.
    """
    state, effect = turn.state, half.effect
    if effect.army not in state.sides or has_army(state, effect.army):
        turn.push(replace(effect, earlier=state.tally) if state.tally else effect)


def end_order(turn: Turn, order: EndOrder) -> None:
    """Schemes on the army's next order are fully resolved."""
    for each in turn.state.ongoing:
        if each.until == "order" and _concerns(turn.state, each.on, order.army):
            ongoing.end(turn, each)


def _concerns(state: GameState, on: str, army: str) -> bool:
    """Whether a card in play lies beside an army or one of its units."""
    kind, _, name = on.partition(":")
    if kind == "unit":
        return name in state.units and state.units[name].army == army
    return on == f"army:{army}"
