"""Strikes: choosing targets, damage and defeat (rulebook: Strike)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.games.dawn_of_peacemakers import abilities, motivation
from engine.games.dawn_of_peacemakers.facts import (
    OngoingEnded,
    UnitAttacked,
    UnitDefeated,
    UnitWounded,
)
from engine.games.dawn_of_peacemakers.frames import Effect
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers.damage import after_fortifications
from engine.peacemakers.ongoing import amount_beside, beside, is_under
from engine.peacemakers.targets import Wanted, chosen, closest, in_reach, least

NEAREST = 1
"""Neither night nor terrain lowers a range below this."""

Blow = tuple[str, str]
"""DOP-DMG-01, DOP-DMG-18: the attacks of one army on one unit are one blow: the army and the target."""


# Statistics


def offence(state: GameState, name: str) -> int:
    """DOP-DMG-02: a unit's own offence, that of its space, and what the ploy adds."""
    unit, box = state.units[name], state.box
    space = box.scene.board.terrain[unit.space].offence
    return max(0, box.units[unit.type].offence + space + state.edges.get(f"{unit.army}.offence", 0))


def reach(state: GameState, name: str) -> int:
    """DOP-STR-03: how far a unit strikes; night and some terrain change it."""
    unit, box = state.units[name], state.box
    printed = box.units[unit.type].range
    changed = printed + box.scene.board.terrain[unit.space].range + state.edges.get(f"{unit.army}.range", 0)
    return max(min(NEAREST, printed), changed - state.night)


def defence(state: GameState, name: str) -> int:
    """DOP-TERR-16, DOP-COV-01: a unit's own defence, that of its space, and temporary changes."""
    unit, box = state.units[name], state.box
    space = box.scene.board.terrain[unit.space].defence
    return (
        box.units[unit.type].defence
        + space
        + state.guards.get(name, 0)
        + amount_beside(state, "defend", f"unit:{name}")
    )


def shatter(state: GameState, name: str) -> int:
    """DOP-TERR-03: how much more gets through to a unit."""
    return state.box.scene.board.terrain[state.units[name].space].shatter


def pierce(state: GameState, name: str) -> int:
    """How many fortifications a unit's strikes ignore."""
    unit = state.units[name]
    return state.box.units[unit.type].pierce + state.edges.get(f"{unit.army}.pierce", 0)


def has_stealth(state: GameState, name: str) -> bool:
    """DOP-TERR-07: by the space or by the unit itself."""
    unit, box = state.units[name], state.box
    return box.units[unit.type].stealth or box.scene.board.terrain[unit.space].stealth


def has_guard(state: GameState, name: str) -> bool:
    """DOP-SCH-03: by a scheme or by the unit itself."""
    is_guard = state.box.units[state.units[name].type].guard
    return is_guard or (bool(state.ongoing) and beside(state, "guard", f"unit:{name}") is not None)


def health_left(state: GameState, name: str) -> int:
    """DOP-DMG-10: what a unit has left after its damage."""
    unit = state.units[name]
    return state.box.units[unit.type].health - unit.damage


# Targets


def target_space(state: GameState, name: str) -> tuple[str, list[str]] | None:
    """DOP-STR-03..06, DOP-STR-11, DOP-STR-13, DOP-SCH-04..06: the space that a unit strikes, and who there.

    Enemies with guard come first, if any of those in reach has it.
    """
    unit, grid = state.units[name], state.box.scene.board.grid
    near = in_reach(state, grid, name, reach(state, name), has_stealth)
    if not near:
        return None
    guarded = {space: [each for each in here if has_guard(state, each)] for space, here in near.items()}
    near = {space: here for space, here in guarded.items() if here} or near
    space = closest(grid, unit.space, state.fronts[state.sides[unit.army]], near)
    return space, near[space]


def preferred(state: GameState, names: Sequence[str]) -> list[str]:
    """DOP-STR-07..08: those with the most damage, and of them those of the lowest rank."""
    types, units = state.box.units, state.units
    return least(names, lambda name: (-units[name].damage, types[units[name].type].rank))


def aims(state: GameState, name: str) -> list[str]:
    """The enemies of whom a unit would strike one as things stand; the die picks among several."""
    found = target_space(state, name)
    return preferred(state, found[1]) if found and not is_under(state, "pacify", name) else []


def damage_alone(state: GameState, name: str, target: str) -> int:
    """DOP-DMG-02..08: the damage that a unit would do to another one as things stand, if it struck by itself."""
    walls = max(0, state.fortifications.get(state.units[target].space, 0) - pierce(state, name))
    left = max(0, offence(state, name) - walls)
    return max(0, left - defence(state, target) + shatter(state, target)) if left else 0


def choose_targets(turn: Turn, attackers: Iterable[str]) -> dict[str, str]:
    """DOP-STR-01, DOP-STR-12, DOP-STR-14: every attacker chooses one enemy before any damage is dealt."""
    state = turn.state
    wanted: Wanted = {}
    for name in attackers:
        found = target_space(state, name)
        if found and not is_under(state, "pacify", name):
            wanted[name] = (found[0], preferred(state, found[1]))
    return chosen(turn, wanted)


# Damage


def strike(turn: Turn, attackers: Sequence[str], extra: int = 0) -> None:
    """DOP-STR-14, DOP-DMG-01, DOP-DMG-15, DOP-DMG-18: all strike at once; those of one army on one unit together."""
    state = turn.state
    targets = choose_targets(turn, attackers)
    blows: dict[Blow, list[str]] = {}
    for name, target in targets.items():
        blows.setdefault((state.units[name].army, target), []).append(name)
    totals = {blow: sum(max(0, offence(state, name) + extra) for name in hitters) for blow, hitters in blows.items()}
    for blow, hitters in blows.items():
        turn.emit(UnitAttacked(tuple(hitters), blow[1], totals[blow]))
    dealt = _damage(turn, blows, _after_walls(turn, blows, totals))
    hurt: dict[str, int] = {}
    by: dict[str, tuple[str, ...]] = {}
    for blow, amount in dealt.items():
        target = blow[1]
        hurt[target] = hurt.get(target, 0) + amount
        by[target] = (*by.get(target, ()), *blows[blow])
    wounded = deal(turn, hurt, by)
    left = turn.state.units
    abilities.trigger(turn, [name for name in targets if name in left], "struck")
    hitting = [name for target, hitters in by.items() if wounded[target] for name in hitters]
    abilities.trigger(turn, [name for name in hitting if name in left], "hit")


def _after_walls(turn: Turn, blows: Mapping[Blow, list[str]], totals: dict[Blow, int]) -> dict[Blow, int]:
    """DOP-DMG-03..05, DOP-DMG-15, DOP-DMG-17: fortifications first; a blow ignores as many as its best piercer does."""
    state = turn.state
    return after_fortifications(
        turn,
        totals,
        lambda blow: state.units[blow[1]].space,
        lambda blow: max(pierce(state, name) for name in blows[blow]),
    )


def _damage(turn: Turn, blows: Iterable[Blow], left: dict[Blow, int]) -> dict[Blow, int]:
    """DOP-DMG-06..08, DOP-DMG-18: if anything is left, defence lowers and shatter raises it; the blows that hurt."""
    state = turn.state
    found: dict[Blow, int] = {}
    for blow in blows:
        target = blow[1]
        dealt = left[blow] - defence(state, target) + shatter(state, target)
        if left[blow] > 0 and dealt > 0:
            found[blow] = dealt
    return found


def deal(turn: Turn, damage: Mapping[str, int], by: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """DOP-DMG-08..10: put down the damage of one event, then take away all who have no health left.

    Gives back what each unit really got.
    """
    damage = _after_shields(turn, damage)
    for name, amount in damage.items():
        if amount > 0:
            turn.emit(UnitWounded(name, amount, by.get(name, ())))
    fallen = [name for name in damage if health_left(turn.state, name) <= 0]
    last: list[Effect] = []
    for name in fallen:
        last += defeat(turn, name)
    if last:
        turn.push(*last)
    abilities.note_injuries(turn, [name for name in damage if name not in fallen])
    return damage


def _after_shields(turn: Turn, damage: Mapping[str, int]) -> dict[str, int]:
    """Schemes that lower a unit's next damage work once and are gone."""
    left = dict(damage)
    for each in turn.state.ongoing:
        if each.kind == "shield":
            name = each.on.removeprefix("unit:")
            if left.get(name, 0) > 0:
                left[name] = max(0, left[name] - each.amount)
                turn.emit(OngoingEnded(each.card))
    return left


def defeat(turn: Turn, name: str) -> list[Effect]:
    """DOP-DMG-10..14, DOP-TERR-12, DOP-TERR-14: off the map, the tower is lost, motivation falls."""
    state = turn.state
    unit = state.units[name]
    last = abilities.at_removal(turn, name, unit)
    before = motivation.bonuses(state)
    turn.emit(UnitDefeated(name))
    for each in state.ongoing:
        if each.on == f"unit:{name}":
            turn.emit(OngoingEnded(each.card))
    motivation.settle_bonuses(turn, before)
    motivation.lower_for_defeat(turn, unit)
    return last
