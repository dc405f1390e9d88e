"""What a client says of its terminal, and how much of that we believe."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

WIDEST, HIGHEST = 300, 100
"""A larger terminal is used in part: a claimed 20000 by 5000 would take half a gigabyte and everybody's time."""

_USUAL = (80, 24)
_ALL_COLOURS = (
    *("kitty", "alacritty", "ghostty", "wezterm", "foot", "contour", "iterm", "rio", "vscode"),
    *("direct", "truecolor", "24bit"),
)
_NO_COLOURS = ("vt52", "vt100", "vt102", "vt220", "-mono", "-m")


class Client(msgspec.Struct, frozen=True):
    """The terminal at the other end."""

    term: str = ""
    """Its kind, as TERM says it; nothing where there is no terminal."""
    size: tuple[int, int] = _USUAL
    depth: str = "truecolor"
    """How many colours it has, in the words of the settings."""
    is_ascii: bool = False
    """Whether it shows no other letters than ASCII's."""

    @property
    def is_terminal(self) -> bool:
        """Whether there is a terminal at all."""
        return bool(self.term)

    @property
    def is_dumb(self) -> bool:
        """Whether the terminal cannot even move its cursor."""
        return self.term in ("dumb", "unknown")


def believed(width: int, height: int) -> tuple[int, int]:
    """The size that we draw for when a client claims one."""
    return min(width or _USUAL[0], WIDEST), min(height or _USUAL[1], HIGHEST)


def client(term: str, size: tuple[int, int], environ: Mapping[str, str]) -> Client:
    """All that is known of a terminal; OpenSSH sends of the surroundings only what `SendEnv` names."""
    return Client(term.lower(), size, _depth(term.lower(), environ), _is_ascii(environ))


def _depth(term: str, environ: Mapping[str, str]) -> str:
    if environ.get("NO_COLOR") or term.endswith(_NO_COLOURS):
        return "mono"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or any(name in term for name in _ALL_COLOURS):
        return "truecolor"
    return "256" if "256" in term else "16"


def _is_ascii(environ: Mapping[str, str]) -> bool:
    """Most clients say nothing, and most terminals of today have all letters."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if chosen := environ.get(name, ""):
            return "utf" not in chosen.lower()
    return False
