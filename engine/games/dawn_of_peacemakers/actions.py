"""The adventurer phase: turns, cards, points and tokens (rulebook: The adventurer phase)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games.dawn_of_peacemakers import choices, decks, influence
from engine.games.dawn_of_peacemakers.content.operations import Use
from engine.games.dawn_of_peacemakers.facts import (
    ActionEnded,
    AdventurerMoved,
    CardDiscarded,
    CardPlayed,
    CardShown,
    FortificationsPlaced,
    StepsGained,
    StepSpent,
    TargetChosen,
    TargetMissed,
    TokensGained,
    TokenSpent,
    TurnBegan,
    TurnEnded,
)
from engine.games.dawn_of_peacemakers.frames import Act, Effect, EndAction, EndOfTurn, PickTarget, TakeTurn
from engine.games.dawn_of_peacemakers.selection import companion_armies
from engine.games.dawn_of_peacemakers.state import GameState, Turn

DRAWS = {1: (4, 4), 2: (2, 2), 3: (2, 1), 4: (1, 1)}
"""DOP-END-01: how many cards the holder of the token and the others draw, by the number of players."""


def take_turn(turn: Turn, frame: TakeTurn) -> None:
    """DOP-ADV-01..02, DOP-ARMY-08: one turn, with any number of actions; an event may have ended a group before it."""
    decks.retire_tasks(turn)
    turn.emit(TurnBegan(frame.seat))
    turn.push(Act(seats=(frame.seat,)))


def end_of_turn(turn: Turn, frame: EndOfTurn) -> None:
    """DOP-END-01..05: the player draws; points and tokens that are left are lost."""
    state, seat = turn.state, frame.seat
    turn.emit(TurnEnded(seat))
    holder, other = DRAWS[len(state.seats)]
    for _ in range(holder if seat == state.first else other):
        if not decks.draw_resource(turn, seat):
            break


def exchange(turn: Turn, seat: str, card: str) -> None:
    """DOP-ADV-07..08: one card for another, before the normal draw; the turn has no action."""
    turn.emit(CardShown(seat, card))
    turn.emit(CardDiscarded(seat, card))
    decks.draw_resource(turn, seat)
    turn.push(EndOfTurn(seat))


# What a card can be played for


def why_no_use(state: GameState, seat: str, card: str, use: Use) -> str:
    """DOP-ADV-04, DOP-INF-02: why a card cannot be played for something now; empty if it can."""
    printed = state.box.resources[card]
    if use != "scheme" and use not in printed.rows:
        return f"This card has no {use} icons."
    if use == "influence" and not influence.influenced(state, seat):
        near = companion_armies(state, seat)
        return "The decks of that army can give no card." if near else "There is no unit beside you to influence."
    return ""


def uses(state: GameState, seat: str, card: str) -> list[Use]:
    """DOP-ADV-03: the rows, and the scheme, for which a card can be played now."""
    found = state.box.uses[card]
    if "influence" in found and not influence.influenced(state, seat):
        return [use for use in found if use != "influence"]
    return list(found)


# Playing it


def play(turn: Turn, seat: str, card: str, use: Use) -> None:
    """DOP-ADV-03, DOP-ADV-06: one card, one action; then it is discarded."""
    show(turn, seat, card)
    turn.emit(CardPlayed(seat, card, use))
    turn.push(EndAction(seat))
    _PLAY[use](turn, seat, card)


def show(turn: Turn, seat: str, card: str) -> None:
    """DOP-GEN-13: the others see a card of a hidden hand when it is used."""
    turn.emit(CardShown(seat, card))


def _influence(turn: Turn, seat: str, card: str) -> None:
    influence.begin(turn, seat, turn.state.box.resources[card].rows["influence"])


def _travel(turn: Turn, seat: str, card: str) -> None:
    """DOP-TRAV-01..04: points, to be spent one at a time at any moment of the turn."""
    turn.emit(StepsGained(seat, turn.state.box.resources[card].rows["travel"]))


def _secure(turn: Turn, seat: str, card: str) -> None:
    """DOP-SEC-01..02: tokens, to be placed one at a time at any moment of the turn."""
    turn.emit(TokensGained(seat, turn.state.box.resources[card].rows["fortify"]))


def _scheme(turn: Turn, seat: str, card: str) -> None:
    """DOP-SCH-01: the target, then the effect."""
    scheme = turn.state.box.resources[card].scheme
    found = choices.possible_targets(turn.state, scheme.target, seat) if scheme.target else []
    effect = Effect(scheme.do, card, actor=seat)
    if scheme.target and len(found) > 1:
        turn.push(PickTarget(seats=(seat,), target=scheme.target, effect=effect))
        return
    if scheme.target and not found:
        turn.emit(TargetMissed(seat, card))
    start_scheme(turn, effect, found[0] if found else "")


def start_scheme(turn: Turn, effect: Effect, target: str) -> None:
    """Carry out a scheme whose target is known."""
    if target:
        turn.emit(TargetChosen(effect.actor, effect.source, target))
    turn.push(Effect(effect.ops, effect.source, actor=effect.actor, target=target))


_PLAY: dict[str, Callable[[Turn, str, str], None]] = {
    "influence": _influence,
    "travel": _travel,
    "fortify": _secure,
    "scheme": _scheme,
}


def end_action(turn: Turn, frame: EndAction) -> None:
    """DOP-ADV-06, DOP-INF-17: the cards of the action go to the discard pile."""
    turn.emit(ActionEnded(turn.state.played))
    decks.retire_tasks(turn)
    turn.push(Act(seats=(frame.seat,)))


# Points and tokens


def steps(state: GameState, seat: str) -> Sequence[str]:
    """DOP-TRAV-01, DOP-TRAV-05: the adjacent spaces, units or not, as long as there are points."""
    return state.box.scene.ways[state.figures[seat]] if state.steps else ()


def step(turn: Turn, seat: str, space: str) -> None:
    """DOP-TRAV-01: one point, one space."""
    turn.emit(StepSpent(seat))
    turn.emit(AdventurerMoved(seat, space))
    turn.push(Act(seats=(seat,)))


def placings(state: GameState, seat: str) -> list[str]:
    """DOP-SEC-02..03: the own space and the adjacent ones that are no water, as long as there are tokens."""
    if not state.tokens:
        return []
    here, scene = state.figures[seat], state.box.scene
    return [space for space in (here, *scene.board.grid.adjacent(here)) if space in scene.firm]


def place(turn: Turn, seat: str, space: str) -> None:
    """DOP-SEC-04: one token, which stays on its space."""
    turn.emit(TokenSpent(seat))
    turn.emit(FortificationsPlaced(space, 1))
    turn.push(Act(seats=(seat,)))
