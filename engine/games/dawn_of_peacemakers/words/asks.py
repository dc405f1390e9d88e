"""Asks in words: who is asked, what for, and what they need to know to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.kinds import Ask
from engine.games.dawn_of_peacemakers import choices
from engine.games.dawn_of_peacemakers import frames as f
from engine.games.dawn_of_peacemakers.content import operations as op
from engine.games.dawn_of_peacemakers.content.types import Target
from engine.games.dawn_of_peacemakers.state import PLOY, GameState, back_of
from engine.games.dawn_of_peacemakers.words.names import BACKS, card_name, order_words, thing_name
from engine.peacemakers.selection import targets
from engine.peacemakers.words import adventurer, adventurers, army_name, counted, joined, unit_name


def tell_ask(view: GameState, ask: Ask, seat: str) -> str:
    """The question, addressed to the seat if it is asked, and to all who are asked if not."""
    who = adventurer(seat) if seat in ask.seats else adventurers(ask.seats, "or")
    return f"{who}: {_QUESTIONS[type(ask)](view, ask)}"


def target_words(target: Target) -> str:
    """What a scheme can concern: wounded unit within 1 space."""
    noun: str = "order deck" if target.kind == "deck" else target.kind
    if target.leader is not None:
        noun = "leader" if target.leader else "unit that is no leader"
    if target.damaged:
        noun = f"wounded {noun}"
    if target.reach == 0:
        return f"companion {noun}" if target.kind in ("unit", "adventurer") else f"{noun} of a companion"
    return f"{noun} within {counted(target.reach, 'space')}" if target.reach > 0 else noun


def lacking(view: GameState, seat: str, card: str) -> str:
    """What a scheme wants and does not find now, such as ``companion unit``."""
    target = view.box.resources[card].scheme.target
    if target is None or choices.possible_targets(view, target, seat):
        return ""
    return target_words(target)


def _act(view: GameState, ask: f.Act) -> str:
    left = []
    if view.steps:
        left.append(counted(view.steps, "movement point"))
    if view.tokens:
        left.append(counted(view.tokens, "fortification"))
    have = f" You have {joined(left)} left." if left else ""
    if not any(view.hands[seat] for seat in ask.seats) and not left:
        return "You have no cards. End your turn?"
    return f"What do you do?{have}"


def _use(view: GameState, ask: f.ChooseUse) -> str:
    seat, name = view.taken
    if name in BACKS:
        # Nobody else knows the card before it is played.
        return "What do you play a card for?"
    missing = lacking(view, seat, name)
    warning = f" For its scheme there is no {missing} now." if missing else ""
    return f"What do you play {card_name(view, name)} for?{warning}"


def _deck(view: GameState, ask: f.ChooseOrderDeck) -> str:
    held = view.influence
    assert held is not None
    seen = [order_words(view, card) for card in held.drawn if card not in BACKS]
    told = f" You hold {joined(seen)}." if seen else ""
    return f"From which deck of {army_name(view, held.army)} do you draw? {counted(held.due, 'card')} to draw.{told}"


def _feed(view: GameState, ask: f.Feed) -> str:
    held = view.influence
    assert held is not None
    return (
        f"{adventurer(held.seat)} looks at {looked_at(view)} of {army_name(view, held.army)}. "
        "Do you add influence, so that more are drawn?"
    )


def looked_at(view: GameState) -> str:
    """DOP-INF-04: how many ploys and tasks are being looked at, which everybody knows by their backs."""
    held = view.influence
    assert held is not None
    cards = (*held.drawn, *held.sorted)
    ploys = sum(back_of(view.box, card) == PLOY for card in cards)
    told = [counted(ploys, "ploy")] * bool(ploys) + [counted(len(cards) - ploys, "task")] * (len(cards) > ploys)
    return joined(told) if told else "the orders"


def _order(view: GameState, ask: f.PutInOrder) -> str:
    held = view.influence
    assert held is not None
    return f"Which card comes {'next' if held.sorted else 'on top'}?"


def _ride(view: GameState, ask: f.RideAlong) -> str:
    return "The units beside you are about to move. Do you move along?"


def _target(view: GameState, ask: f.PickTarget) -> str:
    return f"Whom does {card_name(view, ask.effect.source)} concern? A {target_words(ask.target)}."


def _pick(view: GameState, ask: f.Pick) -> str:
    return _PICKS[type(ask.op)](view, ask)


def _unit(view: GameState, ask: f.Pick) -> str:
    found = targets(view, ask.effect)
    return unit_name(view, found[0]) if found else "it"


_PICKS: dict[type, Callable[[GameState, Any], str]] = {
    op.Heal: lambda view, ask: f"How much damage do you take off {_unit(view, ask)}?",
    op.Lead: lambda view, ask: f"Where do you lead {_unit(view, ask)}?",
    op.Dismantle: lambda view, ask: "How many fortifications do you take away?",
    op.Recover: lambda view, ask: "Which card do you take back?",
    op.Hand: lambda view, ask: f"Which card do you give to {thing_name(view, ask.effect.target)}?",
    op.Mix: lambda view, ask: f"Which group of {thing_name(view, ask.effect.target)} carries out the next task?",
}

_QUESTIONS: dict[type, Callable[[GameState, Any], str]] = {
    f.Act: _act,
    f.ChooseUse: _use,
    f.ChooseArmy: lambda view, ask: "Which army do you influence?",
    f.ChooseOrderDeck: _deck,
    f.Feed: _feed,
    f.PutInOrder: _order,
    f.RideAlong: _ride,
    f.PickTarget: _target,
    f.Pick: _pick,
}
