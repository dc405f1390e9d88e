"""Facts in words: one sentence or two for each, in the past tense. What is masked stays unnamed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.grammar import capitalized, counted, joined, possessive
from engine.core.hexes import turned
from engine.core.kinds import Fact
from engine.games.horrors_of_war import die
from engine.games.horrors_of_war import facts as t
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.names import (
    adventurer,
    adventurers,
    army_name,
    beside,
    card_name,
    card_names,
    deck_name,
    is_talks,
    order_half,
    order_words,
    row_words,
    scene_of,
    side_name,
    speed_words,
    thing_name,
    unit_name,
    unit_names,
    until_words,
)


def tell_fact(view: GameState, fact: Fact) -> str:
    """A fact in words, for the seat of this view."""
    return capitalized(_FACTS[type(fact)](view, fact))


# Setting up


def _table_laid(view: GameState, fact: t.TableLaid) -> str:
    scene = scene_of(view)
    rules = [scene.challenge(name).title for name in fact.challenges]
    challenges = f" {'Challenges' if rules[1:] else 'Challenge'}: {joined(rules)}." if rules else ""
    return f"{adventurers(fact.seats)} came to {fact.start}, between the lines: {scene.file.title}.{challenges}"


def _army_joined(view: GameState, fact: t.ArmyJoined) -> str:
    army, side = army_name(view, fact.army), side_name(view, fact.side)
    if view.phase != "setup":
        return f"{army} changed sides and are with {side} now."
    return f"{army} took the field." if army == side else f"{army} took the field for {side}."


def _unit_placed(view: GameState, fact: t.UnitPlaced) -> str:
    return f"{unit_name(view, fact.unit)} was placed on {fact.space}, facing {fact.facing}."


def _order_deck_shuffled(view: GameState, fact: t.OrderDeckShuffled) -> str:
    deck = deck_name(view, fact.deck)
    if fact.faceup:
        return f"the discard pile of {deck} was shuffled and put beneath it, face down."
    return f"{deck} was shuffled, all cards face down."


def _resource_deck_shuffled(view: GameState, fact: t.ResourceDeckShuffled) -> str:
    if fact.with_discard:
        return "the resource discard pile was shuffled into a new resource deck."
    return f"the resource deck was shuffled: {counted(len(fact.order), 'card')}."


def _horrors_taken(view: GameState, fact: t.HorrorsTaken) -> str:
    return f"{counted(fact.count, 'horror')} left the horror deck to be shuffled into the resource deck."


def _shares(view: GameState, shares: dict[str, tuple[str, ...]]) -> str:
    return "; ".join(f"{adventurer(seat)} got {card_names(view, cards)}" for seat, cards in shares.items() if cards)


def _hands_dealt(view: GameState, fact: t.HandsDealt) -> str:
    return f"the starting hands were dealt. {_shares(view, fact.shares)}."


def _reminded(view: GameState, fact: t.Reminded) -> str:
    return f"Reminder: {scene_of(view).file.reminders.get(fact.about, fact.about)}"


# Cards


def _card_played(view: GameState, fact: t.CardPlayed) -> str:
    played = f"{adventurer(fact.seat)} played {card_name(view, fact.card)}"
    card = view.box.resources.get(fact.card)
    if card is None:
        return f"{played}: {fact.use}."
    if fact.use == "scheme":
        return f"{played} for its scheme: {card.scheme.text}"
    printed = next(icons for row, icons in card.rows.items() if row == fact.use)
    return f"{played}: {row_words(fact.use, printed.icons, printed.extra)}."


def _card_moved(view: GameState, fact: t.CardDelegated | t.CardGiven) -> str:
    verb = "delegated" if isinstance(fact, t.CardDelegated) else "gave"
    return f"{adventurer(fact.seat)} {verb} {card_name(view, fact.card)} to {adventurer(fact.to)}."


def _card_recovered(view: GameState, fact: t.CardRecovered) -> str:
    return f"{adventurer(fact.seat)} took {card_name(view, fact.card)} out of the discard pile."


def _card_returned(view: GameState, fact: t.CardReturned) -> str:
    return f"a Secret cannot be surveyed: {card_name(view, fact.card)} went back to {adventurer(fact.seat)}."


def _refresh_divided(view: GameState, fact: t.RefreshDivided) -> str:
    told = f"Refresh: {_shares(view, fact.shares)}." if any(fact.shares.values()) else "Refresh: nobody got a card."
    return f"{told} {counted(len(fact.horrors), 'horror')} came up." if fact.horrors else told


# Horrors


def _horror_revealed(view: GameState, fact: t.HorrorRevealed) -> str:
    card = view.box.horrors[fact.card]
    who = adventurers(fact.seats) if card.priority else "everybody"
    if card.everyone and fact.seats[1:]:
        who = f"everybody, {adventurer(fact.seats[0])} first"
    return f"Horror for {who}: {card.title}. {card.text}"


def _horror_warded(view: GameState, fact: t.HorrorWarded) -> str:
    return f"{adventurer(fact.seat)} was ready for it: {card_name(view, fact.card)} had no effect."


def _ongoing_ended(view: GameState, fact: t.OngoingEnded) -> str:
    if fact.on:
        return f"{card_name(view, fact.card)} ended for {adventurer(fact.on.partition(':')[2])}."
    return f"{card_name(view, fact.card)} ended and was discarded."


def _card_stayed(view: GameState, fact: t.CardStayed) -> str:
    each = fact.ongoing
    return f"{card_name(view, each.card)} stayed with {beside(view, each)} {until_words(each.until)}."


# Order cards


def _order_shown(view: GameState, fact: t.OrderRevealed | t.OrderTurned) -> str:
    shown = "revealed in" if isinstance(fact, t.OrderRevealed) else "turned from"
    order, text = order_words(view, fact.card), order_half(view, fact.card).text
    return f"{order} was {shown} {deck_name(view, fact.deck)}: {text}"


def _order_cards_moved(view: GameState, fact: t.OrderCardsMoved) -> str:
    deck, places = deck_name(view, fact.deck), fact.places
    if places == (*range(1, len(places)), 0):
        return f"the first of the top {len(places)} cards of {deck} went beneath the others."
    came = joined(str(place + 1) for place in places)
    return f"the top {len(places)} cards of {deck} now lie in another order; from the top, they were {came}."


def _orders_ranked(view: GameState, fact: t.OrdersRanked) -> str:
    titles = scene_of(view).army_titles
    speeds = (f"{titles[army]} {speed_words(speed)}" for army, speed in fact.speeds.items())
    return f"Speed of the orders: {', '.join(speeds)}."


def _order_began(view: GameState, fact: t.OrderBegan) -> str:
    army = army_name(view, fact.army)
    if is_talks(view, fact.army):
        return f"{army} went on."
    if not fact.group:
        return f"{army} had no unit left to carry out an order."
    return f"{army} carried out their order with the {fact.group} group."


def _die_rolled(view: GameState, fact: t.DieRolled) -> str:
    if fact.why == "target":
        return f"the die chose among equal targets: {fact.result}."
    if fact.why == "astray":
        return f"the die chose the way: {fact.result}, {turned('up', (fact.result - 1) // 2)}."
    return f"the die showed {fact.result} ({die.icon(fact.result)}) for {card_name(view, fact.why)}."


def _half_muted(view: GameState, fact: t.HalfMuted) -> str:
    return f"{card_name(view, fact.card)} of {army_name(view, fact.army)} had no effect: a scheme drowned it out."


# Units


def _army_phase_began(view: GameState, fact: t.ArmyPhaseBegan) -> str:
    if not fact.only:
        return "the army phase began."
    return f"{joined(army_name(view, army) for army in fact.only)} pressed their advantage: one more army phase."


_BLOCKED = {
    "edge": "the map ends there",
    "impassable": "the way is impassable",
    "enemy": "an enemy was in the way",
    "held": "a scheme kept it in place",
    "rooted": "nothing moves it",
}


def _unit_blocked(view: GameState, fact: t.UnitBlocked) -> str:
    return f"{unit_name(view, fact.unit)} could not move: {_BLOCKED.get(fact.why, fact.why)}."


def _unit_attacked(view: GameState, fact: t.UnitAttacked) -> str:
    target = unit_name(view, fact.target)
    attack = f"{unit_names(view, fact.attackers)} attacked {target}" if fact.attackers else f"{target} was hit"
    stopped = ", no damage" if fact.offence <= fact.defence else ""
    return f"{attack}: offence {fact.offence} against defence {fact.defence}{stopped}."


def _unit_wounded(view: GameState, fact: t.UnitWounded) -> str:
    return f"{unit_name(view, fact.unit)} took {fact.amount} damage."


_WHY_MOTIVATION = {
    "tower": "motivation spaces entered or left",
    "defeat": "a unit was defeated",
    "leader": "the leader was defeated",
    "last unit": "the last unit was defeated",
}


def _motivation_changed(view: GameState, fact: t.MotivationChanged) -> str:
    why = _WHY_MOTIVATION.get(fact.why) or card_name(view, fact.why)
    return f"{possessive(side_name(view, fact.side))} motivation is now {fact.to} ({why})."


# The end


def _status_checked(view: GameState, fact: t.StatusChecked) -> str:
    titles = scene_of(view).side_titles
    low, high = scene_of(view).green(len(view.seats))
    told = (
        f"{titles[side]} {value}{' (green)' if low <= value <= high else ''}" for side, value in fact.motivation.items()
    )
    return f"Status phase: {', '.join(told)}."


def _game_ended(view: GameState, fact: t.GameEnded) -> str:
    return "the peacemakers won." if fact.won else "the peacemakers lost."


def _fortifications(view: GameState, fact: t.FortificationsPlaced | t.FortificationsRemoved) -> str:
    verb = "got" if isinstance(fact, t.FortificationsPlaced) else "lost"
    return f"{fact.space} {verb} {counted(fact.count, 'fortification')}."


_FACTS: dict[type, Callable[[GameState, Any], str]] = {
    t.TableLaid: _table_laid,
    t.ArmyJoined: _army_joined,
    t.UnitPlaced: _unit_placed,
    t.MotivationSet: lambda v, f: f"{possessive(side_name(v, f.side))} motivation began at {f.value}.",
    t.CardsGathered: lambda v, f: "",  # told by the shuffle that follows
    t.OrderDeckShuffled: _order_deck_shuffled,
    t.HorrorDeckShuffled: lambda v, f: f"the horror deck was shuffled: {counted(len(f.order), 'card')}.",
    t.ResourceDeckShuffled: _resource_deck_shuffled,
    t.HorrorsTaken: _horrors_taken,
    t.HandsDealt: _hands_dealt,
    t.RoundBegan: lambda v, f: f"Round {f.round} began.",
    t.Reminded: _reminded,
    t.CardTaken: lambda v, f: "",  # told by CardPlayed
    t.CardShown: lambda v, f: "",  # told by CardPlayed
    t.CardPlayed: _card_played,
    t.CardDelegated: _card_moved,
    t.CardGiven: _card_moved,
    t.CardDrawn: lambda v, f: f"{adventurer(f.seat)} drew {card_name(v, f.card)}.",
    t.CardRecovered: _card_recovered,
    t.CardReturned: _card_returned,
    t.CardDiscarded: lambda v, f: f"{adventurer(f.seat)} discarded {card_name(v, f.card)}.",
    t.TopCardBuried: lambda v, f: "the top card of the resource deck went to its bottom.",
    t.RefreshDrawn: lambda v, f: f"{counted(len(f.cards), 'card')} came off the resource deck for the refresh.",
    t.RefreshDivided: _refresh_divided,
    t.HorrorAdded: lambda v, f: "a horror went on top of the resource deck.",
    t.HorrorSetAside: lambda v, f: "a horror was drawn and set aside.",
    t.HorrorRevealed: _horror_revealed,
    t.HorrorWarded: _horror_warded,
    t.HorrorDiscarded: lambda v, f: f"{card_name(v, f.card)} was resolved and discarded.",
    t.HorrorStayed: lambda v, f: "",  # told by CardStayed
    t.TargetChosen: lambda v, f: f"{card_name(v, f.card)} is about {thing_name(v, f.target)}.",
    t.TargetMissed: lambda v, f: f"Nothing in reach for {card_name(v, f.card)}: what needs a target has no effect.",
    t.CardStayed: _card_stayed,
    t.OngoingEnded: _ongoing_ended,
    t.AdventurerMoved: lambda v, f: f"{adventurer(f.seat)} went to {f.to}.",
    t.FortificationsPlaced: _fortifications,
    t.FortificationsRemoved: _fortifications,
    t.Passed: lambda v, f: f"{adventurer(f.seat)} passed.",
    t.OrderRevealed: _order_shown,
    t.OrderCardsMoved: _order_cards_moved,
    t.ArmyPhaseBegan: _army_phase_began,
    t.OrderTurned: _order_shown,
    t.OrdersRanked: _orders_ranked,
    t.OrderBegan: _order_began,
    t.DieRolled: _die_rolled,
    t.HalfMuted: _half_muted,
    t.UnitMoved: lambda v, f: f"{unit_name(v, f.unit)} moved to {f.to}.",
    t.UnitBlocked: _unit_blocked,
    t.UnitTurned: lambda v, f: f"{unit_name(v, f.unit)} turned to face {f.facing}.",
    t.AreaSpared: lambda v, f: f"It hit the {f.area}, where no unit stood.",
    t.DefenceRaised: lambda v, f: f"{unit_name(v, f.unit)} got {f.by} more defence until the end of the round.",
    t.UnitAttacked: _unit_attacked,
    t.UnitWounded: _unit_wounded,
    t.UnitMended: lambda v, f: f"{f.amount} damage came off {unit_name(v, f.unit)}.",
    t.UnitDefeated: lambda v, f: f"{unit_name(v, f.unit)} was defeated.",
    t.MotivationChanged: _motivation_changed,
    t.StatusChecked: _status_checked,
    t.GameEnded: _game_ended,
}
