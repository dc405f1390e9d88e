"""How each game is shown: found by folder, like the games themselves, and loaded when a table needs it."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

from engine import registry
from tui.games.base import Canvas as Canvas
from tui.games.base import Heading as Heading
from tui.games.base import Panel as Panel
from tui.games.base import Showing as Showing
from tui.games.base import signed as signed


def showing(game: str) -> Showing:
    """How a game is shown: by `tui/games/<game>`, or the module `showing` of an added game; else by the defaults."""
    package = registry.package_of(game)
    own = package.startswith(registry.OWN)
    module = f"tui.games.{package.removeprefix(registry.OWN)}" if own else f"{package}.showing"
    if find_spec(module) is None:
        return Showing(registry.game(game))
    found: Showing = importlib.import_module(module).showing
    return found
