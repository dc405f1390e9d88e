"""The whole view as plain text, section by section, at most 78 columns wide and ASCII only."""

from __future__ import annotations

from textwrap import fill

from engine.core.cards import HIDDEN, Deck
from engine.core.grammar import counted, joined
from engine.games.horrors_of_war import attacks, movement
from engine.games.horrors_of_war.selection import decks_of
from engine.games.horrors_of_war.state import HORROR, RESOURCE, SECRET, GameState
from engine.games.horrors_of_war.words.map import WIDTH, tell_map, unit_sign
from engine.games.horrors_of_war.words.names import (
    adventurer,
    adventurers,
    beside,
    card_name,
    card_names,
    known_horrors,
    order_half,
    order_words,
    rows_words,
    scene_of,
    speed_words,
    unit_name,
    until_words,
)
from engine.peacemakers.motivation import TRACK_END

__all__ = ["tell_hand", "tell_map", "tell_motivation", "tell_orders", "tell_piles", "tell_units", "tell_view"]


def tell_view(view: GameState, seat: str) -> str:
    """Everything on the table, for one seat or for a spectator."""
    own_first = sorted(view.seats, key=lambda who: who != seat)
    sections = [
        ("", _heading(view)),
        ("Motivation", tell_motivation(view)),
        ("Map", tell_map(view)),
        ("Units", tell_units(view)),
        ("Orders", tell_orders(view)),
        ("Resource cards and horrors", tell_piles(view)),
        ("Hands", "\n".join(tell_hand(view, who, is_own=who == seat) for who in own_first)),
    ]
    return "\n\n".join(f"== {title} ==\n{text}" if title else text for title, text in sections)


def _filled(text: str, indent: str = "", hang: str = "  ") -> str:
    return fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + hang, break_on_hyphens=False)


def _heading(view: GameState) -> str:
    file = scene_of(view).file
    phase = "the game is over" if view.phase == "over" else f"{view.phase} phase"
    if view.phase == "setup":
        phase = "setting up"
    lines = [f"{file.title} (scenario {file.number}): round {view.round}, {phase}."]
    if view.challenges:
        lines.append(f"Challenges: {joined(scene_of(view).challenge(name).title for name in view.challenges)}.")
    if view.options:
        lines.append(f"Options: {joined(name.replace('-', ' ') for name in view.options)}.")
    if view.passed:
        lines.append(f"Passed: {adventurers(view.passed)}.")
    return "\n".join(map(_filled, lines))


# Motivation


def tell_motivation(view: GameState) -> str:
    """Both tracks with their beads, and the green zone."""
    titles = scene_of(view).side_titles
    low, high = scene_of(view).green(len(view.seats))
    width = max(map(len, titles.values()))
    lines = [" " * width + "".join(f"{value:3}" for value in range(TRACK_END + 1))]
    for side, now in view.motivation.items():
        zone = ["g" if low <= value <= high else "." for value in range(TRACK_END + 1)]
        zone[now] = "@"
        green = " green" if low <= now <= high else ""
        lines.append(f"{titles[side]:{width}}" + "".join(f"{sign:>3}" for sign in zone) + f"  @ {now}{green}")
    rule = f"g is the green zone ({low}-{high}): you win if both sides end a round in it, and lose if one ends at 0."
    if view.box.changes.fall:
        rule = "You win if both sides end a round at 0, and lose if only one does, or if both are green (g)."
    shared = [
        f"{army_title} are with {titles[view.sides[army]]}."
        for army, army_title in scene_of(view).army_titles.items()
        if army in view.sides and army != view.sides[army]
    ]
    return "\n".join([*lines, _filled(" ".join([*shared, rule]))])


# Units


def tell_units(view: GameState) -> str:
    """A line for each unit: its sign on the map, name, space, facing and statistics."""
    names = {name: unit_name(view, name) for name in view.units}
    width = max([len("unit"), *map(len, names.values())])
    lines = [f"   {'unit':{width}} space facing     health off rng def"]
    lines += [_unit_line(view, name, told, width) for name, told in names.items()]
    if view.fallen:
        lines.append(_filled(f"Defeated: {joined(unit_name(view, name) for name in view.fallen)}."))
    lines.append(_filled("off offence, rng range, def defence with what the space and cards add."))
    return "\n".join(lines)


def _unit_line(view: GameState, name: str, told: str, width: int) -> str:
    unit = view.units[name]
    kind = view.box.units[unit.type]
    health = f"{attacks.health_left(view, name)}/{kind.health}"
    numbers = f"{attacks.offence(view, name):3} {kind.range:3} {attacks.defence(view, name):3}"
    line = (
        f"{unit_sign(view, unit)} {told:{width}} {unit.space:5} {movement.front(view, unit):10} {health:>6} {numbers}"
    )
    notes = [word for word, holds in (("leader", kind.leader), ("stealth", attacks.has_stealth(view, name))) if holds]
    if not notes:
        return line
    one = f"{line} {', '.join(notes)}"
    return one if len(one) <= WIDTH else f"{line}\n     {', '.join(notes)}"


# Order decks


def tell_orders(view: GameState) -> str:
    """The order decks: what is known of them, and what was carried out already."""
    titles = scene_of(view).army_titles
    lines = []
    if view.speeds:
        speeds = ", ".join(f"{titles[army]} {speed_words(speed)}" for army, speed in view.speeds.items())
        lines.append(f"Speed of this round's orders: {speeds}.")
    for army in titles:
        decks = decks_of(view, army)
        for deck in decks:
            half = f", {deck.partition('.')[2]} half" if len(decks) > 1 else ""
            lines += _deck_lines(view, f"{titles[army]}{half}", view.orders[deck])
    return "\n".join(lines)


def _deck_lines(view: GameState, name: str, deck: Deck) -> list[str]:
    hidden = len(deck.cards) - len(deck.faceup)
    lying = f", {hidden if deck.faceup else 'all'} face down" if deck.cards else ""
    lines = [f"{name}: {counted(len(deck.cards), 'card')}{lying}"]
    deepest = max((place for place, card in enumerate(deck.cards, 1) if card != HIDDEN), default=0)
    for place, card in enumerate(deck.cards[:deepest], 1):
        told = _lying(view, card)
        lines.append(_filled(f"{place}. {told}", "  ", "   "))
    if deck.discard:
        rest = [card_name(view, card) for card in deck.discard[1:]]
        earlier = f"; before that: {', '.join(rest)}" if rest else ""
        lines.append(_filled(f"discarded: {order_words(view, deck.discard[0])}{earlier}", "  "))
    return lines


def _lying(view: GameState, card: str) -> str:
    if card == HIDDEN:
        return "face down"
    return "face down, a Secret" if card == SECRET else f"{order_words(view, card)}: {order_half(view, card).text}"


# Resource cards and horrors


def tell_piles(view: GameState) -> str:
    """The resource deck, the horror deck, horrors to come, and cards that stay in play."""
    lines = [_resource_deck(view), _discard_pile(view), f"Horror deck: {counted(len(view.horrors), 'card')}."]
    if view.drawn:
        lines.append(f"Drawn for the refresh: {card_names(view, view.drawn)}.")
    if view.aside:
        lines.append(f"Set aside and still to come: {counted(len(view.aside), 'horror')}.")
    if view.facing:
        lines.append(f"Being resolved: {card_name(view, view.facing)}. {view.box.horrors[view.facing].text}")
    lines += _ongoing(view)
    return "\n".join(map(_filled, lines))


def _resource_deck(view: GameState) -> str:
    cards = view.resources.cards
    top = f", {'a HORROR' if cards[0] == HORROR else 'no horror'} on top" if cards else ""
    return f"Resource deck: {counted(len(cards), 'card')}{top}. {known_horrors(view)}".rstrip()


def _discard_pile(view: GameState) -> str:
    """HOW-GEN-06: anybody may look through it at any time."""
    discard = view.resources.discard
    horrors = sum(card in view.box.horrors for card in discard)
    among = f", {horrors} of them {'a horror' if horrors == 1 else 'horrors'}" if horrors else ""
    names = f"; from the top: {', '.join(card_name(view, card) for card in discard)}" if discard else ""
    return f"Discard pile: {counted(len(discard), 'card')}{among}{names}."


def _ongoing(view: GameState) -> list[str]:
    lines = []
    for each in view.ongoing:
        horror = view.box.horrors.get(each.card)
        text = horror.text if horror else view.box.resources[each.card].scheme.text
        kind = "Horror" if horror else "Scheme"
        where = f"with {beside(view, each)} {until_words(each.until)}"
        lines.append(f"{kind} in play: {card_name(view, each.card)}, {where}. {text}")
    return lines


# Hands


def tell_hand(view: GameState, seat: str, *, is_own: bool = False) -> str:
    """An adventurer, where the figure stands, and the cards of the hand with rows and schemes."""
    hand = view.hands[seat]
    hidden = RESOURCE in hand
    own = " (you)" if is_own else ""
    lines = [
        f"{adventurer(seat)}{own}, on {view.figures[seat]}: {counted(len(hand), 'card')}{', hidden' if hidden else ''}"
    ]
    for name in () if hidden else hand:
        card = view.box.resources[name]
        bonus = card.scheme.bonus
        lines.append(f"  {card.title} [{rows_words(card.rows)}]")
        lines.append(
            _filled(f"Scheme: {card.scheme.text} Bonus for {adventurer(bonus.adventurer)}: {bonus.text}", "    ")
        )
    return "\n".join(lines)
