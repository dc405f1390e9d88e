"""What the order decks, the resource deck and the horror deck can still hold (HOW-GEN-05..10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.grammar import capitalized, counted
from engine.core.piles import Pile, part
from engine.games.horrors_of_war.resources import waiting_horrors
from engine.games.horrors_of_war.selection import decks_of
from engine.games.horrors_of_war.state import HORROR, RESOURCE, GameState
from engine.games.horrors_of_war.view import unseen
from engine.games.horrors_of_war.words.names import (
    adventurer,
    card_name,
    horrors_known,
    known_secrets,
    order_half,
    order_words,
    rows_words,
    scene_of,
)


def piles(view: GameState) -> Sequence[Pile]:
    """Every deck: what lies face up in it, what may still come, what was discarded."""
    orders = [_orders(view, deck) for army in scene_of(view).army_titles for deck in decks_of(view, army)]
    return [*orders, _resources(view), _horrors(view)]


def _title(view: GameState, deck: str) -> str:
    army, _, half = deck.partition(".")
    title = scene_of(view).army_titles[army]
    return title if len(decks_of(view, army)) == 1 else f"{title}, {half} orders"


def _order(view: GameState, card: str) -> tuple[str, str]:
    return order_words(view, card), order_half(view, card).text


def _resource(view: GameState, card: str) -> tuple[str, str]:
    printed = view.box.resources[card]
    bonus = printed.scheme.bonus
    text = (
        f"{capitalized(rows_words(printed.rows))}. {printed.scheme.text} {adventurer(bonus.adventurer)}: {bonus.text}"
    )
    return printed.title, text


def _horror(view: GameState, card: str) -> tuple[str, str]:
    return card_name(view, card), view.box.horrors[card].text


def _orders(view: GameState, name: str) -> Pile:
    """HOW-GEN-08, HOW-S3-05: the cards of a deck that lie nowhere face up lie face down in it; Secrets show it."""
    deck, secrets, printed = view.orders[name], view.box.secrets, partial(_order, view)
    seen = {*deck.faceup, *deck.discard}
    rest = [card for card in view.box.orders[name] if card not in seen]
    faceup = [card for card in deck.cards if card in deck.faceup]
    return Pile(
        f"deck:{name}",
        _title(view, name),
        (
            *part("Face up in the deck, from the top", faceup, printed, is_sorted=False),
            *part("Still face down, in any order", [card for card in rest if card not in secrets], printed),
            *part(
                "Secrets face down",
                [card for card in rest if card in secrets],
                printed,
                known_secrets(view, deck),
            ),
            *part("Discarded, the newest first", deck.discard, printed, is_sorted=False),
        ),
    )


def _resources(view: GameState) -> Pile:
    resources, _ = unseen(view)
    deck, printed = view.resources, partial(_resource, view)
    held = [card for hand in view.hands.values() for card in hand if card != RESOURCE]
    hidden = sum(hand.count(RESOURCE) for hand in view.hands.values())
    note = f"The deck has {counted(len(deck.cards), 'card')}, horrors among them"
    note += f"; {counted(hidden, 'card')} of it may be in hands that you cannot see." if hidden else "."
    return Pile(
        "deck:resources",
        "The resource deck",
        (
            *part("Not seen", resources, printed, f"{note} {horrors_known(view)}".rstrip()),
            *part("In hands", held, printed),
            *part("In play", _of(view, _in_play(view), horrors=False), printed),
            *part(
                "Discarded, the newest first",
                _of(view, deck.discard, horrors=False),
                printed,
                is_sorted=False,
            ),
        ),
    )


def _horrors(view: GameState) -> Pile:
    """Horrors that wait in the horror deck or came from there into the resource deck, face down in both."""
    _, horrors = unseen(view)
    deck, printed = view.resources, partial(_horror, view)
    aside = len(view.aside) + sum(card == HORROR for card in view.drawn)
    within = len(horrors) - len(view.horrors) - aside
    places = [
        f"{len(view.horrors)} in the horror deck",
        f"{within} in the resource deck" if within else "",
        f"{aside} drawn and still to come" if aside else "",
    ]
    note = f"Of these {len(horrors)}: {', '.join(each for each in places if each)}. {horrors_known(view)}".rstrip()
    return Pile(
        "deck:horrors",
        "The horrors",
        (
            *part("Being resolved", [view.facing] if view.facing else [], printed),
            *part("In play", _of(view, _in_play(view), horrors=True), printed),
            *part("Beside the deck, until hands are dealt", waiting_horrors(view), printed),
            *part("Not seen", horrors, printed, note),
            *part(
                "Discarded, the newest first",
                _of(view, deck.discard, horrors=True),
                printed,
                is_sorted=False,
            ),
        ),
    )


def _in_play(view: GameState) -> list[str]:
    """The cards that stay in play; one may affect several things."""
    return list(dict.fromkeys(each.card for each in view.ongoing))


def _of(view: GameState, cards: Sequence[str], *, horrors: bool) -> list[str]:
    return [card for card in cards if (card in view.box.horrors) is horrors]
