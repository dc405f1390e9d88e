"""Facts in words: one sentence or two for each, in the past tense. What is masked stays unnamed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.kinds import Fact
from engine.games.dawn_of_peacemakers import facts as t
from engine.games.dawn_of_peacemakers.state import AGENDA, GameState
from engine.games.dawn_of_peacemakers.words.names import (
    BACKS,
    card_name,
    card_names,
    deck_name,
    order_name,
    order_text,
    order_words,
    thing_name,
    until_words,
)
from engine.peacemakers.words import (
    adventurer,
    adventurers,
    army_name,
    capitalized,
    counted,
    joined,
    possessive,
    side_name,
    unit_name,
    unit_names,
)


def tell_fact(view: GameState, fact: Fact) -> str:
    """A fact in words, for the seat of this view."""
    return capitalized(_FACTS[type(fact)](view, fact))


# Setting up and rounds


def _table_laid(view: GameState, fact: t.TableLaid) -> str:
    told = " ".join(view.box.told)
    laid = f"{adventurers(fact.seats)} came to {fact.start}, between the lines: {view.box.scene.file.title}."
    return f"{laid} {told}".rstrip()


def _army_joined(view: GameState, fact: t.ArmyJoined) -> str:
    army, side = army_name(view, fact.army), side_name(view, fact.side)
    if view.phase != "setup":
        return f"{army} changed sides and are with {side} now."
    return f"{army} took the field." if army == side else f"{army} took the field for {side}."


def _order_deck_shuffled(view: GameState, fact: t.OrderDeckShuffled) -> str:
    deck = deck_name(view, fact.deck)
    if fact.why == "empty":
        return f"{deck} was empty: its discard pile was shuffled into a new one."
    if fact.why == "change":
        return f"Change of plans came up: {deck} was shuffled together with its discard pile."
    return f"{deck} was shuffled."


def _resource_deck_shuffled(view: GameState, fact: t.ResourceDeckShuffled) -> str:
    if fact.again:
        return "the resource discard pile was shuffled into a new resource deck."
    return f"the resource deck was shuffled: {counted(len(fact.order), 'card')}."


def _agenda_dealt(view: GameState, fact: t.AgendaDealt) -> str:
    if fact.agenda == AGENDA:
        return f"{adventurer(fact.seat)} got an agenda."
    agenda = view.box.agendas[fact.agenda]
    whose = f"{possessive(adventurer(fact.seat))} agenda" if fact.seat else "the shared agenda"
    return f"{whose}: {agenda.title}. {agenda.text}"


def _agendas_checked(view: GameState, fact: t.AgendasChecked) -> str:
    told = [
        f"{'the shared agenda' if not seat else possessive(adventurer(seat)) + ' agenda'} "
        f"{view.box.agendas[name].title} was {'met' if seat in fact.met else 'not met'}"
        for seat, name in fact.agendas.items()
    ]
    return f"{joined(told)}."


def _event(view: GameState, fact: t.EventHappened) -> str:
    event = next(each for each in view.box.events if each.id == fact.event)
    return f"{event.title}: {event.text}"


def _round_began(view: GameState, fact: t.RoundBegan) -> str:
    return f"Round {fact.round} began{', at night' if fact.night else ''}."


# Cards


def _card_played(view: GameState, fact: t.CardPlayed) -> str:
    played = f"{adventurer(fact.seat)} played {card_name(view, fact.card)}"
    card = view.box.resources.get(fact.card)
    if card is None:
        return f"{played}: {fact.use}."
    if fact.use == "scheme":
        return f"{played} for its scheme: {card.scheme.text}"
    icons = next(icons for row, icons in card.rows.items() if row == fact.use)
    return f"{played}: {fact.use} {icons}."


def _card_stayed(view: GameState, fact: t.CardStayed) -> str:
    each = fact.ongoing
    what = f" ({joined(each.what)})" if each.what else ""
    return f"{card_name(view, each.card)} stayed with {thing_name(view, each.on)}{what} {until_words(each.until)}."


# Orders


def _order_drawn(view: GameState, fact: t.OrderDrawn) -> str:
    who, deck = adventurer(fact.seat), deck_name(view, fact.deck)
    if fact.card in BACKS:
        return f"{who} looked at the top card of {deck}."
    return f"{who} drew {order_words(view, fact.card)} from {deck}: {order_text(view, fact.card)}"


def _orders_returned(view: GameState, fact: t.OrdersReturned) -> str:
    who, deck = adventurer(fact.seat), deck_name(view, fact.deck)
    if any(card in BACKS for card in fact.cards):
        return f"{who} put {counted(len(fact.cards), 'card')} back on {deck}."
    return f"{who} put back on {deck}, from the top: {', '.join(order_words(view, card) for card in fact.cards)}."


def _task_removed(view: GameState, fact: t.TaskRemoved) -> str:
    army = army_name(view, fact.deck.partition(".")[0])
    return f"{order_words(view, fact.card)} of {army} left the game: its group is gone."


def _order_turned(view: GameState, fact: t.OrderTurned) -> str:
    army = army_name(view, fact.deck.partition(".")[0])
    text = order_text(view, fact.card)
    return f"{army} turned {order_words(view, fact.card)}" + (f": {text}" if text else ".")


def _orders_ranked(view: GameState, fact: t.OrdersRanked) -> str:
    if not fact.steps:
        return "no order is carried out this round."
    titles = view.box.scene.army_titles
    told = [f"{titles[army]} {' '.join(step)}" for army, step in fact.steps.items()]
    return f"Orders: {', '.join(told)}."


def _order_began(view: GameState, fact: t.OrderBegan) -> str:
    return f"{army_name(view, fact.army)}, {fact.group} group: {order_name(view, fact.army)}."


_EDGES: dict[str, Callable[[int], str]] = {
    "offence": lambda by: f"{by:+} offence",
    "range": lambda by: f"{by:+} range",
    "pierce": lambda by: f"ignore {counted(by, 'fortification')}",
    "steps": lambda by: f"{counted(by, 'step')} more" if by > 0 else f"{counted(-by, 'step')} less",
    "cover": lambda by: f"{by:+} defence from cover",
    "veer": lambda by: "move in another direction",
    "free": lambda by: "may move away from enemies",
    "everybody": lambda by: "act as a whole army",
}


def _edge_gained(view: GameState, fact: t.EdgeGained) -> str:
    return f"{army_name(view, fact.army)}: {_EDGES[fact.kind](fact.by)}."


# Units

_BLOCKED = {
    "edge": "the map ends there",
    "impassable": "the way is impassable",
    "enemy": "an enemy is in the way",
    "swap": "it would change places with an enemy",
    "farther": "that would bring it closer to no enemy",
    "held": "a scheme kept it in place",
    "rooted": "nothing moves it",
}


def _unit_blocked(view: GameState, fact: t.UnitBlocked) -> str:
    return f"{unit_name(view, fact.unit)} stayed: {_BLOCKED.get(fact.why, fact.why)}."


def _unit_attacked(view: GameState, fact: t.UnitAttacked) -> str:
    return f"{unit_names(view, fact.attackers)} struck at {unit_name(view, fact.target)} with {fact.offence}."


_WHY_MOTIVATION = {
    "tower": "towers entered or left",
    "defeat": "a unit was defeated",
    "leader": "the last leader was defeated",
    "last unit": "the last unit was defeated",
    "grief": "somebody fell among the houses",
}


def _motivation_changed(view: GameState, fact: t.MotivationChanged) -> str:
    why = _WHY_MOTIVATION.get(fact.why) or _source(view, fact.why)
    return f"{possessive(side_name(view, fact.side))} motivation is now {fact.to} ({why})."


def _source(view: GameState, name: str) -> str:
    """A card, a unit type or an event by its title."""
    if name in view.box.units:
        return view.box.units[name].title
    event = next((each.title for each in view.box.events if each.id == name), "")
    return event or card_name(view, name)


def _die_rolled(view: GameState, fact: t.DieRolled) -> str:
    if fact.why == "target":
        return f"the die chose among equal targets: {fact.result}."
    return f"the die showed {fact.result} for {_source(view, fact.why)}."


# The end


def _status_checked(view: GameState, fact: t.StatusChecked) -> str:
    titles = view.box.scene.side_titles
    low, high = view.box.scene.file.withdraw
    told = (
        f"{titles[side]} {value}{' (ready to withdraw)' if low <= value <= high else ''}"
        for side, value in fact.motivation.items()
    )
    return f"Status phase: {', '.join(told)}."


def _game_ended(view: GameState, fact: t.GameEnded) -> str:
    return f"{view.box.scene.end(fact.ending).text} You {'won' if fact.won else 'lost'}."


def _fortifications(view: GameState, fact: t.FortificationsPlaced | t.FortificationsRemoved) -> str:
    verb = "got" if isinstance(fact, t.FortificationsPlaced) else "lost"
    return f"{fact.space} {verb} {counted(fact.count, 'fortification')}."


_FACTS: dict[type, Callable[[GameState, Any], str]] = {
    t.TableLaid: _table_laid,
    t.ArmyJoined: _army_joined,
    t.UnitPlaced: lambda v, f: f"{unit_name(v, f.unit)} was placed on {f.space}.",
    t.FrontTurned: lambda v, f: f"{side_name(v, f.side)} advance {f.facing} from now on.",
    t.MotivationSet: lambda v, f: f"{possessive(side_name(v, f.side))} motivation began at {f.value}.",
    t.OrderDeckShuffled: _order_deck_shuffled,
    t.ResourceDeckShuffled: _resource_deck_shuffled,
    t.AgendaDealt: _agenda_dealt,
    t.AgendasChecked: _agendas_checked,
    t.StartingPlayerChosen: lambda v, f: f"{adventurer(f.seat)} is the starting player.",
    t.RoundBegan: _round_began,
    t.EventHappened: _event,
    t.TurnBegan: lambda v, f: f"{possessive(adventurer(f.seat))} turn began.",
    t.TurnEnded: lambda v, f: f"{adventurer(f.seat)} ended the turn.",
    t.CardTaken: lambda v, f: "",  # told by CardPlayed
    t.CardShown: lambda v, f: "",  # told by CardPlayed or CardDiscarded
    t.CardPlayed: _card_played,
    t.ActionEnded: lambda v, f: f"{card_names(v, f.cards)} was discarded." if len(f.cards) == 1 else "",
    t.CardDiscarded: lambda v, f: f"{adventurer(f.seat)} discarded {card_name(v, f.card)}.",
    t.CardDrawn: lambda v, f: f"{adventurer(f.seat)} drew {card_name(v, f.card)}.",
    t.CardGiven: lambda v, f: f"{adventurer(f.seat)} gave {card_name(v, f.card)} to {adventurer(f.to)}.",
    t.CardRecovered: lambda v, f: f"{adventurer(f.seat)} took {card_name(v, f.card)} out of the discard pile.",
    t.StepsGained: lambda v, f: f"{adventurer(f.seat)} got {counted(f.points, 'movement point')}.",
    t.StepSpent: lambda v, f: "",  # told by AdventurerMoved
    t.TokensGained: lambda v, f: f"{adventurer(f.seat)} got {counted(f.tokens, 'fortification')} to place.",
    t.TokenSpent: lambda v, f: "",  # told by FortificationsPlaced
    t.TargetChosen: lambda v, f: f"{card_name(v, f.card)} is about {thing_name(v, f.target)}.",
    t.TargetMissed: lambda v, f: f"nothing in reach for {card_name(v, f.card)}: what needs a target has no effect.",
    t.CardStayed: _card_stayed,
    t.OngoingEnded: lambda v, f: f"{card_name(v, f.card)} ended and was discarded.",
    t.InfluenceBegan: lambda v, f: (
        f"{adventurer(f.seat)} influenced {army_name(v, f.army)}: {counted(f.cards, 'card')}."
    ),
    t.InfluenceAdded: lambda v, f: f"{adventurer(f.seat)} added influence: {counted(f.cards, 'card')} more.",
    t.InfluenceLost: lambda v, f: f"{possessive(army_name(v, f.army))} decks can give no more cards.",
    t.OrderDrawn: _order_drawn,
    t.OrderSorted: lambda v, f: "",  # told by OrdersReturned
    t.OrdersReturned: _orders_returned,
    t.InfluenceEnded: lambda v, f: "",  # told by OrdersReturned
    t.TaskRemoved: _task_removed,
    t.OrderSpoiled: lambda v, f: f"{order_words(v, f.card)} was discarded from {deck_name(v, f.deck)}.",
    t.OrderSunk: lambda v, f: f"the top card of {deck_name(v, f.deck)} went to its bottom.",
    t.ArmyPhaseBegan: lambda v, f: "the army phase began.",
    t.OrderTurned: _order_turned,
    t.TaskMissing: lambda v, f: f"{army_name(v, f.army)} have no task this round.",
    t.OrdersRanked: _orders_ranked,
    t.OrderBegan: _order_began,
    t.OrderLost: lambda v, f: f"{army_name(v, f.army)} had nobody left to carry out their order.",
    t.PloyMuted: lambda v, f: f"{card_name(v, f.card)} of {army_name(v, f.army)} had no effect: a scheme saw to that.",
    t.EdgeGained: _edge_gained,
    t.StepEnded: lambda v, f: "",
    t.AdventurerMoved: lambda v, f: f"{adventurer(f.seat)} went to {f.to}.",
    t.FortificationsPlaced: _fortifications,
    t.FortificationsRemoved: _fortifications,
    t.DieRolled: _die_rolled,
    t.UnitMoved: lambda v, f: f"{unit_name(v, f.unit)} moved to {f.to}.",
    t.UnitBlocked: _unit_blocked,
    t.DefenceRaised: lambda v, f: f"{unit_name(v, f.unit)} has {f.by} more defence until the end of the round.",
    t.UnitAttacked: _unit_attacked,
    t.UnitWounded: lambda v, f: f"{unit_name(v, f.unit)} took {f.amount} damage.",
    t.UnitMended: lambda v, f: f"{f.amount} damage came off {unit_name(v, f.unit)}.",
    t.UnitDefeated: lambda v, f: f"{unit_name(v, f.unit)} was defeated.",
    t.AbilityWoke: lambda v, f: f"{unit_name(v, f.unit)} is injured: {_ability(v, f.unit)}",
    t.AbilitySlept: lambda v, f: f"{unit_name(v, f.unit)} is no longer injured.",
    t.MotivationChanged: _motivation_changed,
    t.StatusChecked: _status_checked,
    t.GameEnded: _game_ended,
}


def _ability(view: GameState, name: str) -> str:
    unit = view.units[name] if name in view.units else view.fallen[name]
    return view.box.units[unit.type].text
