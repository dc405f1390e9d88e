"""Apps that reach into Textual's private parts; each piece has a test that fails when Textual changes it.

Where `parts` does not find what a piece reaches for, the app does what Textual does by itself.
"""

from __future__ import annotations

import asyncio
import io
import sys
from typing import Any, Literal

import textual.strip
from rich.color import ColorSystem
from rich.console import Console
from textual import events
from textual.app import App, ScreenStackError
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.scroll_view import ScrollView

from tui.paint.cells import Shown
from tui.paint.parts import check, has


def draw_in_pieces(screen: Screen[Any]) -> None:
    """Let a screen draw only what has changed; to be called before it is shown."""
    if has("pieces"):
        from tui.paint.frames import Piecewise

        screen._compositor = Piecewise()


def set_scroll_size(view: ScrollView, size: Size) -> None:
    """Tell a box how much there is to scroll; the screen is laid out anew only if its scroll bar comes or goes."""
    if not has("scrolling"):
        view.virtual_size = size
        return
    old, room = view.virtual_size, view.container_size.height
    did_scroll, will_scroll = old.height > room, size.height > room
    if did_scroll != will_scroll or size.width != old.width:
        view.virtual_size = size
    elif size != old:
        view.set_reactive(ScrollView.virtual_size, size)
        if will_scroll:
            view._scroll_update(size)


class Forgetful:
    """Stands for the caches of a strip, and keeps nothing.

    Textual gives each piece of a line seven caches. They were half of the memory of an app, and making them took
    longer than they save: whole lines are kept by their widgets, and only what has changed is drawn.
    """

    def get(self, key: object, default: Any = None) -> Any:
        """It is not there."""
        return default

    def __setitem__(self, key: object, value: object) -> None:
        """It is not kept."""


_FORGETFUL = Forgetful()
if has("strips"):
    # It is no export of that module, no class and no cache: of all that a strip only asks for `get` and `[...] =`.
    textual.strip.FIFOCache = lambda maxsize: _FORGETFUL  # type: ignore[attr-defined,assignment,return-value]


class Sheet(Stylesheet):
    """A style sheet; what is written in it is read once for all apps of a process that have the same colours."""

    def _parse_rules(self, css: str, read_from: Any, *more: Any, **named: Any) -> list[RuleSet]:
        key = (css, read_from, more, tuple(named.items()), tuple(self._variables.items()))
        if key not in _RULES:
            _RULES[key] = super()._parse_rules(css, read_from, *more, **named)
        return _RULES[key]

    def reparse(self) -> None:
        """Read everything again, here instead of in another sheet that knows no rules yet."""
        self.parse()


_RULES: LRUCache[Any, list[RuleSet]] = LRUCache(1024)


class Sparing(App[Any]):
    """An app that does not send again what the terminal shows already."""

    is_far = False
    """Whether the terminal is at the other end of a connection, and this process serves others as well."""

    def __init__(self, **more: Any) -> None:
        """Nothing is shown yet."""
        check()
        super().__init__(**more)
        if has("sheets"):
            self.stylesheet = Sheet(variables=self.get_css_variables())
        self.shown = Shown()
        self.ended_nodes: list[DOMNode] = []
        """The widgets that there were when the app ended."""
        self._has_ascii_only = False

    def draw_for(self, is_ascii: bool) -> None:
        """Draw for a terminal elsewhere, with these letters; to be called before the app runs."""
        self.is_far = True
        self._has_ascii_only = is_ascii

    @property
    def sends_ascii_only(self) -> bool:
        """Whether no letter outside ASCII may go to the terminal."""
        return self._has_ascii_only

    @property
    def colours(self) -> ColorSystem | None:
        """How many colours are sent; where there are none, attributes are all that is told."""
        if self.no_color:
            return None
        return _COLOURS.get(str(self.console.color_system))

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that shine through the one on top.

        Textual always counts the next one below among them, lays it out and draws everything again when it changes.
        """
        stack = self.screen_stack if self._has_screens else []
        return super()._background_screens if stack and stack[-1].styles.background.a < 1 else []

    @property
    def _has_screens(self) -> bool:
        """Whether there is any screen yet; Textual raises an error where there is none."""
        try:
            return bool(self.screen_stack)
        except ScreenStackError:
            return False

    async def _close_all(self) -> None:
        if has("nodes"):
            self.ended_nodes = list(self._registry)
        await super()._close_all()

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if has("frames") and self._running and not self._closed and not self._batch_count and not self.is_headless:
            from tui.paint.frames import difference

            self.shown.fit(self.size, self.colours, self.sends_ascii_only)
            renderable = difference(self.shown, renderable)
        super()._display(screen, renderable)


class Forgiving(App[Any]):
    """An app that says what went wrong instead of ending in a traceback.

    A widget whose handler failed is dead, and so is what lies below a failed screen; the app itself goes on, so that
    a screen of its own can tell what happened.
    """

    catches_mistakes: bool | None = None
    """Whether mistakes are caught; if nothing is said, on a terminal only, so that tests see them."""

    def __init__(self, **more: Any) -> None:
        """Nothing has gone wrong yet."""
        super().__init__(**more)
        self.mistake: BaseException | None = None

    @property
    def _catches(self) -> bool:
        if not has("mistakes"):
            return False
        return self.catches_mistakes if self.catches_mistakes is not None else not self.is_headless

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not self._catches:
                raise
            self._handle_exception(error)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """A key does nothing to a screen that has no parts yet: it was pressed for what was there before."""
        return self.screen.is_mounted and await super()._check_bindings(key, priority)

    def _handle_exception(self, error: Exception) -> None:
        if not self._catches:
            super()._handle_exception(error)
        elif self.mistake is None and self._running and self._driver is not None and not self._exit:
            self.mistake = error
            self._return_code = 1
            self.call_later(self.tell_mistake, error)
        elif not self._is_aftershock() and not self._exit:
            # A mistake in telling a mistake: one sentence is all that is left to say.
            self._return_code = 1
            self._exit_renderables.append(self.last_words(self.mistake or error))
            self._close_messages_no_wait()

    def _is_aftershock(self) -> bool:
        """Whether what is broken already fails again, such as a window without its parts, and nobody has to be told."""
        from textual._context import active_message_pump

        pump = active_message_pump.get(None)
        return isinstance(pump, DOMNode) and pump is not self and not hasattr(pump.screen, "tells_mistakes")

    def tell_mistake(self, error: BaseException) -> None:
        """Show what went wrong, on a screen that `tells_mistakes`."""
        raise NotImplementedError

    def last_words(self, error: BaseException) -> str:
        """What is said when not even that can be shown."""
        raise NotImplementedError


# Apps for terminals at the other end of a connection, many in one process

_COLOURS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "standard": ColorSystem.STANDARD,
    "windows": ColorSystem.WINDOWS,
}
"""The depths of colour by the names that a console gives them."""

_SYSTEMS: dict[str, Literal["truecolor", "256", "standard"]] = {
    "truecolor": "truecolor",
    "256": "256",
    "16": "standard",
}


def settle(app: App[Any], depth: str, is_ascii: bool) -> io.StringIO:
    """Let an app touch nothing that it shares with the others of its process; where its last words will be.

    The codes of colours come from `Sparing`, by app. Textual's own, which another app would be drawn with, are kept
    for the first depth that anything was drawn with in a process.
    """
    app.no_color = depth == "mono"
    app.console = Console(
        color_system=_SYSTEMS.get(depth),
        file=app.console.file,
        force_terminal=True,
        legacy_windows=False,
        highlight=False,
        emoji=False,
        safe_box=False,
        _environ={},
    )
    last_words = io.StringIO()
    app.error_console = Console(file=last_words, width=78, color_system=None, markup=False, highlight=False)
    # Textual puts these in the place of the streams of the whole process while an app runs; they are typed as what
    # Textual itself puts there.
    app._capture_stdout = sys.stdout  # type: ignore[assignment]
    app._capture_stderr = sys.stderr  # type: ignore[assignment]
    if isinstance(app, Sparing):
        app.draw_for(is_ascii)
    return last_words


def mistake_of(app: App[Any]) -> BaseException | None:
    """What an app ended with, if it did not end well."""
    return getattr(app, "mistake", None) or getattr(app, "_exception", None)


async def dissolve(app: App[Any]) -> None:
    """Take an app that has ended apart, widget by widget.

    Its widgets refer to each other in circles, so that only the garbage collector could free them, all in one go:
    with a hundred apps that end at once it took seconds.
    """
    nodes = app.ended_nodes if isinstance(app, Sparing) else []
    while nodes:
        vars(nodes.pop()).clear()
        await asyncio.sleep(0)
    vars(app).clear()


def is_ending(app: App[Any]) -> bool:
    """Whether an app is about to end, or has."""
    return getattr(app, "_exit", False)


def waiting(app: App[Any]) -> int:
    """How many messages an app has not yet come to."""
    try:
        screen = app.screen
    except ScreenStackError:
        return app.message_queue_size
    focused = screen.focused
    return app.message_queue_size + screen.message_queue_size + (focused.message_queue_size if focused else 0)


def hold(app: App[Any]) -> None:
    """Paint nothing until it is let go.

    Textual's public `batch_update` is a context manager, and what holds a line here has no end in the same function.
    """
    if has("holding"):
        app._begin_batch()


def let_go(app: App[Any]) -> None:
    """Paint again: one frame shows all that happened meanwhile."""
    if has("holding"):
        app._end_batch()
    app.call_later(app.refresh)


def set_size(driver: Driver, size: tuple[int, int]) -> None:
    """Give the terminal of an app another size."""
    driver._size = size
    driver._app.post_message(events.Resize(Size(*size), Size(*size)))
