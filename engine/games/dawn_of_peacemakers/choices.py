"""The choices that operations leave to a player: what can be chosen, as references to things."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Literal

from engine.games.dawn_of_peacemakers import movement
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content.types import Target
from engine.games.dawn_of_peacemakers.frames import Effect, Pick, Settle
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers.battlefield import Unit, groups_alive
from engine.peacemakers.selection import targets


def ask(turn: Turn, effect: Effect, first: Any) -> None:
    """Ask the acting player; a choice of one is made by itself, and without any nothing happens."""
    found = options(turn.state, effect, first)
    if len(found) == 1 and not may_decline(first):
        turn.push(Settle(first, effect, found[0]))
    elif found:
        turn.push(Pick(seats=(effect.actor,), op=first, effect=effect))


def options(state: GameState, effect: Effect, first: Any) -> list[str]:
    """Everything that can be chosen for an operation."""
    return OPTIONS[type(first)](state, effect, first)


def may_decline(first: Any) -> bool:
    """Whether the player may take none, or no more."""
    return type(first) is op.Hand


def place(state: GameState, effect: Effect, where: Literal["target", "own"]) -> str:
    """The space that an operation means; empty if there is none."""
    kind, _, name = effect.target.partition(":")
    if where == "own":
        return state.figures[effect.actor]
    if kind == "space":
        return name
    if kind == "adventurer":
        return state.figures[name]
    found = targets(state, effect)
    return state.units[found[0]].space if kind == "unit" and found else ""


# Targets of schemes


def possible_targets(state: GameState, target: Target, seat: str) -> list[str]:
    """DOP-GEN-06: everything within reach of an adventurer that a scheme can concern; reach 0 means companions."""
    scene = state.box.scene
    apart = scene.board.grid.distances(state.figures[seat])
    reach = inf if target.reach < 0 else target.reach
    if target.kind == "space":
        return [f"space:{space}" for space, steps in apart.items() if steps <= reach and scene.board.is_open(space)]
    if target.kind == "adventurer":
        return [f"adventurer:{who}" for who, space in state.figures.items() if who != seat and apart[space] <= reach]
    found = [name for name, unit in state.units.items() if apart[unit.space] <= reach]
    if target.kind == "unit":
        return [f"unit:{name}" for name in found if _fits(state, state.units[name], target)]
    armies = dict.fromkeys(state.units[name].army for name in found)
    if target.kind == "army":
        return [f"army:{army}" for army in armies]
    return [f"deck:{army}.{half}" for army in armies for half in ("ploy", "task")]


def _fits(state: GameState, unit: Unit, target: Target) -> bool:
    if target.damaged and not unit.damage:
        return False
    return target.leader is None or state.box.units[unit.type].leader == target.leader


# Options of operations


def _numbers(most: int) -> list[str]:
    return [f"number:{count}" for count in range(most, -1, -1)] if most > 0 else []


def _heal(state: GameState, effect: Effect, first: op.Heal) -> list[str]:
    found = targets(state, effect)
    return _numbers(min(first.upto, state.units[found[0]].damage)) if found else []


def _lead(state: GameState, effect: Effect, first: op.Lead) -> list[str]:
    found = targets(state, effect)
    return [f"space:{space}" for space in movement.reachable(state, found[0])] if found else []


def _dismantle(state: GameState, effect: Effect, first: op.Dismantle) -> list[str]:
    space = place(state, effect, first.where)
    return _numbers(min(first.upto, state.fortifications.get(space, 0)))


def _recover(state: GameState, effect: Effect, first: op.Recover) -> list[str]:
    return [f"card:{card}" for card in sorted(state.resources.discard)]


def _hand(state: GameState, effect: Effect, first: op.Hand) -> list[str]:
    if not effect.target.startswith("adventurer:"):
        return []
    return [f"card:{card}" for card in state.hands[effect.actor]]


def _mix(state: GameState, effect: Effect, first: op.Mix) -> list[str]:
    kind, _, army = effect.target.partition(":")
    return [f"group:{group}" for group in sorted(groups_alive(state, army))] if kind == "army" else []


OPTIONS: dict[type, Callable[[GameState, Effect, Any], list[str]]] = {
    op.Heal: _heal,
    op.Lead: _lead,
    op.Dismantle: _dismantle,
    op.Recover: _recover,
    op.Hand: _hand,
    op.Mix: _mix,
}
