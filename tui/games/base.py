"""What a game supplies to the screens: a base class whose defaults show any game, so that a small one needs a picture.

A method that a game leaves out is a part that its table does not have: `has` tells which parts are there, and the
screens offer no key, tab or page for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
from rich.text import Text

from engine.core.kinds import Ask, Move, Seat
from engine.core.rules import Rules
from tui.look.inks import Palette, Signs
from tui.look.looks import Looks
from tui.widgets.lines import Block
from tui.widgets.picture import Card, Picture

Part = Literal["hand", "threats", "foretold", "standing", "zone", "panels", "rules_about", "picture"]
"""A part of a table that only some games have, by the method that draws it."""


class Heading(NamedTuple):
    """Where a game stands: a title, the round, the phases of a round, and the index of the current one."""

    title: str
    round: str = ""
    phases: tuple[str, ...] = ()
    place: int = 0


class Canvas(msgspec.Struct, frozen=True):
    """What a panel is drawn with."""

    look: Palette
    signs: Signs
    acting: str = ""
    """Who acts by itself now, as `Showing.acting` named it."""
    turned: frozenset[str] = frozenset()
    """The decks whose cards were turned in the move that is shown, as `Showing.turned` named them."""
    is_wide: bool = False
    """Whether the panel is as wide as the screen, so that parts can stand side by side."""


class Panel(msgspec.Struct, frozen=True):
    """A list beside the board that is special to a game; the keys of its blocks are things, such as `deck:tiles`."""

    name: str
    """Its id, for settings and style sheets."""
    title: str
    draw: Callable[[Any, Canvas], list[Block]]
    key: str = ""
    """A key of its own; the first panel has one anyway, which goes from panel to panel."""
    words: str = ""
    """What the help says of it."""
    least: int = 8
    """Lines that it needs beside the board; where there are fewer, the game's panels share one place."""


class Showing:
    """How one game is shown, from a view and nothing else."""

    looks: ClassVar[Looks] = Looks()
    """The game's own grounds, signs and team colours."""
    ends_phase: ClassVar[tuple[str, str]] = ("The phase ends now", "End it")
    """What happens when the last seat passes, and the answer that lets it happen."""
    passes_in_turn: ClassVar[bool] = False
    """Whether passing ends one's own turn only, so that the key for it passes for nobody else."""
    by_itself: ClassVar[str] = "the game acts"
    """What happens while part of a round plays by itself, after "while" and "when"."""

    def __init__(self, rules: Rules[Any]) -> None:
        """Show a game by what its rules tell, where it tells no more itself."""
        self.rules = rules

    def has(self, part: Part) -> bool:
        """Whether the game has a part: its own class says something about it."""
        return getattr(type(self), part) is not getattr(Showing, part)

    # The board

    def picture(self, view: Any, signs: Signs) -> Picture:
        """The board; a game without one has only panels."""
        return Picture({})

    def spaces_of(self, view: Any, thing: str) -> tuple[str, ...]:
        """Where on the board a thing is, such as ``walker:jade-2`` or ``seat:jade``; nothing for what is not there."""
        kind, _, name = thing.partition(":")
        return (name,) if kind == "space" else ()

    def spoken_of(self, view: Any, thing: str, turned: Collection[str] = ()) -> tuple[str, ...]:
        """The spaces that the words of a thing speak of, such as a place that a card names."""
        return ()

    def things_at(self, view: Any, space: str) -> tuple[str, ...]:
        """What can be pointed at by pointing at a space: the space itself and everything that stands there."""
        return (f"space:{space}",)

    def threats(self, view: Any) -> dict[str, str]:
        """Spaces on which something is about to fall as things stand, each with a figure of one letter."""
        return {}

    def aims(self, view: Any, space: str) -> tuple[str, ...]:
        """The spaces at which the pieces of a space aim, and those where they would go."""
        return ()

    def ways(self, view: Any, ask: Ask, seat: Seat) -> dict[str, tuple[Move, ...]]:
        """How a seat gets to spaces that take several moves, each made by itself; nothing for most questions."""
        return {}

    def leads(self, view: Any, ask: Ask) -> Literal["", "board", "hand"]:
        """Where the answer is looked for first: on the board although a card of the hand would be one as well, or at
        the first card of the hand that is an answer; mostly wherever one is.
        """
        return ""

    # Above the board

    def heading(self, view: Any) -> Heading:
        """Where the game stands."""
        phase = self.rules.phase_of(view)
        return Heading(self.rules.title, f"Round {self.rules.round_of(view)}", (phase,) if phase else ())

    def turn_order(self, view: Any) -> tuple[Seat, ...]:
        """The seats in the order of their turns in this round, the first player first; nothing if there is none."""
        return ()

    def tracks(self, view: Any, look: Palette, signs: Signs, width: int) -> Text:
        """How things stand, in any number of lines; by default one line with the figures of `standing`."""
        text = Text(no_wrap=True, overflow="crop")
        for place, (title, value) in enumerate(self.standing(view).items()):
            text.append(f" {title} ", style=f"bold {look.teams[place % len(look.teams)]}")
            text.append(f"{value} ", style=look.ink)
        return text

    # Beside and below it

    def panels(self) -> tuple[Panel, ...]:
        """The game's own panels, such as decks, quests or player boards."""
        return ()

    def hand(self, view: Any, seat: Seat) -> tuple[Card, ...]:
        """The cards that a seat holds, as far as this view shows them."""
        return ()

    def inspect(self, view: Any, thing: str, look: Palette, signs: Signs, *, is_wide: bool = False) -> Text:
        """Everything worth knowing of a thing; where there is width, its parts stand side by side."""
        return Text(thing.partition(":")[2], style=f"bold {look.ink}")

    # Words and keys

    def letter(self, move: Move) -> str:
        """The key that a move has in every list, whatever else is there; most have none, and are numbered.

        Where several moves concern what is pointed at, Enter makes the only one without a letter.
        """
        return ""

    def warns_of(self, view: Any, ask: Ask, move: Move) -> tuple[str, str] | None:
        """What a move does that is easily done by mistake, and the answer that lets it happen; nothing for most."""
        return self.ends_phase if move.passes and len(ask.seats) == 1 else None

    def passing(self, ask: Ask) -> str:
        """What passing is called in a question, if it is more than the end of a phase."""
        return ""

    def in_signs(self, words: str, signs: Signs) -> str:
        """What was told in letters alone, with the signs of the board where it means them."""
        return words

    def rules_about(self, view: Any, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules of the rulebook that a question is about."""
        return ()

    def told_aims(self, view: Any) -> tuple[str, ...]:
        """How the game can end, for the page with the story."""
        return ()

    def strengths(self, seat: Seat) -> str:
        """What one who takes this seat is good at, in a sentence or two."""
        return ""

    # What plays by itself

    def is_automatic(self, fact: Any) -> bool:
        """Whether a fact opens a part of the round that plays by itself."""
        return False

    def acting(self, fact: Any) -> str:
        """Who begins to act by a fact that belongs to the automatic part of a round; empty for most."""
        return ""

    def turned(self, fact: Any) -> str:
        """The deck from which a fact turns the card that is about to be carried out; empty for most."""
        return ""

    def goes_with(self, step: Sequence[Any], fact: Any) -> Literal["", "shown", "told"]:
        """How a fact belongs to the step of these facts: not at all, shown with it, or told with it as well."""
        return ""

    def says_nothing(self, fact: Any) -> bool:
        """Whether a fact is no step of what plays by itself: the one after it tells all of it."""
        return False

    # How it stands, may go on, and ended

    def standing(self, view: Any) -> dict[str, int]:
        """The figures that lists tell and a chart follows round by round, by title; in the order of the teams."""
        return {}

    def zone(self, view: Any) -> tuple[int, int] | None:
        """From where to where these figures have to be for the win, if there is such a zone."""
        return None

    zone_title: ClassVar[str] = ""
    """What the zone is called."""

    def foretold(self, now: Any, ends: list[Any], look: Palette, signs: Signs) -> Text:
        """What several imagined ends of the round have in common and where they differ."""
        return Text()

    def ending(self, view: Any) -> tuple[str, ...]:
        """Further lines for the last page of a finished game."""
        return ()

    # Learning it

    def legend(self, look: Palette, signs: Signs) -> Text:
        """Every sign of the board and of the panels, as it is drawn, and what it says."""
        text = Text()
        for name, ground in self.looks.grounds.items():
            if ground.words:
                sign = Text(f" {signs.grounds[name]}  ", style=f"{look.faint} on {look.grounds[name][0]}")
                signed(text, sign, f"{name}: {ground.words}")
        for name, edge in self.looks.edges.items():
            if edge.words:
                signed(text, Text(f" {signs.edges[name]}  ", style=f"bold {look.edges[name]}"), f"{name}: {edge.words}")
        for sign, words in (
            (Text(f"{signs.more}2", style=f"bold {look.wound}"), "2 more have no room: point at the space"),
            (Text(signs.lit, style=f"bold {look.lit} on {look.lit_ground}"), "can be chosen now"),
            (Text(signs.marked, style=f"bold {look.marked}"), "where it happens, or what is spoken of"),
            (Text("[  ]", style=f"bold {look.cursor} on {look.cursor_ground}"), "the cursor"),
        ):
            signed(text, sign, words)
        return text


def signed(text: Text, sign: Text, words: str, width: int = 13) -> None:
    """Add a line of a legend: a sign in its column, and what it says."""
    text.append_text(sign)
    text.append(" " * max(1, width - len(sign.plain)))
    text.append(f"{words}\n")
