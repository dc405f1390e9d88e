"""How Marsh Lights is shown: the foggy marsh as a board, a track for each rival, and two panels."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text

from engine.core.cards import HIDDEN
from engine.core.grammar import counted, joined
from engine.core.hexes import Facing
from engine.core.kinds import Ask, Seat
from tests.made_up import frames, rules
from tests.made_up.content import LIGHT, STRENGTH, strength
from tests.made_up.looks import FOG, REEDS, WATER, looks
from tests.made_up.state import Fog, owner_of
from tests.made_up.words import face_of
from tui.games import Canvas, Heading, Panel, Showing, signed
from tui.look.inks import Palette, Signs
from tui.look.letters import letters_of
from tui.look.looks import Looks
from tui.widgets.lines import Block
from tui.widgets.picture import Picture, Tile, Token

FACES = letters_of({face: face for face in STRENGTH})
"""A letter for each kind of walker."""
_SKILLS = {"keeper": "worth 2 light at the end", "scout": "looks under cloaks", "brute": "", "shade": "lifts nothing"}
"""What each kind of walker is for."""
RULES: dict[type[Ask], tuple[str, ...]] = {
    frames.Arrange: ("ML-SET-01", "ML-GEN-05"),
    frames.PlaceBid: ("ML-BID-01", "ML-BID-02"),
    frames.ChooseWalker: ("ML-TRN-01", "ML-TRN-02"),
    frames.ChooseDeed: ("ML-TRN-03", "ML-TRN-04", "ML-TRN-05"),
    frames.React: ("ML-ATK-01", "ML-ATK-03", "ML-ATK-05"),
    frames.AnswerCover: ("ML-ATK-02", "ML-ATK-03", "ML-ATK-05"),
    frames.Dim: ("ML-ATK-06",),
    frames.Reroll: ("ML-ATK-04", "ML-ATK-05"),
}


class _Showing(Showing):
    looks: ClassVar[Looks] = looks

    def picture(self, view: Fog, signs: Signs) -> Picture:
        tiles = {space: _tile(view, space, signs) for space in view.ground}
        if view.tiles.cards:
            edge = dict.fromkeys(place for space in view.ground for place in view.unexplored(space))
            tiles |= {place: Tile(FOG, signs.grounds[FOG]) for place in edge}
        return Picture(tiles, edges=_water(view), is_growing=bool(view.tiles.cards))

    def spaces_of(self, view: Fog, thing: str) -> tuple[str, ...]:
        kind, _, name = thing.partition(":")
        if kind == "space":
            return (name,)
        if kind == "seat":
            return tuple(dict.fromkeys(view.walkers[walker].space for walker in view.walkers_of(name)))
        return (where,) if (where := _where(view, name)) else ()

    def things_at(self, view: Fog, space: str) -> tuple[str, ...]:
        here = [item for item in (*view.walkers, *view.stones) if _where(view, item) == space]
        walkers = [f"walker:{item}" for item in here if item in view.walkers]
        return (f"space:{space}", *walkers, *(f"item:{item}" for item in here))

    def heading(self, view: Fog) -> Heading:
        return Heading(rules.title, f"Round {view.round} of {view.rounds}")

    def tracks(self, view: Fog, look: Palette, signs: Signs, width: int) -> Text:
        wide = max(len(rules.seat_title(seat)) for seat in view.seats)
        lines = []
        for seat in view.order:
            line = Text(no_wrap=True, overflow="crop")
            line.append(f" {_letter(view, seat, signs)}{rules.seat_title(seat):<{wide}}", style=_ink(view, seat, look))
            line.append(f"  light {view.light(seat)}", style=f"bold {look.ink}")
            if any(view.faces[walker] == HIDDEN for walker in view.walkers_of(seat)):
                line.append(" and perhaps a keeper", style=look.faint)
            walkers = len(view.walkers_of(seat))
            line.append(f"  {counted(view.sparks[seat], 'spark')}  {counted(walkers, 'walker')}", style=look.faint)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)

    def panels(self) -> tuple[Panel, ...]:
        return (
            Panel("rivals", "Rivals", _rivals, words="what everybody has, as far as you know"),
            Panel("stones", "Stones", _stones, key="f", words="stones on the map, and tiles in the fog"),
        )

    def inspect(self, view: Fog, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
        kind, _, name = thing.partition(":")
        if kind == "space":
            return _space(view, name, look, is_wide)
        if kind == "seat":
            return Text("\n").join([_rival(view, name, look, signs), *_walkers(view, name, look)])
        if kind == "deck":
            return Text(f"In the fog: {counted(len(view.tiles.cards), 'tile')}.", style=look.ink)
        return _item(view, name, look)

    def rules_about(self, view: Fog, ask: Ask) -> tuple[str, ...]:
        return RULES.get(type(ask), ())

    def standing(self, view: Fog) -> dict[str, int]:
        return {rules.seat_title(seat): view.light(seat) for seat in view.seats}

    def legend(self, look: Palette, signs: Signs) -> Text:
        text = super().legend(look, signs)
        for team, seat in enumerate(rules.seat_names):
            signed(text, Text("2", style=f"bold {look.teams[team]}"), f"the second walker of {rules.seat_title(seat)}")
        for face, letter in FACES.items():
            words = ", ".join(each for each in (f"{face}: strength {STRENGTH[face]}", _SKILLS[face]) if each)
            signed(text, Text(f"{letter}2", style=f"bold {look.teams[0]}"), words)
        signed(text, Text("k2", style=f"bold underline {look.teams[0]}"), "underlined: its cloak is off, all know it")
        signed(text, Text(signs.pieces["stone"], style=f"bold {look.people}"), "a stone")
        return text


# The board


def _where(view: Fog, item: str) -> str:
    """The space of a walker or a stone on the map."""
    return view.walkers[item].space if item in view.walkers else view.stones.get(item, "")


def _ground(view: Fog, space: str) -> str:
    """The kind of a space: what its tile is called, or fog where there is none."""
    tile = view.ground.get(space, FOG).partition("-")[0]
    return tile if tile in looks.grounds else REEDS


def _water(view: Fog) -> dict[tuple[str, Facing], str]:
    """The edges that deep water lies on."""
    facings = {(here, there): view.grid.direction(here, there) for here, there in view.water}
    return {(here, facing): WATER for (here, _), facing in facings.items() if facing}


def _tile(view: Fog, space: str, signs: Signs) -> Tile:
    ground = _ground(view, space)
    return Tile(
        ground=ground,
        sign=signs.grounds[ground],
        tokens=tuple(_token(view, name, signs) for name, walker in view.walkers.items() if walker.space == space),
        people=tuple(Token(signs.pieces["stone"], -1) for where in view.stones.values() if where == space),
    )


def _token(view: Fog, name: str, signs: Signs) -> Token:
    """A walker by its number, with the letter of its face for those who know it."""
    seat, _, number = name.partition("-")
    face = view.faces[name]
    return Token(
        sign=number,
        team=view.seats.index(seat),
        strong=name in view.open,
        kind="" if face == HIDDEN else FACES[face_of(face)],
        side=_side(view, seat),
    )


def _letter(view: Fog, seat: Seat, signs: Signs) -> str:
    """The letter of a rival where colours do not tell whose a walker is."""
    return f"{_side(view, seat)} " if signs.has_sides else ""


def _side(view: Fog, seat: Seat) -> str:
    return letters_of({each: rules.seat_title(each) for each in view.seats})[seat].upper()


# Panels


def _ink(view: Fog, seat: Seat, look: Palette) -> str:
    return f"bold {look.teams[view.seats.index(seat)]}"


def _rivals(view: Fog, canvas: Canvas) -> list[Block]:
    """Everybody in the order of this round."""
    return [Block(_rival(view, seat, canvas.look, canvas.signs), f"seat:{seat}") for seat in view.order]


def _rival(view: Fog, seat: Seat, look: Palette, signs: Signs) -> Text:
    """A rival's light, sparks, walkers and lifted stones."""
    text = Text().append(f"{_letter(view, seat, signs)}{rules.seat_title(seat)}", style=_ink(view, seat, look))
    text.append(f": light {view.light(seat)}, {counted(view.sparks[seat], 'spark')}", style=look.ink)
    known = sorted(face_of(view.faces[walker]) for walker in view.walkers_of(seat) if view.faces[walker] != HIDDEN)
    hidden = len(view.walkers_of(seat)) - len(known)
    told = [*known, *([f"{hidden} cloaked"] if hidden else [])]
    text.append(f"\n{', '.join(told) or 'no walkers'}", style=look.faint)
    lifted = [view.faces[stone] for stone, who in view.lifted.items() if who == seat]
    return text.append(f"; lifted {', '.join(lifted)}" if lifted else "", style=look.lit)


def _walkers(view: Fog, seat: Seat, look: Palette) -> list[Text]:
    return [_item(view, walker, look) for walker in view.walkers_of(seat)]


def _stones(view: Fog, canvas: Canvas) -> list[Block]:
    """The stones on the map, and how many tiles are left."""
    look = canvas.look
    left = Text(f"{counted(len(view.tiles.cards), 'tile')} in the fog", style=look.ink)
    left.append(f"\n{counted(len(view.supply), 'stone')} still to come", style=look.faint)
    return [*(Block(_item(view, stone, look), f"item:{stone}") for stone in view.stones), Block(left, "deck:tiles")]


# The inspector


def _space(view: Fog, space: str, look: Palette, is_wide: bool) -> Text:
    text = Text().append(f"{space} ", style=f"bold {look.lit}")
    kind = _ground(view, space)
    text.append(kind, style=f"bold {look.ink}")
    text.append(f"{': ' if is_wide else chr(10)}{looks.grounds[kind].words}", style=look.faint)
    for item in (*view.walkers, *view.stones):
        if _where(view, item) == space:
            text.append("\n").append_text(_item(view, item, look))
    beyond = [there if here == space else here for here, there in view.water if space in (here, there)]
    return text.append(f"\ndeep water towards {joined(beyond)}" if beyond else "", style=look.edges[WATER])


def _item(view: Fog, item: str, look: Palette) -> Text:
    """A walker or a stone: where it is, and its face if it is known."""
    owner = owner_of(item)
    text = Text().append(item, style=_ink(view, owner, look) if owner else f"bold {look.people}")
    where = _where(view, item)
    text.append(f" on {where}" if where else " is gone", style=look.ink)
    face = view.faces.get(item, HIDDEN)
    if face == HIDDEN:
        return text.append(", cloaked" if owner else ", face down", style=look.faint)
    worth = f"strength {strength(face)}" if owner else f"{LIGHT[face]} light"
    return text.append(f", {face_of(face)}, {worth}", style=look.lit if item in view.open else look.ink)


showing = _Showing(rules)
