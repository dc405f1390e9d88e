"""What the table screen asks of Horrors of War."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Literal

from rich.text import Text

from engine.core.kinds import Ask, Move
from engine.games.horrors_of_war import attacks, rules
from engine.games.horrors_of_war.facts import ArmyPhaseBegan, OrderBegan, OrderTurned
from engine.games.horrors_of_war.state import GameState
from engine.games.horrors_of_war.words.names import FACING_CODES, PHASES, phase_words, scene_of, unit_name
from tui.games.base import Canvas, Heading, Panel, Showing
from tui.games.horrors_of_war import asked, board, inspect, legend, panels, threats, watching
from tui.games.horrors_of_war.looks import looks
from tui.look.inks import Palette, Signs
from tui.look.looks import Looks
from tui.peacemakers import board as shared
from tui.peacemakers import tracks
from tui.widgets.lines import Block
from tui.widgets.picture import Card, Picture

STRENGTHS = {
    "tambatro": "Protects and mends: takes more damage off the wounded, builds more walls, draws a card on the side.",
    "nabo": "Moves and dares: goes further, leads units along, and throws the die a second time.",
    "akezan": "Talks and misleads: turns units around, muddles orders, and talks a proud side down.",
    "yainar": "Knows and foresees: reveals more orders, puts them in a better order, brings cards back.",
}


class _Showing(Showing):
    looks: ClassVar[Looks] = looks
    ends_phase: ClassVar[tuple[str, str]] = ("The armies act now", "Let them act")
    by_itself: ClassVar[str] = "armies act"
    zone_title: ClassVar[str] = "green zone"

    def picture(self, view: GameState, signs: Signs) -> Picture:
        return board.picture(view, signs)

    def spaces_of(self, view: GameState, thing: str) -> tuple[str, ...]:
        return shared.spaces_of(view, thing)

    def spoken_of(self, view: GameState, thing: str, turned: Collection[str] = ()) -> tuple[str, ...]:
        kind, _, name = thing.partition(":")
        return panels.spoken_of(view, name, turned) if kind == "deck" else ()

    def threats(self, view: GameState) -> dict[str, str]:
        return threats.threats(view)

    def aims(self, view: GameState, space: str) -> tuple[str, ...]:
        return threats.aims(view, space)

    def things_at(self, view: GameState, space: str) -> tuple[str, ...]:
        return shared.things_at(view, space)

    def heading(self, view: GameState) -> Heading:
        place = PHASES.index(phase_words(view) or PHASES[0])
        return Heading(scene_of(view).file.title, f"Round {view.round}", PHASES, place)

    def tracks(self, view: GameState, look: Palette, signs: Signs, width: int) -> Text:
        zone, titles = panels.zone_of(view), scene_of(view).side_titles
        return tracks.tracks(view, titles, zone, attacks.health_left, look, signs, width)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("orders", "Orders", _orders, words="order decks"),)

    def hand(self, view: GameState, seat: str) -> tuple[Card, ...]:
        return panels.hand(view, seat)

    def inspect(self, view: GameState, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
        return inspect.inspect(view, thing, look, signs, is_wide=is_wide)

    def ways(self, view: GameState, ask: Ask, seat: str) -> dict[str, tuple[Move, ...]]:
        return asked.ways(view, ask, seat)

    def letter(self, move: Move) -> str:
        return asked.letter(move)

    def in_signs(self, words: str, signs: Signs) -> str:
        for facing, code in FACING_CODES.items():
            words = words.replace(f"({code})", f"({signs.arrows[facing]})")
        return words

    def acting(self, fact: Any) -> str:
        return fact.army if isinstance(fact, OrderBegan) else ""

    def turned(self, fact: Any) -> str:
        return fact.deck if isinstance(fact, OrderTurned) else ""

    def rules_about(self, view: GameState, ask: Any) -> tuple[str, ...]:
        return asked.rules_about(view, ask)

    def goes_with(self, step: Sequence[Any], fact: Any) -> Literal["", "shown", "told"]:
        return watching.goes_with(step, fact)

    def says_nothing(self, fact: Any) -> bool:
        return isinstance(fact, watching.SILENT)

    def is_automatic(self, fact: Any) -> bool:
        return isinstance(fact, ArmyPhaseBegan)

    def standing(self, view: GameState) -> dict[str, int]:
        titles = scene_of(view).side_titles
        return {titles[side]: value for side, value in view.motivation.items()}

    def foretold(self, now: GameState, ends: list[GameState], look: Palette, signs: Signs) -> Text:
        return tracks.foretold(now, ends, panels.zone_of(now), look, signs)

    def legend(self, look: Palette, signs: Signs) -> Text:
        return legend.legend(look, signs)

    def ending(self, view: GameState) -> tuple[str, ...]:
        fallen = [unit_name(view, name) for name in view.fallen]
        return (f"Fallen: {', '.join(fallen)}." if fallen else "Fallen units: none.",)

    def zone(self, view: GameState) -> tuple[int, int] | None:
        return panels.green_zone(view)

    def strengths(self, seat: str) -> str:
        return STRENGTHS.get(seat, "")


def _orders(view: GameState, canvas: Canvas) -> list[Block]:
    return [*panels.orders(view, canvas), *panels.piles(view, canvas.look)]


showing = _Showing(rules)
