"""What the inspector says of a thing: a space and who stands there, a unit, a card, a deck."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from engine.games.horrors_of_war import attacks, movement
from engine.games.horrors_of_war.content import Terrain
from engine.games.horrors_of_war.library import library
from engine.games.horrors_of_war.selection import units_in
from engine.games.horrors_of_war.state import HORROR, GameState
from engine.games.horrors_of_war.words_names import (
    adventurer,
    card_name,
    counted,
    deck_name,
    known_horrors,
    known_secrets,
    order_half,
    order_words,
    places_of,
    rows_words,
    scene_of,
    thing_name,
    unit_name,
    until_words,
)
from tui.games.horrors_of_war.board import ground_of, team_of
from tui.games.horrors_of_war.panels import RESOURCES
from tui.looks import Palette, Signs


def inspect(view: GameState, thing: str, look: Palette, signs: Signs) -> Text:
    """Everything worth knowing of a thing."""
    kind, _, name = thing.partition(":")
    telling = _TELLING.get(kind)
    text = telling(view, name, look, signs) if telling else Text(thing_name(view, thing))
    text.rstrip()
    return text


def _space(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    terrain = scene_of(view).board.terrain.get(name)
    text = Text()
    if terrain is None:
        return text
    text.append(f"{name} ", style=f"bold {look.lit}")
    text.append(f"{signs.grounds[ground_of(terrain)]} {terrain.name}", style=f"bold {look.ink}")
    walls = view.fortifications.get(name, 0)
    if walls:
        text.append(f"  {signs.wall}{walls}", style=f"bold {look.ink}")
        text.append(f" {counted(walls, 'fortification').partition(' ')[2]}", style=look.faint)
    areas = [area for area in scene_of(view).named.get(name, ()) if area != terrain.name]
    if areas:
        text.append(f"\nPart of the {' and the '.join(areas)}.", style=look.ink)
    for line in space_notes(terrain):
        text.append(f"\n{line}", style=look.faint)
    for unit in units_in(view, name):
        text.append("\n")
        text.append_text(_unit(view, unit, look, signs))
    people = [adventurer(seat) for seat, where in view.figures.items() if where == name]
    if people:
        text.append(f"\n{', '.join(people)}", style=f"bold {look.people}")
    return text


def space_notes(terrain: Terrain) -> list[str]:
    """What a space does."""
    notes = []
    if terrain.impassable:
        notes.append("Nobody can enter.")
    if terrain.stealth:
        notes.append("Stealth: enemies hit units here only from next to them.")
    if terrain.water:
        notes.append("Water: it cannot be fortified.")
    if terrain.defence:
        notes.append(f"{terrain.defence} more defence for units here.")
    if terrain.motivation:
        notes.append(f"{terrain.motivation} motivation for a side with a unit here.")
    if terrain.height:
        notes.append(f"Height {terrain.height}.")
    if terrain.start:
        notes.append("The adventurers start here.")
    return notes


def _unit(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    """Name, facing and statistics; why it has stealth; whom it would attack now."""
    text = Text()
    if name not in view.units:
        if name in view.fallen:
            text.append(f"{unit_name(view, name)} is defeated.", style=look.bad)
        return text
    unit = view.units[name]
    kind = library().units[unit.type]
    text.append(
        f"{signs.groups[unit.group]}{signs.arrows[movement.front(view, unit)]} ", style=_team(view, unit.army, look)
    )
    text.append(unit_name(view, name), style=f"bold {_team(view, unit.army, look)}")
    if kind.leader:
        text.append(" leader", style=f"bold {look.lit}")
    text.append(
        f"\nhealth {attacks.health_left(view, name)}/{kind.health}", style=look.wound if unit.damage else look.ink
    )
    text.append(
        f" offence {attacks.offence(view, name)}\nrange {kind.range} defence {attacks.defence(view, name)}",
        style=look.ink,
    )
    if signs.is_ascii:  # there are no arrows that say it by themselves
        text.append(f"\nfaces {movement.front(view, unit)}", style=look.ink)
    if kind.text:
        text.append(f"\n{kind.text}", style=look.faint)
    if attacks.has_stealth(view, name):
        why = "by nature" if kind.stealth else f"from the {scene_of(view).board.terrain[unit.space].name}"
        text.append(f"\nstealth {why}", style=look.faint)
    text.append_text(_intent(view, name, look))
    for each in view.ongoing:
        if each.on in (f"unit:{name}", f"army:{unit.army}"):
            text.append(f"\n{card_name(each.card)} {until_words(each.until)}", style=look.wound)
    return text


def _intent(view: GameState, name: str, look: Palette) -> Text:
    """Whom a unit would attack as things stand."""
    found = attacks.target_space(view, name)
    if attacks.is_pacified(view, name):
        return Text("\ndoes not attack now", style=look.faint)
    if found is None:
        return Text("\nnobody in range", style=look.faint)
    space, names = found
    weakest = attacks.weakest(view, names)
    who = unit_name(view, weakest[0]) if len(weakest) == 1 else f"one of {len(weakest)}"
    return Text(f"\nwould attack {who} on {space}", style=look.ink)


def _team(view: GameState, army: str, look: Palette) -> str:
    return look.teams[team_of(view, army)]


def _card(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    shelf = library()
    text = Text()
    if name in shelf.resources:
        card = shelf.resources[name]
        text.append(card.title, style=f"bold {look.lit}")
        rows = {use: card.rows[use] for use in shelf.uses[name] if use != "scheme"}
        text.append(f"\n{rows_words(rows)}", style=look.ink)
        text.append(f"\n{card.scheme.text}", style=look.ink)
        text.append(f"\n{adventurer(card.scheme.bonus.adventurer)}: {card.scheme.bonus.text}", style=look.good)
    elif name in shelf.horrors:
        text.append(card_name(name), style=f"bold {look.bad}")
        text.append(f"\n{shelf.horrors[name].text}", style=look.ink)
    elif name in shelf.left or name in shelf.right:
        text.append(order_words(name), style=f"bold {look.lit}")
        text.append(f"\n{order_half(name).text}", style=look.ink)
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
        text.append(_horrors_in(view), style=look.bad)
    elif known_secrets(deck):
        text.append(f"\n{known_secrets(deck)}", style=look.marked)
    text.append(f"\n\n{len(deck.discard)} discarded{', the newest first' * (len(deck.discard) > 1)}", style="bold")
    for card in deck.discard:
        text.append("\n")
        text.append_text(_card(view, card, look, signs))
    return text


def _horrors_in(view: GameState) -> str:
    """HOW-GEN-10, HOW-GEN-19: where horrors lie in the resource deck, as far as everybody saw it."""
    on_top = "A HORROR lies on top." if view.resources.cards[:1] == (HORROR,) else ""
    return "".join(f"\n{words}" for words in (on_top, known_horrors(view)) if words)


def _adventurer(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    text = Text()
    if name not in view.figures:
        return text
    text.append(adventurer(name), style=f"bold {look.people}")
    text.append(f" on {view.figures[name]}, {counted(len(view.hands[name]), 'card')}", style=look.ink)
    for each in view.ongoing:
        if each.on == f"adventurer:{name}":
            text.append(f"\n{card_name(each.card)} {until_words(each.until)}", style=look.wound)
    return text


def _army(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    text = Text()
    for unit in view.units:
        if view.units[unit].army == name:
            text.append_text(_unit(view, unit, look, signs))
            text.append("\n")
    return text


_TELLING: dict[str, Callable[[GameState, str, Palette, Signs], Text]] = {
    "space": _space,
    "unit": _unit,
    "card": _card,
    "deck": _deck,
    "adventurer": _adventurer,
    "army": _army,
}
