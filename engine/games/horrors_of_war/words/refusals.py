"""Refusals in words: what is wrong with a move, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.grammar import capitalized, joined, possessive, with_article
from engine.core.kinds import Ask, Move
from engine.games.horrors_of_war import actions, choices
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war import moves as m
from engine.games.horrors_of_war.content.operations import USES
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.asks import target_words
from engine.games.horrors_of_war.words.names import adventurer, adventurers, card_name, quoted, scene_of, thing_name
from engine.peacemakers.battlefield import adventurers_with

_ANSWERS: dict[type, tuple[tuple[type, ...], str]] = {
    f.ChooseMore: ((m.GiveMore,), "name who gets one card more"),
    f.Act: ((m.PlayCard, m.Pass), "play a card or pass"),
    f.ChooseUse: ((m.UseRow, m.UseScheme), "use one of the card's rows or its scheme"),
    f.ChooseDeck: ((m.Choose,), "choose an order deck"),
    f.ChooseReceiver: ((m.Choose,), "choose a nearby adventurer"),
    f.TravelOn: ((m.StepTo, m.Stop), "step to an adjacent space or stop"),
    f.PickTarget: ((m.Choose,), "choose what the scheme concerns"),
    f.Pick: ((m.Choose, m.Decline), "choose one of the things that are offered"),
    f.OfferBonus: ((m.Choose, m.Decline), "use the bonus or decline it"),
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


# Cards and their uses


def _play(view: GameState, ask: Ask, seat: str, move: m.PlayCard) -> str:
    if move.card not in view.box.resources:
        return f"there is no resource card {quoted(move.card)}; play a card from your hand, or pass."
    title = card_name(view, move.card)
    if move.card not in view.hands[seat]:
        return f"{title} is not in {possessive(adventurer(seat))} hand; play a card that is, or pass."
    reasons = [actions.why_no_use(view, seat, move.card, use) for use in USES]
    printed = [why for why in dict.fromkeys(reasons) if why and not why.startswith("This card has no")]
    return f"{title} cannot be played for anything now. {' '.join(printed)}"


def _use(view: GameState, ask: f.ChooseUse, seat: str, move: m.UseRow | m.UseScheme) -> str:
    use = "scheme" if isinstance(move, m.UseScheme) else move.row
    card = view.taken[1]
    why = actions.why_no_use(view, seat, card, use) if use in USES else f"There is no {quoted(use)} row."
    can = actions.uses(view, seat, card)
    return f"{why} {card_name(view, card)} can be played for: {joined(can, 'or')}."


def _give_more(view: GameState, ask: f.ChooseMore, seat: str, move: m.GiveMore) -> str:
    left = adventurers((who for who in view.seats if who not in ask.chosen), "or")
    if move.seat in ask.chosen:
        return f"{adventurer(move.seat)} already gets one card more; name {left}."
    return f"there is no adventurer {quoted(move.seat)} in this game; name {left}."


# Steps


def _step(view: GameState, ask: f.TravelOn, seat: str, move: m.StepTo) -> str:
    board = scene_of(view).board
    here = view.figures[seat]
    ways = f"from {here} you can step to {joined(actions.steps(view, seat), 'or')}"
    if move.space not in board.grid:
        return f"there is no space {quoted(move.space)} on this map; {ways}."
    if not board.is_open(move.space):
        return f"{move.space} is impassable ({board.terrain[move.space].name}); {ways}."
    if move.space == here:
        return f"you are on {here} already; step to an adjacent space, or stop."
    if move.space in scene_of(view).ways[here]:
        return f"in this challenge nobody walks into a space with those who mistrust you; {ways}."
    return f"{move.space} is not adjacent to {here}; {ways}."


# Choices


def _offered(view: GameState, ask: Any, seat: str) -> list[str]:
    """Everything that can be chosen for an ask."""
    return _OFFERS[type(ask)](view, ask, seat)


_OFFERS: dict[type, Callable[[GameState, Any, str], list[str]]] = {
    f.ChooseDeck: lambda view, ask, seat: [f"deck:{deck}" for deck in actions.surveyable(view, seat)],
    f.ChooseReceiver: lambda view, ask, seat: [f"adventurer:{who}" for who in adventurers_with(view, seat)],
    f.PickTarget: lambda view, ask, seat: choices.possible_targets(view, ask.target, seat),
    f.Pick: lambda view, ask, seat: choices.options(view, ask.effect, ask.op, ask.picked),
    f.OfferBonus: lambda view, ask, seat: ["bonus:use"],
}


def _listed(view: GameState, things: Sequence[str]) -> str:
    """What is offered; of a long list the beginning."""
    names = [thing_name(view, thing) for thing in things]
    return joined(names, "or") if len(names) <= 8 else f"{', '.join(names[:7])} or one of {len(names) - 7} more"


def _choose(view: GameState, ask: Any, seat: str, move: m.Choose) -> str:
    offered = _offered(view, ask, seat)
    kinds = dict.fromkeys(thing.partition(":")[0] for thing in offered)
    right = f"choose {_listed(view, offered)}."
    if move.thing.partition(":")[0] not in kinds:
        return f"{thing_name(view, move.thing)} is no answer to this; {right}"
    if isinstance(ask, f.PickTarget):
        return f"{thing_name(view, move.thing)} is not {with_article(target_words(ask.target))}; {right}"
    return f"{thing_name(view, move.thing)} cannot be chosen here; {right}"


def _decline(view: GameState, ask: Any, seat: str, move: m.Decline) -> str:
    return f"this cannot be declined; choose {_listed(view, _offered(view, ask, seat))}."


_REASONS: dict[type, Callable[[GameState, Any, str, Any], str]] = {
    m.PlayCard: _play,
    m.UseRow: _use,
    m.UseScheme: _use,
    m.GiveMore: _give_more,
    m.StepTo: _step,
    m.Choose: _choose,
    m.Decline: _decline,
}
