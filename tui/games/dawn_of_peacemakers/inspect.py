"""What the inspector says of a thing: a space and who stands there, a unit, a card, a deck, an aim."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.text import Text

from engine.core.cards import HIDDEN
from engine.games.dawn_of_peacemakers import strikes
from engine.games.dawn_of_peacemakers.state import GameState
from engine.games.dawn_of_peacemakers.words.names import (
    BACKS,
    card_name,
    deck_name,
    ongoing_words,
    order_text,
    order_words,
    rows_words,
    thing_name,
)
from engine.peacemakers.battlefield import in_group
from engine.peacemakers.ongoing import is_under
from engine.peacemakers.words import capitalized, counted
from tui.games.base import Canvas
from tui.games.dawn_of_peacemakers import aims, board, threats
from tui.games.dawn_of_peacemakers.panels import zone_of
from tui.look.inks import Palette, Signs
from tui.peacemakers import inspect as shared

_STAYS = {
    "rooted": "nothing moves it",
    "held": "held by a scheme",
    "edge": "the map ends there",
    "impassable": "impassable ground",
    "enemy": "blocked by an enemy",
    "swap": "blocked by an enemy",
    "farther": "stays, for it would come closer to nobody",
}
"""Why a unit would not move, in words."""


def inspect(view: GameState, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
    """Everything worth knowing of a thing; where there is width, its parts stand side by side."""
    kind, _, name = thing.partition(":")
    if kind in _ON_THE_MAP:
        text = _ON_THE_MAP[kind](view, name, look, signs, is_wide)
    else:
        telling = _TELLING.get(kind)
        text = telling(view, name, look, signs) if telling else Text(thing_name(view, thing))
    text.rstrip()
    return text


def _space(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    terrain = view.box.scene.board.terrain.get(name)
    if terrain is None:
        return Text()

    def unit(each: str) -> Text:
        return _unit(view, each, look, signs, is_wide)

    notes = [terrain.text] if terrain.text else []
    return shared.space(view, name, board.ground_of(terrain), notes, unit, look, signs, is_wide=is_wide)


def _unit(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    """Name, frontline and statistics; whom it would strike and where it would go; what it has besides."""
    if name not in view.units:
        return shared.fallen(view, name, look)
    unit = view.units[name]
    figures = shared.Figures(
        strikes.health_left(view, name),
        strikes.offence(view, name),
        strikes.reach(view, name),
        strikes.defence(view, name),
    )
    told = [*_intent(view, name, look, signs), *_why(view, name, look)]
    lasting = _lasting(view, f"unit:{name}", f"army:{unit.army}")
    return shared.unit(view, name, board.front(view, unit), figures, told, lasting, look, signs, is_wide=is_wide)


def _lasting(view: GameState, *things: str) -> list[str]:
    """The cards that stay in play beside these things, with what they do."""
    return [f"{card_name(view, each.card)}: {ongoing_words(view, each)}" for each in view.ongoing if each.on in things]


def _intent(view: GameState, name: str, look: Palette, signs: Signs) -> Iterator[Text]:
    """Whom a unit would strike as things stand, with what damage, and where it would go."""
    targets = strikes.aims(view, name)
    if targets:
        yield shared.aim(view, targets, lambda target: _hit(view, name, target), look)
    elif is_under(view, "pacify", name):
        yield Text("does not strike now", style=look.faint)
    else:
        yield Text("nobody in range", style=look.faint)
    faces = f" ({board.front(view, view.units[name])})" if signs.is_ascii else ""  # no arrow says it by itself
    stays = _STAYS.get(threats.stays_for(view, name), "")
    yield Text(f"move{faces}: {stays or threats.goes_to(view, name)}", style=look.faint)


def _hit(view: GameState, name: str, target: str) -> str:
    return shared.hit_words(strikes.damage_alone(view, name, target), strikes.health_left(view, target))


def _why(view: GameState, name: str, look: Palette) -> Iterator[Text]:
    """Rank, injury, keywords, and where further defence comes from."""
    unit = view.units[name]
    kind = view.box.units[unit.type]
    words = [f"rank {kind.rank}"]
    words += ["injured"] if 2 * unit.damage >= kind.health else []
    words += ["guard: enemies must strike it first"] if strikes.has_guard(view, name) else []
    words += ["swift: moves 2 spaces"] if kind.swift else []
    words += [f"pierces {counted(kind.pierce, 'fortification')}"] if kind.pierce else []
    yield Text(", ".join(words), style=look.faint)
    if strikes.has_stealth(view, name):
        yield shared.stealth(view, name, look)
    yield from shared.defence(view, name, strikes.defence(view, name), look)
    if view.night and strikes.reach(view, name) < kind.range:
        yield Text(f"range {kind.range}, less at night", style=look.faint)


def _card(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    box, text = view.box, Text()
    if name in box.resources:
        card = box.resources[name]
        text.append(card_name(view, name), style=f"bold {look.lit}")
        text.append(f"\n{rows_words(card.rows)}", style=look.ink)
        text.append(f"\n{card.scheme.text}", style=look.ink)
        for words in (ongoing_words(view, each) for each in view.ongoing if each.card == name):
            text.append(f"\n{capitalized(words)}.", style=look.wound)
    elif name in box.ploys or name in box.tasks:
        text.append(order_words(view, name), style=f"bold {look.lit}")
        text.append(f"\n{order_text(view, name)}", style=look.ink)
    return text


def _deck(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    """How many cards lie in a deck, which of them this seat knows, and all that were discarded, with their texts."""
    deck = view.resources if name == aims.RESOURCES else view.orders.get(name)
    if deck is None:
        return Text()
    title = "the resource deck" if name == aims.RESOURCES else deck_name(view, name)
    text = Text().append(capitalized(title), style=f"bold {look.lit}")
    text.append(f"\n{counted(len(deck.cards), 'card')}, face down", style=f"{look.ink}")
    for place, card in enumerate(deck.cards):
        if card != HIDDEN and card not in BACKS:
            text.append(f"\n{'On top' if not place else f'{place + 1} from the top'}: ", style=f"{look.faint}")
            text.append_text(_card(view, card, look, signs))
    text.append(f"\n\n{len(deck.discard)} discarded{', the newest first' * (len(deck.discard) > 1)}", style="bold")
    for card in deck.discard:
        text.append("\n")
        text.append_text(_card(view, card, look, signs))
    return text


def _adventurer(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    text = shared.person(view, name, _lasting(view, f"adventurer:{name}"), look)
    if name == view.first:
        text.append("\nhas the starting player token", style=look.faint)
    return text


def _army(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    text = Text()
    for unit in view.units:
        if view.units[unit].army == name:
            text.append_text(_unit(view, unit, look, signs, is_wide))
            text.append("\n")
    return text


def _group(view: GameState, name: str, look: Palette, signs: Signs, is_wide: bool) -> Text:
    army, _, group = name.partition(".")
    units = (_unit(view, unit, look, signs, is_wide) for unit in in_group(view, army, group))
    return Text("\n").join(units)


def _side(view: GameState, name: str, look: Palette, signs: Signs) -> Text:
    zone = shared.zone_words(zone_of(view), "ready to withdraw")
    text = shared.side(view, name, zone, strikes.health_left, look, signs)
    return text.append(f"\nadvances {view.fronts[name]}", style=look.faint) if name in view.fronts else text


def _aim(view: GameState, name: str, look: Palette, signs: Signs, kind: str) -> Text:
    found = (block.text for block in aims.aims(view, Canvas(look, signs)) if block.key == f"{kind}:{name}")
    return next(found, Text())


_ON_THE_MAP: dict[str, Callable[[GameState, str, Palette, Signs, bool], Text]] = {
    "space": _space,
    "unit": _unit,
    "army": _army,
    "group": _group,
}
_TELLING: dict[str, Callable[[GameState, str, Palette, Signs], Text]] = {
    "card": _card,
    "deck": _deck,
    "adventurer": _adventurer,
    "seat": _adventurer,
    "side": _side,
    "end": lambda view, name, look, signs: _aim(view, name, look, signs, "end"),
    "agenda": lambda view, name, look, signs: _aim(view, name, look, signs, "agenda"),
    "event": lambda view, name, look, signs: _aim(view, name, look, signs, "event"),
}
