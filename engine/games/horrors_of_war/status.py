"""The status phase and the beginning of rounds (rulebook: Status phase)."""

from __future__ import annotations

from engine.games.horrors_of_war import actions
from engine.games.horrors_of_war.facts import GameEnded, RoundBegan, StatusChecked
from engine.games.horrors_of_war.frames import BeginRound, StatusPhase
from engine.games.horrors_of_war.ongoing import end_until
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.state import GameState, Turn
from engine.peacemakers.motivation import are_within


def begin_round(turn: Turn, frame: BeginRound) -> None:
    """HOW-GEN-03: a new round starts with the adventurer phase."""
    turn.emit(RoundBegan(turn.state.round + 1))
    actions.ask_for_action(turn)


def is_green(state: GameState) -> bool:
    """HOW-STA-05, HOW-STA-08: whether both sides stand in the green zone."""
    low, high = state.box.scene.green(len(state.seats))
    return are_within(state, low, high)


def check(turn: Turn, frame: StatusPhase) -> None:
    """HOW-STA-01..07, HOW-S3-15..20: won if both sides are green, lost if either is at 0; otherwise a new round."""
    state = turn.state
    turn.emit(StatusChecked(state.motivation))
    remind(turn, "status")
    green = is_green(state)
    fallen = list(state.motivation.values()).count(0)
    if state.box.changes.fall:
        won = fallen == len(state.motivation)
    else:
        won = green
    if green or fallen:
        turn.emit(GameEnded(won=won))
    else:
        end_until(turn, "round")
        turn.push(BeginRound())
