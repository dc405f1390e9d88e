"""The rulebook: sections on the left, text on the right, and a search over everything."""

from __future__ import annotations

import re
from typing import ClassVar

from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Static

from tui.app import ParleyApp
from tui.play.briefing import passages, rulebook_text, without_ids
from tui.widgets.lines import Block, Lines

_BOLD = re.compile(r"\*\*(.+?)\*\*")


class RulebookScreen(Screen[None]):
    """A game's rules, to read and to search."""

    DEFAULT_CSS = """
    RulebookScreen { layout: vertical; }
    RulebookScreen #title { height: 1; background: $panel; }
    RulebookScreen #sections { width: 46; max-width: 38%; border-right: solid $foreground 30%; }
    RulebookScreen #text { width: 1fr; padding: 0 1; }
    RulebookScreen Input, RulebookScreen Input:focus { height: 1; border: none; background: $surface; padding: 0 1; }
    RulebookScreen.-ascii #sections { border-right: ascii $foreground 30%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "Back"),
        Binding("slash", "search", "Search"),
        Binding("n", "numbers", "Rule ids"),
    ]

    app = getters.app(ParleyApp)

    def __init__(self, game: str) -> None:
        """Read the book."""
        super().__init__()
        self._book = rulebook_text(game)
        self._has_ids = False
        self._wanted = ""
        self._sections = _sections(self._book)

    def compose(self) -> ComposeResult:
        """Title, sections, text, search."""
        yield Static(" Rulebook   / search   n rule ids   Tab text   Esc back", id="title")
        with Horizontal():
            yield Lines(is_list=True, id="sections")
            yield Lines(id="text")
        yield Input(placeholder="search the rulebook", id="search")

    def on_mount(self) -> None:
        """Open the first section."""
        self.set_class(self.app.signs.is_ascii, "-ascii")
        blocks = [
            Block(Text(title), place, indent=2 * (depth - 1)) for place, (depth, title, _) in enumerate(self._sections)
        ]
        self.query_one("#sections", Lines).fill(blocks)
        self.query_one("#sections", Lines).focus()
        self._open(0)

    def _open(self, place: int) -> None:
        _, title, body = self._sections[place]
        self._write(f"# {title}\n\n{body}")

    def _write(self, words: str) -> None:
        self.query_one("#text", Lines).write(marked_up(words if self._has_ids else without_ids(words)))

    def on_lines_pointed(self, event: Lines.Pointed) -> None:
        """Show the section that is pointed at."""
        if event.lines.id == "sections":
            self._open(event.key)

    def on_lines_picked(self, event: Lines.Picked) -> None:
        """Go into the text."""
        self._open(event.key)
        self.query_one("#text", Lines).focus()

    def action_search(self) -> None:
        """Type a word."""
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Every passage with the word."""
        self._wanted = event.value.strip()
        if len(self._wanted) > 1:
            found = list(passages(self._book, self._wanted))
            self._write("\n\n".join(found) if found else f'The rulebook does not say "{self._wanted}" anywhere.')

    def on_input_submitted(self) -> None:
        """Read what was found."""
        self.query_one("#text", Lines).focus()

    def action_numbers(self) -> None:
        """With or without the ids of the rules."""
        self._has_ids = not self._has_ids
        self._open(self.query_one("#sections", Lines).key or 0)


def _sections(book: str) -> list[tuple[int, str, str]]:
    """Depth, title and text of every section."""
    found: list[tuple[int, str, str]] = []
    for line in book.splitlines():
        if line.startswith("#"):
            depth = len(line) - len(line.lstrip("#"))
            found.append((depth, line.lstrip("# "), ""))
        elif found:
            depth, title, body = found[-1]
            found[-1] = (depth, title, f"{body}{line}\n" if body or line.strip() else body)
    return found


def marked_up(words: str, gap: str = "\n\n") -> Text:
    """Markdown as far as the rulebook uses it: headings, bold words, lists; paragraphs are joined to wrap anew."""
    text = Text()
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )", words):
        line = " ".join(part.strip() for part in paragraph.splitlines())
        if line.startswith("#"):
            text.append(f"{line.lstrip('# ')}\n\n", style="bold underline")
            continue
        last = 0
        for match in _BOLD.finditer(line):
            text.append(line[last : match.start()])
            text.append(match[1], style="bold")
            last = match.end()
        text.append(f"{line[last:]}{gap}")
    return text
