"""The panels of Dawn of Peacemakers: ploys and tasks with the nine steps, influence, and what the game is about."""

from __future__ import annotations

from rich.text import Text

from engine.core.cards import HIDDEN, Deck
from engine.games.dawn_of_peacemakers import army as armies
from engine.games.dawn_of_peacemakers.content.operations import SPEEDS, TASKS
from engine.games.dawn_of_peacemakers.influence import decks_of
from engine.games.dawn_of_peacemakers.state import GameState
from engine.games.dawn_of_peacemakers.words.asks import looked_at
from engine.games.dawn_of_peacemakers.words.names import BACKS, order_name
from engine.peacemakers.words import adventurer, army_name
from tui.games.base import Canvas
from tui.look.inks import Palette, Signs
from tui.peacemakers.board import army_letter, colour_of
from tui.peacemakers.tracks import Zone
from tui.widgets.lines import Block

LABELS = {"ploy": "P", "task": "T"}
"""The letters of the two decks of an army."""


def zone_of(view: GameState) -> Zone:
    """Where a side is ready to withdraw."""
    return Zone(*view.box.scene.file.withdraw, "withdraw")


def short_titles(view: GameState, signs: Signs) -> dict[str, str]:
    """The sides, in as few letters as the tracks have room for, each with its frontline."""
    titles = view.box.scene.side_titles
    return {side: f"{_short(title)} {signs.arrows[view.fronts[side]]}" for side, title in titles.items()}


def _short(title: str) -> str:
    """Ocelots of Sak-Awhu is Ocelots; The besiegers are Besiegers."""
    words = title.partition(" of ")[0].removeprefix("The ")
    return words[:1].upper() + words[1:]


# Orders


def orders(view: GameState, canvas: Canvas) -> list[Block]:
    """The nine steps while armies act, order cards that are looked at, and the decks of each army."""
    blocks = [*influence(view, canvas)]
    for name in _in_order(view):
        head: Text | None = _army(view, name, canvas)
        for deck in decks_of(name):
            blocks.append(Block(_deck(view, deck, canvas), f"deck:{deck}", head))
            head = None
    if is_acting(view):
        first = blocks[0]
        above = strip(view, canvas).append("\n").append_text(first.head or Text())
        blocks[0] = Block(first.text, first.key, above)
    return blocks


def _in_order(view: GameState) -> list[str]:
    """The armies; while they act those of the present step first, then the others by their steps."""
    names = list(view.box.scene.army_titles)
    if not is_acting(view):
        return names
    steps, last = armies.ranked(view), (len(SPEEDS), 0)
    return sorted(names, key=lambda name: (name not in view.acting, steps.get(name, last)))


def is_acting(view: GameState) -> bool:
    """Whether this round's orders lie open and are carried out."""
    return view.phase == "armies" and bool(view.turned)


def step_of(view: GameState, army: str) -> tuple[int, int] | None:
    """The step of an army's order, as places in speed and task; nothing if it is not carried out."""
    return armies.ranked(view).get(army)


def strip(view: GameState, canvas: Canvas) -> Text:
    """DOP-SPD-05: the nine steps, each with the letters of the armies that act in it; the present one stands out."""
    steps = armies.ranked(view)
    now = next((steps[army] for army in view.acting if army in steps), None)
    rows = [_steps_of_speed(view, speed, steps, now, canvas) for speed in range(len(SPEEDS))]
    return Text("   " if canvas.is_wide else "\n").join(rows)


def _steps_of_speed(
    view: GameState, speed: int, steps: dict[str, tuple[int, int]], now: tuple[int, int] | None, canvas: Canvas
) -> Text:
    """The three steps of one speed; in one line with the others, those that nobody takes have only their initials."""
    look = canvas.look
    text = Text().append(SPEEDS[speed] if canvas.is_wide else f"{SPEEDS[speed]:<6}", style=look.faint)
    for task, title in enumerate(TASKS):
        here = [army for army, place in steps.items() if place == (speed, task)]
        is_now = now == (speed, task)
        style = f"bold reverse {look.lit}" if is_now else f"bold {look.ink}" if here else look.faint
        told = title if here or not canvas.is_wide else title[0]
        text.append(" ").append(f"[{told}" if is_now else told, style=style)
        for army in here:
            text.append(" ", style=style)
            text.append(army_letter(view, army), style=style if is_now else f"bold {colour_of(view, army, look)}")
        text.append("]" if is_now else "", style=style)
    return text


def _army(view: GameState, army: str, canvas: Canvas) -> Text:
    """Its letter and name, its side's frontline, and this round's order with its step."""
    look, scene = canvas.look, view.box.scene
    colour = colour_of(view, army, look)
    text = Text().append(f"{army_letter(view, army)} {scene.army_titles[army]}", style=f"bold {colour}")
    side = view.sides.get(army)
    if side:
        text.append(f" {canvas.signs.arrows[view.fronts[side]]}", style=f"bold {colour}")
    if side and scene.side_titles[side] != scene.army_titles[army]:
        text.append(f" with {_short(scene.side_titles[side])}", style=f"{look.faint}")
    if is_acting(view) and army in view.turned:
        step = step_of(view, army)
        text.append(f"  {order_name(view, army)}", style=f"bold {look.ink}")
        if step:
            text.append(f"  {SPEEDS[step[0]]} {TASKS[step[1]]}", style=f"bold {look.lit}")
        elif all(view.turned[army]) or view.box.ploys[view.turned[army][0]].revoked:
            text.append("  not carried out", style=f"bold {look.bad}")
    return text


def _deck(view: GameState, name: str, canvas: Canvas) -> Text:
    """This round's card while armies act; else what is known of the deck from the top, and the last discarded card."""
    look, signs = canvas.look, canvas.signs
    army, _, half = name.partition(".")
    deck = view.orders[name]
    text = Text().append(f"{LABELS[half]} ", style=f"bold {look.faint}")
    turned = view.turned.get(army, ("", ""))[half == "task"] if is_acting(view) else ""
    if turned:
        _order(text, view, turned, look, signs)
        words = _text_of(view, turned)
        text.append(f"{': ' if canvas.is_wide else chr(10)}{words}" if words else "", style=look.ink)
        return text
    _known(text, view, deck, canvas)
    if deck.discard:
        text.append("  last: " if canvas.is_wide else "\n  last: ", style=look.faint)
        _order(text, view, deck.discard[0], look, signs, is_faint=True)
    return text


def _known(text: Text, view: GameState, deck: Deck, canvas: Canvas) -> None:
    """How many cards a deck has, and those whose places this seat knows, each with its text."""
    look = canvas.look
    text.append(f"? ({len(deck.cards)})", style=look.faint)
    for place, card in enumerate(deck.cards):
        if card != HIDDEN:
            text.append(f"\n{'on top' if not place else f'{place + 1}.'} ", style=look.lit)
            _order(text, view, card, look, canvas.signs)
            words = _text_of(view, card)
            text.append(f": {words}" if words and place < 2 else "", style=look.ink)


def _text_of(view: GameState, card: str) -> str:
    box = view.box
    return box.ploys[card].text if card in box.ploys else box.tasks[card].text


def _order(text: Text, view: GameState, card: str, look: Palette, signs: Signs, *, is_faint: bool = False) -> None:
    """An order card: its name, and its speed or its task with the insignia of the group."""
    box, ink = view.box, look.faint if is_faint else look.ink
    if card in BACKS:
        text.append(f"a {BACKS[card]}", style=ink)
        return
    text.append(box.title(card), style=ink if is_faint else f"bold {ink}")
    told = kind_words(view, card, signs)
    if told:
        text.append(f" {told}", style=look.faint if is_faint else look.lit)


def kind_words(view: GameState, card: str, signs: Signs) -> str:
    """What kind of order card it is, with signs: fast, or move and the insignia of a group."""
    box = view.box
    if card in box.ploys:
        return "Revoked" if box.ploys[card].revoked else box.ploys[card].speed
    task = box.tasks[card]
    return f"{task.task} {signs.pieces[task.group]}" if task.group else ""


# Influence


def influence(view: GameState, canvas: Canvas) -> list[Block]:
    """DOP-INF-04: the cards that are looked at, for the player who looks; for the others how many there are."""
    held = view.influence
    if held is None:
        return []
    look = canvas.look
    head = Text().append(
        f"{adventurer(held.seat)} looks at {looked_at(view)} of {army_name(view, held.army)}",
        style=f"bold {look.people}",
    )
    if held.due:
        head.append(f", {held.due} more to draw", style=look.ink)
    blocks = []
    for place, card in enumerate((*held.sorted, *held.drawn)):
        if card in BACKS:
            continue
        text = Text().append(f"{'to its place: ' if card in held.sorted else ''}", style=look.faint)
        _order(text, view, card, look, canvas.signs)
        text.append(f": {_text_of(view, card)}", style=look.ink)
        blocks.append(Block(text, f"card:{card}", head if not place else None))
    return blocks or [
        Block(Text("the others see how many cards, not which", style=look.faint), f"army:{held.army}", head)
    ]
