"""Carrying out what a player chose for an operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from msgspec.structs import replace

from engine.core.hexes import Facing
from engine.games.horrors_of_war import choices, die, effects, movement, ongoing
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.facts import (
    CardDiscarded,
    CardGiven,
    CardRecovered,
    OrderCardsMoved,
    UnitTurned,
)
from engine.games.horrors_of_war.frames import Effect, Pick, Settle
from engine.games.horrors_of_war.selection import targets
from engine.games.horrors_of_war.state import Turn
from engine.peacemakers import damage


def answer(turn: Turn, asked: Pick | Settle, thing: str) -> None:
    """Do what was chosen; what is left of the operation is asked next."""
    _ANSWERS[type(asked.op)](turn, asked, asked.op, thing.partition(":")[2])


def _heal(turn: Turn, asked: Pick, done: op.Heal, name: str) -> None:
    damage.mend(turn, targets(turn.state, asked.effect)[0], int(name))


def _sway(turn: Turn, asked: Pick, done: op.Sway, name: str) -> None:
    turn.emit(UnitTurned(targets(turn.state, asked.effect)[0], cast(Facing, name)))


def _lead(turn: Turn, asked: Pick, done: op.Lead, name: str) -> None:
    movement.relocate(turn, [(targets(turn.state, asked.effect)[0], name, "")])


def _arrange(turn: Turn, asked: Pick, done: op.Arrange, name: str) -> None:
    picked = (*asked.picked, f"place:{name}")
    if choices.options(turn.state, asked.effect, done, picked):
        choices.ask(turn, asked.effect, done, picked)
        return
    places = tuple(int(each.partition(":")[2]) for each in picked)
    if places != tuple(range(len(places))):
        turn.emit(OrderCardsMoved(asked.effect.target.partition(":")[2], places))


def _dismantle(turn: Turn, asked: Pick, done: op.Dismantle, name: str) -> None:
    damage.raze(turn, choices.place(turn.state, asked.effect, done.where), int(name))


def _recover(turn: Turn, asked: Pick, done: op.Recover, name: str) -> None:
    turn.emit(CardRecovered(asked.effect.actor, name))
    _again(turn, asked.effect, replace(done, count=done.count - 1), done.count - 1)


def _hand(turn: Turn, asked: Pick, done: op.Hand, name: str) -> None:
    turn.emit(CardGiven(asked.effect.actor, asked.effect.target.partition(":")[2], name))
    _again(turn, asked.effect, replace(done, upto=done.upto - 1), done.upto - 1)


def _comfort(turn: Turn, asked: Pick, done: op.Comfort, name: str) -> None:
    who = choices.comforted(asked.effect)
    ongoing.end(turn, next(each for each in turn.state.ongoing if each.card == name and each.on == who))


def _discard(turn: Turn, asked: Pick, done: op.Discard, name: str) -> None:
    turn.emit(CardDiscarded(asked.effect.actor, name))
    _again(turn, asked.effect, replace(done, count=done.count - 1), done.count - 1)


def _flee(turn: Turn, asked: Pick, done: op.Flee, name: str) -> None:
    effects.carry(turn, asked.effect.actor, name)
    _again(turn, asked.effect, replace(done, steps=done.steps - 1), done.steps - 1)


def _ferry(turn: Turn, asked: Pick, done: op.Ferry, name: str) -> None:
    effects.carry(turn, asked.effect.actor, name)


def _again(turn: Turn, effect: Effect, rest: op.Ops, left: int) -> None:
    """One of several is done: the operation goes on with the rest."""
    if left:
        turn.push(replace(effect, ops=(rest,)))


def _mix(turn: Turn, asked: Pick, done: op.Mix, name: str) -> None:
    effects.stay(turn, asked.effect, done, (name,))


def _reroll(turn: Turn, asked: Pick, done: op.RollNumber | op.RollGroup, name: str) -> None:
    """HOW-DIE-04: a rerolled result must be used."""
    result = int(asked.picked[0].partition(":")[2])
    if name == "again":
        result = die.roll(turn, asked.effect.source)
    effects.use_roll(turn, asked.effect, done, result)


_ANSWERS: dict[type, Callable[[Turn, Any, Any, str], None]] = {
    op.Heal: _heal,
    op.Sway: _sway,
    op.Lead: _lead,
    op.Arrange: _arrange,
    op.Dismantle: _dismantle,
    op.Recover: _recover,
    op.Hand: _hand,
    op.Comfort: _comfort,
    op.Discard: _discard,
    op.Flee: _flee,
    op.Ferry: _ferry,
    op.Mix: _mix,
    op.RollNumber: _reroll,
    op.RollGroup: _reroll,
}
