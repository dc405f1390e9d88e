"""A house for the tests of the door: its app counts keys, shows what it is told, and crashes when asked to.

`python -m tests.ssh.made_up FOLDER [option=value ...]` opens it in a process of its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.events import Click, Key, Paste, Resize
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.house.visitor import Visitor
from tui.paint.private import Forgiving, Sparing
from tui.play.report import sentence

SECRET = "the ace of hearts"
RED = Style.parse("#d75f00 on #1a1b26")
PLAIN = Style.parse("#c0caf5 on #1a1b26")


class Slate(Widget, can_focus=True):
    """Lines of text, of which only those that change are painted again."""

    DEFAULT_CSS = "Slate { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[int, str] = {}

    def put(self, y: int, text: str) -> None:
        self.lines[y] = text
        self.refresh(Region(0, y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        text = self.lines.get(y, "")
        return Strip([Segment(text, RED if y == 0 else PLAIN)], len(text)).adjust_cell_length(self.size.width, PLAIN)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return container.height


class MadeUpApp(Sparing, Forgiving):
    """What the tests look at."""

    # All keys are for the slate: with the palette open, it is a matter of time where the next one goes.
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, visitor: Visitor, errand: str, house: MadeUpHouse) -> None:
        super().__init__()
        self.visitor, self.errand, self.house = visitor, errand, house
        self.slate = Slate()
        self.keys = 0

    def compose(self) -> ComposeResult:
        yield self.slate

    def on_mount(self) -> None:
        self.slate.focus()
        self.put(
            0,
            f"Welcome {self.visitor.name} {'guest' if self.visitor.is_guest else 'friend'} at {self.errand or 'lobby'}",
        )
        self.house.apps.add(self)

    def on_unmount(self) -> None:
        self.house.apps.discard(self)

    def put(self, y: int, text: str) -> None:
        self.slate.put(y, text)

    def on_resize(self, event: Resize) -> None:
        self.put(1, f"size {event.size.width}x{event.size.height}")

    def on_key(self, event: Key) -> None:
        self.keys += 1
        self.put(2, f"key {self.keys} {event.key}")
        if event.key == "q":
            self.exit(message="Goodbye then.")
        elif event.key == "X":
            raise RuntimeError(SECRET)
        elif event.key == "F":
            for y in range(3, self.size.height):
                self.put(y, f"{self.keys} " + "xyz"[self.keys % 3] * (self.size.width - 8))

    def on_paste(self, event: Paste) -> None:
        self.put(2, f"pasted {len(event.text)} {event.text[:10]!r}")

    def on_click(self, event: Click) -> None:
        self.put(2, f"clicked {event.screen_x},{event.screen_y}")

    def tell_mistake(self, error: BaseException) -> None:
        self.exit(return_code=1, message=sentence(error))

    def last_words(self, error: BaseException) -> str:
        return sentence(error)


class MadeUpHosting:
    """What the host has done."""

    def __init__(self) -> None:
        self.done: list[Any] = []

    def tables(self) -> list[dict[str, Any]]:
        return [{"table": "maple-7"}]

    def end(self, code: str) -> None:
        self.done.append(("end", code))

    def announce(self, words: str) -> str:
        return words

    def change(self, **more: Any) -> None:
        self.done.append(more)

    def forget(self, name: str) -> None:
        self.done.append(("forget", name))


class MadeUpHouse:
    """Has one table."""

    def __init__(self) -> None:
        self.apps: set[MadeUpApp] = set()
        self.closed = ""
        self.problems: dict[str, str] = {}
        self.host = MadeUpHosting()

    def start(self) -> None:
        self.has_started = True

    def app(self, visitor: Visitor, errand: str) -> MadeUpApp:
        if visitor.name == "broken":
            raise RuntimeError(SECRET)
        return MadeUpApp(visitor, errand, self)

    def tables(self, visitor: Visitor) -> str:
        return "maple-7  open  Order in Chaos"

    def has_table(self, visitor: Visitor, code: str) -> str:
        return "" if code == "maple-7" else f"There is no table {code}."

    def holds_guest(self, name: str) -> bool:
        return False

    async def close(self, words: str) -> None:
        self.closed = words
        for app in list(self.apps):
            app.call_later(app.put, 4, "The house says goodbye")


def open_house(config: object) -> MadeUpHouse:
    """For the load script."""
    return MadeUpHouse()


def main(folder: str, *options: str) -> None:
    from tui.ssh import config, server

    given: dict[str, Any] = dict(option.split("=", 1) for option in options)
    server.run(config.load(None, data=folder, host="127.0.0.1", port=0, **given), lambda _: MadeUpHouse())


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    os.environ.setdefault("PARLEY_HOME", sys.argv[1])
    main(*sys.argv[1:])
