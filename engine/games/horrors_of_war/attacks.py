"""Attacks: choosing targets, damage and defeat (rulebook: Attacks)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.games.horrors_of_war import motivation, ongoing
from engine.games.horrors_of_war.facts import (
    HorrorAdded,
    UnitAttacked,
    UnitDefeated,
    UnitWounded,
)
from engine.games.horrors_of_war.movement import front
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState, Turn, amount_beside, is_under
from engine.peacemakers.battlefield import has_units
from engine.peacemakers.damage import after_fortifications, combined
from engine.peacemakers.targets import Wanted, chosen, closest, in_reach, least


def offence(state: GameState, name: str) -> int:
    """HOW-S4-13: how much damage a unit deals."""
    box = state.box
    return box.units[state.units[name].type].offence + box.changes.offence


def defence(state: GameState, name: str) -> int:
    """HOW-DMG-15, HOW-DMG-20: a unit's own defence, that of its space, and temporary changes."""
    box = state.box
    unit = state.units[name]
    guarded = amount_beside(state, "guard", f"unit:{name}")
    space = box.scene.board.terrain[unit.space].defence
    return box.units[unit.type].defence + space + state.guards.get(name, 0) + guarded


def health_left(state: GameState, name: str) -> int:
    """HOW-DMG-08: what a unit has left after its damage."""
    unit = state.units[name]
    return state.box.units[unit.type].health - unit.damage


def has_stealth(state: GameState, name: str) -> bool:
    """HOW-MAP-03, HOW-MAP-10: by the space or by the unit itself."""
    box = state.box
    unit = state.units[name]
    return box.units[unit.type].stealth or box.scene.board.terrain[unit.space].stealth


def is_pacified(state: GameState, name: str) -> bool:
    """Whether a card in play keeps a unit from attacking."""
    return is_under(state, "pacify", name)


def target_space(state: GameState, name: str) -> tuple[str, list[str]] | None:
    """HOW-ATK-02..08: the space that a unit attacks and the enemies there that it may choose."""
    unit, box = state.units[name], state.box
    grid = box.scene.board.grid
    near = in_reach(state, grid, name, box.units[unit.type].range, has_stealth)
    if not near:
        return None
    space = closest(grid, unit.space, front(state, unit), near)
    return space, near[space]


def weakest(state: GameState, names: Sequence[str]) -> list[str]:
    """HOW-ATK-09: those with the fewest health points left."""
    return least(names, partial(health_left, state))


def aims(state: GameState, name: str) -> list[str]:
    """HOW-ATK-02..09: the enemies of whom a unit would attack one as things stand; the die picks among several."""
    found = target_space(state, name)
    return weakest(state, found[1]) if found and not is_pacified(state, name) else []


def damage_alone(state: GameState, name: str, target: str) -> int:
    """HOW-DMG-02..04: what the attack of a single unit would come to, after defence, schemes and fortifications."""
    walls = state.fortifications.get(state.units[target].space, 0)
    shields = amount_beside(state, "shield", f"unit:{target}")
    return max(0, offence(state, name) - defence(state, target) - shields - walls)


def choose_targets(turn: Turn, attackers: Sequence[str]) -> dict[str, str]:
    """HOW-ATK-01: every attacker chooses one enemy before anybody attacks."""
    state = turn.state
    wanted: Wanted = {}
    for name in attackers:
        found = target_space(state, name)
        if found and not is_pacified(state, name):
            wanted[name] = (found[0], weakest(state, found[1]))
    return chosen(turn, wanted)


def attack(turn: Turn, attackers: Sequence[str], extra: int = 0) -> None:
    """HOW-ATK-01, HOW-DMG-01: all attack at once; the attacks on one unit are one attack."""
    targets = choose_targets(turn, attackers)
    if not targets:
        return
    remind(turn, "attack")
    hitters, totals = combined(targets, lambda name: offence(turn.state, name) + extra)
    strike(turn, hitters, totals)


def strike(turn: Turn, hitters: dict[str, tuple[str, ...]], totals: dict[str, int]) -> None:
    """HOW-DMG-02..04: what is left after defence, schemes and fortifications is damage, dealt to all at once."""
    incoming: dict[str, int] = {}
    for target, total in totals.items():
        stopped = defence(turn.state, target)
        turn.emit(UnitAttacked(hitters[target], target, total, stopped))
        incoming[target] = max(0, total - stopped)
    units = turn.state.units
    left = after_fortifications(turn, _after_shields(turn, incoming), lambda name: units[name].space)
    deal(turn, left, hitters)


def wound(turn: Turn, names: Sequence[str], amount: int) -> None:
    """HOW-DMG-18: damage without an attack, which neither defence nor fortifications stop; a scheme can."""
    deal(turn, _after_shields(turn, dict.fromkeys(names, amount)), {})


def _after_shields(turn: Turn, incoming: dict[str, int]) -> dict[str, int]:
    """Schemes that lower a unit's next damage work once and are gone."""
    left = dict(incoming)
    for each in turn.state.ongoing:
        if each.kind == "shield":
            name = each.on.removeprefix("unit:")
            if left.get(name, 0) > 0:
                left[name] = max(0, left[name] - each.amount)
                ongoing.end(turn, each)
    return left


def deal(turn: Turn, damage: dict[str, int], hitters: dict[str, tuple[str, ...]]) -> None:
    """HOW-DMG-05, HOW-DMG-22: put down the damage of one event, then take away all who have no health left."""
    for name, amount in damage.items():
        if amount > 0:
            turn.emit(UnitWounded(name, amount, hitters.get(name, ())))
    for name in damage:
        if health_left(turn.state, name) <= 0:
            defeat(turn, name)


def defeat(turn: Turn, name: str) -> None:
    """HOW-DMG-09..14: off the map, motivation down, a horror on top of the resource deck."""
    state = turn.state
    unit = state.units[name]
    side = state.sides[unit.army]
    before = motivation.bonuses(state)
    turn.emit(UnitDefeated(name))
    ongoing.end_ongoing(turn, lambda each: each.on == f"unit:{name}")
    remind(turn, "defeat")
    motivation.settle_bonuses(turn, before)
    is_last = not has_units(state, side)
    if state.box.units[unit.type].leader or is_last:
        motivation.fall_to_zero(turn, side, "leader" if not is_last else "last unit")
    else:
        motivation.change(turn, side, -1, "defeat")
    add_horrors(turn, 1)


def add_horrors(turn: Turn, count: int) -> None:
    """HOW-HOR-01, HOW-HOR-14: horrors go to the top of the resource deck, as long as there are any."""
    for _ in range(min(count, len(turn.state.horrors))):
        turn.emit(HorrorAdded(turn.state.horrors[0]))
