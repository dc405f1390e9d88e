"""What the table screen asks of Dawn of Peacemakers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from rich.text import Text

from engine.core.kinds import Ask, Move
from engine.games.dawn_of_peacemakers import rules, strikes
from engine.games.dawn_of_peacemakers.facts import OrderBegan, OrderTurned
from engine.games.dawn_of_peacemakers.state import GameState
from engine.games.dawn_of_peacemakers.status import turn_order
from engine.games.dawn_of_peacemakers.words import phase_words
from engine.peacemakers.words import FACING_CODES, adventurer, possessive, unit_name
from tui.games.base import Heading, Panel, Showing
from tui.games.dawn_of_peacemakers import aims, asked, board, hand, inspect, legend, panels, threats, watching
from tui.games.dawn_of_peacemakers.looks import looks
from tui.look.inks import Palette, Signs
from tui.look.looks import Looks
from tui.peacemakers import board as shared
from tui.peacemakers import tracks
from tui.widgets.picture import Card, Picture

PHASES = ("adventurers", "armies", "status")


class _Showing(Showing):
    looks: ClassVar[Looks] = looks
    ends_phase: ClassVar[tuple[str, str]] = ("The armies act now", "Let them act")
    passes_in_turn: ClassVar[bool] = True
    by_itself: ClassVar[str] = "armies act"
    zone_title: ClassVar[str] = "ready to withdraw"

    def picture(self, view: GameState, signs: Signs) -> Picture:
        return board.picture(view, signs)

    def spaces_of(self, view: GameState, thing: str) -> tuple[str, ...]:
        return shared.spaces_of(view, thing)

    def things_at(self, view: GameState, space: str) -> tuple[str, ...]:
        return shared.things_at(view, space)

    def threats(self, view: GameState) -> dict[str, str]:
        return threats.threats(view)

    def aims(self, view: GameState, space: str) -> tuple[str, ...]:
        return threats.aims(view, space)

    def ways(self, view: GameState, ask: Ask, seat: str) -> dict[str, tuple[Move, ...]]:
        return asked.ways(view, ask, seat)

    def heading(self, view: GameState) -> Heading:
        place = PHASES.index(phase_words(view) or PHASES[0])
        night = ", night" if view.night else ""
        return Heading(view.box.scene.file.title, f"Round {view.round}{night}", PHASES, place)

    def turn_order(self, view: GameState) -> tuple[str, ...]:
        return turn_order(view) if view.first else ()

    def tracks(self, view: GameState, look: Palette, signs: Signs, width: int) -> Text:
        titles = panels.short_titles(view, signs)
        return tracks.tracks(view, titles, panels.zone_of(view), strikes.health_left, look, signs, width)

    def panels(self) -> tuple[Panel, ...]:
        return (
            Panel("orders", "Orders", panels.orders, words="ploys and tasks of the armies", least=11),
            Panel("aims", "Aims", aims.aims, key="a", words="how it ends, agendas, events, cards in play"),
        )

    def hand(self, view: GameState, seat: str) -> tuple[Card, ...]:
        return hand.hand(view, seat)

    def inspect(self, view: GameState, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
        return inspect.inspect(view, thing, look, signs, is_wide=is_wide)

    def letter(self, move: Move) -> str:
        return asked.letter(move)

    def leads(self, view: GameState, ask: Ask) -> Literal["", "board", "hand"]:
        return asked.leads(view, ask)

    def warns_of(self, view: GameState, ask: Ask, move: Move) -> tuple[str, str] | None:
        return asked.warns_of(view, ask, move)

    def passing(self, ask: Ask) -> str:
        return asked.passing(ask)

    def in_signs(self, words: str, signs: Signs) -> str:
        for facing, code in FACING_CODES.items():
            words = words.replace(f"({code})", f"({signs.arrows[facing]})")
        return words

    def rules_about(self, view: GameState, ask: Any) -> tuple[str, ...]:
        return asked.rules_about(ask)

    def told_aims(self, view: GameState) -> tuple[str, ...]:
        return tuple(aims.end_lines(view))

    def acting(self, fact: Any) -> str:
        return fact.army if isinstance(fact, OrderBegan) else ""

    def turned(self, fact: Any) -> str:
        return fact.deck if isinstance(fact, OrderTurned) else ""

    def goes_with(self, step: Sequence[Any], fact: Any) -> Literal["", "shown", "told"]:
        return watching.goes_with(step, fact)

    def says_nothing(self, fact: Any) -> bool:
        return isinstance(fact, watching.SILENT)

    def is_automatic(self, fact: Any) -> bool:
        return isinstance(fact, watching.OPENING)

    def standing(self, view: GameState) -> dict[str, int]:
        titles = view.box.scene.side_titles
        return {titles[side]: value for side, value in view.motivation.items()}

    def zone(self, view: GameState) -> tuple[int, int] | None:
        return view.box.scene.file.withdraw

    def foretold(self, now: GameState, ends: list[GameState], look: Palette, signs: Signs) -> Text:
        return tracks.foretold(now, ends, panels.zone_of(now), look, signs)

    def legend(self, look: Palette, signs: Signs) -> Text:
        return legend.legend(look, signs)

    def ending(self, view: GameState) -> tuple[str, ...]:
        fallen = [unit_name(view, name) for name in view.fallen]
        lines = [f"Fallen: {', '.join(fallen)}." if fallen else "Fallen units: none."]
        named = {"": view.shared_agenda} if view.shared_agenda else {}
        for seat, name in {**named, **view.agendas}.items():
            whose = f"{possessive(adventurer(seat))} agenda" if seat else "The shared agenda"
            met = "met" if seat in view.met else "not met"
            lines.append(f"{whose}, {view.box.agendas[name].title}: {met}.")
        return tuple(lines)


showing = _Showing(rules)
