"""What the game is about: end conditions, agendas, events, cards that stay in play, the resource deck."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from engine.games.dawn_of_peacemakers.content.types import Event
from engine.games.dawn_of_peacemakers.state import AGENDA, GameState
from engine.games.dawn_of_peacemakers.words.names import card_name, ongoing_words
from engine.peacemakers.words import adventurer, capitalized, counted, possessive
from tui.games.base import Canvas
from tui.look.inks import Palette
from tui.widgets.lines import Block

RESOURCES = "resources"
"""The name of the resource deck among the decks."""


def aims(view: GameState, canvas: Canvas) -> list[Block]:
    """All of it, part by part."""
    look = canvas.look
    return [*_ends(view, look), *_agendas(view, look), *_events(view, look), *_cards(view, look)]


def end_lines(view: GameState) -> list[str]:
    """DOP-STAT-01..02: the end conditions, in the order in which they are checked."""
    return [end.text for end in view.box.scene.file.ends]


def _ends(view: GameState, look: Palette) -> Iterator[Block]:
    head: Text | None = Text().append("Checked after each round, in this order", style=f"bold {look.faint}")
    for number, end in enumerate(view.box.scene.file.ends, 1):
        text = Text().append(f"{number} ", style=f"bold {look.good if end.won else look.bad}")
        text.append(end.text, style=look.ink)
        yield Block(text, f"end:{end.id}", head)
        head = None


def _agendas(view: GameState, look: Palette) -> Iterator[Block]:
    head: Text | None = Text().append("Agendas, looked at when it ends", style=f"bold {look.faint}")
    named = {"": view.shared_agenda} if view.shared_agenda else {}
    for seat, name in {**named, **view.agendas}.items():
        whose = f"{possessive(adventurer(seat))}: " if seat else "All of you: "
        text = Text().append(whose, style=f"bold {look.people}")
        if name == AGENDA:
            text.append("an agenda of their own, which you cannot see", style=look.faint)
        else:
            agenda = view.box.agendas[name]
            text.append(agenda.title, style=f"bold {look.ink}")
            text.append(f". {agenda.text}", style=look.ink)
            if view.won is not None:
                text.append(
                    " Met." if seat in view.met else " Not met.", style=look.good if seat in view.met else look.bad
                )
        yield Block(text, f"agenda:{seat}", head)
        head = None


def _events(view: GameState, look: Palette) -> Iterator[Block]:
    head: Text | None = Text().append("Events, as a round begins", style=f"bold {look.faint}")
    for event in view.box.events:
        text = Text().append(f"{_when(view, event)}: ", style=look.faint)
        text.append(event.title, style=f"bold {look.ink}")
        text.append(f". {event.text}", style=look.ink)
        yield Block(text, f"event:{event.id}", head)
        head = None


def _when(view: GameState, event: Event) -> str:
    if event.round:
        return f"Round {event.round}{' (over)' if event.round < view.round else ''}"
    if event.when is None:
        return "Every round"
    return "Happened" if event.id in view.happened else "Once"


def _cards(view: GameState, look: Palette) -> Iterator[Block]:
    head: Text | None = Text().append("In play", style=f"bold {look.faint}")
    for each in view.ongoing:
        text = Text().append(card_name(view, each.card), style=f"bold {look.wound}")
        text.append(f" {capitalized(ongoing_words(view, each))}", style=look.ink)
        yield Block(text, f"card:{each.card}", head)
        head = None
    deck = view.resources
    text = Text().append("Resources ", style="bold")
    text.append(f"{counted(len(deck.cards), 'card')} to draw, {len(deck.discard)} discarded", style=look.ink)
    yield Block(text, f"deck:{RESOURCES}", Text(" "))
