"""How a house is set up: a file, and options of the command that go before it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engine.core.content import home
from engine.core.errors import ParleyError, nearest

FOLDER = "house"

_ONLY_OPTIONS = ("local",)
"""Options of the command itself, which are no part of a settings file."""

Count = Annotated[int, Meta(ge=1, le=10_000)]


class ConfigError(ParleyError):
    """Something is wrong with the file that sets a house up."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The setup of a house."""

    host: str = ""
    """The address to listen at; nothing for all of them."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 2222
    """0 takes any that is free."""
    data: Path = Path()
    """Where the host key, the people, the log and the tables are."""
    motd: Annotated[str, Meta(max_length=2000)] = ""
    """What the host has to say to everybody."""
    guests: bool = False
    """Whether people without a key may come in, under names that nobody owns."""
    allow: Path | None = None
    """A file of names and public keys, one a line; only they may come in."""
    max_sessions: Count = 100
    sessions_per_player: Count = 3
    connections_per_player: Count = 10
    channels: Count = 4
    """Of one connection."""
    connections_per_address: Count = 40
    names_per_address: Count = 40
    """Names that an address may bring."""
    names_per_key: Count = 3
    tables_per_address: Count = 40
    """Unfinished tables that may be opened from an address, by however many names, and those of an hour."""
    patience: Annotated[float, Meta(ge=1, le=100_000)] = 60
    """Logins that an address may try at once before it is slowed down; a failed one counts tenfold."""
    idle: Annotated[float, Meta(ge=0, le=100_000)] = 60
    """Minutes without a key after which somebody is shown out; 0 for never."""
    login: Annotated[float, Meta(gt=0, le=600)] = 60
    """Seconds in which one has to come in."""
    stuck: Annotated[float, Meta(gt=0, le=3600)] = 60
    """Seconds after which a client that does not read is dropped."""

    local: str = ""
    """The name under which the host plays on the same terminal; nothing if they do not."""

    @property
    def most_connections(self) -> int:
        """More than these are told to come back later; more than twice as many are not even told."""
        return 2 * self.max_sessions + 20


def load(file: Path | None, **options: Any) -> Config:
    """The setup from a file, if there is one, with the options of the command before it."""
    found: dict[str, Any] = {"data": str(home() / FOLDER)}
    if file is not None:
        found |= _read(file)
    found |= {name: value for name, value in options.items() if value is not None}
    try:
        return msgspec.convert(found, Config, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{_where(file)}{_words(str(error))}") from None


def _read(file: Path) -> dict[str, Any]:
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not TOML: {error}.") from None
    known = {name.replace("_", "-"): name for name in Config.__struct_fields__ if name not in _ONLY_OPTIONS}
    found: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in known and key not in known.values():
            raise ConfigError(f'{file}: there is no setting named "{key}".{nearest(key, known)}')
        found[known.get(key, key)] = value
    for name in ("data", "allow"):
        if isinstance(found.get(name), str):  # as seen from the file
            found[name] = str(file.parent / Path(found[name]).expanduser())
    return found


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    raise NotImplementedError


def _where(file: Path | None) -> str:
    return f"{file}: " if file else ""


def _words(problem: str) -> str:
    """What msgspec says, in our words: the setting first."""
    what, _, where = problem.partition(" - at `$.")
    return f"{where.rstrip('`').replace('_', '-')}: {what}." if where else f"{what}."
