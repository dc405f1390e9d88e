"""What the inspector says of a thing: a space and who stands there, a unit, a card, a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.text import Text

from engine.core.grammar import counted
from engine.games.horrors_of_war import attacks, movement
from engine.games.horrors_of_war.content.types import Terrain
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.names import (
    adventurer,
    card_name,
    deck_name,
    horrors_known,
    known_secrets,
    order_half,
    order_words,
    places_of,
    rows_words,
    scene_of,
    thing_name,
    until_words,
)
from tui.games.horrors_of_war.board import ground_of
from tui.games.horrors_of_war.panels import RESOURCES, zone_of
from tui.look.inks import Palette, Signs
from tui.peacemakers import inspect as shared

_BLOCKED = {
    "rooted": "its own weight",
    "edge": "the edge of the map",
    "impassable": "impassable ground",
    "enemy": "an enemy",
}
"""What keeps a unit from entering a space, in words."""


def inspect(view: GameState, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
    """Everything worth knowing of a thing; where there is width, its parts stand side by side."""
    kind, _, name = thing.partition(":")
    if kind in ("space", "unit", "army"):
        text = _ON_THE_MAP[kind](view, name, look, signs, is_wide)
    else:
        telling = _TELLING.get(kind)
        text = telling(view, name, look, signs) if telling else Text(thing_name(view, thing))
    text.rstrip()
    return text


def _space(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    scene = scene_of(view)
    terrain = scene.board.terrain.get(name)
    if terrain is None:
        return Text()
    bold = [view.box.units[kind].title for kind in scene.file.over_impassable]
    notes = space_notes(terrain, bold)

    def unit(each: str) -> Text:
        return _unit(view, each, look, signs, is_wide)

    return shared.space(view, name, ground_of(terrain), notes, unit, look, signs, is_wide=is_wide)


def space_notes(terrain: Terrain, bold: Sequence[str] = ()) -> list[str]:
    """What a space does, and who may enter it; some kinds of unit enter what is closed to others."""
    notes = []
    if terrain.impassable:
        notes.append(f"Only a {' or a '.join(bold)} can enter." if bold else "Nobody can enter.")
    if terrain.stealth:
        notes.append("Stealth: enemies hit units here only from next to them.")
    if terrain.water and not terrain.impassable:
        notes.append("Water: everybody can enter; it cannot be fortified.")
    if terrain.defence:
        notes.append(f"{terrain.defence} more defence for units here.")
    if terrain.motivation:
        notes.append(f"{terrain.motivation} motivation for a side with a unit here.")
    if terrain.height:
        notes.append(f"Height {terrain.height}.")
    if terrain.start:
        notes.append("The adventurers start here.")
    return notes


def _unit(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    """Name, facing and statistics; whom it would attack now and where it would go; why it has stealth or defence."""
    if name not in view.units:
        return shared.fallen(view, name, look)
    unit = view.units[name]
    figures = shared.Figures(
        attacks.health_left(view, name),
        attacks.offence(view, name),
        view.box.units[unit.type].range,
        attacks.defence(view, name),
    )
    told = [*_intent(view, name, look, signs), *_why(view, name, look)]
    lasting = _lasting(view, f"unit:{name}", f"army:{unit.army}")
    return shared.unit(view, name, movement.front(view, unit), figures, told, lasting, look, signs, is_wide=is_wide)


def _lasting(view: GameState, *things: str) -> list[str]:
    """The cards that stay in play beside these things, and until when."""
    return [f"{card_name(view, each.card)} {until_words(each.until)}" for each in view.ongoing if each.on in things]


def _intent(view: GameState, name: str, look: Palette, signs: Signs) -> Iterator[Text]:
    """Whom a unit would attack as things stand, with what damage, and where it would go."""
    targets = attacks.aims(view, name)
    if targets:
        yield shared.aim(view, targets, lambda target: _hit(view, name, target), look)
    elif attacks.is_pacified(view, name):
        yield Text("does not attack now", style=look.faint)
    else:
        yield Text("nobody in range", style=look.faint)
    unit = view.units[name]
    ahead = movement.ahead(view, unit, "forward")
    faces = f" ({movement.front(view, unit)})" if signs.is_ascii else ""  # no arrow says it by itself
    blocked = _BLOCKED.get(movement.hindrance(view, name, ahead), "") or "a card" * movement.is_held(view, name)
    yield Text(f"forward{faces}: {f'blocked by {blocked}' if blocked else ahead}", style=look.faint)


def _hit(view: GameState, name: str, target: str) -> str:
    return shared.hit_words(attacks.damage_alone(view, name, target), attacks.health_left(view, target))


def _why(view: GameState, name: str, look: Palette) -> Iterator[Text]:
    """Where stealth and further defence come from."""
    if attacks.has_stealth(view, name):
        yield shared.stealth(view, name, look)
    yield from shared.defence(view, name, attacks.defence(view, name), look)


def _card(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    shelf = view.box
    text = Text()
    if name in shelf.resources:
        card = shelf.resources[name]
        text.append(card.title, style=f"bold {look.lit}")
        rows = {use: card.rows[use] for use in shelf.uses[name] if use != "scheme"}
        text.append(f"\n{rows_words(rows)}", style=look.ink)
        text.append(f"\n{card.scheme.text}", style=look.ink)
        text.append(f"\n{adventurer(card.scheme.bonus.adventurer)}: {card.scheme.bonus.text}", style=look.good)
    elif name in shelf.horrors:
        text.append(card_name(view, name), style=f"bold {look.bad}")
        text.append(f"\n{shelf.horrors[name].text}", style=look.ink)
    elif name in shelf.left or name in shelf.right:
        text.append(order_words(view, name), style=f"bold {look.lit}")
        text.append(f"\n{order_half(view, name).text}", style=look.ink)
        for area, spaces in places_of(view, name).items():
            text.append(f"\n{area.capitalize()}: {', '.join(sorted(spaces))}", style=look.marked)
    return text


def _deck(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    """How many cards lie in a deck, which of them are seen, and all that were discarded, each with its text."""
    deck = view.resources if name == RESOURCES else view.orders.get(name)
    if deck is None:
        return Text()
    title = "the resource deck" if name == RESOURCES else deck_name(view, name)
    text = Text()
    text.append(title[:1].upper() + title[1:], style=f"bold {look.lit}")
    text.append(f"\n{counted(len(deck.cards), 'card')}, {len(deck.faceup) or 'none'} of them face up", style=look.ink)
    for place, card in enumerate(deck.cards):
        if card in deck.faceup:
            text.append(f"\n{'On top' if not place else f'{place + 1} from the top'}: ", style=look.faint)
            text.append_text(_card(view, card, look, signs))
    if name == RESOURCES:
        text.append(f"\n{horrors_known(view)}".rstrip(), style=look.bad)
    elif known_secrets(view, deck):
        text.append(f"\n{known_secrets(view, deck)}", style=look.marked)
    text.append(f"\n\n{len(deck.discard)} discarded{', the newest first' * (len(deck.discard) > 1)}", style="bold")
    for card in deck.discard:
        text.append("\n")
        text.append_text(_card(view, card, look, signs))
    return text


def _adventurer(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    return shared.person(view, name, _lasting(view, f"adventurer:{name}"), look)


def _army(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    text = Text()
    for unit in view.units:
        if view.units[unit].army == name:
            text.append_text(_unit(view, unit, look, signs, is_wide))
            text.append("\n")
    return text


def _side(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    """How a side stands, where it should, and who is left of it."""
    zone = shared.zone_words(zone_of(view), "green zone")
    return shared.side(view, name, zone, attacks.health_left, look, signs)


_ON_THE_MAP: dict[str, Callable[[GameState, str, Palette, Signs, bool], Text]] = {
    "space": _space,
    "unit": _unit,
    "army": _army,
}
_TELLING: dict[str, Callable[[GameState, str, Palette, Signs], Text]] = {
    "card": _card,
    "deck": _deck,
    "adventurer": _adventurer,
    "seat": _adventurer,
    "side": _side,
}
