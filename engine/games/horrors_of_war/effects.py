"""Carrying out the operations of schemes, horrors and orders that need no choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.hexes import turned
from engine.games.horrors_of_war import attacks, choices, die, motivation, movement, resources
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    AreaSpared,
    ArmyJoined,
    CardDiscarded,
    CardStayed,
    DefenceRaised,
    FortificationsPlaced,
    OrderCardsMoved,
    OrderDeckShuffled,
    OrderRevealed,
    TopCardBuried,
    UnitTurned,
)
from engine.games.horrors_of_war.frames import Effect, TravelOn
from engine.games.horrors_of_war.ongoing import end_ongoing
from engine.games.horrors_of_war.selection import decks_of, facing_enemy, holds, nearby_armies, sides, units
from engine.games.horrors_of_war.state import GameState, Ongoing, Turn
from engine.peacemakers import damage
from engine.peacemakers.battlefield import opponent
from engine.peacemakers.conditions import Who


def run(turn: Turn, effect: Effect) -> None:
    """Carry out operations in order; what comes after one that leads to more waits beneath that."""
    rest = iter(effect.ops)
    for first in rest:
        simple = _SIMPLE.get(type(first))
        if simple is None:
            _lead_on(turn, effect, first, tuple(rest))
            return
        simple(turn, effect, first)


def _lead_on(turn: Turn, effect: Effect, first: op.Ops, rest: tuple[op.Ops, ...]) -> None:
    if rest:
        turn.push(replace(effect, ops=rest))
    _DO.get(type(first), choices.ask)(turn, effect, first)


# Units


def _move(turn: Turn, effect: Effect, first: op.Advance) -> None:
    for _ in range(first.times):
        movement.move(turn, units(turn.state, effect, first.who), first.direction)


def _attack(turn: Turn, effect: Effect, first: op.Attack) -> None:
    attacks.attack(turn, units(turn.state, effect, first.who), first.offence)


def _defend(turn: Turn, effect: Effect, first: op.Defend) -> None:
    for name in units(turn.state, effect, first.who):
        turn.emit(DefenceRaised(name, first.amount))


def _turn(turn: Turn, effect: Effect, first: op.Face) -> None:
    for name in units(turn.state, effect, first.who):
        turn.emit(UnitTurned(name, turned(turn.state.units[name].facing, first.by)))


def _look(turn: Turn, effect: Effect, first: op.Look) -> None:
    for name in units(turn.state, effect, first.who):
        turn.emit(UnitTurned(name, first.facing))


def _seek(turn: Turn, effect: Effect, first: op.Seek) -> None:
    for name in units(turn.state, effect, first.who):
        facing = facing_enemy(turn.state, name)
        if facing != turn.state.units[name].facing:
            turn.emit(UnitTurned(name, facing))


def _spin(turn: Turn, effect: Effect, first: op.Spin) -> None:
    for name in units(turn.state, effect, first.who):
        turn.emit(UnitTurned(name, die.facing(die.roll(turn, effect.source))))


def _blast(turn: Turn, effect: Effect, first: op.Blast) -> None:
    """HOW-DMG-17: one event hits everybody there, whatever the side."""
    area = turn.state.box.scene.file.areas[first.area]
    hit = [name for name, unit in turn.state.units.items() if unit.space in area]
    attacks.strike(turn, dict.fromkeys(hit, ()), dict.fromkeys(hit, first.offence))
    if not hit:
        turn.emit(AreaSpared(first.area))
    for space in area:
        damage.raze(turn, space, first.raze)


def _switch(turn: Turn, effect: Effect, first: op.Switch) -> None:
    """HOW-S4-04..08, HOW-S4-20: an army goes over to a side, its units turn, and what they hold counts anew."""
    state = turn.state
    side = first.to or opponent(state, state.sides[first.army])
    if side == state.sides[first.army]:
        return
    before = motivation.bonuses(state)
    turn.emit(ArmyJoined(first.army, side))
    army = next(each for each in state.box.scene.file.armies if each.id == first.army)
    for name in [name for name, unit in state.units.items() if unit.army == first.army and side in army.faces]:
        turn.emit(UnitTurned(name, army.faces[side]))
    motivation.settle_bonuses(turn, before)


def _wound(turn: Turn, effect: Effect, first: op.Wound) -> None:
    attacks.wound(turn, units(turn.state, effect, first.who), first.amount)


def _mend(turn: Turn, effect: Effect, first: op.Mend) -> None:
    for name in units(turn.state, effect, first.who):
        damage.mend(turn, name, first.amount)


def _lead(turn: Turn, effect: Effect, first: op.Lead) -> None:
    if first.way == "any":
        choices.ask(turn, effect, first)
    else:
        movement.move(turn, units(turn.state, effect, "target"), first.way)


# Spaces


def can_fortify(state: GameState, space: str) -> bool:
    """HOW-FOR-02..03: neither water nor an impassable space ever gets a fortification."""
    return space in state.box.scene.firm


def fortify(turn: Turn, space: str, amount: int) -> None:
    """HOW-FOR-01: put new tokens on a space, if it can have any."""
    if can_fortify(turn.state, space):
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
    turn.push(TravelOn(seats=(effect.actor,), steps=first.steps))


def _bring(turn: Turn, effect: Effect, first: op.Bring) -> None:
    kind, _, name = effect.target.partition(":")
    if kind == "adventurer":
        _go(turn, name, turn.state.figures[effect.actor])


def _join(turn: Turn, effect: Effect, first: op.Join) -> None:
    space = choices.place(turn.state, effect, "target")
    if space and turn.state.box.scene.board.is_open(space):
        _go(turn, effect.actor, space)


def _go(turn: Turn, seat: str, space: str) -> None:
    """HOW-S2-06: an effect takes an adventurer only to where one could walk."""
    regions, here = turn.state.box.scene.regions, turn.state.figures[seat]
    if here != space and regions[here] == regions[space]:
        carry(turn, seat, space)


def carry(turn: Turn, seat: str, space: str) -> None:
    """HOW-S6-09: an adventurer is moved by something other than travel."""
    turn.emit(AdventurerMoved(seat, space))
    movement.part_from_shunned(turn)


def _jolt(turn: Turn, effect: Effect, first: op.Jolt) -> None:
    area = turn.state.box.scene.file.areas[first.area]
    for seat, space in turn.state.figures.items():
        if space in area:
            _discard_at_random(turn, replace(effect, actor=seat), op.Discard(first.cards))


# Cards


def _reveal(turn: Turn, effect: Effect, first: op.Reveal) -> None:
    kind, _, deck = effect.target.partition(":")
    for _ in range(first.count if kind == "deck" else 0):
        card = turn.state.orders[deck].topmost_facedown()
        if card is not None:
            turn.emit(OrderRevealed(deck, card))


def _sink(turn: Turn, effect: Effect, first: op.Sink) -> None:
    kind, _, deck = effect.target.partition(":")
    count = len(turn.state.orders[deck].cards) if kind == "deck" else 0
    if count > 1:
        turn.emit(OrderCardsMoved(deck, (*range(1, count), 0)))


def _conceal(turn: Turn, effect: Effect, first: op.Conceal) -> None:
    """HOW-SUR-14: all cards of a shuffled order deck lie face down."""
    state = turn.state
    kind, _, name = effect.target.partition(":")
    if first.decks == "target":
        names = [name] if kind == "deck" else decks_of(state, name) if kind == "army" else []
    elif first.decks == "nearby":
        names = [deck for army in nearby_armies(state, effect.actor) for deck in decks_of(state, army)]
    else:
        names = list(state.orders)
    for deck in names:
        lying = turn.state.orders[deck]
        turn.emit(OrderDeckShuffled(deck, turn.dice.shuffled(lying.cards), discard=lying.discard))


def _draw(turn: Turn, effect: Effect, first: op.Draw) -> None:
    for _ in range(first.count):
        resources.draw(turn, effect.actor)


def _bury(turn: Turn, effect: Effect, first: op.Bury) -> None:
    cards = turn.state.resources.cards
    if len(cards) > 1:
        turn.emit(TopCardBuried(cards[0]))


def _discard_at_random(turn: Turn, effect: Effect, first: op.Discard) -> None:
    for _ in range(first.count):
        hand = choices.discardable(turn.state, effect, first)
        if hand:
            turn.emit(CardDiscarded(effect.actor, turn.dice.choice(hand)))


def _discard(turn: Turn, effect: Effect, first: op.Discard) -> None:
    if first.how == "random":
        _discard_at_random(turn, effect, first)
    else:
        choices.ask(turn, effect, first)


def _flee(turn: Turn, effect: Effect, first: op.Flee) -> None:
    if first.way == "astray":
        _stray(turn, effect, first)
    else:
        choices.ask(turn, effect, first)


def _stray(turn: Turn, effect: Effect, first: op.Flee) -> None:
    """The die names one of the six directions for each step; where the way is closed the adventurer stays."""
    for _ in range(first.steps):
        board = turn.state.box.scene.board
        facing = die.facing(die.roll(turn, "astray"))
        to = board.grid.step(turn.state.figures[effect.actor], facing)
        if to is not None and board.is_open(to):
            carry(turn, effect.actor, to)


def _add_horror(turn: Turn, effect: Effect, first: op.AddHorror) -> None:
    attacks.add_horrors(turn, first.count)


# Motivation, conditions and the die


def _motivation(turn: Turn, effect: Effect, first: op.Motivation) -> None:
    for side in sides(turn.state, effect, first.of):
        motivation.change(turn, side, first.by, effect.source)


def _if(turn: Turn, effect: Effect, first: op.If) -> None:
    branch = first.then if holds(turn.state, effect, first.cond) else first.orelse
    if branch:
        run(turn, replace(effect, ops=branch))


def _roll(turn: Turn, effect: Effect, first: op.RollNumber | op.RollGroup) -> None:
    result = die.roll(turn, effect.source)
    if first.reroll:
        choices.offer_reroll(turn, effect, first, result)
    else:
        use_roll(turn, effect, first, result)


def use_roll(turn: Turn, effect: Effect, first: op.RollNumber | op.RollGroup, result: int) -> None:
    """HOW-DIE-01: read the die as a number or as an icon, as the card says."""
    if isinstance(first, op.RollNumber):
        band = next(band for band in first.bands if result <= band.upto)
        branch = replace(effect, ops=band.do)
    else:
        branch = replace(effect, rolled=die.icon(result))
        branch = replace(branch, ops=first.do if units(turn.state, branch, "rolled") else first.none)
    if branch.ops:
        run(turn, branch)


# Cards that stay in play


def stay(turn: Turn, effect: Effect, first: Any, what: tuple[str, ...] = ()) -> None:
    """HOW-SCH-05..07: choices are made now and the card stays; of equal cards on an army the last one counts (09)."""
    on = effect.target or (f"adventurer:{effect.actor}" if isinstance(first, PERSONAL) else "")
    if not on:
        return
    amount = getattr(first, "amount", getattr(first, "by", 0))
    new = Ongoing(effect.source, type(first).__name__.lower(), on, first.until, amount, what)
    if on.startswith("army:"):
        end_ongoing(turn, lambda each: _is_copy(each, new))
    turn.emit(CardStayed(new))


def _is_copy(old: Ongoing, new: Ongoing) -> bool:
    """HOW-SCH-09: whether two cards on an army do the same; of mixed groups the last one named counts."""
    same = (old.kind, old.on, old.amount) == (new.kind, new.on, new.amount)
    return same and (old.what == new.what or new.kind == "mix")


def _stay(turn: Turn, effect: Effect, first: Any) -> None:
    stay(turn, effect, first, getattr(first, "what", ()))


def _mute(turn: Turn, effect: Effect, first: op.Mute) -> None:
    stay(turn, effect, first, (first.half,))


PERSONAL = (op.Ward, op.Bar, op.Slow, op.Numb)
STAYING = (op.Shield, op.Guard, op.Hold, op.Pacify, op.Haste, *PERSONAL)

_SIMPLE: dict[type, Callable[[Turn, Effect, Any], None]] = {
    op.Advance: _move,
    op.Attack: _attack,
    op.Defend: _defend,
    op.Face: _turn,
    op.Motivation: _motivation,
    op.Wound: _wound,
    op.Mend: _mend,
    op.DigIn: _dig_in,
    op.Raze: _raze,
    op.Look: _look,
    op.Seek: _seek,
    op.Spin: _spin,
    op.Blast: _blast,
    op.Jolt: _jolt,
    op.Build: _build,
    op.Switch: _switch,
    op.AddHorror: _add_horror,
}
"""Operations that are done when they return: nothing is asked and nothing else has to come first."""

_DO: dict[type, Callable[[Turn, Effect, Any], None]] = {
    op.If: _if,
    op.RollNumber: _roll,
    op.RollGroup: _roll,
    op.Lead: _lead,
    op.Reveal: _reveal,
    op.Sink: _sink,
    op.Conceal: _conceal,
    op.Fortify: _fortify,
    op.Travel: _travel,
    op.Bring: _bring,
    op.Join: _join,
    op.Draw: _draw,
    op.Bury: _bury,
    op.Discard: _discard,
    op.Flee: _flee,
    op.Mute: _mute,
    **dict.fromkeys(STAYING, _stay),
}
"""Operations that lead to more; all others leave a choice to the player."""
