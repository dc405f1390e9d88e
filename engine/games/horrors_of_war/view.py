"""What a seat may see, and full states that fit what it sees (rulebook: What you may look at)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Deck
from engine.core.dice import Dice
from engine.core.kinds import Seat
from engine.core.memo import last_of_three, last_of_two
from engine.games.horrors_of_war.content.box import Box
from engine.games.horrors_of_war.resources import waiting_horrors
from engine.games.horrors_of_war.state import HORROR, RESOURCE, SECRET, GameState, masked

_NO_POOLS: dict[str, tuple[str, ...]] = {}
_NOTHING: frozenset[str] = frozenset()
_TOP: frozenset[str] = frozenset({"?top"})
"""In a view: everybody saw the top card of the resource deck being put there, so its kind will stay known."""


def back(box: Box, card: str) -> str:
    """HOW-GEN-10: the back of a card, which tells horrors from resource cards."""
    if card in (HORROR, RESOURCE, HIDDEN):
        return card
    return HORROR if card in box.horrors else RESOURCE


def view(state: GameState, seat: Seat) -> GameState:
    """HOW-GEN-05..10, HOW-GEN-19: the state without the faces of face-down cards."""
    box, resources = state.box, state.resources
    seen = replace(
        state,
        orders=_masked_orders(state.orders, box),
        pools=_NO_POOLS,
        resources=Deck(_masked_cards(resources.cards, state.known, box), discard=resources.discard),
        horrors=(HORROR,) * len(state.horrors),
    )
    seen.box = box
    if state.known:
        seen.known = _TOP if resources.cards[0] in state.known else _NOTHING
    if state.aside:
        seen.aside = (HORROR,) * len(state.aside)
    if state.drawn:
        seen.drawn = tuple([back(box, card) for card in state.drawn])
    if "private-hands" in state.options:
        _hide_hands(seen, seat)
    return seen


def _hide_hands(seen: GameState, seat: Seat) -> None:
    """HOW-GEN-05: of the cards of others only their number, and who has taken one up."""
    if seat != seen.taken[0] and seen.taken[0]:
        seen.taken = (seen.taken[0], RESOURCE)
    seen.hands = {who: hand if who == seat else (RESOURCE,) * len(hand) for who, hand in seen.hands.items()}


@last_of_three
def _masked_cards(cards: tuple[str, ...], known: frozenset[str], box: Box) -> tuple[str, ...]:
    """HOW-GEN-10, HOW-GEN-19: the kind of the top card, and of those that everybody saw being put where they are."""
    if not cards:
        return ()
    seen = [back(box, cards[0]), *(HIDDEN,) * (len(cards) - 1)]
    for card in known.intersection(cards):
        seen[cards.index(card)] = back(box, card)
    return tuple(seen)


@last_of_two
def _masked_orders(orders: dict[str, Deck], box: Box) -> dict[str, Deck]:
    """HOW-GEN-08, HOW-S3-05, HOW-S3-23: face-down order cards have no face for anybody; Secrets show their back."""
    return {name: masked(deck, box.secrets) for name, deck in orders.items()}


def imagine(seen: GameState, dice: Dice) -> GameState:
    """A full state that fits a view: every hidden card is somewhere it could be."""
    full = seen.clone()
    full.orders = {name: _imagined_orders(seen, name, deck, dice) for name, deck in seen.orders.items()}
    resources, horrors = unseen(seen)
    spare_resources = list(dice.shuffled(resources))
    spare_horrors = list(dice.shuffled(horrors))

    def fill(cards: tuple[str, ...]) -> tuple[str, ...]:
        kinds = {HORROR: spare_horrors, RESOURCE: spare_resources}
        return tuple(kinds[card].pop() if card in kinds else card for card in cards)

    full.horrors, full.aside, full.drawn = fill(seen.horrors), fill(seen.aside), fill(seen.drawn)
    full.hands = {seat: fill(hand) for seat, hand in seen.hands.items()}
    if seen.taken[1] == RESOURCE:
        full.taken = (seen.taken[0], dice.choice(full.hands[seen.taken[0]]))
    deck = fill(seen.resources.cards)
    kinds_seen = [new for old, new in zip(seen.resources.cards, deck, strict=True) if old != HIDDEN]
    full.known = frozenset(kinds_seen if seen.known else kinds_seen[1:])
    rest = list(dice.shuffled(spare_horrors + spare_resources))
    full.resources = replace(seen.resources, cards=tuple(rest.pop() if card == HIDDEN else card for card in deck))
    return full


def _imagined_orders(seen: GameState, name: str, deck: Deck, dice: Dice) -> Deck:
    visible = {*deck.cards, *deck.discard}
    unseen = dice.shuffled([card for card in seen.box.orders[name] if card not in visible])
    backs = {
        SECRET: [card for card in unseen if card in seen.box.secrets],
        HIDDEN: [card for card in unseen if card not in seen.box.secrets],
    }
    return replace(deck, cards=tuple(backs[card].pop() if card in backs else card for card in deck.cards))


def unseen(seen: GameState) -> tuple[list[str], list[str]]:
    """The resource cards and the horrors that do not lie open anywhere."""
    visible = {*seen.resources.discard, *(each.card for each in seen.ongoing), *waiting_horrors(seen), seen.facing}
    for hand in seen.hands.values():
        visible.update(hand)
    resources = [card for card in seen.box.resource_deck if card not in visible]
    known = seen.box.horror_deck + seen.box.own_horrors
    horrors = [card for card in known if card not in visible]
    return resources, horrors
