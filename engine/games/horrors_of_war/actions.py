"""The adventurer phase: playing a card for a row or its scheme (rulebook: The adventurer phase)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games.horrors_of_war import choices, effects, resources
from engine.games.horrors_of_war.content.operations import Use
from engine.games.horrors_of_war.content.types import ResourceCard, RowIcons
from engine.games.horrors_of_war.facts import (
    AdventurerMoved,
    CardDelegated,
    CardPlayed,
    CardReturned,
    CardShown,
    OrderDeckShuffled,
    OrderRevealed,
    Passed,
    TargetChosen,
    TargetMissed,
)
from engine.games.horrors_of_war.facts.cards import is_private
from engine.games.horrors_of_war.frames import (
    Act,
    ChooseDeck,
    ChooseReceiver,
    DrawExtra,
    Effect,
    EndAction,
    NextAction,
    OfferBonus,
    PickTarget,
    Refresh,
    ResolveHorrors,
    TravelOn,
)
from engine.games.horrors_of_war.movement import is_shunned
from engine.games.horrors_of_war.ongoing import end
from engine.games.horrors_of_war.reminders import remind
from engine.games.horrors_of_war.selection import decks_of, nearby_armies
from engine.games.horrors_of_war.state import SECRET, GameState, Turn, amount_beside, beside, named_beside
from engine.peacemakers.adventurers import ADVENTURER_TITLES
from engine.peacemakers.battlefield import adventurers_with


def ask_for_action(turn: Turn) -> None:
    """HOW-ADV-01, HOW-ADV-16, HOW-ADV-19: anybody with cards who has not just passed; when nobody is left, refresh.

    Even without cards somebody has to pass: the last card at the table can be taken back like any other.
    """
    state = turn.state
    asked = state.seats
    if state.passed or not all(state.hands.values()):
        asked = _able_to_act(state) or (() if state.passed else state.seats)
    turn.push(Act(seats=asked) if asked else Refresh())


def _able_to_act(state: GameState) -> tuple[str, ...]:
    able: list[str] = []
    for seat in state.seats:
        if seat in state.passed:
            continue
        if state.hands[seat]:
            able.append(seat)
    return tuple(able)


# What a card can be played for


def weight_on(state: GameState, seat: str, kind: str) -> int:
    """How much the horrors of a kind weigh on an adventurer."""
    return amount_beside(state, kind, f"adventurer:{seat}") if state.ongoing else 0


def barred(state: GameState, seat: str) -> tuple[str, ...]:
    """What horrors keep an adventurer from using cards for."""
    return named_beside(state, "bar", f"adventurer:{seat}")


def closed(state: GameState, seat: str) -> tuple[str, ...]:
    """HOW-S2-09: what an adventurer cannot use cards for, by horrors or by challenges."""
    by_challenges = state.box.changes.barred
    return barred(state, seat) + by_challenges if state.ongoing else by_challenges


def is_numb(state: GameState, seat: str) -> bool:
    """Whether a horror keeps an adventurer from drawing extra cards."""
    return bool(state.ongoing) and beside(state, "numb", f"adventurer:{seat}") is not None


def surveyable(state: GameState, seat: str) -> list[str]:
    """HOW-SUR-01, HOW-SUR-09, HOW-SUR-11: the decks of nearby armies that have, or can get, a face-down card."""
    near = nearby_armies(state, seat)
    return [deck for army in near for deck in decks_of(state, army) if can_survey(state, deck)] if near else []


def can_survey(state: GameState, name: str) -> bool:
    """HOW-S3-06..07, HOW-S3-11, HOW-S3-21: a face-down Secret keeps itself, and what lies below it, from surveys."""
    deck = state.orders[name]
    top = deck.topmost_facedown()
    return bool(deck.discard) if top is None else not is_secret(state, top)


def is_secret(state: GameState, card: str) -> bool:
    """HOW-S3-04..05: whether a face-down card shows the back of a Secret."""
    return card == SECRET or card in state.box.secrets


_DEED = {"scheme": "use schemes"}
"""What a card is played for as something that one does, where the row is not called so."""


def why_no_use(state: GameState, seat: str, card: str, use: Use) -> str:
    """HOW-ADV-06, HOW-ADV-15: why a card cannot be played for something now; empty if it can."""
    printed = state.box.resources[card]
    if use != "scheme" and use not in printed.rows:
        return f"This card has no {use} row."
    if use in state.box.changes.barred:
        return f"In this challenge nobody can {_DEED.get(use, use)}."
    if use in barred(state, seat):
        return f"Because of a horror {ADVENTURER_TITLES[seat]} cannot {_DEED.get(use, use)} now."
    return "" if _CAN[use](state, seat, printed) else _CANNOT[use]


def _can_survey(state: GameState, seat: str, card: ResourceCard) -> bool:
    return bool(surveyable(state, seat))


def _can_travel(state: GameState, seat: str, card: ResourceCard) -> bool:
    return card.rows["travel"].icons > weight_on(state, seat, "slow")


def _can_fortify(state: GameState, seat: str, card: ResourceCard) -> bool:
    return state.figures[seat] in state.box.scene.firm


def _can_delegate(state: GameState, seat: str, card: ResourceCard) -> bool:
    return bool(adventurers_with(state, seat))


def _can_scheme(state: GameState, seat: str, card: ResourceCard) -> bool:
    wanted = card.scheme.near
    return not wanted or is_near(state, seat, wanted)


_CAN: dict[Use, Callable[[GameState, str, ResourceCard], bool]] = {
    "survey": _can_survey,
    "travel": _can_travel,
    "fortify": _can_fortify,
    "delegate": _can_delegate,
    "scheme": _can_scheme,
}
"""Whether a use that the card has and that no horror bars is possible now."""

_CANNOT: dict[Use, str] = {
    "survey": "There is no nearby army with an order deck that can be surveyed.",
    "travel": "A horror leaves no step of this row.",
    "fortify": "A water space can never be fortified.",
    "delegate": "There is no other adventurer nearby to delegate to.",
    "scheme": "The adventurer is not beside the one whom this scheme needs.",
}


def is_near(state: GameState, seat: str, wanted: str) -> bool:
    """HOW-S4-12: whether an adventurer is beside a unit of the type that a scheme needs."""
    here = state.figures[seat]
    return any(unit.type == wanted and unit.space == here for unit in state.units.values())


def uses(state: GameState, seat: str, card: str) -> list[Use]:
    """HOW-ADV-05: the rows, and the scheme, for which a card can be played now."""
    box = state.box
    printed, out = box.resources[card], closed(state, seat)
    found: list[Use] = []
    for use in box.uses[card]:
        if use in out:
            continue
        if _CAN[use](state, seat, printed):
            found.append(use)
    return found


def playable(state: GameState, seat: str) -> tuple[str, ...]:
    """HOW-ADV-05: the cards of a hand that have any use now; a scheme nearly always has (HOW-SCH-14)."""
    hand, out = state.hands[seat], closed(state, seat)
    if "scheme" not in out and state.box.bound.isdisjoint(hand):
        return hand
    return _usable(state, seat, out)


def _usable(state: GameState, seat: str, out: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([card for card in state.hands[seat] if _first_use(state, seat, card, out)])


def _first_use(state: GameState, seat: str, card: str, out: tuple[str, ...]) -> Use | None:
    box = state.box
    for use in box.uses[card]:
        if use not in out and _CAN[use](state, seat, box.resources[card]):
            return use
    return None


# Playing it


def play(turn: Turn, seat: str, name: str, use: Use) -> None:
    """HOW-ADV-04, HOW-ADV-09: one card, one of its uses; then its extra card and the horrors that came up."""
    card = turn.state.box.resources[name]
    if is_private(turn.state):
        turn.emit(CardShown(seat, name))
    turn.emit(CardPlayed(seat, name, use))
    remind(turn, use)
    if use == "survey":
        survey(turn, seat, name)
        return
    turn.push(EndAction(seat, use))
    if use == "scheme":
        _scheme(turn, seat, card)
        return
    row = card.rows[use]
    _promise_extra(turn, seat, row)
    if use == "travel":
        turn.push(TravelOn(seats=(seat,), steps=row.icons - weight_on(turn.state, seat, "slow")))
    elif use == "fortify":
        effects.fortify(turn, turn.state.figures[seat], row.icons)
    else:
        delegate(turn, seat, name)


def _promise_extra(turn: Turn, seat: str, row: RowIcons) -> None:
    """HOW-ADV-07: the extra card comes when the rest of its row is done."""
    if row.extra and not is_numb(turn.state, seat):
        turn.push(DrawExtra(seat))


def survey(turn: Turn, seat: str, card: str) -> None:
    """HOW-SUR-02, HOW-SUR-10: one deck of choice."""
    decks = surveyable(turn.state, seat)
    if len(decks) == 1:
        survey_deck(turn, seat, card, decks[0])
    else:
        turn.push(ChooseDeck(seats=(seat,), card=card))


def survey_deck(turn: Turn, seat: str, card: str, name: str) -> None:
    """HOW-SUR-02..08, HOW-SUR-12..13: turn the topmost face-down card; without one, the discard pile goes beneath."""
    deck = turn.state.orders[name]
    if not deck.has_facedown():
        shuffled = turn.dice.shuffled(deck.discard)
        turn.emit(OrderDeckShuffled(name, deck.cards + shuffled, faceup=deck.cards))
    found = turn.state.orders[name].topmost_facedown()
    if found is not None and is_secret(turn.state, found):
        # HOW-S3-08..09, HOW-S3-24: the shuffle stands, but nothing was surveyed, so nothing comes of it either.
        turn.emit(CardReturned(seat, card))
        turn.push(NextAction())
        return
    if found is not None:
        turn.emit(OrderRevealed(name, found))
    turn.push(EndAction(seat, "survey"))
    _promise_extra(turn, seat, turn.state.box.resources[card].rows["survey"])


def delegate(turn: Turn, seat: str, card: str) -> None:
    """HOW-DEL-01..05: the card itself goes to a nearby adventurer."""
    near = adventurers_with(turn.state, seat)
    if len(near) == 1:
        turn.emit(CardDelegated(seat, near[0], card))
    else:
        turn.push(ChooseReceiver(seats=(seat,), card=card))


def steps(state: GameState, seat: str) -> Sequence[str]:
    """HOW-TRV-02..04, HOW-S6-08: the spaces that an adventurer can step to."""
    box = state.box
    ways = box.scene.ways[state.figures[seat]]
    if not box.changes.shunned:
        return ways
    return [space for space in ways if not is_shunned(state, space)]


def step(turn: Turn, seat: str, space: str, steps: int) -> None:
    """HOW-TRV-01..03: one step; the rest may follow at once."""
    turn.emit(AdventurerMoved(seat, space))
    terrain = turn.state.box.scene.board.terrain[space]
    if terrain.stealth:
        remind(turn, "stealth")
    if terrain.water:
        remind(turn, "water")
    if terrain.motivation:
        remind(turn, "tower")
    if steps > 1:
        turn.push(TravelOn(seats=(seat,), steps=steps - 1))


def draw_extra(turn: Turn, extra: DrawExtra) -> None:
    """HOW-ADV-07..08, HOW-ADV-10: the row's extra card."""
    remind(turn, "extra")
    resources.draw(turn, extra.seat)


def pass_by(turn: Turn, seat: str) -> None:
    """HOW-ADV-16, HOW-ADV-19: no card now; the others are still asked."""
    turn.emit(Passed(seat))
    ask_for_action(turn)


def end_action(turn: Turn, done: EndAction) -> None:
    """HOW-ADV-02: horrors that waited for such an action are over; those that it drew come before the next action."""
    state = turn.state
    if state.ongoing:
        waited, action = f"adventurer:{done.seat}", f"after-{done.use}"
        for each in state.ongoing:
            if each.until == action and each.on == waited:
                end(turn, each)
    if state.aside:
        turn.push(ResolveHorrors(), NextAction())
    else:
        ask_for_action(turn)


# Schemes


def _scheme(turn: Turn, seat: str, card: ResourceCard) -> None:
    """HOW-SCH-01..04: the target, the effect, then the bonus if the adventurer's icon stands on it."""
    target, do = card.scheme.target, card.scheme.do
    found = choices.possible_targets(turn.state, target, seat) if target else []
    if target and len(found) > 1:
        turn.push(PickTarget(seats=(seat,), target=target, effect=Effect(do, card.id, actor=seat)))
        return
    if target and not found:
        turn.emit(TargetMissed(seat, card.id))
    start_scheme(turn, Effect(do, card.id, actor=seat, target=found[0] if found else ""))


def start_scheme(turn: Turn, effect: Effect) -> None:
    """Carry out a scheme whose target is known, and offer its bonus after it."""
    if effect.target:
        turn.emit(TargetChosen(effect.actor, effect.source, effect.target))
    bonus = turn.state.box.resources[effect.source].scheme.bonus
    if bonus.adventurer == effect.actor:
        more = Effect(bonus.do, effect.source, actor=effect.actor, target=effect.target)
        turn.push(OfferBonus(seats=(effect.actor,), effect=more))
    turn.push(effect)
