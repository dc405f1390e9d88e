"""The panels of Horrors of War: motivation tracks, order decks, cards in hand, and what a forecast says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from rich.text import Text

from engine.core.cards import HIDDEN, Deck
from engine.core.grammar import counted
from engine.games.horrors_of_war import actions, attacks
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
    unit_name,
)
from engine.peacemakers.motivation import TRACK_END
from tui.games.base import Canvas
from tui.games.horrors_of_war.board import side_letter, team_of
from tui.look.inks import Palette, Signs
from tui.widgets.lines import Block
from tui.widgets.picture import Card

_BAR = 24
"""How long the bar of something certain is, in letters."""

RESOURCES = "resources"
"""The name of the resource deck among the decks."""

# Motivation


def tracks(view: GameState, look: Palette, signs: Signs, width: int) -> Text:
    """A line for each side: its track with the green zone and the bead, its leader and its units."""
    titles = scene_of(view).side_titles
    name_width = max(map(len, titles.values())) + 1
    low, high = green_zone(view)
    lines = []
    for side, now in view.motivation.items():
        colour = _colour(view, side, look)
        line = Text(no_wrap=True, overflow="crop")
        line.append(f"{titles[side]:<{name_width}}", style=f"bold {colour}")
        if width >= name_width + 3 * (TRACK_END + 1) + 13:
            line.append_text(_track(now, low, high, look, colour))
        else:
            line.append(f"[{now}]", style=f"bold reverse {look.good if low <= now <= high else colour}")
            line.append(f" of {TRACK_END}, green ({low} to {high})", style=look.faint)
        line.append(f"  {_standing(view, side, signs, short=width < 100)}", style=look.faint)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def green_zone(view: GameState) -> tuple[int, int]:
    """From where to where both sides have to stand for the win."""
    if view.box.changes.fall:
        return 0, 0
    return scene_of(view).green(len(view.seats))


def _track(now: int, low: int, high: int, look: Palette, colour: str) -> Text:
    """The steps of a track: the bead in brackets, the green zone in round ones and on green, 0 in that of danger."""
    text = Text()
    bead = f"bold reverse {look.good if low <= now <= high else colour}"
    zone = f"{look.void} on {look.good}"
    for value in range(TRACK_END + 2):
        edge = "(" if value == low else ")" if value == high + 1 else " "
        figure = f"{value:>2}" if value <= TRACK_END else ""
        if value == now:
            before, figure = (edge, figure.replace(" ", "[")) if value < 10 else ("[", figure)
        elif value == now + 1:
            before, figure = "]", figure.replace(" ", edge)
        else:
            before = edge
        is_green = low <= value <= high
        ink = bead if value == now else zone if is_green else look.bad if value == 0 else look.faint
        text.append(before, style=bead if before in "[]" else zone if low <= value <= high + 1 else look.faint)
        text.append(figure, style=ink)
    return text


def _standing(view: GameState, side: str, signs: Signs, *, short: bool) -> str:
    """The leader's health and how many units are left."""
    shelf = view.box.units
    units = {name: unit for name, unit in view.units.items() if view.sides[unit.army] == side}
    all_units = [unit for unit in (*view.units.values(), *view.fallen.values()) if view.sides[unit.army] == side]
    parts = [f"{len(units)}/{len(all_units)}{'' if short else ' units'}"]
    leaders = [(unit_id, shelf[unit.type]) for unit_id, unit in units.items() if shelf[unit.type].leader]
    for unit_id, kind in leaders:
        # Two names do not fit a narrow line; the inspector has them.
        name = "" if short and len(leaders) > 1 else kind.title.split()[-1] if short else kind.title
        parts.append(f"{name} {signs.heart}{attacks.health_left(view, unit_id)}/{kind.health}".strip())
    return (" " if short else "  ").join(parts)


def _colour(view: GameState, side: str, look: Palette) -> str:
    return look.teams[team_of(view, next(army for army, on in view.sides.items() if on == side))]


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
    colour = look.faint if is_talks(view, army) else look.teams[team_of(view, army)]
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


# Forecast


def foretold(now: GameState, ends: list[GameState], look: Palette, signs: Signs) -> Text:
    """What would come of the round if everybody passed now: motivation by how likely it is, deaths and wounds."""
    text = Text()
    if not ends:
        return text
    for side in scene_of(now).side_titles:
        text.append_text(_foretold_side(now, side, [end.motivation[side] for end in ends], look, signs))
    won = sum(end.won is True for end in ends)
    lost = sum(end.won is False for end in ends)
    if won or lost:
        text.append(f"of {len(ends)} guesses {won} win and {lost} lose\n", style=look.lit)
    for name in now.units:
        dead = sum(name not in end.units for end in ends)
        hurt = sum(name in end.units and end.units[name].damage > now.units[name].damage for end in ends)
        if dead or hurt:
            words = " and ".join([f"falls in {dead}"] * bool(dead) + [f"is hurt in {hurt}"] * bool(hurt))
            text.append(f"{unit_name(now, name)} ", style=look.teams[team_of(now, now.units[name].army)])
            text.append(f"{words} of {len(ends)}\n", style=look.bad if dead else look.ink)
    text.rstrip()
    return text


def _foretold_side(now: GameState, side: str, values: list[int], look: Palette, signs: Signs) -> Text:
    """A line for each motivation that a side may end at, with a bar for how likely it is; the likeliest is marked."""
    counts = Counter(values)
    most = max(counts.values())
    low, high = green_zone(now)
    text = Text()
    text.append(scene_of(now).side_titles[side], style=f"bold {_colour(now, side, look)}")
    text.append(f", now {now.motivation[side]}\n", style=look.faint)
    for value, count in sorted(counts.items()):
        ink = look.good if low <= value <= high else look.bad if not value else look.ink
        mark = ">" if count == most else " "
        share = f"{round(100 * count / len(values))} %"
        bar = signs.bar * max(1, round(_BAR * count / len(values)))
        zone = "  green" if low <= value <= high else ""
        text.append(f"{mark} {value:>2} {bar} {share}{zone}\n", style=f"bold {ink}" if count == most else ink)
    return text
