"""The three ways to say no: to a player, about a content file, about a save."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ParleyError(Exception):
    """Anything the person at the keyboard should read as one sentence."""


class Refused(ParleyError):
    """A move or request that is not allowed, with the reason as a full sentence."""


class SaveError(ParleyError):
    """Something is wrong with a save: what, where, and what was kept."""


class ContentError(ParleyError):
    """A mistake in a content file: the file, the path inside it and what was expected."""

    def __init__(self, file: str, path: str, problem: str) -> None:
        """Compose the sentence out of its three parts."""
        super().__init__(f"{file}: at {path}: {problem}")
        self.file = file
        self.path = path
        self.problem = problem


def nearest(name: str, valid: Iterable[str]) -> str:
    """' Did you mean "x"?' when a valid name is close, else the valid names, else nothing."""
    names = sorted(set(valid))
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f' Did you mean "{close[0]}"?'
    return f" It can be {', '.join(names)}." if 0 < len(names) <= 12 else ""
