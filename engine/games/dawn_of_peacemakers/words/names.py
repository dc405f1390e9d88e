"""The names of things as a player reads them: cards, decks, orders, and what stays in play. ASCII only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.cards import HIDDEN
from engine.games.dawn_of_peacemakers.content.operations import Row
from engine.games.dawn_of_peacemakers.state import AGENDA, PLOY, RESOURCE, TASK, GameState
from engine.peacemakers.ongoing import Ongoing
from engine.peacemakers.words import (
    FACING_CODES,
    adventurer,
    army_name,
    counted,
    joined,
    possessive,
    quoted,
    side_name,
    unit_name,
)

BACKS = {HIDDEN: "card", RESOURCE: "card", PLOY: "ploy", TASK: "task", AGENDA: "agenda"}
"""What is seen of a hidden card."""

_PHASES = {"adventurers": "adventurers", "armies": "armies", "status": "status", "over": "status"}


def phase_words(view: GameState) -> str:
    """The part of the round; none while the table is laid out."""
    return _PHASES.get(view.phase, "")


def card_name(view: GameState, card: str) -> str:
    """The title of a card, or what its back tells."""
    return f"a {BACKS[card]}" if card in BACKS else view.box.title(card)


def card_names(view: GameState, cards: Sequence[str]) -> str:
    """Several cards: titles first, then how many there are whose faces are hidden."""
    titles = [card_name(view, card) for card in cards if card not in BACKS]
    backs = [BACKS[card] for card in cards if card in BACKS]
    return joined([*titles, *(counted(backs.count(back), back) for back in dict.fromkeys(backs))] or ["no cards"])


def rows_words(rows: dict[Row, int]) -> str:
    """All rows of a card as they are printed: influence 2 | travel 1."""
    return " | ".join(f"{row} {icons}" for row, icons in rows.items())


def deck_name(view: GameState, deck: str) -> str:
    """The Macaws' ploy deck."""
    army, _, half = deck.partition(".")
    return f"{possessive(army_name(view, army))} {half} deck"


def order_words(view: GameState, card: str) -> str:
    """An order card with its speed, or with its task and group: Advance (move, star)."""
    if card in BACKS:
        return f"a {BACKS[card]}"
    box = view.box
    if card in box.ploys:
        ploy = box.ploys[card]
        return f"{ploy.name} (Revoked)" if ploy.revoked and ploy.name != "Revoked" else f"{ploy.name} ({ploy.speed})"
    task = box.tasks[card]
    return task.name if task.group is None else f"{task.name} ({task.task}, {task.group})"


def order_text(view: GameState, card: str) -> str:
    """What an order card says."""
    box = view.box
    return box.ploys[card].text if card in box.ploys else box.tasks[card].text


def order_name(view: GameState, army: str) -> str:
    """DOP-GEN-09: the name of an army's order: the parts of both halves joined."""
    ploy, task = view.turned.get(army, ("", ""))
    parts = [view.box.ploys[ploy].name if ploy else "", view.box.tasks[task].name if task else ""]
    return " ".join(filter(None, parts))


# Cards that stay in play

_UNTIL = {
    "round": "until the end of the round",
    "order": "until the next order is carried out",
    "used": "until it has worked once",
}


def until_words(until: str) -> str:
    """How long a card stays in play."""
    return _UNTIL[until]


_WORKS: dict[str, Callable[[Ongoing], str]] = {
    "guard": lambda each: "guard: enemies that can must strike at it",
    "shield": lambda each: f"its next damage is {each.amount} lower",
    "defend": lambda each: f"{each.amount} more defence",
    "hold": lambda each: "no moves",
    "pacify": lambda each: "no strikes",
    "mix": lambda each: f"the next task is for the {joined(each.what)} group",
    "mute": lambda each: "the next ploy has no effect",
    "haste": lambda each: f"the next order is {'faster' if each.amount > 0 else 'slower'}",
}


def ongoing_words(view: GameState, each: Ongoing) -> str:
    """What a card in play does to whom, and until when."""
    return f"{thing_name(view, each.on)}: {_WORKS[each.kind](each)}, {until_words(each.until)}"


# Anything that can be chosen


def _unit(view: GameState, name: str) -> str:
    return unit_name(view, name) if name in view.units or name in view.fallen else ""


def _card(view: GameState, name: str) -> str:
    return view.box.title(name) if view.box.title(name) != name else ""


_NAMES: dict[str, Callable[[GameState, str], str]] = {
    "unit": _unit,
    "army": lambda view, name: army_name(view, name) if name in view.box.scene.army_titles else "",
    "side": lambda view, name: side_name(view, name) if name in view.box.scene.side_titles else "",
    "deck": lambda view, name: deck_name(view, name) if name in view.orders else "",
    "card": _card,
    "space": lambda view, name: name if name in view.box.scene.board.grid else "",
    "adventurer": lambda view, name: adventurer(name) if name in view.seats else "",
    "number": lambda view, name: name if name.isdecimal() and name.isascii() else "",
    "facing": lambda view, name: name if name in FACING_CODES else "",
    "group": lambda view, name: f"the {name} group" if name in ("circle", "star", "cog") else "",
}


def thing_name(view: GameState, thing: str) -> str:
    """The name of anything that can be chosen; what does not exist is quoted."""
    kind, _, name = thing.partition(":")
    naming = _NAMES.get(kind)
    return (naming(view, name) if naming else "") or quoted(thing)
