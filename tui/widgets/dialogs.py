"""Small windows over a screen: a choice, a yes or no, a text to read, a line to type, a key to press."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.app import ParleyApp
from tui.look.inks import contrast
from tui.widgets.lines import Block, Lines, having, strips

_CSS = """
{name} {{ align: center middle; background: transparent; }}
{name} > Vertical {{ width: {width}; max-width: 96%; height: auto; max-height: 90%; border: round $accent;
    background: $surface; padding: 0 1; }}
{name}.-ascii > Vertical {{ border: ascii $accent; }}
{name} Lines {{ height: auto; max-height: {high}; background: $surface; scrollbar-background: $surface; }}
{name} Input, {name} Input:focus {{ border: none; height: 1; padding: 0; background: $surface; }}
"""


_HIGHEST = 30
"""How many lines of a text are seen at once."""
_WIDTH, _AROUND = 79, 9
"""How wide a text is at most, and what its frame, the margin and the scroll bar take of a narrow screen."""
_LISTED = 69
"""How wide the lines of a list are at most."""
_NOTHING = Block(Text("Nothing has these words.", style="dim"))
_WORDS = re.compile(r"( +)")
_FAINT = Style(dim=True, bold=False)


class Dimmed:
    """What lies behind a window, in faint letters.

    Grounds stay as they are: what has no letters is not sent again, and where there are no colours letters are
    faint all the same. Only a ground that stands out more than its letters changes places with them.
    """

    def __init__(self, behind: BackgroundScreen, void: str) -> None:
        """Note what it is, and on which ground all of it lies."""
        self._behind = behind
        self._void = void

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self._behind, options):
            style = style or Style()
            if _is_loud(style, self._void):
                style = Style(color=style.bgcolor, bgcolor=style.color)
            for part in [text] if style.reverse else _WORDS.split(text):
                yield Segment(part, style if part.isspace() and not style.reverse else style + _FAINT, control)


@cache
def _is_loud(style: Style, void: str) -> bool:
    """Whether a ground is further from that of the screen than the letters on it are."""
    if style.reverse or not style.color or not style.bgcolor:
        return False
    ink, ground = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
    return contrast(ground, void) > contrast(ink, void)


class Dialog(ModalScreen[Any]):
    """A window that Escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Close", show=False)]

    app = getters.app(ParleyApp)

    def render(self) -> RenderableType:
        """The screen behind it steps back."""
        behind = super().render()
        return Dimmed(behind, self.app.palette.void) if isinstance(behind, BackgroundScreen) else behind

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close once: a second click or key that comes too late would close what lies below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_mount(self) -> None:
        """Draw frames with what the terminal has."""
        self.set_class(self.app.signs.is_ascii, "-ascii")


class Choosing(Dialog):
    """One of several: a list that can be filtered by typing."""

    DEFAULT_CSS = _CSS.format(name="Choosing", width=76, high=16)
    HIGHEST: ClassVar = 16
    """How many lines of the list are seen at once."""
    WAYS: ClassVar = "Enter or a click chooses, Esc closes."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False, priority=True),
        Binding("down", "step(1)", "Down", show=False, priority=True),
    ]

    def __init__(self, title: str, blocks: Sequence[Block], *, filtering: bool = False) -> None:
        """What is asked, and the answers."""
        super().__init__()
        self._title = title
        self._blocks = list(blocks)
        self._filtering = filtering

    def compose(self) -> ComposeResult:
        """The question, what is typed, and the list."""
        with Vertical():
            yield Static(Text(self._title, style="bold"))
            if self._filtering:
                yield Input(placeholder="type to filter")
            yield Lines(is_list=True)
            yield Static(Text(self.WAYS, style="dim"))

    def on_mount(self) -> None:
        """Fill the list."""
        super().on_mount()
        self.query_one(Lines).is_marked = True
        self._fill(self._blocks)
        if not self._filtering:
            self.query_one(Lines).focus()

    def _fill(self, blocks: list[Block]) -> None:
        lines = self.query_one(Lines)
        blocks = blocks or [_NOTHING]
        texts = [text for block in blocks for text in (block.head, block.text) if text]
        count = sum(len(strips(text, min(_LISTED, self.size.width - _AROUND))) for text in texts)
        lines.styles.height = max(1, min(self.HIGHEST, self.size.height - 7, count))
        lines.fill(blocks)

    def on_key(self, event: Key) -> None:
        """Answer by number or letter, unless keys are typed into the filter."""
        labelled = [each for each in self._blocks if each.label and event.character == each.label.plain.strip()]
        if labelled and not self._filtering:
            event.stop()
            self.dismiss(labelled[0].key)

    def action_step(self, by: int) -> None:
        """Move in the list while the filter has the keyboard."""
        self.query_one(Lines).action_step(by)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep what has every word that was typed."""
        self._fill(having(self._blocks, event.value))

    def on_input_submitted(self) -> None:
        """Take the chosen one."""
        self.query_one(Lines).action_pick()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Answer."""
        if self.query_one(Lines).blocks != [_NOTHING]:
            self.dismiss(event.key)


class Menu(Choosing):
    """Something to read, and below it what can be done."""

    DEFAULT_CSS = _CSS.format(name="Menu", width=76, high=_HIGHEST)
    HIGHEST: ClassVar = _HIGHEST


class Confirming(Dialog):
    """A yes or no."""

    DEFAULT_CSS = _CSS.format(name="Confirming", width=60, high=4)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes", show=False),
        Binding("n", "dismiss(False)", "No", show=False),
    ]

    def __init__(self, question: str, yes: str = "Yes", no: str = "No", *, is_grave: bool = False) -> None:
        """What is asked, and the two answers; about what is grave, a second Enter by mistake says no."""
        super().__init__()
        self._question, self._yes, self._no, self._is_grave = question, yes, no, is_grave

    def compose(self) -> ComposeResult:
        """The question and two lines."""
        with Vertical():
            yield Static(Text(self._question))
            yield Lines(is_list=True)

    def on_mount(self) -> None:
        """Fill the list."""
        super().on_mount()
        lines = self.query_one(Lines)
        lines.styles.height = 2
        answers = [Block(Text(f"{self._yes} (y)"), True), Block(Text(f"{self._no} (n)"), False)]
        lines.fill(answers, index=int(self._is_grave))
        lines.focus()

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Answer."""
        self.dismiss(event.key)


class Reading(Dialog):
    """A text to read and scroll."""

    DEFAULT_CSS = _CSS.format(name="Reading", width=84, high=_HIGHEST)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q", "dismiss(None)", "Close", show=False, priority=True),
    ]

    def __init__(self, title: str, text: Text) -> None:
        """What is read."""
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """Title, text, how to close."""
        with Vertical():
            yield Static(Text(self._title, style="bold"))
            yield Lines()
            yield Static(id="ways")

    def on_mount(self) -> None:
        """Fill in the text."""
        super().on_mount()
        lines = self.query_one(Lines)
        width = min(_WIDTH, self.size.width - _AROUND)
        count = len(self._text.wrap(self.app.console, width))
        room = min(_HIGHEST, self.size.height - 7)
        lines.styles.height = max(1, min(count, room))
        ways = "Up and Down read on, Enter or Esc closes." if count > room else "Enter or Esc closes."
        self.query_one("#ways", Static).update(Text(ways, style="dim"))
        lines.write(self._text)
        lines.focus()


class Typing(Dialog):
    """A line to type."""

    DEFAULT_CSS = _CSS.format(name="Typing", width=60, high=4)

    def __init__(self, title: str, value: str = "", *, longest: int = 500) -> None:
        """What is asked, what stands there at first, and how many letters may be typed."""
        super().__init__()
        self._title, self._value, self._longest = title, value, longest

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical():
            yield Static(Text(self._title, style="bold"))
            yield Input(self._value, max_length=self._longest)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer."""
        self.dismiss(event.value.strip())


class Pressing(Dialog):
    """A key to press."""

    DEFAULT_CSS = _CSS.format(name="Pressing", width=60, high=4)

    def __init__(self, title: str) -> None:
        """What is asked."""
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """The question, and how to leave it."""
        with Vertical():
            yield Static(Text(self._title, style="bold"))
            yield Static(Text("Esc keeps what there is.", style="dim"))

    def on_key(self, event: Key) -> None:
        """Answer with the key, whatever it does elsewhere."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)
