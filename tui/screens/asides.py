"""What the table says besides its question: its keys, the story, a forecast, a hint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from rich.text import Text
from textual.binding import Binding, BindingType

from engine import registry
from engine.core.kinds import Setup
from tui.games import Showing
from tui.look import keys
from tui.look.inks import Palette, Signs
from tui.look.settings import Settings
from tui.play.briefing import briefing
from tui.play.hints import Hint
from tui.play.story import explained_choices
from tui.widgets.lines import Block
from tui.widgets.prompt import Key

FIXED_KEYS = (
    ("Tab", "next panel (board, cards, the game's own, inspector, log)"),
    ("arrows", "move in the panel that has the keyboard"),
    ("Enter", "choose what is pointed at; a second click does the same"),
    ("", "on a deck: look through it and its discard pile"),
    ("1 to 9", "make that move of the list; a letter before a line does the same"),
    ("Esc", "skip what plays by itself; put away what is told"),
    ("/", "in the log: only lines with the words you type"),
    ("w", "in the log: watch the game again from that line"),
)
"""Keys that cannot be replaced."""


ASKING = {
    "hurry": "bots now",
    "pause": "pause",
    "stop": "stop here",
    "take-back": "take back",
    "end": "end",
    "ask-again": "ask me again",
    "aside": "asides",
    "hint": "hint",
    "help": "keys",
    "leave": "leave",
    "list": "list",
    "forecast": "forecast",
    "story": "story",
}
"""What the prompt tells the keys of while something is asked."""

SHORT = {"take-back": "back", "help": "more", "hurry": "bots", "aside": "aside", "ask-again": "ask me"}
"""Other words for them where room is short."""

SPARE = ("hint", "leave", "list", "forecast", "story")
"""What is left to the help there, the last ones first."""

LOGGED = (
    Key("Enter", "show", "log_pick"),
    Key("w", "watch", "log_watch"),
    Key("/", "filter", "log_filter", is_spare=True),
)
"""The same while the log has the keyboard."""

ALL_LINES = Key("esc", "all lines", "log_all")
BACK = Key("esc", "back", "skip", is_spare=True)
SKIP = Key("esc", "skip to the end", "skip")
ENDED = Key("esc", "how it ended", "skip")
AFTERWARDS = {"leave": "leave", "help": "keys", "story": "story"}
"""The keys that are left when the game is over."""


def told_keys(
    question: str, rules: Iterable[str], deeds: Iterable[keys.Deed], settings: Settings, look: Palette
) -> list[Block]:
    """What is asked and the rules about it; below, what keys do: whichever is picked is done."""
    head = Text(question, style="bold")
    for rule in rules:
        head.append(f"\n\n{rule}", style=f"not bold {look.ink}")
    head.append("\n\nPoint at a thing and press Enter, or pick a move by its number or letter.\n", style="not bold")
    blocks = [Block(told_key(key, words, look)) for key, words in FIXED_KEYS]
    blocks += [Block(told_key(keys.key_of(deed.name, settings), deed.help, look), deed.action) for deed in deeds]
    return [msgspec.structs.replace(blocks[0], head=head), *blocks[1:]]


def told_bindings(bindings: Iterable[BindingType], look: Palette) -> list[Block]:
    """What the keys of a screen do that have an id and a tooltip: whichever is picked is done."""
    told = [each for each in bindings if isinstance(each, Binding) and each.id and each.tooltip]
    lines = [(keys.told(each.key.partition(",")[0]), each.tooltip.rstrip("."), each.action) for each in told]
    return [Block(told_key(key, words[:1].lower() + words[1:], look), action) for key, words, action in lines]


def told_key(key: str, words: str, look: Palette) -> Text:
    """A line of the help: a key, and what it does."""
    return Text.assemble((f"{key:>7}  ", f"bold {look.lit}"), words)


def told_story(setup: Setup, practice: str, aims: Sequence[str], look: Palette, signs: Signs) -> Text:
    """The scenario's story, how it can end, what was chosen for it, whether it is practice, and advice."""
    texts = briefing(setup.game, setup.scenario)
    text = Text("\n\n".join(texts.story))
    if aims:
        text.append("\n\nChecked after each round, in this order:", style="bold")
        for number, aim in enumerate(aims, 1):
            text.append(f"\n{number}. {aim}")
    for _, title, means in explained_choices(registry.game(setup.game), setup):
        text.append(f"\n\n{title}: " if means else f"\n\n{title}.", style="bold")
        text.append(means)
    if practice:
        text.append("\n\nPractice: ", style="bold")
        text.append(f"{practice}. A win counts, but it sets no record and earns no honour.")
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


def told_hint(found: Hint, name: str, game: Showing, signs: Signs) -> Text:
    """What the planner would do for the one with that name, what is meant to follow, and why."""
    text = Text()
    first = "1. " if found.steps else ""
    text.append(f"{first}{name}: {game.in_signs(found.move, signs)}", style="bold")
    for number, step in enumerate(found.steps, start=2):
        text.append(f"\n{number}. {game.in_signs(step, signs)}")
    text.append(f"\n\n{found.why}")
    text.append(
        "\n\nThe move is pointed at: close this, and Enter makes it; what follows is pointed at then.", style="dim"
    )
    return text
