"""The choices that operations leave to a player: what can be chosen, as references to things."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Literal

from engine.core.hexes import FACINGS, turned
from engine.games.horrors_of_war import movement
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import Target
from engine.games.horrors_of_war.frames import Effect, Pick, Settle
from engine.games.horrors_of_war.selection import decks_of, nearest, targets
from engine.games.horrors_of_war.state import GameState, Turn
from engine.peacemakers.battlefield import Unit


def ask(turn: Turn, effect: Effect, first: Any, picked: tuple[str, ...] = ()) -> None:
    """Ask the acting player; a choice of one is made by itself, and without any nothing happens."""
    found = options(turn.state, effect, first, picked)
    if len(found) == 1 and not may_decline(first):
        turn.push(Settle(first, effect, picked, found[0]))
    elif found:
        turn.push(Pick(seats=(effect.actor,), op=first, effect=effect, picked=picked))


def options(state: GameState, effect: Effect, first: Any, picked: tuple[str, ...]) -> list[str]:
    """Everything that can be chosen for an operation."""
    return OPTIONS[type(first)](state, effect, first, picked)


def may_decline(first: Any) -> bool:
    """HOW-SCH-11: whether the player may take none, or no more."""
    return type(first) in (op.Hand, op.Sway)


def offer_reroll(turn: Turn, effect: Effect, first: op.RollNumber | op.RollGroup, result: int) -> None:
    """HOW-DIE-03: the acting player may roll once more."""
    turn.push(Pick(seats=(effect.actor,), op=first, effect=effect, picked=(f"result:{result}",)))


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
    """Everything within reach of an adventurer that a scheme can concern."""
    scene = state.box.scene
    apart = scene.board.grid.distances(state.figures[seat])
    reach = inf if target.reach < 0 else target.reach
    if target.kind == "space":
        return [f"space:{space}" for space, steps in apart.items() if steps <= reach and scene.board.is_open(space)]
    if target.kind == "adventurer":
        return [f"adventurer:{who}" for who, space in state.figures.items() if who != seat and apart[space] <= reach]
    found = [name for name, unit in state.units.items() if apart[unit.space] <= reach]
    if not found and not scene.file.talks:
        return []
    if target.kind == "unit":
        return [f"unit:{name}" for name in found if _fits(state, state.units[name], target)]
    armies = list(dict.fromkeys(state.units[name].army for name in found))
    if scene.file.talks and apart[scene.board.start] <= reach:
        armies.append(scene.file.talks.id)
    if target.kind == "army":
        return [f"army:{army}" for army in armies]
    return [f"deck:{deck}" for army in armies for deck in decks_of(state, army)]


def _fits(state: GameState, unit: Unit, target: Target) -> bool:
    if target.damaged and not unit.damage:
        return False
    return target.leader is None or state.box.units[unit.type].leader == target.leader


# Options of operations


def _numbers(most: int) -> list[str]:
    return [f"number:{count}" for count in range(most, -1, -1)] if most > 0 else []


def _heal(state: GameState, effect: Effect, first: op.Heal, picked: tuple[str, ...]) -> list[str]:
    found = targets(state, effect)
    return _numbers(min(first.upto, state.units[found[0]].damage)) if found else []


def _sway(state: GameState, effect: Effect, first: op.Sway, picked: tuple[str, ...]) -> list[str]:
    found = targets(state, effect)
    if not found:
        return []
    facing = state.units[found[0]].facing
    reached = {turned(facing, by) for by in range(-first.steps, first.steps + 1) if by % 6}
    return [f"facing:{way}" for way in FACINGS if way in reached]


def _lead(state: GameState, effect: Effect, first: op.Lead, picked: tuple[str, ...]) -> list[str]:
    found = targets(state, effect)
    if not found or movement.is_held(state, found[0]):
        return []
    return [f"space:{space}" for space in movement.reachable(state, found[0])]


def _arrange(state: GameState, effect: Effect, first: op.Arrange, picked: tuple[str, ...]) -> list[str]:
    kind, _, deck = effect.target.partition(":")
    depth = min(first.depth, len(state.orders[deck].cards)) if kind == "deck" else 0
    return [f"place:{place}" for place in range(depth) if f"place:{place}" not in picked] if depth > 1 else []


def _dismantle(state: GameState, effect: Effect, first: op.Dismantle, picked: tuple[str, ...]) -> list[str]:
    space = place(state, effect, first.where)
    return _numbers(min(first.upto, state.fortifications.get(space, 0)))


def _recover(state: GameState, effect: Effect, first: op.Recover, picked: tuple[str, ...]) -> list[str]:
    shelf = state.box.resources
    pile = state.resources.discard
    return [f"card:{card}" for card in sorted(pile) if card in shelf and card != effect.source]


def _hand(state: GameState, effect: Effect, first: op.Hand, picked: tuple[str, ...]) -> list[str]:
    if not effect.target.startswith("adventurer:"):
        return []
    return [f"card:{card}" for card in state.hands[effect.actor]]


def comforted(effect: Effect) -> str:
    """Whose ongoing horror can be discarded: the target adventurer's, or the acting one's own."""
    return effect.target if effect.target.startswith("adventurer:") else f"adventurer:{effect.actor}"


def _comfort(state: GameState, effect: Effect, first: op.Comfort, picked: tuple[str, ...]) -> list[str]:
    who = comforted(effect)
    shelf = state.box.horrors
    return [f"card:{each.card}" for each in state.ongoing if each.on == who and each.card in shelf]


def discardable(state: GameState, effect: Effect, first: op.Discard) -> list[str]:
    """The cards of the hand that a horror can take."""
    shelf = state.box.resources
    return [c for c in state.hands[effect.actor] if first.row is None or first.row in shelf[c].rows]


def _discard(state: GameState, effect: Effect, first: op.Discard, picked: tuple[str, ...]) -> list[str]:
    return [f"card:{card}" for card in discardable(state, effect, first)]


def _flee(state: GameState, effect: Effect, first: op.Flee, picked: tuple[str, ...]) -> list[str]:
    scene = state.box.scene
    here = state.figures[effect.actor]
    if first.way == "home":
        if here not in scene.homeward:
            return []
        return [f"space:{to}" for to in scene.ways[here] if scene.homeward[to] < scene.homeward[here]]

    closest = nearest(state, effect.actor)
    if not closest:
        return []
    unit, apart = state.units[closest[0]], scene.board.grid.distance
    return [f"space:{to}" for to in scene.ways[here] if apart(to, unit.space) > apart(here, unit.space)]


def _ferry(state: GameState, effect: Effect, first: op.Ferry, picked: tuple[str, ...]) -> list[str]:
    """HOW-S2-06: from either of two areas one can cross to the other."""
    scene = state.box.scene
    one, other = (scene.file.areas[name] for name in first.between)
    here = state.figures[effect.actor]
    ashore = other if here in one else one if here in other else ()
    return [f"space:{space}" for space in ashore if scene.board.is_open(space)]


def _mix(state: GameState, effect: Effect, first: op.Mix, picked: tuple[str, ...]) -> list[str]:
    kind, _, army = effect.target.partition(":")
    if kind != "army":
        return []
    return [f"group:{group}" for group in sorted({u.group for u in state.units.values() if u.army == army})]


def _reroll(state: GameState, effect: Effect, first: Any, picked: tuple[str, ...]) -> list[str]:
    return ["die:keep", "die:again"]


OPTIONS: dict[type, Callable[[GameState, Effect, Any, tuple[str, ...]], list[str]]] = {
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
