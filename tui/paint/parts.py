"""Which private parts of Textual are there: checked at the start, before anything reaches for them.

A part is written as `module:Class.name`, or `module:Class().name` for an attribute that the class sets when an object
is made. Where a part is missing, Parley does without the piece that needs it, says so once in the log, and goes on.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from typing import Any

import textual

LOG = logging.getLogger("parley.paint")

_FRAMES = (
    "textual._compositor:CompositorUpdate.render_segments",
    "textual._compositor:LayoutUpdate().strips",
    "textual._compositor:LayoutUpdate().region",
    "textual._compositor:ChopsUpdate().chops",
    "textual._compositor:ChopsUpdate().spans",
    "textual._compositor:ChopsUpdate().chop_ends",
)
NEEDS = {
    "frames": (
        *_FRAMES,
        "textual.app:App._display",
        "textual.app:App()._batch_count",
        "textual.app:App()._running",
        "textual.app:App()._closed",
    ),
    "pieces": (
        *_FRAMES,
        "textual._compositor:Compositor()._dirty_regions",
        "textual._compositor:Compositor._regions_to_spans",
        "textual._compositor:Compositor.visible_widgets",
        "textual.screen:Screen()._compositor",
    ),
    "strips": ("textual.strip:FIFOCache",),
    "sheets": ("textual.css.stylesheet:Stylesheet._parse_rules", "textual.css.stylesheet:Stylesheet()._variables"),
    "scrolling": ("textual.scroll_view:ScrollView._scroll_update",),
    "holding": ("textual.app:App._begin_batch", "textual.app:App._end_batch"),
    "nodes": ("textual.app:App()._registry", "textual.app:App._close_all"),
    "mistakes": (
        "textual._context:active_message_pump",
        "textual.app:App._handle_exception",
        "textual.app:App._dispatch_message",
        "textual.app:App._close_messages_no_wait",
        "textual.app:App()._exit_renderables",
        "textual.app:App()._return_code",
        "textual.app:App()._running",
        "textual.app:App()._driver",
        "textual.app:App()._exit",
    ),
}
"""What each piece of `tui.paint` reaches for."""


def check() -> None:
    """Look for all parts, so that the log says at the start what is missing."""
    for piece in NEEDS:
        has(piece)


def found_part(part: str) -> Any:
    """A part itself; None if it is not there. Of an attribute that is set later, whether its class sets it."""
    module, _, path = part.partition(":")
    found: Any
    try:
        found = import_module(module)
    except ImportError:
        return None
    owner, is_set_later, name = path.partition("().")
    if is_set_later:
        return _sets(getattr(found, owner, None), name) or None
    for each in path.split("."):
        found = getattr(found, each, None)
    return found


def _sets(kind: Any, name: str) -> bool:
    """Whether making an object of a class sets an attribute."""
    makers = [vars(each).get("__init__") for each in getattr(kind, "__mro__", ())]
    codes = [maker.__code__ for maker in makers if hasattr(maker, "__code__")]
    return any(name in code.co_names for code in codes)


def missing(piece: str) -> list[str]:
    """The parts that a piece reaches for and that are not there."""
    return [part for part in NEEDS[piece] if found_part(part) is None]


@cache
def has(piece: str) -> bool:
    """Whether a piece has all that it reaches for; if not, the log says so once."""
    lacking = missing(piece)
    if lacking:
        names = ", ".join(lacking)
        LOG.warning("Textual %s has no %s: Parley does without its own %s.", textual.__version__, names, piece)
    return not lacking
