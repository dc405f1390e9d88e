"""Carrying out the operations of schemes, ploys, abilities and events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.games.dawn_of_peacemakers import abilities, choices, decks, influence, motivation, movement, strikes
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.facts import (
    AdventurerMoved,
    ArmyJoined,
    CardGiven,
    CardRecovered,
    CardStayed,
    DefenceRaised,
    EdgeGained,
    FortificationsPlaced,
    FrontTurned,
    OngoingEnded,
    OrderDeckShuffled,
    OrderSpoiled,
    OrderSunk,
    StepsGained,
    TokensGained,
    UnitPlaced,
)
from engine.games.dawn_of_peacemakers.frames import Effect, Outing, Pick, Settle
from engine.games.dawn_of_peacemakers.selection import holds
from engine.games.dawn_of_peacemakers.state import Turn
from engine.peacemakers import damage, die
from engine.peacemakers.battlefield import opponent, units_in
from engine.peacemakers.conditions import Who
from engine.peacemakers.motivation import change
from engine.peacemakers.ongoing import Ongoing
from engine.peacemakers.selection import sides, targets, units


def run(turn: Turn, effect: Effect) -> None:
    """Carry out operations in order; what comes after one that leads to more waits beneath that."""
    first, *rest = effect.ops or (None,)
    if first is None:
        return
    if rest:
        turn.push(replace(effect, ops=tuple(rest)))
    _DO.get(type(first), choices.ask)(turn, effect, first)


def split(ops: tuple[op.Ops, ...]) -> tuple[tuple[op.Ops, ...], tuple[op.Ops, ...]]:
    """What a ploy does before its task is carried out, and what it does afterwards."""
    now: list[op.Ops] = []
    late: list[op.Ops] = []
    for each in ops:
        if isinstance(each, op.Afterwards):
            late += each.do
        elif isinstance(each, op.For):
            first, then = split(each.do)
            now += [replace(each, do=first)] if first else []
            late += [replace(each, do=then)] if then else []
        else:
            now.append(each)
    return tuple(now), tuple(late)


# How a task is carried out


def _edge(turn: Turn, effect: Effect, first: op.Edge) -> None:
    turn.emit(EdgeGained(effect.army, first.kind, first.by))


def _veer(turn: Turn, effect: Effect, first: op.Veer) -> None:
    """DOP-MOVE-05: another direction, and away from enemies if need be."""
    if first.by:
        turn.emit(EdgeGained(effect.army, "veer", first.by))
    if first.free:
        turn.emit(EdgeGained(effect.army, "free", 1))


def _everybody(turn: Turn, effect: Effect, first: op.Everybody) -> None:
    turn.emit(EdgeGained(effect.army, "everybody", 1))


def _for(turn: Turn, effect: Effect, first: op.For) -> None:
    if effect.task == first.task:
        turn.push(replace(effect, ops=first.do))


# Units


def _march(turn: Turn, effect: Effect, first: op.March) -> None:
    movement.set_out(turn, Outing(tuple(units(turn.state, effect, first.who)), first.by, first.free))


def _attack(turn: Turn, effect: Effect, first: op.Attack) -> None:
    strikes.strike(turn, units(turn.state, effect, first.who), first.offence)


def _cover(turn: Turn, effect: Effect, first: op.Cover) -> None:
    for name in units(turn.state, effect, first.who):
        turn.emit(DefenceRaised(name, first.amount))


def _wound(turn: Turn, effect: Effect, first: op.Wound) -> None:
    strikes.deal(turn, dict.fromkeys(units(turn.state, effect, first.who), first.amount), {})


def _mend(turn: Turn, effect: Effect, first: op.Mend) -> None:
    mend(turn, units(turn.state, effect, first.who), first.amount)


def mend(turn: Turn, names: list[str], amount: int) -> None:
    """DOP-UNIT-11: take damage off units; some are no longer injured then."""
    for name in names:
        damage.mend(turn, name, amount)
    abilities.note_injuries(turn, names)


def _muster(turn: Turn, effect: Effect, first: op.Muster) -> None:
    """DOP-TERR-11: a new unit with a number of its own; not where enemies stand, and a tower counts for its side."""
    state = turn.state
    side = state.sides[first.army]
    if any(state.sides[state.units[name].army] != side for name in units_in(state, first.space)):
        return
    everybody = [*state.units.values(), *state.fallen.values()]
    number = sum(unit.army == first.army for unit in everybody) + 1
    before = motivation.bonuses(state)
    turn.emit(UnitPlaced(f"{first.army}-{number}", first.army, first.type, first.group, first.space))
    motivation.settle_bonuses(turn, before)


def _switch(turn: Turn, effect: Effect, first: op.Switch) -> None:
    """An army goes over to a side, and what it holds counts anew."""
    state = turn.state
    side = first.to or opponent(state, state.sides[first.army])
    if side == state.sides[first.army]:
        return
    before = motivation.bonuses(state)
    turn.emit(ArmyJoined(first.army, side))
    motivation.settle_bonuses(turn, before)


def _front(turn: Turn, effect: Effect, first: op.Front) -> None:
    turn.emit(FrontTurned(first.side, first.facing))


# Spaces


def fortify(turn: Turn, space: str, amount: int) -> None:
    """DOP-TERR-04, DOP-SEC-06: put tokens on a space, if it can have any; there are always enough."""
    if space in turn.state.box.scene.firm:
        turn.emit(FortificationsPlaced(space, amount))


def _spaces_of(turn: Turn, effect: Effect, who: Who) -> list[str]:
    return list(dict.fromkeys(turn.state.units[name].space for name in units(turn.state, effect, who)))


def _dig_in(turn: Turn, effect: Effect, first: op.DigIn) -> None:
    for space in _spaces_of(turn, effect, first.who):
        fortify(turn, space, first.amount)


def _raze(turn: Turn, effect: Effect, first: op.Raze) -> None:
    for space in _spaces_of(turn, effect, first.who):
        damage.raze(turn, space, first.amount)


def _build(turn: Turn, effect: Effect, first: op.Build) -> None:
    for space in turn.state.box.scene.file.areas[first.area]:
        fortify(turn, space, first.amount)


def _fortify(turn: Turn, effect: Effect, first: op.Fortify) -> None:
    fortify(turn, choices.place(turn.state, effect, first.where), first.amount)


# Adventurers


def _travel(turn: Turn, effect: Effect, first: op.Travel) -> None:
    turn.emit(StepsGained(effect.actor, first.points))


def _secure(turn: Turn, effect: Effect, first: op.Secure) -> None:
    turn.emit(TokensGained(effect.actor, first.tokens))


def _bring(turn: Turn, effect: Effect, first: op.Bring) -> None:
    kind, _, name = effect.target.partition(":")
    if kind == "adventurer":
        _go(turn, name, turn.state.figures[effect.actor])


def _join(turn: Turn, effect: Effect, first: op.Join) -> None:
    space = choices.place(turn.state, effect, "target")
    if space and turn.state.box.scene.board.is_open(space):
        _go(turn, effect.actor, space)


def _go(turn: Turn, seat: str, space: str) -> None:
    regions, here = turn.state.box.scene.regions, turn.state.figures[seat]
    if here != space and regions[here] == regions[space]:
        turn.emit(AdventurerMoved(seat, space))


# Cards


def _draw(turn: Turn, effect: Effect, first: op.Draw) -> None:
    for _ in range(first.count):
        decks.draw_resource(turn, effect.actor)


def _spy(turn: Turn, effect: Effect, first: op.Spy) -> None:
    """DOP-ADV-10: order cards are looked at as by influence, but nobody adds any."""
    kind, _, army = effect.target.partition(":")
    if kind == "unit" and army in turn.state.units:
        army = turn.state.units[army].army
    if army in turn.state.sides:
        influence.begin_with(turn, effect.actor, army, first.cards, closed=True)


def _deck(effect: Effect) -> str:
    kind, _, deck = effect.target.partition(":")
    return deck if kind == "deck" else ""


def _spoil(turn: Turn, effect: Effect, first: op.Spoil) -> None:
    """DOP-ARMY-04, DOP-ARMY-22: Change of plans is carried out when it is discarded as well."""
    deck = _deck(effect)
    card = decks.ready_top(turn, deck) if deck else None
    if card is not None:
        turn.emit(OrderSpoiled(deck, card))


def _sink(turn: Turn, effect: Effect, first: op.Sink) -> None:
    deck = _deck(effect)
    if deck and len(turn.state.orders[deck].cards) > 1:
        turn.emit(OrderSunk(deck))


def _shuffle(turn: Turn, effect: Effect, first: op.Shuffle) -> None:
    deck = _deck(effect)
    if deck:
        lying = turn.state.orders[deck]
        turn.emit(OrderDeckShuffled(deck, turn.dice.shuffled(lying.cards), lying.discard, why="scheme"))


# Motivation, conditions and the die


def _motivation(turn: Turn, effect: Effect, first: op.Motivation) -> None:
    for side in sides(turn.state, effect, first.of):
        change(turn, side, first.by, effect.source)


def _if(turn: Turn, effect: Effect, first: op.If) -> None:
    branch = first.then if holds(turn.state, effect, first.cond) else first.orelse
    if branch:
        turn.push(replace(effect, ops=branch))


def _roll(turn: Turn, effect: Effect, first: op.RollNumber) -> None:
    result = die.roll(turn, effect.source)
    band = next(band for band in first.bands if result <= band.upto)
    if band.do:
        turn.push(replace(effect, ops=band.do))


# Cards that stay in play


def stay(turn: Turn, effect: Effect, first: Any, what: tuple[str, ...] = ()) -> None:
    """DOP-SCH-02, DOP-SCH-05: the card stays; of equal schemes on one army the last one counts."""
    if not effect.target:
        return
    kind = type(first).__name__.lower()
    if effect.target.startswith("army:"):
        for each in turn.state.ongoing:
            if (each.kind, each.on) == (kind, effect.target):
                turn.emit(OngoingEnded(each.card))
    amount = getattr(first, "amount", getattr(first, "by", 0))
    turn.emit(CardStayed(Ongoing(effect.source, kind, effect.target, first.until, amount, what)))


def _lead(turn: Turn, effect: Effect, first: op.Lead) -> None:
    if first.way == "any":
        choices.ask(turn, effect, first)
    else:
        movement.carry_out(turn, movement.march(turn.state, targets(turn.state, effect), 0, True))


# What a player chose


def answer(turn: Turn, asked: Pick | Settle, thing: str) -> None:
    """Do what was chosen; what is left of the operation is asked next."""
    _ANSWERS[type(asked.op)](turn, asked.effect, asked.op, thing.partition(":")[2])


def _heal(turn: Turn, effect: Effect, done: op.Heal, name: str) -> None:
    mend(turn, targets(turn.state, effect), int(name))


def _led(turn: Turn, effect: Effect, done: op.Lead, name: str) -> None:
    movement.carry_out(turn, movement.Plan({targets(turn.state, effect)[0]: name}, {}))


def _dismantled(turn: Turn, effect: Effect, done: op.Dismantle, name: str) -> None:
    damage.raze(turn, choices.place(turn.state, effect, done.where), int(name))


def _recovered(turn: Turn, effect: Effect, done: op.Recover, name: str) -> None:
    turn.emit(CardRecovered(effect.actor, name))
    if done.count > 1:
        turn.push(replace(effect, ops=(replace(done, count=done.count - 1),)))


def _handed(turn: Turn, effect: Effect, done: op.Hand, name: str) -> None:
    turn.emit(CardGiven(effect.actor, effect.target.partition(":")[2], name))
    if done.upto > 1:
        turn.push(replace(effect, ops=(replace(done, upto=done.upto - 1),)))


def _mixed(turn: Turn, effect: Effect, done: op.Mix, name: str) -> None:
    stay(turn, effect, done, (name,))


_ANSWERS: dict[type, Callable[[Turn, Effect, Any, str], None]] = {
    op.Heal: _heal,
    op.Lead: _led,
    op.Dismantle: _dismantled,
    op.Recover: _recovered,
    op.Hand: _handed,
    op.Mix: _mixed,
}

STAYING = (op.Guard, op.Shield, op.Defend, op.Hold, op.Pacify, op.Mute, op.Haste)

_DO: dict[type, Callable[[Turn, Effect, Any], None]] = {
    op.Edge: _edge,
    op.Veer: _veer,
    op.Everybody: _everybody,
    op.For: _for,
    op.March: _march,
    op.Attack: _attack,
    op.Cover: _cover,
    op.Motivation: _motivation,
    op.Wound: _wound,
    op.Mend: _mend,
    op.DigIn: _dig_in,
    op.Raze: _raze,
    op.Build: _build,
    op.Switch: _switch,
    op.Muster: _muster,
    op.Front: _front,
    op.If: _if,
    op.RollNumber: _roll,
    op.Travel: _travel,
    op.Secure: _secure,
    op.Spy: _spy,
    op.Spoil: _spoil,
    op.Sink: _sink,
    op.Shuffle: _shuffle,
    op.Lead: _lead,
    op.Fortify: _fortify,
    op.Bring: _bring,
    op.Join: _join,
    op.Draw: _draw,
    **dict.fromkeys(STAYING, stay),
}
"""Operations that need no choice; all others leave one to the player."""
