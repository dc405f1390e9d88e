"""Content files: JSON decoded into strict types, with mistakes reported by file, path and nearest valid name."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from platformdirs import user_data_path

from engine.core.added import added, folder_of
from engine.core.errors import ContentError, nearest

T = TypeVar("T")

_AT = re.compile(r" - at (?:`key` in )?`(?P<path>.+)`$")
_QUOTED = re.compile(r"(?P<what>unknown field|Invalid enum value|Invalid value) [`'](?P<name>[^`']*)[`']")
_FIELD = re.compile(r"\.(\w+)")
_BYTE = re.compile(r"\(byte (\d+)\)")


class ContentPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a content file; a field that the type does not know is a mistake."""


def builtin_root() -> Path:
    """The folder of all built-in content: the one beside the engine, whatever else is called `data` on this machine."""
    return Path(__file__).parents[2] / "data"


def builtin(game: str) -> Path:
    """The folder of a game's own content; an added game has its own beside its modules."""
    folder, package = builtin_root() / game.replace("-", "_"), added().get(game)
    return folder_of(package) if package and not folder.is_dir() else folder


def home() -> Path:
    """The user's own folder: saves, the log, and content beside the built-in one. PARLEY_HOME overrides it."""
    chosen = os.environ.get("PARLEY_HOME")
    return Path(chosen).expanduser() if chosen else user_data_path("parley", appauthor=False)


def own(game: str) -> Path:
    """The folder of the user's own content for a game."""
    return home() / "content" / game.replace("-", "_")


def is_there(path: Path) -> bool:
    """Whether there is a file or a folder; what may not be looked at counts as nothing, and is no error."""
    try:
        return path.exists()
    except OSError:
        return False


def read_regular(path: Path) -> bytes:
    """The bytes of a regular file; a pipe or a device is an error, because reading it may never end."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(file, "rb") as opened:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, "it is not a file", str(path))
        return opened.read()


def load(path: Path, kind: Any) -> Any:
    """Read one content file as the given type, or say exactly what is wrong with it."""
    try:
        raw = read_regular(path)
    except OSError as error:
        raise ContentError(str(path), "$", f"the file cannot be read: {error.strerror}.") from None
    return decode(str(path), raw, kind)


def decode(file: str, raw: bytes, kind: Any) -> Any:
    """Decode the text of a content file."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise _explained(file, str(error), kind) from None
    except msgspec.DecodeError as error:
        raise ContentError(file, _line_and_column(raw, str(error)), f"this is not JSON: {error}.") from None
    except UnicodeDecodeError:
        raise ContentError(file, "$", "the file is not UTF-8 text.") from None
    except RecursionError:
        raise ContentError(file, "$", "brackets are nested too deeply.") from None


def _explained(file: str, message: str, kind: Any) -> ContentError:
    where = _AT.search(message)
    path = where["path"] if where else "$"
    problem = message[: where.start()] if where else message
    quoted = _QUOTED.search(problem)
    hint = ""
    if quoted:
        fields = _vocabulary(kind)
        last = _FIELD.findall(path)[-1:]
        hint = nearest(quoted["name"], fields if quoted["what"] == "unknown field" else fields.get("".join(last), ()))
    return ContentError(file, path, f"{problem.replace('`', chr(34))}.{hint}")


def _line_and_column(raw: bytes, message: str) -> str:
    found = _BYTE.search(message)
    if not found:
        return "end of file" if "truncated" in message else "$"
    before = raw[: int(found[1])]
    return f"line {before.count(10) + 1}, column {len(before) - before.rfind(10)}"


@cache
def _vocabulary(kind: Any) -> dict[str, frozenset[str]]:
    """The field names that occur anywhere in a type, each with the fixed values that such a field can have."""
    found: dict[str, frozenset[str]] = {}
    for part in _parts(msgspec.json.schema(kind)):
        for name, inner in part.get("properties", {}).items():
            fixed = {value for deeper in _parts(inner) for value in deeper.get("enum", ()) if isinstance(value, str)}
            found[name] = found.get(name, frozenset()) | fixed
    return found


def _parts(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for inner in node.values():
            yield from _parts(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _parts(inner)
