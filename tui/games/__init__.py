"""How each game is shown: found by folder, like the games themselves, and loaded when a table needs it."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Sequence
from typing import Any, Literal, Protocol

from rich.text import Text

from engine import registry
from engine.core.kinds import Ask, Move
from tui.look.inks import Palette, Signs
from tui.widgets.lines import Block
from tui.widgets.picture import Card, Picture


class Showing(Protocol):
    """What a game supplies to the table screen: its board and its panels, drawn from a view and nothing else."""

    def picture(self, view: Any, signs: Signs) -> Picture:
        """The board."""

    def spaces_of(self, view: Any, thing: str) -> tuple[str, ...]:
        """Where on the board a thing is, such as ``unit:macaw-2``; nothing for what is not there."""

    def spoken_of(self, view: Any, thing: str, turned: Collection[str] = ()) -> tuple[str, ...]:
        """The spaces that the words of a thing speak of, such as a place that an order names."""

    def threats(self, view: Any) -> dict[str, str]:
        """Spaces on which something is about to fall as things stand, each with a figure of one letter."""

    def aims(self, view: Any, space: str) -> tuple[str, ...]:
        """The spaces at which the pieces of a space aim, and those where they would go."""

    def things_at(self, view: Any, space: str) -> tuple[str, ...]:
        """What can be pointed at by pointing at a space: the space itself and everything that stands there."""

    def strengths(self, seat: str) -> str:
        """What one who takes this seat is good at, in a sentence or two."""

    def heading(self, view: Any) -> tuple[str, str, tuple[str, ...], int]:
        """Title, round, the phases of a round, and which of them it is."""

    def tracks(self, view: Any, look: Palette, signs: Signs, width: int) -> Text:
        """How things stand, in a line or two."""

    def orders(
        self,
        view: Any,
        look: Palette,
        signs: Signs,
        acting: str = "",
        *,
        turned: Collection[str] = (),
        is_wide: bool = False,
    ) -> list[Block]:
        """The decks that everybody looks at, beginning with that of whoever acts; their keys are things.

        Decks whose cards were turned just now show these.
        """

    def acting(self, fact: Any) -> str:
        """Who begins to act by a fact that belongs to the automatic part of a round; empty for most."""

    def turned(self, fact: Any) -> str:
        """The deck from which a fact turns the card that is about to be carried out; empty for most."""

    def hand(self, view: Any, seat: str) -> tuple[Card, ...]:
        """The cards that a seat holds, as far as this view shows them."""

    def inspect(self, view: Any, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
        """Everything worth knowing of a thing; where there is width, its parts stand side by side."""

    def ways(self, view: Any, ask: Ask, seat: str) -> dict[str, tuple[Move, ...]]:
        """How a seat gets to spaces that take several moves, each made by itself; nothing for most questions."""

    def letter(self, move: Move) -> str:
        """The key that a move has in every list, whatever else is there; most have none, and are numbered."""

    def in_signs(self, words: str, signs: Signs) -> str:
        """What was told in letters alone, with the signs of the board where it means them."""

    def rules_about(self, view: Any, ask: Any) -> tuple[str, ...]:
        """The ids of the rules of the rulebook that a question is about."""

    def goes_with(self, step: Sequence[Any], fact: Any) -> Literal["", "shown", "told"]:
        """How a fact belongs to the step of these facts: not at all, shown with it, or told with it as well."""

    def says_nothing(self, fact: Any) -> bool:
        """Whether a fact is no step of what plays by itself: the one after it tells all of it."""

    def is_automatic(self, fact: Any) -> bool:
        """Whether a fact opens a part of the round that plays by itself."""

    def standing(self, view: Any) -> dict[str, int]:
        """The figures that a chart follows round by round, by title."""

    def fallen(self, view: Any) -> tuple[str, ...]:
        """Who fell, by name."""

    def zone(self, view: Any) -> tuple[int, int]:
        """From where to where these figures have to be for the win."""

    def foretold(self, now: Any, ends: list[Any], look: Palette, signs: Signs) -> Text:
        """What several imagined ends of the round have in common and where they differ."""

    def legend(self, look: Palette, signs: Signs) -> Text:
        """Every sign of the board and of the panels, as it is drawn, and what it says."""


def showing(game: str) -> Showing:
    """How a game is shown; an added game has a module `showing` in its package."""
    package = registry.package_of(game)
    own = package.startswith(registry.OWN)
    module = f"tui.games.{package.removeprefix(registry.OWN)}" if own else f"{package}.showing"
    found: Showing = importlib.import_module(module).showing
    return found
