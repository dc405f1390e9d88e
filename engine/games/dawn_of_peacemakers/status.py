"""Rounds, events, the status phase and the end (rulebook: Status phase)."""

from __future__ import annotations

from engine.games.dawn_of_peacemakers.content.types import EndCondition, Event
from engine.games.dawn_of_peacemakers.facts import (
    AgendasChecked,
    EventHappened,
    GameEnded,
    OngoingEnded,
    RoundBegan,
    StartingPlayerChosen,
    StatusChecked,
)
from engine.games.dawn_of_peacemakers.frames import ArmyPhase, BeginRound, Effect, StatusPhase, TakeTurn
from engine.games.dawn_of_peacemakers.selection import NOBODY, holds
from engine.games.dawn_of_peacemakers.state import GameState, Turn


def begin_round(turn: Turn, frame: BeginRound) -> None:
    """DOP-GEN-11, DOP-ADV-01: events, then the turns of all players clockwise from the starting player, then armies."""
    state = turn.state
    number = state.round + 1
    turn.emit(RoundBegan(number, night=number in state.box.scene.file.night))
    turn.push(*[TakeTurn(seat) for seat in turn_order(state)], ArmyPhase())
    effects: list[Effect] = []
    for event in state.box.events:
        if is_due(turn.state, event):
            turn.emit(EventHappened(event.id))
            effects.append(Effect(event.do, event.id))
    if effects:
        turn.push(*effects)


def is_due(state: GameState, event: Event) -> bool:
    """Whether an event comes about in this round; one that waits for a condition happens once."""
    if event.round and event.round != state.round:
        return False
    if event.when is None:
        return True
    return event.id not in state.happened and holds(state, NOBODY, event.when)


def turn_order(state: GameState) -> tuple[str, ...]:
    """DOP-ADV-01: clockwise from the starting player."""
    place = state.seats.index(state.first)
    return state.seats[place:] + state.seats[:place]


def check(turn: Turn, frame: StatusPhase) -> None:
    """DOP-STAT-01..06: the first end condition that is met ends the game; otherwise the token goes to the right."""
    state = turn.state
    turn.emit(StatusChecked(state.motivation))
    end = met(state)
    if end is not None:
        check_agendas(turn)
        turn.emit(GameEnded(end.id, end.won))
        return
    for each in state.ongoing:
        if each.until == "round":
            turn.emit(OngoingEnded(each.card))
    if len(state.seats) > 1:
        turn.emit(StartingPlayerChosen(state.seats[state.seats.index(state.first) - 1]))
    turn.push(BeginRound())


def met(state: GameState) -> EndCondition | None:
    """DOP-STAT-02: the first end condition that is met, in the written order."""
    return next((end for end in state.box.scene.file.ends if holds(state, NOBODY, end.when)), None)


def check_agendas(turn: Turn) -> None:
    """DOP-CAMP-11, DOP-STAT-05: which agendas were met; the game ends with them or without."""
    state = turn.state
    held = {**state.agendas, **({"": state.shared_agenda} if state.shared_agenda else {})}
    if not held:
        return
    kept = tuple(
        seat for seat, name in held.items() if holds(state, Effect((), name, actor=seat), state.box.agendas[name].when)
    )
    turn.emit(AgendasChecked(held, kept))
