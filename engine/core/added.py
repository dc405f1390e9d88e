"""Games from outside Parley's own folders, named by the environment variable PARLEY_GAMES.

`PARLEY_GAMES=marsh-lights=tests.made_up` adds one game: its id and its package. The package has `rules`, a module or
package `showing` for the screens, and a folder `data` with its rulebook. Child processes inherit the variable, so a bot
in a process of its own finds the game as well.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

VARIABLE = "PARLEY_GAMES"


def added() -> dict[str, str]:
    """The packages of the added games by their ids; nothing is loaded."""
    pairs = (each.partition("=") for each in os.environ.get(VARIABLE, "").split(","))
    return {name.strip(): package.strip() for name, _, package in pairs if name.strip() and package.strip()}


def folder_of(package: str) -> Path:
    """The folder of a package's content: `data` beside its modules."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f'{VARIABLE} names "{package}", and there is no such package.')
    return Path(spec.origin).parent / "data"
