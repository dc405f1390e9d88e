"""Moves, facts, asks, refusals and the outcome in words. ASCII only, so that they work on any terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.grammar import capitalized, counted, joined
from engine.core.kinds import Ask, Move
from engine.games.horrors_of_war import actions
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war import moves as m
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import ResourceCard
from engine.games.horrors_of_war.state import RESOURCE, GameState
from engine.games.horrors_of_war.words import prospects
from engine.games.horrors_of_war.words.asks import card_at, scheme_flaw, scheme_words, tell_ask, uses_words
from engine.games.horrors_of_war.words.facts import tell_fact
from engine.games.horrors_of_war.words.names import (
    FACING_CODES,
    adventurer,
    phase_words,
    rows_words,
    scene_of,
    side_name,
    slowed_words,
    space_words,
    thing_name,
    unit_name,
)
from engine.games.horrors_of_war.words.refusals import why_not

__all__ = [
    "adventurer",
    "epilogue",
    "outcome",
    "phase_words",
    "tell_answer",
    "tell_ask",
    "tell_fact",
    "tell_move",
    "unit_name",
    "why_not",
]


def tell_move(view: GameState, seat: str, move: Move) -> str:
    """A move in words; among the legal answers to one ask no two have the same."""
    return _MOVES[type(move)](view, seat, move)


def tell_answer(view: GameState, ask: Ask, seat: str, move: Move) -> str:
    """A move as an answer to an ask: the name of a card that is given by its place, and what has no effect."""
    told = tell_move(view, seat, move)
    if isinstance(move, m.PlayCard):
        return _play(view, seat, move, scheme_flaw(view, seat, move.card))
    if isinstance(move, m.UseScheme) and (flaw := scheme_flaw(view, seat, view.taken[1])):
        return told.replace("Scheme", f"Scheme ({flaw})", 1)
    if isinstance(move, m.UseRow) and move.row == "travel":
        slowed = slowed_words(view, seat, view.box.resources[view.taken[1]].rows["travel"].icons)
        return f"{told} ({slowed})" if slowed else told
    if not isinstance(move, m.Choose):
        return told
    if isinstance(ask, f.Pick) and isinstance(ask.op, op.Arrange):
        return f"{told}: {card_at(view, ask, move.thing)}"
    flaw = prospects.flaw(view, _aimed(ask, move)) if isinstance(ask, f.PickTarget | f.OfferBonus) else ""
    return f"{told} ({flaw})" if flaw else told


def _aimed(ask: f.PickTarget | f.OfferBonus, move: m.Choose) -> f.Effect:
    """What the answer leads to."""
    return replace(ask.effect, target=move.thing) if isinstance(ask, f.PickTarget) else ask.effect


# Moves

_ROWS = {
    "survey": "Survey an order deck",
    "travel": "Travel up to {icons}",
    "fortify": "Fortify your space: {icons}",
    "delegate": "Delegate the card to a nearby adventurer",
}


def _use_row(view: GameState, seat: str, move: m.UseRow) -> str:
    card = view.box.resources.get(view.taken[1])
    row = card.rows.get(move.row) if card else None
    if row is None:
        return capitalized(move.row)
    noun = "space" if move.row == "travel" else "fortification"
    steps = row.icons - (actions.weight_on(view, seat, "slow") if move.row == "travel" else 0)
    drawn = ", then draw a card" if row.extra and not actions.is_numb(view, seat) else ""
    return _ROWS[move.row].format(icons=counted(steps, noun)) + drawn


def _use_scheme(view: GameState, seat: str, move: m.UseScheme) -> str:
    card = view.box.resources.get(view.taken[1])
    return f"Scheme: {scheme_words(card, seat)}" if card else "Scheme"


def _play(view: GameState, seat: str, move: m.PlayCard, flaw: str = "") -> str:
    if move.card == RESOURCE:
        return "Play a card"
    uses = " | ".join(uses_words(view, seat, move.card))
    if flaw and uses.endswith("scheme"):
        uses += f" ({flaw})"
    return f"Play {view.box.title(move.card)} [{uses}]"


def _step(view: GameState, seat: str, move: m.StepTo) -> str:
    way = scene_of(view).board.grid.direction(view.figures[seat], move.space)
    return f"Step to {move.space}{f' ({way})' if way else ''}: {space_words(view, move.space)}"


def _choose(view: GameState, seat: str, move: m.Choose) -> str:
    kind, _, name = move.thing.partition(":")
    if name == RESOURCE:
        return "Choose a card"
    more = _DETAILS.get(kind)
    return capitalized(thing_name(view, move.thing)) + (more(view, seat, name) if more else "")


def _unit(view: GameState, seat: str, name: str) -> str:
    unit = view.units[name]
    return f" on {unit.space}" + (f", {unit.damage} damage" if unit.damage else "")


def _deck(view: GameState, seat: str, name: str) -> str:
    deck = view.orders[name]
    faceup = f", {len(deck.faceup)} of them face up" if deck.faceup else ""
    return f": {counted(len(deck.cards), 'card')}{faceup}"


def _card(view: GameState, seat: str, name: str) -> str:
    card: ResourceCard | None = view.box.resources.get(name)
    return f" [{rows_words(card.rows)}]: {scheme_words(card, seat)}" if card else f": {view.box.horrors[name].text}"


_DETAILS: dict[str, Callable[[GameState, str, str], str]] = {
    "unit": _unit,
    "deck": _deck,
    "card": _card,
    "space": lambda view, seat, name: f": {space_words(view, name)}",
    "adventurer": lambda view, seat, name: f" on {view.figures[name]}",
    # Without the arrow "up" would be the start of "up-right".
    "facing": lambda view, seat, name: f" ({next(code for way, code in FACING_CODES.items() if way == name)})",
}
"""What a player wants to know of a thing besides its name."""

_MOVES: dict[type, Callable[[GameState, str, Any], str]] = {
    m.PlayCard: _play,
    m.UseRow: _use_row,
    m.UseScheme: _use_scheme,
    m.Pass: lambda view, seat, move: "Pass",
    m.StepTo: _step,
    m.Stop: lambda view, seat, move: "Stop here",
    m.Choose: _choose,
    m.Decline: lambda view, seat, move: "Decline",
    m.GiveMore: lambda view, seat, move: f"{adventurer(move.seat)} gets one more",
}


# The outcome


def epilogue(state: GameState) -> str:
    """What becomes of a finished game; empty while it goes on, or where the scenario has no words for it."""
    if state.won is None:
        return ""
    told = scene_of(state).file.epilogue
    fallen = [side for side, value in state.motivation.items() if not value]
    if state.won:
        parts = (told.fell if fallen else told.won, "" if state.fallen else told.unhurt)
    elif fallen:
        parts = (told.lost.get(fallen[0], "") if len(fallen) == 1 else told.broken, "")
    else:
        parts = (told.spared, "")
    return " ".join(filter(None, parts))


def outcome(state: GameState) -> str:
    """How the game ended and why (HOW-STA-02..03, HOW-S3-15..19)."""
    if state.won is None:
        return "The game is not over yet."
    titles = scene_of(state).side_titles
    result = f"You {'won' if state.won else 'lost'} in round {state.round}"
    fallen = [side_name(state, side) for side, value in state.motivation.items() if not value]
    if fallen:
        return f"{result}: {joined(fallen)} had no motivation left."
    stand = joined(f"{titles[side]} {value}" for side, value in state.motivation.items())
    return f"{result}: both sides are ready for peace ({stand})."
