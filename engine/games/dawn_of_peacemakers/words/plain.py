"""The whole view as plain text, section by section, at most 78 columns wide and ASCII only."""

from __future__ import annotations

from textwrap import fill

from engine.core.cards import HIDDEN, Deck
from engine.core.hexes import Facing
from engine.games.dawn_of_peacemakers import strikes
from engine.games.dawn_of_peacemakers.content.types import Terrain
from engine.games.dawn_of_peacemakers.state import AGENDA, RESOURCE, GameState
from engine.games.dawn_of_peacemakers.words.names import (
    card_name,
    ongoing_words,
    order_text,
    order_words,
    rows_words,
)
from engine.peacemakers import drawn
from engine.peacemakers.battlefield import Unit
from engine.peacemakers.drawn import WIDTH, unit_sign
from engine.peacemakers.motivation import TRACK_END
from engine.peacemakers.words import adventurer, counted, joined, unit_name

_TERRAIN = ("shatter", "range", "offence", "thorns", "grief")
"""The features that only this game's spaces have."""


def tell_view(view: GameState, seat: str) -> str:
    """Everything on the table, for one seat or for a spectator."""
    own_first = sorted(view.seats, key=lambda who: who != seat)
    sections = [
        ("", _heading(view, seat)),
        ("Motivation", tell_motivation(view)),
        ("Map", drawn.tell_map(view, Manner())),
        ("Units", tell_units(view)),
        ("Orders", tell_orders(view)),
        ("Resource cards", tell_piles(view)),
        ("Hands", "\n".join(tell_hand(view, who, is_own=who == seat) for who in own_first)),
    ]
    return "\n\n".join(f"== {title} ==\n{text}" if title else text for title, text in sections)


def _filled(text: str, indent: str = "", hang: str = "  ") -> str:
    return fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + hang, break_on_hyphens=False)


class Manner:
    """What this game says of its map."""

    def front(self, view: GameState, unit: Unit) -> Facing:
        """A unit looks along its side's frontline."""
        return view.fronts[view.sides[unit.army]]

    def features(self, kind: Terrain) -> list[str]:
        """What is special about a kind of space."""
        return [f"{name} {getattr(kind, name):+}" for name in _TERRAIN if getattr(kind, name)]

    def roads(self, view: GameState) -> list[str]:
        """The frontlines."""
        titles = view.box.scene.side_titles
        fronts = ", ".join(f"{titles[side]} {facing}" for side, facing in view.fronts.items())
        return [f"Frontlines: {fronts}"]


def _heading(view: GameState, seat: str) -> str:
    file = view.box.scene.file
    phase = {"setup": "setting up", "over": "the game is over"}.get(view.phase, f"{view.phase} phase")
    night = ", night (every range is 1 less)" if view.night else ""
    lines = [f"{file.title} (scenario {file.number}): round {view.round}, {phase}{night}."]
    lines.append(f"Starting player: {adventurer(view.first)}.")
    lines += [f"It ends when: {end.text} ({'won' if end.won else 'lost'})" for end in file.ends]
    if view.shared_agenda:
        agenda = view.box.agendas[view.shared_agenda]
        lines.append(f"Shared agenda: {agenda.title}. {agenda.text}")
    for who, name in view.agendas.items():
        if name != AGENDA:
            lines.append(f"Agenda of {adventurer(who)}: {view.box.agendas[name].title}. {view.box.agendas[name].text}")
    return "\n".join(map(_filled, lines))


def tell_motivation(view: GameState) -> str:
    """Both tracks with their beads, and the zone of withdrawal."""
    titles = view.box.scene.side_titles
    low, high = view.box.scene.file.withdraw
    width = max(map(len, titles.values()))
    lines = [" " * width + "".join(f"{value:3}" for value in range(TRACK_END + 1))]
    for side, now in view.motivation.items():
        zone = ["w" if low <= value <= high else "." for value in range(TRACK_END + 1)]
        zone[now] = "@"
        ready = " ready to withdraw" if low <= now <= high else ""
        lines.append(f"{titles[side]:{width}}" + "".join(f"{sign:>3}" for sign in zone) + f"  @ {now}{ready}")
    shared = [
        f"{title} are with {titles[view.sides[army]]}."
        for army, title in view.box.scene.army_titles.items()
        if army in view.sides and title != titles[view.sides[army]]
    ]
    return "\n".join([*lines, _filled(" ".join([*shared, f"w: ready to withdraw ({low}-{high})."]))])


def tell_units(view: GameState) -> str:
    """A line for each unit: its sign on the map, name, space and statistics."""
    names = {name: unit_name(view, name) for name in view.units}
    width = max([len("unit"), *map(len, names.values())])
    lines = [f"   {'unit':{width}} space rank health off rng def"]
    lines += [_unit_line(view, name, told, width) for name, told in names.items()]
    if view.fallen:
        lines.append(_filled(f"Defeated: {joined(unit_name(view, name) for name in view.fallen)}."))
    lines.append(_filled("off offence, rng range, def defence with what the space and cards add."))
    texts = dict.fromkeys(view.units[name].type for name in view.units)
    kinds = [view.box.units[name] for name in texts]
    lines += [_filled(f"{kind.title}: {kind.text}") for kind in kinds if kind.text]
    return "\n".join(lines)


def _unit_line(view: GameState, name: str, told: str, width: int) -> str:
    unit = view.units[name]
    kind = view.box.units[unit.type]
    health = f"{strikes.health_left(view, name)}/{kind.health}"
    numbers = f"{strikes.offence(view, name):3} {strikes.reach(view, name):3} {strikes.defence(view, name):3}"
    line = f"{unit_sign(view, unit)} {told:{width}} {unit.space:5} {kind.rank:4} {health:>6} {numbers}"
    traits = (
        ("leader", kind.leader),
        ("stealth", strikes.has_stealth(view, name)),
        ("guard", strikes.has_guard(view, name)),
        ("swift", kind.swift),
    )
    notes = [word for word, holds in traits if holds]
    if not notes:
        return line
    one = f"{line} {', '.join(notes)}"
    return one if len(one) <= WIDTH else f"{line}\n     {', '.join(notes)}"


def tell_orders(view: GameState) -> str:
    """The order decks: what is known of them, and what was carried out already."""
    lines = []
    for name, deck in view.orders.items():
        army, _, half = name.partition(".")
        lines += _deck_lines(view, f"{view.box.scene.army_titles[army]}, {half}s", deck)
    held = view.influence
    if held is not None:
        lines.append(f"{adventurer(held.seat)} holds {counted(len(held.drawn) + len(held.sorted), 'order card')}:")
        lines += [_filled(f"{order_words(view, card)}", "  ") for card in (*held.sorted, *held.drawn)]
    if view.removed:
        lines.append(_filled(f"Out of play: {', '.join(order_words(view, card) for card in view.removed)}."))
    return "\n".join(lines)


def _deck_lines(view: GameState, name: str, deck: Deck) -> list[str]:
    lines = [f"{name}: {counted(len(deck.cards), 'card')}"]
    deepest = max((place for place, card in enumerate(deck.cards, 1) if card != HIDDEN), default=0)
    for place, card in enumerate(deck.cards[:deepest], 1):
        told = "face down" if card == HIDDEN else f"{order_words(view, card)}: {order_text(view, card)}"
        lines.append(_filled(f"{place}. {told}", "  ", "   "))
    if deck.discard:
        rest = [card_name(view, card) for card in deck.discard[1:]]
        earlier = f"; before that: {', '.join(rest)}" if rest else ""
        lines.append(_filled(f"discarded: {order_words(view, deck.discard[0])}{earlier}", "  "))
    return lines


def tell_piles(view: GameState) -> str:
    """The resource deck, and cards that stay in play."""
    discard = view.resources.discard
    names = f"; from the top: {', '.join(card_name(view, card) for card in discard)}" if discard else ""
    lines = [
        f"Resource deck: {counted(len(view.resources.cards), 'card')}.",
        f"Discard pile: {counted(len(discard), 'card')}{names}.",
    ]
    lines += [f"In play: {card_name(view, each.card)}. {ongoing_words(view, each)}." for each in view.ongoing]
    return "\n".join(map(_filled, lines))


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
        lines.append(f"  {card_name(view, name)} [{rows_words(card.rows)}]")
        lines.append(_filled(f"Scheme: {card.scheme.text}", "    "))
    return "\n".join(lines)
