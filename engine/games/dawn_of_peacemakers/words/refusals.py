"""Refusals in words: what is wrong with a move, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.kinds import Ask, Move
from engine.games.dawn_of_peacemakers import actions, choices, influence, movement
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers.content.operations import USES
from engine.games.dawn_of_peacemakers.state import GameState
from engine.games.dawn_of_peacemakers.words.asks import target_words
from engine.games.dawn_of_peacemakers.words.names import card_name, deck_name, thing_name
from engine.peacemakers.words import (
    adventurer,
    adventurers,
    army_name,
    capitalized,
    joined,
    possessive,
    quoted,
    with_article,
)

_ANSWERS: dict[type, tuple[tuple[type, ...], str]] = {
    f.Act: (
        (m.PlayCard, m.StepTo, m.PlaceToken, m.Exchange, m.EndTurn),
        "play a card, spend points or tokens, or end your turn",
    ),
    f.ChooseUse: ((m.UseRow, m.UseScheme), "use one of the card's rows or its scheme"),
    f.ChooseArmy: ((m.Choose,), "choose an army"),
    f.ChooseOrderDeck: ((m.DrawOrder,), "choose a deck to draw from"),
    f.Feed: ((m.AddInfluence, m.LetBe), "add a card with influence, or let it be"),
    f.PutInOrder: ((m.PutBack,), "choose the card that comes next"),
    f.RideAlong: ((m.RideTo, m.LetBe), "move along or stay"),
    f.PickTarget: ((m.Choose,), "choose what the scheme concerns"),
    f.Pick: ((m.Choose, m.Decline), "choose one of the things that are offered"),
}
"""The kinds of move that answer each ask, and the ask as an order."""


def why_not(view: GameState, ask: Ask, seat: str, move: Move) -> str:
    """Why a move is not legal now, and what would be."""
    if seat not in ask.seats:
        return (
            f"It is not for {adventurer(seat) or 'a spectator'} to answer now, but for {adventurers(ask.seats, 'or')}."
        )
    kinds, wanted = _ANSWERS[type(ask)]
    if not isinstance(move, kinds):
        return f"That does not answer the question: {wanted}."
    return capitalized(_REASONS[type(move)](view, ask, seat, move))


def _in_hand(view: GameState, seat: str, card: str) -> str:
    """Why a card cannot be used at all; empty if it is in the hand."""
    if card not in view.box.resources:
        return f"there is no resource card {quoted(card)}"
    if card not in view.hands[seat]:
        return f"{card_name(view, card)} is not in {possessive(adventurer(seat))} hand"
    return ""


def _play(view: GameState, ask: Ask, seat: str, move: m.PlayCard) -> str:
    return f"{_in_hand(view, seat, move.card)}; play a card that is in your hand, or end your turn."


def _exchange(view: GameState, ask: Ask, seat: str, move: m.Exchange) -> str:
    if view.acted:
        return "only a turn without an action lets you exchange a card; end your turn instead."
    return f"{_in_hand(view, seat, move.card)}; exchange a card that is in your hand."


def _use(view: GameState, ask: f.ChooseUse, seat: str, move: m.UseRow | m.UseScheme) -> str:
    use = "scheme" if isinstance(move, m.UseScheme) else move.row
    card = view.taken[1]
    why = actions.why_no_use(view, seat, card, use) if use in USES else f"There are no {quoted(use)} icons."
    return f"{why} {card_name(view, card)} can be played for: {joined(actions.uses(view, seat, card), 'or')}."


def _feed(view: GameState, ask: f.Feed, seat: str, move: m.AddInfluence) -> str:
    why = _in_hand(view, seat, move.card) or f"{card_name(view, move.card)} has no influence icons"
    return f"{why}; add a card with influence, or let it be."


def _step(view: GameState, ask: Ask, seat: str, move: m.StepTo) -> str:
    board, here = view.box.scene.board, view.figures[seat]
    if not view.steps:
        return "you have no movement points; play a card for its travel icons first."
    ways = f"from {here} you can step to {joined(actions.steps(view, seat), 'or')}"
    if move.space not in board.grid:
        return f"there is no space {quoted(move.space)} on this map; {ways}."
    if not board.is_open(move.space):
        return f"{move.space} is impassable ({board.terrain[move.space].name}); {ways}."
    return f"{move.space} is not adjacent to {here}; {ways}."


def _place(view: GameState, ask: Ask, seat: str, move: m.PlaceToken) -> str:
    board = view.box.scene.board
    if not view.tokens:
        return "you have no fortifications to place; play a card for its fortify icons first."
    found = actions.placings(view, seat)
    where = f"you can fortify {joined(found, 'or')}" if found else "nothing here can be fortified"
    if move.space not in board.grid:
        return f"there is no space {quoted(move.space)} on this map; {where}."
    if board.terrain[move.space].water:
        return f"{move.space} is water and can never be fortified; {where}."
    return f"{move.space} is neither your space nor next to it; {where}."


def _draw(view: GameState, ask: f.ChooseOrderDeck, seat: str, move: m.DrawOrder) -> str:
    held = view.influence
    assert held is not None
    decks = influence.decks_of(held.army)
    if move.deck in decks:
        return f"{deck_name(view, move.deck)} can give no card; draw from the other one."
    return f"you influence {army_name(view, held.army)}; draw from their ploy deck or their task deck."


def _put_back(view: GameState, ask: f.PutInOrder, seat: str, move: m.PutBack) -> str:
    left = [card_name(view, card) for card in influence.unsorted(view)]
    return f"that card is not one of those to put back now; choose {joined(left, 'or')}."


def _ride(view: GameState, ask: f.RideAlong, seat: str, move: m.RideTo) -> str:
    found = movement.ride_options(view, ask, seat)
    return f"no unit beside you moves to {quoted(move.space)}; move along to {joined(found, 'or')}, or stay."


def _offered(view: GameState, ask: Any, seat: str) -> list[str]:
    match ask:
        case f.ChooseArmy():
            return [f"army:{army}" for army in influence.influenced(view, seat)]
        case f.PickTarget():
            return choices.possible_targets(view, ask.target, seat)
    return choices.options(view, ask.effect, ask.op)


def _listed(view: GameState, things: Sequence[str]) -> str:
    """What is offered; of a long list the beginning."""
    names = [thing_name(view, thing) for thing in things]
    return joined(names, "or") if len(names) <= 8 else f"{', '.join(names[:7])} or one of {len(names) - 7} more"


def _choose(view: GameState, ask: Any, seat: str, move: m.Choose) -> str:
    offered = _offered(view, ask, seat)
    right = f"choose {_listed(view, offered)}."
    if move.thing.partition(":")[0] not in {thing.partition(":")[0] for thing in offered}:
        return f"{thing_name(view, move.thing)} is no answer to this; {right}"
    if isinstance(ask, f.PickTarget):
        return f"{thing_name(view, move.thing)} is not {with_article(target_words(ask.target))}; {right}"
    return f"{thing_name(view, move.thing)} cannot be chosen here; {right}"


def _decline(view: GameState, ask: Any, seat: str, move: m.Decline) -> str:
    return f"this cannot be declined; choose {_listed(view, _offered(view, ask, seat))}."


_REASONS: dict[type, Callable[[GameState, Any, str, Any], str]] = {
    m.PlayCard: _play,
    m.Exchange: _exchange,
    m.UseRow: _use,
    m.UseScheme: _use,
    m.StepTo: _step,
    m.PlaceToken: _place,
    m.DrawOrder: _draw,
    m.AddInfluence: _feed,
    m.PutBack: _put_back,
    m.RideTo: _ride,
    m.Choose: _choose,
    m.Decline: _decline,
}
