"""Moves, facts, asks, refusals and the outcome in words. ASCII only, so that they work on any terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.kinds import Ask, Move
from engine.games.dawn_of_peacemakers import actions
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.state import GameState
from engine.games.dawn_of_peacemakers.words.asks import lacking, tell_ask
from engine.games.dawn_of_peacemakers.words.facts import tell_fact
from engine.games.dawn_of_peacemakers.words.names import (
    BACKS,
    card_name,
    deck_name,
    order_text,
    order_words,
    phase_words,
    rows_words,
    thing_name,
)
from engine.games.dawn_of_peacemakers.words.refusals import why_not
from engine.peacemakers.words import adventurer, capitalized, counted, joined, space_words, unit_name

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
    """A move as an answer to an ask, with what has no effect."""
    told = tell_move(view, seat, move)
    if isinstance(move, m.UseScheme) and (missing := lacking(view, seat, view.taken[1])):
        return told.replace("Scheme", f"Scheme (no {missing})", 1)
    return told


def _play(view: GameState, seat: str, move: m.PlayCard) -> str:
    if move.card in BACKS:
        return "Play a card"
    uses: list[str] = []
    for use in actions.uses(view, seat, move.card):
        if use == "scheme":
            uses.append("scheme (no target)" if lacking(view, seat, move.card) else use)
        else:
            uses.append(f"{use} {view.box.resources[move.card].rows[use]}")
    return f"Play {card_name(view, move.card)} [{' | '.join(uses)}]"


_ROWS: dict[str, Callable[[int], str]] = {
    "influence": lambda icons: f"Influence an army: {counted(icons, 'order card')}",
    "travel": lambda icons: f"Travel: {counted(icons, 'movement point')} for this turn",
    "fortify": lambda icons: f"Secure: {counted(icons, 'fortification')} to place this turn",
}


def _use_row(view: GameState, seat: str, move: m.UseRow) -> str:
    card = view.box.resources.get(view.taken[1])
    icons = card.rows.get(move.row, 0) if card else 0
    return _ROWS[move.row](icons) if icons else capitalized(move.row)


def _use_scheme(view: GameState, seat: str, move: m.UseScheme) -> str:
    card = view.box.resources.get(view.taken[1])
    return f"Scheme: {card.scheme.text}" if card else "Scheme"


def _step(view: GameState, seat: str, move: m.StepTo) -> str:
    way = view.box.scene.board.grid.direction(view.figures[seat], move.space)
    return f"Step to {move.space}{f' ({way})' if way else ''}: {space_words(view, move.space)}"


def _card(view: GameState, name: str) -> str:
    card = view.box.resources[name]
    return f"{card_name(view, name)} [{rows_words(card.rows)}]: {card.scheme.text}"


def _choose(view: GameState, seat: str, move: m.Choose) -> str:
    kind, _, name = move.thing.partition(":")
    if name in BACKS:
        return "Choose a card"
    if kind == "unit" and name in view.units:
        unit = view.units[name]
        return f"{unit_name(view, name)} on {unit.space}" + (f", {unit.damage} damage" if unit.damage else "")
    if kind == "card" and name in view.box.resources:
        return _card(view, name)
    if kind == "space" and name in view.box.scene.board.grid:
        return f"{name}: {space_words(view, name)}"
    return capitalized(thing_name(view, move.thing))


def _put_back(view: GameState, seat: str, move: m.PutBack) -> str:
    if move.card in BACKS:
        return f"Put {card_name(view, move.card)} in its place"
    name = f"{order_words(view, move.card)}: {order_text(view, move.card)}"
    held = view.influence
    alike = [card for card in held.drawn if view.box.title(card) == view.box.title(move.card)] if held else []
    return f"{name} ({alike.index(move.card) + 1})" if len(alike) > 1 else name


def _exchange(view: GameState, seat: str, move: m.Exchange) -> str:
    return f"Take no action and exchange {card_name(view, move.card)}"


def _let_be(view: GameState, seat: str, move: m.LetBe) -> str:
    return "Add nothing" if view.influence else "Stay here"


_MOVES: dict[type, Callable[[GameState, str, Any], str]] = {
    m.PlayCard: _play,
    m.UseRow: _use_row,
    m.UseScheme: _use_scheme,
    m.StepTo: _step,
    m.PlaceToken: lambda v, s, move: f"Fortify {move.space}: {space_words(v, move.space)}",
    m.Exchange: _exchange,
    m.EndTurn: lambda v, s, move: "End your turn",
    m.DrawOrder: lambda v, s, move: (
        f"Draw from {deck_name(v, move.deck)}: {counted(len(v.orders[move.deck].cards), 'card')}"
    ),
    m.AddInfluence: lambda v, s, move: f"Add {_card(v, move.card)}",
    m.LetBe: _let_be,
    m.PutBack: _put_back,
    m.RideTo: lambda v, s, move: f"Move along to {move.space}: {space_words(v, move.space)}",
    m.Choose: _choose,
    m.Decline: lambda v, s, move: "Decline",
}


# The outcome


def epilogue(state: GameState) -> str:
    """What becomes of a finished game; empty while it goes on."""
    return state.box.scene.end(state.ending).epilogue if state.won is not None else ""


def outcome(state: GameState) -> str:
    """How the game ended and why (DOP-STAT-01..02)."""
    if state.won is None:
        return "The game is not over yet."
    titles = state.box.scene.side_titles
    stand = joined(f"{titles[side]} {value}" for side, value in state.motivation.items())
    result = f"You {'won' if state.won else 'lost'} in round {state.round}"
    return f"{result}: {state.box.scene.end(state.ending).text} ({stand})"
