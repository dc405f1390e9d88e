"""The army phase: turning orders, the nine steps, and carrying them out (rulebook: The army phase)."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers import abilities, decks, movement, strikes
from engine.games.dawn_of_peacemakers.content.operations import SPEEDS, TASKS
from engine.games.dawn_of_peacemakers.effects import split
from engine.games.dawn_of_peacemakers.facts import (
    ArmyPhaseBegan,
    DefenceRaised,
    OngoingEnded,
    OrderBegan,
    OrderLost,
    OrdersRanked,
    OrderTurned,
    PloyMuted,
    StepEnded,
    TaskMissing,
)
from engine.games.dawn_of_peacemakers.frames import (
    ArmyPhase,
    Effect,
    EndArmyPhase,
    EndStep,
    MoveStep,
    PerformTask,
    ResolveStep,
    StatusPhase,
)
from engine.games.dawn_of_peacemakers.state import GameState, Turn
from engine.peacemakers.battlefield import has_army, in_group
from engine.peacemakers.motivation import change
from engine.peacemakers.ongoing import amount_beside, beside

COVER = 2
"""DOP-COV-01: the defence that a cover gives."""


def begin(turn: Turn, frame: ArmyPhase) -> None:
    """DOP-ARMY-01, DOP-ARMY-09, DOP-SPD-01..06: turn all orders, then resolve them step by step."""
    turn.emit(ArmyPhaseBegan())
    for army in turn.state.box.armies:
        if has_army(turn.state, army.id):
            turn_order(turn, army.id)
    steps = ranked(turn.state)
    turn.emit(OrdersRanked({army: (SPEEDS[speed], TASKS[task]) for army, (speed, task) in steps.items()}))
    places = sorted(set(steps.values()))
    turn.push(
        *[
            ResolveStep(SPEEDS[speed], TASKS[task], tuple([army for army, at in steps.items() if at == (speed, task)]))
            for speed, task in places
        ],
        EndArmyPhase(),
    )


def turn_order(turn: Turn, army: str) -> None:
    """DOP-ARMY-01..06, DOP-ARMY-15: a ploy and a task onto the discard piles; Revoked costs motivation at once."""
    ploy = decks.ready_top(turn, f"{army}.ploy")
    if ploy is not None:
        turn.emit(OrderTurned(f"{army}.ploy", ploy))
        if turn.state.box.ploys[ploy].revoked:
            change(turn, turn.state.sides[army], -1, ploy)
    task = decks.ready_top(turn, f"{army}.task")
    if task is not None:
        turn.emit(OrderTurned(f"{army}.task", task))
    else:
        turn.emit(TaskMissing(army))


def ranked(state: GameState) -> dict[str, tuple[int, int]]:
    """DOP-SPD-01..03, DOP-ARMY-16: the step of each order that is carried out, as its places in speed and task."""
    found: dict[str, tuple[int, int]] = {}
    for army, (ploy, task) in state.turned.items():
        if not ploy or not task or state.box.ploys[ploy].revoked:
            continue
        kind = state.box.tasks[task].task
        if kind != "change":
            found[army] = (speed(state, army, ploy), TASKS.index(kind))
    return found


def speed(state: GameState, army: str, ploy: str) -> int:
    """DOP-SPD-01: fast, normal or slow; a scheme may change it."""
    haste = amount_beside(state, "haste", f"army:{army}") if state.ongoing else 0
    return max(0, min(len(SPEEDS) - 1, SPEEDS.index(state.box.ploys[ploy].speed) - haste))


def resolve(turn: Turn, step: ResolveStep) -> None:
    """DOP-ARMY-07, DOP-ARMY-10..11, DOP-ARMY-21, DOP-SPD-03..04: the ploys, the task of all at once, what follows."""
    state, acting = turn.state, []
    before: list[Effect] = []
    after: list[Effect] = []
    for army in step.armies:
        group = movement.active_group(state, army)
        if not in_group(state, army, group):
            turn.emit(OrderLost(army))
            continue
        acting.append(army)
        turn.emit(OrderBegan(army, group))
        ploy = state.turned[army][0]
        if state.ongoing and beside(state, "mute", f"army:{army}"):
            turn.emit(PloyMuted(army, ploy))
            continue
        now, late = split(state.box.ploys[ploy].do)
        if now:
            before.append(Effect(now, ploy, army=army, group=group, task=step.task))
        if late:
            after.append(Effect(late, ploy, army=army, group=group, task=step.task))
    if acting:
        turn.push(*before, PerformTask(step.task, tuple(acting)), *after, EndStep())


def perform(turn: Turn, frame: PerformTask) -> None:
    """DOP-SPD-03: one task of all these armies at the same time."""
    if frame.task == "move":
        turn.push(MoveStep(frame.armies))
    elif frame.task == "cover":
        cover(turn, frame.armies)
    else:
        attackers = [name for army in frame.armies for name in movement.active_units(turn.state, army)]
        strikes.strike(turn, attackers)


def cover(turn: Turn, armies: tuple[str, ...]) -> None:
    """DOP-COV-01..02: more defence for the rest of the round, from now on."""
    covered: list[str] = []
    for army in armies:
        more = turn.state.edges.get(f"{army}.cover", 0)
        for name in movement.active_units(turn.state, army):
            turn.emit(DefenceRaised(name, COVER + more))
            covered.append(name)
    abilities.trigger(turn, covered, "covered")


def end_step(turn: Turn, frame: EndStep) -> None:
    """DOP-ARMY-08: the step is finished; tasks of groups that it wiped out leave the game."""
    turn.emit(StepEnded())
    decks.retire_tasks(turn)


def end(turn: Turn, frame: EndArmyPhase) -> None:
    """Schemes on the next order of an army are fully resolved."""
    for each in turn.state.ongoing:
        if each.until == "order":
            turn.emit(OngoingEnded(each.card))
    turn.push(StatusPhase())
