"""What the keys of the table do: the usual ones, and those that a player has put in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from textual.binding import Binding
from textual.keys import format_key

from engine.core.errors import Refused
from tui.look.settings import Settings
from tui.widgets.hexboard import VI_KEYS


class Deed(msgspec.Struct, frozen=True):
    """Something that a key of the table does; its name is the binding's id and stands in the settings."""

    name: str
    keys: str
    """The usual keys, as Textual writes them."""
    action: str
    title: str
    words: str = ""
    """What the help says of it, if the title does not say it all."""
    is_shown: bool = False

    @property
    def help(self) -> str:
        """A line for the help."""
        return self.words or self.title.lower()


DEEDS = (
    Deed("take-back", "u,U", "take_back", "Take back", "take the last move back, if it revealed nothing new", True),
    Deed("take-back-all", "backspace", "take_back_all", "Take back all", "take back all since the action began"),
    Deed("stop", "full_stop", "stop", "Stop here", "stop here, and leave what could still be done"),
    Deed("hint", "h,H", "hint", "Hint", "ask for a hint", True),
    Deed("help", "question_mark", "help", "Help", "what is asked, its rules, and the keys", True),
    Deed("list", "slash", "list", "All moves", "all moves, filtered by what you type", True),
    Deed("aside", "R", "aside", "Asides", "say or do something outside what is asked, such as a remark or resigning"),
    Deed("ask-again", "X", "ask_again", "Ask me again", "stop standing by, and be asked again"),
    Deed("end", "e", "end", "End phase", "everybody passes: the phase ends", True),
    Deed("forecast", "p", "forecast", "Forecast", "what would happen if the phase ended now", True),
    Deed("hand", "c", "tab('hand')", "Cards"),
    Deed("moves", "m", "tab('moves')", "Moves"),
    Deed("panels", "o", "panels", "Panels", "the game's own panels, such as its decks, one after another"),
    Deed("piles", "d", "piles", "Decks", "what every deck can still hold"),
    Deed("threats", "exclamation_mark", "threats", "Threats", "whom pieces would attack, and where they would go"),
    Deed("look", "i", "tab('look')", "Look", "inspector"),
    Deed("log", "l", "tab('log')", "Log"),
    Deed("history", "L", "history", "Whole log", "the whole log on a page of its own"),
    Deed("seat", "v", "seat", "Next seat", "the next seat comes to the front"),
    Deed("seats", "S", "seats", "Seats", "who sits where: give a seat to a person or a bot"),
    Deed("hurry", "b,B", "hurry", "Hurry", "let the bot that thinks move now, or act before you"),
    Deed("pause", "P", "pause", "Pause bots", "let the bots wait, or go on"),
    Deed("zoom", "z", "zoom", "Zoom", "zoom the board"),
    Deed("go-to", "G", "go_to", "Go to", "go to a space by its name"),
    Deed(
        "minimap", "M", "minimap", "Overview map", "an overview in the corner of a board that is larger than its room"
    ),
    Deed("narrower", "left_square_bracket", "wider(-4)", "Narrower", "panels beside the board: fewer columns"),
    Deed("wider", "right_square_bracket", "wider(4)", "Wider", "panels beside the board: more columns"),
    Deed("lower", "minus", "higher(-1)", "Lower", "the panel below the board: fewer lines"),
    Deed("higher", "plus,equals_sign", "higher(1)", "Higher", "the panel below the board: more lines"),
    Deed("hide", "backslash", "hide", "Hide panel", "hide the panel that has the keyboard, or all of them"),
    Deed("story", "s", "story", "Story", "the story and some advice"),
    Deed("rulebook", "r", "rulebook", "Rulebook", "the rulebook"),
    Deed("index", "I", "index", "Index", "the rules that the campaign has brought so far"),
    Deed("overview", "f1", "overview", "A round", "a round on one page"),
    Deed("recap", "W", "recap", "Recap", "what happened in the last round, step by step"),
    Deed("next", "space", "next", "Next step", "the next step of what plays by itself"),
    Deed("leave", "q", "leave", "Leave", "leave; the table is saved after every move", True),
)
_FUNCTION = re.compile(r"f\d+")
_BY_NAME = {each.name: each for each in DEEDS}
_RENAMED = {"orders": "panels"}
"""Names under which older settings have a key."""
_FIXED = {
    **dict.fromkeys(("up", "down", "left", "right", "pageup", "pagedown", "home", "end"), "moves the cursor"),
    **dict.fromkeys(map(str, range(1, 10)), "makes a move by its number"),
    "enter": "chooses what is pointed at",
    "tab": "goes to the next panel",
    "shift+tab": "goes to the panel before",
    "escape": "goes back",
    **dict.fromkeys(("T", "A", "n", "g"), "belongs to the tables of a house"),
    "ctrl+q": "leaves Parley",
    "ctrl+c": "says how to leave Parley",
    "ctrl+z": "goes back to the shell until fg",
    "ctrl+p": "opens the palette",
}


def bindings() -> Iterator[Binding]:
    """The bindings of the table, with ids by which their keys can be replaced."""
    for each in DEEDS:
        words = f"{each.help.capitalize()}."
        yield Binding(each.keys, each.action, each.title, show=each.is_shown, id=each.name, tooltip=words)


def deed(name: str) -> Deed:
    """What stands under a name."""
    return _BY_NAME[name]


def key_of(name: str, settings: Settings) -> str:
    """The key that does something now, as people write it; one that vi keys leave alone, if they are on."""
    found = _keys(_BY_NAME[name], settings.keys)
    return told(next((key for key in found if not (settings.vi and key in VI_KEYS)), found[0]))


def told(key: str) -> str:
    """A key as people write it: ? for question_mark, but no sign that only some terminals have."""
    found = format_key(key)
    return found.upper() if _FUNCTION.fullmatch(found) else found if found.isascii() else key


def check(name: str, key: str, chosen: dict[str, str], *, vi: bool = False) -> None:
    """Refuse a key that does something else already."""
    if key in _FIXED:
        raise Refused(f"{told(key)} always {_FIXED[key]}; take another key.")
    if vi and key in VI_KEYS:
        raise Refused(f"{told(key)} moves the cursor while vi keys are on; take another key.")
    for other in DEEDS:
        if other.name != name and key in _keys(other, chosen):
            raise Refused(f"{told(key)} is taken by {other.title}; give that another key first.")


def _keys(each: Deed, chosen: dict[str, str]) -> list[str]:
    return (chosen.get(each.name) or each.keys).split(",")


def keymap(chosen: dict[str, str]) -> dict[str, str]:
    """The chosen keys as far as they can be used: whatever else a file says is passed over."""
    kept: dict[str, str] = {}
    for old, key in chosen.items():
        name = _RENAMED.get(old, old)
        if name not in _BY_NAME or not key or "," in key:
            continue
        try:
            check(name, key, {**chosen, **kept, name: ""})
        except Refused:
            continue
        kept[name] = key
    return kept
