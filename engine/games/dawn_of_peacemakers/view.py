"""What a seat may see, and full states that fit what it sees (rulebook: What you may look at)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Deck
from engine.core.dice import Dice
from engine.core.kinds import Seat
from engine.core.memo import last_of_two
from engine.games.dawn_of_peacemakers.decks import is_change, is_idle
from engine.games.dawn_of_peacemakers.state import (
    AGENDA,
    PLOY,
    RESOURCE,
    TASK,
    GameState,
    Influence,
    back_of,
    has_open_hands,
)

_NOTHING: frozenset[str] = frozenset()


def view(state: GameState, seat: Seat) -> GameState:
    """DOP-GEN-04, DOP-GEN-13, DOP-INF-04: the state without the faces of what the seat may not see."""
    known = state.known.get(seat, _NOTHING)
    resources = state.resources
    seen = replace(
        state,
        orders=_masked_orders(state.orders, known),
        known={who: cards if who == seat else _NOTHING for who, cards in state.known.items()},
        resources=Deck((HIDDEN,) * len(resources.cards), discard=resources.discard),
    )
    seen.box = state.box
    held = state.influence
    if held is not None and held.seat != seat:
        backs = [tuple(sorted([back_of(state.box, card) for card in cards])) for cards in (held.drawn, held.sorted)]
        seen.influence = replace(held, drawn=backs[0], sorted=backs[1])
    if state.agendas and state.won is None:
        seen.agendas = {who: agenda if who == seat else AGENDA for who, agenda in state.agendas.items()}
    if not has_open_hands(state):
        _hide_hands(seen, seat)
    return seen


def _hide_hands(seen: GameState, seat: Seat) -> None:
    """DOP-GEN-04: of the cards of others only their number, and who has taken one up."""
    if seat != seen.taken[0] and seen.taken[0]:
        seen.taken = (seen.taken[0], RESOURCE)
    seen.hands = {who: hand if who == seat else (RESOURCE,) * len(hand) for who, hand in seen.hands.items()}


@last_of_two
def _masked_orders(orders: dict[str, Deck], known: frozenset[str]) -> dict[str, Deck]:
    """Face-down order cards have no face, but for those that the seat put where they lie."""
    return {name: _masked(deck, known) for name, deck in orders.items()}


def _masked(deck: Deck, known: frozenset[str]) -> Deck:
    if not known:
        return Deck((HIDDEN,) * len(deck.cards), discard=deck.discard)
    return Deck(tuple([card if card in known else HIDDEN for card in deck.cards]), discard=deck.discard)


def imagine(seen: GameState, seat: Seat, dice: Dice) -> GameState:
    """A full state that fits a view: every hidden card is somewhere it could be."""
    full = seen.clone()
    orders = dict(seen.orders)
    held = seen.influence
    for name, deck in seen.orders.items():
        spare = list(dice.shuffled(unseen_orders(seen, name)))
        back = PLOY if name.endswith(".ploy") else TASK
        if held is not None and held.seat != seat and name.partition(".")[0] == held.army:
            held = _held(seen, held, back, spare)
        orders[name] = replace(deck, cards=tuple([spare.pop() if card == HIDDEN else card for card in deck.cards]))
    full.orders, full.influence = orders, held
    _imagine_hands(full, seen, dice)
    if AGENDA in seen.agendas.values():
        _imagine_agendas(full, seen, dice)
    return full


def _held(seen: GameState, held: Influence, back: str, spare: list[str]) -> Influence:
    """Order cards in another player's hand: neither Change of plans nor tasks of groups without units."""
    fit = [card for card in spare if _can_be_held(seen, card)]

    def fill(cards: tuple[str, ...]) -> tuple[str, ...]:
        filled = tuple([fit.pop() if card == back else card for card in cards])
        spare[:] = [card for card in spare if card not in filled]
        return filled

    return replace(held, drawn=fill(held.drawn), sorted=fill(held.sorted))


def _can_be_held(seen: GameState, card: str) -> bool:
    return not is_change(seen, card) and not is_idle(seen, card)


def _imagine_hands(full: GameState, seen: GameState, dice: Dice) -> None:
    spare = list(dice.shuffled(unseen_resources(seen)))

    def fill(cards: tuple[str, ...], mask: str) -> tuple[str, ...]:
        return tuple([spare.pop() if card == mask else card for card in cards])

    full.hands = {who: fill(hand, RESOURCE) for who, hand in seen.hands.items()}
    full.resources = replace(seen.resources, cards=fill(seen.resources.cards, HIDDEN))
    if seen.taken[1] == RESOURCE:
        full.taken = (seen.taken[0], dice.choice(full.hands[seen.taken[0]]))


def _imagine_agendas(full: GameState, seen: GameState, dice: Dice) -> None:
    box = seen.box
    spare = list(
        dice.shuffled(
            [
                each.id
                for each in box.agendas.values()
                if not each.shared
                and each.id not in seen.agendas.values()
                and (not each.unlock or each.unlock in box.marks)
            ]
        )
    )
    full.agendas = {who: spare.pop() if agenda == AGENDA else agenda for who, agenda in seen.agendas.items()}


def unseen_orders(seen: GameState, name: str) -> list[str]:
    """The order cards of a deck that lie face down in places that nobody told this seat."""
    deck, held = seen.orders[name], seen.influence
    visible = {*deck.cards, *deck.discard, *seen.removed, *((*held.drawn, *held.sorted) if held else ())}
    return [card for card in seen.box.orders[name] if card not in visible]


def unseen_resources(seen: GameState) -> list[str]:
    """The resource cards that do not lie open anywhere."""
    visible = {*seen.resources.discard, *seen.played, *(each.card for each in seen.ongoing)}
    for hand in seen.hands.values():
        visible.update(hand)
    return [card for card in seen.box.resource_deck if card not in visible]
