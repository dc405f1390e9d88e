"""Checking content and writing its schemas, for every game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.core.campaign.check import folder_mistakes
from engine.core.campaign.content import Campaign
from engine.core.content import builtin, is_there, own
from engine.core.errors import ContentError, Refused
from engine.store.whole import write_whole


def folders(path: Path | None) -> list[tuple[str, Path]]:
    """Which game's content lies in which folder: all of ours and the user's own, or what lies at a path."""
    names = registry.game_ids()
    if path is None:
        return [(name, folder) for name in names for folder in (builtin(name), own(name)) if is_there(folder)]
    if not path.is_dir():
        raise Refused(f"{path} is not a folder.")
    path = path.resolve()
    inside = [(name, path / name.replace("-", "_")) for name in names if (path / name.replace("-", "_")).is_dir()]
    by_name = [(name, path) for name in names if name in (path.name, path.name.replace("_", "-"))]
    has_files = any(path.glob("*.json")) or any(path.glob("*/*.json"))
    found = by_name or inside or ([(names[0], path)] if len(names) == 1 and has_files else [])
    if not found:
        wanted = ", ".join(name.replace("-", "_") for name in names)
        raise Refused(f"{path} is no content folder: name it, or a folder in it, after its game ({wanted}).")
    return found


def mistakes(game: str, folder: Path) -> Sequence[ContentError]:
    """What is wrong with a folder of content, its campaigns included."""
    rules = registry.game(game)
    found = list(rules.content_mistakes(folder))
    return [*found, *folder_mistakes(folder, rules.known_to_campaigns())]


def own_mistakes() -> list[ContentError]:
    """What is wrong with content of the user's own."""
    return [error for name in registry.game_ids() if is_there(own(name)) for error in mistakes(name, own(name))]


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas of every game, by the name of the content file."""
    campaign = msgspec.json.schema(Campaign)
    return {name: registry.game(name).content_schemas() | {"campaign": campaign} for name in registry.game_ids()}


def write_schemas(folder: Path) -> list[Path]:
    """One schema file for each kind of content file, in a folder for each game."""
    written = []
    for game, by_name in schemas().items():
        place = folder / game.replace("-", "_")
        place.mkdir(parents=True, exist_ok=True)
        for name, schema in by_name.items():
            path = place / f"{name}.schema.json"
            write_whole(path, (json.dumps(schema, indent=2) + "\n").encode())
            written.append(path)
    return written
