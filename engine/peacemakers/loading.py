"""Loading the content of either game: files of folders that lie on top of each other, entries by id, scenarios."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core.content import builtin, load, own
from engine.core.errors import ContentError

L = TypeVar("L")
S = TypeVar("S")


def found(folders: tuple[Path, ...], without: Collection[Path], pattern: str) -> list[Path]:
    """The files of all folders that fit a pattern, but for those that are left out."""
    paths: list[Path] = []
    for folder in folders:
        try:
            paths += sorted(folder.glob(pattern)) if folder not in without else ()
        except OSError as error:
            raise ContentError(str(folder), "$", f"the folder cannot be read: {error.strerror}.") from None
    return [path for path in paths if path not in without]


def by_id(paths: list[Path], kind: Any) -> dict[str, Any]:
    """The entries of files, each with its copies, by their ids; one id twice is a mistake."""
    entries: dict[str, Any] = {}
    for path in paths:
        for place, entry in enumerate(load(path, kind)):
            for each in copies(entry):
                if each.id in entries:
                    raise ContentError(str(path), f"$[{place}].id", f'"{each.id}" is there twice.')
                entries[each.id] = each
    return entries


def copies(entry: Any) -> list[Any]:
    """A card as often as it is there, each with an id of its own."""
    count = getattr(entry, "copies", 1)
    if count == 1:
        return [entry]
    return [replace(entry, id=f"{entry.id}-{number}") for number in range(1, count + 1)]


def scenes(game: str, paths: list[Path], kind: Any, scene_of: Callable[[Any], S]) -> dict[str, S]:
    """Every scenario by its id, made ready, in the order of their numbers."""
    files: dict[str, Any] = {}
    ready: dict[str, S] = {}
    for path in paths:
        file = load(path, kind)
        if file.id in files:
            raise ContentError(str(path), "$.id", f'The scenario "{file.id}" is there twice.')
        files[file.id], ready[file.id] = file, _ready(path, file, scene_of)
    if not files:
        raise ContentError(str(builtin(game)), "$", "there is no scenario, so Parley is not installed as a whole.")
    return {name: ready[name] for name in sorted(files, key=lambda name: files[name].number)}


def _ready(path: Path, file: Any, scene_of: Callable[[Any], S]) -> S:
    try:
        return scene_of(file)
    except ValueError as error:
        place, _, problem = str(error).partition("|")
        raise ContentError(str(path), f"$.{place}", problem) from None


def loaded(game: str, read: Callable[..., L]) -> L:
    """All content that a game is played with; files of the user's own that have a mistake are left out."""
    left_out: dict[Path, ContentError] = {}
    while True:
        try:
            without: Mapping[Path, ContentError] = left_out
            return read(builtin(game), own(game), without=without)
        except ContentError as error:
            faulty = Path(error.file)
            if own(game) not in (faulty, *faulty.parents) or faulty in left_out:
                raise
            left_out[faulty] = error
