"""Finds games by folder: each one under `engine/games` whose package has `rules`."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.errors import Refused, nearest
from engine.core.rules import Rules


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order; nothing of a game is loaded."""
    folder = Path(__file__).parent / "games"
    return tuple(sorted(path.parent.name.replace("_", "-") for path in folder.glob("*/__init__.py")))


def game(name: str) -> Rules[Any]:
    """The rules of a game, loaded when they are asked for."""
    if name not in game_ids():
        raise Refused(f'There is no game "{name}".{nearest(name, game_ids())}')
    rules: Rules[Any] = importlib.import_module(f"engine.games.{name.replace('-', '_')}").rules
    return rules
