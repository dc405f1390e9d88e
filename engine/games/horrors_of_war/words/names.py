"""The names of things as a player reads them: units, cards, decks, armies, spaces. ASCII only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.cards import HIDDEN, Deck
from engine.core.grammar import counted, joined, possessive
from engine.games.horrors_of_war.content.check import names_in
from engine.games.horrors_of_war.content.scene import Scene
from engine.games.horrors_of_war.content.types import LeftHalf, RightHalf, RowIcons
from engine.games.horrors_of_war.state import HORROR, RESOURCE, SECRET, GameState, Ongoing
from engine.peacemakers.words import FACING_CODES as FACING_CODES
from engine.peacemakers.words import adventurer as adventurer
from engine.peacemakers.words import adventurers as adventurers
from engine.peacemakers.words import army_name as army_name
from engine.peacemakers.words import quoted as quoted
from engine.peacemakers.words import side_name as side_name
from engine.peacemakers.words import space_words as space_words
from engine.peacemakers.words import unit_name as unit_name
from engine.peacemakers.words import unit_names as unit_names
from engine.peacemakers.words import unit_of as unit_of

_BACKS = {HIDDEN: "card", HORROR: "horror", RESOURCE: "card", SECRET: "Secret"}
"""What is seen of a hidden card."""


# Rounds

PHASES = ("adventurers", "armies", "status")
"""The parts of a round."""

_PHASE_WORDS = {
    "adventurer": "adventurers",
    "refresh": "adventurers",
    "army": "armies",
    "status": "status",
    "over": "status",
}


def phase_words(view: GameState) -> str:
    """The part of the round; none while the table is laid out."""
    return _PHASE_WORDS.get(view.phase, "")


# People, armies and sides


def scene_of(view: GameState) -> Scene:
    """The scenario that is played."""
    return view.box.scene


# Cards


def card_name(view: GameState, card: str) -> str:
    """The title of a card, or what its back tells."""
    return f"a {_BACKS[card]}" if card in _BACKS else view.box.title(card)


def known_horrors(view: GameState) -> str:
    """HOW-GEN-19: where horrors lie below the top of the resource deck, as far as everybody saw it."""
    deeper = [str(place) for place, card in enumerate(view.resources.cards[1:], 2) if card == HORROR]
    return f"Known horrors deeper in it: number {joined(deeper)} from the top." if deeper else ""


def horrors_known(view: GameState) -> str:
    """HOW-GEN-10, HOW-GEN-19: where horrors lie in the resource deck, as far as everybody saw it."""
    on_top = "A HORROR lies on top." if view.resources.cards[:1] == (HORROR,) else ""
    return f"{on_top} {known_horrors(view)}".strip()


def known_secrets(view: GameState, deck: Deck) -> str:
    """HOW-S3-05: where face-down Secrets lie in an order deck, which anybody may look at."""
    backs = (SECRET, *view.box.secrets)
    places = [str(place) for place, card in enumerate(deck.cards, 1) if card in backs and card not in deck.faceup]
    if not places:
        return ""
    return f"{'Secrets' if places[1:] else 'A Secret'}: number {joined(places)} from the top."


def card_names(view: GameState, cards: Sequence[str]) -> str:
    """Several cards: titles first, then how many there are whose faces are hidden."""
    titles = [card_name(view, card) for card in cards if card not in _BACKS]
    backs = [_BACKS[card] for card in cards if card in _BACKS]
    return joined([*titles, *(counted(backs.count(back), back) for back in dict.fromkeys(backs))] or ["no cards"])


def row_words(row: str, icons: int, extra: bool) -> str:
    """One row of a card: travel 3, survey + card."""
    words = f"{row} {icons}" if icons > 1 or row in ("travel", "fortify") else row
    return f"{words} + card" if extra else words


def rows_words(rows: dict[Any, RowIcons]) -> str:
    """All rows of a card as they are printed."""
    return " | ".join(row_words(row, icons.icons, icons.extra) for row, icons in rows.items())


def deck_name(view: GameState, deck: str) -> str:
    """The Macaws' left order deck; the talks have only one."""
    army, _, half = deck.partition(".")
    which = "" if is_talks(view, army) else f"{half} "
    return f"{possessive(army_name(view, army))} {which}order deck"


def is_talks(view: GameState, army: str) -> bool:
    """Whether this is the order deck without an army (HOW-S6-03)."""
    talks = scene_of(view).file.talks
    return talks is not None and talks.id == army


def order_half(view: GameState, card: str) -> LeftHalf | RightHalf:
    """A card of an order deck."""
    shelf = view.box
    return shelf.left[card] if card in shelf.left else shelf.right[card]


def order_words(view: GameState, card: str) -> str:
    """The title of a half order, its speed, and its groups by priority."""
    half = order_half(view, card)
    groups = f"; {', '.join(half.groups)}" if isinstance(half, RightHalf) and half.groups else ""
    return f"{half.title} (speed {half.speed}{groups})"


def places_of(view: GameState, card: str) -> dict[str, tuple[str, ...]]:
    """The named areas of the map that the words of a half order speak of, with their spaces."""
    named = (name for kind, name in names_in(order_half(view, card).do) if kind == "area")
    return {name: scene_of(view).file.areas[name] for name in dict.fromkeys(named)}


def speed_words(tenths: int) -> str:
    """A speed in tenths as it is printed."""
    return f"{tenths / 10:.1f}"


# Cards that stay in play

_UNTIL = {
    "refresh": "until the next refresh",
    "round": "until the end of the round",
    "order": "until the next order is carried out",
    "used": "until it has worked once",
    "after-scheme": "until a scheme is played",
}


def until_words(until: str) -> str:
    """How long a card stays in play."""
    return _UNTIL.get(until) or f"until a {until.removeprefix('after-')} row is played"


def beside(view: GameState, each: Ongoing) -> str:
    """What a card in play lies with; with the group or the half that it names."""
    name = thing_name(view, each.on)
    return f"{name} ({joined(each.what)})" if each.kind in ("mix", "mute") else name


_BARRED = {"scheme": "schemes"}
_WORKS: dict[str, Callable[[Ongoing], str]] = {
    "shield": lambda each: f"its next damage is {each.amount} lower",
    "guard": lambda each: f"{each.amount} more defence",
    "hold": lambda each: "no moves",
    "pacify": lambda each: "no attacks",
    "haste": lambda each: f"the next order is {abs(each.amount)} {'faster' if each.amount > 0 else 'slower'}",
    "mix": lambda each: f"the next order is for the {joined(each.what)} group",
    "mute": lambda each: f"the {joined(each.what)} half of the next order has no effect",
    "ward": lambda each: "the next horror has no effect",
    "bar": lambda each: f"no {joined((_BARRED.get(use, f'{use} rows') for use in each.what), 'and no')}",
    "slow": lambda each: f"travel rows have {counted(each.amount, 'icon')} less",
    "numb": lambda each: "no extra cards",
}


def ongoing_words(view: GameState, each: Ongoing) -> str:
    """What a card in play does to whom, and until when: Nabo: travel rows have 1 icon less, until the next refresh."""
    return f"{thing_name(view, each.on)}: {_WORKS[each.kind](each)}, {until_words(each.until)}"


def slowed_words(view: GameState, seat: str, icons: int) -> str:
    """A number of steps that ongoing horrors lower, and by what: 3 -> 2, Lead in the Boots; empty if none does."""
    on = f"adventurer:{seat}"
    slowing = [each for each in view.ongoing if each.kind == "slow" and each.on == on]
    if not slowing:
        return ""
    left = max(0, icons - sum(each.amount for each in slowing))
    return f"{icons} -> {left}, {joined(card_name(view, each.card) for each in slowing)}"


# Spaces and other things


def _deck(view: GameState, name: str) -> str:
    return deck_name(view, name) if name in view.orders else ""


def _army(view: GameState, name: str) -> str:
    return army_name(view, name) if name in scene_of(view).army_titles else ""


def _unit(view: GameState, name: str) -> str:
    return unit_name(view, name) if name in view.units or name in view.fallen else ""


def _card(view: GameState, name: str) -> str:
    return view.box.title(name) if view.box.title(name) != name else ""


def _space(view: GameState, name: str) -> str:
    return name if name in scene_of(view).board.grid else ""


def _place(view: GameState, name: str) -> str:
    return f"card {int(name) + 1} from the top" if name.isdecimal() and name.isascii() else ""


_NAMES: dict[str, Callable[[GameState, str], str]] = {
    "unit": _unit,
    "army": _army,
    "deck": _deck,
    "card": _card,
    "space": _space,
    "place": _place,
    "adventurer": lambda view, name: adventurer(name) if name in view.seats else "",
    "number": lambda view, name: name if name.isdecimal() and name.isascii() else "",
    "facing": lambda view, name: name if name in FACING_CODES else "",
    "group": lambda view, name: f"the {name} group" if name in ("circle", "star", "cog") else "",
    "die": lambda view, name: {"keep": "keep the roll", "again": "roll again"}.get(name, ""),
    "bonus": lambda view, name: "use the bonus" if name == "use" else "",
}


def thing_name(view: GameState, thing: str) -> str:
    """The name of anything that can be chosen; what does not exist is quoted."""
    kind, _, name = thing.partition(":")
    naming = _NAMES.get(kind)
    return (naming(view, name) if naming else "") or quoted(thing)
