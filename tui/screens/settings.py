"""The settings: looks, pace and keys. Every change is seen at once and kept."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from engine.core.errors import Refused
from tui.look import keys
from tui.look.inks import Signs, one_line
from tui.look.settings import Settings
from tui.look.themes import TITLES
from tui.screens.page import BACK, Page
from tui.widgets.dialogs import Confirming, Pressing
from tui.widgets.hexboard import HexBoard
from tui.widgets.lines import Block, Lines
from tui.widgets.picture import Picture, Tile, Token
from tui.widgets.prompt import Key


class SettingRow(msgspec.Struct, frozen=True):
    """A setting, its values with their titles, and what it is about."""

    field: str
    title: str
    values: tuple[tuple[Any, str], ...]
    words: str


ON_OFF = ((True, "on"), (False, "off"))

CHOICES = {
    "Looks": (
        SettingRow("theme", "Theme", tuple(TITLES.items()), "The colours of everything."),
        SettingRow(
            "glyphs",
            "Signs",
            (("auto", "as the terminal can"), ("unicode", "all"), ("ascii", "ASCII only")),
            "The characters that boards and frames are drawn with. Take ASCII if you see boxes or question marks.",
        ),
        SettingRow(
            "sides",
            "Sides",
            (("auto", "as needed"), ("colours", "by colour"), ("letters", "by letter")),
            "How a piece tells whose it is. Letters are needed where there are no colours, or if colours look alike.",
        ),
        SettingRow(
            "zoom",
            "Board",
            (("auto", "as large as fits"), ("small", "small"), ("wide", "wide"), ("large", "large")),
            "How large the board is drawn. A board that does not fit scrolls with the cursor.",
        ),
        SettingRow(
            "depth",
            "Colours",
            (("auto", "as the terminal has"), ("truecolor", "all"), ("256", "256"), ("16", "16"), ("mono", "none")),
            "How many colours are sent to the terminal. Take fewer if they look wrong.",
        ),
    ),
    "Pace": (
        SettingRow(
            "pace",
            "Playback",
            (("timed", "by itself"), ("stepped", "step by step"), ("instant", "all at once")),
            "How a phase without choices is shown: by itself with pauses, at your key, or only its end.",
        ),
        SettingRow(
            "delay",
            "Pause",
            ((0.1, "0.1 seconds"), (0.25, "0.25 seconds"), (0.5, "0.5 seconds"), (1.0, "1 second"), (2.0, "2 seconds")),
            "How long each step is seen when a phase plays by itself.",
        ),
        SettingRow("motion", "Motion", ON_OFF, "Off: nothing moves by itself, and every step waits for your key."),
    ),
    "Keys": (
        SettingRow(
            "vi",
            "vi keys",
            ON_OFF,
            "On the board h j k l and y u b n move the cursor. Hint, take back and the log are then on H, U and L.",
        ),
    ),
}
HOW_TO_REPLACE = " Press Enter, then another key for it. Backspace brings the usual one back."
_FIELDS = {choice.field: choice for group in CHOICES.values() for choice in group}
_GROUNDS = (
    ("plain", "forest", "water"),
    ("wall", "camp", "plain"),
    ("tower", "plain", "rocks"),
    ("plain", "rocks", "water"),
)
_TITLE = 14


class SettingsScreen(Page):
    """The settings on the left; on the right a piece of a board, and what the line is about."""

    DEFAULT_CSS = """
    SettingsScreen #list { width: 44; }
    SettingsScreen #side { width: 1fr; }
    SettingsScreen #sample { height: 15; }
    SettingsScreen #words { padding: 0 1; }
    SettingsScreen.-narrow #list { width: 41; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "change(-1)", "Before", show=False, id="before", tooltip="The value before."),
        Binding("right", "change(1)", "After", show=False, id="after", tooltip="The next value."),
        Binding("backspace,delete", "usual", "Usual", show=False, id="usual", tooltip="Back to the usual value."),
    ]
    HEADING = "Settings"
    KEYS = (
        Key("Left", "", "change(-1)"),
        Key("Right", "change", "change(1)"),
        Key("Enter", "next value or new key", "pick"),
        Key("Backspace", "usual", "usual"),
        BACK,
    )

    def body(self) -> ComposeResult:
        """The list, the sample and the words."""
        yield Lines(is_list=True, id="list")
        with Vertical(id="side"):
            yield HexBoard(is_still=True, id="sample")
            yield Lines(id="words")

    def on_mount(self) -> None:
        """Show what is chosen."""
        super().on_mount()
        self.query_one("#words").can_focus = False
        self.query_one("#list", Lines).focus()
        self.call_after_refresh(self._show)

    @property
    def chosen(self) -> Settings:
        """The settings."""
        found: Settings = self.app.settings
        return found

    # Showing

    def _show(self) -> None:
        self.dress()
        self.query_one("#list", Lines).refill(self._blocks())
        sample = self.query_one("#sample", HexBoard)
        sample.dress(self.look, self.signs, self.chosen.zoom)
        sample.show(_sample(self.signs), frozenset({"B1"}))
        self._explain()

    def _blocks(self) -> list[Block]:
        blocks: list[Block] = []
        for title, choices in CHOICES.items():
            for choice in choices:
                blocks.append(Block(self._line(choice), choice.field, self._head(title, blocks, choice is choices[0])))
        for deed in keys.DEEDS:
            key = keys.key_of(deed.name, self.chosen)
            line = one_line(f"{deed.title:<{_TITLE}}", self.signs)
            line.append(key, style=f"bold {self.look.lit}")
            if deed.name in self.chosen.keys:
                line.append(f"  (was {keys.key_of(deed.name, Settings(vi=self.chosen.vi))})", style=self.look.faint)
            blocks.append(Block(line, f"key:{deed.name}"))
        blocks.append(Block(Text("All as it was at first"), "reset", self._head("Reset", blocks, True)))
        return blocks

    def _head(self, title: str, before: list[Block], is_first: bool) -> Text | None:
        if not is_first:
            return None
        gap = "\n" if before and self.size.height >= 36 else ""
        return Text(f"{gap}{title}", style=f"bold {self.look.lit}")

    def _line(self, choice: SettingRow) -> Text:
        value = getattr(self.chosen, choice.field)
        text = one_line(f"{choice.title:<{_TITLE}}", self.signs)
        text.append("< ", style=self.look.faint)
        text.append(dict(choice.values).get(value, str(value)), style="bold")
        text.append(" >", style=self.look.faint)
        return text

    def on_lines_pointed(self) -> None:
        """Tell what the line is about."""
        self._explain()

    def _explain(self) -> None:
        key = self.query_one("#list", Lines).key or ""
        if key in _FIELDS:
            words = _FIELDS[key].words
        elif key.startswith("key:"):
            words = f"At the table: {keys.deed(key.removeprefix('key:')).help}.{HOW_TO_REPLACE}"
        else:
            words = "Every setting and every key as it was when Parley was new."
        self.query_one("#words", Lines).write(Text(words))

    # Changing

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Enter: the next value, another key, or the reset."""
        if event.key in _FIELDS:
            self.action_change(1)
        elif event.key == "reset":
            self.app.push_screen(Confirming("Bring every setting back?", "Yes, all of them", "No"), self._reset)
        else:
            self._ask_key(event.key.removeprefix("key:"))

    def action_change(self, by: int) -> None:
        """Another value of the setting."""
        choice = _FIELDS.get(self.query_one("#list", Lines).key)
        if choice is None:
            return
        values = [value for value, _ in choice.values]
        now = getattr(self.chosen, choice.field)
        place = values.index(now) if now in values else 0
        setattr(self.chosen, choice.field, values[(place + by) % len(values)])
        self._keep()

    def action_usual(self) -> None:
        """The usual value, or the usual key."""
        key = self.query_one("#list", Lines).key
        if key in _FIELDS:
            setattr(self.chosen, key, getattr(Settings(), key))
        elif key.startswith("key:"):
            name = key.removeprefix("key:")
            left = {other: chosen for other, chosen in self.chosen.keys.items() if other != name}
            self._set_keys(left, [(name, usual) for usual in keys.deed(name).keys.split(",")])
        self._keep()

    def _ask_key(self, name: str) -> None:
        title = keys.deed(name).title

        def pressed(key: str | None) -> None:
            if key is not None:
                self._set_keys({**self.chosen.keys, name: key}, [(name, key)])
                self._keep()

        self.app.push_screen(Pressing(f"Press the key for: {title}"), pressed)

    def _set_keys(self, chosen: dict[str, str], wanted: list[tuple[str, str]]) -> None:
        """Take other keys, unless one of those that are wanted is taken."""
        try:
            for name, key in wanted:
                keys.check(name, key, chosen, vi=self.chosen.vi and name in chosen)
        except Refused as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.chosen.keys = chosen

    def _reset(self, yes: bool | None) -> None:
        if yes:
            self.app.settings = Settings()
            self._keep()

    def _keep(self) -> None:
        self.app.keep_settings()
        self._show()


def _sample(signs: Signs) -> Picture:
    """A few spaces of every kind, with some pieces on them."""
    tiles = {
        f"{'ABCD'[column]}{row + 1}": Tile(ground, signs.grounds[ground])
        for column, grounds in enumerate(_GROUNDS)
        for row, ground in enumerate(grounds)
    }
    pieces = {
        "A1": (Token(signs.pieces["circle"], 0, signs.arrows["down-right"]),),
        "B3": (Token(signs.pieces["star"], 0, signs.arrows["up-right"], "2", strong=True),),
        "C2": (Token(signs.pieces["cog"], 1, signs.arrows["down-left"]),),
        "D1": (Token(signs.pieces["circle"], 1, signs.arrows["up"], "1"),),
    }
    for space, tokens in pieces.items():
        tiles[space] = msgspec.structs.replace(tiles[space], tokens=tokens)
    tiles["B2"] = msgspec.structs.replace(tiles["B2"], people=(Token("N", -1), Token("Y", -1)))
    tiles["C3"] = msgspec.structs.replace(tiles["C3"], walls=2)
    return Picture(tiles)
