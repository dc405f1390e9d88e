"""What the table says besides its question: its keys, the story, a forecast, a hint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from engine.core.kinds import Setup
from tui import keys
from tui.briefing import briefing
from tui.games import Showing
from tui.hints import Hint
from tui.looks import Palette, Signs
from tui.settings import Settings
from tui.widgets.prompt import Key

FIXED_KEYS = (
    ("Tab", "next panel (board, cards, decks, inspector, log)"),
    ("arrows", "move in the panel that has the keyboard"),
    ("Enter", "choose what is pointed at; a second click does the same"),
    ("", "on a deck: look through it and its discard pile"),
    ("1 to 9", "make that move of the list"),
    ("Esc", "skip to the end while armies act; put away what is told"),
    ("/", "in the log: only lines with the words you type"),
    ("w", "in the log: watch the game again from that line"),
)
"""Keys that cannot be replaced."""


ASKING = {
    "help": "keys",
    "take-back": "take back",
    "end": "end",
    "hint": "hint",
    "list": "list",
    "forecast": "forecast",
    "story": "story",
    "leave": "leave",
}
"""What the prompt tells the keys of while something is asked; where room is short, the first ones keep their words."""

LOGGED = (
    Key("Enter", "show", "log_pick"),
    Key("w", "watch", "log_watch"),
    Key("/", "filter", "log_filter"),
)
"""The same while the log has the keyboard."""

ALL_LINES = Key("esc", "all lines", "log_all")
BACK = Key("esc", "back", "skip")
SKIP = Key("esc", "skip to the end", "skip")
ENDED = Key("esc", "how it ended", "skip")
AFTERWARDS = {"leave": "leave", "help": "keys", "story": "story"}
"""The keys that are left when the game is over."""


def told_keys(
    question: str, rules: Iterable[str], deeds: Iterable[keys.Deed], settings: Settings, look: Palette
) -> Text:
    """What is asked, the rules about it, and what the keys do."""
    text = Text()
    text.append(question, style="bold")
    for rule in rules:
        text.append(f"\n\n{rule}", style=look.ink)
    text.append("\n\nPoint at a thing and press Enter, or pick a move by its number.\n")
    chosen = ((keys.key_of(deed.name, settings), deed.help) for deed in deeds)
    for key, words in (*FIXED_KEYS, *chosen):
        text.append(f"\n{key:>10}  ", style=f"bold {look.lit}")
        text.append(words)
    return text


def told_story(setup: Setup, look: Palette, signs: Signs) -> Text:
    """The scenario's story, the challenges that were chosen, and advice."""
    texts = briefing(setup.game, setup.scenario)
    text = Text("\n\n".join(texts.story))
    for challenge in texts.challenges:
        if challenge.id in setup.challenges:
            text.append(f"\n\n{challenge.title}: ", style="bold")
            text.append(challenge.text)
    for tip in texts.tips:
        text.append(f"\n\n{signs.dot} {tip}", style=look.faint)
    return text


def told_forecast(game: Showing, view: Any, ends: list[Any], look: Palette, signs: Signs) -> Text:
    """What would happen if everybody passed now, and how much of it is guessed."""
    text = game.foretold(view, ends, look, signs)
    text.append(
        f"\n\nIf everybody passed now, over {len(ends)} guesses at what lies face down and how dice fall.",
        style=look.faint,
    )
    return text


def told_hint(found: Hint, game: Showing, signs: Signs) -> Text:
    """What the planner would do, what is meant to follow, and why."""
    text = Text()
    text.append(f"{found.seat.capitalize()}: {game.in_signs(found.move, signs)}", style="bold")
    if found.then:
        text.append(f"\n{game.in_signs(found.then, signs)}")
    text.append(f"\n\n{found.why}")
    return text
