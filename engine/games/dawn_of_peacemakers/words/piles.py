"""What the order decks and the resource deck can still hold (DOP-GEN-04, DOP-ARMY-13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.cards import HIDDEN
from engine.core.piles import Pile, part
from engine.games.dawn_of_peacemakers.state import RESOURCE, GameState
from engine.games.dawn_of_peacemakers.view import unseen_orders, unseen_resources
from engine.games.dawn_of_peacemakers.words.names import BACKS, order_text, order_words, rows_words
from engine.peacemakers.words import capitalized, counted


def piles(view: GameState) -> Sequence[Pile]:
    """Every deck: what one knows of it, what may still come, what was discarded."""
    return [*(_orders(view, name) for name in view.orders), _resources(view)]


def _order(view: GameState, card: str) -> tuple[str, str]:
    return order_words(view, card), order_text(view, card)


def _resource(view: GameState, card: str) -> tuple[str, str]:
    printed = view.box.resources[card]
    return printed.scheme.title, f"{capitalized(rows_words(printed.rows))}. {printed.scheme.text}"


def _orders(view: GameState, name: str) -> Pile:
    army, _, half = name.partition(".")
    deck, printed, held = view.orders[name], partial(_order, view), view.influence
    known = [card for card in deck.cards if card != HIDDEN]
    drawn = [card for card in (*held.sorted, *held.drawn) if card in view.box.orders[name]] if held else []
    hidden = [card for card in (*held.sorted, *held.drawn) if card in BACKS and held.army == army] if held else []
    away = sum(BACKS[card] == half for card in hidden)
    note = f"{counted(away, 'card')} of these {'is' if away == 1 else 'are'} in another player's hand." if away else ""
    return Pile(
        f"deck:{name}",
        f"{view.box.scene.army_titles[army]}, {half}s",
        (
            *part("Known in the deck, from the top", known, printed, is_sorted=False),
            *part("In your hand", drawn, printed, is_sorted=False),
            *part("Still to come, in any order", unseen_orders(view, name), printed, note),
            *part("Discarded, the newest first", deck.discard, printed, is_sorted=False),
            *part("Out of play", [card for card in view.removed if card in view.box.orders[name]], printed),
        ),
    )


def _resources(view: GameState) -> Pile:
    deck, printed = view.resources, partial(_resource, view)
    held = [card for hand in view.hands.values() for card in hand if card != RESOURCE]
    hidden = sum(hand.count(RESOURCE) for hand in view.hands.values())
    note = f"The deck has {counted(len(deck.cards), 'card')}"
    note += f"; {counted(hidden, 'card')} of these may be in hands that you cannot see." if hidden else "."
    in_play = [*(each.card for each in view.ongoing), *view.played]
    return Pile(
        "deck:resources",
        "The resource deck",
        (
            *part("Not seen", unseen_resources(view), printed, note),
            *part("In hands", held, printed),
            *part("In play", in_play, printed),
            *part("Discarded, the newest first", deck.discard, printed, is_sorted=False),
        ),
    )
