"""Asks in words: who is asked, what for, and what they need to know to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.cards import HIDDEN
from engine.core.grammar import counted, joined, possessive
from engine.core.kinds import Ask
from engine.games.horrors_of_war import actions, choices, die
from engine.games.horrors_of_war import frames as f
from engine.games.horrors_of_war.content import operations as op
from engine.games.horrors_of_war.content.types import ResourceCard, Target
from engine.games.horrors_of_war.selection import targets
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words import prospects
from engine.games.horrors_of_war.words.names import adventurer, adventurers, card_name, row_words, thing_name, unit_name


def tell_ask(view: GameState, ask: Ask, seat: str) -> str:
    """The question, addressed to the seat if it is asked, and to all who are asked if not."""
    who = adventurer(seat) if seat in ask.seats else adventurers(ask.seats, "or")
    return f"{who}: {_QUESTIONS[type(ask)](view, ask)}"


def uses_words(view: GameState, seat: str, card: str) -> list[str]:
    """What a card can be played for now, with what horrors take from it."""
    told = []
    for use in actions.uses(view, seat, card):
        if use == "scheme":
            told.append(f"{use} (no target)" if lacking(view, seat, card) else use)
            continue
        row = view.box.resources[card].rows[use]
        icons = row.icons - (actions.weight_on(view, seat, "slow") if use == "travel" else 0)
        told.append(row_words(use, icons, row.extra and not actions.is_numb(view, seat)))
    return told


def lacking(view: GameState, seat: str, card: str) -> str:
    """What a scheme wants and does not find now, such as ``nearby unit``; what does not need it still happens."""
    scheme = view.box.resources[card].scheme
    if scheme.target is not None:
        return "" if choices.possible_targets(view, scheme.target, seat) else target_words(scheme.target)
    across = [each for each in scheme.do if isinstance(each, op.Ferry)]
    effect = f.Effect(scheme.do, card, actor=seat)
    return "" if all(choices.options(view, effect, each, ()) for each in across) else "way across from here"


def scheme_flaw(view: GameState, seat: str, card: str) -> str:
    """Why a scheme, or what it is mainly about, would come to nothing; empty if it would not."""
    missing = lacking(view, seat, card)
    flaw = prospects.scheme_flaw(view, seat, card)
    return ", ".join(filter(None, (f"no {missing}" if missing else "", flaw)))


def scheme_words(card: ResourceCard, seat: str) -> str:
    """The text of a scheme, with the bonus if it is for this seat."""
    bonus = f" Your bonus: {card.scheme.bonus.text}" if card.scheme.bonus.adventurer == seat else ""
    return f"{card.scheme.text}{bonus}"


def target_words(target: Target) -> str:
    """What a scheme can concern: wounded unit within 1 space."""
    noun: str = "order deck" if target.kind == "deck" else target.kind
    if target.leader is not None:
        noun = "leader" if target.leader else "unit that is no leader"
    if target.damaged:
        noun = f"wounded {noun}"
    if target.reach == 0:
        return f"nearby {noun}"
    return f"{noun} within {counted(target.reach, 'space')}" if target.reach > 0 else noun


# Rounds and actions


def _more(view: GameState, ask: f.ChooseMore) -> str:
    what = "starting cards" if ask.dealing else "new cards"
    named = f" Named already: {adventurers(ask.chosen)}." if ask.chosen else ""
    left = f" {ask.more - len(ask.chosen)} of you are to be named." if ask.more - len(ask.chosen) > 1 else ""
    return f"The {what} cannot be divided evenly. Who gets one more?{left}{named}"


def _act(view: GameState, ask: f.Act) -> str:
    if any(view.hands.values()):
        return "Do you play a card, or pass?"
    return "Nobody has a card left. Pass, and the refresh begins."


def _use(view: GameState, ask: f.ChooseUse) -> str:
    seat, name = view.taken
    if name not in view.box.resources:
        # With private hands nobody else knows the card before it is played.
        return "What do you play a card for?"
    card = view.box.resources[name]
    missing = lacking(view, seat, name)
    warning = ""
    if missing:
        warning = f" For its scheme there is no {missing} now."
    elif flaw := prospects.scheme_flaw(view, seat, name):
        warning = f" Of its scheme: {flaw}."
    return f"What do you play {card.title} for?{warning}"


def _travel(view: GameState, ask: f.TravelOn) -> str:
    here = view.figures[ask.seats[0]]
    return f"Where do you step from {here}? You can go {'up to ' if ask.steps > 1 else ''}{counted(ask.steps, 'step')}."


# Schemes, horrors and their choices


def _target(view: GameState, ask: f.PickTarget) -> str:
    card = view.box.resources[ask.effect.source]
    return f"{card.title}. Which {target_words(ask.target)} do you choose? {card.scheme.text}"


def _bonus(view: GameState, ask: f.OfferBonus) -> str:
    card = view.box.resources[ask.effect.source]
    aim = f" for {thing_name(view, ask.effect.target)}" if ask.effect.target else ""
    return f"Do you use your bonus of {card.title}{aim}? {card.scheme.bonus.text}"


def _pick(view: GameState, ask: f.Pick) -> str:
    return f"{card_name(view, ask.effect.source)}. {_CHOICES[type(ask.op)](view, ask, ask.op)}"


def _aim(view: GameState, ask: f.Pick) -> str:
    """The unit that an effect is aimed at."""
    return targets(view, ask.effect)[0]


def _heal(view: GameState, ask: f.Pick, first: op.Heal) -> str:
    name = _aim(view, ask)
    return f"How much of the {view.units[name].damage} damage do you take off {unit_name(view, name)}?"


def _sway(view: GameState, ask: f.Pick, first: op.Sway) -> str:
    name = _aim(view, ask)
    return f"Which way do you turn {unit_name(view, name)}? It faces {view.units[name].facing}."


def _lead(view: GameState, ask: f.Pick, first: op.Lead) -> str:
    name = _aim(view, ask)
    return f"Where do you move {unit_name(view, name)}? It is on {view.units[name].space}."


def _arrange(view: GameState, ask: f.Pick, first: op.Arrange) -> str:
    cards = view.orders[ask.effect.target.partition(":")[2]].cards[: first.depth]
    lying = ", ".join(f"{place + 1} {_lying_at(view, cards, place)}" for place in range(len(cards)))
    picked = [_lying_at(view, cards, int(thing.partition(":")[2])) for thing in ask.picked]
    so_far = f" Above it: {joined(picked)}." if picked else ""
    which = f"as number {len(picked) + 1}" if picked else "on top"
    deck = thing_name(view, ask.effect.target)
    return f"Which card of {deck} do you put {which}? They lie so: {lying}.{so_far}"


def _lying_at(view: GameState, cards: Sequence[str], place: int) -> str:
    """The card at a place of a deck, as far as it can be seen."""
    return "face down" if cards[place] == HIDDEN else card_name(view, cards[place])


def card_at(view: GameState, ask: f.Pick, thing: str) -> str:
    """The card that a reference such as ``place:2`` means in the deck that is put in order."""
    cards = view.orders[ask.effect.target.partition(":")[2]].cards
    return _lying_at(view, cards, int(thing.partition(":")[2]))


def _dismantle(view: GameState, ask: f.Pick, first: op.Dismantle) -> str:
    space = choices.place(view, ask.effect, first.where)
    tokens = counted(view.fortifications.get(space, 0), "fortification")
    return f"How many do you take off {space}? There are {tokens}."


def _hand(view: GameState, ask: f.Pick, first: op.Hand) -> str:
    return f"Which card do you give to {thing_name(view, ask.effect.target)}? You may give {first.upto} or fewer."


def _comfort(view: GameState, ask: f.Pick, first: op.Comfort) -> str:
    kind, _, who = ask.effect.target.partition(":")
    whose = f"{possessive(adventurer(who))} ongoing horrors" if kind == "adventurer" else "your ongoing horrors"
    return f"Which of {whose} do you discard?"


def _discard(view: GameState, ask: f.Pick, first: op.Discard) -> str:
    row = f" with a {first.row} row" if first.row else ""
    left = f" {first.count} are to go." if first.count > 1 else ""
    return f"Which card{row} do you discard?{left}"


def _flee(view: GameState, ask: f.Pick, first: op.Flee) -> str:
    way = "towards the starting space" if first.way == "home" else "away from the nearest unit"
    return f"Where do you go, {way}? You have {counted(first.steps, 'step')} to go."


def _ferry(view: GameState, ask: f.Pick, first: op.Ferry) -> str:
    return f"Where do you go ashore, or aboard, from {view.figures[ask.seats[0]]}?"


def _mix(view: GameState, ask: f.Pick, first: op.Mix) -> str:
    return f"Which group carries out the next order of {thing_name(view, ask.effect.target)}?"


def _reroll(view: GameState, ask: f.Pick, first: op.RollNumber | op.RollGroup) -> str:
    result = int(ask.picked[0].partition(":")[2])
    card = view.box.resources.get(ask.effect.source)
    is_bonus = card is not None and first in card.scheme.bonus.do
    text = (card.scheme.bonus.text if is_bonus else card.scheme.text) if card else ""
    told = f"The die shows {result} ({die.icon(result)}). Do you keep it, or roll again and keep that? {text}"
    return told.rstrip()


_CHOICES: dict[type, Callable[[GameState, f.Pick, Any], str]] = {
    op.Heal: _heal,
    op.Sway: _sway,
    op.Lead: _lead,
    op.Arrange: _arrange,
    op.Dismantle: _dismantle,
    op.Recover: lambda view, ask, first: "Which card do you take out of the resource discard pile?",
    op.Hand: _hand,
    op.Comfort: _comfort,
    op.Discard: _discard,
    op.Flee: _flee,
    op.Ferry: _ferry,
    op.Mix: _mix,
    op.RollNumber: _reroll,
    op.RollGroup: _reroll,
}

_QUESTIONS: dict[type, Callable[[GameState, Any], str]] = {
    f.ChooseMore: _more,
    f.Act: _act,
    f.ChooseUse: _use,
    f.ChooseDeck: lambda view, ask: "Which order deck do you survey? Its topmost face-down card is turned face up.",
    f.ChooseReceiver: lambda view, ask: f"To whom do you delegate {card_name(view, ask.card)}?",
    f.TravelOn: _travel,
    f.PickTarget: _target,
    f.Pick: _pick,
    f.OfferBonus: _bonus,
}
