"""The cards that a seat holds: resource cards, and order cards while it influences an army."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dawn_of_peacemakers import actions
from engine.games.dawn_of_peacemakers.state import RESOURCE, GameState, Influence
from engine.games.dawn_of_peacemakers.words.asks import lacking
from engine.games.dawn_of_peacemakers.words.names import BACKS, order_text
from engine.peacemakers.words import counted
from tui.widgets.picture import Card


def hand(view: GameState, seat: str) -> tuple[Card, ...]:
    """The cards of a seat; the order cards that it looks at come first (DOP-INF-12)."""
    held = view.influence
    looked_at = _looked_at(view, held) if held is not None and held.seat == seat else ()
    cards = view.hands.get(seat, ())
    if RESOURCE in cards:
        return (*looked_at, Card(RESOURCE, f"{counted(len(cards), 'card')}, face down", hidden=True))
    return (*looked_at, *(_card(view, seat, name) for name in cards))


def _looked_at(view: GameState, held: Influence) -> Iterator[Card]:
    for place, card in enumerate(held.sorted, 1):
        if card not in BACKS:
            yield _order(view, card, f"{place}. {view.box.title(card)}", is_free=False)
    for card in held.drawn:
        if card not in BACKS:
            yield _order(view, card, view.box.title(card), is_free=True)


def _order(view: GameState, card: str, title: str, *, is_free: bool) -> Card:
    box = view.box
    if card in box.ploys:
        kind = "ploy, Revoked" if box.ploys[card].revoked else f"ploy, {box.ploys[card].speed}"
    else:
        kind = f"task, {box.tasks[card].task} {box.tasks[card].group or ''}".rstrip()
    return Card(card, title, ((kind, is_free, ""),), order_text(view, card))


def _card(view: GameState, seat: str, name: str) -> Card:
    printed = view.box.resources[name]
    can_act = view.turn == seat and view.influence is None
    lines = []
    for use in view.box.uses[name]:  # as the list of moves has them
        why = actions.why_no_use(view, seat, name, use) if can_act else ""
        if use == "scheme":
            missing = lacking(view, seat, name) if can_act else ""
            lines.append(("scheme", not missing, f"There is no {missing} now." if missing else ""))
        else:
            lines.append((f"{use} {printed.rows[use]}", not why, why))
    return Card(name, view.box.title(name), tuple(lines), printed.scheme.text)
