"""The panels of Horrors of War: the green zone, order decks, cards in hand."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from engine.core.cards import HIDDEN, Deck
from engine.core.grammar import counted
from engine.games.horrors_of_war import actions
from engine.games.horrors_of_war.content.types import LeftHalf, RightHalf
from engine.games.horrors_of_war.selection import decks_of
from engine.games.horrors_of_war.state import HORROR, RESOURCE, SECRET, GameState
from engine.games.horrors_of_war.words import prospects
from engine.games.horrors_of_war.words.asks import lacking
from engine.games.horrors_of_war.words.names import (
    adventurer,
    card_name,
    is_talks,
    ongoing_words,
    order_half,
    places_of,
    row_words,
    scene_of,
    slowed_words,
    speed_words,
)
from tui.games.base import Canvas
from tui.look.inks import Palette, Signs
from tui.peacemakers.board import colour_of, side_letter
from tui.peacemakers.tracks import Zone
from tui.widgets.lines import Block
from tui.widgets.picture import Card

RESOURCES = "resources"
"""The name of the resource deck among the decks."""

# Motivation


def zone_of(view: GameState) -> Zone:
    """The green zone."""
    return Zone(*green_zone(view), "green")


def green_zone(view: GameState) -> tuple[int, int]:
    """From where to where both sides have to stand for the win."""
    if view.box.changes.fall:
        return 0, 0
    return scene_of(view).green(len(view.seats))


# Orders


def orders(view: GameState, canvas: Canvas) -> list[Block]:
    """For each army the top of its decks, what is known below, and the speed of this round's order.

    While armies act they stand in the order of their speeds, from the one that is acting on. Where the panel is wide,
    the words of an order stand beside its title.
    """
    look, signs, acting = canvas.look, canvas.signs, canvas.acting
    titles = scene_of(view).army_titles
    ranked = [*view.speeds, *(army for army in titles if army not in view.speeds)]
    if acting in ranked:
        place = ranked.index(acting)
        ranked = ranked[place:] + ranked[:place]
    blocks = []
    for army in ranked:
        head: Text | None = _army(view, army, look, signs)
        for deck in decks_of(view, army):
            now = _is_turned(view, deck, canvas.turned)
            text = _deck(view, deck, look, signs, ": " if canvas.is_wide else "\n", now=now)
            blocks.append(Block(text, f"deck:{deck}", head))
            head = None
    return blocks


def _army(view: GameState, army: str, look: Palette, signs: Signs) -> Text:
    """Its name, how fast it is in this round, and on which side it fights."""
    text = Text()
    colour = look.faint if is_talks(view, army) else colour_of(view, army, look)
    letter = side_letter(view, army, signs)
    text.append(f"{letter} {scene_of(view).army_titles[army]}".lstrip(), style=f"bold {colour}")
    if army in view.speeds:
        text.append(f"  speed {speed_words(view.speeds[army])}", style=f"bold {look.ink}")
    side = view.sides.get(army)
    if side and side != army:
        text.append(f"  with {scene_of(view).side_titles[side]}", style=look.faint)
    return text


def _deck(view: GameState, name: str, look: Palette, signs: Signs, gap: str, *, now: bool) -> Text:
    """The top card, or the one that is carried out; how many are left where nothing is seen; what is known below."""
    text = Text()
    deck = view.orders[name]
    half = name.partition(".")[2]
    card = deck.discard[0] if now else deck.top
    is_single = len(decks_of(view, name.partition(".")[0])) == 1
    label = signs.dot if is_single else half[0].upper()
    text.append(f"{label} ", style=look.faint)
    left = f" ({len(deck.cards)} left)"
    if card is None:
        text.append("empty", style=look.faint)
    elif card in (HIDDEN, SECRET):
        text.append(f"{'? face down' if card == HIDDEN else '? a Secret'}{left}", style=look.faint)
    else:
        _order(text, order_half(view, card), look, signs, down=not now and card not in deck.faceup)
        text.append(f"{gap}{order_half(view, card).text}", style=look.ink)
    for place, other in enumerate(deck.cards):
        if other not in (HIDDEN, SECRET) and place and not now:
            text.append(f"\n{place + 1}. ", style=look.faint)
            _order(text, order_half(view, other), look, signs, down=other not in deck.faceup, ink=look.ink)
    return text


def _is_turned(view: GameState, name: str, turned: Collection[str]) -> bool:
    """Whether the order of this round has left its deck and is carried out.

    Until all are turned and have their speeds, what lies discarded may be the order of the round before, unless it is
    known that it was turned just now.
    """
    return view.phase == "army" and bool(view.speeds or name in turned) and bool(view.orders[name].discard)


def spoken_of(view: GameState, name: str, turned: Collection[str] = ()) -> tuple[str, ...]:
    """The spaces that the order speaks of which lies on top of a deck, or is carried out."""
    deck = view.orders.get(name)
    if deck is None:
        return ()
    card = deck.discard[0] if _is_turned(view, name, turned) else deck.top
    if card is None or card in (HIDDEN, SECRET):
        return ()
    return tuple(space for spaces in places_of(view, card).values() for space in spaces)


def _order(text: Text, half: LeftHalf | RightHalf, look: Palette, signs: Signs, *, down: bool, ink: str = "") -> None:
    """The head of an order that lies face up, or face down before eyes from which nothing is hidden."""
    if down:
        text.append("? ", style=look.faint)
    text.append(half.title, style=ink or f"bold {look.ink}")
    text.append(f" {half.speed}", style=look.lit)
    if isinstance(half, RightHalf) and half.groups:
        text.append(" " + "".join(signs.pieces[group] for group in half.groups), style=look.ink)


def known_orders(deck: Deck) -> list[str]:
    """The face-up cards of a deck from the top."""
    return [card for card in deck.cards if card not in (HIDDEN, SECRET)]


# Hands


def hand(view: GameState, seat: str) -> tuple[Card, ...]:
    """The cards of a hand with their rows and schemes, and what each can be used for now."""
    return tuple(_card(view, seat, name) for name in view.hands.get(seat, ()))


def _card(view: GameState, seat: str, name: str) -> Card:
    if name == RESOURCE:
        return Card(RESOURCE, "face down", hidden=True)
    printed = view.box.resources[name]
    can_act = view.phase == "adventurer"
    lines = []
    for use in view.box.uses[name]:  # as the list of moves has them
        why = actions.why_no_use(view, seat, name, use) if can_act else ""
        if use == "scheme":
            if can_act and not why:
                why = _scheme_flaw(view, seat, name)
            lines.append(("scheme", not why, why))
        else:
            row = printed.rows[use]
            words = row_words(use, row.icons, row.extra)
            if use == "travel" and (slowed := slowed_words(view, seat, row.icons)):
                words = words.replace(f"travel {row.icons}", f"travel {slowed.partition(',')[0]}", 1)
            lines.append((words, not why, why))
    bonus = printed.scheme.bonus
    extra = f"{adventurer(bonus.adventurer)}: {bonus.text}"
    return Card(name, printed.title, tuple(lines), printed.scheme.text, extra, bonus.adventurer == seat)


def _scheme_flaw(view: GameState, seat: str, card: str) -> str:
    """Why a scheme is not worth playing now, as a sentence; empty if it does something."""
    if missing := lacking(view, seat, card):
        return f"There is no {missing} now."
    flaw = prospects.scheme_flaw(view, seat, card)
    return f"{flaw.capitalize()}." if flaw else ""


# Piles


def piles(view: GameState, look: Palette) -> list[Block]:
    """The resource deck, the horror deck, and what lies in play."""
    deck = view.resources
    text = Text()
    text.append("Resources ", style="bold")
    text.append(f"{len(deck.cards)} to draw, {len(deck.discard)} discarded", style=look.ink)
    if deck.cards and deck.cards[0] == HORROR:
        text.append("  a HORROR lies on top", style=f"bold {look.bad}")
    text.append("\nHorrors ", style="bold")
    text.append(counted(len(view.horrors), "card"), style=look.ink)
    blocks = [Block(text, f"deck:{RESOURCES}", Text(" "))]
    for each in view.ongoing:
        lying = Text(card_name(view, each.card), style=f"bold {look.wound}")
        lying.append(f" on {ongoing_words(view, each)}", style=f"not bold {look.faint}")
        blocks.append(Block(lying, f"card:{each.card}"))
    return blocks
