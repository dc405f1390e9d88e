"""Finds games by folder: each one under `engine/games` whose package has `rules`, and those that were added."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.added import added
from engine.core.errors import Refused, nearest
from engine.core.rules import Rules

OWN = "engine.games."
"""The package in which Parley's own games are."""


def game_ids() -> tuple[str, ...]:
    """The ids of all games, Parley's own in alphabetical order first; nothing of a game is loaded."""
    return (*_own_ids(), *(name for name in added() if name not in _own_ids()))


@cache
def _own_ids() -> tuple[str, ...]:
    folder = Path(__file__).parent / "games"
    return tuple(sorted(path.parent.name.replace("_", "-") for path in folder.glob("*/__init__.py")))


def package_of(name: str) -> str:
    """The package of a game's rules; refused if there is no such game."""
    if name not in game_ids():
        raise Refused(f'There is no game "{name}".{nearest(name, game_ids())}')
    return OWN + name.replace("-", "_") if name in _own_ids() else added()[name]


def game(name: str) -> Rules[Any]:
    """The rules of a game, loaded when they are asked for."""
    rules: Rules[Any] = importlib.import_module(package_of(name)).rules
    return rules
