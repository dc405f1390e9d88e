"""How units move: all at once, forward, and never into enemies (rulebook: Move)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.core.hexes import turned
from engine.games.dawn_of_peacemakers import motivation, strikes
from engine.games.dawn_of_peacemakers.abilities import trigger
from engine.games.dawn_of_peacemakers.facts import AdventurerMoved, UnitBlocked, UnitMoved
from engine.games.dawn_of_peacemakers.frames import MoveStep, Outing, Relocate, RideAlong
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers.battlefield import in_army, in_group
from engine.peacemakers.ongoing import is_under

SWIFT = 2
"""How many steps a swift unit takes in a move."""


class Plan(msgspec.Struct, frozen=True):
    """Who moves where in one step, and why the others stay."""

    moving: dict[str, str]
    staying: dict[str, str]


# Who moves


def active_group(state: GameState, army: str) -> str:
    """DOP-ARMY-10, DOP-SCH-05: the group of the army's task; a scheme may name another, and the last one counts."""
    task = state.box.tasks[state.turned[army][1]]
    for each in reversed(state.ongoing):
        if each.kind == "mix" and each.on == f"army:{army}" and in_group(state, army, each.what[0]):
            return each.what[0]
    return task.group or ""


def active_units(state: GameState, army: str) -> list[str]:
    """DOP-UNIT-16, DOP-ARMY-10: the units that carry out the army's order."""
    if state.edges.get(f"{army}.everybody"):
        return in_army(state, army)
    return in_group(state, army, active_group(state, army))


def _steps_of(state: GameState, name: str) -> int:
    unit = state.units[name]
    printed = SWIFT if state.box.units[unit.type].swift else 1
    return printed + state.edges.get(f"{unit.army}.steps", 0)


# Where to


def plan(state: GameState, armies: Iterable[str], number: int) -> Plan:
    """DOP-MOVE-01..04, DOP-SPD-03: one step of all active units of these armies at the same time."""
    wishes: dict[str, str] = {}
    staying: dict[str, str] = {}
    for army in armies:
        veer, free = state.edges.get(f"{army}.veer", 0), bool(state.edges.get(f"{army}.free"))
        for name in active_units(state, army):
            if _steps_of(state, name) >= number:
                _wish(state, name, veer, free, wishes, staying)
    return settled(state, wishes, staying)


def march(state: GameState, names: Iterable[str], by: int, free: bool) -> Plan:
    """One step that a card lets units take besides their task."""
    wishes: dict[str, str] = {}
    staying: dict[str, str] = {}
    for name in names:
        _wish(state, name, by, free, wishes, staying)
    return settled(state, wishes, staying)


def _wish(state: GameState, name: str, veer: int, free: bool, wishes: dict[str, str], staying: dict[str, str]) -> None:
    """Where one unit tries to go, or why it does not even try."""
    unit, scene = state.units[name], state.box.scene
    front = state.fronts[state.sides[unit.army]]
    to = scene.board.grid.step(unit.space, turned(front, veer) if veer else front)
    if state.box.units[unit.type].rooted:
        staying[name] = "rooted"
    elif state.ongoing and is_under(state, "hold", name):
        staying[name] = "held"
    elif to is None:
        staying[name] = "edge"
    elif scene.board.terrain[to].impassable:
        staying[name] = "impassable"
    elif not free and not comes_closer(state, name, to):
        staying[name] = "farther"
    else:
        wishes[name] = to


def comes_closer(state: GameState, name: str, to: str) -> bool:
    """DOP-MOVE-04, DOP-MOVE-13: whether a step shortens the distance to some enemy, by positions before the move."""
    unit, sides = state.units[name], state.sides
    grid, side = state.box.scene.board.grid, sides[unit.army]
    now, then = grid.distances(unit.space), grid.distances(to)
    enemies = [other.space for other in state.units.values() if sides[other.army] != side]
    return any(then[space] < now[space] for space in enemies)


def settled(state: GameState, wishes: dict[str, str], staying: dict[str, str]) -> Plan:
    """DOP-MOVE-02..03, DOP-MOVE-10..14: units that would end beside an enemy stay, until no unit would."""
    units, sides = state.units, state.sides
    moving = dict(wishes)
    for name in _swapping(state, wishes):
        moving.pop(name)
        staying[name] = "swap"
    while moving:
        held: dict[str, set[str]] = {}
        for name, unit in units.items():
            held.setdefault(moving.get(name, unit.space), set()).add(sides[unit.army])
        stuck = [name for name, to in moving.items() if len(held[to]) > 1]
        if not stuck:
            break
        for name in stuck:
            moving.pop(name)
            staying[name] = "enemy"
    return Plan(moving, staying)


def _swapping(state: GameState, wishes: dict[str, str]) -> list[str]:
    """DOP-MOVE-11: opposing units that would change places."""
    units, sides = state.units, state.sides
    return [
        name
        for name, to in wishes.items()
        if any(
            (to, back) == (units[other].space, units[name].space)
            and sides[units[other].army] != sides[units[name].army]
            for other, back in wishes.items()
        )
    ]


def reachable(state: GameState, name: str) -> list[str]:
    """The adjacent spaces to which a scheme can lead a unit."""
    unit, board = state.units[name], state.box.scene.board
    if state.box.units[unit.type].rooted or is_under(state, "hold", name):
        return []
    sides, side = state.sides, state.sides[unit.army]
    taken = {other.space for other in state.units.values() if sides[other.army] != side}
    return [to for to in board.grid.adjacent(unit.space) if board.is_open(to) and to not in taken]


# Moving


def begin_step(turn: Turn, frame: MoveStep) -> None:
    """DOP-MOVE-08, DOP-MOVE-16: before the units move, the adventurers beside them are asked."""
    state = turn.state
    if frame.number > most_steps(state, frame.armies):
        return
    _ask_riders(turn, Relocate(frame.armies, frame.number))


def set_out(turn: Turn, outing: Outing) -> None:
    """DOP-MOVE-08: adventurers ride along when a card makes units move besides their task as well."""
    _ask_riders(turn, Relocate((), 0, outing=outing))


def _ask_riders(turn: Turn, step: Relocate) -> None:
    """Ask the adventurers beside units that will really move, if there are any."""
    state = turn.state
    moving = _planned(state, step).moving
    asked = tuple([seat for seat in state.seats if rides(state, seat, moving)])
    if asked:
        turn.push(RideAlong(seats=asked, armies=step.armies, number=step.number, outing=step.outing))
    else:
        turn.push(step)


def _planned(state: GameState, step: RideAlong | Relocate) -> Plan:
    """Who moves in a step, of a task or besides it."""
    if step.outing is None:
        return plan(state, step.armies, step.number)
    return march(state, step.outing.units, step.outing.by, step.outing.free)


def most_steps(state: GameState, armies: Sequence[str]) -> int:
    """How many steps the fastest of the active units can take."""
    found = [_steps_of(state, name) for army in armies for name in active_units(state, army)]
    return max(found, default=0)


def rides(state: GameState, seat: str, moving: dict[str, str]) -> list[str]:
    """DOP-MOVE-09, DOP-MOVE-15: where the units beside an adventurer really go."""
    here, units = state.figures[seat], state.units
    return list(dict.fromkeys([to for name, to in moving.items() if units[name].space == here]))


def ride_options(state: GameState, ask: RideAlong, seat: str) -> list[str]:
    """Where an adventurer can move along to."""
    return rides(state, seat, _planned(state, ask).moving)


def relocate(turn: Turn, frame: Relocate) -> None:
    """DOP-MOVE-01: the step happens for all at once; then the next one, if anybody has more."""
    if frame.outing is None:
        turn.push(MoveStep(frame.armies, frame.number + 1))
    carry_out(turn, _planned(turn.state, frame), frame.riders)


def carry_out(turn: Turn, found: Plan, riders: Sequence[tuple[str, str]] = ()) -> None:
    """Units move or stay in one event; towers are netted, thorns wound (DOP-TERR-17..20)."""
    state = turn.state
    before = motivation.bonuses(state)
    for name, to in found.moving.items():
        turn.emit(UnitMoved(name, to))
    for name, why in found.staying.items():
        turn.emit(UnitBlocked(name, why))
    for seat, to in riders:
        turn.emit(AdventurerMoved(seat, to))
    motivation.settle_bonuses(turn, before)
    terrain = state.box.scene.board.terrain
    pricked = {name: terrain[to].thorns for name, to in found.moving.items() if terrain[to].thorns}
    strikes.deal(turn, pricked, {})
    trigger(turn, [name for name in found.moving if name in turn.state.units], "moved")
